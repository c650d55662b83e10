// Each demo runs, shows what it showed before, and what it states is true.
// Licensed under the MIT license; see LICENSE.
//
// References.txt has a hash of the figures of each demo, and References a small picture of them for
// those who look at changes. Where pictures change on purpose, record them, and look at both:
// BOOK_RECORD=1 scripts/test-book.

import BookKit
import Demos
import Foundation
import ImageIO
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

  @Test("Each row of the inventories has a demo, or a reason that still holds")
  func rows() {
    // The inventories have this many; a reader that finds others is wrong.
    #expect(Row.all.count { $0.isDemo } == 407)
    #expect(Row.all.count { !$0.isDemo } == 93)
    let here = Set(Demos.all.map(\.id))
    let elsewhere = Set(References.hashes.keys).subtracting(here)
    for row in Row.all {
      switch row.place {
      case .demo(let number, let program):
        let numbers = program == Row.mainProgram ? here : elsewhere
        let isThere = numbers.contains(number)
        #expect(isThere, "\(row.ids): no demo \(number) in \(program)")
      case .none(let reason, let symbol):
        #expect(reason.count > 10 && !symbol.isEmpty, "\(row.ids) has no reason")
        let isShown = row.ids.contains { here.contains(Row.number(of: $0)) }
        #expect(!isShown, "\(row.ids) has a demo: \(reason)")
      }
    }
  }

  @Test("References are of demos", .enabled(if: !References.isRecording))
  func references() throws {
    let all = Set(Demos.all.map(\.id)).union(Program.numbers)
    let gone = Set(References.hashes.keys).subtracting(all)
    #expect(gone.isEmpty, "there are no such demos: \(gone)")
    let strays = try References.pictures().subtracting(all)
    #expect(strays.isEmpty, "there are no such demos: \(strays)")
  }

  @Test(
    "Each demo shows its figures, and what it states is true",
    arguments: await MainActor.run { Array(Demos.all.indices) }
  )
  func demo(index: Int) throws {
    let demo = Demos.all[index]
    let stage = Stage(demo)
    try demo.run(on: stage)
    #expect(!stage.figures.isEmpty || !stage.counts.isEmpty, "\(demo.id)")
    #expect(stage.failures.isEmpty, "\(demo.id): \(stage.failures)")
    try References.expect(stage.hash, of: demo.id)
    try References.expect(Strip.reference(stage.figures), of: demo.id)
  }

  /// Statements are about drawing in this process, where the test above checks them.
  @Test(
    "GLES in a server shows each demo as its small picture has it, but for edges",
    .enabled(if: !References.isRecording)
  )
  func demosByGLES() throws {
    let server = try Server(["--renderer", "gles"])
    for demo in Demos.all {
      let stage = Stage(demo, output: .server(path: server.path, isRealTime: false))
      #expect(throws: Never.self, "\(demo.id)") { try demo.run(on: stage) }
      guard let shown = Strip.reference(stage.figures) else { continue }
      let reference = try #require(References.picture(of: demo.id), "\(demo.id) has no picture")
      guard let difference = FigureDifference(reference, shown) else {
        Issue.record("\(demo.id) has another size")
        continue
      }
      #expect(difference.isOfEdges, "\(demo.id): \(difference)")
    }
  }

  @Test("The demos of AppKit run in a program of their own")
  func demosOfAppKit() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "book-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    let (status, lines) = try Program.run(["all", "--hashes", "-o", folder.path])
    #expect(status == 0, "\(lines)")
    for number in Program.numbers {
      let line = lines.first { $0.hasPrefix("\(number) ") }
      let hash = try #require(line?.split(separator: " ").last, "\(number) did not run")
      try References.expect(String(hash), of: number)
      let strip = try References.read(folder.appending(path: "\(number).png"))
      try References.expect(Strip.reference(strip), of: number)
    }
  }
}

/// The program of the demos of AppKit, which lies beside the tests.
private enum Program {
  /// The numbers of its demos.
  static let numbers = Row.all.compactMap { row -> String? in
    guard case .demo(let number, "book-appkit") = row.place else { return nil }
    return number
  }

  /// Runs the program; returns its status and the lines that it has printed.
  static func run(_ arguments: [String]) throws -> (status: Int32, lines: [String]) {
    let own = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let process = Process()
    process.executableURL = URL(filePath: own).deletingLastPathComponent()
      .appending(path: "book-appkit")
    process.arguments = arguments
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return (process.terminationStatus, text.split(separator: "\n").map(String.init))
  }
}

/// The hashes and the small pictures of the figures of all demos.
private enum References {
  static let isRecording = ProcessInfo.processInfo.environment["BOOK_RECORD"] == "1"
  private static let tests = URL(filePath: #filePath).deletingLastPathComponent()
  private static let file = tests.appending(path: "References.txt")

  /// By the numbers of the demos.
  static let hashes: [String: String] = {
    let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    let pairs = text.split(separator: "\n").map { $0.split(separator: " ") }
    return Dictionary(uniqueKeysWithValues: pairs.map { (String($0[0]), String($0[1])) })
  }()

  /// Compares the hash of a demo with its reference, or writes it in the place of that.
  static func expect(_ hash: String, of id: String) throws {
    guard isRecording else {
      #expect(hashes[id] == hash, "\(id) shows something else")
      return
    }
    let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    var lines = text.split(separator: "\n").map(String.init)
    let place = lines.firstIndex { $0.hasPrefix("\(id) ") }
    if let place { lines[place] = "\(id) \(hash)" } else { lines.append("\(id) \(hash)") }
    try (lines.joined(separator: "\n") + "\n").write(to: file, atomically: true, encoding: .utf8)
  }

  /// Compares the small picture of a demo with its reference, or writes it in the place of that.
  ///
  /// - Parameters:
  ///   - picture: The picture; nil of demos that only count.
  ///   - id: The number of the demo.
  static func expect(_ picture: CGImage?, of id: String) throws {
    guard isRecording else {
      guard let picture else {
        #expect(!FileManager.default.fileExists(atPath: place(of: id).path), "\(id) shows nothing")
        return
      }
      let reference = try #require(self.picture(of: id), "\(id) has no picture")
      #expect(FigureDifference(reference, picture)?.isNone == true, "\(id): another picture")
      return
    }
    try? FileManager.default.removeItem(at: place(of: id))
    guard let picture, let data = Strip.png(picture) else { return }
    try data.write(to: place(of: id))
  }

  /// Returns the small picture of a demo; nil without one.
  static func picture(of id: String) -> CGImage? { try? read(place(of: id)) }

  /// The numbers of all small pictures.
  static func pictures() throws -> Set<String> {
    let folder = tests.appending(path: "References")
    let files = try FileManager.default.contentsOfDirectory(
      at: folder,
      includingPropertiesForKeys: nil
    )
    return Set(files.map { $0.deletingPathExtension().lastPathComponent })
  }

  /// Reads a picture.
  static func read(_ file: URL) throws -> CGImage {
    let source = try #require(CGImageSourceCreateWithURL(file as CFURL, nil), "\(file.path)")
    return try #require(CGImageSourceCreateImageAtIndex(source, 0, nil), "\(file.path)")
  }

  private static func place(of id: String) -> URL {
    tests.appending(path: "References/\(id).png")
  }
}
