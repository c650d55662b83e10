// The decoder's process, as the app sees it.
// Licensed under the MIT license; see LICENSE.

import CQuartzLinux
import Glibc
import QuartzFaults
import Synchronization

/// A running `quartz-video`, which ends when its socket does.
final class VideoProcess: Sendable {
  let channel: VideoChannel
  let identifier: pid_t
  private let hasEnded = Mutex(false)

  /// Milliseconds in which the process has to end after its socket; it is killed then.
  private static let farewell: Int32 = 2000

  /// Starts the program.
  ///
  /// - Parameter program: Its path; nil looks beside this program, then in the folders of `PATH`.
  init(program: String?) throws(VideoError) {
    let path = program ?? VideoProcess.neighbour
    let words = path.map { [$0] } ?? ["/usr/bin/env", "quartz-video"]
    let other: Int32
    do {
      (channel, other) = try VideoChannel.makePair()
    } catch {
      throw .system(call: "socketpair", code: errno)
    }
    defer { close(other) }
    // Its own messages are for those who look for its faults.
    let output = Fault.descriptor { open("/dev/null", O_WRONLY | O_CLOEXEC) }
    guard output >= 0 else { throw .system(call: "/dev/null", code: errno) }
    defer { close(output) }
    var arguments = words.map { strdup($0) } + [nil]
    defer { for word in arguments { free(word) } }
    var process: pid_t = 0
    let code = Fault.thread { quartz_spawn(words[0], &arguments, other, output, &process) }
    guard code == 0 else {
      throw .missingProgram(name: words[0], reason: String(cString: strerror(code)))
    }
    identifier = process
  }

  deinit {
    end()
  }

  /// The program in the folder of this one; nil if there is none.
  private static var neighbour: String? {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
    let count = readlink("/proc/self/exe", &buffer, Int(PATH_MAX))
    guard count > 0 else { return nil }
    let own = String(decoding: buffer.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    guard let slash = own.lastIndex(of: "/") else { return nil }
    let path = own[...slash] + "quartz-video"
    return access(String(path), X_OK) == 0 ? String(path) : nil
  }

  /// Ends the process, if it still runs, and says why it had ended.
  @discardableResult
  func end() -> String {
    channel.shutDown()
    return hasEnded.withLock { hasEnded in
      guard !hasEnded else { return "it was ended" }
      hasEnded = true
      var wasSignal = false
      var status = quartz_wait_for_end_within(identifier, VideoProcess.farewell, &wasSignal)
      if status == -1, !wasSignal {
        kill(identifier, SIGKILL)
        status = quartz_wait_for_end(identifier, &wasSignal)
      }
      if wasSignal { return "it was killed by signal \(status)" }
      // The exit status of env for a program that it does not find.
      if status == 127 { return "quartz-video was not found beside this program or in PATH" }
      return "it ended with status \(status)"
    }
  }
}
