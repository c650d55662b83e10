// The layers that a composition becomes.
// Licensed under the MIT license; see LICENSE.
//
//     QCCompositionLayer
//       root: the renderers, from back to front
//         clear: a layer with a colour
//         billboard of a film or a camera: a layer of AVFoundation, whose pictures the render server
//         has as a slot
//         billboard of anything else: a layer whose contents are drawn when they change
//       picture: what a subclass draws with OpenGL ES

import AVFoundation
import CoreImage

/// Shows a composition by layers.
///
/// It belongs to the thread of its layer.
final class CompositionStage {
  /// A renderer and its layer.
  private final class Board {
    let patch: String
    let kind: PatchKind
    let layer: CALayer
    /// The film or the camera that the layer shows itself.
    let film: PatchFilm?
    let camera: PatchCamera?
    /// The images that the layer and its mask show.
    var picture: Picture?
    var mask: Picture?
    /// How it mixes with what lies behind it: 0 replaces, 1 lies over it, 2 adds.
    var blending = 1.0

    init(_ patch: String, _ kind: PatchKind, _ film: PatchFilm?, _ camera: PatchCamera?) {
      (self.patch, self.kind, self.film, self.camera) = (patch, kind, film, camera)
      if let film {
        let screen = AVPlayerLayer()
        screen.videoGravity = .resize
        film.add(screen)
        layer = screen
      } else if let camera {
        layer = camera.makeLayer()
      } else {
        layer = CALayer()
        layer.contentsGravity = .resize
      }
      layer.name = patch
    }

    /// The size of the image in pixels; zero without one.
    var size: CGSize {
      // Only the pictures of a camera say their size for sure.
      if camera != nil { return (layer.contents as? CAContentSlot)?.size ?? .zero }
      return film?.size ?? picture?.size ?? .zero
    }

    func port(_ name: String) -> PatchGraph.Port { PatchGraph.Port(patch: patch, name: name) }
  }

  let images: PatchImages
  /// Holds the layers of the renderers.
  let root = CALayer()
  private let boards: [Board]
  /// The time of the last update, in seconds of the context; nil before the first.
  private(set) var lastTime: Double?

  /// - Parameters:
  ///   - base: The folder of relative paths; nil for the program's.
  ///   - isPaced: Whether films change their pictures only with updates.
  init(_ graph: PatchGraph, base: URL?, isPaced: Bool) {
    let images = PatchImages(graph, base: base)
    self.images = images
    root.masksToBounds = true
    boards = graph.renderers.map { name, patch in
      let origin = graph.origin(of: PatchGraph.Port(patch: name, name: "image"))
      return Board(
        name,
        patch.kind,
        origin.flatMap { images.films[$0.patch] },
        origin.flatMap { images.cameras[$0.patch] }
      )
    }
    for board in boards {
      root.addSublayer(board.layer)
      guard isPaced else { continue }
      (board.layer as? AVPlayerLayer)?.allowsFrame = { [weak self] in self?.lastTime == $0 }
    }
  }

  /// The compositing filters for values of `blending`.
  private static let modes = [0.0: "copyBlendMode", 2: "plusLighterBlendMode"]

  /// Shows the state of a time of the context.
  func update(at time: Double) {
    lastTime = time
    for film in images.films.values { film.update() }
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    // Nothing shows from behind the last renderer that fills everything.
    let first = boards.lastIndex { $0.kind == .clear } ?? 0
    for (index, board) in boards.enumerated() {
      if index < first { show(board.layer, isShown: false) } else { update(board, at: time) }
    }
    CATransaction.commit()
  }

  private func update(_ board: Board, at time: Double) {
    if board.kind == .clear {
      board.layer.frame = root.bounds
      board.layer.backgroundColor =
        images.color(board.patch, "color") ?? CGColor(red: 0, green: 0, blue: 0, alpha: 1)
      return
    }
    board.camera?.start()
    if board.film == nil, board.camera == nil {
      let picture = images.image(of: board.port("image"), at: time)
      if picture !== board.picture {
        board.picture = picture
        board.layer.storeContents(picture.flatMap(images.bitmap))
      }
    }
    let mask = images.image(of: board.port("mask"), at: time)
    if mask !== board.mask {
      board.mask = mask
      let layer = mask.map { _ in CALayer() }
      layer?.contents = mask.flatMap(images.bitmap)
      layer?.contentsGravity = .resize
      board.layer.mask = layer
    }
    place(board)
    let color = images.color(board.patch, "color")
    // The layer's own values change only with the input.
    if board.layer.contentsMultiplyColor != color { board.layer.contentsMultiplyColor = color }
    let blending = images.number(board.patch, "blending", default: 1)
    guard blending != board.blending else { return }
    board.blending = blending
    board.layer.compositingFilter = Self.modes[blending]
  }

  /// Places a billboard: half the width of everything is the unit, from the middle to the right and
  /// up.
  private func place(_ board: Board) {
    let size = board.size
    let bounds = root.bounds
    let unit = bounds.width / 2
    func number(_ name: String, _ standard: Double) -> Double {
      images.number(board.patch, name, default: standard)
    }
    guard size.width > 0, size.height > 0, unit > 0 else {
      return show(board.layer, isShown: false)
    }
    let width = number("width", 1)
    let height = number("height", width * Double(size.height / size.width))
    // Layers cannot be larger than a wire can tell.
    let side = 1e6
    guard width > 0, height > 0, width * unit <= side, height * unit <= side else {
      return show(board.layer, isShown: false)
    }
    let isDown = root.contentsAreFlipped()
    let up = number("y", 0) * unit
    board.layer.bounds = CGRect(x: 0, y: 0, width: width * unit, height: height * unit)
    board.layer.position = CGPoint(
      x: bounds.midX + number("x", 0) * unit,
      y: bounds.midY + (isDown ? -up : up)
    )
    let angle = number("rotation", 0) * .pi / 180
    board.layer.setAffineTransform(CGAffineTransform(rotationAngle: isDown ? -angle : angle))
    board.layer.mask?.frame = board.layer.bounds
    show(board.layer, isShown: true)
  }

  private func show(_ layer: CALayer, isShown: Bool) {
    if layer.isHidden == isShown { layer.isHidden = !isShown }
  }
}
