// Each demo runs, shows what it showed before, and what it states is true.
// Licensed under the MIT license; see LICENSE.
//
// References.txt has a hash of the figures of each demo. Where pictures change on purpose, look at
// the page that scripts/book makes, and record them: BOOK_RECORD=1 scripts/test-book.

import BookKit
import Demos
import Foundation
import Testing
import UIKit

@MainActor
@Suite("The book", .serialized)
struct BookTests {
  @Test("Numbers are unique, and there are as many demos as README says")
  func numbers() {
    let all = Demos.all.map(\.id)
    #expect(Set(all).count == all.count)
    #expect(all.count > 400)
  }

  @Test("References are of demos", .enabled(if: !References.isRecording))
  func references() {
    let all = Set(Demos.all.map(\.id))
    let gone = Set(References.hashes.keys).subtracting(all)
    #expect(gone.isEmpty, "there are no such demos: \(gone)")
  }

  @Test(
    "Each demo shows its figures, and what it states is true",
    arguments: await MainActor.run { Array(Demos.all.indices) }
  )
  func demo(index: Int) throws {
    let demo = Demos.all[index]
    let stage = Stage(demo)
    try demo.run(on: stage)
    #expect(!stage.figures.isEmpty, "\(demo.id)")
    #expect(stage.failures.isEmpty, "\(demo.id): \(stage.failures)")
    let hash = hash(of: stage.figures)
    if References.isRecording {
      try References.record(hash, of: demo.id)
    } else {
      #expect(References.hashes[demo.id] == hash, "\(demo.id) shows something else")
    }
  }

  /// The FNV-1a hash of the sizes and the bytes of figures, in hexadecimal digits.
  private func hash(of figures: [Figure]) -> String {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    func add(_ byte: UInt8) { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    for figure in figures {
      for number in [figure.image.width, figure.image.height] {
        add(UInt8(truncatingIfNeeded: number))
        add(UInt8(truncatingIfNeeded: number >> 8))
      }
      for byte in figure.image.dataProvider?.data as Data? ?? Data() { add(byte) }
    }
    return String(hash, radix: 16)
  }
}

/// The hashes of the figures of all demos.
private enum References {
  static let isRecording = ProcessInfo.processInfo.environment["BOOK_RECORD"] == "1"
  private static let file = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "References.txt")

  /// By the numbers of the demos.
  static let hashes: [String: String] = {
    let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    let pairs = text.split(separator: "\n").map { $0.split(separator: " ") }
    return Dictionary(uniqueKeysWithValues: pairs.map { (String($0[0]), String($0[1])) })
  }()

  /// Writes the hash of a demo in the place of the one that it had.
  static func record(_ hash: String, of id: String) throws {
    let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    var lines = text.split(separator: "\n").map(String.init).filter { !$0.hasPrefix("\(id) ") }
    lines.append("\(id) \(hash)")
    try (lines.joined(separator: "\n") + "\n").write(to: file, atomically: true, encoding: .utf8)
  }
}
