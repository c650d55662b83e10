// The wait for a software driver to release the last frame.
// Licensed under the MIT license; see LICENSE.

import CQuartzGLES

/// Makes the driver release the previous frame's resource list before uploads and reads.
///
/// llvmpipe (Mesa 22.3) reports a frame as finished before its threads have freed the frame's list
/// of resources. Uploads and reads search that list without a lock. Settling separates them around
/// frames. Within a frame of several passes they may still race, unless the program runs with
/// LP_NUM_THREADS=0.
final class FrameSettler {
  /// A target of one pixel for an empty frame.
  private let target: RenderTarget
  private var isSettled = true

  /// - Returns: Nil where the driver need not settle, or has no memory for a pixel; then it still
  ///   draws.
  init?(_ traits: DriverTraits, order: ChannelOrder, labels: DebugLabels?) {
    guard traits.software.settles,
      let target = try? RenderTarget(width: 1, height: 1, format: .color(order))
    else { return nil }
    self.target = target
    labels?.name(target, "settler")
  }

  /// Notes that commands for a frame were given.
  func unsettle() {
    isSettled = false
  }

  /// Releases the list, if commands were given since.
  ///
  /// The driver begins a frame only after it has released the previous list, and an empty frame
  /// leaves no list.
  func settle() {
    guard !isSettled else { return }
    glFinish()
    target.bind()
    glClearColor(0, 0, 0, 0)
    glClear(GL.colorBuffer)
    glFinish()
    isSettled = true
  }
}
