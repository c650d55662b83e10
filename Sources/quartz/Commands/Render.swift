// quartz render: draws a package or wallpaper as pictures or a film.
// Licensed under the MIT license; see LICENSE.

import ArgumentParser
import CoreGraphics
import Foundation
import QuartzArchive
import QuartzGLES
import QuartzMath
import QuartzModel
import QuartzPlan
import QuartzServer

extension RendererChoice: ExpressibleByArgument {}

extension PlatformChoice: ExpressibleByArgument {
  init?(argument: String) {
    self.init(name: argument)
  }
}

struct Render: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract:
      "Draw a layer package or a wallpaper to a picture, to numbered pictures or to a film.",
    discussion: """
      One moment:        quartz render Clock.ca -o clock.png --time 0.5
      Numbered pictures: quartz render Clock.ca -o frame-%04d.png --frames 60 --fps 30
      A film:            quartz render Clock.ca -o film.mp4 --duration 5 --fps 60
      A state:           quartz render Lamp.ca -o on.png --state on
      A change of state: quartz render Lamp.ca -o change.webm --from off --state on --duration 1
      Wallpapers:        quartz render Sea.tendies -o lock.png --state lock --planes background

      Films are .mp4 (H.264, on a background: black unless there is one), .webm (VP9, with alpha), .gif or \
      .png (animated). mp4, webm and gif are encoded by ffmpeg. Frame i shows --start + i / --fps exactly.
      """
  )

  @Argument(
    help: "A package (.ca, .caar), a wallpaper (.wallpaper) or a zip with such things (.tendies)."
  )
  var package: String

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      """
      The file to write: a PNG, or a film; a PNG with %d or %04d in its name is one for each moment, a \
      file with {plane} in its name one for each plane by itself.
      """,
      valueName: "file"
    )
  )
  var output: String?

  @OptionGroup var times: TimeOptions

  @OptionGroup var scene: SceneOptions

  @Option(help: "Who draws: auto, gles or software.")
  var renderer: RendererChoice?

  @Option(
    help: """
      The EGL platform that GLES draws on, and no other: gbm:/dev/dri/card0, gbm, device:0, device \
      or surfaceless. Alone, it asks for GLES.
      """
  )
  var platform: PlatformChoice?

  @Option(
    help: ArgumentHelp("Have the render server at this socket draw.", valueName: "socket")
  )
  var server: String?

  @Option(help: ArgumentHelp("Pixels per point of the canvas.", valueName: "factor"))
  var scale: Double?

  @Option(
    help: ArgumentHelp(
      "The picture's size in pixels; the canvas is scaled to fill it.",
      valueName: "WxH"
    )
  )
  var size: PixelSize?

  @Option(
    help: ArgumentHelp(
      "What lies behind the layers: #rrggbb, or red,green,blue,alpha in 0...1. Default: nothing.",
      valueName: "color"
    )
  )
  var background: BackgroundColor?

  @Option(help: "For mp4, how long x264 takes to make it small. Default: the shortest, for speed.")
  var preset: EncoderPreset?

  @Option(
    help: ArgumentHelp(
      "How many frames are drawn at the same time. Default: one on each core.",
      valueName: "count"
    )
  )
  var jobs: Int?

  @Flag(
    help: """
      Draw frames whatever they cost. Without it, a frame that needs more than a render server \
      allows its clients is an error.
      """
  )
  var unlimited = false

  @Flag(help: "Treat warnings about what is read as errors.")
  var strict = false

  @Flag(help: "Say on the standard error how far it is, on no terminal too.")
  var progress = false

  @Flag(help: "Print what drawing took as JSON.")
  var stats = false

  @Option(help: ArgumentHelp("Write that JSON to a file.", valueName: "file"))
  var statsFile: String?

  @Flag(help: "Print the render plan of each moment as text.")
  var plan = false

  func validate() throws {
    guard output != nil || plan || stats || statsFile != nil else {
      throw ValidationError("Missing expected argument '--output <file>'")
    }
    if server != nil, renderer != nil {
      throw ValidationError("--renderer is the server's choice where there is --server")
    }
    if server != nil, platform != nil {
      throw ValidationError("--platform is the server's choice where there is --server")
    }
    if platform != nil, renderer == .software {
      throw ValidationError("--platform is for GLES, not for --renderer software")
    }
    if server != nil, unlimited {
      throw ValidationError("--unlimited is not available with --server, which has its own limits")
    }
    if server != nil, plan { throw ValidationError("--plan is not available with --server") }
    if let scale, !(scale > 0 && scale.isFinite) {
      throw ValidationError("--scale must be above 0")
    }
    if let jobs, !(1...64).contains(jobs) { throw ValidationError("--jobs must be in 1...64") }
    if let output, output.isEmpty { throw ValidationError("--output must not be empty") }
    if preset != nil, film != .mp4 { throw ValidationError("--preset is for mp4") }
    if film != nil, isMeasured {
      throw ValidationError("--stats, --stats-file and --plan are for pictures, not for films")
    }
    if times.times != nil, let output, film == nil, FileNamePattern(output) == nil,
      try times.frameTimes().seconds.count > 1
    {
      throw ValidationError("--times with many moments needs %d in the output's name")
    }
  }

  private var film: FilmFormat? { output.flatMap { FilmFormat(path: $0) } }
  private var isMeasured: Bool { stats || statsFile != nil || plan }

  /// The placeholder for the name of a plane in a file name.
  private static let planePlaceholder = "{plane}"

  func run() throws {
    let request = try scene.request(package)
    // Fails before anything is drawn, and gives the size of the canvas.
    let first = try Scene(request)
    LayerFile.report(first.warnings)
    if strict, let warning = first.warnings.first { throw RenderFailure.warned(warning) }
    guard let output, output.contains(Self.planePlaceholder) else {
      return try run(request, first)
    }
    for plane in first.planes {
      var (command, part) = (self, request)
      command.output = output.replacing(Self.planePlaceholder, with: plane.rawValue)
      part.planes = [plane]
      try command.run(part, try Scene(part))
    }
  }

  private func run(_ request: SceneRequest, _ first: Scene) throws {
    let times = try times.frameTimes(film: film, loop: first.loopRange)
    if film == .gif, times.rate > FilmFormat.fastestGIF {
      LayerFile.report([
        "a GIF with more than 50 pictures a second is played slower by most programs"
      ])
    }
    let size = try PictureSize(canvas: first.size, scale: scale, size: size)
    let renderer =
      try server.map { .server(path: $0) }
      ?? FrameSource.Renderer.chosen(
        renderer ?? (platform == nil ? .auto : .gles),
        platform ?? .any
      )
    let drawing = DrawingRequest(
      scene: request,
      size: size,
      background: background?.color ?? (film == .mp4 ? .black : nil),
      renderer: renderer,
      budget: unlimited ? .unlimited : .standard,
      workers: workers(renderer, count: times.seconds.count)
    )
    let progress = Progress(
      count: times.seconds.count * (film?.passCount ?? 1),
      isWanted: progress
    )
    defer { progress.clear() }
    if let film, let output {
      try PendingFile.check(output)
      try FilmWriter(
        format: film,
        drawing: drawing,
        times: times,
        path: output,
        preset: preset
      ).write(progress)
    } else if isMeasured || times.seconds.count == 1 {
      try drawMeasured(drawing, first, times, progress)
    } else if let output {
      try draw(drawing, times, output, progress)
    }
  }

  /// The limit of threads; more would wait for the encoder.
  private static let mostJobs = 8

  /// Returns the number of frames to draw in parallel.
  ///
  /// Frames of a server or a GPU are drawn one by one.
  private func workers(_ renderer: FrameSource.Renderer, count: Int) -> Int {
    guard case .software = renderer else { return 1 }
    return min(jobs ?? min(cores, Self.mostJobs), count)
  }

  private func draw(
    _ drawing: DrawingRequest,
    _ times: FrameTimes,
    _ output: String,
    _ progress: Progress
  ) throws {
    var sink = try PictureSink(path: output, times: times)
    let isEncoding = sink.takesFiles
    let line = try FrameLine(times.seconds, workers: drawing.workers) {
      PictureArtist(try drawing.source(), isEncoding: isEncoding)
    }
    while let picture = try line.next() {
      try sink.add(picture)
      progress.advance()
    }
    try sink.finish()
  }

  /// Draws one frame after the other, so that each has the counters and the plan of its turn.
  private func drawMeasured(
    _ drawing: DrawingRequest,
    _ scene: Scene,
    _ times: FrameTimes,
    _ progress: Progress
  ) throws {
    let isCounting = stats || statsFile != nil
    let size = drawing.size
    let source = try FrameSource(
      scene,
      size,
      background: drawing.background,
      renderer: drawing.renderer,
      budget: drawing.budget,
      measuresLayers: isCounting
    )
    var statistics = RenderStatistics(
      package: package,
      renderer: .init(source.renderer),
      width: size.width,
      height: size.height,
      scale: size.scale,
      warnings: scene.warnings.count
    )
    var names: [LayerID: String] = [:]
    var sink = try output.map { try PictureSink(path: $0, times: times) }
    for time in times.seconds {
      let image = try source.image(at: time)
      // Layers have numbers once they are sent with the first picture.
      if names.isEmpty, isCounting { names = source.layerNames }
      statistics.frames.append(.init(time: time, source.counters, names: names))
      if plan, let text = source.plan { try StandardOutput.write(Data("\(text)\n".utf8)) }
      try sink?.add(DrawnPicture(image))
      progress.advance()
    }
    try sink?.finish()
    statistics.contents = source.contentsLosses
    if stats { try StandardOutput.write(statistics.json()) }
    if let statsFile { try PendingFile.write(statistics.json(), to: statsFile) }
  }
}
