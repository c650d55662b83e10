// quartz capture: records what a program sends to the render server.
// Licensed under the MIT license; see LICENSE.

import ArgumentParser
import Glibc

struct CaptureCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "capture",
    abstract: "Record what a program sends to the render server.",
    discussion: """
      From its start:      quartz capture -o session.capture -- my-app --its-option
      One that runs:       quartz capture --attach 4711 -o session.capture

      With --attach the capture begins with the tree that the server has, and ends after --duration, with \
      SIGINT (ctrl-C) or SIGTERM, and with the program's contexts. Without it, the command \
      takes the program's place and ends as the program does. The file is readable at any time up to its \
      last whole record. Setting QUARTZ_CAPTURE=FILE for a program does the same. A child that captures to \
      the same file gets one of its own, with its process's number behind the name. What the file holds: \
      Documentation/Captures.md.
      """
  )

  @Option(
    help: ArgumentHelp(
      "Record a program that runs already, by its process.",
      valueName: "number"
    )
  )
  var attach: UInt32?

  @Option(
    help: ArgumentHelp(
      "With --attach, how long to record, in seconds. Default: until it is ended.",
      valueName: "seconds"
    )
  )
  var duration: Double?

  @Option(
    help: ArgumentHelp(
      "The server's socket, for programs that take the default one.",
      valueName: "socket"
    )
  )
  var server: String?

  @Option(name: .shortAndLong, help: ArgumentHelp("The file to write.", valueName: "file"))
  var output: String

  @Flag(help: "Record placeholders of the same size in the place of pixels and texts.")
  var redact = false

  @Argument(
    parsing: .postTerminator,
    help: ArgumentHelp("The program and its arguments, behind --.", valueName: "program")
  )
  var command: [String] = []

  func validate() throws {
    if command.isEmpty, attach == nil {
      throw ValidationError("Missing expected argument '-- <program>'")
    }
    guard command.isEmpty || attach == nil else {
      throw ValidationError("--attach is for a program that runs, not for one to start")
    }
    if duration != nil, attach == nil { throw ValidationError("--duration is for --attach") }
    if let duration, !(duration > 0 && duration.isFinite) {
      throw ValidationError("--duration must be above 0")
    }
    if output.isEmpty { throw ValidationError("--output must not be empty") }
  }

  func run() throws {
    if let attach {
      let attached = AttachedCapture(server: server, process: attach, path: output)
      return try attached.record(seconds: duration ?? .infinity, redacts: redact)
    }
    setenv("QUARTZ_CAPTURE", output, 1)
    if redact { setenv("QUARTZ_CAPTURE_REDACT", "1", 1) }
    if let server { setenv("QUARTZ_SOCKET", server, 1) }
    // The program gets signals as if it had been started by itself.
    var all = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_UNBLOCK, &all, nil)
    signal(SIGPIPE, SIG_DFL)
    signal(SIGXFSZ, SIG_DFL)
    var arguments: [UnsafeMutablePointer<CChar>?] = command.map { strdup($0) }
    arguments.append(nil)
    execvp(command[0], arguments)
    throw RenderFailure.unreadable(path: command[0], reason: String(cString: strerror(errno)))
  }
}
