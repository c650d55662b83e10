// The cost of the lock of layers.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import QuartzCore

/// A million settings of a property of one layer, which no other thread uses.
///
/// `alone` takes the lock for each; `locked` has it from the outset, so that each only counts;
/// `pairs` takes it and gives it back a million times, without a layer.
enum LockBench {
  static let all = [
    Bench(name: "layers/1M settings alone") { _ in
      let layer = CALayer()
      return { frame in
        silently { set(layer, frame) }
      }
    },
    Bench(name: "layers/1M settings locked") { _ in
      let layer = CALayer()
      return { frame in
        CATransaction.lock()
        silently { set(layer, frame) }
        CATransaction.unlock()
      }
    },
    Bench(name: "layers/1M locks") { _ in
      { _ in
        for _ in 0..<1_000_000 {
          CATransaction.lock()
          CATransaction.unlock()
        }
      }
    },
  ]

  private static func silently(_ body: () -> Void) {
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    body()
    CATransaction.commit()
  }

  private static func set(_ layer: CALayer, _ frame: Int) {
    for index in 0..<1_000_000 { layer.zPosition = CGFloat((index + frame) & 1023) }
  }
}
