// shadergen CHECKOUT --output FOLDER: writes the Swift that follows from CHECKOUT/Shaders.
// Licensed under the MIT license; see LICENSE.
//
// `--expand FOLDER` writes every stage of every variant instead, for a validator.

import Foundation

func write(_ text: String, to path: String) throws {
  let folder = (path as NSString).deletingLastPathComponent
  try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  try text.write(toFile: path, atomically: true, encoding: .utf8)
}

func fail(_ message: String, code: Int32) -> Never {
  FileHandle.standardError.write(Data(("shadergen: " + message + "\n").utf8))
  exit(code)
}

let arguments = CommandLine.arguments
guard arguments.count == 4, ["--output", "--expand"].contains(arguments[2]) else {
  fail("usage: shadergen CHECKOUT --output FOLDER | --expand FOLDER", code: 2)
}
do {
  let generator = try ShaderGenerator(root: arguments[1])
  let files =
    arguments[2] == "--output"
    ? generator.outputs().map { ($0.path, $0.text) } : generator.stages().map { ($0.name, $0.text) }
  for (path, text) in files { try write(text, to: "\(arguments[3])/\(path)") }
} catch {
  fail("\(error)", code: 1)
}
