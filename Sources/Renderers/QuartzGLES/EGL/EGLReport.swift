// The results of the search for a GL driver, as a printable value.
// Licensed under the MIT license; see LICENSE.

/// The platforms that were tried, in order, with the result of each.
package struct EGLReport: Equatable, Sendable, CustomStringConvertible {
  /// The driver of a platform.
  package struct Driver: Equatable, Sendable {
    /// `EGL_VENDOR` and `EGL_VERSION`.
    package var eglVendor = ""
    package var eglVersion = ""
    /// `GL_VENDOR`, `GL_RENDERER` and `GL_VERSION`.
    package var vendor = ""
    package var renderer = ""
    package var version = ""
    /// The longest side of a texture or target in pixels.
    package var maximumTextureSize = 0
    package var maximumVertexAttributes = 0
    package var maximumFragmentInputVectors = 0
    /// The extensions of EGL and GL that this renderer uses, sorted.
    package var extensions: [String] = []

    package init() {}

    /// Returns whether the OpenGL ES version is at least this one.
    package func isAtLeast(_ major: Int, _ minor: Int) -> Bool {
      // "OpenGL ES 3.2 Mesa 22.3.6"
      let words = version.split(separator: " ")
      guard words.count > 2 else { return false }
      let numbers = words[2].split(separator: ".").compactMap { Int($0) }
      guard numbers.count > 1 else { return false }
      return (numbers[0], numbers[1]) >= (major, minor)
    }

    /// Whether the GPU says how long it took for a frame.
    package var hasTimerQueries: Bool { extensions.contains(TimerQuery.name) }

    /// Whether outputs can be of extended range.
    package var offersHalfTargets: Bool {
      DriverTraits.halfTargetNames.contains(where: extensions.contains)
    }

    /// Whether dma-bufs can be textures and targets.
    package var offersDMABufferImport: Bool {
      [DMABufferPlane.importName, DMABufferPlane.imageName].allSatisfy(extensions.contains)
    }

    /// Whether the driver draws on the processor: llvmpipe, softpipe, SwiftShader.
    package var isSoftware: Bool {
      let name = renderer.lowercased()
      return ["llvmpipe", "softpipe", "swiftshader", "software rasterizer"].contains { software in
        name.contains(substring: software)
      }
    }
  }

  package enum Outcome: Equatable, Sendable {
    case works(Driver)
    /// The reason why it cannot be used, in one line.
    case refused(String)
  }

  package struct Attempt: Equatable, Sendable {
    package var platform: EGLPlatform
    package var outcome: Outcome

    package init(_ platform: EGLPlatform, _ outcome: Outcome) {
      self.platform = platform
      self.outcome = outcome
    }
  }

  package var attempts: [Attempt] = []

  package init() {}

  /// The first platform that works, which is the one a renderer takes.
  package var chosen: (platform: EGLPlatform, driver: Driver)? {
    for attempt in attempts {
      if case .works(let driver) = attempt.outcome { return (attempt.platform, driver) }
    }
    return nil
  }

  /// One line for each refusal.
  package var reasons: [String] {
    attempts.compactMap { attempt in
      guard case .refused(let reason) = attempt.outcome else { return nil }
      return "\(attempt.platform): \(reason)"
    }
  }

  package var description: String {
    var lines: [String] = []
    for attempt in attempts {
      switch attempt.outcome {
      case .refused(let reason):
        lines.append("\(attempt.platform): refused, \(reason)")
      case .works(let driver):
        lines.append("\(attempt.platform): works")
        lines.append("  EGL \(driver.eglVersion) (\(driver.eglVendor))")
        lines.append("  GL \(driver.version)")
        lines.append("  renderer \(driver.renderer) (\(driver.vendor))")
        lines.append(
          "  textures to \(driver.maximumTextureSize) pixels a side, "
            + "\(driver.maximumVertexAttributes) vertex attributes, "
            + "\(driver.maximumFragmentInputVectors) fragment inputs"
        )
        lines.append("  extensions \(driver.extensions.joined(separator: " "))")
      }
    }
    return lines.joined(separator: "\n")
  }
}

extension String {
  /// Whether `substring` occurs, byte for byte.
  func contains(substring: String) -> Bool {
    let (text, part) = (Array(utf8), Array(substring.utf8))
    guard !part.isEmpty, text.count >= part.count else { return part.isEmpty }
    return (0...(text.count - part.count)).contains { start in
      text[start..<(start + part.count)].elementsEqual(part)
    }
  }
}
