"""quartz-farm: films and picture sets on one machine or many."""

from __future__ import annotations

import argparse
import json
import logging
import sys

import fsspec

from . import films as paths
from . import work

EXAMPLES = """\
examples:
  quartz-farm Clock.ca -o clock.mp4 -- --duration 600 --fps 60
  quartz-farm 's3://in/*.ca' -o 's3://out/{name}.webm' --address auto --shards 8 -- --duration 60
  quartz-farm --list films.jsonl --address auto
  quartz-farm Clock.ca -o frames/clock-%05d.png -- --frames 3000

Options of quartz render come after --. Exit status: 0 all films are there, 1 some are not (a line on
the standard error for each), 2 the command line is wrong.
"""


def parser() -> argparse.ArgumentParser:
    p = argparse.ArgumentParser(
        prog="quartz-farm", description=__doc__, epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("documents", nargs="*", help="packages or patterns, by fsspec paths")
    p.add_argument("-o", "--output", help="the film; {name} in it is the document's name; or a PNG with %%d")
    p.add_argument("--list", metavar="FILE", help="lines of JSON with input, output, options, shards")
    p.add_argument("--address", help="the Ray cluster; without it, this machine alone")
    p.add_argument("--shards", type=int, help="parts of each film; default one for 300 frames")
    p.add_argument("--quartz", help="the program, on all machines; default the one in PATH")
    p.add_argument("--cores", type=int, default=1, help="processors of a share, 1 by default")
    p.add_argument("--memory", type=int, help="megabytes that a share needs")
    p.add_argument("--timeout", type=float, default=600, help="seconds that a share may take")
    p.add_argument("--attempts", type=int, default=3, help="how often a share is tried")
    p.add_argument("--in-flight", type=int, help="shares under way at once; default two for each place")
    p.add_argument("--scratch", help="the folder for temporary files on each machine")
    p.add_argument("--resume", action="store_true", help="leave out films that are there")
    p.add_argument("--quiet", action="store_true", help="show no progress")
    p.add_argument("--json", action="store_true", help="print a line of JSON for each film")
    return p


def read(arguments) -> tuple[argparse.Namespace, list[paths.Film]]:
    options: list[str] = []
    if "--" in arguments:
        index = arguments.index("--")
        arguments, options = arguments[:index], arguments[index + 1:]
    p = parser()
    a = p.parse_args(arguments)
    for name, least in [("cores", 1), ("memory", 1), ("attempts", 1), ("in_flight", 1), ("shards", 1)]:
        value = getattr(a, name)
        if value is not None and value < least:
            p.error(f"--{name.replace('_', '-')} must be at least {least}")
    if not a.timeout > 0:
        p.error("--timeout must be above 0")
    if bool(a.documents) == bool(a.list):
        p.error("either documents or --list")
    if a.documents and not a.output:
        p.error("documents need --output")
    try:
        if a.list:
            with fsspec.open(a.list, "rt") as file:
                found = paths.read_list(file.read(), a.shards, options)
        else:
            found = paths.expand(a.documents, a.output, a.shards, options)
    except (OSError, ValueError, paths.FilmError) as error:
        p.error(str(error))
    return a, found


def is_there(film: paths.Film) -> bool:
    fs, path = fsspec.core.url_to_fs(film.output)
    return film.is_film and fs.exists(path)


def main(arguments=None) -> int:
    a, films = read(list(sys.argv[1:] if arguments is None else arguments))
    if a.resume:
        films = [film for film in films if not is_there(film)]
    # Ray takes seconds to be loaded, and usage is to be quick.
    import ray
    from tqdm import tqdm

    from .engine import Settings, make

    started = not ray.is_initialized()
    if started:
        ray.init(address=a.address, include_dashboard=False, log_to_driver=False,
                 logging_level=logging.ERROR)
    settings = Settings(
        quartz=a.quartz, cores=a.cores, memory=a.memory << 20 if a.memory else None,
        timeout=a.timeout, attempts=a.attempts, in_flight=a.in_flight, scratch=a.scratch)
    failed = 0
    try:
        total = sum(film.shards for film in films)
        with tqdm(total=total, unit="share", disable=a.quiet or not sys.stderr.isatty()) as bar:
            for result in make(films, settings, lambda _: bar.update()):
                if result.error:
                    failed += 1
                    bar.write(f"quartz-farm: {result.film.output}: {result.error}", file=sys.stderr)
                if a.json:
                    bar.write(json.dumps({
                        "input": result.film.input, "output": result.film.output,
                        "size": result.size, "error": result.error, "retries": result.retries}))
    except (work.FinalError, KeyboardInterrupt) as error:
        print(f"quartz-farm: {error or 'ended by the user'}", file=sys.stderr)
        return 1
    finally:
        if started:
            ray.shutdown()
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
