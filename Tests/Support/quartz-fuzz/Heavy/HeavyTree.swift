// A commit that makes a tree, built layer by layer.
// Licensed under the MIT license; see LICENSE.

import QuartzMath
import QuartzModel

/// Layers as one commit of an empty context.
struct HeavyTree {
  static let root = LayerID(1)
  private(set) var commit = Commit()
  private var lists: [LayerID: [LayerID]] = [:]
  private var masks: [LayerID: LayerID] = [:]
  private var lastLayer: UInt32 = 0

  /// A tree of nothing but its root, of so many points.
  init(_ width: Double, _ height: Double) {
    add(HeavyTree.box(width / 2, height / 2, width, height, nil), to: nil)
    commit.root = HeavyTree.root
  }

  /// A filled box about a point.
  static func box(
    _ x: Double,
    _ y: Double,
    _ width: Double,
    _ height: Double,
    _ color: Color? = Color(0.3, 0.5, 0.8)
  ) -> [PropertyID: PropertyValue] {
    var values: [PropertyID: PropertyValue] = [
      .bounds: .rect(Rect(0, 0, width, height)), .position: .point(Point(x, y)),
    ]
    if let color { values[.backgroundColor] = .color(color) }
    return values
  }

  @discardableResult
  mutating func add(
    _ values: [PropertyID: PropertyValue],
    to parent: LayerID? = HeavyTree.root,
    _ layerClass: LayerClass = .layer,
    isMask: Bool = false
  ) -> LayerID {
    lastLayer += 1
    let layer = LayerID(lastLayer)
    commit.created.append(Commit.Creation(layer, layerClass))
    change(layer, values)
    if let parent {
      if isMask { masks[parent] = layer } else { lists[parent, default: []].append(layer) }
    }
    return layer
  }

  mutating func change(_ layer: LayerID, _ values: [PropertyID: PropertyValue]) {
    var bag = PropertyBag()
    for (property, value) in values { bag[property] = value }
    commit.changes.append(Commit.Change(layer, bag))
  }

  mutating func animate(_ layer: LayerID, _ key: String, _ state: AnimationState) {
    commit.animations.append(.add(layer, key: key, state))
  }

  mutating func addImage(_ side: Int) throws -> ImageID {
    let image = ImageID(1)
    let bytes = [UInt8](repeating: 255, count: side * side * 4)
    let pixels = try bytes.withUnsafeBytes {
      try PixelBuffer(width: side, height: side, rowBytes: side * 4, isOpaque: true, copying: $0)
    }
    commit.createdImages = [Commit.ImageCreation(image, pixels)]
    return image
  }

  /// The commit with all lists of sublayers.
  func finished() -> Commit {
    var commit = commit
    let parents = Set(lists.keys).union(masks.keys).sorted { $0.rawValue < $1.rawValue }
    commit.sublayers = parents.map {
      Commit.Sublayers($0, lists[$0] ?? [], mask: masks[$0] ?? .none)
    }
    return commit
  }
}
