"""Games as they are played: tables, moves, the lobby, seats, watchers, bots' turns, replays."""
