// The sources of pictures.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import QuartzCore
import QuartzMath
import QuartzModel
import QuartzPlan
import Synchronization

/// The source of a picture: the plan, the names of its layers, the fonts.
///
/// Strategies pass pictures on as CGImages. The source of a picture is found by object identity, as
/// long as the object lives.
struct PictureSource: Sendable {
  /// A frame within the picture.
  struct Part: Sendable {
    /// The pixels of the picture that show the frame.
    var frame: PixelRect
    /// The name of the frame; nil for the only one.
    var label: String?
    var plan: RenderPlan
    /// The layers of the plan's slots: class and path.
    var layers: [String?]
    /// The tree that the frame shows, and its output, for a capture.
    var tree: LayerTree
    var configuration: ContextConfiguration
    /// In seconds of the context's clock.
    var time: Double
  }

  var parts: [Part] = []
  /// The fonts of all parts, one line each, sorted.
  var fonts: [String] = []

  private struct Entry {
    weak var image: CGImage?
    var source: PictureSource
  }

  private static let known = Mutex<[ObjectIdentifier: Entry]>([:])

  /// Registers this as the source of a picture.
  func keep(for image: CGImage) {
    Self.known.withLock { known in
      // The identity of a picture is unique only while the picture lives.
      known = known.filter { $0.value.image != nil }
      known[ObjectIdentifier(image)] = Entry(image: image, source: self)
    }
  }

  /// Returns the source of a value that is a picture or has pictures, if it is known.
  static func of<Value>(_ value: Value) -> PictureSource? {
    switch value {
    case let image as CGImage:
      known.withLock { known in
        guard let entry = known[ObjectIdentifier(image)], entry.image === image else { return nil }
        return entry.source
      }
    case let animation as AnimatedImage: animation.source
    default: nil
    }
  }

  // MARK: Layers

  /// Returns a line for each layer with its number of differing pixels, the most first.
  func differingLayers(_ reference: CGImage, _ actual: CGImage) -> [String] {
    var lines: [String] = []
    for part in parts {
      let pixels = Self.differingPixels(reference, actual, part.frame)
      if pixels.isEmpty { continue }
      var counts: [String: Int] = [:]
      for slot in part.plan.topSlots(at: pixels) {
        let known = part.layers.indices.contains(Int(slot)) ? part.layers[Int(slot)] : nil
        counts[known ?? "no layer", default: 0] += 1
      }
      let sorted = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
      let prefix = part.label.map { "\($0): " } ?? ""
      lines += sorted.map {
        "\(prefix)\($0.key): \($0.value) \($0.value == 1 ? "pixel" : "pixels")"
      }
    }
    return lines
  }

  /// Returns the pixels of a frame that differ, from the frame's top left.
  private static func differingPixels(
    _ one: CGImage,
    _ other: CGImage,
    _ frame: PixelRect
  ) -> [SIMD2<Int32>] {
    guard one.width == other.width, one.height == other.height else { return [] }
    let (left, right) = (one.pixelStorage, other.pixelStorage)
    var pixels: [SIMD2<Int32>] = []
    // Bounds: the frame lies in the picture, whose pixels have four bytes.
    for y in frame.minY..<frame.maxY {
      let (a, b) = (left.base + Int(y) * left.rowBytes, right.base + Int(y) * right.rowBytes)
      for x in frame.minX..<frame.maxX
      where a.loadUnaligned(fromByteOffset: Int(x) * 4, as: UInt32.self)
        != b.loadUnaligned(fromByteOffset: Int(x) * 4, as: UInt32.self)
      {
        pixels.append(SIMD2(x - frame.minX, y - frame.minY))
      }
    }
    return pixels
  }
}
