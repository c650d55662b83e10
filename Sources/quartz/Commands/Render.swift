// quartz render: a package becomes pictures.
// Licensed under the MIT license; see LICENSE.

import ArgumentParser
import CoreGraphics
import Foundation
import QuartzArchive
import QuartzModel
import QuartzServer

extension RendererChoice: ExpressibleByArgument {}

struct Render: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Draw a layer package to a picture, to numbered pictures or to an animated PNG.",
    discussion: """
      One moment:        quartz render Clock.ca -o clock.png --time 0.5
      Numbered pictures: quartz render Clock.ca -o frame-%04d.png --frames 60 --fps 30
      Animated PNG:      quartz render Clock.ca -o movie.png --frames 60 --fps 30
      """
  )

  @Argument(help: "The package: a folder with index.xml, main.caml and assets.")
  var package: String

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "The picture to write, a PNG; with %d or %04d in its name one for each moment.",
      valueName: "file"
    )
  )
  var output: String?

  @OptionGroup var times: TimeOptions

  @Option(help: "Who draws: auto, gles or software.")
  var renderer: RendererChoice?

  @Option(
    help: ArgumentHelp("Have the render server at this socket draw.", valueName: "socket")
  )
  var server: String?

  @Option(help: ArgumentHelp("Pixels per point of the package's canvas.", valueName: "factor"))
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
    if server != nil, plan { throw ValidationError("--plan is not available with --server") }
    if let scale, !(scale > 0 && scale.isFinite) {
      throw ValidationError("--scale must be above 0")
    }
    if let output, output.isEmpty { throw ValidationError("--output must not be empty") }
    if times.times != nil, let output, FileNamePattern(output) == nil,
      try times.frameTimes().seconds.count > 1
    {
      throw ValidationError("--times with many moments needs %d in the output's name")
    }
  }

  func run() throws {
    let times = try times.frameTimes()
    let package = try LayerFile.read(package)
    LayerFile.report(package.warnings.map(\.description))
    let size = try PictureSize(canvas: package.size, scale: scale, size: size)
    let source = try FrameSource(
      package,
      size,
      background: background?.color,
      renderer: server.map { .server(path: $0) } ?? .inProcess(renderer ?? .auto),
      measuresLayers: stats || statsFile != nil
    )
    var sink = try output.map { try PictureSink(path: $0, times: times) }
    var statistics = RenderStatistics(
      package: self.package,
      renderer: .init(source.renderer),
      width: size.width,
      height: size.height,
      scale: size.scale,
      warnings: package.warnings.count
    )
    var names: [LayerID: String] = [:]
    let progress = Progress(count: times.seconds.count)
    defer { progress.clear() }
    for (index, time) in times.seconds.enumerated() {
      let image = try source.image(at: time)
      // Layers have numbers once they were sent, with the first picture.
      if names.isEmpty, stats || statsFile != nil { names = source.layerNames }
      statistics.frames.append(.init(time: time, source.counters, names: names))
      if plan, let text = source.plan { try StandardOutput.write(Data("\(text)\n".utf8)) }
      try sink?.add(image)
      progress.show(index + 1)
    }
    try sink?.finish()
    if stats { try StandardOutput.write(statistics.json()) }
    if let statsFile { try OutputFile.write(statistics.json(), to: statsFile) }
  }
}
