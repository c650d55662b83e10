// filtergen CHECKOUT --output FOLDER: writes what follows from CHECKOUT/Filters.
// Licensed under the MIT license; see LICENSE.

import Foundation
import QuartzFilters

func write(_ text: String, to path: String) throws {
  let folder = (path as NSString).deletingLastPathComponent
  try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  try text.write(toFile: path, atomically: true, encoding: .utf8)
}

func fail(_ message: String, code: Int32) -> Never {
  FileHandle.standardError.write(Data(("filtergen: " + message + "\n").utf8))
  exit(code)
}

let arguments = CommandLine.arguments
guard arguments.count == 4, arguments[2] == "--output" else {
  fail("usage: filtergen CHECKOUT --output FOLDER", code: 2)
}
do {
  let table = try AttributeTable(folder: arguments[1] + "/Generators/Filters")
  try write(
    try TableOutput(table: table).text(),
    to: arguments[3] + "/Sources/Renderers/QuartzFilters/Generated/FilterTable.swift"
  )
  let builtins = try BuiltinsOutput(table: table) { FilterCatalog.knows($0) }.output()
  try write(
    builtins.text,
    to: arguments[3] + "/Sources/Frameworks/CoreImage/Generated/CIFilterBuiltins.swift"
  )
  let documents = DocumentsOutput(table: table) { FilterCatalog.knows($0) }
  try write(documents.filters(), to: arguments[3] + "/Documentation/Filters.md")
  let page = "/Sources/Frameworks/CoreImage/CoreImage.docc/CoreImage.md"
  try write(
    try documents.page(
      String(contentsOfFile: arguments[1] + page, encoding: .utf8),
      protocols: builtins.protocols
    ),
    to: arguments[3] + page
  )
} catch {
  fail("\(error)", code: 1)
}
