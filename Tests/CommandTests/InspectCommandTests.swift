// quartz inspect: the program that shows the page, and what it is told.
// Licensed under the MIT license; see LICENSE.

import Foundation
import Testing

@Suite struct InspectCommandTests {
  private static let document = """
    <caml xmlns="http://www.apple.com/CoreAnimation/1.0"><CALayer bounds="0 0 8 8"/></caml>
    """

  private func makeDocument(_ tool: Tool) throws -> String {
    let path = tool.folder.appendingPathComponent("a.caml").path
    try Self.document.write(toFile: path, atomically: true, encoding: .utf8)
    return path
  }

  @Test func saysHowToBuildTheProgram() throws {
    let tool = try Tool()
    let outcome = try tool.run(
      ["inspect", makeDocument(tool)], environment: ["PATH": tool.folder.path])
    #expect(outcome.status == 1)
    #expect(outcome.errorLines.count == 1)
    #expect(outcome.error.contains("swift build -c release --package-path Packages/Inspector"))
  }

  /// A program in the place of quartz-inspect: it says where its page is, and ends.
  @Test func printsTheAddressAndEndsWithTheProgram() throws {
    let tool = try Tool()
    let program = tool.folder.appendingPathComponent("quartz-inspect").path
    // 27 bytes: the number 0, 5 bytes of name, `ready`, and 16 bytes of address.
    let script = """
      #!/bin/sh
      /usr/bin/printf '\\033\\000\\000\\000\\000\\000\\000\\000\\005\\000readyhttp://127.0.0.1' >&3
      """
    try script.write(toFile: program, atomically: true, encoding: .utf8)
    #expect(chmod(program, 0o755) == 0)
    let outcome = try tool.run(
      ["inspect", makeDocument(tool)], environment: ["PATH": tool.folder.path])
    #expect(outcome.text == "http://127.0.0.1\n")
    #expect(outcome.status == 1)
    #expect(outcome.error.contains("quartz-inspect has ended"))
  }

  @Test(arguments: [["--scale", "0"], ["--port", "70000"], ["--port", "x"]])
  func badOptionsAreErrorsOfTheCommandLine(_ options: [String]) throws {
    let tool = try Tool()
    #expect(try tool.run(["inspect", makeDocument(tool)] + options).status == 2)
  }
}
