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
    (
      "shares of time and rates of a machine, other in each run; LW-12.1 is the table to measure",
      [
        "LW-F-12.1", "LW-F-12.2", "LW-F-12.3", "LW-F-12.4", "LW-F-12.5", "LW-F-12.6", "LW-F-12.7",
        "LW-F-12.8", "LW-F-12.9", "LW-F-14.2", "LW-F-14.3",
      ]
    ),
    ("cameras, which the book has no demo of yet", ["ZL-D-7.12", "ZL-D-7.15"]),
  ]
}
