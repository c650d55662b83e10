// Keyframes that are not all numbers: matrices, images, paths, names, and mixtures of colour and
// none.
// Licensed under the MIT license; see LICENSE.

/// Keyframes of any type, ready to be evaluated.
///
/// The cubic modes move matrices on Hermite curves of their parts; all other values go straight
/// from value to value. The paced modes measure matrices by their elements. A change between values
/// without a measure has the length one.
final class ValuesMotion: Sendable {
  private let values: ContiguousArray<PreparedValue>
  private let times: KeyTimes
  private let isDiscrete: Bool
  /// The parts of matrices in the cubic modes and their tangents; index i is value i.
  private let parts: ContiguousArray<TransformParts>
  private let incoming: ContiguousArray<TransformParts>
  private let outgoing: ContiguousArray<TransformParts>

  /// - Parameter values: At least one.
  init(_ frames: KeyframeAnimation, _ all: [PreparedValue]) {
    let values = all.prefix(frames.reachableCount(of: all.count))
    self.values = ContiguousArray(values)
    isDiscrete = frames.calculationMode == .discrete
    let lengths = zip(values, values.dropFirst()).map { $0.distance(to: $1) }
    times = KeyTimes(frames, keyCount: values.count, lengths: lengths)
    var parts = values.compactMap(\.parts)
    guard frames.calculationMode.isCubic, parts.count == values.count, parts.count > 2 else {
      (self.parts, incoming, outgoing) = ([], [], [])
      return
    }
    let mirrored = parts.compactMap(\.mirrored)
    if mirrored.count == parts.count { parts = mirrored }
    // Of the two quaternions of each rotation, the one nearer to that of the key before.
    for index in parts.indices.dropFirst() {
      if (parts[index].rotation * parts[index - 1].rotation).sum() < 0 {
        parts[index].rotation = -parts[index].rotation
      }
    }
    let tangents = KochanekBartels(frames, times.times, count: parts.count)
    let steps = parts.indices.dropLast()
    let keys = parts
    self.parts = ContiguousArray(parts)
    outgoing = ContiguousArray(steps.map { tangents.outgoing(at: $0, keys, TransformParts.sum) })
    incoming = ContiguousArray(
      steps.map { tangents.incoming(at: $0 + 1, keys, TransformParts.sum) }
    )
  }

  /// Where the animation ends, for those that go on from there.
  var last: AnimatedValue { values[values.count - 1].value }

  /// The values between which the animation is at a fraction, and how far it is from the first to
  /// the second; nil for the cubic modes of matrices.
  func step(at fraction: Double) -> (from: PreparedValue, to: PreparedValue, part: Double)? {
    guard parts.isEmpty else { return nil }
    if values.count == 1 || isDiscrete {
      let key = values[isDiscrete ? times.key(at: fraction, of: values.count) : 0]
      return (key, key, 0)
    }
    let (index, part) = times.step(at: fraction, of: values.count - 1)
    return (values[index], values[index + 1], part)
  }

  func value(at fraction: Double) -> AnimatedValue {
    if values.count == 1 { return values[0].value }
    if isDiscrete { return values[times.key(at: fraction, of: values.count)].value }
    let (index, part) = times.step(at: fraction, of: values.count - 1)
    if parts.isEmpty || part == 0 || part == 1 {
      return values[index].interpolated(to: values[index + 1], part)
    }
    let way = TransformParts.hermite(
      parts[index],
      parts[index + 1],
      from: outgoing[index],
      to: incoming[index],
      part
    )
    return .transform(way.matrix)
  }
}
