// Reads the text of layers.
// Licensed under the MIT license; see LICENSE.

extension LottieReader {
  /// - Parameter masks: The masks of the layer, which text may follow.
  /// - Returns: Nil if there is no text.
  func text(_ place: JSONPlace?, masks: [LottieMask]) throws(LottieError) -> LottieText? {
    guard let place else { return nil }
    guard let data = place["d"] else { return nil }
    let slot = data["sid"]?.text.flatMap { slotValue($0) }
    let own = data["k"] ?? data
    // A theme gives some members of the text, a slot a text with keys.
    let keys = slot.map { $0["k"] ?? $0.filling(own) } ?? own
    var result = LottieText(keys: [])
    if let elements = keys.elements {
      for key in elements {
        guard let document = key["s"], document.isObject else { continue }
        let time = try number(key["t"], else: 0)
        result.keys.append(LottieText.Key(time: time, document: try textDocument(document)))
      }
    } else if keys.isObject {
      result.keys = [LottieText.Key(time: 0, document: try textDocument(keys))]
    }
    result.keys.sort { $0.time < $1.time }
    try readLooks(of: &result, place, masks: masks)
    return result.keys.isEmpty ? nil : result
  }

  /// Characters of a text.
  private static let longestText = 100_000

  private func textDocument(_ place: JSONPlace) throws(LottieError) -> LottieTextDocument {
    var text = place["t"]?.text ?? ""
    if case .text(let other)? = settings.value(at: names + ["Text"]) { text = other }
    keyPaths.append((names + ["Text"]).joined(separator: "."))
    guard text.utf8.count <= Self.longestText else {
      throw .limit(what: "bytes of text in a layer", limit: Self.longestText)
    }
    func color(_ name: String) -> SIMD4<Double>? {
      guard let numbers = place[name]?.numbers, numbers.count >= 3 else { return nil }
      return SIMD4(numbers[0], numbers[1], numbers[2], 1)
    }
    var box: (LottiePoint, LottiePoint)?
    if let size = place["sz"]?.numbers, size.count >= 2 {
      let origin = place["ps"]?.numbers ?? []
      let point = origin.count >= 2 ? LottiePoint(origin[0], origin[1]) : .zero
      box = (point, LottiePoint(size[0], size[1]))
    }
    let justification = (place["j"]?.number ?? 0).whole(in: 0...6)
    return LottieTextDocument(
      text: text,
      font: place["f"]?.text ?? "",
      size: min(max(try number(place["s"], else: 0), 0), 10_000),
      fill: color("fc"),
      stroke: color("sc"),
      strokeWidth: try number(place["sw"], else: 0),
      isStrokeAbove: place["of"]?.bool ?? false,
      justification: justification < 3 ? justification : [0, 1, 2, 0][justification - 3],
      tracking: try number(place["tr"], else: 0),
      lineHeight: place["lh"]?.number,
      baselineShift: try number(place["ls"], else: 0),
      isCapital: place["ca"]?.number == 1,
      box: box
    )
  }
}

extension JSONPlace {
  /// The members of this object in place of those of a text, or of all texts of a list.
  fileprivate func filling(_ own: JSONPlace) -> JSONPlace {
    func filled(_ value: JSONValue) -> JSONValue {
      guard case .object(let members) = value, case .object(let new) = self.value else {
        return value
      }
      return .object(members.merging(new) { $1 })
    }
    guard case .list(let list) = own.value else {
      return JSONPlace(value: filled(own.value), path: own.path)
    }
    let keys = list.map { key -> JSONValue in
      guard case .object(var members) = key, let start = members["s"] else { return key }
      members["s"] = filled(start)
      return .object(members)
    }
    return JSONPlace(value: .list(keys), path: own.path)
  }
}
