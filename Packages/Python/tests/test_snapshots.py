"""The fixture quartz_snapshot, in test runs of its own.

Licensed under the MIT license; see LICENSE.
"""

TEST = """
import quartz

def test_card(quartz_snapshot):
    quartz_snapshot(quartz.CALayer(frame=(0, 0, 8, 6), background_color="{}"){})
"""


def run(pytester, color, more="", *arguments):
    pytester.makepyfile(test_one=TEST.format(color, more))
    return pytester.runpytest_subprocess(*arguments)


def test_a_picture_is_recorded_and_compared(pytester):
    run(pytester, "#ff0000").assert_outcomes(passed=1)
    assert (pytester.path / "__snapshots__/test_one/test_card.png").exists()
    run(pytester, "#ff0000").assert_outcomes(passed=1)
    outcome = run(pytester, "#fe0000")
    outcome.assert_outcomes(failed=1)
    outcome.stdout.fnmatch_lines(["*48 pixels differ, by 1 at most*", "*1 pictures differ, see quartz-report*"])
    page = (pytester.path / "quartz-report/index.html").read_text()
    assert page.count("data:image/png;base64,") == 3
    run(pytester, "#fe0000", ", tolerance=1, because='a level'").assert_outcomes(passed=1)
    run(pytester, "#fe0000", ", tolerance=1").assert_outcomes(failed=1)
    run(pytester, "#fe0000", "", "--quartz-record").assert_outcomes(passed=1)
    run(pytester, "#fe0000").assert_outcomes(passed=1)


def test_another_size_is_a_failure(pytester):
    run(pytester, "#ff0000").assert_outcomes(passed=1)
    run(pytester, "#ff0000", ", scale=2").assert_outcomes(failed=1)
