// What the records with a shape have in common.
// Licensed under the MIT license; see LICENSE.

/// A record of a rounded rectangle; the fields mean what `SolidRecord` says.
package protocol ShapedRecord {
  var rect: SIMD4<Float> { get }
  var radiiX: SIMD4<Float> { get }
  var radiiY: SIMD4<Float> { get }
  var inverse1: SIMD4<Float> { get }
  var inverse2: SIMD4<Float> { get }
  var inverse3: SIMD4<Float> { get }
}

extension ClipRecord: ShapedRecord {}
extension SolidRecord: ShapedRecord {}
extension ImageRecord: ShapedRecord {}
extension BorderRecord: ShapedRecord {}
extension GradientRecord: ShapedRecord {}
