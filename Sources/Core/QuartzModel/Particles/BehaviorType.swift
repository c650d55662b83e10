// The behaviours of particles by their types: inputs and defaults.
// Licensed under the MIT license; see LICENSE.
//
// A behaviour is kept, sent and animated as a filter is: by a `FilterDescription`, a type with a
// name, a switch and inputs. So key paths, animations, presentations, archives, documents and the
// wire have one code for both.

package import QuartzFilters

/// A way in which particles of a layer move or look.
package enum BehaviorType: String, CaseIterable, Sendable {
  case wave, drag, alignToMotion, valueOverLife, colorOverLife, light, attractor, simpleAttractor

  /// The inputs with their defaults, sorted by key; those without a default are texts and lists
  /// that are empty until they are set.
  package var inputs: [(key: String, defaultValue: FilterInputValue?)] {
    switch self {
    case .wave: [("force", .vector([0, 0, 0])), ("frequency", .number(0))]
    case .drag: [("drag", .number(0))]
    case .alignToMotion: [("preservesDepth", .number(0)), ("rotation", .number(0))]
    case .valueOverLife: [("keyPath", nil), ("locations", nil), ("values", nil)]
    case .colorOverLife: [("colors", nil), ("locations", nil)]
    case .light:
      [
        ("appliesAlpha", .number(0)), ("color", .color(SIMD4(repeating: 1))),
        ("coneAngle", .number(.pi / 2)), ("coneEdgeSoftness", .number(0)),
        ("directionLatitude", .number(0)), ("directionLongitude", .number(0)),
        ("falloff", .number(0)), ("falloffDistance", .number(1)), ("position", .vector([0, 0])),
        ("spot", .number(0)), ("zPosition", .number(0)),
      ]
    case .attractor:
      [
        ("attractorType", .text(AttractorType.radial.rawValue)), ("falloff", .number(0)),
        ("falloffDistance", .number(1)), ("orientationLatitude", .number(0)),
        ("orientationLongitude", .number(0)), ("position", .vector([0, 0])),
        ("radius", .number(0)), ("stiffness", .number(0)), ("zPosition", .number(0)),
      ]
    case .simpleAttractor:
      [
        ("position", .vector([0, 0])), ("radius", .number(0)), ("stiffness", .number(0)),
        ("zPosition", .number(0)),
      ]
    }
  }

  /// Whether the motion of particles depends on their way, and is worked out in steps.
  package var needsSteps: Bool {
    switch self {
    case .wave, .attractor, .simpleAttractor: true
    case .drag, .alignToMotion, .valueOverLife, .colorOverLife, .light: false
    }
  }

  package func hasInput(_ key: String) -> Bool { inputs.contains { $0.key == key } }

  /// The value of an input that was not set, or nil.
  package func defaultValue(of key: String) -> FilterInputValue? {
    inputs.first { $0.key == key }?.defaultValue
  }
}

/// The thing towards which an attractor pulls.
package enum AttractorType: String, CaseIterable, Sendable {
  /// A point.
  case radial
  /// A line through a point.
  case axial
  /// A plane through a point.
  case planar
}

/// A property of particles that `valueOverLife` replaces.
enum BehaviorProperty: String, CaseIterable, Sendable {
  case positionX = "position.x"
  case positionY = "position.y"
  case positionZ = "position.z"
  case velocityX = "velocity.x"
  case velocityY = "velocity.y"
  case velocityZ = "velocity.z"
  case mass, rotation, spin, scale, scaleSpeed
  case red = "color.red"
  case green = "color.green"
  case blue = "color.blue"
  case alpha = "color.alpha"
}

extension FilterDescription {
  /// Its type as that of a behaviour; nil for a filter, and for one that is not known.
  package var behaviorType: BehaviorType? { BehaviorType(rawValue: type) }

  /// The problem that keeps a behaviour from having all of its effect, or nil.
  package var behaviorProblem: String? {
    guard let known = behaviorType else { return "no behavior \(type); it has no effect" }
    if let input = inputs.first(where: { !known.hasInput($0.key) }) {
      return "\(type) has no input \(input.key)"
    }
    switch known {
    case .valueOverLife:
      guard case .text(let path) = self["keyPath"] else { return nil }
      return BehaviorProperty(rawValue: path) == nil
        ? "\(type): particles have no property \(path)" : nil
    case .attractor:
      guard case .text(let name) = self["attractorType"] else { return nil }
      return AttractorType(rawValue: name) == nil ? "no attractor is \(name)" : nil
    case .wave, .drag, .alignToMotion, .colorOverLife, .light, .simpleAttractor: return nil
    }
  }
}
