// quartz render: what it writes.
// Licensed under the MIT license; see LICENSE.

import Foundation
import ImageIO
import QuartzTesting
import Testing

@Suite struct RenderCommandTests {
  private func image(_ bytes: Data) throws -> (source: CGImageSource, first: CGImage) {
    let source = try #require(CGImageSourceCreateWithData(bytes, nil))
    return (source, try #require(CGImageSourceCreateImageAtIndex(source, 0, nil)))
  }

  @Test(arguments: Example.names)
  func exampleWithoutWarnings(name: String) throws {
    let tool = try Tool()
    let outcome = try tool.run(
      "render",
      Example.path(name),
      "-o",
      "a.png",
      "--time",
      "0.5",
      "--renderer",
      "software"
    )
    #expect(outcome.status == 0 && outcome.error.isEmpty && outcome.output.isEmpty)
    #expect(try tool.files == ["a.png"])
    let picture = try image(try tool.bytes("a.png")).first
    #expect(picture.width >= 320 && picture.height >= 320)
  }

  @Test func scaleAndSize() throws {
    let tool = try Tool()
    let clock = Example.path("Clock")
    for (arguments, width, height) in [
      (["--scale", "0.5"], 160, 160), (["--size", "64x32"], 64, 32),
      (["--size", "100x50", "--scale", "1"], 100, 50),
    ] {
      let outcome = try tool.run(
        ["render", clock, "-o", "a.png", "--renderer", "software"] + arguments
      )
      #expect(outcome.status == 0, "\(outcome.error)")
      let picture = try image(try tool.bytes("a.png")).first
      #expect(picture.width == width && picture.height == height)
    }
  }

  /// The canvas fills the picture and is cut off at its edges, or has its own size in the middle.
  @Test func canvasFillsThePictureUnlessItHasAScale() throws {
    let tool = try Tool()
    let document = """
      <caml xmlns="http://www.apple.com/CoreAnimation/1.0">
      <CALayer bounds="0 0 20 40" position="10 20" backgroundColor="1 0 0"/></caml>
      """
    try Data(document.utf8).write(to: tool.folder.appendingPathComponent("a.caml"))
    let places: [([String], CGRect)] = [
      ([], CGRect(x: 0, y: 0, width: 64, height: 64)),
      (["--scale", "1"], CGRect(x: 22, y: 12, width: 20, height: 40)),
    ]
    for (arguments, place) in places {
      let outcome = try tool.run(
        ["render", tool.path("a.caml"), "-o", "a.png", "--size", "64x64", "--renderer", "software"]
          + arguments
      )
      #expect(outcome.status == 0 && outcome.error.isEmpty, "\(outcome.error)")
      let pixels = try image(try tool.bytes("a.png")).first.pixelStorage
      for y in 0..<64 {
        let reds: [UInt8] = pixels.withBytes { bytes in
          (0..<64).map { x in bytes[y * pixels.rowBytes + x * 4] }
        }
        let expected: [UInt8] = (0..<64).map { x in place.contains(CGPoint(x: x, y: y)) ? 255 : 0 }
        #expect(reds == expected, "\(arguments), row \(y)")
      }
    }
  }

  /// A document alone is drawn as its package is, with y up unless the package says otherwise.
  @Test func documentsWithoutAPackage() throws {
    let tool = try Tool()
    let document = """
      <caml xmlns="http://www.apple.com/CoreAnimation/1.0">
      <CALayer bounds="0 0 112.666666666667 20" position="56.3333333333335 10">
        <sublayers><CALayer bounds="0 0 112 5" position="56 2.5" backgroundColor="1 0 0"/></sublayers>
      </CALayer></caml>
      """
    try Data(document.utf8).write(to: tool.folder.appendingPathComponent("a.caml"))
    let outcome = try tool.run(
      ["render", tool.path("a.caml"), "-o", "a.png", "--scale", "3", "--renderer", "software"]
    )
    #expect(outcome.status == 0 && outcome.error.isEmpty, "\(outcome.error)")
    let picture = try image(try tool.bytes("a.png")).first
    // A third of a point that is written in decimals makes no pixel more.
    #expect(picture.width == 338 && picture.height == 60)
    let pixels = picture.pixelStorage
    let columns = [5, 55].map { y in
      pixels.withBytes { Array($0[(y * pixels.rowBytes + 40)...].prefix(4)) }
    }
    #expect(columns == [[0, 0, 0, 0], [255, 0, 0, 255]])
    let info = try tool.run(["info", tool.path("a.caml")])
    #expect(info.status == 0 && info.text.contains("points, y up"))
    let loader = Example.path("Loader")
    for (path, file) in [(loader, "b.png"), (loader + "/main.caml", "c.png")] {
      let outcome = try tool.run(["render", path, "-o", file, "--renderer", "software"])
      #expect(outcome.status == 0, "\(outcome.error)")
    }
    let bytes = try ["b.png", "c.png"].map { try tool.bytes($0) }
    #expect(bytes[0] == bytes[1])
    let missing = try tool.run(["info", tool.path("missing.caml")])
    #expect(missing.status == 1)
  }

  @Test(arguments: [
    ("#ff8000", [255, 128, 0, 255]), ("0,0,1,0.5", [0, 0, 128, 128]),
    ("1 1 1", [255, 255, 255, 255]),
  ])
  func background(color: String, pixel: [UInt8]) throws {
    let tool = try Tool()
    let outcome = try tool.run(
      "render",
      Example.path("Clock"),
      "-o",
      "a.png",
      "--background",
      color,
      "--renderer",
      "software"
    )
    #expect(outcome.status == 0, "\(outcome.error)")
    let pixels = try image(try tool.bytes("a.png")).first.pixelStorage
    #expect(pixels.withBytes { Array($0[0..<4]) } == pixel)
  }

  /// The same bytes twice, and whatever the order of the times.
  @Test func framesAreReproducible() throws {
    let tool = try Tool()
    let cards = Example.path("Cards")
    for prefix in ["a", "b"] {
      let outcome = try tool.run(
        "render",
        cards,
        "--frames",
        "60",
        "--fps",
        "60",
        "--renderer",
        "software",
        "--scale",
        "0.5",
        "-o",
        "\(prefix)-%02d.png"
      )
      #expect(outcome.status == 0 && outcome.error.isEmpty)
    }
    // 37 has no divisor in common with 60: every frame once, far from its neighbours.
    let order = (0..<60).map { $0 * 37 % 60 }
    let times = order.map { "\(Double($0) / 60)" }.joined(separator: ",")
    let outcome = try tool.run(
      "render",
      cards,
      "--times",
      times,
      "--renderer",
      "software",
      "--scale",
      "0.5",
      "-o",
      "c-%02d.png"
    )
    #expect(outcome.status == 0)
    var distinct: Set<Data> = []
    for (place, frame) in order.enumerated() {
      let name = { (prefix: String, number: Int) in
        prefix + (number < 10 ? "-0\(number).png" : "-\(number).png")
      }
      let bytes = try tool.bytes(name("a", frame))
      #expect(try tool.bytes(name("b", frame)) == bytes)
      #expect(try tool.bytes(name("c", place)) == bytes)
      distinct.insert(bytes)
    }
    #expect(distinct.count > 30)
  }

  @Test func animatedPNG() throws {
    let tool = try Tool()
    let outcome = try tool.run(
      "render",
      Example.path("Player"),
      "-o",
      "movie.png",
      "--frames",
      "5",
      "--fps",
      "10",
      "--scale",
      "0.25",
      "--renderer",
      "software"
    )
    #expect(outcome.status == 0, "\(outcome.error)")
    let source = try image(try tool.bytes("movie.png")).source
    #expect(CGImageSourceGetCount(source) == 5)
    // Frame 3 of the film is the picture of its moment.
    #expect(
      try tool.run(
        "render",
        Example.path("Player"),
        "-o",
        "still.png",
        "--time",
        "0.3",
        "--scale",
        "0.25",
        "--renderer",
        "software"
      ).status == 0
    )
    let frame = try #require(CGImageSourceCreateImageAtIndex(source, 3, nil)).pixelStorage
    let still = try image(try tool.bytes("still.png")).first.pixelStorage
    #expect(frame.withBytes { Array($0) } == still.withBytes { Array($0) })
  }

  @Test func statisticsAsJSON() throws {
    let tool = try Tool()
    let outcome = try tool.run(
      "render",
      Example.path("Clock"),
      "--frames",
      "2",
      "--stats",
      "--stats-file",
      "s.json",
      "--renderer",
      "software"
    )
    #expect(outcome.status == 0, "\(outcome.error)")
    let object = try #require(
      try JSONSerialization.jsonObject(with: outcome.output) as? [String: Any]
    )
    let frames = try #require(object["frames"] as? [[String: Any]])
    #expect(frames.count == 2)
    #expect((frames[0]["draws"] as? Int ?? 0) > 20)
    #expect((object["renderer"] as? [String: Any])?["name"] as? String == "software")
    #expect(try tool.bytes("s.json") == outcome.output)
  }

  @Test func statisticsNameImagesThatLoseSomething() throws {
    let tool = try Tool()
    let folder = tool.folder.appendingPathComponent("x.ca")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let photo =
      "<CALayer bounds=\"0 0 9 9\" name=\"photo\">"
      + "<contents type=\"CGImage\" src=\"p.jpg\"/></CALayer>"
    let document = """
      <caml xmlns="http://www.apple.com/CoreAnimation/1.0">
      <CALayer bounds="0 0 9 9" name="page"><sublayers>\(photo)\(photo)</sublayers></CALayer></caml>
      """
    try Data(document.utf8).write(to: folder.appendingPathComponent("main.caml"))
    let fixture = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../ImageIOTests/Fixtures/p3.jpg")
    try Data(contentsOf: fixture).write(to: folder.appendingPathComponent("p.jpg"))
    let outcome = try tool.run("render", "x.ca", "--frames", "3", "--stats")
    #expect(outcome.status == 0, "\(outcome.error)")
    let object = try #require(
      try JSONSerialization.jsonObject(with: outcome.output) as? [String: Any]
    )
    let contents = try #require(object["contents"] as? [[String: Any]])
    #expect(contents.count == 1)
    #expect(contents.first?["layer"] as? String == "root/page/photo")
    let lost = contents.first?["lost"] as? [String]
    #expect(lost == ["another colour space becomes sRGB, colours outside of it are cut"])
  }

  /// A layer with a sepia tone over one with a blur of what lies behind it.
  @Test func statisticsNameFilters() throws {
    let tool = try Tool()
    let document = """
      <caml xmlns="http://www.apple.com/CoreAnimation/1.0">
      <CALayer bounds="0 0 60 60" position="30 30" backgroundColor="1 1 1"><sublayers>
      <CALayer name="tone" bounds="0 0 20 20" position="15 15" backgroundColor="1 0 0"><filters>
      <CIFilter filter="CISepiaTone" name="sepia"/><CAFilter filter="nosuch"/>
      <CIFilter filter="CINoSuch"/></filters></CALayer>
      <CALayer name="glass" bounds="0 0 20 20" position="40 40"><backgroundFilters>
      <CAFilter filter="gaussianBlur" name="soft" inputRadius="2"/>
      <CAFilter filter="colorInvert" name="off" enabled="0"/></backgroundFilters></CALayer>
      </sublayers></CALayer></caml>
      """
    try Data(document.utf8).write(to: tool.folder.appendingPathComponent("x.caml"))
    let outcome = try tool.run("render", "x.caml", "--stats", "--renderer", "software")
    #expect(outcome.status == 0, "\(outcome.error)")
    let object = try #require(
      try JSONSerialization.jsonObject(with: outcome.output) as? [String: Any]
    )
    let frames = try #require(object["frames"] as? [[String: Any]])
    let passes = try #require(frames[0]["passes"] as? [[String: Any]])
    func filters(_ layer: String, _ reason: String) -> [[String]] {
      passes.filter {
        ($0["layer"] as? String)?.hasSuffix(layer) == true && $0["reason"] as? String == reason
      }.compactMap { $0["filters"] as? [String] }
    }
    #expect(filters("tone", "filtered").first == ["CISepiaTone"])
    #expect(filters("tone", "filter").first == ["CISepiaTone"])
    #expect(filters("glass", "backdrop").first == ["gaussianBlur"])
    #expect(filters("glass", "filter").first == ["gaussianBlur"])
    for pass in passes
    where !["filter", "filtered", "backdrop"].contains(pass["reason"] as? String) {
      #expect(pass["filters"] == nil)
    }
  }

  @Test func planAsText() throws {
    let tool = try Tool()
    let outcome = try tool.run("render", Example.path("Cards"), "--plan", "--renderer", "software")
    #expect(outcome.status == 0, "\(outcome.error)")
    #expect(outcome.text.split(separator: "\n").count > 5)
    #expect(try tool.run("render", Example.path("Cards"), "--plan").output == outcome.output)
  }

  @Test func replacesTheOldPicture() throws {
    let tool = try Tool()
    try Data("old".utf8).write(to: tool.folder.appendingPathComponent("a.png"))
    _ = chmod(tool.path("a.png"), 0o640)
    #expect(
      try tool.run("render", Example.path("Clock"), "-o", "a.png", "--renderer", "software").status
        == 0
    )
    #expect(try tool.bytes("a.png").prefix(4) == Data([0x89, 0x50, 0x4E, 0x47]))
    var status = stat()
    #expect(stat(tool.path("a.png"), &status) == 0 && status.st_mode & 0o777 == 0o640)
    #expect(try tool.files == ["a.png"])
  }
}

@Suite struct InfoCommandTests {
  @Test func saysWhatThereIs() throws {
    let outcome = try Tool().run("info")
    #expect(outcome.status == 0 && outcome.error.isEmpty)
    for word in ["EGL platforms", "auto: takes", "pixels a side", "quartzd.sock"] {
      #expect(outcome.text.contains(word), "\(outcome.text)")
    }
  }

  @Test func helpAndVersion() throws {
    let tool = try Tool()
    for arguments in [
      ["--help"], ["help"], ["render", "--help"], ["info", "--help"], ["--version"],
    ] {
      let outcome = try tool.run(arguments)
      #expect(outcome.status == 0 && outcome.error.isEmpty && !outcome.output.isEmpty)
    }
    let help = try tool.run("render", "--help").text
    for option in [
      "--output", "--time ", "--times", "--frames", "--fps", "--renderer", "--server", "--scale",
      "--size", "--background", "--stats", "--stats-file", "--plan", "--duration", "--start",
      "--loop",
      "--state", "--from", "--blend", "--wallpaper", "--planes", "--appearance", "--preset",
      "--jobs",
      "--progress",
    ] {
      #expect(help.contains(option), "\(option)")
    }
  }
}
