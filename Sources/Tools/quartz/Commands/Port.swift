// quartz port: makes a package for iOS compile here, by the program quartz-port.
// Licensed under the MIT license; see LICENSE.

import ArgumentParser
import Glibc

struct Port: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "port",
    abstract: "Write a copy of a Swift package for iOS that compiles here.",
    discussion: """
      The work is done by quartz-port, which lies beside this program or on the search path; \
      quartz port --help prints its help. It is built by: swift build -c release --package-path Packages/Port
      """
  )

  @Argument(parsing: .captureForPassthrough, help: "The arguments of quartz-port.")
  var arguments: [String] = []

  func run() throws {
    let path = try HelperProgram.path("quartz-port", package: "Packages/Port")
    var words = ([path] + arguments).map { strdup($0) }
    words.append(nil)
    // The program takes the place of this one; it comes back only with an error.
    execv(path, words)
    throw HelperFailure.cannotStart(path, String(cString: strerror(errno)))
  }
}
