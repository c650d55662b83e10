// Fingers as values.
// Licensed under the MIT license; see LICENSE.

/// A place or a vector in points of the window; y goes down.
package typealias TouchPlace = SIMD2<Double>

extension SIMD2<Double> {
  /// The length of the vector.
  package var length: Double { (x * x + y * y).squareRoot() }
  /// Whether neither component is infinite or no number.
  package var isFinite: Bool { x.isFinite && y.isFinite }
}

/// A step in the life of a finger, in the order in which views hear of them.
package enum TouchPhase: UInt8, Sendable {
  case began, moved, ended, cancelled

  static let inOrder: [TouchPhase] = [.began, .moved, .ended, .cancelled]
}

/// A change of a finger.
package struct TouchSample: Sendable {
  /// The number that tells fingers apart.
  package var finger: Int
  package var phase: TouchPhase
  /// In the window; a place that is not finite is the last one.
  package var place: TouchPlace
  /// 0 for a finger, 1 for an indirect touch, 2 for a pencil, 3 for a pointer.
  package var kind: Int
  /// The bits of the held buttons; a finger is the first.
  package var buttons: Int
  /// The change that a pad tells of; no number is none.
  package var amount = 0.0 {
    didSet { if !amount.isFinite { amount = 0 } }
  }

  package init(
    _ phase: TouchPhase,
    _ finger: Int,
    at place: TouchPlace,
    kind: Int = 0,
    buttons: Int = 1
  ) {
    self.finger = finger
    self.phase = phase
    self.place = place
    self.kind = kind
    self.buttons = buttons
  }
}

extension TouchSample {
  /// Whether it changes the finger of another sample, other than by a further move.
  func clashes(with other: TouchSample) -> Bool {
    finger == other.finger && !(phase == .moved && other.phase == .moved)
  }
}

extension [TouchSample] {
  /// Whether a finger changes twice.
  var hasRepeatedFinger: Bool {
    for index in indices {
      for later in self[(index + 1)...] where self[index].clashes(with: later) { return true }
    }
    return false
  }
}

/// All that changed at one time.
package struct TouchEvent: Sendable {
  /// In seconds of the caller's clock; an earlier time than the last one counts as that.
  package var time: Double
  package var samples: [TouchSample]

  package init(time: Double, _ samples: [TouchSample]) {
    self.time = time
    self.samples = samples
  }
}

/// A finger from the moment it comes down, as the shell sees it.
package struct TouchRecord: Sendable {
  /// The state of a finger's delivery to its view.
  package enum Delivery: Sendable {
    /// Its begin is held back.
    case held
    /// The view has it.
    case delivered
    /// The view has it and is not told yet that it was lifted.
    case endHeld
    /// It was taken from the view.
    case taken
    /// The view never gets it.
    case refused
    /// The view has heard of its end.
    case done
  }

  /// Different for each finger that comes down; ids rise.
  package let id: Int
  package let finger: Int
  package let kind: Int
  package let buttons: Int
  /// Counted from 1, over fingers that follow quickly.
  package var tapCount = 1
  package var view = -1
  package var window = -1
  package var place: TouchPlace
  /// The place at the event before.
  package var previous: TouchPlace
  package let began: Double
  package var time: Double
  package var phase = TouchPhase.began
  package var isDown = true
  package var delivery = Delivery.held

  /// The event in which it changed last.
  var stamp = 0
  var isMultiple = false
  var isExclusive = false
  /// Whether a recogniser that recognised takes it.
  var isMarked = false
  /// The time up to which scroll views hold it; nil if none does.
  var contentDeadline: Double?
  var deadlineSerial = 0
  /// The recognisers that received it.
  package internal(set) var recognizers: [Int] = []
  /// The change that a pad told of last.
  var amount = 0.0
  /// The scroll views around its view, the nearest first, and its own if that is one.
  var scrolls: [Scroll] = []
  // Recognisers hold it, as the last look at all of them found.
  var isBeginHeld = false
  var isEndHeld = false

  struct Scroll: Sendable {
    var view: Int
    var pan: Int
    /// Whether it holds back the touch for a while.
    var delays: Bool
  }

  init(_ id: Int, _ sample: TouchSample, at time: Double) {
    self.id = id
    finger = sample.finger
    kind = sample.kind
    buttons = sample.buttons
    place = sample.place
    amount = sample.amount
    previous = sample.place
    began = time
    self.time = time
  }
}
