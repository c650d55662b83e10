// Drawing calls as values: what pages of PDF keep of them.
// Licensed under the MIT license; see LICENSE.

import Foundation
import QuartzMath
import QuartzRaster

/// A cut of the clip of a page.
enum VectorClip {
  /// The inside of a path of device space.
  case path(Path, FillRule)
  /// A mask stretched over a rectangle of the user space that `ctm` maps to device space.
  case mask(CGImage, CGRect, ctm: Affine)

  var isMask: Bool { if case .mask = self { true } else { false } }
}

/// A drawing call, without the state that it was made in.
enum VectorOperation {
  /// Fills a path of device space.
  case fill(Path, FillRule, PaintStyle)
  /// Draws the shadow of a path of device space, and not the path.
  case shadow(Path, PaintStyle)
  /// Strokes a path of user space.
  case stroke(Path, StrokeStyle, PaintStyle)
  /// Draws an image into a rectangle of user space.
  case image(CGImage, Rect, byTiling: Bool)
  /// Fills the clip with a gradient of user space; colours are straight sRGB.
  case gradient([GradientStop], GradientShape, GradientExtent)
  /// Composes calls on their own, then draws them as one.
  case group([VectorStep])
}

/// A drawing call and the state that it was made in.
struct VectorStep {
  var state: GraphicsState
  var operation: VectorOperation
}

extension VectorStep {
  /// The rectangle of device space that the call can change, without its shadow; nil for all of the
  /// clip.
  var extent: Rect? {
    switch operation {
    case .fill(let path, _, _), .shadow(let path, _): path.controlBounds ?? .zero
    case .stroke(let path, let line, _):
      path.controlBounds.map { bounds in
        let reach = line.width * max(line.miterLimit, 2) / 2
        return bounds.grown(by: reach).bounds(under: state.ctm)
      } ?? .zero
    case .image(_, let rect, let byTiling): byTiling ? nil : rect.bounds(under: state.ctm)
    case .gradient: nil
    case .group(let steps):
      steps.reduce(.zero as Rect?) { all, step in
        guard let all, let own = step.extent else { return nil }
        let reached = step.shadowExtent.map(own.union) ?? own
        return all == .zero ? reached : all.union(reached)
      }
    }
  }

  /// The rectangle of device space that the call's shadow can change; nil without a shadow, and for
  /// all of the clip.
  var shadowExtent: Rect? {
    guard let shadow = state.shadow, let extent else { return nil }
    let reach = Double(GaussianBlur.reach(sigma: shadow.sigma)) + 1
    return Rect(
      extent.x + shadow.offset.x,
      extent.y - shadow.offset.y,
      extent.width,
      extent.height
    ).grown(by: reach)
  }
}

extension Rect {
  fileprivate func grown(by distance: Double) -> Rect {
    Rect(x - distance, y - distance, width + 2 * distance, height + 2 * distance)
  }

  /// The smallest rectangle around the image of this one.
  fileprivate func bounds(under map: Affine) -> Rect {
    var path = Path()
    path.addRect(self)
    return path.transformed(by: map).controlBounds ?? .zero
  }
}

extension CGContext {
  /// Hands a call to the document or to the layer that has been begun.
  ///
  /// - Returns: False for a bitmap, whose pixels the caller is to paint.
  func record(_ operation: @autoclosure () -> VectorOperation) -> Bool {
    guard let document else { return false }
    let step = VectorStep(state: state, operation: operation())
    if layers.isEmpty {
      document.draw(step)
    } else {
      layers[layers.count - 1].steps.append(step)
    }
    return true
  }

  /// Paints a call of a page into a bitmap.
  ///
  /// - Parameters:
  ///   - step: The call, in the spaces of the page.
  ///   - map: The page's device space to the bitmap's.
  func perform(_ step: VectorStep, under map: Affine) {
    let outer = state
    defer { state = outer }
    state = step.state
    state.ctm = step.state.ctm * map
    state.clips = []
    state.clip = canvas.map { Clip($0.bounds) } ?? outer.clip
    let scale = abs(map.determinant).squareRoot()
    state.shadow = step.state.shadow.map {
      ShadowStyle(
        offset: Point($0.offset.x * scale, $0.offset.y * scale),
        sigma: $0.sigma * scale,
        color: $0.color
      )
    }
    for cut in step.state.clips {
      switch cut {
      case .path(let path, let rule): clip(path.transformed(by: map), rule)
      case .mask(let image, let rect, let ctm):
        let inner = state.ctm
        state.ctm = ctm * map
        clip(to: rect, mask: image)
        state.ctm = inner
      }
    }
    perform(step.operation, under: map)
  }

  private func perform(_ operation: VectorOperation, under map: Affine) {
    switch operation {
    case .fill(let path, let rule, let style):
      fill(path.transformed(by: map), rule, with: style)
    case .shadow(let path, let style):
      let outer = depthOfShadows
      depthOfShadows = layers.count
      fill(path.transformed(by: map), .nonZero, with: style)
      depthOfShadows = outer
    case .stroke(let path, let line, let style):
      stroke(path.transformed(by: state.ctm), line, with: style)
    case .image(let image, let rect, let byTiling):
      draw(image, in: CGRect(rect), byTiling: byTiling)
    case .gradient(let stops, let shape, let extent):
      fillClip(GradientRamp(stops), shape, extent)
    case .group(let steps):
      beginTransparencyLayer(auxiliaryInfo: nil)
      for step in steps { perform(step, under: map) }
      endTransparencyLayer()
    }
  }
}
