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

  /// - Returns: The end of the command; nil if it was killed.
  private func run() throws -> ChildProcess.Ending? {
    let quoted = "'" + path.replacing("'", with: "'\\''") + "'"
    let process: ChildProcess
    do {
      process = try ChildProcess(
        ["/bin/sh", "-c", command.replacing("{}", with: quoted)],
        descriptors: [nil, nil, nil]
      )
    } catch {
      throw MinimiseFailure.spawn(code: error.code)
    }
    // The command is killed with its group once it has no more time.
    return process.wait(milliseconds: Int32(clamping: Int((timeout * 1000).rounded(.up))))
  }
}
