# Runs schemathesis against the description of a server.
# Licensed under the MIT license; see LICENSE.
#
#     description.py QUARTZ SCHEMATHESIS

import os
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from server import Server  # noqa: E402

CHECKS = [
    "not_a_server_error", "status_code_conformance", "content_type_conformance",
    "response_schema_conformance",
]

with Server(os.path.abspath(sys.argv[1]), "--most-seconds", "5", "--most-pixels", "250000",
            "--most-frames", "10") as server:
    run = subprocess.run(
        [os.path.abspath(sys.argv[2]), "run", server.url + "/openapi.json", "--checks",
         ",".join(CHECKS), "--phases", "examples,coverage,fuzzing", "--max-examples", "20", "--seed",
         "1", "--max-time", "25", "--workers", "1", "--no-shrink", "--no-color", "--warnings", "off"],
        cwd=server.folder, env=dict(os.environ, HYPOTHESIS_STORAGE_DIRECTORY=server.folder + "/kept"))
    subprocess.run(["rm", "-rf", *(os.path.join(server.folder, name) for name in os.listdir(
        server.folder) if not name.startswith("quartz-serve"))], check=True)
sys.exit(run.returncode)
