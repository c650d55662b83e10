// Values over the lives of particles: piecewise linear, with their integrals.
// Licensed under the MIT license; see LICENSE.

/// A piecewise linear function of the share of its life that a particle has behind it, 0...1.
struct BehaviorCurve: Equatable, Sendable {
  private let values: [Double]
  // Ascending, 0...1; as many as values.
  private let places: [Double]
  // The integral from 0 to each place.
  private let areas: [Double]

  /// The curve through values at places; nil without values.
  ///
  /// - Parameters:
  ///   - values: Numbers that are not finite count as 0.
  ///   - places: Ascending; one that is not goes where the one before it is. A list of another
  ///     length counts as none, and the values then lie evenly from 0 to 1.
  init?(_ values: [Double], at places: [Double]) {
    guard let first = values.first else { return nil }
    self.values = values.map(\.bounded)
    let last = Double(max(values.count - 1, 1))
    var low = 0.0
    self.places = values.indices.map { index in
      let place = places.count == values.count ? places[index].bounded : Double(index) / last
      low = max(low, min(max(place, 0), 1))
      return low
    }
    var area = first.bounded * (self.places.first ?? 0)
    var areas = [area]
    for index in self.values.indices.dropFirst() {
      let width = self.places[index] - self.places[index - 1]
      area += width * (self.values[index] + self.values[index - 1]) / 2
      areas.append(area)
    }
    self.areas = areas
  }

  /// The index of the first place that is beyond a share.
  private func firstPlace(beyond share: Double) -> Int {
    var (low, high) = (0, places.count)
    while low < high {
      let middle = (low + high) / 2
      if places[middle] > share { high = middle } else { low = middle + 1 }
    }
    return low
  }

  /// The value at a share; beyond the ends that of the end.
  func value(at share: Double) -> Double {
    let next = firstPlace(beyond: share)
    guard next > 0, next < places.count else { return values[next == 0 ? 0 : next - 1] }
    return values[next - 1] + slope(before: next) * (share - places[next - 1])
  }

  /// The change of the value for a whole life; 0 beyond the ends.
  func slope(at share: Double) -> Double {
    let next = firstPlace(beyond: share)
    return next > 0 && next < places.count ? slope(before: next) : 0
  }

  private func slope(before next: Int) -> Double {
    (values[next] - values[next - 1]) / (places[next] - places[next - 1])
  }

  /// The integral from 0 to a share, which is not negative.
  func area(to share: Double) -> Double {
    let next = firstPlace(beyond: share)
    guard next > 0 else { return values[0] * share }
    let (place, area) = (places[next - 1], areas[next - 1])
    return area + (share - place) * (values[next - 1] + value(at: share)) / 2
  }
}
