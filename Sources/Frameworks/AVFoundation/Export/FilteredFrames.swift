// The frames of a film that is exported and whose pictures a program filters.
// Licensed under the MIT license; see LICENSE.

import CoreMedia
import QuartzEncoding
import QuartzMath
import QuartzVideo

/// Makes the pictures of a composition that a handler filters, in the order of their times.
///
/// Four of them are with the handler at most. It belongs to the thread that makes it.
final class FilteredFrames {
  private let frames: ExportFrames
  private let line: FilterLine
  private let width: Int
  private let height: Int
  /// Those that are begun, the earliest first.
  private var begun: [FilteredPicture] = []

  init(_ values: AVVideoComposition.Values, _ tracks: [AVAssetTrack], _ filter: FilmFilter) throws {
    frames = try ExportFrames(values, tracks)
    line = FilterLine(filter)
    (width, height) = (Int(values.pixelSize.width), Int(values.pixelSize.height))
  }

  deinit {
    for picture in begun { picture.giveUp() }
  }

  /// Begins the picture of a time.
  ///
  /// - Returns: The earliest picture where as many were begun as may be at once: rows of R, G, B, A
  ///   bytes without gaps; nil where there are fewer.
  func add(_ time: CMTime) throws -> VideoMemory? {
    let earliest = begun.count >= FilterLine.mostAtOnce ? try next() : nil
    let source = try frames.source(at: time, width: width, height: height)
    begun.append(try line.begin(source, at: time))
    return earliest
  }

  /// The earliest picture that is begun; nil if there is none.
  func next() throws -> VideoMemory? {
    begun.isEmpty ? nil : try begun.removeFirst().pixels()
  }
}

extension ExportPlan {
  /// Encodes a composition whose pictures a handler filters.
  func encodeFiltered(
    _ values: AVVideoComposition.Values,
    _ tracks: [AVAssetTrack],
    _ part: CMTimeRange,
    _ name: String,
    _ goesOn: (Float) -> Bool
  ) throws {
    guard let filter = values.filter else { return }
    let frames = try FilteredFrames(values, tracks, filter)
    let canvas = FilmCanvas(
      width: Int(values.renderSize.width),
      height: Int(values.renderSize.height)
    )
    let form = FrameForm(width: canvas.evenWidth, height: canvas.evenHeight, place: .left)
    let whole = Damage(PixelRect(width: Int32(form.width), height: Int32(form.height)))
    let frame = FilmFrame(.yuv420, width: form.width, height: form.height, place: form.place)
    func write(_ picture: VideoMemory, to encoder: FilmEncoder) throws {
      for row in 0..<canvas.height {
        // Bounds: both have rows of `width` pixels of four bytes.
        (canvas.base + row * canvas.rowBytes)
          .copyMemory(from: picture.base + row * canvas.width * 4, byteCount: canvas.width * 4)
      }
      canvas.extendEdges()
      frame.invalidate(whole)
      frame.update(from: canvas)
      try frame.write(to: encoder)
    }
    let arguments = encodeArguments(form, values.frameDuration, tracks, part, output: name)
    try encode(arguments, values.frameDuration, part, goesOn) { time, encoder in
      if let picture = try frames.add(time) { try write(picture, to: encoder) }
    } end: { encoder in
      while let picture = try frames.next() { try write(picture, to: encoder) }
    }
  }
}
