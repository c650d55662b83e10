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
  ///
  /// It is that of the corners at their places, as on Apple's platforms: where these are whole
  /// numbers but for rounding, such as after a quarter turn, so is the frame.
  var frame: Rect {
    if transform.isIdentity {
      return Rect(position.x + bounds.x, position.y + bounds.y, bounds.width, bounds.height)
    }
    guard position.x.isFinite, position.y.isFinite else {
      let box = box
      return Rect(position.x + box.x, position.y + box.y, box.width, box.height)
    }
    return transform.boundingBox(of: bounds, z: -anchorZ, at: position)
  }

  /// The bounds, with the anchor point at the origin.
  private var bounds: Rect {
    Rect(-anchor.x * size.width, -anchor.y * size.height, size.width, size.height)
  }

  /// The bounding box of the transformed bounds, with the anchor point at the origin.
  private var box: Rect {
    transform.isIdentity ? bounds : transform.boundingBox(of: bounds, z: -anchorZ)
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
  ///
  /// - Parameter origin: Added to every corner.
  fileprivate func boundingBox(of rect: Rect, z: Double, at origin: Point = .zero) -> Rect {
    var low = SIMD2(repeating: Double.infinity)
    var high = -low
    // Added first, because what turns leave of zero is lost in it.
    let isFlat = row1.w == 0 && row2.w == 0 && row3.w == 0 && row4.w == 1
    let start = isFlat ? row4 + SIMD4(origin.x, origin.y, 0, 0) : row4
    let place = isFlat ? SIMD2<Double>.zero : SIMD2(origin.x, origin.y)
    for corner in 0..<4 {
      let x = corner & 1 == 0 ? rect.minX : rect.maxX
      let y = corner & 2 == 0 ? rect.minY : rect.maxY
      let image = start + row1 * x + row2 * y + row3 * z
      let w = image.w == 0 ? 1 : image.w
      let point = SIMD2(image.x, image.y) / w + place
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
    if isPart { return }
    let actions = layout.frameActions
    layout.frameActions = []
    tellObservers()
    for (key, action) in actions { action.run(forKey: key, object: self, arguments: nil) }
  }
}
