// FFmpeg at the other end of a pipe.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import Glibc

/// A running encoder that takes frames.
final class FilmEncoder {
  private let process = Process()
  private let pipe = Pipe()
  /// The encoder's messages, in a file because they may be more than an unread pipe holds.
  private let log: PendingFile
  private var isOpen = true

  /// The size of the pipe in bytes, so that a frame takes few switches between the programs.
  private static let pipeSize: Int32 = 1 << 20

  /// Starts FFmpeg.
  ///
  /// `env` finds it; a missing program is detected when `env` ends.
  ///
  /// - Parameter arguments: The encoder's arguments; it reads frames from its standard input.
  init(_ arguments: [String]) throws(RenderFailure) {
    do {
      log = try PendingFile(path: NSTemporaryDirectory() + "/quartz-log")
    } catch {
      throw .encoderFailed(reason: "no file for its messages: \(error)")
    }
    guard let messages = FileHandle(forWritingAtPath: log.openName) else {
      throw .encoderFailed(reason: "no file for its messages: \(String(cString: strerror(errno)))")
    }
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["ffmpeg"] + arguments
    process.standardInput = pipe
    process.standardOutput = messages
    process.standardError = messages
    _ = fcntl(pipe.fileHandleForWriting.fileDescriptor, F_SETPIPE_SZ, Self.pipeSize)
    do {
      try process.run()
    } catch {
      throw .encoderFailed(reason: error.localizedDescription)
    }
    // Only the encoder's end stays open, or writing would wait for ever once the encoder is gone.
    try? pipe.fileHandleForReading.close()
  }

  deinit {
    stop()
  }

  /// `F_SETPIPE_SZ` of fcntl.h, which Swift does not import.
  private let F_SETPIPE_SZ: Int32 = 1031

  /// Writes a frame to the encoder; waits while the encoder has enough of them.
  func add(_ frame: FilmFrame) throws(RenderFailure) {
    let code = FileWriting.write(frame.bytes, to: pipe.fileHandleForWriting.fileDescriptor)
    guard code == 0 else {
      // Nobody reads; the encoder's messages say why.
      _ = try finish()
      throw .encoderFailed(reason: "it ended before the film did")
    }
  }

  /// Tells the encoder that there are no more frames, and waits until it has ended.
  ///
  /// Status 0 does not prove that all was written: some versions return it on a full disk.
  ///
  /// - Returns: The encoder's messages, line by line.
  func finish() throws(RenderFailure) -> [String] {
    guard isOpen else { return [] }
    isOpen = false
    try? pipe.fileHandleForWriting.close()
    process.waitUntilExit()
    let status = process.terminationStatus
    switch process.terminationReason {
    case .exit where status == 0: return messages
    // The status of env for a program that it does not find.
    case .exit where status == 127: throw .noEncoder
    case .exit: throw .encoderFailed(reason: messages.last ?? "it ended with status \(status)")
    case .uncaughtSignal where status == SIGXFSZ:
      throw .encoderFailed(reason: String(cString: strerror(EFBIG)))
    default: throw .encoderFailed(reason: "it was killed by signal \(status)")
    }
  }

  /// Terminates the encoder, if it still runs.
  private func stop() {
    guard isOpen else { return }
    isOpen = false
    kill(process.processIdentifier, SIGKILL)
    try? pipe.fileHandleForWriting.close()
    process.waitUntilExit()
  }

  /// The longest message that is passed on, in characters.
  private static let longestMessage = 300

  /// The lines that the encoder wrote.
  private var messages: [String] {
    let text = log.withBytes { String(decoding: $0, as: UTF8.self) } ?? ""
    return text.split(whereSeparator: \.isNewline).map { String($0.prefix(Self.longestMessage)) }
  }
}
