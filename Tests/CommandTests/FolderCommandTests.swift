// quartz render of the documents of a folder.
// Licensed under the MIT license; see LICENSE.

import Foundation
import Testing

@Suite struct FolderCommandTests {
  /// A square of one colour.
  private static func square(_ color: String) -> String {
    """
    {"v":"5.7.1","fr":10,"ip":0,"op":10,"w":20,"h":20,"layers":[{"ty":4,"ip":0,"op":10,"ks":{},
    "shapes":[{"ty":"rc","p":{"k":[10,10]},"s":{"k":[20,20]},"r":{"k":0}},
    {"ty":"fl","c":{"k":[\(color)]},"o":{"k":100}}]}]}
    """
  }

  /// A folder with ten squares, one document that is damaged, and files that are none.
  private func folder() throws -> Tool {
    let tool = try Tool()
    let folder = tool.folder.appendingPathComponent("in")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    try FileManager.default.createDirectory(
      at: tool.folder.appendingPathComponent("out"),
      withIntermediateDirectories: false
    )
    for index in 0..<10 {
      try Data(Self.square("\(Double(index) / 10),0,0").utf8)
        .write(to: folder.appendingPathComponent("square-\(index).json"))
    }
    try Data(#"{"w":1}"#.utf8).write(to: folder.appendingPathComponent("damaged.json"))
    try Data("words".utf8).write(to: folder.appendingPathComponent("notes.txt"))
    try Data("words".utf8).write(to: folder.appendingPathComponent(".hidden.json"))
    return tool
  }

  private func drawn(_ tool: Tool) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: tool.path("out")).sorted()
  }

  /// All but the damaged one are drawn, as by themselves, whatever the number of threads.
  @Test(arguments: [1, 3])
  func oneThatFailsKeepsNoneOfTheOthers(_ jobs: Int) throws {
    let tool = try folder()
    let outcome = try tool.run(
      "render",
      "in",
      "-o",
      "out/{name}.png",
      "--jobs",
      "\(jobs)",
      "--progress"
    )
    #expect(outcome.status == 1)
    let lines = outcome.errorLines
    #expect(lines.first?.hasPrefix("document 2 of 11, ") == true, "\(outcome.error)")
    #expect(lines.contains("damaged.json  failed: h: is missing"), "\(outcome.error)")
    #expect(lines.last == "quartz: 1 of 11 documents failed")
    #expect(try drawn(tool) == (0..<10).map { "square-\($0).png" })
    let alone = try tool.run("render", "in/square-7.json", "-o", "alone.png")
    #expect(alone.status == 0)
    #expect(try tool.bytes("alone.png") == tool.bytes("out/square-7.png"))
  }

  /// A film of each.
  @Test func films() throws {
    let tool = try folder()
    try FileManager.default.removeItem(atPath: tool.path("in/damaged.json"))
    let outcome = try tool.run("render", "in", "-o", "out/{name}.gif", "--frames", "2")
    #expect(outcome.status == 0 && outcome.error.isEmpty, "\(outcome.error)")
    #expect(try drawn(tool).count == 10)
  }

  /// Shares have each document once.
  @Test func shares() throws {
    let tool = try folder()
    try FileManager.default.removeItem(atPath: tool.path("in/damaged.json"))
    var all: [String] = []
    for share in 1...3 {
      let outcome = try tool.run("render", "in", "-o", "out/{name}.png", "--shard", "\(share)/3")
      #expect(outcome.status == 0 && outcome.error.isEmpty, "\(outcome.error)")
      let now = try drawn(tool)
      #expect(now.count == share * 10 / 3)
      all = now
    }
    #expect(all == (0..<10).map { "square-\($0).png" })
  }

  /// The table has what is left out of a document, too.
  @Test func warnings() throws {
    let tool = try folder()
    try FileManager.default.removeItem(atPath: tool.path("in/damaged.json"))
    let expression = Self.square("1,0,0")
      .replacing(#""ks":{}"#, with: #""ks":{"o":{"k":50,"x":"var $bm_rt = 1;"}}"#)
    try Data(expression.utf8).write(to: tool.folder.appendingPathComponent("in/script.json"))
    let outcome = try tool.run("render", "in", "-o", "out/{name}.png")
    #expect(outcome.status == 0)
    #expect(outcome.errorLines.count == 1, "\(outcome.error)")
    #expect(outcome.error.hasPrefix("script.json  warning: "), "\(outcome.error)")
    let strict = try tool.run("render", "in", "-o", "out/{name}.png", "--strict")
    #expect(strict.status == 1)
    #expect(strict.errorLines.last == "quartz: 1 of 11 documents failed")
  }

  @Test(
    arguments: [
      (
        ["nowhere", "-o", "{name}.png"], 1, "{name} is for the documents of a folder: there is none"
      ),
      (["in/notes.txt", "-o", "{name}.png"], 1, "it is a file"),
      (["out", "-o", "{name}.png"], 1, "out: there is no document in the folder"),
      (["in", "-o", "{name}.png", "--stats"], 2, "{name} excludes --stats"),
      (["in", "-o", "{name}.mp4", "--shard", "1/2"], 2, "{name} and --shard are for pictures"),
    ] as [([String], Int32, String)]
  )
  func foldersThatCannotBeDrawn(_ words: [String], _ status: Int32, _ message: String) throws {
    let outcome = try folder().run(["render"] + words)
    #expect(outcome.status == status)
    #expect(outcome.errorLines.count == 1 && outcome.error.contains(message), "\(outcome.error)")
  }

  @Test func namesThatWouldMeet() throws {
    let tool = try folder()
    try Data("x".utf8).write(to: tool.folder.appendingPathComponent("in/square-3.lottie"))
    let outcome = try tool.run("render", "in", "-o", "out/{name}.png")
    #expect(outcome.status == 1)
    #expect(
      outcome.errorLines == [
        "quartz: in: square-3.json and square-3.lottie would be the same file"
      ]
    )
    #expect(try drawn(tool).isEmpty)
  }
}
