// Layer trees that move, with what is known of them at certain times.
// Licensed under the MIT license; see LICENSE.
//
// A motion begins at the time 0, when the tree is committed that `build` makes without actions:
// what it adds as explicit animations begins then. Its events change layers later on, with actions.
// Facts are values that layers show, or colours at places; its pictures, three at most times, stand
// side by side in one reference picture.

import QuartzCore

/// A layer tree that moves.
package struct Motion: CustomStringConvertible, Sendable {
  package var name: String
  /// In points.
  package var width: Int
  package var height: Int
  /// Pixels per point; most motions are drawn smaller than the texts have them.
  package var scale: Double
  package var isYUp: Bool
  /// When it is pictured, in ascending order.
  package var times: [Double]
  package var facts: [Fact]
  /// The events of the motion, in ascending order of time.
  package var events: [Event]
  package var build: @Sendable (Stage) -> Void

  package init(
    _ name: String,
    _ width: Int,
    _ height: Int,
    scale: Double = 0.4,
    isYUp: Bool = false,
    at times: [Double],
    facts: [Fact],
    events: [Event] = [],
    build: @escaping @Sendable (Stage) -> Void
  ) {
    (self.name, self.width, self.height, self.scale) = (name, width, height, scale)
    (self.isYUp, self.times, self.facts, self.events) = (isYUp, times, facts, events)
    self.build = build
  }

  package var description: String { name }

  package var widthInPixels: Int { Int((Double(width) * scale).rounded(.up)) }
  package var heightInPixels: Int { Int((Double(height) * scale).rounded(.up)) }

  /// Something that changes layers at a time.
  package struct Event: Sendable {
    package var time: Double
    package var change: @Sendable (Stage) -> Void

    package init(_ time: Double, _ change: @escaping @Sendable (Stage) -> Void) {
      (self.time, self.change) = (time, change)
    }
  }

  /// A known fact of a motion at a time, after the events of that time.
  package struct Fact: Sendable, CustomStringConvertible {
    package var time: Double
    package var kind: Kind

    package enum Kind: Sendable {
      /// The value that a named layer shows for a key path.
      case value(layer: String, keyPath: String, numbers: [Double], tolerance: Double)
      /// The keys of the layer's animations.
      case keys(layer: String, [String])
      /// The names of the root's sublayers.
      case sublayers([String])
      /// The stage's count under a name.
      case count(of: String, Int)
      case pixel(Probe)
    }

    /// Expects the value that a layer shows, as numbers: of a colour red, green and blue in
    /// 0...255.
    package static func shows(
      _ time: Double,
      _ keyPath: String,
      _ numbers: Double...,
      of layer: String = "it",
      within tolerance: Double = 0.06
    ) -> Fact {
      Fact(
        time: time,
        kind: .value(layer: layer, keyPath: keyPath, numbers: numbers, tolerance: tolerance)
      )
    }

    /// A layer's background in 0...255.
    package static func color(
      _ time: Double,
      _ red: Double,
      _ green: Double,
      _ blue: Double,
      of layer: String = "it"
    ) -> Fact {
      shows(time, "backgroundColor", red, green, blue, of: layer, within: 1)
    }

    package static func center(
      _ time: Double,
      _ x: Double,
      _ y: Double,
      of layer: String = "it"
    ) -> Fact {
      shows(time, "position", x, y, of: layer)
    }

    /// The angle about z; positive angles take x to y.
    package static func turned(_ time: Double, degrees: Double, of layer: String = "it") -> Fact {
      shows(time, "transform.rotation.z", degrees * .pi / 180, of: layer, within: 0.001)
    }

    /// The keys of a layer's animations.
    package static func keys(_ time: Double, _ keys: [String], of layer: String = "it") -> Fact {
      Fact(time: time, kind: .keys(layer: layer, keys))
    }

    /// The names of the root's sublayers.
    package static func sublayers(_ time: Double, _ names: [String]) -> Fact {
      Fact(time: time, kind: .sublayers(names))
    }

    /// How often something happened that `Stage.count` was told of.
    package static func count(_ time: Double, of event: String, _ count: Int) -> Fact {
      Fact(time: time, kind: .count(of: event, count))
    }

    /// The colour of the picture at a place in points, as a probe has it.
    package static func pixel(
      _ time: Double,
      _ x: Double,
      _ y: Double,
      _ color: SIMD3<Int>,
      within tolerance: Int = 2
    ) -> Fact {
      Fact(time: time, kind: .pixel(Probe(x, y, color, within: tolerance)))
    }

    package var description: String {
      switch kind {
      case .value(let layer, let keyPath, let numbers, _):
        "at \(time) \(keyPath) of \(layer) is \(numbers)"
      case .keys(let layer, let keys): "at \(time) the keys of \(layer) are \(keys)"
      case .sublayers(let names): "at \(time) the root has \(names)"
      case .count(let event, let count): "at \(time) there were \(count) of \(event)"
      case .pixel(let probe): "at \(time) \(probe) is \(probe.color)"
      }
    }
  }

  /// Everything that is looked at or happens, in order of time.
  package var moments: [Double] {
    Set(times + facts.map(\.time) + events.map(\.time)).sorted()
  }

  /// All motions of the cases.
  package static let all: [Motion] = Case.all.flatMap(\.motions)
}
