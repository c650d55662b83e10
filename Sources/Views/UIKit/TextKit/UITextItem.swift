// Links and attachments of text that can be tapped.
// Licensed under the MIT license; see LICENSE.

public import Foundation

extension NSAttributedString.Key {
  /// The address that the text leads to: a `URL`, or a `String` with one.
  public static let link = NSAttributedString.Key(rawValue: "NSLink")
  /// The name of a part of the text that can be tapped in text views: a `String`.
  public static let textItemTag = NSAttributedString.Key(rawValue: "UITextItemTag")
}

/// The way in which a link or an attachment was touched.
public enum UITextItemInteraction: Int, Hashable, Sendable {
  /// By a tap.
  case invokeDefaultAction = 0
  /// By a finger that stayed: a menu may show.
  case presentActions = 1
  /// For a preview; never here.
  case preview = 2
}

/// A part of a text view's text that can be tapped.
@preconcurrency
@MainActor
open class UITextItem: NSObject {
  /// The thing that can be tapped.
  public enum Content {
    /// A link.
    case link(URL)
    /// An attachment.
    case textAttachment(NSTextAttachment)
    /// A part with a name.
    case tag(String)
  }

  /// The menu of an item.
  ///
  /// **Differences**: there are no previews.
  @preconcurrency
  @MainActor
  public final class MenuConfiguration {
    let menu: UIMenu

    /// Creates a configuration with a menu.
    public init(menu: UIMenu) { self.menu = menu }
  }

  /// The thing that can be tapped.
  public let content: Content
  /// The text of the item, in UTF-16 code units.
  public let range: NSRange

  init(_ content: Content, _ range: NSRange) {
    self.content = content
    self.range = range
    super.init()
  }

  /// The class, with its module for a class of the program, and the address.
  nonisolated open override var description: String { objectText }
}

/// The kinds of text that become links by themselves.
public struct UIDataDetectorTypes: OptionSet, Hashable, Sendable {
  /// The bits.
  public let rawValue: UInt
  /// The kinds of these bits.
  public init(rawValue: UInt) { self.rawValue = rawValue }
  /// Telephone numbers.
  public static let phoneNumber = UIDataDetectorTypes(rawValue: 1 << 0)
  /// Addresses of pages and of mail.
  public static let link = UIDataDetectorTypes(rawValue: 1 << 1)
  /// Addresses of places.
  public static let address = UIDataDetectorTypes(rawValue: 1 << 2)
  /// Dates and times.
  public static let calendarEvent = UIDataDetectorTypes(rawValue: 1 << 3)
  /// Numbers of parcels.
  public static let shipmentTrackingNumber = UIDataDetectorTypes(rawValue: 1 << 4)
  /// Numbers of flights.
  public static let flightNumber = UIDataDetectorTypes(rawValue: 1 << 5)
  /// Words that can be looked up.
  public static let lookupSuggestion = UIDataDetectorTypes(rawValue: 1 << 6)
  /// Sums of money.
  public static let money = UIDataDetectorTypes(rawValue: 1 << 7)
  /// Values with units.
  public static let physicalValue = UIDataDetectorTypes(rawValue: 1 << 8)
  /// All kinds.
  public static let all = UIDataDetectorTypes(rawValue: .max)
}

/// The search for links in a text.
enum TextLinks {
  // `Any` because: it is the type of attributes in Foundation.
  /// Returns the address of the attribute of links; nil for a value that is none.
  static func url(_ value: Any?) -> URL? {
    switch value {
    case let url as URL: url
    case let url as NSURL: url as URL
    case let text as String: URL(string: text)
    case let text as NSString: URL(string: text as String)
    default: nil
    }
  }

  /// Returns the addresses in a text with their parts of it.
  ///
  /// A word, up to white space and without the punctuation around it, is an address if it begins
  /// with "http://", "https://", "ftp://", "mailto:" or "www." and goes on, or if it is one of
  /// mail: one "@" between a name and a host with a dot.
  static func found(in text: String) -> [(url: URL, range: NSRange)] {
    var result: [(url: URL, range: NSRange)] = []
    var offset = 0
    for word in text.split(omittingEmptySubsequences: false, whereSeparator: \.isWhitespace) {
      let start = offset
      let separator = word.endIndex < text.endIndex ? text[word.endIndex].utf16.count : 0
      offset += word.utf16.count + separator
      guard word.count > 4, word.contains(where: { "@.:".contains($0) }) else { continue }
      let head = word.prefix { "([{<\"'\u{201C}\u{2018}".contains($0) }
      var core = word.dropFirst(head.count)
      while let last = core.last, isOutside(last, of: core) { core.removeLast() }
      guard let url = address(String(core)) else { continue }
      let place = start + head.utf16.count
      result.append((url, NSRange(location: place, length: core.utf16.count)))
    }
    return result
  }

  /// Whether a character at the end is none of the address: punctuation, and a bracket that does
  /// not close one of the address.
  private static func isOutside(_ last: Character, of word: Substring) -> Bool {
    if last == ")" { return !word.contains("(") }
    return ".,;:!?]}>\"'\u{201D}\u{2019}".contains(last)
  }

  private static func address(_ word: String) -> URL? {
    let small = word.lowercased()
    for start in ["http://", "https://", "ftp://", "mailto:"] where small.hasPrefix(start) {
      return small.count > start.count ? URL(string: word) : nil
    }
    if small.hasPrefix("www.") {
      return isHost(small.dropFirst(4).prefix { !"/?#:".contains($0) })
        ? URL(string: "http://" + word) : nil
    }
    let parts = small.split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty, isHost(parts[1]),
      parts[0].allSatisfy({ $0.isLetter || $0.isNumber || "._%+-".contains($0) })
    else { return nil }
    return URL(string: "mailto:" + word)
  }

  /// Whether a text is names with dots between them.
  private static func isHost(_ text: Substring) -> Bool {
    let names = text.split(separator: ".", omittingEmptySubsequences: false)
    return names.count > 1
      && names.allSatisfy { name in
        !name.isEmpty && name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" }
      }
  }
}
