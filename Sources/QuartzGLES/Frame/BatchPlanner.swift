// Which draws share a draw call, and in which order the calls are made.
// Licensed under the MIT license; see LICENSE.
//
// A batch is one instanced draw call: draws with the same program, texture, clip and blending. A
// draw joins a batch that exists if no draw between them in order touches its pixels. To know that,
// a grid of cells lies over the surface; each cell holds the last batch that touches it. The last
// batch in the cells of a draw is the first one that the draw may join; up to `lookBack` batches
// are looked at.
//
// Layers of different kinds that lie on top of each other leave little to join. So the surface is
// planned up to three times, each time with fewer programs, until it takes at most `batchLimit`
// calls:
//
//     exact    the program that does just what the draw needs
//     rounded  one program for shapes with and without corners
//     mixed    one program for solids, borders and images
//
// The later ones cost more for each pixel. All give the same pixels.

import QuartzMath
import QuartzPlan

/// One draw call.
struct Batch {
  var program: ProgramKey
  /// Slot of the texture cache, or -1.
  var texture: Int32 = -1
  /// Index of the surface that is sampled, or -1.
  var source: Int32 = -1
  /// Index of the plan's clip, or -1.
  var clip: Int32 = -1
  /// Whether it mixes with what is there; else it replaces it.
  var blends = true
  /// The first and last of its items, which are linked.
  var firstItem: Int32 = -1
  var lastItem: Int32 = -1
  var count: Int32 = 0
  /// Index of the first vec4 of its instances.
  var firstVector = 0
}

/// The calls that draw one surface.
struct SurfaceBatches {
  var surface: Int
  var batches: Range<Int>
  /// Whether all is cleared first; else the first batch fills the pieces.
  var clears: Bool
}

struct BatchPlanner {
  /// How many batches are looked at for each draw.
  static let lookBack = 10
  /// Calls for one surface beyond which kinds are mixed.
  static let batchLimit = 8
  /// Pixels from which an opaque draw is worth a draw call that does not blend.
  static let opaqueArea = 128 * 128
  /// The item's draw where it fills a piece with the surface's clear colour.
  static let clearDraw: Int32 = -1

  enum Level: CaseIterable {
    case exact, rounded, mixed
  }

  /// One instance: a draw inside of one piece of the damage.
  struct Item {
    var draw: Int32
    var quad: PixelRect
    /// The next item of the batch, or -1.
    var next: Int32
  }

  /// The variants that every program has on this driver.
  private let common: ShaderVariant
  private let blendsInShader: Bool
  private(set) var batches: ContiguousArray<Batch> = []
  private(set) var items: ContiguousArray<Item> = []
  private var cells: ContiguousArray<Int32> = []
  private var columns = 0
  private var cellShift: Int32 = 4
  private var frame = PixelRect.empty
  private var firstBatch = 0

  init(traits: DriverTraits) {
    common = traits.drawsRectangles ? .rectangles : []
    blendsInShader = traits.blendsInShader
  }

  mutating func removeAll() {
    batches.removeAll(keepingCapacity: true)
    items.removeAll(keepingCapacity: true)
  }

  /// Plans the visible draws of a surface inside of the pieces.
  ///
  /// Index i of `placements` says where image i of the plan lies.
  mutating func plan(
    _ plan: RenderPlan,
    surface index: Int,
    pieces: DamagePieces,
    placements: ContiguousArray<TexturePlacement?>
  ) -> SurfaceBatches {
    let surface = plan.surfaces[index]
    frame = surface.frame
    firstBatch = batches.count
    let firstItem = items.count
    let isHidden = BatchPlanner.hidesBackground(plan, surface, pieces)
    for level in Level.allCases {
      batches.removeLast(batches.count - firstBatch)
      items.removeLast(items.count - firstItem)
      resetCells()
      if !isHidden, !pieces.isWhole { fill(pieces) }
      // The mixed program is one for all shapes, if any of them needs a space of its own.
      let isGeneral =
        level == .mixed
        && surface.visible.contains {
          let draw = plan.draws[Int(plan.visible[Int($0)])]
          return draw.shape == .general && draw.kind != .composite
        }
      for position in surface.visible {
        let draw = plan.visible[Int(position)]
        add(draw, plan, pieces, placements, level, isGeneral)
      }
      if batches.count - firstBatch <= BatchPlanner.batchLimit { break }
    }
    return SurfaceBatches(
      surface: index,
      batches: firstBatch..<batches.count,
      clears: !isHidden && pieces.isWhole
    )
  }

  /// Whether the first draw leaves nothing to see of the clear colour.
  private static func hidesBackground(
    _ plan: RenderPlan,
    _ surface: Surface,
    _ pieces: DamagePieces
  ) -> Bool {
    guard let first = surface.visible.first else { return false }
    let draw = plan.draws[Int(plan.visible[Int(first)])]
    return draw.flags.isSuperset(of: [.opaque, .covers]) && draw.clip < 0
      && draw.bounds.contains(pieces.bounds)
  }

  private mutating func fill(_ pieces: DamagePieces) {
    var batch = Batch(program: ProgramKey(shader: .solid, variant: common.union(.covered)))
    batch.blends = false
    batches.append(batch)
    for piece in pieces.rects {
      append(Item(draw: BatchPlanner.clearDraw, quad: piece, next: -1), to: firstBatch)
    }
  }

  private mutating func add(
    _ index: Int32,
    _ plan: RenderPlan,
    _ pieces: DamagePieces,
    _ placements: ContiguousArray<TexturePlacement?>,
    _ level: Level,
    _ isGeneral: Bool
  ) {
    let draw = plan.draws[Int(index)]
    var wanted = Batch(
      program: BatchPlanner.program(draw, plan, level, isGeneral),
      clip: draw.clip
    )
    switch draw.kind {
    case .image:
      guard let placement = placements[Int(draw.source)] else { return }
      wanted.texture = placement.slot
      if placement.isTiled { wanted.program = BatchPlanner.tiled(draw, plan, level) }
    case .composite: wanted.source = draw.source
    case .solid, .border, .coverage: break
    }
    wanted.blends =
      !draw.flags.isSuperset(of: [.opaque, .covers]) || draw.clip >= 0
      || draw.bounds.area < BatchPlanner.opaqueArea
    wanted.program.variant.formUnion(common)
    if wanted.blends, blendsInShader { wanted.program.variant.insert(.blends) }
    let bounds = draw.bounds.intersection(pieces.bounds)
    guard !bounds.isEmpty else { return }
    let target = join(wanted, bounds)
    for piece in pieces.rects {
      let quad = bounds.intersection(piece)
      if !quad.isEmpty { append(Item(draw: index, quad: quad, next: -1), to: target) }
    }
    mark(bounds, Int32(target - firstBatch))
  }

  private mutating func append(_ item: Item, to target: Int) {
    let index = Int32(items.count)
    items.append(item)
    if batches[target].count == 0 {
      batches[target].firstItem = index
    } else {
      items[Int(batches[target].lastItem)].next = index
    }
    batches[target].lastItem = index
    batches[target].count += 1
  }

  // MARK: Programs

  private static func program(
    _ draw: Draw,
    _ plan: RenderPlan,
    _ level: Level,
    _ isGeneral: Bool
  ) -> ProgramKey {
    var (shader, variant) = shape(draw, level, isGeneral)
    let usesShape = variant.isDisjoint(with: [.covered, .copies]) && draw.kind != .composite
    if level == .exact, draw.shape == .axis, usesShape, shader != .mixed {
      switch corners(draw, plan) {
      case .none: break
      case .circular: variant.formUnion([.rounded, .circular])
      case .any: variant.insert(.rounded)
      }
    }
    guard draw.clip >= 0 else { return ProgramKey(shader: shader, variant: variant) }
    let clip: ShaderVariant =
      plan.clips[Int(draw.clip)].shape == .axis ? .clipped : .clippedGeneral
    return ProgramKey(shader: shader, variant: variant.union(clip))
  }

  /// The program for an image in tiles, which is never one for other kinds as well.
  private static func tiled(_ draw: Draw, _ plan: RenderPlan, _ level: Level) -> ProgramKey {
    var key = program(draw, plan, level == .mixed ? .rounded : level, false)
    key.variant.insert(.tiled)
    return key
  }

  private static func shape(
    _ draw: Draw,
    _ level: Level,
    _ isGeneral: Bool
  ) -> (Shader, ShaderVariant) {
    let general: ShaderVariant = draw.shape == .general ? .general : []
    let rounded: ShaderVariant =
      level != .exact || draw.flags.contains(.rounded) ? [.rounded] : []
    let nearest: ShaderVariant = draw.flags.contains(.nearest) ? .nearest : []
    switch draw.kind {
    case .composite:
      return (.composite, [])
    case .coverage:
      return (.coverage, draw.flags.contains(.copies) ? .copies : general)
    case .solid, .border, .image:
      if level == .mixed, nearest.isEmpty { return (.mixed, isGeneral ? .general : []) }
    }
    let covers = draw.flags.contains(.covers) && level == .exact
    if draw.kind == .solid {
      return (.solid, covers ? .covered : general.union(rounded))
    }
    if draw.kind == .border { return (.border, general.union(rounded)) }
    // A copy that is not said to cover takes the texel its pixel lies in, and its shape's coverage.
    if draw.flags.contains(.copies) {
      if covers { return (.image, .copies) }
      return (.image, general.union(rounded).union(.nearest))
    }
    return (.image, nearest.union(general).union(covers ? .covered : rounded))
  }

  /// What the corners of an axis-aligned shape are like, which decides how its coverage is found.
  private enum Corners: Comparable {
    /// No radius; no side is shorter than a pixel.
    case none
    /// Circles of one radius, at most half of the sides; no side is shorter than a pixel.
    case circular
    case any

    init(_ rect: SIMD4<Float>, _ x: SIMD4<Float>, _ y: SIMD4<Float>) {
      let side = (rect.highHalf - rect.lowHalf).min()
      let radius = x.x
      guard side >= 1, radius >= 0, side >= 2 * radius, x == SIMD4(repeating: radius), y == x else {
        self = .any
        return
      }
      self = radius > 0 ? .circular : .none
    }
  }

  private static func corners(_ draw: Draw, _ plan: RenderPlan) -> Corners {
    let index = Int(draw.record)
    switch draw.kind {
    case .solid:
      let record = plan.solids[index]
      return Corners(record.rect, record.radiiX, record.radiiY)
    case .border:
      let record = plan.borders[index]
      return max(
        Corners(record.rect, record.radiiX, record.radiiY),
        Corners(record.innerRect, record.innerRadiiX, record.innerRadiiY)
      )
    case .image:
      let record = plan.imageRecords[index]
      return Corners(record.rect, record.radiiX, record.radiiY)
    case .composite, .coverage:
      return .any
    }
  }

  // MARK: Order

  /// The batch that the draw joins: an existing one, or a new one at the end.
  private mutating func join(_ wanted: Batch, _ bounds: PixelRect) -> Int {
    let first = max(
      firstBatch + Int(max(lastBatch(in: bounds), 0)),
      batches.count - BatchPlanner.lookBack
    )
    var index = batches.count - 1
    while index >= first {
      if accepts(batches[index], wanted) {
        if batches[index].texture < 0 { batches[index].texture = wanted.texture }
        return index
      }
      index -= 1
    }
    batches.append(wanted)
    return batches.count - 1
  }

  private func accepts(_ batch: Batch, _ wanted: Batch) -> Bool {
    guard batch.program == wanted.program, batch.clip == wanted.clip, batch.source == wanted.source,
      batch.blends == wanted.blends
    else { return false }
    // What shows no image fits to every texture.
    return batch.texture == wanted.texture
      || wanted.program.shader == .mixed && (batch.texture < 0 || wanted.texture < 0)
  }

  private mutating func resetCells() {
    // At most 64 x 64 cells, of at least 16 pixels.
    cellShift = 4
    while max(frame.width, frame.height) >> cellShift > 63 { cellShift += 1 }
    columns = Int(frame.width >> cellShift) + 1
    let rows = Int(frame.height >> cellShift) + 1
    cells.removeAll(keepingCapacity: true)
    cells.append(contentsOf: repeatElement(-1, count: columns * rows))
  }

  /// Calls `body` with the range of cells of each row that `bounds` touches.
  private func eachRow(_ bounds: PixelRect, _ body: (Range<Int>) -> Void) {
    let inside = bounds.intersection(frame).offset(x: -frame.minX, y: -frame.minY)
    guard !inside.isEmpty else { return }
    let first = Int(inside.minX >> cellShift)
    let last = Int((inside.maxX - 1) >> cellShift)
    for row in Int(inside.minY >> cellShift)...Int((inside.maxY - 1) >> cellShift) {
      body((row * columns + first)..<(row * columns + last + 1))
    }
  }

  /// The last batch of the surface that touches the cells of `bounds`, or -1.
  private func lastBatch(in bounds: PixelRect) -> Int32 {
    var last: Int32 = -1
    eachRow(bounds) { range in
      for cell in range { last = max(last, cells[cell]) }
    }
    return last
  }

  private mutating func mark(_ bounds: PixelRect, _ batch: Int32) {
    let inside = bounds.intersection(frame).offset(x: -frame.minX, y: -frame.minY)
    guard !inside.isEmpty else { return }
    let columns = Int(inside.minX >> cellShift)...Int((inside.maxX - 1) >> cellShift)
    for row in Int(inside.minY >> cellShift)...Int((inside.maxY - 1) >> cellShift) {
      for column in columns {
        let cell = row * self.columns + column
        cells[cell] = max(cells[cell], batch)
      }
    }
  }

  /// Notes where the instances of a batch begin.
  mutating func place(_ batch: Int, at vector: Int) {
    batches[batch].firstVector = vector
  }
}
