"""What every game stands on: kernels, the friendly layer, notation, records and pictures."""
