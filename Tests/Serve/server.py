# A server of quartz and a client of the standard library, for tests.
# Licensed under the MIT license; see LICENSE.

import http.client
import json
import os
import re
import signal
import subprocess
import tempfile
import urllib.parse


class Server:
    """quartz serve on a free port, with a folder of its own for temporary files, or a given one."""

    def __init__(self, quartz, *options, environment=None, folder=None):
        self.folder = folder or tempfile.mkdtemp(prefix="serve-test-")
        variables = dict(os.environ, TMPDIR=self.folder, **(environment or {}))
        self.process = subprocess.Popen(
            [quartz, "serve", "--port", "0", *options], stdout=subprocess.PIPE, text=True,
            env=variables)
        line = self.process.stdout.readline()
        found = re.fullmatch(r"quartz: http://127\.0\.0\.1:(\d+)\n", line)
        assert found, f"the first line: {line!r}"
        self.port = int(found[1])
        self.url = f"http://127.0.0.1:{self.port}"

    def __enter__(self):
        return self

    def __exit__(self, *_):
        assert self.process.poll() is None, f"the server has ended: {self.process.returncode}"
        self.end()

    def end(self):
        """Ends it by a signal, which must leave nothing behind."""
        self.process.send_signal(signal.SIGTERM)
        status = self.process.wait(10)
        self.process.stdout.close()
        assert status == -signal.SIGTERM, status
        assert os.listdir(self.folder) == [], os.listdir(self.folder)
        assert not self.programs(), self.programs()
        os.rmdir(self.folder)

    def requests(self):
        """The folders of requests that are drawn."""
        return [name for folder in os.listdir(self.folder)
                for name in os.listdir(os.path.join(self.folder, folder))]

    def programs(self):
        """The programs that draw, with what they have started: all know the folder."""
        found = []
        for number in filter(str.isdigit, os.listdir("/proc")):
            try:
                with open(f"/proc/{number}/environ", "rb") as file:
                    variables = file.read()
                with open(f"/proc/{number}/stat") as file:
                    is_zombie = file.read().rsplit(")", 1)[1].split()[0] == "Z"
            except OSError:
                continue
            own = int(number) == self.process.pid
            if not own and not is_zombie and f"TMPDIR={self.folder}".encode() in variables:
                found.append(int(number))
        return found

    def ask(self, method, path, body=None, query=(), **headers):
        """Returns the status, the media type and the body of an answer."""
        text = urllib.parse.urlencode(query)
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=120)
        try:
            named = {name.replace("_", "-"): value for name, value in headers.items()}
            connection.request(method, path + ("?" + text if text else ""), body, named)
            answer = connection.getresponse()
            return answer.status, answer.getheader("Content-Type"), answer.read()
        finally:
            connection.close()

    def draw(self, kind, body, query=(), **headers):
        return self.ask("POST", f"/v1/{kind}", body, query, **headers)

    def refusal(self, status, *arguments, method="POST", **headers):
        """The reason of an answer that must have a status."""
        found = self.ask(method, *arguments, **headers)
        assert found[0] == status, (found, arguments[0], str(arguments[1:])[:200])
        assert found[1] == "application/json", found
        answer = json.loads(found[2])
        assert list(answer) == ["error"] and answer["error"], answer
        assert self.folder not in answer["error"] and "quartz-serve" not in answer["error"], answer
        return answer["error"]
