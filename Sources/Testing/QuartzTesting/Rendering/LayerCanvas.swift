// The picture that a layer is drawn into.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import QuartzCore
import QuartzModel

/// The size, background and changes of a picture of a layer.
struct LayerCanvas {
  /// In points; nil for the layer's frame.
  var size: CGSize?
  /// Pixels per point.
  var scale: CGFloat = 1
  /// The colour behind the layer; nil is transparent.
  var background: CGColor?
  var renderer = SnapshotRenderer.software
  /// Changes made once the layer is shown, with implicit animations.
  var changes: ((CALayer) -> Void)?
  /// Whether the cost of each layer is counted.
  var measuresLayers = false

  /// The part of the layer's superlayer that the picture shows, in points.
  ///
  /// - Throws: `SnapshotProblem` for a size or scale that no picture can have.
  func frame(of layer: CALayer) throws(SnapshotProblem) -> CGRect {
    try checked(size.map { CGRect(origin: .zero, size: $0) } ?? layer.frame)
  }

  /// Returns the frame if a picture can have it.
  func checked(_ frame: CGRect) throws(SnapshotProblem) -> CGRect {
    let (width, height) = (frame.size.width, frame.size.height)
    guard scale.isFinite, scale > 0 else { throw .badScale(Double(scale)) }
    let limit = ContextConfiguration.maximumSide
    let side = Double(max(width, height) * scale)
    guard side.isFinite, side <= Double(limit), frame.origin.x.isFinite, frame.origin.y.isFinite
    else {
      throw .sizeTooLarge(
        width: Double(width),
        height: Double(height),
        scale: Double(scale),
        limit: limit
      )
    }
    guard width > 0, height > 0 else {
      throw .emptySize(width: Double(width), height: Double(height))
    }
    return frame
  }
}
