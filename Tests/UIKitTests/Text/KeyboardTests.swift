// The keyboard: notifications, views for input, fingers that pull it down.
// Licensed under the MIT license; see LICENSE.

import QuartzCore
import Testing

@testable import UIKit

/// A test's own window: nothing comes between its making and the test.
@MainActor
private struct KeyboardStage {
  private let window = makeWindow(CGSize(width: 200, height: 400))
  private let field = UITextField(frame: CGRect(x: 0, y: 0, width: 200, height: 30))
  private let other = UITextField(frame: CGRect(x: 0, y: 30, width: 200, height: 30))
  private let journal = Journal()
  private var app: UIApplication { UIApplication.shared }

  init() {
    window.addSubview(field)
    window.addSubview(other)
    window.makeKey()
    CATransaction.flush()
    app.keyboardHeight = 100
  }

  /// Writes the notifications of `body` down.
  private func noted(_ body: () throws -> Void) rethrows -> [String] {
    let names: [(Notification.Name, String)] = [
      (UIResponder.keyboardWillShowNotification, "will show"),
      (UIResponder.keyboardDidShowNotification, "did show"),
      (UIResponder.keyboardWillHideNotification, "will hide"),
      (UIResponder.keyboardDidHideNotification, "did hide"),
      (UIResponder.keyboardWillChangeFrameNotification, "will change"),
      (UIResponder.keyboardDidChangeFrameNotification, "did change"),
    ]
    let (screen, journal) = (window.screen, journal)
    let (endKey, beginKey, secondsKey) = (
      UIResponder.keyboardFrameEndUserInfoKey, UIResponder.keyboardFrameBeginUserInfoKey,
      UIResponder.keyboardAnimationDurationUserInfoKey
    )
    let tokens = names.map { name, text in
      NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { note in
        let end = note.userInfo?[endKey] as? CGRect
        let begin = note.userInfo?[beginKey] as? NSValue
        let seconds = note.userInfo?[secondsKey] as? Double
        let isOwn = note.object as AnyObject === screen
        onViewThread {
          journal.note(
            "\(text) \(begin?.cgRectValue.minY ?? -1)>\(end?.minY ?? -1) \(end?.height ?? -1) "
              + "\(seconds ?? -1)\(isOwn ? "" : " elsewhere")"
          )
        }
      }
    }
    try body()
    for token in tokens { NotificationCenter.default.removeObserver(token) }
    app.keyboardHeight = 0
    return journal.take()
  }

  func notifications() throws {
    let lines = try noted {
      #expect(field.becomeFirstResponder())
      try window.context?.advance(to: 1)
      #expect(other.becomeFirstResponder() && !field.isFirstResponder)
      try window.context?.advance(to: 2)
      #expect(other.resignFirstResponder())
      try window.context?.advance(to: 3)
    }
    #expect(
      lines == [
        "will change 400.0>300.0 100.0 0.25", "will show 400.0>300.0 100.0 0.25",
        "did change 400.0>300.0 100.0 0.25", "did show 400.0>300.0 100.0 0.25",
        "will change 300.0>400.0 100.0 0.25", "will hide 300.0>400.0 100.0 0.25",
        "did change 300.0>400.0 100.0 0.25", "did hide 300.0>400.0 100.0 0.25",
      ]
    )
  }

  func hardware() throws {
    let lines = try noted {
      app.keyboardHeight = .nan
      #expect(app.keyboardHeight == 0 && field.becomeFirstResponder())
      try window.context?.advance(to: 1)
      _ = field.resignFirstResponder()
    }
    #expect(lines.isEmpty && window.keyboard.height == 0)
  }

  func views() throws {
    let bar = UIView(frame: CGRect(x: 0, y: 0, width: 10, height: 40))
    field.inputAccessoryView = bar
    let wheel = UIView(frame: CGRect(x: 0, y: 0, width: 10, height: 150))
    let lines = try noted {
      #expect(field.becomeFirstResponder())
      try window.context?.advance(to: 1)
      #expect(bar.convert(bar.bounds, to: window) == CGRect(x: 0, y: 260, width: 200, height: 40))
      field.inputView = wheel
      field.reloadInputViews()
      try window.context?.advance(to: 2)
      #expect(
        wheel.convert(wheel.bounds, to: window) == CGRect(x: 0, y: 250, width: 200, height: 150)
      )
      #expect(bar.convert(bar.bounds, to: window).minY == 210)
      field.removeFromSuperview()
      try window.context?.advance(to: 3)
      #expect(bar.window == nil && wheel.window == nil)
    }
    #expect(
      lines.filter { $0.hasPrefix("will show") } == [
        "will show 400.0>260.0 140.0 0.25", "will show 260.0>210.0 190.0 0.25",
      ]
    )
    #expect(lines.last == "did hide 210.0>400.0 190.0 0.25")
  }

  func overtaken() throws {
    let lines = try noted {
      _ = field.becomeFirstResponder()
      try window.context?.advance(to: 0.1)
      _ = field.resignFirstResponder()
      try window.context?.advance(to: 2)
    }
    #expect(
      lines.map { $0.prefix(8) } == [
        "will cha", "will sho", "will cha", "will hid", "did chan",
        "did hide",
      ]
    )
  }

  // MARK: S22

  private func scroll(_ mode: UIScrollView.KeyboardDismissMode) -> UIScrollView {
    let scroll = UIScrollView(frame: CGRect(x: 0, y: 60, width: 200, height: 340))
    scroll.contentSize = CGSize(width: 200, height: 2000)
    scroll.keyboardDismissMode = mode
    window.addSubview(scroll)
    CATransaction.flush()
    return scroll
  }

  private func p(_ y: CGFloat) -> CGPoint { CGPoint(x: 100, y: y) }

  func dismissing() throws {
    for (mode, stays) in [(UIScrollView.KeyboardDismissMode.none, true), (.onDrag, false)] {
      let view = scroll(mode)
      _ = field.becomeFirstResponder()
      app.touchBegan(at: p(150))
      app.touchMoved(to: p(130))
      #expect(field.isFirstResponder == stays)
      app.touchEnded()
      view.removeFromSuperview()
    }
    app.keyboardHeight = 0
  }

  func interactive() throws {
    let view = scroll(.interactive)
    defer { app.keyboardHeight = 0 }
    _ = field.becomeFirstResponder()
    try window.context?.advance(to: 1)
    // The keyboard begins at 300, over the content.
    app.touchBegan(at: p(200), time: 1)
    app.touchMoved(to: p(280), time: 1.1)
    #expect(view.isDragging && field.isFirstResponder)
    let host = try #require(window.subviews.last)
    #expect(host.frame == CGRect(x: 0, y: 300, width: 200, height: 100))
    app.touchMoved(to: p(340), time: 1.2)
    #expect(host.frame.minY == 340)
    app.touchMoved(to: p(320), time: 1.4)
    app.touchEnded(time: 1.41)
    try window.context?.advance(to: 3)
    #expect(field.isFirstResponder && host.frame.minY == 300)
    app.touchBegan(at: p(280), time: 4)
    app.touchMoved(to: p(300), time: 4.1)
    app.touchMoved(to: p(360), time: 4.2)
    app.touchEnded(time: 4.21)
    try window.context?.advance(to: 6)
    #expect(!field.isFirstResponder && host.superview == nil)
  }
}

@Suite("The keyboard")
@MainActor
struct KeyboardTests {
  @Test("It comes with a field, stays for the next one, and goes with it")
  func notifications() throws { try KeyboardStage().notifications() }

  @Test("Without a height there is none, and a height that is no number is none")
  func hardware() throws { try KeyboardStage().hardware() }

  @Test("Views for input: one above the keyboard, and one in its place")
  func views() throws { try KeyboardStage().views() }

  @Test("A motion that another one overtakes has no end of its own")
  func overtaken() throws { try KeyboardStage().overtaken() }

  @Test("S22: a drag takes the keyboard away, or leaves it")
  func dismissing() throws { try KeyboardStage().dismissing() }

  @Test("S22: the keyboard follows the finger below its edge, and the lift decides by direction")
  func interactive() throws { try KeyboardStage().interactive() }
}
