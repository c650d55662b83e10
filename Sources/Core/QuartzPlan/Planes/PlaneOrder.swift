// The order of planes in one 3-D space, cut where they cross.
// Licensed under the MIT license; see LICENSE.
//
// Siblings share the space of their superlayer. After perspective that is a space seen from z =
// infinity, in which each sibling is a flat polygon, its facet. Siblings whose ranges of z do not
// meet are in the order of z. Among the others, a facet that lies wholly on one side of another
// one's plane is in front of or behind it. A facet that is nearer wherever the two overlap is in
// front of the other one. Of two facets that cross, the later one is cut by the plane of the
// earlier one. Where facets lie in a circle, each over the next one with one end, one of them is
// cut, too (Newell, Newell, Sancha 1972). All of this is computed in Double. Facets in one plane
// keep their order.
//
// Only facets that overlap as seen from the viewer are compared (`FacetPairs`), and parallel ones
// are sorted. All the same, n facets can cut each other into n * n pieces. These are counted
// (`FrameCost.planes`), and planning ends when there are too many.

import QuartzMath

/// A half plane of the superlayer's plane: a x + b y + c >= 0, or < 0 with `isBehind`.
struct HalfPlane: Hashable {
  var line: SIMD3<Double>
  var isBehind: Bool
}

/// A sibling, or a piece of it, as a flat polygon in the space of its superlayer, after
/// perspective.
struct Facet {
  /// The index of the sibling in the list.
  var sibling: Int
  var corners: [SIMD3<Double>]
  /// The unit normal, facing the viewer, and the distance of the plane from the origin along it.
  var normal: SIMD3<Double>
  var distance: Double
  /// The cuts: a piece lies within all of these half planes.
  var cuts: [HalfPlane] = []

  /// Creates the image of a rectangle of the plane z = 0 under a matrix, in front of the eye.
  ///
  /// - Returns: Nil if nothing is left or it is seen edge-on.
  init?(sibling: Int, _ rect: Rect, _ matrix: Matrix4x4) {
    let mapped = [
      SIMD4(rect.minX, rect.minY, 0, 1), SIMD4(rect.maxX, rect.minY, 0, 1),
      SIMD4(rect.maxX, rect.maxY, 0, 1), SIMD4(rect.minX, rect.maxY, 0, 1),
    ].map { matrix.transform($0) }
    var corners: [SIMD3<Double>] = []
    for index in mapped.indices {
      let (from, to) = (mapped[index], mapped[(index + 1) % mapped.count])
      if from.w >= Facet.nearest { corners.append(Facet.project(from)) }
      if (from.w >= Facet.nearest) != (to.w >= Facet.nearest) {
        let part = (Facet.nearest - from.w) / (to.w - from.w)
        var position = from + (to - from) * part
        position.w = Facet.nearest
        corners.append(Facet.project(position))
      }
    }
    guard corners.count >= 3 else { return nil }
    // Newell's normal, which takes all corners into account; from one of them, so that far away it
    // is as exact as nearby.
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

  private static func project(_ position: SIMD4<Double>) -> SIMD3<Double> {
    let point = SIMD3(position.x, position.y, position.z) / position.w
    return SIMD3(point.x, point.y, min(max(point.z, -farthest), farthest))
  }

  /// The range of the facet along x, y and z.
  var box: FacetBox {
    var box = FacetBox(low: corners.first ?? .zero, high: corners.first ?? .zero)
    for corner in corners {
      box.low = pointwiseMin(box.low, corner)
      box.high = pointwiseMax(box.high, corner)
    }
    return box
  }

  /// Whether it lies parallel to the superlayer's plane.
  var isLevel: Bool { normal.x == 0 && normal.y == 0 }

  /// The height of a point over the facet's plane; positive in front.
  func height(of point: SIMD3<Double>) -> Double { (normal * point).sum() - distance }

  /// Heights within this count as in the plane; it is far below the height of a point of zPosition.
  private var tolerance: Double {
    let reach = corners.reduce(1) { max($0, abs($1.x), abs($1.y), abs($1.z)) }
    return reach * 1e-10
  }

  /// Where another facet lies to this one's plane.
  func side(of other: Facet) -> Side {
    let tolerance = max(tolerance, other.tolerance)
    var (isFront, isBack) = (false, false)
    for corner in other.corners {
      let height = height(of: corner)
      if height > tolerance { isFront = true }
      if height < -tolerance { isBack = true }
    }
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
    !isApart(from: other, alongEdgesOf: self) && !isApart(from: other, alongEdgesOf: other)
  }

  /// Whether a line along one of the edges of `facet` has this facet on one side and the other one
  /// on the other side.
  private func isApart(from other: Facet, alongEdgesOf facet: Facet) -> Bool {
    for index in facet.corners.indices {
      let (a, b) = (facet.corners[index], facet.corners[(index + 1) % facet.corners.count])
      let axis = SIMD2(b.y - a.y, a.x - b.x)
      let (first, second) = (range(along: axis), other.range(along: axis))
      let touch = 1e-9 * (abs(first.0) + abs(first.1) + abs(second.0) + abs(second.1))
      if first.1 <= second.0 + touch || second.1 <= first.0 + touch { return true }
    }
    return false
  }

  private func range(along axis: SIMD2<Double>) -> (Double, Double) {
    var (low, high) = (Double.infinity, -Double.infinity)
    for corner in corners {
      let position = corner.x * axis.x + corner.y * axis.y
      (low, high) = (min(low, position), max(high, position))
    }
    return (low, high)
  }

  /// Where another facet lies to this one wherever both are seen: `across` if they cross there.
  func sideWithin(_ other: Facet) -> Side {
    // Each edge of a convex polygon cuts off corners and makes one more at most.
    let capacity = corners.count + other.corners.count
    return withUnsafeTemporaryAllocation(of: SIMD3<Double>.self, capacity: 2 * capacity) { memory in
      var area = UnsafeMutableBufferPointer(rebasing: memory[..<capacity])
      var cutArea = UnsafeMutableBufferPointer(rebasing: memory[capacity...])
      var count = corners.count
      for index in corners.indices { area[index] = corners[index] }
      let middle = other.middle
      for index in other.corners.indices {
        count = other.cut(area[..<count], besideEdge: index, middle, into: cutArea)
        swap(&area, &cutArea)
      }
      return depthSide(of: other, at: area[..<count])
    }
  }

  /// Where another facet lies at points of this one's plane.
  private func depthSide(
    of other: Facet,
    at points: Slice<UnsafeMutableBufferPointer<SIMD3<Double>>>
  ) -> Side {
    let tolerance = max(tolerance, other.tolerance)
    var (isFront, isBack) = (false, false)
    for point in points {
      // The other one's depth there is that of its plane.
      let height = -other.height(of: point)
      if height > tolerance { isFront = true }
      if height < -tolerance { isBack = true }
    }
    return isFront ? (isBack ? .across : .front) : (isBack ? .back : .within)
  }

  private var middle: SIMD3<Double> { corners.reduce(.zero, +) / Double(corners.count) }

  /// Writes the part of a convex polygon on the inner side of one of the facet's edges, as seen
  /// from the viewer.
  ///
  /// - Parameters:
  ///   - polygon: Its corners.
  ///   - index: The corner at which the edge begins.
  ///   - middle: A point inside of the facet.
  ///   - target: Memory for one corner more than the polygon has.
  /// - Returns: The number of corners.
  private func cut(
    _ polygon: Slice<UnsafeMutableBufferPointer<SIMD3<Double>>>,
    besideEdge index: Int,
    _ middle: SIMD3<Double>,
    into target: UnsafeMutableBufferPointer<SIMD3<Double>>
  ) -> Int {
    guard !polygon.isEmpty else { return 0 }
    let (start, end) = (corners[index], corners[(index + 1) % corners.count])
    func turn(_ point: SIMD3<Double>) -> Double {
      (end.x - start.x) * (point.y - start.y) - (end.y - start.y) * (point.x - start.x)
    }
    let inner = turn(middle) < 0 ? -1.0 : 1.0
    let first = turn(polygon[polygon.startIndex]) * inner
    var (position, count) = (first, 0)
    for corner in polygon.indices {
      let isLast = corner == polygon.endIndex - 1
      let (a, b) = (polygon[corner], isLast ? polygon[polygon.startIndex] : polygon[corner + 1])
      let next = isLast ? first : turn(b) * inner
      if position >= 0, count < target.count {
        target[count] = a
        count += 1
      }
      if position * next < 0, count < target.count {
        target[count] = a + (b - a) * (position / (position - next))
        count += 1
      }
      position = next
    }
    return count
  }

  /// Whether the planes of two facets are parallel, but for rounding.
  func isParallel(to other: Facet) -> Bool {
    let difference = normal - other.normal
    return max(abs(difference.x), abs(difference.y), abs(difference.z)) <= 1e-13
  }

  /// Whether a parallel facet's plane is this one's.
  func isCoplanar(with other: Facet) -> Bool {
    abs(distance - other.distance) <= max(tolerance, other.tolerance)
  }
}

/// The range of a facet along x, y and z.
struct FacetBox {
  var low: SIMD3<Double>
  var high: SIMD3<Double>
}

/// Puts facets in the order to draw them, from the back.
struct PlaneOrder {
  private let meter: FrameMeter
  /// The layer whose space it is.
  private let slot: Int32

  /// The facets from back to front, cut where there is no other way.
  ///
  /// - Parameter meter: Counts comparisons and pieces; once it is spent the result is of no use.
  static func sorted(
    _ facets: [Facet],
    _ meter: FrameMeter = FrameMeter(),
    of slot: Int32 = -1
  ) -> [Facet] {
    let order = PlaneOrder(meter: meter, slot: slot)
    let boxes = facets.map(\.box)
    let byDepth = facets.indices.sorted {
      (boxes[$0].low.z, boxes[$0].high.z, $0) < (boxes[$1].low.z, boxes[$1].high.z, $1)
    }
    var result: [Facet] = []
    var cluster: [Facet] = []
    var top = -Double.infinity
    for index in byDepth {
      if boxes[index].low.z > top {
        result += order.sortedCluster(cluster)
        cluster.removeAll(keepingCapacity: true)
      }
      cluster.append(facets[index])
      top = max(top, boxes[index].high.z)
    }
    return result + order.sortedCluster(cluster)
  }

  /// How many comparisons a plane counts as, alone in its space or not.
  static let comparisonsOfPlane = 16
  /// How many comparisons a layer counts as that is looked at for the extent of a plane.
  static let comparisonsOfExtent = 1
  /// How many comparisons a piece counts as: it is drawn, too.
  private static let comparisonsOfPiece = 64
  /// How many comparisons it counts as to clip one facet to another (`Facet.sideWithin`).
  private static let comparisonsOfClip = 7

  private func spend(_ amount: Int) -> Bool { meter.spend(amount, of: .planes, for: slot) }

  /// Facets whose depths meet.
  private func sortedCluster(_ cluster: [Facet]) -> [Facet] {
    let facets = cluster.sorted { $0.sibling < $1.sibling }
    guard let first = facets.first, facets.count > 1 else { return facets }
    guard spend(facets.count) else { return [] }
    if facets.allSatisfy(\.isLevel) { return facets }
    if facets.allSatisfy({ $0.isParallel(to: first) }) { return sortedParallels(facets) }
    return uncrossed(facets)
  }

  /// Facets that nothing but the distances of their planes tells the order of.
  private func sortedParallels(_ facets: [Facet]) -> [Facet] {
    let sorted = facets.sorted { ($0.distance, $0.sibling) < ($1.distance, $1.sibling) }
    var result: [Facet] = []
    var first = 0
    while first < sorted.count {
      var last = first + 1
      while last < sorted.count, sorted[first].isCoplanar(with: sorted[last]) { last += 1 }
      result += sorted[first..<last].sorted { $0.sibling < $1.sibling }
      first = last
    }
    return result
  }

  /// Cuts facets that cross, and puts the pieces in their order.
  private func uncrossed(_ facets: [Facet]) -> [Facet] {
    // Of each, the earlier ones whose planes cut it.
    var cutters: [Int: [Int]] = [:]
    let pairs = FacetPairs(facets, spend: spend)
    for (first, second) in pairs.values {
      if relation(facets[first], facets[second]) == .across {
        cutters[second, default: []].append(first)
      }
    }
    if cutters.isEmpty { return ordered(facets) }
    var pieces: [Facet] = []
    for index in facets.indices {
      var parts = [facets[index]]
      for cutter in cutters[index] ?? [] { cut(&parts, by: facets[cutter]) }
      if meter.isSpent { return [] }
      pieces += parts
    }
    return ordered(pieces)
  }

  /// Cuts those parts of a facet by the plane of another one that it crosses.
  private func cut(_ parts: inout [Facet], by cutter: Facet) {
    for index in parts.indices {
      guard spend(1) else { return }
      guard cutter.side(of: parts[index]) == .across, cutter.overlaps(parts[index]),
        spend(PlaneOrder.comparisonsOfClip), cutter.sideWithin(parts[index]) == .across
      else { continue }
      guard spend(PlaneOrder.comparisonsOfPiece) else { return }
      let pieces = cutter.split(parts[index])
      parts[index] = pieces.back
      parts.append(pieces.front)
    }
  }

  /// Where the second of two facets that overlap lies to the first: `front` if it is drawn later.
  private func relation(_ first: Facet, _ second: Facet) -> Facet.Side {
    switch (first.side(of: second), second.side(of: first)) {
    case (.within, _), (_, .within), (.front, _), (_, .back): return .front
    case (.back, _), (_, .front): return .back
    case (.across, .across):
      guard spend(2 * PlaneOrder.comparisonsOfClip) else { return .front }
      return first.sideWithin(second) == .across ? .across : inner(first, second)
    }
  }

  private func inner(_ first: Facet, _ second: Facet) -> Facet.Side {
    first.sideWithin(second) == .back ? .back : .front
  }

  /// Facets that do not cross, in their order.
  private func ordered(_ facets: [Facet]) -> [Facet] {
    var result: [Facet] = []
    var rest = facets
    while !rest.isEmpty {
      var graph = FacetGraph(count: rest.count)
      let pairs = FacetPairs(rest, spend: spend)
      for (first, second) in pairs.values {
        if relation(rest[first], rest[second]) == .back {
          graph.add(second, before: first)
        } else {
          graph.add(first, before: second)
        }
      }
      if meter.isSpent { return [] }
      result += graph.takeOrdered().map { rest[$0] }
      let circles = graph.circles
      if circles.isEmpty { return result }
      let isCut = cutCircles(circles, &rest, pairs)
      var left = Set(graph.left)
      if !isCut, let first = left.min() {
        // Rounding alone: one of them has to be the first.
        result.append(rest[first])
        left.remove(first)
      }
      rest = rest.indices.filter { $0 >= graph.count || left.contains($0) }.map { rest[$0] }
    }
    return result
  }

  /// Cuts facets that lie in circles by the planes of others in them; none of the others, whose
  /// place is not known yet.
  ///
  /// - Returns: Whether there was something to cut. Second pieces are appended.
  private func cutCircles(_ circles: Set<Int>, _ facets: inout [Facet], _ pairs: FacetPairs) -> Bool
  {
    var touched: Set<Int> = []
    var cutterOf: Set<Int> = []
    for (first, second) in pairs.values where circles.contains(first) && circles.contains(second) {
      if !touched.contains(second), !cutterOf.contains(second), !touched.contains(first),
        facets[first].side(of: facets[second]) == .across
      {
        split(second, by: first, &facets)
        touched.insert(second)
        cutterOf.insert(first)
      } else if !touched.contains(first), !cutterOf.contains(first), !touched.contains(second),
        facets[second].side(of: facets[first]) == .across
      {
        split(first, by: second, &facets)
        touched.insert(first)
        cutterOf.insert(second)
      }
    }
    return !touched.isEmpty
  }

  private func split(_ index: Int, by cutter: Int, _ facets: inout [Facet]) {
    guard spend(PlaneOrder.comparisonsOfPiece) else { return }
    let pieces = facets[cutter].split(facets[index])
    facets[index] = pieces.back
    facets.append(pieces.front)
  }
}
