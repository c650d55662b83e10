// Paths element by element: reversed, and as bytes.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation

/// An element of a path with its points.
private struct BezierElement {
  var type: CGPathElementType
  var points: [CGPoint]
}

extension CGPath {
  fileprivate var elementList: [BezierElement] {
    var list: [BezierElement] = []
    applyWithBlock { pointer in
      let element = pointer.pointee
      let count: Int
      switch element.type {
      case .moveToPoint, .addLineToPoint: count = 1
      case .addQuadCurveToPoint: count = 2
      case .addCurveToPoint: count = 3
      default: count = 0
      }
      // Bounds: an element has as many points as its type says.
      list.append(
        BezierElement(type: element.type, points: (0..<count).map { element.points[$0] })
      )
    }
    return list
  }
}

extension CGPath {
  /// The elements as `UIBezierPath.description` has them, the end of a curve first.
  var elementsText: String {
    func text(_ point: CGPoint) -> String {
      "{" + [point.x, point.y].map { String(format: "%.17g", Double($0)) }.joined(separator: ", ")
        + "}"
    }
    return elementList.map { element in
      let points = element.points.map(text)
      return switch element.type {
      case .moveToPoint: "<MoveTo \(points[0])>"
      case .addLineToPoint: "<LineTo \(points[0])>"
      case .addQuadCurveToPoint: "<QuadCurveTo \(points[1]) - \(points[0])>"
      case .addCurveToPoint: "<CurveTo \(points[2]) \(points[0]) \(points[1])>"
      default: "<Close>"
      }
    }.joined(separator: ",\n ")
  }
}

extension CGMutablePath {
  fileprivate func add(_ element: BezierElement) {
    let points = element.points
    switch element.type {
    case .moveToPoint: move(to: points[0])
    case .addLineToPoint: addLine(to: points[0])
    case .addQuadCurveToPoint: addQuadCurve(to: points[1], control: points[0])
    case .addCurveToPoint: addCurve(to: points[2], control1: points[0], control2: points[1])
    default: closeSubpath()
    }
  }
}

/// A path in the opposite direction: the last subpath first, each from its end to its beginning.
struct ReversedPath {
  let path = CGMutablePath()

  init(_ source: CGPath) {
    var subpaths: [[BezierElement]] = []
    for element in source.elementList {
      let begins = element.type == .moveToPoint || subpaths.isEmpty
      // After a close the next element begins where the closed subpath did.
      let continues = subpaths.last?.last?.type == .closeSubpath
      if begins {
        subpaths.append([element])
      } else if continues, let start = subpaths.last?.first {
        subpaths.append([start, element])
      } else {
        subpaths[subpaths.count - 1].append(element)
      }
    }
    for subpath in subpaths.reversed() { add(subpath) }
  }

  private func add(_ subpath: [BezierElement]) {
    let isClosed = subpath.last?.type == .closeSubpath
    let drawn = isClosed ? subpath.dropLast() : subpath[...]
    guard let end = drawn.last?.points.last else { return }
    path.move(to: end)
    var ends = drawn.compactMap(\.points.last)
    ends.removeLast()
    for element in drawn.dropFirst().reversed() {
      guard let target = ends.popLast() else { break }
      switch element.type {
      case .addQuadCurveToPoint: path.addQuadCurve(to: target, control: element.points[0])
      case .addCurveToPoint:
        path.addCurve(to: target, control1: element.points[1], control2: element.points[0])
      default: path.addLine(to: target)
      }
    }
    if isClosed { path.closeSubpath() }
  }
}

/// Paths in archives: for each element its type, then its coordinates, little-endian.
enum PathBytes {
  static func bytes(_ path: CGPath) -> Data {
    var data = Data()
    for element in path.elementList {
      data.append(UInt8(truncatingIfNeeded: element.type.rawValue))
      for point in element.points {
        for number in [Double(point.x), Double(point.y)] {
          withUnsafeBytes(of: number.bitPattern.littleEndian) { data.append(contentsOf: $0) }
        }
      }
    }
    return data
  }

  /// The elements up to the first malformed one.
  static func path(_ data: Data) -> CGMutablePath {
    let path = CGMutablePath()
    var rest = data[...]
    while let first = rest.popFirst(), let type = CGPathElementType(rawValue: Int32(first)) {
      let count: Int
      switch type {
      case .moveToPoint, .addLineToPoint: count = 1
      case .addQuadCurveToPoint: count = 2
      case .addCurveToPoint: count = 3
      default: count = 0
      }
      guard rest.count >= count * 16, type == .moveToPoint || !path.isEmpty else { break }
      var numbers: [Double] = []
      for _ in 0..<(count * 2) {
        let word = rest.prefix(8).reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        numbers.append(Double(bitPattern: word))
        rest = rest.dropFirst(8)
      }
      let points = (0..<count).map { CGPoint(x: numbers[2 * $0], y: numbers[2 * $0 + 1]) }
      path.add(BezierElement(type: type, points: points))
    }
    return path
  }
}
