"""The steps, in order. A step imports nothing of Banmen, so that it does the same for ever."""
