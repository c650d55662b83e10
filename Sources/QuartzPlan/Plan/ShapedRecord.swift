// The fields that all records with a shape share.
// Licensed under the MIT license; see LICENSE.

/// A record of a rounded rectangle; `SolidRecord` describes the fields.
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
