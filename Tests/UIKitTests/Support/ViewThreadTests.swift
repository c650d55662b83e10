// Views that are used on another thread than the one that shows the windows.
// Licensed under the MIT license; see LICENSE.

import Foundation
import QuartzCore
import TestClaims
import Testing
import UIKit

@Suite("The thread of the views")
struct ViewThreadTests {
  @Test(
    "A view that is used on another thread is told of, once in a program",
    .shows("UIView.addSubview(_:)", "UIWindow")
  )
  func otherThread() async throws {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      let window = onViewThread { makeWindow() }
      onViewThread { window.addSubview(UIView()) }
      let isDone = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        onViewThread {
          window.addSubview(UILabel())
          window.addSubview(UIButton())
        }
        isDone.signal()
      }
      isDone.wait()
      onViewThread { precondition(window.subviews.count == 3) }
    }
    let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    let told = text.split(separator: "\n").filter { $0.contains("used off the thread") }
    #expect(told.count == 1, "\(text)")
  }

  @Test(
    "Events of other threads come on the thread of the views, in order",
    .shows("UIApplication", "UIControl.addAction(_:for:)")
  )
  func eventsOfOtherThreads() async throws {
    await #expect(processExitsWith: .success) { await eventsFromOtherThreads() }
  }
}

/// Taps and types from another thread, and waits until the main thread has had its turn.
@MainActor
private func eventsFromOtherThreads() async {
  let window = makeWindow()
  let button = UIButton(frame: CGRect(x: 0, y: 0, width: 50, height: 50))
  let field = UITextField(frame: CGRect(x: 0, y: 100, width: 150, height: 30))
  window.addSubview(button)
  window.addSubview(field)
  field.becomeFirstResponder()
  var journal: [String] = []
  func note(_ name: String) {
    journal.append(Thread.current.name == "other" ? "\(name) elsewhere" : name)
  }
  button.addAction(UIAction { _ in note("down") }, for: .touchDown)
  button.addAction(UIAction { _ in note("up") }, for: .touchUpInside)
  field.addAction(UIAction { _ in note(field.text ?? "") }, for: .editingChanged)
  await withCheckedContinuation { continuation in
    let isSent = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      Thread.current.name = "other"
      onViewThread {
        let app = UIApplication.shared
        app.touchBegan(at: CGPoint(x: 25, y: 25))
        app.touchEnded()
        app.type("a")
        app.tap(at: CGPoint(x: 25, y: 25))
      }
      isSent.signal()
    }
    isSent.wait()
    precondition(journal.isEmpty)
    DispatchQueue.main.async { continuation.resume() }
  }
  precondition(journal == ["down", "up", "a", "down", "up"], "\(journal)")
}
