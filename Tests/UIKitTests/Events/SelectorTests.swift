// Methods that are called by their names.
// Licensed under the MIT license; see LICENSE.

import Foundation
import Testing
import UIKit

@Suite("Methods by name")
@MainActor
struct SelectorTests {
  private final class Listener: NSObject {
    var words: [String] = []
    func note(_ note: Notification) { words.append(note.name.rawValue) }
    func plain() -> Int {
      words.append("plain")
      return 1
    }
    func argument(_ word: String) { words.append(word) }
  }

  private let name = Notification.Name("SelectorTests")
  private let other = Notification.Name("SelectorTests.other")

  @Test("notifications call methods until the observer is removed or gone")
  func notifications() {
    let center = NotificationCenter()
    let listener = Listener()
    center.addObserver(
      listener,
      selector: Selector("note:", Listener.note),
      name: name,
      object: nil
    )
    center.addObserver(
      listener,
      selector: Selector("plain", Listener.plain),
      name: other,
      object: self as Any
    )
    center.post(name: name, object: nil)
    center.post(name: other, object: nil)
    #expect(listener.words == ["SelectorTests"])
    center.removeObserver(listener, name: name, object: nil)
    center.post(name: name, object: nil)
    #expect(listener.words == ["SelectorTests"])
    center.removeObserver(listener)
    var gone: Listener? = Listener()
    weak let weakly = gone
    center.addObserver(
      gone as Any,
      selector: Selector("note:", Listener.note),
      name: name,
      object: nil
    )
    gone = nil
    #expect(weakly == nil)
    center.post(name: name, object: nil)
  }

  @Test("methods after a delay wait for the window's clock, and can be taken back")
  func delays() throws {
    let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 20, height: 20))
    window.makeKeyAndVisible()
    let listener = Listener()
    let argument = Selector("argument:", Listener.argument)
    listener.perform(Selector("plain", Listener.plain), with: nil, afterDelay: 1)
    listener.perform(argument, with: "a", afterDelay: 0.5)
    listener.perform(argument, with: "b", afterDelay: 0.6)
    NSObject.cancelPreviousPerformRequests(
      withTarget: listener,
      selector: argument,
      object: "b"
    )
    _ = try window.image(at: 0.4)
    #expect(listener.words.isEmpty)
    _ = try window.image(at: 2)
    #expect(listener.words == ["a", "plain"])
    listener.perform(argument, with: "c", afterDelay: 1)
    NSObject.cancelPreviousPerformRequests(withTarget: listener)
    _ = try window.image(at: 4)
    #expect(listener.words == ["a", "plain"])
  }

  @Test("a layer may override its timing")
  func timing() {
    final class Counted: CALayer {
      var changes = 0
      override var repeatCount: Float { didSet { changes += 1 } }
    }
    let layer = Counted()
    layer.repeatCount = HUGE
    #expect(layer.changes == 1 && layer.repeatCount == MAXFLOAT)
  }
}
