"""What people see and read of a position, for every game: pictures, motion, reasons, dangers, lessons. Stands on core."""
