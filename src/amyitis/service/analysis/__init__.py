"""Analysis as people ask for it: jobs, the coach, and the guard of fair play."""
