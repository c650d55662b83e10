// Decodes a JPEG picture of 12 million pixels, and has djpeg of libjpeg-turbo do the same.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import ImageIO

/// A picture of waves and noise, as large as a camera's.
enum DecodeBench {
  private static let width = 4000
  private static let height = 3000
  /// From Debian's libjpeg-turbo-progs; without it there is nothing to compare with.
  private static let djpeg = "/usr/bin/djpeg"

  static var all: [Bench] {
    let own = Bench(name: "decode/jpeg 12 Mpx") { _ in
      let file = try makeFile()
      return { _ in _ = try CGImageSource(file).image(at: 0) }
    }
    guard access(djpeg, X_OK) == 0 else { return [own] }
    let peer = Bench(name: "decode/jpeg 12 Mpx by djpeg") { _ in
      let file = try TemporaryFile(try makeFile())
      return { _ in try file.run(djpeg, ["-outfile", "/dev/null", file.path]) }
    }
    return [own, peer]
  }

  private struct Failure: Error, CustomStringConvertible {
    var description: String
  }

  private static func makeFile() throws -> Data {
    let picture = CGImage(
      PixelStorage(width: width, height: height) { target in
        var noise = UInt32(1)
        for y in 0..<height {
          for x in 0..<width {
            noise = noise &* 1_664_525 &+ 1_013_904_223
            let wave = sin(Double(x) / 60) * cos(Double(y) / 45) * 90 + 120
            let red = UInt32(wave + Double(noise >> 28))
            let green = UInt32(x * 200 / width) + noise >> 28
            let blue = UInt32(y * 200 / height) + noise >> 28
            target.storeBytes(
              of: red | green << 8 | blue << 16 | 0xFF00_0000,
              toByteOffset: (y * width + x) * 4,
              as: UInt32.self
            )
          }
        }
        return true
      }
    )
    let data = NSMutableData()
    let quality = [kCGImageDestinationLossyCompressionQuality: 0.85] as CFDictionary
    guard let destination = CGImageDestinationCreateWithData(data, "public.jpeg", 1, nil) else {
      throw Failure(description: "there is no JPEG destination")
    }
    CGImageDestinationAddImage(destination, picture, quality)
    guard CGImageDestinationFinalize(destination) else {
      throw Failure(description: "the JPEG file was not written")
    }
    return data as Data
  }

  /// A file that goes with the object.
  private final class TemporaryFile {
    let path = "/tmp/quartz-decode-\(getpid()).jpg"

    init(_ data: Data) throws {
      try data.write(to: URL(fileURLWithPath: path))
    }

    func run(_ program: String, _ arguments: [String]) throws {
      var process = pid_t()
      var words = ([program] + arguments).map { strdup($0) } + [nil]
      defer { for word in words { free(word) } }
      guard posix_spawn(&process, program, nil, nil, &words, environ) == 0 else {
        throw Failure(description: "\(program) does not start")
      }
      var status: Int32 = 0
      guard waitpid(process, &status, 0) == process, status == 0 else {
        throw Failure(description: "\(program) failed with status \(status)")
      }
    }

    deinit {
      unlink(path)
    }
  }
}
