// Where reference pictures are, and what a mismatch leaves behind.
// Licensed under the MIT license; see LICENSE.

import Foundation
import QuartzMath
import RenderScenes
import Testing

enum References {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
  private static let leftovers = folder.appending(path: "../../out/render-tests")
    .standardizedFileURL
  static let isRecording = ProcessInfo.processInfo.environment["QUARTZ_RECORD"] != nil

  /// The file of a picture: those of cases have folders of their own.
  static func url(_ name: String) -> URL {
    let references = folder.appending(path: "References")
    guard let prefix = ["AG", "LW", "NB", "ZL"].first(where: { name.hasPrefix($0 + "-") }) else {
      return references.appending(path: "\(name).png")
    }
    return references.appending(path: "\(prefix)/\(name).png")
  }

  /// The text of a file beside the pictures.
  static func text(_ name: String) throws -> String {
    try String(contentsOf: folder.appending(path: "References/\(name)"), encoding: .utf8)
  }

  /// Leaves two pictures in out/render-tests.
  static func leave(_ actual: Picture, _ expected: Picture, _ name: String) {
    try? actual.write(to: leftovers.appending(path: "\(name).actual.png"))
    try? expected.write(to: leftovers.appending(path: "\(name).expected.png"))
  }
}

/// Fails with what differs, and leaves the actual picture behind.
func expectEqual(
  _ actual: Picture,
  _ expected: Picture,
  within tolerance: Int,
  _ name: String,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  let difference = PixelDifference(actual, expected, tolerance: tolerance)
  if difference.largest > tolerance { References.leave(actual, expected, name) }
  #expect(difference.largest <= tolerance, "\(name): \(difference)", sourceLocation: sourceLocation)
}

extension Picture {
  /// Fails if the pixel of a probe has another colour.
  func check(
    _ probe: Probe,
    scale: Double,
    _ name: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let (x, y) = (Int(probe.x * scale), Int(probe.y * scale))
    guard (0..<width).contains(x), (0..<height).contains(y) else {
      Issue.record("\(name): \(probe) is outside", sourceLocation: sourceLocation)
      return
    }
    let pixel = self[x, y]
    for channel in 0..<3 where abs(Int(pixel[channel]) - probe.color[channel]) > probe.tolerance {
      Issue.record(
        "\(name): \(probe) is \(pixel), expected \(probe.color)",
        sourceLocation: sourceLocation
      )
      return
    }
  }
}
