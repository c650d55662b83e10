// quartz-port, as a user runs it.
// Licensed under the MIT license; see LICENSE.

import Foundation
import Testing

@Suite("The command")
struct CommandTests {
  /// The program beside the tests.
  private var tool: URL {
    let tests = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
    return tests.deletingLastPathComponent().appendingPathComponent("quartz-port")
  }

  /// Runs the program, or a copy of it, in a folder.
  private func run(
    _ arguments: [String],
    in scratch: Scratch,
    tool copy: URL? = nil
  ) throws -> (Int32, String, String) {
    let process = Process()
    process.executableURL = copy ?? tool
    process.arguments = arguments
    process.currentDirectoryURL = URL(fileURLWithPath: scratch.path)
    // Files rather than pipes: nothing can wait for a reader.
    let files = ["output.txt", "error.txt"]
    for file in files { try scratch.write("", file) }
    process.standardOutput = FileHandle(forWritingAtPath: scratch.path + "/output.txt")
    process.standardError = FileHandle(forWritingAtPath: scratch.path + "/error.txt")
    try process.run()
    process.waitUntilExit()
    return (
      process.terminationStatus, try scratch.text("output.txt"), try scratch.text("error.txt")
    )
  }

  @Test("it prints lines, writes the copy, and finds nothing to do the second time")
  func port() throws {
    let scratch = try Scratch()
    try scratch.write("import UIKit\n@objc class A: UIView {}\n", "Lib/A.swift")
    let options = ["--quartz", "/quartz"]
    let check = try run(["Lib", "--check"] + options, in: scratch)
    #expect(check.0 == 3)
    #expect(try scratch.names.contains("Lib-linux") == false)
    let first = try run(["Lib"] + options, in: scratch)
    #expect(first.0 == 0 && first.2.isEmpty)
    #expect(
      first.1.contains("A.swift:2: attribute\n- @objc class A: UIView {}\n+ class A: UIView {}\n")
    )
    #expect(try scratch.text("Lib-linux/A.swift") == "import UIKit\nclass A: UIView {}\n")
    #expect(try run(["Lib-linux", "--check"] + options, in: scratch).0 == 0)
    let again = try run(["Lib"] + options, in: scratch)
    #expect(again.0 == 1 && again.2.contains("is not empty; --force replaces it"))
    #expect(try run(["Lib", "--force", "--quiet"] + options, in: scratch).0 == 0)
  }

  @Test(
    "a copy of the tool, far from the libraries, checks; to write it has to know where they are"
  )
  func copied() throws {
    let scratch = try Scratch()
    let home = try Scratch()
    let copy = URL(fileURLWithPath: home.path + "/quartz-port")
    try FileManager.default.copyItem(at: tool, to: copy)
    try scratch.write("import UIKit\n@objc class A: UIView {}\n", "Lib/A.swift")
    #expect(try run(["Lib", "--check"], in: scratch, tool: copy).0 == 3)
    let write = try run(["Lib"], in: scratch, tool: copy)
    #expect(write.0 == 2 && write.2.contains("--quartz FOLDER"))
    #expect(try scratch.names.contains("Lib-linux") == false)
  }

  @Test(
    "errors have one line and a status",
    arguments: [
      (["none"], 1), ([], 2), (["Lib", "--nonsense"], 2), (["Lib", "-o", "Lib"], 2),
      (["Lib", "-o", "."], 2), (["file"], 1), (["Lib", "-o", "file"], 1),
    ]
  )
  func errors(arguments: [String], status: Int) throws {
    let scratch = try Scratch()
    try scratch.write("import UIKit\n", "Lib/A.swift")
    try scratch.write("", "file")
    let outcome = try run(arguments + ["--quartz", "/quartz"], in: scratch)
    #expect(Int(outcome.0) == status, "\(outcome)")
    #expect(outcome.2.split(separator: "\n").count == 1)
    #expect(try scratch.names == ["Lib", "Lib/A.swift", "error.txt", "file", "output.txt"])
  }
}
