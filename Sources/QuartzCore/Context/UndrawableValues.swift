// Values that no renderer can do anything with: each is told once.
// Licensed under the MIT license; see LICENSE.

import QuartzModel

/// The rows of a context's layers that cannot be drawn, as they were committed last.
///
/// Renderers leave out what such a row is for: the layer, or its contents, its shadow, its border.
struct UndrawableValues {
  // Only layers that have such rows.
  private var rows: [LayerID: PropertySet] = [:]

  /// Looks values of a layer over on their way to the server.
  ///
  /// A row that cannot be drawn gives a diagnostic, but not again before it could be drawn.
  ///
  /// - Parameters:
  ///   - values: What is sent.
  ///   - layer: The layer.
  ///   - id: The layer's number.
  mutating func check(_ values: PropertyBag, of layer: CALayer, _ id: LayerID) {
    var found = PropertySet()
    values.forEach { row, value in
      if !value.isDrawable, !isInfinite(value, row) { found.insert(row) }
    }
    if found.isEmpty, rows.isEmpty { return }
    var known = rows[id] ?? PropertySet()
    values.forEach { row, _ in
      if !found.contains(row) {
        known.remove(row)
      } else if !known.contains(row) {
        known.insert(row)
        Diagnostics.report(
          "layer \(layer.label): \(PropertyTable[row].name) cannot be drawn: "
            + layer.text(ofValue: row)
        )
      }
    }
    rows[id] = known.isEmpty ? nil : known
  }

  /// Whether the value is infinity, and the row one that may have it.
  private func isInfinite(_ value: PropertyValue, _ row: PropertyID) -> Bool {
    PropertyTable[row].canBeInfinite && value.number == .infinity
  }

  /// Forgets a layer, whose number may be used again.
  mutating func forget(_ id: LayerID) {
    if !rows.isEmpty { rows[id] = nil }
  }
}
