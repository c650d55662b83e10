// The frames of a film that is exported, in the encoder's form.
// Licensed under the MIT license; see LICENSE.
//
// Where a picture of a film shows as it is, with layers over it that do not look at it, its planes
// are the frame: QuartzEncoding/Frames/PlaneFrame.swift. The plan of the frame decides. The layers
// are drawn with a hole in the place of the picture: an image as large and as opaque, whose pixels
// are clear. So the hole hides what the picture hides, and leaves nothing but what lies over it.
// The plan is the same for both, and if it says that the picture is moved, faded, clipped, mixed or
// filtered, then all of the frame is drawn and converted.
//
// A frame tries first what the frame before was, so that films of one kind are drawn once.

import CoreMedia
import QuartzEncoding
import QuartzMath
import QuartzVideo

/// Makes frames of the pictures of a composition and the layers over them.
///
/// It belongs to the thread that makes it.
final class ExportArtist {
  /// How many frames were made in which way.
  struct Counters: Equatable {
    /// Frames of the planes of a film.
    var planes = 0
    /// Frames that were drawn and converted.
    var pictures = 0
    /// The pixels of both that were made: squares with layers, and all of converted pictures.
    var convertedPixels = 0
    /// Frames that were drawn twice, as the frame before was of the other kind.
    var changes = 0
  }

  private(set) var counters = Counters()
  /// Where frames have their colours: where the film has them.
  let place: ChromaPlace
  private let frames: ExportFrames
  private let canvas: FilmCanvas
  private let scratch: FilmCanvas
  private var squares: LayerSquares
  private var planePool = FramePool<PlaneFrame>()
  private var picturePool = FramePool<FilmFrame>()
  private var triesPlanes = true

  /// Prepares the frames of a part of a film.
  ///
  /// - Parameters:
  ///   - size: Of the film in pixels.
  ///   - start: The time of the first frame.
  init(_ frames: ExportFrames, size: CGSize, start: CMTime) throws {
    self.frames = frames
    place = try frames.picture(at: start)?.format.place ?? .left
    let (width, height) = (Int(size.width), Int(size.height))
    canvas = FilmCanvas(width: width, height: height)
    scratch = FilmCanvas(width: width, height: height)
    squares = LayerSquares(width: width, height: height)
  }

  /// The size of frames, and where they have their colours.
  var form: FrameForm {
    FrameForm(width: canvas.evenWidth, height: canvas.evenHeight, place: place)
  }

  /// The frame of a time.
  func frame(at time: CMTime) throws -> any EncoderFrame {
    guard let plain = try frames.plainPicture(at: time, place: place) else {
      _ = try draw(at: time, hole: nil)
      return pictureFrame()
    }
    let wasPlanes = triesPlanes
    if wasPlanes, let frame = try planeFrame(plain, time) { return frame }
    triesPlanes = try draw(at: time, hole: nil)
    if triesPlanes != wasPlanes { counters.changes += 1 }
    if triesPlanes, let frame = try planeFrame(plain, time) { return frame }
    return pictureFrame()
  }

  private func draw(at time: CMTime, hole: VideoPicture?) throws -> Bool {
    let (damage, isOverlay) = try frames.update(canvas, at: time, hole: hole)
    squares.update(damage, canvas)
    for frame in picturePool.frames { frame.invalidate(damage) }
    return isOverlay
  }

  /// A picture's own planes with the layers over them; nil if it does not show as it is.
  private func planeFrame(_ picture: VideoPicture, _ time: CMTime) throws -> PlaneFrame? {
    guard try draw(at: time, hole: picture) else { return nil }
    let frame = planePool.free { PlaneFrame(width: canvas.width, height: canvas.height) }
    frame.fill(picture, canvas, squares, scratch, place: place)
    counters.planes += 1
    counters.convertedPixels += frame.blendedPixels
    return frame
  }

  /// All that was drawn, converted where it has changed.
  private func pictureFrame() -> FilmFrame {
    canvas.extendEdges()
    let (width, height) = (canvas.evenWidth, canvas.evenHeight)
    let frame = picturePool.free { FilmFrame(.yuv420, width: width, height: height, place: place) }
    frame.update(from: canvas)
    counters.pictures += 1
    counters.convertedPixels += width * height
    return frame
  }
}
