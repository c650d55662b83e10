// Hit testing, and the visible part of a layer.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import QuartzMath

extension CALayer {
  /// Whether a point of the layer's coordinates is in its bounds; the far edges are outside.
  final func boundsContain(_ point: CGPoint) -> Bool {
    let bounds = rect(.bounds)
    return point.x >= bounds.minX && point.x < bounds.maxX && point.y >= bounds.minY
      && point.y < bounds.maxY
  }

  /// The layer at a point of the superlayer's coordinates, found without recursion where classes of
  /// the library are inside one another.
  final func findHit(_ pointInSuperlayer: CGPoint) -> CALayer? {
    guard let first = HitStep(self, pointInSuperlayer) else { return nil }
    var steps = [first]
    while let last = steps.indices.last {
      guard let layer = steps[last].below.popLast() else {
        let step = steps.removeLast()
        if step.layer.contains(step.point) { return step.layer }
        continue
      }
      let point = steps[last].point
      if layer.hitsAsBaseClass {
        if let step = HitStep(layer, point) { steps.append(step) }
      } else if let hit = DeepStack.call({ layer.hitTest(point) }) ?? nil {
        return hit
      }
    }
    return nil
  }

  /// Whether the class is known not to override `hitTest`; others are asked.
  private final var hitsAsBaseClass: Bool {
    !isSubclass || CALayer.baseHitClasses.contains(ObjectIdentifier(type(of: self)))
  }

  private static let baseHitClasses = Set(
    [
      CAEAGLLayer.self, CAEmitterLayer.self, CAGradientLayer.self, CAReplicatorLayer.self,
      CAScrollLayer.self, CAShapeLayer.self, CATextLayer.self, CATiledLayer.self,
    ].map { (type: CALayer.Type) in ObjectIdentifier(type) }
  )

  /// A layer whose sublayers are looked through.
  private struct HitStep {
    let layer: CALayer
    /// In the layer's own coordinates.
    let point: CGPoint
    /// Those not asked yet, the nearest one last.
    var below: [CALayer]

    /// Nil if neither the layer nor anything below it can be at the point.
    init?(_ layer: CALayer, _ pointInSuperlayer: CGPoint) {
      guard !layer.isHidden else { return nil }
      let space = LayerSpace(toPlane: layer)
      guard let point = space.point(at: Point(pointInSuperlayer)).map({ CGPoint($0) }) else {
        return nil
      }
      if layer.masksToBounds && !layer.contains(point) { return nil }
      self.layer = layer
      self.point = point
      below = layer.sublayersFromFront(at: point).reversed()
    }
  }

  /// Returns the sublayers that may be at a point of the layer's coordinates, the nearest one
  /// first.
  ///
  /// Where planes cross, the one is first that is nearer at that point.
  fileprivate final func sublayersFromFront(at point: CGPoint) -> [CALayer] {
    guard let sublayers else { return [] }
    let isFlat = values[.sublayerTransform] == nil && sublayers.allSatisfy(\.isFlat)
    if isFlat { return sublayers.reversed() }
    var found: [(layer: CALayer, depth: Double)] = []
    for layer in sublayersWithPlanes.reversed() {
      let space = LayerSpace(toPlane: layer)
      guard let own = space.point(at: Point(point)) else { continue }
      let depth = space.depth(at: own)
      if !depth.isNaN { found.append((layer, depth)) }
    }
    // The sort is stable: of equal depths the later sublayer stays first.
    return found.sorted { $0.depth > $1.depth }.map(\.layer)
  }

  /// Whether the layer lies in its superlayer's plane, judging by its own values alone.
  private final var isFlat: Bool {
    values[.transform] == nil && values[.zPosition] == nil && values[.anchorPointZ] == nil
      && !keepsDepth
  }

  /// The sublayers; those that keep depth are replaced by theirs.
  private final var sublayersWithPlanes: [CALayer] {
    var planes: [CALayer] = []
    var stack = Array((sublayers ?? []).reversed())
    while let layer = stack.popLast() {
      if !layer.keepsDepth {
        planes.append(layer)
      } else if !layer.isHidden {
        stack.append(contentsOf: (layer.sublayers ?? []).reversed())
      }
    }
    return planes
  }

  /// The nearest superlayer that scrolls.
  private final var scroller: CAScrollLayer? {
    var node = superlayer
    while let layer = node {
      if let scroller = layer as? CAScrollLayer { return scroller }
      node = layer.superlayer
    }
    return nil
  }

  /// The part of the bounds that is in those of all superlayers that scroll.
  final var shownPart: CGRect {
    var part = bounds
    var next = scroller
    while let scroller = next {
      part = part.intersection(convert(scroller.bounds, from: scroller))
      if part.isNull { return .zero }
      next = scroller.scroller
    }
    return part
  }

  final func scrollSuperlayer(to point: CGPoint) {
    guard let scroller = self as? CAScrollLayer ?? scroller else { return }
    scroller.scroll(to: scroller.convert(point, from: self))
  }

  /// Scrolls this layer and all those above it that scroll, from the nearest to the farthest, to
  /// show a rectangle.
  final func scrollSuperlayers(to rect: CGRect) {
    var next = self as? CAScrollLayer ?? scroller
    while let scroller = next {
      scroller.scroll(to: scroller.convert(rect, from: self))
      next = scroller.scroller
    }
  }

  /// Whether y points down in the layer's own coordinates, on the output.
  final var pointsDown: Bool {
    var isDown = true
    var root = self
    var node: CALayer? = self
    while let layer = node {
      if layer.isGeometryFlipped { isDown.toggle() }
      root = layer
      node = layer.layerAbove
    }
    let journal = (root.presented ?? root).link.journal
    return isDown != (journal?.context?.configuration.isYUp ?? false)
  }
}
