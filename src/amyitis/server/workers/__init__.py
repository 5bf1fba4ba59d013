"""Worker processes: bots and analysis compute there, so that nothing ever holds the server up."""
