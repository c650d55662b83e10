// Names of Core Foundation for run loops and timers, and selectors of display links.
// Licensed under the MIT license; see LICENSE.

import Foundation
import QuartzCore
import Synchronization
import TestClaims
import Testing

@Suite struct CoreFoundationLoopTests {
  /// Runs `body` on a thread of its own, whose run loop nobody else has.
  private func onOwnThread(_ body: @escaping @Sendable () -> Void) async {
    await withCheckedContinuation { continuation in
      Thread {
        body()
        continuation.resume()
      }.start()
    }
  }

  @Test func timersAreCalledInTheirModes() async {
    await onOwnThread {
      let calls = Mutex<[String]>([])
      let now = CFAbsoluteTimeGetCurrent()
      let once = CFRunLoopTimerCreateWithHandler(kCFAllocatorDefault, now, 0, 0, 0) { _ in
        calls.withLock { $0.append("once") }
      }
      let often = CFRunLoopTimerCreateWithHandler(kCFAllocatorDefault, now, 0.01, 0, 0) { timer in
        calls.withLock { $0.append("often") }
        if calls.withLock({ $0.count { $0 == "often" } }) == 3 { CFRunLoopTimerInvalidate(timer) }
      }
      #expect(CFRunLoopTimerDoesRepeat(often) && !CFRunLoopTimerDoesRepeat(once))
      #expect(CFRunLoopTimerGetInterval(often) == 0.01 && CFRunLoopTimerGetInterval(once) == 0)
      #expect(abs(CFRunLoopTimerGetNextFireDate(once) - now) < 1e-3)
      let mode = CFRunLoopMode("a mode of the test")
      CFRunLoopAddCommonMode(CFRunLoopGetCurrent(), mode)
      CFRunLoopAddTimer(CFRunLoopGetCurrent(), once, .defaultMode)
      CFRunLoopAddTimer(CFRunLoopGetCurrent(), often, .commonModes)
      for _ in 0..<500 where CFRunLoopTimerIsValid(often) { CFRunLoopRunInMode(mode, 0.01, false) }
      #expect(calls.withLock { $0 } == ["often", "often", "often"])
      #expect(CFRunLoopTimerGetNextFireDate(often) == 0)
      for _ in 0..<500 where calls.withLock({ $0.count }) == 3 {
        CFRunLoopRunInMode(.defaultMode, 0.01, false)
      }
      #expect(calls.withLock { $0.last } == "once")
    }
  }

  @Test(.shows("CADisplayLink.init(target:selector:)")) func linksTakeSelectors() async {
    await onOwnThread {
      final class Player {
        var count = 0
        func step(_ link: CADisplayLink) { count += 1 }
      }
      let player = Player()
      let link = CADisplayLink(target: player, selector: Selector("step:", Player.step))
      link.add(to: .current, forMode: .default)
      for _ in 0..<500 where player.count == 0 { CFRunLoopRunInMode(.defaultMode, 0.01, false) }
      #expect(player.count > 0)
      link.invalidate()
    }
  }

  @Test func objectsHaveValues() {
    let (owner, key) = (NSObject(), UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 1))
    defer { key.deallocate() }
    objc_setAssociatedObject(owner, key, 2, .OBJC_ASSOCIATION_RETAIN)
    #expect(objc_getAssociatedObject(owner, key) as? CGFloat == 2)
    objc_removeAssociatedObjects(owner)
    #expect(objc_getAssociatedObject(owner, key) == nil)
  }
}
