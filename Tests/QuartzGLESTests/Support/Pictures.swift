// Pictures drawn by both renderers, and how they differ.
// Licensed under the MIT license; see LICENSE.

import Glibc
import QuartzMath
import QuartzModel
import QuartzSoftware
import TestPlatform
import Testing

@testable import QuartzGLES
@testable import QuartzPlan

/// Whether tests can draw with GL here.
enum GLMachine {
  static let report = EGLReport.probe(.ofTests)
  /// Whether shaders read the target's pixels and mix with them.
  static var mixesInShaders: Bool {
    guard let driver = report.chosen?.driver, driver.isSoftware else { return false }
    return driver.extensions.contains("GL_EXT_shader_framebuffer_fetch")
  }
  static var isAvailable: Bool { report.chosen != nil }
  static var reason: Comment {
    "no EGL platform works here: \(report.reasons.joined(separator: "; "))"
  }
}

/// A backend that looks for errors.
func debugBackend(_ change: (inout GLESPreferences) -> Void = { _ in }) throws -> GLESBackend {
  var preferences = GLESPreferences.ofTests
  preferences.isDebug = true
  change(&preferences)
  return try GLESBackend(preferences)
}

/// Pixels as bytes R, G, B, A.
struct TargetPicture: Equatable {
  let width: Int
  let height: Int
  var bytes: [UInt8]

  init(width: Int, height: Int, bytes: [UInt8]) {
    self.width = width
    self.height = height
    self.bytes = bytes
  }

  /// Draws one plan with a backend, in a context of its own.
  init(
    _ plan: RenderPlan,
    _ images: [(ImageID, PixelBuffer)] = [],
    with backend: any RenderBackend
  ) throws {
    let frame = plan.outputFrame
    try backend.createOutput(1, width: Int(frame.width), height: Int(frame.height))
    defer { backend.destroyOutput(1) }
    for (image, pixels) in images {
      try backend.createImage(ImageKey(context: 1, image: image), pixels)
    }
    defer {
      for (image, _) in images { backend.destroyImage(ImageKey(context: 1, image: image)) }
    }
    try backend.execute(plan, context: 1)
    try self.init(of: 1, Int(frame.width), Int(frame.height), in: backend)
  }

  /// Reads the current picture of an output.
  init(of context: UInt32, _ width: Int, _ height: Int, in backend: any RenderBackend) throws {
    self.width = width
    self.height = height
    bytes = [UInt8](repeating: 0, count: width * height * 4)
    try bytes.withUnsafeMutableBytes { memory in
      try backend.read(
        context,
        PixelRect(width: Int32(width), height: Int32(height)),
        into: memory,
        rowBytes: width * 4
      )
    }
    if let gles = backend as? GLESBackend { #expect(gles.takeDriverMessages() == []) }
  }

  subscript(x: Int, y: Int) -> [UInt8] {
    let start = (y * width + x) * 4
    return Array(bytes[start..<(start + 4)])
  }

  /// The picture for comparisons.
  func withRows<Result>(_ body: (PixelRows) -> Result) -> Result {
    bytes.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress else { preconditionFailure("A picture has no pixels") }
      return body(PixelRows(base, width: width, height: height, rowBytes: width * 4))
    }
  }

  /// Writes a file that python3 or an image viewer reads (PAM), for looking at.
  func write(to path: String) {
    guard let file = fopen(path, "wb") else { return }
    defer { fclose(file) }
    let head =
      "P7\nWIDTH \(width)\nHEIGHT \(height)\nDEPTH 4\nMAXVAL 255\nTUPLTYPE RGB_ALPHA\nENDHDR\n"
    fputs(head, file)
    fwrite(bytes, 1, bytes.count, file)
  }
}

extension TargetPicture {
  /// Writes the picture to the folder that QUARTZ_PICTURES names, if it does.
  func save(_ name: String) {
    if let folder = getenv("QUARTZ_PICTURES") {
      write(to: String(cString: folder) + "/\(name).pam")
    }
  }
}

/// How much two pictures differ.
struct PictureDifference: CustomStringConvertible {
  /// The largest difference of a channel where the reference is the same all around, and elsewhere.
  var flat = 0
  var edge = 0
  var count = 0
  var worst = (x: 0, y: 0)
  private var reference: TargetPicture
  private var actual: TargetPicture

  init(reference: TargetPicture, actual: TargetPicture) {
    self.reference = reference
    self.actual = actual
    var all = PixelDifference()
    reference.withRows { expected in
      actual.withRows { found in
        all.add(expected, found) { x, y, steps in note(Int(steps.max()), x, y) }
      }
    }
    count = all.count
  }

  private mutating func note(_ difference: Int, _ x: Int, _ y: Int) {
    if difference > max(flat, edge) { worst = (x, y) }
    if isFlat(x, y) { flat = max(flat, difference) } else { edge = max(edge, difference) }
  }

  private func isFlat(_ x: Int, _ y: Int) -> Bool {
    for row in max(y - 1, 0)...min(y + 1, reference.height - 1) {
      for column in max(x - 1, 0)...min(x + 1, reference.width - 1)
      where reference[column, row] != reference[x, y] { return false }
    }
    return true
  }

  var description: String {
    """
    \(count) pixels differ, flat areas by up to \(flat), edges by up to \(edge); the worst at \
    (\(worst.x), \(worst.y)): \(reference[worst.x, worst.y]) expected, \
    \(actual[worst.x, worst.y]) found
    """
  }
}

/// Draws the plan with both renderers and expects what the plan says, pixel by pixel, of both.
func expectPlan(
  _ plan: RenderPlan,
  named name: String = "",
  with backend: GLESBackend,
  within limit: Int = 1,
  software softwareLimit: Int? = nil,
  sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let reference = PlanEvaluator(plan).picture
  let actual = try TargetPicture(plan, with: backend)
  let software = try TargetPicture(plan, with: SoftwareBackend(threads: 1))
  if let folder = getenv("QUARTZ_PICTURES"), !name.isEmpty {
    actual.write(to: String(cString: folder) + "/\(name)-gles.pam")
  }
  let other = softwareLimit ?? limit
  let differences = [
    ("GLES and the plan", limit, PictureDifference(reference: reference, actual: actual)),
    ("software and the plan", other, PictureDifference(reference: reference, actual: software)),
    ("GLES and software", other, PictureDifference(reference: software, actual: actual)),
  ]
  for (pair, limit, difference) in differences {
    #expect(
      max(difference.flat, difference.edge) <= limit,
      "\(name), \(pair): \(difference)",
      sourceLocation: sourceLocation
    )
  }
}

/// Draws the plan with both renderers and expects them to agree within 1 on flat areas, 2 on edges.
func expectAgreement(
  _ plan: RenderPlan,
  _ images: [(ImageID, PixelBuffer)] = [],
  named name: String = "",
  with backend: GLESBackend,
  flat: Int = 1,
  edge: Int = 1,
  sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let reference = try TargetPicture(plan, images, with: SoftwareBackend(threads: 1))
  let actual = try TargetPicture(plan, images, with: backend)
  let difference = PictureDifference(reference: reference, actual: actual)
  if !name.isEmpty {
    actual.save("\(name)-gles")
    reference.save("\(name)-software")
  }
  #expect(
    difference.flat <= flat && difference.edge <= edge,
    "\(name): \(difference)",
    sourceLocation: sourceLocation
  )
}
