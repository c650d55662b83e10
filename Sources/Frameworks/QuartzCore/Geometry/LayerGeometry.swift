// The frame of a layer, from its geometry and back.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import QuartzMath

/// The properties that a layer's frame is derived from.
struct LayerGeometry {
  /// The size of the bounds, not negative.
  var size: Size
  var anchor: Point
  var anchorZ: Double
  var position: Point
  var transform: Matrix4x4

  init(_ layer: CALayer) {
    LayerLock.lock()
    defer { LayerLock.unlock() }
    let bounds = layer.rect(.bounds).standardized
    size = Size(bounds.width, bounds.height)
    anchor = layer.point(.anchorPoint)
    anchorZ = layer.number(.anchorPointZ)
    position = layer.point(.position)
    transform = layer.matrix(.transform)
  }

  /// The bounding box of the transformed bounds, in the superlayer's coordinates.
  var frame: Rect {
    let box = box
    return Rect(position.x + box.x, position.y + box.y, box.width, box.height)
  }

  /// The bounding box of the transformed bounds, with the anchor point at the origin.
  private var box: Rect {
    let (left, top) = (-anchor.x * size.width, -anchor.y * size.height)
    let bounds = Rect(left, top, size.width, size.height)
    return transform.isIdentity ? bounds : transform.boundingBox(of: bounds, z: -anchorZ)
  }

  /// Changes size and position so that the box of the bounds is `frame`, where that is possible.
  ///
  /// The size is that of the box of `frame` mapped back through the transform. That is exact for
  /// scales and right-angle turns. For other transforms the resulting box is larger than `frame`,
  /// with about the same middle.
  mutating func fit(_ frame: Rect) {
    size = Size(frame.width, frame.height)
    if transform.isIdentity {
      position = Point(frame.x + anchor.x * frame.width, frame.y + anchor.y * frame.height)
      return
    }
    var linear = transform
    linear.row4 = [0, 0, 0, 1]
    if let inverse = linear.inverse {
      let back = inverse.boundingBox(of: Rect(0, 0, frame.width, frame.height), z: 0)
      size = Size(back.width, back.height)
    }
    let box = box
    position = Point(
      frame.x + frame.width / 2 - (box.x + box.width / 2),
      frame.y + frame.height / 2 - (box.y + box.height / 2)
    )
  }
}

extension Matrix4x4 {
  /// Returns the bounding box of a rectangle at depth `z`, seen from the front; corners behind the
  /// eye count with their sign.
  fileprivate func boundingBox(of rect: Rect, z: Double) -> Rect {
    var low = SIMD2(repeating: Double.infinity)
    var high = -low
    for corner in 0..<4 {
      let x = corner & 1 == 0 ? rect.minX : rect.maxX
      let y = corner & 2 == 0 ? rect.minY : rect.maxY
      let image = transform([x, y, z, 1])
      let w = image.w == 0 ? 1 : image.w
      let point = SIMD2(image.x, image.y) / w
      low = pointwiseMin(low, point)
      high = pointwiseMax(high, point)
    }
    return Rect(low.x, low.y, high.x - low.x, high.y - low.y)
  }
}

extension CALayer {
  /// Sets the size of the bounds and the position for a frame.
  final func setFrame(_ frame: Rect) {
    var geometry = LayerGeometry(self)
    geometry.fit(frame.standardized)
    let isPart = layout.isFrameChanging
    layout.isFrameChanging = true
    // The order, as measured, in which their implicit animations are made.
    position = CGPoint(geometry.position)
    bounds.size = CGSize(geometry.size)
    layout.isFrameChanging = isPart
    tellObservers()
  }
}
