// A film: frames drawn in parallel, encoded in order, moved into place on success.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import QuartzMath
import QuartzPlan

/// The drawing of a film or a set of pictures, and its number of threads.
struct DrawingRequest: Sendable {
  var scene: SceneRequest
  var size: PictureSize
  var background: Color?
  var renderer: FrameSource.Renderer
  /// The budget of each frame.
  var budget: FrameBudget
  /// The number of threads that draw frames.
  var workers: Int

  /// Creates the source that draws, on the calling thread.
  func source() throws -> FrameSource {
    var renderer = renderer
    // Frames drawn in parallel need no further threads within each.
    if case .software = renderer, workers > 1 { renderer = .software(threads: 1) }
    return try FrameSource(
      try Scene(scene),
      size,
      background: background,
      renderer: renderer,
      budget: budget
    )
  }
}

/// Draws frames for an encoder.
final class FilmArtist: FrameArtist {
  private let source: FrameSource
  private let canvas: FilmCanvas
  private let pixels: FilmPixels
  private let size: (width: Int, height: Int)
  /// Frames for reuse once nobody else holds them.
  private var frames: [FilmFrame] = []

  init(_ source: FrameSource, _ size: PictureSize, _ format: FilmFormat, _ pixels: FilmPixels) {
    self.source = source
    self.pixels = pixels
    self.size = format.encodedSize(size.width, size.height)
    canvas = FilmCanvas(width: size.width, height: size.height)
  }

  func frame(at time: Double) throws -> FilmFrame {
    let damage = try source.update(at: time, canvas.base, rowBytes: canvas.rowBytes)
    canvas.extendEdges()
    for frame in frames { frame.invalidate(damage) }
    let frame = freeFrame()
    frame.update(from: canvas)
    return frame
  }

  private func freeFrame() -> FilmFrame {
    for index in frames.indices where isKnownUniquelyReferenced(&frames[index]) {
      return frames[index]
    }
    let frame = FilmFrame(pixels, width: size.width, height: size.height)
    frames.append(frame)
    return frame
  }
}

/// Writes one film.
struct FilmWriter {
  var format: FilmFormat
  var drawing: DrawingRequest
  var times: FrameTimes
  var path: String
  var preset: EncoderPreset?

  /// Draws and encodes all frames.
  ///
  /// - Parameters:
  ///   - progress: Advances with each frame of each pass.
  /// - Throws: `RenderFailure` or an error of drawing; the file is then missing or unchanged.
  func write(_ progress: Progress) throws {
    var file = try PendingFile(path: path)
    if format.passCount > 1 {
      // The colours of a GIF, between its passes.
      let path = NSTemporaryDirectory() + "quartz-palette.png"
      let palette = try PendingFile(path: path)
      try write(0, palette, path, palette: palette, progress)
      try write(1, file, self.path, palette: palette, progress)
    } else {
      try write(0, file, path, palette: file, progress)
    }
    try file.publish()
  }

  /// Runs one pass and checks that the encoder has written all of its file.
  ///
  /// - Parameter name: The name of the file in messages.
  private func write(
    _ pass: Int,
    _ file: borrowing PendingFile,
    _ name: String,
    palette: borrowing PendingFile,
    _ progress: Progress
  ) throws {
    do {
      let messages = try encode(pass, file.openName, palette.openName, progress)
      let form = pass < format.passCount - 1 ? FilmFile.Form.png : FilmFile.Form(format)
      // The output of a device or pipe cannot be read back, so there the encoder's messages decide.
      let isComplete = file.withBytes { FilmFile.isComplete($0, form) } ?? messages.isEmpty
      guard !isComplete else { return }
      let isEmpty = file.withBytes { $0.isEmpty } ?? false
      let reason = isEmpty ? "it has written nothing" : "it has written only a part"
      throw RenderFailure.encoderFailed(reason: messages.last ?? reason)
    } catch RenderFailure.encoderFailed(let reason) {
      // The encoder knows the file by another name.
      let words = reason.replacing(file.openName, with: name)
      throw RenderFailure.encoding(path: name, reason: "ffmpeg: \(words)")
    }
  }

  /// Draws and encodes the frames of one pass.
  ///
  /// - Returns: The encoder's messages.
  private func encode(
    _ pass: Int,
    _ output: String,
    _ palette: String,
    _ progress: Progress
  ) throws -> [String] {
    let (width, height) = format.encodedSize(drawing.size.width, drawing.size.height)
    let isOpaque = format == .mp4 || drawing.background?.alpha == 1
    let pixels = format.pixels(isOpaque: isOpaque)
    let request = EncoderRequest(
      format: format,
      pixels: pixels,
      width: width,
      height: height,
      rate: times.rate,
      loops: times.loops,
      preset: preset,
      pass: pass,
      output: output,
      palette: palette
    )
    let encoder = try FilmEncoder(request.arguments)
    let (drawing, format) = (drawing, format)
    let line = try FrameLine(times.seconds, workers: drawing.workers) {
      FilmArtist(try drawing.source(), drawing.size, format, pixels)
    }
    while let frame = try line.next() {
      try encoder.add(frame)
      progress.advance()
    }
    return try encoder.finish()
  }
}
