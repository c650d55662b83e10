// The assignment of draws to draw calls, and the order of the calls.
// Licensed under the MIT license; see LICENSE.
//
// A batch is one instanced draw call: draws with the same program, texture, clip and blending. A
// draw joins an existing batch if no draw between them in order touches its pixels. For this test,
// a grid of cells lies over the surface, and each cell holds the last batch that touches it. The
// last batch in the cells of a draw is the first one that the draw may join; up to `lookBack`
// batches are examined.
//
// Overlapping layers of different kinds can rarely be joined. So the surface is planned up to four
// times, each time with fewer programs, until it takes at most `batchLimit` calls, or until these
// cost less than the pixels of a more general program would:
//
//     exact     the program that does just what the draw needs
//     rounded   one program for shapes with and without corners
//     mixed     one program for solids, borders and images
//     covering  one program for these and for coverage and stretched images
//
// The later ones cost more for each pixel. All give the same pixels.
//
// On software drivers the interior of an opaque rectangle replaces the pixels below it, in a batch
// of its own, and only its edges are mixed (`SoftwareTraits.splitsOpaque`). Interior and edges
// share no pixel, so either may come first; draws on top of the rectangle come after both.
//
// Software drivers also copy large opaque images whose texels map to the target's pixels
// (`SoftwareTraits.copiesTexels`). Before a copy, the driver has to finish all earlier commands. So
// images that overlap nothing drawn after the lowest of them are copied in one group, if together
// they are worth it. Any other image is copied if it is worth it by itself.
//
// Surfaces that share a target are planned together, in the target's pixels.

import QuartzMath
import QuartzModel
import QuartzPlan
import QuartzRaster

/// One draw call, or one copy of texels.
struct Batch {
  var program: ProgramKey
  /// Slot of the cache of images, or -1.
  var texture: Int32 = -1
  /// Slot of the cache of coverage, or -1.
  var coverage: Int32 = -1
  /// Index of the frame's target that is sampled instead, or -1.
  var source: Int32 = -1
  /// Index of the frame's target whose alpha multiplies, or -1.
  var mask: Int32 = -1
  /// Index of the plan's clip that all of its draws have, or -1.
  var clip: Int32 = -1
  /// Whether the texture's texels are copied to the target's pixels; the program is unused then.
  var copiesTexels = false
  /// Whether it belongs to the group of consecutive copies.
  var isFirst = false
  /// Whether it mixes with the pixels below; else it replaces them.
  var blends = true
  /// The first and last of its items, which are linked.
  var firstItem: Int32 = -1
  var lastItem: Int32 = -1
  var count: Int32 = 0
  /// The target's pixels that are copied for it, in pixels of its surface.
  var below = PixelRect.empty
  /// Index of the step of an effect, or -1.
  var effectStep: Int32 = -1
  /// Index of the first vec4 of its instances.
  var firstVector = 0
}

/// The calls of one pass.
struct PassBatches {
  var batches: Range<Int>
  /// The colour that the whole target is cleared to first, if any.
  var clearColor: SIMD4<Float>?
}

/// The textures that draws sample: the positions of images and coverage, by their index in the
/// plan.
struct FramePlacements {
  var images: ContiguousArray<TexturePlacement?> = []
  var coverages: ContiguousArray<TexturePlacement?> = []
  /// The first texel of each ramp that has more segments than fit a record; else -1.
  var ramps: ContiguousArray<Int> = []
}

struct BatchPlanner {
  /// The number of batches that are examined for each draw.
  static let lookBack = 64
  /// Calls for one surface beyond which kinds are mixed.
  static let batchLimit = 8
  /// Cells along an axis, and those in targets of several surfaces.
  static let cells: Int32 = 128
  static let sharedCells: Int32 = 256
  /// Pixels from which an opaque draw is worth a draw call that does not blend.
  static let opaqueArea = 128 * 128
  /// Pixels inside of an opaque draw from which its edges are worth up to four quads more.
  static let insideArea = 32 * 32
  /// Pixels of images from which a copy is worth waiting for earlier draws.
  static let copiedArea = 384 * 384
  /// The item's draw where it fills a piece with the surface's clear colour.
  static let clearDraw: Int32 = -1

  enum Level: Int, Comparable, CaseIterable {
    case exact, rounded, mixed, covering

    static func < (a: Level, b: Level) -> Bool { a.rawValue < b.rawValue }
  }

  /// One instance: a draw inside of one piece of the damage.
  struct Item {
    var draw: Int32
    var quad: PixelRect
    /// The surface of the quad, which is in the surface's pixels.
    var surface: Int32
    /// The index of the coverage's strip that it shows, or -1.
    var strip: Int32 = -1
    /// The next item of the batch, or -1.
    var next: Int32 = -1
  }

  /// The variants that every program has on this driver, for the range of the plan.
  private var common: ShaderVariant
  private var isExtended: Bool { common.contains(.extended) }
  /// The variant for interpolated coverage.
  private var gathering: ShaderVariant { traits.gathers ? .gathers : [] }
  let traits: DriverTraits
  /// The programs that there are; nil where others may be built.
  private var programs: ProgramSet? { isExtended ? extendedPrograms : standardPrograms }
  private let standardPrograms: ProgramSet?
  /// Set once there is an output of extended range.
  var extendedPrograms: ProgramSet?
  var batches: ContiguousArray<Batch> = []
  private(set) var items: ContiguousArray<Item> = []
  private var cells: ContiguousArray<Int32> = []
  private var columns = 0
  private var cellShift: Int32 = 4
  /// The target, and the position in it of the surface being planned.
  private var frame = PixelRect.empty
  var surfacePlacement = SurfacePlacement()
  private var surface: Int32 = -1
  var isShared = false
  var pieces = DamagePieces()
  var level = Level.exact
  private var isGeneral = false
  var firstBatch = 0
  /// Whether the surface's images are copied in a group; the number of batches before it, and the
  /// last batch of the group, or -1.
  var copiesImages = false
  var firstIndex = 0
  var lastFirst = -1

  init(traits: DriverTraits, programs: ProgramSet? = nil) {
    standardPrograms = programs
    common = traits.software.drawsRectangles ? .rectangles : []
    self.traits = traits
  }

  /// Begins a frame.
  mutating func removeAll(isExtended: Bool = false) {
    if isExtended { common.insert(.extended) } else { common.remove(.extended) }
    batches.removeAll(keepingCapacity: true)
    items.removeAll(keepingCapacity: true)
  }

  // MARK: Passes

  /// Plans a step of an effect.
  mutating func plan(effectStep index: Int32, _ layout: FrameLayout) -> PassBatches {
    let step = layout.effectSteps[Int(index)]
    var key = ProgramKey(shader: step.shader, variant: step.variant.union(common))
    if !key.isOfRange { key.variant.remove(.extended) }
    var batch = Batch(program: key, source: step.source)
    batch.blends = false
    batch.effectStep = index
    batches.append(batch)
    let quad = PixelRect(width: step.size.x, height: step.size.y)
    let item = Item(draw: BatchPlanner.clearDraw, quad: quad, surface: -1)
    append(item, to: batches.count - 1)
    return PassBatches(batches: batches.count - 1..<batches.count, clearColor: nil)
  }

  /// Plans the visible draws of a pass's surfaces, inside of their regions in the damage.
  mutating func plan(
    _ plan: RenderPlan,
    _ pass: Pass,
    _ layout: FrameLayout,
    _ placements: FramePlacements
  ) -> PassBatches {
    let surfaces = layout.order[pass.surfaces]
    frame = PixelRect(width: pass.width, height: pass.height)
    isShared = pass.isShared
    firstBatch = batches.count
    let firstItem = items.count
    let needs = Needs(plan, surfaces)
    var clearColor: SIMD4<Float>?
    for level in Level.allCases {
      if level == .covering, !needs.hasCoverage { break }
      self.level = level
      // The mixed programs are one for all shapes, if any of them needs a space of its own.
      isGeneral = needs.isGeneral && level >= .mixed
      batches.removeLast(batches.count - firstBatch)
      items.removeLast(items.count - firstItem)
      resetCells()
      lastFirst = -1
      for index in surfaces {
        begin(index, plan, layout)
        clearColor = clear(plan, pass)
        for position in plan.surfaces[Int(index)].visible {
          let hidden = plan.hidden(at: Int(position))
          add(plan.visible[Int(position)], hidden, plan, layout, placements)
        }
      }
      let calls = batches.count - firstBatch
      if calls <= BatchPlanner.batchLimit
        || calls * traits.software.pixelsPerCall < area(from: firstItem)
      {
        break
      }
    }
    moveFirst()
    return PassBatches(batches: firstBatch..<batches.count, clearColor: clearColor)
  }

  /// Returns the pixels of the items from this one on.
  private func area(from first: Int) -> Int {
    var area = 0
    for item in items[first...] { area += item.quad.area }
    return area
  }

  /// The features that the draws of a pass need in shared programs.
  private struct Needs {
    var isGeneral = false
    var hasCoverage = false

    init(_ plan: RenderPlan, _ surfaces: ArraySlice<Int32>) {
      for surface in surfaces {
        for position in plan.surfaces[Int(surface)].visible {
          let index = Int(plan.visible[Int(position)])
          let kind = plan.draws[index].kind
          guard kind != .composite else { continue }
          if plan.draws[index].shape == .general { isGeneral = true }
          if kind == .coverage || plan.draws[index].flags.contains(.stretched) {
            hasCoverage = true
          }
        }
      }
    }
  }

  /// Begins a surface of the pass.
  private mutating func begin(_ index: Int32, _ plan: RenderPlan, _ layout: FrameLayout) {
    surface = index
    surfacePlacement = layout.placements[Int(index)]
    let drawn = plan.surfaces[Int(index)]
    let isWhole = drawn.isWhole || drawn.isSeparate
    pieces.set(isWhole ? Damage(drawn.frame) : plan.damage, frame: drawn.frame)
    if level == .exact { copiesImages = areImagesCopied(plan, drawn) }
  }

  /// Returns whether a draw replaces enough pixels below for a call without blending.
  static func replaces(_ draw: Draw) -> Bool {
    draw.flags.contains(.hides) && draw.clip < 0 && draw.mask < 0
      && draw.bounds.area >= opaqueArea
  }

  /// Returns the colour to clear the target to for the surface, or nil if draws fill it.
  private mutating func clear(_ plan: RenderPlan, _ pass: Pass) -> SIMD4<Float>? {
    let color = plan.surfaces[Int(surface)].clearColor
    if isShared {
      if color != .zero { fill() }
      return .zero
    }
    // The bits of a fresh target may be no numbers in half floats, and stay that when blended.
    let isCleared = plan.range.isExtended
    if !isCleared, BatchPlanner.hidesBackground(plan, plan.surfaces[Int(surface)], pieces) {
      return nil
    }
    guard pass.keepsRest, !pieces.isWhole else { return color }
    fill()
    return nil
  }

  /// Returns whether the first draw hides the clear colour.
  private static func hidesBackground(
    _ plan: RenderPlan,
    _ surface: Surface,
    _ pieces: borrowing DamagePieces
  ) -> Bool {
    guard let first = surface.visible.first else { return false }
    let draw = plan.draws[Int(plan.visible[Int(first)])]
    return draw.flags.contains(.hides) && draw.clip < 0
      && draw.kind != .composite && draw.bounds.contains(pieces.bounds)
  }

  /// Fills the pieces with the surface's clear colour.
  private mutating func fill() {
    addItems(BatchPlanner.clearDraw, pieces.bounds, covering)
  }

  // MARK: Draws

  private mutating func add(
    _ index: Int32,
    _ hidden: PixelRect,
    _ plan: RenderPlan,
    _ layout: FrameLayout,
    _ placements: FramePlacements
  ) {
    let draw = plan.draws[Int(index)]
    var bounds = draw.bounds.intersection(pieces.bounds)
    var wanted = Batch(program: program(draw, plan, level))
    wanted.blends = !BatchPlanner.replaces(draw)
    switch draw.kind {
    case .image, .coverage:
      guard sample(draw, plan, bounds, layout, placements, &wanted) else { return }
    case .composite:
      bounds = composite(draw, plan, layout, bounds, &wanted)
    case .solid, .border, .gradient: break
    }
    guard !bounds.isEmpty else { return }
    wanted.program.variant.formUnion(isShared ? common.union(.shifted) : common)
    if wanted.program.mode != .normal {
      setMode(bounds, &wanted)
    } else if wanted.blends, traits.software.blendsInShader {
      wanted.program.variant.insert(.blends)
    }
    if let programs { wanted.program = programs.program(for: wanted.program) }
    if !wanted.program.variant.contains(.clippedEach) { wanted.clip = draw.clip }
    if draw.kind == .coverage, !draw.flags.contains(.fromSurface) {
      let coverage = plan.coverages[Int(draw.source)]
      if !coverage.strips.isEmpty {
        return addStrips(
          coverage,
          plan.coverageRecords[Int(draw.record)],
          index,
          bounds,
          wanted,
          hidden
        )
      }
    }
    let inside = wanted.blends && traits.software.splitsOpaque ? interior(draw, plan) : .empty
    addItems(index, bounds, wanted, hidden: hidden, inside: inside)
  }

  /// Sets the texture of an image or coverage; returns whether there is one.
  private mutating func sample(
    _ draw: Draw,
    _ plan: RenderPlan,
    _ bounds: PixelRect,
    _ layout: FrameLayout,
    _ placements: FramePlacements,
    _ wanted: inout Batch
  ) -> Bool {
    if draw.flags.contains(.fromSurface) {
      wanted.source = layout.placements[Int(draw.source)].target
      return wanted.source >= 0
    }
    if draw.kind == .coverage {
      guard let placement = placements.coverages[Int(draw.source)] else { return false }
      wanted.coverage = placement.slot
      return true
    }
    guard let placement = placements.images[Int(draw.source)] else { return false }
    wanted.texture = placement.slot
    if placement.isTiled {
      wanted.program = tiled(draw, plan)
    } else if traits.software.copiesTexels, !isExtended, !placement.isImported,
      BatchPlanner.isCopy(draw, plan)
    {
      setCopy(bounds, &wanted)
    }
    return true
  }

  /// Sets the targets that a composite samples; returns the pixels that it draws.
  private func composite(
    _ draw: Draw,
    _ plan: RenderPlan,
    _ layout: FrameLayout,
    _ bounds: PixelRect,
    _ wanted: inout Batch
  ) -> PixelRect {
    wanted.source = layout.placements[Int(draw.source)].target
    guard wanted.source >= 0 else { return .empty }
    let shown = bounds.intersection(plan.surfaces[Int(draw.source)].frame)
    guard draw.mask >= 0 else { return shown }
    wanted.mask = layout.placements[Int(draw.mask)].target
    guard wanted.mask >= 0 else { return .empty }
    return shown.intersection(plan.surfaces[Int(draw.mask)].frame)
  }

  /// Decides how a composite with a blend mode other than normal reads the target's pixels.
  private func setMode(_ bounds: PixelRect, _ wanted: inout Batch) {
    // The shader has read the pixels and replaces them.
    wanted.blends = false
    wanted.program.variant.insert(traits.fetchesTarget ? .blends : .backdrop)
    if !traits.fetchesTarget { wanted.below = bounds }
    switch wanted.program.mode {
    case .hue, .saturation, .color, .luminosity:
      if traits.hasBGRA { wanted.program.variant.insert(.swapped) }
    default: break
    }
  }

  /// Adds a draw's part of each piece to a batch, without the pixels that are hidden.
  ///
  /// - Parameter inside: The pixels that need no blending, which go to a batch of their own.
  private mutating func addItems(
    _ draw: Int32,
    _ bounds: PixelRect,
    _ wanted: Batch,
    hidden: PixelRect = .empty,
    inside: PixelRect = .empty
  ) {
    let bounds = bounds.intersection(pieces.bounds)
    guard !bounds.isEmpty else { return }
    let inTarget = bounds.offset(x: surfacePlacement.shiftX, y: surfacePlacement.shiftY)
    let target = join(wanted, inTarget)
    var last = target
    if !inside.isEmpty {
      // Joined before the edges are marked, since they share no pixel with it.
      last = join(covering, inTarget)
      for piece in pieces.rects { add(draw, inside.intersection(piece), hidden, to: last) }
    }
    for piece in pieces.rects {
      bounds.intersection(piece).forEachPart(outside: inside) { add(draw, $0, hidden, to: target) }
    }
    // A copy does not keep later copies from following it.
    if !wanted.isFirst { mark(inTarget, Int32(max(target, last) - firstBatch)) }
  }

  /// Adds the strips of a draw's coverage to a batch.
  private mutating func addStrips(
    _ coverage: CoverageBytes,
    _ record: CoverageRecord,
    _ draw: Int32,
    _ bounds: PixelRect,
    _ wanted: Batch,
    _ hidden: PixelRect
  ) {
    let inTarget = bounds.offset(x: surfacePlacement.shiftX, y: surfacePlacement.shiftY)
    let target = join(wanted, inTarget)
    for (index, strip) in coverage.strips.enumerated() {
      let pixels = strip.pixels(record).intersection(bounds)
      if pixels.isEmpty { continue }
      for piece in pieces.rects {
        add(draw, pixels.intersection(piece), hidden, to: target, strip: Int32(index))
      }
    }
    mark(inTarget, Int32(target - firstBatch))
  }

  /// The batch of draws that cover every pixel of their quads with one colour.
  private var covering: Batch {
    let variant = common.union(isShared ? [.covered, .shifted] : .covered)
    var batch = Batch(program: ProgramKey(shader: .solid, variant: variant))
    batch.blends = false
    return batch
  }

  private mutating func add(
    _ draw: Int32,
    _ quad: PixelRect,
    _ hidden: PixelRect,
    to target: Int,
    strip: Int32 = -1
  ) {
    quad.forEachPart(outside: hidden) { quad in
      append(Item(draw: draw, quad: quad, surface: surface, strip: strip), to: target)
    }
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

  private func program(_ draw: Draw, _ plan: RenderPlan, _ level: Level) -> ProgramKey {
    var (shader, variant) = shape(draw, level)
    let usesShape =
      variant.isDisjoint(with: [.covered, .copies]) && ![.composite, .coverage].contains(draw.kind)
    if level == .exact, draw.shape == .axis, usesShape {
      switch BatchPlanner.corners(draw, plan) {
      case .none: break
      case .circular: variant.formUnion([.rounded, .circular])
      case .any: variant.insert(.rounded)
      }
    }
    if draw.mask >= 0 { variant.insert(.masked) }
    if draw.kind == .gradient, !plan.ramps[Int(draw.source)].isSingle { variant.insert(.stepped) }
    var key = ProgramKey(shader: shader, variant: variant)
    if draw.kind == .composite { key.mode = draw.blend }
    guard draw.clip >= 0 else { return key }
    let clip = plan.clips[Int(draw.clip)]
    // GL ES guarantees sixteen inputs, so the program for several kinds has no room for more.
    let fitsInputs = shader != .mixed && clip.shape.radiiX == clip.shape.radiiY
    if clip.kind == .general {
      key.variant.insert(.clippedGeneral)
    } else {
      key.variant.insert(fitsInputs ? .clippedEach : .clipped)
    }
    return key
  }

  /// Returns the program for an image in tiles, which never serves other kinds.
  private func tiled(_ draw: Draw, _ plan: RenderPlan) -> ProgramKey {
    var key = program(draw, plan, min(level, .rounded))
    key.variant.insert(.tiled)
    return key
  }

  private func shape(_ draw: Draw, _ level: Level) -> (Shader, ShaderVariant) {
    let general: ShaderVariant = draw.shape == .general ? .general : []
    let rounded: ShaderVariant =
      level != .exact || draw.flags.contains(.rounded) ? [.rounded] : []
    if draw.kind == .composite { return (.composite, []) }
    if fitsMixed(draw, level) {
      let covering: ShaderVariant = level == .covering ? gathering.union(.covering) : []
      return (.mixed, isGeneral ? covering.union(.general) : covering)
    }
    let covers = draw.flags.contains(.covers) && level == .exact
    if draw.kind == .solid {
      return (.solid, covers ? .covered : general.union(rounded))
    }
    if draw.kind == .border { return (.border, general.union(rounded)) }
    if draw.kind == .gradient {
      let edges: ShaderVariant = covers ? .covered : rounded
      return (.gradient, gradient(draw).union(general).union(edges))
    }
    var sampling: ShaderVariant = draw.flags.contains(.stretched) ? .stretched : []
    if draw.kind == .coverage {
      if draw.flags.contains(.copies) { return (.coverage, .copies) }
      return (.coverage, general.union(sampling).union(gathering))
    }
    if draw.flags.contains(.repeats) { sampling.insert(.repeated) }
    // A copy without the flag for full coverage takes the texel of its pixel, and its shape's
    // coverage.
    if draw.flags.contains(.copies) {
      if covers { return (.image, .copies) }
      return (.image, general.union(rounded).union(.nearest))
    }
    if draw.flags.contains(.nearest) {
      sampling.insert(.nearest)
    } else if draw.flags.contains(.mipmapped) {
      sampling.insert(.mipmapped)
    }
    // Stretched images apply their shape's coverage even where it is full.
    if covers, sampling.isDisjoint(with: .stretched) {
      return (.image, sampling.union(general).union(.covered))
    }
    return (.image, sampling.union(general).union(rounded))
  }

  /// Returns the direction of a gradient's colours.
  private func gradient(_ draw: Draw) -> ShaderVariant {
    draw.flags.contains(.radial) ? .radial : draw.flags.contains(.conic) ? .conic : []
  }

  /// Returns whether the mixed program of this level supports the draw.
  private func fitsMixed(_ draw: Draw, _ level: Level) -> Bool {
    guard level >= .mixed, !draw.flags.contains(.fromSurface) else { return false }
    switch draw.kind {
    case .solid, .border: return true
    case .coverage: return level == .covering
    case .image:
      let others: DrawFlags = [.nearest, .repeats, .mipmapped]
      return draw.flags.isDisjoint(with: level == .covering ? others : others.union(.stretched))
    case .composite, .gradient: return false
    }
  }

  /// The corners of an axis-aligned shape, which decide how its coverage is computed.
  private enum Corners: Comparable {
    /// No radius; no side is shorter than a pixel.
    case none
    /// Circles of one radius, at most half of the sides; no side is shorter than a pixel.
    case circular
    case any

    init(_ record: some ShapedRecord) {
      self.init(record.shape.rect, record.shape.radiiX, record.shape.radiiY)
    }

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
    case .solid: return Corners(plan.solids[index])
    case .image: return Corners(plan.imageRecords[index])
    case .gradient: return Corners(plan.gradientRecords[index])
    case .border:
      let record = plan.borders[index]
      let inner = Corners(record.innerRect, record.innerRadiiX, record.innerRadiiY)
      return max(Corners(record), inner)
    case .composite, .coverage:
      return .any
    }
  }

  // MARK: Order

  /// Returns the batch that the draw joins: an existing one, or a new one at the end.
  private mutating func join(_ wanted: Batch, _ bounds: PixelRect) -> Int {
    if wanted.isFirst { return joinFirst(wanted) }
    // Draws after the first copy must not come before it.
    let earliest = lastFirst < 0 ? 0 : firstIndex
    let first = max(
      firstBatch + max(Int(lastBatch(in: bounds)), earliest),
      batches.count - BatchPlanner.lookBack
    )
    // The first match, so that later draws have as many batches as possible after those they
    // overlap.
    var index = first
    while index < batches.count {
      if accepts(batches[index], wanted) {
        if batches[index].texture < 0 { batches[index].texture = wanted.texture }
        if batches[index].coverage < 0 { batches[index].coverage = wanted.coverage }
        return index
      }
      index += 1
    }
    batches.append(wanted)
    return batches.count - 1
  }

  func accepts(_ batch: Batch, _ wanted: Batch) -> Bool {
    guard batch.program == wanted.program, batch.clip == wanted.clip, batch.source == wanted.source,
      batch.mask == wanted.mask, batch.blends == wanted.blends,
      batch.copiesTexels == wanted.copiesTexels, batch.isFirst == wanted.isFirst,
      wanted.below.isEmpty
    else { return false }
    func fits(_ texture: Int32, _ other: Int32) -> Bool {
      // A draw without a texture fits every batch.
      texture == other || wanted.program.shader == .mixed && (texture < 0 || other < 0)
    }
    return fits(batch.texture, wanted.texture) && fits(batch.coverage, wanted.coverage)
  }

  private mutating func resetCells() {
    // At most 128 x 128 cells of at least 16 pixels; more cells where they separate surfaces.
    cellShift = 4
    let limit = isShared ? BatchPlanner.sharedCells : BatchPlanner.cells
    while max(frame.width, frame.height) >> cellShift >= limit { cellShift += 1 }
    columns = Int(frame.width >> cellShift) + 1
    let rows = Int(frame.height >> cellShift) + 1
    cells.removeAll(keepingCapacity: true)
    cells.append(contentsOf: repeatElement(-1, count: columns * rows))
  }

  /// Calls `body` with the range of cells of each row that `bounds` touches.
  private func eachRow(_ bounds: PixelRect, _ body: (Range<Int>) -> Void) {
    let inside = bounds.intersection(frame)
    guard !inside.isEmpty else { return }
    let first = Int(inside.minX >> cellShift)
    let last = Int((inside.maxX - 1) >> cellShift)
    for row in Int(inside.minY >> cellShift)...Int((inside.maxY - 1) >> cellShift) {
      body((row * columns + first)..<(row * columns + last + 1))
    }
  }

  /// Returns the last batch of the surface that touches the cells of `bounds`, or -1.
  func lastBatch(in bounds: PixelRect) -> Int32 {
    var last: Int32 = -1
    eachRow(bounds) { range in
      for cell in range { last = max(last, cells[cell]) }
    }
    return last
  }

  private mutating func mark(_ bounds: PixelRect, _ batch: Int32) {
    let inside = bounds.intersection(frame)
    guard !inside.isEmpty else { return }
    let columns = Int(inside.minX >> cellShift)...Int((inside.maxX - 1) >> cellShift)
    for row in Int(inside.minY >> cellShift)...Int((inside.maxY - 1) >> cellShift) {
      for column in columns {
        let cell = row * self.columns + column
        cells[cell] = max(cells[cell], batch)
      }
    }
  }

  /// Sets the index of the first instance of a batch.
  mutating func place(_ batch: Int, at vector: Int) {
    batches[batch].firstVector = vector
  }
}
