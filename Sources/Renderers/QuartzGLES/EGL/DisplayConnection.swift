// One EGL display and, for a buffer device, the file and device under it.
// Licensed under the MIT license; see LICENSE.

import CQuartzEGL
import CQuartzGBM
import CQuartzGLES
import Glibc

/// The reason why a platform cannot be used.
struct DisplayRefusal: Error {
  let reason: String
}

/// An initialised EGL display.
///
/// EGL has one display for each device of a process, so terminating it would break other renderers
/// of the process. Only displays over a buffer device of our own are terminated.
struct DisplayConnection: ~Copyable {
  let display: EGLDisplay
  let extensions: Set<String>
  let vendor: String
  let version: String
  private let buffers: BufferDevice?

  /// Opens and initialises the display of a platform.
  init(_ platform: EGLPlatform) throws(DisplayRefusal) {
    for problem in [quartz_egl_problem(), quartz_gles_problem()] {
      if let problem { throw DisplayRefusal(reason: String(cString: problem)) }
    }
    switch platform {
    case .gbm(let node):
      if let problem = quartz_gbm_problem() {
        throw DisplayRefusal(reason: String(cString: problem))
      }
      try DisplayConnection.require("EGL_KHR_platform_gbm", or: "EGL_MESA_platform_gbm")
      let device = try BufferDevice(node: node)
      let display = eglGetPlatformDisplay(
        EGLenum(EGL_PLATFORM_GBM_KHR),
        UnsafeMutableRawPointer(device.device),
        nil
      )
      try self.init(display, buffers: device)
    case .device(let index):
      try DisplayConnection.require("EGL_EXT_platform_device")
      let devices = DisplayConnection.devices()
      guard devices.indices.contains(index) else {
        throw DisplayRefusal(reason: "there are \(devices.count) EGL devices")
      }
      let display = eglGetPlatformDisplay(EGLenum(EGL_PLATFORM_DEVICE_EXT), devices[index], nil)
      try self.init(display, buffers: nil)
    case .surfaceless:
      try DisplayConnection.require("EGL_MESA_platform_surfaceless")
      let display = eglGetPlatformDisplay(EGLenum(EGL_PLATFORM_SURFACELESS_MESA), nil, nil)
      try self.init(display, buffers: nil)
    case .x11:
      try DisplayConnection.require("EGL_KHR_platform_x11", or: "EGL_EXT_platform_x11")
      // A connection of EGL's own; windows are the same for all connections.
      let display = eglGetPlatformDisplay(EGLenum(EGL_PLATFORM_X11_KHR), nil, nil)
      try self.init(display, buffers: nil)
    case .wayland(let display):
      // Windows of Wayland are known to one connection alone.
      try self.init(EGLDisplay(bitPattern: display), buffers: nil)
    }
  }

  private init(_ display: EGLDisplay?, buffers: BufferDevice?) throws(DisplayRefusal) {
    guard let display else {
      throw DisplayRefusal(reason: "eglGetPlatformDisplay: \(eglErrorName())")
    }
    var (major, minor): (EGLint, EGLint) = (0, 0)
    guard eglInitialize(display, &major, &minor) == EGLBoolean(EGL_TRUE) else {
      throw DisplayRefusal(reason: "eglInitialize: \(eglErrorName())")
    }
    self.display = display
    self.buffers = buffers
    extensions = words(eglQueryString(display, EGL_EXTENSIONS))
    vendor = eglQueryString(display, EGL_VENDOR).map { String(cString: $0) } ?? ""
    version = "\(major).\(minor)"
  }

  /// The GBM device under the display; nil for a platform without one.
  var bufferDevice: OpaquePointer? { buffers?.device }

  deinit {
    if buffers != nil { eglTerminate(display) }
  }

  private static func require(_ name: String, or other: String? = nil) throws(DisplayRefusal) {
    let extensions = clientExtensions()
    guard !extensions.contains(name) else { return }
    if let other, extensions.contains(other) { return }
    throw DisplayRefusal(reason: "EGL lacks \(name)")
  }

  /// Returns the extensions that EGL has without a display.
  static func clientExtensions() -> Set<String> {
    words(eglQueryString(nil, EGL_EXTENSIONS))
  }

  /// Returns the devices that EGL enumerates; none without `EGL_EXT_device_enumeration`.
  private static func devices() -> [EGLDeviceEXT?] {
    let extensions = clientExtensions()
    guard
      extensions.contains("EGL_EXT_device_enumeration")
        || extensions.contains("EGL_EXT_device_base"),
      let query = Extension.queryDevices()
    else { return [] }
    var count: EGLint = 0
    guard query(0, nil, &count) == EGLBoolean(EGL_TRUE), count > 0 else { return [] }
    var devices = [EGLDeviceEXT?](repeating: nil, count: Int(count))
    guard query(count, &devices, &count) == EGLBoolean(EGL_TRUE) else { return [] }
    return Array(devices.prefix(Int(count)))
  }

  // MARK: The connections of this machine

  /// A platform to try.
  struct Candidate {
    let platform: EGLPlatform
    /// The reason not to try it: this machine has no device of its kind.
    var absence: String?
  }

  /// Returns the platforms to try, best first: buffer devices on render and primary nodes, EGL
  /// devices, surfaceless.
  static func candidates() -> [Candidate] {
    var nodes = (BufferDevice.nodes(.render) + BufferDevice.nodes(.primary)).map {
      Candidate(platform: .gbm(node: $0))
    }
    if nodes.isEmpty {
      nodes = [Candidate(platform: .gbm(node: "/dev/dri"), absence: "there is no DRM node")]
    }
    var devices = devices().indices.map { Candidate(platform: .device(index: $0)) }
    if devices.isEmpty {
      devices = [Candidate(platform: .device(index: 0), absence: "EGL lists no device")]
    }
    return nodes + devices + [Candidate(platform: .surfaceless)]
  }

  /// Returns the platforms that the preferences allow.
  static func candidates(_ preferences: GLESPreferences) -> [Candidate] {
    // A named platform is tried even if it is not listed, and its own failure is reported.
    if case .only(let platform) = preferences.platforms { return [Candidate(platform: platform)] }
    let all = candidates().filter { preferences.platforms.includes($0.platform) }
    guard let windows = preferences.windowPlatform, preferences.platforms == .any else {
      return all
    }
    return [Candidate(platform: windows)] + all
  }
}
