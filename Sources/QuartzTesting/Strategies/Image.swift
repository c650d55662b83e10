// The strategies of pictures: how they are compared, and whose there are.
// Licensed under the MIT license; see LICENSE.

public import CoreGraphics
import Foundation
import QuartzComparison
public import QuartzCore

extension Diffing where Value == CGImage {
  /// Pictures as PNG files, compared byte by byte.
  public static var image: Diffing { .image() }

  /// Pictures as PNG files in sRGB with 8 bits per component.
  ///
  /// - Parameters:
  ///   - precision: The share of pixels that must match, 0...1.
  ///   - perceptualPrecision: How near a pixel must be to match: 1 - Delta E / 100, by CIE 2000.
  ///   - tolerance: Differences that do not count; only while `perceptualPrecision` is 1.
  ///   - colorSpaces: What to do about references in another colour space.
  public static func image(
    precision: Float = 1,
    perceptualPrecision: Float = 1,
    tolerance: PixelTolerance = .exact,
    colorSpaces: SnapshotColorSpaces = .equal
  ) -> Diffing {
    .image(ComparisonRules(precision, perceptualPrecision, tolerance), colorSpaces)
  }

  static func image(_ rules: ComparisonRules, _ colorSpaces: SnapshotColorSpaces) -> Diffing {
    var diffing = Diffing(
      toData: { try $0.pngData() },
      fromData: { try readImage($0, colorSpaces) },
      diff: { reference, actual in
        differenceText(reference, actual, rules, PictureSource.of(actual)).map { ($0, []) }
      }
    )
    diffing.pictures = { FailurePictures(reference: $0, actual: $1) }
    return diffing
  }
}

/// The picture of a PNG file.
private func readImage(_ bytes: Data, _ colorSpaces: SnapshotColorSpaces) throws -> CGImage {
  let file = try PNGFile(bytes)
  if colorSpaces == .equal, let name = file.foreignColorSpace {
    throw SnapshotProblem.colorSpace(found: name)
  }
  return try file.image()
}

extension PNGFile {
  /// What colours of the file mean, if they are not those of sRGB.
  var foreignColorSpace: String? {
    if let profile { return profile.isSRGB || profile.model == .monochrome ? nil : profile.name }
    // 1/2.2 is what files say that mean sRGB.
    if !isSRGB, let gamma, abs(gamma * 2.2 - 1) > 0.05 { return "gamma \(gamma)" }
    return nil
  }
}

extension CGImage {
  /// The image, if its colours are those of sRGB, or converted if that is asked for.
  func inSRGB(_ colorSpaces: SnapshotColorSpaces) throws(SnapshotProblem) -> CGImage {
    guard colorSpaces == .equal, let space = colorSpace, space.model != .monochrome else {
      return self
    }
    guard ColorConversion(from: space, to: .sRGBSpace).keepsComponents else {
      throw .colorSpace(found: space.name ?? "unknown")
    }
    return self
  }
}

extension CGImage {
  /// The image as its PNG file has it: 8 bits in sRGB.
  fileprivate var in8Bits: CGImage { ownLight == nil ? self : CGImage(pixelStorage) }
}

extension ComparisonRules {
  init(_ precision: Float, _ perceptualPrecision: Float, _ tolerance: PixelTolerance) {
    self.init(
      // Of 0.99 as a Float, the nearest number with seven digits is meant.
      precision: (Double(precision) * 1e7).rounded() / 1e7,
      perceptualPrecision: (Double(perceptualPrecision) * 1e7).rounded() / 1e7,
      within: tolerance.within,
      exceptions: (tolerance.except, tolerance.upTo)
    )
  }
}

/// The most lines about layers in one message.
private let layerLineLimit = 12

/// What is wrong with a picture; nil if it is as the reference says.
func differenceText(
  _ reference: CGImage,
  _ actual: CGImage,
  _ rules: ComparisonRules,
  _ source: PictureSource?
) -> String? {
  // A reference of 8 bits in sRGB holds no more than that of any picture.
  let shown = reference.ownLight == nil ? actual.in8Bits : actual
  guard let comparison = ImageComparison(reference, shown, rules: rules) else {
    return "the picture is \(actual.width) x \(actual.height) pixels, its reference "
      + "\(reference.width) x \(reference.height): give the layer, or size: and scale:, the "
      + "reference's size, or record it anew with record: .all"
  }
  if comparison.isAccepted { return nil }
  let layers = source?.differingLayers(reference, actual) ?? []
  guard !layers.isEmpty else { return "\(comparison)" }
  var lines = layers.prefix(layerLineLimit).map { "  \($0)" }
  if layers.count > layerLineLimit { lines.append("  and \(layers.count - layerLineLimit) more") }
  return "\(comparison)\nlayers whose pixels differ:\n" + lines.joined(separator: "\n")
}

// MARK: - Layers

extension Snapshotting where Value == CALayer, Format == CGImage {
  /// The picture of a layer and all below it, drawn by the software renderer with one pixel per point.
  public static var image: Snapshotting { .image() }

  /// The picture of a layer and all below it.
  ///
  ///     assertSnapshot(of: layer, as: .image(perceptualPrecision: 0.98, scale: 2))
  ///
  /// The layer is shown on an output of its own; afterwards it is in its tree again.
  ///
  /// - Parameters:
  ///   - precision: The share of pixels that must match, 0...1.
  ///   - perceptualPrecision: How near a pixel must be to match: 1 - Delta E / 100, by CIE 2000.
  ///   - tolerance: Differences that do not count; only while `perceptualPrecision` is 1.
  ///   - size: The size of the picture in points, as that of a superlayer that the layer lies in;
  ///     nil for the layer's own frame.
  ///   - scale: Pixels per point.
  ///   - background: What lies behind the layer; nil is nothing, transparent.
  ///   - renderer: Who draws.
  ///   - time: The time of the picture, after the changes if there are any.
  ///   - colorSpaces: What to do about references in another colour space than sRGB.
  ///   - changes: What is changed once the layer is shown, with implicit animations.
  public static func image(
    precision: Float = 1,
    perceptualPrecision: Float = 1,
    tolerance: PixelTolerance = .exact,
    size: CGSize? = nil,
    scale: CGFloat = 1,
    background: CGColor? = nil,
    renderer: SnapshotRenderer = .software,
    time: SnapshotTime = .frozen,
    colorSpaces: SnapshotColorSpaces = .equal,
    changes: ((CALayer) -> Void)? = nil
  ) -> Snapshotting {
    let canvas = LayerCanvas(
      size: size,
      scale: scale,
      background: background,
      renderer: renderer,
      changes: changes
    )
    return Snapshotting(
      pathExtension: "png",
      diffing: .image(ComparisonRules(precision, perceptualPrecision, tolerance), colorSpaces)
    ) { layer in
      let film = try LayerFilm(of: layer, canvas, at: [time])
      guard let image = film.images.first else { throw SnapshotProblem.noFrames }
      film.source.keep(for: image)
      return image
    }
  }

  /// Pictures of a layer at several times, in one PNG file: from the left, then from above.
  ///
  ///     assertSnapshot(of: layer, as: .frames(at: [0, 0.25, 0.5, 1]))
  ///
  /// - Parameters:
  ///   - times: Seconds after the layer is shown, in their order.
  ///   - columns: How many pictures lie next to each other; nil for as many as fit into 4096 pixels.
  ///   - precision: The share of pixels that must match, 0...1.
  ///   - perceptualPrecision: How near a pixel must be to match: 1 - Delta E / 100, by CIE 2000.
  ///   - tolerance: Differences that do not count; only while `perceptualPrecision` is 1.
  ///   - size: The size of a picture in points; nil for the layer's own frame.
  ///   - scale: Pixels per point.
  ///   - background: What lies behind the layer; nil is nothing, transparent.
  ///   - renderer: Who draws.
  ///   - changes: What is changed once the layer is shown, with implicit animations.
  public static func frames(
    at times: [CFTimeInterval],
    columns: Int? = nil,
    precision: Float = 1,
    perceptualPrecision: Float = 1,
    tolerance: PixelTolerance = .exact,
    size: CGSize? = nil,
    scale: CGFloat = 1,
    background: CGColor? = nil,
    renderer: SnapshotRenderer = .software,
    changes: ((CALayer) -> Void)? = nil
  ) -> Snapshotting {
    let canvas = LayerCanvas(
      size: size,
      scale: scale,
      background: background,
      renderer: renderer,
      changes: changes
    )
    return Snapshotting(
      pathExtension: "png",
      diffing: .image(ComparisonRules(precision, perceptualPrecision, tolerance), .equal)
    ) { layer in
      let film = try LayerFilm(of: layer, canvas, at: times.map { .at($0) })
      return try film.sheet(columns: columns)
    }
  }
}

// MARK: - Other pictures

extension Snapshotting where Value == CGImage, Format == CGImage {
  /// An image as it is.
  public static var image: Snapshotting { .image() }

  /// An image, in sRGB with 8 bits per component.
  ///
  /// - Parameters:
  ///   - precision: The share of pixels that must match, 0...1.
  ///   - perceptualPrecision: How near a pixel must be to match: 1 - Delta E / 100, by CIE 2000.
  ///   - tolerance: Differences that do not count; only while `perceptualPrecision` is 1.
  ///   - colorSpaces: What to do about images and references in another colour space than sRGB.
  public static func image(
    precision: Float = 1,
    perceptualPrecision: Float = 1,
    tolerance: PixelTolerance = .exact,
    colorSpaces: SnapshotColorSpaces = .equal
  ) -> Snapshotting {
    Snapshotting(
      pathExtension: "png",
      diffing: .image(ComparisonRules(precision, perceptualPrecision, tolerance), colorSpaces)
    ) { try $0.inSRGB(colorSpaces) }
  }
}

extension Snapshotting where Value == CGContext, Format == CGImage {
  /// What was drawn into a bitmap context.
  public static var image: Snapshotting { .image() }

  /// What was drawn into a bitmap context.
  ///
  /// - Parameters:
  ///   - precision: The share of pixels that must match, 0...1.
  ///   - perceptualPrecision: How near a pixel must be to match: 1 - Delta E / 100, by CIE 2000.
  ///   - tolerance: Differences that do not count; only while `perceptualPrecision` is 1.
  ///   - colorSpaces: What to do about contexts and references in another colour space than sRGB.
  public static func image(
    precision: Float = 1,
    perceptualPrecision: Float = 1,
    tolerance: PixelTolerance = .exact,
    colorSpaces: SnapshotColorSpaces = .equal
  ) -> Snapshotting {
    Snapshotting(
      pathExtension: "png",
      diffing: .image(ComparisonRules(precision, perceptualPrecision, tolerance), colorSpaces)
    ) { context in
      guard let image = context.makeImage() else {
        throw SnapshotProblem.notDrawn("the context has no bitmap")
      }
      return try image.inSRGB(colorSpaces)
    }
  }
}

extension Snapshotting where Value == CAContext, Format == CGImage {
  /// What a context shows at the time of its clock.
  public static var image: Snapshotting { .image() }

  /// What a context shows at the time of its clock.
  ///
  /// - Parameters:
  ///   - precision: The share of pixels that must match, 0...1.
  ///   - perceptualPrecision: How near a pixel must be to match: 1 - Delta E / 100, by CIE 2000.
  ///   - tolerance: Differences that do not count; only while `perceptualPrecision` is 1.
  public static func image(
    precision: Float = 1,
    perceptualPrecision: Float = 1,
    tolerance: PixelTolerance = .exact
  ) -> Snapshotting {
    Snapshotting(
      pathExtension: "png",
      diffing: .image(ComparisonRules(precision, perceptualPrecision, tolerance), .equal)
    ) { context in
      let image = try context.image()
      if let source = PictureSource(of: context, image) { source.keep(for: image) }
      return image
    }
  }
}
