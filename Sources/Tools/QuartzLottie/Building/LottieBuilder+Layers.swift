// Layers of a list: containers, parents, ranges, contents.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import QuartzCore

extension LottieBuilder {
  /// The containers of all layers that are drawn, the lowest first.
  func layers(_ list: LayerList) throws(LottieError) -> [CALayer] {
    let mattes = matteSources(list)
    var result: [CALayer] = []
    for place in list.layers.indices.reversed() {
      let layer = list.layers[place]
      if layer.isHidden || layer.isMatteSource || mattes.neighbours.contains(place) { continue }
      guard let container = try container(place, list) else { continue }
      if let kind = layer.matte {
        if let source = mattes.sources[place] {
          container.mask = try matte(kind, source, list)
        } else {
          report.warn(layer.place, "the layer's matte is not there; it is drawn without")
        }
      }
      result.append(container)
    }
    return result
  }

  /// The sources of mattes by the places of the layers that they limit, and the places of sources
  /// that are such by their place alone.
  private func matteSources(_ list: LayerList) -> (sources: [Int: Int], neighbours: Set<Int>) {
    var (sources, neighbours): ([Int: Int], Set<Int>) = ([:], [])
    let places = list.places
    for (place, layer) in list.layers.enumerated() where layer.matte != nil {
      if let index = layer.matteIndex {
        sources[place] = places[index]
      } else if place > 0 {
        sources[place] = place - 1
        neighbours.insert(place - 1)
      }
    }
    // Layers that are each other's mattes are drawn without.
    for place in sources.keys {
      var (next, seen): (Int?, Set<Int>) = (place, [])
      while let current = next, seen.insert(current).inserted { next = sources[current] }
      if next == place {
        sources[place] = nil
        report.warn(list.layers[place].place, "the layer is its own matte; it is drawn without")
      }
    }
    return (sources, neighbours)
  }

  /// Makes the container of a layer with all in it, but for its matte.
  ///
  /// - Returns: Nil for a layer that draws nothing.
  private func container(_ place: Int, _ list: LayerList) throws(LottieError) -> CALayer? {
    let model = list.layers[place]
    guard let content = try content(model, list) else { return nil }
    let container = try newLayer()
    container.name = model.name
    if model.blendMode != 0 { container.compositingFilter = BlendNames.name(of: model.blendMode) }
    setOpacity(of: container, model.transform.opacity, list.clock, model.place)
    let target = AnimatedTarget(
      layer: container,
      keyPath: "hidden",
      clock: list.clock,
      feature: "range",
      place: model.place
    )
    show(target, changes: [model.start, model.end]) { model.isVisible(at: $0) }
    var chain = LayerChain()
    let isOutside = model.hasEffectsOutside
    // A matte lies in the space of the list.
    chain.append(container, model.matte == nil ? .plain : .scaled)
    if isOutside, let effects = try effectLayer(model, list.clock) { chain.append(effects) }
    let isGray = isOutside && model.hasGrayMasks
    if isGray { chain.append(try masked(by: grayMask(model, list))) }
    try appendTransforms(of: model, list, to: &chain)
    if !isOutside, let effects = try effectLayer(model, list.clock) { chain.append(effects) }
    if !isGray, let mask = try mask(model, list.clock) { chain.append(try masked(by: mask)) }
    for layer in content { chain.innermost?.addSublayer(layer) }
    return container
  }

  private func masked(by mask: CALayer) throws(LottieError) -> CALayer {
    let layer = try newLayer()
    layer.mask = mask
    return layer
  }

  /// Appends the layers of the transforms of a layer's parents and of its own.
  func appendTransforms(
    of model: LottieLayerModel,
    _ list: LayerList,
    to chain: inout LayerChain
  ) throws(LottieError) {
    for ancestor in ancestors(of: model, list).reversed() {
      try append(ancestor.transform, to: &chain, list.clock, ancestor.place)
    }
    try append(model.transform, to: &chain, list.clock, model.place)
  }

  /// The parents of a layer, the nearest first.
  private func ancestors(of layer: LottieLayerModel, _ list: LayerList) -> [LottieLayerModel] {
    guard layer.parent != nil else { return [] }
    let places = list.places
    var (result, next): ([LottieLayerModel], Int?) = ([], layer.parent)
    while let index = next, let place = places[index], result.count <= list.layers.count {
      result.append(list.layers[place])
      next = list.layers[place].parent
    }
    return result
  }

  func setOpacity(
    of layer: CALayer,
    _ track: NumberTrack,
    _ clock: ListClock,
    _ place: JSONPath
  ) {
    let target = AnimatedTarget(
      layer: layer,
      keyPath: "opacity",
      clock: clock,
      feature: "opacity",
      place: place
    )
    animate(target, track) { min(max($0.x / 100, 0), 1) }
  }

  // MARK: Contents

  private func content(
    _ model: LottieLayerModel,
    _ list: LayerList
  ) throws(LottieError) -> [CALayer]? {
    switch model.content {
    case .none: return nil
    case .solid(let size, let color):
      let layer = try newLayer()
      layer.bounds = CGRect(x: 0, y: 0, width: max(size.x, 0), height: max(size.y, 0))
      layer.backgroundColor = color.cgColor
      return [layer]
    case .image(let id): return try image(id, model).map { [$0] }
    case .composition(let id, let size, let remap):
      return try composition(id, size, remap, model, list).map { [$0] }
    case .shapes(let items):
      let tree = try ShapeTree(items, limit: &nodesLeft)
      return try ShapeLayers(self, tree, list.clock, model.place).layers()
    case .text(let text): return try self.text(text, model, list.clock)
    }
  }

  private func image(_ id: String, _ model: LottieLayerModel) throws(LottieError) -> CALayer? {
    guard let asset = document.images[id] else { return nil }
    guard let picture = picture(asset) else {
      report.warn(model.place, "the picture \(id) cannot be read")
      return nil
    }
    let layer = try newLayer()
    let size =
      asset.size.min() > 0
      ? asset.size : LottiePoint(Double(picture.width), Double(picture.height))
    layer.bounds = CGRect(x: 0, y: 0, width: size.x, height: size.y)
    layer.contentsGravity = .resizeAspect
    layer.contents = picture
    return layer
  }

  private func composition(
    _ id: String,
    _ size: LottiePoint,
    _ remap: NumberTrack?,
    _ model: LottieLayerModel,
    _ list: LayerList
  ) throws(LottieError) -> CALayer? {
    if list.composition.contains(id) {
      report.warn(model.place, "the composition \(id) contains itself; it is left out there")
      return nil
    }
    guard list.composition.count < Self.deepest else {
      throw .limit(what: "compositions in compositions", limit: Self.deepest)
    }
    let clock: ListClock
    if let remap {
      clock = list.clock.inner(remap: remap, rate: document.frameRate)
      report.note("time remap", remap.isAnimated ? .sampled : .exact, model.place)
    } else {
      clock = list.clock.inner(start: model.startTime, stretch: model.stretch)
    }
    let inner = LayerList(
      layers: document.compositions[id]?.layers ?? [],
      clock: clock,
      size: size,
      composition: list.composition + [id]
    )
    let layer = try newLayer()
    layer.bounds = CGRect(x: 0, y: 0, width: size.x, height: size.y)
    layer.masksToBounds = !(model.collapses && isPlain(model))
    if inner.hasBlendModes { layer.opacity = Float(Self.isolating) }
    for sublayer in try layers(inner) { layer.addSublayer(sublayer) }
    return layer
  }

  /// Whether a composition may be drawn as if its layers stood in its place.
  private func isPlain(_ model: LottieLayerModel) -> Bool {
    model.masks.isEmpty && model.effects.isEmpty && model.matte == nil && model.blendMode == 0
      && !model.transform.opacity.isAnimated && model.transform.opacity.first.x >= 100
  }

  // MARK: Mattes

  /// Makes the mask that a matte is, in the space of the list.
  private func matte(
    _ kind: LottieLayerModel.Matte,
    _ source: Int,
    _ list: LayerList
  ) throws(LottieError) -> CALayer {
    let mask = try newLayer()
    let size = list.size
    mask.bounds = CGRect(x: 0, y: 0, width: size.x, height: size.y)
    var picture = try container(source, list)
    if let inner = list.layers[source].matte, let place = matteSources(list).sources[source] {
      picture?.mask = try matte(inner, place, list)
    }
    picture?.compositingFilter = nil
    if kind.isLuma {
      // Over black, the brightness of the picture is that of its colour times its alpha.
      let dark = try newLayer()
      dark.bounds = mask.bounds
      dark.backgroundColor = CGColor(red: 0, green: 0, blue: 0, alpha: 1)
      if let picture { dark.addSublayer(picture) }
      dark.filters = [ColorFilters.luminanceToAlpha]
      picture = dark
    }
    guard kind.isInverse else {
      if let picture { mask.addSublayer(picture) }
      return mask
    }
    mask.backgroundColor = CGColor(red: 0, green: 0, blue: 0, alpha: 1)
    if let picture {
      picture.compositingFilter = "destinationOutBlendMode"
      mask.addSublayer(picture)
    }
    return mask
  }
}

/// The names of blend modes.
enum BlendNames {
  private static let names = [
    "normal", "multiply", "screen", "overlay", "darken", "lighten", "colorDodge", "colorBurn",
    "hardLight", "softLight", "difference", "exclusion", "hue", "saturation", "color",
    "luminosity", "plusLighter",
  ]

  /// The name of a compositing filter; nil for the normal mode.
  static func name(of mode: Int) -> String? {
    mode > 0 && mode < names.count ? names[mode] + "BlendMode" : nil
  }
}

extension LottieLayerModel {
  /// Whether effects lie outside of the transforms.
  ///
  /// Those of shapes and text do, and colours are the same on both sides. A filter within a
  /// transform draws its picture in the space of the layer, which is then resampled.
  fileprivate var hasEffectsOutside: Bool {
    switch content {
    case .shapes, .text: true
    case .solid, .image, .composition, .none: effects.allSatisfy(\.kind.isColor)
    }
  }
}
