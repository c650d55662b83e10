// The films that the demos play, made by FFmpeg at the first run.
// Licensed under the MIT license; see LICENSE.

import BookKit
import Foundation
import UIKit

/// Films of the demos: ten seconds of 30 pictures of 320 x 240, in units of a 600th of a second.
///
/// The left half of picture n has the grey level n modulo 256, the right half is white, and the
/// upper 20 rows have the colour of the film. Nothing is lost by the codec, so that a pixel tells
/// the number of its picture.
@MainActor
enum Films {
  /// The colours of the films, in the order of the text.
  enum Strip: String, CaseIterable {
    case red = "FF0000"
    case green = "00FF00"
    case blue = "0000FF"
    case cyan = "00FFFF"
    case magenta = "FF00FF"
    case yellow = "FFFF00"

    /// The colour that a screen shows.
    var color: UIColor {
      switch self {
      case .red: .red
      case .green: .green
      case .blue: .blue
      case .cyan: .cyan
      case .magenta: .magenta
      case .yellow: .yellow
      }
    }
  }

  /// The number of pictures of each film.
  static let count = 300
  /// Pictures in a second.
  static let rate = 30.0

  /// Returns the film with a strip of a colour.
  ///
  /// A film that cannot be made is reported on the standard error, and plays nothing.
  static func url(_ strip: Strip = .red) -> URL {
    let folder = FileManager.default.temporaryDirectory.appending(path: "quartz-book")
    let film = folder.appending(path: "film-\(strip.rawValue).mov")
    guard !FileManager.default.fileExists(atPath: film.path) else { return film }
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      // Another program may make the same film now: the last one to end it wins.
      let part = folder.appending(path: "part-\(ProcessInfo.processInfo.processIdentifier).mov")
      try make(strip, at: part)
      guard rename(part.path, film.path) == 0 else { throw CocoaError(.fileWriteUnknown) }
    } catch {
      FileHandle.standardError.write(Data("book: no film \(film.path): \(error)\n".utf8))
    }
    return film
  }

  private static func make(_ strip: Strip, at url: URL) throws {
    let gray = ["r", "g", "b"].map { "\($0)='mod(N,256)'" }.joined(separator: ":")
    let pictures =
      "nullsrc=s=2x2:r=30:d=10,format=gbrp,geq=\(gray),scale=160:240:flags=neighbor,setsar=1,"
      + "format=rgb24,pad=320:240:0:0:white,drawbox=0:0:320:20:0x\(strip.rawValue):fill"
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [
      "ffmpeg", "-nostdin", "-v", "error", "-y", "-f", "lavfi", "-i", pictures, "-c:v", "qtrle",
      "-pix_fmt", "rgb24", "-g", "12", "-video_track_timescale", "600", url.path,
    ]
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw CocoaError(.fileWriteUnknown) }
  }
}

extension Stage {
  /// The number of the picture that a film shows at a place of its left half, modulo 256.
  func picture(at point: CGPoint) throws -> Int { try Lockwood1.Pixels(self)[point][0] }
}
