// Pictures of a renderer that windows show without a copy in memory.
// Licensed under the MIT license; see LICENSE.
//
//     output ──copied by GL──▶ texture ──image of EGL──▶ window
//     the renderer's context                             the windows' context
//
// Both contexts are of one display of EGL, each on a thread of its own. A fence says when the copy
// to the texture is done. Two textures take turns: one is shown while the other one is filled, so a
// borrower gives back each picture, by asking for the next one, after it has drawn it.

import CQuartzEGL
import CQuartzGLES
import QuartzMath
import QuartzPlan
import QuartzSharing

/// A picture that a renderer lends: an image of EGL, in rows from the top, and a fence before it.
package final class LentPicture: Sendable {
  /// In pixels.
  package let width: Int
  /// In pixels.
  package let height: Int
  let texture: SharedTexture
  // EGL's handles may be used, and destroyed, on any thread.
  private let sharedFence: SharedPointer<EGLSync>

  /// Makes a fence of the current context, and flushes GL's commands.
  ///
  /// Nil where the driver makes none.
  fileprivate init?(_ texture: SharedTexture, width: Int, height: Int) {
    guard let fence = eglCreateSync(texture.display, EGLenum(EGL_SYNC_FENCE), nil) else {
      return nil
    }
    (self.texture, self.width, self.height) = (texture, width, height)
    sharedFence = SharedPointer(fence)
    glFlush()
  }

  deinit { eglDestroySync(texture.display, sharedFence.value) }

  /// Lets the commands of the current context wait for the picture.
  func wait() { eglWaitSync(texture.display, sharedFence.value, 0) }
}

/// A texture as an image of EGL, which keeps its pixels.
final class SharedTexture: Sendable {
  private let sharedDisplay: SharedPointer<EGLDisplay>
  private let sharedImage: SharedPointer<EGLImage>
  var display: EGLDisplay { sharedDisplay.value }
  var image: EGLImage { sharedImage.value }

  /// - Parameters:
  ///   - texture: Of the context, which is current.
  init?(_ texture: GLuint, of context: EGLContext, _ display: EGLDisplay) {
    let buffer = EGLClientBuffer(bitPattern: UInt(texture))
    let kind = EGLenum(EGL_GL_TEXTURE_2D)
    guard let image = eglCreateImage(display, context, kind, buffer, nil) else { return nil }
    (sharedDisplay, sharedImage) = (SharedPointer(display), SharedPointer(image))
  }

  deinit {
    DriverLock.shared.lock()
    eglDestroyImage(display, image)
    DriverLock.shared.unlock()
  }
}

/// The two textures of an output that a renderer lends.
///
/// Its context is current when it is made, used and freed.
final class LendingOutput {
  private let targets: [RenderTarget]
  private let textures: [SharedTexture]
  private var next = 0

  /// - Parameter share: Makes images of textures; nil where EGL makes none.
  init?(
    width: Int,
    height: Int,
    _ share: (GLuint) -> SharedTexture?
  ) throws(RenderError) {
    let format = TextureFormat.color(.rgba)
    let first = try RenderTarget(width: width, height: height, format: format)
    targets = [first, try RenderTarget(width: width, height: height, format: format)]
    textures = targets.compactMap { share($0.texture.name) }
    guard textures.count == 2 else { return nil }
  }

  /// Copies an output of the same size to the texture that nobody shows.
  func lend(_ output: RenderTarget) -> LentPicture? {
    let (width, height) = (output.texture.width, output.texture.height)
    targets[next].copy(PixelRect(width: Int32(width), height: Int32(height)), of: output)
    defer { next = 1 - next }
    return LentPicture(textures[next], width: width, height: height)
  }
}
