// The memory use of this process.
// Licensed under the MIT license; see LICENSE.

import Glibc

enum ProcessMemory {
  /// Bytes of the process that are in RAM; 0 if the kernel does not say.
  static var residentBytes: Int {
    guard let file = fopen("/proc/self/statm", "re") else { return 0 }
    defer { fclose(file) }
    // Two numbers of pages: the address space, and its resident part.
    var line = [CChar](repeating: 0, count: 128)
    guard fgets(&line, Int32(line.count), file) != nil else { return 0 }
    let fields = line.prefix { $0 != 0 }.split(separator: CChar(UInt8(ascii: " ")))
    guard fields.count > 1 else { return 0 }
    let pages = fields[1].reduce(0) { $0 * 10 + Int($1) - Int(UInt8(ascii: "0")) }
    return pages * Int(sysconf(Int32(_SC_PAGESIZE)))
  }
}
