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
