// quartz capture, replay and minimise, as a user runs them.
// Licensed under the MIT license; see LICENSE.

import Foundation
import QuartzMath
import QuartzModel
import QuartzWire
import Testing

@Suite struct CaptureCommandTests {
  /// A context with a root and so many boxes below it, side by side; the last one is red.
  private func write(_ path: String, boxes: Int, color: Color = Color(1, 0, 0)) throws {
    let writer = try CaptureWriter(path: path, CaptureHeader(start: 0, process: 1))
    try writer.add(Hello(clientName: "test"), at: 0)
    let size = ContextConfiguration(width: 8 * boxes, height: 8, background: .black)
    try writer.add(CreateContext(context: 1, configuration: size, clock: .stepped), at: 0)
    let root = LayerID(1)
    let layers = (0..<boxes).map { LayerID(UInt32($0 + 2)) }
    for (index, layer) in layers.enumerated() {
      var commit = Commit()
      if index == 0 {
        commit.created = [.init(root, .layer)]
        commit.root = root
      }
      commit.created.append(.init(layer, .layer))
      var values = PropertyBag()
      values[.bounds] = .rect(Rect(0, 0, 8, 8))
      values[.position] = .point(Point(Double(8 * index + 4), 4))
      values[.backgroundColor] = .color(index == boxes - 1 ? color : .white)
      values[.name] = .string("box \(index)")
      commit.changes = [.init(layer, values)]
      commit.sublayers = [.init(root, Array(layers[...index]))]
      try writer.add(CommitMessage(context: 1, commit: commit), at: Double(index))
    }
    try writer.add(RequestFrame(context: 1, time: .seconds(0)), at: Double(boxes))
    try writer.finish()
  }

  @Test func picturesHashesAndComparisons() throws {
    let tool = try Tool()
    try write(tool.path("a.capture"), boxes: 3)
    try write(tool.path("b.capture"), boxes: 3, color: Color(0, 0, 1))
    #expect(try tool.run("replay", "a.capture").text.contains("context 1: 24x8 at scale 1.0"))
    #expect(try tool.run("replay", "a.capture", "-o", "end.png").status == 0)
    #expect(try tool.run("replay", "a.capture", "-o", "first.png", "--at", "0.5").status == 0)
    #expect(try tool.run("diff", "end.png", "first.png").text.contains("largest difference: 255"))
    #expect(try tool.run("replay", "a.capture", "-o", "all-%02d.png").status == 0)
    #expect(try tool.bytes("all-00.png") == tool.bytes("end.png"))
    let hashes = try tool.run("replay", "a.capture", "--hashes")
    #expect(hashes.status == 0 && hashes.text.split(separator: "\n").count == 1)
    try hashes.output.write(to: tool.folder.appending(path: "a.txt"))
    #expect(try tool.run("replay", "a.capture", "--compare", "a.txt").status == 0)
    let different = try tool.run("replay", "b.capture", "--compare", "a.txt")
    #expect(different.status == 1 && different.error.contains("1 of 1 pictures differ"))
    #expect(try tool.run("replay", "a.capture", "--compare", "b.capture").status == 1)
    #expect(try tool.run("replay", "a.capture", "--compare", "a.capture").status == 0)
  }

  @Test func minimiseLeavesWhatIsLookedFor() throws {
    let tool = try Tool()
    try write(tool.path("big.capture"), boxes: 12)
    // The capture that still has the name of the seventh box.
    let found = try tool.run(
      "minimise",
      "big.capture",
      "-o",
      "small.capture",
      "--predicate",
      "grep -q 'box 7' {}"
    )
    #expect(found.status == 0, "\(found.error)")
    let capture = try Capture(path: tool.path("small.capture"))
    #expect(capture.events.map(\.opcode) == [.createContext, .commit])
    guard case .commit(let message)? = try capture.decode(1)?.message else {
      Issue.record("no commit")
      return
    }
    #expect(message.commit.created.count == 1 && message.commit.sublayers.isEmpty)
    #expect(message.commit.changes.count == 1)
    #expect(message.commit.changes.first?.values.keys.count == 1)
  }

  /// The smallest capture is drawn as the predicate asks: it stays valid.
  @Test func minimiseKeepsCapturesValid() throws {
    let tool = try Tool()
    try write(tool.path("big.capture"), boxes: 5)
    let quartz = try tool.process([]).executableURL?.path ?? ""
    #expect(try tool.run("replay", "big.capture", "-o", "big.png").status == 0)
    let hash = try tool.run("replay", "big.capture", "--hashes").text
    let sum = hash.split(separator: " ").last.map { String($0).trimmingCharacters(in: .newlines) }
    let found = try tool.run(
      "minimise",
      "big.capture",
      "-o",
      "small.capture",
      "--predicate",
      "'\(quartz)' replay {} --hashes | grep -q \(sum ?? "?")"
    )
    #expect(found.status == 0, "\(found.error)")
    let replayed = try tool.run("replay", "small.capture", "-o", "small.png")
    #expect(replayed.status == 0 && replayed.error.isEmpty, "\(replayed.error)")
    #expect(try tool.bytes("small.png") == tool.bytes("big.png"))
    let capture = try Capture(path: tool.path("small.capture"))
    #expect(capture.events.count <= 7)
  }

  @Test func failuresSayWhatIsWrong() throws {
    let tool = try Tool()
    try write(tool.path("a.capture"), boxes: 1)
    try Data("not one".utf8).write(to: tool.folder.appending(path: "x"))
    let wrong = try tool.run("replay", "x", "-o", "a.png")
    #expect(wrong.status == 1 && wrong.error == "quartz: x: not a capture\n")
    let never = try tool.run("minimise", "a.capture", "-o", "b", "--predicate", "false {}")
    #expect(never.status == 1 && never.error.contains("the predicate fails with the whole capture"))
    let told = try tool.run(
      "minimise",
      "a.capture",
      "-o",
      "b",
      "--predicate",
      "echo one; ls {} '/not there'"
    )
    #expect(told.status == 1 && told.error.contains("it prints:\none\n"), "\(told.error)")
    #expect(told.error.contains("/not there"))
    #expect(try tool.run("minimise", "a.capture", "-o", "b", "--predicate", "true").status == 2)
    let early = try tool.run("replay", "a.capture", "-o", "a.png", "--at=-1")
    #expect(early.status == 1 && early.error.contains("there is no context 1 at that time"))
    // A file that was cut is drawn as far as it goes.
    let bytes = try tool.bytes("a.capture")
    try bytes.prefix(bytes.count - 30).write(to: tool.folder.appending(path: "cut"))
    let cut = try tool.run("replay", "cut", "-o", "cut.png")
    #expect(cut.status == 0 && cut.error.contains("warning: cut: cut, or still written"))
  }

  @Test func captureRunsAProgram() throws {
    let tool = try Tool()
    let run = try tool.run(
      "capture",
      "-o",
      "a.capture",
      "--redact",
      "--server",
      "none.sock",
      "--",
      "/bin/sh",
      "-c",
      "echo $QUARTZ_CAPTURE $QUARTZ_CAPTURE_REDACT $QUARTZ_SOCKET; exit 7"
    )
    #expect(run.status == 7 && run.text == "a.capture 1 none.sock\n")
    #expect(try tool.run("capture", "-o", "a").status == 2)
    #expect(try tool.run("capture", "--attach", "1", "-o", "a", "--", "true").status == 2)
    #expect(try tool.run("capture", "-o", "a", "--duration", "1", "--", "true").status == 2)
    let missing = try tool.run("capture", "-o", "a", "--", "/no/such/program")
    #expect(missing.status == 1 && missing.error.contains("/no/such/program: No such file"))
  }
}
