"""What a visitor sees: page templates, style sheets, scripts, icons and the words on them. No rules of any game are here."""
