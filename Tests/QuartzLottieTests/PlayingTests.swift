// Playing: seeking, parts, repetition, ends.
// Licensed under the MIT license; see LICENSE.

import Foundation
import QuartzCore
import QuartzTesting
import Testing

@testable import QuartzLottie

/// A layer in a context whose clock is moved by hand.
private final class LottieStage {
  let layer: LottieLayer
  let context: CAContext
  let clock = ManualClock()
  var ends: [Bool] = []

  /// A bar at x = 10 * frame.
  init(size: CGSize = CGSize(width: 100, height: 100)) throws {
    let bar = Part.layer(
      [Part.rect(0, 50, 4, 20), Part.red],
      ks: #""p":\#(Part.keys((0, [0, 0]), (10, [100, 0])))"#
    )
    let markers = #","markers":[{"cm":"a","tm":2,"dr":4},{"cm":"b","tm":6,"dr":2}]"#
    let json = Part.document([bar], markers)
    layer = LottieLayer(animation: try LottieAnimation(data: Data(json.utf8)))
    layer.frame = CGRect(origin: .zero, size: size)
    var options = CAContext.Options()
    options.clock = clock
    context = try CAContext(size: size, options: options)
    context.layer = layer
  }

  /// The picture at a time; ends of passes on the way are reported.
  func picture(at time: Double) throws -> LottiePicture {
    CATransaction.flush()
    while let next = context.nextAnimationEvent, next < time {
      clock.advance(by: max(next - clock.currentTime, 1e-9))
    }
    clock.advance(by: max(time - clock.currentTime, 0))
    return try LottiePicture(try context.image(at: time))
  }

  /// The middle of the bar.
  func place(at time: Double) throws -> Double? {
    let box = try picture(at: time).box
    return box.isEmpty ? nil : Double(box[0] + box[2]) / 2
  }
}

struct LottiePlayingTests {
  @Test func seeking() throws {
    let stage = try LottieStage()
    let layer = stage.layer
    layer.currentFrame = 3
    #expect(try stage.place(at: 0) == 30)
    #expect(try stage.place(at: 5) == 30)
    #expect(abs(layer.currentProgress - 0.3) < 1e-12)
    layer.currentProgress = 0.5
    #expect(try stage.place(at: 6) == 50)
    #expect(abs(layer.currentFrame - 5) < 1e-12)
    layer.currentProgress = 1
    #expect(abs(layer.currentFrame - 9.999) < 1e-9)
    #expect(!layer.isPlaying)
  }

  @Test func playingOnce() throws {
    let stage = try LottieStage()
    _ = try stage.place(at: 0)
    stage.layer.play { stage.ends.append($0) }
    #expect(stage.layer.isPlaying)
    #expect(try stage.place(at: 0.5) == 50)
    #expect(abs(stage.layer.currentFrame - 5) < 1e-6)
    #expect(stage.ends.isEmpty)
    // It stays at its last moment.
    #expect(try stage.picture(at: 3).box == [98, 40, 100, 60])
    #expect(stage.ends == [true])
    #expect(!stage.layer.isPlaying)
    #expect(abs(stage.layer.currentFrame - 9.999) < 1e-9)
  }

  @Test func playingBackwards() throws {
    let stage = try LottieStage()
    _ = try stage.place(at: 0)
    stage.layer.animationSpeed = -2
    stage.layer.play(fromFrame: 2, toFrame: 8) { stage.ends.append($0) }
    #expect(abs((try stage.place(at: 0.1) ?? 0) - 60) <= 0.5)
    #expect(abs((try stage.place(at: 0.25) ?? 0) - 30) <= 0.5)
    #expect(abs((try stage.place(at: 1) ?? 0) - 20) <= 0.5)
    #expect(stage.ends == [true])
  }

  @Test func loops() throws {
    let stage = try LottieStage()
    _ = try stage.place(at: 0)
    stage.layer.loopMode = .loop
    stage.layer.play(marker: "a")
    for (time, place) in [(0.1, 30.0), (0.3, 50), (0.5, 30), (4.1, 30)] {
      let found = try stage.place(at: time) ?? 0
      #expect(abs(found - place) <= 0.5, "\(found) at \(time)")
    }
    #expect(stage.layer.isPlaying)
    stage.layer.pause()
    let paused = try stage.place(at: 4.2)
    #expect(try stage.place(at: 9) == paused)
  }

  @Test func thereAndBack() throws {
    let stage = try LottieStage()
    _ = try stage.place(at: 0)
    stage.layer.loopMode = .repeatBackwards(2)
    stage.layer.play { stage.ends.append($0) }
    for (time, place) in [(0.5, 50.0), (1.5, 50), (1.8, 20), (2.3, 30), (3.7, 30), (5, 0)] {
      let found = try stage.picture(at: time).box
      let middle = found.isEmpty ? -1 : Double(found[0] + found[2]) / 2
      #expect(abs(middle - place) <= 1.1, "\(middle) at \(time)")
    }
    #expect(stage.ends == [true])
  }

  @Test func partsInTurn() throws {
    let stage = try LottieStage()
    _ = try stage.place(at: 0)
    stage.layer.play(markers: ["a", "b"]) { stage.ends.append($0) }
    #expect(abs((try stage.place(at: 0.2) ?? 0) - 40) <= 0.5)
    #expect(abs((try stage.place(at: 0.5) ?? 0) - 70) <= 0.5)
    _ = try stage.place(at: 1)
    #expect(stage.ends == [true])
    stage.layer.play(marker: "none") { stage.ends.append($0) }
    stage.layer.play { stage.ends.append($0) }
    stage.layer.stop()
    #expect(stage.ends == [true, false, false])
    #expect(try stage.picture(at: 2).box == [0, 40, 2, 60])
  }

  @Test func theFitFollowsTheBounds() throws {
    let stage = try LottieStage(size: CGSize(width: 200, height: 100))
    stage.layer.currentFrame = 5
    #expect(try stage.picture(at: 0).box == [98, 40, 102, 60])
    stage.layer.contentMode = .scaleToFill
    #expect(try stage.picture(at: 1).box == [96, 40, 104, 60])
    stage.layer.contentMode = .scaleAspectFill
    #expect(try stage.picture(at: 2).box == [96, 30, 104, 70])
  }

  /// Scrubbing moves the clock of the layers that are there, and makes no others; a pause has
  /// nothing to do.
  @Test func scrubbingMakesNothing() throws {
    let stage = try LottieStage()
    _ = try stage.place(at: 0)
    func layers(_ layer: CALayer) -> [ObjectIdentifier] {
      [ObjectIdentifier(layer)] + (layer.sublayers ?? []).flatMap(layers)
    }
    let before = layers(stage.layer)
    for step in 0..<100 {
      stage.layer.currentProgress = Double(step) / 100
      CATransaction.flush()
    }
    #expect(layers(stage.layer) == before)
    #expect(stage.context.nextAnimationEvent == nil)
    #expect(abs((try stage.place(at: 1) ?? 0) - 99) <= 1)
  }

  @Test func settingsKeepTheTime() throws {
    let stage = try LottieStage()
    stage.layer.currentFrame = 5
    stage.layer.settings.set(keyPath: "**.Color", .color(red: 0, green: 0, blue: 1, alpha: 1))
    #expect(try stage.picture(at: 0)[50, 50] == [0, 0, 255, 255])
    #expect(abs(stage.layer.currentFrame - 5) < 1e-12)
  }
}
