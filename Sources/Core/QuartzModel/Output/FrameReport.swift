// Descriptions of a renderer and of a frame that it drew.
// Licensed under the MIT license; see LICENSE.

/// The renderer, as the machine describes it.
package struct BackendDescription: Equatable, Sendable {
  /// `software` or `gles`.
  package var name: String
  /// `GL_RENDERER`, or the number of threads.
  package var renderer: String
  /// `GL_VERSION`, or empty.
  package var version: String
  /// The EGL platform (`gbm`, `device`, `surfaceless`), or empty.
  package var platform: String

  package init(name: String, renderer: String, version: String = "", platform: String = "") {
    self.name = name
    self.renderer = renderer
    self.version = version
    self.platform = platform
  }
}

/// The costs of drawing a frame.
///
/// Sums over all surfaces and damage rectangles.
package struct FrameCounters: Equatable, Sendable {
  /// Draw calls (GLES) or draws executed (software).
  package var drawCalls = 0
  /// Draws of the plan that were executed, however they were batched.
  package var draws = 0
  /// Targets drawn to, the output among them.
  package var targets = 0
  package var programChanges = 0
  package var textureChanges = 0
  /// Pixels that draws had a look at, once for each draw.
  package var pixelsTouched = 0
  package var bytesUploaded = 0
  package var bytesRead = 0
  package var cacheHits = 0
  package var cacheMisses = 0
  /// Pixels of the damage; with the pixels touched it gives the overdraw.
  package var damagedPixels = 0
  /// The cost of each layer, in the order of its first draw; only on request.
  package var layers: [LayerCost] = []
  /// The surfaces of the frame, in their order; only on request.
  package var passes: [PassCost] = []

  package init() {}
}
