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

  @Test func infoOfAPackage() throws {
    let outcome = try Tool().run("info", Example.path("Clock"))
    #expect(outcome.status == 0 && outcome.error.isEmpty)
    #expect(outcome.text.hasPrefix("canvas 320.0 x 320.0 points, y up\n<CALayer; "))
    #expect(outcome.text.contains("contents = image of "))
  }
}
