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
}
