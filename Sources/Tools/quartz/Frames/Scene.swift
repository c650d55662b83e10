// The scene to draw: a package or a wallpaper, in a state.
// Licensed under the MIT license; see LICENSE.

import AVFoundation
import ArgumentParser
import CoreGraphics
import Foundation
import QuartzArchive
import QuartzCore
import QuartzDocuments

/// The command line's options for the part of a file to draw, and its state.
struct SceneOptions: ParsableArguments, Sendable {
  @Option(
    help: ArgumentHelp("Which wallpaper or package of many, as quartz list counts them.")
  )
  var wallpaper = 1

  @Option(
    help: ArgumentHelp(
      """
      The planes of a wallpaper to draw, from back to front. \
      Default: background,foreground,floating.
      """,
      valueName: "plane,..."
    )
  )
  var planes: String?

  @Option(
    help: ArgumentHelp(
      """
      The state to draw; base is the document as it is written, lock and home are the usual names. Of a \
      .lottie archive it is one of its state machine.
      """,
      valueName: "name"
    )
  )
  var state: String?

  @Option(
    help: ArgumentHelp(
      "The state before; at time 0 it changes to --state with the document's animations.",
      valueName: "name"
    )
  )
  var from: String?

  @Option(
    help: ArgumentHelp(
      "What lies between two states, without animations: fraction 0 is A, 1 is B.",
      valueName: "A:B:fraction"
    )
  )
  var blend: StateMixture?

  @Option(help: "For wallpapers with states for both: light or dark.")
  var appearance: Appearance?

  @Option(
    help: ArgumentHelp(
      "For wallpapers that follow the device: how far it is tilted, -1...1 each.",
      valueName: "x,y"
    )
  )
  var tilt: Tilt?

  @OptionGroup var lottie: LottieOptions

  func validate() throws {
    guard wallpaper >= 1 else { throw ValidationError("--wallpaper counts from 1") }
    if from != nil, state == nil { throw ValidationError("--from needs --state") }
    if lottie.machine != nil, state == nil { throw ValidationError("--machine needs --state") }
    if blend != nil, state != nil {
      throw ValidationError("--blend and --state exclude one another")
    }
    _ = try planeOrder()
  }

  func planeOrder() throws -> [CAWallpaper.Plane]? {
    guard let planes else { return nil }
    let order = planes.split(separator: ",").map { String($0) }.map {
      CAWallpaper.Plane(rawValue: $0)
    }
    guard !order.isEmpty, !order.contains(nil), Set(order).count == order.count else {
      let names = CAWallpaper.Plane.allCases.map(\.rawValue).joined(separator: ", ")
      throw ValidationError("--planes must be some of \(names), each once")
    }
    return order.compactMap(\.self)
  }

  /// Returns the request for a file.
  func request(_ path: String) throws -> SceneRequest {
    var request = SceneRequest(
      path: path,
      films: FilmShelf(),
      index: wallpaper - 1,
      planes: try planeOrder(),
      tilt: tilt,
      lottie: try lottie.choice()
    )
    if LottieScene.isAnimation(path) {
      if from != nil || blend != nil {
        throw ValidationError("--from and --blend are not for Lottie animations: \(path)")
      }
      if lottie.marker != nil, state != nil {
        throw ValidationError("--marker and --state exclude one another for Lottie animations")
      }
      request.lottie.state = state
    } else {
      request.state = stateRequest
    }
    return request
  }

  private var stateRequest: StateRequest? {
    if let blend {
      return StateRequest(
        state: blend.second,
        before: blend.first,
        fraction: blend.fraction,
        appearance: appearance
      )
    }
    return state.map { StateRequest(state: $0, before: from, appearance: appearance) }
  }
}

/// The part of a file to draw; each thread makes its own scene of it.
struct SceneRequest: Sendable {
  var path: String
  /// The films of the command.
  var films: FilmShelf
  /// The film below the layers, or nil.
  var under: SharedFilm?
  /// The film that is all of the scene, which has no file of layers then.
  var only: SharedFilm?
  /// The index of the item in a container.
  var index = 0
  /// From back to front; nil for all in the default order.
  var planes: [CAWallpaper.Plane]?
  var state: StateRequest?
  var tilt: Tilt?
  var lottie = LottieChoice()
}

/// `x,y`.
struct Tilt: ExpressibleByArgument, Sendable {
  let x: Double
  let y: Double

  init?(argument: String) {
    let parts = argument.split(separator: ",", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { Double($0) }.filter { (-1...1).contains($0) }
    guard parts.count == 2, numbers.count == 2 else { return nil }
    (x, y) = (numbers[0], numbers[1])
  }
}

/// The layers of a package or a wallpaper, for an output.
final class Scene {
  private let content: LayerFile.Content
  private let request: SceneRequest
  private var stateRequest: StateRequest? { request.state }
  /// The films that play in layers.
  private let films: [FilmContents]
  /// The layer of the film below the others, or nil.
  private let underLayer: CALayer?
  let controllers: [(name: String, package: CAPackage, states: CAStateController)]

  init(_ request: SceneRequest) throws {
    let order = request.planes ?? CAWallpaper.usualOrder
    if let film = request.only {
      let layer = CALayer()
      layer.frame = CGRect(origin: .zero, size: film.shownSize)
      content = .package(try CAPackage(rootLayer: layer))
    } else {
      content = try LayerFile.open(
        request.path,
        at: request.index,
        planes: order,
        lottie: request.lottie
      )
    }
    self.request = request
    let packages = content.packages(request.path)
    if case .wallpaper = content, packages.isEmpty {
      throw LayerFileError.noPlanes(path: request.path)
    }
    controllers = packages.map { ($0, $1, CAStateController(package: $1)) }
    var films: [FilmContents] = []
    for film in packages.flatMap(\.1.films) {
      let contents = FilmContents(try request.films.film(film.url.path))
      contents.play(in: film.layer)
      films.append(contents)
    }
    if let film = request.only {
      let contents = FilmContents(film)
      for case .package(let package) in [content] { contents.play(in: package.rootLayer) }
      films.append(contents)
    }
    underLayer = request.under.map { film in
      let layer = CALayer()
      layer.contentsGravity = .resizeAspectFill
      let contents = FilmContents(film)
      contents.play(in: layer)
      films.append(contents)
      return layer
    }
    self.films = films
    // Chosen planes without states stay unchanged.
    if request.planes == nil { try request.state?.check(packages.map(\.1), request.path) }
  }

  /// The places of the planes, from back to front.
  var planes: [CAWallpaper.Plane] { content.planes }

  /// The size of the canvas in points.
  var size: CGSize { content.size }

  var canvasLayer: CALayer { content.canvasLayer }

  /// The range that the editor loops, from the first plane that has one.
  var loopRange: Range<Double>? {
    request.only.map { 0..<max($0.pictureEnd, 0) } ?? content.loopRange
  }

  /// The pictures a second that the document asks for; nil if it does not.
  var frameRate: Double? { content.frameRate }

  /// The warnings about skipped content, one line each.
  var warnings: [String] {
    let states = controllers.compactMap { stateRequest?.warning($0.name, $0.package) }
    return content.warnings + states
  }

  /// Why a picture of a film was not decoded; nil if all were.
  var filmFailure: (any Error)? { films.lazy.compactMap(\.failure).first }

  /// Places the canvas in the picture.
  ///
  /// - Returns: The layer of all of it.
  func fill(_ size: PictureSize) -> CALayer {
    fillCanvas(size)
    guard let underLayer else { return canvasLayer }
    let all = CALayer()
    all.frame = CGRect(x: 0, y: 0, width: size.center.x * 2, height: size.center.y * 2)
    underLayer.frame = all.bounds
    all.addSublayer(underLayer)
    all.addSublayer(canvasLayer)
    return all
  }

  private func fillCanvas(_ size: PictureSize) {
    content.place(in: CGSize(width: size.center.x * 2, height: size.center.y * 2))
  }

  /// Applies the requested state; a change to it happens at time 0.
  func takeState() {
    defer {
      if let tilt = request.tilt {
        for plane in controllers { plane.package.tilt(x: tilt.x, y: tilt.y) }
      }
    }
    guard let stateRequest else { return }
    for plane in controllers { stateRequest.apply(plane.states, plane.package) }
  }
}
