#!/usr/bin/env python3
# A client of quartzd in another language: a context, two layers, a picture, a PNG.
# Licensed under the MIT license; see LICENSE.
"""Written from PROTOCOL.md alone, with nothing but Python's standard library.

    quartzd --socket /tmp/q.sock &
    python3 Examples/Wire/quartz_wire.py --socket /tmp/q.sock picture.png
"""

import argparse
import array
import mmap
import os
import socket
import struct
import sys
import zlib

VERSION = 1
MAGIC = 0x5A545251
HELLO, CREATE_CONTEXT, COMMIT, REQUEST_FRAME, RELEASE_FRAMES = 1, 2, 4, 5, 7
WELCOME, CONTEXT_CREATED, FRAME, BUFFERS_RELEASED, FAILURE = 128, 129, 130, 131, 134
STEPPED_CLOCK = 1


def default_socket():
    folder = os.environ.get("XDG_RUNTIME_DIR", "")
    if folder.startswith("/"):
        return folder + "/quartzd.sock"
    return "/tmp/quartz-%d/quartzd.sock" % os.getuid()


def text(string):
    data = string.encode("utf-8")
    return struct.pack("<I", len(data)) + data


def numbers(values):
    return struct.pack("<I%dI" % len(values), len(values), *values)


# Values: a tag, then what belongs to it.


def rect(x, y, width, height):
    return struct.pack("<B4d", 6, x, y, width, height)


def point(x, y):
    return struct.pack("<B2d", 4, x, y)


def color(red, green, blue, alpha=1.0):
    return struct.pack("<B4d", 7, red, green, blue, alpha)


def number(value):
    return struct.pack("<Bd", 3, value)


BOUNDS, POSITION, BACKGROUND_COLOR, CORNER_RADIUS = 0, 1, 18, 19


def change(layer, properties):
    """A layer and its new values: a mask of words, the words of the bit set, values in order."""
    words = [0, 0, 0, 0]
    for row in properties:
        words[row // 64] |= 1 << (row % 64)
    mask = sum(1 << index for index, word in enumerate(words) if word)
    data = struct.pack("<IB", layer, mask)
    data += b"".join(struct.pack("<Q", word) for word in words if word)
    return data + b"".join(properties[row] for row in sorted(properties))


class Refused(Exception):
    """The server's words when it refused a message."""


class Connection:
    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.socket.settimeout(10)
        self.socket.connect(path)
        self.serial = 0
        self.descriptors = []

    def send(self, opcode, payload=b""):
        self.serial += 1
        header = struct.pack("<IBBHQ", 16 + len(payload), opcode, 0, 0, self.serial)
        self.socket.sendall(header + payload)
        return self.serial

    def receive_bytes(self, count):
        data = b""
        while len(data) < count:
            # Descriptors come with the first byte of the message that they belong to.
            part, descriptors, _, _ = socket.recv_fds(self.socket, count - len(data), 253)
            self.descriptors += descriptors
            if not part:
                raise ConnectionError("the server has closed the connection")
            data += part
        return data

    def receive(self):
        length, opcode, count, _, serial = struct.unpack("<IBBHQ", self.receive_bytes(16))
        payload = self.receive_bytes(length - 16)
        descriptors, self.descriptors = self.descriptors[:count], self.descriptors[count:]
        return opcode, serial, payload, descriptors

    def call(self, opcode, payload, answer):
        """Sends a message and waits for its answer; others meanwhile answer nothing of ours."""
        serial = self.send(opcode, payload)
        while True:
            kind, number_, data, descriptors = self.receive()
            if kind == FAILURE:
                refused, offset, code, ends, size = struct.unpack_from("<BIHBI", data)
                raise Refused("message %d, byte %d, code %d: %s" % (
                    refused, offset, code, data[12:12 + size].decode("utf-8")))
            if kind == answer and number_ == serial:
                return data, descriptors
            for descriptor in descriptors:
                os.close(descriptor)


class Picture:
    """The payload of `frame`; pixels are R, G, B, A bytes, premultiplied, rows from the top."""

    def __init__(self, data, descriptors):
        offset = 12 + 11 * 8
        offset += 1 + 16 * data[offset]
        layers, = struct.unpack_from("<I", data, offset)
        offset += 4 + 28 * layers
        passes, = struct.unpack_from("<I", data, offset)
        offset += 4 + 14 * passes
        assert data[offset] == 1 and len(descriptors) == 1
        self.buffer, size = struct.unpack_from("<IQ", data, offset + 1)
        place = struct.unpack_from("<IIIBBQ", data, offset + 13)
        self.width, self.height, row_bytes, _, _, start = place
        with mmap.mmap(descriptors[0], size, flags=mmap.MAP_SHARED, prot=mmap.PROT_READ) as memory:
            self.rows = [
                memory[start + y * row_bytes:start + y * row_bytes + 4 * self.width]
                for y in range(self.height)
            ]
        os.close(descriptors[0])

    def pixel(self, x, y):
        return tuple(self.rows[y][4 * x:4 * x + 4])

    def png(self):
        def chunk(kind, data):
            return (struct.pack(">I", len(data)) + kind + data
                    + struct.pack(">I", zlib.crc32(kind + data)))

        header = struct.pack(">IIBBBBB", self.width, self.height, 8, 6, 0, 0, 0)
        lines = b"".join(b"\0" + straight(row) for row in self.rows)
        return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header)
                + chunk(b"IDAT", zlib.compress(lines)) + chunk(b"IEND", b""))


def straight(row):
    """Divides colours by their alpha, as PNG has them."""
    result = array.array("B", row)
    for index in range(0, len(result), 4):
        alpha = result[index + 3]
        if 0 < alpha < 255:
            for part in range(index, index + 3):
                result[part] = min(255, (result[part] * 255 + alpha // 2) // alpha)
    return result.tobytes()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--socket", default=default_socket())
    parser.add_argument("picture")
    options = parser.parse_args()
    connection = Connection(options.socket)

    data, _ = connection.call(HELLO, struct.pack("<II", MAGIC, VERSION) + text("python"), WELCOME)
    length, = struct.unpack_from("<I", data, 8)
    print("renderer %s" % data[12:12 + length].decode("utf-8"))

    context = 1
    connection.call(CREATE_CONTEXT, struct.pack(
        "<IIIdB4dBd", context, 64, 48, 1.0, 0, 1.0, 1.0, 1.0, 1.0, STEPPED_CLOCK, 60.0),
        CONTEXT_CREATED)

    root, box = 1, 2
    changes = [
        change(root, {BOUNDS: rect(0, 0, 64, 48), POSITION: point(32, 24)}),
        change(box, {
            BOUNDS: rect(0, 0, 40, 24), POSITION: point(32, 24),
            BACKGROUND_COLOR: color(1, 0, 0), CORNER_RADIUS: number(8),
        }),
    ]
    commit = struct.pack("<Id", context, 0.0)
    commit += b"\0"  # No buffers,
    commit += struct.pack("<II", 0, 0)  # no new images, no new parts of images.
    commit += struct.pack("<I", 2) + struct.pack("<IBIB", root, 0, box, 0)
    commit += numbers([])
    commit += struct.pack("<I", len(changes)) + b"".join(changes)
    commit += struct.pack("<I", 1) + struct.pack("<I", root) + numbers([box]) + struct.pack("<I", 0)
    commit += struct.pack("<I", 0)
    commit += struct.pack("<BI", 1, root)
    commit += numbers([])
    connection.send(COMMIT, commit)

    data, descriptors = connection.call(
        REQUEST_FRAME, struct.pack("<IBdB", context, 1, 0.0, 0), FRAME)
    picture = Picture(data, descriptors)
    connection.send(RELEASE_FRAMES, numbers([picture.buffer]))
    with open(options.picture, "wb") as file:
        file.write(picture.png())
    print("%d x %d, corner %s, middle %s" % (
        picture.width, picture.height, picture.pixel(0, 0), picture.pixel(32, 24)))


if __name__ == "__main__":
    try:
        main()
    except (OSError, Refused) as error:
        sys.exit("quartz_wire.py: %s" % error)
