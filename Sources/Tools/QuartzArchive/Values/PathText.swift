// Paths as text: operands first, the operator last, as in PDF.
// Licensed under the MIT license; see LICENSE.
//
//     x y m · x y l · x1 y1 x y q · x1 y1 x2 y2 x y c · h

package import QuartzMath

extension PathElement {
  /// The letter that ends the element in a document.
  fileprivate var letter: Character {
    switch self {
    case .move: "m"
    case .line: "l"
    case .quad: "q"
    case .cubic: "c"
    case .close: "h"
    }
  }

  fileprivate static let byLetter = Dictionary(
    uniqueKeysWithValues: allCases.map { ("\($0.letter)", $0) }
  )
}

extension ValueText {
  package static func text(_ path: Path) -> String {
    var words: [String] = []
    var points = path.points[...]
    for element in path.elements {
      for point in points.prefix(element.pointCount) { words += [text(point.x), text(point.y)] }
      points = points.dropFirst(element.pointCount)
      words.append("\(element.letter)")
    }
    return words.joined(separator: " ")
  }

  /// Returns the path of a text; an empty path for an empty text.
  package static func path(_ text: String) -> Path? {
    var path = Path()
    var operands: [Double] = []
    for word in text.split(whereSeparator: { $0.isWhitespace || $0 == "," || $0 == ";" }) {
      guard let element = PathElement.byLetter[String(word)] else {
        guard let number = number(word) else { return nil }
        operands.append(number)
        continue
      }
      guard operands.count == 2 * element.pointCount, path.current != nil || element == .move
      else { return nil }
      path.append(element, operands)
      operands.removeAll(keepingCapacity: true)
    }
    return operands.isEmpty ? path : nil
  }
}

extension Path {
  /// Adds an element whose points have these coordinates; the caller checks their number.
  fileprivate mutating func append(_ element: PathElement, _ n: [Double]) {
    switch element {
    case .move: move(to: Point(n[0], n[1]))
    case .line: line(to: Point(n[0], n[1]))
    case .quad: quad(to: Point(n[2], n[3]), control: Point(n[0], n[1]))
    case .cubic:
      cubic(to: Point(n[4], n[5]), control1: Point(n[0], n[1]), control2: Point(n[2], n[3]))
    case .close: close()
    }
  }
}
