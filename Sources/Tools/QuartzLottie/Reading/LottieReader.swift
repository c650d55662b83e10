// Reads a document: from values of JSON to the model.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation

/// The state of reading one document.
final class LottieReader {
  /// Keyframes, and vertices of paths, of a document.
  static let largestCount = 1_000_000
  /// Pixels along a side of the canvas.
  static let largestSide = 16_384.0
  /// Pixels of the canvas.
  static let largestArea = 268_435_456.0
  /// Frames of a document.
  static let largestFrameCount = 1_000_000.0

  let root: JSONPlace
  let settings: LottieSettings
  /// The frames of the document.
  private(set) var frames = 0.0...0.0
  var report = LottieReport()
  var version = LottieVersion.newest
  var slots: JSONPlace?
  /// The names from the layer down to what is read.
  var names: [String] = []
  var keyPaths: [String] = []
  /// The pictures of settings in place of those of layers.
  var ownImages: [String: LottieAsset] = [:]
  /// The rest of `largestCount`.
  var countLeft = LottieReader.largestCount
  var copiesLeft = ShapeRepeater.largestCount

  init(_ document: JSONDocument, _ settings: LottieSettings) {
    root = document.root
    self.settings = settings
  }

  /// - Throws: `LottieError` with the path of the member that is missing or has no meaning.
  func document() throws(LottieError) -> LottieDocument {
    guard root.isObject else { throw invalid(root.path, "an object is expected") }
    if let text = root["v"]?.text { version = LottieVersion(text) }
    slots = root["slots"]
    let size = LottiePoint(try positive("w"), try positive("h"))
    guard size.max() <= Self.largestSide, size.x * size.y <= Self.largestArea else {
      throw .limit(what: "pixels along a side of the canvas", limit: Int(Self.largestSide))
    }
    let rate = try positive("fr")
    let start = try required("ip")
    let end = try required("op")
    guard end > start else {
      throw invalid(root.path.member("op"), "\(end) is not above ip, \(start)")
    }
    guard end - start <= Self.largestFrameCount, rate <= 1e6, rate >= 1e-6 else {
      throw .limit(what: "frames", limit: Int(Self.largestFrameCount))
    }
    frames = start...end
    var result = LottieDocument(
      size: size,
      frameRate: rate,
      startFrame: start,
      endFrame: end,
      version: version
    )
    result.name = root["nm"]?.text
    result.generator = root["meta"]?["g"]?.text
    guard let layers = root["layers"] else {
      throw invalid(root.path.member("layers"), "is missing")
    }
    try readFonts(into: &result)
    try readAssets(into: &result)
    result.root.layers = try self.layers(layers, in: start...end, of: result)
    result.images.merge(ownImages) { $1 }
    result.markers = markers()
    result.slots = slots?.names ?? []
    return result
  }

  func invalid(_ path: JSONPath, _ reason: String) -> LottieError {
    .invalid(path: path.description, reason: reason)
  }

  private func required(_ name: String) throws(LottieError) -> Double {
    let path = root.path.member(name)
    guard let place = root[name] else { throw invalid(path, "is missing") }
    guard let number = place.number else {
      throw invalid(path, "a number is expected, not \(place.kind.description)")
    }
    if place.kind == .text { report.warn(path, "a text is taken as a number") }
    guard abs(number) <= LottiePoint.largest else { throw invalid(path, "is beyond 1e9") }
    return number
  }

  private func positive(_ name: String) throws(LottieError) -> Double {
    let number = try required(name)
    guard number > 0 else { throw invalid(root.path.member(name), "\(number) is not above 0") }
    return number
  }

  /// A number that is not beyond 1e9.
  func number(_ place: JSONPlace?, else other: Double) throws(LottieError) -> Double {
    guard let place else { return other }
    guard let number = place.number else {
      report.warn(place.path, "a number is expected, not \(place.kind.description)")
      return other
    }
    guard abs(number) <= LottiePoint.largest else { throw invalid(place.path, "is beyond 1e9") }
    return number
  }

  /// The elements of a list; none of a member that is absent or no list, which is said.
  func list(_ place: JSONPlace?) -> [JSONPlace] {
    guard let place else { return [] }
    guard let elements = place.elements else {
      report.warn(place.path, "a list is expected, not \(place.kind.description)")
      return []
    }
    return elements
  }

  // MARK: Assets

  private func readAssets(into result: inout LottieDocument) throws(LottieError) {
    for asset in list(root["assets"]) {
      guard let id = asset["id"]?.text else { continue }
      if asset["layers"]?.elements != nil {
        result.compositions[id] = LottieComposition()
      } else if asset["p"] != nil || asset["sid"] != nil, asset["t"]?.number != 3 {
        result.images[id] = try image(slotted(asset, keeping: "id"), id)
      }
    }
    for asset in list(root["assets"]) {
      guard let id = asset["id"]?.text, let list = asset["layers"],
        result.compositions[id]?.layers.isEmpty == true
      else { continue }
      let range = result.startFrame...result.endFrame
      let layers = try layers(list, in: range, of: result)
      result.compositions[id] = LottieComposition(layers: layers)
    }
  }

  private func slotted(_ asset: JSONPlace, keeping name: String) -> JSONPlace {
    let slot = asset["sid"]?.text.flatMap { slotValue($0) }
    // A picture from outside may be named by its asset, too.
    let own = asset[name]?.text.flatMap { settings.slots[$0] }
    let value = own.map { JSONDocument($0, at: asset.path).root } ?? slot
    guard let value, case .object(let new) = value.value, new["p"] != nil,
      case .object(let members) = asset.value
    else { return asset }
    // It is fitted into the box of the one that it replaces.
    return JSONDocument(.object(members.merging(new) { $1 }), at: asset.path).root
  }

  private func image(_ asset: JSONPlace, _ id: String) throws(LottieError) -> LottieAsset {
    let width = try number(asset["w"], else: 0)
    let height = try number(asset["h"], else: 0)
    let file = asset["p"]?.text ?? ""
    var source = LottieAsset.Source.missing
    if file.hasPrefix("data:") || asset["e"]?.bool == true {
      if let bytes = DataURL.bytes(file) {
        source = .bytes(bytes)
      } else {
        report.warn(asset.path, "the embedded picture is damaged")
      }
    } else {
      let path = (asset["u"]?.text ?? "") + file
      if path.staysInside {
        source = .file(path)
      } else {
        let reason =
          path.contains("://") ? "is not fetched" : "leaves the document's folder and is not read"
        report.warn(asset.path, "\(path.prefix(80)) \(reason)")
      }
    }
    let size = LottiePoint(max(width, 0), max(height, 0))
    return LottieAsset(id: id, size: size, source: source)
  }

  private func markers() -> [LottieMarker] {
    list(root["markers"]).compactMap { marker in
      guard let start = marker["tm"]?.number else { return nil }
      var name = marker["cm"]?.text ?? ""
      if name.hasPrefix("{"), let document = try? JSONParser.document(of: Array(name.utf8)),
        let inner = document.root["name"]?.text
      {
        name = inner
      }
      let length = marker["dr"]?.number ?? 0
      return LottieMarker(name: name, startFrame: start, frameCount: max(length, 0))
    }
  }

  // MARK: Fonts

  private func readFonts(into result: inout LottieDocument) throws(LottieError) {
    result.fonts = list(root["fonts"]?["list"]).map { font in
      LottieFont(
        name: font["fName"]?.text ?? "",
        family: font["fFamily"]?.text ?? "",
        style: font["fStyle"]?.text ?? "",
        ascent: font["ascent"]?.number,
        path: fontPath(font)
      )
    }
    for glyph in list(root["chars"]) {
      guard let character = glyph["ch"]?.text else { continue }
      let key = LottieGlyph.Key(
        character: character,
        family: glyph["fFamily"]?.text ?? "",
        style: glyph["style"]?.text ?? ""
      )
      var contours: [Contour] = []
      if let shapes = glyph["data"]?["shapes"] {
        for item in try self.shapes(shapes) { collect(item, into: &contours) }
      }
      let advance = try number(glyph["w"], else: 0)
      result.glyphs[key] = LottieGlyph(advance: advance, contours: contours)
    }
  }

  /// The font's own file; those of the network are never fetched.
  private func fontPath(_ font: JSONPlace) -> String? {
    if let own = font["fName"]?.text.flatMap({ settings.fonts[$0] }) {
      return "data:font/ttf;base64," + own.base64EncodedString()
    }
    guard let path = font["fPath"]?.text, !path.isEmpty else { return nil }
    if path.hasPrefix("data:") { return path }
    let file = path.hasPrefix("/") ? String(path.dropFirst()) : path
    if file.staysInside { return file }
    report.warn(font.path, "the font at \(path.prefix(80)) is not fetched")
    return nil
  }

  private func collect(_ item: ShapeItem, into contours: inout [Contour]) {
    switch item {
    case .geometry(let geometry):
      if case .path(let track) = geometry.kind { contours.append(track.first) }
    case .group(let group): for item in group.items { collect(item, into: &contours) }
    case .style, .modifier, .repeater: break
    }
  }
}

extension String {
  /// Whether a path stays in its folder on every system.
  var staysInside: Bool {
    let path = replacing("\\", with: "/")
    guard !path.isEmpty, !path.hasPrefix("/"), !path.contains(":") else { return false }
    return !path.split(separator: "/").contains("..")
  }
}
