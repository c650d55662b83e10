// A recogniser during one attempt.
// Licensed under the MIT license; see LICENSE.

/// The state of a recogniser; the numbers are those of the public enumeration.
package enum GestureState: Int, Sendable {
  case possible, began, changed, ended, cancelled, failed

  /// Whether a gesture is in progress.
  package var isActive: Bool { self == .began || self == .changed }
  /// Whether nothing more comes of the attempt.
  package var isOver: Bool { self == .ended || self == .cancelled || self == .failed }
}

/// The kinds of recognisers that rules tell apart.
package enum GestureKind: Int, CaseIterable, Sendable {
  case tap, press, pan, edge, pinch, rotation, swipe, hover, foreign
}

/// A state that a machine asks for.
package enum GestureWish: Sendable {
  case fail, recognize, begin, change, end, cancel
}

/// The settings of a recogniser, as they are when its attempt begins.
package struct GestureSettings: Sendable {
  package var kind: GestureKind
  package var taps = 1
  package var fingers = 1
  package var maximumFingers = Int.max
  package var duration = InteractionConstants.pressDuration
  package var movement = InteractionConstants.pressMovement
  /// The greatest pause between taps, in seconds.
  package var pause = InteractionConstants.tapPause
  /// The way at which a pan begins.
  package var hysteresis = InteractionConstants.panHysteresis
  /// Whether it follows changes that a pad tells of, and not places.
  package var isOfPad = false
  /// Bits of a swipe's directions: right, left, up, down.
  package var directions = 1
  /// Bits of edges: top, left, bottom, right.
  package var edges = 0
  /// The size of the window, for edges.
  package var area = TouchPlace.zero
  package var cancels = true
  package var delaysBegan = false
  package var delaysEnded = true
  /// The bits of the buttons whose touches it delays.
  package var delayedButtons = -1
  package var takesOneKind = true
  /// Whether its methods for touches are called, because a class of the program has its own.
  package var isForeign = false
  /// Whether the questions of these kinds may have other answers than the default ones.
  package var asksRequirements = false
  package var asksTogether = false
  package var asksPrevention = false
  package var view = -1
  /// Its place among the recognisers of its view.
  package var order = 0
  /// The scroll view whose own pan or pinch it is; else -1.
  package var scroll = -1

  package init(_ kind: GestureKind) {
    self.kind = kind
    if kind == .press { taps = 0 }
  }
}

/// A finger of a recogniser.
package struct GestureFinger: Sendable {
  package let touch: Int
  package let start: TouchPlace
  package var place: TouchPlace
  /// The change that a pad told of in the present event.
  var amount = 0.0
  let tapCount: Int
  /// Its change in the present event; nil if it did not change.
  var phase: TouchPhase?
  var isIgnored = false
}

/// The fingers of a recogniser, and how fast they are.
package struct GestureHand: Sendable {
  package var fingers: [GestureFinger] = []
  /// The middle of the fingers before the last one was lifted.
  var last = TouchPlace.zero
  package internal(set) var velocity = VelocityWindow()

  /// The fingers that are down and not lifted in this event.
  var resting: Int { fingers.reduce(0) { $0 + ($1.isLifted ? 0 : 1) } }

  package var centroid: TouchPlace {
    guard !fingers.isEmpty else { return last }
    var sum = TouchPlace.zero
    for finger in fingers { sum += finger.place }
    return sum / Double(fingers.count)
  }

  /// The middle of those that are not lifted in this event.
  var restingCentroid: TouchPlace {
    var (sum, count) = (TouchPlace.zero, 0.0)
    for finger in fingers where !finger.isLifted {
      sum += finger.place
      count += 1
    }
    return count > 0 ? sum / count : last
  }

  /// Leaves fingers out that came down in this event, beyond a number of them all.
  mutating func ignoreNew(beyond count: Int) {
    for index in fingers.indices where index >= count && fingers[index].phase == .began {
      fingers[index].isIgnored = true
    }
  }
}

extension GestureFinger {
  var isLifted: Bool { phase == .ended || phase == .cancelled }
}

/// A recogniser that has fingers, or waits for more.
package struct GestureRow: Sendable {
  package let id: Int
  package var settings: GestureSettings
  /// The number of views around its own.
  let depth: Int
  package internal(set) var state = GestureState.possible
  /// The state that its action was told last.
  package internal(set) var shown = GestureState.possible
  package internal(set) var hand = GestureHand()
  /// The touches that it received in this attempt.
  package internal(set) var attempt: [Int] = []
  package internal(set) var machine: GestureMachine
  var wish: GestureWish?
  /// The wish after a begin of the same event.
  var lateWish: GestureWish?
  /// The state that it enters once it may.
  var want: GestureState?
  /// Whether it waits for no other one any more.
  var isFree = false
  /// Whether it was removed or turned off in this attempt.
  var isGone = false
  /// Whether its scroll view was stopped by a finger.
  var hasHalted = false
  var wasActive = false
  /// The kind of its fingers.
  var kind = 0
  var deadlineSerial = 0

  init(id: Int, _ settings: GestureSettings, depth: Int) {
    self.id = id
    self.settings = settings
    self.depth = depth
    machine = GestureMachine(settings)
  }

  /// Whether both received a touch in their attempts.
  func shares(with other: GestureRow) -> Bool {
    for touch in attempt where other.attempt.contains(touch) { return true }
    return false
  }
}
