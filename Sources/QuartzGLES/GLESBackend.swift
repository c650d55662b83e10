// The backend that draws with OpenGL ES 3.
// Licensed under the MIT license; see LICENSE.

package import QuartzMath
package import QuartzModel
package import QuartzPlan

/// Executes plans with OpenGL ES 3, on textures, without a window system.
///
/// It may be made on one thread and used on another, one at a time.
package final class GLESBackend: RenderBackend {
  /// The platforms that were tried until one worked.
  package let report: EGLReport
  package private(set) var counters = FrameCounters()
  private let context: GLContext

  /// Finds a driver and makes it ready.
  ///
  /// - Throws: `RenderError.noRenderer` with a reason for each platform if there is none.
  package init(_ preferences: GLESPreferences = .init()) throws(RenderError) {
    var report = EGLReport()
    context = try GLContext.open(preferences, &report)
    self.report = report
    context.leave()
  }

  package var description: BackendDescription {
    BackendDescription(
      name: "gles",
      renderer: context.driver.renderer,
      version: context.driver.version,
      platform: report.chosen?.platform.name ?? ""
    )
  }

  package var maximumSide: Int { context.driver.maximumTextureSize }

  package func createImage(_ key: ImageKey, _ pixels: PixelBuffer) throws(RenderError) {}
  package func destroyImage(_ key: ImageKey) {}
  package func createOutput(_ context: UInt32, width: Int, height: Int) throws(RenderError) {}
  package func destroyOutput(_ context: UInt32) {}
  package func execute(_ plan: RenderPlan, context: UInt32) throws(RenderError) {}
  package func read(
    _ context: UInt32,
    _ rect: PixelRect,
    into memory: UnsafeMutableRawBufferPointer,
    rowBytes: Int
  ) throws(RenderError) {}
}
