// Frames of films under layers: the film's planes, but for where layers lie.
// Licensed under the MIT license; see LICENSE.

import Foundation
import QuartzMath
import Testing

extension PixelRect {
  fileprivate init(x: Int32, y: Int32, width: Int32, height: Int32) {
    self.init(x, y, x + width, y + height)
  }
}

/// A film of noise, without a decoder between its planes and the test.
private struct NoiseFilm {
  static let count = 4
  let width: Int
  let height: Int
  /// The form of its samples, as Y4M names it.
  let form: String
  let frames: [[UInt8]]

  init(_ form: String, width: Int = 132, height: Int = 722) {
    (self.form, self.width, self.height) = (form, width, height)
    var state: UInt64 = 39
    let bytes = width * height + 2 * ((width + 1) / 2) * ((height + 1) / 2)
    frames = (0..<Self.count).map { _ in
      (0..<bytes).map { _ in
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return UInt8(16 + (state >> 33) % 220)
      }
    }
  }

  func write(_ path: String) throws {
    var file = Data("YUV4MPEG2 W\(width) H\(height) F25:1 A1:1 C\(form)\n".utf8)
    for frame in frames { file += Data("FRAME\n".utf8) + Data(frame) }
    try file.write(to: URL(fileURLWithPath: path))
  }
}

/// Planes of frames by the formulas, pixel by pixel.
private struct ScalarPlanes {
  let width: Int
  let height: Int
  /// Whether colours lie at the left of two by two pixels, and not in their middle.
  let isLeft: Bool

  /// The planes of R, G, B, A.
  func planes(_ colors: Data) -> [UInt8] {
    let base = colors.startIndex
    func pixel(_ x: Int, _ y: Int) -> SIMD3<Int> {
      let start = base + (y * width + min(max(x, 0), width - 1)) * 4
      return SIMD3(Int(colors[start]), Int(colors[start + 1]), Int(colors[start + 2]))
    }
    var luma: [UInt8] = []
    var (blue, red): ([UInt8], [UInt8]) = ([], [])
    for y in 0..<height {
      for x in 0..<width {
        let sum = (pixel(x, y) &* SIMD3(47, 157, 16)).wrappedSum()
        luma.append(UInt8((sum + 128) / 256 + 16))
      }
      guard y % 2 == 0 else { continue }
      for x in stride(from: 0, to: width, by: 2) {
        func column(_ x: Int) -> SIMD3<Int> { pixel(x, y) &+ pixel(x, y + 1) }
        let mean =
          isLeft
          ? (column(x - 1) &+ column(x) &* 2 &+ column(x + 1) &+ 4) &>> 3
          : (column(x) &+ column(x + 1) &+ 2) &>> 2
        let cb = (mean &* SIMD3(-26, -86, 112)).wrappedSum()
        let cr = (mean &* SIMD3(112, -102, -10)).wrappedSum()
        blue.append(UInt8(128 + (cb + 128) >> 8))
        red.append(UInt8(128 + (cr + 128) >> 8))
      }
    }
    return luma + blue + red
  }

  /// The pixels that each byte of the planes depends on.
  var pixels: [PixelRect] {
    let all = (0..<height).flatMap { y in
      (0..<width).map { PixelRect(x: Int32($0), y: Int32(y), width: 1, height: 1) }
    }
    let before: Int32 = isLeft ? 1 : 0
    let halves = (0..<height / 2).flatMap { y in
      (0..<width / 2).map {
        PixelRect(x: Int32(2 * $0) - before, y: Int32(2 * y), width: 2 + before, height: 2)
      }
    }
    return all + halves + halves
  }
}

@Suite struct PlaneFrameTests {
  /// Two layers of odd places and sizes: one see-through that moves by ten pixels a frame, and one
  /// with round corners that moves by a third of a pixel.
  private static let title = """
    <CALayer bounds="0 0 37 21" anchorPoint="0 0" position="0 35" opacity="0.4"
      backgroundColor="0.2 0.4 1">
    <animations><move type="CABasicAnimation" keyPath="position.x" duration="4"
      beginTime="1e-100"><fromValue type="real" value="31"/><toValue type="real" value="1031"/>
    </move></animations></CALayer>
    """
  private static let badge = """
    <CALayer bounds="0 0 51 33" anchorPoint="0 0" position="0 600" cornerRadius="9"
      backgroundColor="1 0.8 0">
    <animations><move type="CABasicAnimation" keyPath="position.x" duration="3"
      beginTime="1e-100"><fromValue type="real" value="60"/><toValue type="real" value="85"/>
    </move></animations></CALayer>
    """
  /// A layer at the last column and row.
  private static let corner = """
    <CALayer bounds="0 0 3 5" anchorPoint="0 0" position="129 717" backgroundColor="0 1 0"/>
    """

  private static func write(_ layers: String, _ tool: Tool) throws {
    let folder = tool.folder.appendingPathComponent("Title.ca")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let document = """
      <caml xmlns="http://www.apple.com/CoreAnimation/1.0">
      <CALayer bounds="0 0 132 722" position="0 0"><sublayers>\(layers)</sublayers></CALayer></caml>
      """
    try Data(document.utf8).write(to: folder.appendingPathComponent("main.caml"))
    let list = """
      <?xml version="1.0" encoding="UTF-8"?><plist version="1.0"><dict>
      <key>rootDocument</key><string>main.caml</string>
      <key>geometryFlipped</key><true/></dict></plist>
      """
    try Data(list.utf8).write(to: folder.appendingPathComponent("index.xml"))
  }

  /// Runs the tool with an encoder that keeps the frames it is given, and fails.
  private static func frames(_ tool: Tool, _ output: String, _ options: [String]) throws -> Data {
    let programs = try tool.programs(
      encoder: "/bin/cat > '\(tool.path(".frames"))'\nexit 3"
    )
    var environment = ProcessInfo.processInfo.environment
    environment["PATH"] = "\(programs):\(environment["PATH"] ?? "")"
    let outcome = try tool.run(
      ["render", "Title.ca", "--over", "film.y4m", "-o", output, "--renderer", "software"]
        + ["--fps", "25"] + options,
      environment: environment
    )
    #expect(outcome.status == 1 && outcome.error.contains("status 3"), "\(outcome.error)")
    return try tool.bytes(".frames")
  }

  /// Compares frames with the film's planes and with those of whole pictures.
  ///
  /// - Parameters:
  ///   - edges: How far bytes may be from those of whole pictures; with more than 0 some pixels of
  ///     the rectangles may be clear.
  ///   - rects: The pixels of layers in a frame.
  private static func check(
    _ layers: String,
    _ film: NoiseFilm,
    edges: Int,
    rects: (Int) -> [PixelRect]
  ) throws {
    let tool = try Tool()
    try write(layers, tool)
    try film.write(tool.path("film.y4m"))
    let form = ScalarPlanes(
      width: film.width,
      height: film.height,
      isLeft: film.form == "420mpeg2"
    )
    let pixels = form.pixels
    let (bytes, pictureBytes) = (pixels.count, film.width * film.height * 4)
    // A GIF takes whole pictures in R, G, B, A.
    let whole = try frames(tool, "out.gif", [])
    try #require(whole.count >= NoiseFilm.count * pictureBytes)
    let pictures = (0..<NoiseFilm.count).map {
      form.planes(whole.dropFirst($0 * pictureBytes).prefix(pictureBytes))
    }
    for jobs in ["1", "3"] {
      let planes = [UInt8](try frames(tool, "out.mkv", ["--jobs", jobs]))
      try #require(planes.count == NoiseFilm.count * bytes)
      for number in 0..<NoiseFilm.count {
        let (film, picture) = (film.frames[number], pictures[number])
        var (wrong, changed, blended) = (0, 0, 0)
        let rects = rects(number)
        for (place, pixels) in pixels.enumerated() {
          let byte = planes[number * bytes + place]
          if rects.contains(where: { $0.intersects(pixels) }) {
            let isClear = edges > 0 && byte == film[place]
            blended += isClear ? 0 : 1
            if !isClear, abs(Int(byte) - Int(picture[place])) > edges { wrong += 1 }
          } else if byte != film[place] {
            changed += 1
          }
        }
        #expect(wrong == 0 && changed == 0 && blended > 0, "frame \(number), \(jobs) jobs")
      }
    }
  }

  /// A see-through layer on whole pixels gives the very bytes of a whole picture.
  @Test(arguments: ["420jpeg", "420mpeg2"])
  func planesAreTheFilmsButWhereLayersLie(form: String) throws {
    try Self.check(Self.title + Self.corner, NoiseFilm(form), edges: 0) { frame in
      [
        PixelRect(x: Int32(31 + 10 * frame), y: 35, width: 37, height: 21),
        PixelRect(x: 129, y: 717, width: 3, height: 5),
      ]
    }
  }

  @Test(arguments: ["420jpeg", "420mpeg2"])
  func edgesBetweenPixelsAreBlended(form: String) throws {
    // because: layers are rounded to bytes before they lie over the film, so that a pixel which an
    // edge covers in part may differ by a level.
    try Self.check(Self.badge, NoiseFilm(form), edges: 1) { frame in
      [PixelRect(x: 60 + Int32(frame / 3), y: 600, width: 52, height: 33)]
    }
  }

  /// The statistics of the way of the frames.
  private static func route(
    _ layers: String,
    _ film: NoiseFilm,
    _ options: [String] = [],
    output: String = "out.mkv"
  ) throws -> (route: String, reason: String, frames: Int, pixels: Int) {
    let tool = try Tool()
    try write(layers, tool)
    try film.write(tool.path("film.y4m"))
    let outcome = try tool.run(
      ["render", "Title.ca", "--over", "film.y4m", "-o", output, "--stats"] + options
    )
    try #require(outcome.status == 0, "\(outcome.error)")
    let object = try JSONSerialization.jsonObject(with: outcome.output) as? [String: Any]
    let all = try #require(object)
    return (
      try #require(all["route"] as? String), try #require(all["reason"] as? String),
      try #require(all["frames"] as? Int), try #require(all["blendedPixels"] as? Int)
    )
  }

  @Test func statisticsSayWhichWayFramesWent() throws {
    let film = NoiseFilm("420jpeg")
    let planes = try Self.route(Self.corner, film)
    #expect(planes.route == "planes" && planes.frames == NoiseFilm.count)
    // The last square is four pixels wide and two high, the one above it is whole.
    #expect(planes.pixels == NoiseFilm.count * (4 * 2 + 4 * 16))
    let pictures: [(String, NoiseFilm, [String], String, String)] = [
      (Self.title, film, [], "out.gif", "takes rgba"),
      (Self.title, film, ["--size", "66x361"], "out.mkv", "scaled from 132 x 722 to 66 x 361"),
      (Self.title, film, ["--overlay", "borders"], "out.mkv", "overlays"),
      (Self.title, NoiseFilm("420jpeg", width: 64, height: 64), [], "out.mkv", "BT.709"),
      (Self.title, NoiseFilm("420jpeg", width: 131, height: 722), [], "out.mkv", "odd"),
      (Self.title, NoiseFilm("420paldv"), [], "out.mkv", "upper row"),
      (
        """
        <CALayer name="glow" bounds="0 0 9 9" compositingFilter="screenBlendMode"
          backgroundColor="1 0 0"/>
        """,
        film, [], "out.mkv", "the layer glow mixes"
      ),
    ]
    for (layers, film, options, output, reason) in pictures {
      let found = try Self.route(layers, film, options, output: output)
      #expect(found.route == "pictures" && found.reason.contains(reason), "\(found.reason)")
      #expect(found.frames == NoiseFilm.count)
    }
  }
}
