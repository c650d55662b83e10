// Layers that show another layer a second time.
// Licensed under the MIT license; see LICENSE.

public import Foundation
package import QuartzModel

/// A layer that shows a live picture of another one, wherever that is in the tree.
///
///     let portal = CAPortalLayer()
///     portal.frame = CGRect(x: 200, y: 0, width: 100, height: 100)
///     portal.sourceLayer = card
///
/// The source is drawn with all below it after the portal's own background, contents and border and
/// below its sublayers, with the origin of its bounds at that of the portal's, and not scaled. Its
/// own position, transform and opacity do not count, its clips, mask, shadow and filters do. It
/// follows each change and animation of the source, at the source's own time. Touches that hit the
/// portal are the portal's.
///
/// A portal shows nothing within its own source, and where the source is in no context or in
/// another one. Portals show other portals, up to eight in one another.
///
/// **Differences**: the class is not public on Apple's platforms; the meaning of its properties is
/// inferred. A tree with portals is planned as a whole with every change. Sublayers of a portal do
/// not cut one another in 3-D.
open class CAPortalLayer: CALayer {
  /// The rows that layers of this class have.
  package override class var layerClass: LayerClass { .portal }

  // Weak because: a portal looks at a layer that others own.
  private weak var storedSource: CALayer?

  /// Creates a portal that shows nothing.
  public override init() {
    super.init()
  }

  /// Creates a copy of a layer's values, for presentation layers.
  public override init(layer: Any) {
    storedSource = (layer as? CAPortalLayer)?.storedSource
    super.init(layer: layer)
  }

  /// Creates a portal from an archive, with its source if the archive has that as well; nil if the
  /// archive is damaged.
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
    values[.portalSource] = nil
    storedSource = coder.decodeObject(of: CALayer.self, forKey: Self.sourceKey)
  }

  private static let sourceKey = "CAPortalLayer.sourceLayer"

  /// Writes the portal; its source only if something else in the archive has it.
  open override func encode(with coder: NSCoder) {
    super.encode(with: coder)
    coder.encodeConditionalObject(storedSource, forKey: Self.sourceKey)
  }

  /// Whether `encode(with:)` writes the value of a key; numbers of layers mean nothing elsewhere.
  open override func shouldArchiveValue(forKey key: String) -> Bool {
    key == PropertyTable[.portalSource].name ? false : super.shouldArchiveValue(forKey: key)
  }

  /// The layer that is shown; held weakly, nil by default.
  open weak var sourceLayer: CALayer? {
    get { LayerLock.with { storedSource } }
    set {
      LayerLock.with { storedSource = newValue }
      link.journal?.portalChanged()
    }
  }

  /// Whether the source is drawn in portals alone and not at its own place; false by default.
  ///
  /// It is still laid out, animated and hit there.
  open var hidesSourceLayer: Bool {
    get { bool(.hidesSourceLayer) }
    set { set(.hidesSourceLayer, .bool(newValue)) }
  }

  /// Whether the source has its own opacity and that of the layers around it; false by default.
  open var matchesOpacity: Bool {
    get { bool(.matchesOpacity) }
    set { set(.matchesOpacity, .bool(newValue)) }
  }

  /// Whether the source's anchor point is where it is on the screen, and not in the portal; false
  /// by default.
  ///
  /// With `matchesTransform` the source lies exactly over itself.
  open var matchesPosition: Bool {
    get { bool(.matchesPosition) }
    set { set(.matchesPosition, .bool(newValue)) }
  }

  /// Whether the source is turned and scaled as on the screen, about its anchor point; false by
  /// default.
  open var matchesTransform: Bool {
    get { bool(.matchesTransform) }
    set { set(.matchesTransform, .bool(newValue)) }
  }

  /// Returns the value of a key; `sourceLayer` is a layer.
  open override func value(forKey key: String) -> Any? {
    key == "sourceLayer" ? sourceLayer : super.value(forKey: key)
  }

  /// Sets the value of a key; `sourceLayer` is a layer, or nil.
  open override func setValue(_ value: Any?, forKey key: String) {
    guard key == "sourceLayer" else { return super.setValue(value, forKey: key) }
    sourceLayer = value as? CALayer
  }
}
