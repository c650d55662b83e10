// draw-ported: draws ported libraries into a folder, and compares with the references.
// Licensed under the MIT license; see LICENSE.
//
//     draw-ported OUT REFERENCES      with QUARTZ_RECORD=1 it writes the references

import Foundation
import UIKit

/// Returns the pixels of a picture as bytes.
func pixels(_ picture: CGImage?) -> Data? { picture?.dataProvider?.data }

@MainActor
func run() throws -> Int {
  guard CommandLine.arguments.count == 3 else {
    throw DrawingFailure(description: "usage: draw-ported OUT REFERENCES")
  }
  let (out, references) = (CommandLine.arguments[1], CommandLine.arguments[2])
  let isRecording = ProcessInfo.processInfo.environment["QUARTZ_RECORD"] == "1"
  try FileManager.default.createDirectory(atPath: out, withIntermediateDirectories: true)
  let drawings =
    try Drawings.whirls() + Drawings.halo() + Drawings.reel() + Drawings.gauge()
    + Drawings.tide() + Drawings.shimmer() + Drawings.sparkle() + Drawings.plot()
    + Drawings.motion() + Drawings.boxes() + Drawings.thumbs() + Drawings.turn()
    + Drawings.badges() + Drawings.levels()
  var failures = 0
  for drawing in drawings {
    guard let data = UIImage(cgImage: drawing.picture).pngData() else {
      throw DrawingFailure(description: "\(drawing.name): cannot be written")
    }
    let name = "/\(drawing.name).png"
    try data.write(to: URL(fileURLWithPath: (isRecording ? references : out) + name))
    guard !isRecording else { continue }
    let reference = UIImage(contentsOfFile: references + name)?.cgImage
    let actual = UIImage(data: data)?.cgImage
    let isSame = reference != nil && pixels(reference) == pixels(actual)
    if !isSame { failures += 1 }
    print("\(drawing.name): \(isSame ? "ok" : "FAILED: \(out)\(name) is not the reference")")
  }
  return failures
}

do {
  exit(try run() == 0 ? 0 : 1)
} catch {
  FileHandle.standardError.write(Data("draw-ported: \(error)\n".utf8))
  exit(1)
}
