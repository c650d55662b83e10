// Planes of images on the wire.
// Licensed under the MIT license; see LICENSE.
//
// An image of R, G, B, A bytes says with a byte whether it is opaque, 0 or 1. Planes have a 2
// there, and more fields behind the others. Half floats have a 3, opaque ones a 4, and behind the
// others how bright they are. Planes of light beyond white have a 5, and that light as the last of
// their fields.

import QuartzModel

/// The bits of a layout's byte of flags.
private enum PlaneFlags {
  static let halvesX: UInt8 = 1
  static let halvesY: UInt8 = 2
  static let betweenX: UInt8 = 4
  static let betweenY: UInt8 = 8
  static let isFullRange: UInt8 = 16
  static let hasAlpha: UInt8 = 32
  static let all: UInt8 = 63
}

/// The form of an image's pixels on the wire.
enum PixelForm: UInt8 {
  case translucent = 0
  case opaque = 1
  case planes = 2
  case translucentHalves = 3
  case opaqueHalves = 4
  case brightPlanes = 5

  /// The form of an image of rows.
  init(_ pixels: PixelBuffer) {
    if pixels.form.isHalf {
      self = pixels.isOpaque ? .opaqueHalves : .translucentHalves
    } else {
      self = pixels.isOpaque ? .opaque : .translucent
    }
  }

  /// Whether every alpha is 1.
  var isOpaque: Bool { self == .opaque || self == .opaqueHalves }

  var isHalf: Bool { self == .translucentHalves || self == .opaqueHalves }

  var isPlanes: Bool { self == .planes || self == .brightPlanes }
}

extension WireWriter {
  /// Writes how bright an image of half floats is: its kind, then its headroom.
  mutating func append(_ light: ContentLight) {
    append(light.kind.rawValue)
    append(Double(light.headroom))
  }
}

extension WireReader {
  /// Reads how bright an image of half floats is.
  mutating func light() throws(WireError) -> ContentLight {
    ContentLight(try choice(LightKind.self), headroom: try headroom())
  }

  private mutating func headroom() throws(WireError) -> Float {
    let start = offset
    let headroom = try double()
    guard headroom == 0 || (1...Double(ContentLight.largestHeadroom)).contains(headroom) else {
      throw malformed(at: start, "a headroom of 0, or 1...65504", "\(headroom)")
    }
    return Float(headroom)
  }

  /// Reads the light of planes.
  private mutating func planeLight() throws(WireError) -> PlaneLayout.Light {
    let start = offset
    let raw = try uint8()
    guard let transfer = PlaneLayout.Transfer(rawValue: raw) else {
      throw malformed(at: start, "a transfer function, 1 or 2", "\(raw)")
    }
    return PlaneLayout.Light(transfer, headroom: try headroom())
  }
}

extension WireWriter {
  /// Writes the place of planes, behind the size of their image.
  mutating func append(_ layout: PlaneLayout, at location: PixelLocation) {
    append(UInt32(layout.planes[0].rowBytes))
    append((layout.light == nil ? PixelForm.planes : .brightPlanes).rawValue)
    append(location.buffer)
    append(UInt64(location.offset + layout.planes[0].offset))
    append(layout.chroma.rawValue)
    append(UInt8(layout.depth))
    append(UInt8(layout.lowBits))
    append(layout.matrix.rawValue)
    var flags: UInt8 = 0
    if layout.halvesX { flags |= PlaneFlags.halvesX }
    if layout.halvesY { flags |= PlaneFlags.halvesY }
    if layout.betweenX { flags |= PlaneFlags.betweenX }
    if layout.betweenY { flags |= PlaneFlags.betweenY }
    if layout.isFullRange { flags |= PlaneFlags.isFullRange }
    if layout.hasAlpha { flags |= PlaneFlags.hasAlpha }
    append(flags)
    for plane in layout.planes.dropFirst() {
      append(UInt64(location.offset + plane.offset))
      append(UInt32(plane.rowBytes))
    }
    if let light = layout.light {
      append(light.transfer.rawValue)
      append(Double(light.headroom))
    }
  }
}

extension WireReader {
  /// Reads what an image's pixels are.
  mutating func pixelForm() throws(WireError) -> PixelForm {
    let start = offset
    let raw = try uint8()
    guard let form = PixelForm(rawValue: raw) else {
      throw malformed(at: start, "a form of pixels, 0...5", "\(raw)")
    }
    return form
  }

  /// Reads the layout of planes behind the place of the first one.
  ///
  /// - Parameters:
  ///   - first: The plane of Y, by bytes of the buffer, as are all.
  ///   - isBright: Whether they are of light beyond white.
  mutating func planes(
    after first: PlaneLayout.Plane,
    isBright: Bool
  ) throws(WireError) -> PlaneLayout {
    let start = offset
    let raw = try uint8()
    guard let chroma = PlaneLayout.Chroma(rawValue: raw) else {
      throw malformed(at: start, "an order of chroma, 0...3", "\(raw)")
    }
    var layout = PlaneLayout(chroma)
    (layout.depth, layout.lowBits) = (Int(try uint8()), Int(try uint8()))
    let matrixStart = offset
    let matrix = try uint8()
    guard let known = PlaneLayout.Matrix(rawValue: matrix) else {
      throw malformed(at: matrixStart, "a matrix, 0...2", "\(matrix)")
    }
    layout.matrix = known
    let flagStart = offset
    let flags = try uint8()
    guard flags & ~PlaneFlags.all == 0 else {
      throw malformed(at: flagStart, "six flags", "\(flags)")
    }
    layout.halvesX = flags & PlaneFlags.halvesX != 0
    layout.halvesY = flags & PlaneFlags.halvesY != 0
    layout.betweenX = flags & PlaneFlags.betweenX != 0
    layout.betweenY = flags & PlaneFlags.betweenY != 0
    layout.isFullRange = flags & PlaneFlags.isFullRange != 0
    layout.hasAlpha = flags & PlaneFlags.hasAlpha != 0
    layout.planes = [first]
    for _ in 1..<chroma.planeCount {
      let place = try size()
      layout.planes.append(PlaneLayout.Plane(offset: place, rowBytes: Int(try uint32())))
    }
    if isBright { layout.light = try planeLight() }
    return layout
  }
}
