// The timing of layers.
// Licensed under the MIT license; see LICENSE.

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
/// **Differences**: a begin time of 0 means none: without a duration such a layer exists at all
/// times, also at the times before 0 of a replicator's copies.
extension CALayer: CAMediaTiming {}
