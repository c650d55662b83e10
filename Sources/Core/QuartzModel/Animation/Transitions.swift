// Layers on their way from an old state to a new one.
// Licensed under the MIT license; see LICENSE.
//
// The old state is a picture that the renderer of the tree takes right before the commit that adds
// the transition. It is empty if the layer was hidden. A layer that comes into the tree together
// with its transition has none, and simply shows.

package import QuartzFilters
package import QuartzMath

/// The old state of a layer.
package struct TransitionSnapshot: Equatable, Sendable {
  /// The picture's number, not less than `ImageID.firstOfRenderer`; none if nothing was to be seen.
  package var image: ImageID
  /// Its width and height, pixels.
  package var size: SIMD2<Int32>
  /// The box of all that the old state touches, from the origin of the old bounds, points.
  package var rect: Rect
  /// From the picture's pixels, y down, to the layer's space, from the origin of the old bounds.
  package var pixels: Homography
  /// The size of the old bounds, points.
  package var oldSize: SIMD2<Double>
  /// From the origin of the old bounds to that of the new ones, points.
  ///
  /// The old state stays where it was in its superlayer when the layer's bounds, position, anchor
  /// or transform change. The identity where they do not.
  package var place = Homography.identity

  package init(
    image: ImageID,
    size: SIMD2<Int32>,
    rect: Rect,
    pixels: Homography,
    of bounds: Rect
  ) {
    self.image = image
    self.size = size
    self.rect = rect
    self.pixels = pixels
    oldSize = SIMD2(bounds.width, bounds.height)
  }

  /// That of a layer which had nothing to show.
  package static func nothing(in bounds: Rect) -> TransitionSnapshot {
    let rect = Rect(0, 0, bounds.width, bounds.height)
    return TransitionSnapshot(
      image: .none,
      size: .zero,
      rect: rect,
      pixels: .identity,
      of: bounds
    )
  }

  /// The box of the picture in the layer's own space, points.
  package func rect(in bounds: Rect) -> Rect { box(of: rect, in: bounds) }

  /// The box of the old bounds in the layer's own space, points.
  package func oldBounds(in bounds: Rect) -> Rect {
    box(of: Rect(0, 0, oldSize.x, oldSize.y), in: bounds)
  }

  private func box(of rect: Rect, in bounds: Rect) -> Rect {
    var rect = rect
    if place != .identity {
      let corners = [
        place.transform(rect.x, rect.y), place.transform(rect.maxX, rect.y),
        place.transform(rect.x, rect.maxY), place.transform(rect.maxX, rect.maxY),
      ]
      // Behind the eye it has no box.
      guard corners.allSatisfy({ $0.z > 1e-6 }) else { return bounds }
      let (x, y) = (corners.map { $0.x / $0.z }, corners.map { $0.y / $0.z })
      let (minX, minY) = (x.min() ?? 0, y.min() ?? 0)
      rect = Rect(minX, minY, (x.max() ?? 0) - minX, (y.max() ?? 0) - minY)
    }
    return Rect(rect.x + bounds.x, rect.y + bounds.y, rect.width, rect.height)
  }
}

/// A transition at a moment.
package struct ResolvedTransition: Equatable, Sendable {
  package var snapshot: TransitionSnapshot
  package var type: TransitionType
  package var subtype: TransitionSubtype
  /// How far it has come: 0 is the old state, 1 the new one.
  package var progress: Double
  /// Takes the place of the type.
  package var filter: FilterDescription?
}

/// The transition of an animated layer.
///
/// An object, as few layers have one; it never changes, as trees are copied.
final class LayerTransition: Sendable {
  /// The key of the animation.
  let key: String
  let snapshot: TransitionSnapshot
  /// The transition as of the last evaluation; nil before its begin and after its end.
  let resolved: ResolvedTransition?

  init(key: String, snapshot: TransitionSnapshot, resolved: ResolvedTransition? = nil) {
    (self.key, self.snapshot, self.resolved) = (key, snapshot, resolved)
  }
}

extension LayerTree {
  /// Whether a layer has animations.
  package func isAnimated(_ slot: Int32) -> Bool { animatedIndex[Int(slot)] >= 0 }

  /// The transition that a layer is in, as of the last evaluation.
  package func transition(of slot: Int32) -> ResolvedTransition? {
    let index = animatedIndex[Int(slot)]
    return index < 0 ? nil : animated[Int(index)].transition?.resolved
  }

  /// Gives the transition with a key of a layer the picture to begin with.
  package mutating func begin(_ snapshot: TransitionSnapshot, of layer: LayerID, key: String) {
    guard let slot = slot(of: layer), animatedIndex[Int(slot)] >= 0 else { return }
    let index = Int(animatedIndex[Int(slot)])
    animated[index].transition = LayerTransition(key: key, snapshot: snapshot)
  }

  /// The pictures that transitions still need.
  package var snapshots: [ImageID] { animated.compactMap { $0.transition?.snapshot.image } }

  /// Ends the transitions whose old states are pictures, as those are lost.
  package mutating func endTransitionsFromPictures() {
    for index in animated.indices {
      guard let transition = animated[index].transition else { continue }
      if transition.snapshot.image != .none { endTransition(index) }
    }
  }

  /// Ends the transition of an animated layer.
  mutating func endTransition(_ index: Int) {
    if animated[index].transition?.resolved != nil {
      touch(animated[index].slot, [.content, .subtree])
    }
    animated[index].transition = nil
  }

  /// Works out how far the transition of an animated layer has come.
  mutating func advanceTransition(_ index: Int, at layerTime: Double) {
    guard let transition = animated[index].transition else { return }
    var resolved: ResolvedTransition?
    for track in animated[index].tracks where track.key == transition.key {
      guard let way = track.state.transition,
        let progress = track.transitionProgress(at: layerTime)
      else { continue }
      resolved = ResolvedTransition(
        snapshot: transition.snapshot,
        // States stay where they are while a filter leads from one to the other.
        type: way.filter == nil ? way.type : .fade,
        subtype: way.subtype,
        progress: min(max(progress, 0), 1),
        filter: way.filter
      )
    }
    guard resolved != transition.resolved else { return }
    animated[index].transition = LayerTransition(
      key: transition.key,
      snapshot: transition.snapshot,
      resolved: resolved
    )
    touch(animated[index].slot, [.content, .subtree])
  }
}
