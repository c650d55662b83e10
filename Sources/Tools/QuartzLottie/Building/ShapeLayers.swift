// Layers for a tree of shapes: one for each style.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import QuartzCore

/// The layers of the shapes of one layer of a document.
final class ShapeLayers {
  private let builder: LottieBuilder
  private let tree: ShapeTree
  private let clock: ListClock
  private let place: JSONPath
  /// The outlines of all styles at the first frame.
  private let first: [StyleOutline]
  /// The outlines at frames of the list, for styles that change.
  private var known: [Double: [StyleOutline]] = [:]
  private static let largestKnownCount = 2000

  init(_ builder: LottieBuilder, _ tree: ShapeTree, _ clock: ListClock, _ place: JSONPath) {
    self.builder = builder
    self.tree = tree
    self.clock = clock
    self.place = place
    first = ShapeRun.outlines(tree, at: clock.frame(clock.range.lowerBound))
    let vertices = first.reduce(0) { $0 + $1.contours.reduce(0) { $0 + $1.vertices.count } }
    let times = first.flatMap(\.times)
    guard let span = clock.span(of: times) else { return }
    let frames = span.range.upperBound - span.range.lowerBound
    let work = Double(vertices) * max(frames, 1) * (tree.hasAreas ? Self.workOfAreas : 1)
    guard work > Self.largestWork else { return }
    isTooLarge = true
    builder.report.note("animated outline, too large", .ignored, place)
  }

  /// Vertices times frames of outlines that are sampled.
  private static let largestWork = 4e6
  /// The work of a vertex of areas that are united, cut or grown.
  private static let workOfAreas = 100.0
  private var isTooLarge = false
  /// The most samples of an outline between two frames.
  private var mostBetween: Int {
    tree.hasAreas ? LottieBaking.mostCostlyBetween : LottieBaking.mostBetween
  }

  private func outline(of style: Int, at frame: Double) -> [Contour] {
    if let outlines = known[frame] { return outlines[style].contours }
    let outlines = ShapeRun.outlines(tree, at: frame)
    if known.count < Self.largestKnownCount { known[frame] = outlines }
    return outlines[style].contours
  }

  /// The layers of the tree, the lowest first.
  func layers() throws(LottieError) -> [CALayer] { try layers(tree.nodes) }

  private func layers(_ nodes: [ShapeNode]) throws(LottieError) -> [CALayer] {
    var result: [CALayer] = []
    for node in nodes.reversed() {
      switch node {
      case .geometry, .modifier: break
      case .style(let style, let number):
        if let layer = try layer(style, number) { result.append(layer) }
      case .group(let group): result += try layers(group)
      }
    }
    return result
  }

  private func layers(_ group: ShapeNodeGroup) throws(LottieError) -> [CALayer] {
    let content = try layers(group.nodes)
    guard !content.isEmpty else { return [] }
    var chain = LayerChain()
    let opacityTimes = group.opacityTimes
    let opacity = group.opacity(at: clock.frame(clock.range.lowerBound))
    var blendMode = 0
    if case .group(let model) = group.kind { blendMode = model.blendMode }
    if blendMode != 0 || !opacityTimes.isEmpty || opacity < 1 {
      let container = try builder.newLayer()
      if case .group(let model) = group.kind { container.name = model.name }
      container.compositingFilter = BlendNames.name(of: blendMode)
      setOpacity(of: container, group)
      chain.append(container)
    }
    switch group.kind {
    case .group(let model):
      try builder.append(model.transform, to: &chain, clock, model.place)
    case .copy:
      try builder.append(
        sampled: { group.matrix(at: $0) },
        group.matrixTimes,
        to: &chain,
        clock,
        place
      )
    }
    guard let outermost = chain.outermost else { return content }
    for layer in content { chain.innermost?.addSublayer(layer) }
    return [outermost]
  }

  private func setOpacity(of layer: CALayer, _ group: ShapeNodeGroup) {
    if case .group(let model) = group.kind {
      return builder.setOpacity(of: layer, model.transform.opacity, clock, model.place)
    }
    let target = target(layer, "opacity", "opacity of copies")
    builder.bake(target, group.opacityTimes) {
      NumberList(numbers: [group.opacity(at: $0)])
    } _: {
      $0.numbers[0]
    }
  }

  private func target(_ layer: CALayer, _ keyPath: String, _ feature: String) -> AnimatedTarget {
    AnimatedTarget(layer: layer, keyPath: keyPath, clock: clock, feature: feature, place: place)
  }

  // MARK: Styles

  private func layer(_ style: LottieShapeStyle, _ number: Int) throws(LottieError) -> CALayer? {
    let outline = first[number]
    if outline.times.isEmpty, outline.contours.isEmpty { return nil }
    let layer = try builder.newShape()
    setPath(of: layer, style, number)
    layer.fillColor = nil
    layer.fillRule = style.isEvenOdd ? .evenOdd : .nonZero
    if let stroke = style.stroke { set(stroke, of: layer) }
    let result: CALayer
    switch style.paint {
    case .color(let color):
      let keyPath = style.stroke == nil ? "fillColor" : "strokeColor"
      builder.animate(target(layer, keyPath, "color"), color) { $0.cgColor }
      result = layer
    case .gradient(let gradient):
      let focused = try focusedLayer(gradient, style, number)
      let black = CGColor(red: 0, green: 0, blue: 0, alpha: 1)
      if style.stroke == nil { layer.fillColor = black } else { layer.strokeColor = black }
      let plain = focused == nil ? try gradientLayer(gradient, style, number) : nil
      guard let painted = focused ?? plain else { return nil }
      // The mask is in the space of the gradient's bounds, whose origin is that of the style.
      painted.mask = layer
      result = painted
    }
    result.name = style.name
    result.compositingFilter = BlendNames.name(of: style.blendMode)
    builder.setOpacity(of: result, style.opacity, clock, style.place)
    return result
  }

  private func setPath(of layer: CAShapeLayer, _ style: LottieShapeStyle, _ number: Int) {
    let outline = first[number]
    let path = target(layer, "path", "outline")
    let dashTimes = style.stroke.map { stroke in
      (stroke.dashes + [stroke.dashPhase].compactMap(\.self)).flatMap(\.times)
    }
    if let stroke = style.stroke, let dashTimes, !dashTimes.isEmpty, !isTooLarge {
      let times = outline.times + dashTimes
      return builder.bake(
        path,
        times,
        most: mostBetween,
        { self.dashed(stroke, number, $0) },
        \.uniformPath
      )
    }
    if let single = outline.single, single.path.isAnimated,
      builder.animate(
        path,
        exactly: single.path,
        { contour in
          let turned = single.isReversed ? contour.reversed : contour
          return [turned.transformed(single.matrix)].uniformPath
        }
      )
    {
      return
    }
    if outline.times.isEmpty || isTooLarge {
      layer.path = outline.contours.path
    } else {
      builder.bake(
        path,
        outline.times,
        most: mostBetween,
        { self.outline(of: number, at: $0) },
        \.uniformPath
      )
    }
  }

  private func dashed(_ stroke: LottieShapeStyle.Stroke, _ number: Int, _ frame: Double)
    -> [Contour]
  {
    let path = outline(of: number, at: frame).path
    let pattern = stroke.pattern(at: frame)
    guard pattern.isEmpty || pattern.reduce(0, +) > Self.shortestDash else {
      return outline(of: number, at: frame)
    }
    let phase = stroke.dashPhase?.number(at: frame) ?? 0
    return [Contour](path.copy(dashingWithPhase: phase, lengths: pattern.map { CGFloat($0) }))
  }

  /// Pixels of all dashes and gaps together, below which a line is drawn solid.
  private static let shortestDash = 0.01

  private func set(_ stroke: LottieShapeStyle.Stroke, of layer: CAShapeLayer) {
    builder.animate(target(layer, "lineWidth", "stroke width"), stroke.width) { max($0.x, 0) }
    builder.animate(target(layer, "miterLimit", "miter limit"), stroke.miterLimit) { $0.x }
    let caps: [CAShapeLayerLineCap] = [.butt, .round, .square]
    let joins: [CAShapeLayerLineJoin] = [.miter, .round, .bevel]
    layer.lineCap = caps[stroke.cap - 1]
    layer.lineJoin = joins[stroke.join - 1]
    let isFixed = !stroke.dashes.contains(where: \.isAnimated)
    guard isFixed, stroke.dashPhase?.isAnimated != true else { return }
    let pattern = stroke.pattern(at: 0)
    guard !pattern.isEmpty, pattern.reduce(0, +) > Self.shortestDash else { return }
    layer.lineDashPattern = pattern.map { NSNumber(value: $0) }
    layer.lineDashPhase = stroke.dashPhase?.first.x ?? 0
  }

  // MARK: Gradients

  /// A picture of a radial gradient whose colours begin beside its middle, if it does not change;
  /// nil for other gradients.
  private func focusedLayer(
    _ gradient: ShapeGradient,
    _ style: LottieShapeStyle,
    _ number: Int
  ) throws(LottieError) -> CALayer? {
    guard gradient.hasFocus, !gradient.isAnimated, let box = bounds(of: style, number),
      let picture = gradient.picture(in: box)
    else { return nil }
    let layer = try builder.newLayer()
    layer.bounds = box
    layer.position = box.origin
    layer.contents = picture
    builder.report.note("highlight of a gradient", .sampled, style.place)
    return layer
  }

  private func gradientLayer(
    _ gradient: ShapeGradient,
    _ style: LottieShapeStyle,
    _ number: Int
  ) throws(LottieError) -> CAGradientLayer? {
    guard let outer = bounds(of: style, number) else { return nil }
    // Points of gradients are in the unit space of the bounds: in a square, lines of one colour are
    // at right angles to the way between the points.
    let side = max(outer.width, outer.height)
    let box = CGRect(origin: outer.origin, size: CGSize(width: side, height: side))
    try builder.count()
    let layer = CAGradientLayer()
    layer.anchorPoint = .zero
    layer.bounds = box
    layer.position = box.origin
    layer.type = [.axial, .radial, .conic][gradient.kind.rawValue - 1]
    let origin = LottiePoint(box.minX, box.minY)
    let size = LottiePoint(box.width, box.height)
    func unit(_ point: LottiePoint) -> CGPoint { CGPoint((point - origin) / size) }
    builder.animate(target(layer, "startPoint", "gradient"), gradient.start) {
      unit(LottiePoint($0.x, $0.y))
    }
    let times = gradient.start.times + gradient.end.times + gradient.angle.times
    builder.bake(target(layer, "endPoint", "gradient"), times, gradient.end(at:)) {
      unit(LottiePoint($0.x, $0.y))
    }
    if gradient.hasFocus {
      builder.report.note("highlight of an animated gradient", .ignored, style.place)
    }
    let stops = gradient.stops.times
    builder.bake(target(layer, "colors", "colors of a gradient"), stops, gradient.merged(at:)) {
      $0.colors
    }
    builder.bake(target(layer, "locations", "colors of a gradient"), stops, gradient.merged(at:)) {
      $0.locations
    }
    return layer
  }

  /// The box of a style's outlines at all times, in the style's space; nil if they are empty.
  private func bounds(of style: LottieShapeStyle, _ number: Int) -> CGRect? {
    var box = first[number].contours.path.boundingBoxOfPath
    if !isTooLarge, let span = clock.span(of: first[number].times) {
      let steps = min(max(Int(span.range.upperBound - span.range.lowerBound), 1), 1000)
      for step in 0...steps {
        let share = Double(step) / Double(steps)
        let frame =
          span.range.lowerBound + (span.range.upperBound - span.range.lowerBound) * share
        box = box.union(outline(of: number, at: clock.frame(frame)).path.boundingBoxOfPath)
      }
    }
    guard !box.isNull, box.width.isFinite, box.height.isFinite else { return nil }
    var margin = 1.0
    if let stroke = style.stroke {
      let widths = stroke.width.keys.map(\.value.x) + [stroke.width.constant.x]
      margin += (widths.max() ?? 0) * max(stroke.miterLimit.first.x, 2)
    }
    return box.insetBy(dx: -margin, dy: -margin)
  }
}
