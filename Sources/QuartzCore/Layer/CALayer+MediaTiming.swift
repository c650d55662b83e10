// The timing of layers.
// Licensed under the MIT license; see LICENSE.

import Foundation
import QuartzModel

/// A layer's clock: its time is (the superlayer's time - `beginTime`) × `speed` + `timeOffset`.
///
/// The clock is that of the layer's animations and of all layers below it. A `duration` divides the
/// layer's time into cycles, each of which starts anew or runs back. Before its begin and after its
/// last cycle the layer is hidden with all below it, unless `fillMode` freezes it at that moment.
///
///     caption.beginTime = 2
///     caption.duration = 3
///     caption.fillMode = .forwards
///
/// Implicit animations have the timing of their transaction.
///
/// **Differences**: a begin of 0 is no begin: without a duration such a layer exists at all times,
/// also at the times before 0 of a replicator's copies.
extension CALayer: CAMediaTiming {
  /// The length of one cycle, in seconds of the layer's own time; infinite by default, and for 0.
  public var duration: CFTimeInterval {
    get { number(.duration) }
    set { set(.duration, .number(newValue)) }
  }

  /// The number of cycles; 0, the default, counts as 1.
  public var repeatCount: Float {
    get { Float(number(.repeatCount)) }
    set { set(.repeatCount, .number(Double(newValue))) }
  }

  /// The number of seconds of its own time that the layer exists; 0, the default, means that
  /// `repeatCount` applies.
  public var repeatDuration: CFTimeInterval {
    get { number(.repeatDuration) }
    set { set(.repeatDuration, .number(newValue)) }
  }

  /// Whether time runs back after each `duration`; false by default.
  public var autoreverses: Bool {
    get { bool(.autoreverses) }
    set { set(.autoreverses, .bool(newValue)) }
  }

  /// The state shown before the begin and after the end; `removed`, nothing, by default.
  public var fillMode: CAMediaTimingFillMode {
    get { CAMediaTimingFillMode(rawValue: name(.fillMode)) }
    set { setName(.fillMode, newValue.rawValue) }
  }
}
