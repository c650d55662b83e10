// The libraries under Fixtures, which scripts/test-port compiles and draws.
// Licensed under the MIT license; see LICENSE.

import Foundation
import PortKit
import Testing

@Suite("Libraries for iOS")
struct FixtureTests {
  private static let folder =
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().path
    + "/Fixtures"

  static let names: [String] = {
    let found = try? FileManager.default.contentsOfDirectory(atPath: folder)
    return (found ?? []).filter { !$0.hasPrefix(".") }.sorted()
  }()

  @Test("there are libraries")
  func count() {
    #expect(Self.names.count >= 4)
  }

  @Test("each is ported whole, and a second port changes nothing", arguments: names)
  func port(name: String) throws {
    let scratch = try Scratch()
    let quartz = QuartzDependency.path("/quartz")
    let port = try PackagePort(Self.folder + "/" + name, dependency: quartz)
    #expect(!port.result.changes.isEmpty)
    #expect(port.result.findings.isEmpty, "\(port.result.findings)")
    try port.write(to: scratch.path + "/" + name, replaces: false)
    let again = try PackagePort(scratch.path + "/" + name, dependency: quartz)
    #expect(again.result.changes.isEmpty)
    #expect(again.result.findings.isEmpty)
    for path in try scratch.names where path.hasSuffix(".swift") {
      let text = try scratch.text(path)
      for word in ["@objc", "#selector", "#keyPath", "@NSManaged", "os(iOS)"] {
        #expect(!text.contains(word), "\(path): \(word)")
      }
    }
  }

  @Test("the lines that are not told of are those of the original", arguments: names)
  func lines(name: String) throws {
    let port = try PackagePort(Self.folder + "/" + name, dependency: .path("/quartz"))
    for (path, bytes) in port.result.files {
      guard path != port.newManifest, !path.hasSuffix(".xib.swift"),
        !path.hasSuffix(".storyboard.swift"), !path.hasSuffix("/CombineOperators.swift")
      else { continue }
      let original = try String(contentsOfFile: "\(Self.folder)/\(name)/\(path)", encoding: .utf8)
      var lines = original.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      // From the end, so that the numbers before stay.
      for change in port.result.changes.filter({ $0.path == path }).reversed() {
        let first = change.line - 1
        #expect(Array(lines[first..<(first + change.before.count)]) == change.before)
        lines.replaceSubrange(first..<(first + change.before.count), with: change.after)
      }
      #expect(lines.joined(separator: "\n") == String(decoding: bytes, as: UTF8.self))
    }
  }
}
