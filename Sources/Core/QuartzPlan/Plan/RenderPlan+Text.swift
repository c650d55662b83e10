// A render plan as text, for tests and for `quartz render --plan`.
// Licensed under the MIT license; see LICENSE.

import QuartzMath
import QuartzFilters
import QuartzModel
import QuartzRaster

extension RenderPlan: CustomStringConvertible {
  /// One line for each surface and draw, from the first to be drawn to the last.
  ///
  ///     surface 0 groupOpacity #3 (10 10 60 40)
  ///       solid #3 (10 10 60 40) rect 10 10 60 40 color 1 0 0 1 opaque covers
  ///     output (0 0 100 80)
  ///       composite 0 #3 (10 10 60 40) opacity 0.5
  ///     damage (0 0 100 80)
  package var description: String { text { "#\($0)" } }

  /// The text with layers named by `name`, which is given a slot.
  package func text(layer name: (Int32) -> String) -> String {
    var lines: [String] = []
    for (index, surface) in surfaces.enumerated() {
      if surface.reason == .output {
        var line = "output \(surface.frame)"
        if range.isExtended { line += " extended \(number(range.headroom))" }
        if surface.clearColor != .zero { line += " color \(numbers(surface.clearColor))" }
        lines.append(line)
      } else {
        var line = "surface \(index) \(surface.reason) \(name(surface.slot)) \(surface.frame)"
        if case .effect(let effect, let source) = surface.content { line += text(effect, source) }
        if surface.isSeparate { line += " separate" }
        if surface.key != 0 { line += " cached" }
        lines.append(line)
      }
      for draw in draws[Int(surface.draws.lowerBound)..<Int(surface.draws.upperBound)] {
        lines.append("  " + text(draw, name))
      }
    }
    lines.append(damage.isEmpty ? "no damage" : "damage \(damage)")
    return lines.joined(separator: "\n") + "\n"
  }

  private func text(_ effect: SurfaceEffect, _ source: Int32) -> String {
    switch effect {
    case .blur(let sigma, let channels):
      let deviations = sigma.x == sigma.y ? [sigma.x] : [sigma.x, sigma.y]
      let colors = channels == .color ? " in color" : ""
      return " blurs \(source)\(colors) sigma "
        + deviations.map { number($0) }.joined(separator: " ")
    case .colorMatrix(let kernel):
      let scale = Float(Int32(1) << kernel.shift)
      let rows = [kernel.red, kernel.green, kernel.blue, kernel.alpha].enumerated().map { row in
        let weights = (0..<4).map { number(Float(row.element[$0]) / scale) }
        let bias = Float(kernel.bias[row.offset]) / scale / Float(ColorMatrixKernel.one)
        return (weights + [number(bias)]).joined(separator: " ")
      }
      return " recolors \(source) by \(rows.joined(separator: ", "))"
    case .color(let chain): return " recolors \(source) by \(text(chain))"
    case .mirror: return " mirrors \(source)"
    case .scale(let scale): return " scales \(source) by \(number(Float(scale)))"
    case .affine(let picture):
      let map = picture.inverse
      let rows = [map.a, map.b, map.c, map.d, map.tx, map.ty].map { number(Float($0)) }
      return " moves \(source) back by \(rows.joined(separator: " "))"
    case .filter(let program):
      return " filters \(source) by \(program.node.operation.name)"
    }
  }

  private func text(_ chain: ColorChain) -> String {
    (0..<chain.count).map { index in
      let place = chain.numbers(index)
      let three = [place.x, place.y, place.z].map { number($0) }.joined(separator: " ")
      let kind = chain.kind(index)
      switch kind {
      case .none: return three
      case .gain, .light: return "\(kind) \(three)"
      case .sepia, .vibrance, .power: return "\(kind) \(number(place.x))"
      case .encode, .decode, .maximumComponent, .minimumComponent, .maskToAlpha: return "\(kind)"
      }
    }.joined(separator: ", ")
  }

  private func text(_ draw: Draw, _ name: (Int32) -> String) -> String {
    var text = DrawText(words: ["\(draw.kind)"])
    if draw.kind == .composite { text.words.append("\(draw.source)") }
    text.words.append(name(draw.slot))
    text.words.append("\(draw.bounds)")
    if let source = source(of: draw) { text.words.append(source) }
    addRecord(of: draw, to: &text)
    if draw.kind == .gradient { text.add(ramps[Int(draw.source)]) }
    if draw.mask >= 0 { text.words.append("mask \(draw.mask)") }
    if draw.blend != .normal { text.words.append("\(draw.blend)") }
    text.words += names(draw.flags)
    if draw.clip >= 0 {
      let clip = clips[Int(draw.clip)]
      text.words.append("clip")
      text.add(clip.shape, clip.kind)
    }
    return text.words.joined(separator: " ")
  }

  /// The image, surface or bytes that a draw samples.
  private func source(of draw: Draw) -> String? {
    if draw.flags.contains(.fromSurface) { return "surface \(draw.source)" }
    switch draw.kind {
    case .image: return "\(images[Int(draw.source)])"
    case .coverage:
      let bytes = coverages[Int(draw.source)]
      return "\(bytes.width) x \(bytes.height)"
    case .solid, .border, .composite, .gradient: return nil
    }
  }

  private func names(_ flags: DrawFlags) -> [String] {
    let all: [(DrawFlags, String)] = [
      (.opaque, "opaque"), (.covers, "covers"), (.copies, "copies"), (.nearest, "nearest"),
      (.stretched, "stretched"), (.repeats, "repeats"), (.mipmapped, "mipmapped"),
      (.radial, "radial"), (.conic, "conic"),
    ]
    return all.filter { flags.contains($0.0) }.map(\.1)
  }
}

/// The words of a draw's line.
struct DrawText {
  var words: [String]

  /// Adds a field, unless all of its numbers are `plain`.
  mutating func add(_ word: String, _ value: SIMD4<Float>, plain: Float = 0) {
    guard value != SIMD4(repeating: plain) else { return }
    words.append("\(word) \(numbers(value))")
  }

  mutating func add(_ word: String, _ value: Float, plain: Float = 0) {
    guard value != plain else { return }
    words.append("\(word) \(number(value))")
  }

  mutating func add(_ shape: ShapeRecord, _ kind: ShapeClass) {
    words.append("rect \(numbers(shape.rect))")
    if shape.radiiX != .zero || shape.radiiY != .zero {
      words.append("radii \(numbers(shape.radiiX))")
      if shape.radiiY != shape.radiiX { words.append("x \(numbers(shape.radiiY))") }
    }
    guard kind == .general else { return }
    let rows = [shape.inverse1, shape.inverse2, shape.inverse3].map {
      "\(number($0.x)) \(number($0.y)) \(number($0.z))"
    }
    words.append("inverse [\(rows.joined(separator: "; "))]")
  }

  /// Adds the segments of a ramp: the t of the start, then the colour at t = 0 and its slope.
  mutating func add(_ ramp: GradientRamp) {
    let segments = ramp.segments.map { segment in
      let (base, slope) = (segment.base, segment.slope)
      let start = segment.start.isFinite ? number(segment.start) : "start"
      return "\(start): \(numbers(SIMD4(base.0, base.1, base.2, base.3)))"
        + " + \(numbers(SIMD4(slope.0, slope.1, slope.2, slope.3)))"
    }
    words.append("segments \(segments.count) [\(segments.joined(separator: "; "))]")
  }
}

private func numbers(_ vector: SIMD4<Float>) -> String {
  (0..<4).map { number(vector[$0]) }.joined(separator: " ")
}

/// At most four decimals, without trailing zeros, so that the text does not show rounding.
private func number(_ value: Float) -> String {
  guard value.isFinite, abs(value) < 1e9 else { return "\(value)" }
  let scaled = (Double(value) * 10_000).rounded() / 10_000
  return scaled == scaled.rounded() ? "\(Int(scaled))" : "\(scaled)"
}
