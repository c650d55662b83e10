#!/usr/bin/env python3
"""Compares the layout engine with kiwisolver over random systems, in pieces, for a given time.

Licensed under the MIT license; see LICENSE.

    layout_proof.py BENCHMARKS [--seed 1] [--systems 100000] [--seconds 600] [--piece 500]

BENCHMARKS is the program of the benches (`benchmarks --layout solve FILE`). Piece p has systems
p * piece ... of the generator with the seed "SEED.p", so that each can be run again alone.

Of each system: both find a contradiction, or neither does. If neither does, ours holds required
equations to 1e-6, and the sum by which wishes are missed is kiwisolver's to 1e-6, priority by
priority, the highest first. kiwisolver adds up weighed priorities; where it misses a higher one by
more than ours does, it traded that for lower ones, and the system is counted as `traded`.
"""

import argparse
import pathlib
import random
import subprocess
import sys
import tempfile
import time

import kiwisolver
import layout_systems as systems

TOLERANCE = 1e-6


def peer(sizes, equations):
    """kiwisolver's values; None for a contradiction."""
    solver = kiwisolver.Solver()
    variables, made = systems.constraints(sizes, equations)
    try:
        for constraint in made:
            solver.addConstraint(constraint)
    except kiwisolver.UnsatisfiableConstraint:
        return None
    solver.updateVariables()
    return [variable.value() for variable in variables]


def verdict(equations, ours, theirs):
    if (ours is None) != (theirs is None):
        return "wrong"
    if ours is None:
        return "conflict"
    own, other = systems.errors(equations, ours), systems.errors(equations, theirs)
    room = TOLERANCE * (1 + max((abs(constant) for constant, *_ in equations), default=0))
    if own["r"] > room:
        return "wrong"
    for price in systems.prices(equations):
        if own[price] > other[price] + room:
            return "wrong"
        if own[price] < other[price] - room:
            return "traded"
    return "equal"


def piece(program, generator, seed, number, count):
    rng = random.Random(f"{seed}.{number}")
    made = [generator.make(rng) for _ in range(count)]
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "systems.txt"
        path.write_text("".join(systems.text(i, *system) for i, system in enumerate(made)))
        lines = subprocess.run(
            [program, "--layout", "solve", path], capture_output=True, text=True, check=True
        ).stdout.splitlines()
    for line, (sizes, equations) in zip(lines, made, strict=True):
        words = line.split()[1:]
        ours = None if words == ["conflict"] else [float(word.rstrip("?")) for word in words]
        yield verdict(equations, ours, peer(sizes, equations))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--systems", type=int, default=100_000)
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--piece", type=int, default=500)
    options = parser.parse_args()
    generator = systems.generator()
    begin, counts, number = time.monotonic(), {}, 0
    while number * options.piece < options.systems:
        if time.monotonic() - begin > options.seconds:
            break
        found = piece(options.program, generator, options.seed, number, options.piece)
        for index, result in enumerate(found):
            counts[result] = counts.get(result, 0) + 1
            if result == "wrong":
                print(f"wrong: seed {options.seed}, piece {number}, system {index}", flush=True)
        number += 1
    names = ", ".join(f"{count} {name}" for name, count in sorted(counts.items()))
    print(f"{number * options.piece} systems of seed {options.seed} in "
          f"{time.monotonic() - begin:.0f} s: {names}")
    sys.exit(1 if counts.get("wrong") else 0)


main()
