"""The rules a second time: slow, plain and written independently of the library, so that the two can be compared."""
