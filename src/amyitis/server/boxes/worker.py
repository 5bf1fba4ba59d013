"""The process with another box: answers until its input ends, so it never outlives its server.

AMYITIS_BOX=box.toml python -m amyitis.server.boxes.worker
"""

import sys

from .hosting import answer, receive, send


def main() -> None:
    """Answer until the input ends."""
    questions, answers = sys.stdin.buffer, sys.stdout.buffer
    sys.stdout = sys.stderr  # nothing but answers may go out there
    while True:
        try:
            function, given = receive(questions)
        except EOFError:
            return
        send(answers, answer(function, given))


if __name__ == "__main__":
    main()
