// A demo: a program of a text, and what a reader does with it and sees of it.
// Licensed under the MIT license; see LICENSE.

public import UIKit

/// A demo of a text.
///
///     Demo("LW-8.4", "Keyframes along a path", times: [0, 2, 4]) { PathController() }
///
/// A demo with a script is played by it: the script moves time, touches the screen, shows figures
/// and states what has to be true. One without a script is shown at its times.
@MainActor
public struct Demo {
  /// The row of the inventory, as "LW-8.4": the text, the chapter and the number in it.
  public let id: String
  /// The subject, in a few words.
  public let title: String
  /// The size of the screen, in points.
  public var size = CGSize(width: 320, height: 480)
  /// Pixels per point.
  public var scale: CGFloat = 1
  /// The times of the figures, in seconds since the demo began; of a demo without a script.
  public var times: [CFTimeInterval] = [0]
  /// Makes the demo's controller.
  public let make: @MainActor () -> UIViewController
  /// Plays the demo; nil shows it at its times.
  public var script: (@MainActor (Stage) throws -> Void)?

  /// Creates a demo.
  ///
  /// - Parameters:
  ///   - id: The row of the inventory.
  ///   - title: The subject.
  ///   - times: The times of the figures, in seconds.
  ///   - make: Makes the demo's controller.
  public init(
    _ id: String,
    _ title: String,
    times: [CFTimeInterval] = [0],
    _ make: @escaping @MainActor () -> UIViewController
  ) {
    (self.id, self.title, self.times, self.make) = (id, title, times, make)
  }

  /// Returns the demo on a screen of another size.
  ///
  /// - Parameters:
  ///   - width: In points.
  ///   - height: In points.
  ///   - scale: Pixels per point.
  public func screen(_ width: CGFloat, _ height: CGFloat, scale: CGFloat = 1) -> Demo {
    var demo = self
    (demo.size, demo.scale) = (CGSize(width: width, height: height), scale)
    return demo
  }

  /// Returns the demo with a script.
  ///
  /// - Parameter script: Moves time, touches the screen, shows figures and states facts.
  public func play(_ script: @escaping @MainActor (Stage) throws -> Void) -> Demo {
    var demo = self
    demo.script = script
    return demo
  }

  /// Plays the demo on a stage.
  public func run(on stage: Stage) throws {
    if let script { return try script(stage) }
    for time in times {
      stage.move(to: time)
      try stage.show()
    }
  }
}

extension Demo {
  /// The demo as the commands know it.
  public var entry: Entry {
    Entry(id, title) { server in
      Stage(self, output: server.map { .server(path: $0, isRealTime: false) } ?? .pictures)
    } play: { stage in
      try run(on: stage)
    }
  }
}
