// The progress of a worker, in memory that outlives it.
// Licensed under the MIT license; see LICENSE.

import Foundation
import Glibc

/// A mapped file in which a worker notes its round and its input before it runs them.
// Safe because: the fields are words that one side writes and the other polls; of a worker that
// runs on while it is read, nothing but the round is used.
final class Progress: @unchecked Sendable {
  /// The words at the beginning.
  private enum Word: Int {
    case round, length, messages, worstFrame, frames, rounds
  }

  private static let headBytes = 4096
  private static let inputLimit = 32 << 20
  let path: String
  private let base: UnsafeMutableRawPointer

  /// Maps the file, which is made if it is not there.
  init(path: String) throws {
    self.path = path
    let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw WrongResult("\(path): \(String(cString: strerror(errno)))") }
    defer { close(file) }
    let count = Self.headBytes + Self.inputLimit
    guard ftruncate(file, count) == 0,
      let base = mmap(nil, count, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0), base != MAP_FAILED
    else { throw WrongResult("\(path): \(String(cString: strerror(errno)))") }
    self.base = base
  }

  deinit {
    munmap(base, Self.headBytes + Self.inputLimit)
  }

  private subscript(word: Word) -> Int {
    get { base.load(fromByteOffset: word.rawValue * 8, as: Int.self) }
    set { base.storeBytes(of: newValue, toByteOffset: word.rawValue * 8, as: Int.self) }
  }

  /// The round that runs.
  var round: Int { self[.round] }
  /// Rounds that have ended, of all workers so far.
  var roundCount: Int { self[.rounds] }
  /// Messages that were sent, of all workers so far.
  var messageCount: Int {
    get { self[.messages] }
    set { self[.messages] = newValue }
  }
  /// The longest that a frame of the good client took, in seconds.
  var worstFrame: Double { Double(self[.worstFrame]) * 1e-9 }
  /// Frames of the good client, each compared.
  var goodFrameCount: Int { self[.frames] }

  /// Notes what is about to run.
  func begin(_ round: Int, _ input: FuzzInput) {
    let bytes = input.encoded.prefix(Self.inputLimit)
    self[.length] = bytes.count
    bytes.withUnsafeBytes { bytes in
      // Bounds: the prefix is no longer than what was mapped behind the head.
      if let source = bytes.baseAddress {
        (base + Self.headBytes).copyMemory(from: source, byteCount: bytes.count)
      }
    }
    self[.round] = round
  }

  func end() { self[.rounds] += 1 }

  func addGoodFrame(seconds: Double) {
    self[.frames] += 1
    self[.worstFrame] = max(self[.worstFrame], Int(seconds * 1e9))
  }

  /// The input that was noted last.
  var input: FuzzInput {
    let count = min(max(self[.length], 0), Self.inputLimit)
    let bytes = UnsafeRawBufferPointer(start: base + Self.headBytes, count: count)
    return FuzzInput(encoded: Array(bytes))
  }
}
