// Messages between an app and its decoder's process.
// Licensed under the MIT license; see LICENSE.
//
// A message is its kind and the bytes of its payload, 32 bits each, then the payload. Numbers have
// their lower bytes first. The app sends the film as an open file, then requests with the memory
// that a picture goes to; the decoder answers them in order.
//
//   app      open       the film's descriptor; seconds without progress that are allowed, 64 bits
//   decoder  film       FilmDescription as JSON
//   decoder  times      for each picture its time, 64 bits, and whether it is a key, 8 bits
//   decoder  ready      the units that the last picture shows, 64 bits
//   app      picture    the picture's number, 64 bits; the memory's descriptor
//   decoder  shown      the number of the picture that is in the memory now, 64 bits: an earlier
//                       one if the film has no picture at that time after all
//   decoder  failure    VideoFailure as JSON; the answer to any of the above
//   decoder  working    nothing; it makes progress with a long work

/// The kind of a message.
package enum VideoMessageKind: UInt32, Sendable {
  case open = 1
  case picture = 2
  case film = 16
  case times = 17
  case ready = 18
  case shown = 19
  case failure = 20
  case working = 21
}

/// A message that came.
package struct VideoMessage: ~Copyable {
  package var kind: VideoMessageKind
  package var payload: [UInt8]
  /// The descriptor that came with it, which the message owns; -1 for none.
  package private(set) var descriptor: Int32

  init(kind: VideoMessageKind, payload: [UInt8], descriptor: Int32) {
    (self.kind, self.payload, self.descriptor) = (kind, payload, descriptor)
  }

  deinit {
    if descriptor >= 0 { _ = closeDescriptor(descriptor) }
  }

  /// The payload as one number; nil if it is none.
  package var number: Int64? {
    payload.count == 8 ? VideoMessage.number(payload, at: 0) : nil
  }

  /// The number at a place of bytes; there must be eight.
  package static func number(_ bytes: [UInt8], at place: Int) -> Int64 {
    var value: UInt64 = 0
    for index in (0..<8).reversed() { value = value << 8 | UInt64(bytes[place + index]) }
    return Int64(bitPattern: value)
  }

  /// A number as bytes.
  package static func bytes(_ number: Int64) -> [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }
}
