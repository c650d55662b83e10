// Copies of texels to targets without a program, for software drivers.
// Licensed under the MIT license; see LICENSE.

import CQuartzGLES
import QuartzMath

/// A copier of texels from textures to targets.
final class TexelCopier {
  private let framebuffer: GLuint

  init(labels: DebugLabels?) {
    var name: GLuint = 0
    glGenFramebuffers(1, &name)
    framebuffer = name
    // A framebuffer exists when it was bound.
    glBindFramebuffer(GL.readFramebuffer, name)
    labels?.name(.framebuffer, name, "copied texels")
  }

  deinit {
    withUnsafePointer(to: framebuffer) { glDeleteFramebuffers(1, $0) }
  }

  /// Binds a texture's first level and a target for copies of texels.
  func bind(_ texture: GLuint, to target: RenderTarget) {
    target.bind()
    glBindFramebuffer(GL.readFramebuffer, framebuffer)
    glFramebufferTexture2D(GL.readFramebuffer, GL.colorAttachment, GL.texture2D, texture, 0)
  }

  /// Copies a rectangle of texels.
  ///
  /// - Parameters:
  ///   - part: The pixels of the target.
  ///   - x: The offset from pixels to texels.
  ///   - y: The same along y.
  func copy(_ part: PixelRect, fromTexelAtOffset x: Int32, _ y: Int32) {
    glBlitFramebuffer(
      part.minX + x,
      part.minY + y,
      part.maxX + x,
      part.maxY + y,
      part.minX,
      part.minY,
      part.maxX,
      part.maxY,
      GL.colorBuffer,
      GL.nearest
    )
  }

  /// Unbinds the texture.
  func unbind() {
    glFramebufferTexture2D(GL.readFramebuffer, GL.colorAttachment, GL.texture2D, 0, 0)
  }
}
