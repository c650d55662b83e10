// Pictures of producers that a driver may still be reading.
// Licensed under the MIT license; see LICENSE.

import CQuartzGLES
import QuartzModel

/// Pictures that are needed no more but that a driver may still be reading.
///
/// Their producer may write to them again once they are released.
struct RetiredPictures: ~Copyable {
  private var waiting: [(fence: GLsync?, pixels: PixelBuffer)] = []

  /// Retains a picture until the driver has completed all commands so far.
  mutating func append(_ pixels: PixelBuffer) {
    waiting.append((glFenceSync(GLenum(GL_SYNC_GPU_COMMANDS_COMPLETE), 0), pixels))
  }

  /// Releases the pictures that the driver has finished reading.
  mutating func collect() {
    if waiting.isEmpty { return }
    waiting.removeAll { fence, _ in
      let status = glClientWaitSync(fence, GLbitfield(GL_SYNC_FLUSH_COMMANDS_BIT), 0)
      guard status != GLenum(GL_TIMEOUT_EXPIRED) else { return false }
      glDeleteSync(fence)
      return true
    }
  }

  deinit {
    for (fence, _) in waiting { glDeleteSync(fence) }
  }
}
