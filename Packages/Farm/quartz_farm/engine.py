"""Shares on Ray: what runs where, what is tried again, and how much is under way at once."""

from __future__ import annotations

import collections
import dataclasses
import time

import ray

from . import films as paths
from . import work


@dataclasses.dataclass
class Settings:
    """How films are made; the same for all films of a call."""

    #: quartz, on all machines; None looks for it in PATH.
    quartz: str | None = None
    #: Processors, and bytes of memory, that a share asks of its machine.
    cores: int = 1
    memory: int | None = None
    #: Seconds that a share may take.
    timeout: float = 600
    #: How often a share is tried.
    attempts: int = 3
    #: Shares that are under way at once; None is two for each place where one can run.
    in_flight: int | None = None
    #: The folder for temporary files on each machine; None is the system's.
    scratch: str | None = None


@dataclasses.dataclass
class Result:
    """A film that was made, or why it was not."""

    film: paths.Film
    #: Bytes of a film, or the number of pictures.
    size: int = 0
    error: str | None = None
    retries: int = 0


@dataclasses.dataclass
class _Job:
    """A share (0 is the joining) that is under way."""

    state: _State
    number: int
    attempt: int
    #: The bytes of a part, which stay on the machines.
    bytes: object = None
    deadline: float | None = None


@dataclasses.dataclass
class _State:
    """A film that has begun."""

    film: paths.Film
    result: Result
    document: object | None
    parts: dict
    left: int
    is_done: bool = False


@ray.remote(max_retries=2, num_returns=2)
def _draw(film, number, document, program, version, cores, timeout, scratch):
    # Two results, so that nobody has to fetch the bytes to see whether they are there.
    result = work.draw(film, number, document, program, version, cores, timeout, scratch)
    return (len(result), result) if isinstance(result, bytes) else (result, b"")


@ray.remote(max_retries=2)
def _join(film, program, timeout, scratch, *parts):
    return work.join(film, list(parts), program, timeout, scratch)


class Engine:
    """Makes films, in their order as far as machines allow."""

    #: Seconds after a share's time-out when its machine is given up.
    GRACE = 30

    def __init__(self, settings: Settings, on_share=None):
        self.settings = settings
        self.program = settings.quartz or "quartz"
        self.version = work.version(work.find(settings.quartz))
        self.on_share = on_share or (lambda result: None)
        self.running: dict = {}
        self.waiting: collections.deque = collections.deque()
        self.peak = 0

    @property
    def limit(self) -> int:
        if self.settings.in_flight:
            return self.settings.in_flight
        places = int(ray.cluster_resources().get("CPU", 1) // max(self.settings.cores, 1))
        return max(2 * places, 1)

    def make(self, films):
        """Makes films, and yields the result of each when it is finished."""
        shares = self._shares(iter(films))
        finished: collections.deque = collections.deque()
        while True:
            # Shares are begun one by one, so a million films take no more memory than a few.
            while len(self.running) < self.limit:
                job = self.waiting.popleft() if self.waiting else next(shares, None)
                if job is None:
                    break
                self._start(job, finished)
            yield from self._take(finished)
            if not self.running:
                if not self.waiting:
                    break
                continue
            self.peak = max(self.peak, len(self.running))
            self._wait(finished)
            yield from self._take(finished)

    @staticmethod
    def _take(finished):
        while finished:
            yield finished.popleft()

    def _shares(self, films):
        for film in films:
            state = _State(film, Result(film), None, {}, film.shards)
            for number in range(1, film.shards + 1):
                if state.is_done:
                    break
                yield state, number, 1

    def _options(self):
        options = {"num_cpus": self.settings.cores, "scheduling_strategy": "SPREAD"}
        if self.settings.memory:
            options["memory"] = self.settings.memory
        return options

    def _start(self, job, finished):
        state, number, attempt = job
        if state.is_done:
            return
        s, data = self.settings, None
        if number == 0:
            parts = [state.parts[index] for index in range(1, state.film.shards + 1)]
            task = _join.options(num_cpus=1, scheduling_strategy="SPREAD").remote(
                state.film, self.program, s.timeout, s.scratch, *parts)
        else:
            if not self._open(state, finished):
                return
            task, data = _draw.options(**self._options()).remote(
                state.film, number, state.document, self.program, self.version, s.cores, s.timeout,
                s.scratch)
        self.running[task] = _Job(state, number, attempt, data)

    def _open(self, state, finished) -> bool:
        """Reads a document of this machine, which others lack; theirs they read themselves."""
        if state.document is not None:
            return True
        try:
            paths.make_folder(state.film.output)
            if paths.is_local(state.film.input):
                state.document = ray.put(paths.pack(state.film.input))
        except (OSError, ValueError, paths.FilmError) as error:
            self._fail(state, str(error), finished)
            return False
        return True

    def _wait(self, finished):
        tasks = list(self.running)
        ready, _ = ray.wait(tasks, num_returns=1, timeout=1)
        if ready:
            # All others that are ready by now.
            ready, _ = ray.wait(tasks, num_returns=len(tasks), timeout=0)
        for task in ready:
            job = self.running.pop(task, None)
            if job is None:
                # Its film failed by another share of this round.
                continue
            try:
                self._succeed(job, task, finished)
            except Exception as error:  # Whatever happens there costs this share alone.
                self._retry(job, error, finished)
        self._give_up(finished)

    def _succeed(self, job, task, finished):
        state = job.state
        if job.number == 0:
            state.result.size = ray.get(task)
            self._finish(state, finished)
        elif state.film.is_film:
            # The bytes stay where they are until they are joined.
            ray.get(task)
            state.parts[job.number] = job.bytes
            self._count(state)
        else:
            state.result.size += ray.get(task)
            state.parts[job.number] = True
            self._count(state)
            if state.left == 0:
                self._finish(state, finished)

    def _count(self, state):
        state.left -= 1
        self.on_share(state.result)
        if state.left == 0 and state.film.is_film:
            # Films that can be finished are, before others are begun.
            self.waiting.appendleft((state, 0, 1))

    def _retry(self, job, error, finished):
        cause = getattr(error, "cause", None) or error
        state = job.state
        if isinstance(cause, work.FinalError) or job.attempt >= self.settings.attempts:
            share = "joining" if job.number == 0 else f"share {job.number} of {state.film.shards}"
            text = str(cause).strip().splitlines() or [type(cause).__name__]
            return self._fail(state, f"{share}: {text[-1][:300]}", finished)
        state.result.retries += 1
        self.waiting.append((state, job.number, job.attempt + 1))

    def _give_up(self, finished):
        """Ends shares whose machines do not answer any more."""
        now = time.monotonic()
        limit = self.settings.timeout + self.GRACE
        places = max(self.limit // 2, 1)
        for index, (task, job) in enumerate(list(self.running.items())):
            # A share that waits for a place has all the time there is.
            if job.deadline is None and index < places:
                job.deadline = now + limit
            elif job.deadline is not None and now > job.deadline and task in self.running:
                del self.running[task]
                self._retry(job, work.ShardError("its machine does not answer"), finished)

    def _fail(self, state, reason, finished):
        if state.is_done:
            return
        state.result.error = reason
        self._finish(state, finished)
        for task, job in list(self.running.items()):
            if job.state is state:
                # It is forgotten, and ends by itself, at the latest by its time-out. To cancel it
                # would end this program where it ends at the same moment: a fault of Ray's.
                del self.running[task]

    def _finish(self, state, finished):
        if state.is_done:
            return
        state.is_done = True
        # The memory of the document and of the parts is free with their last names.
        state.document = None
        state.parts.clear()
        finished.append(state.result)


def make(films, settings: Settings | None = None, on_share=None):
    """Makes films on the machines that Ray is connected with; yields a result for each."""
    yield from Engine(settings or Settings(), on_share).make(films)
