// The draws of one layer: background and border, and the code that all draws share.
// Licensed under the MIT license; see LICENSE.
//
// Every part can be appended (rebuilding) or written over an old one of the same kind (patching);
// the same function makes it in both cases.

import QuartzMath
import QuartzModel

extension PlanBuilder {
  // MARK: Background and border

  mutating func emitBackground(
    _ index: Int32,
    _ style: LayerStylePointer,
    _ opacity: Double,
    _ environment: PlanEnvironment,
    _ tree: LayerTree,
    at replaced: Int32? = nil
  ) {
    guard nodes[Int(index)].parts.contains(.background) else { return }
    if style.pointee.hasPattern, let pattern = style.pointee.backgroundPattern {
      return emitPattern(pattern, index, style, opacity, environment, tree, at: replaced)
    }
    guard let color = style.pointee.backgroundColor else { return }
    let source = self.source(color, opacity * environment.opacity, index)
    if style.isCurved { return emitCurvedBackground(index, style, source, environment) }
    let world = nodes[Int(index)].world
    let shape = shownShape(style, style.pointee.bounds, style.radii, world)
    var record = SolidRecord(shape)
    record.color = source
    putSolid(shape, record, environment, slot: nodes[Int(index)].slot, at: replaced)
  }

  /// Appends the draw of a background in one colour, or writes it over an old one.
  @inline(__always)
  mutating func putSolid(
    _ shape: Shape,
    _ record: SolidRecord,
    _ environment: PlanEnvironment,
    slot: Int32,
    at replaced: Int32?
  ) {
    var draw = Draw(.solid, shape, environment, slot: slot)
    if shape.isRounded { draw.flags.insert(.rounded) }
    if shape.isPixelAligned { draw.flags.insert(.covers) }
    if record.color.w >= 1 { draw.flags.insert(.opaque) }
    Self.put(
      draw,
      record,
      into: &plan.solids,
      &plan.draws,
      &plan.damage,
      at: replaced
    )
  }

  mutating func emitBorder(
    _ index: Int32,
    _ style: LayerStylePointer,
    _ opacity: Double,
    _ environment: PlanEnvironment,
    at replaced: Int32? = nil
  ) {
    guard nodes[Int(index)].parts.contains(.border) else { return }
    if style.pointee.borderPattern != nil {
      let bounds = style.pointee.bounds
      return emitPatterned(.border, bounds, index, style, opacity, environment)
    }
    guard let color = style.pointee.borderColor else { return }
    let source = self.source(color, opacity * environment.opacity, index)
    emitBorder(index, style, source, environment, at: replaced)
  }

  /// Emits the border of a layer in a premultiplied colour.
  mutating func emitBorder(
    _ index: Int32,
    _ style: LayerStylePointer,
    _ source: SIMD4<Float>,
    _ environment: PlanEnvironment,
    at replaced: Int32? = nil
  ) {
    let world = nodes[Int(index)].world
    if style.isCurved { return emitCurvedBorder(index, style, source, environment) }
    let outer = shownShape(style, style.pointee.bounds, style.radii, world)
    let width = style.pointee.borderWidth
    let bounds = style.pointee.bounds
    let inside = Rect(
      bounds.x + width,
      bounds.y + width,
      bounds.width - 2 * width,
      bounds.height - 2 * width
    )
    let radii = style.radii - width
    let inner = Shape(inside, radii: radii.replacing(with: 0, where: radii .< 0), world: world)
    let record = BorderRecord(
      shape: outer.record,
      color: source,
      innerRect: inner?.rect ?? .zero,
      innerRadiiX: inner?.radiiX ?? .zero,
      innerRadiiY: inner?.radiiY ?? .zero
    )
    var draw = Draw(.border, outer, environment, slot: nodes[Int(index)].slot)
    if outer.isRounded { draw.flags.insert(.rounded) }
    if source.w >= 1 { draw.flags.insert(.opaque) }
    Self.put(
      draw,
      record,
      into: &plan.borders,
      &plan.draws,
      &plan.damage,
      at: replaced
    )
  }

  // MARK: Composites and clips

  mutating func emitComposite(
    _ source: Int32,
    opacity: Double,
    clip: Int32,
    bounds: PixelRect,
    slot: Int32,
    mask: Int32 = -1,
    blend: CompositingMode = .normal
  ) {
    let draw = Draw(
      kind: .composite,
      shape: .axis,
      blend: blend,
      flags: mask < 0 ? .covers : [],
      record: 0,
      clip: clip,
      source: source,
      mask: mask,
      bounds: bounds,
      slot: slot
    )
    Self.put(
      draw,
      CompositeRecord(opacity: opacity.asByte),
      into: &plan.composites,
      &plan.draws,
      &plan.damage,
      at: nil
    )
  }

  mutating func addClip(_ shape: Shape) -> Int32 {
    plan.clips.append(
      ClipRecord(
        kind: shape.kind,
        shape: shape.record
      )
    )
    return Int32(plan.clips.count) - 1
  }

  /// Appends a shape in one colour.
  mutating func appendSolid(
    _ shape: Shape,
    _ source: SIMD4<Float>,
    _ environment: PlanEnvironment,
    slot: Int32
  ) {
    var record = SolidRecord(shape)
    record.color = source
    var draw = Draw(.solid, shape, environment, slot: slot)
    guard !draw.bounds.isEmpty else { return }
    if shape.isRounded { draw.flags.insert(.rounded) }
    if shape.isPixelAligned { draw.flags.insert(.covers) }
    if source.w >= 1 { draw.flags.insert(.opaque) }
    draw.record = Int32(plan.solids.count)
    plan.solids.append(record)
    plan.draws.append(draw)
  }

  /// A rectangle of a layer mapped to pixels, with the edges that the layer wants.
  func shape(
    _ style: LayerStylePointer,
    _ rect: Rect,
    _ radii: SIMD4<Double>,
    _ world: Homography
  ) -> Shape? {
    var shape = Shape(rect, radii: radii, world: world)
    if !style.hasSoftEdges { shape?.harden(style.hardEdges, world) }
    return shape
  }

  /// A colour as a node draws it: premultiplied, in 255ths, with the colour of its instance.
  @inline(__always)
  func source(_ color: Color, _ opacity: Double, _ index: Int32) -> SIMD4<Float> {
    let instance = nodes[Int(index)].instance
    guard instance >= 0 else { return color.premultiplied(opacity: opacity) }
    return instances[Int(instance)].tinted(color).premultiplied(opacity: opacity)
  }

  /// As `shape`, but empty if nothing of it can show.
  @inline(__always)
  private func shownShape(
    _ style: LayerStylePointer,
    _ rect: Rect,
    _ radii: SIMD4<Double>,
    _ world: Homography
  ) -> Shape {
    var shape = Shape(shown: rect, radii: radii, world: world)
    if !style.hasSoftEdges { shape.harden(style.hardEdges, world) }
    return shape
  }

  // MARK: Putting

  /// Appends a draw with its record, or writes it over the one at `replaced`, which has the same
  /// kind.
  static func put<Record: Equatable>(
    _ draw: Draw,
    _ record: Record,
    into records: inout ContiguousArray<Record>,
    _ draws: inout ContiguousArray<Draw>,
    _ damage: inout Damage,
    at replaced: Int32?
  ) {
    var draw = draw
    guard let replaced else {
      draw.record = Int32(records.count)
      records.append(record)
      draws.append(draw)
      return
    }
    let old = draws[Int(replaced)]
    draw.record = old.record
    // A moved draw has other bounds; comparing bounds first is fastest.
    if draw.bounds == old.bounds, draw == old, records[Int(old.record)] == record { return }
    damage.add(old.bounds)
    damage.add(draw.bounds)
    records[Int(old.record)] = record
    draws[Int(replaced)] = draw
  }
}

extension SolidRecord {
  /// The record of a shape in clear.
  init(_ shape: Shape) {
    self.init(
      shape: shape.record,
      color: .zero
    )
  }
}

extension Draw {
  /// A draw of a shape in an environment; record, source and flags are still to be set.
  init(_ kind: DrawKind, _ shape: Shape, _ environment: PlanEnvironment, slot: Int32) {
    let bounds = shape.bounds.intersection(environment.scissor)
    self.init(
      kind: kind,
      shape: shape.kind,
      blend: .normal,
      flags: [],
      record: 0,
      clip: environment.clip,
      source: -1,
      bounds: bounds.isEmpty ? .empty : bounds,
      slot: slot
    )
  }
}

/// Rounds to nearest, ties to even; only for 0...255.
///
/// Adding 2^52 leaves no bits for a fraction. The library's rounding is a call on most machines.
@inline(__always)
private func nearestWhole(_ value: SIMD4<Double>) -> SIMD4<Double> {
  (value + 0x1p52) - 0x1p52
}

extension Double {
  /// The nearest number of 255ths, as all colours and opacities of plans are.
  ///
  /// Renderers that compute with 16 bits and those that compute in Float then give the same pixels
  /// wherever an edge does not cover them in part (SourceOver.swift).
  var asByte: Float { Float((self * 255).rounded() / 255) }
}

extension Color {
  /// Premultiplied components with an opacity folded in, in 255ths; red, green and blue clamped to
  /// 0...1.
  @inline(__always)
  func premultiplied(opacity: Double) -> SIMD4<Float> {
    let alpha = min(max(self.alpha * opacity, 0), 1)
    guard alpha > 0, !red.isNaN, !green.isNaN, !blue.isNaN else { return .zero }
    func part(_ component: Double) -> Double { min(max(component, 0), 1) }
    let parts = SIMD4(part(red), part(green), part(blue), 1) * (alpha * 255)
    return SIMD4<Float>(nearestWhole(parts)) / 255
  }
}
