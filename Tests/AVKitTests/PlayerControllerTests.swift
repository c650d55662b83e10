// Controllers of players: what they keep, where they show, and the full screen.
// Licensed under the MIT license; see LICENSE.

import FilmSamples
import Foundation
import TestClaims
import Testing
import UIKitTesting

@testable import AVKit

@MainActor
@Suite("Controllers of players", .serialized)
struct PlayerControllerTests {
  /// Notes what a controller tells.
  private final class Told: AVPlayerViewControllerDelegate {
    var lines: [String] = []

    func playerViewController(
      _ playerViewController: AVPlayerViewController,
      willBeginFullScreenPresentationWithAnimationCoordinator coordinator:
        any UIViewControllerTransitionCoordinator
    ) { note("begin", coordinator) }

    func playerViewController(
      _ playerViewController: AVPlayerViewController,
      willEndFullScreenPresentationWithAnimationCoordinator coordinator:
        any UIViewControllerTransitionCoordinator
    ) { note("end", coordinator) }

    private func note(_ line: String, _ coordinator: any UIViewControllerTransitionCoordinator) {
      lines.append(line)
      coordinator.animate { [weak self] _ in
        self?.lines.append("\(line)s")
      } completion: { [weak self] in
        self?.lines.append("\(line)ed \($0.isAnimated) \($0.percentComplete)")
      }
    }
  }

  @Test("Values are Apple's at first, and are kept")
  func values() {
    let controller = AVPlayerViewController()
    #expect(controller.player == nil && controller.showsPlaybackControls)
    #expect(controller.videoGravity == .resizeAspect && !controller.isReadyForDisplay)
    #expect(controller.videoBounds == .zero && !controller.requiresLinearPlayback)
    #expect(controller.allowsPictureInPicturePlayback && controller.updatesNowPlayingInfoCenter)
    #expect(!controller.canStartPictureInPictureAutomaticallyFromInline)
    #expect(!controller.entersFullScreenWhenPlaybackBegins)
    #expect(!controller.exitsFullScreenWhenPlaybackEnds)
    #expect(controller.selectedSpeed == nil && controller.modalPresentationStyle == .fullScreen)
    controller.videoGravity = .resizeAspectFill
    controller.showsPlaybackControls = false
    controller.requiresLinearPlayback = true
    #expect(controller.videoGravity == .resizeAspectFill && !controller.showsPlaybackControls)
    #expect(controller.requiresLinearPlayback)
  }

  @Test("The film shows in the view, and its place is told")
  func film() throws {
    let scene = try PlayerScene()
    defer { scene.end() }
    #expect(scene.controller.isReadyForDisplay)
    #expect(scene.controller.videoBounds == CGRect(x: 40, y: 0, width: 240, height: 240))
    scene.controller.videoGravity = .resize
    #expect(scene.controller.videoBounds == CGRect(x: 0, y: 0, width: 320, height: 240))
  }

  @Test("Without controls a tap does nothing; they come back")
  func withoutControls() throws {
    let scene = try PlayerScene()
    defer { scene.end() }
    scene.controller.showsPlaybackControls = false
    try scene.tap(scene.controls.turn)
    #expect(!scene.areShown && scene.player?.rate == 0)
    scene.controller.showsPlaybackControls = true
    try scene.tap(scene.controls.turn)
    #expect(scene.areShown && scene.player?.rate == 1)
  }

  @Test("Films that only play have no buttons and no thumb to move them")
  func linear() throws {
    let scene = try PlayerScene()
    defer { scene.end() }
    scene.controller.requiresLinearPlayback = true
    #expect(scene.controls.back.isHidden && scene.controls.forward.isHidden)
    #expect(scene.controls.speed.isHidden && !scene.controls.slider.isEnabled)
    scene.grip(0)
    try scene.move(0.5)
    try scene.lift()
    #expect(scene.seconds == 0)
    scene.player?.seek(to: CMTime(value: 9, timescale: 1))
    #expect(scene.words == ["0:09", "-1:19"])
    scene.controller.requiresLinearPlayback = false
    #expect(scene.controls.slider.isEnabled && !scene.controls.back.isHidden)
  }

  @Test("Controls of the program lie below those of the player, and have their taps")
  func overlay() throws {
    let scene = try PlayerScene()
    defer { scene.end() }
    let overlay = try #require(scene.controller.contentOverlayView)
    var taps = 0
    let button = UIButton(
      frame: CGRect(x: 10, y: 100, width: 30, height: 30),
      primaryAction: UIAction { _ in taps += 1 }
    )
    overlay.addSubview(button)
    try scene.tap(button)
    #expect(taps == 1 && scene.areShown)
    #expect(overlay.superview?.subviews.last === scene.controls)
  }

  @Test("The menu has the speeds, and the chosen one is that of the film")
  func speeds() throws {
    let scene = try PlayerScene()
    defer { scene.end() }
    let controller = scene.controller
    #expect(controller.speeds.map(\.rate) == [0.5, 1, 1.25, 1.5, 2])
    #expect(controller.speeds.map(\.localizedNumericName) == ["0.5x", "1x", "1.25x", "1.5x", "2x"])
    #expect(controller.selectedSpeed?.rate == 1)
    let actions = try #require(scene.controls.speed.menu).children.compactMap { $0 as? UIAction }
    #expect(actions.map(\.title) == controller.speeds.map(\.localizedName))
    #expect(actions.map(\.state) == [.off, .on, .off, .off, .off])
    controller.selectSpeed(controller.speeds[4])
    #expect(scene.player?.defaultRate == 2 && scene.player?.rate == 0)
    try scene.tap(scene.controls.turn)
    #expect(scene.player?.rate == 2 && controller.selectedSpeed?.rate == 2)
    controller.selectSpeed(controller.speeds[0])
    #expect(scene.player?.rate == 0.5)
    controller.selectSpeed(AVPlaybackSpeed(rate: 9, localizedName: "Fast"))
    #expect(scene.player?.rate == 0.5)
    controller.speeds = []
    #expect(scene.controls.speed.isHidden && controller.selectedSpeed == nil)
  }

  @Test("A finger chooses a speed, and the controls hide then")
  func speedsByTouch() throws {
    let scene = try PlayerScene(size: CGSize(width: 320, height: 480))
    defer { scene.end() }
    scene.player?.play()
    scene.player?.defaultRate = 1.5
    try scene.tap(scene.controls.speed)
    try scene.wait(0.5)
    let actions = try #require(scene.controls.speed.menu).children.compactMap { $0 as? UIAction }
    #expect(actions.map(\.state) == [.off, .off, .off, .on, .off])
    let row = try #require(labels(in: scene.window).first { $0.text == "Double Speed" })
    try scene.tap(row)
    try scene.wait(0.5)
    #expect(scene.player?.rate == 2 && scene.player?.defaultRate == 2)
    try scene.wait(3.5)
    #expect(!scene.areShown)
  }

  private func labels(in view: UIView) -> [UILabel] {
    ((view as? UILabel).map { [$0] } ?? []) + view.subviews.flatMap { labels(in: $0) }
  }

  @Test("The controller of a whole window needs no other screen, and one in a stack has one")
  func roots() throws {
    let scene = try PlayerScene()
    defer { scene.end() }
    let controller = AVPlayerViewController()
    scene.window.rootViewController = controller
    try scene.wait(0.1)
    let corner = controller.stage.controls.corner
    #expect(!corner.canFill && !corner.canLeave)
    let other = AVPlayerViewController()
    scene.window.rootViewController = UINavigationController(rootViewController: other)
    try scene.wait(0.1)
    #expect(other.stage.controls.corner == PlayerControls.Corner(canFill: true))
  }

  @Test("A presented player has a button that pauses and dismisses it")
  func presented() throws {
    let told = Told()
    let scene = try PlayerScene(.presented)
    defer { scene.end() }
    scene.controller.delegate = told
    #expect(!scene.controls.close.isHidden && scene.controls.fill.isHidden)
    scene.player?.play()
    try scene.wait(1)
    try scene.tap(scene.controls.close)
    #expect(scene.player?.rate == 0)
    try scene.wait(1)
    #expect(scene.root.presentedViewController == nil && scene.controller.view.window == nil)
    #expect(told.lines == ["end", "ends", "ended true 1.0"])
  }

  @Test("A player that is a part of a view fills the screen and goes back, and plays on")
  func fullScreen() throws {
    let told = Told()
    let scene = try PlayerScene(size: CGSize(width: 320, height: 400))
    defer { scene.end() }
    let controller = scene.controller
    controller.delegate = told
    controller.view.frame = CGRect(x: 0, y: 20, width: 320, height: 180)
    scene.player?.play()
    try scene.wait(0.1)
    #expect(scene.controls.close.isHidden && !scene.controls.fill.isHidden)
    try scene.tap(scene.controls.fill)
    try scene.wait(1)
    #expect(scene.frame(controller.stage) == CGRect(x: 0, y: 0, width: 320, height: 400))
    #expect(controller.videoBounds == CGRect(x: 0, y: 40, width: 320, height: 320))
    #expect(!scene.controls.close.isHidden && controller.isReadyForDisplay)
    #expect(scene.controls.fill.accessibilityLabel == "Exit Full Screen")
    try scene.tap(scene.controls.close)
    try scene.wait(1)
    #expect(scene.frame(controller.stage) == CGRect(x: 0, y: 20, width: 320, height: 180))
    #expect(controller.full == nil && controller.stage.superview === controller.view)
    #expect(scene.player?.rate == 1 && scene.controls.close.isHidden)
    #expect(
      told.lines == ["begin", "begins", "begined true 1.0", "end", "ends", "ended true 1.0"]
    )
    // The program may end it as well.
    try scene.tap(scene.controls.fill)
    try scene.wait(1)
    scene.root.dismiss(animated: false)
    #expect(controller.full == nil && controller.stage.superview === controller.view)
  }

  @Test("The full screen begins and ends with the film, where that is asked for")
  func fullScreenByFilm() throws {
    let scene = try PlayerScene()
    defer { scene.end() }
    let controller = scene.controller
    controller.entersFullScreenWhenPlaybackBegins = true
    controller.exitsFullScreenWhenPlaybackEnds = true
    scene.player?.seek(to: CMTime(value: 80, timescale: 1))
    try scene.tap(scene.controls.turn)
    try scene.wait(1)
    #expect(controller.full != nil && scene.root.presentedViewController === controller.full)
    try scene.wait(8)
    try scene.wait(1)
    #expect(controller.full == nil && scene.root.presentedViewController == nil)
    #expect(scene.player?.rate == 0)
  }

  @Test("A presented player is dismissed at the end of its film, where that is asked for")
  func dismissedByFilm() throws {
    let scene = try PlayerScene(.presented)
    defer { scene.end() }
    scene.controller.exitsFullScreenWhenPlaybackEnds = true
    scene.player?.seek(to: CMTime(value: 87, timescale: 1))
    scene.player?.play()
    try scene.wait(1.1)
    try scene.wait(1)
    #expect(scene.root.presentedViewController == nil)
  }

  @Test("Controllers, players and their items go away")
  func lifetimes() throws {
    weak var controller: AVPlayerViewController?
    weak var player: AVPlayer?
    try autoreleasing {
      let scene = try PlayerScene()
      controller = scene.controller
      player = scene.player
      scene.player?.play()
      try scene.wait(1)
      scene.end()
      scene.controller.view.removeFromSuperview()
      scene.controller.removeFromParent()
    }
    #expect(controller == nil && player == nil)
  }

  private func autoreleasing(_ body: () throws -> Void) rethrows { try body() }

  @Test("Pictures in pictures are not supported, and nobody gets a controller of one")
  func pictureInPicture() {
    #expect(!AVPictureInPictureController.isPictureInPictureSupported())
    #expect(AVPictureInPictureController(playerLayer: AVPlayerLayer()) == nil)
  }
}
