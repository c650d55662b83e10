// FFmpeg at the other end of a pipe.
// Licensed under the MIT license; see LICENSE.

import Foundation
import Glibc

/// A running encoder that takes frames.
final class FilmEncoder {
  private let process = Process()
  private let pipe = Pipe()
  private let log: FileHandle
  private var isOpen = true

  /// The size of the pipe in bytes, so that frames take few turns between the programs.
  private static let pipeSize: Int32 = 1 << 20

  /// Starts FFmpeg.
  ///
  /// `env` finds it; that it is not there shows when it ends.
  ///
  /// - Parameter arguments: What it is told; it reads frames from its standard input.
  init(_ arguments: [String]) throws(RenderFailure) {
    // What it says may be more than a pipe holds while nobody reads it: a file without a name.
    var template = Array("/tmp/quartz-log.XXXXXX".utf8CString)
    let descriptor = mkstemp(&template)
    guard descriptor >= 0 else {
      throw .encoderFailed(reason: "no file for its messages: \(String(cString: strerror(errno)))")
    }
    unlink(template)
    log = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["ffmpeg"] + arguments
    process.standardInput = pipe
    process.standardOutput = log
    process.standardError = log
    _ = fcntl(pipe.fileHandleForWriting.fileDescriptor, F_SETPIPE_SZ, Self.pipeSize)
    do {
      try process.run()
    } catch {
      throw .encoderFailed(reason: error.localizedDescription)
    }
    // Only the encoder's end counts, or writing would wait for ever once it is gone.
    try? pipe.fileHandleForReading.close()
  }

  deinit {
    stop()
  }

  /// `F_SETPIPE_SZ` of fcntl.h, which Swift does not import.
  private let F_SETPIPE_SZ: Int32 = 1031

  /// Gives the encoder a frame; waits while it has enough of them.
  func add(_ frame: FilmFrame) throws(RenderFailure) {
    let code = Writing.write(frame.bytes, to: pipe.fileHandleForWriting.fileDescriptor)
    guard code == 0 else {
      // Nobody reads: why, it has said.
      try finish()
      throw .encoderFailed(reason: "it ended before the film did")
    }
  }

  /// Tells the encoder that there are no more frames, and waits until it has written them.
  func finish() throws(RenderFailure) {
    guard isOpen else { return }
    isOpen = false
    try? pipe.fileHandleForWriting.close()
    process.waitUntilExit()
    let status = process.terminationStatus
    switch process.terminationReason {
    case .exit where status == 0: return
    // What env says of a program that it does not find.
    case .exit where status == 127: throw .noEncoder
    case .exit: throw .encoderFailed(reason: message ?? "it ended with status \(status)")
    default: throw .encoderFailed(reason: "it was killed by signal \(status)")
    }
  }

  /// Ends the encoder, if it still runs.
  private func stop() {
    guard isOpen else { return }
    isOpen = false
    kill(process.processIdentifier, SIGKILL)
    try? pipe.fileHandleForWriting.close()
    process.waitUntilExit()
  }

  /// The longest message that is passed on, in characters.
  private static let longestMessage = 300

  /// The last line that the encoder wrote.
  private var message: String? {
    try? log.seek(toOffset: 0)
    let text = String(decoding: (try? log.readToEnd()) ?? Data(), as: UTF8.self)
    return text.split(whereSeparator: \.isNewline).last.map {
      String($0.prefix(Self.longestMessage))
    }
  }
}
