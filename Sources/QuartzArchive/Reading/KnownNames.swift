// Names that documents use beyond the rows of the property table.
// Licensed under the MIT license; see LICENSE.

/// Classes of layers.
enum KnownLayerClass: String {
  case layer = "CALayer"
  case transform = "CATransformLayer"
  case shape = "CAShapeLayer"
  case gradient = "CAGradientLayer"
  case text = "CATextLayer"
  case emitter = "CAEmitterLayer"
  case replicator = "CAReplicatorLayer"
  case backdrop = "CABackdropLayer"
  case scroll = "CAScrollLayer"
  case tiled = "CATiledLayer"

  /// Whether all that the class draws is drawn; the others show what they share with CALayer.
  var isDrawnCompletely: Bool { self == .layer }
}

/// Children of a layer's element that are not rows of the property table.
enum LayerChild: String {
  case sublayers, animations
  /// Switches off implicit animations, which nothing in a document starts.
  case actions
  /// Empty in every document; belongs to the host.
  case delegate, modules, scriptComponents
}

enum AnimationClass: String {
  case basic = "CABasicAnimation"
  case keyframe = "CAKeyframeAnimation"
}

enum KnownAttribute {
  /// Attributes that identify an object or belong to editors and hosts: they change no picture.
  private static let silent: Set<String> = [
    "id", "type", "object", "allowsEdgeAntialiasing", "allowsGroupBlending", "allowsHitTesting",
    "autoresizingMask", "contentsFormat", "contentsScaling", "contentsAlignsToPixels",
    "drawsAsynchronously", "flipsHorizontalAxis", "cornerContentsMasksEdges", "locked", "micaID",
    "mica_expanded", "needsDisplayOnBoundsChange", "needsLayoutOnGeometryChange",
    "rasterizationScale", "securityMode", "shouldRasterize", "UICALayerRenderID",
  ]

  /// Attributes that are not drawn yet, with the values that change nothing.
  private static let harmless: [String: Set<String>] = [
    "cornerCurve": ["circular"], "continuousCorners": ["0"], "shadowOpacity": ["0"],
    "contentsFlipped": ["0"], "contentsTransform": ["", "matrix(1 0 0 1 0 0)"],
    "contentsCenter": ["0 0 1 1"], "autoreverses": ["0"], "fillMode": ["removed"],
  ]

  /// Attributes of animations that editors keep for themselves.
  static let editorsAnimation: Set<String> = [
    "animationType", "CUI_autoreversingDuration", "debugDescription", "description", "hash", "id",
    "mica_autorecalculatesDuration", "type", "key",
  ]

  /// Whether leaving out an attribute of a layer changes no picture.
  static func changesNothing(_ name: String, _ value: String) -> Bool {
    silent.contains(name) || name.hasPrefix("caplay") || harmless[name]?.contains(value) == true
  }
}
