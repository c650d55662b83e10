// Things in the order of their last use.
// Licensed under the MIT license; see LICENSE.

/// Places of an array in the order of their last use; every operation takes the same time.
struct RecencyList {
  private struct Link {
    /// The place used before this one, and the one used after it; -1 at the ends.
    var before = -1
    var after = -1
  }

  private var links: ContiguousArray<Link> = []
  /// The place that was not used for the longest time; -1 if there is none.
  private(set) var oldest = -1
  private var newest = -1

  /// Adds a place that is not in the list, as the last used.
  mutating func append(_ place: Int) {
    while links.count <= place { links.append(Link()) }
    links[place] = Link(before: newest, after: -1)
    if newest >= 0 { links[newest].after = place } else { oldest = place }
    newest = place
  }

  /// Takes a place of the list out of it.
  mutating func remove(_ place: Int) {
    let link = links[place]
    if link.before >= 0 { links[link.before].after = link.after } else { oldest = link.after }
    if link.after >= 0 { links[link.after].before = link.before } else { newest = link.before }
  }

  /// Makes a place of the list the last used.
  mutating func use(_ place: Int) {
    guard place != newest else { return }
    remove(place)
    append(place)
  }
}
