// Layer trees for tests of the planner, made from commits.
// Licensed under the MIT license; see LICENSE.

import QuartzMath
import QuartzModel
import QuartzPlan

/// A tree, its planner, and the commits that change it.
struct Planned: ~Copyable {
  var tree: LayerTree
  var builder: PlanBuilder
  private var nextID: UInt32 = 1
  private var lists: [LayerID: [LayerID]] = [:]

  /// An output of `width` by `height` pixels with a root layer of that size in points.
  init(
    _ width: Int = 100,
    _ height: Int = 80,
    scale: Double = 1,
    isYUp: Bool = false,
    limits: TreeLimits = TreeLimits()
  ) {
    tree = LayerTree(limits: limits)
    builder = PlanBuilder(
      configuration: ContextConfiguration(
        width: width,
        height: height,
        scale: scale,
        isYUp: isYUp
      )
    )
    let size = (Double(width) / scale, Double(height) / scale)
    let root = add([
      .bounds: .rect(Rect(0, 0, size.0, size.1)), .position: .point(Point(size.0 / 2, size.1 / 2)),
    ])
    var commit = Commit()
    commit.root = root
    apply(commit)
  }

  static let root = LayerID(1)

  mutating func apply(_ commit: Commit) {
    do { try tree.apply(commit) } catch { fatalError("\(error)") }
  }

  /// Adds a layer below `parent` (none for a loose one).
  @discardableResult
  mutating func add(
    _ values: [PropertyID: PropertyValue],
    to parent: LayerID? = nil,
    _ layerClass: LayerClass = .layer
  ) -> LayerID {
    let id = LayerID(nextID)
    nextID += 1
    var commit = Commit()
    commit.created = [.init(id, layerClass)]
    commit.changes = [.init(id, bag(values))]
    if let parent {
      lists[parent, default: []].append(id)
      commit.sublayers = [.init(parent, lists[parent] ?? [])]
    }
    apply(commit)
    return id
  }

  mutating func set(_ layer: LayerID, _ values: [PropertyID: PropertyValue]) {
    var commit = Commit()
    commit.changes = [.init(layer, bag(values))]
    apply(commit)
  }

  mutating func setSublayers(_ layer: LayerID, _ sublayers: [LayerID]) {
    lists[layer] = sublayers
    var commit = Commit()
    commit.sublayers = [.init(layer, sublayers)]
    apply(commit)
  }

  mutating func addImage(_ id: UInt32, _ width: Int, _ height: Int, isOpaque: Bool = true) {
    var commit = Commit()
    commit.createdImages = [.init(ImageID(id), pixels(width, height, isOpaque: isOpaque))]
    apply(commit)
  }

  /// Gives an image another picture, without a commit.
  mutating func present(_ id: UInt32, _ width: Int, _ height: Int, isOpaque: Bool = true) {
    let present = ImagePresent(ImageID(id), pixels(width, height, isOpaque: isOpaque))
    do { try tree.present(present) } catch { fatalError("\(error)") }
  }

  private func pixels(_ width: Int, _ height: Int, isOpaque: Bool) -> PixelBuffer {
    let bytes = [UInt8](repeating: 255, count: width * height * 4)
    do {
      return try bytes.withUnsafeBytes { bytes in
        try PixelBuffer(
          width: width,
          height: height,
          rowBytes: width * 4,
          isOpaque: isOpaque,
          copying: bytes
        )
      }
    } catch {
      fatalError("\(error)")
    }
  }

  /// Gives a layer a mask, which is new.
  @discardableResult
  mutating func addMask(_ values: [PropertyID: PropertyValue], to layer: LayerID) -> LayerID {
    let mask = add(values)
    var commit = Commit()
    commit.sublayers = [.init(layer, lists[layer] ?? [], mask: mask)]
    apply(commit)
    return mask
  }

  private func bag(_ values: [PropertyID: PropertyValue]) -> PropertyBag {
    var bag = PropertyBag()
    for (id, value) in values { bag[id] = value }
    return bag
  }

  /// Evaluates and plans; the plan's text names layers by id.
  @discardableResult
  mutating func plan(at time: Double = 0) -> RenderPlan {
    tree.evaluate(at: time)
    builder.update(&tree)
    return builder.plan
  }

  mutating func text(at time: Double = 0) -> String {
    let plan = plan(at: time)
    let ids = tree.ids
    return plan.text { "\(ids[Int($0)])" }
  }

  /// The plan of the same tree made from nothing, to compare with.
  func rebuilt() -> RenderPlan {
    var builder = PlanBuilder(configuration: builder.configuration)
    var copy = tree
    builder.update(&copy)
    return builder.plan
  }
}

/// A frame as values: bounds of `width` by `height`, centred on (x, y), with a background.
func box(
  _ x: Double,
  _ y: Double,
  _ width: Double,
  _ height: Double,
  _ color: Color = Color(1, 0, 0)
) -> [PropertyID: PropertyValue] {
  [
    .bounds: .rect(Rect(0, 0, width, height)), .position: .point(Point(x, y)),
    .backgroundColor: .color(color),
  ]
}
