// A program with a window of UIKit, for tests: it writes a line for each event that a view gets.
// Licensed under the MIT license; see LICENSE.

import Foundation
import UIKit

func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

final class Listener: UIView {
  private func say(_ word: String, _ touches: Set<UITouch>) {
    guard let touch = touches.first else { return }
    let place = touch.location(in: self)
    uikit_window.say("\(word) \(place.x) \(place.y)")
  }

  override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
    say("began", touches)
  }
  override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {
    say("moved", touches)
  }
  override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
    say("ended", touches)
  }
  override var canBecomeFirstResponder: Bool { true }
  override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
    for press in presses { uikit_window.say("key \(press.key?.characters ?? "none")") }
  }
}

final class Scroller: NSObject, UIScrollViewDelegate {
  func scrollViewDidScroll(_ scrollView: UIScrollView) {
    say("scrolled \(scrollView.contentOffset.y)")
  }
}

// Red on the left, where touches go; on the right content of 1000 points that the wheel moves.
let window = UIWindow(
  frame: CGRect(x: 0, y: 0, width: 200, height: 100),
  output: .window(title: "UIKit's window")
)
let listener = Listener(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
listener.backgroundColor = UIColor(red: 1, green: 0, blue: 0, alpha: 1)
let scroll = UIScrollView(frame: CGRect(x: 100, y: 0, width: 100, height: 100))
scroll.backgroundColor = UIColor(red: 0, green: 0, blue: 1, alpha: 1)
scroll.autoresizingMask = .flexibleWidth
scroll.showsVerticalScrollIndicator = false
scroll.contentSize = CGSize(width: 100, height: 1000)
let scroller = Scroller()
scroll.delegate = scroller
window.addSubview(listener)
window.addSubview(scroll)
window.onClose = { ending in
  say("closed \(ending)")
  exit(ending == .user ? 0 : 3)
}
window.makeKeyAndVisible()
if let error = window.contextError {
  say("\(error)")
  exit(2)
}
listener.becomeFirstResponder()
say("shown")
RunLoop.main.run()
