"""How the database came to be as it is: one step a file in `versions`, run when the server starts."""
