// quartz render --shard and quartz join: the bytes of one machine from any number of them.
// Licensed under the MIT license; see LICENSE.

import Foundation
import Testing

/// A film of three groups: frames 0 to 299, 300 to 599, 600 to 699.
private let film = ["--frames", "700", "--fps", "7"]

private func render(_ tool: Tool, _ arguments: [String]) throws -> Outcome {
  try tool.run(["render", "Mover.ca", "--renderer", "software"] + arguments)
}

/// Draws all parts of a film.
private func makeParts(_ tool: Tool, _ name: String, _ count: Int, _ options: [String] = film)
  throws -> [String]
{
  try (1...count).map { number in
    let outcome = try render(tool, ["-o", name, "--shard", "\(number)/\(count)"] + options)
    #expect(outcome.status == 0 && outcome.error.isEmpty, "\(outcome.error)")
    return "\(name).\(number)-of-\(count).part"
  }
}

@Suite struct ShardCommandTests {
  /// The film of one machine has the bytes of the film of many, in whatever order they come.
  @Test(
    arguments: [
      ("a.mp4", []), ("a.mp4", ["--preset", "fast", "--background", "#336699"]),
      ("a.webm", ["--size", "33x27"]),
      ("a.mov", ["--size", "33x27", "--background", "0.2 0.4 0.6 0.5"]),
    ] as [(String, [String])]
  )
  func filmsAreTheSame(name: String, options: [String]) throws {
    let tool = try Tool()
    try makeMover(tool)
    #expect(try render(tool, ["-o", name] + film + options).status == 0)
    let whole = try tool.bytes(name)
    let stream = try FFmpeg.probe(
      tool.path(name),
      "stream=nb_read_frames,r_frame_rate",
      counting: true
    )
    #expect(stream["nb_read_frames"] == "700" && stream["r_frame_rate"] == "7/1")
    // More parts than groups, too: some of them are empty.
    for count in [1, 2, 3, 5] {
      let parts = try makeParts(tool, name, count, film + options)
      let joined = try tool.run(["join"] + parts.reversed() + ["-o", "joined-" + name])
      #expect(joined.status == 0 && joined.error.isEmpty, "\(joined.error)")
      #expect(try tool.bytes("joined-" + name) == whole, "\(count) parts")
    }
  }

  /// Each frame of a film of several groups has its own time and its own picture.
  @Test func framesOfGroupsAreExact() throws {
    let tool = try Tool()
    try makeMover(tool)
    let options = ["-o", "a.mp4", "--frames", "601", "--fps", "60", "--preset", "medium"]
    #expect(try render(tool, options).status == 0)
    let times = try FFmpeg.times(tool.path("a.mp4"))
    #expect(times.count == 601)
    for (index, time) in times.sorted().enumerated() {
      #expect(abs(time - Double(index) / 60) < 1e-5)
    }
    let bytes = try FFmpeg.frames(tool.path("a.mp4"))
    let size = 64 * 32 * 4
    try #require(bytes.count == 601 * size)
    // The square moves by ten points a second, and its 20 points are out of sight after 64.
    for index in [0, 60, 294, 300, 306, 348] {
      let row = bytes.dropFirst(index * size + 16 * 64 * 4).prefix(64 * 4)
      let reds = stride(from: row.startIndex, to: row.endIndex, by: 4).map { row[$0] }
      #expect(reds.firstIndex { $0 > 127 } == index / 6, "frame \(index)")
    }
  }

  /// A film of one group needs no joining: its part is the film.
  @Test func shortFilms() throws {
    let tool = try Tool()
    try makeMover(tool)
    let options = ["--frames", "20", "--fps", "10"]
    #expect(try render(tool, ["-o", "a.mp4"] + options).status == 0)
    let parts = try makeParts(tool, "b.mp4", 2, options)
    #expect(try tool.run(["join"] + parts + ["-o", "b.mp4"]).status == 0)
    #expect(try tool.bytes("a.mp4") == tool.bytes("b.mp4"))
  }

  /// Numbered pictures keep their numbers.
  @Test func pictures() throws {
    let tool = try Tool()
    try makeMover(tool)
    let options = ["--frames", "7", "--fps", "7"]
    #expect(try render(tool, ["-o", "one-%02d.png"] + options).status == 0)
    for number in [3, 1, 2] {
      let share = ["--shard", "\(number)/3"]
      #expect(try render(tool, ["-o", "many-%02d.png"] + options + share).status == 0)
    }
    for number in 0..<7 {
      #expect(try tool.bytes("one-0\(number).png") == tool.bytes("many-0\(number).png"))
    }
    #expect(try tool.files.count == 15)
  }

  /// Of one picture, one share has it and the others have nothing to do.
  @Test func onePicture() throws {
    let tool = try Tool()
    try makeMover(tool)
    let made = try (1...3).filter { number in
      let share = ["--shard", "\(number)/3"]
      #expect(try render(tool, ["-o", "\(number).png", "--time", "1"] + share).status == 0)
      return try tool.files.contains("\(number).png")
    }
    #expect(made.count == 1)
  }

  @Test(arguments: [
    ["-o", "a.mp4", "--shard", "3/2"], ["-o", "a.mp4", "--shard", "0/2"],
    ["-o", "a.mp4", "--shard", "1/0"], ["-o", "a.mp4", "--shard", "-1/2"],
    ["-o", "a.mp4", "--shard", "1"], ["-o", "a.mp4", "--shard", "1/2/3"],
    ["-o", "a.mp4", "--shard", "1/99999999999999999999"], ["-o", "a.mp4", "--shard", "1/100001"],
    ["-o", "a.gif", "--shard", "1/2"], ["-o", "a.png", "--frames", "3", "--shard", "1/2"],
    ["--plan", "--shard", "1/2"], ["-o", "a.png", "--stats", "--shard", "1/2"],
  ])
  func usage(arguments: [String]) throws {
    let outcome = try Tool().run(["render", "x.ca"] + arguments)
    #expect(outcome.status == 2 && outcome.errorLines.count == 1, "\(outcome.error)")
    #expect(outcome.error.contains("--shard"), "\(outcome.error)")
  }
}

@Suite struct JoinFailureTests {
  /// Joins files and expects one line with some words, and no film.
  private func expectFailure(
    _ tool: Tool,
    _ parts: [String],
    _ words: String,
    output: String = "out.mp4",
    location: SourceLocation = #_sourceLocation
  ) throws {
    let outcome = try tool.run(["join"] + parts + ["-o", output])
    #expect(outcome.status == 1, sourceLocation: location)
    #expect(outcome.errorLines.count == 1, "\(outcome.error)", sourceLocation: location)
    #expect(outcome.error.contains(words), "\(outcome.error)", sourceLocation: location)
    #expect(try !tool.files.contains(output), sourceLocation: location)
  }

  @Test func missingAndRepeatedParts() throws {
    let tool = try Tool()
    try makeMover(tool)
    let parts = try makeParts(tool, "a.mp4", 4)
    try expectFailure(tool, [parts[0], parts[2]], "missing of 4 parts: 2, 4")
    try expectFailure(tool, parts + [parts[1]], "it is part 2 of 4, as \(parts[1]) is")
    let others = try makeParts(tool, "a.mp4", 2)
    try expectFailure(tool, [parts[0], others[1]], "it is one of 2 parts, not of 4")
    try expectFailure(tool, parts, "the parts are those of a film .mp4", output: "out.webm")
    try expectFailure(tool, parts + ["none.part"], "none.part: ")
    try expectFailure(tool, parts, "none/out.mp4: ", output: "none/out.mp4")
  }

  @Test(
    arguments: [
      (["--size", "32x32"], "its size is 32 x 32, not 64 x 32"),
      (["--fps", "8"], "its rate is 8.0, not 7.0"),
      (["--frames", "650"], "its number of frames is 650, not 700"),
      (["--preset", "slow"], "its preset is slow, not default"),
      (["--start", "1"], "its times or options is"),
      (["--background", "#ff0000"], "its times or options is"),
    ] as [([String], String)]
  )
  func partsOfDifferentFilms(options: [String], words: String) throws {
    let tool = try Tool()
    try makeMover(tool)
    let first = try render(tool, ["-o", "a.mp4", "--shard", "1/2"] + film)
    #expect(first.status == 0)
    // The last of an option counts.
    let second = try render(tool, ["-o", "b.mp4", "--shard", "2/2"] + film + options)
    #expect(second.status == 0, "\(second.error)")
    try expectFailure(tool, ["a.mp4.1-of-2.part", "b.mp4.2-of-2.part"], words)
  }

  @Test func changedDocument() throws {
    let tool = try Tool()
    try makeMover(tool)
    #expect(try render(tool, ["-o", "a.mp4", "--shard", "1/2"] + film).status == 0)
    try Data("more".utf8).write(to: tool.folder.appendingPathComponent("Mover.ca/assets.txt"))
    #expect(try render(tool, ["-o", "a.mp4", "--shard", "2/2"] + film).status == 0)
    try expectFailure(tool, ["a.mp4.1-of-2.part", "a.mp4.2-of-2.part"], "its document is")
  }

  /// A part that is cut anywhere, or has other bytes, is told from a whole one.
  @Test func damagedParts() throws {
    let tool = try Tool()
    try makeMover(tool)
    let parts = try makeParts(tool, "a.mp4", 2)
    let whole = try tool.bytes(parts[0])
    let file = tool.folder.appendingPathComponent(parts[0])
    for count in [0, 5, 19, 40, whole.count / 2, whole.count - 1] {
      try whole.prefix(count).write(to: file)
      try expectFailure(tool, parts, "\(parts[0]): it is no")
    }
    try (whole + [0]).write(to: file)
    try expectFailure(tool, parts, "there are 1 bytes behind its end")
    var changed = whole
    changed[changed.endIndex - 100] ^= 1
    try changed.write(to: file)
    try expectFailure(tool, parts, "its bytes have changed")
    try Data("quartz film part 1\n{}\n".utf8).write(to: file)
    try expectFailure(tool, parts, "its second line cannot be read")
    try expectFailure(tool, ["Mover.ca"] + parts, "Mover.ca: it is no")
  }

  /// An old film stays when the parts of a new one are not complete.
  @Test func oldFilmStays() throws {
    let tool = try Tool()
    try makeMover(tool)
    let parts = try makeParts(tool, "a.mp4", 2)
    try Data("old".utf8).write(to: tool.folder.appendingPathComponent("out.mp4"))
    #expect(try tool.run(["join", parts[0], "-o", "out.mp4"]).status == 1)
    #expect(try tool.bytes("out.mp4") == Data("old".utf8))
  }
}
