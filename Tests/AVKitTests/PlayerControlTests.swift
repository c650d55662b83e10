// Controls of players: their places, their times, and what fingers do with them.
// Licensed under the MIT license; see LICENSE.

import FilmSamples
import Foundation
import Testing
import UIKitTesting

@testable import AVKit

@MainActor
@Suite("Controls of players", .serialized)
struct PlayerControlTests {
  @Test("Controls have their places, within the safe area")
  func places() throws {
    let scene = try PlayerScene(
      size: CGSize(width: 480, height: 270),
      safeArea: UIEdgeInsets(top: 0, left: 40, bottom: 20, right: 30)
    )
    defer { scene.end() }
    let controls = scene.controls
    #expect(scene.frame(controls.fill) == CGRect(x: 48, y: 8, width: 44, height: 44))
    #expect(scene.frame(controls.speed) == CGRect(x: 398, y: 8, width: 44, height: 44))
    #expect(scene.frame(controls.turn) == CGRect(x: 213, y: 93, width: 64, height: 64))
    #expect(scene.frame(controls.back) == CGRect(x: 145, y: 103, width: 44, height: 44))
    #expect(scene.frame(controls.forward) == CGRect(x: 301, y: 103, width: 44, height: 44))
    #expect(controls.close.isHidden)
    let (elapsed, slider) = (scene.frame(controls.elapsed), scene.frame(controls.slider))
    let remaining = scene.frame(controls.remaining)
    #expect(elapsed.minX == 56 && remaining.maxX == 434)
    #expect(elapsed.maxX + 10 >= slider.minX && slider.maxX + 10 >= remaining.minX)
    #expect(slider.maxY == 242 && slider.height == 31 && slider.width > 250)
  }

  @Test("Small views have fewer controls", arguments: [(320, 240), (200, 240), (160, 90)])
  func smallViews(width: Int, height: Int) throws {
    let scene = try PlayerScene(size: CGSize(width: width, height: height))
    defer { scene.end() }
    let controls = scene.controls
    #expect(controls.back.isHidden == (width < 240) && controls.forward.isHidden == (width < 240))
    #expect(controls.speed.isHidden == (width < 240))
    let turn = scene.frame(controls.turn)
    #expect(turn.midX == CGFloat(width) / 2 && turn.midY == CGFloat(height) / 2)
    let isLow = height < 130
    #expect(controls.slider.superview?.isHidden == isLow)
    if !isLow { #expect(scene.frame(controls.slider).width > 60) }
  }

  @Test("From the right to the left, the corners change sides, and the film does not")
  func turned() throws {
    let scene = try PlayerScene(size: CGSize(width: 480, height: 270), isTurned: true)
    defer { scene.end() }
    let controls = scene.controls
    #expect(scene.frame(controls.fill) == CGRect(x: 428, y: 8, width: 44, height: 44))
    #expect(scene.frame(controls.speed) == CGRect(x: 8, y: 8, width: 44, height: 44))
    #expect(scene.frame(controls.back).midX < 240 && scene.frame(controls.forward).midX > 240)
    #expect(scene.frame(controls.elapsed).minX == 16)
    #expect(scene.frame(controls.remaining).maxX == 464)
    assertSnapshot(of: try scene.wait(0), as: .image, named: "turned", testName: "controls")
  }

  @Test("The middle button plays and pauses; the times go on together")
  func playing() throws {
    let scene = try PlayerScene()
    defer { scene.end() }
    #expect(scene.words == ["0:00", "-1:28"])
    #expect(scene.controls.turn.accessibilityLabel == "Play")
    try scene.tap(scene.controls.turn)
    #expect(scene.player?.rate == 1 && scene.controls.turn.accessibilityLabel == "Pause")
    try scene.wait(0.98)
    #expect(scene.words == ["0:00", "-1:28"])
    try scene.wait(0.02)
    #expect(scene.words == ["0:01", "-1:27"])
    #expect(scene.controls.slider.accessibilityValue == "0:01 of 1:28")
    #expect(abs(scene.controls.slider.value - 1) < 0.11)
    try scene.tap(scene.controls.turn)
    #expect(scene.player?.rate == 0 && scene.controls.turn.accessibilityLabel == "Play")
    let words = scene.words
    try scene.wait(20)
    #expect(scene.words == words && scene.areShown)
  }

  @Test("The controls hide three seconds after the last touch of a film that plays")
  func hiding() throws {
    let scene = try PlayerScene()
    defer { scene.end() }
    try scene.wait(10)
    #expect(scene.areShown)
    try scene.tap(scene.controls.turn)
    try scene.wait(2.9)
    #expect(scene.areShown)
    try scene.wait(0.1)
    #expect(!scene.areShown)
    try scene.wait(0.3)
    // A tap shows them; another one begins to wait anew.
    try scene.tap(CGPoint(x: 20, y: 100))
    #expect(scene.areShown && scene.player?.rate == 1)
    try scene.wait(2.5)
    try scene.tap(scene.controls.forward)
    try scene.wait(2.9)
    #expect(scene.areShown)
    try scene.wait(0.2)
    #expect(!scene.areShown)
    try scene.tap(scene.controls.turn)
    #expect(scene.areShown && scene.player?.rate == 1)
    // A tap hides them at once.
    try scene.tap(CGPoint(x: 20, y: 100))
    #expect(!scene.areShown)
    // Once they are paused they stay.
    try scene.tap(CGPoint(x: 20, y: 100))
    #expect(scene.areShown && scene.player?.rate == 1)
    try scene.tap(scene.controls.turn)
    #expect(scene.areShown && scene.player?.rate == 0)
    try scene.wait(60)
    #expect(scene.areShown && scene.player?.rate == 0)
  }

  @Test("A film that the program plays hides the controls, too, and its end shows them")
  func programsPlay() throws {
    let scene = try PlayerScene()
    defer { scene.end() }
    scene.player?.play()
    try scene.wait(3.2)
    #expect(!scene.areShown)
    try scene.wait(86)
    #expect(scene.areShown && scene.player?.rate == 0)
    #expect(scene.words == ["1:28", "-0:00"])
    #expect(scene.controls.slider.value == scene.controls.slider.maximumValue)
    // At the end it begins anew.
    try scene.tap(scene.controls.turn)
    try scene.wait(0.99)
    #expect(scene.words == ["0:01", "-1:27"])
  }

  @Test("Buttons go on and back by ten seconds, within the film")
  func skipping() throws {
    let scene = try PlayerScene()
    defer { scene.end() }
    try scene.tap(scene.controls.forward)
    #expect(scene.seconds == 10 && scene.words == ["0:10", "-1:18"])
    try scene.tap(scene.controls.back)
    try scene.tap(scene.controls.back)
    #expect(scene.seconds == 0 && scene.words == ["0:00", "-1:28"])
    scene.player?.seek(to: CMTime(value: 85, timescale: 1))
    #expect(scene.words == ["1:25", "-0:03"])
    try scene.tap(scene.controls.forward)
    #expect(scene.seconds == 88 && scene.words == ["1:28", "-0:00"])
  }

  @Test("A finger moves the film, which waits for its end")
  func scrubbing() throws {
    let scene = try PlayerScene()
    defer { scene.end() }
    try scene.tap(scene.controls.turn)
    try scene.wait(1)
    #expect(scene.player?.rate == 1)
    scene.grip(CGFloat(scene.controls.slider.value / 88))
    #expect(scene.player?.rate == 0)
    try scene.move(0.25)
    #expect(scene.words == ["0:22", "-1:06"])
    try scene.wait(5)
    // It holds the controls as well.
    #expect(scene.words == ["0:22", "-1:06"] && scene.areShown && scene.player?.rate == 0)
    try scene.move(0.5)
    #expect(scene.words == ["0:44", "-0:44"])
    let value = Double(scene.controls.slider.value)
    try scene.lift()
    #expect(scene.player?.rate == 1)
    #expect(abs(scene.seconds - value - 0.01) < 0.001)
    try scene.wait(3)
    #expect(!scene.areShown)
  }

  @Test("A paused film stays so, and both ends are exact")
  func scrubbingPaused() throws {
    let scene = try PlayerScene()
    defer { scene.end() }
    scene.grip(0)
    try scene.move(0.3)
    try scene.move(1)
    try scene.lift()
    #expect(scene.player?.rate == 0)
    #expect(scene.player?.currentTime() == scene.player?.currentItem?.duration)
    scene.grip(1)
    try scene.move(-0.2)
    try scene.lift()
    #expect(scene.seconds == 0 && scene.words == ["0:00", "-1:28"])
    // People who do not see the bar move it by tenths.
    scene.controls.slider.accessibilityIncrement()
    #expect(abs(scene.seconds - 8.8) < 0.001 && scene.words == ["0:08", "-1:20"])
  }

  @Test("A film that is taken away under the finger does not come back")
  func scrubbingNothing() throws {
    let scene = try PlayerScene()
    defer { scene.end() }
    scene.player?.play()
    scene.grip(0)
    try scene.move(0.4)
    scene.controller.player = nil
    try scene.move(0.6)
    try scene.lift()
    #expect(scene.words == ["--:--", "--:--"] && scene.controls.slider.value == 0)
    #expect(!scene.controls.slider.isEnabled && !scene.controls.turn.isEnabled)
  }

  @Test("Other players and items leave no time behind")
  func replacing() throws {
    let scene = try PlayerScene()
    defer { scene.end() }
    let folder = try Folder()
    let first = try #require(scene.player)
    first.seek(to: CMTime(value: 70, timescale: 1))
    #expect(scene.words == ["1:10", "-0:18"])
    let second = AVPlayer(url: try PlayerScene.film(20, in: folder))
    scene.controller.player = second
    #expect(scene.words == ["--:--", "--:--"] && scene.controls.slider.value == 0)
    try scene.wait(0.1)
    #expect(scene.words == ["0:00", "-0:20"])
    // The first one is followed no more.
    first.seek(to: .zero)
    first.play()
    #expect(scene.words == ["0:00", "-0:20"] && second.rate == 0)
    second.seek(to: CMTime(value: 7, timescale: 1))
    second.replaceCurrentItem(with: nil)
    #expect(scene.words == ["--:--", "--:--"] && !scene.controls.turn.isEnabled)
    try scene.tap(scene.controls.turn)
    try scene.tap(scene.controls.forward)
    #expect(second.rate == 0)
    second.replaceCurrentItem(with: AVPlayerItem(url: try PlayerScene.film(12, in: folder)))
    try scene.wait(0.1)
    #expect(scene.words == ["0:00", "-0:12"])
    scene.controller.player = nil
    #expect(scene.words == ["--:--", "--:--"])
  }

  @Test("A damaged file says that it cannot be played")
  func damaged() throws {
    let folder = try Folder()
    let url = URL(fileURLWithPath: folder.file("a.mp4"))
    try Data("no film".utf8).write(to: url)
    let scene = try PlayerScene(film: url)
    defer { scene.end() }
    scene.player?.play()
    try scene.wait(4)
    #expect(scene.player?.status == .failed && !scene.controls.failure.isHidden)
    #expect(scene.areShown && scene.controls.turn.superview?.isHidden == true)
    try scene.tap(scene.controls.failure)
    #expect(!scene.areShown)
  }

  @Test("Times have hours where they need them, and words where they are not known")
  func words() {
    let none = Playback(nil)
    #expect(none.elapsed == "--:--" && none.remaining == "--:--" && none.spoken.isEmpty)
    #expect(none.moved(to: 7).elapsed == "--:--")
    #expect(Playback(AVPlayer()).state == .empty)
    #expect(Playback.words(0) == "0:00" && Playback.words(59) == "0:59")
    #expect(Playback.words(3600) == "1:00:00" && Playback.words(36_125) == "10:02:05")
  }

  @Test("Controls that are shown, and hidden, as pictures")
  func pictures() throws {
    let scene = try PlayerScene(size: CGSize(width: 320, height: 200))
    defer { scene.end() }
    scene.player?.seek(to: CMTime(value: 44, timescale: 1))
    assertSnapshot(of: try scene.wait(1), as: .image, named: "shown", testName: "controls")
    scene.player?.play()
    try scene.wait(3.5)
    assertSnapshot(of: try scene.wait(0), as: .image, named: "hidden", testName: "controls")
    // Half of the way back.
    try scene.tap(CGPoint(x: 20, y: 100))
    let half = try scene.wait(0.1)
    scene.player?.pause()
    #expect(half.size == CGSize(width: 320, height: 200))
  }
}
