// quartz port: finds quartz-port and becomes it.
// Licensed under the MIT license; see LICENSE.

import Foundation
import Testing

@Suite struct PortCommandTests {
  /// A program that prints its arguments, and ends with 7.
  private func makeProgram(in folder: URL) throws {
    let path = folder.appendingPathComponent("quartz-port").path
    try "#!/bin/sh\necho \"$@\"\nexit 7\n".write(toFile: path, atomically: true, encoding: .utf8)
    #expect(chmod(path, 0o755) == 0)
  }

  @Test func becomesTheProgramOnThePath() throws {
    let tool = try Tool()
    try makeProgram(in: tool.folder)
    let outcome = try tool.run(
      ["port", "a folder", "--check", "--help"], environment: ["PATH": tool.folder.path])
    #expect(outcome.text == "a folder --check --help\n")
    #expect(outcome.status == 7)
  }

  @Test func saysHowToBuildIt() throws {
    let tool = try Tool()
    let outcome = try tool.run(["port", "x"], environment: ["PATH": tool.folder.path])
    #expect(outcome.status == 1)
    #expect(outcome.errorLines.count == 1)
    #expect(outcome.error.contains("swift build -c release --package-path Packages/Port"))
  }
}
