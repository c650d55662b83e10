# Plays the 20 programs of Tests/UIKitPrograms by the tree of their elements alone.
# Licensed under the MIT license; see LICENSE.

from client import Refused


def labels(client, role):
    return [element.label for element in client.elements() if element.role == role]


def refused(act):
    try:
        act()
    except Refused as reason:
        return str(reason)
    raise AssertionError("nothing was refused")


def analog_clock(client):
    before = client.picture_now()
    client.step(seconds=1)
    assert client.picture_now() != before


def bar_chart(client):
    client.call("picture", name="begin")
    client.step(seconds=1)
    assert "pixel" in client.difference(name="begin") and client.picture
    client.step(seconds=3)
    client.call("picture", name="end")
    client.step(seconds=1)
    assert client.difference(name="end") == "nothing differs"


def calculator(client):
    for key in ["7", "×", "6", "="]:
        client.tap(query=f'button "{key}"')
    assert labels(client, "text") == ["42"]
    client.tap(query="#C")
    client.see(query="text", facts='text "0"')


def countdown_ring(client):
    first = int(labels(client, "text")[0])
    client.step(seconds=2.5)
    second = int(labels(client, "text")[0])
    assert second < first, (first, second)
    client.tap(query='button "Pause"')
    assert "selected" in client.one("button").states
    client.step(seconds=3)
    assert int(labels(client, "text")[0]) == second


def custom_modal(client):
    client.tap(query='button "Open"')
    client.step(seconds=1)
    client.see(query='text "Tap outside to close"')
    client.tap(point=[120, 30])
    client.step(seconds=1)
    client.see(query='text "Tap outside to close"', facts="nothing")


def dial(client):
    element = next(e for e in client.elements() if "increment" in e.actions)
    before = labels(client, "text")
    client.swipe(query=element.reference, direction="down", distance=60)
    client.step(seconds=0.5)
    after = next(e for e in client.elements() if "increment" in e.actions)
    assert after.value != element.value or labels(client, "text") != before


def expandable_table(client):
    cells = labels(client, "cell")
    header = next(e for e in client.elements() if "tap" in e.actions)
    client.tap(query=header.reference)
    client.step(seconds=1)
    assert labels(client, "cell") != cells


def filtered_list(client):
    everything = labels(client, "cell")
    field = client.one("field")
    assert field.value == "Search"
    client.type(query=field.reference, text=everything[0][:3])
    client.step(seconds=1)
    found = labels(client, "cell")
    assert everything[0] in found and len(found) < len(everything)
    assert "focused" in client.one("field").states
    client.steps(text="; ".join(["key delete"] * 3))
    client.step(seconds=1)
    client.tap(query='button "Birds"')
    client.step(seconds=1)
    assert "selected" in client.one('button "Birds"').states
    assert labels(client, "cell") != everything


def memory_game(client):
    cards = [e for e in client.elements() if "tap" in e.actions]
    assert len(cards) == 12
    # The last card shows what the first does.
    for card in (cards[0], cards[-1]):
        client.tap(query=card.reference)
        client.step(seconds=0.5)
    client.step(seconds=1)
    client.see(query='"Moves"', facts='text "Moves: 1"')
    assert labels(client, "text").count("A") == 2


def onboarding(client):
    client.tap(query='button "Continue"')
    assert "disabled" in client.one('button "Continue"').states
    client.step(seconds=2)
    client.see(query="text", facts='text "Stay informed"')
    client.tap(query='button "Continue"')
    client.step(seconds=2)
    client.see(query='button "Start"')


def pager(client):
    before = client.one("pages").value
    client.swipe(point=[200, 100], to=[60, 100], duration=0.15)
    client.step(seconds=1.5)
    assert (before, client.one("pages").value) == ("page 1 of 3", "page 2 of 3")
    client.act(query="pages", action="increment")
    client.see(query="pages", facts='pages = "page 3 of 3"')


def photo_zoom(client):
    def content():
        return client.one("scroll").states[1]

    before = content()
    client.tap(query="scroll", count=2)
    client.step(seconds=1)
    assert content() != before
    # Two fingers in one event.
    client.steps(
        text="down 1 100,120 + down 2 140,120 t=5; move 1 110,120 + move 2 130,120 t=5.1;"
        "move 1 118,120 + move 2 122,120 t=5.2; up 1 + up 2 t=5.3; wait t=7"
    )


def pull_to_refresh(client):
    count = len(labels(client, "cell"))
    client.steps(
        text="; ".join(
            ["down 1 120,80 t=1"]
            + [f"move 1 120,{80 + 15 * i} t={1 + i * 0.05:.2f}" for i in range(1, 13)]
            + ["up 1 t=1.8", "wait t=6"]
        )
    )
    assert len(labels(client, "cell")) > count


def side_menu(client):
    client.swipe(point=[2, 130], to=[180, 130])
    client.step(seconds=1)
    assert labels(client, "cell") == ["Home", "Search", "Settings"]
    client.tap(query='cell "Search"')
    client.step(seconds=1)
    client.see(query="text", facts='text "Search"')


def sketchpad(client):
    empty = client.picture_now()
    client.swipe(point=[60, 100], to=[180, 180])
    drawn = client.picture_now()
    assert drawn != empty
    client.tap(query='button "Undo"')
    assert client.picture_now() == empty


def spinners(client):
    before = client.picture_now()
    client.step(seconds=0.2)
    assert client.picture_now() != before
    assert "CAReplicatorLayer" in client.layers(point=[60, 60])


def stopwatch(client):
    client.tap(query='button "Start"')
    client.step(seconds=1)
    client.tap(query='button "Lap"')
    client.step(seconds=0.5)
    assert len(labels(client, "cell")) == 1
    client.tap(query='button "Stop"')
    text = labels(client, "text")
    client.step(seconds=2)
    assert labels(client, "text") == text
    client.tap(query='button "Reset"')
    assert labels(client, "cell") == []


def swatches(client):
    cells = labels(client, "cell")
    scroll = client.one("collection")
    client.scroll(query=scroll.reference, direction="down", distance=100)
    assert client.one("collection").states != scroll.states
    assert client.one("collection").states[0] == "offset 0,100"
    assert labels(client, "cell") != cells
    cell = next(e for e in client.elements() if e.role == "cell" and e.y > 20 and e.y < 180)
    client.tap(query=cell.reference)
    assert "selected" in client.one(cell.reference).states


def swipe_cards(client):
    assert labels(client, "text")[-1] == "0 liked"
    client.swipe(point=[100, 120], to=[230, 110])
    client.step(seconds=1)
    client.see(query='"liked"', facts='text "1 liked"')


def toasts(client):
    said = client.tap(query='button "Save"')
    assert 'announcement: "Saved."' in said, said
    client.step(seconds=0.5)
    client.see(query='text "Saved."')
    client.step(seconds=4)
    client.see(query='text "Saved."', facts="nothing")
    client.tap(query='button "Delete"')
    client.step(seconds=0.5)
    reason = refused(lambda: client.see(query='text "Saved."'))
    assert "nothing that shows" in reason, reason


ALL = {
    "AnalogClock": analog_clock,
    "BarChart": bar_chart,
    "Calculator": calculator,
    "CountdownRing": countdown_ring,
    "CustomModal": custom_modal,
    "Dial": dial,
    "ExpandableTable": expandable_table,
    "FilteredList": filtered_list,
    "MemoryGame": memory_game,
    "Onboarding": onboarding,
    "Pager": pager,
    "PhotoZoom": photo_zoom,
    "PullToRefresh": pull_to_refresh,
    "SideMenu": side_menu,
    "Sketchpad": sketchpad,
    "Spinners": spinners,
    "Stopwatch": stopwatch,
    "Swatches": swatches,
    "SwipeCards": swipe_cards,
    "Toasts": toasts,
}
