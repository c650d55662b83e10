// Where a plan has what its draws show.
// Licensed under the MIT license; see LICENSE.

/// The places of images or of coverage in a plan's column, and how many draws show each.
///
/// One that no draw shows any more gives its place to the next one, so that a plan that is patched
/// for hours stays as large as it is.
struct SourceUses<Name: Hashable> {
  private var places: [Name: Int32] = [:]
  // Index i is place i.
  private var counts: ContiguousArray<Int32> = []
  private var free: ContiguousArray<Int32> = []

  mutating func removeAll() {
    places.removeAll(keepingCapacity: true)
    counts.removeAll(keepingCapacity: true)
    free.removeAll(keepingCapacity: true)
  }

  /// Counts a draw that shows something, which is put into the column if it is not there.
  ///
  /// - Returns: Its place.
  mutating func use<Source>(
    _ name: Name,
    _ source: Source,
    in column: inout ContiguousArray<Source>
  ) -> Int32 {
    if let place = places[name] {
      counts[Int(place)] += 1
      return place
    }
    let place = free.popLast() ?? Int32(column.count)
    if place == column.count {
      column.append(source)
      counts.append(1)
    } else {
      column[Int(place)] = source
      counts[Int(place)] = 1
    }
    places[name] = place
    return place
  }

  /// Puts something into the column, if it is not there, for as long as there is the plan.
  ///
  /// - Returns: Its place.
  mutating func keep<Source>(
    _ name: Name,
    _ source: Source,
    in column: inout ContiguousArray<Source>
  ) -> Int32 {
    let place = use(name, source, in: &column)
    // No plan has so many draws.
    counts[Int(place)] = .max / 2
    return place
  }

  /// Counts a draw less.
  ///
  /// - Returns: Whether no draw shows it any more; its place is free then.
  mutating func release(_ place: Int32, of name: Name) -> Bool {
    counts[Int(place)] -= 1
    guard counts[Int(place)] == 0 else { return false }
    places[name] = nil
    free.append(place)
    return true
  }
}
