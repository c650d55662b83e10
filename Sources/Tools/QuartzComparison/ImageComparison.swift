// How far two pictures are apart, and whether that is allowed.
// Licensed under the MIT license; see LICENSE.
//
// Pictures are R, G, B, A bytes, premultiplied, sRGB-encoded. The distance of two pixels is the
// largest difference of a channel, 0...255. Rows that are equal cost a comparison of memory; bands
// of rows go to all cores, and what they find is added up in their order, so that the result is the
// same with any number of threads.
//
// Where colours are compared as they are seen, pictures of more than 8 bits in sRGB are compared in
// the light that their own colour spaces mean: ImageComparison+Light.swift.

package import CoreGraphics
import Dispatch
import Glibc
package import QuartzMath

/// The differences that are allowed.
package struct ComparisonRules: Equatable, Sendable {
  /// The share of pixels that must match, 0...1.
  package var precision: Double
  /// How near a pixel must be to match: 1 - Delta E / 100 by CIE 2000, 0...1; at 1 bytes are
  /// compared.
  package var perceptualPrecision: Double
  /// The difference of a channel that does not count, in 1/255.
  package var within: Int
  /// How many pixels may differ by more, and by how much at most.
  package var exceptions: (count: Int, upTo: Int)

  package init(
    precision: Double = 1,
    perceptualPrecision: Double = 1,
    within: Int = 0,
    exceptions: (count: Int, upTo: Int) = (0, 0)
  ) {
    self.precision = precision
    self.perceptualPrecision = perceptualPrecision
    self.within = within
    self.exceptions = exceptions
  }

  package static func == (left: ComparisonRules, right: ComparisonRules) -> Bool {
    left.precision == right.precision && left.perceptualPrecision == right.perceptualPrecision
      && left.within == right.within && left.exceptions == right.exceptions
  }

  /// The largest Delta E of pixels that match; nil if bytes are compared.
  var largestDeltaE: Double? {
    perceptualPrecision < 1 ? max(0, (1 - perceptualPrecision) * 100) : nil
  }
}

/// The differences between two pictures of one size.
package struct ImageComparison: Sendable {
  package let width: Int
  package let height: Int
  package let rules: ComparisonRules
  /// How many pixels differ at all.
  package internal(set) var count = 0
  /// How many pixels do not match by the rules.
  package internal(set) var mismatches = 0
  /// How many of the pixels differ by how much: index d is the count of distance d.
  package internal(set) var histogram = [Int](repeating: 0, count: 256)
  /// The smallest rectangle around all pixels that differ.
  package internal(set) var bounds = PixelRect.empty
  /// The largest Delta E, where colours are compared as they are seen.
  package internal(set) var largestDeltaE = 0.0

  /// Compares two pictures; nil if their sizes differ.
  package init?(_ one: CGImage, _ other: CGImage, rules: ComparisonRules = ComparisonRules()) {
    guard one.width == other.width, one.height == other.height else { return nil }
    self.init(width: one.width, height: one.height, rules: rules)
    if rules.largestDeltaE != nil, let light = LightPair(one, other) {
      addBands { $0.addLight(light, $1) }
      return
    }
    let (left, right) = (one.pixelStorage, other.pixelStorage)
    withExtendedLifetime((left, right)) {
      let (left, right) = (PixelRows(left), PixelRows(right))
      addBands { $0.addBand(left, right, $1) }
    }
  }

  private init(width: Int, height: Int, rules: ComparisonRules) {
    self.width = width
    self.height = height
    self.rules = rules
  }

  // Bands of about this many pixels are worth a thread.
  private static let bandPixels = 1 << 16

  /// Runs `add` for bands of rows, on all cores.
  private mutating func addBands(_ add: (inout ImageComparison, Range<Int>) -> Void) {
    let rows = max(1, Self.bandPixels / width)
    let count = (height + rows - 1) / rows
    guard count > 1 else { return add(&self, 0..<height) }
    let empty = ImageComparison(width: width, height: height, rules: rules)
    let height = height
    var bands = [ImageComparison](repeating: empty, count: count)
    bands.withUnsafeMutableBufferPointer { buffer in
      // Safe because: each iteration writes its own element, and the pictures are only read.
      nonisolated(unsafe) let (bands, add) = (buffer, add)
      DispatchQueue.concurrentPerform(iterations: count) { band in
        add(&bands[band], band * rows..<min((band + 1) * rows, height))
      }
    }
    for band in bands { merge(band) }
  }

  private mutating func merge(_ band: ImageComparison) {
    count += band.count
    mismatches += band.mismatches
    for index in histogram.indices { histogram[index] += band.histogram[index] }
    bounds = bounds.isEmpty ? band.bounds : band.bounds.isEmpty ? bounds : bounds.union(band.bounds)
    largestDeltaE = max(largestDeltaE, band.largestDeltaE)
  }

  private mutating func addBand(_ one: PixelRows, _ other: PixelRows, _ rows: Range<Int>) {
    let largest = rules.largestDeltaE
    var colors = PerceptualTally(largest: largest ?? 0)
    var (minX, maxX, minY, maxY) = (width, -1, height, -1)
    let tally = DistanceTally()
    // Bounds: both pictures have `width` pixels of four bytes in each of `height` rows.
    for y in rows {
      let (left, right) = (one.base + y * one.rowBytes, other.base + y * other.rowBytes)
      if memcmp(left, right, width * 4) == 0 { continue }
      let span = Self.differingSpan(left, right, width)
      minX = min(minX, span.lowerBound)
      maxX = max(maxX, span.upperBound - 1)
      minY = min(minY, y)
      maxY = y
      tally.add(left, right, span)
      if largest != nil { colors.add(left, right, span) }
    }
    colors.finishWords()
    tally.addUp(into: &histogram)
    // Pixels that are equal lie between others.
    histogram[0] = 0
    count = histogram.reduce(0, +)
    if largest != nil {
      (mismatches, largestDeltaE) = (colors.mismatches, colors.largestDeltaE)
    } else {
      mismatches = histogram.dropFirst(min(max(rules.within, 0), 255) + 1).reduce(0, +)
    }
    guard maxY >= 0 else { return }
    bounds = PixelRect(Int32(minX), Int32(minY), Int32(maxX + 1), Int32(maxY + 1))
  }

  /// From the first to the last pixel that differs, of rows that do.
  private static func differingSpan(
    _ left: UnsafeRawPointer,
    _ right: UnsafeRawPointer,
    _ width: Int
  ) -> Range<Int> {
    func differs(_ x: Int) -> Bool {
      left.loadUnaligned(fromByteOffset: x * 4, as: UInt32.self)
        != right.loadUnaligned(fromByteOffset: x * 4, as: UInt32.self)
    }
    var (first, last) = (0, width - 1)
    // Bounds: there is a pixel that differs, at which both come to a stop.
    while !differs(first) { first += 1 }
    while !differs(last) { last -= 1 }
    return first..<last + 1
  }

  // MARK: Results

  /// The largest difference of a channel.
  package var largest: Int { histogram.lastIndex { $0 > 0 } ?? 0 }

  /// The mean distance of the pixels that differ.
  package var mean: Double {
    guard count > 0 else { return 0 }
    let sum = histogram.enumerated().reduce(0) { $0 + $1.offset * $1.element }
    return Double(sum) / Double(count)
  }

  /// The distance that 99 of 100 of the pixels that differ do not exceed.
  package var percentile99: Int {
    var rest = count - (count * 99 + 99) / 100
    for distance in histogram.indices.reversed() {
      rest -= histogram[distance]
      if rest < 0 { return distance }
    }
    return 0
  }

  /// The share of pixels that match, 0...1.
  package var matchingShare: Double { 1 - Double(mismatches) / Double(width * height) }

  /// Whether the pictures are as near as the rules ask for.
  package var isAccepted: Bool {
    if mismatches == 0 { return true }
    if rules.largestDeltaE == nil, mismatches <= rules.exceptions.count,
      largest <= rules.exceptions.upTo
    {
      return true
    }
    return rules.precision < 1 && matchingShare >= rules.precision
  }
}

extension ImageComparison: CustomStringConvertible {
  /// One line: how many pixels differ, how much, and where; then what was asked for.
  package var description: String {
    guard count > 0 else { return "the pictures are equal" }
    let total = width * height
    var text =
      "\(count) of \(total) pixels differ (\(Self.percent(count, of: total))), by at most \(largest) "
      + "of 255, mean \(Self.text(mean)), p99 \(percentile99), within \(bounds.width) x "
      + "\(bounds.height) at (\(bounds.minX), \(bounds.minY))"
    if let allowed = rules.largestDeltaE {
      text +=
        "; \(mismatches) by more than Delta E \(Self.text(allowed)), the most is "
        + Self.text(largestDeltaE)
    } else if rules.within > 0 {
      text += "; \(mismatches) by more than \(rules.within)"
      if rules.exceptions.count > 0 {
        text += ", allowed are \(rules.exceptions.count) up to \(rules.exceptions.upTo)"
      }
    }
    if rules.precision < 1 {
      text +=
        "; \(Self.text(matchingShare, decimals: 6)) of the pixels match, "
        + "\(Self.text(rules.precision, decimals: 6)) must"
    }
    return text
  }

  private static func percent(_ part: Int, of whole: Int) -> String {
    text(Double(part) / Double(whole) * 100) + " %"
  }

  /// Without trailing zeros, so that texts are the same everywhere.
  private static func text(_ value: Double, decimals: Int = 2) -> String {
    let factor = pow(10, Double(decimals))
    let rounded = (value * factor).rounded() / factor
    return rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)"
  }
}
