// Many pairs of colours, and how many of them are too far apart as they are seen.
// Licensed under the MIT license; see LICENSE.

import CQuartzKernels
import CoreGraphics
import Glibc
import QuartzSharing

/// How many pairs of pixels are too far apart as they are seen; one for each thread.
///
/// Pairs are collected and computed many at a time. One that is the same as the pair before, as in
/// flat areas, is computed once. Pairs of one tally are either all bytes or all light.
struct PerceptualTally: ~Copyable {
  /// How many pairs are too far apart.
  private(set) var mismatches = 0
  /// The largest Delta E times a million, a whole number.
  private var mostMillionths = 0.0
  private let allowedMillionths: Double

  /// The collected pairs, as bytes R, G, B, A.
  private let ones: UnsafeMutablePointer<UInt32>
  private let others: UnsafeMutablePointer<UInt32>
  /// How many pairs in a row each of them stands for.
  private let weights: UnsafeMutablePointer<Int>
  private let overBlack = ColorPairs(capacity: Self.capacity)
  private let overWhite = ColorPairs(capacity: Self.capacity)
  private var count = 0
  private var isTranslucent = false
  private let tables = ColorTables.shared
  // Columns of as many colours fit into the first cache of a core; a multiple of eight.
  private static let capacity = 256

  /// A tally of pairs of which those match whose Delta E is at most `largest`.
  init(largest: Double) {
    allowedMillionths = Self.millionths(largest)
    ones = .allocate(capacity: Self.capacity)
    ones.initialize(repeating: 0, count: Self.capacity)
    others = .allocate(capacity: Self.capacity)
    others.initialize(repeating: 0, count: Self.capacity)
    weights = .allocate(capacity: Self.capacity)
    weights.initialize(repeating: 0, count: Self.capacity)
  }

  deinit {
    ones.deallocate()
    others.deallocate()
    weights.deallocate()
  }

  /// The largest Delta E.
  var largestDeltaE: Double { mostMillionths / 1e6 }

  /// Rounded to a whole number; `rounded` would be a call of a function on processors without SSE
  /// 4.1.
  @inline(__always)
  private static func millionths(_ value: Double) -> Double {
    // From 2^52 on doubles are whole numbers.
    (value * 1e6 + 0x1p52) - 0x1p52
  }

  /// Adds the pixels that differ of a part of two rows.
  mutating func add(_ left: UnsafeRawPointer, _ right: UnsafeRawPointer, _ span: Range<Int>) {
    var (index, translucency) = (count, UInt32.max)
    // Bounds: the span lies in both rows, whose pixels have four bytes; there is always room for a
    // pair.
    for x in span {
      let one = left.loadUnaligned(fromByteOffset: x * 4, as: UInt32.self).littleEndian
      let other = right.loadUnaligned(fromByteOffset: x * 4, as: UInt32.self).littleEndian
      if one == other { continue }
      if index > 0, ones[index - 1] == one, others[index - 1] == other {
        weights[index - 1] &+= 1
        continue
      }
      ones[index] = one
      others[index] = other
      weights[index] = 1
      translucency &= one & other
      index &+= 1
      guard index == Self.capacity else { continue }
      isTranslucent = isTranslucent || translucency >> 24 < 255
      count = index
      finishWords()
      (index, translucency) = (0, .max)
    }
    isTranslucent = isTranslucent || translucency >> 24 < 255
    count = index
  }

  /// Adds a pair of straight colours with alpha, in linear light of sRGB's primaries.
  mutating func add(_ one: SIMD4<Float>, _ other: SIMD4<Float>) {
    // Bounds: there is always room for a pair.
    weights[count] = 1
    overBlack.one.set(count, one.light(over: 0))
    overBlack.other.set(count, other.light(over: 0))
    overWhite.one.set(count, one.light(over: 1))
    overWhite.other.set(count, other.light(over: 1))
    isTranslucent = isTranslucent || min(one.w, other.w) < 1
    count += 1
    if count == Self.capacity { finish() }
  }

  /// Computes what was added as bytes; the counts are complete after that.
  mutating func finishWords() {
    overBlack.fill(ones, others, count, over: 0, tables)
    if isTranslucent { overWhite.fill(ones, others, count, over: 255, tables) }
    finish()
  }

  /// Computes what was added as light; the counts are complete after that.
  mutating func finish() {
    overBlack.computeDistances(count, tables)
    if isTranslucent { overWhite.computeDistances(count, tables) }
    var most = mostMillionths
    let distances = overBlack.distances
    // Bounds: up to `count` distances, of which there are as many as weights.
    if isTranslucent {
      for index in 0..<count where overWhite.distances[index] > distances[index] {
        distances[index] = overWhite.distances[index]
      }
    }
    for index in 0..<count {
      let millionths = Self.millionths(distances[index])
      if millionths > most { most = millionths }
      mismatches &+= millionths > allowedMillionths ? weights[index] : 0
    }
    mostMillionths = most
    count = 0
    isTranslucent = false
  }
}

extension SIMD4<Float> {
  /// The light of a straight colour over a grey, blended as bytes of sRGB are.
  fileprivate func light(over gray: Double) -> SIMD3<Double> {
    let light = SIMD3(Double(x), Double(y), Double(z))
    if w >= 1 { return light }
    let (curve, alpha) = (TransferCurve.sRGB, Double(w))
    func blended(_ value: Double) -> Double {
      curve.decode(curve.encode(value) * alpha + gray * (1 - alpha))
    }
    return SIMD3(blended(light.x), blended(light.y), blended(light.z))
  }
}

/// Colours in columns.
private struct ColorColumns: ~Copyable {
  let columns: qk_colors

  init(capacity: Int) {
    func column() -> UnsafeMutablePointer<Double> {
      let column = UnsafeMutablePointer<Double>.allocate(capacity: capacity)
      column.initialize(repeating: 0, count: capacity)
      return column
    }
    columns = qk_colors(first: column(), second: column(), third: column())
  }

  deinit {
    columns.first.deallocate()
    columns.second.deallocate()
    columns.third.deallocate()
  }

  /// Bounds: the caller vouches for the index.
  @inline(__always)
  func set(_ index: Int, _ color: SIMD3<Double>) {
    columns.first[index] = color.x
    columns.second[index] = color.y
    columns.third[index] = color.z
  }

  func lab(_ index: Int) -> LabColor {
    LabColor(
      lightness: columns.first[index],
      a: columns.second[index],
      b: columns.third[index]
    )
  }
}

/// Pairs of colours, first light and then Lab, and their distances.
private struct ColorPairs: ~Copyable {
  let one: ColorColumns
  let other: ColorColumns
  let distances: UnsafeMutablePointer<Double>

  /// Room for `capacity` pairs, a multiple of eight.
  init(capacity: Int) {
    one = ColorColumns(capacity: capacity)
    other = ColorColumns(capacity: capacity)
    distances = .allocate(capacity: capacity)
    distances.initialize(repeating: 0, count: capacity)
  }

  deinit {
    distances.deallocate()
  }

  /// The light of premultiplied bytes over a grey.
  func fill(
    _ ones: UnsafePointer<UInt32>,
    _ others: UnsafePointer<UInt32>,
    _ count: Int,
    over gray: UInt32,
    _ tables: ColorTables
  ) {
    // Bounds: there is room for `count` pairs; the table has a place for each byte.
    qk_light_of_words(one.columns, ones, tables.light, gray, Int32(count))
    qk_light_of_words(other.columns, others, tables.light, gray, Int32(count))
  }

  /// Light becomes Lab, and distances are computed.
  func computeDistances(_ count: Int, _ tables: ColorTables) {
    qk_lab(one.columns, Int32(count))
    qk_lab(other.columns, Int32(count))
    let isUntold = qk_delta_e(distances, one.columns, other.columns, tables.blue, Int32(count))
    if isUntold == 0 { return }
    // Hues that are opposite have no middle.
    for index in 0..<count where distances[index] < 0 {
      distances[index] = one.lab(index).deltaE(other.lab(index))
    }
  }
}

/// The lookup tables, which live as long as the process.
///
/// They are written once, before anyone has them.
struct ColorTables: Sendable {
  static let shared = ColorTables()

  /// Linear light of each sRGB-encoded byte.
  var light: UnsafePointer<Double> { sharedLight.value }
  /// The sine of the rotation near blue, in pieces of third degree; see `qk_delta_e`.
  var blue: UnsafePointer<Double> { sharedBlue.value }

  private let sharedLight: SharedPointer<UnsafePointer<Double>>
  private let sharedBlue: SharedPointer<UnsafePointer<Double>>

  private init() {
    let light = Self.table((0...255).map { TransferCurve.sRGB.decode(Double($0) / 255) })
    sharedLight = SharedPointer(light)
    let step = 2 / Double(QK_BLUE_INTERVALS)
    let blue = Self.table(
      (0..<Int(QK_BLUE_INTERVALS)).flatMap { interval in
        // The cubic through four points: what is lost is less than 1e-9.
        let p = (0...3).map { LabColor.blueRotation((Double(interval) + Double($0) / 3) * step) }
        return [
          p[0],
          (-11 * p[0] + 18 * p[1] - 9 * p[2] + 2 * p[3]) / 2,
          (18 * p[0] - 45 * p[1] + 36 * p[2] - 9 * p[3]) / 2,
          (-9 * p[0] + 27 * p[1] - 27 * p[2] + 9 * p[3]) / 2,
        ]
      }
    )
    sharedBlue = SharedPointer(blue)
  }

  private static func table(_ values: [Double]) -> UnsafePointer<Double> {
    let table = UnsafeMutablePointer<Double>.allocate(capacity: values.count)
    for (index, value) in values.enumerated() { (table + index).initialize(to: value) }
    return UnsafePointer(table)
  }
}
