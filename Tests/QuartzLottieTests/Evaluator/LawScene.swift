// A whole document at a frame, painted straight from the laws.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation

/// A document's picture at a frame, and the values that it is painted with.
struct LawScene {
  /// A painting of one style, in drawing order.
  struct Painting {
    var name: String
    /// From the style's space to the canvas.
    var map: LawMap
    var contours: [LawContour]
  }

  let json: LawJSON
  let width: Int
  let height: Int
  private let rate: Double
  private(set) var picture: LawSurface
  private(set) var paintings: [Painting] = []
  /// The opacity of each layer that is drawn, by its name.
  private(set) var opacities: [String: Double] = [:]

  init(_ text: String, at frame: Double) throws {
    json = try LawJSON(text: text)
    width = Int(json["w"].number ?? 0)
    height = Int(json["h"].number ?? 0)
    rate = json["fr"].number ?? 1
    picture = LawSurface(width, height)
    picture = draw(json["layers"].list, at: frame, .identity)
  }

  private mutating func draw(_ layers: [LawJSON], at frame: Double, _ map: LawMap) -> LawSurface {
    var result = LawSurface(width, height)
    for index in layers.indices.reversed() {
      let layer = layers[index]
      let isNeighbour =
        index + 1 < layers.count && layers[index + 1]["tt"].isThere
        && !layers[index + 1]["tp"].isThere
      if layer["hd"].isTrue || layer["td"].isTrue || isNeighbour { continue }
      guard let picture = mattedPicture(of: index, layers, frame, map) else { continue }
      result.add(picture, mode: Int(layer["bm"].number ?? 0)) { _ in 1 }
    }
    return result
  }

  private func source(of index: Int, _ layers: [LawJSON]) -> Int? {
    if let wanted = layers[index]["tp"].number {
      return layers.firstIndex { $0["ind"].number == wanted }
    }
    return index > 0 ? index - 1 : nil
  }

  /// The picture of a layer through its matte; nil if it is not shown.
  private mutating func mattedPicture(
    of index: Int,
    _ layers: [LawJSON],
    _ frame: Double,
    _ map: LawMap
  ) -> LawSurface? {
    let layer = layers[index]
    guard var picture = self.picture(of: layer, layers, frame, map) else { return nil }
    if let kind = layer["tt"].number {
      matte(&picture, Int(kind), source(of: index, layers), layers, frame, map)
    }
    return picture
  }

  /// Law 1.24: a matte is what it is through its own matte.
  private mutating func matte(
    _ picture: inout LawSurface,
    _ kind: Int,
    _ source: Int?,
    _ layers: [LawJSON],
    _ frame: Double,
    _ map: LawMap
  ) {
    guard let source else { return }
    let before = (paintings, opacities)
    let matte = mattedPicture(of: source, layers, frame, map) ?? LawSurface(width, height)
    // The paintings of a matte are not seen by themselves.
    (paintings, opacities) = before
    for index in picture.pixels.indices {
      let pixel = matte.pixels[index]
      let brightness = 0.2126 * pixel.x + 0.7152 * pixel.y + 0.0722 * pixel.z
      let value = kind <= 2 ? pixel.w : brightness
      picture.pixels[index] *= kind % 2 == 1 ? value : 1 - value
    }
  }

  /// The picture of a layer with its masks, effects and opacity; nil if it is not shown.
  private mutating func picture(
    of layer: LawJSON,
    _ layers: [LawJSON],
    _ frame: Double,
    _ map: LawMap
  ) -> LawSurface? {
    guard (layer["ip"].number ?? 0) <= frame, frame < (layer["op"].number ?? 0) else { return nil }
    var chain: [LawJSON] = [layer]
    while let parent = chain.last?["parent"].number,
      let next = layers.first(where: { $0["ind"].number == parent })
    {
      chain.append(next)
    }
    var map = map
    for link in chain.reversed() {
      map = map * LawMap(link["ks"], at: frame, isOriented: link["ao"].isTrue)
    }
    let opacity = min(max(layer["ks"]["o"].value(at: frame, else: 100) / 100, 0), 1)
    if let name = layer["nm"].text { opacities[name] = opacity }
    var result = content(layer, frame, map)
    if let mask = mask(layer["masksProperties"].list, frame, map) {
      for index in result.pixels.indices { result.pixels[index] *= mask[index] }
    }
    for effect in layer["ef"].list { apply(effect, &result, frame) }
    for index in result.pixels.indices { result.pixels[index] *= opacity }
    return result
  }

  private mutating func content(_ layer: LawJSON, _ frame: Double, _ map: LawMap) -> LawSurface {
    var result = LawSurface(width, height)
    switch Int(layer["ty"].number ?? -1) {
    case 1:
      let size = CGSize(width: layer["sw"].number ?? 0, height: layer["sh"].number ?? 0)
      let color = Self.color(hex: layer["sc"].text ?? "")
      result.paint(coverage(of: CGRect(origin: .zero, size: size), map)) { _ in color }
    case 0:
      let layers = json["assets"].list.first { $0["id"].text == layer["refId"].text }?["layers"]
      let size = CGSize(width: layer["w"].number ?? 0, height: layer["h"].number ?? 0)
      let start = layer["st"].number ?? 0
      let stretch = layer["sr"].number ?? 1
      let inner =
        layer["tm"].isThere
        ? layer["tm"].value(at: frame, else: 0) * rate : (frame - start) / stretch
      result = draw(layers?.list ?? [], at: inner, map)
      let clip = coverage(of: CGRect(origin: .zero, size: size), map)
      for index in result.pixels.indices { result.pixels[index] *= clip[index] }
    case 4:
      let shapes = LawShapes(layer["shapes"].list, at: frame)
      draw(shapes.nodes, frame, map, into: &result)
    default: break
    }
    return result
  }

  private static func color(hex: String) -> SIMD4<Double> {
    let number = Int(hex.dropFirst(), radix: 16) ?? 0
    return SIMD4(Double(number >> 16), Double(number >> 8 & 255), Double(number & 255), 255) / 255
  }

  // MARK: Shapes

  private mutating func draw(
    _ nodes: [LawShapes.Node],
    _ frame: Double,
    _ map: LawMap,
    into result: inout LawSurface
  ) {
    for node in nodes.reversed() {
      switch node {
      case .group(let inner, let opacity):
        if opacity == 1 {
          draw(inner, frame, map, into: &result)
          continue
        }
        var group = LawSurface(width, height)
        draw(inner, frame, map, into: &group)
        result.add(group) { _ in opacity }
      case .style(let style): draw(style, frame, map * style.map, into: &result)
      }
    }
  }

  private mutating func draw(
    _ style: LawShapes.Style,
    _ frame: Double,
    _ map: LawMap,
    into result: inout LawSurface
  ) {
    let json = style.json
    let contours = style.contours
    let path = CGMutablePath()
    for contour in contours { path.add(contour) }
    paintings.append(Painting(name: json["nm"].text ?? "", map: map, contours: contours))
    let isStroke = json["ty"].text?.hasSuffix("t") == true || json["ty"].text == "gs"
    let coverage = result.coverage { context in
      context.concatenate(map.affine)
      context.addPath(path)
      if isStroke {
        stroke(json, frame, context)
      } else {
        context.fillPath(using: json["r"].number == 2 ? .evenOdd : .winding)
      }
    }
    let opacity = min(max(json["o"].value(at: frame, else: 100) / 100, 0), 1)
    if json["ty"].text?.hasPrefix("g") == true {
      let gradient = LawGradient(json, at: frame)
      let back = map.inverse
      let width = width
      result.paint(coverage) { index in
        let pixel = LawPoint(Double(index % width) + 0.5, Double(index / width) + 0.5)
        var color = gradient.color(at: back(pixel))
        color.w *= opacity
        return color
      }
    } else {
      let rgb = json["c"].values(at: frame) ?? [0, 0, 0]
      let color = SIMD4(rgb[0], rgb[1], rgb[2], 1)
        .clamped(lowerBound: .zero, upperBound: SIMD4(repeating: 1))
      result.paint(coverage) { _ in SIMD4(color.x, color.y, color.z, opacity) }
    }
  }

  private func stroke(_ json: LawJSON, _ frame: Double, _ context: CGContext) {
    let width = json["w"].value(at: frame, else: 0)
    guard width > 0 else { return }
    context.setLineWidth(width)
    context.setLineCap([.butt, .round, .square][Int(json["lc"].number ?? 2) - 1])
    context.setLineJoin([.miter, .round, .bevel][Int(json["lj"].number ?? 2) - 1])
    context.setMiterLimit(json["ml"].number ?? 4)
    let dashes = json["d"].list
    let lengths = dashes.filter { $0["n"].text != "o" }.map { $0["v"].value(at: frame, else: 0) }
    let phase = dashes.first { $0["n"].text == "o" }?["v"].value(at: frame, else: 0) ?? 0
    if !lengths.isEmpty {
      context.setLineDash(phase: phase, lengths: lengths.map { CGFloat($0) })
    }
    context.strokePath()
  }

  private func coverage(of rect: CGRect, _ map: LawMap) -> [Double] {
    LawSurface(width, height).coverage { context in
      context.concatenate(map.affine)
      context.fill(rect)
    }
  }

  // MARK: Masks and effects

  /// Law 1.23; nil for a layer without masks.
  private func mask(_ masks: [LawJSON], _ frame: Double, _ map: LawMap) -> [Double]? {
    let masks = masks.filter { $0["mode"].text != "n" }
    guard let first = masks.first?["mode"].text else { return nil }
    var result = Array(repeating: "sid".contains(first) ? 1.0 : 0, count: width * height)
    for mask in masks {
      var contour = mask["pt"].contour(at: frame)
      contour.isClosed = true
      let path = CGMutablePath()
      path.add(contour)
      let inside = LawSurface(width, height).coverage { context in
        context.concatenate(map.affine)
        context.addPath(path)
        context.fillPath()
      }
      let opacity = min(max(mask["o"].value(at: frame, else: 100) / 100, 0), 1)
      for index in result.indices {
        let c = opacity * (mask["inv"].isTrue ? 1 - inside[index] : inside[index])
        let a = result[index]
        switch mask["mode"].text ?? "a" {
        case "s": result[index] = a * (1 - c)
        case "i": result[index] = a * c
        case "l": result[index] = max(a, c)
        case "d": result[index] = min(a, c)
        case "f": result[index] = abs(a - c)
        default: result[index] = a + c - a * c
        }
      }
    }
    return result
  }

  /// Law 1.27 for tint and fill.
  private func apply(_ effect: LawJSON, _ picture: inout LawSurface, _ frame: Double) {
    let values = effect["ef"].list.map { $0["v"] }
    func color(_ index: Int) -> SIMD4<Double> {
      let numbers = values[index].values(at: frame) ?? [0, 0, 0]
      return SIMD4(numbers[0], numbers[1], numbers[2], 1)
    }
    for index in picture.pixels.indices where picture.pixels[index].w > 0 {
      let pixel = picture.pixels[index]
      switch Int(effect["ty"].number ?? 0) {
      case 20:
        let brightness = (0.2126 * pixel.x + 0.7152 * pixel.y + 0.0722 * pixel.z) / pixel.w
        let amount = values[2].value(at: frame, else: 100) / 100
        let tinted = (color(0) + (color(1) - color(0)) * brightness) * pixel.w
        picture.pixels[index] = pixel + (tinted - pixel) * amount
        picture.pixels[index].w = pixel.w
      case 21:
        picture.pixels[index] = color(2) * pixel.w * values[6].value(at: frame, else: 1)
      default: break
      }
    }
  }
}

extension LawMap {
  var affine: CGAffineTransform {
    CGAffineTransform(a: x.x, b: x.y, c: y.x, d: y.y, tx: move.x, ty: move.y)
  }
}

/// A gradient (law 3.25).
struct LawGradient {
  private let isRadial: Bool
  private let start: LawPoint
  private let end: LawPoint
  private let focus: LawPoint
  private let colors: [(Double, SIMD4<Double>)]
  private let alphas: [(Double, SIMD4<Double>)]

  init(_ json: LawJSON, at frame: Double) {
    isRadial = json["t"].number == 2
    start = json["s"].point(at: frame, isPlace: true)
    end = json["e"].point(at: frame, isPlace: true)
    let share = min(max(json["h"].value(at: frame, else: 0) / 100, -0.99), 0.99)
    let angle = LawMap.turned(json["a"].value(at: frame, else: 0))
    focus = start + angle.linear(end - start) * share
    let numbers = json["g"]["k"].values(at: frame) ?? []
    let count = Int(json["g"]["p"].number ?? 0)
    colors = (0..<count).map { index in
      let part = Array(numbers[index * 4..<index * 4 + 4])
      return (part[0], SIMD4(part[1], part[2], part[3], 1))
    }
    alphas = stride(from: count * 4, to: numbers.count - 1, by: 2).map {
      (numbers[$0], SIMD4(0, 0, 0, numbers[$0 + 1]))
    }
  }

  /// Straight red, green, blue and alpha at a point of the style's space.
  func color(at point: LawPoint) -> SIMD4<Double> {
    let share = min(max(isRadial ? radial(point) : linear(point), 0), 1)
    var color = Self.value(colors, share)
    color.w = alphas.isEmpty ? 1 : Self.value(alphas, share).w
    return color.clamped(lowerBound: .zero, upperBound: SIMD4(repeating: 1))
  }

  private func linear(_ point: LawPoint) -> Double {
    let way = end - start
    return ((point - start) * way).sum() / (way * way).sum()
  }

  /// The share of the circle through the point, of those from the focus to the outer one.
  private func radial(_ point: LawPoint) -> Double {
    let radius = ((end - start) * (end - start)).sum().squareRoot()
    let (drift, way) = (start - focus, point - focus)
    let a = (drift * drift).sum() - radius * radius
    let b = (way * drift).sum()
    let c = (way * way).sum()
    // |way - drift t| = radius t
    return (b - (b * b - a * c).squareRoot()) / a
  }

  private static func value(_ stops: [(Double, SIMD4<Double>)], _ share: Double) -> SIMD4<Double> {
    guard let first = stops.first, let last = stops.last else { return .zero }
    if share <= first.0 { return first.1 }
    for (a, b) in zip(stops, stops.dropFirst()) where share <= b.0 {
      return b.0 > a.0 ? a.1 + (b.1 - a.1) * ((share - a.0) / (b.0 - a.0)) : b.1
    }
    return last.1
  }
}
