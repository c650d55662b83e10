// Recordings as files.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import QuartzEncoding
import QuartzVideo

/// Writes a recording.
struct ScreenFilm {
  var frames: ScreenFrames
  var path: String

  private var size: PictureSize { frames.picture.size }

  // MARK: Films

  /// The unit of times on their way to the encoder.
  private static let unit = Ratio(1, 1_000_000)

  /// Encodes the frames while they come.
  ///
  /// - Throws: `RenderFailure` or `FileError`; the file is then missing or unchanged.
  func write(_ format: FilmFormat, _ preset: EncoderPreset?) throws {
    try RenderFailure.whileEncoding { try encode(format, preset) }
  }

  private func encode(_ format: FilmFormat, _ preset: EncoderPreset?) throws {
    guard let first = frames.next() else { throw frames.nothing }
    var file = try PendingFile(path: path)
    let pixels = format.pixels(isOpaque: true)
    let (width, height) = format.encodedSize(size.width, size.height, pixels)
    var request = EncoderRequest(
      format: format,
      pixels: pixels,
      width: width,
      height: height,
      rate: FrameRate.usual.value,
      loops: 0,
      preset: preset,
      pass: 0,
      output: file.openName,
      palette: "",
      timing: FrameTiming(unit: Self.unit, starts: [0]),
      place: .middle
    )
    let artist = FilmArtist(frames.picture, size, format, pixels)
    let feed = { (encoder: FilmEncoder) in try self.feed(encoder, request, artist, first) }
    if format.passCount == 1 {
      try FilmEncoder.run(request.arguments, file, FilmFile.Form(format), path, feed: feed)
      return try file.publish()
    }
    // The colours are those of all frames, which are kept as they are until the last has come.
    let all = try PendingFile(path: NSTemporaryDirectory() + "quartz-frames")
    try FilmEncoder.run(request.lossless(to: all.openName), all, .webm, path, feed: feed)
    let palette = try PendingFile(path: NSTemporaryDirectory() + "quartz-palette.png")
    request.input = all.openName
    request.palette = palette.openName
    request.output = palette.openName
    try FilmEncoder.run(request.arguments, palette, .png, path) { _ in }
    request.pass = 1
    request.output = file.openName
    try FilmEncoder.run(request.arguments, file, FilmFile.Form(format), path) { _ in }
    try file.publish()
  }

  private func feed(
    _ encoder: FilmEncoder,
    _ request: EncoderRequest,
    _ artist: FilmArtist,
    _ first: Double
  ) throws {
    let header = TimedFrames.header(
      request.pixels,
      width: request.width,
      height: request.height,
      rate: request.rate
    )
    try header.withUnsafeBytes { try encoder.add($0) }
    func add(_ seconds: Double) throws {
      let frame = try artist.frame(at: seconds)
      let head = TimedFrames.head(at: seconds, byteCount: frame.byteCount)
      try head.withUnsafeBytes { try encoder.add($0) }
      try frame.write(to: encoder)
    }
    var last = first
    try add(first)
    while let seconds = frames.next() {
      try add(seconds)
      last = seconds
    }
    // The last picture stays as long as it was shown.
    if frames.end > last { try add(frames.end) }
  }

  // MARK: Pictures

  /// Writes a file for each frame.
  func write(_ pattern: FileNamePattern) throws {
    let times = FrameTimes(seconds: [], rate: FrameRate.usual.value)
    var sink = try PictureSink(path: path, times: times)
    guard frames.next() != nil else { throw frames.nothing }
    repeat {
      try sink.add(DrawnPicture(try frames.picture.image()))
    } while frames.next() != nil
    try sink.finish()
  }

  /// Writes an animated PNG, whose frames are kept in memory, as they are in the file.
  func writeAnimation() throws {
    var writer = PNGAnimationWriter()
    var file = try PendingFile(path: path)
    guard var start = frames.next() else { throw frames.nothing }
    var pieces: [[UInt8]] = []
    var delay = 1 / FrameRate.usual.value
    while true {
      let image = try frames.picture.image()
      let next = frames.next()
      // The last one is shown once more for as long as the one before.
      let end = next ?? max(frames.end, start + delay)
      delay = end - start
      do {
        pieces.append(try writer.add(image, delay: delay))
      } catch {
        throw RenderFailure.encoding(path: path, reason: "\(error)")
      }
      guard let next else { break }
      start = next
    }
    writer.countFrames(in: &pieces[0])
    for piece in pieces { try file.write(piece) }
    try file.write(try writer.finish())
    try file.publish()
  }
}
