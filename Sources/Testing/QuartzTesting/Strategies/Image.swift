// The strategies of pictures, and how they are compared.
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
  ///   - perceptualPrecision: The nearness of a matching pixel: 1 - Delta E / 100, by CIE 2000.
  ///   - tolerance: Differences that do not count; only while `perceptualPrecision` is 1.
  ///   - colorSpaces: The treatment of references in another colour space.
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

/// Reads the picture of a PNG file.
private func readImage(_ bytes: Data, _ colorSpaces: SnapshotColorSpaces) throws -> CGImage {
  let file = try PNGFile(bytes)
  if colorSpaces == .equal, let name = file.foreignColorSpace {
    throw SnapshotProblem.colorSpace(found: name)
  }
  return try file.image()
}

extension PNGFile {
  /// The file's colour space, if it is not sRGB.
  var foreignColorSpace: String? {
    if let profile { return profile.isSRGB || profile.model == .monochrome ? nil : profile.name }
    // Files that mean sRGB have a gamma of 1/2.2.
    if !isSRGB, let gamma, abs(gamma * 2.2 - 1) > 0.05 { return "gamma \(gamma)" }
    return nil
  }
}

extension CGImage {
  /// Returns the image if its colours are in sRGB, or converted if requested.
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
  /// The image as stored in its PNG file: 8 bits in sRGB.
  fileprivate var in8Bits: CGImage { ownLight == nil ? self : CGImage(pixelStorage) }
}

extension ComparisonRules {
  init(_ precision: Float, _ perceptualPrecision: Float, _ tolerance: PixelTolerance) {
    self.init(
      // A Float such as 0.99 stands for the nearest number with seven digits.
      precision: (Double(precision) * 1e7).rounded() / 1e7,
      perceptualPrecision: (Double(perceptualPrecision) * 1e7).rounded() / 1e7,
      within: tolerance.within,
      exceptions: (tolerance.except, tolerance.upTo)
    )
  }
}

/// The most lines about layers in one message.
private let layerLineLimit = 12

/// Describes the difference of a picture from its reference; nil if it matches.
func differenceText(
  _ reference: CGImage,
  _ actual: CGImage,
  _ rules: ComparisonRules,
  _ source: PictureSource?
) -> String? {
  // A reference of 8 bits in sRGB stores no more of a picture than that.
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
  /// The picture of a layer and all below it, drawn by the software renderer with one pixel per
  /// point.
  public static var image: Snapshotting { .image() }

  /// The picture of a layer and all below it.
  ///
  ///     assertSnapshot(of: layer, as: .image(perceptualPrecision: 0.98, scale: 2))
  ///
  /// The layer is shown on an output of its own, and then returned to its tree.
  ///
  /// - Parameters:
  ///   - precision: The share of pixels that must match, 0...1.
  ///   - perceptualPrecision: The nearness of a matching pixel: 1 - Delta E / 100, by CIE 2000.
  ///   - tolerance: Differences that do not count; only while `perceptualPrecision` is 1.
  ///   - size: The size of the picture in points, as that of a superlayer that the layer lies in;
  ///     nil for the layer's own frame.
  ///   - scale: Pixels per point.
  ///   - background: The colour behind the layer; nil is transparent.
  ///   - renderer: The renderer to draw with.
  ///   - time: The time of the picture, after the changes if there are any.
  ///   - colorSpaces: The treatment of references in another colour space than sRGB.
  ///   - changes: Changes made once the layer is shown, with implicit animations.
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
      let film = try LayerFilm(of: layer, canvas, at: [time.delayed])
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
  ///   - columns: The pictures in a row; nil for as many as fit into 4096 pixels.
  ///   - precision: The share of pixels that must match, 0...1.
  ///   - perceptualPrecision: The nearness of a matching pixel: 1 - Delta E / 100, by CIE 2000.
  ///   - tolerance: Differences that do not count; only while `perceptualPrecision` is 1.
  ///   - size: The size of a picture in points; nil for the layer's own frame.
  ///   - scale: Pixels per point.
  ///   - background: The colour behind the layer; nil is transparent.
  ///   - renderer: The renderer to draw with.
  ///   - changes: Changes made once the layer is shown, with implicit animations.
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
      let film = try LayerFilm(of: layer, canvas, at: times.map { .at($0).delayed })
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
  ///   - perceptualPrecision: The nearness of a matching pixel: 1 - Delta E / 100, by CIE 2000.
  ///   - tolerance: Differences that do not count; only while `perceptualPrecision` is 1.
  ///   - colorSpaces: The treatment of images and references in another colour space than sRGB.
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
  /// The contents of a bitmap context.
  public static var image: Snapshotting { .image() }

  /// The contents of a bitmap context.
  ///
  /// - Parameters:
  ///   - precision: The share of pixels that must match, 0...1.
  ///   - perceptualPrecision: The nearness of a matching pixel: 1 - Delta E / 100, by CIE 2000.
  ///   - tolerance: Differences that do not count; only while `perceptualPrecision` is 1.
  ///   - colorSpaces: The treatment of contexts and references in another colour space than sRGB.
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
  /// The picture of a context at the time of its clock.
  public static var image: Snapshotting { .image() }

  /// The picture of a context at the time of its clock.
  ///
  /// - Parameters:
  ///   - precision: The share of pixels that must match, 0...1.
  ///   - perceptualPrecision: The nearness of a matching pixel: 1 - Delta E / 100, by CIE 2000.
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
