// Sums, multiples and other denominators of times.
// Licensed under the MIT license; see LICENSE.

extension CMTimeRoundingMethod {
  /// A fraction as an integer.
  ///
  /// - Parameters:
  ///   - denominator: Positive.
  ///   - isFiner: Whether the new denominator is larger than the old one.
  func quotient(
    _ numerator: Int128,
    _ denominator: Int128,
    isFiner: Bool
  ) -> (value: Int128, isExact: Bool) {
    let (toZero, rest) = numerator.quotientAndRemainder(dividingBy: denominator)
    guard rest != 0 else { return (toZero, true) }
    let away = toZero + (numerator < 0 ? -1 : 1)
    switch self {
    case .roundHalfAwayFromZero:
      return (rest.magnitude * 2 >= denominator.magnitude ? away : toZero, false)
    case .roundTowardZero: return (toZero, false)
    case .roundAwayFromZero: return (away, false)
    case .quickTime:
      return (isFiner || (toZero == 0 && numerator < 0) ? away : toZero, false)
    case .roundTowardPositiveInfinity: return (numerator < 0 ? toZero : away, false)
    case .roundTowardNegativeInfinity: return (numerator < 0 ? away : toZero, false)
    }
  }
}

extension CMTime {
  /// The fraction `numerator / denominator`, with a denominator no larger than `scale`.
  ///
  /// The scale is halved as often as the number needs it; a number that is too large for the scale
  /// 1 becomes infinite.
  ///
  /// - Parameters:
  ///   - denominator: Positive.
  ///   - scale: Positive.
  private static func fraction(
    _ numerator: Int128,
    over denominator: Int128,
    scale: CMTimeScale,
    isRounded: Bool,
    epoch: CMTimeEpoch
  ) -> CMTime {
    var (scale, numerator, denominator) = (scale, numerator, denominator)
    if numerator.multipliedReportingOverflow(by: Int128(scale)).overflow {
      var (left, right) = (denominator, numerator < 0 ? -numerator : numerator)
      while right != 0 { (left, right) = (right, left % right) }
      (numerator, denominator) = (numerator / left, denominator / left)
    }
    while true {
      let (product, overflow) = numerator.multipliedReportingOverflow(by: Int128(scale))
      if !overflow {
        let (number, isExact) = CMTimeRoundingMethod.default.quotient(
          product,
          denominator,
          isFiner: false
        )
        if let value = CMTimeValue(exactly: number) {
          let flags: CMTimeFlags = isExact && !isRounded ? .valid : [.valid, .hasBeenRounded]
          return CMTime(value: value, timescale: scale, flags: flags, epoch: epoch)
        }
      }
      guard scale > 1 else { return numerator < 0 ? .negativeInfinity : .positiveInfinity }
      scale /= 2
    }
  }

  /// The sum of two times of which at least one is no number.
  private static func impliedSum(_ left: CMTime, _ right: CMTime) -> CMTime {
    guard left.isValid, right.isValid else { return .invalid }
    let positive = left.isPositiveInfinity || right.isPositiveInfinity
    let negative = left.isNegativeInfinity || right.isNegativeInfinity
    if positive { return negative ? .invalid : .positiveInfinity }
    if negative { return .negativeInfinity }
    return left.isIndefinite || right.isIndefinite ? .indefinite : .invalid
  }

  private var negated: CMTime {
    if isPositiveInfinity { return .negativeInfinity }
    if isNegativeInfinity { return .positiveInfinity }
    return self
  }

  /// The sum or the difference of two times.
  private static func sum(_ left: CMTime, _ right: CMTime, isDifference: Bool) -> CMTime {
    guard left.isNumeric, right.isNumeric else {
      return impliedSum(left, isDifference ? right.negated : right)
    }
    guard left.epoch == right.epoch || left.epoch == 0 || right.epoch == 0 else { return .invalid }
    // The distance of two times of one time line is a duration.
    let isDuration = isDifference && left.epoch == right.epoch
    let sign: Int128 = isDifference ? -1 : 1
    let common = leastCommonMultiple(Int64(left.timescale), Int64(right.timescale))
    // Bounds: values have 64 bits, and scales 32, so the sum of the products has at most 97.
    let numerator =
      Int128(left.value) * Int128(common / Int64(left.timescale))
      + sign * Int128(right.value) * Int128(common / Int64(right.timescale))
    return fraction(
      numerator,
      over: Int128(common),
      scale: CMTimeScale(clamping: common),
      isRounded: left.hasBeenRounded || right.hasBeenRounded,
      epoch: isDuration ? 0 : left.epoch == 0 ? right.epoch : left.epoch
    )
  }

  private static func leastCommonMultiple(_ left: Int64, _ right: Int64) -> Int64 {
    left / greatestCommonDivisor(left, right) * right
  }

  private static func greatestCommonDivisor(_ left: Int64, _ right: Int64) -> Int64 {
    var (left, right) = (left, right)
    while right != 0 { (left, right) = (right, left % right) }
    return left
  }

  /// The sum of two times; see `CMTimeAdd(_:_:)`.
  public static func + (left: CMTime, right: CMTime) -> CMTime {
    sum(left, right, isDifference: false)
  }

  /// The difference of two times; see `CMTimeSubtract(_:_:)`.
  public static func - (left: CMTime, right: CMTime) -> CMTime {
    sum(left, right, isDifference: true)
  }

  /// Adds a time; see `CMTimeAdd(_:_:)`.
  public static func += (left: inout CMTime, right: CMTime) { left = left + right }

  /// Subtracts a time; see `CMTimeSubtract(_:_:)`.
  public static func -= (left: inout CMTime, right: CMTime) { left = left - right }

  /// The time multiplied by a fraction, with the least denominator that expresses it.
  ///
  /// - Parameter divisor: Not 0.
  func multiplied(by multiplier: Int64, over divisor: Int64) -> CMTime {
    guard isNumeric else {
      return multiplier.signum() * divisor.signum() < 0 ? negated : self
    }
    let sign: Int128 = divisor < 0 ? -1 : 1
    let numerator = sign * Int128(value) * Int128(multiplier)
    let denominator = Int128(timescale) * Int128(divisor.magnitude)
    let exact = numerator.quotientAndRemainder(dividingBy: Int128(divisor.magnitude))
    var scale = timescale
    if exact.remainder != 0 {
      // The least denominator of the result that is a multiple of this one, if there is room.
      var (left, right) = (Int128(divisor.magnitude), numerator < 0 ? -numerator : numerator)
      while right != 0 { (left, right) = (right, left % right) }
      scale = CMTimeScale(clamping: Int128(timescale) * (Int128(divisor.magnitude) / left))
    }
    return CMTime.fraction(
      numerator,
      over: denominator,
      scale: scale,
      isRounded: hasBeenRounded,
      epoch: epoch
    )
  }

  /// The time multiplied by a number, with a denominator of at least 65536.
  func multiplied(by number: Double) -> CMTime {
    guard isNumeric else { return number < 0 ? negated : self }
    var scale = timescale
    while scale < 65536 { scale *= 2 }
    let seconds = Double(value) * number / Double(timescale)
    // A whole multiple stays exact, however many digits it has.
    if let factor = Int64(exactly: number) {
      var product = multiplied(by: factor, over: 1)
      if product.timescale == timescale, scale != timescale {
        let finer = product.convertScale(scale, method: .default)
        if finer.isNumeric { product = finer }
      }
      return product
    }
    var product = CMTime(seconds: seconds, preferredTimescale: scale)
    product.epoch = product.isNumeric ? epoch : 0
    if hasBeenRounded, product.isNumeric { product.flags.insert(.hasBeenRounded) }
    return product
  }

  /// The same time with another denominator.
  ///
  /// - Parameters:
  ///   - newTimescale: Parts of a second; 0 and less give an invalid time.
  ///   - method: The rounding where the number is not exact; the result then says so.
  /// - Returns: An infinite time where the number has no room; times that are no numbers as they
  ///   are.
  public func convertScale(_ newTimescale: Int32, method: CMTimeRoundingMethod) -> CMTime {
    guard isNumeric else { return self }
    guard newTimescale > 0 else { return .invalid }
    let (number, isExact) = method.quotient(
      Int128(value) * Int128(newTimescale),
      Int128(timescale),
      isFiner: newTimescale > timescale
    )
    guard let value = CMTimeValue(exactly: number) else {
      return self.value < 0 ? .negativeInfinity : .positiveInfinity
    }
    return CMTime(
      value: value,
      timescale: newTimescale,
      flags: isExact && !hasBeenRounded ? .valid : [.valid, .hasBeenRounded],
      epoch: epoch
    )
  }
}

extension CMTime {
  /// The time multiplied by the ratio of two durations; the numbers are exact while there is room.
  func scaled(from: CMTime, to: CMTime) -> CMTime {
    guard isNumeric, from.isNumeric, to.isNumeric else {
      if isNumeric, !from.isNumeric || !to.isNumeric { return .invalid }
      return self
    }
    if from == to { return self }
    let up = Int128(to.value) * Int128(from.timescale)
    let down = Int128(from.value) * Int128(to.timescale)
    var (left, right) = (up, down)
    while right != 0 { (left, right) = (right, left % right) }
    guard left != 0, let multiplier = Int64(exactly: up / left),
      let divisor = Int64(exactly: down / left),
      Int128(value).multipliedReportingOverflow(by: Int128(multiplier)).overflow == false
    else {
      var product = multiplied(by: to.seconds / from.seconds)
      if product.isNumeric { product.flags.insert(.hasBeenRounded) }
      return product
    }
    return multiplied(by: multiplier, over: divisor)
  }

  /// The part of a time that is left after whole durations; not negative.
  func remainder(dividingBy duration: CMTime) -> CMTime {
    let common = CMTime.leastCommonMultiple(Int64(timescale), Int64(duration.timescale))
    // Bounds: values have 64 bits and factors 32.
    let length = Int128(duration.value) * Int128(common / Int64(duration.timescale))
    let rest = (Int128(value) * Int128(common / Int64(timescale))) % length
    return CMTime.fraction(
      rest < 0 ? rest + length : rest,
      over: Int128(common),
      scale: CMTimeScale(clamping: common),
      isRounded: hasBeenRounded || duration.hasBeenRounded,
      epoch: epoch
    )
  }
}
