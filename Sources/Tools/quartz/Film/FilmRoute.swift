// The way of the pictures of a film under layers to an encoder.
// Licensed under the MIT license; see LICENSE.

import AVFoundation
import Foundation
import QuartzCore
import QuartzEncoding
import QuartzModel
import QuartzWire

/// The way of the frames of a film under layers, decided here and nowhere else.
enum FilmRoute: Sendable {
  /// The film's planes go on as they are, with the layers blended in where they lie.
  case planes(FilmPlanes)
  /// Whole pictures are drawn and converted; the reason is a sentence for users.
  case pictures(reason: String)

  /// Decides it for a film that is below all layers.
  ///
  /// - Parameters:
  ///   - drawing: The drawing of all of it.
  ///   - pixels: The form that the encoder takes.
  /// - Throws: An error of reading the layers.
  init(_ film: SharedFilm, _ drawing: DrawingRequest, _ pixels: FilmPixels) throws {
    var layers = drawing
    layers.scene.under = nil
    layers.background = nil
    if let reason = try Self.obstacle(film, layers, pixels) {
      self = .pictures(reason: reason)
    } else {
      let place = film.description.format?.place ?? .left
      self = .planes(FilmPlanes(film: film, layers: layers, place: place))
    }
  }

  /// The obstacle to the film's planes; nil if they can be the frames.
  ///
  /// - Parameter layers: The drawing of the layers alone.
  private static func obstacle(
    _ film: SharedFilm,
    _ layers: DrawingRequest,
    _ pixels: FilmPixels
  ) throws -> String? {
    guard pixels == .yuv420 else { return "the encoder takes \(pixels.name) and not yuv420p" }
    if case .server = layers.renderer { return "a render server draws film and layers together" }
    let overlays = layers.overlays?.isEmpty ?? (ProcessEnvironment.current.overlay == nil)
    guard overlays else { return "overlays lie over the film, too" }
    guard let format = film.description.format else { return "the film has no known form" }
    if let reason = format.obstacleToFrames { return reason }
    let size = layers.size
    guard size.width == format.width, size.height == format.height else {
      return "the film is scaled from \(format.width) x \(format.height) "
        + "to \(size.width) x \(size.height) pixels"
    }
    let scene = try Scene(layers.scene)
    let root = scene.fill(size)
    scene.takeState()
    return obstacle(root)
  }

  /// The obstacle in a layer and those in it: whatever looks at the pixels below.
  private static func obstacle(_ layer: CALayer) -> String? {
    let name = layer.name.map { "the layer \($0)" } ?? "a layer"
    if layer.compositingFilter != nil { return "\(name) mixes with the film by a filter" }
    let isFiltering = layer.animationKeys()?.contains { key in
      layer.animation(forKey: key).map(readsBelow) ?? false
    }
    if layer is CABackdropLayer || isFiltering == true || layer.backgroundFilters?.isEmpty == false
    {
      return "\(name) filters the film behind it"
    }
    if let emitter = layer as? CAEmitterLayer, emitter.renderMode == .additive {
      return "the particles of \(name) add their colours to the film's"
    }
    return layer.sublayers?.lazy.compactMap { obstacle($0) }.first
  }

  /// Whether an animation, or one in it, has its layer look at the pixels below.
  private static func readsBelow(_ animation: CAAnimation) -> Bool {
    if let group = animation as? CAAnimationGroup {
      return group.animations?.contains(where: readsBelow) ?? false
    }
    guard let path = (animation as? CAPropertyAnimation)?.keyPath else { return false }
    return path.hasPrefix("backgroundFilters") || path == "compositingFilter"
  }
}

/// The way that the frames of a film under layers went, as JSON.
final class FilmTally {
  private struct Statistics: Encodable {
    var package: String
    var film: String
    var width: Int
    var height: Int
    /// `planes` or `pictures`.
    var route: String
    var reason: String
    var frames: Int
    /// The pixels that were blended, of all frames; without planes these are all pixels.
    var blendedPixels: Int
  }

  private var statistics: Statistics

  init(_ route: FilmRoute, package: String, film: String, _ size: PictureSize) {
    let (name, reason) =
      switch route {
      case .planes: ("planes", "the film is the frames but for where layers lie")
      case .pictures(let reason): ("pictures", reason)
      }
    statistics = Statistics(
      package: package,
      film: film,
      width: size.width,
      height: size.height,
      route: name,
      reason: reason,
      frames: 0,
      blendedPixels: 0
    )
  }

  /// Counts a frame that the encoder has.
  func add(_ frame: any EncoderFrame) {
    statistics.frames += 1
    let all = statistics.width * statistics.height
    statistics.blendedPixels += (frame as? PlaneFrame)?.blendedPixels ?? all
  }

  func json() throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return try encoder.encode(statistics) + Data("\n".utf8)
  }
}
