# Plays the programs, their recorded sessions, files of layers, and hostile lines with quartz mcp.
# Licensed under the MIT license; see LICENSE.
#
#     play.py FOLDER                  FOLDER has quartz and uikit-program
#     play.py FOLDER COUNT [SEED]     hostile lines alone; seed 44 unless said

import collections
import json
import os
import random
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from client import Client, Refused  # noqa: E402
import programs  # noqa: E402

folder = os.path.abspath(sys.argv[1])
# Hostile lines, in pieces: each has a seed of its own and a server of its own.
count = int(sys.argv[2]) if len(sys.argv) > 2 else 3000
seed = int(sys.argv[3]) if len(sys.argv) > 3 else 44
PIECE = 50_000
root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
quartz = os.path.join(folder, "quartz")
program = os.path.join(folder, "uikit-program")
failures = []


def check(name, body):
    start = time.time()
    try:
        body()
        print(f"ok     {name} ({time.time() - start:.1f} s)", flush=True)
    except (AssertionError, Refused, KeyError, IndexError, StopIteration, ValueError) as problem:
        failures.append(name)
        frame = problem.__traceback__
        while frame.tb_next:
            frame = frame.tb_next
        print(f"FAILED {name}: line {frame.tb_lineno}: {problem!r}", flush=True)


def picture_now(client):
    client.call("picture")
    return client.picture


Client.picture_now = picture_now


def play(name, body):
    """Plays a program, then what was recorded of it in a new one: it must show the same."""
    with Client(quartz) as client:
        client.open(program=[program, name])
        body(client)
        text = client.session()
        shown = client.tree()
        picture = client.picture_now()
        assert text.startswith("program "), text
        if text.count("\n") > 1:
            assert client.replay().startswith("passed"), text
        # The same steps in one request show the same.
        steps = "\n".join(text.splitlines()[1:])
        if name != "AnalogClock" and steps:
            client.open(program=[program, name])
            client.steps(text=steps)
            again = [line.split(" @")[0] for line in client.tree().splitlines()]
            assert again == [line.split(" @")[0] for line in shown.splitlines()]
            assert client.picture_now() == picture


def failing_session():
    """A session that fails is made as short as it can be."""
    with Client(quartz) as client:
        client.open(program=[program, "Calculator"])
        for key in ["1", "2", "C", "4", "5"]:
            client.tap(query=f"#{key}")
        client.see(query="text")
        text = client.session()
        assert 'see text => text "45"' in text, text
        # The program is right, so what is expected is made wrong.
        wrong = text.replace('"45"', '"54"')
        reason = programs.refused(lambda: client.replay(text=wrong))
        assert "step 16" in reason and 'text "54" was expected' in reason, reason
        small = client.minimise(text=wrong)
        steps = [line for line in small.splitlines() if line.startswith("down")]
        assert len(steps) == 2, small
        path = os.path.join(tempfile.mkdtemp(), "wrong.session")
        open(path, "w").write(wrong)
        run = subprocess.run([quartz, "mcp", "--replay", path], capture_output=True, text=True)
        assert run.returncode == 1 and "was expected" in run.stderr, run


def pictures():
    """Pictures of one view, by itself and as it is seen, and budgets."""
    with Client(quartz) as client:
        client.open(program=[program, "Calculator"])
        client.call("picture", query="#7")
        key = client.picture
        width = int.from_bytes(key[16:20], "big")
        assert key[:4] == b"\x89PNG" and abs(width - client.one("#7").width) <= 1
        client.call("picture", query="#7", alone=True)
        assert client.picture[:4] == b"\x89PNG"
        reason = programs.refused(lambda: client.call("picture", budget=300))
        assert "budget" in reason, reason
        tree = client.tree(budget=300)
        assert len(tree.encode()) <= 300 and "more lines" in tree, tree
        assert len(client.tree(depth=0).splitlines()) < len(client.tree().splitlines())
        assert len(client.tree(all=True).splitlines()) > len(client.tree().splitlines())
        assert "draws" in client.costs() and "layers" in client.costs()
        assert "Calculator" in client.layers(point=[30, 200]) or "UIButton" in client.layers(
            point=[30, 200]
        )


def layers():
    """A package: its layers, values, time and pictures."""
    with Client(quartz) as client:
        client.open(file=os.path.join(root, "Examples/Clock.ca"))
        tree = client.tree()
        assert "CALayer" in tree, tree
        number = tree.splitlines()[0].split("@")[1]
        assert "bounds" in client.layer(layer=number)
        client.call("picture", name="begin")
        first = client.picture
        client.step(seconds=0.7)
        client.call("picture")
        assert client.picture != first
        assert "pixel" in client.difference(name="begin")
        assert "draws" in client.costs()
        reason = programs.refused(lambda: client.tap(point=[1, 1]))
        assert "programs" in reason, reason


def refusals():
    """Mistakes are told, and the next call works."""
    with Client(quartz) as client:
        assert client.greeting["protocolVersion"] == "2025-06-18"
        tools = {tool["name"]: tool for tool in client.request("tools/list")["tools"]}
        assert set(tools) >= {"open", "tree", "tap", "type", "swipe", "scroll", "step", "picture"}
        assert all(tool["inputSchema"]["type"] == "object" for tool in tools.values())
        for call, words in [
            (lambda: client.tree(), "nothing is open"),
            (lambda: client.open(), "one of program, file and server"),
            (lambda: client.open(program=["/no/such/program"]), "No such file"),
            (lambda: client.open(program=["/bin/true"]), "has ended"),
            (lambda: client.open(file="/no/such.ca"), "/no/such.ca"),
            (lambda: client.open(file="/", scale=-1), "scale"),
            (lambda: client.open(server="/no/such/socket"), "/no/such/socket"),
            (lambda: client.call("fly"), "no tool"),
            (lambda: client.tree(querry="x"), "querry"),
            (lambda: client.tree(depth="x"), "depth"),
            (lambda: client.tree(budget=1), "budget"),
            (lambda: client.request("resources/list"), "no method"),
        ]:
            reason = programs.refused(call)
            assert words in reason, (words, reason)
        client.open(program=[program, "Calculator"])
        for call, words in [
            (lambda: client.tap(query="#none"), "nothing that shows"),
            (lambda: client.tap(query="button"), "elements are button"),
            (lambda: client.tap(query=""), "the query is empty"),
            (lambda: client.tap(query='"7'), "has no end"),
            (lambda: client.tap(query="button [0]"), "a place such as"),
            (lambda: client.tap(), "a place"),
            (lambda: client.type(text="x"), "nothing takes keys"),
            (lambda: client.swipe(query="#7", direction="round"), "direction"),
            (lambda: client.act(query="#7", action="fly"), "no action"),
            (lambda: client.act(query="#7", action="increment"), "not adjustable"),
            (lambda: client.steps(text="down 1"), "a place x,y"),
            (lambda: client.steps(text="down x 1,1"), "a finger"),
            (lambda: client.steps(text="jump 1"), "was expected"),
            (lambda: client.steps(text="wait t=-1"), "already"),
            (lambda: client.steps(text="wait t=1e9"), "at most"),
            (lambda: client.steps(text="wait t=nan"), "a time"),
            (lambda: client.step(seconds=1e9), "seconds"),
            (lambda: client.replay(text="down 1 1,1"), "begins with a line"),
            (lambda: client.difference(name="none"), "no picture"),
            (lambda: client.layer(layer="1"), "for files and servers"),
        ]:
            reason = programs.refused(call)
            assert words in reason, (words, reason)
        client.tap(query="#7")
        client.see(query="text", facts='text "7"')


def memory(process):
    """The bytes of a process that are in RAM, in MB."""
    with open(f"/proc/{process}/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6


def hostile_lines(count, seed):
    """Lines of all kinds: each is answered with an error or a result, none ends the server."""
    rng = random.Random(seed)
    kinds = collections.Counter()
    with Client(quartz) as client:
        client.open(program=[program, "Calculator"])
        tools = client.request("tools/list")["tools"]
        names = [t["name"] for t in tools if t["name"] not in ("open", "close", "replay", "minimise")]
        keys = sorted({key for t in tools for key in t["inputSchema"]["properties"]} - {"path"})
        values = [
            None, True, 0, -1, 1e308, -1e-308, 2**63, "", "x", "e1", "#7", '"', "[1]", "e1 [1]",
            "\u0000", "\ud83d\ude00" * 20, [], [1], [1, 2], [1e9, -1e9], {}, {"a": 1}, ["x"], "down",
            "down 1 5,5; up 1", "wait +0.01", "see text", "act e1 => activate", "nothing", 300,
        ]
        base = json.dumps(
            {"jsonrpc": "2.0", "id": 7, "method": "tools/call",
             "params": {"name": "tree", "arguments": {"depth": 1}}}
        ).encode()

        def line():
            kind = rng.randrange(6)
            if kind == 0:
                return bytes(rng.randrange(256) for _ in range(rng.randrange(80)))
            if kind == 1:
                changed = bytearray(base)
                for _ in range(rng.randrange(1, 6)):
                    changed[rng.randrange(len(changed))] = rng.randrange(256)
                return bytes(changed)
            if kind == 2:
                return base[: rng.randrange(len(base))]
            if kind == 3:
                # Foundation ends programs that read one bracket more than it wants.
                depth = rng.choice([rng.randrange(1, 3000), rng.randrange(510, 516)])
                return rng.choice([b"[", b'{"a":']) * depth
            message = {"jsonrpc": "2.0", "id": rng.choice([1, "a", 1.5, None, [], -7])}
            message["method"] = rng.choice(["tools/call", "ping", "initialize", "x", 5, None])
            message["params"] = rng.choice([None, [], {}, 1])
            if kind == 5 or rng.random() < 0.7:
                message["method"] = "tools/call"
                arguments = {rng.choice(keys): rng.choice(values) for _ in range(rng.randrange(4))}
                message["params"] = {"name": rng.choice(names), "arguments": arguments}
            return json.dumps(message).encode()

        for index in range(count):
            sent = line().replace(b"\n", b" ")
            client.send_line(sent)
            # Notifications and blank lines have no answer; this one always has.
            client.send({"jsonrpc": "2.0", "id": f"end {index}", "method": "ping"})
            while True:
                answer = client.read()
                assert ("error" in answer) != ("result" in answer), answer
                if answer.get("id") == f"end {index}":
                    break
                result = answer.get("result", {})
                kinds[
                    f"error {answer['error']['code']}" if "error" in answer
                    else "refused" if result.get("isError") else "done"
                ] += 1
        kinds["no answer"] = count - sum(kinds.values())
        client.send_line(b'"' + b"x" * (5 << 20) + b'"')
        assert "bytes" in client.read()["error"]["message"]
        client.open(program=[program, "Calculator"])
        client.tap(query="#8")
        client.see(query="text", facts='text "8"')
        used = memory(client.process.pid)
    words = ", ".join(f"{number} {kind}" for kind, number in sorted(kinds.items()))
    print(f"seed {seed}: {count} lines: {words}; {used:.0f} MB at the end", flush=True)


if len(sys.argv) == 2:
    for name, body in programs.ALL.items():
        check(name, lambda: play(name, body))
    check("failing session", failing_session)
    check("pictures", pictures)
    check("layers", layers)
    check("refusals", refusals)
for start in range(0, count, PIECE):
    piece = min(count - start, PIECE)
    check(f"{piece} hostile lines", lambda: hostile_lines(piece, seed + start // PIECE))
if failures:
    sys.exit(f"{len(failures)} failed: {', '.join(failures)}")
