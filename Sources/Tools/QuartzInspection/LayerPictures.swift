// Pictures of single layers, and the layer at a pixel.
// Licensed under the MIT license; see LICENSE.
//
// A layer alone is drawn as a tree of its own: the layer with the values that it shows, without its
// transform, opacity and mask, below a root that has the clock of its superlayer and the same
// direction of y. The picture covers what the layer's parts can touch. Where its pixels are in the
// whole frame follows from the two placements of the layer, that in the frame and that in its own
// picture; so flips, perspective and scales need no rules here.

import CoreGraphics
import QuartzCore
import QuartzMath
import QuartzModel
import QuartzPlan
import QuartzSoftware

/// A tree with one layer, or a layer and all below it, ready to be drawn.
struct LayerScene {
  let renderer: ContextRenderer
  /// The picture's pixels -> the pixels of the whole frame.
  let place: Homography
  /// The same from the layer's space.
  let own: Homography
}

/// Draws layers by themselves.
final class LayerPictures {
  /// The longest side of a picture in pixels.
  private static let longestSide = 1024.0
  /// Bytes of pictures for hits after which they are drawn anew.
  private static let mostKeptBytes = 64 << 20
  /// The most layers of a picture with sublayers.
  private static let mostLayers = 20_000

  private let backend = SoftwareBackend(threads: 1)
  private var lastContext: UInt32 = 0
  // Pictures of one frame, for hits.
  private var kept: [Key: (pixels: MemoryBlock, scene: LayerScene)] = [:]
  private var keptFrame = -1
  private var keptBytes = 0

  private struct Key: Hashable {
    let slot: Int32
    let hasSublayers: Bool
  }

  // MARK: Pictures

  /// Draws a layer.
  ///
  /// - Parameters:
  ///   - index: Among `layers`, those of the last frame.
  ///   - hasSublayers: Whether the layers below it show as well.
  func image(
    _ index: Int,
    _ layers: ContiguousArray<PlacedLayer>,
    of source: ContextRenderer,
    hasSublayers: Bool
  ) throws -> (image: CGImage, place: Homography) {
    let scene = try scene(index, layers, of: source, hasSublayers: hasSublayers)
    defer { scene.renderer.close() }
    let block = try draw(scene, at: source.tree.time)
    let size = scene.renderer.configuration
    let pixels = try PixelBuffer(
      width: size.width,
      height: size.height,
      rowBytes: size.width * 4,
      isOpaque: false,
      base: UnsafeRawPointer(block.base),
      byteCount: block.count,
      owner: block
    )
    return (CGImage(pixels), scene.place)
  }

  private func draw(_ scene: LayerScene, at time: Double) throws -> MemoryBlock {
    let size = scene.renderer.configuration
    let block = try MemoryBlock(count: size.width * size.height * 4)
    try scene.renderer.render(at: time)
    try scene.renderer.readBytes(
      into: UnsafeMutableRawBufferPointer(start: block.base, count: block.count),
      rowBytes: size.width * 4
    )
    return block
  }

  /// Whether a layer shows something at a pixel of the frame.
  ///
  /// - Parameter frame: The number of the frame, for which pictures are kept.
  func isSeen(
    _ index: Int,
    _ layers: ContiguousArray<PlacedLayer>,
    of source: ContextRenderer,
    frame: Int,
    hasSublayers: Bool,
    at pixel: Point
  ) -> Bool {
    if keptFrame != frame || keptBytes > Self.mostKeptBytes {
      for entry in kept.values { entry.scene.renderer.close() }
      kept.removeAll()
      (keptFrame, keptBytes) = (frame, 0)
    }
    let key = Key(slot: layers[index].slot, hasSublayers: hasSublayers)
    if kept[key] == nil,
      let scene = try? scene(index, layers, of: source, hasSublayers: hasSublayers),
      let block = try? draw(scene, at: source.tree.time)
    {
      kept[key] = (block, scene)
      // The renderer has the same pixels once more.
      keptBytes += 2 * block.count
    }
    // Instances of a layer share its picture, each at a place of its own.
    guard let (block, scene) = kept[key], let inverse = layers[index].world.inverse else {
      return false
    }
    let point = (inverse * scene.own).transform(pixel.x, pixel.y)
    let size = scene.renderer.configuration
    let (column, row) = (point.x / point.z, point.y / point.z)
    guard column >= 0, row >= 0, column < Double(size.width), row < Double(size.height) else {
      return false
    }
    // Bounds: the pixel lies in the picture, whose memory the block is.
    let offset = (Int(row) * size.width + Int(column)) * 4 + 3
    return block.base.load(fromByteOffset: offset, as: UInt8.self) > 0
  }

  // MARK: Trees of one layer

  func scene(
    _ index: Int,
    _ layers: ContiguousArray<PlacedLayer>,
    of source: ContextRenderer,
    hasSublayers: Bool
  ) throws -> LayerScene {
    let layer = layers[index]
    guard let inverse = layer.world.inverse, layer.world.isFinite else {
      throw InspectionError.noPicture("the layer is seen from its edge")
    }
    var rect = source.tree.shownValue(.bounds, of: layer.slot).rect ?? .zero
    rect = rect.standardized
    for other in hasSublayers ? index..<layer.end : index..<index + 1
    where !layers[other].pixels.isEmpty && !layers[other].isSkipped {
      rect = rect.united(layers[other].pixels, inverse)
    }
    let shadow = source.tree.shadowReach(of: layer.slot)
    rect = Rect(
      rect.x - shadow,
      rect.y - shadow,
      rect.width + 2 * shadow,
      rect.height + 2 * shadow
    )
    guard rect.isFinite, rect.width > 0, rect.height > 0 else {
      throw InspectionError.noPicture("the layer has no size")
    }
    let scale = Self.scale(of: layer.world, rect)
    var commit = try commit(layer, source, hasSublayers: hasSublayers)
    // Where the rectangle lies in the picture is found by placing it once.
    let trial = try renderer(commit, layer, source, scale, width: 1, height: 1)
    defer { trial.close() }
    trial.prepare(at: source.tree.time)
    guard let placed = trial.placedLayers.first(where: { $0.parent == 0 })?.world else {
      throw InspectionError.noPicture("the layer does not show now")
    }
    let box = rect.box(placed)
    let (left, top) = (box.x.rounded(.down), box.y.rounded(.down))
    let width = Int(min(max((box.x + box.width).rounded(.up) - left, 1), 2 * Self.longestSide))
    let height = Int(min(max((box.y + box.height).rounded(.up) - top, 1), 2 * Self.longestSide))
    let position = Point(-left / scale, (layer.isFlipped ? top : -top) / scale)
    commit.changes[commit.changes.count - 1].values[.position] = .point(position)
    // The trial's root ends one pixel below its top; y that points up begins there.
    if layer.isFlipped {
      let lift = Double(height - 1) / scale
      commit.changes[commit.changes.count - 1].values[.position] =
        .point(Point(position.x, position.y + lift))
    }
    let renderer = try renderer(commit, layer, source, scale, width: width, height: height)
    let own = placed * .translation(-left, -top)
    guard let back = own.inverse else {
      throw InspectionError.noPicture("the layer is seen from its edge")
    }
    return LayerScene(renderer: renderer, place: back * layer.world, own: own)
  }

  /// Pixels of the picture for a point of the layer: those of the frame in the middle of the
  /// rectangle, if it is not too large for that.
  private static func scale(of world: Homography, _ rect: Rect) -> Double {
    let (x, y) = (rect.x + rect.width / 2, rect.y + rect.height / 2)
    let point = world.transform(x, y)
    let (u, v, w) = (point.x / point.z, point.y / point.z, point.z)
    let dx = SIMD2(world.row1.x - u * world.row1.z, world.row1.y - v * world.row1.z) / w
    let dy = SIMD2(world.row2.x - u * world.row2.z, world.row2.y - v * world.row2.z) / w
    let lengths = ((dx * dx).sum().squareRoot(), (dy * dy).sum().squareRoot())
    var scale = max(lengths.0, lengths.1)
    if !(scale.isFinite && scale > 1e-3) { scale = 1 }
    return min(scale, longestSide / max(rect.width, rect.height), 64)
  }

  private func renderer(
    _ commit: Commit,
    _ layer: PlacedLayer,
    _ source: ContextRenderer,
    _ scale: Double,
    width: Int,
    height: Int
  ) throws -> ContextRenderer {
    lastContext &+= 1
    let renderer = try ContextRenderer(
      context: lastContext,
      configuration: ContextConfiguration(width: width, height: height, scale: scale),
      backend: backend,
      budget: .standard
    )
    var commit = commit
    let bounds = Rect(0, 0, Double(width) / scale, Double(height) / scale)
    commit.changes[0].values[.bounds] = .rect(bounds)
    commit.changes[0].values[.position] = .point(Point(bounds.width / 2, bounds.height / 2))
    do {
      try renderer.apply(commit)
    } catch {
      renderer.close()
      throw error
    }
    renderer.restartEmission(starts(commit, source.tree))
    return renderer
  }

  /// The number of the root above the layer; that of a layer is its slot and `firstNumber`.
  private static let root = LayerID(1)
  private static let firstNumber: UInt32 = 2

  private static func number(_ slot: Int32) -> LayerID { LayerID(UInt32(slot) + firstNumber) }

  private func starts(_ commit: Commit, _ tree: borrowing LayerTree) -> [LayerID: Double] {
    var starts: [LayerID: Double] = [:]
    for creation in commit.created where creation.layerClass == .emitter {
      let slot = Int32(creation.layer.rawValue - Self.firstNumber)
      if let start = tree.emissionStart(of: slot) { starts[creation.layer] = start }
    }
    return starts
  }

  /// The tree of a layer; its first change is that of the root, its last that of the layer.
  private func commit(
    _ layer: PlacedLayer,
    _ source: ContextRenderer,
    hasSublayers: Bool
  ) throws(InspectionError) -> Commit {
    let tree = source.tree
    var commit = Commit(time: tree.time)
    var values = PropertyBag()
    if layer.isFlipped { values[.geometryFlipped] = .bool(true) }
    let parent = tree.parents[Int(layer.slot)]
    if parent >= 0 {
      let clock = tree.clock(of: parent)
      values[.speed] = .number(clock.factor)
      values[.timeOffset] = .number(clock.offset)
    }
    commit.created.append(Commit.Creation(Self.root, .layer))
    commit.changes.append(Commit.Change(Self.root, values))
    commit.sublayers.append(Commit.Sublayers(Self.root, [Self.number(layer.slot)]))
    commit.root = Self.root
    var images: Set<ImageID> = []
    var stack = hasSublayers ? tree.childrenAndMask(of: layer.slot) : []
    add(layer.slot, tree, &commit, &images, hasSublayers: hasSublayers)
    while let slot = stack.popLast() {
      guard commit.created.count < Self.mostLayers else {
        throw .noPicture("there are more than \(Self.mostLayers) layers")
      }
      add(slot, tree, &commit, &images, hasSublayers: true)
      stack += tree.childrenAndMask(of: slot)
    }
    for image in images.sorted(by: { $0.rawValue < $1.rawValue }) {
      guard let pixels = tree.images[image] else { continue }
      commit.createdImages.append(Commit.ImageCreation(image, pixels))
    }
    commit.changes.append(Commit.Change(Self.number(layer.slot), Self.plainValues))
    return commit
  }

  /// The values that a layer has when it is shown by itself.
  private static var plainValues: PropertyBag {
    var values = PropertyBag()
    values[.position] = .point(.zero)
    values[.anchorPoint] = .point(.zero)
    values[.anchorPointZ] = .number(0)
    values[.zPosition] = .number(0)
    values[.transform] = .transform(.identity)
    values[.hidden] = .bool(false)
    values[.opacity] = .number(1)
    values[.compositingFilter] = .name(CompositingMode.normal.rawValue)
    values[.backgroundFilters] = .null
    return values
  }

  private func add(
    _ slot: Int32,
    _ tree: borrowing LayerTree,
    _ commit: inout Commit,
    _ images: inout Set<ImageID>,
    hasSublayers: Bool
  ) {
    commit.created.append(Commit.Creation(Self.number(slot), tree.classes[Int(slot)]))
    var values = tree.models[Int(slot)]
    let index = tree.animatedIndex[Int(slot)]
    if index >= 0 {
      for position in tree.animated[Int(index)].range {
        let value = tree.animatedValue(at: position).propertyValue
        if value.fits(PropertyTable[tree.presentation[position].property].type) {
          values[tree.presentation[position].property] = value
        }
      }
    }
    values[.remoteClientId] = nil
    values = values.withImages(of: tree, &images)
    commit.changes.append(Commit.Change(Self.number(slot), values))
    guard hasSublayers else { return }
    let children = tree.children[Int(slot)].map { Self.number($0) }
    let mask = tree.masks[Int(slot)]
    guard !children.isEmpty || mask >= 0 else { return }
    commit.sublayers.append(
      Commit.Sublayers(
        Self.number(slot),
        children,
        mask: mask >= 0 ? Self.number(mask) : .none
      )
    )
  }
}

extension PropertyBag {
  /// The same values without images that the tree has not, or that no commit may name; the others
  /// are added to `images`.
  fileprivate func withImages(
    of tree: borrowing LayerTree,
    _ images: inout Set<ImageID>
  ) -> PropertyBag {
    var bag = self
    var found: [ImageID] = []
    var missing: [PropertyID] = []
    let known = tree.images
    forEach { property, value in
      let used: [ImageID] =
        switch value {
        case .image(let image): [image]
        case .pattern(let pattern): [pattern.image]
        case .cells(let box): box.cells.map(\.contents).filter { $0 != .none }
        default: []
        }
      if used.allSatisfy({ !$0.isOfRenderer && known[$0] != nil }) {
        found += used
      } else {
        missing.append(property)
      }
    }
    for property in missing { bag[property] = nil }
    images.formUnion(found)
    return bag
  }
}

extension LayerTree {
  fileprivate func childrenAndMask(of slot: Int32) -> [Int32] {
    let mask = masks[Int(slot)]
    return Array(children[Int(slot)]) + (mask >= 0 ? [mask] : [])
  }

  /// How far a layer's shadow reaches beyond the layer, in points.
  fileprivate func shadowReach(of slot: Int32) -> Double {
    guard let opacity = shownValue(.shadowOpacity, of: slot).number, opacity > 0 else { return 0 }
    let offset = shownValue(.shadowOffset, of: slot).size ?? .zero
    let radius = shownValue(.shadowRadius, of: slot).number ?? 0
    let reach = max(abs(offset.width), abs(offset.height)) + 3 * max(radius, 0)
    return reach.isFinite ? min(reach, 4096) : 0
  }
}

extension Rect {
  /// The rectangle and the pixels of a frame, which `inverse` takes to its space.
  fileprivate func united(_ pixels: PixelRect, _ inverse: Homography) -> Rect {
    let frame = Rect(
      Double(pixels.minX),
      Double(pixels.minY),
      Double(pixels.width),
      Double(pixels.height)
    )
    let other = frame.box(inverse)
    guard other.isFinite, other.width < 1e5, other.height < 1e5 else { return self }
    let (left, top) = (min(x, other.x), min(y, other.y))
    return Rect(
      left,
      top,
      max(x + width, other.x + other.width) - left,
      max(y + height, other.y + other.height) - top
    )
  }

  /// The box around the image of the rectangle.
  fileprivate func box(_ map: Homography) -> Rect {
    var (left, right) = (Double.infinity, -Double.infinity)
    var (top, bottom) = (left, right)
    for (cornerX, cornerY) in [(x, y), (x + width, y), (x + width, y + height), (x, y + height)] {
      let point = map.transform(cornerX, cornerY)
      guard point.z > 0 else { return Rect(0, 0, .infinity, .infinity) }
      (left, right) = (min(left, point.x / point.z), max(right, point.x / point.z))
      (top, bottom) = (min(top, point.y / point.z), max(bottom, point.y / point.z))
    }
    return Rect(left, top, right - left, bottom - top)
  }
}
