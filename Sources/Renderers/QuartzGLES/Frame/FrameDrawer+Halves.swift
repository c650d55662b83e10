// Pixels of half floats, from targets to memory.
// Licensed under the MIT license; see LICENSE.
//
// GL reads what a driver prefers for a target; for half floats that is half floats on most, and
// floats on all. Red and blue are exchanged in targets of the order `bgra`, as in those of bytes,
// but for halves GL has no such order, so they are exchanged in memory.

import CQuartzGLES
import QuartzMath
import QuartzPlan

extension FrameDrawer {
  /// Reads pixels of the bound target as half floats R, G, B, A.
  ///
  /// - Parameters:
  ///   - rect: The target's pixels.
  ///   - memory: Has room for the rows, 8 bytes a pixel.
  ///   - rowBytes: From one row to the next; a multiple of 8.
  func readHalves(
    _ rect: PixelRect,
    into memory: UnsafeMutableRawBufferPointer,
    rowBytes: Int
  ) throws(RenderError) {
    guard let base = memory.baseAddress else { return }
    if GL.integer(GLenum(GL_IMPLEMENTATION_COLOR_READ_FORMAT)) == Int(GL_RGBA),
      GL.integer(GLenum(GL_IMPLEMENTATION_COLOR_READ_TYPE)) == Int(GL_HALF_FLOAT)
    {
      glPixelStorei(GL.packRowLength, GLint(rowBytes / 8))
      glReadPixels(
        rect.minX,
        rect.minY,
        rect.width,
        rect.height,
        GL.rgba,
        GLenum(GL_HALF_FLOAT),
        base
      )
    } else {
      try readFloats(rect, into: base, rowBytes: rowBytes)
    }
    exchangeChannels(
      ProgramPixels(base: base, rowBytes: rowBytes, frame: rect, isHalf: true)
    )
  }

  /// Exchanges red and blue of half floats in memory, where targets have them exchanged.
  func exchangeChannels(_ pixels: ProgramPixels) {
    guard order == .bgra else { return }
    // Bounds: pixels has the rows of its frame.
    for row in 0..<Int(pixels.frame.height) {
      let line = (pixels.base + row * pixels.rowBytes).assumingMemoryBound(to: UInt64.self)
      for x in 0..<Int(pixels.frame.width) {
        let pixel = line[x]
        let (red, blue) = (pixel & 0xFFFF, pixel >> 32 & 0xFFFF)
        line[x] = pixel & 0xFFFF_0000_FFFF_0000 | red << 32 | blue
      }
    }
  }

  /// Reads pixels as floats, row by row, and makes them halves.
  private func readFloats(
    _ rect: PixelRect,
    into base: UnsafeMutableRawPointer,
    rowBytes: Int
  ) throws(RenderError) {
    let count = Int(rect.width) * 4
    glPixelStorei(GL.packRowLength, 0)
    withUnsafeTemporaryAllocation(of: Float.self, capacity: count) { floats in
      for row in 0..<Int(rect.height) {
        glReadPixels(
          rect.minX,
          rect.minY + Int32(row),
          rect.width,
          1,
          GL.rgba,
          GL.float,
          floats.baseAddress
        )
        // Bounds: as many numbers as the row has.
        let halves = (base + row * rowBytes).assumingMemoryBound(to: Float16.self)
        for index in 0..<count { halves[index] = Float16(floats[index]) }
      }
    }
  }
}
