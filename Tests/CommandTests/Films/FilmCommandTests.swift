// quartz render: films, and what happens when their encoder fails.
// Licensed under the MIT license; see LICENSE.

import Foundation
import ImageIO
import QuartzTesting
import Testing

private func render(_ tool: Tool, _ arguments: String...) throws -> Outcome {
  try tool.run(["render", "Mover.ca", "--renderer", "software"] + arguments)
}

@Suite struct FilmCommandTests {
  /// The left edge of the red square in a row of R, G, B, A bytes.
  private func edge(_ frame: Data, width: Int, row: Int) -> Int? {
    (0..<width).first { x in
      let start = frame.startIndex + (row * width + x) * 4
      return frame[start] > 127 && frame[start + 3] > 127
    }
  }

  /// Frame i shows start + i / fps: a square that moves by a pixel from frame to frame.
  @Test(arguments: [("film.mp4", "h264"), ("film.webm", "vp9"), ("film.gif", "gif")])
  func framesAreExact(name: String, codec: String) throws {
    let tool = try Tool()
    try makeMover(tool)
    let outcome = try render(
      tool,
      "-o",
      name,
      "--start",
      "0.5",
      "--duration",
      "2",
      "--fps",
      "10",
      "--jobs",
      "3"
    )
    #expect(outcome.status == 0 && outcome.error.isEmpty, "\(outcome.error)")
    #expect(try tool.files == ["Mover.ca", name])
    let stream = try FFmpeg.probe(
      tool.path(name),
      "stream=codec_name,width,height,r_frame_rate,nb_read_frames",
      counting: true
    )
    #expect(stream["codec_name"] == codec && stream["nb_read_frames"] == "20")
    #expect(stream["width"] == "64" && stream["height"] == "32")
    #expect(stream["r_frame_rate"] == "10/1")
    let decoder = codec == "vp9" ? ["-c:v", "libvpx-vp9"] : []
    let bytes = try FFmpeg.frames(tool.path(name), decoder: decoder)
    let size = 64 * 32 * 4
    try #require(bytes.count == 20 * size)
    for index in 0..<20 {
      let frame = bytes.dropFirst(index * size).prefix(size)
      #expect(edge(frame, width: 64, row: 16) == 5 + index, "frame \(index)")
    }
  }

  /// The background of the layers: nothing where the format has alpha, black or a colour in mp4.
  @Test func backgrounds() throws {
    let tool = try Tool()
    try makeMover(tool)
    for (name, background, pixel) in [
      ("a.mp4", nil, [0, 0, 0, 255]), ("b.mp4", "#0000ff", [0, 0, 255, 255]),
      ("c.webm", nil, [0, 0, 0, 0]), ("d.webm", "#ffffff", [255, 255, 255, 255]),
      ("e.gif", nil, [255, 255, 255, 0]), ("f.mov", nil, [0, 0, 0, 255]),
      ("g.mov", "0 0 1 0.5", [0, 0, 255, 128]),
    ] as [(String, String?, [Int])] {
      let options = background.map { ["--background", $0] } ?? []
      let outcome = try tool.run(
        ["render", "Mover.ca", "-o", name, "--duration", "0.2", "--fps", "10"] + options
      )
      #expect(outcome.status == 0, "\(outcome.error)")
      let decoder = name.hasSuffix("webm") ? ["-c:v", "libvpx-vp9"] : []
      let bytes = try FFmpeg.frames(tool.path(name), decoder: decoder)
      let last = (16 * 64 + 60) * 4
      for component in pixel[3] == 0 ? [3] : [0, 1, 2, 3] {
        #expect(abs(Int(bytes[last + component]) - pixel[component]) <= 3, "\(name) \(component)")
      }
      let red = (16 * 64 + 10) * 4
      #expect(bytes[red] > 250 && bytes[red + 1] < 5 && bytes[red + 2] < 5, "\(name)")
    }
  }

  /// mp4 has even sides: the last column and row are doubled; the others keep odd ones.
  @Test func oddSizes() throws {
    let tool = try Tool()
    try makeMover(tool, size: (33, 27))
    for (name, width, height) in [("a.mp4", 34, 28), ("b.webm", 33, 27), ("c.gif", 33, 27)] {
      let outcome = try render(
        tool,
        "-o",
        name,
        "--duration",
        "0.3",
        "--fps",
        "10",
        "--background",
        "#00ff00"
      )
      #expect(outcome.status == 0, "\(outcome.error)")
      let stream = try FFmpeg.probe(tool.path(name), "stream=width,height")
      #expect(stream["width"] == "\(width)" && stream["height"] == "\(height)")
      let bytes = try FFmpeg.frames(tool.path(name))
      let corner = bytes.prefix(width * height * 4).suffix(4)
      #expect(corner.elementsEqual([0, 255, 0, 255]) { abs(Int($0) - $1) <= 3 }, "\(name)")
    }
  }

  /// A film of QuickTime on a see-through background is ProRes 4444, of any size.
  @Test func proResKeepsAlpha() throws {
    let tool = try Tool()
    try makeMover(tool, size: (33, 27))
    let command = ["render", "Mover.ca", "--renderer", "software", "--background", "0 1 0 0.25"]
    let outcome = try tool.run(command + ["-o", "a.mov", "--duration", "0.3", "--fps", "10"])
    #expect(outcome.status == 0 && outcome.error.isEmpty, "\(outcome.error)")
    let entries = "stream=codec_name,profile,pix_fmt,width,height,nb_read_frames"
    let stream = try FFmpeg.probe(tool.path("a.mov"), entries, counting: true)
    #expect(stream["codec_name"] == "prores" && stream["profile"] == "4444")
    #expect(stream["width"] == "33" && stream["height"] == "27")
    #expect(stream["nb_read_frames"] == "3")
    let corner = try FFmpeg.frames(tool.path("a.mov")).prefix(33 * 27 * 4).suffix(4)
    #expect(corner.elementsEqual([0, 255, 0, 64]) { abs(Int($0) - $1) <= 3 }, "\(Array(corner))")
    // Presets are x264's.
    let refused = try tool.run(command + ["-o", "b.mov", "--preset", "fast"])
    #expect(refused.status != 0 && refused.error.contains("ProRes 4444"), "\(refused.error)")
  }

  @Test func colorsAreTagged() throws {
    let tool = try Tool()
    try makeMover(tool)
    #expect(try render(tool, "-o", "a.mp4", "--duration", "0.1").status == 0)
    let stream = try FFmpeg.probe(
      tool.path("a.mp4"),
      "stream=pix_fmt,color_range,color_space,color_transfer,color_primaries"
    )
    #expect(
      stream == [
        "pix_fmt": "yuv420p", "color_range": "tv", "color_space": "bt709",
        "color_transfer": "iec61966-2-1", "color_primaries": "bt709",
      ]
    )
  }

  /// Without a duration a film is as long as the loop of the document's editor, or five seconds.
  @Test func usualDuration() throws {
    let tool = try Tool()
    let loop = "<key>loopStart</key><real>1</real><key>loopEnd</key><real>2.5</real>"
    for (index, start, count) in [(loop, 10, 15), ("", 0, 50)] {
      try makeMover(tool, index: index)
      #expect(try render(tool, "-o", "a.gif", "--fps", "10").status == 0)
      let bytes = try FFmpeg.frames(tool.path("a.gif"))
      #expect(bytes.count == count * 64 * 32 * 4)
      #expect(edge(bytes, width: 64, row: 16) == start)
    }
  }

  @Test func loops() throws {
    let tool = try Tool()
    try makeMover(tool)
    let film = ["--duration", "0.5", "--fps", "10", "--loop", "3"]
    for name in ["a.mp4", "a.gif", "a.png"] {
      let outcome = try tool.run(["render", "Mover.ca", "-o", name] + film)
      #expect(outcome.status == 0, "\(outcome.error)")
    }
    let bytes = try FFmpeg.frames(tool.path("a.mp4"))
    let size = 64 * 32 * 4
    #expect(bytes.count == 15 * size)
    #expect(edge(bytes.dropFirst(6 * size).prefix(size), width: 64, row: 16) == 1)
    for (name, format, key) in [
      ("a.gif", kCGImagePropertyGIFDictionary, kCGImagePropertyGIFLoopCount),
      ("a.png", kCGImagePropertyPNGDictionary, kCGImagePropertyAPNGLoopCount),
    ] {
      let source = try #require(CGImageSourceCreateWithData(try tool.bytes(name), nil))
      #expect(CGImageSourceGetCount(source) == 5)
      let properties = CGImageSourceCopyProperties(source, nil)
      let dictionary = try #require(properties?[format] as? [String: Any])
      // A GIF says how often it is repeated after the first time.
      #expect(dictionary[key] as? Int == (name == "a.gif" ? 2 : 3), "\(name)")
    }
  }

  /// The same bytes whatever the number of threads.
  @Test func parallelFramesAreTheSame() throws {
    let tool = try Tool()
    for jobs in ["1", "2", "5"] {
      let outcome = try tool.run(
        "render",
        Example.path("Clock"),
        "-o",
        "\(jobs).png",
        "--frames",
        "12",
        "--fps",
        "7",
        "--scale",
        "0.5",
        "--renderer",
        "software",
        "--jobs",
        jobs
      )
      #expect(outcome.status == 0, "\(outcome.error)")
    }
    #expect(try tool.bytes("1.png") == (try tool.bytes("2.png")))
    #expect(try tool.bytes("1.png") == (try tool.bytes("5.png")))
  }

  @Test func progressWhereItIsAskedFor() throws {
    let tool = try Tool()
    try makeMover(tool)
    let outcome = try render(
      tool,
      "-o",
      "a.mp4",
      "--duration",
      "2",
      "--fps",
      "10",
      "--progress"
    )
    #expect(outcome.status == 0 && outcome.errorLines.count == 10)
    #expect(outcome.errorLines.last?.hasPrefix("frame 20 of 20, ") == true)
  }

  @Test(arguments: [
    ["-o", "a.mp4", "--duration", "0"], ["-o", "a.mp4", "--duration", "1", "--frames", "3"],
    ["-o", "a.mp4", "--stats"], ["-o", "a.mp4", "--start", "1", "--time", "1"],
    ["-o", "a.gif", "--preset", "slow"], ["-o", "a.mp4", "--preset", "best"],
    ["-o", "a.mp4", "--jobs", "0"], ["-o", "a.mp4", "--loop", "-1"],
    ["-o", "a.png", "--from", "x"], ["-o", "a.png", "--blend", "a:b"],
    ["-o", "a.png", "--blend", "a:b:1", "--state", "a"], ["-o", "a.png", "--planes", "ceiling"],
    ["-o", "a.png", "--wallpaper", "0"], ["-o", "a.png", "--appearance", "dim"],
  ])
  func usage(arguments: [String]) throws {
    let outcome = try Tool().run(["render", "x.ca"] + arguments)
    #expect(outcome.status == 2 && outcome.errorLines.count == 1, "\(outcome.error)")
  }

  @Test func tooLong() throws {
    let tool = try Tool()
    try makeMover(tool)
    let outcome = try render(tool, "-o", "a.mp4", "--duration", "1e7")
    #expect(outcome.status == 1 && outcome.error.contains("limit"))
    #expect(try tool.files == ["Mover.ca"])
  }
}

@Suite struct EncoderFailureTests {
  /// Renders a film with another program under the name of the encoder; nil for none.
  private func outcome(_ script: String?, _ name: String = "a.mp4") throws -> (Tool, Outcome) {
    let tool = try Tool()
    try makeMover(tool)
    let process = try tool.process(
      [
        "render", "Mover.ca", "-o", name, "--duration", "3", "--renderer", "software", "--scale",
        "4",
      ]
    )
    var environment = ProcessInfo.processInfo.environment
    // The system's own programs, but for the encoder, are in /bin too on no system with merged
    // folders: so a script uses only what its shell has built in.
    environment["PATH"] = try tool.programs(encoder: script)
    process.environment = environment
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationReason == .exit)
    return (
      tool,
      Outcome(
        status: process.terminationStatus,
        output: try tool.bytes(".output"),
        error: String(decoding: try tool.bytes(".error"), as: UTF8.self)
      )
    )
  }

  @Test(
    arguments: [
      (nil, "the Debian package ffmpeg"),
      ("exit 3", "ffmpeg: it ended with status 3"),
      (
        "echo one >&2; echo 'Unknown encoder libx264' >&2; exit 1",
        "ffmpeg: Unknown encoder libx264"
      ),
      ("kill -9 $$", "ffmpeg: it was killed by signal 9"),
      ("exec <&-; exit 0", "ffmpeg: it ended before the film did"),
      ("read -r line; exit 0", "ffmpeg: it has written nothing"),
    ] as [(String?, String)]
  )
  func errorAndNoFile(script: String?, words: String) throws {
    let (tool, outcome) = try outcome(script)
    #expect(outcome.status == 1 && outcome.errorLines.count == 1)
    #expect(outcome.error.contains(words), "\(outcome.error)")
    #expect(try tool.files == ["Mover.ca"])
  }

  /// An old film stays when a new one fails.
  @Test func oldFileStays() throws {
    let tool = try Tool()
    try makeMover(tool)
    try Data("old".utf8).write(to: tool.folder.appendingPathComponent("a.mp4"))
    let process = try tool.process(["render", "Mover.ca", "-o", "a.mp4", "--duration", "1"])
    process.environment = ["PATH": "/nowhere"]
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 1)
    #expect(try tool.bytes("a.mp4") == Data("old".utf8))
  }

  /// Nothing of a film is left when the tool itself is killed.
  @Test func killedOnTheWay() throws {
    let tool = try Tool()
    try makeMover(tool)
    let process = try tool.process(
      ["render", "Mover.ca", "-o", "a.mp4", "--frames", "36000", "--scale", "20", "--progress"]
    )
    try process.run()
    // Once some frames are encoded.
    while process.isRunning, try tool.bytes(".error").isEmpty { usleep(10_000) }
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    #expect(process.terminationReason == .uncaughtSignal)
    #expect(try tool.files == ["Mover.ca"])
  }

  /// The shadow of a group comes in over the edge of the picture, from frame to frame.
  @Test(arguments: ["a.mp4", "a.webm", "a.gif"])
  func shadowOverTheEdge(name: String) throws {
    let tool = try Tool()
    let document = """
      <caml xmlns="http://www.apple.com/CoreAnimation/1.0">
      <CALayer bounds="0 0 400 300" position="200 150" backgroundColor="1 1 1"><sublayers>
      <CALayer bounds="0 0 100 80" position="-60 150" shadowOpacity="0.5"><sublayers>
      <CALayer bounds="0 0 40 40" position="30 40" backgroundColor="1 0 0"/>
      <CALayer bounds="0 0 40 40" position="80 40" backgroundColor="0 1 0"/></sublayers>
      <animations><a type="CABasicAnimation" keyPath="position.x" duration="1" beginTime="1e-100">
      <fromValue type="real" value="-60"/><toValue type="real" value="200"/></a></animations>
      </CALayer></sublayers></CALayer></caml>
      """
    try Data(document.utf8).write(to: tool.folder.appendingPathComponent("group.caml"))
    let outcome = try tool.run(
      ["render", "group.caml", "-o", name, "--frames", "12", "--fps", "30", "--jobs", "1"]
    )
    #expect(outcome.status == 0 && outcome.error.isEmpty, "\(outcome.error)")
    #expect(try FFmpeg.frames(tool.path(name)).count == 12 * 400 * 300 * 4)
  }

  @Test func folderIsMissing() throws {
    let tool = try Tool()
    try makeMover(tool)
    let outcome = try render(tool, "-o", "none/a.mp4", "--duration", "1")
    #expect(outcome.status == 1 && outcome.error.contains("none/a.mp4: "))
  }

  /// Laws A11.5 and A11.6: films brighter than white, whose layers' white has 203 nits.
  @Test(arguments: [("pq", "smpte2084"), ("hlg", "arib-std-b67")])
  func lightOfFilms(transfer: String, name: String) throws {
    let tool = try Tool()
    try makeMover(tool)
    let measured = transfer == "pq" ? ["--measure"] : []
    let outcome = try tool.run(
      [
        "render", "Mover.ca", "--renderer", "software", "-o", "bright.mp4", "--frames", "6", "--fps",
        "25", "--transfer", transfer, "--background", "#ffffff",
      ] + measured
    )
    #expect(outcome.status == 0 && outcome.error.isEmpty, "\(outcome.error)")
    let info = try tool.run(["info", "bright.mp4"])
    #expect(info.text.contains("hevc, yuv420p10le"))
    #expect(info.text.contains("coded as  primaries bt2020, transfer \(name), matrix bt2020nc\n"))
    // A red square on white: the brightest component is that of white.
    let levels = "light     MaxCLL 203 nits, MaxFALL "
    #expect(info.text.contains(levels) == (transfer == "pq"), "\(info.text)")
    #expect(info.text.contains("6 pictures"))
  }

  @Test func lightNeedsAFilm() throws {
    let tool = try Tool()
    try makeMover(tool)
    for (options, words) in [
      (["-o", "a.webm", "--transfer", "pq"], "--transfer is for mp4, mov, m4v and mkv"),
      (["-o", "a.png", "--transfer", "hlg"], "--transfer is for mp4, mov, m4v and mkv"),
      (["-o", "a.mp4", "--measure"], "--measure needs --transfer pq"),
      (["-o", "a.mp4", "--measure", "--transfer", "hlg"], "--measure needs --transfer pq"),
      (["-o", "a.mp4", "--shard", "1/2", "--transfer", "pq"], "--transfer and --shard"),
      (
        ["-o", "a.mov", "--background", "0,0,0,0", "--transfer", "pq"],
        "--background must be opaque with --transfer"
      ),
    ] {
      let outcome = try tool.run(["render", "Mover.ca"] + options)
      #expect(outcome.status == 2 && outcome.error.contains(words), "\(outcome.error)")
    }
  }
}
