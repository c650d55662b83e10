// FFmpeg at the other end of a pipe.
// Licensed under the MIT license; see LICENSE.

import CQuartzLinux
import CoreGraphics
import Foundation
import Glibc
import QuartzFaults

/// A running encoder that takes frames.
final class FilmEncoder {
  private let process: pid_t
  /// The end of the pipe that frames are written to; -1 once it is closed.
  private var pipe: Int32
  /// The file of its messages, which may be longer than a pipe holds while nobody reads it.
  private let log: PendingFile
  private var isOpen: Bool { pipe >= 0 }

  /// The size of the pipe in bytes, so that a frame takes few switches between the programs.
  private static let pipeSize: Int32 = 1 << 20

  /// Starts FFmpeg.
  ///
  /// `env` finds it; a missing program is detected when `env` ends.
  ///
  /// - Parameter arguments: The encoder's arguments; it reads frames from its standard input.
  init(_ arguments: [String]) throws(RenderFailure) {
    do {
      log = try PendingFile(path: NSTemporaryDirectory() + "quartz-log")
    } catch {
      throw .encoderFailed(reason: "no file for its messages: \(error)")
    }
    (process, pipe) = try Self.start(arguments, output: log.openDescriptor)
  }

  deinit {
    stop()
  }

  /// Starts it with a pipe as its input.
  private static func start(
    _ arguments: [String],
    output: Int32
  ) throws(RenderFailure) -> (process: pid_t, pipe: Int32) {
    func failure(_ call: String, _ code: Int32) -> RenderFailure {
      .encoderFailed(reason: "it was not started: \(call): \(String(cString: strerror(code)))")
    }
    var ends: [Int32] = [-1, -1]
    guard Fault.descriptor({ quartz_make_pipe(&ends, pipeSize) }) == 0 else {
      throw failure("pipe", errno)
    }
    // Only the encoder's end counts, or writing would wait for ever once it is gone.
    defer { close(ends[0]) }
    var process: pid_t = 0
    var words = (["env", "ffmpeg"] + arguments).map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    let code = Fault.thread {
      quartz_spawn("/usr/bin/env", &words, ends[0], output, &process)
    }
    guard code == 0 else {
      close(ends[1])
      throw failure("posix_spawn", code)
    }
    return (process, ends[1])
  }

  /// Runs FFmpeg and checks that it has written all of a file.
  ///
  /// - Parameters:
  ///   - arguments: The encoder's arguments, which name the file as it is open here.
  ///   - name: The name of the file in messages.
  ///   - feed: Writes the encoder's input.
  static func run(
    _ arguments: [String],
    _ file: borrowing PendingFile,
    _ form: FilmFile.Form,
    _ name: String,
    feed: (FilmEncoder) throws -> Void
  ) throws {
    do {
      let encoder = try FilmEncoder(arguments)
      try feed(encoder)
      let messages = try encoder.finish()
      // The output of a device or pipe cannot be read back, so there the encoder's messages decide.
      let isComplete = file.withBytes { FilmFile.isComplete($0, form) } ?? messages.isEmpty
      guard !isComplete else { return }
      let isEmpty = file.withBytes { $0.isEmpty } ?? false
      let reason = isEmpty ? "it has written nothing" : "it has written only a part"
      throw RenderFailure.encoderFailed(reason: messages.last ?? reason)
    } catch RenderFailure.encoderFailed(let reason) {
      // The encoder knows the file by another name.
      let words = reason.replacing(file.openName, with: name)
      throw RenderFailure.encoding(path: name, reason: "ffmpeg: \(words)")
    }
  }

  /// Returns FFmpeg's name and version.
  static func version() throws(RenderFailure) -> String {
    let line = try FilmEncoder(["-version"]).finish().first ?? ""
    return line.split(separator: " ").prefix(3).joined(separator: " ")
  }

  /// Writes bytes to the encoder; waits while the encoder has enough of them.
  func add(_ bytes: UnsafeRawBufferPointer) throws(RenderFailure) {
    let code = FileWriting.write(bytes, to: pipe)
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
    closePipe()
    var wasSignal = false
    let status = quartz_wait_for_end(process, &wasSignal)
    switch status {
    case SIGXFSZ where wasSignal:
      throw .encoderFailed(reason: String(cString: strerror(EFBIG)))
    case _ where wasSignal: throw .encoderFailed(reason: "it was killed by signal \(status)")
    case 0: return messages
    // The exit status of env for a program that it does not find.
    case 127: throw .noEncoder
    default: throw .encoderFailed(reason: messages.last ?? "it ended with status \(status)")
    }
  }

  private func closePipe() {
    close(pipe)
    pipe = -1
  }

  /// Ends the encoder, if it still runs.
  private func stop() {
    guard isOpen else { return }
    kill(process, SIGKILL)
    closePipe()
    var wasSignal = false
    _ = quartz_wait_for_end(process, &wasSignal)
  }

  /// The longest message that is passed on, in characters.
  private static let longestMessage = 300

  /// The lines that the encoder wrote.
  private var messages: [String] {
    let text = log.withBytes { String(decoding: $0, as: UTF8.self) } ?? ""
    return text.split(whereSeparator: \.isNewline).map { String($0.prefix(Self.longestMessage)) }
  }
}
