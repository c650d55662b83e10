"""Systems of layout equations for layout_bench.py and layout_proof.py, and kiwisolver's answers.

Licensed under the MIT license; see LICENSE.
"""

import importlib.util
import pathlib
from importlib.machinery import SourceFileLoader

import kiwisolver

ROOT = pathlib.Path(__file__).resolve().parents[2]
STRENGTHS = [1e6, 1e3, 1.0]  # kiwisolver weighs priorities; three of them are told apart


def generator():
    """Generators/layout-systems as a module, whose make(rng) is a random system."""
    path = str(ROOT / "Generators" / "layout-systems")
    loader = SourceFileLoader("layout_systems_generator", path)
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(loader.name, loader))
    loader.exec_module(module)
    return module


def text(number, sizes, equations):
    lines = [f"system {number}", "v " + " ".join(map(str, sizes))]
    for constant, over, under, terms in equations:
        lines.append(f"e {constant} {over} {under} " + " ".join(f"{v}*{f:g}" for v, f in terms))
    return "\n".join(lines) + "\n"


def read(path):
    """The (sizes, equations) of a file's systems."""
    systems = []
    for line in open(path, encoding="utf-8"):
        words = line.split()
        if words[0] == "system":
            systems.append(([], []))
        elif words[0] == "v":
            systems[-1][0].extend(map(int, words[1:]))
        elif words[0] == "e":
            terms = [(int(v), float(f)) for v, f in (word.split("*") for word in words[4:])]
            systems[-1][1].append((float(words[1]), words[2], words[3], terms))
    return systems


def prices(equations):
    """The priorities of a system, the highest first."""
    found = {float(p) for _, over, under, _ in equations for p in (over, under) if p not in "rf"}
    return sorted(found, reverse=True)


def constraints(sizes, equations):
    """kiwisolver's variables and constraints; the lower priorities of more than three are one."""
    variables = [kiwisolver.Variable(f"v{i}") for i in range(len(sizes))]
    ranks = {price: STRENGTHS[min(rank, 2)] for rank, price in enumerate(prices(equations))}
    made = [(v >= 0) | "required" for v, size in zip(variables, sizes) if size]

    def strength(price):
        return "required" if price == "r" else ranks[float(price)]

    for constant, over, under, terms in equations:
        total = kiwisolver.Expression([f * variables[v] for v, f in terms], 0)
        if over == under:
            made.append((total == constant) | strength(over))
            continue
        if over != "f":
            made.append((total <= constant) | strength(over))
        if under != "f":
            made.append((total >= constant) | strength(under))
    return variables, made


def errors(equations, values):
    """The sum of what wishes are missed by, for each priority; "r" for required equations."""
    sums = dict.fromkeys(prices(equations), 0.0)
    sums["r"] = 0.0
    for constant, over, under, terms in equations:
        off = sum(f * values[v] for v, f in terms) - constant
        price = over if off > 0 else under
        if price != "f":
            sums["r" if price == "r" else float(price)] += abs(off)
    return sums
