"""Pictures as SVG that read well on light and dark pages: each brings its own background, which follows the reader's
setting. Used by the scripts beside it, with Python's standard library alone."""
import pathlib
import sys
from xml.sax.saxutils import escape

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
FONT = "system-ui, -apple-system, 'Segoe UI', 'DejaVu Sans', Helvetica, Arial, sans-serif"
LIGHT = {"page": "#ffffff", "edge": "#d5d9e0", "text": "#1c2430", "faint": "#5b6675", "grid": "#e3e6ec", "box": "#f3f6fa",
         "a": "#0063a6", "b": "#c04d00", "c": "#00795b", "accent": "#e2edf8"}
DARK = {"page": "#14181f", "edge": "#39414d", "text": "#e8ecf2", "faint": "#a3adba", "grid": "#2a313b", "box": "#1e252f",
        "a": "#6cb8f5", "b": "#ff9c57", "c": "#4fd0a7", "accent": "#1d3147"}


class Picture:
    """An SVG of `width` x `height`; colours are given by the names in LIGHT and DARK."""

    def __init__(self, width, height, title):
        self.width, self.height, self.title, self.parts = width, height, title, []

    def add(self, tag, text=None, **attributes):
        given = "".join(f' {name.rstrip("_").replace("_", "-")}="{escape(str(value))}"' for name, value in attributes.items())
        self.parts.append(f"<{tag}{given}/>" if text is None else f"<{tag}{given}>{escape(text)}</{tag}>")

    def text(self, x, y, text, size=13, colour="text", **attributes):
        self.add("text", text, x=round(x, 1), y=round(y, 1), font_size=size, class_=f"f-{colour}", **attributes)

    def line(self, x1, y1, x2, y2, colour="grid", **attributes):
        places = {"x1": x1, "y1": y1, "x2": x2, "y2": y2}
        self.add("line", **{name: round(place, 1) for name, place in places.items()}, class_=f"s-{colour}", **attributes)

    def render(self):
        def rules(colours):
            return "".join(f".f-{name}{{fill:{value}}}.s-{name}{{stroke:{value}}}" for name, value in colours.items())

        head = (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {self.width} {self.height}" width="{self.width}" '
                f'height="{self.height}" role="img" font-family="{FONT}">')
        style = f"<style>{rules(LIGHT)}@media (prefers-color-scheme: dark){{{rules(DARK)}}}</style>"
        frame = (f'<rect x="0.5" y="0.5" width="{self.width - 1}" height="{self.height - 1}" rx="8" '
                 'class="f-page s-edge"/>')
        return "\n".join([head, f"<title>{escape(self.title)}</title>", style, frame, *self.parts, "</svg>"]) + "\n"


def write_or_check(name, picture):
    """Writes the picture beside this file; with --check says whether the committed one is the same."""
    path, text = HERE / name, picture.render()
    if sys.argv[1:] == ["--check"]:
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            sys.exit(f"docs/figures/{name}: not what its script draws (need that script run without --check)")
        return
    path.write_text(text, encoding="utf-8")
