"""The lab: tournaments between players, and what their results tell."""
