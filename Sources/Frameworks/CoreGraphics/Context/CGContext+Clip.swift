// Clipping: where drawing may change pixels.
// Licensed under the MIT license; see LICENSE.

public import Foundation
import QuartzMath
import QuartzRaster

extension CGContext {
  /// Cuts the clip down to the inside of the current path, which is empty afterwards.
  ///
  /// An empty path changes nothing.
  public func clip(using rule: CGPathFillRule = .winding) {
    let path = takePath()
    guard !path.isEmpty else { return }
    clip(path, FillRule(rule))
  }

  /// Cuts the clip down to a rectangle; the current path is empty afterwards.
  public func clip(to rect: CGRect) {
    clip(to: [rect])
  }

  /// Cuts the clip down to the union of rectangles; the current path is empty afterwards.
  public func clip(to rects: [CGRect]) {
    beginPath()
    addRects(rects.map(\.standardized))
    clip(takePath(), .nonZero)
  }

  /// Reduces the clip by a mask that is stretched over `rect`.
  ///
  /// - Parameters:
  ///   - rect: The rectangle of the mask, in user space; nothing is drawn outside of it.
  ///   - mask: A mask lets drawing through where it would be painted, an image of alpha alone as
  ///     much as its alpha says, a grey one as much as its component says, and any other image as
  ///     much as its luminance on black.
  public func clip(to rect: CGRect, mask: CGImage) {
    var path = Path()
    path.addRect(rect, ctm)
    let box = path.controlBounds.map(pixelRect) ?? .zero
    if document != nil {
      state.clips += [.path(path, .nonZero), .mask(mask, rect, ctm: state.ctm)]
      return state.clip.narrow(to: box)
    }
    let shape = coverage(of: path, .nonZero, in: state.clip.rect)
    // The component of a grey image counts as it is, whatever its curve.
    let plain =
      mask.colorSpace?.model == .monochrome ? mask.copy(colorSpace: .deviceGraySpace) : mask
    guard let paint = imagePaint(plain ?? mask, in: rect, conversion: nil),
      let canvas = Canvas(shape.bounds, .rgba8),
      let alpha = Canvas(shape.bounds, .alpha8)
    else { return state.clip.intersect(CoverageMask(), box: box) }
    canvas.draw(paint, mode: .copy, opacity: 1, through: CoverageMask(shape.bounds))
    alpha.setAlpha(of: canvas, isAlpha: mask.hasNoColor)
    state.clip.intersect(CoverageMask(alpha).multiplied(by: shape), box: box)
  }

  /// Makes the clip all of the bitmap again, or all of the transparency layer.
  public func resetClip() {
    if let document {
      state.clips = []
      state.clip = Clip(box: pixelRect(document.box))
    }
    guard document == nil, let canvas else { return }
    state.clip = Clip(canvas.bounds)
  }

  /// The smallest rectangle around the clip, in user space; null if nothing can be drawn.
  ///
  /// It is that of the paths that were clipped to, not rounded to pixels.
  public var boundingBoxOfClipPath: CGRect {
    let box = state.clip.box
    guard box.width > 0, box.height > 0 else { return .null }
    return CGRect(deviceRect(box)).applying(ctm.inverted())
  }

  /// Cuts the clip down to the inside of a path of device space.
  func clip(_ path: Path, _ rule: FillRule) {
    let box = path.bounds.map(pixelRect) ?? .zero
    if document != nil {
      state.clips.append(.path(path, rule))
      return state.clip.narrow(to: box)
    }
    if let rect = path.rect, let whole = pixelRect(rect).wholePixels {
      return state.clip.intersect(whole)
    }
    state.clip.intersect(coverage(of: path, rule, in: state.clip.rect), box: box)
  }
}

extension Canvas {
  /// Sets alpha to the alpha of pixels, or to their luminance on black.
  fileprivate func setAlpha(of pixels: Canvas, isAlpha: Bool) {
    for y in bounds.minY..<bounds.maxY {
      let words = pixels.pixel(bounds.minX, y).assumingMemoryBound(to: UInt32.self)
      let bytes = pixel(bounds.minX, y).assumingMemoryBound(to: UInt8.self)
      // Bounds: both canvases have these bounds.
      if !isAlpha { Luminance.makeGray(words, count: Int(bounds.width)) }
      for x in 0..<Int(bounds.width) {
        let word = isAlpha ? words[x] >> 24 : words[x] & 0xFF
        bytes[x] = UInt8(truncatingIfNeeded: word)
      }
    }
  }
}
