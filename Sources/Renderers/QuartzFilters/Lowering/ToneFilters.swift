// The filters that make light darker which is brighter than an output can show.
// Licensed under the MIT license; see LICENSE.

import QuartzMath

extension FilterCatalog {
  /// Those of a target that is given, and of a display with a wish how much of it is used.
  ///
  /// Neither has an effect on light that fits: contents of a known headroom that is no greater than
  /// the target stay as they are. Those of an unknown one end at the target, as the contents of
  /// layers do that say nothing.
  static let toneLowerings: [String: Lowering] = [
    "CIToneMapHeadroom": color { (inputs) throws(FilterError) in
      inputs.toned(to: inputs.headroom("inputTargetHeadroom"))
    },
    "CISystemToneMap": color { (inputs) throws(FilterError) in
      let display = inputs.headroom("inputDisplayHeadroom")
      return inputs.toned(
        to: try inputs.brightness("inputPreferredDynamicRange").limit(on: display)
      )
    },
  ]
}

/// How much of a display's headroom is used; the names are those of Core Animation.
private enum ToneRange: String, CaseIterable {
  case automatic, standard, constrainedHigh, high

  /// The brightest light on a display of a headroom, relative to white.
  func limit(on display: Double) -> Double {
    switch self {
    case .standard: 1
    case .automatic, .constrainedHigh: min(display, ReferenceWhiteCurve.constrainedHeadroom)
    case .high: display
    }
  }
}

extension FilterInputs {
  /// A headroom of an output: at least 1, which stands for numbers that are none.
  fileprivate func headroom(_ key: String) -> Double {
    number(key, in: 1...ReferenceWhiteCurve.greatestHeadroom, 1)
  }

  /// The range of a name; without one all of the display's.
  fileprivate func brightness(_ key: String) throws(FilterError) -> ToneRange {
    guard let value = description[key] else { return .high }
    guard case .text(let name) = value, let range = ToneRange(rawValue: name) else {
      throw .invalidInput(
        filter: description.type,
        key: key,
        expected: "one of " + ToneRange.allCases.map(\.rawValue).joined(separator: ", ")
      )
    }
    return range
  }

  /// The function to a target from `inputSourceHeadroom`; numbers below 1 are not known.
  fileprivate func toned(to target: Double) -> ColorFunction {
    let source = number("inputSourceHeadroom", in: 0...ReferenceWhiteCurve.greatestHeadroom)
    guard source >= 1 else {
      let top = SIMD4(SIMD3(repeating: space.value(light: target)), .infinity)
      return ColorFunction([.clamp(low: -top, high: top)])
    }
    guard let curve = ReferenceWhiteCurve(from: source, to: target) else {
      return ColorFunction([])
    }
    return space.inLight([.formula(.tone(curve))])
  }
}
