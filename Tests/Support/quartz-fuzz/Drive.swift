// The process that starts workers, sees them die, and keeps what they died of.
// Licensed under the MIT license; see LICENSE.

import ArgumentParser
import Foundation

/// Fuzzes targets one after the other.
struct Drive: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Runs rounds of some targets, or of all.",
    discussion: "Exit code 1: something was found; its inputs lie in the folder of --out."
  )

  @Argument(help: "socket, caml, archive, zip, image, texture, capture; all if none is named.")
  var targets: [TargetName] = []

  @Option(help: "Rounds of each target.")
  var rounds = 1000

  @Option(help: "Seconds for each target; it ends with whatever is over first.")
  var seconds: Double?

  @Option(help: "Where all chance comes from.")
  var seed: UInt64 = 1

  @Option(help: "The first round, to go on where another run ended.")
  var first = 0

  @Option(help: "Seconds of work that a round may take; under a sanitizer all takes longer.")
  var limit = 5.0

  @Option(help: "Inputs tried to make a finding smaller.")
  var shrink = 300

  @Option(help: "Where findings are written.")
  var out = "out/fuzz"

  func run() throws {
    var findings = 0
    for target in targets.isEmpty ? TargetName.real : targets {
      var campaign = try Campaign(self, target)
      findings += try campaign.run()
    }
    if findings > 0 { throw ExitCode(1) }
  }
}

/// The rounds of one target.
private struct Campaign {
  let options: Drive
  let target: TargetName
  private let progress: Progress
  private let folder: ScratchFolder
  private let limits: WatchedProcess.Limits
  private let clock = ContinuousClock()
  private let begun: ContinuousClock.Instant
  /// How often each kind of failure was seen.
  private var found: [String: Int] = [:]

  init(_ options: Drive, _ target: TargetName) throws {
    (self.options, self.target) = (options, target)
    folder = try ScratchFolder()
    progress = try Progress(path: folder.url.appending(path: "progress").path)
    limits = WatchedProcess.Limits(work: options.limit, wait: options.limit * 12)
    begun = clock.now
  }

  private var elapsed: Double { (clock.now - begun) / .seconds(1) }

  private var isOver: Bool { options.seconds.map { elapsed > $0 } ?? false }

  /// Runs all rounds.
  ///
  /// - Returns: How many different failures there were.
  mutating func run() throws -> Int {
    var next = options.first
    let end = options.first + options.rounds
    while next < end, !isOver {
      let process = try WatchedProcess(
        [
          "worker", target.rawValue, "--seed", "\(options.seed)", "--first", "\(next)",
          "--rounds", "\(end - next)", "--progress", progress.path,
        ],
        limits: limits
      )
      let before = progress.roundCount
      let outcome = process.wait(round: { progress.roundCount }, isOver: { isOver })
      if outcome == .passed { break }
      guard progress.roundCount > before || progress.round >= next else {
        throw WrongResult("the worker did not begin: \(outcome)")
      }
      try keep(outcome, round: progress.round, input: progress.input)
      next = progress.round + 1
    }
    report()
    return found.count
  }

  /// Writes down a failure, made smaller; of those that look the same, the first.
  private mutating func keep(_ outcome: FuzzOutcome, round: Int, input: FuzzInput) throws {
    let signature = outcome.signature
    found[signature, default: 0] += 1
    guard found[signature] == 1 else { return }
    let folder = URL(filePath: options.out)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let name = "\(target)-\(options.seed)-\(round)"
    let file = folder.appending(path: "\(name).\(target.fileExtension)")
    try Data(input.encoded).write(to: file)
    print("\(target): seed \(options.seed), round \(round): \(signature)")
    let notes = folder.appending(path: "\(name).txt")
    try Data("\(outcome)".replacing("\\n", with: "\n").utf8).write(to: notes)
    var shrinker = try Shrinker(
      target,
      signature: signature,
      limits: limits,
      budget: options.shrink
    )
    if let small = try shrinker.shrunk(input) {
      let smaller = folder.appending(path: "\(name)-small.\(target.fileExtension)")
      try Data(small.encoded).write(to: smaller)
      let told = try shrinker.outcome(small, hasBacktrace: true)
      try Data("\(told)".replacing("\\n", with: "\n").utf8).write(to: notes)
      print("  \(input.encoded.count) bytes, made \(small.encoded.count): \(smaller.path)")
    } else {
      print("  alone it does not fail; rounds before it matter: \(file.path)")
    }
  }

  private func report() {
    var line = "\(target): seed \(options.seed), rounds \(options.first)..., "
    line += "\(progress.roundCount) passed, \(found.count) kinds of failures"
    if progress.messageCount > 0 { line += ", \(progress.messageCount) messages" }
    if progress.goodFrameCount > 0 {
      let worst = String(format: "%.1f", progress.worstFrame * 1000)
      line += ", good client: \(progress.goodFrameCount) frames, worst \(worst) ms"
    }
    print(line + String(format: ", %.0f s", elapsed))
    for (signature, count) in found.sorted(by: { $0.value > $1.value }) {
      print("  \(count) x \(signature)")
    }
  }
}
