// Layers as things that have a time.
// Licensed under the MIT license; see LICENSE.

import Foundation
import QuartzModel

/// A layer's clock: its time is (the superlayer's time - `beginTime`) × `speed` + `timeOffset`.
///
/// The clock is that of the layer's animations and of all layers below it. A `duration` gives it cycles:
/// the layer's time then starts anew with each, or runs back. Before its begin and after its last cycle
/// the layer is hidden with all below it, but where `fillMode` keeps it as it was at that moment.
///
///     caption.beginTime = 2
///     caption.duration = 3
///     caption.fillMode = .forwards
///
/// Implicit animations have the timing of their transaction.
///
/// **Differences**: a begin of 0 is no begin: without a duration such a layer is there at all times, also
/// at those before 0 that copies of a replicator have.
extension CALayer: CAMediaTiming {
  /// How long one cycle is, in seconds of the layer's own time; infinite by default, and for 0.
  public var duration: CFTimeInterval {
    get { number(.duration) }
    set { set(.duration, .number(newValue)) }
  }

  /// How many cycles there are; 0, the default, counts as 1.
  public var repeatCount: Float {
    get { Float(number(.repeatCount)) }
    set { set(.repeatCount, .number(Double(newValue))) }
  }

  /// For how many seconds of its own time the layer is there; 0, the default, leaves it to
  /// `repeatCount`.
  public var repeatDuration: CFTimeInterval {
    get { number(.repeatDuration) }
    set { set(.repeatDuration, .number(newValue)) }
  }

  /// Whether time runs back after each `duration`; false by default.
  public var autoreverses: Bool {
    get { bool(.autoreverses) }
    set { set(.autoreverses, .bool(newValue)) }
  }

  /// What shows before the begin and after the end; `removed`, nothing, by default.
  public var fillMode: CAMediaTimingFillMode {
    get { CAMediaTimingFillMode(rawValue: name(.fillMode)) }
    set { setName(.fillMode, newValue.rawValue) }
  }
}
