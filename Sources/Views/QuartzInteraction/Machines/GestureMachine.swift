// The machines of recognisers: what fingers have to do.
// Licensed under the MIT license; see LICENSE.

/// The facts of a machine besides its fingers.
struct MachineMoment {
  /// In seconds.
  var now: Double
  /// The state of its recogniser, which others decide, too.
  var isActive: Bool
  /// The fingers that changed.
  var count: Int
}

/// The machine of a recogniser.
///
/// It hears of fingers and asks for states. It knows no other machine and no view.
package enum GestureMachine: Sendable {
  case tap(TapMachine)
  case press(PressMachine)
  case pan(PanMachine)
  case pinch(PinchMachine)
  case rotation(RotationMachine)
  case swipe(SwipeMachine)
  case pad(PadMachine)
  case foreign

  init(_ settings: GestureSettings) {
    guard !settings.isOfPad else {
      self = .pad(PadMachine())
      return
    }
    switch settings.kind {
    case .tap: self = .tap(TapMachine())
    case .press: self = .press(PressMachine())
    case .pan, .edge: self = .pan(PanMachine())
    case .pinch: self = .pinch(PinchMachine())
    case .rotation: self = .rotation(RotationMachine())
    case .swipe: self = .swipe(SwipeMachine())
    case .hover, .foreign: self = .foreign
    }
  }

  /// The time at which it has to be told of; nil if there is none.
  @inline(__always)
  var deadline: Double? {
    switch self {
    case .tap(let machine): machine.deadline
    case .press(let machine): machine.deadline
    default: nil
    }
  }

  /// Whether it waits for more fingers without any.
  @inline(__always)
  var waitsForMore: Bool {
    if case .tap(let machine) = self { return machine.deadline != nil }
    return false
  }

  /// The place that its recogniser keeps; nil if that is where its fingers are.
  package var fixedPlace: TouchPlace? {
    switch self {
    case .tap(let machine): machine.firstPlace
    case .swipe(let machine): machine.start
    default: nil
    }
  }

  /// Takes what fingers did in one event, phase by phase.
  mutating func take(
    _ phase: TouchPhase,
    _ hand: inout GestureHand,
    _ settings: GestureSettings,
    _ moment: MachineMoment
  ) -> GestureWish? {
    switch self {
    case .tap(var machine):
      let wish = machine.take(phase, &hand, settings, moment)
      self = .tap(machine)
      return wish
    case .press(var machine):
      let wish = machine.take(phase, &hand, settings, moment)
      self = .press(machine)
      return wish
    case .pan(var machine):
      let wish = machine.take(phase, &hand, settings, moment)
      self = .pan(machine)
      return wish
    case .pinch(var machine):
      let wish = machine.take(phase, &hand, settings, moment)
      self = .pinch(machine)
      return wish
    case .rotation(var machine):
      let wish = machine.take(phase, &hand, settings, moment)
      self = .rotation(machine)
      return wish
    case .swipe(var machine):
      let wish = machine.take(phase, &hand, settings, moment)
      self = .swipe(machine)
      return wish
    case .pad(var machine):
      let wish = machine.take(phase, hand, moment)
      self = .pad(machine)
      return wish
    case .foreign: return nil
    }
  }

  /// Takes the news that its deadline has come.
  mutating func fire() -> GestureWish? {
    switch self {
    case .tap(var machine):
      machine.deadline = nil
      self = .tap(machine)
      return .fail
    case .press(var machine):
      machine.deadline = nil
      self = .press(machine)
      return .begin
    default: return nil
    }
  }
}

/// Taps: fingers that are lifted near the place where they came down.
package struct TapMachine: Sendable {
  var deadline: Double?
  /// The middle of the fingers of the first tap.
  private(set) var firstPlace: TouchPlace?
  private var fingers = 0
  private var lifted = 0
  private var taps = 0
  private var isDone = false

  mutating func take(
    _ phase: TouchPhase,
    _ hand: inout GestureHand,
    _ settings: GestureSettings,
    _ moment: MachineMoment
  ) -> GestureWish? {
    guard !isDone else { return nil }
    switch phase {
    case .began: return begin(hand, settings, moment)
    case .moved: return isTooFar(hand) ? fail() : nil
    case .ended: return isTooFar(hand) ? fail() : end(settings, moment)
    case .cancelled: return fail()
    }
  }

  private mutating func begin(
    _ hand: GestureHand,
    _ settings: GestureSettings,
    _ moment: MachineMoment
  ) -> GestureWish? {
    if fingers == 0 { deadline = moment.now + InteractionConstants.tapLongest }
    fingers += moment.count
    guard fingers <= settings.fingers, lifted == 0 else { return fail() }
    guard fingers == settings.fingers else { return nil }
    let place = hand.centroid
    guard let firstPlace else {
      firstPlace = place
      return nil
    }
    return (place - firstPlace).length > InteractionConstants.tapDistance ? fail() : nil
  }

  private mutating func end(_ settings: GestureSettings, _ moment: MachineMoment) -> GestureWish? {
    lifted += moment.count
    guard fingers == settings.fingers else { return fail() }
    guard lifted >= fingers else { return nil }
    (fingers, lifted, taps) = (0, 0, taps + 1)
    guard taps >= settings.taps else {
      deadline = moment.now + settings.pause
      return nil
    }
    deadline = nil
    isDone = true
    return .recognize
  }

  private func isTooFar(_ hand: GestureHand) -> Bool {
    hand.fingers.contains { ($0.place - $0.start).length > InteractionConstants.tapMovement }
  }

  private mutating func fail() -> GestureWish {
    deadline = nil
    isDone = true
    return .fail
  }
}

/// Presses: fingers that stay for a while.
package struct PressMachine: Sendable {
  var deadline: Double?
  private var start: TouchPlace?

  mutating func take(
    _ phase: TouchPhase,
    _ hand: inout GestureHand,
    _ settings: GestureSettings,
    _ moment: MachineMoment
  ) -> GestureWish? {
    switch phase {
    case .began:
      if moment.isActive {
        hand.ignoreNew(beyond: 0)
        return nil
      }
      return begin(hand, settings, moment)
    case .moved:
      if moment.isActive { return .change }
      guard let start, (hand.centroid - start).length > settings.movement else { return nil }
      return fail()
    case .ended: return moment.isActive ? .end : fail()
    case .cancelled: return moment.isActive ? .cancel : fail()
    }
  }

  private mutating func begin(
    _ hand: GestureHand,
    _ settings: GestureSettings,
    _ moment: MachineMoment
  ) -> GestureWish? {
    guard hand.fingers.count <= settings.fingers else { return fail() }
    guard hand.fingers.count == settings.fingers else { return nil }
    guard let first = hand.fingers.first, first.tapCount > settings.taps else { return fail() }
    start = hand.centroid
    guard settings.duration > 0 else { return .begin }
    deadline = moment.now + settings.duration
    return nil
  }

  private mutating func fail() -> GestureWish {
    deadline = nil
    return .fail
  }
}

/// Swipes: fingers that go far into a direction, quickly.
package struct SwipeMachine: Sendable {
  private(set) var start: TouchPlace?
  private var begin = 0.0
  private var isDone = false

  mutating func take(
    _ phase: TouchPhase,
    _ hand: inout GestureHand,
    _ settings: GestureSettings,
    _ moment: MachineMoment
  ) -> GestureWish? {
    guard !isDone else { return nil }
    let wish: GestureWish?
    switch phase {
    case .began:
      if start == nil { begin = moment.now }
      if hand.fingers.count == settings.fingers { start = hand.centroid }
      wish = hand.fingers.count > settings.fingers ? .fail : nil
    case .moved: wish = judge(hand, settings, moment)
    case .ended: wish = judge(hand, settings, moment) ?? .fail
    case .cancelled: wish = .fail
    }
    isDone = wish != nil
    return wish
  }

  private func judge(
    _ hand: GestureHand,
    _ settings: GestureSettings,
    _ moment: MachineMoment
  ) -> GestureWish? {
    if moment.now - begin > InteractionConstants.swipeLongest { return .fail }
    guard let start, hand.fingers.count == settings.fingers else { return nil }
    let way = hand.centroid - start
    let isAcross = abs(way.x) > abs(way.y)
    let (along, across) = isAcross ? (way.x, way.y) : (way.y, way.x)
    guard abs(along) >= InteractionConstants.swipeLength else { return nil }
    let direction = isAcross ? (along > 0 ? 1 : 2) : (along > 0 ? 8 : 4)
    let isStraight = abs(across) < abs(along) * InteractionConstants.swipeSlope
    return isStraight && settings.directions & direction != 0 ? .recognize : .fail
  }
}
