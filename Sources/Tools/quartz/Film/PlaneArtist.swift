// Layers over the planes of a film, drawn on one thread.
// Licensed under the MIT license; see LICENSE.
//
// QuartzEncoding/Frames/PlaneFrame.swift says how the two become a frame.

import AVFoundation
import QuartzEncoding
import QuartzVideo

/// A film whose planes are the frames, and the layers over it.
struct FilmPlanes: Sendable {
  var film: SharedFilm
  /// The drawing of the layers alone.
  var layers: DrawingRequest
  /// Where the film has its colours, and so its frames.
  var place: ChromaPlace
}

/// Draws layers over the planes of a film.
final class PlaneArtist {
  private let planes: FilmPlanes
  private let source: FrameSource
  private let canvas: FilmCanvas
  private let scratch: FilmCanvas
  private var squares: LayerSquares
  private var pool = FramePool<PlaneFrame>()

  init(_ planes: FilmPlanes) throws {
    self.planes = planes
    source = try planes.layers.frames()
    let size = planes.layers.size
    canvas = FilmCanvas(width: size.width, height: size.height)
    scratch = FilmCanvas(width: size.width, height: size.height)
    squares = LayerSquares(width: size.width, height: size.height)
  }

  func frame(at time: Double) throws -> PlaneFrame {
    let damage = try source.update(at: time, canvas.base, rowBytes: canvas.rowBytes)
    squares.update(damage, canvas)
    let picture: VideoPicture
    do {
      picture = try planes.film.picture(at: time)
    } catch {
      throw RenderFailure.film(reason: "\(error)")
    }
    let frame = pool.free { PlaneFrame(width: canvas.width, height: canvas.height) }
    frame.fill(picture, canvas, squares, scratch, place: planes.place)
    return frame
  }
}
