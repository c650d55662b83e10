// The draws of one layer: background and border, and the code that all draws share.
// Licensed under the MIT license; see LICENSE.
//
// Every part can be appended (rebuilding) or written over an old one of the same kind (patching);
// the same function makes it in both cases.

import QuartzMath
import QuartzModel

/// Writes the draws and records of a plan, and lists the surfaces that they show.
///
/// It knows one layer at a time. In which surface and in which order layers are drawn is decided by
/// `SurfaceEmitter`.
struct DrawWriter: ~Copyable {
  let output: PlanOutput
  let meter: FrameMeter

  /// The plan of the last frame.
  var plan = RenderPlan()
  // Index i is surface i of the plan.
  var surfaceJobs: ContiguousArray<SurfaceJob> = []
  // Where the plan has them; coverage by its number.
  private var imageUses = SourceUses<ImageID>()
  private var coverageUses = SourceUses<UInt64>()
  var coverages = CoverageStore()
  /// The records of particles that are no more.
  var freeRecords: ContiguousArray<Int32> = []
  var scratch = ParticleScratch()
  /// Whether surfaces show draws of others.
  var hasCaptures = false
  /// The surface that is being filled.
  var filled = FilledSurface.any
  private var sorter = SurfaceSorter()

  init(output: PlanOutput, meter: FrameMeter) {
    (self.output, self.meter) = (output, meter)
  }

  /// Empties the plan.
  mutating func begin() {
    plan.removeAll()
    surfaceJobs.removeAll(keepingCapacity: true)
    imageUses.removeAll()
    coverageUses.removeAll()
    freeRecords.removeAll(keepingCapacity: true)
    coverages.begin()
  }

  /// The bytes of coverage that a layer shows; they are made when the plan is finished.
  mutating func coverage(_ key: CoverageKey, for slot: Int32) -> CoverageBytes {
    coverages.coverage(key, meter, for: slot)
  }

  // MARK: Sources

  /// The index of an image in the plan, for a draw that is about to be put.
  ///
  /// - Parameter replaced: The draw whose place that one takes, if it takes one.
  mutating func imageIndex(_ image: ImageID, at replaced: Int32? = nil) -> Int32 {
    guard let replaced else { return imageUses.use(image, image, in: &plan.images) }
    let old = plan.draws[Int(replaced)].source
    if plan.images[Int(old)] == image { return old }
    // The old place stays taken until the draw has another one, and so differs.
    let index = imageUses.use(image, image, in: &plan.images)
    _ = imageUses.release(old, of: plan.images[Int(old)])
    return index
  }

  /// The index of an image that many draws show, which are not counted.
  mutating func sharedImageIndex(_ image: ImageID) -> Int32 {
    imageUses.keep(image, image, in: &plan.images)
  }

  /// The index of bytes in the plan, for a draw that is about to be appended.
  mutating func coverageIndex(_ coverage: CoverageBytes) -> Int32 {
    coverageUses.use(coverage.id, coverage, in: &plan.coverages)
  }

  /// Notes that a draw less shows some bytes.
  mutating func releaseCoverage(_ index: Int32) {
    let coverage = plan.coverages[Int(index)]
    guard coverageUses.release(index, of: coverage.id) else { return }
    plan.coverages[Int(index)] = .nothing
    coverages.release(coverage)
  }

  /// Notes that a draw is not in the plan any more, and with it what it shows.
  mutating func release(_ draw: Draw) {
    switch draw.kind {
    case .image where !draw.showsSurface:
      _ = imageUses.release(draw.source, of: plan.images[Int(draw.source)])
    case .coverage where !draw.showsSurface: releaseCoverage(draw.source)
    case .solid, .border, .image, .coverage, .gradient, .composite: break
    }
  }

  // MARK: Surfaces

  /// Adds a surface that is still to be filled.
  ///
  /// - Parameters:
  ///   - node: The node of the layer that it shows.
  ///   - part: Tells surfaces of one layer and reason from one another.
  mutating func addSurface(
    _ job: SurfaceJob,
    of node: PlanNode,
    frame: PixelRect,
    reason: SurfaceReason,
    part: Int32 = 0
  ) -> SurfaceIndex {
    spendOnSurface(of: node.slot)
    surfaceJobs.append(job)
    var surface = Surface(
      frame: frame.isEmpty ? .empty : frame,
      clearColor: .zero,
      reason: reason,
      slot: node.slot,
      draws: 0..<0
    )
    surface.part = part
    surface.instance = node.instance.rawValue
    return plan.surfaces.add(surface)
  }

  /// The surfaces that memory is asked for at once.
  private static let surfacesAsked = 1024

  /// Counts a surface that is about to be added, and asks for its memory.
  private func spendOnSurface(of slot: Int32) {
    meter.spend(FrameCosts.bytesOfSurface, of: .memory, for: slot)
    let count = plan.surfaces.count
    guard count > 0, count % Self.surfacesAsked == 0 else { return }
    _ = meter.ensure(bytes: Self.surfacesAsked * FrameCosts.bytesOfSurface)
  }

  /// Adds the surface of the output, which is the first.
  mutating func addOutput() {
    surfaceJobs.append(SurfaceJob(node: .first, content: .root))
    let surface = Surface(
      frame: output.frame,
      clearColor: output.configuration.clearColor,
      reason: .output,
      slot: -1,
      draws: 0..<0
    )
    plan.surfaces.append(surface)
  }

  /// Puts the surfaces, which were found from the outside in, in the order in which they are drawn:
  /// from the inside out.
  mutating func sortSurfaces() {
    if hasCaptures { sortByUse() } else { reverseSurfaces() }
  }

  /// Sorts surfaces some of which show draws of others: each comes after all that it shows.
  private mutating func sortByUse() {
    sorter.sort(plan)
    // In the columns' own memory: first all behind the others, then the others go.
    let count = plan.surfaces.count
    for surface in sorter.order {
      plan.surfaces.append(plan.surfaces[Int(surface)])
      surfaceJobs.append(surfaceJobs[Int(surface)])
    }
    plan.surfaces.removeFirst(count)
    surfaceJobs.removeFirst(count)
    let positions = sorter.positions
    renameSurfaces { positions[Int($0)] }
  }

  private mutating func reverseSurfaces() {
    let last = Int32(plan.surfaces.count) - 1
    plan.surfaces.reverse()
    surfaceJobs.reverse()
    renameSurfaces { last - $0 }
  }

  /// Gives the surfaces that others show their new indexes.
  private mutating func renameSurfaces(_ name: (Int32) -> Int32) {
    for index in plan.surfaces.indices {
      guard case .effect(let effect, let source) = plan.surfaces[index].content, source >= 0
      else { continue }
      plan.surfaces[index].content = .effect(effect, of: name(source))
    }
    for index in plan.draws.indices where plan.draws[index].showsSurface {
      plan.draws[index].source = name(plan.draws[index].source)
      if plan.draws[index].mask >= 0 { plan.draws[index].mask = name(plan.draws[index].mask) }
    }
  }

  // MARK: Background and border

  mutating func emitBackground(_ layer: DrawnLayer, _ images: Images, at replaced: Int32? = nil) {
    guard layer.node.parts.contains(.background) else { return }
    if layer.style.pointee.hasPattern, let pattern = layer.style.pointee.backgroundPattern {
      return emitPattern(pattern, layer, images, at: replaced)
    }
    guard let color = layer.style.pointee.backgroundColor else { return }
    let source = layer.source(color, layer.totalOpacity)
    if layer.style.isCurved { return emitCurvedBackground(layer, source) }
    let shape = layer.shownShape(layer.style.pointee.bounds, layer.style.radii)
    var record = SolidRecord(shape)
    record.color = source
    putSolid(shape, record, layer.environment, slot: layer.node.slot, at: replaced)
  }

  /// Appends the draw of a background in one colour, or writes it over an old one.
  @inline(__always)
  mutating func putSolid(
    _ shape: Shape,
    _ record: SolidRecord,
    _ environment: PlanEnvironment,
    slot: Int32,
    at replaced: Int32?
  ) {
    var draw = Draw(.solid, shape, environment, slot: slot)
    if shape.isRounded { draw.flags.insert(.rounded) }
    if shape.isPixelAligned { draw.flags.insert(.covers) }
    if record.color.w >= 1 { draw.flags.insert(.opaque) }
    Self.put(
      draw,
      record,
      into: &plan.solids,
      &plan.draws,
      &plan.damage,
      at: replaced
    )
  }

  mutating func emitBorder(_ layer: DrawnLayer, at replaced: Int32? = nil) {
    guard layer.node.parts.contains(.border) else { return }
    if layer.style.pointee.borderPattern != nil {
      let bounds = layer.style.pointee.bounds
      return emitPatterned(.border, bounds, layer)
    }
    guard let color = layer.style.pointee.borderColor else { return }
    let source = layer.source(color, layer.totalOpacity)
    emitBorder(layer, source, at: replaced)
  }

  /// Emits the border of a layer in a premultiplied colour.
  mutating func emitBorder(_ layer: DrawnLayer, _ source: SIMD4<Float>, at replaced: Int32? = nil) {
    let world = layer.node.world
    if layer.style.isCurved { return emitCurvedBorder(layer, source) }
    let outer = layer.shownShape(layer.style.pointee.bounds, layer.style.radii)
    let width = layer.style.pointee.borderWidth
    let bounds = layer.style.pointee.bounds
    let inside = Rect(
      bounds.x + width,
      bounds.y + width,
      bounds.width - 2 * width,
      bounds.height - 2 * width
    )
    let radii = layer.style.radii - width
    let inner = Shape(inside, radii: radii.replacing(with: 0, where: radii .< 0), world: world)
    let record = BorderRecord(
      shape: outer.record,
      color: source,
      innerRect: inner?.rect ?? .zero,
      innerRadiiX: inner?.radiiX ?? .zero,
      innerRadiiY: inner?.radiiY ?? .zero
    )
    var draw = Draw(.border, outer, layer.environment, slot: layer.node.slot)
    if outer.isRounded { draw.flags.insert(.rounded) }
    if source.w >= 1 { draw.flags.insert(.opaque) }
    Self.put(
      draw,
      record,
      into: &plan.borders,
      &plan.draws,
      &plan.damage,
      at: replaced
    )
  }

  // MARK: Composites and clips

  /// Shows a surface of a layer, through the layer's clip.
  mutating func emitComposite(
    _ source: SurfaceIndex,
    of layer: DrawnLayer,
    in bounds: PixelRect,
    opacity: Double,
    mask: SurfaceIndex = .none,
    blend: CompositingMode = .normal
  ) {
    let share = output.range.opacity(opacity)
    if share >= 1, blend == .normal { show(source) }
    let draw = Draw(
      kind: .composite,
      shape: .axis,
      blend: blend,
      flags: mask == .none ? .covers : [],
      record: 0,
      clip: layer.environment.clip,
      source: source.rawValue,
      mask: mask.rawValue,
      bounds: bounds,
      slot: layer.node.slot
    )
    Self.put(
      draw,
      CompositeRecord(opacity: share),
      into: &plan.composites,
      &plan.draws,
      &plan.damage,
      at: nil
    )
  }

  /// Notes that a surface is shown above all that the filled one has so far.
  ///
  /// Layers in it that filter what lies behind them see that. In a group that is see-through, or
  /// that blends in another way, they see the group alone.
  mutating func place(_ source: SurfaceIndex) {
    let draws = filled.firstDraw..<Int32(plan.draws.count)
    let below = SurfacePart(surface: filled.surface, draws: draws)
    surfaceJobs[source.position].place = SurfacePlace(below: below)
  }

  /// Notes that the next draw is the composite of a surface; the first one counts.
  private mutating func show(_ source: SurfaceIndex) {
    if surfaceJobs[source.position].place == nil { place(source) }
    guard surfaceJobs[source.position].place?.composite == -1 else { return }
    surfaceJobs[source.position].place?.composite = Int32(plan.draws.count)
  }

  /// Shows a surface as a composite shows another, as far as it lies in a rectangle.
  mutating func emitComposite(
    _ source: SurfaceIndex,
    like composite: Int32,
    of layer: DrawnLayer,
    in frame: PixelRect
  ) {
    var draw = plan.draws[Int(composite)]
    draw.bounds = draw.bounds.intersection(frame)
    guard !draw.bounds.isEmpty else { return }
    (draw.source, draw.slot) = (source.rawValue, layer.node.slot)
    let record = plan.composites[Int(draw.record)]
    Self.put(draw, record, into: &plan.composites, &plan.draws, &plan.damage, at: nil)
  }

  mutating func addClip(_ shape: Shape) -> Int32 {
    plan.clips.append(
      ClipRecord(
        kind: shape.kind,
        shape: shape.record
      )
    )
    return Int32(plan.clips.count) - 1
  }

  /// Appends a shape in one colour.
  mutating func appendSolid(
    _ shape: Shape,
    _ source: SIMD4<Float>,
    _ environment: PlanEnvironment,
    slot: Int32
  ) {
    var record = SolidRecord(shape)
    record.color = source
    var draw = Draw(.solid, shape, environment, slot: slot)
    guard !draw.bounds.isEmpty else { return }
    if shape.isRounded { draw.flags.insert(.rounded) }
    if shape.isPixelAligned { draw.flags.insert(.covers) }
    if source.w >= 1 { draw.flags.insert(.opaque) }
    draw.record = Int32(plan.solids.count)
    plan.solids.append(record)
    plan.draws.append(draw)
  }

  // MARK: Putting

  /// Appends a draw with its record, or writes it over the one at `replaced`, which has the same
  /// kind.
  static func put<Record: Equatable>(
    _ draw: Draw,
    _ record: Record,
    into records: inout ContiguousArray<Record>,
    _ draws: inout ContiguousArray<Draw>,
    _ damage: inout Damage,
    at replaced: Int32?
  ) {
    var draw = draw
    guard let replaced else {
      draw.record = Int32(records.count)
      records.append(record)
      draws.append(draw)
      return
    }
    let old = draws[Int(replaced)]
    draw.record = old.record
    // A moved draw has other bounds; comparing bounds first is fastest.
    if draw.bounds == old.bounds, draw == old, records[Int(old.record)] == record { return }
    damage.add(old.bounds)
    damage.add(draw.bounds)
    records[Int(old.record)] = record
    draws[Int(replaced)] = draw
  }
}

extension SolidRecord {
  /// The record of a shape in clear.
  init(_ shape: Shape) {
    self.init(
      shape: shape.record,
      color: .zero
    )
  }
}

extension Draw {
  /// A draw of a shape in an environment; record, source and flags are still to be set.
  init(_ kind: DrawKind, _ shape: Shape, _ environment: PlanEnvironment, slot: Int32) {
    let bounds = shape.bounds.intersection(environment.scissor)
    self.init(
      kind: kind,
      shape: shape.kind,
      blend: .normal,
      flags: [],
      record: 0,
      clip: environment.clip,
      source: -1,
      bounds: bounds.isEmpty ? .empty : bounds,
      slot: slot
    )
  }
}

/// Rounds to nearest, ties to even; only for 0...255.
///
/// Adding 2^52 leaves no bits for a fraction. The library's rounding is a call on most machines.
@inline(__always)
private func nearestWhole(_ value: SIMD4<Double>) -> SIMD4<Double> {
  (value + 0x1p52) - 0x1p52
}

extension Double {
  /// The nearest number of 255ths, as all colours and opacities of plans are.
  ///
  /// Renderers that compute with 16 bits and those that compute in Float then give the same pixels
  /// wherever an edge does not cover them in part (SourceOver.swift).
  var asByte: Float { Float((self * 255).rounded() / 255) }
}

extension Color {
  /// Premultiplied components with an opacity folded in, in 255ths; red, green and blue clamped to
  /// 0...1.
  @inline(__always)
  func premultiplied(opacity: Double) -> SIMD4<Float> {
    let alpha = min(max(self.alpha * opacity, 0), 1)
    guard alpha > 0, !red.isNaN, !green.isNaN, !blue.isNaN else { return .zero }
    func part(_ component: Double) -> Double { min(max(component, 0), 1) }
    let parts = SIMD4(part(red), part(green), part(blue), 1) * (alpha * 255)
    return SIMD4<Float>(nearestWhole(parts)) / 255
  }
}

extension ContextConfiguration {
  /// Premultiplied, within the range of the output.
  fileprivate var clearColor: SIMD4<Float> {
    var light = LayerLight()
    light.range = .high
    return background.premultiplied(opacity: 1, LightLimit(light, on: range))
  }
}
