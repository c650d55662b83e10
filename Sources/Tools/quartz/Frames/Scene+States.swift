// A scene's states, as a window changes between them.
// Licensed under the MIT license; see LICENSE.

import QuartzArchive

extension Scene {
  /// The names of the states of all planes, each once.
  var stateNames: [String] {
    var names: [String] = []
    for name in controllers.flatMap(\.package.stateNames) where !names.contains(name) {
      names.append(name)
    }
    return names
  }

  /// Changes to a state, with the document's animations.
  ///
  /// Planes that have no state of that name stay as they are.
  ///
  /// - Parameters:
  ///   - name: The state; nil is the document as it is written.
  ///   - time: The time at which the change begins; nil is a change without animations.
  func change(to name: String?, at time: Double?) {
    for plane in controllers where name.map(plane.package.stateNames.contains) ?? true {
      plane.states.setState(name, transition: time.map { .played(at: $0) } ?? .none)
    }
  }
}
