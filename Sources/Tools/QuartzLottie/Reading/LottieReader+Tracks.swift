// Reads properties: values, keyframes, slots.
// Licensed under the MIT license; see LICENSE.

extension LottieReader {
  /// The kinds of numbers that a property has.
  enum NumberKind {
    case number, point, place, color, scale

    /// The numbers that a value of a slot must have.
    var leastCount: Int {
      switch self {
      case .number: 1
      case .point, .place, .scale: 2
      case .color: 3
      }
    }
  }

  /// The value of a slot; nil if it is absent.
  func slotValue(_ id: String) -> JSONPlace? {
    if let value = settings.slots[id] {
      return JSONDocument(value, at: JSONPath.root.member("slots").member(id)).root
    }
    return slots?[id]?["p"]
  }

  /// A property that is a number.
  func track(
    _ place: JSONPlace?,
    else constant: Double,
    named name: String? = nil
  ) throws(LottieError) -> NumberTrack {
    try track(place, .number, else: SIMD4(constant, 0, 0, 0), named: name)
  }

  /// A property of numbers.
  ///
  /// - Parameters:
  ///   - constant: Its components stand in for missing ones.
  ///   - name: The name in key paths.
  func track(
    _ place: JSONPlace?,
    _ kind: NumberKind,
    else constant: SIMD4<Double>,
    named name: String? = nil
  ) throws(LottieError) -> NumberTrack {
    if let name {
      let path = names + [name]
      keyPaths.append(path.joined(separator: "."))
      switch settings.source(at: path) {
      case .fixed(let value):
        if let numbers = value.numbers { return NumberTrack(vector(numbers, kind, else: constant)) }
      case .frames(let body): return try sampled(body, kind, else: constant)
      case nil: break
      }
    }
    guard let place else { return NumberTrack(constant) }
    if let id = place["sid"]?.text, let slot = slotValue(id) {
      let isFit = (firstNumbers(slot)?.count ?? 0) >= kind.leastCount
      if isFit, let track = try? ownTrack(slot, kind, else: constant) { return track }
      report.warn(slot.path, "the slot has no value for \(place.path)")
    }
    return try ownTrack(place, kind, else: constant)
  }

  /// The values of a function at whole frames.
  private func sampled(
    _ body: (Double) -> LottieSettings.Value,
    _ kind: NumberKind,
    else constant: SIMD4<Double>
  ) throws(LottieError) -> NumberTrack {
    let count = Int((frames.upperBound - frames.lowerBound).rounded(.up)) + 1
    countLeft -= count
    guard countLeft >= 0 else {
      throw .limit(what: "keyframes and vertices", limit: Self.largestCount)
    }
    var keys: [NumberTrack.Key] = []
    for step in 0..<count {
      let frame = min(frames.lowerBound + Double(step), frames.upperBound)
      guard let numbers = body(frame).numbers else { break }
      let isFit = numbers.allSatisfy { abs($0) <= LottiePoint.largest }
      guard isFit, !numbers.isEmpty else { break }
      keys.append(NumberTrack.Key(time: frame, value: vector(numbers, kind, else: constant)))
    }
    return NumberTrack(keys: keys, else: constant)
  }

  /// The numbers of a property at its beginning.
  private func firstNumbers(_ place: JSONPlace) -> [Double]? {
    let value = place["k"] ?? place
    if let numbers = value.numbers, !numbers.isEmpty { return numbers }
    return value.elements?.first?["s"]?.numbers
  }

  private func ownTrack(
    _ place: JSONPlace,
    _ kind: NumberKind,
    else constant: SIMD4<Double>
  ) throws(LottieError) -> NumberTrack {
    noteExpression(place)
    let value = place.isObject ? place["k"] : place
    guard let value else { return NumberTrack(constant) }
    if let keys = keyframes(value) {
      let read = try self.keys(keys, isPlace: kind == .place) { key throws(LottieError) in
        try self.numbers(key, kind, else: constant)
      }
      var track = NumberTrack(keys: read, else: constant)
      if kind == .place { addCurves(keys, to: &track) }
      return track
    }
    return NumberTrack(try numbers(value, kind, else: constant))
  }

  private func noteExpression(_ place: JSONPlace) {
    if place["x"]?.kind == .text { report.note("expression", .ignored, place.path) }
  }

  /// The keyframes of a value; nil if it has none.
  func keyframes(_ value: JSONPlace) -> [JSONPlace]? {
    guard value.isListOfObjects else { return nil }
    return value.elements
  }

  private func numbers(
    _ place: JSONPlace,
    _ kind: NumberKind,
    else constant: SIMD4<Double>
  ) throws(LottieError) -> SIMD4<Double> {
    guard let numbers = place.numberSlice else {
      throw invalid(place.path, "numbers are expected, not \(place.kind.description)")
    }
    guard numbers.allSatisfy({ abs($0) <= LottiePoint.largest }) else {
      throw invalid(place.path, "is beyond 1e9")
    }
    return vector(numbers, kind, else: constant)
  }

  private func vector(
    _ numbers: some Collection<Double>,
    _ kind: NumberKind,
    else constant: SIMD4<Double>
  ) -> SIMD4<Double> {
    var result = constant
    for (index, number) in numbers.prefix(kind == .number ? 1 : 4).enumerated() {
      result[index] = number
    }
    if kind == .scale, numbers.count == 1, let factor = numbers.first { result.y = factor }
    if kind == .color {
      let isOld = version < LottieVersion(parts: [4, 1, 9])
      let colors = [result.x, result.y, result.z]
      let isBytes = colors.contains { $0 > 1 } && colors.allSatisfy { $0 == $0.rounded() }
      if isOld || isBytes { result = SIMD4(colors[0], colors[1], colors[2], 255) / 255 }
      result.w = 1
    }
    return result
  }

  // MARK: Keyframes

  /// Keyframes of any value, in order.
  func keys<Value>(
    _ places: [JSONPlace],
    isPlace: Bool = false,
    _ value: (JSONPlace) throws(LottieError) -> Value
  ) throws(LottieError) -> [Track<Value>.Key] {
    countLeft -= places.count
    guard countLeft >= 0 else {
      throw .limit(what: "keyframes and vertices", limit: Self.largestCount)
    }
    var keys: [Track<Value>.Key] = []
    var previousEnd: Value?
    for place in places {
      guard place.isObject else { throw invalid(place.path, "a keyframe is expected") }
      let start: Value
      if let own = place["s"] {
        start = try value(own)
      } else if let previousEnd {
        start = previousEnd
      } else if let end = place["e"] {
        start = try value(end)
      } else if let last = keys.last {
        start = last.value
      } else {
        throw invalid(place.path, "the first keyframe has no value")
      }
      previousEnd = if let end = place["e"] { try value(end) } else { nil }
      var key = Track<Value>.Key(time: try number(place["t"], else: 0), value: start)
      key.isHold = place["h"]?.bool ?? false
      key.easings = easings(place, isPlace: isPlace)
      keys.append(key)
    }
    return ordered(keys, places.first)
  }

  private func ordered<Value>(
    _ keys: [Track<Value>.Key],
    _ place: JSONPlace?
  ) -> [Track<Value>.Key] {
    var result = keys
    if zip(keys, keys.dropFirst()).contains(where: { $0.time > $1.time }) {
      if let place { report.warn(place.path, "the keyframes are not in order") }
      result = keys.enumerated().sorted {
        ($0.element.time, $0.offset) < ($1.element.time, $1.offset)
      }.map(\.element)
    }
    // Of many keys at one time the first and the last count.
    var kept: [Track<Value>.Key] = []
    for (index, key) in result.enumerated() {
      let isInside =
        index > 0 && index + 1 < result.count && result[index - 1].time == key.time
        && result[index + 1].time == key.time
      if !isInside { kept.append(key) }
    }
    return kept
  }

  private func easings(_ place: JSONPlace, isPlace: Bool) -> [Easing] {
    func handle(_ name: String) -> (x: ArraySlice<Double>, y: ArraySlice<Double>) {
      let handle = place[name]
      return (handle?["x"]?.numberSlice ?? [], handle?["y"]?.numberSlice ?? [])
    }
    let ((outX, outY), (inX, inY)) = (handle("o"), handle("i"))
    if outX.isEmpty, outY.isEmpty, inX.isEmpty, inY.isEmpty { return [.linear] }
    let count = isPlace ? 1 : min(max(outX.count, outY.count, inX.count, inY.count), 4)
    func element(_ list: ArraySlice<Double>, _ index: Int, _ other: Double) -> Double {
      let number = index < list.count ? list[list.startIndex + index] : list.first ?? other
      return min(max(number, -1e6), 1e6)
    }
    func easing(_ index: Int) -> Easing {
      Easing(
        out: SIMD2(element(outX, index, 0), element(outY, index, 0)),
        into: SIMD2(element(inX, index, 1), element(inY, index, 1))
      )
    }
    let first = easing(0)
    if (1..<max(count, 1)).allSatisfy({ easing($0) == first }) { return [first] }
    return (0..<count).map(easing)
  }

  /// Adds the ways between points.
  private func addCurves(_ places: [JSONPlace], to track: inout NumberTrack) {
    // Keys that were sorted or left out have lost their places.
    guard places.count == track.keys.count, track.keys.count > 1 else { return }
    for index in track.keys.indices.dropLast() {
      func tangent(_ name: String) -> SIMD4<Double> {
        var result = SIMD4<Double>.zero
        for (axis, number) in (places[index][name]?.numbers ?? []).prefix(3).enumerated() {
          result[axis] = min(max(number, -LottiePoint.largest), LottiePoint.largest)
        }
        return result
      }
      track.keys[index].curve = SpatialCurve(
        from: track.keys[index].value,
        to: track.keys[index + 1].value,
        out: tangent("to"),
        into: tangent("ti")
      )
    }
  }

  // MARK: Other values

  /// A property that is a path.
  func pathTrack(_ place: JSONPlace?, isClosed: Bool?) throws(LottieError) -> Track<Contour> {
    guard let place else { return Track(Contour()) }
    noteExpression(place)
    let value = place["k"] ?? place
    if let keys = keyframes(value), keys.first?["v"] == nil {
      let read = try self.keys(keys) { key throws(LottieError) in
        try self.contour(key.elements?.first ?? key, isClosed)
      }
      if zip(read, read.dropFirst()).contains(where: { Contour.jumps($0.value, $1.value) }) {
        report.warn(place.path, "outlines of different counts do not mix")
      }
      return Track(keys: read, else: Contour())
    }
    return Track(try contour(value.elements?.first ?? value, isClosed))
  }

  private func contour(_ place: JSONPlace, _ isClosed: Bool?) throws(LottieError) -> Contour {
    var result = Contour(isClosed: place["c"]?.bool ?? isClosed ?? false)
    let lists = ["v", "i", "o"].map { place[$0]?.elements ?? [] }
    let count = lists.map(\.count).min() ?? 0
    if lists.contains(where: { $0.count != count }) {
      report.warn(place.path, "the lists of the path differ in length")
    }
    countLeft -= count
    guard countLeft >= 0 else {
      throw .limit(what: "keyframes and vertices", limit: Self.largestCount)
    }
    for index in 0..<count {
      result.add(
        try point(lists[0][index]),
        into: try point(lists[1][index]),
        out: try point(lists[2][index])
      )
    }
    return result
  }

  private func point(_ place: JSONPlace) throws(LottieError) -> LottiePoint {
    guard let numbers = place.numbers, numbers.count >= 2 else {
      throw invalid(place.path, "a point is expected")
    }
    let point = LottiePoint(numbers[0], numbers[1])
    guard point.isFiniteAndSmall else { throw invalid(place.path, "is beyond 1e9") }
    return point
  }

  /// A property that is a list of numbers.
  ///
  /// - Parameter name: The name in key paths.
  func listTrack(
    _ place: JSONPlace?,
    named name: String
  ) throws(LottieError) -> Track<NumberList> {
    keyPaths.append((names + [name]).joined(separator: "."))
    if let numbers = settings.value(at: names + [name])?.numbers {
      return Track(NumberList(numbers: numbers))
    }
    guard let place else { return Track(NumberList(numbers: [])) }
    noteExpression(place)
    let slot = place["sid"]?.text.flatMap { slotValue($0) }
    let value = (slot ?? place)["k"] ?? slot ?? place
    func list(_ place: JSONPlace) throws(LottieError) -> NumberList {
      guard let numbers = place.numbers, numbers.allSatisfy({ abs($0) <= LottiePoint.largest })
      else { throw invalid(place.path, "numbers are expected") }
      return NumberList(numbers: numbers)
    }
    if let keys = keyframes(value) {
      return Track(keys: try self.keys(keys, list), else: NumberList(numbers: []))
    }
    return Track(try list(value))
  }
}
