// Drawing images.
// Licensed under the MIT license; see LICENSE.

public import Foundation
import QuartzMath
import QuartzRaster

extension CGContext {
  /// Draws an image: its first row along the edge of greatest y of `rect`.
  ///
  /// A mask, and an image of alpha alone, is painted with the fill colour.
  ///
  /// - Parameters:
  ///   - image: The image; all of it is drawn.
  ///   - rect: Where it lies, in user space.
  ///   - byTiling: Whether it is repeated in both directions, with one copy in `rect`, all over the
  ///     clip.
  public func draw(_ image: CGImage, in rect: CGRect, byTiling: Bool = false) {
    guard let rect = Rect(drawn: rect), rect.isFinite else { return }
    if record(.image(image, rect, byTiling: byTiling)) { return }
    if image.hasNoColor { return draw(stencil: image, in: rect, byTiling: byTiling) }
    guard
      let paint = byTiling
        ? tilePaint(image, in: rect)
        : imagePaint(image, in: CGRect(rect), conversion: imageConversion)
    else { return }
    draw(paint, shape: imageShape(rect, byTiling: byTiling))
  }

  /// Paints with the fill colour through the alpha of an image.
  private func draw(stencil image: CGImage, in rect: Rect, byTiling: Bool) {
    guard let style = paint(state.fill),
      let paint = byTiling
        ? tilePaint(image, in: rect) : imagePaint(image, in: CGRect(rect), conversion: nil)
    else { return }
    let shape = imageShape(rect, byTiling: byTiling)
    draw(style) { bounds in
      let mask = shape(bounds)
      guard let alpha = Canvas(mask.bounds, .alpha8) else { return CoverageMask() }
      alpha.draw(paint, mode: .copy, opacity: 1, through: mask)
      return CoverageMask(alpha)
    }
  }

  private func imageShape(_ rect: Rect, byTiling: Bool) -> ShapeCoverage {
    if byTiling { return { CoverageMask($0) } }
    var path = Path()
    path.addRect(rect)
    let device = path.transformed(by: state.ctm)
    return { self.coverage(of: device, .nonZero, in: $0) }
  }

  /// Texels of a picture that fills `rect` of user space, from pixels; nil if it has no area there.
  private func texelsPerPixel(_ rect: Rect, _ width: Int, _ height: Int) -> Affine? {
    guard rect.width > 0, rect.height > 0 else { return nil }
    let userPerTexel = Affine(
      rect.width / Double(width),
      0,
      0,
      -rect.height / Double(height),
      rect.x,
      rect.y + rect.height
    )
    return (userPerTexel * pixelsPerUser).inverse
  }

  /// An image in `rect` of user space; nil if it has no area there, or none in the clip.
  func imagePaint(_ image: CGImage, in rect: CGRect, conversion: SpanColorConversion?) -> Paint? {
    guard let rect = Rect(drawn: rect), let map = texelsPerPixel(rect, image.width, image.height)
    else { return nil }
    let isNearest = samplingQuality(image) == .nearest
    if let paint = lightPaint(image, map, isNearest: isNearest) { return .light(paint) }
    let pixels = image.pixelStorage
    func paint(_ sampler: AffineSampler, _ owner: AnyObject) -> Paint {
      .image(ImagePaint(sampler: sampler, owner: owner, conversion: conversion))
    }
    let quality = samplingQuality(image)
    if map.shrinks, state.interpolationQuality != .low, quality != .nearest {
      let shrunk = ShrunkImage(pixels, pixelToTexel: map, in: paintedPixels, quality)
      if let shrunk, let made = shrunkImages.image(shrunk) {
        return paint(
          AffineSampler(
            made.texels,
            quality: shrunk.quality,
            edges: .clamped,
            pixelToTexel: shrunk.pixelToTexel
          ),
          made
        )
      }
    }
    return paint(
      AffineSampler(pixels.texels, quality: quality, edges: .clamped, pixelToTexel: map),
      pixels
    )
  }

  private func tilePaint(_ image: CGImage, in rect: Rect) -> Paint? {
    let pixels = image.pixelStorage
    guard let map = texelsPerPixel(rect, pixels.width, pixels.height) else { return nil }
    let isNearest = samplingQuality(image) == .nearest
    func paint(_ texels: TexelSource, _ owner: AnyObject, _ map: Affine) -> Paint {
      .tiles(
        TilePaint(
          texels,
          owner: owner,
          pixelToTexel: map,
          isNearest: isNearest,
          conversion: imageConversion
        )
      )
    }
    if map.shrinks, !isNearest, let shrunk = ShrunkImage(tile: pixels, pixelToTexel: map),
      let made = shrunkImages.image(shrunk)
    {
      return paint(made.texels, made, shrunk.pixelToTexel)
    }
    return paint(pixels.texels, pixels, map)
  }

  /// Sampling of images that do not shrink; others are made smaller before, but for `low`.
  private func samplingQuality(_ image: CGImage) -> SamplingQuality {
    switch state.interpolationQuality {
    case .none: .nearest
    case .low, .medium: .linear
    case .default: image.shouldInterpolate ? .linear : .nearest
    case .high: .cubic
    }
  }
}

extension CGImage {
  /// Whether pixels only say where something is painted.
  var hasNoColor: Bool { alphaInfo == .alphaOnly || isMask }
}

extension PixelStorage {
  /// The pixels for samplers, which do not keep them.
  var texels: TexelSource {
    TexelSource(base: base, width: Int32(width), height: Int32(height), rowBytes: rowBytes)
  }
}
