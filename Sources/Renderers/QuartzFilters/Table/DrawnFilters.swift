// The filters of the table that can be drawn.
// Licensed under the MIT license; see LICENSE.

extension FilterAttributes {
  /// Whether there is a picture of the filter.
  package var isDrawn: Bool { FilterCatalog.knows(name) }
}
