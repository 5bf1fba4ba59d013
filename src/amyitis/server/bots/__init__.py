"""The bots' turns and the processes that think for them."""
