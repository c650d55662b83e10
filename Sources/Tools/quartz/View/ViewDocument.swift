// A file that a window shows: its layers, and who draws them.
// Licensed under the MIT license; see LICENSE.

import QuartzDocuments
import QuartzMath
import QuartzModel
import QuartzPlan
import QuartzVideo

/// How the files of a window are drawn.
struct ViewDrawing {
  var background: Color
  var renderer: FrameSource.Renderer
  var budget: FrameBudget
  /// The overlays of frames; nil for the choice of the environment.
  var overlays: Overlays?
}

/// A file's scene and its frames.
final class ViewDocument {
  let request: SceneRequest
  private let drawing: ViewDrawing
  let scene: Scene
  /// The film that is all of the file; nil for layers.
  let film: ViewFilm?
  private let source: FrameSource
  private(set) var size: PictureSize
  /// The state that is shown; nil is the document as it is written.
  private(set) var state: String?

  /// Reads a file.
  ///
  /// - Parameter scale: Pixels per point of the canvas at first.
  init(_ request: SceneRequest, _ drawing: ViewDrawing, scale: Double) throws {
    var request = request
    if FilmInput.isFilm(request.path) {
      let only = try request.films.film(request.path)
      (request.only, request.state) = (only, nil)
      film = ViewFilm(only)
    } else {
      (request.only, film) = (nil, nil)
    }
    self.request = request
    self.drawing = drawing
    scene = try Scene(request)
    LayerFile.report(scene.warnings)
    size = try PictureSize(canvas: scene.size, scale: scale, size: nil)
    source = try FrameSource(
      scene,
      size,
      background: drawing.background,
      renderer: drawing.renderer,
      budget: drawing.budget
    )
    if let overlays = drawing.overlays { source.overlays = overlays }
    state = request.state?.state
  }

  /// Reads a file again, or another one; the state is the same, if it is there.
  func reread(_ path: String, scale: Double) throws -> ViewDocument {
    var request = request
    let isSame = path == request.path
    request.path = path
    // A film of the same name may be another one.
    request.films = FilmShelf()
    var drawing = drawing
    drawing.overlays = overlays
    if !isSame { (request.index, request.planes, request.state) = (0, nil, nil) }
    let new = try ViewDocument(request, drawing, scale: scale)
    if isSame, state == nil || new.scene.stateNames.contains(where: { $0 == state }) {
      new.change(to: state, at: nil)
    }
    return new
  }

  /// The overlays that frames show besides layers.
  var overlays: Overlays {
    get { source.overlays }
    set { source.overlays = newValue }
  }

  /// Shows the overlay after the one that shows alone, in the order of their names, and none after
  /// the last.
  func showNextOverlay(isBackwards: Bool) {
    let all: [Overlays] = [[]] + Overlays.named.map(\.overlay)
    let index = all.firstIndex(of: overlays) ?? 0
    overlays = all[(index + (isBackwards ? all.count - 1 : 1)) % all.count]
  }

  /// Changes to a state; with the document's animations from a time on.
  func change(to state: String?, at time: Double?) {
    guard state != self.state else { return }
    scene.change(to: state, at: time)
    self.state = state
  }

  /// Begins anew: the state is there from the start.
  func restart() { scene.change(to: state, at: nil) }

  /// Fits the canvas into a window.
  ///
  /// - Parameters:
  ///   - pixels: The window's.
  ///   - scale: The scale that the user chose; it counts where the window has that size.
  func fit(_ pixels: PixelSize, scale: Double) throws {
    let wanted = try? PictureSize(canvas: scene.size, scale: scale, size: nil)
    var new: PictureSize
    if let wanted, wanted.width == pixels.width, wanted.height == pixels.height {
      new = wanted
    } else {
      let fitted = min(
        Double(pixels.width) / scene.size.width,
        Double(pixels.height) / scene.size.height
      )
      new = try PictureSize(
        canvas: scene.size,
        scale: min(fitted, ViewScale.largest),
        size: pixels
      )
    }
    guard new != size else { return }
    try source.resize(to: new)
    size = new
  }

  /// Writes what changed to the memory of the picture.
  func draw(at time: Double, _ memory: UnsafeMutableRawPointer) throws -> Damage {
    try source.update(at: time, memory, rowBytes: size.width * 4)
  }
}
