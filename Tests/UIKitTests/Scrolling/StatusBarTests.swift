// Taps on the status bar.
// Licensed under the MIT license; see LICENSE.

import QuartzCore
import TestClaims
import Testing

@testable import UIKit

@Suite("Taps on the status bar", .serialized)
@MainActor
struct StatusBarTests {
  private final class Listener: UIScrollViewDelegate {
    var calls: [String] = []
    var refuses = false

    func scrollViewShouldScrollToTop(_ scrollView: UIScrollView) -> Bool {
      calls.append("should")
      return !refuses
    }

    func scrollViewDidScrollToTop(_ scrollView: UIScrollView) { calls.append("did") }
    func scrollViewDidEndScrollingAnimation(_ scrollView: UIScrollView) { calls.append("end") }
  }

  private let window = makeWindow()
  private let listener = Listener()
  /// Windows of other tests may have taken the keys since this one was made.
  private var app: UIApplication {
    window.makeKey()
    return UIApplication.shared
  }

  private func scroll(_ frame: CGRect) -> UIScrollView {
    let scroll = UIScrollView(frame: frame)
    scroll.contentSize = CGSize(width: frame.width, height: 5000)
    scroll.contentInset.top = 10
    scroll.delegate = listener
    scroll.contentOffset.y = 1000
    window.addSubview(scroll)
    window.layoutIfNeeded()
    CATransaction.flush()
    return scroll
  }

  private func pass() throws {
    let now = window.context?.currentTime ?? 0
    for frame in 1...40 { _ = try window.image(at: now + Double(frame) / 60) }
  }

  @Test(
    "S23: the one scroll view goes to its top",
    .shows(
      "UIScrollView.scrollsToTop",
      "UIScrollViewDelegate.scrollViewShouldScrollToTop(_:)",
      "UIScrollViewDelegate.scrollViewDidScrollToTop(_:)"
    )
  )
  func top() throws {
    let view = scroll(window.bounds)
    listener.refuses = true
    app.tapStatusBar()
    try pass()
    #expect(view.contentOffset.y == 1000 && listener.calls == ["should"])
    (listener.refuses, listener.calls) = (false, [])
    app.tapStatusBar()
    #expect(view.contentOffset.y == 1000)
    try pass()
    #expect(view.contentOffset.y == -10 && listener.calls == ["should", "did"])
    app.tapStatusBar()
    try pass()
    #expect(listener.calls == ["should", "did"])
    view.contentOffset.y = 500
    view.scrollsToTop = false
    app.tapStatusBar()
    try pass()
    #expect(view.contentOffset.y == 500 && listener.calls.count == 2)
  }

  @Test("S23: a finger on the way stops it, and nothing is told of the top")
  func finger() throws {
    let view = scroll(window.bounds)
    app.tapStatusBar()
    let now = window.context?.currentTime ?? 0
    _ = try window.image(at: now + 0.1)
    app.touchBegan(at: CGPoint(x: 100, y: 100), time: now + 0.1)
    app.touchEnded(time: now + 0.2)
    let place = view.contentOffset.y
    try pass()
    #expect(place > 0 && place < 1000 && view.contentOffset.y == place)
    #expect(listener.calls == ["should"])
  }

  @Test("S23: of several ones on a phone none goes, unless only one wants to")
  func several() throws {
    let one = scroll(CGRect(x: 0, y: 0, width: 100, height: 200))
    let other = scroll(CGRect(x: 100, y: 0, width: 100, height: 200))
    app.tapStatusBar()
    try pass()
    #expect(one.contentOffset.y == 1000 && other.contentOffset.y == 1000)
    one.isHidden = true
    app.tapStatusBar()
    try pass()
    #expect(one.contentOffset.y == 1000 && other.contentOffset.y == -10)
  }
}
