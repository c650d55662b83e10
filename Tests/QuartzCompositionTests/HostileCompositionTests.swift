// Compositions that are damaged, endless or too large.
// Licensed under the MIT license; see LICENSE.

import Foundation
import QuartzComposition
import TestRandom
import Testing

@testable import QuartzCore

@Suite struct HostileCompositionTests {
  /// The lines about a composition, and whether it was read.
  private func read(_ data: Data) -> (isRead: Bool, lines: [String]) {
    var composition: QCComposition?
    let lines = Diagnostics.lines { composition = QCComposition(data: data) }
    return (composition != nil, lines)
  }

  private func expectRefusal(_ data: Data, _ reason: String) {
    let (isRead, lines) = read(data)
    #expect(!isRead && lines == ["a composition: " + reason], "\(lines)")
  }

  private func list(_ state: [String: Any]) throws -> Data {
    try PropertyListSerialization.data(
      fromPropertyList: ["rootPatch": ["class": "QCPatch", "state": state]],
      format: .binary,
      options: 0
    )
  }

  private func text(_ patches: [String], _ connections: [String] = []) -> Data {
    let links = connections.map { "\"\($0)\"" }.joined(separator: ",")
    return Data(
      "{\"patches\": {\(patches.joined(separator: ","))}, \"connections\": [\(links)]}".utf8
    )
  }

  @Test func circlesAreRefused() {
    let splitters = ["a", "b", "c"].map { "\"\($0)\": {\"type\": \"splitter\"}" }
    expectRefusal(
      text(splitters, ["a.output > b.input", "b.output > c.input", "c.output > a.input"]),
      "the connections of \"a\" go in a circle"
    )
    expectRefusal(
      text(splitters, ["a.output > a.input"]),
      "the connections of \"a\" go in a circle"
    )
  }

  @Test func chainsAreLimited() {
    for count in [64, 65] {
      let names = (0..<count).map { "s\($0)" }
      let data = text(
        names.map { "\"\($0)\": {\"type\": \"splitter\"}" },
        zip(names, names.dropFirst()).map { "\($0).output > \($1).input" }
      )
      if count == 64 {
        #expect(read(data).isRead)
      } else {
        expectRefusal(data, "more than 64 patches are connected in a row, up to \"s64\"")
      }
    }
  }

  @Test func patchesAreLimited() throws {
    func patches(_ count: Int) -> [String] {
      (0..<count).map { "\"p\($0)\": {\"type\": \"clear\"}" }
    }
    #expect(read(text(patches(4096))).isRead)
    expectRefusal(text(patches(4097)), "4097 patches: there may be 4096")
    expectRefusal(text(patches(100_000)), "100000 patches: there may be 4096")
    let nodes = (0..<100_000).map { ["class": "QCClear", "key": "c\($0)"] }
    expectRefusal(try list(["nodes": nodes]), "100000 patches: there may be 4096")
  }

  @Test func macrosAreLimited() throws {
    func macros(_ depth: Int) -> [String: Any] {
      var state: [String: Any] = ["nodes": [["class": "QCClear", "key": "c"]]]
      for _ in 1..<depth {
        state = ["nodes": [["class": "QCPatch", "key": "m", "state": state] as [String: Any]]]
      }
      return state
    }
    #expect(read(try list(macros(64))).isRead)
    expectRefusal(try list(macros(65)), "more than 64 macros in each other")
    expectRefusal(try list(macros(90)), "more than 256 lists in each other")
  }

  @Test func nestingIsLimited() {
    let count = 100_000
    let head = "<?xml version=\"1.0\"?><plist version=\"1.0\">"
    let xml = head + String(repeating: "<array>", count: count)
    expectRefusal(Data(xml.utf8), "more than 256 lists in each other")
    let json = "{\"patches\": " + String(repeating: "[", count: count)
    expectRefusal(Data(json.utf8), "more than 256 lists in each other")
    let old = String(repeating: "{ a = ", count: count)
    expectRefusal(Data(old.utf8), "more than 256 lists in each other")
    let colons = "(" + String(repeating: "(", count: count)
    expectRefusal(Data(colons.utf8), "more than 256 lists in each other")
  }

  @Test func sizesAreLimited() throws {
    let large = Data(count: (16 << 20) + 1)
    expectRefusal(large, "16777217 bytes: a composition may have 16777216")
    let path = NSTemporaryDirectory() + "quartz-none.composition"
    let lines = Diagnostics.lines { #expect(QCComposition(file: path) == nil) }
    #expect(lines == ["\(path): there is no file of at most 16777216 bytes"])
  }

  /// A binary list of objects given by their bytes, the first one on top.
  private func binary(_ objects: [[UInt8]]) -> Data {
    var data = Data("bplist00".utf8)
    var offsets: [UInt8] = []
    for object in objects {
      offsets.append(UInt8(data.count))
      data.append(contentsOf: object)
    }
    let table = data.count
    data.append(contentsOf: offsets)
    data.append(contentsOf: [0, 0, 0, 0, 0, 0, 1, 1])
    for number in [objects.count, 0, table] {
      data.append(
        contentsOf: (0..<8).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
      )
    }
    return data
  }

  @Test func binaryListsInThemselves() {
    expectRefusal(binary([[0xA1, 0]]), "the binary property list has an object in itself")
    expectRefusal(
      binary([[0xA1, 1], [0xA1, 0]]),
      "the binary property list has an object in itself"
    )
    // Each holds the next one twice: 2^30 objects in 31.
    let doubled = (0..<30).map { [0xA2, UInt8($0 + 1), UInt8($0 + 1)] } + [[0xA0]]
    expectRefusal(binary(doubled), "the binary property list has more than 1048576 objects")
    expectRefusal(binary([[0xA1, 9]]), "the binary property list is damaged")
    expectRefusal(
      binary([[0xAF, 0x13, 255, 255, 255, 255, 255, 255, 255, 255]]),
      "the binary property list is damaged"
    )
  }

  @Test func mistakesAreNamed() {
    for (patch, connection, reason) in [
      ("\"a\": 1", nil, "the patch \"a\" is no object with a \"type\""),
      (
        "\"a\": {\"type\": \"billboard\", \"x\": \"left\"}", nil,
        "\"x\" of the patch \"a\" is unknown, or of another type"
      ),
      (
        "\"a\": {\"type\": \"billboard\", \"z\": 1}", nil,
        "\"z\" of the patch \"a\" is unknown, or of another type"
      ),
      (
        "\"a.b\": {\"type\": \"clear\"}", nil,
        "the name \"a.b\" of a patch has a dot or \">\" in it"
      ),
      (
        "\"a\": {\"type\": \"splitter\"}", "a.output > b.input",
        "the connection \"a.output > b.input\" names a port that there is not"
      ),
      (
        "\"a\": {\"type\": \"splitter\"}", "a.output",
        "a connection is a.output: expected \"patch.port > patch.port\""
      ),
    ] as [(String, String?, String)] {
      expectRefusal(text([patch], connection.map { [$0] } ?? []), reason)
    }
    expectRefusal(Data(), "the file is neither a property list nor JSON")
    expectRefusal(Data("<plist><array/></plist>".utf8), "the property list is no dictionary")
  }

  /// Graphs of filters can read files, so that a document may not bring one.
  @Test func camerasOfDocumentsAreNoGraphs() {
    expectRefusal(
      text(["\"eye\": {\"type\": \"camera\", \"device\": \"lavfi:movie=/etc/passwd\"}"]),
      "the camera of \"eye\" is a graph of filters: a program sets it"
    )
  }

  /// The known part shows; the rest is named, once for each class.
  @Test func unknownPatchesAreSkipped() throws {
    let state: [String: Any] = [
      "nodes": [
        ["class": "QCClear", "key": "c"], ["class": "QCSprite", "key": "s1"],
        ["class": "QCSprite", "key": "s2"], ["class": "QCLFO", "key": "l"],
      ],
      "connections": [
        "x": [
          "sourceNode": "l", "sourcePort": "outputResult", "destinationNode": "s1",
          "destinationPort": "inputX",
        ]
      ],
      "publishedInputPorts": [
        ["key": "x", "node": "s2", "port": "inputX"],
        ["key": "color", "node": "c", "port": "inputColor"],
      ],
    ]
    let (isRead, lines) = read(try list(state))
    #expect(isRead)
    #expect(
      lines == [
        "a composition: 1 patch of the unknown class QCLFO: skipped",
        "a composition: 2 patches of the unknown class QCSprite: skipped",
      ]
    )
    #expect(QCComposition(data: try list(state))?.inputKeys == ["color"])
    let other = read(text(["\"a\": {\"type\": \"filter\", \"filter\": \"CINone\"}"]))
    #expect(
      other.isRead
        && other.lines == [
          "a composition: the patch \"a\" is of the unknown type \"filter CINone\" and is skipped"
        ]
    )
  }

  /// Ports of macros reach what is in them; only those of the root are inputs of the composition.
  @Test func macrosAreOpened() throws {
    let inner: [String: Any] = [
      "nodes": [
        ["class": "QCSplitter", "key": "in"],
        [
          "class": "QCBillboard", "key": "screen",
          "state": ["ivarInputPortStates": ["inputX": ["value": 0.5]]],
        ],
      ],
      "connections": [
        "c": [
          "sourceNode": "in", "sourcePort": "output", "destinationNode": "screen",
          "destinationPort": "inputImage",
        ]
      ],
      "publishedInputPorts": [
        ["key": "picture", "node": "in", "port": "input"],
        ["key": "place", "node": "screen", "port": "inputX"],
      ],
    ]
    let state: [String: Any] = [
      "nodes": [["class": "QCPatch", "key": "m", "state": inner] as [String: Any]],
      "publishedInputPorts": [["key": "image", "node": "m", "port": "picture"]],
    ]
    let window = try CompositionWindow()
    let layer = try window.show(
      QCCompositionLayer(composition: QCComposition(data: try list(state)))
    )
    #expect(layer.inputKeys == ["image"])
    let still = try CAContext(size: CGSize(width: 8, height: 4)).image()
    #expect(layer.setValue(still, forInputKey: "image"))
    _ = try window.pixels(at: 0)
    let board = try #require(layer.sublayers?.first?.sublayers?.first)
    #expect(board.name == "m/screen" && board.contents as? CGImage === still)
    #expect(board.frame == CGRect(x: 320, y: 160, width: 320, height: 160))
  }

  /// Anything may come of damaged bytes but a trap.
  @Test func damagedBytes() throws {
    let forms = [
      Data(DualVideo.text("a.mov", "b.mov", dots: true).utf8),
      try PropertyListSerialization.data(
        fromPropertyList: DualVideo.list("a.mov", "b.mov"),
        format: .xml,
        options: 0
      ),
      try PropertyListSerialization.data(
        fromPropertyList: DualVideo.list("a.mov", "b.mov"),
        format: .binary,
        options: 0
      ),
    ]
    var random = SeededGenerator(seed: 9)
    for form in forms {
      for length in stride(from: 0, to: form.count, by: 7) { _ = read(form.prefix(length)) }
      for _ in 0..<600 {
        var bytes = [UInt8](form)
        for _ in 0..<Int.random(in: 1...4, using: &random) {
          bytes[Int.random(in: 0..<bytes.count, using: &random)] = .random(
            in: 0...255,
            using: &random
          )
        }
        _ = read(Data(bytes))
      }
    }
  }
}
