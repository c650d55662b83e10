// The planes of an image as textures, from which a pass makes the image's own.
// Licensed under the MIT license; see LICENSE.
//
// A film's picture of 4:2:0 has 12 bits a pixel, and 24 of more than 8 bits a sample: that is what
// is uploaded, instead of 32. The pass has the arithmetic of the processor, so the bytes are equal.

import CQuartzGLES
import QuartzModel
import QuartzPlan

/// A texture of one plane.
private final class PlaneTexture {
  let texture: GLTexture

  init(width: Int, height: Int, bytes: Int) throws(RenderError) {
    texture = try GLTexture(width: width, height: height, format: .samples(bytes))
  }
}

/// The texture of an image that is planes, and those of its planes.
final class PlaneTextures {
  let target: RenderTarget
  private let width: Int
  private let height: Int
  private let form: PlaneLayout
  private let planes: [PlaneTexture]

  /// Whether rows are whole numbers of texels.
  static func canUpload(_ layout: PlaneLayout) -> Bool {
    layout.planes.enumerated().allSatisfy { plane, rows in
      rows.rowBytes % layout.texelBytes(ofPlane: plane) == 0
    }
  }

  /// Makes textures for an image and its planes.
  init(_ layout: PlaneLayout, width: Int, height: Int, _ order: ChannelOrder) throws(RenderError) {
    (self.width, self.height, form) = (width, height, layout.form)
    target = try RenderTarget(width: width, height: height, format: .color(order))
    var planes: [PlaneTexture] = []
    for plane in 0..<layout.chroma.planeCount {
      let (rowBytes, rows) = layout.extent(ofPlane: plane, width: width, height: height)
      let bytes = layout.texelBytes(ofPlane: plane)
      planes.append(try PlaneTexture(width: rowBytes / bytes, height: rows, bytes: bytes))
    }
    self.planes = planes
  }

  /// Whether an image has planes of this form.
  func fits(_ layout: PlaneLayout, width: Int, height: Int) -> Bool {
    self.width == width && self.height == height && form == layout.form
  }

  var bytes: Int { target.texture.bytes + planes.reduce(0) { $0 + $1.texture.bytes } }

  /// GL's names: of Y, of Cb or both, of Cr or both.
  var names: (luma: GLuint, first: GLuint, second: GLuint) {
    let names = planes.map { $0.texture.name }
    return (names[0], names[1], names[names.count - 1])
  }

  /// Copies the planes of an image, whose form fits, and leaves a texture bound.
  ///
  /// - Returns: The bytes that were copied.
  func upload(_ pixels: PixelBuffer, _ layout: PlaneLayout) -> Int {
    var copied = 0
    glPixelStorei(GL.unpackAlignment, 1)
    pixels.withStorage { bytes in
      guard let base = bytes.baseAddress else { return }
      for (plane, texture) in planes.enumerated() {
        let (rowBytes, rows) = layout.extent(ofPlane: plane, width: width, height: height)
        let texelBytes = layout.texelBytes(ofPlane: plane)
        glBindTexture(GL.texture2D, texture.texture.name)
        glPixelStorei(GL.unpackRowLength, GLint(layout.planes[plane].rowBytes / texelBytes))
        // Bounds: PixelBuffer has checked that all rows of the plane lie in its memory.
        glTexSubImage2D(
          GL.texture2D,
          0,
          0,
          0,
          GLsizei(rowBytes / texelBytes),
          GLsizei(rows),
          TextureFormat.components(texelBytes),
          GL.unsignedByte,
          base + layout.planes[plane].offset
        )
        copied += rowBytes * rows
      }
    }
    glPixelStorei(GL.unpackRowLength, 0)
    glPixelStorei(GL.unpackAlignment, 4)
    return copied
  }
}

extension PlaneLayout {
  /// The bytes of a texel: a sample, or both of chroma.
  fileprivate func texelBytes(ofPlane plane: Int) -> Int {
    sampleBytes * (plane > 0 && chroma != .planar ? 2 : 1)
  }

  /// All that the size and format of textures depend on.
  fileprivate var form: PlaneLayout {
    var form = PlaneLayout(chroma)
    (form.depth, form.halvesX, form.halvesY) = (sampleBytes * 8, halvesX, halvesY)
    return form
  }

  /// The record of the pass that makes colours of the planes.
  func record(width: Int, height: Int, _ order: ChannelOrder) -> PlanesRecord {
    func number(isSet: Bool) -> Float { isSet ? 1 : 0 }
    let numbers = numbers
    return PlanesRecord(
      size: SIMD4(
        Float(width),
        Float(height),
        Float(halvesX ? (width + 1) / 2 : width),
        Float(halvesY ? (height + 1) / 2 : height)
      ),
      halves: SIMD4(
        number(isSet: halvesX),
        number(isSet: halvesY),
        number(isSet: betweenX),
        number(isSet: betweenY)
      ),
      form: SIMD4(
        Float(sampleBytes),
        Float(lowBits + max(depth - 12, 0)),
        Float((1 << min(depth, 12)) - 1),
        Float(chroma.rawValue)
      ),
      luma: SIMD4(
        Float(numbers.luma.offset),
        Float(numbers.luma.scale),
        Float(numbers.shift),
        number(isSet: order == .bgra)
      ),
      chroma: SIMD4(
        Float(numbers.chromaOffset),
        Float(numbers.redCr),
        Float(numbers.greenCb),
        Float(numbers.greenCr)
      ),
      blue: SIMD4(Float(numbers.blueCb), 0, 0, 0)
    )
  }
}
