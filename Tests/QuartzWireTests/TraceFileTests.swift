// Traces: JSON at any moment, with whatever names, by several writers.
// Licensed under the MIT license; see LICENSE.

import Foundation
import QuartzModel
import Testing

@testable import QuartzWire

@Suite struct TraceFileTests {
  private func withFile(_ body: (String) throws -> Void) throws {
    let path = FileManager.default.temporaryDirectory
      .appendingPathComponent("trace-\(UUID().uuidString.prefix(8)).json").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    try body(path)
  }

  /// The events of a file whose end is missing, as the format allows.
  private func events(_ path: String) throws -> [[String: Any]] {
    let text = try String(contentsOfFile: path, encoding: .utf8) + "]"
    let json = try JSONSerialization.jsonObject(with: Data(text.utf8))
    return try #require(json as? [[String: Any]])
  }

  @Test func spansAndArrows() throws {
    try withFile { path in
      let trace = try TraceFile(path: path, name: "program", isNew: true)
      var phases = FramePhases()
      phases.begin = 12.5
      phases[.evaluate] = 0.001
      phases[.plan] = 0.002
      phases[.draw] = 0.004
      trace.commit(CommitReport(flow: 0xAB, phases: phases), change: 12, end: 12.4)
      trace.frame(phases, context: 3, time: 1, flows: [0xAB], FrameCounters())
      let events = try events(path)
      let spans = events.filter { $0["ph"] as? String == "X" }
      let names = spans.compactMap { $0["name"] as? String }
      #expect(names == ["change", "frame", "evaluate", "plan", "draw"])
      let plan = try #require(spans.first { $0["name"] as? String == "plan" })
      #expect(plan["ts"] as? Double == 12_501_000 && plan["dur"] as? Double == 2000)
      let ends = events.filter { $0["ph"] as? String == "f" }
      #expect(ends.count == 1 && ends.first?["id"] as? String == "0xab")
    }
  }

  @Test func hostileNames() throws {
    try withFile { path in
      let name = "\"\\\u{0}\n\u{7F}\u{2028}é"
      let trace = try TraceFile(path: path, name: name, isNew: true)
      trace.span(name, begin: .nan, duration: -1, [(name, .text(name)), ("n", .number(.min))])
      trace.span("huge", begin: 1e300, duration: .infinity)
      trace.flush()
      let events = try events(path)
      #expect(events.contains { $0["name"] as? String == name })
    }
  }

  /// A server and a program write to one file, from several threads.
  @Test func severalWriters() async throws {
    let path = FileManager.default.temporaryDirectory
      .appendingPathComponent("trace-\(UUID().uuidString.prefix(8)).json").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let first = try TraceFile(path: path, name: "server", isNew: true)
    let second = try TraceFile(path: path, name: "program", isNew: false)
    await withTaskGroup(of: Void.self) { group in
      for trace in [first, second, first, second] {
        group.addTask {
          for index in 0..<500 {
            trace.span("span \(index)", begin: Double(index), duration: 0.5)
            if index.isMultiple(of: 7) { trace.flush() }
          }
          trace.flush()
        }
      }
    }
    let spans = try events(path).filter { $0["ph"] as? String == "X" }
    #expect(spans.count == 2000)
    // A new one takes the place of the old.
    _ = try TraceFile(path: path, name: "server", isNew: true)
    #expect(try events(path).count == 1)
  }

  @Test func noFile() {
    #expect(throws: WireError.self) {
      try TraceFile(path: "/nowhere/at/all", name: "", isNew: true)
    }
  }

  @Test func times() {
    let texts = [0, 1, 1.5e-9, 0.001234567, -5].map(TraceFile.microseconds)
    #expect(texts == ["0.000", "1000000.000", "0.002", "1234.567", "0.000"])
  }
}
