// Reads lists of layers.
// Licensed under the MIT license; see LICENSE.

extension LottieReader {
  /// - Parameter range: The frames of layers that do not say when they are shown.
  func layers(
    _ place: JSONPlace,
    in range: ClosedRange<Double>,
    of document: LottieDocument
  ) throws(LottieError) -> [LottieLayerModel] {
    guard let elements = place.elements else {
      throw invalid(place.path, "a list of layers is expected, not \(place.kind.description)")
    }
    var layers: [LottieLayerModel] = []
    for element in elements {
      guard element.isObject else { throw invalid(element.path, "a layer is expected") }
      names = [element["nm"]?.text ?? "Layer"]
      layers.append(try layer(element, range, document))
      names = []
    }
    try checkParents(layers)
    return layers
  }

  private func layer(
    _ place: JSONPlace,
    _ range: ClosedRange<Double>,
    _ document: LottieDocument
  ) throws(LottieError) -> LottieLayerModel {
    let type = (place["ty"]?.number ?? -1).whole(in: -1...1000)
    let stretch = try number(place["sr"], else: 1)
    guard stretch != 0 else { throw invalid(place.path.member("sr"), "is 0") }
    let masks = try masks(place)
    let content = try self.content(place, type, document, masks)
    names.append("Transform")
    var transform = if let ks = place["ks"] { try self.transform(ks) } else { LottieTransform() }
    names.removeLast()
    transform.isOriented = place["ao"]?.number == 1
    if place["ddd"]?.number != 1 { transform.turns = nil }
    if place["mb"]?.bool == true { report.note("motion blur", .ignored, place.path) }
    return LottieLayerModel(
      name: place["nm"]?.text,
      type: type,
      index: place["ind"]?.number.map { $0.whole(in: -1_000_000_000...1_000_000_000) },
      parent: place["parent"]?.number.map { $0.whole(in: -1_000_000_000...1_000_000_000) },
      start: try number(place["ip"], else: range.lowerBound),
      end: try number(place["op"], else: range.upperBound),
      startTime: try number(place["st"], else: 0),
      stretch: stretch,
      transform: transform,
      isHidden: place["hd"]?.bool ?? false,
      blendMode: blendMode(place),
      matte: matte(place),
      matteIndex: place["tp"]?.number.map { $0.whole(in: -1_000_000_000...1_000_000_000) },
      isMatteSource: place["td"]?.bool ?? false,
      masks: masks,
      effects: try effects(place) + styles(place),
      collapses: place["ct"]?.bool ?? place["cp"]?.bool ?? false,
      content: content,
      place: place.path
    )
  }

  private func matte(_ place: JSONPlace) -> LottieLayerModel.Matte? {
    place["tt"]?.number.flatMap { LottieLayerModel.Matte(rawValue: $0.whole(in: 0...1000)) }
  }

  private func content(
    _ place: JSONPlace,
    _ type: Int,
    _ document: LottieDocument,
    _ masks: [LottieMask]
  ) throws(LottieError) -> LottieLayerModel.Content {
    switch type {
    case 0: return try composition(place, document)
    case 1: return try solid(place)
    case 2:
      keyPaths.append((names + ["Image"]).joined(separator: "."))
      if case .image(let data)? = settings.value(at: names + ["Image"]) {
        let size = place["refId"]?.text.flatMap { document.images[$0]?.size } ?? .zero
        let id = "\(place.path)"
        ownImages[id] = LottieAsset(id: id, size: size, source: .bytes([UInt8](data)))
        return .image(id: id)
      }
      guard let id = place["refId"]?.text, document.images[id] != nil else {
        report.warn(place.path, "the picture \(place["refId"]?.text ?? "") is not there")
        return .none
      }
      return .image(id: id)
    case 3: return .none
    case 4:
      return .shapes(try place["shapes"].map { list throws(LottieError) in try shapes(list) } ?? [])
    case 5: return try text(place["t"], masks: masks).map { .text($0) } ?? .none
    case 6: report.note("sound", .ignored, place.path)
    case 13: report.note("camera", .ignored, place.path)
    default: report.note("layer of type \(type)", .ignored, place.path)
    }
    return .none
  }

  private func solid(_ place: JSONPlace) throws(LottieError) -> LottieLayerModel.Content {
    let own = place["sc"]?.text.flatMap { SIMD4(hexadecimal: $0) } ?? SIMD4(0, 0, 0, 1)
    return .solid(
      size: LottiePoint(try number(place["sw"], else: 0), try number(place["sh"], else: 0)),
      color: try track(nil, .color, else: own, named: "Color").first
    )
  }

  private func composition(
    _ place: JSONPlace,
    _ document: LottieDocument
  ) throws(LottieError) -> LottieLayerModel.Content {
    guard let id = place["refId"]?.text, document.compositions[id] != nil else {
      report.warn(place.path, "the composition \(place["refId"]?.text ?? "") is not there")
      return .none
    }
    var size = LottiePoint(try number(place["w"], else: 0), try number(place["h"], else: 0))
    if size.min() <= 0 {
      report.warn(place.path, "the composition has no size; the canvas's is taken")
      size = document.size
    }
    let remap: NumberTrack? = if let tm = place["tm"] { try track(tm, else: 0) } else { nil }
    return .composition(id: id, size: size, remap: remap)
  }

  private func masks(_ place: JSONPlace) throws(LottieError) -> [LottieMask] {
    var masks: [LottieMask] = []
    for mask in list(place["masksProperties"]) where mask.isObject {
      guard let mode = LottieMask.Mode(rawValue: mask["mode"]?.text ?? "a") else {
        report.warn(mask.path, "the mode of the mask is not known")
        continue
      }
      masks.append(
        LottieMask(
          mode: mode,
          isInverse: mask["inv"]?.bool ?? false,
          path: try pathTrack(mask["pt"], isClosed: true),
          opacity: try track(mask["o"], else: 100),
          expansion: try track(mask["x"]?.isExpression == true ? nil : mask["x"], else: 0),
          feather: try track(mask["f"], .scale, else: .zero)
        )
      )
    }
    guard masks.count <= 1000 else { throw .limit(what: "masks of a layer", limit: 1000) }
    return masks
  }

  // MARK: Effects

  private func effects(_ place: JSONPlace) throws(LottieError) -> [LottieEffect] {
    var effects: [LottieEffect] = []
    for effect in list(place["ef"]) where effect.isObject && effect["en"]?.number != 0 {
      let values = list(effect["ef"])
      func value(_ index: Int) -> JSONPlace? { index < values.count ? values[index]["v"] : nil }
      let black = SIMD4<Double>(0, 0, 0, 1)
      let kind: LottieEffect.Kind
      switch effect["ty"]?.number ?? -1 {
      case 20:
        kind = .tint(
          black: try track(value(0), .color, else: black),
          white: try track(value(1), .color, else: SIMD4(repeating: 1)),
          amount: try track(value(2), else: 100)
        )
      case 21:
        kind = .fill(
          color: try track(value(2), .color, else: black),
          opacity: try track(value(6), else: 1)
        )
      case 23:
        kind = .tritone(
          bright: try track(value(0), .color, else: SIMD4(repeating: 1)),
          middle: try track(value(1), .color, else: SIMD4(0.5, 0.5, 0.5, 1)),
          dark: try track(value(2), .color, else: black)
        )
        if try track(value(3), else: 0).first.x != 0 {
          report.note("blend of a tritone with the picture", .ignored, effect.path)
        }
      case 25:
        kind = .shadow(
          LottieShadow(
            color: try track(value(0), .color, else: black),
            opacity: try track(value(1), else: 255),
            fullOpacity: 255,
            direction: try track(value(2), else: 0),
            distance: try track(value(3), else: 0),
            softness: try track(value(4), else: 0)
          )
        )
        if try track(value(5), else: 0).first.x != 0 {
          report.note("shadow without the layer", .ignored, effect.path)
        }
      case 29:
        let axis = (try track(value(1), else: 1)).first.x.whole(in: 1...3)
        kind = .blur(
          amount: try track(value(0), else: 0),
          axis: LottieEffect.BlurAxis(rawValue: axis) ?? .both
        )
        if try track(value(2), else: 0).first.x != 0 {
          report.note("edges that a blur repeats", .ignored, effect.path)
        }
      case 5: continue
      default:
        let name = effect["mn"]?.text ?? effect["ty"]?.text ?? ""
        report.note("effect \(name.prefix(40))", .ignored, effect.path)
        continue
      }
      effects.append(LottieEffect(name: effect["nm"]?.text, kind: kind))
    }
    return effects
  }

  /// Layer styles: shadows are drawn.
  private func styles(_ place: JSONPlace) throws(LottieError) -> [LottieEffect] {
    var effects: [LottieEffect] = []
    for style in list(place["sy"]) where style.isObject {
      guard style["ty"]?.number == 1 else {
        report.note("layer style", .ignored, style.path)
        continue
      }
      if try track(style["ch"], else: 0).first.x != 0 {
        report.note("choke of a shadow", .ignored, style.path)
      }
      let shadow = LottieShadow(
        color: try track(style["c"], .color, else: SIMD4(0, 0, 0, 1)),
        opacity: try track(style["o"], else: 75),
        fullOpacity: 100,
        // The angle is that of the light, against the clock from the right.
        direction: try track(style["a"], else: 120).mapped { SIMD4(-90 - $0.x, 0, 0, 0) },
        distance: try track(style["d"], else: 5),
        softness: try track(style["s"], else: 5)
      )
      effects.append(LottieEffect(name: style["nm"]?.text, kind: .shadow(shadow)))
    }
    return effects
  }

  // MARK: Parents

  /// - Throws: An error for layers that are their own parents' parents.
  private func checkParents(_ layers: [LottieLayerModel]) throws(LottieError) {
    var places: [Int: Int] = [:]
    for (place, layer) in layers.enumerated() {
      if let index = layer.index, places[index] == nil { places[index] = place }
    }
    // 0 not seen, 1 on the way, 2 done.
    var states = [UInt8](repeating: 0, count: layers.count)
    for start in layers.indices where states[start] == 0 {
      var way: [Int] = []
      var next: Int? = start
      while let place = next, states[place] == 0 {
        states[place] = 1
        way.append(place)
        guard let parent = layers[place].parent else { break }
        next = places[parent]
        if next == nil {
          report.warn(layers[place].place, "the parent \(parent) is not there")
        }
        if let found = next, states[found] == 1 {
          throw invalid(layers[found].place.member("parent"), "the layer is its own ancestor")
        }
      }
      for place in way { states[place] = 2 }
    }
  }
}

extension JSONPlace {
  /// Whether the value is the source of an expression.
  var isExpression: Bool {
    if case .text = value { true } else { false }
  }
}
