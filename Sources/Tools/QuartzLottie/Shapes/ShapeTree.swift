// Shapes with their repeaters written out: copies are groups.
// Licensed under the MIT license; see LICENSE.

/// An element of a list without repeaters.
indirect enum ShapeNode: Sendable {
  case geometry(ShapeGeometry)
  case modifier(ShapeModifier)
  /// A style with its number in the tree.
  case style(LottieShapeStyle, Int)
  case group(ShapeNodeGroup)
}

/// A list within a list.
struct ShapeNodeGroup: Sendable {
  enum Kind: Sendable {
    case group(ShapeGroup)
    case copy(ShapeRepeater, Int)
  }

  var kind: Kind
  var nodes: [ShapeNode]

  /// The map from the group to the list around it.
  func matrix(at frame: Double) -> LottieMatrix {
    switch kind {
    case .group(let group): group.transform.matrix(at: frame)
    case .copy(let repeater, let index):
      repeater.transform.matrix(
        ofCopy: Double(index) + repeater.offset.number(at: frame),
        at: frame
      )
    }
  }

  /// 0...1; 0 for copies beyond the count.
  func opacity(at frame: Double) -> Double {
    switch kind {
    case .group(let group): return min(max(group.transform.opacity.number(at: frame) / 100, 0), 1)
    case .copy(let repeater, let index):
      let count = repeater.copies.number(at: frame).rounded(.down)
      guard Double(index) < count else { return 0 }
      let start = repeater.transform.startOpacity.number(at: frame)
      let end = repeater.transform.endOpacity.number(at: frame)
      return min(max((start + (end - start) * Double(index) / count) / 100, 0), 1)
    }
  }

  /// Whether it has outlines at a frame.
  func isThere(at frame: Double) -> Bool {
    guard case .copy(let repeater, let index) = kind else { return true }
    return Double(index) < repeater.copies.number(at: frame).rounded(.down)
  }

  /// The key frames of the matrix.
  var matrixTimes: [Double] {
    switch kind {
    case .group(let group): group.transform.tracks.flatMap(\.times)
    case .copy(let repeater, _):
      repeater.transform.tracks.flatMap(\.times) + repeater.offset.times
        + repeater.copies.wholeTimes
    }
  }

  /// The key frames of the opacity.
  var opacityTimes: [Double] {
    switch kind {
    case .group(let group): group.transform.opacity.times
    case .copy(let repeater, _):
      repeater.transform.startOpacity.times + repeater.transform.endOpacity.times
        + repeater.copies.wholeTimes
    }
  }
}

extension Track<SIMD4<Double>> {
  /// The frames at which the whole part of a number changes, with those of the keys.
  var wholeTimes: [Double] {
    guard let span else { return [] }
    var times = self.times
    let count = min(Int((span.upperBound - span.lowerBound).rounded(.up)), 10_000)
    for step in 0..<max(count, 0) {
      var (low, high) = (span.lowerBound + Double(step), span.lowerBound + Double(step) + 1)
      let before = number(at: low).rounded(.down)
      guard number(at: high).rounded(.down) != before else { continue }
      while high - low > LottieBaking.moment {
        let middle = (low + high) / 2
        if number(at: middle).rounded(.down) == before { low = middle } else { high = middle }
      }
      times += [low, high]
    }
    return times
  }
}

/// A list of shapes ready to be evaluated.
struct ShapeTree: Sendable {
  private(set) var nodes: [ShapeNode] = []
  private(set) var styleCount = 0
  /// Whether areas are united, cut or grown, which takes long.
  private(set) var hasAreas = false

  /// Nodes of all trees of a document.
  static let largestNodeCount = 200_000

  /// - Parameter limit: The rest of the nodes.
  init(_ items: [ShapeItem], limit: inout Int) throws(LottieError) {
    nodes = try expand(items, &limit)
  }

  private mutating func expand(
    _ items: [ShapeItem],
    _ limit: inout Int
  ) throws(LottieError) -> [ShapeNode] {
    if let index = items.lastIndex(where: \.isRepeater), case .repeater(let repeater) = items[index]
    {
      var copies: [ShapeNode] = []
      for copy in 0..<repeater.largestCount {
        let nodes = try expand(Array(items[..<index]), &limit)
        copies.append(.group(ShapeNodeGroup(kind: .copy(repeater, copy), nodes: nodes)))
      }
      let rest = try expand(Array(items[(index + 1)...]), &limit)
      return (repeater.isAbove ? copies.reversed() : copies) + rest
    }
    var nodes: [ShapeNode] = []
    for item in items {
      limit -= 1
      guard limit >= 0 else { throw .limit(what: "shapes", limit: Self.largestNodeCount) }
      switch item {
      case .geometry(let geometry): nodes.append(.geometry(geometry))
      case .modifier(let modifier):
        nodes.append(.modifier(modifier))
        switch modifier.kind {
        case .merge(let mode): hasAreas = hasAreas || mode > 1
        case .offset: hasAreas = true
        case .trim, .roundCorners, .pucker, .zigZag: break
        }
      case .style(let style):
        nodes.append(.style(style, styleCount))
        styleCount += 1
      case .group(let group):
        let inner = try expand(group.items, &limit)
        nodes.append(.group(ShapeNodeGroup(kind: .group(group), nodes: inner)))
      case .repeater: break
      }
    }
    return nodes
  }
}

extension ShapeItem {
  fileprivate var isRepeater: Bool {
    if case .repeater = self { true } else { false }
  }
}
