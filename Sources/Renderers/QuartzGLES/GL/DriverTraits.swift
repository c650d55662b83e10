// The features of a driver, which decide how programs are made.
// Licensed under the MIT license; see LICENSE.
//
// A GPU's blend unit has more than 8 bits, so it is as good as a shader, and free. No blend unit
// supports the named blend modes: shaders read the pixel where the driver allows it, else a copy
// of it. All that only drivers that draw on the processor need is in `SoftwareTraits`.

/// The choices for programs and targets on a driver.
struct DriverTraits: Equatable, Sendable {
  /// Whether shaders can read the target's pixel.
  var fetchesTarget = false
  /// Whether shaders can fetch four texels at once.
  var gathers = false
  /// Whether targets and textures hold B, G, R, A.
  var hasBGRA = false
  /// The reason why surfaces cannot be half floats, in one line; nil if they can.
  var halfAbsence: String? = DriverTraits.noHalfTargets
  /// Whether surfaces can be floats, too, as those between the steps of a blur are.
  var hasFloatTargets = false
  /// Whether all programs are built with the backend, so that none is in a frame.
  var buildsProgramsFirst = true
  /// The choices for drivers that draw on the processor; all are off on a GPU.
  var software = SoftwareTraits()

  init(_ driver: EGLReport.Driver, _ extensions: Set<String>, _ preferences: GLESPreferences) {
    hasBGRA =
      preferences.allowsBGRA
      && ["GL_EXT_texture_format_BGRA8888", "GL_EXT_read_format_bgra"]
        .allSatisfy(extensions.contains)
    fetchesTarget =
      preferences.allowsBlendingInShader && extensions.contains("GL_EXT_shader_framebuffer_fetch")
    hasFloatTargets = extensions.contains(DriverTraits.floatTargetsName)
    let hasHalves = DriverTraits.halfTargetNames.contains(where: extensions.contains)
    if hasHalves, preferences.allowsHalfTargets { halfAbsence = nil }
    gathers = preferences.allowsGathering && driver.isAtLeast(3, 1)
    if driver.isSoftware {
      software = SoftwareTraits(extensions, preferences, fetchesTarget: fetchesTarget)
      buildsProgramsFirst = preferences.buildsProgramsFirst
    }
  }

  /// GL's extension that makes floats, and half floats, targets.
  private static let floatTargetsName = "GL_EXT_color_buffer_float"
  /// GL's extensions of which each makes half floats targets.
  static let halfTargetNames = ["GL_EXT_color_buffer_half_float", floatTargetsName]

  private static let noHalfTargets =
    "GL has neither \(halfTargetNames[0]) nor \(halfTargetNames[1])"
}
