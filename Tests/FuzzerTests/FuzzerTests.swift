// The fuzzer finds what is planted, and what it found in the package before passes now.
// Licensed under the MIT license; see LICENSE.

import Foundation
import Testing

/// The fuzzer as a process.
private struct Fuzzer {
  let output: String
  let code: Int32

  /// Runs the program that lies beside the tests until it ends.
  init(_ arguments: [String]) throws {
    let process = Process()
    let own = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    process.executableURL = URL(fileURLWithPath: own).deletingLastPathComponent()
      .appendingPathComponent("quartz-fuzz")
    process.arguments = arguments
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    code = process.terminationStatus
  }
}

// Serialized because: each test keeps a core busy.
@Suite(.serialized) struct FuzzerTests {
  private static let corpus = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("Corpus")

  /// Inputs that failed once, by name.
  static var inputs: [String] {
    let names = try? FileManager.default.contentsOfDirectory(atPath: corpus.path)
    return (names ?? []).filter { !$0.hasSuffix(".md") }.sorted()
  }

  @Test(arguments: inputs) func pastFailuresPass(name: String) throws {
    let run = try Fuzzer(["replay", Self.corpus.appendingPathComponent(name).path])
    #expect(run.code == 0, "\(name): \(run.output.suffix(2000))")
  }

  /// Each target runs, and a few rounds find nothing.
  @Test(arguments: ["socket", "caml", "archive", "zip", "image", "texture", "capture"])
  func aFewRoundsPass(target: String) throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("fuzz-\(UUID().uuidString.prefix(8))")
    defer { try? FileManager.default.removeItem(at: folder) }
    // because: debug builds take several times as long, and tests may share few cores
    let run = try Fuzzer(
      ["run", target, "--rounds", "60", "--limit", "60", "--out", folder.path, "--shrink", "0"]
    )
    #expect(run.code == 0, "\(run.output.suffix(2000))")
    #expect(run.output.contains("60 passed"), "\(run.output)")
  }

  /// Traps, hangs, greed and wrong results are found, told apart and made smaller.
  @Test func plantedFaultsAreFoundAndShrunk() throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("fuzz-\(UUID().uuidString.prefix(8))")
    defer { try? FileManager.default.removeItem(at: folder) }
    let run = try Fuzzer(
      ["run", "planted", "--rounds", "400", "--limit", "0.5", "--out", folder.path]
    )
    #expect(run.code == 1)
    // Release builds do not print why they trap.
    let trap = run.output.contains("planted trap") ? "planted trap" : "ended with signal"
    for kind in [trap, "planted result", "hang", "asked for"] {
      #expect(run.output.contains(kind), "\(kind) is not in \(run.output)")
    }
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    let small = try files.filter { $0.hasSuffix("-small.planted") }.map {
      try Data(contentsOf: folder.appendingPathComponent($0))
    }
    // An `a`, and the letter or two of the fault.
    #expect(small.contains { $0.count == 3 && $0.first == UInt8(ascii: "a") })
    #expect(small.contains(Data("aH".utf8)) && small.contains(Data("aM".utf8)))
    #expect(small.contains(Data("aW".utf8)))
  }

  /// The same seed and round give the same input.
  @Test func roundsAreTheSameInEveryRun() throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("fuzz-\(UUID().uuidString.prefix(8))")
    defer { try? FileManager.default.removeItem(at: folder) }
    let arguments = ["run", "planted", "--limit", "0.5", "--shrink", "0", "--seed", "7"]
    let one = try Fuzzer(arguments + ["--rounds", "60", "--out", folder.path])
    let two = try Fuzzer(arguments + ["--rounds", "60", "--out", folder.path])
    // Not the last line, which ends with the seconds that it took.
    func findings(_ run: Fuzzer) -> [Substring] {
      run.output.split(separator: "\n").filter { $0.contains(": seed 7, round ") }
    }
    #expect(!findings(one).isEmpty)
    #expect(findings(one) == findings(two))
  }

  @Test func killsOfEitherSideAreSurvived() throws {
    let run = try Fuzzer(["kills", "--count", "12"])
    #expect(run.code == 0, "\(run.output)")
    #expect(run.output.contains("12 kills"))
  }

  /// Small ones of the heaviest scenes, over a real server; times are for people.
  @Test func heavyScenesHarmNobody() throws {
    let scenes = [
      "tilted", "cutting", "emitters", "destroyed", "animations", "layers", "scattered", "dashes",
    ]
    let run = try Fuzzer(["heavy", "--scale", "0.02", "--seconds", "0.05"] + scenes)
    #expect(run.code == 0, "\(run.output)")
    #expect(run.output.contains("alone: frames") && run.output.contains("cutting-planes: frames"))
    #expect(!run.output.contains("frames none"))
  }

  /// Half an hour of the stepped clock.
  @Test func memoryStaysWhereItIs() throws {
    let run = try Fuzzer(["soak", "--hours", "0.5", "--warm", "0.25"])
    #expect(run.code == 0, "\(run.output)")
  }
}
