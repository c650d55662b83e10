// What a driver can do or is faster with, which decides how programs are made.
// Licensed under the MIT license; see LICENSE.
//
// Where the processor draws, its blend unit is not what a GPU's is: llvmpipe rounds sources to 8
// bits, multiplies in 8 bits, and rounds in another way for rectangles than for triangles. Each
// translucent draw can add a level to the difference from the plan's formula, and what is drawn
// again in parts can differ from what was drawn at once. Reading the pixel in the shader costs 3 to
// 10 % there (1000 boxes, Mesa 22.3), and the formula then holds in Float, rounded once. GPUs blend
// with more than 8 bits; there the blend unit is as good and free. The named blend modes are beyond
// any blend unit: shaders read the pixel wherever the driver lets them, else a copy of it.

/// How programs are made for a driver.
struct DriverTraits: Equatable, Sendable {
  /// Whether shaders read the target's pixel and mix with it.
  var blendsInShader = false
  /// Whether shaders can read the target's pixel.
  var fetchesTarget = false
  /// Whether shaders can fetch four texels at once.
  var gathers = false
  /// Pixels of a program for several kinds that take as much longer than those of the program for one
  /// kind as a draw call takes.
  ///
  /// 13 ns a pixel against 10 µs on llvmpipe; a GPU has pixels to spare.
  var pixelsPerCall = DriverTraits.manyPixels
  /// Whether the pixels that an opaque draw covers wholly are drawn apart from its edges.
  ///
  /// Where the processor draws, a pixel that is replaced takes a ninth of the time of one that is
  /// mixed with: 0.7 against 6 ns of processor time on llvmpipe (1000 boxes of 64 x 48, Mesa 22.3).
  var splitsOpaque = false
  /// Whether opaque images whose texels are the target's pixels are copied without a program.
  ///
  /// Where the processor draws, more than half of the time of such an image is that of fetching texels one
  /// by one: 1024 x 1024 on a ground take 2.1 ms to draw and 0.6 to copy (llvmpipe, Mesa 22.3, two threads).
  var copiesTexels = false
  /// Whether memory of the driver may be handed to it, or read from it, only once it has put away all
  /// that it drew.
  ///
  /// llvmpipe (Mesa 22.3) says that a frame is finished before its threads have freed the list of what
  /// the frame referred to; uploads and reads look through that list, without a lock. This keeps them
  /// apart around frames; within a frame of several passes they may still meet, unless the program
  /// runs with LP_NUM_THREADS=0.
  var settles = false
  /// Bytes that the allocator of the process is to keep for the next frame; 0 for as it is.
  ///
  /// llvmpipe frees after each frame all that it took for it. To give that back to the system and to
  /// ask for it again, page by page, is a fifth of the time of a frame of 1000 boxes.
  var keptHeap = 0
  /// Whether quads are made so that the driver sees rectangles.
  var drawsRectangles = false
  /// Whether targets and textures hold B, G, R, A.
  var hasBGRA = false

  static let manyPixels = 1 << 40

  init(_ driver: EGLReport.Driver, _ extensions: Set<String>, _ preferences: GLESPreferences) {
    hasBGRA =
      preferences.allowsBGRA
      && ["GL_EXT_texture_format_BGRA8888", "GL_EXT_read_format_bgra"]
        .allSatisfy(extensions.contains)
    fetchesTarget =
      preferences.allowsBlendingInShader && extensions.contains("GL_EXT_shader_framebuffer_fetch")
    blendsInShader = driver.isSoftware && fetchesTarget
    gathers = preferences.allowsGathering && driver.isAtLeast(3, 1)
    if driver.isSoftware, preferences.weighsPixels {
      pixelsPerCall = 800
      splitsOpaque = true
      copiesTexels = true
    }
    settles = driver.isSoftware
    keptHeap = driver.isSoftware ? 32 << 20 : 0
    drawsRectangles =
      driver.isSoftware && extensions.contains("GL_NV_shader_noperspective_interpolation")
  }
}
