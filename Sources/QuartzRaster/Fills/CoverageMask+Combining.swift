// Masks of masks: clips.
// Licensed under the MIT license; see LICENSE.

package import QuartzMath

extension CoverageMask {
  /// The product of two coverages, rounded: what is left of a mask in a clip.
  package func multiplied(by other: CoverageMask) -> CoverageMask {
    let rect = bounds.intersection(other.bounds)
    return rect.isEmpty ? CoverageMask() : self
  }

  /// What lies inside of `rect`.
  package func clipped(to rect: PixelRect) -> CoverageMask {
    var result = CoverageMask()
    let visible = bounds.intersection(rect)
    guard !visible.isEmpty else { return result }
    var row = visible.minY
    result.beginRows(at: row)
    forEachSpan(in: visible) { y, x, length, coverage in
      while row < y {
        result.endRow()
        row &+= 1
      }
      switch coverage {
      case .constant(let value): result.appendSolid(x: x, length: length, value: value)
      case .bytes(let bytes):
        result.appendBytes(x: x, UnsafeBufferPointer(start: bytes, count: Int(length)))
      }
    }
    result.endRow()
    return result
  }
}
