// Archives of animations: layouts, themes, pictures, damage.
// Licensed under the MIT license; see LICENSE.

import Foundation
import ImageIO
import QuartzTesting
import Testing

@testable import QuartzLottie

/// A zip archive without compression.
private struct StoredZip {
  private var body = Data()
  private var directory = Data()
  private var count: UInt16 = 0

  private static func checksum(_ data: Data) -> UInt32 {
    var sum: UInt32 = 0xFFFF_FFFF
    for byte in data {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
    }
    return ~sum
  }

  private static func bytes(_ numbers: [(Int, Int)]) -> Data {
    Data(numbers.flatMap { number, size in (0..<size).map { UInt8(number >> ($0 * 8) & 0xFF) } })
  }

  mutating func add(_ name: String, _ text: String) {
    let (name, data) = (Data(name.utf8), Data(text.utf8))
    let sum = Int(Self.checksum(data))
    let common = [(20, 2), (0, 2), (0, 2), (0, 4), (sum, 4), (data.count, 4), (data.count, 4)]
    let offset = body.count
    body += Self.bytes([(0x0403_4B50, 4)] + common + [(name.count, 2), (0, 2)]) + name + data
    let rest = [(name.count, 2), (0, 2), (0, 2), (0, 2), (0, 2), (0, 4), (offset, 4)]
    directory += Self.bytes([(0x0201_4B50, 4), (20, 2)] + common + rest) + name
    count += 1
  }

  var data: Data {
    let end = [
      (0x0605_4B50, 4), (0, 2), (0, 2), (Int(count), 2), (Int(count), 2), (directory.count, 4),
      (body.count, 4), (0, 2),
    ]
    return body + directory + Self.bytes(end)
  }
}

struct DotLottieTests {
  private func archive(_ files: [(String, String)]) throws -> DotLottie {
    var zip = StoredZip()
    for (name, text) in files { zip.add(name, text) }
    return try DotLottie(data: zip.data)
  }

  private func box(_ color: String, slot: Bool = false) -> String {
    let sid = slot ? #""sid":"main","# : ""
    let fill = #"{"ty":"fl","c":{\#(sid)"k":[\#(color)]},"o":{"k":100}}"#
    return Part.document([Part.layer([Part.rect(50, 50, 40, 20), fill])])
  }

  private func center(_ animation: LottieAnimation) throws -> [UInt8] {
    let layer = try animation.makeLayer()
    return try LottiePicture(try renderedImage(of: layer, size: animation.size))[50, 50]
  }

  @Test func firstLayout() throws {
    let found = try archive([
      (
        "manifest.json",
        #"{"version":"1.0","animations":[{"id":"a"},{"id":"b"}],"activeAnimationId":"b"}"#
      ),
      ("animations/a.json", box("1,0,0")), ("animations/b.json", box("0,0,1")),
    ])
    #expect(found.animations.map(\.id) == ["a", "b"])
    #expect(found.initialAnimation == "b")
    #expect(try center(try found.animation()) == [0, 0, 255, 255])
    #expect(try center(try found.animation(id: "a")) == [255, 0, 0, 255])
    #expect(throws: LottieError.self) { try found.animation(id: "c") }
  }

  @Test func themesOfTheSecondLayout() throws {
    let manifest =
      #"{"version":"2","animations":[{"id":"a","initialTheme":"day"}],"themes":[{"id":"day"},{"id":"night"}]}"#
    func theme(_ value: String) -> String { #"{"rules":[{"id":"main","type":"Color",\#(value)}]}"# }
    let found = try archive([
      ("manifest.json", manifest), ("a/a.json", box("1,0,0", slot: true)),
      ("t/day.json", theme(#""value":[0,1,0]"#)),
      (
        "t/night.json",
        theme(#""keyframes":[{"frame":0,"value":[0,0,1]},{"frame":5,"value":[1,1,1]}]"#)
      ),
    ])
    #expect(found.themes == ["day", "night"])
    #expect(try center(try found.animation()) == [0, 255, 0, 255])
    #expect(try center(try found.animation(theme: "night")) == [0, 0, 255, 255])
    var settings = LottieSettings()
    settings.set(slot: "main", .color(red: 1, green: 1, blue: 0, alpha: 1))
    #expect(try center(try found.animation(settings: settings)) == [255, 255, 0, 255])
  }

  @Test func machinesOfTheSecondLayout() throws {
    let found = try archive([
      (
        "manifest.json",
        #"{"version":"2","animations":[{"id":"a"}],"stateMachines":[{"id":"m"}]}"#
      ),
      ("a/a.json", box("1,0,0")),
      (
        "s/m.json",
        #"{"initial":"off","states":[{"type":"PlaybackState","name":"off","animation":"a"}]}"#
      ),
    ])
    #expect(found.stateMachines == ["m"])
    #expect(try found.stateMachine().states.map(\.animation) == ["a"])
    #expect(throws: LottieError.self) { try found.stateMachine(id: "none") }
  }

  /// A text rule of a theme changes the members that it has.
  @Test func themesOfTexts() throws {
    let glyph =
      #"{"ch":"a","fFamily":"F","style":"R","size":20,"w":60,"data":{"shapes":[{"ty":"gr","it":["#
      + Part.line([(0, -50), (40, -50), (40, 0), (0, 0)], isClosed: true) + "]}]}}"
    let layer =
      #"{"ty":5,"ip":0,"op":10,"ks":{"p":{"k":[40,60]}},"t":{"d":{"sid":"word","k":[{"t":0,"s":"#
      + #"{"f":"X","s":40,"t":"a","fc":[1,0,0]}}]}}}"#
    let json = Part.document(
      [layer],
      #","fonts":{"list":[{"fName":"X","fFamily":"F","fStyle":"R"}]},"chars":[\#(glyph)]"#
    )
    let found = try archive([
      ("manifest.json", #"{"version":"2","animations":[{"id":"a"}],"themes":[{"id":"t"}]}"#),
      ("a/a.json", json),
      ("t/t.json", #"{"rules":[{"id":"word","type":"Text","value":{"fillColor":[0,0,1]}}]}"#),
    ])
    #expect(try center(found.animation()) == [255, 0, 0, 255])
    #expect(try center(found.animation(theme: "t")) == [0, 0, 255, 255])
  }

  /// A picture from outside takes the box of the one that it replaces.
  @Test func picturesOfSlots() throws {
    let layer = #"{"ty":2,"refId":"i","ip":0,"op":10,"ks":{"p":{"k":[30,30]}}}"#
    let asset =
      #","assets":[{"id":"i","sid":"cover","w":40,"h":40,"u":"https://a.example/","p":"b.png"}]"#
    let animation = try LottieAnimation(data: Data(Part.document([layer], asset).utf8))
    #expect(
      animation.report.warnings == ["assets[0]: https://a.example/b.png is not fetched"]
    )
    let source = try LottieAnimation(
      data: Data(Part.document([Part.solid("#00ff00", 100, 100)]).utf8)
    )
    let image = try renderedImage(of: source.makeLayer(), size: source.size)
    let data = NSMutableData()
    let writer = try #require(
      CGImageDestinationCreateWithData(data, "public.png" as CFString, 1, nil)
    )
    CGImageDestinationAddImage(writer, image, nil)
    #expect(CGImageDestinationFinalize(writer))
    for slot in ["cover", "i"] {
      var settings = LottieSettings()
      settings.set(slot: slot, .image(data as Data))
      #expect(try center(animation.applying(settings)) == [0, 255, 0, 255])
    }
  }

  @Test func bytesDecide() throws {
    var zip = StoredZip()
    zip.add("manifest.json", #"{"version":"2","animations":[{"id":"a"}]}"#)
    zip.add("a/a.json", box("1,0,0"))
    #expect(try center(try LottieAnimation(data: zip.data)) == [255, 0, 0, 255])
  }

  @Test func damagedArchives() throws {
    #expect(throws: LottieError.self) { try archive([("x.json", "{}")]) }
    #expect(throws: LottieError.self) { try archive([("manifest.json", "{")]) }
    #expect(throws: LottieError.self) { try archive([("manifest.json", #"{"animations":[]}"#)]) }
    #expect(throws: LottieError.self) {
      try archive([("manifest.json", "{}"), ("../evil.json", "{}")])
    }
    var zip = StoredZip()
    zip.add("manifest.json", #"{"version":"2","animations":[{"id":"a"}]}"#)
    zip.add("a/a.json", box("1,0,0"))
    for length in stride(from: 0, to: zip.data.count, by: 7) {
      #expect(throws: LottieError.self) { try DotLottie(data: zip.data.prefix(length)) }
    }
  }
}
