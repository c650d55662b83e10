// quartz convert and quartz info of a package.
// Licensed under the MIT license; see LICENSE.

import Foundation
import Testing

@Suite struct ConvertCommandTests {
  private func picture(_ tool: Tool, _ package: String) throws -> Data {
    let outcome = try tool.run(
      "render",
      package,
      "-o",
      "picture.png",
      "--time",
      "0.7",
      "--renderer",
      "software"
    )
    #expect(outcome.status == 0 && outcome.error.isEmpty, "\(outcome.error)")
    return try tool.bytes("picture.png")
  }

  @Test(arguments: Example.names)
  func packageToArchiveAndBack(name: String) throws {
    let tool = try Tool()
    for (input, output) in [
      (Example.path(name), "a.ca"), ("a.ca", "b.ca"), ("b.ca", "c.caar"), ("c.caar", "d.ca"),
    ] {
      let outcome = try tool.run("convert", input, output)
      #expect(outcome.status == 0 && outcome.error.isEmpty && outcome.output.isEmpty)
    }
    #expect(try tool.bytes("a.ca/main.caml") == (try tool.bytes("b.ca/main.caml")))
    #expect(try tool.bytes("a.ca/index.xml") == (try tool.bytes("b.ca/index.xml")))
    let original = try picture(tool, Example.path(name))
    for package in ["a.ca", "c.caar", "d.ca"] {
      #expect(try picture(tool, package) == original, "\(package)")
    }
  }

  @Test func packageInItsOwnPlace() throws {
    let tool = try Tool()
    #expect(try tool.run("convert", Example.path("Clock"), "a.ca").status == 0)
    let before = try tool.bytes("a.ca/main.caml")
    #expect(try tool.run("convert", "a.ca", "a.ca").status == 0)
    #expect(try tool.bytes("a.ca/main.caml") == before)
    #expect(try tool.files == ["a.ca"])
  }

  @Test func existingFilesAreNotReplaced() throws {
    let tool = try Tool()
    try Data("mine".utf8).write(to: URL(fileURLWithPath: tool.path("a.ca")))
    let outcome = try tool.run("convert", Example.path("Clock"), "a.ca")
    #expect(outcome.status == 1 && outcome.errorLines.count == 1)
    #expect(outcome.error.contains("something that is no layer package is there"))
    #expect(try tool.bytes("a.ca") == Data("mine".utf8) && (try tool.files) == ["a.ca"])
  }

  @Test func archivesThatAreNone() throws {
    let tool = try Tool()
    try Data("bplist00 and no more of it than that, alas".utf8)
      .write(to: URL(fileURLWithPath: tool.path("a.caar")))
    for (input, words) in [("a.caar", "no binary property list"), ("b.caar", "no such package")] {
      let outcome = try tool.run("convert", input, "c.ca")
      #expect(outcome.status == 1 && outcome.errorLines.count == 1)
      #expect(outcome.error.hasPrefix("quartz: \(input)") && outcome.error.contains(words))
    }
    #expect(try tool.files == ["a.caar"])
  }

  /// An archive whose layers have Apple's name for their class, or one that nobody knows.
  @Test func archivesWithClassesOfOtherNames() throws {
    let tool = try Tool()
    #expect(try tool.run("convert", Example.path("Clock"), "a.caar").status == 0)
    let original = try picture(tool, "a.caar")
    for (name, file) in [("CALayer", "b.caar"), ("LKSparkLayer", "c.caar")] {
      var list = try #require(
        try PropertyListSerialization.propertyList(from: tool.bytes("a.caar"), format: nil)
          as? [String: Any]
      )
      var objects = try #require(list["$objects"] as? [Any])
      let place = try #require(
        objects.firstIndex { ($0 as? [String: Any])?["$classname"] as? String == Self.layerName }
      )
      var description = try #require(objects[place] as? [String: Any])
      let above = try #require(description["$classes"] as? [String])
      description["$classname"] = name
      description["$classes"] = name == "CALayer" ? [name] + above.dropFirst() : [name] + above
      objects[place] = description
      list["$objects"] = objects
      try PropertyListSerialization.data(fromPropertyList: list, format: .binary, options: 0)
        .write(to: URL(fileURLWithPath: tool.path(file)))
    }
    #expect(try picture(tool, "b.caar") == original)
    let info = try tool.run("info", "c.caar")
    #expect(info.status == 0 && info.text.contains("<CALayer; "))
    let line = "c.caar: the class LKSparkLayer is not known; its layers are plain ones"
    #expect(info.errorLines.contains { $0.hasSuffix(line) }, "\(info.error)")
    #expect(try tool.run("convert", "c.caar", "d.ca").status == 0)
    #expect(try picture(tool, "d.ca") == original)
  }

  private static let layerName = "QuartzCore.CALayer"

  @Test func infoOfAPackage() throws {
    let outcome = try Tool().run("info", Example.path("Clock"))
    #expect(outcome.status == 0 && outcome.error.isEmpty)
    #expect(outcome.text.hasPrefix("canvas 320.0 x 320.0 points, y up\n<CALayer; "))
    #expect(outcome.text.contains("contents = image of "))
  }
}
