// The decoder's process, as the app sees it.
// Licensed under the MIT license; see LICENSE.

import Glibc
import QuartzFaults
import Synchronization

/// A running `quartz-video`, which ends when its socket does.
final class VideoProcess: Sendable {
  let channel: VideoChannel
  private let process: ChildProcess
  var identifier: pid_t { process.identifier }
  private static let programName = "quartz-video"
  private let hasEnded = Mutex(false)

  /// Milliseconds in which the process has to end after its socket; it is killed then.
  private static let farewell: Int32 = 2000

  /// Starts the program.
  ///
  /// - Parameter program: Its path; nil looks beside this program, then in the folders of `PATH`.
  init(program: String?) throws(VideoError) {
    let path = program ?? VideoProcess.neighbour
    let name = path ?? VideoProcess.programName
    let other: Int32
    do {
      (channel, other) = try VideoChannel.makePair()
    } catch {
      throw .system(call: "socketpair", code: errno)
    }
    defer { close(other) }
    do throws(ProcessError) {
      // Its own messages are for those who look for its faults.
      process = try ChildProcess([name], descriptors: [other, nil, nil])
    } catch {
      guard error.isMissingProgram else { throw .system(call: error.call, code: error.code) }
      let reason =
        "not found"
        + (path == nil
          ? " beside this program or in PATH; swift build -c release --product quartz-video builds it"
          : "")
      throw .missingProgram(name: name, reason: reason)
    }
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
    let path = own[...slash] + programName
    return access(String(path), X_OK) == 0 ? String(path) : nil
  }

  /// Ends the process, if it still runs, and says why it had ended.
  @discardableResult
  func end() -> String {
    channel.shutDown()
    return hasEnded.withLock { hasEnded in
      guard !hasEnded else { return "it was ended" }
      hasEnded = true
      if process.wait(milliseconds: VideoProcess.farewell) == nil { process.kill() }
      switch process.wait() {
      case .signal(let number): return "it was killed by signal \(number)"
      case .exit(let status): return "it ended with status \(status)"
      }
    }
  }
}
