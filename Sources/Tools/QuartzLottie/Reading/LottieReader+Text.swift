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

  /// The value of a setting for a member of a text.
  private func own(_ name: String) -> LottieSettings.Value? {
    let path = names + [name]
    keyPaths.append(path.joined(separator: "."))
    return settings.value(at: path)
  }

  private func textDocument(_ place: JSONPlace) throws(LottieError) -> LottieTextDocument {
    var text = place["t"]?.text ?? ""
    if case .text(let other)? = own("Text") { text = other }
    let keyPath = (names + ["Text"]).joined(separator: ".")
    if let other = settings.providers.text?(LottieTextRequest(keyPath: keyPath, text: text)) {
      text = other
    }
    var font = place["f"]?.text ?? ""
    if case .text(let other)? = own("Font") { font = other }
    guard text.utf8.count <= Self.longestText else {
      throw .limit(what: "bytes of text in a layer", limit: Self.longestText)
    }
    func color(_ name: String, _ keyName: String) -> SIMD4<Double>? {
      let numbers = own(keyName)?.numbers ?? place[name]?.numbers
      guard let numbers, numbers.count >= 3 else { return nil }
      return SIMD4(numbers[0], numbers[1], numbers[2], 1)
    }
    var box: (LottiePoint, LottiePoint)?
    if let size = place["sz"]?.numbers, size.count >= 2 {
      let origin = place["ps"]?.numbers ?? []
      let point = origin.count >= 2 ? LottiePoint(origin[0], origin[1]) : .zero
      box = (point, LottiePoint(size[0], size[1]))
    }
    let justification = (place["j"]?.number ?? 0).whole(in: 0...6)
    if justification > 2, box != nil { report.note("justified lines", .ignored, place.path) }
    if place["ca"]?.number == 2 { report.note("small capitals", .ignored, place.path) }
    if place["vj"]?.number ?? 0 != 0 {
      report.note("vertical place in a box", .ignored, place.path)
    }
    let size = try number(place["s"], else: 0)
    let strokeWidth = try number(place["sw"], else: 0)
    return LottieTextDocument(
      text: text,
      font: font,
      size: min(max(own("Font Size")?.numbers?.first ?? size, 0), 10_000),
      fill: color("fc", "Fill Color"),
      stroke: color("sc", "Stroke Color"),
      strokeWidth: own("Stroke Width")?.numbers?.first ?? strokeWidth,
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
      return JSONDocument(filled(own.value), at: own.path).root
    }
    let keys = list.map { key -> JSONValue in
      guard case .object(var members) = key, let start = members["s"] else { return key }
      members["s"] = filled(start)
      return .object(members)
    }
    return JSONDocument(.list(keys), at: own.path).root
  }
}
