// A film: frames drawn in parallel, encoded in order, moved into place on success.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import QuartzDocuments
import QuartzEncoding
import QuartzMath
import QuartzModel
import QuartzPlan

/// The drawing of a film.
protocol FilmDrawing: Sendable {
  var size: PictureSize { get }
  /// Nil is transparent.
  var background: Color? { get }
  /// The number of threads that draw frames.
  var workers: Int { get }
  /// Creates a source that draws, on the calling thread.
  func source() throws -> any FilmFrames
}

/// Draws the pictures of a film one after the other.
protocol FilmFrames: AnyObject {
  /// Writes the changes since the last call to memory that holds the previous picture.
  ///
  /// - Returns: The pixels that were written.
  func update(at time: Double, _ memory: UnsafeMutableRawPointer, rowBytes: Int) throws -> Damage
}

extension FrameSource: FilmFrames {}

extension DrawingRequest: FilmDrawing {
  func source() throws -> any FilmFrames { try frames() }
}

/// The drawing of a film or a set of pictures, and its number of threads.
struct DrawingRequest: Sendable {
  var scene: SceneRequest
  var size: PictureSize
  var background: Color?
  var renderer: FrameSource.Renderer
  /// The budget of each frame.
  var budget: FrameBudget
  /// The overlays of frames; nil for the choice of the environment.
  var overlays: Overlays?
  /// The light of pictures; nil for those of standard range.
  var light: LightPicture?
  /// The number of threads that draw frames.
  var workers: Int

  /// Creates the source that draws, on the calling thread.
  func frames() throws -> FrameSource {
    var renderer = renderer
    // Frames drawn in parallel need no further threads within each.
    if case .software = renderer, workers > 1 { renderer = .software(threads: 1) }
    let source = try FrameSource(
      try Scene(scene),
      size,
      background: background,
      renderer: renderer,
      budget: budget,
      light: light
    )
    if let overlays { source.overlays = overlays }
    return source
  }
}

/// Writes one film, or a share of one.
struct FilmWriter {
  var format: FilmFormat
  var drawing: any FilmDrawing
  var times: FrameTimes
  var path: String
  var preset: EncoderPreset?
  /// Nil for silence.
  var sound: FilmSound?
  /// The film whose planes are the frames, but for where layers lie; nil if all of them is drawn.
  var planes: FilmPlanes?
  /// Counts what became of the frames.
  var tally: FilmTally?
  /// How light is encoded, for a film brighter than white; nil for one of standard range.
  var transfer: FilmTransfer?
  /// Whether the light of all frames is measured first.
  var measures = false

  /// Draws and encodes all frames.
  ///
  /// - Parameter progress: Advances with each frame of each pass.
  /// - Throws: `RenderFailure` or an error of drawing; the file is then missing or unchanged.
  func write(_ progress: Progress) throws {
    try RenderFailure.whileEncoding {
      var pipeline = pipeline
      if measures { pipeline.light?.levels = try measure(progress) }
      try pipeline.write(
        to: path,
        count: times.seconds.count,
        frames: { try frames($0) },
        done: { count($0, $1, progress) }
      )
    }
  }

  /// Draws all frames, and finds out how bright they are.
  private func measure(_ progress: Progress) throws -> EncoderLight.Levels {
    let next = try frames(0..<times.seconds.count)
    var (brightest, average): (Float, Float) = (0, 0)
    while let frame = try next() {
      guard let frame = frame as? BrightFrame else { continue }
      (brightest, average) = (max(brightest, frame.brightest), max(average, frame.average))
      progress.advance()
    }
    // Files have whole nits, and 0 means that nobody knows.
    return EncoderLight.Levels(
      brightest: max(Int(brightest.rounded(.up)), 1),
      average: max(Int(average.rounded(.up)), 1)
    )
  }

  /// Draws and encodes the groups of a share, and writes them as a part.
  ///
  /// - Throws: As `write`.
  func write(_ shard: Shard, _ film: FilmIdentity, _ progress: Progress) throws {
    let path = shard.partPath(path)
    let ranges = FilmGroup.ranges(times.seconds.count)
    let groups = try RenderFailure.whileEncoding {
      try pipeline.groups(
        Array(ranges[shard.range(of: ranges.count)]),
        for: path,
        frames: { try frames($0) },
        done: { count($0, $1, progress) }
      )
    }
    var file = try PendingFile(path: path)
    try FilmPart.write(groups, shard, film, to: file, path)
    try file.publish()
  }

  private var pipeline: FilmPipeline {
    var pipeline = FilmPipeline(
      format,
      pixels,
      width: drawing.size.width,
      height: drawing.size.height,
      rate: times.rate
    )
    pipeline.loops = times.loops
    pipeline.preset = preset
    pipeline.timing = times.timing
    pipeline.sound = sound.map {
      EncoderSound(input: $0.input, output: $0.output(format, input: 1))
    }
    pipeline.place = planes?.place ?? .middle
    pipeline.light = transfer.map { EncoderLight($0) }
    return pipeline
  }

  /// Notes a frame that the encoder has.
  private func count(_ frame: any EncoderFrame, _ pass: Int, _ progress: Progress) {
    if pass == format.passCount - 1 { tally?.add(frame) }
    progress.advance()
  }

  /// The frames of a range, which are drawn ahead.
  private func frames(_ range: Range<Int>) throws -> FilmPipeline.Frames {
    let (drawing, format, pixels, planes) = (drawing, format, pixels, planes)
    let transfer = transfer
    let seconds = Array(times.seconds[range])
    let line: FrameLine<FilmArtist> = try FrameLine(seconds, workers: drawing.workers) {
      if let planes { return FilmArtist(try PlaneArtist(planes)) }
      if let transfer { return FilmArtist(try drawing.source(), drawing.size, transfer) }
      return FilmArtist(try drawing.source(), drawing.size, format, pixels)
    }
    return { try line.next() }
  }

  /// The frames' format in the pipe.
  var pixels: FilmPixels {
    transfer == nil ? format.pixels(isOpaque: drawing.background?.alpha == 1) : .yuv420Wide
  }

  /// Returns what parts of this film have in common.
  func description(of drawing: DrawingRequest) throws -> FilmIdentity {
    let encoder: String
    do {
      encoder = try FilmEncoder.version()
    } catch {
      throw RenderFailure(error)
    }
    var options = Checksum()
    let scene = drawing.scene
    options.add("\(times.seconds)")
    options.add("\(scene.index) \(scene.planes.map { "\($0)" } ?? "all") \(drawing.size.scale)")
    options.add("\(scene.state.map { "\($0)" } ?? "as it is")")
    options.add("\(scene.tilt.map { "\($0)" } ?? "level")")
    options.add("\(drawing.background.map { "\($0)" } ?? "nothing")")
    if let overlays = drawing.overlays { options.add(overlays.names) }
    return FilmIdentity(
      version: Quartz.configuration.version,
      encoder: encoder,
      format: format.rawValue,
      preset: preset?.rawValue,
      pixels: pixels.name,
      width: drawing.size.width,
      height: drawing.size.height,
      rate: times.rate,
      frames: times.seconds.count,
      renderer: drawing.renderer.name,
      document: try LayerFile.checksum(scene.path),
      options: options.value
    )
  }
}
