// The GL objects of a context, and the drawing of a frame with them.
// Licensed under the MIT license; see LICENSE.
//
// A frame has five steps: visible images and coverage get textures; visible surfaces get places in
// targets; the draws of each pass are put into batches; the instances of all batches are written
// and uploaded at once; the passes are drawn.

import CQuartzGLES
import QuartzMath
import QuartzModel
import QuartzPlan

/// The GL objects of a backend.
///
/// The context must be current during every call, `deinit` included.
final class FrameDrawer {
  let order: ChannelOrder
  let maximumSide: Int
  private var programs: ProgramCache
  private let labels: DebugLabels?
  var textures: TextureCache
  private var coverages: CoverageCache
  private var ramps: RampTexture
  private var pool: TargetPool
  private var outputs: [UInt32: RenderTarget] = [:]
  /// The contexts whose images plans of other outputs show, by the outputs.
  var imageOwners: [UInt32: UInt32] = [:]
  /// The targets that are cached for later frames.
  private var cached: [CachedKey: RenderTarget] = [:]
  private var buffer = InstanceBuffer()
  var counters = FrameCounters()
  var measuresDraws = false
  private(set) var work = DrawWork()
  /// Nil unless frames are timed.
  var timer: TimerQuery?

  // Kept for their capacity.
  var planner: BatchPlanner
  private var instances: FrameInstances
  private(set) var placements = FramePlacements()
  private(set) var layout: FrameLayout
  private var passes: ContiguousArray<PassBatches> = []
  /// Index i is target i of the layout, while it is in use.
  var targets: ContiguousArray<RenderTarget?> = []

  private var frame: UInt64 = 0
  /// Nil unless the driver must settle.
  let settler: FrameSettler?
  /// Nil unless texels are copied.
  let copier: TexelCopier?
  /// Nil unless blurs are made in memory.
  let blur: ProcessorBlur?
  // The current state of GL, so that nothing is set twice.
  private var currentProgram: ProgramKey?
  /// By texture unit.
  var currentTextures: SIMD4<GLuint> = .zero
  private var isBlending = true
  private let traits: DriverTraits
  // For images of planes.
  var planeBuffer = InstanceBuffer()
  var planeWriter = InstanceWriter()
  /// Whether quads are six vertices.
  let drawsRectangles: Bool

  /// A cached surface of a context.
  private struct CachedKey: Hashable {
    var context: UInt32
    var key: UInt64
  }

  init(
    traits: DriverTraits,
    maximumSide: Int,
    textures limits: TextureLimits,
    importer: Result<DeviceImporter, ImportRefusal>,
    coverageBudget: Int,
    labels: DebugLabels?
  ) throws(RenderError) {
    self.traits = traits
    order = traits.hasBGRA ? .bgra : .rgba
    self.labels = labels
    programs = ProgramCache(labels: labels)
    let set = traits.buildsProgramsFirst ? ProgramSet(traits) : nil
    planner = BatchPlanner(traits: traits, programs: set)
    self.maximumSide = maximumSide
    drawsRectangles = traits.software.drawsRectangles
    textures = TextureCache(
      order: order,
      limits: limits,
      importer: importer,
      drawsPlanes: !traits.software.convertsPlanes,
      labels: labels
    )
    ramps = RampTexture(labels: labels)
    coverages = CoverageCache(budget: coverageBudget, maximumSide: maximumSide, labels: labels)
    pool = TargetPool(maximumSide: maximumSide, labels: labels)
    blur = traits.software.blursInMemory ? ProcessorBlur() : nil
    layout = FrameLayout(
      maximumSide: maximumSide,
      order: order,
      hasFloats: traits.hasFloatTargets,
      blursInMemory: blur != nil
    )
    instances = FrameInstances(order: order)
    settler = FrameSettler(traits, order: order, labels: labels)
    copier = traits.software.copiesTexels ? TexelCopier(labels: labels) : nil
    glDisable(GL.dither)
    glEnable(GL.blend)
    glBlendFunc(GL.one, GL.oneMinusSourceAlpha)
    labels?.name(.buffer, buffer.buffer, "instances")
    labels?.name(.vertexArray, buffer.array, "instances")
    labels?.name(.buffer, planeBuffer.buffer, "planes")
    labels?.name(.vertexArray, planeBuffer.array, "planes")
    if let set { try programs.build(set.keys) }
  }

  /// The number of programs that were built.
  var programsBuilt: Int { programs.count }

  /// Makes a software driver release the previous frame's resource list.
  func settle() {
    settler?.settle()
  }

  // MARK: Images and outputs

  func createImage(_ key: ImageKey, _ pixels: PixelBuffer) throws(RenderError) {
    settle()
    try textures.add(key, pixels)
  }

  func updateImage(
    _ key: ImageKey,
    _ pixels: PixelBuffer,
    _ parts: Damage
  ) throws(RenderError) {
    settle()
    try textures.update(key, pixels, parts)
  }

  func destroyImage(_ key: ImageKey) {
    textures.remove(key)
  }

  /// - Throws: `RenderError.noExtendedRange` for half floats that the driver does not draw to.
  func createOutput(
    _ context: UInt32,
    width: Int,
    height: Int,
    _ range: OutputRange
  ) throws(RenderError) {
    if range.isExtended { try prepareHalves() }
    guard (1...maximumSide).contains(width), (1...maximumSide).contains(height) else {
      throw .surfaceTooLarge(width: width, height: height, limit: maximumSide)
    }
    let format: TextureFormat = range.isExtended ? .halves(order) : .color(order)
    let target = try RenderTarget(width: width, height: height, format: format)
    labels?.name(target, "output of context \(context)")
    outputs[context] = target
  }

  /// Makes an image of the texture of an output.
  func retainOutput(_ output: UInt32, as key: ImageKey) throws(RenderError) {
    guard let target = outputs[output] else { throw .unknownOutput(output) }
    textures.retain(key, target)
    destroyOutput(output)
  }

  func destroyOutput(_ context: UInt32) {
    outputs[context] = nil
    imageOwners[context] = nil
    cached = cached.filter { $0.key.context != context }
    textures.forget(context: context)
    coverages.forget(context: context)
  }

  func read(
    _ context: UInt32,
    _ rect: PixelRect,
    into memory: UnsafeMutableRawBufferPointer,
    rowBytes: Int
  ) throws(RenderError) {
    guard let output = outputs[context] else { throw .unknownOutput(context) }
    guard !rect.isEmpty else { return }
    settle()
    let frame = PixelRect(width: Int32(output.texture.width), height: Int32(output.texture.height))
    let bytes = output.texture.format.bytes
    precondition(
      frame.contains(rect) && rowBytes % bytes == 0 && rowBytes >= Int(rect.width) * bytes
        && memory.count >= rowBytes * (Int(rect.height) - 1) + Int(rect.width) * bytes,
      "read of \(rect) from an output of \(frame) into \(memory.count) bytes"
    )
    output.bind()
    counters.bytesRead += rect.area * bytes
    if output.texture.format.isHalf {
      return try readHalves(rect, into: memory, rowBytes: rowBytes)
    }
    glPixelStorei(GL.packRowLength, GLint(rowBytes / 4))
    glReadPixels(
      rect.minX,
      rect.minY,
      rect.width,
      rect.height,
      order.format,
      GL.unsignedByte,
      memory.baseAddress
    )
  }

  /// Draws the output of a context, or black for none, to a buffer that a screen shows.
  func show(_ context: UInt32?, in target: ScanTarget) throws(RenderError) {
    var output: RenderTarget?
    if let context {
      output = outputs[context]
      if output == nil { throw .unknownOutput(context) }
    }
    settle()
    target.draw(output)
    settler?.unsettle()
  }

  /// Gives the output of a context to `body`, which copies it.
  func withOutput(
    _ context: UInt32,
    _ body: (RenderTarget) throws(RenderError) -> Void
  ) throws(RenderError) {
    guard let output = outputs[context] else { throw .unknownOutput(context) }
    settle()
    defer { settler?.unsettle() }
    try body(output)
  }

  /// Makes what frames of extended range need, once.
  private func prepareHalves() throws(RenderError) {
    if let reason = traits.halfAbsence {
      throw .noExtendedRange(renderer: "gles", reason: reason)
    }
    guard traits.buildsProgramsFirst, planner.extendedPrograms == nil else { return }
    let set = ProgramSet(traits, isExtended: true)
    try programs.build(set.keys.filter { $0.variant.contains(.extended) })
    planner.extendedPrograms = set
  }

  // MARK: A frame

  func execute(_ plan: RenderPlan, context: UInt32) throws(RenderError) {
    guard let output = outputs[context] else { throw .unknownOutput(context) }
    timer?.begin()
    defer { timer?.end() }
    counters = FrameCounters()
    counters.bytesUploaded = textures.takeUploadedBytes()
    plan.addCached(to: &counters)
    frame += 1
    work.reset(draws: measuresDraws ? plan.draws.count : 0)
    for key in plan.released {
      guard let target = cached.removeValue(forKey: CachedKey(context: context, key: key)) else {
        continue
      }
      pool.give(target, frame: frame)
    }
    labels?.begin("frame \(frame) of context \(context)")
    defer { labels?.end() }
    settle()
    try place(plan, context)
    try drawPlanes()
    layout.set(plan) { cached[CachedKey(context: context, key: $0)] != nil }
    planPasses(plan)
    buffer.bind()
    buffer.upload(instances.writer.instances)
    counters.bytesUploaded += instances.writer.instances.count * 16
    // Since the last frame, textures were bound and programs may have been deleted.
    currentProgram = nil
    currentTextures = .zero
    targets.removeAll(keepingCapacity: true)
    targets.append(contentsOf: repeatElement(nil, count: layout.targets.count))
    takeCached(context)
    defer { for index in targets.indices { release(index) } }
    for index in layout.passes.indices { try draw(pass: index, plan, output, context) }
    pool.trim(frame: frame)
    textures.finish(frame: frame, context: context)
    coverages.finish(frame: frame, context: context)
  }

  /// Makes textures for all images and coverage of visible draws.
  private func place(_ plan: RenderPlan, _ context: UInt32) throws(RenderError) {
    placements.images.removeAll(keepingCapacity: true)
    placements.coverages.removeAll(keepingCapacity: true)
    placements.coverages.append(contentsOf: repeatElement(nil, count: plan.coverages.count))
    ramps.removeAll()
    placements.ramps.removeAll(keepingCapacity: true)
    for ramp in plan.ramps { placements.ramps.append(ramp.isSingle ? -1 : ramps.add(ramp, order)) }
    counters.bytesUploaded += try ramps.upload()
    let owner = imageOwners[context] ?? context
    for image in plan.images {
      textures.touch(ImageKey(context: owner, image: image), frame: frame)
      placements.images.append(nil)
    }
    for surface in plan.surfaces {
      for position in surface.visible {
        let index = Int(plan.visible[Int(position)])
        let kind = plan.draws[index].kind
        guard kind == .image || kind == .coverage else { continue }
        guard !plan.draws[index].flags.contains(.fromSurface) else { continue }
        let source = Int(plan.draws[index].source)
        let uploaded = counters.bytesUploaded
        defer {
          if measuresDraws, counters.bytesUploaded > uploaded {
            work.uploads.append((Int32(index), counters.bytesUploaded - uploaded))
          }
        }
        if kind == .coverage, placements.coverages[source] == nil {
          placements.coverages[source] = try coverages.placement(
            plan.coverages[source],
            frame: frame,
            context: context,
            counters: &counters
          )
        } else if kind == .image {
          let hasLevels = plan.draws[index].flags.contains(.mipmapped)
          let placed = placements.images[source]
          guard placed == nil || hasLevels && placed?.hasLevels == false else { continue }
          placements.images[source] = try textures.placement(
            ImageKey(context: owner, image: plan.images[source]),
            hasLevels: hasLevels,
            counters: &counters
          )
        }
      }
    }
  }

  /// Plans the batches of all passes and writes their instances.
  private func planPasses(_ plan: RenderPlan) {
    planner.removeAll(isExtended: plan.range.isExtended)
    instances.removeAll(isExtended: plan.range.isExtended)
    passes.removeAll(keepingCapacity: true)
    for pass in layout.passes {
      let batches =
        pass.filtered >= 0
        ? PassBatches(batches: 0..<0, clearColor: nil)
        : pass.effectStep >= 0
          ? planner.plan(effectStep: pass.effectStep, layout)
          : planner.plan(plan, pass, layout, placements)
      instances.append(
        batches.batches,
        isShared: pass.isShared,
        plan,
        &planner,
        layout,
        placements
      )
      passes.append(batches)
      for surface in layout.order[pass.surfaces] {
        counters.draws += plan.surfaces[Int(surface)].visible.count
      }
    }
    for item in planner.items where item.draw != BatchPlanner.clearDraw {
      counters.pixelsTouched += item.quad.area
      guard measuresDraws, work.pixels.indices.contains(Int(item.draw)) else { continue }
      work.pixels[Int(item.draw)] += item.quad.area
    }
  }

  // MARK: Passes

  /// Returns a program for draws that are of no batch.
  func program(_ key: ProgramKey) throws(RenderError) -> ShaderProgram {
    try programs.program(key)
  }

  /// Forgets what GL was set to by draws that are of no batch and do not blend.
  func forgetState() {
    (currentProgram, currentTextures, isBlending) = (nil, .zero, false)
  }

  private func draw(
    pass index: Int,
    _ plan: RenderPlan,
    _ output: RenderTarget,
    _ context: UInt32
  ) throws(RenderError) {
    let pass = layout.passes[index]
    labels?.begin(text(of: pass, index, plan))
    defer { labels?.end() }
    let target = try take(Int(pass.target), output, context)
    if pass.filtered >= 0 {
      try filter(Int(pass.filtered), plan, into: target)
      for target in layout.unused(after: index) { release(Int(target)) }
      return
    }
    target.bind()
    counters.targets += 1
    glViewport(0, 0, pass.width, pass.height)
    if let color = passes[index].clearColor {
      let color = instances.clearColor(color)
      glClearColor(color.x, color.y, color.z, color.w)
      glClear(GL.colorBuffer)
      settler?.unsettle()
    }
    let surface = SIMD4(
      Float(pass.originX),
      Float(pass.originY),
      2 / Float(pass.width),
      2 / Float(pass.height)
    )
    for batch in passes[index].batches {
      try draw(planner.batches[batch], plan, surface, target)
    }
    for target in layout.unused(after: index) { release(Int(target)) }
  }

  /// Returns the name of a pass for tools: what it draws, and how large that is.
  private func text(of pass: Pass, _ index: Int, _ plan: RenderPlan) -> String {
    let size = "\(pass.width) x \(pass.height)"
    if pass.filtered >= 0 { return "pass \(index): filters on the processor, \(size)" }
    if pass.effectStep >= 0 {
      return "pass \(index): \(layout.effectSteps[Int(pass.effectStep)].shader), \(size)"
    }
    let shown = layout.order[pass.surfaces].prefix(4)
    let surfaces = shown.map { "\(plan.surfaces[Int($0)].reason) \($0)" }
    let others = pass.surfaces.count - shown.count
    let rest = others > 0 ? " and \(others) more" : ""
    return "pass \(index): \(surfaces.joined(separator: ", "))\(rest), \(size)"
  }

  /// Finds the targets that earlier frames kept for this one.
  private func takeCached(_ context: UInt32) {
    for (index, wanted) in layout.targets.enumerated() {
      guard case .cached(let key) = wanted.purpose,
        let target = cached[CachedKey(context: context, key: key)],
        target.texture.width >= wanted.width, target.texture.height >= wanted.height
      else { continue }
      targets[index] = target
    }
  }

  /// Returns a target of the frame, ready to be drawn to.
  private func take(
    _ index: Int,
    _ output: RenderTarget,
    _ context: UInt32
  ) throws(RenderError) -> RenderTarget {
    if let target = targets[index] { return target }
    let wanted = layout.targets[index]
    let (width, height) = (Int(wanted.width), Int(wanted.height))
    let target =
      wanted.purpose == .output
      ? output : try take(width: width, height: height, format: wanted.format)
    targets[index] = target
    if case .cached(let key) = wanted.purpose {
      cached[CachedKey(context: context, key: key)] = target
    }
    return target
  }

  private func take(width: Int, height: Int, format: TextureFormat) throws(RenderError)
    -> RenderTarget
  {
    // A new target is left bound.
    currentTextures[0] = 0
    return try pool.take(width: width, height: height, format: format)
  }

  /// Returns a target to the pool that this frame no longer needs.
  private func release(_ index: Int) {
    guard let target = targets[index] else { return }
    targets[index] = nil
    if layout.targets[index].purpose == .transient { pool.give(target, frame: frame) }
  }

  // MARK: Batches

  private func draw(
    _ batch: Batch,
    _ plan: RenderPlan,
    _ surface: SIMD4<Float>,
    _ target: RenderTarget
  ) throws(RenderError) {
    if batch.copiesTexels { return copyTexels(of: batch, plan, target) }
    let program = try programs.program(batch.program)
    let below = try copyBelow(batch, surface, target)
    if currentProgram != batch.program {
      program.use()
      currentProgram = batch.program
      counters.programChanges += 1
    }
    program.set(surface: surface)
    if batch.clip >= 0 {
      program.set(clip: plan.clips[Int(batch.clip)])
    } else if batch.program.variant.contains(.clippedGeneral) {
      program.set(clip: .none)
    }
    program.set(mode: batch.program.mode)
    if layout.isExtended, batch.program.mode != .normal {
      program.set(brightest: plan.encodedHeadroom)
    }
    if let below {
      program.set(belowOrigin: batch.below)
      bind(below.texture.name, GL.texture2D, .below)
    }
    bindTextures(batch, program)
    let usesBlendUnit = batch.blends && !batch.program.variant.contains(.blends)
    if usesBlendUnit != isBlending {
      isBlending = usesBlendUnit
      if isBlending { glEnable(GL.blend) } else { glDisable(GL.blend) }
    }
    buffer.point(program.attributes, first: batch.firstVector)
    if batch.program.variant.contains(.rectangles) {
      glDrawArraysInstanced(GL.triangles, 0, 6, batch.count)
    } else {
      glDrawArraysInstanced(GL.triangleStrip, 0, 4, batch.count)
    }
    counters.drawCalls += 1
    settler?.unsettle()
    if let below { pool.give(below, frame: frame) }
  }

  /// Copies the pixels below a batch if its shader reads them.
  private func copyBelow(
    _ batch: Batch,
    _ surface: SIMD4<Float>,
    _ target: RenderTarget
  ) throws(RenderError) -> RenderTarget? {
    guard !batch.below.isEmpty else { return nil }
    let size = batch.below
    let copy = try take(
      width: Int(size.width),
      height: Int(size.height),
      format: target.texture.format
    )
    // The batch's items are of one surface.
    let surfacePlacement = layout.placements[Int(planner.items[Int(batch.firstItem)].surface)]
    copy.copy(size.offset(x: surfacePlacement.shiftX, y: surfacePlacement.shiftY), of: target)
    return copy
  }

  private func bindTextures(_ batch: Batch, _ program: ShaderProgram) {
    if batch.source >= 0 {
      let source = targets[Int(batch.source)]
      bind(source, .main)
      if let source {
        program.setTexelSize(width: source.texture.width, height: source.texture.height)
      }
    } else if batch.texture >= 0 {
      let texture = textures.texture(of: batch.texture)
      if let tiles = texture.tiles { program.set(tiles: tiles) }
      bind(texture.name, texture.kind, .main)
    }
    if batch.program.variant.contains(.stepped) { bind(ramps.name, GL.texture2D, .main) }
    if batch.mask >= 0 { bind(targets[Int(batch.mask)], .second) }
    if batch.coverage >= 0 {
      let isSecond = batch.program.variant.contains(.covering)
      let texture = coverages.texture(of: batch.coverage)
      bind(texture.name, GL.texture2D, isSecond ? .second : .main)
      program.setTexelSize(width: texture.width, height: texture.height)
    }
  }

  private func bind(_ target: RenderTarget?, _ unit: TextureUnit) {
    bind(target?.texture.name ?? 0, GL.texture2D, unit)
  }

  private func bind(_ texture: GLuint, _ kind: GLenum, _ unit: TextureUnit) {
    let index = Int(unit.rawValue)
    guard texture != currentTextures[index] else { return }
    // All other code binds textures to the first unit.
    if unit != .main { glActiveTexture(GL.firstTextureUnit + unit.rawValue) }
    glBindTexture(kind, texture)
    if unit != .main { glActiveTexture(GL.firstTextureUnit) }
    currentTextures[index] = texture
    counters.textureChanges += 1
  }
}
