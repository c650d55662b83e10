// Decides which layers need a surface of their own, and how clips are made.
// Licensed under the MIT license; see LICENSE.
//
// A surface costs a pass, so a layer gets one only if folding its opacity or clip into each of its
// draws would show. With opacity, draws that overlap would show through each other. With a clip,
// they would leak the pixels below along an edge that is not on a pixel boundary. Two clips,
// neither of them a rectangle of whole pixels, need a surface too. The rules are about the pixels
// that draws can touch: a rule may cause an unneeded surface, but never a wrong picture.

import QuartzMath
import QuartzModel

/// A surface that is to be filled.
struct SurfaceJob {
  enum Content {
    /// The root layer, into the output.
    case root
    /// A layer as it is among its siblings: a mask.
    case whole
    /// A whole layer with its shadow, at full opacity, without its mask.
    case layer
    /// A layer without its shadow.
    case body
    /// A rasterised layer, in its own space, at full opacity.
    case raster
    /// The picture of a rasterised layer, as it is among its siblings but for its blend mode.
    case picture
    /// Another surface, blurred: there is nothing to draw.
    case blur
    /// The shape of a layer's clip, in white.
    case clipShape
    /// The pattern of a layer's background, without its corners.
    case pattern
    /// A layer's gradient, without its corners.
    case gradient
    /// The pattern that a border, a fill or a stroke shows.
    case patternOf(NodeParts)
    /// A border, a fill or a stroke, in white.
    case shapeOf(NodeParts)
    /// A layer between its old state and its new one.
    case transition
    /// A layer in a transition, as it looks after that.
    case incoming
    /// Contents between those before and those after.
    case fadingContents
    /// The contents after.
    case newContents
    /// A piece of the plane of a layer, in white.
    case piece(Int32)
    /// A layer's contents and sublayers, with its clip still to be applied.
    case clipped
    /// A layer's contents and sublayers; the clip comes with the composite.
    case unclipped

    /// Whether it is the shape that a pattern shows through.
    var isShape: Bool { if case .shapeOf = self { true } else { false } }
  }

  var node: Int32
  var content: Content
  /// Whether its pixels are cached for later frames.
  var isCached = false
}

/// How a layer's contents and sublayers are clipped to its bounds.
enum ClipDecision {
  /// Nothing of them shows.
  case nothing
  /// Nothing of them leaves the clip.
  case none
  /// The clip is a rectangle of whole pixels.
  case scissor(PixelRect)
  /// Each draw is multiplied with the clip's coverage.
  case shape(Shape)
  /// They are drawn into a surface, and its composite is clipped.
  case surface(Shape)
  /// The same, with a clip that no formula of the renderers has.
  case curve(PixelRect)
  /// The clip's place is taken: they are drawn, clipped, into a surface.
  case nested
}

extension PlanBuilder {
  /// The pixels that the parts and sublayers of a node can touch within a scissor.
  ///
  /// - Parameter withFrame: Whether the node's own background and border count.
  func drawnRects(
    _ index: Int32,
    within scissor: PixelRect,
    withFrame: Bool
  ) -> DrawnRects {
    var rects = DrawnRects()
    var own = nodes[Int(index)].parts
    if !withFrame { own.formIntersection(.inside) }
    rects.add(nodes[Int(index)].ownBounds.intersection(scissor), times: own.count)
    var position = Int(index) + 1
    while position < Int(nodes[Int(index)].end) {
      let flags = nodes[position].flags
      if flags.contains(.effects) {
        // Its draws lie upon each other.
        rects.add(extents[position].intersection(scissor), times: 2)
        position = Int(nodes[position].end)
        continue
      }
      let parts = nodes[position].parts.count
      if nodes[position].run >= 0 {
        for item in runs.ranges[Int(nodes[position].run)] {
          rects.add(runs.placements[item].bounds.intersection(scissor), times: parts)
        }
      } else if !flags.contains(.skipped) {
        rects.add(nodes[position].ownBounds.intersection(scissor), times: parts)
      }
      position += 1
    }
    return rects
  }

  /// Whether opacity below 1 must be applied to the layer as a whole.
  func needsOpacityGroup(_ layer: DrawnLayer, _ rects: DrawnRects) -> Bool {
    layer.style.pointee.allowsGroupOpacity && rects.overlap { _ in true }
  }

  /// How contents and sublayers of a layer that masks to its bounds are clipped.
  func clipDecision(_ layer: DrawnLayer) -> ClipDecision {
    let (index, style, environment) = (layer.index, layer.style, layer.environment)
    guard let shape = layer.shape(style.pointee.bounds, style.reachingRadii) else {
      return .nothing
    }
    if shape.isPixelAligned { return .scissor(shape.bounds) }
    let scissor = environment.scissor.intersection(shape.bounds)
    let rects = drawnRects(index, within: scissor, withFrame: false)
    if rects.union.isEmpty { return .nothing }
    let everything = drawnRects(index, within: environment.scissor, withFrame: false)
    if shape.covers(everything.union) { return .none }
    if style.isCurved { return .curve(scissor) }
    if environment.clip >= 0 { return .nested }
    return rects.overlap { !shape.covers($0) } ? .surface(shape) : .shape(shape)
  }
}
