// quartz render: from the options to the films and pictures.
// Licensed under the MIT license; see LICENSE.

import AVFoundation
import CoreGraphics
import Foundation
import QuartzArchive
import QuartzCore
import QuartzDocuments
import QuartzEncoding
import QuartzModel
import QuartzPlan

extension Render {
  /// The place of one film or set of pictures among all that a command draws.
  typealias Turn = (index: Int, count: Int)

  /// Draws one film or set of pictures.
  ///
  /// - Parameters:
  ///   - turn: Its place among all that the command draws.
  ///   - chosen: The renderer of all that it draws, if that was chosen before.
  func run(
    _ request: SceneRequest,
    _ first: Scene,
    turn: Turn,
    chosen: FrameSource.Renderer? = nil
  ) throws {
    let options = times
    let times =
      try request.under.map { try options.frameTimes(over: $0, isFilm: film != nil) }
      ?? options.frameTimes(film: film, loop: first.loopRange, rate: first.frameRate)
    let own = ownFrames(times, turn)
    // A small share of few pictures may have none of them; a film's is a file in any case.
    if film == nil, own.isEmpty { return }
    if film == .gif, times.rate > FilmFormat.fastestGIF {
      LayerFile.report([
        "a GIF with more than 50 pictures a second is played slower by most programs"
      ])
    }
    let filmSize = request.under.map {
      PixelSize(width: Int($0.shownSize.width), height: Int($0.shownSize.height))
    }
    let size = try PictureSize(canvas: first.size, scale: scale, size: size ?? filmSize)
    try limits.check(size, frames: times.seconds.count)
    let renderer = try chosen ?? chooseRenderer()
    let drawing = DrawingRequest(
      scene: request,
      size: size,
      background: background?.color ?? (isOpaque || over != nil ? .black : nil),
      renderer: renderer,
      budget: unlimited ? .unlimited : .standard,
      overlays: overlay.overlays,
      light: light.picture,
      // Flashes and caches are those of the frames before.
      workers: overlay.overlays == nil ? max(workers(renderer, count: own.count), 1) : 1
    )
    let count = own.count * ((film?.passCount ?? 1) + (light.measure ? 1 : 0))
    // A folder has a line of its own.
    let progress =
      chosen == nil ? Progress(count: count, isWanted: progress) : Progress(hiddenOf: count)
    defer { progress.clear() }
    if let film, let output {
      try PendingFile.check(output)
      try write(film, drawing, times, output, progress)
    } else if isMeasured || times.seconds.count == 1 {
      try drawMeasured(drawing, first, times, progress, isSynced: chosen == nil)
    } else if let output {
      try draw(drawing, times, own, output, progress)
    }
  }

  /// Chooses who draws.
  func chooseRenderer() throws -> FrameSource.Renderer {
    if let server { return .server(path: server) }
    return try .chosen(renderer ?? (platform == nil ? .auto : .gles), platform ?? .any)
  }

  /// Draws a film, and says what became of its frames if that is asked for.
  private func write(
    _ format: FilmFormat,
    _ drawing: DrawingRequest,
    _ times: FrameTimes,
    _ output: String,
    _ progress: Progress
  ) throws {
    let under = drawing.scene.under
    var writer = FilmWriter(
      format: format,
      drawing: drawing,
      times: times,
      path: output,
      preset: preset
    )
    (writer.transfer, writer.measures) = (light.transfer?.film, light.measure)
    guard let under else {
      guard let shard else { return try writer.write(progress) }
      return try writer.write(shard, try writer.description(of: drawing), progress)
    }
    if format != .gif {
      let options = self.times
      writer.sound = FilmSound(
        under,
        options.isWholeFilm ? nil : soundPart(times, of: under, options)
      )
    }
    let route = try FilmRoute(under, drawing, writer.pixels)
    if case .planes(let planes) = route { writer.planes = planes }
    let tally = FilmTally(route, package: package, film: under.path, drawing.size)
    writer.tally = tally
    try writer.write(progress)
    if stats { try StandardOutput.write(tally.json()) }
    if let statsFile { try PendingFile.write(tally.json(), to: statsFile) }
  }

  /// The part of a film whose sound goes with frames.
  private func soundPart(
    _ times: FrameTimes,
    of film: SharedFilm,
    _ options: TimeOptions
  ) -> Range<Double> {
    let part = options.part(of: film)
    guard options.frames != nil, let last = times.seconds.last else { return part }
    return part.lowerBound..<max(last + 1 / times.rate, part.lowerBound)
  }

  /// Returns the frames that this command draws of all.
  private func ownFrames(_ times: FrameTimes, _ turn: Turn) -> Range<Int> {
    let count = times.seconds.count
    guard let shard else { return 0..<count }
    if film != nil {
      let groups = FilmGroup.ranges(count)
      let own = groups[shard.range(of: groups.count)]
      return (own.first?.lowerBound ?? 0)..<(own.last?.upperBound ?? 0)
    }
    // The pictures of all planes are shared out together.
    let pictures = shard.range(of: turn.count * count)
    let first = turn.index * count
    return pictures.clamped(to: first..<first + count).offset(by: -first)
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
    _ range: Range<Int>,
    _ output: String,
    _ progress: Progress
  ) throws {
    var sink = try PictureSink(path: output, times: times, first: range.lowerBound)
    let format = sink.fileFormat
    let line = try FrameLine(Array(times.seconds[range]), workers: drawing.workers) {
      PictureArtist(try drawing.frames(), format: format)
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
    _ progress: Progress,
    isSynced: Bool
  ) throws {
    let isCounting = stats || statsFile != nil
    let size = drawing.size
    let source = try FrameSource(
      scene,
      size,
      background: drawing.background,
      renderer: drawing.renderer,
      budget: drawing.budget,
      measuresLayers: isCounting,
      light: drawing.light
    )
    if let overlays = drawing.overlays { source.overlays = overlays }
    var statistics = CommandStatistics(
      package: package,
      renderer: .init(source.renderer),
      width: size.width,
      height: size.height,
      scale: size.scale,
      warnings: scene.warnings.count
    )
    var names: [LayerID: String] = [:]
    var filters: [LayerID: LayerFilterTypes] = [:]
    var sink = try output.map { try PictureSink(path: $0, times: times, isSynced: isSynced) }
    for time in times.seconds {
      let image = try source.image(at: time)
      // Layers have numbers once they are sent with the first picture.
      if names.isEmpty, isCounting { (names, filters) = (source.layerNames, source.filterTypes) }
      statistics.frames.append(
        .init(time: time, source.counters, names: names, filters: filters)
      )
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

extension Range<Int> {
  /// Returns the range that lies further on.
  fileprivate func offset(by distance: Int) -> Range<Int> {
    lowerBound + distance..<upperBound + distance
  }
}
