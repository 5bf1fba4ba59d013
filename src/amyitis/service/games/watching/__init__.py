"""Those who watch games: live messages, presence, replays."""
