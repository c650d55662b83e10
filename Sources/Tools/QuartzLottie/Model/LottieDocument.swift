// A whole animation as a value.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics

/// A list of layers with a clock, at the root or of an asset.
struct LottieComposition: Sendable {
  var layers: [LottieLayerModel] = []
}

/// A picture beside or in the document.
struct LottieAsset: Sendable {
  enum Source: Sendable {
    case bytes([UInt8])
    /// A path relative to the document, which does not leave its folder.
    case file(String)
    case missing
  }

  var id: String
  /// The box in pixels; zero for the picture's own size.
  var size: LottiePoint
  var source: Source
}

/// A name for a part of the time.
public struct LottieMarker: Equatable, Sendable {
  /// The name; not always unique.
  public let name: String
  /// The frame at which it starts.
  public let startFrame: Double
  /// The length in frames; 0 for a moment.
  public let frameCount: Double
}

/// A document, read.
struct LottieDocument: Sendable {
  var size: LottiePoint
  /// Frames in a second.
  var frameRate: Double
  var startFrame: Double
  var endFrame: Double
  var version: LottieVersion
  var name: String?
  var generator: String?
  var root = LottieComposition()
  var compositions: [String: LottieComposition] = [:]
  var images: [String: LottieAsset] = [:]
  var markers: [LottieMarker] = []
  var slots: [String] = []
  var fonts: [LottieFont] = []
  /// By character, family and style.
  var glyphs: [LottieGlyph.Key: LottieGlyph] = [:]
}

/// A font that text names.
struct LottieFont: Sendable {
  var name: String
  var family: String
  var style: String
  /// The ascent in percent of the size; nil if the document does not say.
  var ascent: Double?
  /// The embedded font as a data URL, or its path in the archive, if there is one.
  var path: String?
}

/// The outline of a character.
struct LottieGlyph: Sendable {
  struct Key: Hashable, Sendable {
    var character: String
    var family: String
    var style: String
  }

  /// In hundredths of the size.
  var advance: Double
  /// In hundredths of the size, from the base line, y down.
  var contours: [Contour]
}

/// The version of the program that wrote a document.
struct LottieVersion: Comparable, Sendable {
  var parts: [Int]

  static let newest = LottieVersion(parts: [.max])

  init(parts: [Int]) {
    self.parts = parts
  }

  init(_ text: String) {
    parts = text.split(separator: ".").prefix(3).map { Int($0.prefix { $0.isNumber }) ?? 0 }
  }

  static func < (left: LottieVersion, right: LottieVersion) -> Bool {
    for index in 0..<3 {
      let (a, b) = (
        index < left.parts.count ? left.parts[index] : 0,
        index < right.parts.count ? right.parts[index] : 0
      )
      if a != b { return a < b }
    }
    return false
  }
}

/// A layer of a document.
struct LottieLayerModel: Sendable {
  enum Content: Sendable {
    case none
    case composition(id: String, size: LottiePoint, remap: NumberTrack?)
    case solid(size: LottiePoint, color: SIMD4<Double>)
    case image(id: String)
    case shapes([ShapeItem])
    case text(LottieText)
  }

  /// Parts of the brightness of another layer that are shown.
  enum Matte: Int, Sendable {
    case alpha = 1
    case inverseAlpha, luma, inverseLuma

    var isInverse: Bool { self == .inverseAlpha || self == .inverseLuma }
    var isLuma: Bool { self == .luma || self == .inverseLuma }
  }

  var name: String?
  var type: Int
  var index: Int?
  var parent: Int?
  var start: Double
  var end: Double
  /// The frame of the list at which the inner time is 0.
  var startTime: Double
  /// The frames of the list for one frame inside.
  var stretch: Double
  var transform: LottieTransform
  var isHidden: Bool
  var blendMode: Int
  var matte: Matte?
  var matteIndex: Int?
  var isMatteSource: Bool
  var masks: [LottieMask]
  var effects: [LottieEffect]
  var collapses: Bool
  var content: Content
  var place: JSONPath

  /// Whether it is shown at a frame of its list.
  func isVisible(at frame: Double) -> Bool {
    end < start ? end < frame && frame <= start : start <= frame && frame < end
  }
}

/// An outline that limits a layer.
struct LottieMask: Sendable {
  enum Mode: String, Sendable {
    case none = "n"
    case add = "a"
    case subtract = "s"
    case intersect = "i"
    case lighten = "l"
    case darken = "d"
    case difference = "f"
  }

  var mode: Mode
  var isInverse: Bool
  var path: Track<Contour>
  /// In percent.
  var opacity: NumberTrack
  /// In pixels, outwards.
  var expansion: NumberTrack
  /// In pixels, along x and y.
  var feather: NumberTrack
}

/// A change of a layer's picture.
struct LottieEffect: Sendable {
  enum Kind: Sendable {
    case tint(black: NumberTrack, white: NumberTrack, amount: NumberTrack)
    case fill(color: NumberTrack, opacity: NumberTrack)
    case tritone(bright: NumberTrack, middle: NumberTrack, dark: NumberTrack)
    case shadow(LottieShadow)
    case blur(amount: NumberTrack, axis: BlurAxis)
  }

  /// The directions in which a picture is blurred.
  enum BlurAxis: Int, Sendable {
    case both = 1
    case across, down
  }

  var name: String?
  var kind: Kind
}

/// A shadow of a layer.
struct LottieShadow: Sendable {
  var color: NumberTrack
  /// 0...1 times the full opacity that is given.
  var opacity: NumberTrack
  var fullOpacity: Double
  /// Degrees, clockwise from up.
  var direction: NumberTrack
  var distance: NumberTrack
  var softness: NumberTrack
}
