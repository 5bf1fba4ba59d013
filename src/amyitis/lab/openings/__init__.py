"""What games open with: a network plays itself, and what each seat did first is counted, with how it ended."""
