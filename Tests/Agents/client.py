# A client of quartz mcp, of the standard library alone.
# Licensed under the MIT license; see LICENSE.

import base64
import json
import re
import subprocess


class Refused(Exception):
    """A tool or a method that refused."""


class Client:
    """Talks with a `quartz mcp` that it starts."""

    def __init__(self, quartz, *options):
        self.process = subprocess.Popen(
            [quartz, "mcp", *options],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        self.number = 0
        self.greeting = self.request(
            "initialize",
            protocolVersion="2025-06-18",
            capabilities={},
            clientInfo={"name": "tests", "version": "1"},
        )
        self.send({"jsonrpc": "2.0", "method": "notifications/initialized"})

    def close(self):
        self.process.stdin.close()
        self.process.wait(20)
        self.process.stdout.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def send(self, message):
        self.send_line(json.dumps(message).encode())

    def send_line(self, line):
        self.process.stdin.write(line + b"\n")
        self.process.stdin.flush()

    def read(self):
        line = self.process.stdout.readline()
        if not line:
            raise Refused(f"quartz mcp has ended: {self.process.wait(20)}")
        return json.loads(line)

    def request(self, method, **parameters):
        self.number += 1
        self.send(
            {"jsonrpc": "2.0", "id": self.number, "method": method, "params": parameters}
        )
        answer = self.read()
        assert answer["jsonrpc"] == "2.0" and answer["id"] == self.number, answer
        if "error" in answer:
            raise Refused(answer["error"]["message"])
        return answer["result"]

    def call(self, tool, **arguments):
        """The text of a tool's answer; its picture, if it has one, is `self.picture`."""
        result = self.request("tools/call", name=tool, arguments=arguments)
        texts = [part["text"] for part in result["content"] if part["type"] == "text"]
        images = [part["data"] for part in result["content"] if part["type"] == "image"]
        self.picture = base64.b64decode(images[0]) if images else None
        if result["isError"]:
            raise Refused("\n".join(texts))
        return "\n".join(texts)

    def __getattr__(self, tool):
        return lambda **arguments: self.call(tool, **arguments)

    def elements(self, **arguments):
        """The tree as a list of elements."""
        return [Element(line) for line in self.call("tree", **arguments).splitlines()]

    def one(self, query):
        found = [Element(line) for line in self.call("find", query=query).splitlines()]
        assert len(found) == 1, found
        return found[0]


class Element:
    """A line of the tree."""

    pattern = re.compile(
        r'( *)(\S+)(?: ("(?:[^"\\]|\\.)*"))?(?: = ("(?:[^"\\]|\\.)*"))?(?: #(\S+))?'
        r" (-?[\d.]+),(-?[\d.]+) ([\d.]+)x([\d.]+)(?: \[(.*?)\])?(?: \{(.*)\})? @(e[\d.]+)$"
    )

    def __init__(self, line):
        match = self.pattern.match(line)
        assert match, line
        self.depth = len(match[1]) // 2
        self.role = match[2]
        self.label = json.loads(match[3]) if match[3] else None
        self.value = json.loads(match[4]) if match[4] else None
        self.identifier = match[5]
        self.x, self.y, self.width, self.height = (float(match[i]) for i in range(6, 10))
        self.states = match[10].split(", ") if match[10] else []
        self.actions = match[11].split(", ") if match[11] else []
        self.reference = match[12]

    def __repr__(self):
        return f"{self.role} {self.label!r} = {self.value!r} #{self.identifier} @{self.reference}"
