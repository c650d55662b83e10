#!/usr/bin/env python3
"""Times systems of layout equations in the layout engine and in kiwisolver, in turns.

Licensed under the MIT license; see LICENSE.

    layout_bench.py BENCHMARKS [--rounds 5]

The systems are chains of 1 to 4 views by Generators/layout-systems (100 of them, as one time), and
the 1,000 views in nested stacks that `benchmarks --layout dump FILE` writes. Both solvers begin
with nothing: ours is timed by the benches (`benchmarks --layout time`), without reading the file.

kiwisolver's constraints are made beforehand. Timed are the calls of `addConstraint` and one of
`updateVariables`, less a loop of as many calls of a function that does nothing, so that Python's
part is taken off. The least of all rounds counts. Goal: ours is at most 1.5 x kiwisolver's.
"""

import argparse
import pathlib
import random
import subprocess
import tempfile
import time

import kiwisolver
import layout_systems as systems

SEED = 20_261_130
CHAINS = 100


def loop(call, made):
    begin = time.perf_counter()
    for constraint in made:
        call(constraint)
    return time.perf_counter() - begin


def peer(sizes, equations):
    """Milliseconds; None if the required equations contradict each other."""
    _, made = systems.constraints(sizes, equations)
    solver = kiwisolver.Solver()
    empty = min(loop(lambda constraint: None, made) for _ in range(3))
    try:
        taken = loop(solver.addConstraint, made)
    except kiwisolver.UnsatisfiableConstraint:
        return None
    begin = time.perf_counter()
    solver.updateVariables()
    return 1e3 * (taken - empty + time.perf_counter() - begin)


def ours(program, path, rounds):
    """Milliseconds of each system of a file."""
    lines = subprocess.run(
        [program, "--layout", "time", path, str(rounds)],
        capture_output=True, text=True, check=True).stdout.splitlines()
    return [float(line.split()[1]) for line in lines]


def compare(name, program, path, rounds):
    made = systems.read(path)
    mine, theirs = [float("inf")] * len(made), [float("inf")] * len(made)
    for _ in range(rounds):
        mine = list(map(min, mine, ours(program, path, 3)))
        for index, system in enumerate(made):
            taken = peer(*system)
            theirs[index] = min(theirs[index], taken) if taken is not None else float("nan")
    kept = [i for i, taken in enumerate(theirs) if taken == taken]
    own, other = sum(mine[i] for i in kept), sum(theirs[i] for i in kept)
    print(f"| {name} ({len(kept)} systems) | {own:.3f} ms | {other:.3f} ms | {own / other:.2f} x |")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    rng, make = random.Random(SEED), systems.generator().make
    print("| systems | ours | kiwisolver | ratio |\n|---|---:|---:|---:|")
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "chains.txt"
        path.write_text("".join(systems.text(i, *make(rng)) for i in range(CHAINS)))
        compare("chains", options.program, path, options.rounds)
        path = pathlib.Path(folder) / "nested.txt"
        subprocess.run([options.program, "--layout", "dump", path], check=True)
        compare("1,000 nested views", options.program, path, options.rounds)


main()
