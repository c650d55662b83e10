// FFmpeg at the other end of a pipe: the one place that runs it to write films.
// Licensed under the MIT license; see LICENSE.

import CQuartzLinux
import CoreGraphics
import Foundation
import Glibc
import QuartzFaults

/// A film that is not encoded.
package enum EncoderError: Error, Equatable, Sendable, CustomStringConvertible {
  /// No folder of `PATH` has the program.
  case missingProgram
  case failed(reason: String)
  /// A file was not written, or not wholly.
  case unwritten(path: String, reason: String)

  package var description: String {
    switch self {
    case .missingProgram: "ffmpeg was not found in PATH"
    case .failed(let reason): "ffmpeg: \(reason)"
    case .unwritten(let path, let reason): "\(path): \(reason)"
    }
  }
}

/// A running encoder that takes frames.
package final class FilmEncoder {
  /// The arguments with which it says nothing but errors, and asks nothing.
  package static let quiet = ["-hide_banner", "-loglevel", "error", "-nostats", "-y"]

  /// The filter that states the colours of films made of layers: sRGB's primaries and curve, the
  /// matrix of HDTV that frames are converted with, in studio range.
  package static let colors =
    "setparams=range=tv:colorspace=bt709:color_primaries=bt709:color_trc=iec61966-2-1"

  /// ProRes 4444: ten bits for each of Y, Cb and Cr, and straight alpha.
  package static let proRes4444 = [
    "-c:v", "prores_ks", "-profile:v", "4444", "-pix_fmt", "yuva444p10le",
  ]

  /// The threads of an encoder, on any machine: how many there are changes the bytes.
  ///
  /// With more, the search for motion is shorter and files are larger.
  package static let threads = ["-threads", "4"]

  private let process: ChildProcess
  /// The end of the pipe that frames are written to; -1 once it is closed.
  private var pipe: Int32
  /// The file of its messages, which may be longer than a pipe holds while nobody reads it.
  private let log: PendingFile
  private var isOpen: Bool { pipe >= 0 }

  /// Bytes that were written, and owners of lent ones with their count at the end of each.
  private var written = 0
  private var lenders: [(owner: AnyObject, end: Int)] = []

  /// The size of the pipe in bytes, so that a frame takes few switches between the programs.
  private static let pipeSize: Int32 = 1 << 20

  /// Starts FFmpeg.
  ///
  /// - Parameter arguments: The encoder's arguments; it reads frames from its standard input.
  package init(_ arguments: [String]) throws(EncoderError) {
    do {
      log = try PendingFile(path: NSTemporaryDirectory() + "quartz-log")
    } catch {
      throw .failed(reason: "no file for its messages: \(error)")
    }
    do throws(ProcessError) {
      // Only the encoder's end of reading may stay open, or writing would wait for ever once it is
      // gone.
      var ends = try SystemPipe(size: Self.pipeSize)
      let output = log.openDescriptor
      process = try ChildProcess(
        ["ffmpeg"] + arguments,
        descriptors: [ends.reading, output, output]
      )
      pipe = ends.takeWriting()
    } catch {
      throw error.isMissingProgram
        ? .missingProgram : .failed(reason: "it was not started: \(error)")
    }
  }

  deinit {
    guard isOpen else { return }
    process.kill()
    closePipe()
  }

  /// Returns FFmpeg's name and version.
  package static func version() throws(EncoderError) -> String {
    let line = try FilmEncoder(["-version"]).finish().first ?? ""
    return line.split(separator: " ").prefix(3).joined(separator: " ")
  }

  /// Writes bytes to the encoder; waits while the encoder has enough of them.
  package func add(_ bytes: UnsafeRawBufferPointer) throws(EncoderError) {
    try check(FileWriting.write(bytes, to: pipe))
    written += bytes.count
  }

  /// Lends bytes to the encoder, which reads them where they are; waits as `add` does.
  ///
  /// - Parameters:
  ///   - pieces: One after the other. Nobody may change them as long as `owner` is held here.
  ///   - owner: The object with the memory. It is held until the pipe can have none of its bytes
  ///     any more.
  package func lend(
    _ pieces: [UnsafeRawBufferPointer],
    of owner: AnyObject
  ) throws(EncoderError) {
    // Before the first byte goes, so that it outlives an error as well.
    let count = pieces.reduce(0) { $0 + $1.count }
    lenders.append((owner, written + count))
    try check(FilmEncoder.lend(pieces, to: pipe))
    written += count
    let end = written - Int(FilmEncoder.pipeSize)
    lenders.removeAll { $0.end <= end }
  }

  /// - Returns: 0, or the error's number.
  private static func lend(_ pieces: [UnsafeRawBufferPointer], to pipe: Int32) -> Int32 {
    var rest = pieces.map {
      iovec(iov_base: UnsafeMutableRawPointer(mutating: $0.baseAddress), iov_len: $0.count)
    }[...]
    return FileWriting.withoutSignals {
      while !rest.isEmpty {
        let sent = rest.withUnsafeBufferPointer { pieces in
          uninterrupted { quartz_lend_pages(pipe, pieces.baseAddress, pieces.count) }
        }
        guard sent >= 0 else {
          let code = errno
          // Some sandboxes do not have the call.
          return code == ENOSYS || code == EPERM ? copy(rest, to: pipe) : code
        }
        rest.drop(bytes: sent)
      }
      return 0
    }
  }

  private static func copy(_ pieces: ArraySlice<iovec>, to pipe: Int32) -> Int32 {
    for piece in pieces {
      let bytes = UnsafeRawBufferPointer(start: piece.iov_base, count: piece.iov_len)
      let code = FileWriting.write(bytes, to: pipe)
      guard code == 0 else { return code }
    }
    return 0
  }

  private func check(_ code: Int32) throws(EncoderError) {
    guard code != 0 else { return }
    // Nobody reads; the encoder's messages say why.
    _ = try finish()
    throw .failed(reason: "it ended before the film did")
  }

  /// Tells the encoder that there are no more frames, and waits until it has ended.
  ///
  /// Status 0 does not prove that all was written: some versions return it on a full disk.
  ///
  /// - Returns: The encoder's messages, line by line.
  @discardableResult
  package func finish() throws(EncoderError) -> [String] {
    guard isOpen else { return [] }
    closePipe()
    switch process.wait() {
    case .signal(SIGXFSZ): throw .failed(reason: String(cString: strerror(EFBIG)))
    case .signal(let number): throw .failed(reason: "it was killed by signal \(number)")
    case .exit(status: 0): return messages
    case .exit(let status):
      throw .failed(reason: messages.last ?? "it ended with status \(status)")
    }
  }

  private func closePipe() {
    close(pipe)
    pipe = -1
  }

  /// The longest message that is passed on, in characters.
  private static let longestMessage = 300

  /// The lines that the encoder wrote.
  private var messages: [String] {
    let text = log.withBytes { String(decoding: $0, as: UTF8.self) } ?? ""
    return text.split(whereSeparator: \.isNewline).map { String($0.prefix(Self.longestMessage)) }
  }
}

extension ArraySlice<iovec> {
  /// Leaves out the first bytes of all, and pieces without any.
  fileprivate mutating func drop(bytes: Int) {
    var bytes = bytes
    while let piece = first, piece.iov_len <= bytes {
      bytes -= piece.iov_len
      removeFirst()
    }
    guard bytes > 0, let piece = first else { return }
    // Bounds: the piece has more bytes than are left out.
    let base = piece.iov_base.map { $0 + bytes }
    self[startIndex] = iovec(iov_base: base, iov_len: piece.iov_len - bytes)
  }
}
