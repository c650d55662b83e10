// What a user may ask of the GLES renderer.
// Licensed under the MIT license; see LICENSE.

/// A way to reach a GL driver without a window system.
package enum EGLPlatform: Hashable, Sendable, CustomStringConvertible {
  /// A buffer device on a DRM node, such as `/dev/dri/renderD128`.
  case gbm(node: String)
  /// The EGL device with this index in `eglQueryDevicesEXT`'s list.
  case device(index: Int)
  /// Mesa without any device.
  case surfaceless

  /// What names it as a choice: `gbm:/dev/dri/renderD128`, `device:0`, `surfaceless`.
  package var description: String {
    switch self {
    case .gbm(let node): "gbm:\(node)"
    case .device(let index): "device:\(index)"
    case .surfaceless: "surfaceless"
    }
  }

  /// `gbm`, `device` or `surfaceless`.
  package var name: String {
    switch self {
    case .gbm: "gbm"
    case .device: "device"
    case .surfaceless: "surfaceless"
    }
  }
}

/// Which platforms may be tried.
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

/// How the GLES renderer is set up.
package struct GLESPreferences: Equatable, Sendable {
  /// The platforms to try.
  package var platforms: PlatformChoice
  /// Bytes of textures that images may take before the least recently used are dropped.
  ///
  /// What the current and the last frame show stays, even beyond the budget.
  package var textureBudget = 256 << 20
  /// Bytes of textures that coverage may take, in the same way.
  package var coverageBudget = 64 << 20
  /// The longest side of an image's texture in pixels, if it should be less than the driver's.
  ///
  /// Longer images are cut into tiles.
  package var textureSide: Int?
  /// Whether the driver is asked to explain itself and every frame ends with a look for errors.
  package var isDebug: Bool
  /// Whether targets and textures may be BGRA8 where the driver has that (bytes stay R, G, B, A).
  package var allowsBGRA = true
  /// Whether shaders may read the target's pixel where the driver lets them.
  ///
  /// Else the blend unit mixes, which rounds more where the processor draws, and the target is
  /// copied before it is blended with in other ways.
  package var allowsBlendingInShader = true
  /// Whether four texels may be fetched at once where the driver has OpenGL ES 3.1.
  package var allowsGathering = true

  /// Whether dma-bufs become textures also where the processor draws, for tests with buffers of the driver's
  /// own device; those of other devices bring it down.
  package var importsWhereProcessorDraws = false

  /// Whether pixels are weighed against draw calls where the processor draws.
  ///
  /// Else as few calls are made there as on a GPU.
  package var weighsPixels = true

  package init(platforms: PlatformChoice = .any) {
    self.platforms = platforms
    #if DEBUG
    isDebug = true
    #else
    isDebug = false
    #endif
  }
}
