// The driver that tests of OpenGL ES draw with.
// Licensed under the MIT license; see LICENSE.

package import QuartzGLES
import QuartzWire

extension GLESPreferences {
  /// The platform of `QUARTZ_PLATFORM`, as programs that draw with OpenGL ES have it; the first
  /// that works without it.
  package static var ofTests: GLESPreferences {
    guard let name = ProcessEnvironment.current.platform else { return GLESPreferences() }
    guard let platforms = PlatformChoice(name: name) else {
      preconditionFailure("QUARTZ_PLATFORM is no EGL platform: \(name)")
    }
    return GLESPreferences(platforms: platforms)
  }
}
