// Pictures of more than 8 bits in spaces that files name by numbers.
// Licensed under the MIT license; see LICENSE.

import Foundation

extension CGImage {
  /// The picture in integers of 16 bits of a space that files can name, with straight alpha.
  ///
  /// Light that the space cannot hold is clipped: of PQ and HLG that beyond 10,000 and 1,000 nits,
  /// of other spaces all that is brighter than white.
  ///
  /// - Returns: Nil for pictures of up to 8 bits a component, and for numbers of no space.
  package func coded(_ colors: CodedColors) -> CGImage? {
    guard let space = colors.space, let rows = WideRows(self, in: space) else { return nil }
    let (width, height) = (rows.width, rows.height)
    var samples = [UInt16](repeating: 0, count: width * height * 4)
    samples.withUnsafeMutableBufferPointer { samples in
      guard let base = samples.baseAddress else { return }
      // Bounds: there are four numbers for each pixel.
      for y in 0..<height { rows.read(row: y, components: 4, into: base + y * width * 4) }
    }
    return CGImage(
      samples: samples.withUnsafeBytes { Data($0) },
      size: (width, height),
      .integers16,
      space: space,
      alpha: .last,
      tags: (nil, space.isHDR ? contentHeadroom : 0)
    )
  }
}
