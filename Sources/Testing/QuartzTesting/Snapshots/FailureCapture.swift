// The capture that a failing test leaves.
// Licensed under the MIT license; see LICENSE.

import Foundation
import QuartzModel
import QuartzWire

extension PictureSource {
  /// The end of the name of a capture.
  static let captureName = "capture"

  /// Writes the trees of the picture's frames, each as a context of its own, for `quartz replay`.
  ///
  /// - Throws: `CaptureError`.
  func writeCapture(to path: String) throws {
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let header = CaptureHeader(
      start: 0,
      process: UInt32(clamping: ProcessInfo.processInfo.processIdentifier)
    )
    let writer = try CaptureWriter(path: path, header)
    try writer.add(Hello(clientName: "snapshot"), at: 0)
    for (index, part) in parts.enumerated() {
      let context = UInt32(index + 1)
      try writer.add(
        CreateContext(context: context, configuration: part.configuration, clock: .stepped),
        at: 0
      )
      // Particles begin with the commit, as they did on the stage.
      let tree = part.tree.wholeTree(at: 0)
      for commit in tree.commit.split(descriptors: WireLimits().descriptors) {
        try writer.add(CommitMessage(context: context, commit: commit), at: 0)
      }
      try writer.add(RequestFrame(context: context, time: .seconds(part.time)), at: 0)
    }
    try writer.finish()
  }
}
