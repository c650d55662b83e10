// The frames of a list of layers by those of the document.
// Licensed under the MIT license; see LICENSE.

/// The time of a list of layers.
struct ListClock {
  /// Frames of the list are `root * scale + shift`; nil if time is remapped.
  let affine: (scale: Double, shift: Double)?
  /// From frames of the document to those of the list.
  let frame: (Double) -> Double
  /// The frames of the document at which remapped time has keys.
  let times: [Double]
  /// The frames of the document.
  let range: ClosedRange<Double>

  /// The clock of the document itself.
  init(range: ClosedRange<Double>) {
    affine = (1, 0)
    frame = { $0 }
    times = []
    self.range = range
  }

  private init(
    affine: (scale: Double, shift: Double)?,
    frame: @escaping (Double) -> Double,
    times: [Double],
    range: ClosedRange<Double>
  ) {
    self.affine = affine
    self.frame = frame
    self.times = times
    self.range = range
  }

  /// The clock of what a layer of this list shows.
  ///
  /// - Parameters:
  ///   - start: The frame of this list at which the inner one is 0.
  ///   - stretch: Frames of this list for one inside.
  func inner(start: Double, stretch: Double) -> ListClock {
    let outer = frame
    return ListClock(
      affine: affine.map { ($0.scale / stretch, ($0.shift - start) / stretch) },
      frame: { (outer($0) - start) / stretch },
      times: times,
      range: range
    )
  }

  /// The clock of what a layer shows whose time is remapped.
  ///
  /// - Parameter remap: Seconds of the inner list by frames of this one.
  func inner(remap: NumberTrack, rate: Double) -> ListClock {
    guard remap.isAnimated else {
      let fixed = remap.first.x * rate
      return ListClock(affine: (0, fixed), frame: { _ in fixed }, times: [], range: range)
    }
    let outer = frame
    return ListClock(
      affine: nil,
      frame: { remap.number(at: outer($0)) * rate },
      times: times + remap.times.compactMap { root(of: $0) },
      range: range
    )
  }

  /// The frame of the document for one of the list; nil if there is none or many.
  func root(of frame: Double) -> Double? {
    guard let affine, affine.scale != 0 else { return nil }
    return (frame - affine.shift) / affine.scale
  }

  /// The frames of the document at which a value may change, and those of its keys.
  ///
  /// - Parameter keyTimes: Frames of the list.
  /// - Returns: Nil if it does not change.
  func span(of keyTimes: [Double]) -> (range: ClosedRange<Double>, times: [Double])? {
    guard !keyTimes.isEmpty else { return nil }
    guard let affine else { return (range, times) }
    if affine.scale == 0 { return nil }
    let roots = keyTimes.compactMap { root(of: $0) }
    guard let first = roots.min(), let last = roots.max() else { return nil }
    let start = max(first, range.lowerBound)
    let end = min(last, range.upperBound)
    guard start < end else {
      let frame = last <= range.lowerBound ? range.lowerBound : range.upperBound
      return (frame...frame, [])
    }
    return (start...end, roots)
  }
}
