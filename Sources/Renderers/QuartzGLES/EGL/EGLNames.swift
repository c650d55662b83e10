// The names of EGL's error codes, and its functions that are looked up by name.
// Licensed under the MIT license; see LICENSE.

import CQuartzEGL
import CQuartzGLES

/// Returns the last error of EGL on this thread, by its name in the specification.
func eglErrorName() -> String {
  switch eglGetError() {
  case EGL_SUCCESS: "no error was reported"
  case EGL_NOT_INITIALIZED: "EGL_NOT_INITIALIZED"
  case EGL_BAD_ACCESS: "EGL_BAD_ACCESS"
  case EGL_BAD_ALLOC: "EGL_BAD_ALLOC"
  case EGL_BAD_ATTRIBUTE: "EGL_BAD_ATTRIBUTE"
  case EGL_BAD_CONFIG: "EGL_BAD_CONFIG"
  case EGL_BAD_CONTEXT: "EGL_BAD_CONTEXT"
  case EGL_BAD_DISPLAY: "EGL_BAD_DISPLAY"
  case EGL_BAD_MATCH: "EGL_BAD_MATCH"
  case EGL_BAD_PARAMETER: "EGL_BAD_PARAMETER"
  case EGL_CONTEXT_LOST: "EGL_CONTEXT_LOST"
  case let code: "EGL error 0x" + String(code, radix: 16)
  }
}

/// Splits a list at spaces; empty for a missing list.
func words(_ list: UnsafePointer<CChar>?) -> Set<String> {
  guard let list else { return [] }
  return Set(String(cString: list).split(separator: " ").map(String.init))
}

/// Extension functions.
///
/// Each is looked up only if its extension is listed.
enum Extension {
  typealias QueryDevices =
    @convention(c) (
      EGLint, UnsafeMutablePointer<EGLDeviceEXT?>?, UnsafeMutablePointer<EGLint>?
    ) -> EGLBoolean
  typealias DebugCallback =
    @convention(c) (
      GLenum, GLenum, GLuint, GLenum, GLsizei, UnsafePointer<CChar>?, UnsafeRawPointer?
    ) -> Void
  typealias SetDebugCallback = @convention(c) (DebugCallback?, UnsafeRawPointer?) -> Void
  typealias ObjectLabel =
    @convention(c) (GLenum, GLuint, GLsizei, UnsafePointer<CChar>?) -> Void
  typealias GetObjectLabel =
    @convention(c) (
      GLenum, GLuint, GLsizei, UnsafeMutablePointer<GLsizei>?, UnsafeMutablePointer<GLchar>?
    ) -> Void
  typealias PushDebugGroup =
    @convention(c) (GLenum, GLuint, GLsizei, UnsafePointer<CChar>?) -> Void
  typealias PopDebugGroup = @convention(c) () -> Void
  typealias ResetStatus = @convention(c) () -> GLenum

  typealias BufferStorage =
    @convention(c) (GLenum, GLsizeiptr, UnsafeRawPointer?, GLbitfield) -> Void

  typealias SetStorage = @convention(c) (GLenum, EGLImage?) -> Void

  typealias QueryResult =
    @convention(c) (GLuint, GLenum, UnsafeMutablePointer<GLuint64>?) -> Void

  /// GL_EXT_disjoint_timer_query.
  static func queryResult() -> QueryResult? {
    unsafeBitCast(eglGetProcAddress("glGetQueryObjectui64vEXT"), to: QueryResult?.self)
  }

  /// Makes an EGL image the storage of the bound renderbuffer.
  static func setStorage() -> SetStorage? {
    let name = "glEGLImageTargetRenderbufferStorageOES"
    return unsafeBitCast(eglGetProcAddress(name), to: SetStorage?.self)
  }

  /// Makes an EGL image the pixels of the bound texture.
  static func setTexture() -> SetStorage? {
    unsafeBitCast(eglGetProcAddress("glEGLImageTargetTexture2DOES"), to: SetStorage?.self)
  }

  /// GL_EXT_buffer_storage.
  static func bufferStorage() -> BufferStorage? {
    unsafeBitCast(eglGetProcAddress("glBufferStorageEXT"), to: BufferStorage?.self)
  }

  static func queryDevices() -> QueryDevices? {
    unsafeBitCast(eglGetProcAddress("eglQueryDevicesEXT"), to: QueryDevices?.self)
  }

  static func setDebugCallback() -> SetDebugCallback? {
    unsafeBitCast(eglGetProcAddress("glDebugMessageCallbackKHR"), to: SetDebugCallback?.self)
  }

  static func objectLabel() -> ObjectLabel? {
    unsafeBitCast(eglGetProcAddress("glObjectLabelKHR"), to: ObjectLabel?.self)
  }

  static func getObjectLabel() -> GetObjectLabel? {
    unsafeBitCast(eglGetProcAddress("glGetObjectLabelKHR"), to: GetObjectLabel?.self)
  }

  static func pushDebugGroup() -> PushDebugGroup? {
    unsafeBitCast(eglGetProcAddress("glPushDebugGroupKHR"), to: PushDebugGroup?.self)
  }

  static func popDebugGroup() -> PopDebugGroup? {
    eglGetProcAddress("glPopDebugGroupKHR")
  }

  static func resetStatus(_ extensions: Set<String>) -> ResetStatus? {
    let name =
      extensions.contains("GL_KHR_robustness")
      ? "glGetGraphicsResetStatusKHR" : "glGetGraphicsResetStatusEXT"
    return unsafeBitCast(eglGetProcAddress(name), to: ResetStatus?.self)
  }
}
