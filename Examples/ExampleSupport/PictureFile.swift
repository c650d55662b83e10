// Where the pictures of an example go.
// Licensed under the MIT license; see LICENSE.

package import CoreGraphics
import Foundation
import ImageIO

/// A PNG file: one picture, or frames one after the other.
package struct PictureFile {
  private let path: String

  package init(_ path: String) {
    self.path = path
  }

  /// Writes one picture, and the folders above if they are missing.
  package func write(_ picture: CGImage) throws {
    try write([picture], secondsEach: nil)
  }

  /// Writes an animation that begins anew when it is over (APNG).
  ///
  /// - Parameter frameRate: Frames a second.
  package func write(_ frames: [CGImage], frameRate: Double) throws {
    try write(frames, secondsEach: 1 / frameRate)
  }

  private func write(_ frames: [CGImage], secondsEach: Double?) throws {
    let file = URL(fileURLWithPath: path)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(),
      withIntermediateDirectories: true
    )
    let type = "public.png" as CFString
    guard
      let destination = CGImageDestinationCreateWithURL(file as CFURL, type, frames.count, nil)
    else { throw ExampleFailure("\(path): cannot be written") }
    let delay = secondsEach.map { seconds in
      [kCGImagePropertyPNGDictionary: [kCGImagePropertyAPNGDelayTime: seconds]] as CFDictionary
    }
    for frame in frames { CGImageDestinationAddImage(destination, frame, delay) }
    guard CGImageDestinationFinalize(destination) else {
      throw ExampleFailure("\(path): cannot be written")
    }
  }
}
