#!/usr/bin/env python3
# A tool in another language that looks into the programs of a quartzd: contexts, costs, layers.
# Licensed under the MIT license; see LICENSE.
"""Written from PROTOCOL.md alone, with nothing but Python's standard library.

    quartzd --socket /tmp/q.sock &
    some-program &
    python3 Examples/Wire/quartz_look.py --socket /tmp/q.sock picture.png

The programs are asked nothing: they may be stopped.
"""

import argparse
import os
import struct
import sys

from quartz_wire import (
    BACKGROUND_COLOR, FRAME, HELLO, MAGIC, RELEASE_FRAMES, VERSION, WELCOME, Connection, Picture,
    Refused, color, default_socket, numbers, text,
)

CAPTURE_FRAME, CAPTURE_STATISTICS, CONTEXT_STATISTICS = 6, 36, 145
REQUEST_CONTEXTS, CONTEXTS, REQUEST_CHANGE, CHANGE = 32, 147, 33, 148
END_OBSERVATION, OVERRIDE_VALUE, OVERRIDDEN = 34, 35, 149
CLASSES = ("layer", "transform", "shape", "gradient", "replicator", "text", "scroll", "tiled",
           "emitter", "backdrop")


class Context:
    """An entry of `contexts`."""

    def __init__(self, data, offset):
        self.token, self.connection, self.process, length = struct.unpack_from("<QQII", data, offset)
        offset += 24
        self.program = data[offset:offset + length].decode("utf-8")
        offset += length
        self.client, self.host = struct.unpack_from("<II", data, offset)
        (self.number, self.width, self.height, self.scale, self.is_y_up, _, _, _, _, self.clock,
         self.rate) = struct.unpack_from("<IIIdB4dBd", data, offset + 8)
        self.end = offset + 8 + struct.calcsize("<IIIdB4dBd")

    def __str__(self):
        kind = "stepped" if self.clock else "real"
        return "process %d (%s), context %d: %d x %d, %s clock" % (
            self.process, self.program, self.number, self.width, self.height, kind)


def contexts(connection):
    data, _ = connection.call(REQUEST_CONTEXTS, b"", CONTEXTS)
    _, listed = struct.unpack_from("<QI", data)
    found, offset = [], 12
    for _ in range(listed):
        found.append(Context(data, offset))
        offset = found[-1].end
    return found


def statistics(connection, token):
    """Frames so far, those of the last second, and the median seconds of drawing."""
    data, _ = connection.call(CAPTURE_STATISTICS, struct.pack("<Q", token), CONTEXT_STATISTICS)
    frames, per_second = struct.unpack_from("<QQ", data, 4)
    draw = 5
    median, = struct.unpack_from("<d", data, 20 + 16 * draw)
    return frames, per_second, median


def picture(connection, token):
    data, descriptors = connection.call(CAPTURE_FRAME, struct.pack("<QBd", token, 0, 0.0), FRAME)
    result = Picture(data, descriptors)
    connection.send(RELEASE_FRAMES, numbers([result.buffer]))
    return result


def created(data, offset):
    """The layers that a commit creates, with their classes; what comes behind them is not read."""
    buffers, lent = data[offset + 8], []
    offset += 9
    for _ in range(buffers):
        lent.append(struct.unpack_from("<I", data, offset)[0])
        offset += 12
    images, = struct.unpack_from("<I", data, offset)
    offset += 4 + images * 26
    updates, = struct.unpack_from("<I", data, offset)
    offset += 4 + updates * 34
    count, = struct.unpack_from("<I", data, offset)
    layers = [struct.unpack_from("<IB", data, offset + 4 + 5 * index) for index in range(count)]
    return layers, lent


def tree(connection, token):
    """All layers of a context: the first changes that it tells are the parts of the tree."""
    layers, begins = [], 1
    while True:
        data, descriptors = connection.call(
            REQUEST_CHANGE, struct.pack("<QB", token, begins), CHANGE)
        begins = 0
        for descriptor in descriptors:
            os.close(descriptor)
        kind = data[17]
        if kind != 1:
            raise Refused("the context is gone")
        found, lent = created(data, 20)
        layers += found
        if lent:
            connection.send(RELEASE_FRAMES, numbers(lent))
        if data[19]:
            return layers


def override(connection, token, layer, value):
    """Shows another background; None shows the program's again."""
    payload = struct.pack("<QIBB", token, layer, BACKGROUND_COLOR, value is not None)
    data, _ = connection.call(OVERRIDE_VALUE, payload + (value or b""), OVERRIDDEN)
    return struct.unpack_from("<Q", data, 8)[0]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--socket", default=default_socket())
    parser.add_argument("picture", nargs="?")
    options = parser.parse_args()
    connection = Connection(options.socket)
    connection.call(HELLO, struct.pack("<II", MAGIC, VERSION) + text("look"), WELCOME)
    found = contexts(connection)
    for context in found:
        print(context)
    if not found:
        return
    token = found[0].token
    print("%d frames, %d in the last second, %.6f s to draw" % statistics(connection, token))
    layers = tree(connection, token)
    print("layers: " + ", ".join("%d %s" % (layer, CLASSES[kind]) for layer, kind in layers))
    before = picture(connection, token)
    if options.picture:
        with open(options.picture, "wb") as file:
            file.write(before.png())
    # The last layer green, for a moment; its program is not told.
    count = override(connection, token, layers[-1][0], color(0, 1, 0))
    greens = sum(row[1::4].count(255) for row in picture(connection, token).rows)
    print("%d value overridden, %d pixels with all of green" % (count, greens))
    override(connection, token, layers[-1][0], None)
    connection.send(END_OBSERVATION, struct.pack("<Q", token))
    same = picture(connection, token).rows == before.rows
    print("as before" if same else "it moves")


if __name__ == "__main__":
    try:
        main()
    except (OSError, Refused) as error:
        sys.exit("quartz_look.py: %s" % error)
