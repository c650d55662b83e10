// Text of a layer.
// Licensed under the MIT license; see LICENSE.

/// The text of a layer, over time.
struct LottieText: Sendable {
  /// The text from a frame on.
  struct Key: Sendable {
    var time: Double
    var document: LottieTextDocument
  }

  /// In ascending order of their times.
  var keys: [Key]
  var animators: [LottieTextAnimator] = []
  /// The points about which glyphs turn and grow.
  var grouping = LottieTextGrouping()
  var path: LottieTextPath?
}

/// A text with its looks.
struct LottieTextDocument: Sendable {
  var text: String
  var font: String
  var size: Double
  var fill: SIMD4<Double>?
  var stroke: SIMD4<Double>?
  var strokeWidth: Double
  var isStrokeAbove: Bool
  /// 0 left, 1 right, 2 centre.
  var justification: Int
  /// Thousandths of the size between glyphs.
  var tracking: Double
  var lineHeight: Double?
  /// Pixels upwards.
  var baselineShift: Double
  var isCapital: Bool
  /// The upper left corner and the size of the box that it is wrapped in.
  var box: (origin: LottiePoint, size: LottiePoint)?
}

/// The points about which glyphs turn and grow.
struct LottieTextGrouping: Sendable {
  enum Unit: Int, Sendable {
    case character = 1
    case word, line, all
  }

  var unit = Unit.character
  /// Percent of the size of a unit, from its middle on the base line.
  var alignment = NumberTrack(0)
}

/// A line that text follows: an outline of a mask of the layer.
struct LottieTextPath: Sendable {
  var outline: Track<Contour>
  /// Pixels along the line before the text and after it.
  var margins: (first: NumberTrack, last: NumberTrack)
  var isReversed: Bool
  var isPerpendicular: Bool
  /// Whether the text is spread over the whole line.
  var isSpread: Bool
}

/// A change of a part of the glyphs.
struct LottieTextAnimator: Sendable {
  /// The part of the glyphs, and how much each is changed.
  struct Selector: Sendable {
    enum Shape: Int, Sendable {
      case square = 1
      case rampUp, rampDown, triangle, round, smooth
    }

    enum Basis: Int, Sendable {
      case characters = 1
      case charactersWithoutSpaces, words, lines
    }

    var shape = Shape.square
    var basis = Basis.characters
    /// Whether start, end and offset count units; they are percent otherwise.
    var isCounted = false
    var start = NumberTrack(0)
    var end: NumberTrack?
    var offset = NumberTrack(0)
    /// Percent.
    var amount = NumberTrack(100)
    /// Percent.
    var easeHigh = NumberTrack(0)
    /// Percent.
    var easeLow = NumberTrack(0)
    /// Percent.
    var smoothness = NumberTrack(100)
    var isShuffled = false

    var times: [Double] {
      let tracks =
        [start, offset, amount, easeHigh, easeLow, smoothness] + [end].compactMap(\.self)
      return tracks.flatMap(\.times)
    }
  }

  var selector: Selector?
  var position: NumberTrack?
  var anchor: NumberTrack?
  /// Percent.
  var scale: NumberTrack?
  /// Degrees.
  var rotation: NumberTrack?
  var skew: NumberTrack?
  var skewAxis: NumberTrack?
  /// Percent.
  var opacity: NumberTrack?
  var fill: NumberTrack?
  var stroke: NumberTrack?
  var strokeWidth: NumberTrack?
  /// Pixels before each glyph.
  var tracking: NumberTrack?
  /// Pixels between lines, across and down.
  var lineSpacing: NumberTrack?

  private var selectorTimes: [Double] { selector?.times ?? [] }

  /// The key frames of all that moves glyphs.
  var matrixTimes: [Double] {
    let tracks = [position, anchor, scale, rotation, skew, skewAxis, tracking, lineSpacing]
    let found = tracks.compactMap(\.self)
    return found.isEmpty ? [] : found.flatMap(\.times) + selectorTimes
  }

  /// The key frames of one property.
  func times(_ property: NumberTrack?) -> [Double] {
    property.map { $0.times + selectorTimes } ?? []
  }
}
