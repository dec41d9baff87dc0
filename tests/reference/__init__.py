"""The rules once more: slow, plain and written apart from the library, so that the two can be compared."""
