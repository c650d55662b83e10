// The frames of a film on their way to its file, the same for the command line and the C interface.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation

/// Encodes frames in order, and moves the film into place on success.
package struct FilmPipeline {
  package var format: FilmFormat
  package var pixels: FilmPixels
  /// The sides of the pictures; encoders may need larger ones.
  package var width: Int
  package var height: Int
  /// Pictures a second.
  package var rate: Double
  /// The loop count of a film, if its format stores one; 0 is without end.
  package var loops = 0
  /// Nil for the fastest at constant quality.
  package var preset: EncoderPreset?
  /// Nil for frames of a constant rate.
  package var timing: FrameTiming?
  /// Nil for silence.
  package var sound: EncoderSound?
  /// Where frames have their colours.
  package var place = ChromaPlace.middle
  /// The light of a film brighter than white; nil for one of standard range.
  package var light: EncoderLight?

  /// Returns the next frame; nil after the last.
  package typealias Frames = () throws -> (any EncoderFrame)?

  package init(
    _ format: FilmFormat,
    _ pixels: FilmPixels,
    width: Int,
    height: Int,
    rate: Double
  ) {
    (self.format, self.pixels, self.width, self.height) = (format, pixels, width, height)
    self.rate = rate
  }

  /// Encodes all frames.
  ///
  /// - Parameters:
  ///   - count: How many frames there are.
  ///   - frames: Begins the frames of a range; those of a GIF are asked for twice.
  ///   - done: Is told of each frame of each pass, once the encoder has it.
  /// - Throws: `EncoderError`, or what drawing and `done` throw; the file is then missing or
  ///   unchanged.
  package func write(
    to path: String,
    count: Int,
    frames: (Range<Int>) throws -> Frames,
    done: (_ frame: any EncoderFrame, _ pass: Int) throws -> Void
  ) throws {
    if format.passCount > 1 { return try writePasses(path, count, frames, done) }
    // Frames with sound or times of their own are one group, and so are those of HEVC.
    let isWhole = sound != nil || timing != nil || light != nil
    let ranges = isWhole ? [0..<count] : FilmGroup.ranges(count)
    let groups = try groups(ranges, for: path, frames: frames, done: done)
    if let group = groups.first, groups.count == 1 { return try group.publish() }
    var file = try PendingFile(path: path)
    let encoded = groups.map {
      EncodedGroup(owner: $0, name: $0.file.openName, bytes: nil, frameCount: $0.frameCount)
    }
    try FilmJoin(format: format, rate: rate, path: path).write(encoded, to: file)
    try file.publish()
  }

  /// Encodes consecutive groups.
  ///
  /// - Parameters:
  ///   - ranges: The frames of the groups.
  ///   - path: The file that the groups are for.
  package func groups(
    _ ranges: [Range<Int>],
    for path: String,
    frames: (Range<Int>) throws -> Frames,
    done: (_ frame: any EncoderFrame, _ pass: Int) throws -> Void
  ) throws -> [FilmGroup] {
    guard let first = ranges.first, let last = ranges.last else { return [] }
    let next = try frames(first.lowerBound..<last.upperBound)
    return try ranges.map { range in
      let group = try FilmGroup(path: path, isOnly: ranges.count == 1, frameCount: range.count)
      try encode(0, range.count, group.file, path, palette: group.file.openName, next) {
        try done($0, 0)
      }
      return group
    }
  }

  /// Writes a film whose encoder has to look at all frames first.
  private func writePasses(
    _ path: String,
    _ count: Int,
    _ frames: (Range<Int>) throws -> Frames,
    _ done: (_ frame: any EncoderFrame, _ pass: Int) throws -> Void
  ) throws {
    var file = try PendingFile(path: path)
    // The colours of a GIF, between its passes.
    let colors = NSTemporaryDirectory() + "quartz-palette.png"
    let palette = try PendingFile(path: colors)
    let name = palette.openName
    try encode(0, count, palette, colors, palette: name, try frames(0..<count)) { try done($0, 0) }
    try encode(1, count, file, path, palette: name, try frames(0..<count)) { try done($0, 1) }
    try file.publish()
  }

  /// Encodes frames and checks that the encoder has written all of its file.
  ///
  /// - Parameters:
  ///   - name: The name of the file in messages.
  ///   - palette: The file with the colours of a GIF, as the encoder can open it.
  // Long because: the file is borrowed, which no struct could hold.
  private func encode(
    _ pass: Int,
    _ count: Int,
    _ file: borrowing PendingFile,
    _ name: String,
    palette: String,
    _ next: Frames,
    done: (any EncoderFrame) throws -> Void
  ) throws {
    let (width, height) = format.encodedSize(width, height, pixels)
    let request = EncoderRequest(
      format: format,
      pixels: pixels,
      width: width,
      height: height,
      rate: rate,
      loops: loops,
      preset: preset,
      pass: pass,
      output: file.openName,
      palette: palette,
      timing: timing,
      sound: sound,
      place: place,
      light: light
    )
    let form = pass < format.passCount - 1 ? FilmFile.Form.png : FilmFile.Form(format)
    let timed = timing.map { TimedFrames($0) }
    let header = TimedFrames.header(pixels, width: width, height: height, rate: rate)
    try FilmEncoder.run(request.arguments, file, form, name) { encoder in
      if timed != nil { try header.withUnsafeBytes { try encoder.add($0) } }
      for number in 0..<count {
        guard let frame = try next() else { return }
        if let timed {
          let head = timed.head(of: number, byteCount: frame.byteCount)
          try head.withUnsafeBytes { try encoder.add($0) }
        }
        try frame.write(to: encoder)
        try done(frame)
      }
    }
  }
}
