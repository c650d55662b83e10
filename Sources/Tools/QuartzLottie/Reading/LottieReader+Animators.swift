// Reads text animators and text on paths.
// Licensed under the MIT license; see LICENSE.

extension LottieReader {
  /// Animators of the text of a layer.
  private static let largestAnimatorCount = 100

  /// Reads the animators, the grouping and the path of a text.
  ///
  /// - Parameters:
  ///   - place: The member `t` of the layer.
  ///   - masks: The masks of the layer.
  func readLooks(
    of text: inout LottieText,
    _ place: JSONPlace,
    masks: [LottieMask]
  ) throws(LottieError) {
    let animators = list(place["a"])
    guard animators.count <= Self.largestAnimatorCount else {
      throw .limit(what: "text animators of a layer", limit: Self.largestAnimatorCount)
    }
    for animator in animators where animator.isObject {
      text.animators.append(try self.animator(animator))
    }
    if let more = place["m"] {
      let unit = (more["g"]?.number ?? 1).whole(in: 1...4)
      text.grouping.unit = LottieTextGrouping.Unit(rawValue: unit) ?? .character
      text.grouping.alignment = try track(more["a"], .place, else: .zero)
    }
    guard let path = place["p"], let index = path["m"]?.number?.whole(in: -1...1_000_000) else {
      return
    }
    guard masks.indices.contains(index) else {
      return report.warn(path.path, "the mask \(index) that the text follows is not there")
    }
    text.path = LottieTextPath(
      outline: masks[index].path,
      margins: (try track(path["f"], else: 0), try track(path["l"], else: 0)),
      isReversed: try track(path["r"], else: 0).first.x != 0,
      isPerpendicular: try track(path["p"], else: 1).first.x != 0,
      isSpread: try track(path["a"], else: 0).first.x != 0
    )
  }

  private func animator(_ place: JSONPlace) throws(LottieError) -> LottieTextAnimator {
    var result = LottieTextAnimator()
    if let selector = place["s"] { result.selector = try self.selector(selector) }
    guard let style = place["a"] else { return result }
    func number(_ name: String) throws(LottieError) -> NumberTrack? {
      try style[name].map { place throws(LottieError) in try track(place, else: 0) }
    }
    func numbers(_ name: String, _ kind: NumberKind) throws(LottieError) -> NumberTrack? {
      let missing = kind == .scale ? SIMD4<Double>(100, 100, 100, 0) : .zero
      return try style[name].map { place throws(LottieError) in
        try track(place, kind, else: missing)
      }
    }
    result.position = try numbers("p", .place)
    result.anchor = try numbers("a", .place)
    result.scale = try numbers("s", .scale)
    result.rotation = try number("r")
    result.skew = try number("sk")
    result.skewAxis = try number("sa")
    result.opacity = try number("o")
    result.fill = try numbers("fc", .color)
    result.stroke = try numbers("sc", .color)
    result.strokeWidth = try number("sw")
    result.tracking = try number("t")
    result.lineSpacing = try numbers("ls", .scale)
    for name in ["rx", "ry", "fh", "fs", "fb", "fo", "sh", "ss", "sb", "so", "bl"]
    where style[name] != nil {
      report.note("\(name) of a text animator", .ignored, style.path)
    }
    return result
  }

  private func selector(_ place: JSONPlace) throws(LottieError) -> LottieTextAnimator.Selector {
    var result = LottieTextAnimator.Selector()
    if place["t"]?.number ?? 0 != 0 {
      report.note("selector by an expression", .ignored, place.path)
    }
    if place["m"]?.number ?? 1 != 1 {
      report.note("mode of a selector", .ignored, place.path)
    }
    let shape = (place["sh"]?.number ?? 1).whole(in: 1...6)
    result.shape = LottieTextAnimator.Selector.Shape(rawValue: shape) ?? .square
    let basis = (place["b"]?.number ?? 1).whole(in: 1...4)
    result.basis = LottieTextAnimator.Selector.Basis(rawValue: basis) ?? .characters
    result.isCounted = place["r"]?.number == 2
    result.isShuffled = place["rn"]?.bool ?? false
    result.start = try track(place["s"], else: 0)
    result.end = if let end = place["e"] { try track(end, else: 100) } else { nil }
    result.offset = try track(place["o"], else: 0)
    result.amount = try track(place["a"], else: 100)
    result.easeHigh = try track(place["xe"], else: 0)
    result.easeLow = try track(place["ne"], else: 0)
    result.smoothness = try track(place["sm"], else: 100)
    return result
  }
}
