// FFmpeg as it writes a film.
// Licensed under the MIT license; see LICENSE.

import CQuartzLinux
import CoreGraphics
import Foundation
import Glibc
import QuartzFaults

/// A running encoder that takes pictures as rows of R, G, B, A.
final class ExportEncoder {
  private let process: pid_t
  private var pipe: Int32
  private let log: PendingFile
  private var isOver = false

  private static let pipeSize: Int32 = 1 << 20
  private static let longestMessage = 300

  /// Starts `ffmpeg`, which `env` finds.
  init(_ arguments: [String]) throws(AVError) {
    do {
      log = try PendingFile(path: NSTemporaryDirectory() + "quartz-export")
    } catch {
      throw AVError(.exportFailed, "no file for the encoder's messages: \(error)")
    }
    var ends: [Int32] = [-1, -1]
    guard Fault.descriptor({ quartz_make_pipe(&ends, ExportEncoder.pipeSize) }) == 0 else {
      throw AVError(.exportFailed, "pipe: \(String(cString: strerror(errno)))")
    }
    // Only the encoder's end counts, or writing would wait for ever once it is gone.
    defer { close(ends[0]) }
    let prefix = ["env", "ffmpeg", "-hide_banner", "-loglevel", "error", "-nostats", "-y"]
    var words = (prefix + arguments).map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var process: pid_t = 0
    let output = log.openDescriptor
    let code = Fault.thread { quartz_spawn("/usr/bin/env", &words, ends[0], output, &process) }
    guard code == 0 else {
      close(ends[1])
      throw AVError(.exportFailed, "ffmpeg: \(String(cString: strerror(code)))")
    }
    (self.process, pipe) = (process, ends[1])
  }

  deinit {
    guard !isOver else { return }
    kill(process, SIGKILL)
    close(pipe)
    var wasSignal = false
    _ = quartz_wait_for_end(process, &wasSignal)
  }

  /// Writes a picture; waits while the encoder has enough of them.
  func add(_ bytes: UnsafeRawBufferPointer) throws(AVError) {
    guard FileWriting.write(bytes, to: pipe) == 0 else {
      try finish()
      throw AVError(.exportFailed, "ffmpeg ended before the film did")
    }
  }

  /// Tells the encoder that there are no more pictures, and waits until the film is written.
  func finish() throws(AVError) {
    guard !isOver else { return }
    isOver = true
    close(pipe)
    var wasSignal = false
    let status = quartz_wait_for_end(process, &wasSignal)
    guard wasSignal || status != 0 else { return }
    if wasSignal { throw AVError(.exportFailed, "ffmpeg was ended by signal \(status)") }
    // The exit status of env for a program that it does not find.
    guard status != 127 else { throw AVError(.decoderNotFound, "ffmpeg was not found in PATH") }
    let text = log.withBytes { String(decoding: $0, as: UTF8.self) } ?? ""
    let last = text.split(whereSeparator: \.isNewline).last.map(String.init)
    let reason = last.map { String($0.prefix(ExportEncoder.longestMessage)) }
    throw AVError(.exportFailed, "ffmpeg: \(reason ?? "it ended with status \(status)")")
  }
}
