"""Faults: a share dies, hangs, fills its disk or writes something else."""

import os
import pathlib
import time

import pytest

from quartz_farm import work
from quartz_farm.films import Film

TEXT = b"<plist/><caml/>"


def whole(frames):
    return b"".join(f"[{index}]".encode() + TEXT for index in range((frames + 299) // 300))


def make(films, settings):
    from quartz_farm.engine import Engine

    engine = Engine(settings)
    return list(engine.make(films)), engine


def film(document, output, shards=4, frames=1200, *options):
    return Film(str(document), str(output), shards, ("--frames", str(frames), *options))


def runs(faults):
    return (faults / "log").read_text().split()


def test_one_output(cluster, faults, document, settings, tmp_path):
    target = tmp_path / "out" / "a.mp4"
    (result,), _ = make([film(document, target)], settings)
    assert result.error is None and result.retries == 0
    assert target.read_bytes() == whole(1200)
    assert os.listdir(target.parent) == ["a.mp4"]
    assert sorted(runs(faults)) == ["1", "2", "3", "4", "join"]


@pytest.mark.parametrize("shards", [1, 3, 7])
def test_any_number_of_shares(cluster, faults, document, settings, tmp_path, shards):
    (result,), _ = make([film(document, tmp_path / "a.mp4", shards)], settings)
    assert result.error is None
    assert (tmp_path / "a.mp4").read_bytes() == whole(1200)


@pytest.mark.parametrize("kind", ["kill", "worker", "disk", "wrong", "short", "hang"])
def test_a_fault_costs_its_share_alone(cluster, faults, document, settings, tmp_path, kind):
    if kind == "hang":
        # Idle shares take a tenth of a second, on a machine that stalls some seconds.
        settings.timeout = 15
    (faults / "3").write_text(kind)
    target = tmp_path / "a.mp4"
    (result,), _ = make([film(document, target)], settings)
    assert result.error is None
    assert target.read_bytes() == whole(1200)
    assert sorted(runs(faults)) == ["1", "2", "3", "3", "4", "join"]
    # Ray itself starts what died with its worker.
    assert result.retries == (0 if kind == "worker" else 1)


def test_a_fault_while_joining(cluster, faults, document, settings, tmp_path):
    (faults / "join").write_text("disk")
    (result,), _ = make([film(document, tmp_path / "a.mp4")], settings)
    assert result.error is None and result.retries == 1
    assert sorted(runs(faults)) == ["1", "2", "3", "4", "join", "join"]


def test_shares_that_fail_together(cluster, faults, document, settings, tmp_path, monkeypatch):
    """A film all of whose shares fail in one round fails alone."""
    import ray

    wait = ray.wait

    def wait_for_all(tasks, num_returns, timeout):
        return wait(tasks, num_returns=len(tasks), timeout=30)

    monkeypatch.setattr(ray, "wait", wait_for_all)
    settings.attempts = 1
    for number in range(1, 5):
        (faults / f"{number}.always").write_text("disk")
    bad = film(document, tmp_path / "a.mp4")
    (result,), engine = make([bad], settings)
    assert result.error.endswith("No space left on device")
    assert not engine.running
    for number in range(1, 5):
        (faults / f"{number}.always").unlink()
    (result,), _ = make([film(document, tmp_path / "b.mp4")], settings)
    assert result.error is None


def test_a_film_that_cannot_be_made(cluster, faults, document, settings, tmp_path):
    """One film fails with a line, others are made, and an old file stays."""
    (tmp_path / "a.mp4").write_bytes(b"old")
    (faults / "9.always").write_text("disk")
    bad = film(document, tmp_path / "a.mp4", 9, 2700)
    good = film(document, tmp_path / "b.mp4", 2)
    results, _ = make([bad, good], settings)
    errors = {result.film.name: result.error for result in results}
    assert errors["b.mp4"] is None
    assert errors["a.mp4"] == "share 9 of 9: quartz: film.mp4: No space left on device"
    assert (tmp_path / "a.mp4").read_bytes() == b"old"
    assert runs(faults).count("9") == settings.attempts


def test_wrong_usage_is_not_tried_again(cluster, faults, document, settings, tmp_path):
    (faults / "1.always").write_text("usage")
    (result,), _ = make([film(document, tmp_path / "a.mp4", 1)], settings)
    assert "Unknown option" in result.error
    assert runs(faults) == ["1"]


def test_missing_document(cluster, faults, settings, tmp_path):
    results, _ = make([film(tmp_path / "none.ca", tmp_path / "a.mp4")], settings)
    assert len(results) == 1 and "there is nothing" in results[0].error


def test_pictures(cluster, faults, document, settings, tmp_path):
    (faults / "2").write_text("wrong")
    target = tmp_path / "out"
    (result,), _ = make([film(document, target / "p-%03d.png", 3, 10)], settings)
    assert result.error is None and result.size == 10 and result.retries == 1
    assert sorted(os.listdir(target)) == [f"p-{index:03d}.png" for index in range(10)]
    assert (target / "p-007.png").read_bytes().endswith(b"7" + TEXT)


def test_many_films_and_few_in_flight(cluster, faults, document, settings, tmp_path):
    settings.in_flight = 3
    films = [film(document, tmp_path / f"{index}.mp4", 2, 600) for index in range(10)]
    results, engine = make(films, settings)
    assert len(results) == 10 and not any(result.error for result in results)
    assert engine.peak <= 3
    assert all((tmp_path / f"{index}.mp4").read_bytes() == whole(600) for index in range(10))


def test_nothing_is_left(cluster, faults, document, settings, tmp_path):
    """A share that hangs leaves neither processes nor files."""
    settings.timeout, settings.attempts = 3, 1
    (faults / "1").write_text("hang")
    (result,), _ = make([film(document, tmp_path / "a.mp4", 1)], settings)
    assert "longer than 3 s" in result.error
    assert os.listdir(settings.scratch) == []
    left = []
    for path in pathlib.Path("/proc").glob("[0-9]*/cmdline"):
        try:
            words = path.read_bytes().split(b"\0")
        except OSError:
            continue
        if b"render" in words and any(str(settings.scratch).encode() in word for word in words):
            left.append(words)
    assert left == []


def test_folders_of_dead_workers_go(tmp_path):
    child = os.fork()
    if child == 0:
        os._exit(0)
    os.waitpid(child, 0)
    (tmp_path / f"{work.PREFIX}{child}-x").mkdir()
    (tmp_path / f"{work.PREFIX}{os.getpid()}-x").mkdir()
    with work.Folder(str(tmp_path)):
        pass
    assert os.listdir(tmp_path) == [f"{work.PREFIX}{os.getpid()}-x"]


def test_full_disk_is_seen_before(tmp_path):
    with pytest.raises(work.ShardError, match="are needed"):
        work.Folder(str(tmp_path), needed=1 << 60)


def test_program_is_checked(tmp_path, monkeypatch):
    fake = str(pathlib.Path(__file__).parent / "fake_quartz")
    assert work.version(work.find(fake)) == "0.1.0"
    with pytest.raises(work.FinalError, match="no such program"):
        work.find(str(tmp_path / "quartz"))
    with pytest.raises(work.FinalError, match="this is no quartz"):
        work.version("/bin/true")
    monkeypatch.setenv("FAKE_QUARTZ_VERSION", "0.0.9-old")
    with pytest.raises(work.FinalError, match="knows no shares"):
        work.version(fake)


def test_another_version_on_a_machine(document, settings, tmp_path):
    with pytest.raises(work.ShardError, match="quartz is 0.1.0, not 0.2.0"):
        work.draw(film(document, tmp_path / "a.mp4"), 1, None, settings.quartz, "0.2.0", 1, 9, None)
