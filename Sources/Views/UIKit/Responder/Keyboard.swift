// The keyboard of a window: as high as the program says, with the views for input that it has.
// Licensed under the MIT license; see LICENSE.
//
// There are no keys to touch. A test, or a program on a machine whose keyboard covers a part of the
// screen, says how high it is; first responders for text then have it, programs are notified, and
// scroll views pull it down.

import CoreGraphics
public import Foundation
import QuartzCore

extension UIApplication {
  /// The height of the keyboard that a first responder for text brings along, in points; 0, no
  /// keyboard, by default.
  ///
  /// It has no keys: `keyDown(_:)` and the keyboard of the machine type. Heights that are negative
  /// or no numbers are 0.
  ///
  /// **Differences**: an addition.
  public var keyboardHeight: CGFloat {
    get { input.keyboardHeight }
    set {
      input.keyboardHeight = newValue.isFinite ? max(newValue, 0) : 0
      for window in windows { window.keyboard.update() }
    }
  }
}

extension UIResponder {
  /// The keyboard will come, or change its height; in screen coordinates.
  public static let keyboardWillShowNotification = Notification.Name(
    "UIKeyboardWillShowNotification"
  )
  /// The keyboard has come, or changed its height.
  public static let keyboardDidShowNotification = Notification.Name("UIKeyboardDidShowNotification")
  /// The keyboard will go.
  public static let keyboardWillHideNotification = Notification.Name(
    "UIKeyboardWillHideNotification"
  )
  /// The keyboard has gone.
  public static let keyboardDidHideNotification = Notification.Name("UIKeyboardDidHideNotification")
  /// The keyboard will move.
  public static let keyboardWillChangeFrameNotification = Notification.Name(
    "UIKeyboardWillChangeFrameNotification"
  )
  /// The keyboard has moved.
  public static let keyboardDidChangeFrameNotification = Notification.Name(
    "UIKeyboardDidChangeFrameNotification"
  )
  /// The frame before, as a rectangle in an `NSValue`, in the screen's coordinates.
  public static let keyboardFrameBeginUserInfoKey = "UIKeyboardFrameBeginUserInfoKey"
  /// The frame after, as a rectangle in an `NSValue`, in the screen's coordinates.
  public static let keyboardFrameEndUserInfoKey = "UIKeyboardFrameEndUserInfoKey"
  /// The seconds of the motion, as a number.
  public static let keyboardAnimationDurationUserInfoKey = "UIKeyboardAnimationDurationUserInfoKey"
  /// The curve of the motion, as the number of a `UIView.AnimationCurve`.
  public static let keyboardAnimationCurveUserInfoKey = "UIKeyboardAnimationCurveUserInfoKey"
  /// Whether the keyboard is this program's, as a number: true.
  public static let keyboardIsLocalUserInfoKey = "UIKeyboardIsLocalUserInfoKey"
}

/// The keyboard of a window.
@MainActor
final class Keyboard {
  /// The seconds of its motion.
  private static let duration = 0.25

  private weak var window: UIWindow?
  private let host = UIView()
  /// The height that it has, or will have at the end of its motion; 0 if it is gone.
  private(set) var height: CGFloat = 0
  /// How far a finger has pulled it down, in points.
  private var pulled: CGFloat = 0
  /// How many changes of the first responder run.
  private var changes = 0
  private var isFollowing = false
  /// Tells the ends of motions apart.
  private var motion = 0

  init(_ window: UIWindow) {
    self.window = window
    host.backgroundColor = .systemGray5
  }

  /// Changes the first responder: the keyboard of one goes to the next.
  func whileChanging<Result>(_ body: () -> Result) -> Result {
    changes += 1
    defer {
      changes -= 1
      update()
    }
    return body()
  }

  /// Brings the views of the first responder, or takes them away.
  func update() {
    guard changes == 0, let window else { return }
    let responder = window.firstResponder
    let accessory = Self.first(responder) {
      $0.inputAccessoryViewController?.view ?? $0.inputAccessoryView
    }
    let input = Self.first(responder) { $0.inputViewController?.view ?? $0.inputView }
    let isText = responder is any UIKeyInput && (responder as? UITextView)?.isEditable != false
    let body =
      input.map { height(of: $0, in: window) } ?? (isText ? UIApplication.shared.keyboardHeight : 0)
    let room = accessory.map { height(of: $0, in: window) } ?? 0
    // A keyboard of the machine is none, and the accessory stands alone.
    let new = responder == nil ? 0 : body + room
    if new > 0 { place([accessory, input], room, in: window) }
    guard new != height else { return }
    move(to: new, in: window)
  }

  private static func first(
    _ responder: UIResponder?,
    _ view: (UIResponder) -> UIView?
  ) -> UIView? {
    var next = responder
    while let candidate = next {
      if let found = view(candidate) { return found }
      next = candidate.next
    }
    return nil
  }

  /// The height of a view in the place of the keyboard: that of its frame, or of its constraints.
  private func height(of view: UIView, in window: UIWindow) -> CGFloat {
    guard let input = view as? UIInputView, input.allowsSelfSizing else { return view.frame.height }
    let height = input.systemLayoutSizeFitting(
      CGSize(width: window.bounds.width, height: 0),
      withHorizontalFittingPriority: .required,
      verticalFittingPriority: .fittingSizeLevel
    ).height
    return height.isFinite ? max(height, 0) : 0
  }

  private func place(_ views: [UIView?], _ room: CGFloat, in window: UIWindow) {
    let shown = views.compactMap { $0 }
    for old in host.subviews where !shown.contains(where: { $0 === old }) {
      old.removeFromSuperview()
    }
    let width = window.bounds.width
    for (index, view) in views.enumerated() {
      guard let view else { continue }
      let y = index == 0 ? 0 : room
      view.frame = CGRect(x: 0, y: y, width: width, height: height(of: view, in: window))
      if view.superview !== host { host.addSubview(view) }
    }
  }

  // MARK: Guides

  /// How much of a view it covers at the bottom, in the view's points.
  func overlap(with view: UIView) -> CGFloat {
    guard let window, height > 0 else { return 0 }
    let top = view.convert(CGPoint(x: 0, y: frame(height, in: window).minY), from: window).y
    return min(max(view.bounds.maxY - top, 0), view.bounds.height)
  }

  /// Tells the guides of the window that it has moved.
  private func tellGuides(of window: UIWindow) {
    var views: [UIView] = [window]
    while let view = views.popLast() {
      views += view.subviews
      guard let guide = view.extras?.layout?.guides[.keyboard] else { continue }
      view.layoutHost?.guideChanged(guide)
      (guide as? UITrackingLayoutGuide)?.track()
    }
  }

  // MARK: Motion

  private func frame(_ height: CGFloat, in window: UIWindow) -> CGRect {
    let size = window.bounds.size
    return CGRect(x: 0, y: size.height - height + pulled, width: size.width, height: height)
  }

  private func move(to new: CGFloat, in window: UIWindow) {
    let old = height
    let begin = frame(old, in: window)
    height = new
    pulled = 0
    // One that goes keeps its size, below the window.
    var end = frame(new, in: window)
    if new == 0 { end = CGRect(origin: end.origin, size: begin.size) }
    if host.superview !== window {
      host.frame = CGRect(x: 0, y: window.bounds.height, width: end.width, height: end.height)
      window.addSubview(host)
    } else {
      window.bringSubviewToFront(host)
    }
    let start = old == 0 ? host.frame : begin
    let duration = UIView.areAnimationsEnabled ? Self.duration : 0
    func post(_ names: Notification.Name...) {
      for name in names { self.post(name, from: start, to: end, duration, window) }
    }
    let isGone = new == 0
    post(
      UIResponder.keyboardWillChangeFrameNotification,
      isGone ? UIResponder.keyboardWillHideNotification : UIResponder.keyboardWillShowNotification
    )
    motion += 1
    let number = motion
    let finish = {
      // Another motion has begun.
      guard number == self.motion else { return }
      if isGone { self.leave() }
      post(
        UIResponder.keyboardDidChangeFrameNotification,
        isGone ? UIResponder.keyboardDidHideNotification : UIResponder.keyboardDidShowNotification
      )
    }
    let change = {
      self.host.frame = end
      self.tellGuides(of: window)
      window.layoutIfNeeded()
    }
    guard duration > 0 else {
      change()
      return finish()
    }
    UIView.animate(
      withDuration: duration,
      animations: change,
      completion: { _ in finish() }
    )
  }

  private func leave() {
    for view in host.subviews { view.removeFromSuperview() }
    host.removeFromSuperview()
  }

  private func post(
    _ name: Notification.Name,
    from begin: CGRect,
    to end: CGRect,
    _ duration: TimeInterval,
    _ window: UIWindow
  ) {
    let origin = window.frame.origin
    func box(_ frame: CGRect) -> NSValue {
      NSValue(cgRect: frame.offsetBy(dx: origin.x, dy: origin.y))
    }
    NotificationCenter.default.post(
      name: name,
      object: window.screen,
      userInfo: [
        UIResponder.keyboardFrameBeginUserInfoKey: box(begin),
        UIResponder.keyboardFrameEndUserInfoKey: box(end),
        UIResponder.keyboardAnimationDurationUserInfoKey: NSNumber(value: duration),
        UIResponder.keyboardAnimationCurveUserInfoKey: NSNumber(
          value: UIView.AnimationCurve.easeInOut.rawValue
        ),
        UIResponder.keyboardIsLocalUserInfoKey: NSNumber(value: true),
      ]
    )
  }

  // MARK: Fingers

  /// Whether a drag may pull it down.
  var mayFollow: Bool { height > 0 }

  /// Follows a finger that drags content, once it is below the keyboard's upper edge.
  func follow(_ place: CGFloat) {
    guard let window, height > 0 else { return }
    pulled = min(max(place - (window.bounds.height - height), 0), height)
    host.frame = frame(height, in: window)
    tellGuides(of: window)
  }

  /// The finger is lifted: a keyboard that goes down goes away, any other returns.
  func letGo(velocity: CGFloat) {
    guard let window, pulled > 0 else { return }
    if velocity > 0 || pulled >= height, window.firstResponder?.resignFirstResponder() == true {
      return
    }
    pulled = 0
    UIView.animate(withDuration: Self.duration) {
      self.host.frame = self.frame(self.height, in: window)
      self.tellGuides(of: window)
      window.layoutIfNeeded()
    }
  }
}
