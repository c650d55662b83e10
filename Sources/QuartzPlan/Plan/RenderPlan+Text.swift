// A render plan as text, for tests and for `quartz render --plan`.
// Licensed under the MIT license; see LICENSE.

import QuartzMath
import QuartzModel

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
        if surface.clearColor != .zero { line += " color \(numbers(surface.clearColor))" }
        lines.append(line)
      } else {
        var line = "surface \(index) \(surface.reason) \(name(surface.slot)) \(surface.frame)"
        if case .effect(let effect, let source) = surface.content { line += text(effect, source) }
        if surface.isSeparate { line += " separate" }
        if surface.key != 0 { line += " kept" }
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
    case .alphaBlur(let sigma):
      let deviations = sigma.x == sigma.y ? [sigma.x] : [sigma.x, sigma.y]
      return " blurs \(source) sigma \(deviations.map { number($0) }.joined(separator: " "))"
    }
  }

  private func text(_ draw: Draw, _ name: (Int32) -> String) -> String {
    var words = ["\(draw.kind)"]
    if draw.kind == .composite { words.append("\(draw.source)") }
    words.append(name(draw.slot))
    words.append("\(draw.bounds)")
    switch draw.kind {
    case .solid:
      let record = solids[Int(draw.record)]
      words += shape(draw.shape, record)
      words.append("color \(numbers(record.color))")
    case .border:
      let record = borders[Int(draw.record)]
      words += shape(draw.shape, record)
      words.append("inner \(numbers(record.innerRect)) color \(numbers(record.color))")
    case .image:
      let record = imageRecords[Int(draw.record)]
      words.append(
        draw.flags.contains(.fromSurface) ? "surface \(draw.source)" : "\(images[Int(draw.source)])"
      )
      words += shape(draw.shape, record)
      words.append("texels \(numbers(record.texelMap)) in \(numbers(record.texelRect))")
      if record.color != .one { words.append("color \(numbers(record.color))") }
    case .composite:
      words.append("opacity \(number(composites[Int(draw.record)].opacity))")
      if draw.mask >= 0 { words.append("mask \(draw.mask)") }
      if draw.blend != .normal { words.append("\(draw.blend)") }
    case .coverage:
      let record = coverageRecords[Int(draw.record)]
      if draw.flags.contains(.fromSurface) {
        words.append("surface \(draw.source)")
      } else {
        let bytes = coverages[Int(draw.source)]
        words.append("\(bytes.width) x \(bytes.height)")
      }
      words.append("texels \(numbers(record.texelMap)) in \(numbers(record.texelRect))")
      words.append("color \(numbers(record.color))")
    case .gradient:
      let record = gradientRecords[Int(draw.record)]
      words += shape(draw.shape, record)
      words.append("u \(numbers(record.mapX)) v \(numbers(record.mapY))")
      words.append("stretches \(ramps[Int(draw.source)].segments.count)")
    }
    words += names(draw.flags)
    if draw.clip >= 0 {
      let clip = clips[Int(draw.clip)]
      words.append("clip")
      words += shape(clip.shape, clip)
    }
    return words.joined(separator: " ")
  }

  private func shape(_ kind: ShapeClass, _ record: some ShapedRecord) -> [String] {
    var words = ["rect \(numbers(record.rect))"]
    if record.radiiX != .zero || record.radiiY != .zero {
      words.append("radii \(numbers(record.radiiX))")
      if record.radiiY != record.radiiX { words.append("x \(numbers(record.radiiY))") }
    }
    if kind == .general {
      let rows = [record.inverse1, record.inverse2, record.inverse3].map {
        "\(number($0.x)) \(number($0.y)) \(number($0.z))"
      }
      words.append("inverse [\(rows.joined(separator: "; "))]")
    }
    return words
  }

  private func names(_ flags: DrawFlags) -> [String] {
    let all: [(DrawFlags, String)] = [
      (.opaque, "opaque"), (.covers, "covers"), (.copies, "copies"), (.nearest, "nearest"),
      (.stretched, "stretched"), (.repeats, "repeats"), (.mipmapped, "mipmapped"),
      (.radial, "radial"), (.conic, "conic"),
    ]
    return all.filter { flags.contains($0.0) }.map(\.1)
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
}
