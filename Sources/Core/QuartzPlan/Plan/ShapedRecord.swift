// The records that have a shape.
// Licensed under the MIT license; see LICENSE.

/// A record of a rounded rectangle.
package protocol ShapedRecord {
  var shape: ShapeRecord { get }
}

extension ClipRecord: ShapedRecord {}
extension SolidRecord: ShapedRecord {}
extension ImageRecord: ShapedRecord {}
extension BorderRecord: ShapedRecord {}
extension GradientRecord: ShapedRecord {}
