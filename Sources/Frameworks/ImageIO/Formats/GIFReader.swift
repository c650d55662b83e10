// GIF files for image sources, read by giflib.
// Licensed under the MIT license; see LICENSE.

import CQuartzGIF
import CoreGraphics
import Foundation
import QuartzSharing
import Synchronization

/// The pictures of a GIF file, each whole, as it is shown.
final class GIFReader: ImageReader {
  /// The description of a frame, without its data.
  private struct Frame: Sendable {
    /// In hundredths of a second.
    var delay: Int
    var isInterlaced: Bool
    var hasTransparency: Bool
  }

  let type = FileFormat.gif.rawValue
  let isTruncated: Bool
  private let size: (width: Int, height: Int)
  private let hasGlobalColors: Bool
  private let frames: [Frame]
  /// The loop count of the animation; 0 without end.
  private let loopCount: Int
  private let player: Mutex<GIFPlayer>

  init(_ bytes: Data, limits: ImageLimits) throws(ImageError) {
    let name = FileFormat.gif.rawValue
    let file = try GIFFile(bytes)
    var frames: [Frame] = []
    var size: (width: Int, height: Int)?
    let head = file.head
    // Files without a canvas have that of their first frame, as browsers have it.
    if head.width > 0, head.height > 0 { size = (Int(head.width), Int(head.height)) }
    var frame = QuartzGIFFrame()
    var step = quartz_gif_next_frame(file.gif, &frame)
    while step == QUARTZ_GIF_FRAME {
      guard frames.count < limits.frames else {
        throw .tooManyFrames(type: name, found: frames.count + 1, limit: limits.frames)
      }
      // Rows of a frame beyond the canvas are read, too, even if they are not shown.
      try limits.check(
        name,
        width: max(Int(frame.width), 1),
        height: max(Int(frame.height), 1),
        bytesPerPixel: 1
      )
      if size == nil { size = (Int(frame.x + frame.width), Int(frame.y + frame.height)) }
      frames.append(
        Frame(
          delay: Int(frame.delay),
          isInterlaced: frame.is_interlaced,
          hasTransparency: frame.transparent >= 0
        )
      )
      guard quartz_gif_skip_data(file.gif) else {
        step = QUARTZ_GIF_TRUNCATED
        break
      }
      step = quartz_gif_next_frame(file.gif, &frame)
    }
    guard let size, !frames.isEmpty else {
      if step == QUARTZ_GIF_TRUNCATED { throw .truncated(type: name, bytes: bytes.count) }
      throw .corrupt(type: name, frame: 0, reason: "there are no frames")
    }
    try limits.check(
      name,
      width: size.width,
      height: size.height,
      // The canvas, and a frame's own pixels.
      bytesPerPixel: FrameCanvas.bytesPerPixel + 4
    )
    self.size = size
    self.frames = frames
    isTruncated = step != QUARTZ_GIF_END
    hasGlobalColors = head.has_global_colors
    let repeats = file.head.loop_count
    // A file without a loop count plays once.
    loopCount = repeats < 0 ? 1 : Int(repeats)
    player = Mutex(GIFPlayer(bytes, width: size.width, height: size.height))
  }

  var count: Int { frames.count }

  func head(of index: Int) -> ImageHead {
    ImageHead(width: size.width, height: size.height, colors: .translucent)
  }

  func pixels(of index: Int) throws(ImageError) -> PixelStorage {
    try player.withLock { player in
      Result { () throws(ImageError) in try player.pixels(at: index) }
    }.get()
  }

  var properties: CFDictionary {
    [
      kCGImagePropertyGIFDictionary: [
        kCGImagePropertyGIFLoopCount: loopCount,
        kCGImagePropertyGIFHasGlobalColorMap: hasGlobalColors,
        kCGImagePropertyGIFCanvasPixelWidth: size.width,
        kCGImagePropertyGIFCanvasPixelHeight: size.height,
      ]
    ]
  }

  func properties(of index: Int) -> CFDictionary {
    let frame = frames[index]
    let delay = Double(frame.delay) / 100
    var all = head(of: index).properties
    all[kCGImagePropertyDepth] = 8
    all[kCGImagePropertyIsIndexed] = true
    all[kCGImagePropertyHasAlpha] = frame.hasTransparency
    all[kCGImagePropertyColorModel] = kCGImagePropertyColorModelRGB
    all[kCGImagePropertyGIFDictionary] = [
      kCGImagePropertyGIFDelayTime: delay.atLeastShown,
      kCGImagePropertyGIFUnclampedDelayTime: delay,
    ]
    return all
  }
}

extension Double {
  /// The time in seconds for which a frame is really shown: files say 0 or 0.01 s and do not mean
  /// it.
  ///
  /// WebKit (BitmapImage.cpp) and the other browsers show frames of up to 0.01 s for 0.1 s.
  var atLeastShown: Double { self < 0.011 ? 0.1 : self }
}

/// An open file of giflib, read once from its start to its end.
private final class GIFFile: Sendable {
  // The owner of the object uses it on one thread at a time.
  private let sharedGif: SharedPointer<OpaquePointer>
  var gif: OpaquePointer { sharedGif.value }
  /// The bytes that giflib reads; bytes of `Data` have no stable address.
  // Nobody writes to them, and they live as long.
  private let sharedBytes: SharedPointer<UnsafeMutableBufferPointer<UInt8>>
  private var bytes: UnsafeMutableBufferPointer<UInt8> { sharedBytes.value }

  init(_ data: Data) throws(ImageError) {
    let bytes = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: max(data.count, 1))
    _ = bytes.initialize(from: data)
    var problem = QUARTZ_GIF_DAMAGED
    guard let start = bytes.baseAddress, let opened = quartz_gif_open(start, data.count, &problem)
    else {
      bytes.deallocate()
      let type = FileFormat.gif.rawValue
      if problem == QUARTZ_GIF_TRUNCATED { throw .truncated(type: type, bytes: data.count) }
      throw .corrupt(type: type, frame: 0, reason: "the head is damaged")
    }
    sharedBytes = SharedPointer(bytes)
    sharedGif = SharedPointer(opened)
  }

  var head: QuartzGIFHead { quartz_gif_head(gif) }

  deinit {
    quartz_gif_close(gif)
    bytes.deallocate()
  }
}

/// Plays the frames of a file onto a canvas; going back starts again from the first.
private struct GIFPlayer: Sendable {
  private let data: Data
  private let width: Int
  private let height: Int
  private var file: GIFFile?
  private var canvas: FrameCanvas?
  private var next = 0

  init(_ data: Data, width: Int, height: Int) {
    self.data = data
    self.width = width
    self.height = height
  }

  /// The whole picture at frame `index`; if its data end early or are damaged, the decoded part
  /// shows.
  mutating func pixels(at index: Int) throws(ImageError) -> PixelStorage {
    var playing = index < next ? nil : canvas
    // Moved, not copied: two owners of a canvas would copy it at each change.
    canvas = nil
    if playing == nil {
      file = try GIFFile(data)
      next = 0
    }
    var shown: PixelStorage?
    var screen = playing ?? FrameCanvas(width: width, height: height)
    playing = nil
    while next <= index {
      guard let file, let change = nextChange(file) else {
        self.file = nil
        next = 0
        throw .corrupt(type: FileFormat.gif.rawValue, frame: index, reason: "a frame is damaged")
      }
      shown = screen.play(change, isShown: next == index)
      next += 1
    }
    canvas = screen
    guard let shown else { preconditionFailure("the frame that was asked for is shown") }
    return shown
  }

  private func nextChange(_ file: GIFFile) -> FrameCanvas.Change? {
    var frame = QuartzGIFFrame()
    guard quartz_gif_next_frame(file.gif, &frame) == QUARTZ_GIF_FRAME else { return nil }
    // Pixels outside of the canvas are not shown; a frame that lies wholly outside changes one
    // pixel.
    let x = min(Int(frame.x), width - 1)
    let y = min(Int(frame.y), height - 1)
    let isOutside = x < Int(frame.x) || y < Int(frame.y) || frame.width == 0 || frame.height == 0
    let wide = isOutside ? 1 : min(Int(frame.width), width - x)
    let high = isOutside ? 1 : min(Int(frame.height), height - y)
    let pixels = PixelStorage(width: wide, height: high) { target in
      let words = target.bindMemory(to: UInt32.self)
      words.update(repeating: 0)
      readRows(file, frame, isOutside: isOutside) { row, indexes in
        guard row < high else { return }
        // Bounds: the caller gives frame.width indexes, of which `wide` are shown; there are 256
        // colours.
        for column in 0..<wide {
          words[row * wide + column] = frame.word(Int(indexes[column]))
        }
      }
      return false
    }
    return FrameCanvas.Change(
      x: x,
      y: y,
      pixels: pixels,
      blend: .over,
      disposal: frame.disposal == 2 ? .clear : frame.disposal == 3 ? .restore : .keep
    )
  }

  /// Calls `body` with the number of each row and its indexes, in the order of the file.
  private func readRows(
    _ file: GIFFile,
    _ frame: QuartzGIFFrame,
    isOutside: Bool,
    _ body: (Int, [UInt8]) -> Void
  ) {
    guard frame.width > 0, frame.height > 0 else {
      _ = quartz_gif_skip_data(file.gif)
      return
    }
    // GIF89a, appendix E: every 8th row from 0 and from 4, every 4th from 2, every 2nd from 1.
    let passes: [(start: Int, step: Int)] =
      frame.is_interlaced ? [(0, 8), (4, 8), (2, 4), (1, 2)] : [(0, 1)]
    var indexes = [UInt8](repeating: 0, count: Int(frame.width))
    for pass in passes {
      for row in stride(from: pass.start, to: Int(frame.height), by: pass.step) {
        guard quartz_gif_read_row(file.gif, &indexes, frame.width) else {
          _ = quartz_gif_skip_data(file.gif)
          return
        }
        if !isOutside { body(row, indexes) }
      }
    }
  }
}

extension QuartzGIFFrame {
  /// The pixel of an index below 256: R, G, B, A, or nothing where it is transparent.
  fileprivate func word(_ index: Int) -> UInt32 {
    guard index != Int(transparent) else { return 0 }
    return withUnsafeBytes(of: colors) {
      $0.loadUnaligned(fromByteOffset: index * 4, as: UInt32.self)
    }
  }
}
