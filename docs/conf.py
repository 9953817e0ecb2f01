"""The site: Markdown pages of this folder, and the API from Doxygen's XML. Built by scripts/docs.sh."""
import os
import pathlib
import re

root = pathlib.Path(__file__).resolve().parent.parent

project = "Ocean"
author = "The Ocean authors"
version = re.search(r"VERSION (\d+\.\d+\.\d+)", (root / "CMakeLists.txt").read_text(encoding="utf-8")).group(1)
release = version

extensions = ["breathe", "myst_parser"]
source_suffix = {".md": "markdown"}
exclude_patterns = ["figures"]
myst_heading_anchors = 3
myst_enable_extensions = ["colon_fence", "deflist"]

breathe_projects = {"ocean": os.environ.get("OCEAN_DOXYGEN_XML", str(root / "build/docs/doxygen/xml"))}
breathe_default_project = "ocean"
breathe_show_include = False
cpp_index_common_prefix = ["Ocean::"]
primary_domain = "cpp"
highlight_language = "cpp"

html_theme = "furo"
html_title = f"Ocean {version}"
html_static_path = ["_static"]
html_css_files = ["ocean.css"]
html_copy_source = False
html_show_sourcelink = False
html_show_copyright = False
pygments_style = "friendly"
pygments_dark_style = "monokai"
