// Text storages: texts with attributes that tell views of their changes.
// Licensed under the MIT license; see LICENSE.

public import Foundation
import QuartzCore

/// The reports of a text storage.
@preconcurrency
@MainActor
public protocol NSTextStorageDelegate: AnyObject {
  /// The text was changed; text and attributes may be changed further.
  ///
  /// - Parameters:
  ///   - textStorage: The text.
  ///   - editedMask: The kinds of changes.
  ///   - editedRange: The changed part, as it is now, in UTF-16 code units.
  ///   - delta: The code units by which the part grew.
  func textStorage(
    _ textStorage: NSTextStorage,
    willProcessEditing editedMask: NSTextStorage.EditActions,
    range editedRange: NSRange,
    changeInLength delta: Int
  )
  /// The text was changed, and views will show it; attributes may be changed further.
  func textStorage(
    _ textStorage: NSTextStorage,
    didProcessEditing editedMask: NSTextStorage.EditActions,
    range editedRange: NSRange,
    changeInLength delta: Int
  )
}

extension NSTextStorageDelegate {
  /// Does nothing.
  public func textStorage(
    _ textStorage: NSTextStorage,
    willProcessEditing editedMask: NSTextStorage.EditActions,
    range editedRange: NSRange,
    changeInLength delta: Int
  ) {}
  /// Does nothing.
  public func textStorage(
    _ textStorage: NSTextStorage,
    didProcessEditing editedMask: NSTextStorage.EditActions,
    range editedRange: NSRange,
    changeInLength delta: Int
  ) {}
}

/// A text with attributes whose changes text views show at once.
///
/// ```swift
/// textView.textStorage.addAttribute(.foregroundColor, value: UIColor.systemRed, range: word)
/// ```
///
/// Changes between `beginEditing()` and `endEditing()` are told of as one. A subclass may keep the
/// text elsewhere: it overrides `string`, `attributes(at:effectiveRange:)`,
/// `replaceCharacters(in:with:)` and `setAttributes(_:range:)`, and the last two call
/// `edited(_:range:changeInLength:)`.
///
/// **Differences**: ranges beyond the text are cut to it. Each change takes time in the length of
/// the text. Changes through `mutableString` are not told of. Changes belong on the thread of the
/// views, and are told of there. Strings hold one attribute more in places,
/// "QuartzRun", which tells neighbours apart.
open class NSTextStorage: NSMutableAttributedString {
  /// The kinds of changes.
  public struct EditActions: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: UInt
    /// The kinds of these bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// Attributes changed.
    public static let editedAttributes = EditActions(rawValue: 1 << 0)
    /// Characters changed.
    public static let editedCharacters = EditActions(rawValue: 1 << 1)
  }

  /// The object that is told of changes.
  open weak var delegate: (any NSTextStorageDelegate)?
  /// The objects that lay the text out.
  open private(set) var layoutManagers: [NSLayoutManager] = []
  /// The kinds of changes that were not told of yet.
  open private(set) var editedMask: EditActions = []
  /// The part that changed, as it is now; of location `NSNotFound` if none did.
  open private(set) var editedRange = NSRange(location: NSNotFound, length: 0)
  /// The UTF-16 code units by which that part grew.
  open private(set) var changeInLength = 0
  private var depth = 0
  private var isProcessing = false

  /// Creates an empty text.
  public init() { super.init(string: "") }

  /// Creates a text without attributes.
  public override init(string: String) { super.init(string: string) }

  // `Any` because: it is the type of attributes in Foundation.
  /// Creates a text with attributes.
  public override init(string: String, attributes: [NSAttributedString.Key: Any]? = nil) {
    super.init(string: string, attributes: attributes)
  }

  /// Creates a text like another one.
  public override init(attributedString: NSAttributedString) {
    super.init(string: "")
    keep(attributedString.changingAttributes { _ in })
  }

  /// Reads a text from an archive; nil if it is damaged.
  public required init?(coder: NSCoder) { super.init(coder: coder) }

  // MARK: Views

  /// Adds an object that lays the text out.
  @preconcurrency
  @MainActor
  open func addLayoutManager(_ aLayoutManager: NSLayoutManager) {
    guard !layoutManagers.contains(where: { $0 === aLayoutManager }) else { return }
    aLayoutManager.textStorage?.removeLayoutManager(aLayoutManager)
    layoutManagers.append(aLayoutManager)
    aLayoutManager.take(self)
  }

  /// Removes an object that lays the text out.
  @preconcurrency
  @MainActor
  open func removeLayoutManager(_ aLayoutManager: NSLayoutManager) {
    guard layoutManagers.contains(where: { $0 === aLayoutManager }) else { return }
    layoutManagers.removeAll { $0 === aLayoutManager }
    aLayoutManager.take(nil)
  }

  // MARK: Reading

  /// The number of UTF-16 code units.
  open override var length: Int { (string as NSString).length }

  // `Any` in what follows because: it is the type of attributes in Foundation.

  /// Returns the value of an attribute at a code unit; nil if there is none.
  open override func attribute(
    _ attrName: NSAttributedString.Key,
    at location: Int,
    effectiveRange range: NSRangePointer?
  ) -> Any? {
    attributes(at: location, effectiveRange: range)[attrName]
  }

  /// Calls a block with the attributes of each run.
  open override func enumerateAttributes(
    in enumerationRange: NSRange,
    options opts: NSAttributedString.EnumerationOptions = [],
    using block: ([NSAttributedString.Key: Any], NSRange, UnsafeMutablePointer<ObjCBool>) -> Void
  ) {
    var runs = runs(in: enumerationRange)
    if opts.contains(.reverse) { runs.reverse() }
    var stop = ObjCBool(false)
    for run in runs {
      block(run.attributes, run.range, &stop)
      if stop.boolValue { return }
    }
  }

  /// Calls a block with the value of an attribute in each run; nil where there is none.
  open override func enumerateAttribute(
    _ attrName: NSAttributedString.Key,
    in enumerationRange: NSRange,
    options opts: NSAttributedString.EnumerationOptions = [],
    using block: (Any?, NSRange, UnsafeMutablePointer<ObjCBool>) -> Void
  ) {
    enumerateAttributes(in: enumerationRange, options: opts) { attributes, range, stop in
      block(attributes[attrName], range, stop)
    }
  }

  /// Returns a part of the text with its attributes.
  open override func attributedSubstring(from range: NSRange) -> NSAttributedString {
    let range = range.clamped(to: length)
    var result = AttributeRuns((string as NSString).substring(with: range))
    for run in runs(in: range) {
      let start = run.range.location - range.location
      result.append(run.attributes, NSRange(location: start, length: run.range.length))
    }
    return result.string
  }

  /// Returns a string like the text as it is now.
  open override func copy(with zone: NSZone? = nil) -> Any { snapshot }

  /// Returns a string like the text as it is now, which can be changed.
  open override func mutableCopy(with zone: NSZone? = nil) -> Any {
    NSMutableAttributedString(attributedString: snapshot)
  }

  /// The text as it is now.
  final var snapshot: NSAttributedString {
    attributedSubstring(from: NSRange(location: 0, length: length))
  }

  private func runs(
    in range: NSRange
  ) -> [(attributes: [NSAttributedString.Key: Any], range: NSRange)] {
    let part = range.clamped(to: length)
    var found: [(attributes: [NSAttributedString.Key: Any], range: NSRange)] = []
    var place = part.location
    while place < part.location + part.length {
      var run = NSRange(location: place, length: 1)
      let attributes = attributes(at: place, effectiveRange: &run)
      let inside = NSIntersectionRange(run, part)
      // A subclass may name a run that does not hold the place.
      let end = max(inside.location + inside.length, place + 1)
      found.append((attributes, NSRange(location: place, length: end - place)))
      place = end
    }
    return found
  }

  // MARK: Changing

  /// Puts a text in the place of a part; it takes the attributes of the first character of it, or
  /// of the one before an empty part.
  open override func replaceCharacters(in range: NSRange, with str: String) {
    let range = range.clamped(to: length)
    var attributes: [NSAttributedString.Key: Any] = [:]
    let place = range.length > 0 || range.location == 0 ? range.location : range.location - 1
    if place < length { attributes = self.attributes(at: place, effectiveRange: nil) }
    var inserted = AttributeRuns(str)
    let count = (str as NSString).length
    inserted.append(attributes, NSRange(location: 0, length: count))
    keep(replacing(range, with: inserted.string))
    edited(.editedCharacters, range: range, changeInLength: count - range.length)
  }

  /// Gives a part other attributes in the place of its own.
  open override func setAttributes(_ attrs: [NSAttributedString.Key: Any]?, range: NSRange) {
    let range = range.clamped(to: length)
    keep(changingAttributes(in: range) { $0 = attrs ?? [:] })
    edited(.editedAttributes, range: range, changeInLength: 0)
  }

  /// Replaces what Foundation keeps, whole: it compares runs that touch, and cannot compare the
  /// values of views.
  private func keep(_ new: NSAttributedString) {
    let whole = NSRange(location: 0, length: (super.string as NSString).length)
    super.replaceCharacters(in: whole, with: "")
    super.replaceCharacters(in: NSRange(location: 0, length: 0), with: new)
  }

  /// Changes the attributes of each run of a part.
  private func change(
    _ range: NSRange,
    _ body: (inout [NSAttributedString.Key: Any]) -> Void
  ) {
    beginEditing()
    for run in runs(in: range) {
      var attributes = run.attributes
      body(&attributes)
      setAttributes(attributes, range: run.range)
    }
    endEditing()
  }

  /// Gives a part an attribute.
  open override func addAttribute(
    _ name: NSAttributedString.Key,
    value: Any,
    range: NSRange
  ) { change(range) { $0[name] = value } }

  /// Gives a part attributes.
  open override func addAttributes(_ attrs: [NSAttributedString.Key: Any] = [:], range: NSRange) {
    change(range) { $0.merge(attrs) { $1 } }
  }

  /// Takes an attribute from a part.
  open override func removeAttribute(_ name: NSAttributedString.Key, range: NSRange) {
    change(range) { $0[name] = nil }
  }

  /// Puts a text with its attributes in the place of a part.
  open override func replaceCharacters(in range: NSRange, with attrString: NSAttributedString) {
    let range = range.clamped(to: length)
    // The string may be this one.
    let new = attrString.changingAttributes { _ in }
    beginEditing()
    replaceCharacters(in: range, with: new.string)
    let whole = NSRange(location: 0, length: new.length)
    new.enumerateAttributes(in: whole, options: .longestEffectiveRangeNotRequired) {
      attributes,
      run,
      _ in
      setAttributes(
        attributes,
        range: NSRange(location: range.location + run.location, length: run.length)
      )
    }
    endEditing()
  }

  /// Inserts a text with its attributes.
  open override func insert(_ attrString: NSAttributedString, at loc: Int) {
    replaceCharacters(in: NSRange(location: loc, length: 0), with: attrString)
  }

  /// Adds a text with its attributes at the end.
  open override func append(_ attrString: NSAttributedString) { insert(attrString, at: length) }

  /// Removes a part.
  open override func deleteCharacters(in range: NSRange) {
    replaceCharacters(in: range, with: "")
  }

  /// Replaces the whole text.
  open override func setAttributedString(_ attrString: NSAttributedString) {
    replaceCharacters(in: NSRange(location: 0, length: length), with: attrString)
  }

  // MARK: Reports

  /// Begins changes that are told of as one.
  open override func beginEditing() { depth += 1 }

  /// Ends changes that are told of as one.
  open override func endEditing() {
    depth = max(depth - 1, 0)
    if depth == 0, !editedMask.isEmpty, !isProcessing { process() }
  }

  /// Notes a change, and tells of it unless further ones will come.
  ///
  /// - Parameters:
  ///   - editedMask: The kinds of changes.
  ///   - editedRange: The part as it was.
  ///   - delta: The code units by which it grew.
  open func edited(
    _ editedMask: EditActions,
    range editedRange: NSRange,
    changeInLength delta: Int
  ) {
    let new = NSRange(
      location: max(editedRange.location, 0),
      length: max(editedRange.length + delta, 0)
    )
    if self.editedMask.isEmpty {
      self.editedRange = new
    } else {
      // The end of what changed before moves with a change before it.
      var old = self.editedRange
      if new.location <= old.location + old.length { old.length = max(old.length + delta, 0) }
      self.editedRange = NSUnionRange(old, new).clamped(to: length)
    }
    self.editedMask.formUnion(editedMask)
    changeInLength += delta
    if depth == 0, !isProcessing { process() }
  }

  private func process() {
    isProcessing = true
    processEditing()
    isProcessing = false
    (editedMask, changeInLength) = ([], 0)
    editedRange = NSRange(location: NSNotFound, length: 0)
  }

  /// Tells the delegate and the views of the changes; a subclass may change attributes before it
  /// calls this one.
  open func processEditing() {
    onViewThread(self) { storage in
      storage.delegate?.textStorage(
        storage,
        willProcessEditing: storage.editedMask,
        range: storage.editedRange,
        changeInLength: storage.changeInLength
      )
      storage.delegate?.textStorage(
        storage,
        didProcessEditing: storage.editedMask,
        range: storage.editedRange,
        changeInLength: storage.changeInLength
      )
      for manager in storage.layoutManagers { manager.textDidChange() }
    }
  }
}
