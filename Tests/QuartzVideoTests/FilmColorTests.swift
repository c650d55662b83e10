// Colours: the formula, matrices, ranges, depths, alpha.
// Licensed under the MIT license; see LICENSE.

import CQuartzVideo
import FilmSamples
import Foundation
import QuartzVideo
import TestRandom
import Testing

@Suite struct FilmColorTests {
  /// One matrix, as ffmpeg and this package name it.
  struct Space: Sendable {
    var name: String
    var matrix: VideoFormat.Matrix
    var red: Double
    var blue: Double
  }

  // Kr and Kb of ITU-R BT.601-7, BT.709-6, BT.2020-2.
  static let spaces = [
    Space(name: "smpte170m", matrix: .rec601, red: 0.299, blue: 0.114),
    Space(name: "bt709", matrix: .rec709, red: 0.2126, blue: 0.0722),
    Space(name: "bt2020nc", matrix: .rec2020, red: 0.2627, blue: 0.0593),
  ]

  /// The colour of samples by the recommendations' formulas, 0...255, not rounded.
  private func exact(
    _ samples: [Int],
    _ space: Space,
    isFull: Bool,
    depth: Int
  ) -> [Double] {
    let unit = Double(1 << (depth - 8))
    let most = Double(1 << depth) - 1
    let y = isFull ? Double(samples[0]) / most : (Double(samples[0]) - 16 * unit) / (219 * unit)
    let reach = isFull ? most : 224 * unit
    let cb = (Double(samples[1]) - 128 * unit) / reach
    let cr = (Double(samples[2]) - 128 * unit) / reach
    let red = y + 2 * (1 - space.red) * cr
    let blue = y + 2 * (1 - space.blue) * cb
    let green = (y - space.red * red - space.blue * blue) / (1 - space.red - space.blue)
    return [red, green, blue].map { min(max($0, 0), 1) * 255 }
  }

  private func picture(
    _ format: VideoFormat,
    _ samples: (_ plane: Int, _ place: Int) -> Int
  ) throws -> VideoPicture {
    let memory = try VideoMemory(count: format.byteCount)
    for (number, plane) in format.planes.enumerated() {
      let bytes = format.depth > 8 ? 2 : 1
      for place in 0..<plane.rowBytes * plane.rows / bytes {
        let value = samples(number, place)
        let at = memory.base + plane.offset + place * bytes
        if bytes == 1 {
          at.storeBytes(of: UInt8(value), as: UInt8.self)
        } else {
          at.storeBytes(of: UInt16(value).littleEndian, as: UInt16.self)
        }
      }
    }
    return VideoPicture(number: 0, format: format, memory: memory)
  }

  @Test(arguments: [8, 9, 10, 12], [false, true])
  func formulaIsThatOfTheRecommendations(depth: Int, isFull: Bool) throws {
    var random = SeededGenerator(seed: UInt64(depth))
    for space in FilmColorTests.spaces {
      var format = VideoFormat(width: 64, height: 16, layout: .planar, pixelFormat: "")
      (format.depth, format.matrix, format.isFullRange) = (depth, space.matrix, isFull)
      var planes: [[Int]] = [[], [], []]
      for plane in 0..<3 {
        planes[plane] = (0..<1024).map { _ in Int.random(in: 0..<1 << depth, using: &random) }
      }
      let rgba = try picture(format) { planes[$0][$1] }.rgba
      for place in 0..<1024 {
        let expected = exact(planes.map { $0[place] }, space, isFull: isFull, depth: depth)
        for channel in 0..<3 {
          // because: half a step of rounding, and coefficients of 17 bits.
          #expect(abs(Double(rgba[place * 4 + channel]) - expected[channel]) <= 0.51)
        }
        #expect(rgba[place * 4 + 3] == 255)
      }
    }
  }

  @Test func formulaFitsInto32Bits() {
    for space in 0..<3 {
      for depth in 8...12 {
        for isFull in [false, true] {
          let f = quartz_video_make_formula(
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

  /// Vectors and plain loops, whole rows and parts of them: the bytes are the same.
  @Test(arguments: [8, 10, 12, 16], [true, false])
  func vectorsAndPartsGiveTheSameBytes(depth: Int, isHalved: Bool) throws {
    var random = SeededGenerator(seed: UInt64(depth))
    defer { quartz_video_allow_avx2(true) }
    let sizes = [1, 2, 15, 16, 17, 33, 34, 66, 99, 1023, 1026, 2051].map { ($0, 3) }
    // The last one is written past the caches.
    for (width, height) in sizes + [(2050, 35)] {
      var format = VideoFormat(width: width, height: height, layout: .planar, pixelFormat: "")
      (format.depth, format.halvesX, format.halvesY) = (depth, isHalved, isHalved)
      format.matrix = .rec709
      format.betweenX = width % 2 == 0
      let picture = try picture(format) { _, _ in Int.random(in: 0..<1 << depth, using: &random) }
      quartz_video_allow_avx2(false)
      let plain = picture.rgba
      quartz_video_allow_avx2(true)
      #expect(picture.rgba == plain)
      let first = width / 4 * 2
      let count = width - first
      var part = [UInt8](repeating: 0, count: count * 4)
      part.withUnsafeMutableBytes { bytes in
        guard let base = bytes.baseAddress else { return }
        picture.convert(columns: first..<width, rows: 1..<2, to: base, rowBytes: count * 4)
      }
      let row = plain[(width + first) * 4..<2 * width * 4]
      // Chroma before the part counts as that at its edge.
      #expect(part.dropFirst(first > 0 ? 4 : 0) == row.dropFirst(first > 0 ? 4 : 0))
    }
  }

  /// The chroma of a pixel by the text of the header.
  private func chroma(
    _ plane: [Int],
    _ columns: Int,
    _ rows: Int,
    _ format: VideoFormat,
    _ x: Int,
    _ y: Int
  ) -> Int {
    func taps(_ at: Int, _ count: Int, _ halves: Bool, _ between: Bool) -> [(Int, Int)] {
      if !halves { return [(at, 4)] }
      let near = at / 2
      let next = min(near + 1, count - 1)
      if between {
        return at % 2 == 0 ? [(max(near - 1, 0), 1), (near, 3)] : [(near, 3), (next, 1)]
      }
      return at % 2 == 0 ? [(near, 4)] : [(near, 2), (next, 2)]
    }
    var sum = 8
    for (row, weight) in taps(y, rows, format.halvesY, format.betweenY) {
      for (column, other) in taps(x, columns, format.halvesX, format.betweenX) {
        sum += weight * other * plane[row * columns + column]
      }
    }
    return sum >> 4
  }

  @Test(arguments: [(true, true), (true, false), (false, false)], [(7, 5), (1, 1), (16, 4)])
  func chromaBetweenSamplesIsAsStated(halves: (Bool, Bool), size: (Int, Int)) throws {
    var random = SeededGenerator(seed: 3)
    for (betweenX, betweenY) in [(false, true), (true, true), (false, false)] {
      var format = VideoFormat(width: size.0, height: size.1, layout: .planar, pixelFormat: "")
      (format.halvesX, format.halvesY) = halves
      (format.betweenX, format.betweenY) = (betweenX, betweenY)
      let columns = halves.0 ? (size.0 + 1) / 2 : size.0
      let rows = halves.1 ? (size.1 + 1) / 2 : size.1
      let planes = [size.0 * size.1, columns * rows, columns * rows].map { count in
        (0..<count).map { _ in Int.random(in: 16...235, using: &random) }
      }
      let rgba = try picture(format) { planes[$0][$1] }.rgba
      var whole = VideoFormat(width: size.0, height: size.1, layout: .planar, pixelFormat: "")
      whole.depth = 8
      let expected = try picture(whole) { plane, place in
        if plane == 0 { return planes[0][place] }
        let (x, y) = (place % size.0, place / size.0)
        return chroma(planes[plane], columns, rows, format, x, y)
      }.rgba
      #expect(rgba == expected)
    }
  }

  @Test(arguments: spaces.indices, [false, true])
  func filmsSayTheirMatrixAndRange(space: Int, isFull: Bool) throws {
    let space = FilmColorTests.spaces[space]
    let folder = try Folder()
    let samples = [120, 90, 170]
    var bytes = Data()
    for sample in samples {
      bytes.append(contentsOf: [UInt8](repeating: UInt8(sample), count: 256))
    }
    try bytes.write(to: URL(fileURLWithPath: folder.file("raw")))
    let path = folder.file("a.mkv")
    try ffmpeg([
      "-f", "rawvideo", "-pix_fmt", "yuv444p", "-s", "16x16", "-i", folder.file("raw"), "-c:v",
      "ffv1", "-colorspace", space.name, "-color_range", isFull ? "pc" : "tv", path,
    ])
    let decoder = try VideoDecoder(path: path)
    let format = try #require(decoder.description.format)
    #expect(format.matrix == space.matrix && format.isFullRange == isFull)
    let rgba = try decoder.picture(0).rgba
    let expected = exact(samples, space, isFull: isFull, depth: 8)
    for channel in 0..<3 { #expect(abs(Double(rgba[channel]) - expected[channel]) <= 0.51) }
  }

  @Test func matrixWithoutAWordIsByHeight() throws {
    let folder = try Folder()
    for (height, matrix) in [(576, VideoFormat.Matrix.rec601), (720, .rec709)] {
      let path = folder.file("a.mkv")
      try ffmpeg([
        "-f", "lavfi", "-i", "color=red:s=16x\(height):d=0.04", "-pix_fmt", "yuv420p", "-c:v",
        "ffv1", path,
      ])
      #expect(try VideoDecoder(path: path).description.format?.matrix == matrix)
    }
  }

  @Test(arguments: [
    ["-c:v", "prores_ks", "-profile:v", "4444", "-pix_fmt", "yuva444p10le", "a.mov"],
    ["-c:v", "libvpx", "-auto-alt-ref", "0", "-b:v", "2M", "-pix_fmt", "yuva420p", "8.webm"],
    ["-c:v", "libvpx-vp9", "-auto-alt-ref", "0", "-b:v", "2M", "-pix_fmt", "yuva420p", "9.webm"],
    ["-c:v", "ffv1", "-pix_fmt", "yuva444p", "f.mkv"], ["-c:v", "qtrle", "q.mov"],
    ["-f", "apng", "a.apng"],
  ])
  func alphaIsKept(arguments: [String]) throws {
    let folder = try Folder()
    // The left half is half transparent red, the right half opaque.
    var bytes = Data()
    for place in 0..<64 * 64 {
      bytes.append(contentsOf: [220, 20, 20, place % 64 < 32 ? 128 : 255])
    }
    try (bytes + bytes).write(to: URL(fileURLWithPath: folder.file("raw")))
    let path = folder.file(arguments[arguments.count - 1])
    try ffmpeg(
      ["-f", "rawvideo", "-pix_fmt", "rgba", "-s", "64x64", "-i", folder.file("raw")]
        + arguments.dropLast() + [path]
    )
    let decoder = try VideoDecoder(path: path)
    let picture = try decoder.picture(1)
    #expect(!picture.isOpaque)
    let rgba = picture.rgba
    for (x, alpha, red) in [(16, 128, 110), (48, 255, 220)] {
      let place = (32 * 64 + x) * 4
      // because: the codecs lose that much.
      #expect(abs(Int(rgba[place + 3]) - alpha) <= 3)
      #expect(abs(Int(rgba[place]) - red) <= 6)
    }
  }

  @Test func turnedFilmsSayHow() throws {
    let folder = try Folder()
    let path = try FilmKind.all[0].make(3, in: folder)
    let turned = folder.file("turned.mp4")
    try ffmpeg(["-i", path, "-c", "copy", "-metadata:s:v", "rotate=90", turned])
    let decoder = try VideoDecoder(path: turned)
    let format = try #require(decoder.description.format)
    let t = format.transform
    #expect(Set([t[1], t[2]]) == [1, -1] && t[0] == 0 && t[3] == 0)
    // As ffmpeg turns it for showing.
    try ffmpeg(["-i", turned, "-f", "rawvideo", "-pix_fmt", "gray", folder.file("shown")])
    let shown = try [UInt8](Data(contentsOf: URL(fileURLWithPath: folder.file("shown"))))
    let rgba = try decoder.picture(1).rgba
    for (x, y) in [(8, 8), (24, 8), (8, 40), (56, 24)] {
      let (fromX, fromY) = (Double(x) - 32, Double(y) - 32)
      let toX = Int(t[0] * fromX + t[2] * fromY + 32)
      let toY = Int(t[1] * fromX + t[3] * fromY + 32)
      #expect((rgba[(y * 64 + x) * 4] > 127) == (shown[4096 + toY * 64 + toX] > 127))
    }
    #expect(NumberPicture.number(try VideoDecoder(path: turned).picture(2).rgba) == 2)
  }
}
