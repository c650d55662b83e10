// Films brighter than white in layers, on outputs of extended and of standard range.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import FilmSamples
import Foundation
@testable import QuartzCore
import QuartzGLES
import QuartzMath
import QuartzModel
import QuartzPlan
import QuartzSoftware
import QuartzVideo
import Testing

@testable import AVFoundation

@Suite struct BrightFilmLayerTests {
  typealias Drawer = FilmLayerTests.Drawer

  /// A context of 64 x 64 pixels that shows a player's film.
  private struct Stage {
    private final class Clock: CAContext.Clock {
      let currentTime: CFTimeInterval = 0
    }

    let context: CAContext
    let layer: AVPlayerLayer

    init(_ drawer: Drawer, _ player: AVPlayer, _ range: OutputRange) throws {
      var configuration = ContextConfiguration(width: 64, height: 64, scale: 1, background: .clear)
      configuration.range = range
      let carrier = try InProcessCarrier(backend: drawer.backend, configuration: configuration)
      context = CAContext(configuration: configuration, carrier: carrier, clock: Clock())
      layer = AVPlayerLayer(player: player)
      layer.frame = CGRect(x: 0, y: 0, width: 64, height: 64)
      context.layer = layer
    }

    /// The bytes of the picture of a time.
    func bytes(_ time: Double) throws -> [UInt8] {
      [UInt8](try #require(try context.image(at: time).dataProvider?.data))
    }

    /// The colour in the middle of an extended picture.
    func color(_ time: Double) throws -> SIMD4<Double> {
      let image = try context.image(at: time)
      #expect(image.bitsPerComponent == 16)
      let bytes = [UInt8](try #require(image.dataProvider?.data))
      let at = 32 * image.bytesPerRow + 32 * 8
      return bytes.withUnsafeBytes { bytes in
        SIMD4((0..<4).map { bytes.loadUnaligned(fromByteOffset: at + $0 * 2, as: Float16.self) })
          .widened
      }
    }
  }

  /// Codes of PQ of 10 bits, full range, of an encoded value.
  private func code(_ encoded: Double) -> Double {
    let light = encoded <= 0.04045 ? encoded / 12.92 : pow((encoded + 0.055) / 1.055, 2.4)
    return 1023 * PerceptualQuantizer.signal(light * 203)
  }

  private let nits = [1, 10, 100, 203, 400, 1000, 4000, 10_000.0]

  /// Law A11.3: the film's light is on the output as it is, within the bound of A8.6.
  @Test(arguments: Drawer.allCases) func extendedOutputsKeepLight(drawer: Drawer) throws {
    let folder = try Folder()
    let film = BrightFilm(nits: nits)
    let player = AVPlayer(url: try film.make(in: folder))
    let stage = try Stage(drawer, player, .extended(headroom: 64))
    stage.layer.preferredDynamicRange = .high
    player.play()
    for number in nits.indices {
      let color = try stage.color(Double(number) * 0.04)
      let expected = extendedSRGB(film.light(number))
      #expect(color.w == 1)
      for channel in 0..<3 {
        // because: of a half float, the place of its last bit; tables are 1e-4 away at most.
        let near = abs(color[channel] - expected) <= expected * 0x1p-11 + 1e-4
        #expect(near, "\(nits[number]) nits: \(color), not \(expected)")
        #expect(abs(code(color[channel]) - code(expected)) <= 0.5, "\(nits[number]) nits")
      }
    }
  }

  /// Laws A4.4 and A11.3: HLG has 1000 nits at most.
  @Test(arguments: [(616, 100.0), (721, 203), (816, 400), (940, 1000)])
  func extendedOutputsKeepLightOfHLG(code: Int, nits: Double) throws {
    let folder = try Folder()
    let film = BrightFilm(codes: [code], .hlg)
    #expect(abs(film.light(0) * 203 / nits - 1) < 0.006)
    let player = AVPlayer(url: try film.make(in: folder))
    let stage = try Stage(.software, player, .extended(headroom: 8))
    stage.layer.preferredDynamicRange = .high
    let expected = extendedSRGB(film.light(0))
    #expect(abs(try stage.color(0).x - expected) <= expected * 0x1p-11 + 1e-4)
  }

  /// Laws A6.2 and A7: the layer maps the film's light to its limit.
  @Test(arguments: Drawer.allCases) func layersMapTheFilm(drawer: Drawer) throws {
    let folder = try Folder()
    let film = BrightFilm(nits: [203, 406, 609, 1000])
    let player = AVPlayer(url: try film.make(in: folder))
    func check(
      _ range: CADynamicRange,
      headroom: Float,
      mode: CAToneMapMode = .automatic,
      _ expected: [Double]
    ) throws {
      let stage = try Stage(drawer, player, .extended(headroom: headroom))
      stage.layer.preferredDynamicRange = range
      stage.layer.toneMapMode = mode
      for (number, light) in expected.enumerated() {
        player.seek(to: CMTime(value: CMTimeValue(number), timescale: 25))
        let found = try stage.color(0).x
        // because: codes of 10 bits are up to 0.6 % of light away from the law's whole numbers.
        #expect(
          abs(code(found) - code(extendedSRGB(light))) <= 1,
          "\(range) on \(headroom): \(found), not \(extendedSRGB(light))"
        )
      }
    }
    try check(.standard, headroom: 4, [0.5, 0.74516, 0.86347, 1])
    try check(.high, headroom: 2, [0.81603, 1.34083, 1.64208, 2])
    try check(.constrainedHigh, headroom: 8, [0.81603, 1.34083, 1.64208, 2])
    try check(.high, headroom: 4, [1, 1.89685, 2.67684, 4])
    try check(.high, headroom: 2, mode: .never, [1, 2, 2, 2])
    try check(.high, headroom: 8, [1, 2, 3, 4.926108])
  }

  /// Outputs of standard range have the bytes of the decoder, also beside an extended one.
  @Test(arguments: Drawer.allCases) func rangesSideBySide(drawer: Drawer) throws {
    let folder = try Folder()
    let film = BrightFilm(nits: nits)
    let url = try film.make(in: folder)
    let player = AVPlayer(url: url)
    let dim = try Stage(drawer, player, .standard)
    let bright = try Stage(drawer, player, .extended(headroom: 64))
    bright.layer.preferredDynamicRange = .high
    let other = try VideoDecoder(path: url.path)
    player.play()
    for number in nits.indices {
      let time = Double(number) * 0.04
      #expect(try dim.bytes(time) == other.picture(number).rgba)
      let expected = extendedSRGB(film.light(number))
      #expect(abs(try bright.color(time).x - expected) <= expected * 0x1p-11 + 1e-4)
    }
    let decoder = try #require(player.currentItem?.decoder as? VideoDecoder)
    #expect(decoder.decodedCount == nits.count)
  }

  /// A layer that goes to another output shows what that can show.
  @Test func layersMoveBetweenOutputs() throws {
    let folder = try Folder()
    let player = AVPlayer(url: try BrightFilm(nits: [1000]).make(in: folder))
    let dim = try Stage(.software, player, .standard)
    let bright = try Stage(.software, player, .extended(headroom: 8))
    let layer = dim.layer
    layer.preferredDynamicRange = .high
    #expect(try dim.bytes(0)[0] == 255)
    dim.context.layer = nil
    bright.context.layer = layer
    #expect(abs(try bright.color(0).x - 1.995198) < 0.004)
    bright.context.layer = nil
    dim.context.layer = layer
    #expect(try dim.bytes(0)[0] == 255)
  }

  /// In real time too, each range has its own pictures, and one that comes later the one of now.
  @Test func rangesInRealTime() throws {
    let folder = try Folder()
    let film = BrightFilm(nits: nits)
    let path = try film.make(in: folder).path
    let shared = try SharedFilm(path: path)
    let feed = PictureFeed { () throws(AVError) in shared }
    feed.load()
    /// Waits for a picture in a range.
    func tick(_ number: Int, _ range: PictureRange) throws -> PixelBuffer {
      // because: the decoder has its own pace.
      let limit = Date(timeIntervalSinceNow: 60)
      repeat {
        feed.tick(number, step: 0, nil, range)
        sched_yield()
      } while !feed.isShown(number, range) && Date() < limit
      return feed.slot(range).picture().pixels
    }
    #expect(try tick(3, .standard).form == .bytes)
    let bright = try tick(3, .extended)
    #expect(bright.form == .halves(ContentLight(.absolute, headroom: Float(1000.0 / 203))))
    #expect(bright.width == 64 && bright.isOpaque)
    #expect(try tick(5, .extended).form.isHalf)
    // The other range has the same picture.
    let expected = try shared.picture(at: 0.2).rgba
    #expect(feed.slot.picture().pixels.withBytes { $0.elementsEqual(expected) })
    #expect(shared.decodedCount >= 2)
  }

  /// Turned pictures and those of pixels that are not square keep their light.
  @Test func turnedPicturesKeepLight() throws {
    let folder = try Folder()
    let film = BrightFilm(nits: [4000])
    let picture = try VideoDecoder(path: try film.make(in: folder).path).picture(0)
    let expected = extendedSRGB(film.light(0))
    func check(_ change: (inout VideoFormat) -> Void, width: Int, height: Int) {
      var format = picture.format
      change(&format)
      let turned = VideoPicture(number: 0, format: format, memory: picture.memory)
      let image = FilmImage(turned, isTurned: true, format.brightForm)
      #expect(image.width == width && image.height == height)
      #expect(image.bytes.count == width * height * 8)
      image.bytes.withUnsafeBytes { bytes in
        let at = (height / 2 * width + width / 2) * 8
        let value = Double(bytes.loadUnaligned(fromByteOffset: at, as: Float16.self))
        #expect(abs(value - expected) <= expected * 0x1p-10 + 1e-4, "\(value), not \(expected)")
      }
    }
    check({ $0.transform = [0, 1, -1, 0, 64, 0] }, width: 64, height: 64)
    check({ $0.aspect = Ratio(2, 1) }, width: 128, height: 64)
    let root = 0.5.squareRoot()
    check({ $0.transform = [root, root, -root, root, 0, 0] }, width: 91, height: 91)
  }
}

extension SIMD4<Float16> {
  fileprivate var widened: SIMD4<Double> { SIMD4<Double>(self) }
}
