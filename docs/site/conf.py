"""Settings of the site: Markdown read by MyST, every doubtful link an error (`build.py` turns warnings into errors)."""

project = "Banmen 盤面"
author = "The Banmen authors"
extensions = ["myst_parser"]
html_theme = "furo"
html_title = "Banmen 盤面"
html_copy_source = False
html_show_sphinx = False
language = "en"
source_suffix = {".md": "markdown"}
root_doc = "index"
myst_enable_extensions = ["colon_fence"]
myst_heading_anchors = 4
suppress_warnings = [
    "myst.header",  # a page may begin with a smaller heading
    "misc.highlighting_failure",  # examples hold positions and moves, which no language has
]
