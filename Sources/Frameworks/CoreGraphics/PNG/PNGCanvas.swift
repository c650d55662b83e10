// The pictures of an animated PNG, each as it is shown.
// Licensed under the MIT license; see LICENSE.

/// Plays the frames of a file onto a canvas.
///
/// Frames are changes of the picture before; going forward costs one frame, going back starts again
/// from the first. A canvas belongs to one thread.
package struct PNGCanvas: Sendable {
  package let file: PNGFile
  /// The canvas as the frame before `next` left it; nil before the first one.
  private var canvas: FrameCanvas?
  private var next = 0

  package init(_ file: PNGFile) {
    self.file = file
  }

  /// The whole picture at frame `index`.
  package mutating func image(at index: Int) throws(PNGError) -> CGImage {
    CGImage(try pixels(at: index))
  }

  /// The pixels of the whole picture at frame `index`.
  package mutating func pixels(at index: Int) throws(PNGError) -> PixelStorage {
    guard file.frames.indices.contains(index) else {
      throw .noSuchFrame(index: index, count: file.frames.count)
    }
    if file.isPlain { return try file.pixels(of: index) }
    let (width, height) = (file.header.width, file.header.height)
    var canvas = index < next ? nil : self.canvas
    if canvas == nil {
      let needed = width * height * FrameCanvas.bytesPerPixel
      guard needed <= file.limits.bytes else {
        throw .tooMuchMemory(needed: needed, limit: file.limits.bytes)
      }
      next = 0
    }
    // Moved, not copied: two owners of a canvas would copy it at each change.
    self.canvas = nil
    var playing = canvas ?? FrameCanvas(width: width, height: height)
    canvas = nil
    var shown: PixelStorage?
    for number in next...index {
      do {
        let change = FrameCanvas.Change(file.frames[number], try file.pixels(of: number))
        shown = playing.play(change, isShown: number == index)
      } catch {
        next = 0
        throw error
      }
    }
    self.canvas = playing
    next = index + 1
    guard let shown else { preconditionFailure("the frame that was asked for is shown") }
    return shown
  }
}

extension FrameCanvas.Change {
  fileprivate init(_ frame: PNGFile.Frame, _ pixels: PixelStorage) {
    self.init(
      x: frame.x,
      y: frame.y,
      pixels: pixels,
      blend: frame.blend,
      disposal: frame.disposal
    )
  }
}
