// Transforms as lists of functions: `translate(10, 0) rotate(90deg) scale(2)`.
// Licensed under the MIT license; see LICENSE.

import Glibc
package import QuartzMath

extension ValueText {
  /// Returns the matrix of a list of functions; the identity for an empty text.
  ///
  /// The leftmost function acts last, as in CSS: `A B C` is C · B · A with row vectors.
  package static func transform(_ text: String) -> Matrix4x4? {
    var matrix: Matrix4x4?
    var rest = Substring(text)
    while let start = rest.firstIndex(where: { !$0.isWhitespace && $0 != "," && $0 != ";" }) {
      rest = rest[start...]
      guard let open = rest.firstIndex(of: "("), let close = rest[open...].firstIndex(of: ")")
      else { return nil }
      let name = rest[..<open].filter { !$0.isWhitespace }
      guard
        let function = function(name, rest[rest.index(after: open)..<close])
      else { return nil }
      matrix = matrix.map { function * $0 } ?? function
      rest = rest[rest.index(after: close)...]
    }
    return matrix ?? .identity
  }

  private static func function(_ name: String, _ text: Substring) -> Matrix4x4? {
    let words = text.split { $0.isWhitespace || $0 == "," || $0 == ";" }
    if name == "rotate" { return rotation(words) }
    guard let n = numbers(text) else { return nil }
    return switch (name, n.count) {
    case ("translate", 2): .translation(n[0], n[1])
    case ("translate", 3): .translation(n[0], n[1], n[2])
    case ("scale", 1): .scale(n[0], n[0], n[0])
    case ("scale", 2): .scale(n[0], n[1])
    case ("scale", 3): .scale(n[0], n[1], n[2])
    case ("perspective", 1): n[0] == 0 ? nil : .perspective(n[0])
    case ("matrix", 6):
      Matrix4x4(
        SIMD4(n[0], n[1], 0, 0),
        SIMD4(n[2], n[3], 0, 0),
        SIMD4(0, 0, 1, 0),
        SIMD4(n[4], n[5], 0, 1)
      )
    case ("matrix", 16):
      Matrix4x4(
        SIMD4(n[0], n[1], n[2], n[3]),
        SIMD4(n[4], n[5], n[6], n[7]),
        SIMD4(n[8], n[9], n[10], n[11]),
        SIMD4(n[12], n[13], n[14], n[15])
      )
    default: nil
    }
  }

  /// `rotate(angle)` about z or `rotate(angle, x, y, z)`.
  private static func rotation(_ words: [Substring]) -> Matrix4x4? {
    guard words.count == 1 || words.count == 4, let angle = angle(words[0]) else { return nil }
    guard words.count == 4 else { return .rotation(angle, 0, 0, 1) }
    let axis = words.dropFirst().compactMap { number($0) }
    guard axis.count == 3 else { return nil }
    return .rotation(angle, axis[0], axis[1], axis[2])
  }

  /// Returns an angle in radians.
  ///
  /// The units are `deg` and `rad`; no unit means radians.
  private static func angle(_ word: Substring) -> Double? {
    if word.hasSuffix("deg") { return number(word.dropLast(3)).map { $0 * .pi / 180 } }
    return number(word.hasSuffix("rad") ? word.dropLast(3) : word)
  }

  /// Returns `matrix(a b c d tx ty)`; nil for a matrix that is no affine map of the plane.
  package static func affine(_ matrix: Matrix4x4) -> String? {
    let numbers = [
      matrix.row1.x, matrix.row1.y, matrix.row2.x, matrix.row2.y, matrix.row4.x, matrix.row4.y,
    ]
    let text = "matrix(\(text(numbers)))"
    return transform(text) == matrix ? text : nil
  }

  /// Returns a function that gives the matrix exactly; all sixteen numbers if no simpler one does.
  package static func text(_ matrix: Matrix4x4) -> String {
    let (x, y, z) = (matrix.row4.x, matrix.row4.y, matrix.row4.z)
    let simple = [
      "", "translate(\(text(x)), \(text(y)))",
      "translate(\(text(x)), \(text(y)), \(text(z)))",
      "scale(\(text(matrix.row1.x)), \(text(matrix.row2.y)), \(text(matrix.row3.z)))",
      "perspective(\(text(-1 / matrix.row3.w)))",
    ]
    if let found = simple.first(where: { transform($0) == matrix }) { return found }
    let rows = [matrix.row1, matrix.row2, matrix.row3, matrix.row4]
    return "matrix(\(text(rows.flatMap { [$0.x, $0.y, $0.z, $0.w] })))"
  }
}
