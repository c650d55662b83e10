// Snapshots and the stepped clock.
// Licensed under the MIT license; see LICENSE.

import Foundation
import QuartzTesting
import Testing

@testable import QuartzTesting

@Suite("Snapshot times") struct SnapshotTimeTests {
  /// The red of the middle of a square that is to become black, at a time of its implicit
  /// animation.
  private func red(_ time: SnapshotTime) throws -> UInt8 {
    let canvas = LayerCanvas(changes: { $0.backgroundColor = CGColor(gray: 0, alpha: 1) })
    let film = try LayerFilm(of: makeSquare(), canvas, at: [time])
    return try #require(film.images.first).pixelBytes[0]
  }

  @Test func implicitAnimationsFrozenSampledAndFinished() throws {
    #expect(try red(.frozen) == 255)
    let middle = try red(.at(0.125))
    #expect(middle > 20 && middle < 235)
    #expect(try red(.at(0.25)) == 0)
    #expect(try red(.finished) == 0)
  }

  @Test func completionBlocksRunAtTheirTimes() throws {
    var order: [String] = []
    let canvas = LayerCanvas(changes: { layer in
      CATransaction.begin()
      CATransaction.setCompletionBlock {
        order.append("faded")
        // Begins when the first one has ended, at 0.25 s.
        CATransaction.begin()
        CATransaction.setAnimationDuration(1)
        CATransaction.setCompletionBlock { order.append("back") }
        layer.opacity = 1
        CATransaction.commit()
      }
      layer.opacity = 0
      CATransaction.commit()
    })
    let times: [SnapshotTime] = [.at(0.25), .at(0.75), .at(1.25), .at(2)]
    let film = try LayerFilm(of: makeSquare(), canvas, at: times)
    let alphas = film.images.map { $0.pixelBytes[3] }
    #expect(order == ["faded", "back"])
    #expect(alphas[0] == 0 && alphas[2] == 255 && alphas[3] == 255)
    #expect(alphas[1] > 20 && alphas[1] < 250)
  }

  @Test func finishedWaitsForChains() throws {
    var count = 0
    func turn(_ layer: CALayer) {
      count += 1
      guard count < 5 else { return }
      CATransaction.begin()
      CATransaction.setCompletionBlock { turn(layer) }
      layer.position.x += 1
      CATransaction.commit()
    }
    let canvas = LayerCanvas(size: CGSize(width: 20, height: 10), changes: { turn($0) })
    let film = try LayerFilm(of: makeSquare(), canvas, at: [.finished])
    let image = try #require(film.images.first)
    #expect(count == 5)
    // Four steps to the right.
    #expect(image.pixelBytes[12..<20].elementsEqual([0, 0, 0, 0, 255, 0, 0, 255]))
  }

  @Test func endlessAnimationsDoNotHold() throws {
    let film = try LayerFilm(of: makePulse(), LayerCanvas(), at: [.finished])
    let start = try LayerFilm(of: makePulse(), LayerCanvas(), at: [.frozen])
    #expect(ImageDifference(film.images[0], start.images[0]).isWithinTolerance)
  }

  @Test func framesInAnyOrder() throws {
    let straight = try LayerFilm(of: makePulse(), LayerCanvas(), at: [.at(0.1), .at(0.6)])
    let reversed = try LayerFilm(of: makePulse(), LayerCanvas(), at: [.at(0.6), .at(0.1)])
    #expect(ImageDifference(straight.images[0], reversed.images[1]).isWithinTolerance)
    #expect(ImageDifference(straight.images[1], reversed.images[0]).isWithinTolerance)
  }

  @Test func layersStayInTheirTrees() throws {
    let root = makeSquare(30)
    let (one, two, three) = (makeSquare(), makeSquare(), makeSquare())
    for layer in [one, two, three] { root.addSublayer(layer) }
    let folder = try SnapshotFolder()
    _ = folder.verify(two, .image)
    #expect(
      root.sublayers?.map { ObjectIdentifier($0) }
        == [one, two, three].map { ObjectIdentifier($0) }
    )
    #expect(folder.verify(two, .image) == nil)
  }

  @Test func particlesAreTheSameInEveryRun() throws {
    func emitter() -> CAEmitterLayer {
      let layer = CAEmitterLayer()
      layer.frame = CGRect(x: 0, y: 0, width: 40, height: 40)
      layer.emitterPosition = CGPoint(x: 20, y: 20)
      let cell = CAEmitterCell()
      cell.birthRate = 40
      cell.lifetime = 1
      cell.velocity = 15
      cell.emissionRange = .pi * 2
      cell.contents = try? renderedImage(of: makeSquare(4), size: CGSize(width: 4, height: 4))
      layer.emitterCells = [cell]
      return layer
    }
    let one = try LayerFilm(of: emitter(), LayerCanvas(), at: [.at(0.5)])
    let other = try LayerFilm(of: emitter(), LayerCanvas(), at: [.at(0.5)])
    #expect(ImageDifference(one.images[0], other.images[0]).isWithinTolerance)
    let seeded = emitter()
    seeded.seed = 7
    let third = try LayerFilm(of: seeded, LayerCanvas(), at: [.at(0.5)])
    #expect(!ImageDifference(one.images[0], third.images[0]).isWithinTolerance)
  }
}
