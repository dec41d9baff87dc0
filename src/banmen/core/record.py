"""Game records (to be written)."""
