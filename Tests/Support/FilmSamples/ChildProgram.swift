// The programs that a process has started, as the kernel lists them.
// Licensed under the MIT license; see LICENSE.

import Foundation
import Glibc

/// A program that another one has started, and whose end it has not taken note of.
package struct ChildProgram: Sendable {
  package let identifier: Int32
  /// The program and its arguments; empty once it has ended.
  package let arguments: [String]

  /// The programs that a process has started, on any of its threads.
  package static func all(of process: Int32 = getpid()) throws -> [ChildProgram] {
    try FileManager.default.contentsOfDirectory(atPath: "/proc").compactMap { name in
      // A process may be gone before it is looked at.
      guard let identifier = Int32(name),
        let state = FileManager.default.contents(atPath: "/proc/\(name)/stat"),
        parent(in: String(decoding: state, as: UTF8.self)) == process
      else { return nil }
      let line = FileManager.default.contents(atPath: "/proc/\(name)/cmdline") ?? Data()
      let arguments = line.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
      return ChildProgram(identifier: identifier, arguments: arguments)
    }
  }

  /// The process that has started the one of a line such as `7 (a) name) S 3 ...`.
  private static func parent(in line: String) -> Int32? {
    guard let end = line.lastIndex(of: ")") else { return nil }
    let words = line[line.index(after: end)...].split(separator: " ")
    return words.count > 1 ? Int32(words[1]) : nil
  }
}
