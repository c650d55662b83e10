// The options of the GLES renderer.
// Licensed under the MIT license; see LICENSE.

/// A way to reach a GL driver, for pictures in memory of the driver.
package enum EGLPlatform: Hashable, Sendable, CustomStringConvertible {
  /// A buffer device on a DRM node, such as `/dev/dri/renderD128`.
  case gbm(node: String)
  /// The EGL device with this index in `eglQueryDevicesEXT`'s list.
  case device(index: Int)
  /// Mesa without any device.
  case surfaceless
  /// The display of X11 that the environment names, for pictures that its windows show.
  case x11
  /// A display of EGL over a connection to a Wayland compositor, by its address, for pictures that
  /// the connection's windows show.
  case wayland(display: UInt)

  /// The name of the choice, such as `gbm:/dev/dri/renderD128`, `device:0`, `surfaceless`.
  package var description: String {
    switch self {
    case .gbm(let node): "gbm:\(node)"
    case .device(let index): "device:\(index)"
    case .surfaceless: "surfaceless"
    case .x11: "x11"
    case .wayland: "wayland"
    }
  }

  /// Whether its pictures can be shown in windows without a copy.
  package var hasWindows: Bool {
    switch self {
    case .x11, .wayland: true
    case .gbm, .device, .surfaceless: false
    }
  }

  /// `gbm`, `device`, `surfaceless`, `x11` or `wayland`.
  package var name: String {
    switch self {
    case .gbm: "gbm"
    case .device: "device"
    case .surfaceless: "surfaceless"
    case .x11: "x11"
    case .wayland: "wayland"
    }
  }
}

/// The platforms that may be tried.
package enum PlatformChoice: Equatable, Sendable, CustomStringConvertible {
  /// All that this machine has.
  case any
  /// All buffer devices of this machine.
  case anyGBM
  /// All EGL devices.
  case anyDevice
  case only(EGLPlatform)

  /// `gbm`, `gbm:/dev/dri/card0`, `device`, `device:0`, `surfaceless`; nil for anything else.
  package init?(name: String) {
    let parts = name.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    switch (parts.first, parts.dropFirst().first) {
    case ("gbm", nil): self = .anyGBM
    case ("gbm", let node?) where node.hasPrefix("/"): self = .only(.gbm(node: String(node)))
    case ("device", nil): self = .anyDevice
    case ("device", let index?):
      guard let number = Int(index), number >= 0 else { return nil }
      self = .only(.device(index: number))
    case ("surfaceless", nil): self = .only(.surfaceless)
    default: return nil
    }
  }

  package var description: String {
    switch self {
    case .any: "any"
    case .anyGBM: "gbm"
    case .anyDevice: "device"
    case .only(let platform): "\(platform)"
    }
  }

  /// Whether a platform is among those that may be tried.
  func includes(_ platform: EGLPlatform) -> Bool {
    switch self {
    case .any: true
    case .anyGBM: platform.name == "gbm"
    case .anyDevice: platform.name == "device"
    case .only(let other): platform == other
    }
  }
}

/// The setup of the GLES renderer.
package struct GLESPreferences: Equatable, Sendable {
  /// The platforms to try.
  package var platforms: PlatformChoice
  /// Bytes of textures for images, beyond which the least recently used are evicted.
  ///
  /// Images in the current and the last frame stay, even beyond the budget.
  package var textureBudget = 256 << 20
  /// Bytes of textures for coverage, in the same way.
  package var coverageBudget = 64 << 20
  /// The longest side of an image's texture in pixels, if less than the driver's limit.
  ///
  /// Longer images are cut into tiles.
  package var textureSide: Int?
  /// The platform of the windows that are to show the pictures, which is tried first, unless
  /// `platforms` leaves no choice; nil if no windows are.
  package var windowPlatform: EGLPlatform?
  /// Whether the driver reports messages and every frame ends with a check for errors.
  package var isDebug: Bool
  /// Whether targets and textures may be BGRA8 where the driver supports it (bytes stay R, G, B,
  /// A).
  package var allowsBGRA = true
  /// Whether shaders may read the target's pixel where the driver lets them.
  ///
  /// Else the blend unit mixes, which rounds more on software drivers, and other blend modes copy
  /// the target first.
  package var allowsBlendingInShader = true
  /// Whether surfaces may be half floats where the driver supports it; else outputs of extended
  /// range are refused, as on drivers without.
  package var allowsHalfTargets = true
  /// Whether four texels may be fetched at once where the driver has OpenGL ES 3.1.
  package var allowsGathering = true

  /// Whether software drivers import dma-bufs too, for tests with buffers of the driver's own
  /// device; those of other devices crash it.
  package var importsWhereProcessorDraws = false

  /// Whether software drivers weigh pixels against draw calls.
  ///
  /// Else they make as few calls as a GPU.
  package var weighsPixels = true

  /// Whether software drivers, too, build all programs with the backend, for tests.
  package var buildsProgramsFirst = false

  package init(platforms: PlatformChoice = .any) {
    self.platforms = platforms
    #if DEBUG
    isDebug = true
    #else
    isDebug = false
    #endif
  }
}
