// The planner's own columns: layers in drawing order, and the surroundings they are drawn in.
// Licensed under the MIT license; see LICENSE.

import QuartzMath

/// The parts that a layer draws itself.
struct NodeParts: OptionSet {
  let rawValue: UInt8

  static let background = NodeParts(rawValue: 1 << 0)
  static let contents = NodeParts(rawValue: 1 << 1)
  static let border = NodeParts(rawValue: 1 << 2)
  /// The inside of a shape layer's path.
  static let fill = NodeParts(rawValue: 1 << 3)
  /// The line along it.
  static let stroke = NodeParts(rawValue: 1 << 4)
  static let gradient = NodeParts(rawValue: 1 << 5)
  /// The particles of an emitter layer.
  static let particles = NodeParts(rawValue: 1 << 6)
  /// Particles that mix with one another: more than one draw.
  static let overlaps = NodeParts(rawValue: 1 << 7)
  /// The parts that depend on the bounds alone.
  static let frame = NodeParts(rawValue: 0b100101)
  static let path = NodeParts(rawValue: 0b11000)
  /// The parts that the layer clips if it clips its sublayers.
  static let inside = NodeParts(rawValue: 0b1101_1010)

  var count: Int { rawValue.nonzeroBitCount }
}

struct NodeFlags: OptionSet {
  let rawValue: UInt32

  /// Nothing of the layer and its sublayers shows; the sublayers have no nodes.
  static let skipped = NodeFlags(rawValue: 1 << 0)
  /// The y axis of the layer's superspace points up on the output.
  static let flipped = NodeFlags(rawValue: 1 << 1)
  /// The layer shows its back.
  static let back = NodeFlags(rawValue: 1 << 2)
  /// It changes nothing for its sublayers: no clip, no opacity, no matrix of its own for them.
  static let plain = NodeFlags(rawValue: 1 << 3)
  /// It clips its contents and sublayers.
  static let clips = NodeFlags(rawValue: 1 << 4)
  /// It has a shadow, a mask, a blend mode, or is rasterised.
  static let effects = NodeFlags(rawValue: 1 << 5)
  /// It is drawn into a picture of its own, in its own space, which `world` leads to.
  static let rasterized = NodeFlags(rawValue: 1 << 6)
  /// Its corners are curves of which no formula is known to the renderers.
  static let curved = NodeFlags(rawValue: 1 << 7)
  /// It is the mask of its parent.
  static let isMask = NodeFlags(rawValue: 1 << 8)
  /// Its sublayers do not lie in parallel planes; a leaf never has it.
  static let cutting = NodeFlags(rawValue: 1 << 9)
  /// Its contents fade into others.
  static let fading = NodeFlags(rawValue: 1 << 10)
  /// A sublayer erases within it, and nothing below it.
  static let isolated = NodeFlags(rawValue: 1 << 11)
  /// Its class draws parts of its own, or changes its sublayers.
  static let special = NodeFlags(rawValue: 1 << 12)
  /// Transform layers between it and its parent turn the y axis over.
  static let turned = NodeFlags(rawValue: 1 << 13)
  /// The layer has filters.
  static let filtered = NodeFlags(rawValue: 1 << 14)
  /// The layer filters what lies behind it.
  static let backdrop = NodeFlags(rawValue: 1 << 15)
  /// It stands for a layer that has several nodes, or its opacity is not its own alone.
  static let shared = NodeFlags(rawValue: 1 << 16)
  /// Its effects have a shadow whose outline is a path of its own.
  static let outlined = NodeFlags(rawValue: 1 << 17)
  /// It stands for a portal's source: its world is that of the portal.
  static let portrait = NodeFlags(rawValue: 1 << 18)
  /// It is such a node, or below one.
  static let inPortal = NodeFlags(rawValue: 1 << 19)
  /// The flags that a node has from where it was put.
  static let ofPlacement: NodeFlags = [.isMask, .shared, .turned, .portrait, .inPortal]
  /// The flags of nodes that cannot be patched.
  static let rebuilt: NodeFlags = [
    .rasterized, .curved, .cutting, .fading, .isolated, .filtered, .backdrop, .shared,
  ]
}

/// One layer in drawing order.
///
/// Sublayers follow their superlayer, up to `end`.
struct PlanNode {
  /// The layer's space -> the output's pixels.
  ///
  /// First, for its alignment: nodes are read by the hundred thousand.
  var world = Homography.identity
  var slot: Int32
  /// Index of its style: its slot, or that of an instance at another time.
  var style: Int32
  var parent: NodeIndex
  /// The index after the last node of the subtree.
  var end = NodeIndex.first
  var parts: NodeParts = []
  var flags: NodeFlags = []
  /// The node of its mask, or -1.
  var mask = NodeIndex.none
  /// Index of its picture in `NodeTable.rasters`, or -1.
  var raster = RasterIndex.none
  /// Index in `NodeTable.sublayerMatrices` of the matrix that follows its own on the way to its
  /// superlayer's plane, or -1.
  var space = SpaceIndex.none
  /// Index of the instance that it is in, in `NodeTable.instances`, or -1.
  var instance = InstanceIndex.none
  /// Index of the instances that it stands for in `NodeTable.runs`, or -1.
  var run: Int32 = -1
  /// The slice of its layer's particles that it shows: index in `NodeTable.slices`, or as in
  /// `NodePlacement`.
  var slice: Int32 = -1
  /// Index of its class's style in `NodeTable.shapes` or `gradients`, or -1.
  var classStyle: Int32 = -1
  /// The opacity of layers around it that have no plane, without its own.
  var outerOpacity: Float = 1
  /// Its opacity, with those of layers that have no plane.
  var opacity = 1.0
  /// Index of the matrix of its sublayers' space in `NodeTable.sublayerMatrices`, or -1.
  var sublayerMatrix = SpaceIndex.none
  /// The anchor point's z in the superlayer's space, which orders siblings.
  var depth = 0.0
  /// The pixels that its own parts can touch, unclipped.
  ///
  /// As of the last rebuild: nothing that depends on it is patched.
  var ownBounds = PixelRect.empty

  // Sets several values at once, because each change of an element first checks the array's
  // uniqueness.

  @inline(__always)
  mutating func place(
    _ world: Homography,
    depth: Double,
    _ parts: NodeParts,
    _ flags: NodeFlags
  ) {
    (self.world, self.depth) = (world, depth)
    show(parts, flags)
  }

  /// As `NodeTable.isLeaf`, of the node at an index.
  @inline(__always)
  func isLeaf(at index: NodeIndex) -> Bool { end == index.next }

  @inline(__always)
  mutating func show(_ parts: NodeParts, _ flags: NodeFlags) {
    (self.parts, self.flags) = (parts, flags)
  }
}

/// Where the draws of a node are, as of the last rebuild.
///
/// The draws of its shadow come right before the first.
struct NodeDraws {
  /// The environment that it is drawn in, before its own opacity; -1 if it is not drawn.
  var environment = EnvironmentIndex.none
  /// Where those of the node and of all below it start, in the surface of that environment.
  var start: Int32 = -1
  /// Its background, gradient, contents or path, whichever comes first.
  var first: Int32 = -1
  var border: Int32 = -1
}

/// An instance of the sublayers of a replicator.
struct PlanInstance {
  // Together, because a vector of three takes the room of four.
  private let values: SIMD4<Double>

  init(tint: SIMD3<Double>, delay: Double) { values = SIMD4(tint, delay) }

  /// The factors of red, green and blue, 0...1.
  var tint: SIMD3<Double> { SIMD3(values.x, values.y, values.z) }

  /// How much later than others its animations run, seconds of the context's clock.
  var delay: Double { values.w }
}

/// How a layer lies among those that share its space.
struct NodePlacement {
  /// As in `PlanNode`.
  var space = SpaceIndex.none
  var instance = InstanceIndex.none
  /// The opacity of layers around it that have no plane.
  var opacity = 1.0
  /// Index in `NodeTable.slices` of particles that lie among the siblings, which are all that it
  /// shows; -1 for a layer with its particles, `bodyAlone` for one without.
  var slice: Int32 = -1

  /// Whether the y axis is turned over by layers around it that have no plane.
  var isTurned = false

  static let bodyAlone: Int32 = -2
}

/// The environment of a draw: its scissor, its clip and its opacity.
struct PlanEnvironment {
  /// Pixels outside are not drawn to.
  var scissor: PixelRect
  /// Index into the plan's clips, or -1.
  var clip: Int32 = -1
  /// Folded opacity of superlayers.
  var opacity = 1.0
  /// Whether moving anything inside may change an enclosing surface or clip.
  var invalidatesGrouping = false
}

/// The rectangles that a layer's subtree touches, and whether any two of them overlap.
struct DrawnRects {
  /// The most rectangles that are told apart.
  static let capacity = 16

  private var rects: InlineArray<16, PixelRect> = .init(repeating: .empty)
  private(set) var count = 0
  private(set) var union = PixelRect.empty

  var isOverfull: Bool { count > DrawnRects.capacity }

  mutating func add(_ rect: PixelRect, times: Int = 1) {
    if rect.isEmpty || times == 0 { return }
    for _ in 0..<times {
      if count < DrawnRects.capacity { rects[count] = rect }
      count += 1
    }
    union = union.union(rect)
  }

  /// Whether two of them overlap in a way that `matters` for; surely true if there are too many.
  func overlap(where matters: (PixelRect) -> Bool) -> Bool {
    if isOverfull { return true }
    for first in 0..<count {
      for second in (first + 1)..<max(count, first + 1) {
        let common = rects[first].intersection(rects[second])
        if !common.isEmpty && matters(common) { return true }
      }
    }
    return false
  }
}
