// Values that observers show in the place of a program's.
// Licensed under the MIT license; see LICENSE.

import QuartzModel

/// The overridden values of a context.
///
/// While a value is overridden, what its program sets is kept and not shown.
struct Overrides {
  struct Entry {
    /// The observer that chose the value.
    var observer: ClientID
    var value: PropertyValue
    /// The program's; nil for the class's default.
    var own: PropertyValue?
  }

  /// The most values of a context that are overridden.
  static let most = 4096

  private(set) var count = 0
  private var entries: [LayerID: [PropertyID: Entry]] = [:]

  var isEmpty: Bool { count == 0 }

  subscript(layer: LayerID, property: PropertyID) -> Entry? {
    get { entries[layer]?[property] }
    set {
      let had = entries[layer]?[property] != nil
      if let newValue {
        entries[layer, default: [:]][property] = newValue
        if !had { count += 1 }
      } else if had {
        entries[layer]?[property] = nil
        if entries[layer]?.isEmpty ?? false { entries[layer] = nil }
        count -= 1
      }
    }
  }

  /// The values that an observer chose.
  func values(of observer: ClientID) -> [(layer: LayerID, property: PropertyID)] {
    entries.flatMap { layer, values in
      values.filter { $0.value.observer == observer }.map { (layer, $0.key) }
    }
  }

  /// Keeps the values of a program's commit that are overridden, and puts the others' into it.
  mutating func take(_ commit: inout Commit) {
    for index in commit.changes.indices {
      let layer = commit.changes[index].layer
      guard let values = entries[layer] else { continue }
      for (property, entry) in values {
        guard let own = commit.changes[index].values[property] else { continue }
        entries[layer]?[property]?.own = own
        commit.changes[index].values[property] = entry.value
      }
    }
    for layer in commit.destroyed {
      if let values = entries.removeValue(forKey: layer) { count -= values.count }
    }
  }
}
