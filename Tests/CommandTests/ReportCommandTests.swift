// quartz diff --output and quartz report, as a user runs them.
// Licensed under the MIT license; see LICENSE.

import Foundation
import QuartzTesting
import Testing

@Suite("Pictures of differences") struct ReportCommandTests {
  private func square(_ red: CGFloat, side: Int = 10) throws -> CGImage {
    let layer = CALayer()
    layer.frame = CGRect(x: 0, y: 0, width: side, height: side)
    layer.backgroundColor = CGColor(red: red, green: 0, blue: 0, alpha: 1)
    return try renderedImage(of: layer, size: layer.bounds.size)
  }

  /// Writes pictures under names of a tool's folder.
  private func write(_ pictures: [String: CGImage], _ tool: Tool) throws {
    for (name, image) in pictures {
      try image.pngData().write(to: URL(fileURLWithPath: tool.path(name)))
    }
  }

  @Test func diffShowsBothAndTheDifference() throws {
    let tool = try Tool()
    try write(["a.png": square(1), "b.png": square(0.8)], tool)
    let outcome = try tool.run(["diff", "a.png", "b.png", "-o", "c.png"])
    #expect(outcome.status == 0)
    #expect(outcome.text.contains("up to 51, 100 pixels"))
    let picture = try PNGFile(tool.bytes("c.png")).image()
    #expect(picture.width == 3 * 10 + 4 * 8 && picture.height == 10 + 2 * 8)
    let bytes = picture.pixelStorage.withBytes { Array($0) }
    func pixel(_ x: Int) -> [UInt8] {
      Array(bytes[(12 * picture.width + x) * 4..<(12 * picture.width + x) * 4 + 4])
    }
    #expect(pixel(12) == [255, 0, 0, 255])
    #expect(pixel(30) == [204, 0, 0, 255])
    // 51 steps, 16 times brighter.
    #expect(pixel(48) == [255, 0, 0, 255])
    #expect(pixel(4) == [96, 96, 96, 255])
  }

  @Test func diffOfFoldersWritesOneForEachName() throws {
    let tool = try Tool()
    for folder in ["one", "two"] {
      try FileManager.default.createDirectory(
        atPath: tool.path(folder),
        withIntermediateDirectories: true
      )
    }
    try write(["one/a.png": square(1), "two/a.png": square(0.5)], tool)
    #expect(try tool.run(["diff", "one", "two", "-o", "shown"]).status == 0)
    #expect(try PNGFile(tool.bytes("shown/a.png")).image().width == 62)
  }

  @Test func reportHasAllFailures() throws {
    let tool = try Tool()
    try FileManager.default.createDirectory(
      atPath: tool.path("left/CardTests"),
      withIntermediateDirectories: true
    )
    try write(
      [
        "left/CardTests/card.1.reference.png": square(1),
        "left/CardTests/card.1.actual.png": square(0),
      ],
      tool
    )
    let record = """
      {"name": "card.1.png", "place": "T/CardTests.swift:3", "message": "</script><i>", "reference": "r",
       "pictures": {"reference": "card.1.reference.png", "actual": "card.1.actual.png"}}
      """
    let path = tool.path("left/CardTests/card.1.failure.json")
    try Data(record.utf8).write(to: URL(fileURLWithPath: path))
    let outcome = try tool.run(["report", "left", "-o", "page.html"])
    #expect(outcome.status == 0 && outcome.text == "page.html: 1 failure\n")
    let page = String(decoding: try tool.bytes("page.html"), as: UTF8.self)
    let picture = try tool.bytes("left/CardTests/card.1.actual.png").base64EncodedString()
    #expect(page.contains("data:image/png;base64,\(picture)"))
    // The text of a message cannot end the element that holds the data.
    #expect(page.contains("\\u003c/script>\\u003ci>") && !page.contains("<i>"))
    #expect(!page.contains("http://") && !page.contains("https://"))
  }

  @Test func reportOfNothingAndOfBadFolders() throws {
    let tool = try Tool()
    let missing = try tool.run(["report", "none"])
    #expect(missing.status == 1)
    #expect(
      missing.errorLines == [
        "quartz: none: no such folder; run the tests with SNAPSHOT_ARTIFACTS=none first"
      ]
    )
    try FileManager.default.createDirectory(
      atPath: tool.path("left"),
      withIntermediateDirectories: true
    )
    #expect(try tool.run(["report", "left"]).text == "report.html: 0 failures\n")
    try Data("{".utf8).write(to: URL(fileURLWithPath: tool.path("left/a.failure.json")))
    let bad = try tool.run(["report", "left"])
    #expect(bad.status == 1)
    #expect(
      bad.errorLines == [
        "quartz: left/a.failure.json is no record of a failure; delete the folder and run the tests again"
      ]
    )
    let record = """
      {"name": "a", "place": "", "message": "", "reference": "",
       "pictures": {"reference": "../../etc/passwd", "actual": "x.png"}}
      """
    try Data(record.utf8).write(to: URL(fileURLWithPath: tool.path("left/a.failure.json")))
    let outside = try tool.run(["report", "left"])
    #expect(
      outside.status == 1 && outside.error.contains("left/passwd, which left/a.failure.json names")
    )
  }
}
