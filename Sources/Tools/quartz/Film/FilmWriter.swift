// A film: frames drawn in parallel, encoded in order, moved into place on success.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
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
      budget: budget
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

  /// Draws and encodes all frames.
  ///
  /// - Parameter progress: Advances with each frame of each pass.
  /// - Throws: `RenderFailure` or an error of drawing; the file is then missing or unchanged.
  func write(_ progress: Progress) throws {
    if format.passCount > 1 { return try writePasses(progress) }
    // Frames with sound or times of their own are one group.
    let isWhole = sound != nil || times.timing != nil
    let count = times.seconds.count
    let groups = try encode(isWhole ? [0..<count] : FilmGroup.ranges(count), path, progress)
    if let group = groups.first, groups.count == 1 { return try group.publish() }
    var file = try PendingFile(path: path)
    let encoded = groups.map {
      EncodedGroup(owner: $0, name: $0.file.openName, bytes: nil, frameCount: $0.frameCount)
    }
    try FilmJoin(format: format, rate: times.rate, path: path).write(encoded, to: file)
    try file.publish()
  }

  /// Draws and encodes the groups of a share, and writes them as a part.
  ///
  /// - Throws: As `write`.
  func write(_ shard: Shard, _ film: FilmIdentity, _ progress: Progress) throws {
    let path = shard.partPath(path)
    let ranges = FilmGroup.ranges(times.seconds.count)
    let groups = try encode(Array(ranges[shard.range(of: ranges.count)]), path, progress)
    var file = try PendingFile(path: path)
    try FilmPart.write(groups, shard, film, to: file, path)
    try file.publish()
  }

  /// Writes a film whose encoder has to look at all frames first.
  private func writePasses(_ progress: Progress) throws {
    var file = try PendingFile(path: path)
    // The colours of a GIF, between its passes.
    let colors = NSTemporaryDirectory() + "quartz-palette.png"
    let palette = try PendingFile(path: colors)
    let all = 0..<times.seconds.count
    try encode(0, try line(all), all.count, palette, colors, palette: palette, progress)
    try encode(1, try line(all), all.count, file, path, palette: palette, progress)
    try file.publish()
  }

  /// Encodes consecutive groups.
  ///
  /// - Parameters:
  ///   - ranges: The frames of the groups.
  ///   - path: The file that the groups are for.
  private func encode(
    _ ranges: [Range<Int>],
    _ path: String,
    _ progress: Progress
  ) throws -> [FilmGroup] {
    guard let first = ranges.first, let last = ranges.last else { return [] }
    let line = try line(first.lowerBound..<last.upperBound)
    return try ranges.map { range in
      let group = try FilmGroup(path: path, isOnly: ranges.count == 1, frameCount: range.count)
      try encode(0, line, range.count, group.file, path, palette: group.file, progress)
      return group
    }
  }

  /// The frames of a range, which are drawn ahead.
  private func line(_ range: Range<Int>) throws -> FrameLine<FilmArtist> {
    let (drawing, format, pixels, planes) = (drawing, format, pixels, planes)
    return try FrameLine(Array(times.seconds[range]), workers: drawing.workers) {
      if let planes { return FilmArtist(try PlaneArtist(planes)) }
      return FilmArtist(try drawing.source(), drawing.size, format, pixels)
    }
  }

  /// The frames' format in the pipe.
  var pixels: FilmPixels {
    format.pixels(isOpaque: format.isH264 || drawing.background?.alpha == 1)
  }

  /// Encodes frames and checks that the encoder has written all of its file.
  ///
  /// - Parameter name: The name of the file in messages.
  // Long because: the files are borrowed, which no struct could hold.
  private func encode(
    _ pass: Int,
    _ line: FrameLine<FilmArtist>,
    _ count: Int,
    _ file: borrowing PendingFile,
    _ name: String,
    palette: borrowing PendingFile,
    _ progress: Progress
  ) throws {
    let (width, height) = format.encodedSize(drawing.size.width, drawing.size.height)
    let request = EncoderRequest(
      format: format,
      pixels: pixels,
      width: width,
      height: height,
      rate: times.rate,
      loops: times.loops,
      preset: preset,
      pass: pass,
      output: file.openName,
      palette: palette.openName,
      timing: times.timing,
      sound: sound,
      place: planes?.place ?? .middle
    )
    let form = pass < format.passCount - 1 ? FilmFile.Form.png : FilmFile.Form(format)
    let timed = times.timing.map { TimedFrames($0) }
    let header = TimedFrames.header(pixels, width: width, height: height, rate: times.rate)
    try FilmEncoder.run(request.arguments, file, form, name) { encoder in
      if timed != nil { try header.withUnsafeBytes { try encoder.add($0) } }
      for number in 0..<count {
        guard let frame = try line.next() else { return }
        if let timed {
          let head = timed.head(of: number, byteCount: frame.byteCount)
          try head.withUnsafeBytes { try encoder.add($0) }
        }
        try frame.write(to: encoder)
        if pass == format.passCount - 1 { tally?.add(frame) }
        progress.advance()
      }
    }
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
