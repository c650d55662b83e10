// A shell command that says whether a capture still shows something.
// Licensed under the MIT license; see LICENSE.

import Foundation
import QuartzFaults

/// A command with `{}` in the place of a file's name.
struct CapturePredicate {
  let command: String
  /// Seconds after which the command is ended, and counts as failed.
  let timeout: Double
  /// The file that candidates are written to.
  let path: String

  /// Runs the command with a candidate; its exit status 0 is success.
  func succeeds(with candidate: CaptureDocument) throws -> Bool {
    try candidate.write(to: path)
    return try run() == .exit(status: 0)
  }

  /// The last lines that the command printed when it ran last.
  var lastLines: [Substring] {
    let text = (try? Data(contentsOf: URL(fileURLWithPath: printed))) ?? Data()
    return String(decoding: text.suffix(4096), as: UTF8.self).split(separator: "\n").suffix(10)
  }

  /// The file that has what the command prints.
  private var printed: String { path + ".txt" }

  private static func quoted(_ path: String) -> String {
    "'" + path.replacing("'", with: "'\\''") + "'"
  }

  /// - Returns: The end of the command; nil if it was killed.
  private func run() throws -> ChildProcess.Ending? {
    let text = command.replacing("{}", with: Self.quoted(path))
    let process: ChildProcess
    do {
      process = try ChildProcess(
        ["/bin/sh", "-c", "{ \(text)\n} >\(Self.quoted(printed)) 2>&1"],
        descriptors: [nil, nil, nil]
      )
    } catch {
      throw MinimiseFailure.spawn(code: error.code)
    }
    // The command is killed with its group once it has no more time.
    return process.wait(milliseconds: Int32(clamping: Int((timeout * 1000).rounded(.up))))
  }
}
