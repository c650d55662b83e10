// Bytes into descriptors.
// Licensed under the MIT license; see LICENSE.

import Foundation
import Glibc

enum Writing {
  /// Writes all bytes.
  ///
  /// - Returns: 0, or the error's number.
  static func write(_ bytes: Data, to descriptor: Int32) -> Int32 {
    bytes.withUnsafeBytes { write($0, to: descriptor) }
  }

  /// Writes all bytes of some memory.
  ///
  /// - Returns: 0, or the error's number.
  static func write(_ memory: UnsafeRawBufferPointer, to descriptor: Int32) -> Int32 {
    var done = 0
    // Bounds: `done` never exceeds the count; `write` takes no more than it is given.
    while done < memory.count, let base = memory.baseAddress {
      let part = Glibc.write(descriptor, base + done, memory.count - done)
      if part < 0 && errno == EINTR { continue }
      if part < 0 { return errno }
      done += part
    }
    return 0
  }
}

/// What other programs read.
enum StandardOutput {
  static func write(_ bytes: Data) throws(OutputError) {
    let code = Writing.write(bytes, to: STDOUT_FILENO)
    guard code == 0 else { throw OutputError(path: "standard output", code: code) }
  }
}
