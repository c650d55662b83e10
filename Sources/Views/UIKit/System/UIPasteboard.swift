// The pasteboard: values that were copied.
// Licensed under the MIT license; see LICENSE.

public import Foundation

/// Values that one part of the program copies and another takes.
///
/// **Differences**: other programs see nothing of it.
@preconcurrency
@MainActor
open class UIPasteboard: NSObject {
  nonisolated private static let instance = onViewThread { UIPasteboard() }

  /// The pasteboard.
  open class var general: UIPasteboard { instance }

  /// Posted when the contents changed.
  nonisolated public static let changedNotification = Notification.Name(
    "UIPasteboardChangedNotification"
  )

  /// The number of changes.
  open private(set) var changeCount = 0

  private func changed() {
    changeCount += 1
    NotificationCenter.default.post(name: UIPasteboard.changedNotification, object: self)
  }

  /// A change of one kind of values removes the others.
  private enum Contents {
    case none
    case strings([String])
    case images([UIImage])
    case urls([URL])
    case colors([UIColor])
    // `Any` because: it is Apple's type.
    case items([[String: Any]])
  }

  private var stored = Contents.none
  /// The time at which the contents go; nil for never.
  private var end: Date?

  private var contents: Contents {
    get { end.map { $0 <= Date() } == true ? .none : stored }
    set {
      stored = newValue
      end = nil
      changed()
    }
  }

  // `Any` because: it is Apple's type.
  /// The values of items that are of a kind; nil if there are none, or no items.
  private func values<Value>(_ kind: UTType, _ read: (Any) -> Value?) -> [Value]? {
    guard case .items(let items) = contents else { return nil }
    var found: [Value] = []
    for item in items {
      let names = item.keys.sorted().filter { TypeConformance.conforms($0, to: kind.identifier) }
      let values = names.compactMap { name in item[name].flatMap { read($0) } }
      found += values.prefix(1)
    }
    return found.isEmpty ? nil : found
  }

  private static func text(_ value: Any) -> String? {
    value as? String ?? (value as? NSAttributedString)?.string
      ?? (value as? Data).flatMap { String(data: $0, encoding: .utf8) }
  }

  /// The texts; nil if there are none.
  open var strings: [String]? {
    get {
      switch contents {
      case .strings(let strings): strings
      case .urls(let urls): urls.map(\.absoluteString)
      case .items: values(.text, UIPasteboard.text)
      case .none, .images, .colors: nil
      }
    }
    set { contents = newValue.map { .strings($0) } ?? .none }
  }

  /// The first text; nil if there is none.
  open var string: String? {
    get { strings?.first }
    set { strings = newValue.map { [$0] } }
  }

  /// The pictures; nil if there are none.
  open var images: [UIImage]? {
    get {
      if case .images(let images) = contents { return images }
      return values(.image) { $0 as? UIImage ?? ($0 as? Data).flatMap { UIImage(data: $0) } }
    }
    set { contents = newValue.map { .images($0) } ?? .none }
  }

  /// The first picture; nil if there is none.
  open var image: UIImage? {
    get { images?.first }
    set { images = newValue.map { [$0] } }
  }

  /// The addresses; nil if there are none.
  open var urls: [URL]? {
    get {
      if case .urls(let urls) = contents { return urls }
      return values(.url) { $0 as? URL ?? UIPasteboard.text($0).flatMap { URL(string: $0) } }
    }
    set { contents = newValue.map { .urls($0) } ?? .none }
  }

  /// The first address; nil if there is none.
  open var url: URL? {
    get { urls?.first }
    set { urls = newValue.map { [$0] } }
  }

  /// The colours; nil if there are none.
  open var colors: [UIColor]? {
    get {
      if case .colors(let colors) = contents { return colors }
      return values(.item) { $0 as? UIColor }
    }
    set { contents = newValue.map { .colors($0) } ?? .none }
  }

  /// The first colour; nil if there is none.
  open var color: UIColor? {
    get { colors?.first }
    set { colors = newValue.map { [$0] } }
  }

  /// Whether there is a text.
  open var hasStrings: Bool { strings?.isEmpty == false }
  /// Whether there is a picture.
  open var hasImages: Bool { images?.isEmpty == false }
  /// Whether there is an address.
  open var hasURLs: Bool { urls?.isEmpty == false }
  /// Whether there is a colour.
  open var hasColors: Bool { colors?.isEmpty == false }

  // MARK: Items

  /// The name of a kind that follows from a value.
  nonisolated public static let typeAutomatic = "com.apple.uikit.type-automatic"

  /// The name of a wish about items.
  public struct OptionsKey: RawRepresentable, Hashable, Sendable {
    /// The name.
    public let rawValue: String
    /// Creates a name.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// The time at which the items go, a `Date`.
    public static let expirationDate = Self(rawValue: "UIPasteboardOptionsExpirationDate")
    /// Whether other devices see nothing of the items: they never do.
    public static let localOnly = Self(rawValue: "UIPasteboardOptionsLocalOnly")
  }

  // `Any` because: it is Apple's type.
  /// The items, each with values by their kinds, which are identifiers of ``UTType``.
  open var items: [[String: Any]] {
    get {
      switch contents {
      case .none: []
      case .strings(let strings): strings.map { [UTType.utf8PlainText.identifier: $0] }
      case .images(let images): images.map { [UTType.png.identifier: $0] }
      case .urls(let urls): urls.map { [UTType.url.identifier: $0] }
      case .colors(let colors): colors.map { ["com.apple.uikit.color": $0] }
      case .items(let items): items
      }
    }
    set { setItems(newValue) }
  }

  // `Any` because: it is Apple's type.
  /// Sets the items.
  ///
  /// - Parameters:
  ///   - items: Values by their kinds: texts, addresses, pictures, colours, and data of any kind.
  ///   - options: The time at which they go, for example.
  open func setItems(_ items: [[String: Any]], options: [OptionsKey: Any] = [:]) {
    contents = items.isEmpty ? .none : .items(items.map { $0.withKinds() })
    end = options[.expirationDate] as? Date
  }

  /// The number of items.
  open var numberOfItems: Int { items.count }

  /// The kinds of the first item.
  open var types: [String] { items.first?.keys.sorted() ?? [] }

  /// Whether the first item has a value of one of the kinds.
  open func contains(pasteboardTypes: [String]) -> Bool {
    types.contains { name in
      pasteboardTypes.contains { TypeConformance.conforms(name, to: $0) }
    }
  }

  // `Any` because: it is Apple's type.
  /// Returns the first item's value of a kind; nil if there is none.
  open func value(forPasteboardType pasteboardType: String) -> Any? {
    items.first.flatMap { item in
      item[pasteboardType]
        ?? item.sorted { $0.key < $1.key }
        .first { TypeConformance.conforms($0.key, to: pasteboardType) }?.value
    }
  }

  // `Any` because: it is Apple's type.
  /// Sets a value of a kind as the one item.
  open func setValue(_ value: Any, forPasteboardType pasteboardType: String) {
    setItems([[pasteboardType: value]])
  }

  /// Returns the first item's data of a kind: texts in UTF-8, pictures in PNG; nil if there are
  /// none.
  open func data(forPasteboardType pasteboardType: String) -> Data? {
    guard let value = value(forPasteboardType: pasteboardType) else { return nil }
    if let image = value as? UIImage { return image.pngData() }
    return value as? Data
      ?? (UIPasteboard.text(value) ?? (value as? URL)?.absoluteString).map { Data($0.utf8) }
  }

  /// Sets data of a kind as the one item.
  open func setData(_ data: Data, forPasteboardType pasteboardType: String) {
    setItems([[pasteboardType: data]])
  }

  /// The class, with its module for a class of the program, and the address.
  nonisolated open override var description: String { objectText }
}

extension [String: Any] {
  /// The values of an item with the kinds that follow from them, where they are automatic.
  fileprivate func withKinds() -> [String: Any] {
    guard let value = self[UIPasteboard.typeAutomatic] else { return self }
    let kind: String? =
      switch value {
      case is String, is NSAttributedString: UTType.utf8PlainText.identifier
      case is URL: UTType.url.identifier
      case is UIImage: UTType.png.identifier
      case is UIColor: "com.apple.uikit.color"
      default: nil
      }
    guard let kind else { return self }
    var item = self
    item[UIPasteboard.typeAutomatic] = nil
    item[kind] = item[kind] ?? value
    return item
  }
}
