// The import of dma-bufs as textures, without a copy.
// Licensed under the MIT license; see LICENSE.
//
// A picture of bytes is one texture. Planes of Y, Cb and Cr are a texture each, of bytes as those
// that are uploaded: R8 for a sample of 8 bits, GR88 for two of them or for one of 16, AB24 for two
// of 16. So one pass makes the same colours of both, by the formula of the project; a driver's own,
// behind external samplers, would give others.
//
// Half floats and words of ten bits are one texture each, too. Words keep their ten bits then;
// those that are read by way of their mapping are rounded to bytes. Light beyond white in PQ or HLG
// is no texture: the processor makes half floats of it.

import CQuartzEGL
import CQuartzGLES
import QuartzModel
import QuartzPlan

/// One plane in a dma-buf, in rows without tiling.
struct DevicePlane: Equatable {
  /// DRM's code of the texels.
  var format: UInt32
  /// In texels.
  var width: Int
  var height: Int
  var place: DMABufferPlane
}

/// The functions that a driver needs to import dma-bufs as textures.
struct DeviceImporter {
  private typealias SetTexture = @convention(c) (GLenum, EGLImage?) -> Void

  private let display: EGLDisplay
  private let setTexture: SetTexture
  private let formats: DeviceFormats

  /// - Throws: The reason why the driver imports nothing.
  init(
    _ connection: borrowing DisplayConnection,
    _ extensions: Set<String>
  ) throws(ImportRefusal) {
    guard connection.extensions.contains(DMABufferPlane.importName) else {
      throw ImportRefusal(reason: "EGL lacks \(DMABufferPlane.importName)")
    }
    guard extensions.contains(DMABufferPlane.imageName),
      let setTexture = unsafeBitCast(
        eglGetProcAddress("glEGLImageTargetTexture2DOES"),
        to: SetTexture?.self
      )
    else { throw ImportRefusal(reason: "GL lacks \(DMABufferPlane.imageName)") }
    display = connection.display
    self.setTexture = setTexture
    formats = DeviceFormats(connection)
  }

  /// Makes a dma-buf the storage of the bound texture.
  ///
  /// - Throws: The reason why it cannot be; the texture is then unchanged.
  func bind(_ plane: DevicePlane) throws(ImportRefusal) {
    let modifier = try formats.modifier(plane.format)
    guard
      let image = plane.place.makeImage(
        display,
        plane.format,
        width: plane.width,
        height: plane.height,
        modifier: modifier
      )
    else { throw ImportRefusal(reason: "eglCreateImage: \(eglErrorName())") }
    // The texture keeps the memory.
    defer { eglDestroyImage(display, image) }
    setTexture(GL.texture2D, image)
    guard glGetError() == GL.noError else {
      throw ImportRefusal(reason: "glEGLImageTargetTexture2DOES refused the image")
    }
  }
}

extension DevicePlane {
  /// The longest side of a plane in texels.
  static let longestSide = 16384

  /// A picture of R, G, B, A, which appear in the order of the other textures' channels; those of
  /// half floats in their own.
  init(
    _ location: DeviceLocation,
    of pixels: PixelBuffer,
    _ order: ChannelOrder
  ) throws(ImportRefusal) {
    let words = pixels.planes
    guard words?.light == nil else {
      throw ImportRefusal(reason: "the processor makes half floats of its light")
    }
    let place = words?.planes.first ?? PlaneLayout.Plane(offset: 0, rowBytes: pixels.rowBytes)
    let format =
      if let words {
        words.hasAlpha
          ? order == .rgba ? DRMFormat.rgba10 : DRMFormat.bgra10
          : order == .rgba ? DRMFormat.rgbx10 : DRMFormat.bgrx10
      } else if pixels.form.isHalf {
        DRMFormat.rgbaHalf
      } else {
        order == .rgba ? DRMFormat.rgba : DRMFormat.bgra
      }
    self.init(
      format: format,
      width: pixels.width,
      height: pixels.height,
      place: DMABufferPlane(
        descriptor: location.descriptor,
        offset: location.offset + place.offset,
        rowBytes: place.rowBytes
      )
    )
    guard place.rowBytes % pixels.texelBytes == 0 else {
      throw ImportRefusal(reason: "rows of \(place.rowBytes) bytes are no whole texels")
    }
    try check()
  }

  /// Plane number `index` of a picture.
  ///
  /// - Parameters:
  ///   - location: Where the picture's memory begins.
  ///   - layout: The picture's planes, which lie in its memory.
  ///   - width: The picture's, in pixels.
  ///   - height: The picture's.
  init(
    _ location: DeviceLocation,
    _ index: Int,
    of layout: PlaneLayout,
    width: Int,
    height: Int
  ) throws(ImportRefusal) {
    let bytes = layout.texelBytes(ofPlane: index)
    let (rowBytes, rows) = layout.extent(ofPlane: index, width: width, height: height)
    let plane = layout.planes[index]
    self.init(
      format: bytes == 1 ? DRMFormat.red : bytes == 2 ? DRMFormat.redGreen : DRMFormat.rgba,
      width: rowBytes / bytes,
      height: rows,
      place: DMABufferPlane(
        descriptor: location.descriptor,
        offset: location.offset + plane.offset,
        rowBytes: plane.rowBytes
      )
    )
    guard plane.rowBytes % bytes == 0 else {
      throw ImportRefusal(reason: "rows of \(plane.rowBytes) bytes are no whole texels")
    }
    try check()
  }

  /// Bounds: `PixelBuffer` has checked that all rows lie in the mapping of the dma-buf.
  private func check() throws(ImportRefusal) {
    let sides = 1...DevicePlane.longestSide
    guard sides.contains(width), sides.contains(height) else {
      throw ImportRefusal(
        reason: "\(width) x \(height) texels, at most \(DevicePlane.longestSide) a side"
      )
    }
    let numbers = 0...Int(Int32.max)
    guard numbers.contains(place.offset), numbers.contains(place.rowBytes) else {
      throw ImportRefusal(
        reason: "rows of \(place.rowBytes) bytes from byte \(place.offset) on"
      )
    }
  }
}
