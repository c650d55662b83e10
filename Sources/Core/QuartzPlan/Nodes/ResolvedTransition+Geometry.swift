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

  /// The pixels that the layer can touch.
  ///
  /// - Parameter new: Those that it touches where its new state is now.
  func extent(_ style: LayerStylePointer, _ world: Homography, new: PixelRect) -> PixelRect {
    let area = area(bounds: style.pointee.bounds)
    let resting = restingWorld(style, world)
    let pixels = Shape(area, radii: .zero, world: resting)?.bounds ?? .empty
    return type == .fade ? pixels.union(new) : pixels
  }
}
