// The times of a film's pictures.
// Licensed under the MIT license; see LICENSE.

/// The times of all pictures of a film, in the order in which they are shown.
///
/// The picture at a time is the last one that begins at the time or before.
package struct FilmIndex: Equatable, Sendable {
  /// Seconds of one unit.
  package var timeBase: Ratio
  /// When each picture begins, in units from the film's zero; each is later than the one before.
  package private(set) var times: [Int64] = []
  /// Whether decoding can begin at the picture.
  package private(set) var isKey: [Bool] = []
  /// The units that the last picture shows; 0 if unknown.
  package var lastDuration: Int64 = 0

  /// An index without pictures.
  package init(timeBase: Ratio) {
    self.timeBase = timeBase
  }

  /// An index of pictures in any order; of those of one time the last one counts.
  package init(timeBase: Ratio, entries: [(time: Int64, isKey: Bool)], lastDuration: Int64) {
    self.timeBase = timeBase
    self.lastDuration = lastDuration
    times.reserveCapacity(entries.count)
    isKey.reserveCapacity(entries.count)
    let isSorted = zip(entries, entries.dropFirst()).allSatisfy { $0.time < $1.time }
    let sorted = isSorted ? entries : entries.sorted { $0.time < $1.time }
    for entry in sorted { append(entry.time, isKey: entry.isKey) }
  }

  /// Appends a picture; false if it is not later than the last one.
  @discardableResult
  package mutating func append(_ time: Int64, isKey: Bool) -> Bool {
    if let last = times.last, time <= last { return false }
    times.append(time)
    self.isKey.append(isKey)
    return true
  }

  package var count: Int { times.count }

  /// The number of the last picture whose time is at most `value / scale` seconds; nil before the
  /// first one.
  package func picture(at value: Int64, scale: Int32) -> Int? {
    // time * numerator / denominator <= value / scale
    let limit = Int128(value) * Int128(timeBase.denominator)
    let factor = Int128(timeBase.numerator) * Int128(max(scale, 1))
    let after = firstIndex { Int128(times[$0]) * factor > limit }
    return after > 0 ? after - 1 : nil
  }

  /// The number of the last picture that is at most `time` units; nil before the first one.
  package func picture(atUnits time: Int64) -> Int? {
    let after = firstIndex { times[$0] > time }
    return after > 0 ? after - 1 : nil
  }

  /// The number of the last picture, up to one, at which decoding can begin; 0 if there is none.
  package func key(before picture: Int) -> Int {
    var number = min(picture, count - 1)
    while number > 0, !isKey[number] { number -= 1 }
    return max(number, 0)
  }

  /// Seconds of a number of units.
  package func seconds(_ units: Int64) -> Double {
    Double(units) * Double(timeBase.numerator) / Double(timeBase.denominator)
  }

  private func firstIndex(where isAfter: (Int) -> Bool) -> Int {
    var (low, high) = (0, times.count)
    while low < high {
      let middle = (low + high) / 2
      if isAfter(middle) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
