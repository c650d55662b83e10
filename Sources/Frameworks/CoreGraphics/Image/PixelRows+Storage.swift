// Images as rows that can be compared.
// Licensed under the MIT license; see LICENSE.

package import QuartzMath

extension PixelRows {
  /// The pixels of an image, for as long as the storage lives.
  package init(_ storage: PixelStorage) {
    self.init(
      storage.base,
      width: storage.width,
      height: storage.height,
      rowBytes: storage.rowBytes
    )
  }
}
