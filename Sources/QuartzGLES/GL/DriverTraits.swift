// The features and costs of a driver, which decide how programs are made.
// Licensed under the MIT license; see LICENSE.
//
// The blend unit of a software driver differs from a GPU's: llvmpipe rounds sources to 8 bits,
// multiplies in 8 bits, and rounds rectangles differently from triangles. Each translucent draw can
// add a level to the difference from the plan's formula, and a partial redraw can differ from a
// full one. Reading the pixel in the shader costs 3 to 10 % there (1000 boxes, Mesa 22.3), and the
// formula then holds in Float, rounded once. GPUs blend with more than 8 bits, so their blend unit
// is as good and free. No blend unit supports the named blend modes: shaders read the pixel where
// the driver allows it, else a copy of it.

/// The choices for programs on a driver.
struct DriverTraits: Equatable, Sendable {
  /// Whether shaders read the target's pixel and mix with it.
  var blendsInShader = false
  /// Whether shaders can read the target's pixel.
  var fetchesTarget = false
  /// Whether shaders can fetch four texels at once.
  var gathers = false
  /// The number of pixels whose extra cost in a program for several kinds equals that of a draw
  /// call.
  ///
  /// 13 ns a pixel against 10 µs on llvmpipe; on a GPU, pixels are cheap.
  var pixelsPerCall = DriverTraits.manyPixels
  /// Whether the fully covered pixels of an opaque draw are drawn apart from its edges.
  ///
  /// On software drivers, replacing a pixel takes a ninth of the time of mixing: 0.7 against 6 ns
  /// of processor time on llvmpipe (1000 boxes of 64 x 48, Mesa 22.3).
  var splitsOpaque = false
  /// Whether opaque images whose texels are the target's pixels are copied without a program.
  ///
  /// On software drivers, fetching texels one by one is more than half of the time of such an
  /// image: 1024 x 1024 on a background take 2.1 ms to draw and 0.6 to copy (llvmpipe, Mesa 22.3,
  /// two threads).
  var copiesTexels = false
  /// Whether uploads and reads must wait until the driver has released the last frame's resource
  /// list.
  ///
  /// llvmpipe (Mesa 22.3) reports a frame as finished before its threads have freed the frame's
  /// list of resources. Uploads and reads search that list without a lock. Settling separates them
  /// around frames. Within a frame of several passes they may still race, unless the program runs
  /// with LP_NUM_THREADS=0.
  var settles = false
  /// Bytes that the allocator of the process keeps for the next frame; 0 leaves it unchanged.
  ///
  /// llvmpipe frees a frame's memory after each frame. Returning it to the system and allocating it
  /// again, page by page, is a fifth of the time of a frame of 1000 boxes.
  var keptHeap = 0
  /// Whether quads are built so that the driver recognizes rectangles.
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
