// A controller that plays films.
// Licensed under the MIT license; see LICENSE.

public import AVFoundation
public import CoreGraphics
public import Foundation
public import UIKit

/// A controller that shows a player's film with controls.
///
/// ```swift
/// let controller = AVPlayerViewController()
/// controller.player = AVPlayer(url: URL(fileURLWithPath: "film.mp4"))
/// present(controller, animated: true) { controller.player?.play() }
/// ```
///
/// The controls are a button that plays and pauses, two that go back and on by ten seconds, a bar
/// of time that a finger moves, and a menu of speeds. A tap on the film shows and hides them; while
/// the film plays they hide by themselves three seconds after the last touch, on the clock of the
/// window. A controller that is presented has a button that pauses and dismisses it; one that is
/// part of another controller's view has a button that fills the screen. The look is dark.
///
/// Narrow and low views have fewer controls. The bar and the buttons beside it have one direction
/// in all languages.
///
/// **Differences**: there is no picture in picture, no other screen, no volume, no choice of
/// subtitles and of sounds, and no gesture that ends the full screen. Words are in English.
@preconcurrency
@MainActor
open class AVPlayerViewController: UIViewController {
  final let stage = PlayerStage()
  private(set) final var full: FullScreenController?

  /// The object that hears of the full screen.
  open weak var delegate: (any AVPlayerViewControllerDelegate)?

  /// Creates a controller without a player; no nib is used.
  public override init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {
    super.init(nibName: nil, bundle: nil)
    prepare()
  }

  /// Creates a controller from an archive, without a player.
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
    prepare()
  }

  private func prepare() {
    modalPresentationStyle = .fullScreen
    stage.ask = { [weak self] in self?.answer($0) }
    stage.controls.speed.addAction(
      UIAction { [weak self] _ in self?.markSpeed() },
      for: .menuActionTriggered
    )
    showSpeeds()
  }

  // MARK: The player

  /// The player whose film shows; nil, the default, shows black.
  open var player: AVPlayer? {
    get { stage.player }
    set {
      stage.player = newValue
      markSpeed()
    }
  }

  /// How the film fills the view; `.resizeAspect` by default.
  open var videoGravity: AVLayerVideoGravity {
    get { stage.film.playerLayer?.videoGravity ?? .resizeAspect }
    set { stage.film.playerLayer?.videoGravity = newValue }
  }

  /// Whether a picture of the film shows.
  open var isReadyForDisplay: Bool { stage.film.playerLayer?.isReadyForDisplay ?? false }

  /// Where the film shows, in the space of the view, or of the full screen; zero before its size
  /// is known.
  open var videoBounds: CGRect {
    guard let rect = stage.film.playerLayer?.videoRect, let around = stage.superview else {
      return .zero
    }
    return stage.film.convert(rect, to: around)
  }

  // MARK: The controls

  /// Whether there are controls; true by default.
  open var showsPlaybackControls: Bool {
    get { stage.hasControls }
    set { stage.hasControls = newValue }
  }

  /// Whether people can only play and pause: without moving the film and other speeds; false by
  /// default.
  ///
  /// The program itself can move the film.
  open var requiresLinearPlayback: Bool {
    get { stage.isLinear }
    set { stage.isLinear = newValue }
  }

  /// The view between the film and the controls, for views of the program.
  ///
  /// Taps on its controls show and hide nothing.
  open var contentOverlayView: UIView? { stage.overlay }

  // MARK: Speeds

  /// The speeds of the menu; those of the system by default.
  ///
  /// Without any there is no menu.
  open var speeds = AVPlaybackSpeed.systemDefaultSpeeds { didSet { showSpeeds() } }

  /// The first speed that has the player's `defaultRate`; nil if none has, or without a player.
  open var selectedSpeed: AVPlaybackSpeed? {
    player.flatMap { player in speeds.first { $0.rate == player.defaultRate } }
  }

  /// Makes a speed the player's `defaultRate`, and its rate if it plays.
  ///
  /// - Parameter speed: One of `speeds`; another one changes nothing.
  open func selectSpeed(_ speed: AVPlaybackSpeed) {
    guard speeds.contains(speed), let player else { return }
    player.defaultRate = speed.rate
    if player.rate != 0 { player.rate = speed.rate }
    markSpeed()
  }

  private func showSpeeds() {
    let actions = speeds.map { speed in
      UIAction(title: speed.localizedName) { [weak self] _ in self?.selectSpeed(speed) }
    }
    stage.controls.speeds =
      actions.isEmpty
      ? nil : UIMenu(title: "Playback Speed", options: .singleSelection, children: actions)
    markSpeed()
  }

  /// Marks the speed of now in the menu, which the program may have changed.
  private func markSpeed() {
    let (selected, elements) = (selectedSpeed, stage.controls.speeds?.children ?? [])
    for (speed, element) in zip(speeds, elements) {
      (element as? UIAction)?.state = speed === selected ? .on : .off
    }
  }

  // MARK: Kept values

  /// Whether a picture in picture is allowed; true by default.
  ///
  /// **Differences**: it is stored; there is no picture in picture.
  open var allowsPictureInPicturePlayback = true

  /// Whether the picture in picture begins when the program leaves the screen; false by default.
  ///
  /// **Differences**: it is stored; there is no picture in picture.
  open var canStartPictureInPictureAutomaticallyFromInline = false

  /// Whether the desktop is told of the film that plays; true by default.
  ///
  /// **Differences**: it is stored; the desktop is not told.
  open var updatesNowPlayingInfoCenter = true

  // MARK: The view

  /// Shows the film in the view.
  open override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .black
    view.take(stage)
  }

  /// Shows the buttons of the place in which the controller appears.
  open override func viewIsAppearing(_ animated: Bool) {
    super.viewIsAppearing(animated)
    showCorner()
  }

  // MARK: The full screen

  /// Whether the film fills the screen when a person begins to play; false by default.
  ///
  /// It counts for a controller that is part of another controller's view.
  open var entersFullScreenWhenPlaybackBegins = false

  /// Whether the full screen ends with the film, or with the last one of a queue; false by default.
  ///
  /// A controller that was presented is dismissed then.
  open var exitsFullScreenWhenPlaybackEnds = false

  /// Whether the program has presented the controller itself.
  private var isPresented: Bool { parent == nil && presentingViewController != nil }

  /// Whether the controller is a part of another one's view.
  private var isPart: Bool {
    !isPresented && viewIfLoaded?.window.map { $0.rootViewController !== self } ?? false
  }

  private func showCorner() {
    stage.controls.corner = PlayerControls.Corner(
      canLeave: full != nil || isPresented,
      canFill: full != nil || isPart,
      isFull: full != nil
    )
  }

  private func answer(_ wish: PlayerStage.Wish) {
    switch wish {
    case .leave:
      // A film that is dismissed is seen no more; one that goes back to its place plays on.
      if full == nil { player?.pause() }
      leave()
    case .fill: full == nil ? fillScreen() : leave()
    case .played: if entersFullScreenWhenPlaybackBegins, full == nil { fillScreen() }
    case .ended: if exitsFullScreenWhenPlaybackEnds { leave() }
    }
  }

  private func fillScreen() {
    guard isPart, presentedViewController == nil, let window = viewIfLoaded?.window else { return }
    let screen = FullScreenController(stage) { [weak self] in self?.returnFromScreen() }
    full = screen
    let coordinator = FullScreenCoordinator(from: self, to: screen, in: window)
    delegate?.playerViewController(
      self,
      willBeginFullScreenPresentationWithAnimationCoordinator: coordinator
    )
    present(screen, animated: true) { coordinator.end() }
    coordinator.begin()
    showCorner()
  }

  private func returnFromScreen() {
    full = nil
    view.take(stage)
    showCorner()
  }

  /// Ends the full screen, or the presentation.
  private func leave() {
    let shown: UIViewController = full ?? self
    guard full != nil || isPresented, !shown.isBeingDismissed, let window = shown.view.window else {
      return
    }
    let below = shown.presentingViewController
    let coordinator = FullScreenCoordinator(from: shown, to: below, in: window)
    delegate?.playerViewController(
      self,
      willEndFullScreenPresentationWithAnimationCoordinator: coordinator
    )
    shown.dismiss(animated: true) { coordinator.end() }
    coordinator.begin()
  }
}
