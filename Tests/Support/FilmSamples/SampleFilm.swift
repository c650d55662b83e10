// Films whose every picture shows its number.
// Licensed under the MIT license; see LICENSE.

import Foundation
import Glibc
import Synchronization
import Testing

/// A folder that goes away with the test.
package final class Folder {
  package let path: String

  package init() throws {
    var name = Array((NSTemporaryDirectory() + "quartz-films-XXXXXX").utf8CString)
    guard mkdtemp(&name) != nil else { throw CocoaError(.fileWriteUnknown) }
    path = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  package func file(_ name: String) -> String { path + "/" + name }
}

/// A failure of ffmpeg in a test.
package struct EncodingFailure: Error {
  package var message: String
}

/// Runs ffmpeg in a test.
package func ffmpeg(_ arguments: [String]) throws {
  let process = Process()
  process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
  process.arguments = ["ffmpeg", "-nostdin", "-v", "error", "-y"] + arguments
  let messages = Pipe()
  process.standardError = messages
  try process.run()
  let text = messages.fileHandleForReading.readDataToEndOfFile()
  process.waitUntilExit()
  guard process.terminationStatus == 0 else {
    throw EncodingFailure(message: String(decoding: text, as: UTF8.self))
  }
}

/// Pictures of 4 x 4 squares, black and white, that are the bits of a number.
package enum NumberPicture {
  package static let side = 64
  static let square = 16

  /// The picture of a number in grey.
  package static func gray(_ number: Int) -> [UInt8] {
    (0..<side * side).map { place in
      let (x, y) = (place % side / square, place / side / square)
      return number >> (y * 4 + x) & 1 == 1 ? 235 : 16
    }
  }

  /// The number that a picture shows; the middle of each square counts.
  package static func number(_ rgba: [UInt8], width: Int = side) -> Int {
    (0..<16).reduce(0) { sum, bit in
      let x = bit % 4 * square + square / 2
      let y = bit / 4 * square + square / 2
      return sum | (rgba[(y * width + x) * 4 + 1] > 127 ? 1 << bit : 0)
    }
  }

  /// Writes the pictures of 0..<count as a file of raw grey.
  package static func write(_ count: Int, to path: String) throws {
    var bytes = Data()
    for number in 0..<count { bytes.append(contentsOf: gray(number)) }
    try bytes.write(to: URL(fileURLWithPath: path))
  }
}

/// A codec in a container.
package struct FilmKind: Sendable, CustomTestStringConvertible {
  package var name: String
  package var file: String
  package var arguments: [String]
  package var rate = "25"
  /// Whether decoding can begin at key pictures.
  package var canSeek = true

  package var testDescription: String { name }

  private static let small = ["-g", "12", "-threads", "1"]

  package static let all: [FilmKind] = [
    FilmKind(
      name: "h264 mp4",
      file: "a.mp4",
      arguments: ["-c:v", "libx264", "-bf", "3", "-pix_fmt", "yuv420p"] + small
    ),
    FilmKind(
      name: "h264 mov of 29.97",
      file: "a.mov",
      arguments: ["-c:v", "libx264", "-bf", "2", "-pix_fmt", "yuv420p"] + small,
      rate: "30000/1001"
    ),
    FilmKind(
      name: "h264 mkv",
      file: "a.mkv",
      arguments: ["-c:v", "libx264", "-bf", "2", "-pix_fmt", "yuv422p"] + small
    ),
    FilmKind(
      name: "h264 open groups mp4",
      file: "o.mp4",
      arguments: [
        "-c:v", "libx264", "-bf", "3", "-x264-params", "open-gop=1:keyint=12", "-pix_fmt",
        "yuv420p", "-threads", "1",
      ]
    ),
    FilmKind(
      name: "h264 mpegts",
      file: "a.ts",
      arguments: ["-c:v", "libx264", "-bf", "2", "-pix_fmt", "yuv420p"] + small,
      canSeek: false
    ),
    FilmKind(
      name: "hevc mp4",
      file: "h.mp4",
      arguments: [
        "-c:v", "libx265", "-preset", "ultrafast", "-x265-params",
        "log-level=none:keyint=12:bframes=3:pools=1", "-pix_fmt", "yuv420p10le", "-tag:v", "hvc1",
      ]
    ),
    FilmKind(
      name: "vp8 webm",
      file: "8.webm",
      arguments: [
        "-c:v", "libvpx", "-auto-alt-ref", "1", "-lag-in-frames", "8", "-b:v", "500k", "-cpu-used",
        "4", "-pix_fmt", "yuv420p",
      ] + small
    ),
    FilmKind(
      name: "vp9 webm",
      file: "9.webm",
      arguments: [
        "-c:v", "libvpx-vp9", "-deadline", "realtime", "-cpu-used", "8", "-b:v", "500k",
        "-pix_fmt", "yuv420p",
      ] + small
    ),
    FilmKind(
      name: "av1 mkv",
      file: "1.mkv",
      arguments: [
        "-c:v", "libaom-av1", "-cpu-used", "8", "-usage", "realtime", "-pix_fmt", "yuv420p",
      ] + small
    ),
    FilmKind(
      name: "prores 4444 mov",
      file: "p.mov",
      arguments: ["-c:v", "prores_ks", "-profile:v", "4444", "-pix_fmt", "yuva444p10le"]
    ),
    FilmKind(
      name: "mpeg4 avi",
      file: "a.avi",
      arguments: ["-c:v", "mpeg4", "-bf", "2", "-q:v", "3", "-pix_fmt", "yuv420p"] + small,
      canSeek: false
    ),
    FilmKind(
      name: "mjpeg avi",
      file: "j.avi",
      arguments: ["-c:v", "mjpeg", "-q:v", "2", "-pix_fmt", "yuvj420p"],
      canSeek: false
    ),
    FilmKind(
      name: "ffv1 mkv",
      file: "f.mkv",
      arguments: ["-c:v", "ffv1", "-pix_fmt", "yuv444p", "-threads", "1"]
    ),
    FilmKind(name: "gif", file: "a.gif", arguments: ["-pix_fmt", "gray"]),
    FilmKind(
      name: "webp",
      file: "a.webp",
      arguments: ["-c:v", "libwebp_anim", "-lossless", "1", "-pix_fmt", "rgb24"]
    ),
    FilmKind(name: "apng", file: "a.apng", arguments: ["-pix_fmt", "rgb24", "-f", "apng"]),
  ]

  /// Films that were made, by what makes them.
  private static let made = Mutex<[[String]: Data]>([:])

  /// Makes a film of so many pictures; each kind and number is encoded once for all tests.
  package func make(_ count: Int, in folder: Folder) throws -> String {
    let path = folder.file(file)
    let key = ["\(count)", file, rate] + arguments
    if let film = FilmKind.made.withLock({ $0[key] }) {
      try film.write(to: URL(fileURLWithPath: path))
      return path
    }
    let raw = folder.file("numbers.raw")
    try NumberPicture.write(count, to: raw)
    try ffmpeg(
      [
        "-f", "rawvideo", "-pix_fmt", "gray", "-s", "64x64", "-r", rate, "-i", raw,
      ] + arguments + [path]
    )
    try FileManager.default.removeItem(atPath: raw)
    let film = try Data(contentsOf: URL(fileURLWithPath: path))
    FilmKind.made.withLock { $0[key] = film }
    return path
  }
}
