// Rows of the table by their ids, for interfaces of other languages.
// Licensed under the MIT license; see LICENSE.

package import QuartzModel

extension CALayer {
  /// Returns the value of a row.
  package final func rowValue(_ id: PropertyID) -> PropertyValue { values.value(id) }

  /// Sets a row of numbers, truth values or structs, as its accessor does.
  ///
  /// The caller vouches for a row that the class has, and for a value of its type.
  package final func setRow(_ id: PropertyID, to value: PropertyValue) { set(id, value) }
}
