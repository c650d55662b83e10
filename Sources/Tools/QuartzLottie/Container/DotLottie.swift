// Archives of animations with their pictures and themes.
// Licensed under the MIT license; see LICENSE.

public import Foundation

/// A dotLottie archive of version 1 or 2.
///
///     let archive = try DotLottie(contentsOf: URL(fileURLWithPath: "hello.lottie"))
///     let animation = try archive.animation(theme: "dark")
public struct DotLottie: Sendable {
  /// An animation of the archive.
  public struct Entry: Sendable, Equatable {
    /// The name by which it is asked for.
    public let id: String
    /// The theme that it has if no other is asked for; nil for its own values.
    public let initialTheme: String?
  }

  /// The animations, in the order of the archive.
  public let animations: [Entry]
  /// The names of the themes, in the order of the archive.
  public let themes: [String]
  /// The name of the animation that is shown first.
  public let initialAnimation: String
  /// The names of the state machines, in the order of the archive.
  public let stateMachines: [String]
  /// The name of the state machine that runs first, or nil.
  public let initialStateMachine: String?
  private let version: Int
  private let files: ArchiveFiles

  /// Reads an archive.
  ///
  /// - Throws: `LottieError` for bytes that are no archive of animations, or beyond the limits.
  public init(data: Data) throws(LottieError) {
    let files = try ArchiveFiles(data)
    self.files = files
    guard let bytes = files.entries["manifest.json"] else {
      let single = ["animation.json", "data.json"].first { files.entries[$0] != nil }
      guard let single else {
        throw .unreadable(path: "the archive", reason: "manifest.json is missing")
      }
      (version, themes, initialAnimation) = (0, [], single)
      (stateMachines, initialStateMachine) = ([], nil)
      animations = [Entry(id: single, initialTheme: nil)]
      return
    }
    let manifest = try JSONParser.document(of: [UInt8](bytes)).root
    version = manifest["version"]?.text == "2" ? 2 : 1
    animations = (manifest["animations"]?.elements ?? []).compactMap { entry in
      entry["id"]?.text.map { id in
        let theme = entry["initialTheme"]?.text ?? entry["defaultTheme"]?.text
        return Entry(id: id, initialTheme: theme)
      }
    }
    themes = (manifest["themes"]?.elements ?? []).compactMap { $0["id"]?.text }
    stateMachines =
      version == 2 ? (manifest["stateMachines"]?.elements ?? []).compactMap { $0["id"]?.text } : []
    initialStateMachine = manifest["initial"]?["stateMachine"]?.text
    guard let first = animations.first else {
      throw .invalid(path: "animations", reason: "the manifest has no animations")
    }
    initialAnimation =
      manifest["initial"]?["animation"]?.text ?? manifest["activeAnimationId"]?.text ?? first.id
  }

  /// Reads a file.
  ///
  /// - Throws: `LottieError` for a file that cannot be read or is no archive of animations.
  public init(contentsOf url: URL) throws(LottieError) {
    try self.init(data: try FolderFiles.read(url, limit: ArchiveFiles.largestSize))
  }

  /// Reads an animation of the archive.
  ///
  /// - Parameters:
  ///   - id: Its name; nil for the initial one.
  ///   - theme: The name of a theme; nil for the animation's initial one, if it has one.
  ///   - settings: Values that replace those of the theme and the document.
  /// - Throws: `LottieError` for names that are not there, and for a damaged document.
  public func animation(
    id: String? = nil,
    theme: String? = nil,
    settings: LottieSettings = LottieSettings()
  ) throws(LottieError) -> LottieAnimation {
    let id = id ?? initialAnimation
    let folder = version == 2 ? "a/" : "animations/"
    let names = version == 0 ? [id] : ["\(folder)\(id).json", "\(folder)\(id).lot"]
    guard let data = names.lazy.compactMap({ files.entries[$0] }).first else {
      throw .unreadable(path: names[0], reason: "it is not in the archive")
    }
    var beside = files
    if version > 0 { beside.pictureFolder = version == 2 ? "i/" : "images/" }
    var all = LottieSettings()
    let initial = animations.first { $0.id == id }?.initialTheme
    if version == 2, let theme = theme ?? initial { all = try settingsOf(theme: theme, for: id) }
    return try LottieAnimation(data, all.merging(settings), files: beside)
  }

  /// Reads a state machine of the archive.
  ///
  /// - Parameter id: Its name; nil for the initial one, or else the first.
  /// - Throws: `LottieError` for a name that is not there, and for a machine that is damaged.
  public func stateMachine(id: String? = nil) throws(LottieError) -> LottieStateMachine {
    guard let id = id ?? initialStateMachine ?? stateMachines.first else {
      throw .unreadable(path: "s/", reason: "the archive has no state machine")
    }
    guard let bytes = files.entries["s/\(id).json"] else {
      throw .unreadable(path: "s/\(id).json", reason: "it is not in the archive")
    }
    var reader = LottieMachineReader(try JSONParser.document(of: [UInt8](bytes)))
    return try reader.machine()
  }

  // MARK: Themes

  private func settingsOf(
    theme: String,
    for animation: String
  ) throws(LottieError) -> LottieSettings {
    guard let bytes = files.entries["t/\(theme).json"] else {
      throw .unreadable(path: "t/\(theme).json", reason: "it is not in the archive")
    }
    let root = try JSONParser.document(of: [UInt8](bytes)).root
    var settings = LottieSettings()
    for rule in root["rules"]?.elements ?? [] {
      guard let slot = rule["id"]?.text, let value = Self.property(rule) else { continue }
      if let only = rule["animations"]?.elements,
        !only.contains(where: { $0.text == animation })
      {
        continue
      }
      settings.slots[slot] = value
    }
    return settings
  }

  /// The property that a rule puts into a slot; nil for kinds that are not known.
  private static func property(_ rule: JSONPlace) -> JSONValue? {
    let type = rule["type"]?.text ?? ""
    guard ["Color", "Scalar", "Position", "Vector", "Gradient", "Image", "Text"].contains(type)
    else {
      return nil
    }
    if let value = rule["value"] {
      switch type {
      case "Gradient": return gradient(value).map { .object(["a": .number(0), "k": $0]) }
      case "Image": return picture(value)
      case "Text": return textDocument(value)
      default: return .object(["a": .number(0), "k": value.value])
      }
    }
    guard let keyframes = rule["keyframes"]?.elements, !keyframes.isEmpty else { return nil }
    let keys = keyframes.compactMap { key(type, $0) }
    return .object(["a": .number(1), "k": .list(keys)])
  }

  private static func key(_ type: String, _ keyframe: JSONPlace) -> JSONValue? {
    guard let value = keyframe["value"] else { return nil }
    var key: [String: JSONValue] = ["t": keyframe["frame"]?.value ?? .number(0)]
    switch value.value {
    case .number(let number): key["s"] = .numbers([number])
    default: key["s"] = type == "Gradient" ? gradient(value) : value.value
    }
    let names = [
      ("inTangent", "i"), ("outTangent", "o"), ("valueInTangent", "ti"), ("valueOutTangent", "to"),
      ("hold", "h"),
    ]
    for (long, short) in names {
      if let member = keyframe[long] { key[short] = member.value }
    }
    return .object(key)
  }

  /// The colours of all stops, then their alpha.
  private static func gradient(_ stops: JSONPlace) -> JSONValue? {
    var (colors, alphas): ([Double], [Double]) = ([], [])
    for stop in stops.elements ?? [] {
      guard let offset = stop["offset"]?.number, let color = stop["color"]?.numbers,
        color.count >= 3
      else { return nil }
      colors += [offset] + color.prefix(3)
      alphas += [offset, color.count > 3 ? color[3] : 1]
    }
    return .numbers(colors + alphas)
  }

  /// The members of a text that a rule gives; those that it leaves out are the document's own.
  private static func textDocument(_ value: JSONPlace) -> JSONValue {
    let names = [
      ("text", "t"), ("fontName", "f"), ("fontSize", "s"), ("fillColor", "fc"),
      ("strokeColor", "sc"), ("strokeWidth", "sw"), ("strokeOverFill", "of"), ("lineHeight", "lh"),
      ("tracking", "tr"), ("baselineShift", "ls"), ("wrapSize", "sz"), ("wrapPosition", "ps"),
    ]
    var members: [String: JSONValue] = [:]
    for (long, short) in names {
      if let member = value[long] { members[short] = member.value }
    }
    let words = [
      ("justify", "j", ["Left", "Right", "Center"]), ("textCaps", "ca", ["Regular", "AllCaps"]),
    ]
    for (long, short, known) in words {
      if let index = value[long]?.text.flatMap(known.firstIndex) {
        members[short] = .number(Double(index))
      }
    }
    return .object(members)
  }

  private static func picture(_ value: JSONPlace) -> JSONValue? {
    guard let source = value["src"]?.text else { return nil }
    var members: [String: JSONValue] = ["p": .text(source), "u": .text("")]
    if let width = value["width"] { members["w"] = width.value }
    if let height = value["height"] { members["h"] = height.value }
    return .object(members)
  }
}
