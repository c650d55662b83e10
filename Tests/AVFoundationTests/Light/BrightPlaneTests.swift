// Planes in slots beside the pictures of films: the same light of the same samples.
// Licensed under the MIT license; see LICENSE.

import Foundation
import QuartzModel
import QuartzVideo
import Testing

@testable import AVFoundation

@Suite struct BrightPlaneTests {
  /// Half floats of random samples, by the tables of films and by those of slots.
  @Test(arguments: [VideoFormat.Transfer.pq, .hlg])
  func slotsAndFilmsHaveTheSameLight(transfer: VideoFormat.Transfer) throws {
    let (width, height) = (67, 19)
    var format = VideoFormat(width: width, height: height, layout: .planar, pixelFormat: "")
    (format.depth, format.matrix, format.primaries) = (10, .rec2020, .rec2020)
    (format.transfer, format.halvesX, format.halvesY) = (transfer, true, true)
    let memory = try VideoMemory(count: format.byteCount)
    var number: UInt64 = 7
    for place in stride(from: 0, to: memory.count - 1, by: 2) {
      number = number &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let code = UInt16(truncatingIfNeeded: number >> 54)
      memory.base.storeBytes(of: code.littleEndian, toByteOffset: place, as: UInt16.self)
    }
    let picture = VideoPicture(number: 0, format: format, memory: memory)
    var film = [UInt8](repeating: 0, count: width * height * 8)
    let isBright = film.withUnsafeMutableBytes { bytes in
      bytes.baseAddress.map { picture.convertToHalves($0, rowBytes: width * 8) }
    }
    #expect(isBright == true)
    var layout = PlaneLayout(.planar)
    (layout.depth, layout.matrix) = (10, .rec2020)
    (layout.betweenX, layout.betweenY) = (format.betweenX, format.betweenY)
    layout.light = PlaneLayout.Light(transfer == .pq ? .pq : .hlg, headroom: 4)
    layout.planes = format.planes.map { .init(offset: $0.offset, rowBytes: $0.rowBytes) }
    let pixels = try PixelBuffer(
      width: width,
      height: height,
      planes: layout,
      base: UnsafeRawPointer(memory.base),
      byteCount: memory.count,
      owner: memory
    )
    let slot = pixels.withBytes { Array($0) }
    #expect(slot.count == film.count)
    func half(_ bytes: [UInt8], _ place: Int) -> Int {
      let bits = Int(bytes[place]) | Int(bytes[place + 1]) << 8
      return bits & 0x8000 == 0 ? bits : -(bits & 0x7FFF)
    }
    // because: the matrix of one has ten digits, that of the other is computed.
    let furthest = stride(from: 0, to: film.count, by: 2).map {
      abs(half(film, $0) - half(slot, $0))
    }
    .max()
    #expect((furthest ?? 9) <= 1)
  }
}
