"""People: accounts and the devices that are signed in, names, blocks and reports, and exporting or deleting a person's data.

Stands on `store` and the top of the server. Doors of the server may import it.
"""
