// Records a program that runs already.
// Licensed under the MIT license; see LICENSE.

import Foundation
import QuartzWire
import Synchronization

/// A capture of a program that runs, as `quartz capture --attach` makes it.
struct AttachedCapture {
  /// The server's socket; nil for the usual one.
  let server: String?
  let process: UInt32
  let path: String

  /// Seconds between two questions for changes, whose times are the server's.
  private static let period = 0.02

  private final class Flag: Sendable {
    let isSet = Mutex(false)
  }

  /// Records until a time is over, a signal comes, or the program has no context any more.
  ///
  /// - Throws: `RenderFailure.noServer` if the program shows nothing on the server, and errors of
  ///   the file.
  func record(seconds: Double, redacts: Bool) throws {
    let socket = server.map { SocketPath($0) } ?? ProcessEnvironment.current.socketPath
    var options = ServerConnection.Options()
    options.clientName = "quartz capture"
    options.recorder = nil
    let connection = try ServerConnection(path: socket.path, options: options)
    guard try connection.contexts().entries.contains(where: { $0.process == process }) else {
      throw RenderFailure.noServer("\(socket.path): process \(process) has no context there")
    }
    let flag = Flag()
    Interruption.insteadOfEnd { flag.isSet.withLock { $0 = true } }
    let start = Self.now
    let observer = try CaptureObserver(
      connection,
      process: process,
      path: path,
      start: start,
      redacts: redacts
    )
    do {
      while try observer.collect() {
        if flag.isSet.withLock({ $0 }) || Self.now - start >= seconds { break }
        Thread.sleep(forTimeInterval: Self.period)
      }
      try observer.finish()
    } catch let error as WireError {
      // All that came before is a capture all the same.
      try observer.finish(.complete, "the server: \(error)")
      StandardError.write("quartz: the capture ends with the server: \(error)\n")
    } catch {
      try? observer.finish(.failure, "\(error)")
      throw error
    }
  }

  /// The time of the machine's monotonic clock, in seconds.
  private static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }
}
