// Plans from a seeded generator: all kinds, classes, clips and nested surfaces.
// Licensed under the MIT license; see LICENSE.

import QuartzMath
import QuartzModel
import QuartzPlan
import TestRandom

extension SeededGenerator {
  mutating func float(_ low: Float, _ high: Float) -> Float {
    low + (high - low) * Float(next() >> 40) / 16_777_216
  }

  mutating func int(_ range: ClosedRange<Int32>) -> Int32 {
    range.lowerBound + Int32(next() % UInt64(range.upperBound - range.lowerBound + 1))
  }

  mutating func chance(_ percent: UInt64) -> Bool { next() % 100 < percent }
}

/// Makes plans and the images that they show.
struct RandomPlans {
  var generator: SeededGenerator
  let width: Int32
  let height: Int32
  /// Whether records may hold NaN, infinite and huge numbers.
  var isHostile = false
  private(set) var images: [(ImageID, PixelBuffer)] = []
  private var sketch = PlanSketch()

  init(seed: UInt64, width: Int32, height: Int32, isHostile: Bool = false) throws {
    generator = SeededGenerator(seed: seed)
    self.width = width
    self.height = height
    self.isHostile = isHostile
    for id in 1...3 {
      let isOpaque = id == 1
      let image = try image(
        width: Int(generator.int(1...70)),
        height: Int(generator.int(1...40)),
        isOpaque: isOpaque
      )
      images.append((ImageID(UInt32(id)), image))
    }
  }

  private mutating func image(width: Int, height: Int, isOpaque: Bool) throws -> PixelBuffer {
    // Rows are longer than the picture, and the last one ends with it.
    let rowBytes = width * 4 + 8
    var bytes = [UInt8](repeating: 0, count: rowBytes * height)
    for pixel in 0..<bytes.count / 4 {
      let alpha = isOpaque ? 255 : UInt8(generator.int(0...255))
      for channel in 0..<3 { bytes[pixel * 4 + channel] = UInt8(generator.int(0...Int32(alpha))) }
      bytes[pixel * 4 + 3] = alpha
    }
    return try bytes.withUnsafeBytes { bytes in
      try PixelBuffer(
        width: width,
        height: height,
        rowBytes: rowBytes,
        isOpaque: isOpaque,
        copying: bytes
      )
    }
  }

  /// A plan of about `count` draws.
  mutating func plan(count: Int) -> RenderPlan {
    sketch = PlanSketch()
    var groups: [Group] = []
    for _ in 0..<generator.int(0...4) {
      let frame = bounds()
      // Groups may hold groups.
      let inner = generator.chance(50) ? groups.popLast() : nil
      for _ in 0..<generator.int(1...5) { draw() }
      if let inner { show(inner, groups) }
      let surface = sketch.surface(frame, clearColor: clearColor())
      groups.append(Group(surface: surface, frame: frame))
      if generator.chance(30) { groups.append(blur(groups[groups.count - 1])) }
    }
    for index in 0..<count {
      draw()
      if index % 4 == 3, let group = groups.popLast() { show(group, groups) }
    }
    return sketch.output(width, height, clearColor: clearColor())
  }

  private mutating func clearColor() -> SIMD4<Float> { generator.chance(50) ? .zero : color() }

  private struct Group {
    var surface: Int32
    var frame: PixelRect
    var isBlur = false
  }

  /// A surface that is the alpha of a group, blurred; the group may be in front or behind of it.
  private mutating func blur(_ group: Group) -> Group {
    let sigma: [SIMD2<Float>] = [[1, 1], [2.5, 2.5], [0, 0], [6, 6], [3, 0.5], [0, 9]]
    let room = generator.int(-8...20)
    var frame = PixelRect(
      group.frame.minX - room,
      group.frame.minY - room,
      group.frame.maxX + room,
      group.frame.maxY + room
    )
    if frame.isEmpty { frame = group.frame }
    let index = Int(generator.int(0...Int32(sigma.count - 1)))
    let surface = sketch.blur(group.surface, sigma: sigma[index], frame)
    return Group(surface: surface, frame: frame, isBlur: true)
  }

  /// Shows a group in one of the ways there are, some of them twice.
  private mutating func show(_ group: Group, _ others: [Group]) {
    if group.isBlur || generator.chance(25) { return picture(group) }
    composite(group, others)
    if generator.chance(15) { composite(group, others) }
  }

  private mutating func composite(_ group: Group, _ others: [Group]) {
    var options = PlanSketch.Options()
    options.clip = clip()
    let opacity = generator.chance(20) ? 1 : generator.float(0, 1)
    let modes = CompositingMode.allCases
    sketch.composite(
      group.surface,
      opacity: opacity,
      mask: generator.chance(40) ? others.randomElement(using: &generator)?.surface ?? -1 : -1,
      blend: generator.chance(30) ? modes[Int(generator.int(0...27))] : .normal,
      bounds: generator.chance(80) ? group.frame : bounds(),
      options
    )
  }

  /// Shows a surface's alpha, or the surface as an image.
  private mutating func picture(_ group: Group) {
    var options = PlanSketch.Options()
    options.clip = clip()
    let place = generator.chance(50) ? SIMD2<Float>(3, -2) : [generator.float(-9, 9), 0.25]
    let origin = SIMD2(Float(group.frame.minX), Float(group.frame.minY))
    let map = SIMD4(1, 1, place.x - origin.x, place.y - origin.y)
    let rect = SIMD4(
      origin.x - place.x,
      origin.y - place.y,
      Float(group.frame.maxX) - place.x,
      Float(group.frame.maxY) - place.y
    )
    if generator.chance(35) { (options.shape, options.inverse) = (.general, inverse(rect)) }
    let all = PixelRect(-9, -9, width + 9, height + 9)
    if !group.isBlur, generator.chance(40) {
      sketch.image(surface: group.surface, rect, texelMap: map, bounds: all, options)
    } else {
      sketch.coverage(surface: group.surface, color(), texelMap: map, bounds: all, options)
    }
  }

  private mutating func draw() {
    var options = PlanSketch.Options()
    options.clip = clip()
    let rect = rect()
    if generator.chance(35) { (options.shape, options.inverse) = (.general, inverse(rect)) }
    let bounds = generator.chance(70) ? bounds() : PixelRect(-9, -9, width + 9, height + 9)
    switch generator.int(0...3) {
    case 0:
      let radii: SIMD4<Float> =
        generator.chance(40)
        ? .zero : SIMD4(generator.float(0, 9), generator.float(0, 9), 5, generator.float(0, 20))
      sketch.solid(
        rect,
        color(),
        radiiX: radii,
        radiiY: generator.chance(50) ? nil : radii * 0.7,
        bounds: bounds,
        options
      )
    case 1:
      sketch.border(
        rect,
        width: number(generator.float(0, 8)),
        color(),
        radius: generator.float(-3, 12),
        bounds: bounds,
        options
      )
    case 2:
      coverage(rect, bounds, options)
    default:
      image(rect, bounds, options)
    }
  }

  private mutating func coverage(
    _ rect: SIMD4<Float>,
    _ bounds: PixelRect,
    _ options: PlanSketch.Options
  ) {
    var options = options
    let bytes = bytes()
    let size = SIMD2(Float(bytes.width), Float(bytes.height))
    var scale = SIMD2(size.x / (rect.z - rect.x), size.y / (rect.w - rect.y))
    if generator.chance(40) { scale = [1, 1] }
    if generator.chance(10) { scale *= [-1, 7] }
    if generator.chance(3) { scale *= 900 }
    var map = SIMD4(scale.x, scale.y, -rect.x * scale.x, -rect.y * scale.y)
    var texelRect: SIMD4<Float> = [0, 0, size.x, size.y]
    if generator.chance(30) { texelRect += [3, 2, -5, -1] }
    // The outer quarters of the bytes, and the middle for what is between.
    var sliceEdges: SIMD4<Float> = .zero
    var stretch: SIMD2<Float> = .zero
    if generator.chance(60) {
      options.flags.insert(.stretched)
      let quarter = (size * 0.25).rounded(.down)
      let end = size - quarter
      sliceEdges = [
        rect.x + quarter.x / scale.x, rect.y + quarter.y / scale.y,
        rect.z - (size.x - end.x) / scale.x, rect.w - (size.y - end.y) / scale.y,
      ]
      if generator.chance(20) { sliceEdges.round(.toNearestOrAwayFromZero) }
      stretch = (end - quarter) / SIMD2(sliceEdges.z - sliceEdges.x, sliceEdges.w - sliceEdges.y)
      if generator.chance(30) { stretch = .zero }
    }
    if generator.chance(15) {
      options.flags = .copies
      options.shape = .axis
      map = [1, 1, Float(-generator.int(0...width)), Float(-generator.int(0...height))]
    }
    if isHostile {
      map = hostile(map, options.flags)
      sliceEdges = SIMD4(
        number(sliceEdges.x),
        number(sliceEdges.y),
        number(sliceEdges.z),
        sliceEdges.w
      )
      stretch.x = number(stretch.x)
    }
    sketch.coverage(
      bytes,
      color(),
      texelMap: map,
      texelRect: texelRect,
      sliceEdges: sliceEdges,
      stretch: stretch,
      bounds: bounds,
      options
    )
  }

  /// Random bytes, or those of a box whose middle is even.
  private mutating func bytes() -> CoverageBytes {
    let (width, height) = (Int(generator.int(1...70)), Int(generator.int(1...40)))
    let bytes = CoverageBytes(width: width, height: height)
    let isEven = generator.chance(60)
    for y in 0..<height {
      for x in 0..<width {
        let inset = min(x, y, width - 1 - x, height - 1 - y)
        let byte = isEven ? min(inset * 40, 200) : Int(generator.int(0...255))
        bytes.bytes[y * width + x] = UInt8(byte)
      }
    }
    return bytes
  }

  private mutating func image(
    _ rect: SIMD4<Float>,
    _ bounds: PixelRect,
    _ options: PlanSketch.Options
  ) {
    var options = options
    let (id, pixels) = images[Int(generator.int(0...2))]
    let size = SIMD2(Float(pixels.width), Float(pixels.height))
    var texelRect: SIMD4<Float> = [0, 0, size.x, size.y]
    if generator.chance(30) { texelRect += [3, 2, -5, -1] }
    var color = generator.chance(60) ? SIMD4<Float>.one : color()
    var scale = SIMD2(size.x / (rect.z - rect.x), size.y / (rect.w - rect.y))
    if generator.chance(30) { scale = [1, 1] }
    if generator.chance(10) { scale *= [-1, 7] }
    if generator.chance(3) { scale *= 60 }
    var map = SIMD4(scale.x, scale.y, -rect.x * scale.x, -rect.y * scale.y)
    if generator.chance(25) { options.flags.insert(.nearest) }
    if generator.chance(20) {
      options.flags.insert(.copies)
      options.shape = .axis
      map = [1, 1, Float(-generator.int(0...width)), Float(-generator.int(0...height))]
    }
    if id == images[0].0, generator.chance(50) {
      options.flags.insert(.opaque)
      color = .one
    }
    var (sliceEdges, stretch, level) = (SIMD4<Float>.zero, SIMD4<Float>.zero, Float(0))
    if generator.chance(25) {
      options.flags.formUnion(.stretched)
      options.flags.subtract(.copies)
      sliceEdges = rect + [4, 3, -5, -2.5]
      stretch = [generator.float(-1, 2), generator.float(0, 8), 0, 0]
    }
    if generator.chance(25) { options.flags.insert(.repeats) }
    if generator.chance(25), !options.flags.contains(.nearest) {
      options.flags.formUnion(.mipmapped)
      options.flags.subtract(.copies)
      level = generator.chance(30) ? Float(generator.int(1...8)) : generator.float(0.01, 7)
    }
    if isHostile { map = hostile(map, options.flags) }
    sketch.image(
      id,
      rect,
      texelMap: map,
      texelRect: texelRect,
      sliceEdges: sliceEdges,
      stretch: stretch,
      level: level,
      color: color,
      radius: generator.chance(50) ? 0 : generator.float(0, 15),
      bounds: bounds,
      options
    )
  }

  private mutating func clip() -> Int32 {
    guard generator.chance(30) else { return -1 }
    let rect = rect()
    let radius = generator.chance(30) ? 0 : generator.float(0, 30)
    guard generator.chance(25) else { return sketch.clip(rect, radius: radius) }
    return sketch.clip(rect, radius: radius, shape: .general, inverse: inverse(rect))
  }

  private mutating func bounds() -> PixelRect {
    let (x, y) = (generator.int(-8...width), generator.int(-8...height))
    return PixelRect(x, y, x + generator.int(1...width), y + generator.int(1...height))
  }

  private mutating func rect() -> SIMD4<Float> {
    let (x, y) = (generator.float(-9, Float(width)), generator.float(-9, Float(height)))
    let isThin = generator.chance(15)
    let width = isThin ? generator.float(0, 2) : generator.float(0, Float(self.width) * 1.2)
    let height = generator.float(0, Float(self.height) * 1.2)
    var rect = SIMD4(x, y, x + width, y + height)
    if generator.chance(30) { rect.round(.toNearestOrAwayFromZero) }
    if isHostile { rect = SIMD4(number(rect.x), number(rect.y), number(rect.z), number(rect.w)) }
    return rect
  }

  private mutating func color() -> SIMD4<Float> {
    let alpha = generator.chance(40) ? 1 : generator.float(0, 1)
    let color = SIMD4(
      generator.float(0, alpha),
      generator.float(0, alpha),
      generator.float(0, alpha),
      alpha
    )
    return isHostile ? SIMD4(number(color.x), color.y, color.z, number(color.w)) : color
  }

  /// The inverse of a rotation and scale about the rectangle's middle, with or without perspective.
  private mutating func inverse(_ rect: SIMD4<Float>) -> [SIMD4<Float>] {
    // Cosine and sine from the tangent of half the angle: the same bits everywhere.
    let tangent = generator.chance(10) ? 0 : generator.float(-3, 3)
    let length = 1 + tangent * tangent
    let scale = generator.float(0.3, 2)
    let (c, s) = ((1 - tangent * tangent) / length / scale, 2 * tangent / length / scale)
    let center = SIMD2((rect.x + rect.z) / 2, (rect.y + rect.w) / 2)
    let w: SIMD2<Float> =
      generator.chance(50) ? .zero : [generator.float(-0.01, 0.01), generator.float(-0.01, 0.01)]
    let rows: [SIMD4<Float>] = [
      [number(c), -s, w.x, 0], [s, c, w.y, 0],
      [
        center.x - c * center.x - s * center.y, center.y + s * center.x - c * center.y,
        1 - (w.x * center.x + w.y * center.y), 0,
      ],
    ]
    return rows
  }

  /// A map with numbers that no layer should have; one that copies keeps its scale of 1.
  private mutating func hostile(_ map: SIMD4<Float>, _ flags: DrawFlags) -> SIMD4<Float> {
    let scale = flags.contains(.copies) ? [1, 1] : SIMD2(number(map.x), number(map.y))
    return SIMD4(scale.x, scale.y, number(map.z), number(map.w))
  }

  /// The number itself, or, in hostile plans, now and then one that no layer should have.
  private mutating func number(_ value: Float) -> Float {
    guard isHostile, generator.chance(12) else { return value }
    let numbers: [Float] = [
      .nan, .infinity, -.infinity, 1e30, -1e30, 3e9, -3e9, .greatestFiniteMagnitude, 0, 1e-38, -1,
    ]
    return numbers[Int(generator.next() % UInt64(numbers.count))]
  }
}
