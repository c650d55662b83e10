// Rows of the inventories that `Examples/Book` has no demo of, and why.
// Licensed under the MIT license; see LICENSE.

extension Case {
  /// The reasons, by the ids of cases.
  ///
  /// Figures of what another demo shows, and rows with a reason to show nothing, are not here.
  package static let withoutDemo: [String: String] = {
    var reasons: [String: String] = [:]
    for (reason, ids) in groups { for id in ids { reasons[id] = reason } }
    return reasons
  }()

  private static let groups: [(reason: String, ids: [String])] = [
    ("cameras, which the book has no demo of yet", ["ZL-D-7.12", "ZL-D-7.15"]),
  ]
}
