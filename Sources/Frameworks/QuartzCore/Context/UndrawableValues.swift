// Values that no renderer can draw: each is reported once.
// Licensed under the MIT license; see LICENSE.

import QuartzModel

/// The rows of a context's layers that could not be drawn in the last commit.
///
/// Renderers leave out the part that such a row describes: the layer, its contents, its shadow or
/// its border. A headroom that there cannot be counts as none.
struct UndrawableValues {
  // Only layers that have such rows.
  private var rows: [LayerID: PropertySet] = [:]

  /// Checks values of a layer before they are sent to the server.
  ///
  /// A row that cannot be drawn gives a diagnostic, and another one only after it could be drawn
  /// again.
  ///
  /// - Parameters:
  ///   - values: The values that are sent.
  ///   - layer: The layer.
  ///   - id: The layer's ID.
  mutating func check(_ values: PropertyBag, of layer: CALayer, _ id: LayerID) {
    var found = PropertySet()
    values.forEach { row, value in
      if !value.isDrawable && !isInfinite(value, row) || isNoHeadroom(value, row) {
        found.insert(row)
      }
    }
    if found.isEmpty, rows.isEmpty { return }
    var known = rows[id] ?? PropertySet()
    values.forEach { row, _ in
      if !found.contains(row) {
        known.remove(row)
      } else if !known.contains(row) {
        known.insert(row)
        let problem = row == .contentsHeadroom ? "is none and counts as 0" : "cannot be drawn"
        Diagnostics.report(
          "layer \(layer.label): \(PropertyTable[row].name) \(problem): "
            + layer.text(ofValue: row)
        )
      }
    }
    rows[id] = known.isEmpty ? nil : known
  }

  /// Whether the value is infinite in a row that may have infinity.
  private func isInfinite(_ value: PropertyValue, _ row: PropertyID) -> Bool {
    PropertyTable[row].canBeInfinite && value.number == .infinity
  }

  /// Whether the value is a headroom below 1 that is not 0.
  private func isNoHeadroom(_ value: PropertyValue, _ row: PropertyID) -> Bool {
    guard row == .contentsHeadroom, let number = value.number else { return false }
    return number != 0 && !(number >= 1)
  }

  /// Forgets a layer, whose ID may be reused.
  mutating func forget(_ id: LayerID) {
    if !rows.isEmpty { rows[id] = nil }
  }
}
