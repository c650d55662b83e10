// Layers as things that have a time.
// Licensed under the MIT license; see LICENSE.

import Foundation

/// A layer's clock: its time is (the superlayer's time - `beginTime`) × `speed` + `timeOffset`.
///
/// These three act on the animations of the layer and of all layers below it. The others are kept,
/// copied and archived, and change nothing: a superlayer hands down its clock, not how long it lasts or
/// how often it repeats, and implicit animations have the timing of their transaction.
///
/// **Differences**: Apple's header allows layers a duration and repetition of their own, without saying
/// what is then to be seen.
extension CALayer: CAMediaTiming {
  /// How long the layer lasts in seconds of its own time; infinite by default.
  public var duration: CFTimeInterval {
    get { Bridge.number(customValue("duration")) ?? .infinity }
    set { setCustomValue(NSNumber(value: newValue), "duration") }
  }

  /// How often `duration` goes by; 0 by default, which counts as once.
  public var repeatCount: Float {
    get { Float(Bridge.number(customValue("repeatCount")) ?? 0) }
    set { setCustomValue(NSNumber(value: newValue), "repeatCount") }
  }

  /// For how many seconds `duration` is repeated; 0, the default, leaves it to `repeatCount`.
  public var repeatDuration: CFTimeInterval {
    get { Bridge.number(customValue("repeatDuration")) ?? 0 }
    set { setCustomValue(NSNumber(value: newValue), "repeatDuration") }
  }

  /// Whether time runs back after each `duration`; false by default.
  public var autoreverses: Bool {
    get { Bridge.bool(customValue("autoreverses")) ?? false }
    set { setCustomValue(NSNumber(value: newValue), "autoreverses") }
  }

  /// What shows outside of the layer's time; `removed` by default.
  public var fillMode: CAMediaTimingFillMode {
    get {
      Bridge.string(customValue("fillMode")).map { CAMediaTimingFillMode(rawValue: $0) } ?? .removed
    }
    set { setCustomValue(newValue.rawValue, "fillMode") }
  }
}
