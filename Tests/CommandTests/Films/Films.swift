// Films for tests, and what is in them.
// Licensed under the MIT license; see LICENSE.

import Foundation
import Testing

/// Programs of FFmpeg, for looking at films.
enum FFmpeg {
  /// Returns ffprobe's entries for the first stream, by name.
  static func probe(_ path: String, _ entries: String, counting: Bool = false) throws
    -> [String: String]
  {
    let arguments = ["ffprobe", "-v", "error"] + (counting ? ["-count_frames"] : [])
    let text = try run(
      arguments + ["-show_entries", entries, "-of", "default=noprint_wrappers=1", path]
    )
    let lines = String(decoding: text, as: UTF8.self).split(separator: "\n")
    let pairs = lines.map { $0.split(separator: "=", maxSplits: 1).map(String.init) }
    return Dictionary(pairs.filter { $0.count == 2 }.map { ($0[0], $0[1]) }) { first, _ in first }
  }

  /// The frames of a film as R, G, B, A bytes.
  ///
  /// - Parameter isConstant: Whether frames are repeated where they show for longer.
  static func frames(
    _ path: String,
    decoder: [String] = [],
    isConstant: Bool = true
  ) throws -> Data {
    try run(
      ["ffmpeg", "-v", "error"] + decoder
        + ["-i", path] + (isConstant ? [] : ["-vsync", "passthrough"])
        + ["-f", "rawvideo", "-pix_fmt", "rgba", "pipe:1"]
    )
  }

  /// The times of a film's pictures in seconds, in the order of decoding.
  static func times(_ path: String) throws -> [Double] {
    let text = try run(
      [
        "ffprobe", "-v", "error", "-select_streams", "v", "-show_entries", "packet=pts_time", "-of",
        "csv=p=0", path,
      ]
    )
    return String(decoding: text, as: UTF8.self).split(separator: "\n").compactMap { Double($0) }
  }

  private static func run(_ arguments: [String]) throws -> Data {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = arguments
    process.standardInput = FileHandle.nullDevice
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0, "\(arguments)")
    return bytes
  }
}

/// A package of one square that moves by ten points a second, on nothing.
func makeMover(_ tool: Tool, size: (Int, Int) = (64, 32), index: String = "") throws {
  let folder = tool.folder.appendingPathComponent("Mover.ca")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  let document = """
    <caml xmlns="http://www.apple.com/CoreAnimation/1.0">
    <CALayer bounds="0 0 \(size.0) \(size.1)" position="0 0"><sublayers>
    <CALayer bounds="0 0 20 20" anchorPoint="0 0" position="0 6" backgroundColor="1 0 0">
    <animations><move type="CABasicAnimation" keyPath="position.x" duration="10" beginTime="1e-100">
    <fromValue type="real" value="0"/><toValue type="real" value="100"/></move></animations>
    </CALayer></sublayers></CALayer></caml>
    """
  try Data(document.utf8).write(to: folder.appendingPathComponent("main.caml"))
  let list = """
    <?xml version="1.0" encoding="UTF-8"?>
    <plist version="1.0"><dict><key>rootDocument</key><string>main.caml</string>\(index)</dict></plist>
    """
  try Data(list.utf8).write(to: folder.appendingPathComponent("index.xml"))
}
