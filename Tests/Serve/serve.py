# Pictures and films over HTTP: the same bytes as those of the command line, limits, hostile bodies.
# Licensed under the MIT license; see LICENSE.
#
#     serve.py QUARTZ

import concurrent.futures
import glob
import io
import json
import os
import random
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import zipfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from server import Server  # noqa: E402

quartz = os.path.abspath(sys.argv[1])
root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
examples = os.path.join(root, "Examples")
token = "a token of the tests".replace(" ", "-")
failures = []


def check(name, body):
    start = time.time()
    try:
        body()
        print(f"ok     {name} ({time.time() - start:.1f} s)", flush=True)
    except (AssertionError, OSError, ValueError, subprocess.SubprocessError) as problem:
        failures.append(name)
        frame = problem.__traceback__
        while frame.tb_next:
            frame = frame.tb_next
        print(f"FAILED {name}: line {frame.tb_lineno}: {problem!r}", flush=True)


def read(path):
    with open(path, "rb") as file:
        return file.read()


def zipped(package):
    """A package's folder as a zip."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted(glob.glob(os.path.join(package, "**"), recursive=True)):
            if os.path.isfile(path):
                archive.write(path, os.path.relpath(path, os.path.dirname(package)))
    return file.getvalue()


def rendered(path, name, *options):
    """The file that the command line writes."""
    with tempfile.TemporaryDirectory() as folder:
        output = os.path.join(folder, name)
        subprocess.run(
            [quartz, "render", path, "-o", output, "--renderer", "software", *options], check=True,
            stderr=subprocess.DEVNULL)
        return read(output)


def wait_until(condition, what):
    end = time.time() + 10
    while not condition():
        assert time.time() < end, what
        time.sleep(0.02)


clock = os.path.join(examples, "Clock.ca")
flower = os.path.join(examples, "Lottie", "flower.json")
slow = dict(size="3840x2160", duration=50, format="webm")


def pictures():
    """Of packages and of animations, as the command line draws them."""
    with Server(quartz) as server:
        for path in sorted(glob.glob(os.path.join(examples, "*.ca"))):
            found = server.draw("picture", zipped(path), dict(time=0.5))
            assert found[:2] == (200, "image/png"), (path, found)
            assert found[2] == rendered(path, "a.png", "--time", "0.5"), path
        for path in sorted(glob.glob(os.path.join(examples, "Lottie", "*.json")))[::3]:
            query = dict(time=0.4, size="120x90", background="#204060", format="webp")
            found = server.draw("picture", read(path), query, Content_Type="application/json")
            assert found[:2] == (200, "image/webp"), (path, found)
            assert found[2] == rendered(
                path, "a.webp", "--time", "0.4", "--size", "120x90", "--background", "#204060"), path
        # A document without a package, told by its bytes, and one whose type is said.
        caml = read(os.path.join(clock, "main.caml"))
        with tempfile.TemporaryDirectory() as folder:
            alone = shutil.copy(os.path.join(clock, "main.caml"), folder)
            expected = rendered(alone, "a.png")
        for kind in [None, "text/xml; charset=utf-8"]:
            headers = dict(Content_Type=kind) if kind else {}
            found = server.draw("picture", caml, **headers)
            assert found[2] == expected, found[:2]
        archive = rendered_archive()
        assert server.draw("picture", archive)[2] == rendered(clock, "a.png")
        lamp = server.draw("picture", zipped(os.path.join(examples, "Lamp.ca")), dict(state="on"))
        assert lamp[2] == rendered(os.path.join(examples, "Lamp.ca"), "a.png", "--state", "on")


def rendered_archive():
    """The clock as a keyed archive."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "Clock.caar")
        subprocess.run([quartz, "convert", clock, path], check=True, stderr=subprocess.DEVNULL)
        return read(path)


def films():
    """In the formats that are encoded, with the bytes of the command line."""
    with Server(quartz) as server:
        for form, kind in [
            ("mp4", "video/mp4"), ("webm", "video/webm"), ("gif", "image/gif"), ("png", "image/apng"),
        ]:
            query = dict(format=form, frames=6, fps="12.5", size="160x120")
            found = server.draw("film", read(flower), query)
            assert found[:2] == (200, kind), found
            assert found[2] == rendered(
                flower, f"a.{form}", "--frames", "6", "--fps", "12.5", "--size", "160x120"), form


def words():
    """Health, the description, and paths and methods that are not there."""
    with Server(quartz) as server:
        status, _, body = server.ask("GET", "/v1/health")
        assert status == 200 and json.loads(body)["version"], body
        status, _, body = server.ask("GET", "/openapi.json")
        description = json.loads(body)
        assert status == 200 and description["openapi"].startswith("3.1"), body
        names = {each["name"] for each in description["paths"]["/v1/film"]["post"]["parameters"]}
        assert {"format", "size", "scale", "background", "state", "fps", "duration"} <= names, names
        assert "/v1/picture" in server.refusal(404, "/v1/nothing")
        assert "POST" in server.refusal(405, "/v1/picture", method="GET")
        assert server.ask("HEAD", "/v1/picture")[0] == 405
        assert "GET" in server.refusal(405, "/v1/health")
        # Pages in browsers, by whatever name they call this machine.
        assert "page" in server.refusal(403, "/v1/picture", b"{}", Origin="https://example.org")
        assert "page" in server.refusal(403, "/v1/picture", b"{}", Sec_Fetch_Site="cross-site")
        assert "Host" in server.refusal(403, "/v1/health", method="GET", Host="example.org:80")


def tokens():
    """Without the token nothing is drawn; without one only this machine may ask."""
    with tempfile.NamedTemporaryFile("w") as file:
        file.write(token + "\n")
        file.flush()
        servers = [
            lambda: Server(quartz, "--token-file", file.name),
            lambda: Server(quartz, environment=dict(QUARTZ_TOKEN=token)),
        ]
        for start in servers:
            with start() as server:
                document = read(flower)
                for given in [None, "Bearer", f"Bearer {token}x", f"Bearer {token[:-1]}",
                              f"Basic {token}", f"Bearer {token} {token}"]:
                    headers = dict(Authorization=given) if given else {}
                    assert "token" in server.refusal(401, "/v1/picture", document, **headers)
                assert server.draw("picture", document, Authorization=f"Bearer {token}")[0] == 200
                assert server.ask("GET", "/v1/health")[0] == 200
                assert server.ask("GET", "/openapi.json")[0] == 401
    environment = {name: value for name, value in os.environ.items() if name != "QUARTZ_TOKEN"}
    for options, words in [
        (["--address", "0.0.0.0"], "token"), (["--address", "nowhere"], "--address"),
        (["--token-file", __file__], "16 characters"), (["--jobs", "0"], "--jobs"),
    ]:
        run = subprocess.run([quartz, "serve", "--port", "0", *options], env=environment,
                             capture_output=True, text=True, timeout=20)
        assert run.returncode == 2 and words in run.stderr, (options, run)


def limits():
    """Bytes, pixels, pictures, memory."""
    with Server(quartz, "--most-bytes", "100000", "--most-pixels", "10000", "--most-frames", "5",
                "--most-seconds", "20") as server:
        document = read(flower)
        assert "100000" in server.refusal(413, "/v1/picture", b"{" * 100001)
        # A body of pieces, and one that is far too long.
        pieces = (b"{" * 1000 for _ in range(200))
        assert "100000" in server.refusal(413, "/v1/picture", pieces)
        with socket.create_connection(("127.0.0.1", server.port)) as client:
            client.sendall(b"POST /v1/picture HTTP/1.1\r\nHost: localhost\r\n"
                           b"Content-Length: 9999999999\r\nExpect: 100-continue\r\n\r\n")
            assert b" 413 " in client.recv(100)
        assert "10000" in server.refusal(422, "/v1/picture", document, dict(size="101x100"))
        assert server.draw("picture", document, dict(size="100x100"))[0] == 200
        assert "at most 5" in server.refusal(422, "/v1/film", document, dict(frames=6, size="9x9"))
        assert server.draw("film", document, dict(frames=5, size="8x8", format="gif"))[0] == 200
    with Server(quartz, "--most-memory", str(400 << 20)) as server:
        assert "memory" in server.refusal(422, "/v1/picture", document, dict(size="4096x4096"))
        assert server.draw("picture", document, dict(size="400x400"))[0] == 200


def slowness():
    """Drawing that takes too long ends with all that it has started."""
    with Server(quartz, "--most-seconds", "1.5", "--most-frames", "9999") as server:
        with concurrent.futures.ThreadPoolExecutor() as pool:
            answer = pool.submit(server.refusal, 504, "/v1/film", zipped(clock), slow)
            wait_until(lambda: len(server.programs()) > 1, "no encoder was started")
            assert "1.5 seconds" in answer.result()
        wait_until(lambda: not server.programs(), "a program is left")
        assert server.requests() == [], server.requests()
        # A document that does not come.
        with socket.create_connection(("127.0.0.1", server.port), timeout=10) as client:
            client.sendall(b"POST /v1/picture HTTP/1.1\r\nHost: localhost\r\n"
                           b"Content-Length: 10\r\n\r\n{")
            assert client.recv(10) == b""


def leaving():
    """Clients that hang up, and a signal, end what is drawn."""
    server = Server(quartz, "--most-frames", "9999")
    head = (b"POST /v1/film?size=3840x2160&duration=50&format=webm HTTP/1.1\r\nHost: localhost\r\n"
            b"Content-Length: %d\r\n\r\n")
    document = zipped(clock)
    with socket.create_connection(("127.0.0.1", server.port)) as client:
        client.sendall(head % len(document) + document)
        wait_until(server.programs, "nothing is drawn")
    wait_until(lambda: not server.programs() and not server.requests(), "it is drawn for nobody")
    with socket.create_connection(("127.0.0.1", server.port)) as client:
        client.sendall(head % len(document) + document)
        wait_until(lambda: len(server.programs()) > 1, "nothing is drawn")
        server.end()
    # Without a chance to say anything, it takes along what draws.
    server = Server(quartz, "--most-frames", "9999")
    with socket.create_connection(("127.0.0.1", server.port)) as client:
        client.sendall(head % len(document) + document)
        wait_until(server.programs, "nothing is drawn")
        server.process.send_signal(signal.SIGKILL)
        server.process.wait()
        server.process.stdout.close()
        wait_until(lambda: not server.programs(), "a program is left")
    # Its folder goes with the next server there; that of a server that runs stays.
    left = os.listdir(server.folder)
    assert len(left) == 1, left
    next_server = Server(quartz, folder=server.folder)
    own = os.listdir(server.folder)
    assert len(own) == 1 and own != left, own
    third = Server(quartz, folder=server.folder)
    assert set(own) < set(os.listdir(server.folder))
    third.process.send_signal(signal.SIGTERM)
    third.process.wait(10)
    third.process.stdout.close()
    assert os.listdir(server.folder) == own
    assert next_server.draw("picture", document)[0] == 200
    next_server.end()


def without_encoder():
    """Films that ffmpeg encodes are not implemented where there is none."""
    with Server(quartz, environment={"PATH": "/nonexistent"}) as server:
        reason = server.refusal(501, "/v1/film", zipped(clock), dict(duration=0.1))
        assert "ffmpeg" in reason, reason
        found = server.draw("film", zipped(clock), dict(duration=0.1, format="png"))
        assert found[:2] == (200, "image/apng"), found[:2]
        assert server.draw("picture", zipped(clock))[0] == 200


def crowds():
    """Eight requests at once, and more than there is room for."""
    document = read(flower)
    with Server(quartz, "--jobs", "2") as server:
        expected = rendered(flower, "a.png", "--size", "200x200")
        with concurrent.futures.ThreadPoolExecutor(8) as pool:
            answers = [pool.submit(server.draw, "picture", document, dict(size="200x200"))
                       for _ in range(8)]
            assert all(answer.result()[2] == expected for answer in answers)
    with Server(quartz, "--jobs", "1", "--most-waiting", "1", "--most-frames", "9999",
                "--most-seconds", "3") as server:
        with concurrent.futures.ThreadPoolExecutor(8) as pool:
            answers = [pool.submit(server.draw, "film", zipped(clock), slow) for _ in range(4)]
            statuses = sorted(answer.result()[0] for answer in answers)
        assert statuses[2:] == [503, 504] or statuses == [503, 503, 503, 504], statuses
        assert server.draw("picture", document)[0] == 200


def hostile_queries():
    """Each is refused with the name of the parameter, and none reaches the command line."""
    document = read(flower)
    with Server(quartz) as server:
        for query in [
            "size=1", "size=0x5", "size=99999999x1", "size=-1x-1", "size=%00", "scale=0", "scale=nan",
            "scale=1e999", "time=inf", "time=-1", "format=exe", "format=../../a.png", "format=",
            "background=red", "background=%23zzzzzz", "state=", "state=a%0Ab", "strict=maybe",
            "wallpaper=0", "tilt=9,9", "set=nothing", "set=a=b", "appearance=blue", "output=/tmp/a",
            "fonts=/etc", "server=/tmp/socket", "-o=/tmp/a", "time=1&time=2", "blend=a:b:c",
            "planes=cellar", "from=on", "time",
        ]:
            reason = server.refusal(400, f"/v1/picture?{query}", document)
            name = query.split("=")[0].lstrip("-")
            assert f"parameter {name}" in reason.replace("-", "") or f"--{name}" in reason, reason
        for query in ["%FF=1", "state=%FF", "time=%E0%80"]:
            assert "UTF-8" in server.refusal(400, f"/v1/picture?{query}", document)
        for query in ["duration=0", "frames=0", "frames=99999", "fps=0", "fps=1/0", "loop=-1",
                      "preset=now", "time=1"]:
            assert query.split("=")[0] in server.refusal(400, f"/v1/film?{query}", document)
        assert "no state" in server.refusal(422, "/v1/picture?state=dusk", zipped(clock))


def hostile_bodies():
    """Documents that are none are refused, and the server draws the next one."""
    chance = random.Random(8)
    document, package = read(flower), zipped(clock)

    def changed(bytes_):
        copy = bytearray(bytes_)
        for _ in range(20):
            copy[chance.randrange(len(copy))] = chance.randrange(256)
        return bytes(copy)

    def entry(name, text):
        file = io.BytesIO()
        with zipfile.ZipFile(file, "w") as archive:
            archive.writestr(name, text)
        return file.getvalue()

    escape = ("<?xml version='1.0'?><caml><CALayer bounds='0 0 9 9'><contents type='CGImage' "
              "src='%s'/></CALayer></caml>")
    bodies = [
        b"{", b"{}", b"[" * 100000, b'{"w":1e999}', b"{" + b'"a":{' * 50000, b"PK", b"PK\3\4" * 50,
        package[:200], package[200:], document[:-100], b"<", b"<caml/>", b"<plist/>", b"bplist00",
        b"<?xml version='1.0'?><!DOCTYPE a [<!ENTITY b SYSTEM 'file:///etc/passwd'>]><caml>&b;</caml>",
        entry("manifest.json", "{}"), entry("../../main.caml", "<caml/>"), entry("a.ca/main.caml", ""),
        entry("main.caml", "<caml>" + "<CALayer>" * 5000), b"\0" * 10000, b"\xff\xfe{\0}\0", b"GIF89a",
    ] + [changed(document) for _ in range(4)] + [changed(package) for _ in range(8)]
    with Server(quartz, "--most-seconds", "20") as server:
        for body in bodies:
            status, kind, answer = server.draw("picture", body)
            assert status in (200, 415, 422), (status, body[:80], answer)
            if status != 200:
                assert kind == "application/json" and server.folder.encode() not in answer, answer
        for path in ["/etc/passwd", "../../../../etc/passwd", "file:///etc/hostname"]:
            status, _, answer = server.draw("picture", (escape % path).encode(), dict(strict="true"))
            assert status == 422, (path, status, answer)
        assert "no body" in server.refusal(400, "/v1/picture", b"")
        assert "Content-Type" in server.refusal(415, "/v1/picture", b"{}", Content_Type="text/html")
        for text in [b"\0\1\2\3\r\n\r\n", b"GET\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n",
                     b"GET / HTTP/1.1\r\nA: " + b"a" * 100000, b"A" * 200000]:
            with socket.create_connection(("127.0.0.1", server.port), timeout=10) as client:
                try:
                    client.sendall(text)
                    client.shutdown(socket.SHUT_WR)
                    answer = client.recv(1000)
                except ConnectionError:
                    answer = b""
                assert answer == b"" or b" 4" in answer[:16] or b" 5" in answer[:16], answer
        assert server.draw("picture", document)[0] == 200


for name, body in [
    ("pictures have the bytes of the command line", pictures), ("films", films),
    ("health, description, paths, pages", words), ("tokens", tokens), ("limits", limits),
    ("slow requests", slowness), ("clients that leave, signals", leaving),
    ("many at once", crowds), ("hostile queries", hostile_queries),
    ("hostile bodies", hostile_bodies), ("without ffmpeg", without_encoder),
]:
    check(name, body)
print(f"{len(failures)} failed" if failures else "all passed")
sys.exit(1 if failures else 0)
