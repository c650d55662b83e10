// Layers of films in both renderers, and how many decoders there are.
// Licensed under the MIT license; see LICENSE.

import FilmSamples
import Foundation
import QuartzCore
import QuartzGLES
import QuartzModel
import QuartzPlan
import QuartzSoftware
import QuartzVideo
import Testing

@testable import AVFoundation

/// A context of 128 x 64 pixels, of a renderer.
private struct FilmStage {
  /// The time of pictures; everything begins at 0.
  private final class Clock: CAContext.Clock {
    let currentTime: CFTimeInterval = 0
  }

  let context: CAContext
  let root = CALayer()
  let layer: AVPlayerLayer

  init(_ backend: any RenderBackend, _ player: AVPlayer) throws {
    let configuration = ContextConfiguration(width: 128, height: 64, scale: 1, background: .clear)
    let carrier = try InProcessCarrier(backend: backend, configuration: configuration)
    context = CAContext(configuration: configuration, carrier: carrier, clock: Clock())
    root.frame = CGRect(x: 0, y: 0, width: 128, height: 64)
    context.layer = root
    layer = AVPlayerLayer(player: player)
    layer.frame = CGRect(x: 0, y: 0, width: 64, height: 64)
  }

  func pixels(_ time: Double) throws -> [UInt8] {
    [UInt8](try #require(try context.image(at: time).dataProvider?.data))
  }
}

@Suite struct FilmLayerTests {
  /// The renderer.
  enum Drawer: CaseIterable, Sendable {
    case software, gles

    var backend: any RenderBackend {
      get throws {
        switch self {
        case .software: SoftwareBackend(threads: 1)
        case .gles: try GLESBackend(GLESPreferences(platforms: .only(.surfaceless)))
        }
      }
    }
  }

  private func url(_ folder: Folder, _ count: Int = 40) throws -> URL {
    URL(fileURLWithPath: try FilmKind.all[0].make(count, in: folder))
  }

  /// The film's own picture, R, G, B, A.
  private func picture(_ url: URL, _ number: Int) throws -> [UInt8] {
    try VideoDecoder(path: url.path).picture(number).rgba
  }

  /// A mask cuts the film, and a replicator repeats what is left of it.
  @Test(arguments: Drawer.allCases) func filmsAreMaskedAndReplicated(drawer: Drawer) throws {
    let folder = try Folder()
    let url = try url(folder)
    let player = AVPlayer(url: url)
    let stage = try FilmStage(try drawer.backend, player)
    let mask = CALayer()
    mask.frame = CGRect(x: 16, y: 0, width: 48, height: 32)
    mask.backgroundColor = CGColor(red: 1, green: 1, blue: 1, alpha: 1)
    stage.layer.mask = mask
    let replicator = CAReplicatorLayer()
    replicator.frame = stage.root.bounds
    replicator.instanceCount = 2
    replicator.instanceTransform = CATransform3DMakeTranslation(64, 0, 0)
    replicator.addSublayer(stage.layer)
    stage.root.addSublayer(replicator)
    player.play()
    let found = try stage.pixels(0.85)
    let film = try picture(url, 21)
    for y in 0..<64 {
      for x in 0..<128 {
        let isShown = x % 64 >= 16 && y < 32
        let place = (y * 64 + x % 64) * 4
        let wanted = isShown ? Array(film[place..<place + 4]) : [0, 0, 0, 0]
        let pixel = Array(found[(y * 128 + x) * 4..<(y * 128 + x) * 4 + 4])
        guard pixel != wanted else { continue }
        Issue.record("\(pixel) instead of \(wanted) at \(x), \(y)")
        return
      }
    }
  }

  /// From all of the film to the part that covers the layer, through the sizes between.
  @Test(arguments: Drawer.allCases) func gravityMovesFromFittingToFilling(drawer: Drawer) throws {
    let folder = try Folder()
    let player = AVPlayer(url: try url(folder))
    let stage = try FilmStage(try drawer.backend, player)
    stage.layer.frame = CGRect(x: 0, y: 0, width: 64, height: 32)
    stage.root.addSublayer(stage.layer)
    /// The columns of the layer's middle row that the film covers wholly.
    func covered(_ time: Double) throws -> ClosedRange<Int>? {
      let pixels = try stage.pixels(time)
      let columns = (0..<128).filter { pixels[(16 * 128 + $0) * 4 + 3] == 255 }
      return columns.first.map { $0...columns[columns.count - 1] }
    }
    #expect(try covered(0) == 16...47)
    CATransaction.begin()
    CATransaction.setAnimationDuration(1)
    CATransaction.setAnimationTimingFunction(CAMediaTimingFunction(name: .linear))
    stage.layer.videoGravity = .resizeAspectFill
    CATransaction.commit()
    #expect(try covered(0) == 16...47)
    // Three quarters of the film's rows in 32 rows: 42.67 columns, from 10.67 on.
    #expect(try covered(0.5) == 11...52)
    #expect(try covered(1) == 0...63)
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    stage.layer.videoGravity = .resizeAspect
    CATransaction.commit()
    #expect(try covered(1.1) == 16...47)
    // A stretched film jumps.
    stage.layer.videoGravity = .resize
    #expect(try covered(1.1) == 0...63)
  }

  // MARK: Decoders

  @Test func nineFilmsHaveNineDecoders() throws {
    let folder = try Folder()
    let url = try url(folder)
    let players = (0..<9).map { _ in AVPlayer(url: url) }
    let stage = try FilmStage(SoftwareBackend(threads: 1), players[0])
    for (number, player) in players.enumerated() {
      let layer = AVPlayerLayer(player: player)
      layer.frame = CGRect(
        x: Double(number % 3) * 20,
        y: Double(number / 3) * 20,
        width: 20,
        height: 20
      )
      stage.root.addSublayer(layer)
      player.play()
    }
    _ = try stage.pixels(0.5)
    let decoders = players.compactMap { $0.currentItem?.decoder as? VideoDecoder }
    #expect(Set(decoders.map(\.processIdentifier)).count == 9)
    #expect(players.allSatisfy { $0.currentItem?.feed.shown == 12 })
  }

  /// Ten pictures in nine layers are decoded ten times, and one ahead.
  @Test func oneFilmInNineLayersHasOneDecoder() throws {
    let folder = try Folder()
    let player = AVPlayer(url: try url(folder))
    let stage = try FilmStage(SoftwareBackend(threads: 1), player)
    for number in 0..<9 {
      let layer = AVPlayerLayer(player: player)
      layer.frame = CGRect(x: Double(number) * 14, y: 0, width: 14, height: 14)
      stage.root.addSublayer(layer)
    }
    player.play()
    for number in 0..<10 { _ = try stage.pixels(Double(number) * 0.04) }
    let decoder = try #require(player.currentItem?.decoder as? VideoDecoder)
    #expect((10...11).contains(decoder.decodedCount))
  }

  /// The first track of pictures shows, and the first of sound is heard.
  @Test func theFirstOfFiftyTracksCounts() throws {
    let folder = try Folder()
    let film = try url(folder, 10).path
    let path = folder.file("fifty.mp4")
    let maps =
      (0..<25).flatMap { _ in ["-map", "0:v"] } + (0..<25).flatMap { _ in ["-map", "1:a"] }
    try ffmpeg(
      ["-i", film, "-f", "lavfi", "-i", "sine=duration=0.4"] + maps + [
        "-c:v", "copy", "-c:a", "aac", path,
      ]
    )
    let asset = AVURLAsset(url: URL(fileURLWithPath: path))
    #expect(asset.tracks.count == 50)
    #expect(asset.tracks(withMediaCharacteristic: .visual).count == 25)
    #expect(asset.tracks(withMediaCharacteristic: .audible).map(\.trackID) == Array(26...50))
    #expect(asset.tracks.first { $0.isPlayable }?.trackID == 1)
    let part = CMTimeRange(start: .zero, duration: asset.duration)
    let heard = SoundMix.heard(of: asset.tracks, part)
    #expect(heard.count == 1 && heard[0].pieces[0].track?.trackID == 26)
    let player = AVPlayer(url: URL(fileURLWithPath: path))
    let stage = try FilmStage(SoftwareBackend(threads: 1), player)
    stage.root.addSublayer(stage.layer)
    player.play()
    #expect(NumberPicture.number(try stage.pixels(0.2), width: 128) == 5)
  }
}
