// Contours to paths and back, and what paths can do with them.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics

extension [Contour] {
  /// The path of all contours; those of one vertex are left out.
  var path: CGPath {
    let path = CGMutablePath()
    for contour in self where contour.vertices.count > 1 && contour.isFinite {
      path.move(to: CGPoint(contour.vertices[0]))
      for segment in contour.segments {
        if segment.isLine {
          path.addLine(to: CGPoint(segment.end))
        } else {
          path.addCurve(
            to: CGPoint(segment.end),
            control1: CGPoint(segment.first),
            control2: CGPoint(segment.second)
          )
        }
      }
      if contour.isClosed { path.closeSubpath() }
    }
    return path
  }

  /// The path with curves alone, so that paths of one structure have the same elements.
  var uniformPath: CGPath {
    let path = CGMutablePath()
    for contour in self where contour.vertices.count > 1 && contour.isFinite {
      path.move(to: CGPoint(contour.vertices[0]))
      for segment in contour.segments {
        path.addCurve(
          to: CGPoint(segment.end),
          control1: CGPoint(segment.first),
          control2: CGPoint(segment.second)
        )
      }
      if contour.isClosed { path.closeSubpath() }
    }
    return path
  }

  /// The contours of a path.
  init(_ path: CGPath) {
    var contours: [Contour] = []
    path.applyWithBlock { element in
      let points = element.pointee.points
      func point(_ index: Int) -> LottiePoint {
        LottiePoint(points[index].x, points[index].y)
      }
      switch element.pointee.type {
      case .moveToPoint:
        contours.append(Contour())
        contours[contours.count - 1].add(point(0))
      case .addLineToPoint: contours.last.map { _ in contours[contours.count - 1].add(point(0)) }
      case .addQuadCurveToPoint:
        guard let start = contours.last?.vertices.last else { return }
        let (control, end) = (point(0), point(1))
        contours[contours.count - 1].addCurve(
          start + (control - start) * 2 / 3,
          end + (control - end) * 2 / 3,
          end
        )
      case .addCurveToPoint:
        guard !contours.isEmpty else { return }
        contours[contours.count - 1].addCurve(point(0), point(1), point(2))
      case .closeSubpath:
        guard !contours.isEmpty else { return }
        contours[contours.count - 1].close()
      }
    }
    self = contours
  }

  /// Contours put together as operands, in order, the first one the base.
  func merged(mode: Int) -> [Contour] {
    guard mode > 1, let first, reduce(0, { $0 + $1.vertices.count }) <= Contour.largestOperand
    else { return self }
    var result = [first].path
    for contour in dropFirst() {
      let other = [contour].path
      result =
        switch mode {
        case 2: result.union(other)
        case 3: result.subtracting(other)
        case 4: result.intersection(other)
        default: result.symmetricDifference(other)
        }
    }
    return [Contour](result)
  }
}

extension Contour {
  fileprivate mutating func addCurve(
    _ first: LottiePoint,
    _ second: LottiePoint,
    _ end: LottiePoint
  ) {
    guard let last = vertices.indices.last else { return }
    out[last] = first - vertices[last]
    add(end, into: second - end)
  }

  fileprivate mutating func close() {
    isClosed = true
    guard vertices.count > 1, let last = vertices.last, last == vertices[0] else { return }
    into[0] = into[vertices.count - 1]
    vertices.removeLast()
    into.removeLast()
    out.removeLast()
  }

  /// The area, positive if the contour runs clockwise on the screen.
  var signedArea: Double {
    var sum = 0.0
    for segment in segments {
      let steps = segment.isLine ? 1 : 8
      var before = segment.start
      for step in 1...steps {
        let point = step == steps ? segment.end : segment.point(at: Double(step) / Double(steps))
        sum += before.cross(point)
        before = point
      }
    }
    if !isClosed, let first = vertices.first, let last = vertices.last { sum += last.cross(first) }
    return sum / 2
  }

  /// Vertices of outlines that areas are made of; larger ones are left as they are.
  static let largestOperand = 2_000

  /// The outline of the area grown by a distance, or shrunk by a negative one.
  func grown(by amount: Double, join: ShapeModifier.Join, miterLimit: Double) -> [Contour] {
    guard amount != 0, vertices.count > 1, vertices.count <= Self.largestOperand, isFinite,
      abs(amount) <= 1e6
    else { return [self] }
    let joins: [CGLineJoin] = [.miter, .round, .bevel]
    let path = [self].path
    let band = path.copy(
      strokingWithWidth: abs(amount) * 2,
      lineCap: .butt,
      lineJoin: joins[join.rawValue - 1],
      miterLimit: max(miterLimit, 1)
    )
    if !isClosed { return [Contour](band.normalized()) }
    return [Contour](amount > 0 ? path.union(band) : path.subtracting(band))
  }
}

extension CGPoint {
  init(_ point: LottiePoint) {
    self.init(x: point.x, y: point.y)
  }
}
