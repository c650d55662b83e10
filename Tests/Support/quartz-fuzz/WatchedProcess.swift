// A process that may trap or hang, and what became of it.
// Licensed under the MIT license; see LICENSE.

import Foundation
import Glibc
import QuartzFaults

/// How a process ended that ran inputs.
enum FuzzOutcome: Equatable {
  case passed
  /// It ended by itself or by a signal; what it said last.
  case failed(String)
  /// It worked, or waited, for longer than is allowed.
  case hung(String)

  /// The signature that equal findings share: the first line of the failure without its numbers.
  var signature: String {
    switch self {
    case .passed: return "passed"
    case .hung: return "hang"
    case .failed(let text):
      let lines = text.split(separator: "\n").map(String.init)
      let telling = lines.first { line in
        ["Fatal error", "SUMMARY:", "runtime error", "asked for", "Error:", "fuzz:"].contains {
          line.contains($0)
        }
      }
      // Where a trap without words came from: the first frames of the package.
      let frames = lines.filter { $0.contains(" in ") && $0.contains("quartz-fuzz") }.prefix(3)
      let text = telling ?? (frames.isEmpty ? lines.last ?? "" : frames.joined(separator: " "))
      return String(text.map { $0.isNumber ? "0" : $0 }).replacing("00", with: "0")
    }
  }
}

/// A child that is watched from outside.
///
/// It is killed with all that it started: a program that prints where it trapped would wait for it
/// for ever.
final class WatchedProcess {
  /// The limits of a round.
  struct Limits {
    /// Seconds of the processor's time.
    var work = 5.0
    /// Seconds of waiting.
    var wait = 60.0
  }

  private let process: ChildProcess
  private let errors: URL
  private let folder: ScratchFolder
  private let limits: Limits

  /// Starts this program again with other arguments.
  ///
  /// - Parameter hasBacktrace: Whether a trap tells where it was, which takes seconds.
  init(_ arguments: [String], limits: Limits, hasBacktrace: Bool = false) throws {
    self.limits = limits
    folder = try ScratchFolder()
    errors = folder.url.appending(path: "errors")
    try Data().write(to: errors)
    var environment = ProcessInfo.processInfo.environment
    // One request of more than 2 GB is a finding, and a trap of Swift (an illegal instruction)
    // tells where it was.
    environment["ASAN_OPTIONS"] = [
      "detect_leaks=0", "max_allocation_size_mb=2048", "abort_on_error=0", "handle_sigill=1",
    ].joined(separator: ":")
    environment["UBSAN_OPTIONS"] = "print_stacktrace=1:halt_on_error=1"
    environment["SWIFT_BACKTRACE"] =
      "enable=\(hasBacktrace ? "yes" : "no"),interactive=no,color=no,threads=crashed,images=none"
    let file = try FileHandle(forWritingTo: errors)
    process = try ChildProcess(
      [URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().path] + arguments,
      environment: environment.map { "\($0.key)=\($0.value)" },
      descriptors: [nil, nil, file.fileDescriptor]
    )
  }

  /// Seconds of the processor's time that it has used.
  private var work: Double {
    let path = "/proc/\(process.identifier)/stat"
    guard let text = try? String(contentsOf: URL(filePath: path), encoding: .utf8),
      let fields = text.split(separator: ")").last?.split(separator: " "), fields.count > 13,
      let user = Double(fields[11]), let system = Double(fields[12])
    else { return 0 }
    return (user + system) / Double(sysconf(Int32(_SC_CLK_TCK)))
  }

  /// Waits for its end.
  ///
  /// - Parameters:
  ///   - round: The current round; the limits hold for each round.
  ///   - isOver: Whether it shall end now, as if it had passed.
  func wait(round: () -> Int, isOver: () -> Bool = { false }) -> FuzzOutcome {
    let clock = ContinuousClock()
    var (current, begun, worked) = (round(), clock.now, work)
    while true {
      if let ending = process.wait(milliseconds: 20) { return outcome(of: ending) }
      let now = round()
      if now != current { (current, begun, worked) = (now, clock.now, work) }
      if isOver() {
        Neighbour.kill(process)
        return .passed
      }
      let (took, waited) = (work - worked, (clock.now - begun) / .seconds(1))
      if took > limits.work || waited > limits.wait {
        Neighbour.kill(process)
        return .hung(String(format: "%.1f s of work, %.1f s in all", took, waited))
      }
    }
  }

  private func outcome(of ending: ChildProcess.Ending) -> FuzzOutcome {
    if ending == .exit(status: 0) { return .passed }
    let bytes = (try? Data(contentsOf: errors)) ?? Data()
    let said = String(decoding: bytes.prefix(60_000), as: UTF8.self)
    let how =
      switch ending {
      case .exit(let status): "exit \(status)"
      case .signal(let number): "signal \(number)"
      }
    return .failed("\(said)\nfuzz: ended with \(how)")
  }
}
