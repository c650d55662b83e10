// The views, as the interaction sees them.
// Licensed under the MIT license; see LICENSE.

/// A question to views, recognisers and their delegates.
package enum InteractionQuestion: Equatable, Sendable {
  /// Whether a recogniser takes a touch that came down.
  case receives(recognizer: Int, touch: Int)
  /// Whether a view lets a recogniser begin.
  case viewAllows(view: Int, recognizer: Int)
  /// Whether the delegate of a recogniser lets it begin.
  case delegateAllows(recognizer: Int)
  /// Whether two may recognise together.
  case together(Int, Int)
  /// Whether the first has to wait until the second has failed.
  case requires(Int, Int)
  /// Whether the first may make the second fail.
  case prevents(Int, Int)
  /// Whether a scroll view gives a touch to a view in it.
  case scrollGives(scroll: Int, view: Int, touch: Int)
  /// Whether a scroll view takes touches back from a view in it.
  case scrollTakes(scroll: Int, view: Int)
}

/// The next thing to do; touches and recognisers are given by their ids.
package enum InteractionCall: Equatable, Sendable {
  /// Calls the targets of a recogniser.
  case action(recognizer: Int, state: GestureState)
  /// Tells a view of a touch; those of one view and one phase follow each other.
  case touch(TouchPhase, view: Int, touch: Int)
  /// Stops the motion of a scroll view.
  case halt(scroll: Int)
  /// Lets content that a finger stopped go to where it may rest.
  case settle(scroll: Int)
  /// Prepares a recogniser for its next attempt.
  case reset(recognizer: Int)
}

/// The views and recognisers: they answer, and are never called back for more than they are asked.
///
/// User code that runs in an answer may add, remove and disable recognisers and views.
@MainActor
package protocol InteractionHost: AnyObject {
  /// Returns the views under a finger that comes down; nil if there is none.
  func chain(for touch: TouchRecord) -> TouchChain?

  /// Returns the settings of a recogniser; nil if it is gone or turned off.
  func settings(of recognizer: Int) -> GestureSettings?

  /// Returns an answer.
  func answer(_ question: InteractionQuestion) -> Bool

  /// Returns how a scroll view stands.
  func facts(of scroll: Int) -> ScrollFacts

  /// Calls the methods for touches of a recogniser of the program; it sets states by `wish`.
  func feed(_ recognizer: Int, _ phase: TouchPhase, _ touches: [Int])
}

/// The work so far; tests hold these numbers.
package struct InteractionCounters: Equatable, Sendable {
  package var events = 0
  package var samples = 0
  package var feeds = 0
  package var wishes = 0
  package var passes = 0
  /// The most passes of one event.
  package var mostPasses = 0
  package var reads = 0
  package var questions = 0
  package var receives = 0
  package var allows = 0
  package var together = 0
  package var requires = 0
  package var prevents = 0
  package var actions = 0
  package var touches = 0
  package var resets = 0
  package var timers = 0
  package var heldBegins = 0
  package var droppedBegins = 0
  package var heldEnds = 0
}
