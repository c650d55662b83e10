// quartz render: draws a package or wallpaper as pictures or a film.
// Licensed under the MIT license; see LICENSE.

import ArgumentParser
import CoreGraphics
import Foundation
import QuartzArchive
import QuartzDocuments
import QuartzEncoding
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

struct Render: ParsableCommand, Sendable {
  static let configuration = CommandConfiguration(
    commandName: "render",
    abstract:
      "Draw a layer package or a wallpaper to a picture, to numbered pictures or to a film.",
    discussion: """
      One moment:        quartz render Clock.ca -o clock.png --time 0.5
      Numbered pictures: quartz render Clock.ca -o frame-%04d.png --frames 60 --fps 30
      A film:            quartz render Clock.ca -o film.mp4 --duration 5 --fps 60
      A state:           quartz render Lamp.ca -o on.png --state on
      A change of state: quartz render Lamp.ca -o change.webm --from off --state on --duration 1
      Wallpapers:        quartz render Sea.tendies -o lock.png --state lock --planes background
      Over a film:       quartz render Clock.ca --over film.mp4 -o out.mp4
      Lottie:            quartz render hello.json -o hello.mp4 --marker wave
      A share:           quartz render Clock.ca -o film.mp4 --duration 60 --shard 2/4
      A folder:          quartz render stickers -o 'out/{name}.png' --size 256x256

      Pictures are .png, .jpg, .webp, .tiff or .jp2. Films are .mp4, .mov, .m4v or .mkv (H.264, on a background: \
      black unless there is one; ProRes 4444 for a .mov whose --background is see-through, as '0 0 0 0' is), .webm \
      (VP9, with alpha), .gif or .png (animated); all but png are encoded by ffmpeg. Frame i shows \
      --start + i / --fps exactly.

      Layers over a film begin with it. The frames are those of the film, at its own times and in its size, \
      unless --fps or --size say otherwise; its sound is kept. Contents of layers that are films play by \
      their layer's time.
      """
  )

  @Argument(
    help: """
      A package (.ca, .caar), a wallpaper (.wallpaper), a zip with such things (.tendies), a Lottie \
      animation (.json, .lottie), or, with {name} in --output, a folder of them.
      """
  )
  var package: String

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      """
      The file to write: a PNG, or a film; a PNG with %d or %04d in its name is one for each moment, a \
      file with {plane} in its name one for each plane by itself. With {name} there is one for each \
      document of the folder: its name without the extension.
      """,
      valueName: "file"
    )
  )
  var output: String?

  @Option(
    help: ArgumentHelp(
      """
      Draw the layers over this film. The canvas is scaled to fill the film's pictures; with --scale 1 it \
      keeps its size, in the middle.
      """,
      valueName: "film"
    )
  )
  var over: String?

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

  @Option(
    help: ArgumentHelp(
      """
      Draw share i of n. Of a film it is a file like film.mp4.2-of-4.part, and quartz join makes the \
      film of all n; of pictures it is those that the share has.
      """,
      valueName: "i/n"
    ),
    transform: Shard.parse
  )
  var shard: Shard?

  @OptionGroup var light: LightOptions

  @OptionGroup var overlay: OverlayOption

  @OptionGroup var fonts: FontOption

  @OptionGroup var limits: WorkerLimits

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
    if let output { try OutputName.check(output) }
    if preset != nil, film?.isH264 != true {
      throw ValidationError("--preset is for mp4, mov, m4v and mkv")
    }
    if preset != nil, let background,
      film?.pixels(isOpaque: background.color.alpha == 1) == .rgba
    {
      throw ValidationError("--preset is for H.264; on that background mov is ProRes 4444")
    }
    try light.check(film, background: background?.color, isShared: shard != nil)
    if film != nil, plan || (isMeasured && over == nil) {
      throw ValidationError(
        "--stats, --stats-file and --plan are for pictures, and the first two for --over"
      )
    }
    if times.times != nil, try isAnimation {
      throw ValidationError("--times with many moments needs %d in the output's name")
    }
    if let output, !PictureFormat(path: output).isAnimated, try isAnimation {
      throw ValidationError("--output \(output): many pictures need %d in the name, or a film")
    }
    if light.picture != nil { try validateLight() }
    if isForFolders { try validateFolder() }
    if shard != nil { try validateShard() }
    if over != nil { try validateOver() }
  }

  private func validateLight() throws {
    guard let output, film == nil, over == nil, try !isAnimation,
      output.lowercased().hasSuffix(".png")
    else { throw ValidationError("--range extended is for pictures of PNG") }
  }

  private func validateOver() throws {
    if shard != nil { throw ValidationError("--over and --shard exclude one another") }
    if times.loop != nil, film != .gif { throw ValidationError("--over and --loop exclude") }
    if film != nil, times.times != nil { throw ValidationError("--times is for pictures") }
    if let background, background.color.alpha < 1 {
      throw ValidationError("--background must be opaque with --over")
    }
  }

  /// Whether the output is one file of many pictures that is no film of FFmpeg's.
  private var isAnimation: Bool {
    get throws {
      guard let output, film == nil, FileNamePattern(output) == nil else { return false }
      return try times.frameTimes().seconds.count > 1
    }
  }

  private func validateShard() throws {
    if output == nil { throw ValidationError("--shard needs --output") }
    if isMeasured { throw ValidationError("--shard excludes --stats, --stats-file and --plan") }
    if try film?.isShared == false || isAnimation {
      throw ValidationError("--shard is for films but GIFs, and for pictures of a file each")
    }
  }

  var film: FilmFormat? { output.flatMap { FilmFormat(path: $0) } }

  /// Whether the output has no alpha.
  var isOpaque: Bool {
    film?.isH264 ?? output.map { PictureFormat(path: $0).isOpaque } ?? false
  }

  var isMeasured: Bool { stats || statsFile != nil || plan }

  /// The placeholder for the name of a plane in a file name.
  private static let planePlaceholder = "{plane}"

  func run() throws {
    try limits.begin()
    try fonts.use()
    if isForFolders { try drawFolder() } else { try draw() }
  }

  /// Draws the document.
  ///
  /// - Parameter chosen: The renderer of all documents, if there are several.
  /// - Returns: The parts that were left out, a line each; reported already, unless there are
  ///   several documents.
  @discardableResult
  func draw(chosen: FrameSource.Renderer? = nil) throws -> [String] {
    var request = try scene.request(package)
    if film == nil, over == nil { request.lottie.shown = times.moment.map { $0...$0 } }
    request.under = try over.map { path throws(RenderFailure) in try request.films.film(path) }
    // Fails before anything is drawn, and gives the size of the canvas.
    let first = try Scene(request)
    if chosen == nil { LayerFile.report(first.warnings) }
    if strict, let warning = first.warnings.first { throw RenderFailure.warned(warning) }
    guard let output, output.contains(Self.planePlaceholder) else {
      try run(request, first, turn: (index: 0, count: 1), chosen: chosen)
      return first.warnings
    }
    for (index, plane) in first.planes.enumerated() {
      var (command, part) = (self, request)
      command.output = output.replacing(Self.planePlaceholder, with: plane.rawValue)
      part.planes = [plane]
      try command.run(
        part,
        try Scene(part),
        turn: (index: index, count: first.planes.count),
        chosen: chosen
      )
    }
    return first.warnings
  }
}
