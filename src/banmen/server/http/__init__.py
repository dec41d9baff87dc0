"""The HTTP side: the API, the pages and the middleware.

`application` assembles everything. `*_routes` read requests (`request_models`) and answer them (`responses`, `schemas`);
`pages` renders HTML, with `rules_page`, `game_views` and `api_docs` for its contents; `middleware` wraps every request and
`validation_errors` explains what is wrong with one. Only `banmen serve` and tests import it.
"""
