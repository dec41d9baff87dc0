"""People: accounts and the devices that are signed in, names, who does not want to meet whom, and what is kept of somebody.

Stands on `store` and the top of the server. Doors of the server may import it.
"""
