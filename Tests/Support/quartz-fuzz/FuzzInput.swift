// The input of a round of the fuzzer, and its file format.
// Licensed under the MIT license; see LICENSE.

import Foundation

/// The input of a round: a file's bytes, or messages in order.
struct FuzzInput: Equatable {
  /// A message, or all bytes of a file.
  struct Piece: Equatable {
    var bytes: [UInt8]
    /// The descriptors that go with the bytes, each in one word: see `Attachment`.
    var attachments: [UInt32] = []
  }

  var pieces: [Piece]

  init(_ pieces: [Piece]) {
    self.pieces = pieces
  }

  /// A file.
  init(file: some Sequence<UInt8>) {
    pieces = [Piece(bytes: Array(file))]
  }

  /// The bytes of a file.
  var file: Data { Data(pieces.first?.bytes ?? []) }

  // MARK: Files

  private static let signature = Array("QFUZ".utf8)

  /// A single file as it is; messages as signature, count and, for each, its length, its bytes, the
  /// number of its descriptors and these, in little-endian words.
  var encoded: [UInt8] {
    if pieces.count == 1, pieces[0].attachments.isEmpty,
      !pieces[0].bytes.starts(with: Self.signature)
    {
      return pieces[0].bytes
    }
    var bytes = Self.signature
    func append(_ word: Int) {
      for shift in stride(from: 0, to: 32, by: 8) { bytes.append(UInt8(word >> shift & 255)) }
    }
    append(pieces.count)
    for piece in pieces {
      append(piece.bytes.count)
      bytes += piece.bytes
      append(piece.attachments.count)
      piece.attachments.forEach { append(Int($0)) }
    }
    return bytes
  }

  /// Reads what `encoded` made; other bytes are a file.
  init(encoded bytes: [UInt8]) {
    var offset = Self.signature.count
    func word() -> Int? {
      guard bytes.count - offset >= 4 else { return nil }
      defer { offset += 4 }
      return (0..<4).reduce(0) { $0 | Int(bytes[offset + $1]) << (8 * $1) }
    }
    pieces = []
    guard bytes.starts(with: Self.signature), let count = word() else {
      pieces = [Piece(bytes: bytes)]
      return
    }
    for _ in 0..<count {
      guard let length = word(), length <= bytes.count - offset else { return }
      var piece = Piece(bytes: Array(bytes[offset..<offset + length]))
      offset += length
      guard let attachments = word(), attachments <= (bytes.count - offset) / 4 else { return }
      for _ in 0..<attachments { piece.attachments.append(UInt32(word() ?? 0)) }
      pieces.append(piece)
    }
  }
}

/// A descriptor that goes with a message.
enum Attachment {
  /// Sealed memory of so many bytes, as a client makes it.
  case sealed(Int)
  /// Memory that its owner may cut.
  case unsealed(Int)
  /// No memory at all.
  case device

  private static let unsealedBit: UInt32 = 1 << 31

  init(_ word: UInt32) {
    if word == .max {
      self = .device
    } else if word & Self.unsealedBit != 0 {
      self = .unsealed(Int(word & ~Self.unsealedBit))
    } else {
      self = .sealed(Int(word))
    }
  }

  var word: UInt32 {
    switch self {
    case .sealed(let count): UInt32(count)
    case .unsealed(let count): UInt32(count) | Self.unsealedBit
    case .device: .max
    }
  }
}
