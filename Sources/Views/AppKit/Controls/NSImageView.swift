// Image views.
// Licensed under the MIT license; see LICENSE.

public import Foundation
import QuartzCore

/// How an image fills its room.
public enum NSImageScaling: UInt, Sendable {
  /// As large as fits, but not larger than it is.
  case scaleProportionallyDown = 0
  /// Stretched.
  case scaleAxesIndependently = 1
  /// As it is.
  case scaleNone = 2
  /// As large as fits.
  case scaleProportionallyUpOrDown = 3
}

/// A view that shows an image.
@preconcurrency
@MainActor
open class NSImageView: NSControl {
  /// Creates an image view.
  public override init(frame frameRect: NSRect) { super.init(frame: frameRect) }

  /// Creates an image view from an archive; nothing is read.
  public required init?(coder: NSCoder) { super.init(coder: coder) }

  /// Creates an image view of an image's size.
  public convenience init(image: NSImage) {
    self.init(frame: NSRect(origin: .zero, size: image.size))
    self.image = image
  }

  /// The image; nil if there is none.
  open var image: NSImage? {
    didSet { if image !== oldValue { needsDisplay = true } }
  }

  /// How the image fills the view.
  open var imageScaling = NSImageScaling.scaleProportionallyDown {
    didSet { needsDisplay = true }
  }

  /// Gives the layer the image.
  open override func updateLayer() {
    guard let layer else { return }
    layer.contents = image
    let size = image?.size ?? .zero
    let fits = size.width <= bounds.width && size.height <= bounds.height
    switch imageScaling {
    case .scaleProportionallyDown: layer.contentsGravity = fits ? .center : .resizeAspect
    case .scaleAxesIndependently: layer.contentsGravity = .resize
    case .scaleNone: layer.contentsGravity = .center
    case .scaleProportionallyUpOrDown: layer.contentsGravity = .resizeAspect
    }
    layer.masksToBounds = imageScaling == .scaleNone
  }
}
