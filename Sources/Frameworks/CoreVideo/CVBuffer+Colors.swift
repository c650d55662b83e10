// The colours and the light of a picture, as its notes say them.
// Licensed under the MIT license; see LICENSE.

package import CoreGraphics
import Foundation
import QuartzMath

extension CVBuffer {
  private static let primaries: [CFString: Int] = [
    kCVImageBufferColorPrimaries_ITU_R_709_2: 1, kCVImageBufferColorPrimaries_ITU_R_2020: 9,
    kCVImageBufferColorPrimaries_P3_D65: 12,
  ]
  private static let transfers: [CFString: Int] = [
    kCVImageBufferTransferFunction_ITU_R_709_2: 1, kCVImageBufferTransferFunction_Linear: 8,
    kCVImageBufferTransferFunction_sRGB: 13, kCVImageBufferTransferFunction_ITU_R_2020: 14,
    kCVImageBufferTransferFunction_SMPTE_ST_2084_PQ: 16,
    kCVImageBufferTransferFunction_ITU_R_2100_HLG: 18,
  ]
  private static let matrices: [CFString: ChromaFormula.Matrix] = [
    kCVImageBufferYCbCrMatrix_ITU_R_601_4: .rec601,
    kCVImageBufferYCbCrMatrix_ITU_R_709_2: .rec709,
    kCVImageBufferYCbCrMatrix_ITU_R_2020: .rec2020,
  ]

  private func note(_ key: CFString) -> Any? { state.withLock { $0.notes[key] }?.value }

  /// The meaning of a note that is a name; nil for no known name, with a line if there is a note.
  private func meaning<Meaning>(_ key: CFString, _ meanings: [CFString: Meaning]) -> Meaning? {
    guard let value = note(key) else { return nil }
    if let name = value as? CFString, let meaning = meanings[name] { return meaning }
    Diagnostics.report(
      "the note \(key) of a picture is \(value), which is not known",
      from: "CoreVideo"
    )
    return nil
  }

  /// The bytes of a note; nil for other lengths, with a line if there is a note.
  private func bytes(_ key: CFString, _ count: Int) -> [UInt8]? {
    guard let value = note(key) else { return nil }
    let bytes = (value as? Data).map { [UInt8]($0) }
    if let bytes, bytes.count == count { return bytes }
    let found = bytes.map { "\($0.count) bytes" } ?? "no data"
    Diagnostics.report(
      "the note \(key) of a picture has \(found), and not \(count) bytes",
      from: "CoreVideo"
    )
    return nil
  }

  /// The space of the picture's components: that of the notes, or sRGB.
  ///
  /// Formats of a wider range have the extended space, if there is one. Primaries without a
  /// transfer function have that of sRGB; PQ and HLG without primaries have those of BT.2020.
  package var colorSpace: CGColorSpace {
    let isGray = format == kCVPixelFormatType_OneComponent8
    return held(notedSpace(isGray: isGray) ?? (isGray ? .deviceGraySpace : .sRGBSpace))
  }

  /// A space, with the range that the format has.
  package func held(_ space: CGColorSpace) -> CGColorSpace {
    let isWide =
      format == kCVPixelFormatType_64RGBAHalf
      || format == kCVPixelFormatType_30RGBLEPackedWideGamut
    return isWide ? CGColorSpaceCreateExtended(space) ?? space : space
  }

  private func notedSpace(isGray: Bool) -> CGColorSpace? {
    if let value = note(kCVImageBufferCGColorSpaceKey) {
      if let space = value as? CGColorSpace, space.model == (isGray ? .monochrome : .rgb) {
        return space
      }
      Diagnostics.report("a picture has a colour space of another model", from: "CoreVideo")
    }
    if isGray { return nil }
    let primaries = meaning(kCVImageBufferColorPrimariesKey, Self.primaries)
    let transfer = meaning(kCVImageBufferTransferFunctionKey, Self.transfers)
    if primaries == nil, transfer == nil { return nil }
    let light = primaries ?? (transfer == 16 || transfer == 18 ? 9 : 1)
    // Display P3 has no space with the camera's curve.
    return CodedColors(primaries: light, transfer: transfer ?? 13).space
      ?? CodedColors(primaries: light, transfer: 13).space
  }

  /// The factor from white to the brightest light that the notes say; 0 if they say none, and for
  /// spaces that have no light brighter than white.
  ///
  /// The brightest pixel counts before the screen's most; both count as 203...10,000 nits. HLG is
  /// made for any screen.
  package var headroom: Float {
    let space = colorSpace
    guard space.isExtended || CGColorSpaceIsPQBased(space) else { return 0 }
    var nits = 0.0
    if let light = bytes(kCVImageBufferContentLightLevelInfoKey, 4) {
      nits = Double(Int(light[0]) << 8 | Int(light[1]))
    }
    if nits == 0, let screen = bytes(kCVImageBufferMasteringDisplayColorVolumeKey, 24) {
      nits = Double(screen[16..<20].reduce(0) { $0 << 8 | Int($1) }) / 10_000
    }
    guard nits > 0 else { return 0 }
    let white = ReferenceWhiteCurve.whiteNits
    return Float(min(max(nits, white), PerceptualQuantizer.greatestNits) / white)
  }

  /// The formula between R, G, B and samples of a depth.
  ///
  /// Without a note the matrix is that of BT.2020 for its primaries, else BT.709 from 720 rows on
  /// and BT.601 below. Nil, with a line, for a matrix that is not known.
  func formula(depth: Int, isFullRange: Bool) -> ChromaFormula? {
    var matrix = height >= 720 ? ChromaFormula.Matrix.rec709 : .rec601
    if colorSpace.definition.primaries == .rec2020 { matrix = .rec2020 }
    if note(kCVImageBufferYCbCrMatrixKey) != nil {
      guard let noted = meaning(kCVImageBufferYCbCrMatrixKey, Self.matrices) else { return nil }
      matrix = noted
    }
    return ChromaFormula(matrix, depth: depth, isFullRange: isFullRange)
  }
}
