// Films of demos, made by FFmpeg.
// Licensed under the MIT license; see LICENSE.

import BookKit
import Foundation
import ImageIO
import UIKit

/// A film that grows by pictures.
@MainActor
final class Film {
  /// Pictures per second.
  static let rate = 30.0

  private let process = Process()
  private let pipe = Pipe()

  /// Starts FFmpeg.
  ///
  /// - Parameters:
  ///   - path: The file; its extension says the format.
  ///   - demo: The demo.
  init(path: String, demo: Demo) throws {
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
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
    guard let data = UIImage(cgImage: image).pngData() else { return }
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
