// The table of rules between recognisers, as text.
// Licensed under the MIT license; see LICENSE.

import QuartzInteraction
import Testing

@Suite("Rules between recognisers")
struct RuleTableTests {
  @Test("M: each kind prevents each other one but hover; hover prevents none")
  func table() {
    let kinds = GestureKind.allCases
    let lines = kinds.map { one in
      "\(one): " + kinds.map { GestureRules.prevents(one, $0) ? "P" : "-" }.joined()
    }
    #expect(
      lines == [
        "tap: PPPPPPP-P", "press: PPPPPPP-P", "pan: PPPPPPP-P", "edge: PPPPPPP-P",
        "pinch: PPPPPPP-P", "rotation: PPPPPPP-P", "swipe: PPPPPPP-P", "hover: ---------",
        "foreign: PPPPPPP-P",
      ]
    )
  }

  @Test("M1: a tap prevents no tap that needs more taps")
  func taps() {
    var (single, double) = (GestureSettings(.tap), GestureSettings(.tap))
    double.taps = 2
    #expect(GestureRules.leavesMoreTaps(single, double))
    #expect(!GestureRules.leavesMoreTaps(double, single))
    single.taps = 2
    #expect(!GestureRules.leavesMoreTaps(single, double))
  }

  @Test("M6: the pan and the pinch of one scroll view go together, others do not")
  func scrolling() {
    var (pan, pinch) = (GestureSettings(.pan), GestureSettings(.pinch))
    #expect(!GestureRules.scrollsTogether(pan, pinch))
    (pan.scroll, pinch.scroll) = (3, 3)
    #expect(GestureRules.scrollsTogether(pan, pinch) && GestureRules.scrollsTogether(pinch, pan))
    pinch.scroll = 4
    #expect(!GestureRules.scrollsTogether(pan, pinch))
  }

  /// Whether a control wins (C) or the recogniser (R), for the columns below.
  private func answers(_ control: GestureRules.Control, isOnKnob: Bool = false) -> String {
    func answer(_ kind: GestureKind, taps: Int = 1, isAlong: Bool = false) -> String {
      var gesture = GestureRules.ControlCase(kind: kind)
      gesture.taps = taps
      gesture.isOnKnob = isOnKnob
      gesture.isAlong = isAlong
      return GestureRules.control(control, refuses: gesture) ? "C" : "R"
    }
    return [
      answer(.tap), answer(.tap, taps: 2), answer(.press), answer(.pan, isAlong: true),
      answer(.swipe, isAlong: true), answer(.pan), answer(.swipe), answer(.pinch),
    ].joined()
  }

  @Test("C7 C8 C10 C11: tap, double tap, press, pan and swipe along and across, pinch")
  func controls() {
    #expect(answers(.plain) == "RRRRRRRR")
    #expect(answers(.button) == "CRRRRRRR")
    #expect(answers(.toggle) == "CRRRRRRR")
    #expect(answers(.toggle, isOnKnob: true) == "CRRCCRRR")
    #expect(answers(.slider) == "RRRRRRRR")
    #expect(answers(.slider, isOnKnob: true) == "RRRCCRRR")
  }

  @Test("C9: a recogniser of the control itself is never refused")
  func own() {
    for control in GestureRules.Control.allCases {
      for kind in GestureKind.allCases {
        var gesture = GestureRules.ControlCase(kind: kind)
        gesture.isOwn = true
        #expect(!GestureRules.control(control, refuses: gesture))
      }
    }
  }
}
