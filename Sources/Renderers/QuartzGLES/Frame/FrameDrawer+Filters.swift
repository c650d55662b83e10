// Surfaces that the processor makes: the source is read back, the result uploaded.
// Licensed under the MIT license; see LICENSE.

import CQuartzGLES
import Glibc
import QuartzFaults
import QuartzMath
import QuartzModel
import QuartzPlan

extension FrameDrawer {
  /// Draws a surface whose effect is a program, or a blur in memory, into its target.
  func filter(
    _ index: Int,
    _ plan: RenderPlan,
    into target: RenderTarget
  ) throws(RenderError) {
    let surface = plan.surfaces[index]
    guard case .effect(let effect, let source) = surface.content, source >= 0 else { return }
    let placement = layout.placements[Int(source)]
    guard placement.target >= 0, let from = targets[Int(placement.target)] else { return }
    let frame = plan.surfaces[Int(source)].frame
    settle()
    switch effect {
    case .filter(let program):
      let memory = try ProgramMemory(frame)
      let result = try ProgramMemory(surface.frame)
      read(frame, at: placement, of: from, into: memory.pixels)
      try program.run(from: memory.pixels, to: result.pixels)
      upload(result.pixels, to: target)
    case .blur(let sigma, .color):
      guard let blur else { return }
      let part = frame.intersection(effect.affected(by: surface.frame))
      let pixels = try blur.prepare(part, to: surface.frame, sigma: sigma)
      if !part.isEmpty { read(part, at: placement, of: from, into: pixels.part(part)) }
      blur.run()
      upload(pixels.part(surface.frame), to: target)
    case .blur, .colorMatrix, .color, .mirror, .scale, .affine: return
    }
    counters.targets += 1
    settler?.unsettle()
  }

  /// Reads pixels of a surface from the target that has them.
  private func read(
    _ frame: PixelRect,
    at placement: SurfacePlacement,
    of source: RenderTarget,
    into pixels: ProgramPixels
  ) {
    source.bind()
    glPixelStorei(GL.packRowLength, GLint(pixels.rowBytes / 4))
    let texels = placement.texels(of: frame)
    glReadPixels(
      texels.x,
      texels.y,
      frame.width,
      frame.height,
      order.format,
      GL.unsignedByte,
      pixels.base
    )
    counters.bytesRead += frame.area * 4
  }

  /// Writes all pixels of a target.
  private func upload(_ pixels: ProgramPixels, to target: RenderTarget) {
    glBindTexture(GL.texture2D, target.texture.name)
    // The binding is not the one that the frame knows any more.
    currentTextures[0] = 0
    glPixelStorei(GL.unpackRowLength, GLint(pixels.rowBytes / 4))
    glTexSubImage2D(
      GL.texture2D,
      0,
      0,
      0,
      pixels.frame.width,
      pixels.frame.height,
      order.format,
      GL.unsignedByte,
      pixels.base
    )
    glPixelStorei(GL.unpackRowLength, 0)
    counters.bytesUploaded += pixels.frame.area * 4
  }
}

/// Memory for the pixels of a surface on their way.
private final class ProgramMemory {
  let pixels: ProgramPixels

  /// - Throws: `RenderError.outOfMemory`.
  init(_ frame: PixelRect) throws(RenderError) {
    let bytes = frame.area * 4
    guard let memory = MemoryProbe.block(bytes: bytes) else { throw .outOfMemory(bytes: bytes) }
    pixels = ProgramPixels(base: memory, rowBytes: Int(frame.width) * 4, frame: frame)
  }

  deinit { free(pixels.base) }
}
