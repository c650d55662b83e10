// Images made of images.
// Licensed under the MIT license; see LICENSE.

public import CoreGraphics
public import Foundation
public import ImageIO
import QuartzFilters
import QuartzMath

extension CIImage {
  /// Returns an image that is made of this one.
  private func derived(_ node: FilterNode) -> CIImage {
    CIImage(node, details.derived)
  }

  // MARK: Geometry

  /// Returns the image moved, turned and scaled.
  ///
  /// A transform that is not of numbers, or leaves no area, makes an empty image.
  public func transformed(by matrix: CGAffineTransform) -> CIImage {
    let sampling = details.isNearest ? FilterSampling.nearest : .linear
    return derived(FilterNode(.transform(Affine(matrix), sampling), node))
  }

  /// Returns the image moved, turned and scaled.
  ///
  /// - Parameters:
  ///   - matrix: From this image to the result.
  ///   - highQualityDownsample: Kept for compatibility; smaller images are always means of the
  ///     pixels that they stand for.
  public func transformed(
    by matrix: CGAffineTransform,
    highQualityDownsample: Bool
  ) -> CIImage {
    transformed(by: matrix)
  }

  /// Returns the image cut to a rectangle; outside of it the result is transparent.
  public func cropped(to rect: CGRect) -> CIImage {
    derived(node.cropped(to: FilterRect(rect)))
  }

  /// Returns the image with the pixels of its edge repeated without end.
  public func clampedToExtent() -> CIImage {
    derived(FilterNode(.clamp, node))
  }

  /// Returns the image cut to a rectangle, with the pixels of its edge repeated without end.
  public func clamped(to rect: CGRect) -> CIImage {
    cropped(to: rect).clampedToExtent()
  }

  /// Returns the image turned as a camera says that it must be to stand upright.
  public func oriented(_ orientation: CGImagePropertyOrientation) -> CIImage {
    transformed(by: orientationTransform(for: orientation))
  }

  /// Returns the image turned as a camera says that it must be to stand upright.
  ///
  /// - Parameter orientation: 1...8, the `rawValue` of a `CGImagePropertyOrientation`; other
  ///   numbers leave the image as it is.
  public func oriented(forExifOrientation orientation: Int32) -> CIImage {
    transformed(by: orientationTransform(forExifOrientation: orientation))
  }

  /// Returns the transform of ``oriented(_:)``: the result has the corner of the image's extent.
  public func orientationTransform(
    for orientation: CGImagePropertyOrientation
  ) -> CGAffineTransform {
    let rect = node.extent
    guard rect.isFinite, !rect.isEmpty else { return .identity }
    let (w, h) = (rect.width, rect.height)
    let turn =
      switch orientation {
      case .up: CGAffineTransform.identity
      case .upMirrored: CGAffineTransform(a: -1, b: 0, c: 0, d: 1, tx: w, ty: 0)
      case .down: CGAffineTransform(a: -1, b: 0, c: 0, d: -1, tx: w, ty: h)
      case .downMirrored: CGAffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: h)
      case .leftMirrored: CGAffineTransform(a: 0, b: -1, c: -1, d: 0, tx: h, ty: w)
      case .right: CGAffineTransform(a: 0, b: -1, c: 1, d: 0, tx: 0, ty: w)
      case .rightMirrored: CGAffineTransform(a: 0, b: 1, c: 1, d: 0, tx: 0, ty: 0)
      case .left: CGAffineTransform(a: 0, b: 1, c: -1, d: 0, tx: h, ty: 0)
      }
    return CGAffineTransform(translationX: -rect.minX, y: -rect.minY)
      .concatenating(turn)
      .concatenating(CGAffineTransform(translationX: rect.minX, y: rect.minY))
  }

  /// Returns the transform of ``oriented(forExifOrientation:)``.
  public func orientationTransform(forExifOrientation orientation: Int32) -> CGAffineTransform {
    let found = CGImagePropertyOrientation(rawValue: UInt32(clamping: orientation))
    return found.map { orientationTransform(for: $0) } ?? .identity
  }

  // MARK: Filters

  /// Returns the image over another one.
  public func composited(over dest: CIImage) -> CIImage {
    derived(node.over(dest.node)).settingContentHeadroom(0)
  }

  // `Any` because: inputs are of many types.

  /// Returns what a filter makes of the image.
  ///
  /// An unknown filter, or one that lacks an input, returns an empty image.
  ///
  /// - Parameters:
  ///   - filterName: One of ``CIFilter/filterNames(inCategory:)``.
  ///   - params: Inputs by key; `inputImage` is this image.
  public func applyingFilter(_ filterName: String, parameters params: [String: Any]) -> CIImage {
    guard let filter = CIFilter(name: filterName, parameters: params) else {
      Diagnostics.report("there is no filter \"\(filterName)\"", from: "CoreImage")
      return .empty()
    }
    if filter.inputKeys.contains(kCIInputImageKey) {
      filter.setValue(self, forKey: kCIInputImageKey)
    }
    return filter.outputImage ?? .empty()
  }

  /// Returns what a filter with its defaults makes of the image.
  public func applyingFilter(_ filterName: String) -> CIImage {
    applyingFilter(filterName, parameters: [:])
  }

  /// Returns the image blurred by a Gaussian; its extent grows by three times `sigma`.
  ///
  /// - Parameter sigma: The standard deviation in pixels; negative numbers count as 0.
  public func applyingGaussianBlur(sigma: Double) -> CIImage {
    applyingFilter("CIGaussianBlur", parameters: [kCIInputRadiusKey: sigma])
  }

  // MARK: Alpha

  /// Returns the image over opaque black in a rectangle; outside of it the result is transparent.
  public func settingAlphaOne(in extent: CGRect) -> CIImage {
    let black = FilterNode(.constant(.black))
    return derived(node.over(black).cropped(to: FilterRect(extent)))
  }

  /// Returns the image with colours multiplied by alpha once more.
  public func premultiplyingAlpha() -> CIImage {
    // The mask takes colour and alpha times alpha, and of the black image alpha times the rest:
    // a·a + a (1 - a) = a.
    let black = node.colored(.alpha(1, 0))
    return derived(FilterNode(.mask(.alpha), [node, black, node]))
  }

  /// Returns the image with colours divided by alpha.
  public func unpremultiplyingAlpha() -> CIImage {
    // The opaque image has the colours without alpha; black of alpha 1 - a takes the rest away.
    let opaque = node.colored(.opaque)
    let rest = node.colored(.alpha(-1, 1))
    return derived(FilterNode(.sum(1, -1), [opaque, rest]))
  }

  // MARK: Settings

  /// Returns the same image, whose transforms read between pixels along straight lines; this is
  /// so by default.
  public func samplingLinear() -> CIImage { sampling(isNearest: false) }

  /// Returns the same image, whose transforms read the nearest pixel.
  public func samplingNearest() -> CIImage { sampling(isNearest: true) }

  private func sampling(isNearest: Bool) -> CIImage {
    var details = details
    details.isNearest = isNearest
    return CIImage(node, details)
  }

  /// Returns the same image: a hint that its pixels may be kept.
  public func insertingIntermediate() -> CIImage { self }

  /// Returns the same image: a hint whether its pixels may be kept.
  public func insertingIntermediate(cache: Bool) -> CIImage { self }

  /// Returns the same image with other properties.
  public func settingProperties(_ properties: [AnyHashable: Any]) -> CIImage {
    var details = details
    details.properties = [:]
    for (key, value) in properties {
      if let key = key as? String { details.properties[key] = value }
    }
    return CIImage(node, details)
  }

  // MARK: Colour spaces

  /// Returns the image with its components taken to be of a space; nil for a space that is not of
  /// red, green and blue.
  ///
  /// The result has the colours of the space in the working space, linear sRGB.
  public func matchedToWorkingSpace(from colorSpace: CGColorSpace) -> CIImage? {
    ColorFunction(from: colorSpace).map { derived(node.colored($0)) }
  }

  /// Returns the image with components of a space, for work on these; nil for a space that is not
  /// of red, green and blue.
  public func matchedFromWorkingSpace(to colorSpace: CGColorSpace) -> CIImage? {
    ColorFunction(to: colorSpace).map { derived(node.colored($0)) }
  }
}

extension ColorFunction {
  /// Black whose alpha is `factor` times the alpha, plus `bias`.
  fileprivate static func alpha(_ factor: Double, _ bias: Double) -> ColorFunction {
    ColorFunction(
      ColorMatrix(
        red: .zero,
        green: .zero,
        blue: .zero,
        alpha: SIMD4(0, 0, 0, factor),
        bias: SIMD4(0, 0, 0, bias)
      )
    )
  }

  /// The colour without transparency.
  fileprivate static var opaque: ColorFunction {
    ColorFunction(
      ColorMatrix(
        red: SIMD4(1, 0, 0, 0),
        green: SIMD4(0, 1, 0, 0),
        blue: SIMD4(0, 0, 1, 0),
        alpha: .zero,
        bias: SIMD4(0, 0, 0, 1)
      )
    )
  }

  /// From the components of a space to linear sRGB; nil for curves that the steps do not have.
  init?(from space: CGColorSpace) {
    guard space.model == .rgb else { return nil }
    let curve: ColorCurve
    switch space.definition.curve {
    case .linear: curve = .identity
    case .sRGB: curve = .decode
    case .power(let exponent): curve = .power(exponent)
    case .camera, .perceptualQuantizer, .hybridLogGamma: return nil
    }
    let matrix = Primaries.sRGB.toXYZ.inverse * space.definition.primaries.toXYZ
    self.init([.curves(curve, curve, curve), .matrix(ColorMatrix(matrix))])
  }

  /// From linear sRGB to the components of a space; nil for curves that the steps do not have.
  init?(to space: CGColorSpace) {
    guard space.model == .rgb else { return nil }
    let curve: ColorCurve
    switch space.definition.curve {
    case .linear: curve = .identity
    case .sRGB: curve = .encode
    case .power(let exponent): curve = .power(1 / exponent)
    case .camera, .perceptualQuantizer, .hybridLogGamma: return nil
    }
    let matrix = space.definition.primaries.toXYZ.inverse * Primaries.sRGB.toXYZ
    self.init([.matrix(ColorMatrix(matrix)), .curves(curve, curve, curve)])
  }
}

extension ColorMatrix {
  /// The matrix of primaries.
  fileprivate init(_ matrix: ProfileMatrix) {
    let (x, y, z) = (matrix * [1, 0, 0], matrix * [0, 1, 0], matrix * [0, 0, 1])
    self.init(
      red: SIMD4(x.x, y.x, z.x, 0),
      green: SIMD4(x.y, y.y, z.y, 0),
      blue: SIMD4(x.z, y.z, z.z, 0),
      alpha: SIMD4(0, 0, 0, 1),
      bias: .zero
    )
  }
}
