// Presses for recognisers, by their types.
// Licensed under the MIT license; see LICENSE.

import Foundation
import QuartzCore
import Testing

@testable import UIKit

/// A view that takes keys, and a recogniser that writes the types of presses down.
@MainActor
private final class Remote {
  final class Pad: UIView {
    override var canBecomeFirstResponder: Bool { true }
  }

  final class Listener: UIGestureRecognizer {
    var calls: [String] = []
    override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent) {
      calls += presses.map { "began \($0.type)" }
    }
    override func pressesEnded(_ presses: Set<UIPress>, with event: UIPressesEvent) {
      calls += presses.map { "ended \($0.type)" }
    }
  }

  let window = makeWindow()
  let listener = Listener()
  var app: UIApplication { UIApplication.shared }

  init() {
    let pad = Pad(frame: window.bounds)
    window.addSubview(pad)
    pad.addGestureRecognizer(listener)
    pad.becomeFirstResponder()
  }

  func key(_ characters: String) {
    app.keyDown(UIKey(characters: characters))
    app.keyUp(UIKey(characters: characters))
  }
}

@Suite("Presses", .serialized)
@MainActor
struct PressTests {
  @Test(
    "Keys stand for buttons",
    arguments: [
      ("UIKeyInputUpArrow", "upArrow"), ("UIKeyInputDownArrow", "downArrow"),
      ("UIKeyInputLeftArrow", "leftArrow"), ("UIKeyInputRightArrow", "rightArrow"),
      ("UIKeyInputPageUp", "pageUp"), ("UIKeyInputPageDown", "pageDown"),
      ("UIKeyInputEscape", "menu"), ("\r", "select"),
    ]
  )
  func types(_ key: String, _ name: String) {
    let remote = Remote()
    remote.key(key)
    #expect(remote.listener.calls == ["began \(name)", "ended \(name)"])
  }

  @Test("A recogniser receives the presses of its types; keys that are no buttons, if it has all")
  func allowed() {
    let remote = Remote()
    #expect(remote.listener.allowedPressTypes.count == UIPress.PressType.allCases.count)
    remote.key("a")
    #expect(remote.listener.calls == ["began select", "ended select"])
    remote.listener.calls = []
    remote.listener.allowedPressTypes = [4, 5]
    remote.key("a")
    remote.key("UIKeyInputUpArrow")
    #expect(remote.listener.calls == [])
    remote.key("\r")
    remote.key("UIKeyInputEscape")
    #expect(
      remote.listener.calls == ["began select", "ended select", "began menu", "ended menu"]
    )
    remote.listener.calls = []
    // A press that is held stays with those that received it.
    remote.app.keyDown(UIKey(characters: "\r"))
    remote.listener.allowedPressTypes = []
    remote.app.keyUp(UIKey(characters: "\r"))
    remote.key("\r")
    #expect(remote.listener.calls == ["began select", "ended select"])
  }
}
