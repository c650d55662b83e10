// Films brighter than white: the tables against the formulas, and films of an encoder.
// Licensed under the MIT license; see LICENSE.

import CQuartzVideo
import CoreGraphics
import FilmSamples
import Foundation
import QuartzMath
import QuartzVideo
import TestRandom
import Testing

@Suite struct BrightFilmTests {
  /// R, G, B bytes of Y, Cb, Cr by the recommendations' formulas, in Double.
  private func exact(_ samples: [Int], _ format: VideoFormat) throws -> [Double] {
    let light = try light(samples, format)
    let curve = try #require(ReferenceWhiteCurve(from: format.mostNits / 203, to: 1))
    let shown = curve(light).clamped(lowerBound: .zero, upperBound: .one)
    return (0..<3).map { TransferCurve.sRGB.encode(shown[$0]) * 255 }
  }

  /// R', G', B' in 0...1.
  private func encoded(_ samples: [Int], _ format: VideoFormat) -> SIMD3<Double> {
    let unit = Double(1 << (format.depth - 8))
    let y = (Double(samples[0]) - 16 * unit) / (219 * unit)
    let cb = (Double(samples[1]) - 128 * unit) / (224 * unit)
    let cr = (Double(samples[2]) - 128 * unit) / (224 * unit)
    let (redWeight, blueWeight) = (0.2627, 0.0593)
    let red = y + 2 * (1 - redWeight) * cr
    let blue = y + 2 * (1 - blueWeight) * cb
    let green = (y - redWeight * red - blueWeight * blue) / (1 - redWeight - blueWeight)
    return SIMD3(red, green, blue).clamped(lowerBound: .zero, upperBound: .one)
  }

  private func format(_ transfer: VideoFormat.Transfer, depth: Int = 10) -> VideoFormat {
    var format = VideoFormat(width: 64, height: 16, layout: .planar, pixelFormat: "")
    (format.depth, format.matrix, format.primaries) = (depth, .rec2020, .rec2020)
    format.transfer = transfer
    return format
  }

  private func picture(_ format: VideoFormat, _ planes: [[Int]]) throws -> VideoPicture {
    let memory = try VideoMemory(count: format.byteCount)
    for (number, plane) in format.planes.enumerated() {
      for (place, value) in planes[number].enumerated() {
        let at = memory.base + plane.offset + place * 2
        at.storeBytes(of: UInt16(value).littleEndian, as: UInt16.self)
      }
    }
    return VideoPicture(number: 0, format: format, memory: memory)
  }

  // Law A11.2: bytes within 1 of the formula in Double.
  @Test(arguments: [VideoFormat.Transfer.pq, .hlg], [10, 12])
  func tablesAreTheFormula(_ transfer: VideoFormat.Transfer, _ depth: Int) throws {
    var random = SeededGenerator(seed: UInt64(depth))
    let format = format(transfer, depth: depth)
    let unit = 1 << (depth - 8)
    var planes: [[Int]] = [[], [], []]
    for place in 0..<1024 {
      // Half of them are nearly grey, as pictures are.
      let reach = place % 2 == 0 ? 12 * unit : 112 * unit
      planes[0].append(Int.random(in: 16 * unit...235 * unit, using: &random))
      for plane in 1...2 {
        planes[plane].append(128 * unit + Int.random(in: -reach...reach, using: &random))
      }
    }
    let rgba = try picture(format, planes).rgba
    for place in 0..<1024 {
      let expected = try exact(planes.map { $0[place] }, format)
      for channel in 0..<3 {
        let found = Double(rgba[place * 4 + channel])
        #expect(
          abs(found - expected[channel]) <= 1,
          "\(planes.map { $0[place] }): \(found), not \(expected[channel])"
        )
      }
      #expect(rgba[place * 4 + 3] == 255)
    }
  }

  /// Light over white, linear sRGB, of Y, Cb, Cr by the recommendations' formulas.
  private func light(_ samples: [Int], _ format: VideoFormat) throws -> SIMD3<Double> {
    let colors = CodedColors(
      primaries: format.primaries.rawValue,
      transfer: format.transfer.rawValue
    )
    let definition = try #require(colors.space).definition
    let own = definition.light(encoded(samples, format))
    return Primaries.sRGB.toXYZ.inverse * (definition.primaries.toXYZ * own)
  }

  // Law A11.3: half floats of extended sRGB, within half of the last place but for the tables.
  @Test(arguments: [VideoFormat.Transfer.pq, .hlg], [10, 12])
  func halvesAreTheFormula(_ transfer: VideoFormat.Transfer, _ depth: Int) throws {
    var random = SeededGenerator(seed: UInt64(depth) + 7)
    let format = format(transfer, depth: depth)
    let unit = 1 << (depth - 8)
    var planes: [[Int]] = [[], [], []]
    for place in 0..<1024 {
      let reach = place % 2 == 0 ? 12 * unit : 112 * unit
      planes[0].append(Int.random(in: 16 * unit...235 * unit, using: &random))
      for plane in 1...2 {
        planes[plane].append(128 * unit + Int.random(in: -reach...reach, using: &random))
      }
    }
    let halves = try halves(picture(format, planes))
    for place in 0..<1024 {
      let light = try light(planes.map { $0[place] }, format)
      let largest = max(abs(light.x), abs(light.y), abs(light.z))
      for channel in 0..<3 {
        let found = Double(halves[place * 4 + channel])
        let size =
          abs(found) <= 0.04045 ? abs(found) / 12.92 : pow((abs(found) + 0.055) / 1.055, 2.4)
        let shown = found < 0 ? -size : size
        // because: half of a half float's last place is 1.2e-3 of the light; R', G' and B' of 16
        // bits are up to 1e-4 of the light of each, of which a matrix adds two times as much; near
        // black, where steps of them are larger, 0.002 nits.
        let bound = abs(light[channel]) * 1.3e-3 + largest * 3e-4 + 1e-5
        #expect(
          abs(shown - light[channel]) <= bound,
          "\(planes.map { $0[place] }): \(shown), not \(light[channel])"
        )
      }
      #expect(halves[place * 4 + 3] == 1)
    }
  }

  private func halves(_ picture: VideoPicture) -> [Float16] {
    let count = picture.format.width * picture.format.height * 4
    return [Float16](unsafeUninitializedCapacity: count) { buffer, written in
      guard let base = buffer.baseAddress else { return }
      #expect(picture.convertToHalves(base, rowBytes: picture.format.width * 8))
      written = count
    }
  }

  // Vectors and single pixels give the same bytes and the same halves, for any count of pixels.
  @Test(arguments: [VideoFormat.Transfer.pq, .hlg]) func vectorsChangeNothing(
    _ transfer: VideoFormat.Transfer
  ) throws {
    var random = SeededGenerator(seed: 40)
    for width in [1, 7, 8, 9, 64, 1031] {
      var format = format(transfer)
      (format.width, format.height) = (width, 2)
      (format.halvesX, format.halvesY, format.betweenY) = (true, true, true)
      let planes = format.planes.map { plane in
        // Also codes that no film should have.
        (0..<plane.rowBytes / 2 * plane.rows).map { _ in Int.random(in: 0...1023, using: &random) }
      }
      let picture = try picture(format, planes)
      let (bytes, wide) = (picture.rgba, halves(picture))
      quartz_video_allow_avx2(false)
      defer { quartz_video_allow_avx2(true) }
      #expect(picture.rgba == bytes, "\(width)")
      #expect(halves(picture).map(\.bitPattern) == wide.map(\.bitPattern), "\(width)")
    }
  }

  // Light of half floats, of any bits, is made darker alike by vectors and by single texels.
  @Test func vectorsChangeNoMapping() {
    var random = SeededGenerator(seed: 41)
    let light = (0...65535).map { Float($0) / 8192 - 4 }
    let falling = (0...4096).map { 1 - Float($0) / 8192 }
    let rising = (0...4096).map { Float($0) / 4096 }
    light.withUnsafeBufferPointer { light in
      falling.withUnsafeBufferPointer { falling in
        rising.withUnsafeBufferPointer { rising in
          var mapping = quartz_light_mapping()
          (mapping.decode, mapping.gain, mapping.most) = (light.baseAddress, falling.baseAddress, 3)
          (mapping.encode, mapping.range) = (rising.baseAddress, 2)
          mapping.beyond = rising.baseAddress
          mapping.to_2020 = (0.6, 0.3, 0.1, 0.1, 0.8, 0.1, 0, 0.2, 0.8)
          (mapping.bottom, mapping.top) = (-0.5, 0.9)
          for count in [1, 7, 8, 9, 1031] {
            let halves = (0..<4 * count).map { _ in UInt16.random(in: 0...65535, using: &random) }
            func mapped() -> [Float] {
              var colors = [Float](repeating: 0, count: 4 * count)
              quartz_light_map(&mapping, halves, Int32(count), &colors)
              return colors
            }
            let fast = mapped()
            quartz_video_allow_avx2(false)
            defer { quartz_video_allow_avx2(true) }
            #expect(mapped().map(\.bitPattern) == fast.map(\.bitPattern), "\(count)")
          }
        }
      }
    }
  }

  // Films that tell lies about themselves keep no light that they cannot have.
  @Test func picturesWithoutPlanesKeepNoLight() throws {
    var format = VideoFormat(width: 4, height: 4, layout: .rgba, pixelFormat: "rgba")
    format.transfer = .pq
    #expect(!format.keepsLight && format.isHDR)
    let memory = try VideoMemory(count: format.byteCount)
    let picture = VideoPicture(number: 0, format: format, memory: memory)
    var none: UInt64 = 7
    #expect(!picture.convertToHalves(&none, rowBytes: 32) && none == 7)
  }

  // Law A6.2, through the codes of law A4.1: grey of 10...1000 nits.
  @Test func graysOfPQ() throws {
    let nits = [10.0, 50, 100, 203, 300, 400, 600, 1000]
    let expected = [43, 98, 136, 188, 211, 223, 239, 255]
    let codes = nits.map { Int((64 + 876 * PerceptualQuantizer.signal($0)).rounded()) }
    #expect(codes[3] == 573 && codes[7] == 723)
    let lumas = (0..<1024).map { codes[min($0, codes.count - 1)] }
    let chroma = [Int](repeating: 512, count: 1024)
    let rgba = try picture(format(.pq), [lumas, chroma, chroma]).rgba
    for (place, byte) in expected.enumerated() {
      // because: a code of 10 bits is a step of light, up to a byte here.
      #expect(abs(Int(rgba[place * 4]) - byte) <= 1, "\(nits[place]) nits: \(rgba[place * 4])")
    }
  }

  @Test func formulaFitsInto32Bits() {
    for space in 0..<3 {
      for depth in 8...12 {
        for isFull in [false, true] {
          let f = quartz_video_make_wide_formula(
            quartz_video_matrix(rawValue: UInt32(space)),
            isFull,
            Int32(depth)
          )
          let most = Int64(1) << depth
          let largest =
            Int64(f.y_scale) * most + Int64(max(f.r_cr, f.b_cb, f.g_cb + f.g_cr)) * most / 2
          #expect(largest + Int64(1) << (f.shift - 1) <= Int64(Int32.max))
        }
      }
    }
  }

  @Test(arguments: [("smpte2084", VideoFormat.Transfer.pq), ("arib-std-b67", .hlg)])
  func filmsSayHowLightIsEncoded(_ name: String, _ transfer: VideoFormat.Transfer) throws {
    let folder = try Folder()
    let path = folder.file("a.mkv")
    let colors = [
      "-color_range", "tv", "-color_primaries", "bt2020", "-color_trc", name, "-colorspace",
      "bt2020nc",
    ]
    try ffmpeg(
      ["-f", "lavfi", "-i", "color=gray:s=64x64:d=0.04", "-pix_fmt", "yuv420p10le", "-c:v", "ffv1"]
        + colors + [path]
    )
    let decoder = try VideoDecoder(path: path)
    let format = try #require(decoder.description.format)
    #expect(format.transfer == transfer && format.primaries == .rec2020)
    #expect(format.matrix == .rec2020 && format.mostNits == 1000 && format.isHDR)
    let picture = try decoder.picture(0)
    let rgba = picture.rgba
    // The first sample of Y, as the decoder gave it.
    let luma = picture.memory.base.loadUnaligned(as: UInt16.self)
    let expected = try exact([Int(luma), 512, 512], format)
    #expect(abs(Double(rgba[0]) - expected[0]) <= 1)
  }

  /// A film of rectangles of R', G', B' in planes, without losses.
  ///
  /// - Parameter colors: Codes of `depth` bits, a picture each.
  private func film(
    _ colors: [[Int]],
    form: String,
    depth: Int,
    _ transfer: String,
    range: String = "pc",
    in folder: Folder
  ) throws -> VideoDecoder {
    let (raw, path) = (folder.file("a.raw"), folder.file("\(form).mkv"))
    var data = Data()
    for color in colors {
      // FFmpeg's order: green, blue, red.
      for code in [color[1], color[2], color[0]] {
        let plane = [UInt16](repeating: UInt16(code).littleEndian, count: 32 * 16)
        plane.withUnsafeBytes { data.append(contentsOf: $0) }
      }
    }
    try data.write(to: URL(fileURLWithPath: raw))
    let words = ["-color_range", range, "-color_primaries", "bt2020", "-color_trc", transfer]
    try ffmpeg(
      ["-f", "rawvideo", "-pix_fmt", "gbrp\(depth)le", "-s", "32x16", "-r", "25"] + words
        + ["-i", raw, "-pix_fmt", form, "-c:v", form == "rgb48be" ? "png" : "ffv1"] + words
        + [path]
    )
    return try VideoDecoder(path: path)
  }

  // Law A11.3: films of R, G, B keep their light, too.
  @Test(
    arguments: [("gbrp10le", 10), ("gbrp12le", 12), ("rgb48be", 16)],
    ["smpte2084", "arib-std-b67"]
  )
  func filmsOfRedGreenBlueKeepLight(_ form: (name: String, depth: Int), transfer: String) throws {
    let folder = try Folder()
    let most = Double(1 << form.depth - 1)
    let signals = [[0.75, 0.75, 0.75], [0.58, 0.1, 0.3], [0, 0.5, 1], [1, 1, 1], [0, 0, 0]]
    let colors = signals.map { $0.map { Int(($0 * most).rounded()) } }
    let decoder = try film(colors, form: form.name, depth: form.depth, transfer, in: folder)
    let format = try #require(decoder.description.format)
    #expect(format.layout == .planar && format.matrix == .rgb && format.isFullRange)
    #expect(format.depth == form.depth && format.keepsLight && format.primaries == .rec2020)
    let coded = CodedColors(primaries: 9, transfer: transfer == "smpte2084" ? 16 : 18)
    let definition = try #require(coded.space).definition
    let curve = try #require(ReferenceWhiteCurve(from: format.mostNits / 203, to: 1))
    for (number, color) in colors.enumerated() {
      let picture = try decoder.picture(number)
      let signal = SIMD3(Double(color[0]), Double(color[1]), Double(color[2])) / most
      let own = definition.light(signal)
      let light = Primaries.sRGB.toXYZ.inverse * (definition.primaries.toXYZ * own)
      let shown = curve(light).clamped(lowerBound: .zero, upperBound: .one)
      let (found, bytes) = (halves(picture), picture.rgba)
      for channel in 0..<3 {
        let size = abs(light[channel])
        let encoded = TransferCurve.sRGB.encode(size) * (light[channel] < 0 ? -1 : 1)
        // because: of a half float the place of its last bit, and the steps of the tables; of 16
        // bits the lower four are dropped.
        let bound = abs(encoded) * (form.depth > 12 ? 0x1p-9 : 0x1p-10) + 2e-3
        #expect(abs(Double(found[channel]) - encoded) <= bound, "\(color), \(channel)")
        let byte = TransferCurve.sRGB.encode(shown[channel]) * 255
        #expect(abs(Double(bytes[channel]) - byte) <= 1, "\(color), \(channel)")
      }
      #expect(found[3] == 1 && bytes[3] == 255)
    }
  }

  /// Alpha of such films is kept, and limited range where the film says so.
  @Test func redGreenBlueWithAlphaAndInLimitedRange() throws {
    let folder = try Folder()
    let path = folder.file("alpha.mkv")
    let words = ["-color_primaries", "bt2020", "-color_trc", "smpte2084"]
    try ffmpeg(
      [
        "-f", "lavfi", "-i", "color=white@0.5:s=32x16:d=0.04:r=25,format=gbrap12le", "-c:v", "ffv1",
        "-color_range", "pc",
      ] + words + [path]
    )
    let decoder = try VideoDecoder(path: path)
    let format = try #require(decoder.description.format)
    #expect(format.hasAlpha && format.matrix == .rgb && format.keepsLight && format.depth == 12)
    let alpha = Double(try decoder.picture(0).rgba[3])
    #expect((127...128).contains(alpha))
    let limited = try film(
      [[940, 64, 64]],
      form: "gbrp10le",
      depth: 10,
      "smpte2084",
      range: "tv",
      in: folder
    )
    #expect(limited.description.format?.isFullRange == false)
    // Red of 10,000 nits: the last code of limited range is 1.
    let red = try limited.picture(0).memory.base
    #expect(red.loadUnaligned(as: UInt16.self) == 64)
    let found = try halves(limited.picture(0))
    let expected = TransferCurve.sRGB.encode(10_000 / 203 * 1.6604910021)
    #expect(abs(Double(found[0]) - expected) <= expected * 0x1p-10)
  }

  /// Any bytes in planes of R, G, B of any form are pictures, by vectors and without.
  @Test func planesOfRedGreenBlueOfAnyForm() throws {
    var random = SeededGenerator(seed: 43)
    for transfer in [VideoFormat.Transfer.pq, .hlg, .standard] {
      for (halvesX, halvesY) in [(false, false), (true, true), (true, false)] {
        var format = format(transfer)
        (format.width, format.height, format.matrix) = (37, 3, .rgb)
        (format.halvesX, format.halvesY) = (halvesX, halvesY)
        let planes = format.planes.map { plane in
          (0..<plane.rowBytes / 2 * plane.rows).map { _ in Int.random(in: 0...1023, using: &random)
          }
        }
        let picture = try picture(format, planes)
        let bytes = picture.rgba
        quartz_video_allow_avx2(false)
        defer { quartz_video_allow_avx2(true) }
        #expect(picture.rgba == bytes)
        guard transfer == .standard, !halvesX else { continue }
        // Limited range, 10 bits: 876 steps to 255.
        for place in 0..<37 * 3 {
          for (channel, plane) in [(0, 2), (1, 0), (2, 1)] {
            let exact = Double(planes[plane][place] - 64) / 876 * 255
            let held = min(max(exact, 0), 255)
            #expect(abs(Double(bytes[place * 4 + channel]) - held) <= 0.51)
          }
        }
      }
    }
  }

  // Law A11.1: transfer 14 with the message that prefers 18 is HLG.
  @Test(arguments: [18, nil]) func streamsThatPreferHLG(preferred: Int?) throws {
    let folder = try Folder()
    let path = folder.file("a.mp4")
    let message = preferred.map { ":atc-sei=\($0)" } ?? ""
    try ffmpeg([
      "-f", "lavfi", "-i", "color=gray:s=64x64:d=0.2", "-pix_fmt", "yuv420p10le", "-c:v", "libx265",
      "-x265-params", "log-level=error:repeat-headers=1" + message, "-color_range", "tv",
      "-color_primaries", "bt2020", "-color_trc", "bt2020-10", "-colorspace", "bt2020nc", "-tag:v",
      "hvc1", path,
    ])
    let description = try VideoDecoder(path: path).description
    let format = try #require(description.format)
    #expect(format.transfer == (preferred == nil ? .standard : .hlg))
    #expect(format.isHDR == (preferred != nil) && format.mostNits == 1000)
    // The word of the track stays.
    #expect(description.light.transfer == "bt2020-10")
  }

  // Law A5.3: the brightest pixel that the film names counts.
  @Test func brightestLightOfTheFilm() throws {
    let folder = try Folder()
    let path = folder.file("a.mp4")
    let colors = [
      "-color_range", "tv", "-color_primaries", "bt2020", "-color_trc", "smpte2084",
      "-colorspace", "bt2020nc",
    ]
    try ffmpeg(
      [
        "-f", "lavfi", "-i", "color=gray:s=64x64:d=0.2", "-pix_fmt", "yuv420p10le", "-c:v",
        "libx265", "-x265-params",
        "log-level=error:hdr10=1:repeat-headers=1:master-display=G(8500,39850)B(6550,2300)"
          + "R(35400,14600)WP(15635,16450)L(10000000,50):max-cll=2500,400",
      ] + colors + ["-tag:v", "hvc1", path]
    )
    let description = try VideoDecoder(path: path).description
    let format = try #require(description.format)
    #expect(format.transfer == .pq && format.mostNits == 2500)
    // Law A11.4: all that the film says of its light.
    let light = description.light
    #expect(light.primaries == "bt2020" && light.transfer == "smpte2084")
    #expect(light.matrix == "bt2020nc" && light.brightest == 2500 && light.average == 400)
    let mastering = try #require(light.mastering)
    #expect(mastering.least == 0.005 && mastering.most == 1000)
    #expect(mastering.places == [0.708, 0.292, 0.17, 0.797, 0.131, 0.046, 0.3127, 0.329])
    #expect(!description.hasHiddenAlpha)
  }
}
