// The process that runs rounds, and may die of one.
// Licensed under the MIT license; see LICENSE.

import ArgumentParser
import CQuartzAllocations
import Foundation
import Glibc

/// Runs rounds of one target until one of them ends it.
struct Worker: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Runs rounds in this process (the driver starts it).",
    shouldDisplay: false
  )

  @Argument var target: TargetName
  @Option var seed: UInt64
  @Option var first: Int
  @Option var rounds: Int
  @Option var progress: String

  func run() throws {
    quartz_limit_allocations(2 << 30)
    let progress = try Progress(path: progress)
    let fuzzed = try target.make(progress)
    for round in first..<first + rounds {
      var random = generator(seed: seed, round: round)
      let input = try fuzzed.makeInput(&random)
      progress.begin(round, input)
      try fuzzed.run(input)
      progress.end()
    }
    try fuzzed.finish()
  }
}

/// Runs inputs that lie in files, as tests of the corpus and the shrinker do.
struct Replay: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Reads files of the corpus again; their extensions say what for.",
    discussion: "Ends as the input has it end: with 0 if nothing is wrong any more."
  )

  @Argument(help: "Files that the fuzzer wrote.")
  var files: [String]

  func run() throws {
    quartz_limit_allocations(2 << 30)
    let folder = try ScratchFolder()
    let progress = try Progress(path: folder.url.appending(path: "progress").path)
    for file in files {
      let url = URL(filePath: file)
      guard let target = TargetName(fileExtension: url.pathExtension) else {
        throw ValidationError("\(file): no target has the extension \(url.pathExtension)")
      }
      let input = FuzzInput(encoded: [UInt8](try Data(contentsOf: url)))
      let fuzzed = try target.make(progress)
      try fuzzed.run(input)
      try fuzzed.finish()
    }
  }
}
