// Reads lists of shapes.
// Licensed under the MIT license; see LICENSE.

extension LottieReader {
  /// Levels of groups.
  private static let deepestGroup = 100

  func shapes(_ place: JSONPlace, depth: Int = 0) throws(LottieError) -> [ShapeItem] {
    guard let elements = place.elements else {
      throw invalid(place.path, "a list of shapes is expected, not \(place.kind.description)")
    }
    guard depth <= Self.deepestGroup else {
      throw .limit(what: "levels of groups", limit: Self.deepestGroup)
    }
    var items: [ShapeItem] = []
    for element in elements {
      guard element.isObject else { throw invalid(element.path, "a shape is expected") }
      if element["hd"]?.bool == true { continue }
      names.append(element["nm"]?.text ?? element["ty"]?.text ?? "")
      defer { names.removeLast() }
      if let item = try shape(element, depth) { items.append(item) }
    }
    return items
  }

  private func shape(_ place: JSONPlace, _ depth: Int) throws(LottieError) -> ShapeItem? {
    let type = place["ty"]?.text ?? ""
    switch type {
    case "gr": return .group(try group(place, depth))
    case "rc", "el", "sr", "sh":
      return try geometry(place, type).map { kind in
        .geometry(
          ShapeGeometry(
            name: place["nm"]?.text,
            kind: kind,
            isReversed: place["d"]?.number == 3
          )
        )
      }
    case "fl", "st", "gf", "gs": return .style(try style(place, type))
    case "rp": return .repeater(try repeater(place))
    case "tm", "mm", "rd", "op", "pb", "zz": return .modifier(try modifier(place, type))
    case "tr", "no": return nil
    case "tw": report.note("twist", .ignored, place.path)
    default: report.note("shape of type \(type.prefix(20))", .ignored, place.path)
    }
    return nil
  }

  private func group(_ place: JSONPlace, _ depth: Int) throws(LottieError) -> ShapeGroup {
    var transform = LottieTransform.identity
    for item in list(place["it"]) where item["ty"]?.text == "tr" {
      transform = try self.transform(item)
    }
    let items =
      if let list = place["it"] { try shapes(list, depth: depth + 1) } else { [ShapeItem]() }
    return ShapeGroup(
      name: place["nm"]?.text,
      items: items,
      transform: transform,
      blendMode: blendMode(place),
      place: place.path
    )
  }

  private func geometry(
    _ place: JSONPlace,
    _ type: String
  ) throws(LottieError) -> ShapeGeometry.Kind? {
    switch type {
    case "rc":
      return .rectangle(
        position: try track(place["p"], .place, else: .zero, named: "Position"),
        size: try track(place["s"], .point, else: .zero, named: "Size"),
        radius: try track(place["r"], else: 0, named: "Corner Radius")
      )
    case "el":
      return .ellipse(
        position: try track(place["p"], .place, else: .zero, named: "Position"),
        size: try track(place["s"], .point, else: .zero, named: "Size")
      )
    case "sr": return .star(try star(place))
    default:
      let closed = place["closed"]?.bool
      return .path(try pathTrack(place["ks"], isClosed: closed))
    }
  }

  private func star(_ place: JSONPlace) throws(LottieError) -> ShapeStar {
    ShapeStar(
      isPolygon: place["sy"]?.number == 2,
      points: try track(place["pt"], else: 5, named: "Points"),
      position: try track(place["p"], .place, else: .zero, named: "Position"),
      rotation: try track(place["r"], else: 0, named: "Rotation"),
      outerRadius: try track(place["or"], else: 0, named: "Outer Radius"),
      innerRadius: try track(place["ir"], else: 0, named: "Inner Radius"),
      outerRoundness: try track(place["os"], else: 0, named: "Outer Roundness"),
      innerRoundness: try track(place["is"], else: 0, named: "Inner Roundness")
    )
  }

  // MARK: Modifiers

  private func modifier(_ place: JSONPlace, _ type: String) throws(LottieError) -> ShapeModifier {
    ShapeModifier(name: place["nm"]?.text, kind: try modifierKind(place, type))
  }

  private func modifierKind(
    _ place: JSONPlace,
    _ type: String
  ) throws(LottieError) -> ShapeModifier.Kind {
    switch type {
    case "tm":
      return .trim(
        start: try track(place["s"], else: 0, named: "Trim Start"),
        end: try track(place["e"], else: 100, named: "Trim End"),
        offset: try track(place["o"], else: 0, named: "Trim Offset"),
        isSequence: place["m"]?.number == 2
      )
    case "mm": return .merge(mode: (place["mm"]?.number ?? 1).whole(in: 1...5))
    case "rd": return .roundCorners(radius: try track(place["r"], else: 0, named: "Radius"))
    case "op":
      return .offset(
        amount: try track(place["a"], else: 0, named: "Amount"),
        join: ShapeModifier.Join(rawValue: (place["lj"]?.number ?? 1).whole(in: 1...3)) ?? .miter,
        miterLimit: try track(place["ml"], else: 4)
      )
    case "pb": return .pucker(amount: try track(place["a"], else: 0, named: "Amount"))
    default:
      return .zigZag(
        size: try track(place["s"], else: 0, named: "Size"),
        ridges: try track(place["r"], else: 0, named: "Ridges"),
        isSmooth: try track(place["pt"], else: 1)
      )
    }
  }

  private func repeater(_ place: JSONPlace) throws(LottieError) -> ShapeRepeater {
    let transform: LottieTransform =
      if let copy = place["tr"] { try self.transform(copy) } else { .identity }
    let result = ShapeRepeater(
      name: place["nm"]?.text,
      copies: try track(place["c"], else: 0, named: "Copies"),
      offset: try track(place["o"], else: 0, named: "Offset"),
      isAbove: place["m"]?.number == 2,
      transform: transform
    )
    copiesLeft -= result.largestCount
    guard copiesLeft >= 0 else {
      throw .limit(what: "copies of repeaters", limit: ShapeRepeater.largestCount)
    }
    return result
  }

  // MARK: Styles

  private func style(_ place: JSONPlace, _ type: String) throws(LottieError) -> LottieShapeStyle {
    let isGradient = type.hasPrefix("g")
    let paint: LottieShapeStyle.Paint =
      isGradient
      ? .gradient(try gradient(place))
      : .color(try track(place["c"], .color, else: SIMD4(0, 0, 0, 1), named: "Color"))
    var style = LottieShapeStyle(
      name: place["nm"]?.text,
      paint: paint,
      opacity: try track(place["o"], else: 100, named: "Opacity"),
      blendMode: blendMode(place),
      place: place.path
    )
    if type.hasSuffix("s") || type == "st" {
      style.stroke = try stroke(place)
    } else {
      style.isEvenOdd = place["r"]?.number == 2
    }
    return style
  }

  private func stroke(_ place: JSONPlace) throws(LottieError) -> LottieShapeStyle.Stroke {
    var stroke = LottieShapeStyle.Stroke(
      width: try track(place["w"], else: 0, named: "Stroke Width"),
      cap: (place["lc"]?.number ?? 2).whole(in: 1...3),
      join: (place["lj"]?.number ?? 2).whole(in: 1...3),
      miterLimit: try track(place["ml2"] ?? place["ml"], else: 4),
      dashes: []
    )
    for dash in list(place["d"]) {
      if dash["n"]?.text == "o" {
        stroke.dashPhase = try track(dash["v"], else: 0, named: "Dash Phase")
      } else {
        stroke.dashes.append(try track(dash["v"], else: 0))
      }
    }
    let path = names + ["Dash Pattern"]
    keyPaths.append(path.joined(separator: "."))
    if let lengths = settings.value(at: path)?.numbers {
      stroke.dashes = lengths.map { NumberTrack($0) }
    }
    if stroke.dashes.count > 64 {
      report.warn(place.path, "the line has more than 64 dashes and is drawn solid")
      stroke.dashes = []
    }
    return stroke
  }

  private func gradient(_ place: JSONPlace) throws(LottieError) -> ShapeGradient {
    let colors = place["g"]
    let stops = try listTrack(colors?["k"], named: "Colors")
    let length = stops.first.numbers.count
    var count = (colors?["p"]?.number ?? -1).whole(in: -1...1_000_000)
    if count < 0 { count = length / 4 }
    if count * 4 > length {
      report.warn(place.path, "the gradient has fewer colours than it says")
      count = length / 4
    }
    return ShapeGradient(
      kind: ShapeGradient.Kind(rawValue: (place["t"]?.number ?? 1).whole(in: 1...3)) ?? .linear,
      start: try track(place["s"], .place, else: .zero, named: "Start Point"),
      end: try track(place["e"], .place, else: .zero, named: "End Point"),
      highlight: try track(place["h"], else: 0),
      angle: try track(place["a"], else: 0),
      colorCount: count,
      stops: stops
    )
  }

  func blendMode(_ place: JSONPlace) -> Int {
    guard let mode = place["bm"]?.number else { return 0 }
    let known = mode.whole(in: -1...99)
    if !(0...16).contains(known) {
      report.warn(place.path, "the blend mode \(mode.shortText) is not known; it is normal")
      return 0
    }
    return known
  }

  // MARK: Transforms

  func transform(_ place: JSONPlace) throws(LottieError) -> LottieTransform {
    var result = LottieTransform()
    result.anchor = try track(place["a"], .place, else: .zero, named: "Anchor Point")
    if let position = place["p"], position["s"]?.bool == true {
      result.position = .split(
        x: try track(position["x"], else: 0, named: "Position X"),
        y: try track(position["y"], else: 0, named: "Position Y"),
        z: try track(position["z"], else: 0)
      )
    } else {
      result.position = .point(try track(place["p"], .place, else: .zero, named: "Position"))
    }
    let whole = SIMD4<Double>(100, 100, 100, 0)
    result.scale = try track(place["s"], .scale, else: whole, named: "Scale")
    result.rotation = try track(place["r"] ?? place["rz"], else: 0, named: "Rotation")
    result.skew = try track(place["sk"], else: 0, named: "Skew")
    result.skewAxis = try track(place["sa"], else: 0, named: "Skew Axis")
    result.opacity = try track(place["o"], else: 100, named: "Opacity")
    result.startOpacity = try track(place["so"], else: 100)
    result.endOpacity = try track(place["eo"], else: 100)
    if place["rx"] != nil || place["ry"] != nil || place["or"] != nil {
      result.turns = LottieTransform.Turns(
        x: try track(place["rx"], else: 0),
        y: try track(place["ry"], else: 0),
        orientation: try track(place["or"], .point, else: .zero)
      )
    }
    return result
  }
}
