// A shell command that says whether a capture still shows something.
// Licensed under the MIT license; see LICENSE.

import CQuartzLinux
import Foundation
import Glibc
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
    return try run() == 0
  }

  /// - Returns: The status of `waitpid`; nil if the command was ended.
  private func run() throws -> Int32? {
    let quoted = "'" + path.replacing("'", with: "'\\''") + "'"
    let words = ["/bin/sh", "-c", command.replacing("{}", with: quoted)]
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) }
    defer { for argument in arguments { free(argument) } }
    arguments.append(nil)
    let nothing = open("/dev/null", O_RDWR | O_CLOEXEC)
    defer { if nothing >= 0 { close(nothing) } }
    var process: pid_t = 0
    let code = quartz_spawn("/bin/sh", &arguments, nothing, nothing, &process)
    guard code == 0 else { throw MinimiseFailure.spawn(code: code) }
    let end = ContinuousClock.now + .seconds(timeout)
    var status: Int32 = 0
    while true {
      let ended = uninterrupted { Int(waitpid(process, &status, WNOHANG)) }
      if ended != 0 { return ended > 0 ? status : nil }
      if ContinuousClock.now >= end {
        // The command has a group of its own.
        kill(-process, SIGKILL)
        _ = uninterrupted { Int(waitpid(process, &status, 0)) }
        return nil
      }
      usleep(1000)
    }
  }
}
