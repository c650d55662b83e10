// A pointer over views.
// Licensed under the MIT license; see LICENSE.

/// The recognisers of views that a pointer is over.
package struct HoverTracker: Sendable {
  /// A state of a recogniser.
  package struct Step: Equatable, Sendable {
    package var recognizer: Int
    package var state: GestureState
  }

  /// The deepest first.
  package private(set) var recognizers: [Int] = []

  package init() {}

  /// Takes the recognisers under the pointer, the deepest first, and returns their new states.
  package mutating func move(over new: [Int]) -> [Step] {
    var steps: [Step] = []
    for old in recognizers where !new.contains(old) {
      steps.append(Step(recognizer: old, state: .ended))
    }
    for id in new {
      steps.append(Step(recognizer: id, state: recognizers.contains(id) ? .changed : .began))
    }
    recognizers = new
    return steps
  }
}
