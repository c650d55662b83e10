// quartz over films: layers over them, packages with films in them, quartz info.
// Licensed under the MIT license; see LICENSE.

import FilmSamples
import Foundation
import Testing

/// A package of 64 x 64 points with a square of 5 in the first rows, which moves by ten points a
/// second, and perhaps something else below it.
private func makeMarker(_ tool: Tool, below: String = "") throws {
  let folder = tool.folder.appendingPathComponent("Marker.ca")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  let document = """
    <caml xmlns="http://www.apple.com/CoreAnimation/1.0">
    <CALayer bounds="0 0 64 64" position="0 0"><sublayers>\(below)
    <CALayer bounds="0 0 5 5" anchorPoint="0 0" backgroundColor="1 0 0">
    <animations><move type="CABasicAnimation" keyPath="position.x" duration="10" beginTime="1e-100">
    <fromValue type="real" value="0"/><toValue type="real" value="100"/></move></animations>
    </CALayer></sublayers></CALayer></caml>
    """
  try Data(document.utf8).write(to: folder.appendingPathComponent("main.caml"))
  let list = """
    <?xml version="1.0" encoding="UTF-8"?><plist version="1.0"><dict>
    <key>rootDocument</key><string>main.caml</string>
    <key>geometryFlipped</key><true/></dict></plist>
    """
  try Data(list.utf8).write(to: folder.appendingPathComponent("index.xml"))
}

/// The numbers that the pictures of a film of 64 x 64 pixels show, and the marker's middle.
private func read(_ path: String) throws -> [(number: Int, marker: Int)] {
  let bytes = [UInt8](try FFmpeg.frames(path, isConstant: false))
  let size = 64 * 64 * 4
  return stride(from: 0, to: bytes.count, by: size).map { start in
    let frame = Array(bytes[start..<start + size])
    let red = (0..<64).filter { x in
      let pixel = (2 * 64 + x) * 4
      return Int(frame[pixel]) - Int(frame[pixel + 1]) > 60
    }
    let sum = red.reduce(0, +)
    return (NumberPicture.number(frame), red.isEmpty ? -1 : sum / red.count)
  }
}

@Suite struct OverCommandTests {
  /// A film of 40 numbers with sound, of which some pictures may be left out.
  private func film(_ tool: Tool, isVariable: Bool) throws -> [Int] {
    let folder = try Folder()
    let plain = try FilmKind.all[0].make(40, in: folder)
    let numbers = isVariable ? (0..<40).filter { $0 % 3 == 1 || $0 == 5 } : Array(0..<40)
    let choice = "select='\(numbers.map { "eq(n,\($0))" }.joined(separator: "+"))'"
    try ffmpeg(
      [
        "-i", plain, "-f", "lavfi", "-i", "sine=duration=1.6", "-vf", choice, "-vsync", "vfr",
        "-enc_time_base:v", "1/25", "-c:v", "libx264", "-bf", "2", "-c:a", "aac",
        tool.path("film.mp4"),
      ]
    )
    return numbers
  }

  private func sound(_ path: String) throws -> Data {
    let folder = try Folder()
    let output = folder.file("sound.aac")
    try ffmpeg(["-i", path, "-map", "0:a", "-c", "copy", "-f", "adts", output])
    return try Data(contentsOf: URL(fileURLWithPath: output))
  }

  /// Pictures, times and sound are those of the film, layers those of the pictures' times.
  @Test(arguments: [false, true])
  func layersLieOverAFilm(isVariable: Bool) throws {
    let tool = try Tool()
    try makeMarker(tool)
    let numbers = try film(tool, isVariable: isVariable)
    let outcome = try tool.run(["render", "Marker.ca", "--over", "film.mp4", "-o", "out.mp4"])
    #expect(outcome.status == 0 && outcome.error.isEmpty, "\(outcome.error)")
    let times = try FFmpeg.times(tool.path("out.mp4")).sorted()
    #expect(times.elementsEqual(numbers.map { Double($0) / 25 }) { abs($0 - $1) < 1e-6 })
    let frames = try read(tool.path("out.mp4"))
    #expect(frames.map(\.number) == numbers)
    for (frame, number) in zip(frames, numbers) {
      // because: colours have half the pixels.
      #expect(abs(Double(frame.marker) - (2 + 10 * Double(number) / 25)) <= 1.5)
    }
    #expect(try sound(tool.path("out.mp4")) == sound(tool.path("film.mp4")))
    #expect(try tool.files == ["Marker.ca", "film.mp4", "out.mp4"])
  }

  @Test func partsRatesAndSizesAreThoseOfTheOptions() throws {
    let tool = try Tool()
    try makeMarker(tool)
    _ = try film(tool, isVariable: false)
    func render(_ arguments: String...) throws {
      let outcome = try tool.run(["render", "Marker.ca", "--over", "film.mp4"] + arguments)
      #expect(outcome.status == 0, "\(outcome.error)")
    }
    try render("-o", "part.mp4", "--start", "0.4", "--duration", "0.4")
    #expect(try read(tool.path("part.mp4")).map(\.number) == Array(10..<20))
    let sound = try FFmpeg.probe(tool.path("part.mp4"), "format=duration")
    // because: frames of AAC have 1024 samples.
    #expect(abs(try #require(sound["duration"].flatMap(Double.init)) - 0.4) < 0.05)
    try render("-o", "fast.mp4", "--fps", "50", "--frames", "8")
    #expect(try read(tool.path("fast.mp4")).map(\.number) == [0, 0, 1, 1, 2, 2, 3, 3])
    try render("-o", "two.mp4", "--size", "128x64", "--frames", "2")
    let size = try FFmpeg.probe(tool.path("two.mp4"), "stream=width,height")
    #expect(size["width"] == "128" && size["height"] == "64")
    try render("-o", "one.gif", "--frames", "3")
    try render("-o", "a.webm", "--frames", "3")
    try render("-o", "still.png", "--time", "1")
    #expect(try read(tool.path("still.png")).map(\.number) == [25])
  }

  /// A layer's film follows the layer's time: twice as fast, from half a second on.
  @Test func packagesPlayFilmsByTheirLayersTimes() throws {
    let tool = try Tool()
    try makeMarker(
      tool,
      below: """
        <CALayer bounds="0 0 64 64" anchorPoint="0 0" speed="2" timeOffset="0.2">
        <contents type="CGImage" src="film.mp4"/></CALayer>
        """
    )
    _ = try film(tool, isVariable: false)
    let path = tool.path("Marker.ca/film.mp4")
    try FileManager.default.moveItem(atPath: tool.path("film.mp4"), toPath: path)
    let outcome = try tool.run(
      ["render", "Marker.ca", "-o", "out.mp4", "--fps", "12.5", "--frames", "10", "--jobs", "3"]
    )
    #expect(outcome.status == 0 && outcome.error.isEmpty, "\(outcome.error)")
    let numbers = (0..<10).map { 5 + 4 * $0 }.map { min($0, 39) }
    #expect(try read(tool.path("out.mp4")).map(\.number) == numbers)
    // Written again, the package still has its film.
    let copied = try tool.run(["convert", "Marker.ca", "Copy.ca"])
    #expect(copied.status == 0, "\(copied.error)")
    #expect(try tool.bytes("Copy.ca/film.mp4") == Data(contentsOf: URL(fileURLWithPath: path)))
  }

  @Test func filmsThatCannotBeReadAreErrors() throws {
    let tool = try Tool()
    try makeMarker(tool)
    try Data("no film".utf8).write(to: tool.folder.appendingPathComponent("film.mp4"))
    for name in ["film.mp4", "none.mp4"] {
      let outcome = try tool.run(["render", "Marker.ca", "--over", name, "-o", "out.mp4"])
      #expect(outcome.status == 1 && outcome.errorLines.count == 1)
      #expect(outcome.error.contains(name), "\(outcome.error)")
      #expect(try tool.run(["info", name]).status == 1)
    }
    #expect(try tool.files == ["Marker.ca", "film.mp4"])
    for options in [["--shard", "1/2"], ["--loop", "2"], ["--background", "1,0,0,0.5"]] {
      let all = ["render", "Marker.ca", "--over", "film.mp4", "-o", "out.mp4"] + options
      #expect(try tool.run(all).status == 2)
    }
  }

  /// FFmpeg's word turns against the clock.
  @Test func infoNamesThePropertiesOfAFilm() throws {
    let tool = try Tool()
    _ = try film(tool, isVariable: false)
    try ffmpeg(
      [
        "-i", tool.path("film.mp4"), "-c", "copy", "-metadata:s:v", "rotate=90",
        tool.path("turned.mov"),
      ]
    )
    let outcome = try tool.run(["info", "turned.mov"])
    #expect(outcome.status == 0, "\(outcome.error)")
    let lines = outcome.text.split(separator: "\n").map(String.init)
    #expect(
      lines == [
        "file      mov,mp4,m4a,3gp,3g2,mj2", "size      64 x 64 pixels",
        "codec     h264, yuv420p", "rate      25 a second", "duration  1.600 s, 40 pictures",
        "rotation  270 degrees clockwise", "colour    BT.601, limited range, 8 bits",
        "alpha     no", "sound     aac, 1 channel, 44100 samples a second",
      ],
      "\(lines)"
    )
  }

  /// Law A11.4: primaries, transfer, matrix, range, mastering, light levels, headroom.
  @Test func infoNamesTheLightOfAFilm() throws {
    let tool = try Tool()
    let colors = [
      "-color_range", "tv", "-color_primaries", "bt2020", "-color_trc", "smpte2084", "-colorspace",
      "bt2020nc",
    ]
    try ffmpeg(
      [
        "-f", "lavfi", "-i", "color=gray:s=64x64:d=0.2", "-pix_fmt", "yuv420p10le", "-c:v",
        "libx265", "-x265-params",
        "log-level=error:hdr10=1:repeat-headers=1:master-display=G(8500,39850)B(6550,2300)"
          + "R(35400,14600)WP(15635,16450)L(10000000,50):max-cll=1000,400",
      ] + colors + ["-tag:v", "hvc1", tool.path("bright.mp4")]
    )
    let outcome = try tool.run(["info", "bright.mp4"])
    #expect(outcome.status == 0, "\(outcome.error)")
    let lines = outcome.text.split(separator: "\n").map(String.init)
    for line in [
      "colour    BT.2020, limited range, 10 bits; PQ of BT.2020, up to 1000 nits, headroom 4.93",
      "coded as  primaries bt2020, transfer smpte2084, matrix bt2020nc",
      "mastered  0.005 to 1000 nits, R 0.708 0.292, G 0.17 0.797, B 0.131 0.046, "
        + "white 0.3127 0.329",
      "light     MaxCLL 1000 nits, MaxFALL 400 nits", "alpha     no",
    ] { #expect(lines.contains(line), "\(lines)") }
  }
}
