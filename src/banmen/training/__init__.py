"""How weights and networks are made. Stands on engine and solve; nothing but tuning scripts imports it."""
