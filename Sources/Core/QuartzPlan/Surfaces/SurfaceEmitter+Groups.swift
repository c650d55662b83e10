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

extension SurfaceEmitter {
  /// Whether opacity below 1 must be applied to the layer as a whole.
  func needsOpacityGroup(_ layer: DrawnLayer, _ rects: DrawnRects) -> Bool {
    layer.style.pointee.allowsGroupOpacity && rects.overlap { _ in true }
  }

  /// How contents and sublayers of a layer that masks to its bounds are clipped.
  func clipDecision(_ layer: DrawnLayer, _ table: NodeTable) -> ClipDecision {
    let (index, style, environment) = (layer.index, layer.style, layer.environment)
    guard let shape = layer.shape(style.pointee.bounds, style.reachingRadii) else {
      return .nothing
    }
    if shape.isPixelAligned { return .scissor(shape.bounds) }
    let scissor = environment.scissor.intersection(shape.bounds)
    let rects = table.drawnRects(index, within: scissor, withFrame: false)
    if rects.union.isEmpty { return .nothing }
    let everything = table.drawnRects(index, within: environment.scissor, withFrame: false)
    if shape.covers(everything.union) { return .none }
    if style.isCurved { return .curve(scissor) }
    if environment.clip >= 0 { return .nested }
    return rects.overlap { !shape.covers($0) } ? .surface(shape) : .shape(shape)
  }
}
