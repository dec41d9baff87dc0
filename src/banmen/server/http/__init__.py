"""What is asked for by address: the API, the pages, and what surrounds every request.

`application` puts everything together. `*_routes` read requests (`request_models`) and answer them (`responses`, `schemas`);
`pages` renders HTML, `rules_page`, `game_views` and `api_docs` what stands on pages; `middleware` surrounds every request and
`validation_errors` says what is wrong with one. Only `banmen serve` and tests import it.
"""
