"""A worker that says how far it is with compiling, and is ready when it is told so."""

import json
import sys

for line in ({"compiled": 0, "of": 3}, {"compiled": 2, "of": 3}):
    print(json.dumps(line), flush=True)
    sys.stdin.readline()
print(json.dumps({"ready": True}), flush=True)
for _line in sys.stdin:
    print(json.dumps({"token": "pass"}), flush=True)
