// The planes of an image as textures, from which a pass makes the image's own.
// Licensed under the MIT license; see LICENSE.
//
// A film's picture of 4:2:0 has 12 bits a pixel, and 24 of more than 8 bits a sample: that is what
// is uploaded, instead of 32; nothing, where the planes lie in a dma-buf that the driver imports.
// The pass has the arithmetic of the processor, so the bytes are equal.

import CQuartzGLES
import QuartzModel
import QuartzPlan

/// A texture of one plane.
final class PlaneTexture {
  let texture: GLTexture

  init(width: Int, height: Int, bytes: Int) throws(RenderError) {
    texture = try GLTexture(width: width, height: height, format: .samples(bytes))
  }

  /// The memory of a plane in a dma-buf.
  init(_ plane: DevicePlane, _ importer: DeviceImporter, bytes: Int) throws(ImportRefusal) {
    texture = try GLTexture(plane, importer, format: .samples(bytes))
  }
}

/// The textures of a picture's planes, ready to be read.
struct LoadedPlanes {
  let textures: [PlaneTexture]
  let bytesUploaded: Int
  /// Whether they are the picture's own memory.
  let isImported: Bool

  /// GL's names: of Y, of Cb or both, of Cr or both.
  var names: (luma: GLuint, first: GLuint, second: GLuint) {
    let names = textures.map { $0.texture.name }
    return (names[0], names[1], names[names.count - 1])
  }
}

/// The texture of an image that is planes, and those that its planes are uploaded to.
final class PlaneTextures {
  let target: RenderTarget
  private let width: Int
  private let height: Int
  private let form: PlaneLayout
  /// None until planes are uploaded.
  private var planes: [PlaneTexture] = []
  /// Bytes of all textures, those of planes counted in any case.
  let bytes: Int

  /// Whether rows are whole numbers of texels.
  static func canUpload(_ layout: PlaneLayout) -> Bool {
    layout.planes.enumerated().allSatisfy { plane, rows in
      rows.rowBytes % layout.texelBytes(ofPlane: plane) == 0
    }
  }

  /// Makes the texture of an image.
  init(_ layout: PlaneLayout, width: Int, height: Int, _ order: ChannelOrder) throws(RenderError) {
    (self.width, self.height, form) = (width, height, layout.form)
    target = try RenderTarget(width: width, height: height, format: .color(order))
    bytes = (0..<layout.chroma.planeCount).reduce(target.texture.bytes) { bytes, plane in
      let (rowBytes, rows) = layout.extent(ofPlane: plane, width: width, height: height)
      return bytes + rowBytes * rows
    }
  }

  /// Whether an image has planes of this form.
  func fits(_ layout: PlaneLayout, width: Int, height: Int) -> Bool {
    self.width == width && self.height == height && form == layout.form
  }

  /// Makes the planes of an image in a dma-buf textures, without a copy.
  ///
  /// - Throws: The reason why the driver does not support it.
  static func imported(
    _ location: DeviceLocation,
    _ layout: PlaneLayout,
    of pixels: PixelBuffer,
    _ importer: DeviceImporter
  ) throws(ImportRefusal) -> LoadedPlanes {
    var textures: [PlaneTexture] = []
    for index in 0..<layout.chroma.planeCount {
      let plane = try DevicePlane(
        location,
        index,
        of: layout,
        width: pixels.width,
        height: pixels.height
      )
      let bytes = layout.texelBytes(ofPlane: index)
      textures.append(try PlaneTexture(plane, importer, bytes: bytes))
    }
    return LoadedPlanes(textures: textures, bytesUploaded: 0, isImported: true)
  }

  /// Copies the planes of an image, whose form fits, and leaves a texture bound.
  func upload(_ pixels: PixelBuffer, _ layout: PlaneLayout) throws(RenderError) -> LoadedPlanes {
    if planes.isEmpty { planes = try makePlanes(layout) }
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
    return LoadedPlanes(textures: planes, bytesUploaded: copied, isImported: false)
  }

  private func makePlanes(_ layout: PlaneLayout) throws(RenderError) -> [PlaneTexture] {
    var planes: [PlaneTexture] = []
    for plane in 0..<layout.chroma.planeCount {
      let (rowBytes, rows) = layout.extent(ofPlane: plane, width: width, height: height)
      let bytes = layout.texelBytes(ofPlane: plane)
      planes.append(try PlaneTexture(width: rowBytes / bytes, height: rows, bytes: bytes))
    }
    return planes
  }
}

extension PlaneLayout {
  /// The bytes of a texel: a sample, or both of chroma.
  func texelBytes(ofPlane plane: Int) -> Int {
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
