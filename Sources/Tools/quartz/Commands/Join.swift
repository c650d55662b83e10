// quartz join: makes a film of the parts that several machines have drawn.
// Licensed under the MIT license; see LICENSE.

import ArgumentParser
import CoreGraphics
import QuartzEncoding

struct Join: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "join",
    abstract: "Make a film of the parts that render --shard has written.",
    discussion: """
      Nothing is encoded anew: the film has the bytes that one machine would have written. All parts \
      must be there, each once, in any order.

      quartz render Clock.ca -o film.mp4 --duration 60 --shard 1/2
      quartz render Clock.ca -o film.mp4 --duration 60 --shard 2/2
      quartz join film.mp4.*.part -o film.mp4
      """
  )

  @Argument(help: "The parts.")
  var parts: [String]

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The film to write; its format is that of the parts.", valueName: "file")
  )
  var output: String

  func validate() throws {
    guard !output.isEmpty else { throw ValidationError("--output must not be empty") }
  }

  func run() throws {
    try PendingFile.check(output)
    try FilmJoin.join(parts, to: output)
  }
}
