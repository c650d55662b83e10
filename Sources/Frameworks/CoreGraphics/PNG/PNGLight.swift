// The chunks of PNG files that say how bright a picture is, and in what colours.
// Licensed under the MIT license; see LICENSE.

import Foundation
import QuartzMath

/// The contents of cICP, mDCV and cLLI: PNG (third edition), sections 11.3.2.6 to 11.3.2.8.
package struct PNGLight: Equatable, Sendable {
  /// cICP; nil if there is none that says anything.
  package private(set) var colors: CodedColors?
  /// Whether components have all their numbers, and not those of studios.
  package private(set) var isFullRange = true
  /// Nits of the brightest pixel, or of the screen that the picture was made on; 0 if unknown.
  package private(set) var mostNits = 0.0
  private var seen: Set<String> = []
  private var hasContentLight = false

  /// The chunks that this is about.
  static let types: Set = ["cICP", "mDCV", "cLLI"]
  private static let lengths = ["cICP": 4, "mDCV": 24, "cLLI": 8]

  init() {}

  /// The space of the picture; nil for sRGB, and where the file does not say.
  package var space: CGColorSpace? {
    guard let space = colors?.space else { return nil }
    return isFullRange && space == .sRGBSpace ? nil : space
  }

  /// The headroom of the picture; 0 if the file does not say.
  package var headroom: Float {
    guard mostNits > 0 else { return 0 }
    let headroom = mostNits / ReferenceWhiteCurve.whiteNits
    return Float(min(max(headroom, 1), ReferenceWhiteCurve.greatestHeadroom))
  }

  /// Takes a chunk; one that says nothing useful is left out, with a line that says why.
  mutating func take(_ chunk: PNGChunk, _ file: Data, isLate: Bool) {
    if let reason = refusal(chunk, file, isLate: isLate) {
      Diagnostics.report(
        "a chunk \(chunk.type) at byte \(chunk.offset) of a PNG file is left out: \(reason)",
        from: "ImageIO"
      )
      return
    }
    seen.insert(chunk.type)
    let start = chunk.data.lowerBound
    switch chunk.type {
    case "cICP":
      colors = CodedColors(primaries: file.byte(at: start), transfer: file.byte(at: start + 1))
      isFullRange = file.byte(at: start + 3) == 1
    case "mDCV" where !hasContentLight:
      mostNits = Double(file.bigEndian32(at: start + 16)) * Self.nits
    case "cLLI":
      let most = Double(file.bigEndian32(at: start)) * Self.nits
      if most > 0 { (mostNits, hasContentLight) = (most, true) }
    default: break
    }
  }

  /// Nits of one unit.
  private static let nits = 0.0001

  private func refusal(_ chunk: PNGChunk, _ file: Data, isLate: Bool) -> String? {
    if isLate { return "it comes after pixels" }
    if seen.contains(chunk.type) { return "it is the second one" }
    let length = Self.lengths[chunk.type] ?? 0
    if chunk.data.count != length {
      return "it has \(chunk.data.count) bytes, and not \(length)"
    }
    guard chunk.type == "cICP" else { return nil }
    let codes = (0..<4).map { file.byte(at: chunk.data.lowerBound + $0) }
    if codes[2] != 0 { return "its matrix is \(codes[2]), and PNG has 0 only" }
    if codes[3] > 1 { return "its range is \(codes[3]), and not 0 or 1" }
    if CodedColors(primaries: codes[0], transfer: codes[1]).space == nil {
      return "primaries \(codes[0]) with transfer function \(codes[1]) are not known"
    }
    return nil
  }
}

extension PNGBytes {
  /// Appends the chunks that say the colours of a picture and, of one brighter than white, the
  /// brightness.
  mutating func append(_ colors: CodedColors, headroom: Float, averageNits: Float) {
    appendChunk("cICP") { chunk in
      chunk.append([UInt8(colors.primaries), UInt8(colors.transfer), 0, 1])
    }
    guard headroom > 1 else { return }
    func units(_ nits: Double) -> UInt32 {
      UInt32(min((nits * 10_000).rounded(), Double(UInt32.max)))
    }
    appendChunk("cLLI") { chunk in
      chunk.append(units(Double(headroom) * ReferenceWhiteCurve.whiteNits))
      chunk.append(units(Double(max(averageNits, 0))))
    }
  }
}
