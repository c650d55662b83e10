"""Simulates the farm past the machine at hand: 1 to 1,000 workers, 1 to 100,000 films.

    python Packages/Farm/simulate.py            prints the tables of README.md and draws scaling.svg
    python Packages/Farm/simulate.py --measure QUARTZ DOCUMENT    measures the costs below on this machine

A discrete simulation (SimPy) of what engine.py does: a driver that reads a document and starts tasks,
one after the other; workers that draw shares; a link to the machines and one to the store of the
films; joins when the last share of a film is done. All films are 60 seconds at 60 frames a second of
1280 x 720, in shares of one group of 300 frames.
"""

import argparse
import dataclasses
import pathlib
import resource
import subprocess
import tempfile

import simpy


@dataclasses.dataclass
class Costs:
    """Seconds and bytes, measured on one core; --measure says them for another machine."""

    #: A share of 300 frames of Clock.ca at 1280 x 720, quartz alone.
    share: float = 2.55
    #: What a task costs its worker besides: the check of the version, unpacking, folders.
    task: float = 0.05
    #: What a task costs the driver, which makes them one by one.
    dispatch: float = 0.0007
    #: The driver reads and packs the document of a film.
    pack: float = 0.004
    #: Joining 12 parts without encoding.
    join: float = 0.21
    #: Bytes of a part, and of a film.
    part: int = 350_000
    #: Bytes a second of the link of one machine of 16 workers, and of the store of the films.
    machine: float = 1.25e9
    store: float = 1.25e9
    #: Workers that a machine has.
    per_machine: int = 16


GROUPS = 12


def run(workers, films, costs, count=GROUPS):
    """Returns the seconds until all films are there, and the share of time that workers drew."""
    world = simpy.Environment()
    pool = simpy.Resource(world, capacity=workers)
    driver = simpy.Resource(world, capacity=1)
    store = simpy.Resource(world, capacity=1)
    flight = simpy.Resource(world, capacity=2 * workers)
    busy = [0.0]
    # A worker's part of its machine's link.
    link = costs.machine / min(workers, costs.per_machine)

    def work(seconds):
        with pool.request() as place:
            yield place
            busy[0] += seconds
            yield world.timeout(seconds)

    def share(done):
        yield from work(costs.task + costs.share + costs.part / link)
        flight_requests.pop(done).cancel()
        done.succeed()

    flight_requests = {}

    def film(dones):
        yield simpy.AllOf(world, dones)
        with driver.request() as turn:
            yield turn
            yield world.timeout(costs.dispatch)
        yield from work(costs.task + costs.join)
        with store.request() as turn:
            yield turn
            yield world.timeout(costs.part * count / costs.store)

    def drive():
        ends = []
        for _ in range(films):
            yield world.timeout(costs.pack)
            dones = []
            for _ in range(count):
                room = flight.request()
                yield room
                with driver.request() as turn:
                    yield turn
                    yield world.timeout(costs.dispatch)
                done = world.event()
                flight_requests[done] = SimpleRequest(flight, room)
                dones.append(done)
                world.process(share(done))
            ends.append(world.process(film(dones)))
        yield simpy.AllOf(world, ends)

    world.run(world.process(drive()))
    return world.now, busy[0] / (workers * world.now)


@dataclasses.dataclass
class SimpleRequest:
    """A place among the shares under way, given back when the share is done."""

    resource: simpy.Resource
    request: object

    def cancel(self):
        self.resource.release(self.request)


def speedups(costs, films, counts, groups=GROUPS):
    """Rows of workers, hours, how many times as fast as one worker, and the share of drawing."""
    alone = films * (groups * (costs.task + costs.share) + costs.task + costs.join)
    for workers in counts:
        # Many films are alike: a part of them shows the rate, and the rest goes on at that rate.
        few = min(films, max(600, 3 * workers))
        seconds, used = run(workers, few, costs, groups)
        if few < films:
            more, _ = run(workers, 2 * few, costs, groups)
            seconds += (more - seconds) * (films - few) / few
            used = alone / (workers * seconds)
        yield workers, seconds, alone / seconds, min(used, 1)


def measure(quartz, document):
    """Prints the costs of this machine."""
    options = ["--fps", "60", "--size", "1280x720", "--renderer", "software", "--jobs", "1"]

    def seconds(*words):
        # Seconds of a processor, with those of ffmpeg: others may use the machine as well.
        start = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(words, check=True, capture_output=True)
        end = resource.getrusage(resource.RUSAGE_CHILDREN)
        return end.ru_utime + end.ru_stime - start.ru_utime - start.ru_stime

    with tempfile.TemporaryDirectory() as folder:
        film = f"{folder}/a.mp4"
        frames = ["--frames", str(300 * GROUPS)]
        parts = [f"{film}.{n}-of-{GROUPS}.part" for n in range(1, GROUPS + 1)]
        shares = [seconds(quartz, "render", document, "-o", film, *frames, *options, "--shard", f"{n}/{GROUPS}")
                  for n in range(1, GROUPS + 1)]
        size = sum(pathlib.Path(part).stat().st_size for part in parts) // GROUPS
        joins = [seconds(quartz, "join", *parts, "-o", film) for _ in range(5)]
        starts = [seconds(quartz, "--version") + seconds(quartz, "join", "--help") for _ in range(5)]
    middle = lambda values: sorted(values)[len(values) // 2]
    try:
        print(f"task of Ray {dispatch():.4f} s of the driver")
    except ImportError:
        print("no Ray here to measure")
    print(f"share {middle(shares):.2f} s, join {middle(joins):.3f} s, version {middle(starts):.3f} s, "
          f"part {size} bytes")


def dispatch(count=500):
    """The driver's seconds of a processor for a task: starting it, and taking its two results."""
    import ray

    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)

    @ray.remote(num_cpus=1, num_returns=2)
    def nothing(document):
        return 0, b""

    document = ray.put(b"document" * 1000)
    ray.get(nothing.remote(document)[0])
    start = resource.getrusage(resource.RUSAGE_SELF)
    for _ in range(count // 10):
        ray.get([nothing.remote(document)[0] for _ in range(10)])
    end = resource.getrusage(resource.RUSAGE_SELF)
    ray.shutdown()
    return (end.ru_utime + end.ru_stime - start.ru_utime - start.ru_stime) / count


def tables(costs):
    counts = [1, 3, 10, 30, 100, 300, 1000]
    curves = {}
    print("| films | " + " | ".join(f"{count:,}" for count in counts) + " |")
    print("|---|" + "---|" * len(counts))
    for films in [1, 10, 100, 1000, 10_000, 100_000]:
        rows = list(speedups(costs, films, counts))
        curves[films] = rows
        print(f"| {films:,} | " + " | ".join(f"{row[2]:.3g}" for row in rows) + " |")
    print()
    print("| films | " + " | ".join(f"{count:,}" for count in counts) + " |")
    print("|---|" + "---|" * len(counts))
    for films, rows in curves.items():
        print(f"| {films:,} | " + " | ".join(duration(row[1]) for row in rows) + " |")
    print()
    rows = list(speedups(costs, 100_000, counts + [3000], groups=1))
    print("| 5 s each | " + " | ".join(f"{row[0]:,}: {row[2]:.3g}" for row in rows) + " |")
    return curves


def duration(seconds):
    for unit, size in [("d", 86400), ("h", 3600), ("min", 60)]:
        if seconds >= 2 * size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds:.3g} s"


def picture(curves, path):
    import matplotlib

    matplotlib.use("svg")
    matplotlib.rcParams["svg.hashsalt"] = "quartz"
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(figsize=(6, 4))
    counts = [row[0] for row in curves[1]]
    axes.plot(counts, counts, color="#999999", linestyle=":", label="linear")
    for films, rows in curves.items():
        axes.plot(counts, [row[2] for row in rows], marker="o", markersize=3, label=f"{films:,} films")
    axes.set(xscale="log", yscale="log", xlabel="workers", ylabel="times as fast as one worker")
    axes.grid(alpha=0.3)
    axes.legend(fontsize=8)
    figure.tight_layout()
    figure.savefig(path, metadata={"Date": None, "Creator": None})


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--measure", nargs=2, metavar=("QUARTZ", "DOCUMENT"))
    arguments = parser.parse_args()
    if arguments.measure:
        return measure(*arguments.measure)
    curves = tables(Costs())
    picture(curves, pathlib.Path(__file__).with_name("scaling.svg"))


if __name__ == "__main__":
    main()
