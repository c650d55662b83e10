// Filters that the processor draws: the source is read back, the result uploaded.
// Licensed under the MIT license; see LICENSE.

import CQuartzGLES
import Glibc
import QuartzFaults
import QuartzMath
import QuartzModel
import QuartzPlan

extension FrameDrawer {
  /// Draws a surface whose effect is a program into its target.
  func filter(
    _ index: Int,
    _ plan: RenderPlan,
    into target: RenderTarget
  ) throws(RenderError) {
    let surface = plan.surfaces[index]
    guard case .effect(.filter(let program), let source) = surface.content, source >= 0 else {
      return
    }
    let placement = layout.placements[Int(source)]
    guard placement.target >= 0, let from = targets[Int(placement.target)] else { return }
    let frame = plan.surfaces[Int(source)].frame
    let memory = try ProgramMemory(frame)
    let result = try ProgramMemory(surface.frame)
    from.bind()
    glPixelStorei(GL.packRowLength, GLint(frame.width))
    let texels = placement.texels(of: frame)
    glReadPixels(
      texels.x,
      texels.y,
      frame.width,
      frame.height,
      order.format,
      GL.unsignedByte,
      memory.pixels.base
    )
    try program.run(from: memory.pixels, to: result.pixels)
    glBindTexture(GL.texture2D, target.texture.name)
    // The binding is not the one that the frame knows any more.
    currentTextures[0] = 0
    glPixelStorei(GL.unpackRowLength, GLint(surface.frame.width))
    glTexSubImage2D(
      GL.texture2D,
      0,
      0,
      0,
      surface.frame.width,
      surface.frame.height,
      order.format,
      GL.unsignedByte,
      result.pixels.base
    )
    glPixelStorei(GL.unpackRowLength, 0)
    counters.bytesRead += frame.area * 4
    counters.bytesUploaded += surface.frame.area * 4
    counters.targets += 1
    settler?.unsettle()
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
