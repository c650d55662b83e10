// Draws all scenes and motions with a driver and with the software renderer, and compares them.
// Licensed under the MIT license; see LICENSE.

import ArgumentParser
import QuartzCore
import QuartzGLES
import QuartzMath
import QuartzModel
import QuartzPlan
import QuartzSoftware
import RenderScenes

struct ComparePictures: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pictures",
    abstract: "Compare the pictures of all scenes and motions with the software renderer's.",
    discussion: """
      Exit code 1: a picture differs by more than the tolerance, and by more than its scene says \
      why; or the driver reported an error.
      """
  )

  @Argument(help: "The connection: gbm:/dev/dri/renderD128, device:0, surfaceless.")
  var platform: String

  @Option(help: "The difference of a channel that is allowed, of 255.")
  var tolerance = 2

  @Option(help: "Draws one scene or motion of so many alone.")
  var every = 1

  func validate() throws {
    guard PlatformChoice(name: platform) != nil else {
      throw ValidationError("there is no connection \(platform)")
    }
    guard every > 0, tolerance >= 0 else {
      throw ValidationError("--every must be above 0 and --tolerance at least 0")
    }
  }

  func run() throws {
    let choice = PlatformChoice(name: platform) ?? .any
    let backend = try GLESBackend(GLESPreferences(platforms: choice))
    let all = Subject.all
    let subjects = all.indices.filter { $0.isMultiple(of: every) }.map { all[$0] }
    var comparison = Comparison(tolerance: tolerance)
    for subject in subjects { try comparison.add(subject, backend) }
    print("- \(subjects.count) of \(all.count) scenes and motions, \(comparison.count) pictures")
    for line in comparison.lines { print("- \(line)") }
    let messages = backend.takeDriverMessages()
    print("- messages of the driver about errors: \(messages.count)")
    for message in messages.prefix(5) { print("- the driver says: \(message)") }
    if comparison.failures.count + messages.count > 0 { throw ExitCode.failure }
  }
}

/// A scene or a motion.
private enum Subject {
  case scene(Scene)
  case motion(Motion)

  static let all = (Scene.all + Scene.generated).map(Subject.scene) + Motion.all.map(Subject.motion)

  /// Its name.
  var name: String {
    switch self {
    case .scene(let scene): scene.name
    case .motion(let motion): motion.name
    }
  }

  /// The reason of a scene for differences between renderers.
  var reason: Reason? {
    guard case .scene(let scene) = self else { return nil }
    let reasons = [Check.flatAreas, .edges].compactMap { scene.exceptions[$0] }
    return reasons.max { $0.tolerance ?? 0 < $1.tolerance ?? 0 }
  }

  /// Its pictures, by their times.
  func frames(_ backend: any RenderBackend) throws -> [(time: Double, frame: RenderedFrame)] {
    switch self {
    case .scene(let scene):
      let stage = try Stage(scene, backend)
      return try scene.times.map { ($0, try stage.frame(at: $0)) }
    case .motion(let motion):
      let stage = try Stage(motion, backend)
      return try motion.moments.compactMap { time in
        stage.advance(to: time, in: motion)
        return motion.times.contains(time) ? (time, try stage.frame(at: time)) : nil
      }
    }
  }
}

/// How the pictures of scenes and motions differ.
private struct Comparison {
  /// A picture, and how it differs.
  struct Found {
    var subject: Subject
    var time: Double
    var difference: PixelDifference

    var text: String { "\(subject.name) at \(time) s: \(difference)" }
  }

  let tolerance: Int
  private(set) var count = 0
  /// Index i: the pictures whose largest difference is i, up to the tolerance.
  private var within: [Int]
  /// The pictures beyond the tolerance, as far as their scenes say why they may be.
  private var explained: [Found] = []
  /// All other pictures beyond the tolerance.
  private(set) var failures: [Found] = []
  private var worst: Found?

  init(tolerance: Int) {
    self.tolerance = tolerance
    within = Array(repeating: 0, count: tolerance + 1)
  }

  /// Draws the pictures of a scene or motion with both renderers.
  mutating func add(_ subject: Subject, _ backend: GLESBackend) throws {
    let expected = try subject.frames(SoftwareBackend(threads: 2))
    for (found, wanted) in zip(try subject.frames(backend), expected) {
      let difference = wanted.frame.pixels.withRows { wanted in
        found.frame.pixels.withRows { PixelDifference($0, wanted, tolerance: tolerance) }
      }
      note(Found(subject: subject, time: found.time, difference: difference))
    }
  }

  private mutating func note(_ found: Found) {
    count += 1
    let largest = found.difference.largest
    if largest > worst?.difference.largest ?? 0 { worst = found }
    if largest <= tolerance {
      within[largest] += 1
    } else if let reason = found.subject.reason, largest <= reason.tolerance ?? 0 {
      explained.append(found)
    } else {
      failures.append(found)
    }
  }

  /// The result, line by line.
  var lines: [String] {
    let counts = within.enumerated().map { index, count in
      index == 0 ? "\(count) are equal" : "\(count) differ by \(index)"
    }
    let beyond = "\(explained.count + failures.count) by more than \(tolerance)"
    var lines = ["of 255: " + counts.joined(separator: ", ") + ", " + beyond]
    lines.append("worst: " + (worst?.text ?? "none, all are equal"))
    for found in explained {
      let because = found.subject.reason?.because ?? ""
      lines.append("beyond, as the scene says (\(because)): \(found.text)")
    }
    return lines + failures.map { "beyond, and nothing says why: \($0.text)" }
  }
}

extension PixelBuffer {
  /// The picture for comparisons.
  fileprivate func withRows<Result>(_ body: (PixelRows) -> Result) -> Result {
    withBytes { bytes in
      guard let base = bytes.baseAddress else { preconditionFailure("A picture has no pixels") }
      return body(PixelRows(base, width: width, height: height, rowBytes: rowBytes))
    }
  }
}
