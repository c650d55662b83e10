// Contours with rounded corners.
// Licensed under the MIT license; see LICENSE.

extension Contour {
  /// The contour with its corners without handles rounded.
  func rounded(_ radius: Double) -> Contour {
    guard radius > 0, vertices.count > 1 else { return self }
    var result = Contour(isClosed: isClosed)
    let count = vertices.count
    for index in vertices.indices {
      let isEnd = !isClosed && (index == 0 || index == count - 1)
      let before = vertices[(index + count - 1) % count]
      let after = vertices[(index + 1) % count]
      let vertex = vertices[index]
      guard !isEnd, into[index] == .zero, out[index] == .zero,
        before != vertex, after != vertex
      else {
        result.add(vertex, into: into[index], out: out[index])
        continue
      }
      let first = min(radius, (before - vertex).length / 2)
      let second = min(radius, (after - vertex).length / 2)
      let (back, on) = ((before - vertex).normalized, (after - vertex).normalized)
      let handle = Self.quarterHandle
      result.add(vertex + back * first, out: -back * first * handle)
      result.add(vertex + on * second, into: -on * second * handle)
    }
    return result
  }

  /// The contour with its points moved toward or from the mean of its vertices.
  ///
  /// - Parameter amount: Percent.
  func puckered(_ amount: Double) -> Contour {
    guard !vertices.isEmpty else { return self }
    let center = vertices.reduce(.zero, +) / Double(vertices.count)
    let share = amount / 100
    var result = Contour(isClosed: isClosed)
    for index in vertices.indices {
      let vertex = mixed(vertices[index], center, share)
      result.add(
        vertex,
        into: mixed(vertices[index] + into[index], center, -share) - vertex,
        out: mixed(vertices[index] + out[index], center, -share) - vertex
      )
    }
    return result
  }

  /// Ridges of a zig-zag on each curve.
  static let largestRidgeCount = 10_000

  /// The contour as a zig-zag around itself.
  ///
  /// - Parameters:
  ///   - size: The way of points along the normal.
  ///   - ridges: Points on each curve.
  func zigZagged(size: Double, ridges: Double, isSmooth: Bool) -> Contour {
    let ridges = ridges.rounded().whole(in: 0...Self.largestRidgeCount)
    guard segmentCount > 0, (ridges + 1) * segmentCount <= 1_000_000 else { return self }
    var points: [(LottiePoint, LottiePoint)] = []
    for index in 0..<segmentCount {
      let segment = segment(index)
      points.append((segment.start, chordNormal(at: index)))
      for ridge in 0..<ridges {
        let u = Double(ridge + 1) / Double(ridges + 1)
        let way = segment.derivative(at: u)
        let normal = (way == .zero ? segment.end - segment.start : way).normalized.turned
        points.append((segment.point(at: u), normal))
      }
    }
    if !isClosed, let last = vertices.last {
      points.append((last, chordNormal(at: vertices.count - 1)))
    }
    var result = Contour(isClosed: isClosed)
    for (index, point) in points.enumerated() {
      result.add(point.0 + point.1 * (index % 2 == 0 ? -size : size))
    }
    return isSmooth ? result.smoothed : result
  }

  private func chordNormal(at index: Int) -> LottiePoint {
    let count = vertices.count
    let before = index > 0 ? index - 1 : isClosed ? count - 1 : 0
    let after = index + 1 < count ? index + 1 : isClosed ? 0 : count - 1
    return (vertices[after] - vertices[before]).normalized.turned
  }

  /// The contour with handles along the chords of neighbours.
  private var smoothed: Contour {
    var result = self
    let count = vertices.count
    for index in vertices.indices {
      let before = vertices[index > 0 ? index - 1 : isClosed ? count - 1 : 0]
      let after = vertices[index + 1 < count ? index + 1 : isClosed ? 0 : count - 1]
      let handle = (after - before) / 4
      result.into[index] = -handle
      result.out[index] = handle
    }
    return result
  }
}
