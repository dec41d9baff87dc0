"""People: accounts and signed-in devices, names, blocks and reports, and exporting or deleting a person's data.

It builds on `store` and the top level of the server. The rooms `live` and `http` may import it.
"""
