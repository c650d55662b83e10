// Pictures, layers under a point, and costs.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import QuartzCore
import QuartzModel

extension AgentSession {
  /// The most layers that are named.
  private static let mostLayers = 32

  /// Returns the picture of what shows, or of one element.
  ///
  /// Several windows lie one above the other in it.
  func picture(_ request: AgentRequest) throws -> AgentReply {
    let image: UIImage
    if let query = request.query {
      let element = try tree().one(query)
      image = try request.alone == true ? alone(element) : part(element)
    } else {
      image = try shown()
    }
    guard let bytes = image.pngData() else { throw AgentRefusal("the picture cannot be written") }
    let (width, height) = (image.size.width * image.scale, image.size.height * image.scale)
    return AgentReply(
      text: "\(AgentText.number(width))x\(AgentText.number(height)) pixels at "
        + "\(AgentText.time(time)) s",
      picture: bytes
    )
  }

  private func shown() throws -> UIImage {
    let scale = windows[0].screen.scale
    let images = try windows.reversed().map { try $0.image() }
    guard images.count > 1 else {
      return UIImage(cgImage: images[0], scale: scale, orientation: .up)
    }
    let format = UIGraphicsImageRendererFormat()
    format.scale = scale
    let frames = windows.reversed().map(\.frame)
    return UIGraphicsImageRenderer(size: windows[0].screen.bounds.size, format: format).image { _ in
      for (image, frame) in zip(images, frames) {
        UIImage(cgImage: image, scale: scale, orientation: .up).draw(in: frame)
      }
    }
  }

  /// The part of the picture where an element lies, with all that lies over it.
  private func part(_ element: AgentElement) throws -> UIImage {
    let scale = element.window.screen.scale
    let image = try element.window.image()
    let area = element.frame.applying(CGAffineTransform(scaleX: scale, y: scale)).integral
      .intersection(CGRect(x: 0, y: 0, width: image.width, height: image.height))
    guard !area.isEmpty, let part = image.cropping(to: area) else {
      throw AgentRefusal("\(element.facts) does not show")
    }
    return UIImage(cgImage: part, scale: scale, orientation: .up)
  }

  /// A view by itself, with what is in it.
  private func alone(_ element: AgentElement) throws -> UIImage {
    guard let view = element.object as? UIView,
      let image = view.renderedImage(scale: element.window.screen.scale)
    else { throw AgentRefusal("\(element.facts) has no picture of its own") }
    return UIImage(cgImage: image, scale: element.window.screen.scale, orientation: .up)
  }

  // MARK: Layers

  /// Returns the layers under a point, from front to back, with the views that they belong to.
  func layers(at point: CGPoint) throws -> String {
    _ = tree()
    var lines: [String] = []
    for window in windows {
      collect(window.layer, point, in: window, &lines)
    }
    return lines.isEmpty ? "no layers" : lines.prefix(Self.mostLayers).joined(separator: "\n")
  }

  /// - Parameter place: In the layer's coordinates.
  private func collect(
    _ layer: CALayer,
    _ place: CGPoint,
    in window: UIWindow,
    _ lines: inout [String]
  ) {
    guard !layer.isHidden, layer.opacity > 0, lines.count < Self.mostLayers else { return }
    let isInside = layer.bounds.contains(place)
    if layer.masksToBounds && !isInside { return }
    let sublayers = (layer.sublayers ?? []).enumerated().sorted {
      ($0.element.zPosition, $0.offset) > ($1.element.zPosition, $1.offset)
    }
    for (_, sublayer) in sublayers {
      collect(sublayer, layer.convert(place, to: sublayer), in: window, &lines)
    }
    guard isInside, lines.count < Self.mostLayers else { return }
    lines.append(line(layer))
  }

  private func line(_ layer: CALayer) -> String {
    var words = ["\(type(of: layer))"]
    if let name = layer.name { words.append(AgentText.quoted(name)) }
    words.append(AgentText.frame(layer.frame))
    if layer.opacity < 1 { words.append("opacity \(AgentText.number(Double(layer.opacity)))") }
    if layer.contents != nil { words.append("contents") }
    if let color = layer.backgroundColor, color.alpha > 0 { words.append("background") }
    if layer.cornerRadius > 0 {
      words.append("corners \(AgentText.number(layer.cornerRadius))")
    }
    let animations = layer.animationKeys() ?? []
    if !animations.isEmpty { words.append("animates \(animations.joined(separator: ", "))") }
    if let view = layer.delegate as? UIView {
      words.append("of \(type(of: view)) @\(references.reference(of: view))")
    }
    return words.joined(separator: " ")
  }

  // MARK: Costs

  /// Returns the costs of the last frame, and of the program's layers.
  func costs() throws -> String {
    var lines: [String] = []
    for window in windows {
      guard let context = window.context else { continue }
      _ = try window.image()
      let statistics = try context.carrier.statistics()
      let counters = statistics.counters
      let layers = context.layersByID
      let animations = layers.values.reduce(0) { $0 + ($1.animationKeys()?.count ?? 0) }
      lines += [
        "layers \(layers.count), animations \(animations), frames that changed \(statistics.frames)",
        "last frame: draws \(counters.draws), calls \(counters.drawCalls), targets "
          + "\(counters.targets), pixels touched \(counters.pixelsTouched), damaged "
          + "\(counters.damagedPixels), bytes uploaded \(counters.bytesUploaded), caches hit "
          + "\(counters.cacheHits), missed \(counters.cacheMisses)",
      ]
      let memory = statistics.layers.reduce(into: (images: 0, caches: 0)) {
        $0.images += $1.imageBytes
        $0.caches += $1.cachedBytes
      }
      lines.append("memory: images \(memory.images) bytes, kept pictures \(memory.caches) bytes")
      for phase in FramePhase.allCases where statistics.phases.indices.contains(phase.rawValue) {
        let times = statistics.phases[phase.rawValue]
        lines.append(
          "\(phase.name) \(AgentText.number(times.median * 1000)) ms, at worst "
            + "\(AgentText.number(times.worst * 1000)) ms"
        )
      }
    }
    return lines.joined(separator: "\n")
  }
}
