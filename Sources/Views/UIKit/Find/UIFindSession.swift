// Searches of a text: what they find, and the one that is in front.
// Licensed under the MIT license; see LICENSE.

public import Foundation

/// The direction of a way through a text.
public enum UITextStorageDirection: Int, Sendable {
  /// To the end.
  case forward = 0
  /// To the beginning.
  case backward = 1
}

/// The way in which a text is searched.
@preconcurrency
@MainActor
open class UITextSearchOptions: NSObject {
  /// The words that count.
  public enum WordMatchMethod: Int, Sendable {
    /// Those that contain the text.
    case contains = 0
    /// Those that begin with the text.
    case startsWith = 1
    /// Those that are the text.
    case fullWord = 2
  }

  /// The words that count.
  public let wordMatchMethod: WordMatchMethod
  /// The way in which texts are compared.
  public let stringCompareOptions: NSString.CompareOptions

  init(_ method: WordMatchMethod, _ options: NSString.CompareOptions) {
    wordMatchMethod = method
    stringCompareOptions = options
    super.init()
  }
}

/// A search that a find panel drives; subclasses search their content.
@preconcurrency
@MainActor
open class UIFindSession: NSObject {
  /// The text about the results.
  public enum SearchResultDisplayStyle: Int, Sendable {
    /// The number of the present result, and of all.
    case currentAndTotal = 0
    /// The number of all.
    case total = 1
    /// None.
    case none = 2
  }

  /// Creates a session without results.
  public override init() { super.init() }

  /// The number of results; 0 by default.
  open var resultCount: Int { 0 }
  /// The number of the present result, from 0; `NSNotFound` by default.
  open var highlightedResultIndex: Int { NSNotFound }
  /// The text about the results.
  open var searchResultDisplayStyle = SearchResultDisplayStyle.currentAndTotal
  /// Whether results can be replaced; false by default.
  open var supportsReplacement: Bool { false }
  /// Whether the present result can be replaced; false by default.
  open var allowsReplacementForCurrentlyHighlightedResult: Bool { false }

  /// Searches a text; does nothing by default.
  open func performSearch(query: String, options: UITextSearchOptions?) {}
  /// Replaces the present result; does nothing by default.
  open func performSingleReplacement(
    query: String,
    replacementString: String,
    options: UITextSearchOptions?
  ) {}
  /// Replaces all results; does nothing by default.
  open func replaceAll(
    searchQuery: String,
    replacementString: String,
    options: UITextSearchOptions?
  ) {}
  /// Goes to the next result, or to the one before; does nothing by default.
  open func highlightNextResult(in direction: UITextStorageDirection) {}
  /// Forgets all results; does nothing by default.
  open func invalidateFoundResults() {}
}

/// The search of a text view.
final class TextViewFindSession: UIFindSession {
  /// Results that are marked at most.
  private static let mostMarks = 500
  private weak var view: UITextView?
  private var results: [NSRange] = []
  private var index: Int?
  private var marks: [UIView] = []

  init(_ view: UITextView) {
    self.view = view
    super.init()
  }

  override var resultCount: Int { results.count }
  override var highlightedResultIndex: Int { index ?? NSNotFound }
  override var supportsReplacement: Bool { view?.isEditable ?? false }
  override var allowsReplacementForCurrentlyHighlightedResult: Bool {
    supportsReplacement && index != nil
  }

  override func performSearch(query: String, options: UITextSearchOptions?) {
    guard let view else { return }
    results = Self.find(query, in: view.text ?? "", options)
    let place = view.selectedRange.location
    index = results.isEmpty ? nil : results.firstIndex { $0.location >= place } ?? 0
    show()
  }

  /// The places of a text in another one, which do not overlap.
  static func find(_ query: String, in text: String, _ options: UITextSearchOptions?) -> [NSRange] {
    guard !query.isEmpty else { return [] }
    let string = NSString(string: text)
    let compare = options?.stringCompareOptions ?? [.caseInsensitive]
    let method = options?.wordMatchMethod ?? .contains
    func isLetter(_ place: Int) -> Bool {
      guard place >= 0, place < string.length else { return false }
      return UnicodeScalar(string.character(at: place)).map {
        CharacterSet.alphanumerics.contains($0)
      } ?? true
    }
    var found: [NSRange] = []
    var start = 0
    while start < string.length {
      let range = string.range(
        of: query,
        options: compare.subtracting([.backwards, .anchored]),
        range: NSRange(location: start, length: string.length - start)
      )
      guard range.location != NSNotFound, range.length > 0 else { break }
      start = range.location + range.length
      let begins = !isLetter(range.location - 1)
      let ends = !isLetter(start)
      let isWanted =
        switch method {
        case .contains: true
        case .startsWith: begins
        case .fullWord: begins && ends
        }
      if isWanted { found.append(range) }
    }
    return found
  }

  override func highlightNextResult(in direction: UITextStorageDirection) {
    guard let current = index, !results.isEmpty else { return }
    let step = direction == .forward ? 1 : results.count - 1
    index = (current + step) % results.count
    show()
  }

  override func performSingleReplacement(
    query: String,
    replacementString: String,
    options: UITextSearchOptions?
  ) {
    guard let view, let index, supportsReplacement else { return }
    let range = results[index]
    guard view.change(range, replacementString) else { return }
    results = Self.find(query, in: view.text ?? "", options)
    let next = range.location + replacementString.utf16.count
    self.index = results.isEmpty ? nil : results.firstIndex { $0.location >= next } ?? 0
    show()
  }

  override func replaceAll(
    searchQuery: String,
    replacementString: String,
    options: UITextSearchOptions?
  ) {
    guard let view, supportsReplacement else { return }
    // From the end because: the places before stay.
    for range in Self.find(searchQuery, in: view.text ?? "", options).reversed() {
      _ = view.change(range, replacementString)
    }
    performSearch(query: searchQuery, options: options)
  }

  override func invalidateFoundResults() {
    results = []
    index = nil
    show()
  }

  /// Marks the results, and scrolls to the present one.
  private func show() {
    for mark in marks { mark.removeFromSuperview() }
    marks = []
    guard let view, let index else { return }
    view.selectedRange = results[index]
    view.scrollRangeToVisible(results[index])
    view.layoutIfNeeded()
    let first = max(min(index - Self.mostMarks / 2, results.count - Self.mostMarks), 0)
    for number in first..<min(first + Self.mostMarks, results.count) {
      let mark = UIView(frame: view.firstRect(for: UITextRange(results[number])))
      mark.isUserInteractionEnabled = false
      mark.backgroundColor = .systemYellow.withAlphaComponent(number == index ? 0.8 : 0.3)
      mark.layer.cornerRadius = 2
      // Behind the text.
      view.insertSubview(mark, at: 0)
      marks.append(mark)
    }
  }

  /// The rectangles of the marks, the present one's with it.
  var markFrames: [CGRect] { marks.map(\.frame) }
}
