// Keyframes that are numbers, and paths: chains of cubic curves in up to four dimensions.
// Licensed under the MIT license; see LICENSE.
//
// All calculation modes but `discrete` come down to the same thing: which curve, and where on it.
//
//     values, linear       straight pieces               each takes the time from key to key
//     values, cubic        Hermite pieces                 the same
//     values, paced        straight pieces               each takes time as it is long
//     values, cubicPaced   Hermite pieces                 the same, at constant speed within
//     path                 its lines and curves           as the mode says; a path has its own curves,
//                                                         so cubic is linear and cubicPaced paced
//
// The tangents of the Hermite pieces are those of Kochanek and Bartels, "Interpolating Splines with
// Local Tension, Continuity, and Bias Control" (SIGGRAPH 1984), sections 3 and 4: tension t,
// continuity c, bias b of key i and its differences to the neighbours give
//
//     incoming = (1-t)(1-c)(1+b)/2 (p[i] - p[i-1]) + (1-t)(1+c)(1-b)/2 (p[i+1] - p[i])
//     outgoing = (1-t)(1+c)(1+b)/2 (p[i] - p[i-1]) + (1-t)(1-c)(1-b)/2 (p[i+1] - p[i])
//
// for keys at equal distances, and scaled by twice the share of the piece's own time in both of its
// key's pieces otherwise. At the ends both differences are the one that there is.

import Glibc
import QuartzMath

/// A cubic polynomial of a parameter in 0...1.
struct CurvePiece: Sendable {
  let start: SIMD4<Double>
  let end: SIMD4<Double>
  // start + s (c + s (b + s a)).
  private let a: SIMD4<Double>
  private let b: SIMD4<Double>
  private let c: SIMD4<Double>

  /// A straight piece.
  init(_ start: SIMD4<Double>, _ end: SIMD4<Double>) {
    self.start = start
    self.end = end
    (a, b, c) = (.zero, .zero, end - start)
  }

  /// A Hermite piece, with its derivatives at the ends.
  init(_ start: SIMD4<Double>, _ end: SIMD4<Double>, from: SIMD4<Double>, to: SIMD4<Double>) {
    self.start = start
    self.end = end
    let way = end - start
    a = from + to - 2 * way
    b = 3 * way - 2 * from - to
    c = from
  }

  @inline(__always)
  func value(at s: Double) -> SIMD4<Double> {
    s == 1 ? end : start + s * (c + s * (b + s * a))
  }

  func derivative(at s: Double) -> SIMD4<Double> {
    c + s * (2 * b + s * (3 * a))
  }

  /// The direction at `s`; where the curve does not move, that in which it goes on or came.
  func direction(at s: Double) -> SIMD4<Double> {
    let derivative = derivative(at: s)
    if derivative != .zero { return derivative }
    let ahead = end - value(at: s)
    return ahead != .zero ? ahead : value(at: s) - start
  }

  /// The length of the curve between two parameters, by five points of Gauss and Legendre.
  func length(from low: Double, to high: Double) -> Double {
    let (middle, half) = ((low + high) / 2, (high - low) / 2)
    func speed(_ x: Double) -> Double {
      let d = derivative(at: middle + half * x)
      return (d * d).sum().squareRoot()
    }
    let near = speed(-0.5384693101056831) + speed(0.5384693101056831)
    let far = speed(-0.9061798459386640) + speed(0.9061798459386640)
    let weighted =
      0.5688888888888889 * speed(0) + 0.4786286704993665 * near + 0.2369268850561891 * far
    return half * weighted
  }
}

/// The lengths of a curve up to each of some parameters, to find a place by its distance.
private struct ArcTable: Sendable {
  private static let steps = 32
  /// Index i is the length up to the parameter i / steps.
  private let lengths: ContiguousArray<Double>

  /// The bytes of a table with its list.
  static let bytes = 56 + (steps + 1) * MemoryLayout<Double>.stride

  init(_ piece: CurvePiece) {
    var lengths: ContiguousArray<Double> = [0]
    for step in 0..<ArcTable.steps {
      let low = Double(step) / Double(ArcTable.steps)
      let high = Double(step + 1) / Double(ArcTable.steps)
      lengths.append(lengths[step] + piece.length(from: low, to: high))
    }
    self.lengths = lengths
  }

  var length: Double { lengths[ArcTable.steps] }

  /// The parameter at a fraction of the length, by Newton's method kept within a bracket.
  func parameter(at fraction: Double, of piece: CurvePiece) -> Double {
    guard fraction > 0, length > 0 else { return 0 }
    guard fraction < 1 else { return 1 }
    let wanted = fraction * length
    var (first, last) = (0, ArcTable.steps)
    while last - first > 1 {
      let middle = (first + last) / 2
      if lengths[middle] <= wanted { first = middle } else { last = middle }
    }
    let start = Double(first) / Double(ArcTable.steps)
    var (low, high) = (start, Double(last) / Double(ArcTable.steps))
    let part = (wanted - lengths[first]) / (lengths[last] - lengths[first])
    var s = low + (high - low) * part
    for _ in 0..<40 {
      let error = lengths[first] + piece.length(from: start, to: s) - wanted
      if abs(error) <= length * 1e-13 { break }
      if error > 0 { high = s } else { low = s }
      let d = piece.derivative(at: s)
      let next = s - error / (d * d).sum().squareRoot()
      s = next > low && next < high ? next : (low + high) / 2
    }
    return s
  }
}

/// The times at which keyframes are reached, and the pace in between.
///
/// Times are taken as they come, as Core Animation does: from the first key on, one step forward
/// after the other is taken while the time of the next key is not greater than now. So they may lie
/// outside 0...1 and need not ascend. Keys without a time and times without a key are never
/// reached; before the first time and after the last the first and the last key hold.
struct KeyTimes: Sendable {
  /// Index i is the time of key i.
  let times: ContiguousArray<Double>
  /// Index i is the greatest of the times from 1 to i: key i is reached once it has come.
  private let reached: ContiguousArray<Double>
  /// How many steps of the same length there are; 0 if their lengths differ.
  private let equalSteps: Double
  private let functions: ContiguousArray<TimingFunction>
  /// Whether a fraction beyond 0...1 goes on beyond the first and the last key.
  private let goesOn: Bool

  /// - Parameter lengths: The length of each step, for the paced modes.
  init(_ frames: KeyframeAnimation, keyCount: Int, lengths: [Double]) {
    let mode = frames.calculationMode
    functions = mode.isPaced || mode == .discrete ? [] : ContiguousArray(frames.timingFunctions)
    goesOn = mode == .linear && frames.path == nil
    let total = lengths.reduce(0, +)
    let isPaced = mode.isPaced && total > 0 && total.isFinite
    let steps = mode == .discrete ? keyCount : max(keyCount - 1, 1)
    // Tools write the times of keys at equal distances, too: the same numbers need no search.
    let areEqual =
      frames.givenTimes.map { times in
        times.count == steps + 1
          && times.indices.allSatisfy { times[$0] == Double($0) / Double(steps) }
      } ?? true
    equalSteps = isPaced || !areEqual ? 0 : Double(steps)
    if isPaced {
      var (times, sum): (ContiguousArray<Double>, Double) = ([0], 0)
      for length in lengths {
        sum += length
        times.append(sum / total)
      }
      self.times = times
    } else if let times = frames.givenTimes {
      self.times = ContiguousArray(times)
    } else {
      times = ContiguousArray((0...steps).map { Double($0) / Double(steps) })
    }
    var reached = times
    if reached.count > 2 {
      for index in 2..<reached.count { reached[index] = max(reached[index], reached[index - 1]) }
    }
    self.reached = reached
  }

  /// The last of the first `count` keys whose time has come.
  @inline(__always)
  func key(at fraction: Double, of count: Int) -> Int {
    equalSteps > 0 ? equalKey(at: fraction, of: count) : search(fraction, count)
  }

  /// The same without a look at the times.
  @inline(__always)
  private func equalKey(at fraction: Double, of count: Int) -> Int {
    // Fractions leave 0...1 by as much as timing functions and springs do.
    guard fraction > 0 else { return 0 }
    guard fraction < 1 else { return count - 1 }
    var key = Int(fraction * equalSteps)
    if Double(key) / equalSteps > fraction { key -= 1 }
    if Double(key + 1) / equalSteps <= fraction { key += 1 }
    return min(max(key, 0), count - 1)
  }

  private func search(_ fraction: Double, _ count: Int) -> Int {
    var (low, high) = (0, count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if reached[middle] <= fraction { low = middle } else { high = middle }
    }
    return low
  }

  /// The step between keys at a fraction, of `count`, and how far it has come.
  @inline(__always)
  func step(at fraction: Double, of count: Int) -> (index: Int, part: Double) {
    let index = key(at: fraction, of: count)
    let (start, end) =
      equalSteps > 0
      ? (Double(index) / equalSteps, Double(index + 1) / equalSteps)
      : (times[index], times[index + 1])
    guard end > start else { return (index, fraction < end ? 0 : 1) }
    let part = (fraction - start) / (end - start)
    guard part >= 0, part <= 1 else {
      // Beyond 0 and 1 it goes on from keys that lie there, and holds others as before.
      let goes = goesOn && (fraction < 0 && start == 0 || fraction > 1 && end == 1)
      return (index, goes ? part : min(max(part, 0), 1))
    }
    return (index, index < functions.count ? functions[index].value(at: part) : part)
  }
}

extension KeyframeAnimation {
  /// The key times that count; nil where the steps have lengths of their own.
  var givenTimes: [Double]? {
    guard let keyTimes, !keyTimes.isEmpty, !calculationMode.isPaced else { return nil }
    return keyTimes
  }

  /// How many of some keys can ever be reached.
  func reachableCount(of count: Int) -> Int {
    min(count, givenTimes?.count ?? count)
  }
}

/// Keyframes that are numbers, or a path, ready to be evaluated.
final class CurveMotion: Sendable {
  let type: AnimatedValue.VectorType
  private let keys: ContiguousArray<SIMD4<Double>>
  /// One less than keys; none if there is a single key or all is straight.
  private let pieces: ContiguousArray<CurvePiece>
  private let times: KeyTimes
  private let isDiscrete: Bool
  /// The lengths of the pieces, for curves that are taken at constant speed.
  private let arcs: ContiguousArray<ArcTable>
  /// Added to the direction of the path; nil for layers that keep theirs.
  private let turn: Double?

  /// The bytes of what is worked out of a piece that is taken at constant speed.
  static let bytesOfArc = ArcTable.bytes

  /// The keyframes of values that are all vectors.
  init(_ frames: KeyframeAnimation, keys all: [SIMD4<Double>], _ type: AnimatedValue.VectorType) {
    self.type = type
    let keys = Array(all.prefix(frames.reachableCount(of: all.count)))
    self.keys = ContiguousArray(keys)
    isDiscrete = frames.calculationMode == .discrete
    turn = nil
    guard frames.calculationMode.isCubic, keys.count > 2 else {
      pieces = []
      let ways = zip(keys, keys.dropFirst()).map { $1 - $0 }
      let lengths = ways.map { ($0 * $0).sum().squareRoot() }
      times = KeyTimes(frames, keyCount: keys.count, lengths: lengths)
      arcs = []
      return
    }
    var uniform = frames
    if frames.calculationMode.isPaced { uniform.keyTimes = nil }
    uniform.calculationMode = .cubic
    let spacing = KeyTimes(uniform, keyCount: keys.count, lengths: [])
    let tangents = KochanekBartels(frames, spacing.times, count: keys.count)
    pieces = ContiguousArray(
      keys.indices.dropLast().map { index in
        CurvePiece(
          keys[index],
          keys[index + 1],
          from: tangents.outgoing(at: index, keys) { $0 * $2 + $1 * $3 },
          to: tangents.incoming(at: index + 1, keys) { $0 * $2 + $1 * $3 }
        )
      }
    )
    arcs = frames.calculationMode.isPaced ? ContiguousArray(pieces.map { ArcTable($0) }) : []
    times = KeyTimes(frames, keyCount: keys.count, lengths: arcs.map(\.length))
  }

  /// A path; it must have a point.
  ///
  /// Each line or curve is a step, closing too; moving to the start of another subpath takes no
  /// time.
  ///
  /// - Parameter type: The meaning of the two numbers of its points.
  init(_ frames: KeyframeAnimation, path: Path, _ type: AnimatedValue.VectorType) {
    self.type = type
    isDiscrete = frames.calculationMode == .discrete
    let all = CurveMotion.pieces(of: path)
    let first = all.first?.start ?? path.points.first.map { SIMD4($0) } ?? .zero
    pieces = ContiguousArray(all.prefix(frames.reachableCount(of: all.count + 1) - 1))
    keys = [first] + pieces.map(\.end)
    arcs = frames.calculationMode.isPaced ? ContiguousArray(pieces.map { ArcTable($0) }) : []
    times = KeyTimes(frames, keyCount: keys.count, lengths: arcs.map(\.length))
    turn = frames.rotationMode.map { $0 == .auto ? 0 : Double.pi }
  }

  private static func pieces(of path: Path) -> ContiguousArray<CurvePiece> {
    var pieces: ContiguousArray<CurvePiece> = []
    var (start, current) = (SIMD4<Double>.zero, SIMD4<Double>.zero)
    var index = 0
    func next() -> SIMD4<Double> {
      index += 1
      return SIMD4(path.points[index - 1])
    }
    for element in path.elements {
      switch element {
      case .move:
        current = next()
        start = current
        continue
      case .line: pieces.append(CurvePiece(current, next()))
      case .quad:
        let (control, end) = (next(), next())
        let (from, to) = (2 * (control - current), 2 * (end - control))
        pieces.append(CurvePiece(current, end, from: from, to: to))
      case .cubic:
        let (first, second, end) = (next(), next(), next())
        let (from, to) = (3 * (first - current), 3 * (end - second))
        pieces.append(CurvePiece(current, end, from: from, to: to))
      case .close: pieces.append(CurvePiece(current, start))
      }
      current = pieces[pieces.count - 1].end
    }
    return pieces
  }

  /// Where the animation ends, for those that go on from there.
  var last: SIMD4<Double> { keys[keys.count - 1] }

  func value(at fraction: Double) -> SIMD4<Double> {
    if keys.count == 1 { return keys[0] }
    if isDiscrete { return keys[times.key(at: fraction, of: keys.count)] }
    if pieces.isEmpty {
      let (index, part) = times.step(at: fraction, of: keys.count - 1)
      let end = keys[index + 1]
      return part == 1 ? end : keys[index] + part * (end - keys[index])
    }
    let (index, s) = locate(at: fraction)
    return pieces[index].value(at: s)
  }

  /// The point of a path, and radians from the x axis to its direction there; nil for layers that
  /// keep theirs.
  func pointAndAngle(at fraction: Double) -> (point: SIMD4<Double>, angle: Double?) {
    guard let turn, !pieces.isEmpty else { return (value(at: fraction), nil) }
    let (point, direction): (SIMD4<Double>, SIMD4<Double>)
    if isDiscrete {
      let key = times.key(at: fraction, of: keys.count)
      point = keys[key]
      direction =
        key < pieces.count
        ? pieces[key].direction(at: 0) : pieces[pieces.count - 1].direction(at: 1)
    } else {
      let (index, s) = locate(at: fraction)
      point = pieces[index].value(at: s)
      direction = pieces[index].direction(at: s)
    }
    return (point, atan2(direction.y, direction.x) + turn)
  }

  private func locate(at fraction: Double) -> (index: Int, s: Double) {
    let (index, part) = times.step(at: fraction, of: pieces.count)
    guard !arcs.isEmpty else { return (index, part) }
    return (index, arcs[index].parameter(at: part, of: pieces[index]))
  }
}

/// The weights of the differences to the neighbours in the tangents of keyframes.
struct KochanekBartels {
  private let frames: KeyframeAnimation
  private let times: ContiguousArray<Double>
  private let count: Int

  init(_ frames: KeyframeAnimation, _ times: ContiguousArray<Double>, count: Int) {
    self.frames = frames
    self.times = times
    self.count = count
  }

  private func part(_ list: [Double], _ index: Int) -> Double {
    index < list.count ? list[index] : 0
  }

  /// Twice the share of a step in the time of both steps at a key; 1 at the ends.
  private func share(_ index: Int, of step: Int) -> Double {
    guard index > 0, index < count - 1 else { return 1 }
    let (own, both) = (times[step + 1] - times[step], times[index + 1] - times[index - 1])
    return both > 0 && own >= 0 && own <= both ? 2 * own / both : 1
  }

  /// `combine` gets the differences to the key before and to the key after, and their weights.
  func incoming<Key: Subtractable>(
    at index: Int,
    _ keys: [Key],
    _ combine: (Key, Key, Double, Double) -> Key
  ) -> Key {
    tangent(at: index, keys, sign: -1, share(index, of: index - 1), combine)
  }

  func outgoing<Key: Subtractable>(
    at index: Int,
    _ keys: [Key],
    _ combine: (Key, Key, Double, Double) -> Key
  ) -> Key {
    tangent(at: index, keys, sign: 1, share(index, of: index), combine)
  }

  private func tangent<Key: Subtractable>(
    at index: Int,
    _ keys: [Key],
    sign: Double,
    _ share: Double,
    _ combine: (Key, Key, Double, Double) -> Key
  ) -> Key {
    let tight = (1 - part(frames.tensions, index)) / 2 * share
    let broken = sign * part(frames.continuities, index)
    let leaning = part(frames.biases, index)
    let before = index > 0 ? keys[index] - keys[index - 1] : keys[index + 1] - keys[index]
    let after = index < count - 1 ? keys[index + 1] - keys[index] : before
    return combine(
      before,
      after,
      tight * (1 + broken) * (1 + leaning),
      tight * (1 - broken) * (1 - leaning)
    )
  }
}

/// A type with differences.
protocol Subtractable {
  static func - (left: Self, right: Self) -> Self
}

extension SIMD4<Double>: Subtractable {}

extension SIMD4<Double> {
  fileprivate init(_ point: Point) {
    self.init(point.x, point.y, 0, 0)
  }
}
