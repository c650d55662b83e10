// quartz minimise: makes a capture smaller.
// Licensed under the MIT license; see LICENSE.

import ArgumentParser
import CoreGraphics
import Foundation
import QuartzWire

struct Minimise: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "minimise",
    abstract: "Make a capture as small as it can be for a command still to succeed with it.",
    discussion: """
      quartz minimise big.capture -o small.capture --predicate '! quartz replay {} --compare old.txt'

      The command is run by /bin/sh, with the name of a smaller capture in the place of {}. It says by exit \
      status 0 that the capture still shows what is looked for: a difference, a trap, a cost. Messages go \
      first, then layers, then values, images and animations; what is left is valid, and nothing of it can \
      be removed by itself.
      """
  )

  @Argument(help: "A capture.")
  var file: String

  @Option(name: .shortAndLong, help: ArgumentHelp("The file to write.", valueName: "file"))
  var output: String

  @Option(help: ArgumentHelp("The command, with {} for the capture.", valueName: "command"))
  var predicate: String

  @Option(
    help: ArgumentHelp(
      "A command that runs longer is ended, and has failed.",
      valueName: "seconds"
    )
  )
  var timeout = 60.0

  @Option(help: ArgumentHelp("The most runs of the command.", valueName: "count"))
  var runs = 10_000

  func validate() throws {
    guard predicate.contains("{}") else {
      throw ValidationError("--predicate needs {} for the name of the capture")
    }
    guard timeout > 0, timeout.isFinite else { throw ValidationError("--timeout must be above 0") }
    guard runs > 0 else { throw ValidationError("--runs must be above 0") }
    if output.isEmpty { throw ValidationError("--output must not be empty") }
  }

  func run() throws {
    try PendingFile.check(output)
    let capture = try Capture(path: file)
    CaptureReport.report(capture)
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "quartz-minimise-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let candidate = folder.appending(path: "candidate.capture").path
    let command = CapturePredicate(command: predicate, timeout: timeout, path: candidate)
    let document = try CaptureDocument(capture)
    var search = Minimiser(document, command, mostRuns: runs)
    try search.run()
    try search.document.write(to: output)
    let (old, new) = (document, search.document)
    let text =
      "\(new.records.count) of \(old.records.count) records, \(new.layers.count) of "
      + "\(old.layers.count) layers, \(new.partCount) of \(old.partCount) values, images, lists and "
      + "animations; \(search.runs) runs\n"
    try StandardOutput.write(Data(text.utf8))
  }
}
