// Layers that show pictures drawn with OpenGL ES.
// Licensed under the MIT license; see LICENSE.

import Foundation
package import QuartzModel
package import Synchronization

/// A layer that shows a renderbuffer of OpenGL ES.
///
/// The renderbuffer gets its storage from the layer, in the size of the layer's bounds in pixels,
/// and each present shows it with the next frame, without a transaction; see `EAGLContext` of the
/// module `OpenGLES`.
///
///     import OpenGLES
///     import QuartzCore
///
///     let context = EAGLContext(api: .openGLES2)
///     EAGLContext.setCurrent(context)
///     layer.drawableProperties = [
///       kEAGLDrawablePropertyRetainedBacking: false,
///       kEAGLDrawablePropertyColorFormat: kEAGLColorFormatRGBA8,
///     ]
///     glBindRenderbuffer(GLenum(GL_RENDERBUFFER), renderbuffer)
///     context?.renderbufferStorage(Int(GL_RENDERBUFFER), from: layer)
///
/// The layer is opaque by default: the alpha of its pictures is then treated as 1. Everything else
/// is as with other contents: gravity, transforms, corners, masks, borders and shadows.
///
/// **Differences**: the picture stays in the renderbuffer after a present whether or not
/// `kEAGLDrawablePropertyRetainedBacking` asks for it. `Source:` Apple's reference says that it is
/// undefined otherwise.
open class CAEAGLLayer: CALayer {
  private final let isInTransactions = Atomic(false)
  /// The earliest time at which the last present shows, in seconds of `CACurrentMediaTime()`.
  package final let lastShow = Mutex(-Double.infinity)

  /// The slot that the layer shows.
  package private(set) final var slot: CAContentSlot

  /// The properties of the renderbuffers' storage: whether it is retained after a present
  /// (`kEAGLDrawablePropertyRetainedBacking`, a Bool) and its format
  /// (`kEAGLDrawablePropertyColorFormat`); nil, or a missing key, is not retained and RGBA8.
  ///
  /// Set it before the storage is created.
  open var drawableProperties: [AnyHashable: Any]?

  /// Whether a present becomes visible together with the current transaction of the presenting
  /// thread; false by default.
  ///
  /// If it is true, the layer's own thread must present.
  open var presentsWithTransaction: Bool {
    get { isInTransactions.load(ordering: .relaxed) }
    set { isInTransactions.store(newValue, ordering: .relaxed) }
  }

  /// Returns the default value of a key: the layer is opaque.
  open override class func defaultValue(forKey key: String) -> Any? {
    key == "opaque" ? true : super.defaultValue(forKey: key)
  }

  /// Creates a layer of size zero that shows nothing.
  public override init() {
    slot = CAContentSlot()
    super.init()
    storeContents(slot)
  }

  /// Creates a copy of a layer's values, for presentation layers.
  public override init(layer: Any) {
    let original = layer as? CAEAGLLayer
    slot = original?.slot ?? CAContentSlot()
    drawableProperties = original?.drawableProperties
    super.init(layer: layer)
  }

  /// Creates a layer from an archive, which shows nothing; nil if the archive is damaged.
  public required init?(coder: NSCoder) {
    slot = CAContentSlot()
    super.init(coder: coder)
    storeContents(slot)
  }

  /// Whether `encode(with:)` writes the value of a key; pictures drawn by GL are not written.
  open override func shouldArchiveValue(forKey key: String) -> Bool {
    key == "contents" ? false : super.shouldArchiveValue(forKey: key)
  }

  /// Shows a picture together with the current transaction.
  package final func presentInTransaction(_ picture: PixelBuffer) {
    slot = slot.successor(showing: picture)
    storeContents(slot)
  }
}
