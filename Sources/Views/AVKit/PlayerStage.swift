// The view of a player: the film, what the program lays over it, and the controls.
// Licensed under the MIT license; see LICENSE.

import AVFoundation
import CoreGraphics
import CoreMedia
import Foundation
import UIKit

/// A view whose layer shows a player's film.
@MainActor
final class FilmView: UIView {
  override class var layerClass: AnyClass { AVPlayerLayer.self }

  var playerLayer: AVPlayerLayer? { layer as? AVPlayerLayer }
}

/// A film with its controls, which come and go.
@MainActor
final class PlayerStage: UIView, UIGestureRecognizerDelegate {
  let film = FilmView()
  let overlay = UIView()
  let controls = PlayerControls()

  /// A thing that the stage asks its controller for.
  enum Wish {
    /// To leave the full screen, or what was presented.
    case leave
    /// To begin or to end the full screen.
    case fill
    /// A person has begun to play.
    case played
    /// The last film has ended.
    case ended
  }

  var ask: (Wish) -> Void = { _ in }
  var isLinear = false {
    didSet {
      controls.isLinear = isLinear
      controls.show(playback)
    }
  }

  private var follower: PlayerFollower?
  private(set) var playback = Playback(nil)
  /// The thumb that a person holds: the rate to go on with, and the time in seconds.
  private var scrub: (item: AVPlayerItem?, rate: Float, seconds: Double)?
  private var hiding: ViewClock.Call?
  private var areShown = true
  private var isHeld = false

  /// Seconds after the last touch, while a film plays, after which the controls hide.
  static let patience = 3.0
  private static let fading = 0.25
  /// While the thumb moves, pictures so many seconds away do if they are quicker to show.
  private static let slack = CMTime(value: 1, timescale: 2)
  private static let timescale: CMTimeScale = 90_000

  override init(frame: CGRect) {
    super.init(frame: frame)
    backgroundColor = .black
    overrideUserInterfaceStyle = .dark
    clipsToBounds = true
    for view in [film, overlay, controls] as [UIView] {
      addSubview(view)
      view.fill(self)
    }
    controls.act = { [weak self] in self?.take($0) }
    let tap = UITapGestureRecognizer { [weak self] in
      if $0.state == .ended { self?.tapped() }
    }
    tap.delegate = self
    addGestureRecognizer(tap)
  }

  required init?(coder: NSCoder) { nil }

  // MARK: The player

  var player: AVPlayer? {
    get { follower?.player }
    set {
      guard newValue !== follower?.player else { return }
      scrub = nil
      film.playerLayer?.player = newValue
      follower = newValue.map { player in
        PlayerFollower(
          player,
          changed: { [weak self] in self?.playerChanged() },
          ended: { [weak self] in self?.filmEnded() }
        )
      }
      playerChanged()
    }
  }

  private func playerChanged() {
    let wasPlaying = playback.isPlaying
    var now = Playback(player)
    if let scrub {
      if scrub.item === player?.currentItem, now.state == .ready {
        now = now.moved(to: scrub.seconds)
      } else {
        self.scrub = nil
      }
    }
    guard now != playback || now.state == .empty else { return }
    playback = now
    controls.show(now)
    if now.isPlaying != wasPlaying { waitToHide() }
  }

  private func filmEnded() {
    playerChanged()
    if !playback.isPlaying { setShown(true) }
    let isLast = ((player as? AVQueuePlayer)?.items().count ?? 1) <= 1
    if isLast { ask(.ended) }
  }

  // MARK: Acts

  private func take(_ act: PlayerControls.Act) {
    switch act {
    case .turn: turn()
    case .skip(let seconds): go(to: playback.seconds + seconds)
    case .go(let seconds): go(to: seconds)
    case .grip:
      guard playback.state == .ready, let player else { return }
      scrub = (player.currentItem, player.rate, playback.seconds)
      player.pause()
    case .scrub(let seconds):
      // A film that went away meanwhile takes its times along.
      guard scrub != nil else { return controls.show(playback) }
      scrub?.seconds = seconds
      player?.seek(to: time(seconds), toleranceBefore: Self.slack, toleranceAfter: Self.slack)
      playerChanged()
    case .drop(let seconds): drop(at: seconds)
    case .leave: ask(.leave)
    case .fill: ask(.fill)
    case .hold:
      isHeld = true
      waitToHide()
    case .release:
      isHeld = false
      waitToHide()
    }
  }

  private func turn() {
    guard let player else { return }
    if playback.isPlaying { return player.pause() }
    if playback.isAtEnd { go(to: 0) }
    player.play()
    ask(.played)
  }

  /// Moves the film, exactly.
  private func go(to seconds: Double) {
    guard playback.state == .ready, let player else { return controls.show(playback) }
    player.seek(to: time(seconds), toleranceBefore: .zero, toleranceAfter: .zero)
    playerChanged()
  }

  private func drop(at seconds: Double) {
    guard let scrub else { return controls.show(playback) }
    self.scrub = nil
    go(to: seconds)
    if scrub.rate != 0 { player?.rate = scrub.rate }
    playerChanged()
  }

  /// A time within the film; its end is exact.
  private func time(_ seconds: Double) -> CMTime {
    if let length = playback.length, Float(seconds) >= Float(length),
      let end = player?.currentItem?.duration
    {
      return end
    }
    return CMTime(seconds: max(seconds, 0), preferredTimescale: Self.timescale)
  }

  // MARK: Coming and going

  /// Whether there are controls at all.
  var hasControls = true {
    didSet {
      guard hasControls != oldValue else { return }
      areShown = hasControls
      controls.alpha = hasControls ? 1 : 0
      waitToHide()
    }
  }

  private func tapped() {
    setShown(!areShown)
  }

  private func setShown(_ isShown: Bool) {
    guard hasControls, isShown != areShown else { return waitToHide() }
    areShown = isShown
    // A finger may be on a control before all of it is there.
    UIView.animate(withDuration: Self.fading, delay: 0, options: .allowUserInteraction) {
      [controls] in controls.alpha = isShown ? 1 : 0
    }
    waitToHide()
  }

  /// Waits anew until the controls hide, if they are to.
  ///
  /// They stay for people who cannot see them or tap on the film.
  private func waitToHide() {
    hiding?.cancel()
    hiding = nil
    let isSlow = UIAccessibility.isVoiceOverRunning || UIAccessibility.isSwitchControlRunning
    guard let window, areShown, hasControls, playback.isPlaying, !isHeld, !isSlow else { return }
    hiding = ViewClock.call(after: Self.patience, in: window) { [weak self] in
      self?.setShown(false)
    }
  }

  override func didMoveToWindow() {
    super.didMoveToWindow()
    waitToHide()
  }

  /// Taps on controls, the program's as well, are theirs alone.
  func gestureRecognizer(
    _ gestureRecognizer: UIGestureRecognizer,
    shouldReceive touch: UITouch
  ) -> Bool { !(touch.view is UIControl) }
}

extension UIView {
  /// Keeps the view's edges at those of a view that it is in.
  func fill(_ view: UIView) {
    translatesAutoresizingMaskIntoConstraints = false
    NSLayoutConstraint.activate([
      topAnchor.constraint(equalTo: view.topAnchor),
      bottomAnchor.constraint(equalTo: view.bottomAnchor),
      leadingAnchor.constraint(equalTo: view.leadingAnchor),
      trailingAnchor.constraint(equalTo: view.trailingAnchor),
    ])
  }
}
