// The order of planes in one 3-D space, cut where they cross.
// Licensed under the MIT license; see LICENSE.
//
// Siblings share the space of their superlayer. After perspective that is a space seen from z =
// infinity, in which each sibling is a flat polygon, its facet. Siblings whose ranges of z do not
// meet are in the order of z. Among the others, one that lies wholly on one side of another one's
// plane is before or behind it; if such pairs give an order, that is it. If not - two facets cross
// each other, or three lie in a circle - the facets are cut by the planes of the others (binary space
// partitioning; Fuchs, Kedem, Naylor 1980), all in Double. Facets in one plane keep their order.

import QuartzMath

/// A half plane of the superlayer's plane: a x + b y + c >= 0, or < 0 with `isBehind`.
struct HalfPlane: Hashable {
  var line: SIMD3<Double>
  var isBehind: Bool
}

/// A sibling, or a piece of it, as a flat polygon in the space of its superlayer, after perspective.
struct Facet {
  /// Which of the siblings, in the order of the list.
  var sibling: Int
  var corners: [SIMD3<Double>]
  /// The unit normal, facing the viewer, and the distance of the plane from the origin along it.
  var normal: SIMD3<Double>
  var distance: Double
  /// What was cut off: a piece is where all of these are.
  var cuts: [HalfPlane] = []

  /// What a matrix makes of a rectangle of its plane z = 0, in front of the eye.
  ///
  /// - Returns: Nil if nothing is left or it is seen edge-on.
  init?(sibling: Int, _ rect: Rect, _ matrix: Matrix4x4) {
    let places = [
      SIMD4(rect.minX, rect.minY, 0, 1), SIMD4(rect.maxX, rect.minY, 0, 1),
      SIMD4(rect.maxX, rect.maxY, 0, 1), SIMD4(rect.minX, rect.maxY, 0, 1),
    ].map { matrix.transform($0) }
    var corners: [SIMD3<Double>] = []
    for index in places.indices {
      let (from, to) = (places[index], places[(index + 1) % places.count])
      if from.w >= Facet.nearest { corners.append(Facet.project(from)) }
      if (from.w >= Facet.nearest) != (to.w >= Facet.nearest) {
        let part = (Facet.nearest - from.w) / (to.w - from.w)
        var place = from + (to - from) * part
        place.w = Facet.nearest
        corners.append(Facet.project(place))
      }
    }
    guard corners.count >= 3 else { return nil }
    // Newell's normal, which takes all corners into account; from one of them, so that far away it is
    // as exact as nearby.
    var normal = SIMD3<Double>.zero
    for index in corners.indices {
      let a = corners[index] - corners[0]
      let b = corners[(index + 1) % corners.count] - corners[0]
      normal.x += (a.y - b.y) * (a.z + b.z)
      normal.y += (a.z - b.z) * (a.x + b.x)
      normal.z += (a.x - b.x) * (a.y + b.y)
    }
    let length = (normal * normal).sum().squareRoot()
    guard length > 0, length.isFinite, abs(normal.z) > length * 1e-9 else { return nil }
    normal /= normal.z < 0 ? -length : length
    self.sibling = sibling
    self.corners = corners
    self.normal = normal
    let middle = corners.reduce(.zero, +) / Double(corners.count)
    distance = (normal * middle).sum()
    guard distance.isFinite else { return nil }
  }

  private static let nearest = 1e-6

  /// Depths further away count as this one: sums of their squares are numbers still.
  private static let farthest = 1e100

  private static func project(_ place: SIMD4<Double>) -> SIMD3<Double> {
    let point = SIMD3(place.x, place.y, place.z) / place.w
    return SIMD3(point.x, point.y, min(max(point.z, -farthest), farthest))
  }

  var depths: ClosedRange<Double> {
    let depths = corners.map(\.z)
    return (depths.min() ?? 0)...(depths.max() ?? 0)
  }

  /// Whether it lies parallel to the superlayer's plane.
  var isLevel: Bool { normal.x == 0 && normal.y == 0 }

  /// The height of a point over the facet's plane; positive in front.
  func height(of point: SIMD3<Double>) -> Double { (normal * point).sum() - distance }

  /// Heights within this count as in the plane: far below what a point of zPosition makes.
  private var tolerance: Double {
    let reach = corners.reduce(1) { max($0, abs($1.x), abs($1.y), abs($1.z)) }
    return reach * 1e-10
  }

  /// Where another facet lies to this one's plane.
  func side(of other: Facet) -> Side {
    let heights = other.corners.map { height(of: $0) }
    let tolerance = max(tolerance, other.tolerance)
    let isFront = heights.contains { $0 > tolerance }
    let isBack = heights.contains { $0 < -tolerance }
    return isFront ? (isBack ? .across : .front) : (isBack ? .back : .within)
  }

  enum Side { case front, back, within, across }

  /// The pieces of another facet in front of and behind this one's plane.
  func split(_ other: Facet) -> (front: Facet, back: Facet) {
    var front = other
    var back = other
    front.corners = []
    back.corners = []
    for index in other.corners.indices {
      let (a, b) = (other.corners[index], other.corners[(index + 1) % other.corners.count])
      let (ha, hb) = (height(of: a), height(of: b))
      if ha >= 0 { front.corners.append(a) }
      if ha <= 0 { back.corners.append(a) }
      if ha * hb < 0 {
        let middle = a + (b - a) * (ha / (ha - hb))
        front.corners.append(middle)
        back.corners.append(middle)
      }
    }
    // On the other facet, z = (distance - normal.x x - normal.y y) / normal.z.
    let slope = normal.z / other.normal.z
    let line = SIMD3(
      normal.x - slope * other.normal.x,
      normal.y - slope * other.normal.y,
      slope * other.distance - distance
    )
    front.cuts.append(HalfPlane(line: line, isBehind: false))
    back.cuts.append(HalfPlane(line: line, isBehind: true))
    return (front, back)
  }

  /// Whether the two overlap as seen from the viewer, by more than a touch.
  func overlaps(_ other: Facet) -> Bool {
    for facet in [self, other] {
      for index in facet.corners.indices {
        let (a, b) = (facet.corners[index], facet.corners[(index + 1) % facet.corners.count])
        let axis = SIMD2(b.y - a.y, a.x - b.x)
        func range(_ corners: [SIMD3<Double>]) -> (Double, Double) {
          let places = corners.map { $0.x * axis.x + $0.y * axis.y }
          return (places.min() ?? 0, places.max() ?? 0)
        }
        let (first, second) = (range(corners), range(other.corners))
        let touch = 1e-9 * (abs(first.0) + abs(first.1) + abs(second.0) + abs(second.1))
        if first.1 <= second.0 + touch || second.1 <= first.0 + touch { return false }
      }
    }
    return true
  }
}

/// Puts facets in the order to draw them, from the back.
enum PlaneOrder {
  /// The facets from back to front, cut where there is no other way.
  static func sorted(_ facets: [Facet]) -> [Facet] {
    let ranges = facets.map(\.depths)
    let byDepth = facets.indices.sorted {
      (ranges[$0].lowerBound, ranges[$0].upperBound, $0)
        < (ranges[$1].lowerBound, ranges[$1].upperBound, $1)
    }
    var result: [Facet] = []
    var cluster: [Facet] = []
    var top = -Double.infinity
    for index in byDepth {
      if ranges[index].lowerBound > top {
        result += sortedCluster(cluster)
        cluster.removeAll(keepingCapacity: true)
      }
      cluster.append(facets[index])
      top = max(top, ranges[index].upperBound)
    }
    return result + sortedCluster(cluster)
  }

  /// Facets whose depths meet.
  private static func sortedCluster(_ cluster: [Facet]) -> [Facet] {
    let facets = cluster.sorted { $0.sibling < $1.sibling }
    if facets.count < 2 || facets.allSatisfy(\.isLevel) { return facets }
    return orderedWhole(facets) ?? partitioned(facets)
  }

  /// The order without cuts; nil if there is none.
  private static func orderedWhole(_ facets: [Facet]) -> [Facet]? {
    // Of each, those that must be drawn before it.
    var before = [Set<Int>](repeating: [], count: facets.count)
    for first in facets.indices {
      for second in (first + 1)..<max(facets.count, first + 1)
      where facets[first].overlaps(facets[second]) {
        switch (facets[first].side(of: facets[second]), facets[second].side(of: facets[first])) {
        case (.within, _), (_, .within): before[second].insert(first)
        case (.front, _), (_, .back): before[second].insert(first)
        case (.back, _), (_, .front): before[first].insert(second)
        case (.across, .across): return nil
        }
      }
    }
    var result: [Facet] = []
    var waiting = Array(facets.indices)
    while !waiting.isEmpty {
      guard let next = waiting.firstIndex(where: { before[$0].isEmpty }) else { return nil }
      let facet = waiting.remove(at: next)
      result.append(facets[facet])
      for other in waiting { before[other].remove(facet) }
    }
    return result
  }

  private static func partitioned(_ facets: [Facet]) -> [Facet] {
    guard let root = facets.first, facets.count > 1 else { return facets }
    var (front, back, within): ([Facet], [Facet], [Facet]) = ([], [], [root])
    for facet in facets.dropFirst() {
      switch root.side(of: facet) {
      case .front: front.append(facet)
      case .back: back.append(facet)
      case .within: within.append(facet)
      case .across:
        let pieces = root.split(facet)
        front.append(pieces.front)
        back.append(pieces.back)
      }
    }
    return partitioned(back) + within.sorted { $0.sibling < $1.sibling } + partitioned(front)
  }
}
