// The controls over a film.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import UIKit

/// Buttons and a bar of time over a film; a view that shows values and tells what a person does.
///
/// ```
/// [close] [fill]                       [speed]     leading and trailing, by the language
///
///             (-10)   ( > )   (+10)                from the left in any language
///
/// 0:05 ---------O--------------------- -1:23       from the left in any language
/// ```
@MainActor
final class PlayerControls: UIView {
  /// An act of a person.
  enum Act: Equatable {
    /// Plays a film that is paused, or pauses it.
    case turn
    /// Goes on or back by so many seconds.
    case skip(Double)
    /// Goes to a time, in seconds.
    case go(Double)
    /// Takes hold of the thumb of the bar.
    case grip
    /// Moves the thumb to a time, in seconds.
    case scrub(Double)
    /// Lets go of the thumb, at a time in seconds.
    case drop(Double)
    /// Ends the full screen, or what was presented.
    case leave
    /// Begins or ends the full screen.
    case fill
    /// Puts a finger on a control.
    case hold
    /// Takes it off.
    case release
  }

  /// The buttons at the top that a place has.
  struct Corner: Equatable {
    var canLeave = false
    var canFill = false
    /// Whether the film fills the screen.
    var isFull = false
  }

  var act: (Act) -> Void = { _ in }
  var corner = Corner() { didSet { if corner != oldValue { showCorner() } } }
  /// Whether the time goes on by playing alone.
  var isLinear = false { didSet { if isLinear != oldValue { fit() } } }
  /// The speeds to choose from; nil for no button.
  var speeds: UIMenu? {
    didSet {
      speed.menu = speeds
      fit()
    }
  }

  let close = UIButton(type: .custom)
  let fill = UIButton(type: .custom)
  let speed = UIButton(type: .custom)
  let turn = UIButton(type: .custom)
  let back = UIButton(type: .custom)
  let forward = UIButton(type: .custom)
  let slider = UISlider()
  let elapsed = UILabel()
  let remaining = UILabel()
  let failure = UILabel()
  private let middle = UIStackView()
  private let bar = UIStackView()
  private let corners = UIStackView()
  private var shown = Playback(nil)

  /// The seconds of the buttons beside the middle one.
  static let skip = 10.0
  private static let side: CGFloat = 44
  private static let turnSide: CGFloat = 64
  /// Narrower ones have no room for more than the middle button and the bar.
  private static let leastWidth: CGFloat = 240
  /// Lower ones have no room for the bar.
  private static let leastHeight: CGFloat = 130

  override init(frame: CGRect) {
    super.init(frame: frame)
    backgroundColor = UIColor(white: 0, alpha: 0.4)
    makeButtons()
    makeBar()
    failure.text = "The film cannot be played."
    failure.textColor = .white
    failure.textAlignment = .center
    failure.numberOfLines = 0
    addRows()
    showCorner()
    fit()
    show(shown)
  }

  required init?(coder: NSCoder) { nil }

  // MARK: Parts

  private func makeButtons() {
    let parts: [(UIButton, String, String, Act)] = [
      (close, "xmark", "Close", .leave),
      (fill, "arrow.up.left.and.arrow.down.right", "Full Screen", .fill),
      (turn, "play.fill", "Play", .turn),
      (back, "gobackward", "Skip Back 10 Seconds", .skip(-Self.skip)),
      (forward, "goforward", "Skip Forward 10 Seconds", .skip(Self.skip)),
    ]
    for (button, symbol, label, act) in parts {
      set(button, symbol, label)
      button.addAction(UIAction { [weak self] _ in self?.act(act) }, for: .touchUpInside)
    }
    set(speed, "speedometer", "Playback Speed")
    speed.showsMenuAsPrimaryAction = true
    for button in [back, forward] { addNumber(to: button) }
    for button in [close, fill, speed, turn, back, forward] {
      button.tintColor = .white
      watch(button)
      let side = button === turn ? Self.turnSide : Self.side
      NSLayoutConstraint.activate([
        button.widthAnchor.constraint(equalToConstant: side),
        button.heightAnchor.constraint(equalToConstant: side),
      ])
    }
  }

  private func set(_ button: UIButton, _ symbol: String, _ label: String) {
    let points: CGFloat = button === turn ? 40 : button === back || button === forward ? 30 : 18
    let size = UIImage.SymbolConfiguration(pointSize: points, weight: .regular)
    button.setImage(UIImage(systemName: symbol, withConfiguration: size), for: .normal)
    button.accessibilityLabel = label
  }

  /// Writes the seconds into the arrow of a button.
  private func addNumber(to button: UIButton) {
    let number = UILabel()
    number.text = "\(Int(Self.skip))"
    number.font = .systemFont(ofSize: 10, weight: .bold)
    number.textColor = .white
    number.isUserInteractionEnabled = false
    number.isAccessibilityElement = false
    number.translatesAutoresizingMaskIntoConstraints = false
    button.addSubview(number)
    NSLayoutConstraint.activate([
      number.centerXAnchor.constraint(equalTo: button.centerXAnchor),
      // The arrow's head makes its circle lie lower.
      number.centerYAnchor.constraint(equalTo: button.centerYAnchor, constant: 1),
    ])
  }

  private func makeBar() {
    for label in [elapsed, remaining] {
      label.font = .monospacedDigitSystemFont(ofSize: 13, weight: .medium)
      label.textColor = .white
      label.setContentHuggingPriority(.required, for: .horizontal)
      label.setContentCompressionResistancePriority(.required, for: .horizontal)
    }
    elapsed.textAlignment = .left
    remaining.textAlignment = .right
    slider.minimumTrackTintColor = .white
    slider.maximumTrackTintColor = UIColor(white: 1, alpha: 0.3)
    slider.accessibilityLabel = "Current Position"
    let thumb = UIImage(
      systemName: "circle.fill",
      withConfiguration: UIImage.SymbolConfiguration(pointSize: 14)
    )
    slider.setThumbImage(thumb?.withTintColor(.white, renderingMode: .alwaysOriginal), for: .normal)
    watch(slider)
    slider.addAction(
      UIAction { [weak self] _ in
        guard let self else { return }
        isGripped = true
        act(.grip)
      },
      for: .touchDown
    )
    slider.addAction(
      UIAction { [weak self] _ in
        guard let self else { return }
        let seconds = Double(slider.value)
        act(isGripped ? .scrub(seconds) : .go(seconds))
      },
      for: .valueChanged
    )
    slider.addAction(
      UIAction { [weak self] _ in
        guard let self else { return }
        isGripped = false
        act(.drop(Double(slider.value)))
      },
      for: Self.ends
    )
  }

  /// Whether a finger is on the thumb.
  private var isGripped = false

  /// The events with which a touch of a control ends.
  private static let ends: UIControl.Event = [.touchUpInside, .touchUpOutside, .touchCancel]

  /// Tells of fingers on a control.
  private func watch(_ control: UIControl) {
    control.addAction(UIAction { [weak self] _ in self?.act(.hold) }, for: .touchDown)
    control.addAction(UIAction { [weak self] _ in self?.act(.release) }, for: Self.ends)
  }

  // MARK: Layout

  private func addRows() {
    fillRow(corners, [close, fill], spacing: 8)
    fillRow(middle, [back, turn, forward], spacing: 24)
    fillRow(bar, [elapsed, slider, remaining], spacing: 10)
    // The direction of films and their times is that of the bar in all languages.
    for view in [middle, bar, slider, elapsed, remaining] as [UIView] {
      view.semanticContentAttribute = .playback
    }
    for view in [corners, speed, middle, bar, failure] as [UIView] {
      view.translatesAutoresizingMaskIntoConstraints = false
      addSubview(view)
    }
    let area = safeAreaLayoutGuide
    NSLayoutConstraint.activate([
      corners.topAnchor.constraint(equalTo: area.topAnchor, constant: 8),
      corners.leadingAnchor.constraint(equalTo: area.leadingAnchor, constant: 8),
      speed.topAnchor.constraint(equalTo: area.topAnchor, constant: 8),
      speed.trailingAnchor.constraint(equalTo: area.trailingAnchor, constant: -8),
      middle.centerXAnchor.constraint(equalTo: area.centerXAnchor),
      middle.centerYAnchor.constraint(equalTo: area.centerYAnchor),
      bar.leadingAnchor.constraint(equalTo: area.leadingAnchor, constant: 16),
      bar.trailingAnchor.constraint(equalTo: area.trailingAnchor, constant: -16),
      bar.bottomAnchor.constraint(equalTo: area.bottomAnchor, constant: -8),
      failure.centerYAnchor.constraint(equalTo: area.centerYAnchor),
      failure.leadingAnchor.constraint(equalTo: area.leadingAnchor, constant: 16),
      failure.trailingAnchor.constraint(equalTo: area.trailingAnchor, constant: -16),
    ])
  }

  private func fillRow(_ row: UIStackView, _ views: [UIView], spacing: CGFloat) {
    row.axis = .horizontal
    row.alignment = .center
    row.spacing = spacing
    for view in views { row.addArrangedSubview(view) }
  }

  override func layoutSubviews() {
    fit()
    super.layoutSubviews()
  }

  /// Shows the parts that there is room for, and that the film has a use for.
  private func fit() {
    let isFailed = shown.state == .failed
    let isWide = bounds.width >= Self.leastWidth
    set(middle, isHidden: isFailed)
    set(failure, isHidden: !isFailed)
    set(bar, isHidden: isFailed || bounds.height < Self.leastHeight)
    for button in [back, forward] { set(button, isHidden: isLinear || !isWide) }
    set(speed, isHidden: speeds == nil || isLinear || isFailed || !isWide)
  }

  private func set(_ view: UIView, isHidden: Bool) {
    if view.isHidden != isHidden { view.isHidden = isHidden }
  }

  private func showCorner() {
    set(close, isHidden: !corner.canLeave)
    set(fill, isHidden: !corner.canFill)
    if corner.isFull {
      set(fill, "arrow.down.right.and.arrow.up.left", "Exit Full Screen")
    } else {
      set(fill, "arrow.up.left.and.arrow.down.right", "Full Screen")
    }
  }

  /// Touches beside the controls are for what lies below.
  override func hitTest(_ point: CGPoint, with event: UIEvent?) -> UIView? {
    let hit = super.hitTest(point, with: event)
    return hit is UIControl ? hit : nil
  }

  // MARK: Values

  /// Shows a player's facts.
  func show(_ playback: Playback) {
    if shown.isPlaying != playback.isPlaying {
      set(
        turn,
        playback.isPlaying ? "pause.fill" : "play.fill",
        playback.isPlaying ? "Pause" : "Play"
      )
    }
    shown = playback
    let isReady = playback.state == .ready
    turn.isEnabled = isReady || playback.state == .opening
    for button in [back, forward, speed] { button.isEnabled = isReady }
    slider.isEnabled = isReady && !isLinear && playback.length ?? 0 > 0
    let length = Float(playback.length ?? 0)
    slider.maximumValue = length > 0 ? length : 1
    slider.value = isReady ? Float(playback.seconds) : 0
    slider.accessibilityValue = playback.spoken
    write(playback.elapsed, elapsed)
    write(playback.remaining, remaining)
    fit()
  }

  private func write(_ text: String, _ label: UILabel) {
    if label.text != text { label.text = text }
  }
}
