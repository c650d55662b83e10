// The images that patches make.
// Licensed under the MIT license; see LICENSE.

import CoreImage
import CoreVideo
import Foundation
import ImageIO

/// The values of a composition's ports, and the images that flow through them.
///
/// An image is the same object as long as nothing that it is made of has changed.
final class PatchImages {
  private typealias Port = PatchGraph.Port

  let graph: PatchGraph
  let base: URL?
  let films: [String: PatchFilm]
  let cameras: [String: PatchCamera]
  private let context = CIContext()
  private var values: [PatchGraph.Port: PatchValue] = [:]
  private var filters: [String: Filter] = [:]
  private var files: [String: Picture] = [:]
  /// Files that gave no image, so that each is told of once.
  private var badFiles: Set<String> = []

  /// A filter, and what its last image was made of.
  private struct Filter {
    let filter: CIFilter
    var images: [String: Picture] = [:]
    var isChanged = true
    var result: Picture?
  }

  /// - Parameter base: The folder of relative paths; nil for the program's.
  init(_ graph: PatchGraph, base: URL?) {
    (self.graph, self.base) = (graph, base)
    var films: [String: PatchFilm] = [:]
    var cameras: [String: PatchCamera] = [:]
    for (name, patch) in graph.patches {
      for (port, value) in patch.values { values[Port(patch: name, name: port)] = value }
      switch patch.kind {
      case .filter(let type): filters[name] = CIFilter(name: type).map { Filter(filter: $0) }
      case .movie:
        var rate = 1.0
        if case .number(let number)? = patch.values["rate"] { rate = number }
        films[name] = PatchFilm(rate: rate)
      case .camera: cameras[name] = PatchCamera()
      default: break
      }
    }
    (self.films, self.cameras) = (films, cameras)
    for (name, camera) in cameras {
      let port = Port(patch: name, name: "device")
      var device: String?
      if case .text(let identifier)? = value(of: port) { device = identifier }
      if !camera.use(device) { keep(nil, as: port) }
    }
    for (name, film) in films {
      film.onFailure = { [weak self] in self?.keep($0, as: Port(patch: name, name: "location")) }
      guard case .text(let location)? = value(of: Port(patch: name, name: "location")) else {
        continue
      }
      if !film.play(location, base: base) { keep(nil, as: Port(patch: name, name: "location")) }
    }
  }

  /// Gives a location back that another one was to replace.
  private func keep(_ location: String?, as port: PatchGraph.Port) {
    values[graph.root(of: port)] = location.map { .text($0) }
  }

  // MARK: Values

  /// Returns the value of an input that is not an image of another patch; nil if it has none.
  func value(of input: PatchGraph.Port) -> PatchValue? { values[graph.root(of: input)] }

  /// Returns the number of an input; or a default.
  func number(_ patch: String, _ name: String, default number: Double) -> Double {
    if case .number(let found)? = value(of: Port(patch: patch, name: name)) { return found }
    return number
  }

  /// Returns the colour of an input; or nil.
  func color(_ patch: String, _ name: String) -> CGColor? {
    if case .color(let found)? = value(of: Port(patch: patch, name: name)) { return found }
    return nil
  }

  /// Changes an input that nothing is connected to.
  ///
  /// - Parameter value: Nil is the patch's own default.
  /// - Returns: Whether it took the value.
  func set(_ value: PatchValue?, of input: PatchGraph.Port) -> Bool {
    for port in users(of: input) {
      if let camera = cameras[port.patch] {
        var device: String?
        if case .text(let identifier)? = value { device = identifier }
        guard camera.use(device) else { return false }
      }
      guard let film = films[port.patch] else { continue }
      if port.name == "location", case .text(let location)? = value {
        guard film.play(location, base: base) else { return false }
      } else if port.name == "rate" {
        if case .number(let rate)? = value { film.setRate(rate) } else { film.setRate(1) }
      }
    }
    values[input] = value
    for port in users(of: input) { filters[port.patch]?.isChanged = true }
    return true
  }

  /// The inputs that have the value of another one: itself, and those behind splitters.
  private func users(of input: PatchGraph.Port) -> [PatchGraph.Port] {
    [input] + graph.sources.keys.filter { graph.root(of: $0) == input && $0 != input }
  }

  // MARK: Images

  /// Returns the image of an input at a time of the context; nil if there is none.
  func image(of input: PatchGraph.Port, at time: Double) -> Picture? {
    if let origin = graph.origin(of: input) { return result(origin, at: time) }
    if case .picture(let picture)? = value(of: input) { return picture }
    return nil
  }

  /// Returns the image that a patch makes at a time; nil if it makes none.
  func result(_ port: PatchGraph.Port, at time: Double) -> Picture? {
    switch graph.patches[port.patch]?.kind {
    case .movie: films[port.patch]?.picture(at: time)
    case .camera: cameras[port.patch]?.newestPicture()
    case .image: file(port.patch)
    case .filter: filtered(port.patch, at: time)
    case .splitter: image(of: Port(patch: port.patch, name: "input"), at: time)
    case .clear, .billboard, nil: nil
    }
  }

  private func file(_ patch: String) -> Picture? {
    guard case .text(let location)? = value(of: Port(patch: patch, name: "location")) else {
      return nil
    }
    if let picture = files[location] { return picture }
    if badFiles.contains(location) { return nil }
    let url = URL(fileURLWithPath: location, relativeTo: base)
    guard let source = CGImageSourceCreateWithURL(url, nil),
      let image = CGImageSourceCreateImageAtIndex(source, 0, nil)
    else {
      badFiles.insert(location)
      Diagnostics.report("an image patch: \(url.path) is no image", from: QCComposition.module)
      return nil
    }
    files[location] = Picture(image)
    return files[location]
  }

  private func filtered(_ patch: String, at time: Double) -> Picture? {
    guard var entry = filters[patch] else { return nil }
    var images: [String: Picture] = [:]
    for key in entry.filter.inputKeys {
      let port = Port(patch: patch, name: Self.port(key))
      if let image = image(of: port, at: time) { images[key] = image }
    }
    let isSame =
      images.count == entry.images.count
      && images.allSatisfy { entry.images[$0.key] === $0.value }
    if isSame, !entry.isChanged { return entry.result }
    for key in entry.filter.inputKeys {
      if let image = images[key] {
        entry.filter.setValue(image.image, forKey: key)
      } else if let value = value(of: Port(patch: patch, name: Self.port(key))) {
        entry.filter.setValue(value.filterObject, forKey: key)
      } else {
        entry.filter.resetInput(key)
      }
    }
    (entry.images, entry.isChanged) = (images, false)
    entry.result = entry.filter.outputImage.map { image in
      // Some filters have no edges of their own; those of what they filter count then.
      let edge = image.extent.isInfinite ? images[kCIInputImageKey]?.extent : nil
      return Picture(edge.map { image.cropped(to: $0) } ?? image)
    }
    filters[patch] = entry
    return entry.result
  }

  /// The name of a filter's input here: `center` for `inputCenter`.
  private static func port(_ key: String) -> String {
    guard key.hasPrefix("input"), key.count > 5 else { return key }
    return key.dropFirst(5).prefix(1).lowercased() + key.dropFirst(6)
  }

  /// Returns the pixels of an image.
  func bitmap(_ picture: Picture) -> CGImage? { picture.bitmap(context) }

  /// Returns the pixels of an image in a new buffer.
  func buffer(_ picture: Picture) -> CVPixelBuffer? { picture.buffer(context) }
}
