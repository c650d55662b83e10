// What other programs read.
// Licensed under the MIT license; see LICENSE.

import Foundation
import Glibc

enum StandardOutput {
  static func write(_ bytes: Data) throws(OutputError) {
    let code: Int32 = bytes.withUnsafeBytes { memory in
      guard fwrite(memory.baseAddress, 1, memory.count, stdout) == memory.count,
        fflush(stdout) == 0
      else { return errno }
      return 0
    }
    guard code == 0 else { throw OutputError(path: "standard output", code: code) }
  }
}
