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
  }

  private var contents = Contents.none {
    didSet { changed() }
  }

  /// The texts; nil if there are none.
  open var strings: [String]? {
    get {
      switch contents {
      case .strings(let strings): strings
      case .urls(let urls): urls.map(\.absoluteString)
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
    get { if case .images(let images) = contents { images } else { nil } }
    set { contents = newValue.map { .images($0) } ?? .none }
  }

  /// The first picture; nil if there is none.
  open var image: UIImage? {
    get { images?.first }
    set { images = newValue.map { [$0] } }
  }

  /// The addresses; nil if there are none.
  open var urls: [URL]? {
    get { if case .urls(let urls) = contents { urls } else { nil } }
    set { contents = newValue.map { .urls($0) } ?? .none }
  }

  /// The first address; nil if there is none.
  open var url: URL? {
    get { urls?.first }
    set { urls = newValue.map { [$0] } }
  }

  /// The colours; nil if there are none.
  open var colors: [UIColor]? {
    get { if case .colors(let colors) = contents { colors } else { nil } }
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

  /// The class, with its module for a class of the program, and the address.
  nonisolated open override var description: String { objectText }
}
