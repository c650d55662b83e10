// The options of commands that draw a capture, and the replay that they ask for.
// Licensed under the MIT license; see LICENSE.

import ArgumentParser
import QuartzDocuments
import QuartzGLES
import QuartzPlan
import QuartzServer
import QuartzWire

struct ReplayOptions: ParsableArguments {
  @Option(help: "Who draws: auto, gles or software. Default: software, the same everywhere.")
  var renderer: RendererChoice?

  @Option(help: "The EGL platform that GLES draws on, as quartz render has it.")
  var platform: PlatformChoice?

  @Option(
    help: ArgumentHelp(
      """
      The context to draw, in the order in which they were made, from 1. Default: the largest that is \
      there at the time.
      """,
      valueName: "number"
    )
  )
  var context: Int?

  @Flag(help: "Draw frames whatever they cost.")
  var unlimited = false

  func validate() throws {
    if platform != nil, renderer == .software {
      throw ValidationError("--platform is for GLES, not for --renderer software")
    }
    if let context, context < 1 { throw ValidationError("--context must be at least 1") }
  }

  /// Makes a replay, on the thread that draws.
  func replay(_ path: String) throws -> CaptureReplay {
    let choice = renderer ?? (platform == nil ? .software : .gles)
    let preferences = GLESPreferences(platforms: platform ?? .any)
    var limits = ServerLimits()
    if unlimited { limits.budget = .unlimited }
    return try CaptureReplay(
      try Capture(path: path),
      limits: limits
    ) { () throws(RenderError) in try BackendSelection.make(choice, preferences) }
  }

  /// The context to draw after the records so far; nil if there is none.
  func index(in replay: CaptureReplay) -> Int? {
    guard let context else { return replay.shownContext }
    let index = context - 1
    return replay.contexts.indices.contains(index) && replay.contexts[index].isThere ? index : nil
  }
}

/// Warnings about captures.
enum CaptureReport {
  /// Says that a capture ends before its program did.
  static func report(_ capture: Capture) {
    var warnings: [String] = []
    switch capture.end {
    case .complete: break
    case nil: warnings.append("\(capture.path): cut, or still written: read up to the last record")
    case .fileLimit, .slowDisk, .failure:
      warnings.append("\(capture.path): not all was captured: \(capture.endReason)")
    }
    LayerFile.report(warnings)
  }

  /// Says what the server refused.
  static func report(_ replay: CaptureReplay) {
    LayerFile.report(
      replay.refusals.map { refusal in
        "\(replay.capture.path): record \(refusal.record) was refused: \(refusal.failure.reason)"
      }
    )
  }
}
