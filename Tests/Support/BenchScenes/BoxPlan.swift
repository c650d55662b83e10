// Boxes of each kind as draws of a plan.
// Licensed under the MIT license; see LICENSE.

package import QuartzMath
import QuartzModel
package import QuartzPlan
import QuartzRaster

/// A box of the scene.
package struct SceneBox {
  var index: Int
  /// minX, minY, maxX, maxY.
  package var rect: SIMD4<Float>
  var color: SIMD4<Float>

  package func moved(_ x: Float) -> SceneBox {
    SceneBox(index: index, rect: rect + [x, 0, x, 0], color: color)
  }

  /// The pixels that it touches.
  var bounds: PixelRect { SceneBox.pixels(rect) }

  /// The pixels that minX, minY, maxX, maxY touch.
  static func pixels(_ rect: SIMD4<Float>) -> PixelRect {
    PixelRect(
      Int32(rect.x.rounded(.down)),
      Int32(rect.y.rounded(.down)),
      Int32(rect.z.rounded(.up)),
      Int32(rect.w.rounded(.up))
    )
  }

  package static func random(_ count: Int, side: Float) -> [SceneBox] {
    var random = SplitMix(seed: 7)
    func unit() -> Float { Float(random.unit()) }
    return (0..<count).map { index in
      let (x, y) = (unit() * (side - 66), unit() * (side - 49))
      let color = SIMD4(unit(), unit(), unit(), 1)
      return SceneBox(index: index, rect: [x, y, x + 64, y + 48], color: color)
    }
  }
}

/// Collects the draws of one frame.
package struct BoxPlan {
  package static let imageCount = 64

  private var plan = RenderPlan()
  /// Where the draws of the output begin among those that are in no group: all of `outputDraws`.
  private var outputDraws: [Draw] = []
  private let frame: PixelRect
  /// The hidden pixels of the output's draws, by index; draws of groups have none.
  private var hidden: [Int32: PixelRect] = [:]

  package init(side: Int32) {
    frame = PixelRect(width: side, height: side)
    plan.images = ContiguousArray((1...BoxPlan.imageCount).map { ImageID(UInt32($0)) })
  }

  private func solidRecord(_ rect: SIMD4<Float>, _ color: SIMD4<Float>, _ radius: Float)
    -> SolidRecord
  {
    SolidRecord(
      shape: ShapeRecord(rect: rect, radius: radius),
      color: color
    )
  }

  package mutating func solid(_ box: SceneBox, radius: Float) {
    outputDraws.append(solidDraw(box, radius: radius))
  }

  private mutating func solidDraw(_ box: SceneBox, radius: Float) -> Draw {
    plan.solids.append(solidRecord(box.rect, box.color, radius))
    return Draw(
      kind: .solid,
      flags: radius > 0 ? [.rounded, .opaque] : .opaque,
      record: Int32(plan.solids.count - 1),
      bounds: box.bounds
    )
  }

  package mutating func border(_ box: SceneBox) {
    plan.borders.append(
      BorderRecord(
        shape: ShapeRecord(rect: box.rect, radius: 8),
        color: box.color,
        innerRect: box.rect + [2, 2, -2, -2],
        innerRadiiX: SIMD4(repeating: 6),
        innerRadiiY: SIMD4(repeating: 6)
      )
    )
    outputDraws.append(
      Draw(
        kind: .border,
        flags: [.rounded, .opaque],
        record: Int32(plan.borders.count - 1),
        bounds: box.bounds
      )
    )
  }

  package mutating func image(_ box: SceneBox) {
    let rect = box.rect
    plan.imageRecords.append(
      ImageRecord(
        shape: ShapeRecord(rect: rect),
        color: .one,
        texelMap: [1, 64.0 / 48.0, -rect.x, -rect.y * (64.0 / 48.0)],
        texelRect: [0, 0, 64, 64]
      )
    )
    outputDraws.append(
      Draw(
        kind: .image,
        record: Int32(plan.imageRecords.count - 1),
        source: Int32(box.index % BoxPlan.imageCount),
        bounds: box.bounds
      )
    )
  }

  /// A rounded box on its shadow: a deviation of 5, 3 further down, of alpha 110.
  package mutating func shadowed(_ box: SceneBox) {
    let shadow = BoxShadow.shared
    // One picture for all boxes, whose middle is stretched along x; the boxes are lower than it.
    let core = Float(BoxShadow.core)
    let start = SIMD2(box.rect.x, box.rect.y + 3) - Float(BoxShadow.padding)
    plan.coverageRecords.append(
      CoverageRecord(
        inverse1: [1, 0, 0, 0],
        inverse2: [0, 1, 0, 0],
        inverse3: [0, 0, 1, 0],
        color: [0, 0, 0, 110 / 255],
        texelMap: [1, 1, -start.x, -start.y],
        texelRect: [0, 0, Float(shadow.width), Float(shadow.height)],
        sliceEdges: [box.rect.x + core, 1e9, box.rect.z - core, 1e9],
        stretch: .zero
      )
    )
    if plan.coverages.isEmpty { plan.coverages.append(shadow) }
    let shown = box.rect + [-1, -1, 1, 1] * BoxShadow.reach + [0, 3, 0, 3]
    // Planners find this part hidden: the largest rectangle in the box's corners.
    hidden[Int32(outputDraws.count)] = PixelRect(
      Int32((box.rect.x + 2.35).rounded(.up)),
      Int32((box.rect.y + 2.35).rounded(.up)),
      Int32((box.rect.z - 2.35).rounded(.down)),
      Int32((box.rect.w - 2.35).rounded(.down))
    )
    outputDraws.append(
      Draw(
        kind: .coverage,
        flags: .stretched,
        record: Int32(plan.coverageRecords.count - 1),
        source: 0,
        bounds: SceneBox.pixels(shown).intersection(frame)
      )
    )
    solid(box, radius: 8)
  }

  /// A box, wider by 2, clipped to a rounded one.
  package mutating func clipped(_ box: SceneBox) {
    let radii = SIMD4<Float>(repeating: 8)
    plan.clips.append(ClipRecord(rect: box.rect, radiiX: radii, radiiY: radii))
    plan.solids.append(solidRecord(box.rect + [0, 0, 2, 0], box.color, 0))
    outputDraws.append(
      Draw(
        kind: .solid,
        flags: .opaque,
        record: Int32(plan.solids.count - 1),
        clip: Int32(plan.clips.count - 1),
        bounds: box.bounds
      )
    )
  }

  /// A rounded box and a smaller one on it, together at half opacity.
  package mutating func group(_ box: SceneBox) {
    let first = Int32(plan.draws.count)
    plan.draws.append(solidDraw(box, radius: 8))
    var inner = box
    inner.rect = [box.rect.x + 8, box.rect.y + 8, box.rect.x + 28, box.rect.y + 28]
    inner.color = [1, 0, 0, 1]
    plan.draws.append(solidDraw(inner, radius: 0))
    let visible = Int32(plan.visible.count)
    plan.visible.append(contentsOf: [first, first + 1])
    plan.surfaces.append(
      Surface(
        frame: box.bounds,
        clearColor: .zero,
        reason: .groupOpacity,
        draws: first..<first + 2,
        visible: visible..<visible + 2
      )
    )
    plan.composites.append(CompositeRecord(opacity: 128 / 255))
    outputDraws.append(
      Draw(
        kind: .composite,
        record: Int32(plan.composites.count - 1),
        source: Int32(plan.surfaces.count - 1),
        bounds: box.bounds
      )
    )
  }

  /// One of five kinds in turns.
  package mutating func mixed(_ box: SceneBox) {
    switch box.index % 5 {
    case 0: solid(box, radius: 0)
    case 1: solid(box, radius: 8)
    case 2: border(box)
    case 3: image(box)
    default: shadowed(box)
    }
  }

  /// The plan that draws all of it on white, or what lies in a part.
  package func output(damage part: PixelRect? = nil) -> RenderPlan {
    var plan = plan
    let draws = Int32(plan.draws.count)..<Int32(plan.draws.count + outputDraws.count)
    let visible = Int32(plan.visible.count)
    plan.draws.append(contentsOf: outputDraws)
    plan.visible.append(
      contentsOf: draws.filter { index in
        part.map { plan.draws[Int(index)].bounds.intersects($0) } ?? true
      }
    )
    plan.hidden = ContiguousArray(plan.visible.map { hidden[$0] ?? .empty })
    plan.surfaces.append(
      Surface(
        frame: frame,
        clearColor: .one,
        reason: .output,
        draws: draws,
        visible: visible..<Int32(plan.visible.count)
      )
    )
    plan.damage = Damage(part ?? frame)
    return plan
  }
}

/// The blurred shadow of a rounded box, as planners make it: its corners, and what is between them.
enum BoxShadow {
  /// Texels around the box.
  static let padding = 17
  /// How far from the box planners draw it with an alpha of 110: 2.66 deviations
  /// (ShadowReach.swift).
  static let reach: Float = 13.3
  /// Texels from the left and the right edge inwards in which something changes along the side.
  static let core = 24

  static let shared: CoverageBytes = {
    let (width, height) = (2 * core, 48)
    let bytes = CoverageBytes(width: width + 2 * padding, height: height + 2 * padding)
    var path = Path()
    path.addRoundedRect(
      Rect(Double(padding), Double(padding), Double(width), Double(height)),
      radii: SIMD4(repeating: 8),
      isContinuous: false
    )
    let frame = PixelRect(width: Int32(bytes.width), height: Int32(bytes.height))
    var rasterizer = PathRasterizer()
    var mask = CoverageMask()
    rasterizer.fill(path, rule: .nonZero, transform: .identity, in: frame, into: &mask)
    guard let base = bytes.bytes.baseAddress else { return bytes }
    mask.copy(frame, into: base.assumingMemoryBound(to: UInt8.self), rowBytes: bytes.width)
    let picture = BlurPicture(base: base, rowBytes: bytes.width)
    let blur = try? GaussianBlur(
      .alpha8,
      width: bytes.width,
      height: bytes.height,
      sigma: 5,
      edges: .transparent,
      from: picture,
      to: picture
    )
    blur?.run()
    return bytes
  }()
}
