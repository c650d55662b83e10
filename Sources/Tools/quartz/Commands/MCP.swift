// quartz mcp: eyes and hands for coding agents.
// Licensed under the MIT license; see LICENSE.

import ArgumentParser
import Foundation

struct MCP: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "mcp",
    abstract: "Give a coding agent eyes and hands: programs, packages, animations, servers.",
    discussion: """
      An agent:      quartz mcp
      A session:     quartz mcp --replay shop.session

      Speaks the Model Context Protocol over the standard input and output. An agent opens a program that \
      shows a UIWindow, sees its elements, taps, types, swipes and moves the time, and gets pictures; what \
      it did can be kept as text and played again. Documentation/Agents.md has the tools.
      """
  )

  @Option(
    help: ArgumentHelp(
      "Play a session and say which step failed, by exit status 1.",
      valueName: "file"
    )
  )
  var replay: String?

  @Option(
    help: ArgumentHelp("The longest wait for a program's answer.", valueName: "seconds")
  )
  var timeout = 30.0

  func validate() throws {
    guard timeout > 0, timeout <= 3600 else {
      throw ValidationError("--timeout must be above 0, and at most 3600")
    }
  }

  func run() throws {
    guard let replay else { return try AgentServer(AgentTools(timeout: timeout)).run() }
    var arguments = ToolArguments()
    arguments.path = replay
    let result = AgentTools(timeout: timeout).call(.replay, arguments)
    let text = result.content.compactMap(\.text).joined(separator: "\n")
    if result.isError { throw ToolRefusal("\(replay): \(text)") }
    print("\(replay): \(text)")
  }
}
