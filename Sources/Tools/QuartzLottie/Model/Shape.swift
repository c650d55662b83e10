// The elements of shape layers.
// Licensed under the MIT license; see LICENSE.

/// An element of a list of shapes.
indirect enum ShapeItem: Sendable {
  case geometry(ShapeGeometry)
  case style(LottieShapeStyle)
  case modifier(ShapeModifier)
  case repeater(ShapeRepeater)
  case group(ShapeGroup)
}

/// A list of shapes with a transform.
struct ShapeGroup: Sendable {
  var name: String?
  var items: [ShapeItem]
  var transform: LottieTransform
  var blendMode = 0
  var place: JSONPath
}

/// An outline.
struct ShapeGeometry: Sendable {
  enum Kind: Sendable {
    case rectangle(position: NumberTrack, size: NumberTrack, radius: NumberTrack)
    case ellipse(position: NumberTrack, size: NumberTrack)
    case star(ShapeStar)
    case path(Track<Contour>)
  }

  var name: String?
  var kind: Kind
  /// Whether it runs against the clock.
  var isReversed = false
}

/// A star or a regular polygon.
struct ShapeStar: Sendable {
  var isPolygon: Bool
  var points: NumberTrack
  var position: NumberTrack
  var rotation: NumberTrack
  var outerRadius: NumberTrack
  var innerRadius: NumberTrack
  /// In percent.
  var outerRoundness: NumberTrack
  /// In percent.
  var innerRoundness: NumberTrack
}

/// A change of all outlines before it.
struct ShapeModifier: Sendable {
  enum Join: Int, Sendable {
    case miter = 1
    case round, bevel
  }

  enum Kind: Sendable {
    /// Percent and degrees; in sequence, all outlines are one length.
    case trim(start: NumberTrack, end: NumberTrack, offset: NumberTrack, isSequence: Bool)
    /// 1 all as they are, 2 union, 3 difference, 4 intersection, 5 exclusion.
    case merge(mode: Int)
    case roundCorners(radius: NumberTrack)
    case offset(amount: NumberTrack, join: Join, miterLimit: NumberTrack)
    /// Percent.
    case pucker(amount: NumberTrack)
    case zigZag(size: NumberTrack, ridges: NumberTrack, isSmooth: NumberTrack)
  }

  var name: String?
  var kind: Kind
}

/// Copies of all before it.
struct ShapeRepeater: Sendable {
  /// Copies of all repeaters of a document together.
  static let largestCount = 16_384

  var name: String?
  var copies: NumberTrack
  var offset: NumberTrack
  /// Whether later copies lie above earlier ones.
  var isAbove: Bool
  var transform: LottieTransform

  /// The largest count of copies at any time.
  var largestCount: Int {
    let counts = copies.keys.isEmpty ? [copies.constant.x] : copies.keys.map(\.value.x)
    return (counts.max() ?? 0).whole(in: 0...(Self.largestCount + 1))
  }
}

/// A way to paint outlines.
struct LottieShapeStyle: Sendable {
  enum Paint: Sendable {
    case color(NumberTrack)
    case gradient(ShapeGradient)
  }

  struct Stroke: Sendable {
    var width: NumberTrack
    var cap: Int
    var join: Int
    var miterLimit: NumberTrack
    var dashes: [NumberTrack]
    var dashPhase: NumberTrack?

    /// The lengths of dashes and gaps at a frame; empty for a solid line.
    func pattern(at frame: Double) -> [Double] {
      let lengths = dashes.map { $0.number(at: frame) }
      guard lengths.allSatisfy({ $0 >= 0 }), lengths.reduce(0, +) > 0 else { return [] }
      return lengths.count % 2 == 0 ? lengths : lengths + lengths
    }
  }

  var name: String?
  var paint: Paint
  /// In percent.
  var opacity: NumberTrack
  /// Nil for fills.
  var stroke: Stroke?
  var isEvenOdd = false
  var blendMode = 0
  var place: JSONPath
}

/// A gradient between two points.
struct ShapeGradient: Sendable {
  enum Kind: Int, Sendable {
    case linear = 1
    case radial, conic
  }

  var kind: Kind
  var start: NumberTrack
  var end: NumberTrack
  /// The distance of the focus from the centre, in percent of the radius.
  var highlight: NumberTrack
  /// The direction of the focus, or of the start of a conic gradient, in degrees.
  var angle: NumberTrack
  var colorCount: Int
  /// Offset, red, green, blue of each colour; then offset and alpha of each stop of alpha.
  var stops: Track<NumberList>
}
