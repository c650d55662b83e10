// The overlays that tint draws: blended, misaligned, off screen, cached, copied, slots.
// Licensed under the MIT license; see LICENSE.
//
// Each draw of the output is followed by its tints, so that an opaque draw hides the tints below
// it like anything else: what is on top says what the topmost layer costs. The draws of a group are
// tinted after the group's composite, at the same pixels. A picture in a space of its own (a
// rasterised layer) is tinted as one.

import QuartzMath
import QuartzModel

/// Premultiplied colours of half strength.
enum OverlayColor {
  private static let half: Float = 128 / 255

  static let red = SIMD4<Float>(half, 0, 0, half)
  static let green = SIMD4<Float>(0, half, 0, half)
  static let blue = SIMD4<Float>(0, 0, half, half)
  static let yellow = SIMD4<Float>(half, half, 0, half)
  static let magenta = SIMD4<Float>(half, 0, half, half)
  /// The ground of the overdraw: four fifths black.
  static let shade = SIMD4<Float>(0, 0, 0, 204 / 255)
  /// One draw of the overdraw: a fifth red.
  static let heat = SIMD4<Float>(51 / 255, 0, 0, 51 / 255)
  /// The line around layers.
  static let cyan = SIMD4<Float>(0, 1, 1, 1)
}

/// Puts tints between the draws of the output.
struct DrawTints {
  private(set) var plan: RenderPlan
  private let scene: RenderPlan
  private let facts: OverlayFacts
  // The opaque part of the layer that was drawn last.
  private var body = (slot: Int32(-1), pixels: PixelRect.empty)
  // Surfaces whose draws are tinted: each once, however often it shows.
  private var isVisited: ContiguousArray<Bool> = []
  private var open: ContiguousArray<Range<Int32>> = []

  private static let tints: Overlays = [
    .blended, .misaligned, .offscreen, .cache, .copied, .slots,
  ]

  /// The plan with the tints that the overlays ask for.
  static func tint(_ scene: RenderPlan, _ facts: OverlayFacts) -> RenderPlan {
    guard !facts.overlays.isDisjoint(with: tints) else { return scene }
    var tints = DrawTints(plan: scene, scene: scene, facts: facts)
    tints.tintOutput()
    return tints.plan
  }

  private init(plan: RenderPlan, scene: RenderPlan, facts: OverlayFacts) {
    (self.plan, self.scene, self.facts) = (plan, scene, facts)
  }

  private mutating func tintOutput() {
    guard let output = scene.surfaces.indices.last else { return }
    isVisited = ContiguousArray(repeating: false, count: scene.surfaces.count)
    let start = Int32(plan.draws.count)
    for index in scene.surfaces[output].draws {
      let draw = scene.draws[Int(index)]
      plan.draws.append(draw)
      if draw.bounds.isEmpty { continue }
      if facts.overlays.contains(.blended) { tintBlending(of: draw) }
      if facts.overlays.contains(.offscreen), draw.showsSurface { tint(draw, OverlayColor.yellow) }
      tintContents(of: draw)
      tintGroup(shownBy: draw)
    }
    plan.surfaces[output].draws = start..<Int32(plan.draws.count)
  }

  /// Tints what lies in the surface that a composite shows, at the same pixels.
  private mutating func tintGroup(shownBy draw: Draw) {
    visit(draw)
    // A list, not a recursion: a client decides how deep surfaces are nested.
    while var draws = open.popLast() {
      guard let index = draws.popFirst() else { continue }
      open.append(draws)
      let inner = scene.draws[Int(index)]
      if inner.bounds.isEmpty { continue }
      tintContents(of: inner)
      visit(inner)
    }
  }

  private mutating func visit(_ draw: Draw) {
    guard draw.kind == .composite else { return }
    var index = Int(draw.source)
    // The result of filters shows the pixels of its source in place.
    while !isVisited[index], scene.surfaces[index].reason == .filter,
      scene.surfaces[index].effectSource >= 0
    {
      isVisited[index] = true
      index = Int(scene.surfaces[index].effectSource)
    }
    let surface = scene.surfaces[index]
    guard !isVisited[index], !surface.isSeparate, surface.reason != .backdrop,
      surface.content == .draws
    else { return }
    isVisited[index] = true
    open.append(surface.draws)
  }

  private mutating func tintBlending(of draw: Draw) {
    let isOpaque = draw.blend == .normal && draw.flags.contains(.opaque)
    if isOpaque, draw.clip < 0 { body = (draw.slot, scene.interior(of: draw)) }
    // Contents on the layer's own opaque background hide what is below as well.
    let liesOnItself = body.slot == draw.slot && body.pixels.contains(draw.bounds)
    tint(draw, isOpaque || liesOnItself ? OverlayColor.green : OverlayColor.red)
  }

  private mutating func tintContents(of draw: Draw) {
    if facts.overlays.contains(.cache), draw.showsSurface {
      let key = scene.surfaces[Int(draw.source)].key
      if key != 0 { tint(draw, facts.cache.has(key) ? OverlayColor.green : OverlayColor.red) }
    }
    guard draw.kind == .image else { return }
    if facts.overlays.contains(.misaligned) {
      switch scene.imageRecords[Int(draw.record)].grid(draw) {
      case .aligned: break
      case .moved: tint(draw, OverlayColor.magenta)
      case .scaled: tint(draw, OverlayColor.yellow)
      }
    }
    guard !draw.flags.contains(.fromSurface) else { return }
    let image = scene.images[Int(draw.source)]
    if facts.overlays.contains(.copied), facts.copied.contains(image) {
      tint(draw, OverlayColor.blue)
    }
    if facts.overlays.contains(.slots), facts.presented.contains(image) {
      tint(draw, OverlayColor.blue)
    }
  }

  /// Appends a tint of the pixels that a draw covers.
  private mutating func tint(_ draw: Draw, _ color: SIMD4<Float>) {
    let isPlain = draw.shape == .axis && !draw.flags.contains(.rounded)
    let record = Int(draw.record)
    switch draw.kind {
    case .border:
      var ring = scene.borders[record]
      ring.color = color
      var tint = Draw(
        kind: .border,
        shape: draw.shape,
        flags: draw.flags.intersection(.rounded),
        record: Int32(plan.borders.count),
        clip: draw.clip,
        bounds: draw.bounds
      )
      tint.slot = draw.slot
      plan.borders.append(ring)
      plan.draws.append(tint)
    case .solid where !isPlain: tint(draw, in: scene.solids[record].shape, color)
    case .image where !isPlain: tint(draw, in: scene.imageRecords[record].shape, color)
    case .gradient where !isPlain: tint(draw, in: scene.gradientRecords[record].shape, color)
    case .solid, .image, .gradient, .composite, .coverage:
      plan.appendTint(of: draw.bounds, color, clip: draw.clip, slot: draw.slot)
    }
  }

  private mutating func tint(_ draw: Draw, in shape: ShapeRecord, _ color: SIMD4<Float>) {
    var tint = Draw(
      kind: .solid,
      shape: draw.shape,
      flags: draw.flags.intersection(.rounded),
      record: Int32(plan.solids.count),
      clip: draw.clip,
      bounds: draw.bounds
    )
    tint.slot = draw.slot
    plan.solids.append(SolidRecord(shape: shape, color: color))
    plan.draws.append(tint)
  }
}

extension RenderPlan {
  /// Appends a draw of whole pixels in one colour; the caller says that it is the output's.
  mutating func appendTint(
    of bounds: PixelRect,
    _ color: SIMD4<Float>,
    clip: Int32 = -1,
    slot: Int32 = -1
  ) {
    var tint = Draw(
      kind: .solid,
      flags: color.w >= 1 ? .hides : .covers,
      record: Int32(solids.count),
      clip: clip,
      bounds: bounds
    )
    tint.slot = slot
    draws.append(tint)
    solids.append(SolidRecord(shape: ShapeRecord(rect: SIMD4(bounds)), color: color))
  }
}

extension SIMD4<Float> {
  /// The edges of a rectangle: minX, minY, maxX, maxY.
  init(_ rect: PixelRect) {
    self.init(Float(rect.minX), Float(rect.minY), Float(rect.maxX), Float(rect.maxY))
  }
}

/// How the texels of an image lie on pixels.
private enum TexelGrid {
  /// Each pixel is one texel.
  case aligned
  /// As many texels as pixels, but each pixel is a mixture, or the image is turned.
  case moved
  case scaled
}

extension ImageRecord {
  /// Lengths of a texel that make no difference that can be seen.
  private static let nearlyNothing: Float = 1 / 256

  /// How the image lies on the pixels of a draw.
  fileprivate func grid(_ draw: Draw) -> TexelGrid {
    if draw.flags.contains(.copies) { return .aligned }
    if draw.flags.contains(.stretched) || draw.flags.contains(.mipmapped) { return .scaled }
    let scale = SIMD2(texelMap.x, texelMap.y)
    var (x, y) = (SIMD2<Float>(1, 0) * scale, SIMD2<Float>(0, 1) * scale)
    var offset = SIMD2(texelMap.z, texelMap.w)
    if draw.shape == .general {
      let (first, second, third) = (shape.inverse1, shape.inverse2, shape.inverse3)
      // With perspective, no two pixels have texels of one size.
      guard abs(first.z) + abs(second.z) < 1e-7, third.z != 0 else { return .scaled }
      x = SIMD2(first.x, first.y) / third.z * scale
      y = SIMD2(second.x, second.y) / third.z * scale
      offset += SIMD2(third.x, third.y) / third.z * scale
    }
    // Over a whole image the error of a scale adds up to texels.
    let size = max(texelRect.z - texelRect.x, texelRect.w - texelRect.y, 1)
    let slack = ImageRecord.nearlyNothing / size + 1e-5
    let lengths = SIMD2((x * x).sum().squareRoot(), (y * y).sum().squareRoot())
    guard abs(lengths.x - 1) < slack, abs(lengths.y - 1) < slack, abs((x * y).sum()) < slack else {
      return .scaled
    }
    let isStraight = abs(x.x * x.y) < slack
    let rest = offset - offset.rounded(.toNearestOrEven)
    let isOnGrid = abs(rest.x) + abs(rest.y) < ImageRecord.nearlyNothing
    return isStraight && isOnGrid ? .aligned : .moved
  }
}
