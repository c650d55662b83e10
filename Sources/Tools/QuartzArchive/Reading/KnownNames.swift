// Names that documents use beyond the rows of the property table.
// Licensed under the MIT license; see LICENSE.

package import QuartzCore
package import QuartzModel

extension LayerClass {
  /// Creates a layer of the class.
  package func makeLayer() -> CALayer {
    switch self {
    case .layer: CALayer()
    case .transform: CATransformLayer()
    case .shape: CAShapeLayer()
    case .gradient: CAGradientLayer()
    case .replicator: CAReplicatorLayer()
    case .text: CATextLayer()
    case .scroll: CAScrollLayer()
    case .tiled: CATiledLayer()
    case .emitter: CAEmitterLayer()
    case .backdrop: CABackdropLayer()
    case .portal: CAPortalLayer()
    }
  }
}

enum AnimationClass: String {
  case basic = "CABasicAnimation"
  case keyframe = "CAKeyframeAnimation"
  case spring = "CASpringAnimation"
  case group = "CAAnimationGroup"
  case transition = "CATransition"
}

/// Names that no key of a layer or animation may have in a document, because they mean something
/// else.
enum ReservedName: String {
  case id, type, object, key, value, src, p
  /// The animations of a layer by key.
  case animations
  /// The older spelling of `cornerCurve`.
  case continuousCorners
  /// Data of editors and hosts, with elements of its own.
  case delegate, modules, scriptComponents, states, stateTransitions
}

enum KnownAttribute {
  /// Attributes of editors and hosts, which change no picture.
  private static let silent: Set<String> = [
    "allowsGroupBlending", "allowsHitTesting", "contentsScaling", "contentsAlignsToPixels",
    "flipsHorizontalAxis", "cornerContentsMasksEdges", "locked", "micaID", "mica_expanded",
    "needsLayoutOnGeometryChange", "securityMode", "UICALayerRenderID",
  ]

  /// Attributes that are not drawn, with the values that change nothing.
  private static let harmless: [String: Set<String>] = [
    "contentsFlipped": ["0"], "contentsSwizzle": ["", "RGBA"], "shadowPathIsBounds": ["0"],
  ]

  /// Attributes of animations that editors keep for themselves.
  private static let editorsAnimation: Set<String> = [
    "animationType", "CUI_autoreversingDuration", "debugDescription", "description", "hash",
    "mica_autorecalculatesDuration",
  ]

  /// Whether an attribute of a layer that has no effect changes no picture.
  static func changesNothing(_ name: String, _ value: String) -> Bool {
    if name == ContentsSwizzle.key, ContentsSwizzle(value) != nil { return true }
    return isSilent(name, value)
  }

  private static func isSilent(_ name: String, _ value: String) -> Bool {
    silent.contains(name) || name.hasPrefix("caplay") || harmless[name]?.contains(value) == true
  }

  /// Whether an attribute of an animation is for editors.
  static func isEditors(_ name: String) -> Bool {
    editorsAnimation.contains(name)
  }
}
