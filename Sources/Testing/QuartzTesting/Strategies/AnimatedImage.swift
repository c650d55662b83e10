// Animations as one animated PNG.
// Licensed under the MIT license; see LICENSE.

public import CoreGraphics
import Foundation
import QuartzComparison
public import QuartzCore

/// Pictures that follow one another.
public struct AnimatedImage: Sendable {
  /// The pictures, all of one size.
  public var frames: [CGImage]
  /// The duration of each picture in seconds.
  public var frameDuration: CFTimeInterval
  /// The source of the pictures, as a sheet of one row.
  var source: PictureSource?

  /// Pictures that follow one another.
  public init(frames: [CGImage], frameDuration: CFTimeInterval) {
    self.frames = frames
    self.frameDuration = frameDuration
  }

  /// The pictures in rows, to show differences.
  fileprivate var sheet: CGImage? {
    ComparisonPicture.sheet(frames, columns: AnimatedImage.columns(frames.count))
  }

  /// Returns about as many columns as rows.
  fileprivate static func columns(_ count: Int) -> Int {
    max(1, Int(Double(count).squareRoot().rounded(.up)))
  }

  fileprivate func pngData() throws -> Data {
    var writer = PNGAnimationWriter(frameCount: frames.count)
    var bytes: [UInt8] = []
    for frame in frames { bytes += try writer.add(frame, delay: frameDuration) }
    bytes += try writer.finish()
    return Data(bytes)
  }

  fileprivate init(_ bytes: Data) throws {
    let file = try PNGFile(bytes)
    if let name = file.foreignColorSpace { throw SnapshotProblem.colorSpace(found: name) }
    var canvas = PNGCanvas(file)
    frames = []
    for index in file.frames.indices { frames.append(try canvas.image(at: index)) }
    frameDuration = file.frames.first?.delay ?? 0
  }
}

extension Diffing where Value == AnimatedImage {
  static func animatedImage(_ rules: ComparisonRules) -> Diffing {
    var diffing = Diffing(
      toData: { try $0.pngData() },
      fromData: { try AnimatedImage($0) },
      diff: { reference, actual in
        differenceText(reference, actual, rules).map { ($0, []) }
      }
    )
    diffing.pictures = { reference, actual in
      // Sheets that are too large, or whose frames differ in size, are shown by their first frames.
      guard let old = reference.sheet ?? reference.frames.first,
        let new = actual.sheet ?? actual.frames.first
      else { return nil }
      return FailurePictures(reference: old, actual: new)
    }
    return diffing
  }

  private static func differenceText(
    _ reference: AnimatedImage,
    _ actual: AnimatedImage,
    _ rules: ComparisonRules
  ) -> String? {
    guard reference.frames.count == actual.frames.count else {
      return "the animation has \(actual.frames.count) frames, its reference "
        + "\(reference.frames.count): pass the reference's duration: and fps:, or record it anew "
        + "with record: .all"
    }
    // Files hold fractions of two 16-bit numbers.
    guard abs(reference.frameDuration - actual.frameDuration) < 1e-4 else {
      return "a frame is shown for \(actual.frameDuration) s, in the reference for "
        + "\(reference.frameDuration) s: pass the reference's fps:, or record it anew with "
        + "record: .all"
    }
    for (index, (old, new)) in zip(reference.frames, actual.frames).enumerated() {
      // Frames can be added to those that were drawn.
      let part = actual.source.flatMap { source in
        source.parts.indices.contains(index) ? PictureSource(parts: [source.parts[index]]) : nil
      }
      guard let text = QuartzTesting.differenceText(old, new, rules, part) else { continue }
      return "frame \(index + 1) of \(actual.frames.count), the first that differs: \(text)"
    }
    return nil
  }
}

extension Snapshotting where Value == CALayer, Format == AnimatedImage {
  /// An animation as one animated PNG.
  ///
  ///     assertSnapshot(of: layer, as: .animatedImage(duration: 1, fps: 10))
  ///
  /// - Parameters:
  ///   - duration: The length in seconds, from when the layer is shown.
  ///   - fps: Frames per second.
  ///   - precision: The share of pixels of each frame that must match, 0...1.
  ///   - perceptualPrecision: The nearness of a matching pixel: 1 - Delta E / 100, by CIE 2000.
  ///   - tolerance: Differences that do not count; only while `perceptualPrecision` is 1.
  ///   - size: The size of a picture in points; nil for the layer's own frame.
  ///   - scale: Pixels per point.
  ///   - background: The colour behind the layer; nil is transparent.
  ///   - renderer: The renderer to draw with.
  ///   - changes: Changes made once the layer is shown, with implicit animations.
  public static func animatedImage(
    duration: CFTimeInterval,
    fps: Double,
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
      diffing: .animatedImage(ComparisonRules(precision, perceptualPrecision, tolerance))
    ) { layer in
      let count = (duration * fps).rounded()
      guard count >= 1, count <= Double(maximumFrameCount) else { throw SnapshotProblem.noFrames }
      let times = (0..<Int(count)).map { SnapshotTime.at(Double($0) / fps) }
      let film = try LayerFilm(of: layer, canvas, at: times)
      var animation = AnimatedImage(frames: film.images, frameDuration: 1 / fps)
      animation.source = film.source
      return animation
    }
  }
}

// The limit of common readers of animated PNGs.
private let maximumFrameCount = 65536
