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
      let isHalf = plan.range.isExtended
      let memory = try ProgramMemory(frame, isHalf: isHalf)
      let result = try ProgramMemory(surface.frame, isHalf: isHalf)
      try read(frame, at: placement, of: from, into: memory.pixels)
      try program.run(from: memory.pixels, to: result.pixels)
      upload(result.pixels, to: target)
    case .blur(let sigma, .color):
      guard let blur else { return }
      let part = frame.intersection(effect.affected(by: surface.frame))
      let pixels = try blur.prepare(part, to: surface.frame, sigma: sigma)
      if !part.isEmpty { try read(part, at: placement, of: from, into: pixels.part(part)) }
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
  ) throws(RenderError) {
    source.bind()
    let texels = placement.texels(of: frame)
    counters.bytesRead += frame.area * pixels.bytesOfPixel
    if pixels.isHalf {
      let rect = PixelRect(
        texels.x,
        texels.y,
        texels.x + frame.width,
        texels.y + frame.height
      )
      let memory = UnsafeMutableRawBufferPointer(
        start: pixels.base,
        count: pixels.rowBytes * Int(frame.height)
      )
      return try readHalves(rect, into: memory, rowBytes: pixels.rowBytes)
    }
    glPixelStorei(GL.packRowLength, GLint(pixels.rowBytes / 4))
    glReadPixels(
      texels.x,
      texels.y,
      frame.width,
      frame.height,
      order.format,
      GL.unsignedByte,
      pixels.base
    )
  }

  /// Writes all pixels of a target.
  private func upload(_ pixels: ProgramPixels, to target: RenderTarget) {
    glBindTexture(GL.texture2D, target.texture.name)
    // The binding is not the one that the frame knows any more.
    currentTextures[0] = 0
    if pixels.isHalf { exchangeChannels(pixels) }
    glPixelStorei(GL.unpackRowLength, GLint(pixels.rowBytes / pixels.bytesOfPixel))
    glTexSubImage2D(
      GL.texture2D,
      0,
      0,
      0,
      pixels.frame.width,
      pixels.frame.height,
      pixels.isHalf ? GL.rgba : order.format,
      pixels.isHalf ? GLenum(GL_HALF_FLOAT) : GL.unsignedByte,
      pixels.base
    )
    glPixelStorei(GL.unpackRowLength, 0)
    counters.bytesUploaded += pixels.frame.area * pixels.bytesOfPixel
  }
}

/// Memory for the pixels of a surface on their way.
private final class ProgramMemory {
  let pixels: ProgramPixels

  /// - Throws: `RenderError.outOfMemory`.
  init(_ frame: PixelRect, isHalf: Bool) throws(RenderError) {
    let rowBytes = Int(frame.width) * (isHalf ? 8 : 4)
    let bytes = rowBytes * Int(frame.height)
    guard let memory = MemoryProbe.block(bytes: bytes) else { throw .outOfMemory(bytes: bytes) }
    pixels = ProgramPixels(base: memory, rowBytes: rowBytes, frame: frame, isHalf: isHalf)
  }

  deinit { free(pixels.base) }
}

extension ProgramPixels {
  /// Bytes of a pixel.
  fileprivate var bytesOfPixel: Int { isHalf ? 8 : 4 }
}
