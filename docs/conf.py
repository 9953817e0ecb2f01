"""The site: Markdown pages of this folder, and the API from Doxygen's XML. Built by scripts/docs.sh."""
import os
import pathlib
import re

import furo

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
pygments_dark_style = "github-dark"


def complete_theme(app, exception):
    """Debian's Furo is built without the tools that its authors use: its script names a module that pages cannot load,
    and the rule for readers whose system is dark is missing. Puts both right in the site; other copies need neither."""
    static = pathlib.Path(app.outdir, "_static")
    if exception or app.builder.name != "html":
        return
    script, style = static / "scripts/furo.js", static / "styles/furo.css"
    script.write_text(re.sub(r"^import Gumshoe .*\n", "", script.read_text(encoding="utf-8")), encoding="utf-8")
    rules = style.read_text(encoding="utf-8")
    if "prefers-color-scheme" not in rules:
        dark = re.search(r'@media not print \{\n.*?\} \}\n', rules, re.S).group(0)
        follow = dark.replace('body[data-theme="dark"]', 'body:not([data-theme="light"])')
        style.write_text(f"{rules}\n@media (prefers-color-scheme: dark) {{\n{follow}}}\n", encoding="utf-8")


def setup(app):
    """Has the theme completed, and the module of its script loaded beside it."""
    app.connect("build-finished", complete_theme)
    if list(pathlib.Path(furo.__file__).parent.rglob("static/scripts/gumshoe-patched.js")):
        app.add_js_file("scripts/gumshoe-patched.js")
