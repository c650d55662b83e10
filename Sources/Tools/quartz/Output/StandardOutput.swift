// The output for other programs.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import Glibc

/// The standard output, unbuffered.
enum StandardOutput {
  static func write(_ bytes: Data) throws(FileError) {
    let code = bytes.withUnsafeBytes { FileWriting.write($0, to: STDOUT_FILENO) }
    guard code == 0 else { throw FileError(path: "standard output", code: code) }
  }
}
