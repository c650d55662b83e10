// Spans cut at fixed places.
// Licensed under the MIT license; see LICENSE.

/// The part of a span that lies in one of the pieces that rows of pixels are divided into.
///
/// Values computed for a pixel from its piece alone do not depend on where its span begins.
struct PixelPiece {
  static let length = 64

  /// The x of the piece's first pixel, a multiple of `length`.
  let origin: Int
  /// Where the part begins, in pixels from `origin`, and how long it is.
  let from: Int
  let count: Int
  /// Where it begins, in pixels from the beginning of the span.
  let start: Int

  /// The parts of the `count` pixels from x on, in order; none if `count` is not above 0.
  @inline(__always)
  static func forEach(x: Int, count: Int, _ body: (PixelPiece) -> Void) {
    var start = 0
    while start < count {
      let first = x &+ start
      let origin = first & ~(length - 1)
      let part = min(length - (first - origin), count - start)
      body(PixelPiece(origin: origin, from: first - origin, count: part, start: start))
      start += part
    }
  }
}
