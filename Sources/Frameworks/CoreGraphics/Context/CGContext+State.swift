// The state of a context: saving, transforms, lines, blending, shadows.
// Licensed under the MIT license; see LICENSE.

public import Foundation
import QuartzMath
import QuartzRaster

// MARK: - Saving

extension CGContext {
  /// Remembers the state: transform, clip, colours, line, alpha, blend mode, shadow, quality.
  ///
  /// The current path and the text matrix are no part of it.
  public func saveGState() {
    savedStates.append(state)
  }

  /// Restores the state that was saved last.
  ///
  /// Does nothing if there is none, or if it was saved before the current transparency layer began.
  public func restoreGState() {
    guard savedStates.count > (layers.last?.savedStates ?? 0), let saved = savedStates.popLast()
    else {
      return
    }
    state = saved
  }
}

// MARK: - Transforms

extension CGContext {
  /// User space to device space.
  public var ctm: CGAffineTransform { CGAffineTransform(state.ctm) }

  /// User space to device space: pixels from the bottom left of the bitmap, y up.
  public var userSpaceToDeviceSpaceTransform: CGAffineTransform { ctm }

  /// Puts `transform` before the current one: from now on coordinates go through it first.
  public func concatenate(_ transform: CGAffineTransform) {
    state.ctm = Affine(transform) * state.ctm
  }

  /// Scales user space.
  public func scaleBy(x sx: CGFloat, y sy: CGFloat) {
    concatenate(CGAffineTransform(scaleX: sx, y: sy))
  }

  /// Moves the origin of user space.
  public func translateBy(x tx: CGFloat, y ty: CGFloat) {
    concatenate(CGAffineTransform(translationX: tx, y: ty))
  }

  /// Turns user space by `angle` radians, anticlockwise for positive ones while y points up.
  public func rotate(by angle: CGFloat) {
    concatenate(CGAffineTransform(rotationAngle: angle))
  }

  /// A point of user space in device space.
  public func convertToDeviceSpace(_ point: CGPoint) -> CGPoint { point.applying(ctm) }

  /// A point of device space in user space; the point itself under a transform without an inverse.
  public func convertToUserSpace(_ point: CGPoint) -> CGPoint { point.applying(ctm.inverted()) }

  /// A size of user space in device space.
  public func convertToDeviceSpace(_ size: CGSize) -> CGSize { size.applying(ctm) }

  /// A size of device space in user space; the size itself under a transform without an inverse.
  public func convertToUserSpace(_ size: CGSize) -> CGSize { size.applying(ctm.inverted()) }

  /// The smallest rectangle of device space that holds one of user space.
  public func convertToDeviceSpace(_ rect: CGRect) -> CGRect { rect.applying(ctm) }

  /// The smallest rectangle of user space that holds one of device space.
  public func convertToUserSpace(_ rect: CGRect) -> CGRect { rect.applying(ctm.inverted()) }
}

// MARK: - Lines

extension CGContext {
  /// The width of strokes in user space; 1 at first.
  ///
  /// Strokes without a positive width draw nothing.
  public func setLineWidth(_ width: CGFloat) {
    state.line.width = width
  }

  /// Sets the shape of the ends of strokes and dashes; initially butt.
  public func setLineCap(_ cap: CGLineCap) {
    state.line.cap = LineCap(cap)
  }

  /// Sets the shape of corners of strokes; initially miter.
  public func setLineJoin(_ join: CGLineJoin) {
    state.line.join = LineJoin(join)
  }

  /// The longest miter in line widths, 10 at first; sharper corners are bevelled.
  public func setMiterLimit(_ limit: CGFloat) {
    state.line.miterLimit = limit
  }

  /// Dashes of strokes.
  ///
  /// - Parameters:
  ///   - phase: The offset into the dashes at which a subpath begins, in user space.
  ///   - lengths: The lengths of dashes and gaps alternately, in user space; an odd list is used
  ///     twice. An empty list, a negative number or only zeros make a line without gaps.
  public func setLineDash(phase: CGFloat, lengths: [CGFloat]) {
    state.line.dash = lengths.map { Double($0) }
    state.line.dashPhase = phase
  }

  /// Kept as part of the state; curves are always flattened to 1/32 pixel.
  public func setFlatness(_ flatness: CGFloat) {
    state.flatness = flatness
  }
}

// MARK: - Blending

extension CGContext {
  /// A factor for the alpha of everything that is drawn, 0...1; 1 at first.
  public func setAlpha(_ alpha: CGFloat) {
    state.alpha = alpha > 0 ? min(alpha, 1) : 0
  }

  /// Sets the mode that combines drawing with the existing pixels; initially normal.
  public func setBlendMode(_ mode: CGBlendMode) {
    state.blendMode = mode
  }

  /// Whether edges are anti-aliased; they are at first.
  public func setShouldAntialias(_ shouldAntialias: Bool) {
    state.antialiases = shouldAntialias
  }

  /// Whether edges may be anti-aliased at all; no part of the state that is saved.
  public func setAllowsAntialiasing(_ allowsAntialiasing: Bool) {
    self.allowsAntialiasing = allowsAntialiasing
  }

  /// The quality of image smoothing.
  public var interpolationQuality: CGInterpolationQuality {
    get { state.interpolationQuality }
    set { state.interpolationQuality = newValue }
  }

  /// Whether edges are to be smooth now.
  var antialiases: Bool { allowsAntialiasing && state.antialiases }

  /// The mode that the rasteriser knows.
  var blendMode: BlendMode { BlendMode(state.blendMode) }
}

extension BlendMode {
  init(_ mode: CGBlendMode) {
    // Both have Core Graphics' raw values, so there is always a match.
    self = BlendMode(rawValue: mode.rawValue) ?? .normal
  }
}

// MARK: - Shadows

extension CGContext {
  /// The largest standard deviation of a shadow in pixels; more counts as this.
  static let largestShadowSigma = 1024.0

  /// A shadow under everything that is drawn from now on.
  ///
  /// - Parameters:
  ///   - offset: The offset of the shadow, in device space: not turned, scaled or mirrored by the
  ///     transform. A positive height moves it up.
  ///   - blur: Twice the standard deviation of the Gaussian that softens it, in pixels, at most
  ///     2048; negative ones count as 0.
  ///   - color: The shadow's colour; nil for no shadow.
  public func setShadow(offset: CGSize, blur: CGFloat, color: CGColor?) {
    guard let color, offset.width.isFinite, offset.height.isFinite else {
      state.shadow = nil
      return
    }
    let inDevice = offset.applying(baseTransform)
    let base = Affine(baseTransform)
    let softness = blur * abs(base.a * base.d - base.b * base.c).squareRoot()
    state.shadow = ShadowStyle(
      offset: Point(inDevice.width, -inDevice.height),
      sigma: softness > 0 ? min(softness / 2, CGContext.largestShadowSigma) : 0,
      color: color
    )
  }

  /// A shadow of black with alpha 1/3.
  public func setShadow(offset: CGSize, blur: CGFloat) {
    setShadow(offset: offset, blur: blur, color: CGColor(deviceGray: 0, alpha: 1.0 / 3))
  }
}
