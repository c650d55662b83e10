// The format of the buffers that a layer draws into.
// Licensed under the MIT license; see LICENSE.

/// The buffers that OpenGL ES draws into for a layer, and the version of it.
public struct CGLPixelFormat: Hashable, Sendable {
  /// The version of OpenGL ES.
  public var api = EAGLRenderingAPI.openGLES3
  /// The format of the picture: one of the three colour formats of `EAGLDrawable`.
  public var colorFormat = kEAGLColorFormatRGBA8
  /// Bits of depth: 0 for no such buffer, up to 16, or up to 24.
  public var depthSize = 24
  /// Bits of stencil: 0 for no such buffer, or up to 8.
  public var stencilSize = 8

  /// Version 3, RGBA8, 24 bits of depth and 8 of stencil.
  public init() {}
}

/// The pixel format, as the methods of `CAOpenGLLayer` name it.
public typealias CGLPixelFormatObj = CGLPixelFormat

/// A context of OpenGL ES, as the methods of `CAOpenGLLayer` name it.
public typealias CGLContextObj = EAGLContext
