// Where the two states of a layer in a transition are.
// Licensed under the MIT license; see LICENSE.

import QuartzMath
import QuartzModel

extension ResolvedTransition {
  /// The area in which pictures move, in the layer's space: its old and its new rectangle.
  func area(bounds: Rect) -> Rect { union(snapshot.rect(in: bounds), bounds) }

  /// The area that filters get, in the layer's space: the old bounds and the new ones.
  func filteredArea(bounds: Rect) -> Rect { union(snapshot.oldBounds(in: bounds), bounds) }

  private func union(_ old: Rect, _ bounds: Rect) -> Rect {
    let (x, y) = (min(old.x, bounds.x), min(old.y, bounds.y))
    return Rect(x, y, max(old.maxX, bounds.maxX) - x, max(old.maxY, bounds.maxY) - y)
  }

  /// The part of the area that the old state has left, in the layer's space; or nil.
  func revealedArea(bounds: Rect) -> Rect? {
    var area = area(bounds: bounds)
    let shift = shifts(bounds: bounds).old
    guard shift != .zero else { return nil }
    if shift.x != 0 {
      if shift.x < 0 { area.x = area.maxX + shift.x }
      area.width = abs(shift.x)
    } else {
      if shift.y < 0 { area.y = area.maxY + shift.y }
      area.height = abs(shift.y)
    }
    return area
  }

  /// How far the old state and the new one are from their places, in the layer's space.
  ///
  /// The top is at the maximum y, as for gravities.
  func shifts(bounds: Rect) -> (old: SIMD2<Double>, new: SIMD2<Double>) {
    let area = area(bounds: bounds)
    // From where the new one comes, or where the old one is uncovered first.
    let side: SIMD2<Double> =
      switch subtype {
      case .fromLeft: SIMD2(-area.width, 0)
      case .fromRight: SIMD2(area.width, 0)
      case .fromTop: SIMD2(0, area.height)
      case .fromBottom: SIMD2(0, -area.height)
      }
    switch type {
    case .fade: return (.zero, .zero)
    case .moveIn: return (.zero, side * (1 - progress))
    case .push: return (-side * progress, side * (1 - progress))
    case .reveal: return (-side * progress, .zero)
    }
  }
}

extension ResolvedTransition {
  /// The layer's space -> pixels, as it is without the transition.
  ///
  /// - Parameter world: The same, as the layer's new state is now.
  func restingWorld(_ style: LayerStylePointer, _ world: Homography) -> Homography {
    let shift = shifts(bounds: style.pointee.bounds).new
    return .translation(-shift.x, -shift.y) * world
  }

  /// The picture of the old state -> pixels, as it is now.
  ///
  /// - Parameter world: The layer's space -> pixels, as its new state is now.
  func oldWorld(_ style: LayerStylePointer, _ world: Homography) -> Homography {
    let bounds = style.pointee.bounds
    let shift = shifts(bounds: bounds).old
    return snapshot.pixels * snapshot.place * .translation(bounds.x + shift.x, bounds.y + shift.y)
      * restingWorld(style, world)
  }

  /// The pixels that the layer can touch.
  ///
  /// - Parameter new: Those that it touches where its new state is now.
  func extent(_ style: LayerStylePointer, _ world: Homography, new: PixelRect) -> PixelRect {
    guard type == .fade else {
      let area = area(bounds: style.pointee.bounds)
      return Shape(area, radii: .zero, world: restingWorld(style, world))?.bounds ?? .empty
    }
    let size = PixelRect(width: snapshot.size.x, height: snapshot.size.y)
    let rect = Rect(0, 0, Double(size.width), Double(size.height))
    let old = oldWorld(style, world).withoutRounding(in: size)
    return new.union(Shape(rect, radii: .zero, world: old)?.bounds ?? .empty)
  }
}

extension Homography {
  /// The translation by whole pixels that this map is but for rounding, or the map as it is.
  ///
  /// - Parameter frame: The pixels that are mapped.
  func withoutRounding(in frame: PixelRect) -> Homography {
    let near = 1.0 / 4096
    var move: SIMD2<Double>?
    for (x, y) in [
      (frame.minX, frame.minY), (frame.maxX, frame.minY), (frame.minX, frame.maxY),
      (frame.maxX, frame.maxY),
    ] {
      let image = transform(Double(x), Double(y))
      guard image.z > 0 else { return self }
      let step = SIMD2(image.x, image.y) / image.z - SIMD2(Double(x), Double(y))
      let whole = move ?? step.rounded(.toNearestOrEven)
      guard abs(step.x - whole.x) < near, abs(step.y - whole.y) < near else { return self }
      move = whole
    }
    return move.map { .translation($0.x, $0.y) } ?? self
  }
}
