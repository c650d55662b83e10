// The choices for drivers that draw on the processor, as llvmpipe does.
// Licensed under the MIT license; see LICENSE.
//
// Everything in this folder is for such drivers, and off on GPUs. A server that may choose takes
// the software renderer instead of them; they are for tests, and for `--renderer gles` on a machine
// without a GPU.
//
// Their blend unit differs from a GPU's: llvmpipe rounds sources to 8 bits, multiplies in 8 bits,
// and rounds rectangles differently from triangles. Each translucent draw can add a level to the
// difference from the plan's formula, and a partial redraw can differ from a full one. Reading the
// pixel in the shader costs 3 to 10 % there (1000 boxes, Mesa 22.3), and the formula then holds in
// Float, rounded once.
//
// Their programs are built when a frame first needs them. The set of a context is 136 programs
// there, 12 ms each to link and 110 ms to be translated at the first draw (llvmpipe, Mesa 22.3,
// LLVM 15; 1.5 and 7 ms from Mesa's cache on disk), so building first would not keep frames from
// waiting; and the general ones cost more for each pixel.

/// The needs of a driver that draws on the processor; off by default.
struct SoftwareTraits: Equatable, Sendable {
  /// Whether shaders read the target's pixel and mix with it.
  var blendsInShader = false
  /// The number of pixels whose extra cost in a program for several kinds equals that of a draw
  /// call.
  ///
  /// 13 ns a pixel against 10 µs on llvmpipe; on a GPU, pixels are cheap.
  var pixelsPerCall = SoftwareTraits.manyPixels
  /// Whether the fully covered pixels of an opaque draw are drawn apart from its edges.
  ///
  /// Replacing a pixel takes a ninth of the time of mixing: 0.7 against 6 ns of processor time on
  /// llvmpipe (1000 boxes of 64 x 48, Mesa 22.3).
  var splitsOpaque = false
  /// Whether opaque images whose texels are the target's pixels are copied without a program.
  ///
  /// Fetching texels one by one is more than half of the time of such an image: 1024 x 1024 on a
  /// background take 2.1 ms to draw and 0.6 to copy (llvmpipe, Mesa 22.3, two threads).
  var copiesTexels = false
  /// Whether images of planes are uploaded as colours, made by the processor's vectors.
  ///
  /// A pass of the shader does the same one pixel after another: 1920 x 1080 take 1.6 ms of the
  /// processor so, and a multiple in a program.
  var convertsPlanes = false
  /// Whether blurs of all channels are made by the processor's vectors (`ProcessorBlur`).
  ///
  /// The target is memory of the process, and each of the steps of a shader fetches texels one by
  /// one.
  var blursInMemory = false
  /// Whether uploads and reads must wait until the driver has released the last frame's resource
  /// list (`FrameSettler`).
  var settles = false
  /// Bytes that the allocator of the process keeps for the next frame; 0 leaves it unchanged.
  ///
  /// llvmpipe frees a frame's memory after each frame. Returning it to the system and allocating it
  /// again, page by page, is a fifth of the time of a frame of 1000 boxes.
  var keptHeap = 0
  /// Whether quads are built so that the driver recognizes rectangles.
  var drawsRectangles = false

  static let manyPixels = 1 << 40

  /// The traits of a GPU.
  init() {}

  init(_ extensions: Set<String>, _ preferences: GLESPreferences, fetchesTarget: Bool) {
    blendsInShader = fetchesTarget
    if preferences.weighsPixels {
      pixelsPerCall = 800
      splitsOpaque = true
      copiesTexels = true
      convertsPlanes = true
      blursInMemory = true
    }
    settles = true
    keptHeap = 32 << 20
    drawsRectangles = extensions.contains("GL_NV_shader_noperspective_interpolation")
  }
}
