// The command-line tool: draws layer packages and describes this machine.
// Licensed under the MIT license; see LICENSE.

import ArgumentParser
import Glibc
import QuartzCore
import QuartzFaults
import QuartzWire

@main
struct Quartz: ParsableCommand {
  private static let commands: [any ParsableCommand.Type] = {
    var commands: [any ParsableCommand.Type] = [
      Render.self, View.self, Inspect.self, Join.self, List.self, Convert.self, Diff.self,
      Report.self, Info.self, Port.self, CaptureCommand.self, Replay.self, Minimise.self,
      MCP.self, Record.self,
    ]
    #if Serve
    commands.append(Serve.self)
    #endif
    return commands
  }()

  static let configuration = CommandConfiguration(
    commandName: "quartz",
    abstract: """
      Draws layer packages to pictures, shows them in windows, converts them, compares pictures, says \
      what this machine can do.
      """,
    discussion: """
      Exit status: 0 done, 1 an error (one line on the standard error says what and where), 2 the \
      command line is wrong.
      """,
    version: programVersion,
    subcommands: commands
  )

  /// Parses and runs the command; every failure gives one line and an exit status.
  static func main() {
    // Writing to a pipe that nobody reads is an error like any other.
    signal(SIGPIPE, SIG_IGN)
    // A file that grows too large is an error too, here and in the encoder.
    signal(SIGXFSZ, SIG_IGN)
    if let fault = ProcessEnvironment.current.fault { Fault.strikeProcess(fault) }
    Interruption.watch()
    // Frames are asked for, and changes sent with them.
    CATransaction.useNoRunLoop()
    do {
      var command = try parsed()
      do {
        try command.run()
      } catch let error where exitCode(for: error) == .failure {
        // Neither an error of the command line nor a request for help.
        end(1, "\(error)")
      }
    } catch {
      switch exitCode(for: error) {
      case .success:
        print(fullMessage(for: error))
      default:
        // The parser adds usage and help below the first line.
        let line = message(for: error).split(whereSeparator: \.isNewline).first ?? "unknown error"
        end(2, "\(line) (see \(helpCommand(CommandLine.arguments.dropFirst())))")
      }
    }
  }

  /// The command of the arguments.
  ///
  /// One that is named first and has no mistakes is parsed alone, because the tree of all commands
  /// takes 2 ms; help and errors are those of the tree.
  private static func parsed() throws -> any ParsableCommand {
    let arguments = CommandLine.arguments.dropFirst()
    if let command = commands.first(where: { $0.configuration.commandName == arguments.first }),
      let alone = try? command.parseAsRoot(Array(arguments.dropFirst())), type(of: alone) == command
    {
      return alone
    }
    return try parseAsRoot()
  }

  /// The command that prints the help of what was asked for.
  private static func helpCommand(_ arguments: some Sequence<String>) -> String {
    let name = arguments.first { !$0.hasPrefix("-") }
    let isKnown = configuration.subcommands.contains { $0._commandName == name }
    return isKnown ? "quartz \(name ?? "") --help" : "quartz --help"
  }

  private static func end(_ status: Int32, _ message: String) -> Never {
    StandardError.write("quartz: \(message)\n")
    Glibc.exit(status)
  }
}
