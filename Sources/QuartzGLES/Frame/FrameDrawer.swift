// All that lives in a GL context, and the drawing of a frame with it.
// Licensed under the MIT license; see LICENSE.
//
// A frame goes in four steps: the images that show get textures; the draws of every surface are put
// into batches; the instances of all batches are written and uploaded at once; the batches are
// drawn.

import CQuartzGLES
import QuartzMath
import QuartzModel
import QuartzPlan

/// The GL objects of a backend.
///
/// The context is current during every call, `deinit` included.
final class FrameDrawer {
  let order: ChannelOrder
  let maximumSide: Int
  private var programs = ProgramCache()
  private(set) var textures: TextureCache
  private var pool: TargetPool
  private var outputs: [UInt32: Target] = [:]
  private var buffer = InstanceBuffer()
  private(set) var counters = FrameCounters()

  // Kept for their capacity.
  private var planner: BatchPlanner
  private var instances: FrameInstances
  private var pieces = DamagePieces()
  private var placements: ContiguousArray<TexturePlacement?> = []
  private var surfaces: ContiguousArray<SurfaceBatches> = []
  private var targets: ContiguousArray<Target?> = []
  private var lastUses: ContiguousArray<Int> = []

  private var frame: UInt64 = 0
  // What GL has now, so that nothing is set twice.
  private var currentProgram: ProgramKey?
  private var currentTexture: GLuint = 0
  private var isBlending = true

  init(traits: DriverTraits, maximumSide: Int, textures limits: TextureLimits) {
    order = traits.hasBGRA ? .bgra : .rgba
    planner = BatchPlanner(traits: traits)
    self.maximumSide = maximumSide
    textures = TextureCache(order: order, limits: limits)
    pool = TargetPool(order: order, maximumSide: maximumSide)
    instances = FrameInstances(order: order)
    glDisable(GL.dither)
    glEnable(GL.blend)
    glBlendFunc(GL.one, GL.oneMinusSourceAlpha)
  }

  // MARK: Images and outputs

  func createImage(_ key: ImageKey, _ pixels: PixelBuffer) throws(RenderError) {
    try textures.add(key, pixels)
  }

  func updateImage(
    _ key: ImageKey,
    _ pixels: PixelBuffer,
    _ parts: Damage
  ) throws(RenderError) {
    try textures.update(key, pixels, parts)
  }

  func destroyImage(_ key: ImageKey) {
    textures.remove(key)
  }

  func createOutput(_ context: UInt32, width: Int, height: Int) throws(RenderError) {
    guard (1...maximumSide).contains(width), (1...maximumSide).contains(height) else {
      throw .surfaceTooLarge(width: width, height: height, limit: maximumSide)
    }
    outputs[context] = try Target(width: width, height: height, order: order)
  }

  func destroyOutput(_ context: UInt32) {
    outputs[context] = nil
    textures.forget(context: context)
  }

  func read(
    _ context: UInt32,
    _ rect: PixelRect,
    into memory: UnsafeMutableRawBufferPointer,
    rowBytes: Int
  ) throws(RenderError) {
    guard let output = outputs[context] else { throw .unknownOutput(context) }
    guard !rect.isEmpty else { return }
    let frame = PixelRect(width: Int32(output.texture.width), height: Int32(output.texture.height))
    precondition(
      frame.contains(rect) && rowBytes % 4 == 0 && rowBytes >= Int(rect.width) * 4
        && memory.count >= rowBytes * (Int(rect.height) - 1) + Int(rect.width) * 4,
      "read of \(rect) from an output of \(frame) into \(memory.count) bytes"
    )
    output.bind()
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
    counters.bytesRead += rect.area * 4
  }

  // MARK: A frame

  func execute(_ plan: RenderPlan, context: UInt32) throws(RenderError) {
    guard let output = outputs[context] else { throw .unknownOutput(context) }
    counters = FrameCounters()
    counters.bytesUploaded = textures.takeUploadedBytes()
    frame += 1
    try placeImages(plan, context)
    planSurfaces(plan)
    buffer.bind()
    buffer.upload(instances.writer.instances)
    counters.bytesUploaded += instances.writer.instances.count * 16
    // Textures were bound and programs may be gone since the last frame.
    currentProgram = nil
    currentTexture = 0
    for batches in surfaces { try draw(batches, plan, output) }
    for index in targets.indices { release(index) }
    pool.trim(frame: frame)
    textures.finish(frame: frame, context: context)
  }

  /// Gives every image that a visible draw shows a texture.
  private func placeImages(_ plan: RenderPlan, _ context: UInt32) throws(RenderError) {
    placements.removeAll(keepingCapacity: true)
    for image in plan.images {
      try textures.touch(ImageKey(context: context, image: image), frame: frame)
      placements.append(nil)
    }
    for surface in plan.surfaces {
      for position in surface.visible {
        let draw = plan.draws[Int(plan.visible[Int(position)])]
        guard draw.kind == .image, placements[Int(draw.source)] == nil else { continue }
        let key = ImageKey(context: context, image: plan.images[Int(draw.source)])
        placements[Int(draw.source)] = try textures.placement(key, counters: &counters)
      }
    }
  }

  /// Plans the batches of all surfaces that show in the damage and writes their instances.
  private func planSurfaces(_ plan: RenderPlan) {
    planner.removeAll()
    instances.removeAll()
    surfaces.removeAll(keepingCapacity: true)
    targets.removeAll(keepingCapacity: true)
    targets.append(contentsOf: repeatElement(nil, count: plan.surfaces.count))
    lastUses.removeAll(keepingCapacity: true)
    lastUses.append(contentsOf: plan.surfaces.indices)
    for index in plan.surfaces.indices {
      pieces.set(plan.damage, frame: plan.surfaces[index].frame)
      guard !pieces.rects.isEmpty else { continue }
      let batches = planner.plan(plan, surface: index, pieces: pieces, placements: placements)
      instances.append(batches, plan, &planner, placements: placements)
      surfaces.append(batches)
      counters.draws += plan.surfaces[index].visible.count
      for batch in planner.batches[batches.batches] where batch.source >= 0 {
        lastUses[Int(batch.source)] = index
      }
    }
    for item in planner.items where item.draw != BatchPlanner.clearDraw {
      counters.pixelsTouched += item.quad.area
    }
  }

  private func draw(
    _ surface: SurfaceBatches,
    _ plan: RenderPlan,
    _ output: Target
  ) throws(RenderError) {
    let frame = plan.surfaces[surface.surface].frame
    let (width, height) = (Int(frame.width), Int(frame.height))
    let isOutput = surface.surface == plan.surfaces.count - 1
    let target = try isOutput ? output : pool.take(width: width, height: height)
    if !isOutput { targets[surface.surface] = target }
    target.bind()
    counters.targets += 1
    glViewport(0, 0, frame.width, frame.height)
    if surface.clears {
      let scaled = order.color(plan.surfaces[surface.surface].clearColor) * 255
      let color = scaled.rounded(.toNearestOrAwayFromZero) / 255
      glClearColor(color.x, color.y, color.z, color.w)
      glClear(GL.colorBuffer)
    }
    let place = SIMD4(
      Float(frame.minX),
      Float(frame.minY),
      2 / Float(frame.width),
      2 / Float(frame.height)
    )
    for index in surface.batches { try draw(planner.batches[index], plan, place) }
    for index in plan.surfaces.indices where lastUses[index] == surface.surface && !isOutput {
      if index != surface.surface { release(index) }
    }
  }

  private func draw(
    _ batch: Batch,
    _ plan: RenderPlan,
    _ surface: SIMD4<Float>
  ) throws(RenderError) {
    let program = try programs.program(batch.program)
    if currentProgram != batch.program {
      program.use()
      currentProgram = batch.program
      counters.programChanges += 1
    }
    program.set(surface: surface)
    if batch.clip >= 0 { program.set(clip: plan.clips[Int(batch.clip)]) }
    if batch.source >= 0 {
      guard let source = targets[Int(batch.source)] else { return }
      let origin = plan.surfaces[Int(batch.source)].frame
      program.set(imageOrigin: SIMD2(Float(origin.minX), Float(origin.minY)))
      bind(source.texture.name, GL.texture2D)
    } else if batch.texture >= 0 {
      let texture = textures.texture(of: batch.texture)
      if let columns = texture.columns { program.set(tileColumns: columns) }
      bind(texture.name, texture.kind)
    }
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
  }

  private func bind(_ texture: GLuint, _ kind: GLenum) {
    guard texture != currentTexture else { return }
    glBindTexture(kind, texture)
    currentTexture = texture
    counters.textureChanges += 1
  }

  /// Gives a surface's target back to the pool.
  private func release(_ surface: Int) {
    guard let target = targets[surface] else { return }
    targets[surface] = nil
    pool.give(target, frame: frame)
  }
}
