// The drawing of the frames of a film, on one thread.
// Licensed under the MIT license; see LICENSE.

import QuartzEncoding
import QuartzMath

/// Draws frames for an encoder, in one of the ways.
final class FilmArtist: FrameArtist {
  private enum Way {
    case pictures(PictureFilmArtist)
    case bright(BrightArtist)
    case planes(PlaneArtist)
  }

  private let way: Way

  /// Draws all of each picture.
  init(_ source: any FilmFrames, _ size: PictureSize, _ format: FilmFormat, _ pixels: FilmPixels) {
    way = .pictures(PictureFilmArtist(source, size, format, pixels))
  }

  /// Draws all of each picture, for a film brighter than white.
  init(_ source: any FilmFrames, _ size: PictureSize, _ transfer: FilmTransfer) {
    way = .bright(BrightArtist(source, size, transfer))
  }

  /// Draws what lies over a film.
  init(_ planes: PlaneArtist) {
    way = .planes(planes)
  }

  func frame(at time: Double) throws -> any EncoderFrame {
    switch way {
    case .pictures(let artist): try artist.frame(at: time)
    case .bright(let artist): try artist.frame(at: time)
    case .planes(let artist): try artist.frame(at: time)
    }
  }
}

/// Draws whole pictures and converts what changed in them.
private final class PictureFilmArtist {
  private let source: any FilmFrames
  private let canvas: FilmCanvas
  private let pixels: FilmPixels
  private let size: (width: Int, height: Int)
  private var pool = FramePool<FilmFrame>()

  init(_ source: any FilmFrames, _ size: PictureSize, _ format: FilmFormat, _ pixels: FilmPixels) {
    self.source = source
    self.pixels = pixels
    self.size = format.encodedSize(size.width, size.height, pixels)
    canvas = FilmCanvas(width: size.width, height: size.height)
  }

  func frame(at time: Double) throws -> FilmFrame {
    let damage = try source.update(at: time, canvas.base, rowBytes: canvas.rowBytes)
    canvas.extendEdges()
    for frame in pool.frames { frame.invalidate(damage) }
    let frame = pool.free { FilmFrame(pixels, width: size.width, height: size.height) }
    frame.update(from: canvas)
    return frame
  }
}

/// Draws whole pictures and converts all of each to light.
private final class BrightArtist {
  private let source: any FilmFrames
  private let canvas: FilmCanvas
  private let transfer: FilmTransfer
  private var pool = FramePool<BrightFrame>()

  init(_ source: any FilmFrames, _ size: PictureSize, _ transfer: FilmTransfer) {
    (self.source, self.transfer) = (source, transfer)
    canvas = FilmCanvas(width: size.width, height: size.height)
  }

  func frame(at time: Double) throws -> BrightFrame {
    _ = try source.update(at: time, canvas.base, rowBytes: canvas.rowBytes)
    canvas.extendEdges()
    let frame = pool.free {
      BrightFrame(transfer, width: canvas.evenWidth, height: canvas.evenHeight)
    }
    frame.update(from: .bytes(canvas.base, rowBytes: canvas.rowBytes))
    return frame
  }
}
