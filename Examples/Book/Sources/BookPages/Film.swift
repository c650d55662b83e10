// Films of demos, made by FFmpeg.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation

/// A film that grows by pictures.
@MainActor
final class Film {
  /// Pictures per second.
  static let rate = 30.0

  private let process = Process()
  private let pipe = Pipe()

  /// Starts FFmpeg.
  ///
  /// - Parameter path: The file; its extension says the format.
  init(path: String) throws {
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [
      "ffmpeg", "-loglevel", "error", "-y", "-f", "image2pipe", "-framerate", "\(Self.rate)",
      "-c:v", "png", "-i", "-", "-vf", "pad=ceil(iw/2)*2:ceil(ih/2)*2", "-pix_fmt", "yuv420p",
      "-xerror", "-flush_packets", "1", path,
    ]
    process.standardInput = pipe
    try process.run()
  }

  /// Adds a picture.
  func append(_ image: CGImage) throws {
    guard let data = Strip.png(image) else { return }
    try pipe.fileHandleForWriting.write(contentsOf: data)
  }

  /// Ends the film; fails if FFmpeg did.
  func finish() throws {
    try pipe.fileHandleForWriting.close()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw Strip.Problem(description: "ffmpeg ended with \(process.terminationStatus)")
    }
  }
}
