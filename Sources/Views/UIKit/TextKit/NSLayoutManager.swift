// Layout managers: the places of characters in text that is laid out.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
public import Foundation
import QuartzText

/// The reports of a layout manager.
@preconcurrency
@MainActor
public protocol NSLayoutManagerDelegate: AnyObject {
  /// The layout is not that of the text any more, which has changed.
  func layoutManagerDidInvalidateLayout(_ sender: NSLayoutManager)
}

extension NSLayoutManagerDelegate {
  /// Does nothing.
  public func layoutManagerDidInvalidateLayout(_ sender: NSLayoutManager) {}
}

/// The layout of a text in the container of a text view, or in one of its own.
///
/// ```swift
/// let storage = NSTextStorage(attributedString: text)
/// let manager = NSLayoutManager()
/// let container = NSTextContainer(size: CGSize(width: 200, height: 1000))
/// manager.addTextContainer(container)
/// storage.addLayoutManager(manager)
/// let height = manager.usedRect(for: container).height
/// ```
///
/// Places are in points, y down, in the space of the container: without the `textContainerInset` of
/// a view, with `lineFragmentPadding` at both sides.
///
/// **Differences**: a glyph has the number of its UTF-16 code unit: characters that share a glyph
/// have a number each. All of the text is in the first container; further ones stay empty. Layout
/// is made when it is asked for. Text after 65,536 code units has no place.
@preconcurrency
@MainActor
open class NSLayoutManager: NSObject {
  /// The object that is told of changes.
  open weak var delegate: (any NSLayoutManagerDelegate)?
  /// The rooms for the text.
  open private(set) var textContainers: [NSTextContainer] = []
  private weak var storage: NSTextStorage?
  private var lastBox: (room: CGSize, box: TextBox)?

  /// Whether parts of the text may be laid out before others: no effect, layout is made whole.
  open var allowsNonContiguousLayout = false

  /// Creates an object without a text.
  public override init() { super.init() }

  /// The text; nil if there is none.
  ///
  /// The text holds this object, which does not hold the text.
  open var textStorage: NSTextStorage? {
    get { storage }
    set {
      if let newValue {
        newValue.addLayoutManager(self)
      } else {
        storage?.removeLayoutManager(self)
      }
    }
  }

  /// Takes a text that has added or removed this object.
  final func take(_ text: NSTextStorage?) {
    storage = text
    textDidChange()
  }

  /// Lets views show the text as it is now.
  final func textDidChange() {
    lastBox = nil
    for container in textContainers { container.view?.takeStorage() }
    delegate?.layoutManagerDidInvalidateLayout(self)
  }

  // MARK: Containers

  /// Adds a room at the end.
  open func addTextContainer(_ container: NSTextContainer) {
    insertTextContainer(container, at: textContainers.count)
  }

  /// Adds a room at a place among the others, which is clamped to the valid ones.
  open func insertTextContainer(_ container: NSTextContainer, at index: Int) {
    guard !textContainers.contains(where: { $0 === container }) else { return }
    textContainers.insert(container, at: min(max(index, 0), textContainers.count))
    container.manager = self
    textDidChange()
  }

  /// Removes the room of a number; others than the valid ones change nothing.
  open func removeTextContainer(at index: Int) {
    guard textContainers.indices.contains(index) else { return }
    textContainers.remove(at: index).manager = nil
    lastBox = nil
  }

  /// Forgets the layout, because the room has changed.
  open func textContainerChangedGeometry(_ container: NSTextContainer) { lastBox = nil }

  private var length: Int { storage?.length ?? 0 }

  /// The text in lines, in a container: all of it in the first one.
  private func box(_ container: NSTextContainer) -> TextBox {
    if let view = container.view, view.layoutManagerIfMade === self { return view.shownBox }
    let room = CGSize(
      width: max(container.size.width - 2 * container.usablePadding, 0),
      height: container.size.height
    )
    if let lastBox, lastBox.room == room { return lastBox.box }
    let isFirst = textContainers.first === container
    let text = isFirst ? storage?.snapshot : nil
    // A side of 0 is as long as the text.
    let box = container.box(
      of: text ?? NSAttributedString(string: ""),
      in: CGSize(
        width: container.size.width > 0 ? room.width : .infinity,
        height: room.height > 0 ? room.height : .infinity
      ),
      .natural
    )
    if isFirst { lastBox = (room, box) }
    return box
  }

  private func places(_ container: NSTextContainer) -> TextPlaces {
    TextPlaces(box(container), empty: CGRect(x: 0, y: 0, width: 0, height: emptyHeight))
  }

  private var emptyHeight: CGFloat { UIFont.systemFont(ofSize: 12).lineHeight }

  /// Returns the width of lines in a container, with the padding.
  private func width(_ container: NSTextContainer) -> CGFloat {
    let width = container.size.width
    guard width <= 0 || width > 1e7 else { return width }
    return box(container).size.width + 2 * container.usablePadding
  }

  // MARK: Glyphs and characters

  /// The number of glyphs: that of UTF-16 code units.
  open var numberOfGlyphs: Int { length }

  /// Whether there is a glyph of that number.
  open func isValidGlyphIndex(_ glyphIndex: Int) -> Bool { glyphIndex >= 0 && glyphIndex < length }

  /// Returns the UTF-16 code unit of a glyph, which is its number.
  open func characterIndexForGlyph(at glyphIndex: Int) -> Int { glyphIndex }

  /// Returns the glyph of a UTF-16 code unit, which is its number.
  open func glyphIndexForCharacter(at charIndex: Int) -> Int { charIndex }

  /// Returns the glyphs of a part of the text, cut to the text.
  ///
  /// - Parameters:
  ///   - charRange: UTF-16 code units.
  ///   - actualCharRange: Receives the part with whole characters; may be nil.
  open func glyphRange(
    forCharacterRange charRange: NSRange,
    actualCharacterRange actualCharRange: NSRangePointer?
  ) -> NSRange {
    let range = whole(charRange)
    actualCharRange?.pointee = range
    return range
  }

  /// Returns the characters of glyphs, cut to the text.
  ///
  /// - Parameters:
  ///   - glyphRange: Numbers of glyphs.
  ///   - actualGlyphRange: Receives the glyphs of whole characters; may be nil.
  open func characterRange(
    forGlyphRange glyphRange: NSRange,
    actualGlyphRange: NSRangePointer?
  ) -> NSRange {
    let range = whole(glyphRange)
    actualGlyphRange?.pointee = range
    return range
  }

  private func whole(_ range: NSRange) -> NSRange {
    let range = range.clamped(to: length)
    guard range.length > 0, let text = storage?.string else { return range }
    return (text as NSString).rangeOfComposedCharacterSequences(for: range)
  }

  /// Returns the glyphs that are in a container.
  open func glyphRange(for container: NSTextContainer) -> NSRange {
    let end = box(container).layout.lines.last?.range.upperBound ?? 0
    return NSRange(location: 0, length: min(end, length))
  }

  /// Returns the glyphs of the lines that a rectangle of a container touches.
  open func glyphRange(forBoundingRect bounds: CGRect, in container: NSTextContainer) -> NSRange {
    let lines = fragments(container).filter {
      $0.rect.maxY > bounds.minY && $0.rect.minY < bounds.maxY
    }
    guard let first = lines.first, let last = lines.last else {
      return NSRange(location: 0, length: 0)
    }
    return NSUnionRange(first.range, last.range)
  }

  // MARK: Layout

  /// Lays the text of a container out; layout is made anyway when it is asked for.
  open func ensureLayout(for container: NSTextContainer) { _ = box(container) }

  /// Lays a part of the text out: all of it.
  open func ensureLayout(forCharacterRange charRange: NSRange) {
    for container in textContainers { ensureLayout(for: container) }
  }

  /// Lays glyphs out: all of them.
  open func ensureLayout(forGlyphRange glyphRange: NSRange) {
    ensureLayout(forCharacterRange: glyphRange)
  }

  /// Forgets the layout; it is made anew when it is asked for.
  ///
  /// - Parameters:
  ///   - charRange: The part that needs it; all of the layout goes.
  ///   - actualCharRange: Receives the whole text; may be nil.
  open func invalidateLayout(
    forCharacterRange charRange: NSRange,
    actualCharacterRange actualCharRange: NSRangePointer?
  ) {
    lastBox = nil
    actualCharRange?.pointee = NSRange(location: 0, length: length)
    for container in textContainers { container.view?.textDidChange() }
  }

  /// Lets views draw a part anew.
  open func invalidateDisplay(forCharacterRange charRange: NSRange) {
    for container in textContainers { container.view?.selectionDidChange() }
  }

  /// Lets views draw glyphs anew.
  open func invalidateDisplay(forGlyphRange glyphRange: NSRange) {
    invalidateDisplay(forCharacterRange: glyphRange)
  }

  /// A line in the space of a container.
  private struct Fragment {
    /// As wide as the container.
    var rect: CGRect
    /// As wide as its text with the padding.
    var used: CGRect
    /// The left end of the baseline.
    var baseline: CGPoint
    var range: NSRange
  }

  private func fragments(_ container: NSTextContainer) -> [Fragment] {
    let padding = container.usablePadding
    let width = width(container)
    let lines = box(container).layout.lines
    var top: CGFloat = 0
    return lines.map { line in
      let bottom = CGFloat(line.origin.y + line.descent)
      let rect = CGRect(x: 0, y: top, width: width, height: max(bottom - top, 0))
      let used = CGRect(
        x: CGFloat(line.origin.x),
        y: top,
        width: CGFloat(line.width) + 2 * padding,
        height: rect.height
      )
      defer { top = bottom }
      return Fragment(
        rect: rect,
        used: used,
        baseline: CGPoint(x: CGFloat(line.origin.x) + padding, y: CGFloat(line.origin.y)),
        range: NSRange(location: line.range.lowerBound, length: line.range.count)
      )
    }
  }

  private func fragment(at glyphIndex: Int, _ range: NSRangePointer?) -> Fragment? {
    guard let container = textContainers.first else { return nil }
    let found = fragments(container).last { $0.range.location <= max(glyphIndex, 0) }
    range?.pointee = found?.range ?? NSRange(location: 0, length: 0)
    return found
  }

  /// Returns the room that the text takes in a container: the widest line with the padding at both
  /// sides, down to the end of the last line.
  open func usedRect(for container: NSTextContainer) -> CGRect {
    let all = fragments(container)
    guard let first = all.first else {
      return CGRect(x: 0, y: 0, width: 2 * container.usablePadding, height: emptyHeight)
    }
    let used = all.dropFirst().reduce(first.used) { $0.union($1.used) }
    let extra = container.lastLineHeight(below: box(container))
    return CGRect(x: used.minX, y: 0, width: used.width, height: used.maxY + extra)
  }

  /// The line after a line break at the end of the text; zero if there is none.
  open var extraLineFragmentRect: CGRect {
    guard let container = textContainers.first, let last = fragments(container).last else {
      return .zero
    }
    let height = container.lastLineHeight(below: box(container))
    guard height > 0 else { return .zero }
    return CGRect(x: 0, y: last.rect.maxY, width: last.rect.width, height: height)
  }

  /// Returns the rectangle around glyphs: that of their lines, from the first to the last of them.
  open func boundingRect(forGlyphRange glyphRange: NSRange, in container: NSTextContainer) -> CGRect
  {
    let range = glyphRange.clamped(to: length)
    let padding = container.usablePadding
    let rects = places(container).rects(of: range, width: 0)
    guard let first = rects.first else {
      return places(container).caret(at: range.location).offsetBy(dx: padding, dy: 0)
    }
    return rects.dropFirst().reduce(first) { $0.union($1) }.offsetBy(dx: padding, dy: 0)
  }

  /// Calls a block with the rectangles around glyphs, one for each line.
  ///
  /// - Parameters:
  ///   - glyphRange: The glyphs.
  ///   - selectedRange: Glyphs whose rectangles go on to the end of their lines, if it is not at
  ///     `NSNotFound`.
  ///   - textContainer: The container.
  ///   - block: Takes a rectangle, and whether to stop.
  open func enumerateEnclosingRects(
    forGlyphRange glyphRange: NSRange,
    withinSelectedGlyphRange selectedRange: NSRange,
    in textContainer: NSTextContainer,
    using block: (CGRect, UnsafeMutablePointer<ObjCBool>) -> Void
  ) {
    let padding = textContainer.usablePadding
    let isSelected = selectedRange.location != NSNotFound
    let width = isSelected ? width(textContainer) - 2 * padding : 0
    var stop = ObjCBool(false)
    for rect in places(textContainer).rects(of: glyphRange.clamped(to: length), width: width) {
      block(rect.offsetBy(dx: padding, dy: 0), &stop)
      if stop.boolValue { return }
    }
  }

  /// Calls a block with each line of glyphs: its rectangle, the part of it that has text, the
  /// container, its glyphs, and whether to stop.
  open func enumerateLineFragments(
    forGlyphRange glyphRange: NSRange,
    using block: (CGRect, CGRect, NSTextContainer, NSRange, UnsafeMutablePointer<ObjCBool>) -> Void
  ) {
    guard let container = textContainers.first else { return }
    let range = glyphRange.clamped(to: length)
    var stop = ObjCBool(false)
    for line in fragments(container)
    where NSIntersectionRange(line.range, range).length > 0 {
      block(line.rect, line.used, container, line.range, &stop)
      if stop.boolValue { return }
    }
  }

  /// Returns the rectangle of the line of a glyph, as wide as the container; zero without a line.
  ///
  /// - Parameters:
  ///   - glyphIndex: A number of a glyph.
  ///   - effectiveGlyphRange: Receives the glyphs of the line; may be nil.
  open func lineFragmentRect(
    forGlyphAt glyphIndex: Int,
    effectiveRange effectiveGlyphRange: NSRangePointer?
  ) -> CGRect { fragment(at: glyphIndex, effectiveGlyphRange)?.rect ?? .zero }

  /// Returns the part of the line of a glyph that has text, with the padding; zero without a line.
  ///
  /// - Parameters:
  ///   - glyphIndex: A number of a glyph.
  ///   - effectiveGlyphRange: Receives the glyphs of the line; may be nil.
  open func lineFragmentUsedRect(
    forGlyphAt glyphIndex: Int,
    effectiveRange effectiveGlyphRange: NSRangePointer?
  ) -> CGRect { fragment(at: glyphIndex, effectiveGlyphRange)?.used ?? .zero }

  /// Returns the origin of a glyph on its baseline, from the upper left corner of its line.
  open func location(forGlyphAt glyphIndex: Int) -> CGPoint {
    guard let container = textContainers.first, let line = fragment(at: glyphIndex, nil) else {
      return .zero
    }
    let x = places(container).caret(at: glyphIndex).minX + container.usablePadding
    return CGPoint(x: x, y: line.baseline.y - line.rect.minY)
  }

  /// Returns the size of the attachment at a glyph; -1 by -1 if there is none.
  open func attachmentSize(forGlyphAt glyphIndex: Int) -> CGSize {
    let container = textContainers.first
    let place = container.flatMap { box($0).attachments.places[glyphIndex] }
    return place?.bounds.size ?? CGSize(width: -1, height: -1)
  }

  /// Returns the container of a glyph; nil for a glyph that is in none.
  ///
  /// - Parameters:
  ///   - glyphIndex: A number of a glyph.
  ///   - effectiveGlyphRange: Receives the glyphs of the container; may be nil.
  open func textContainer(
    forGlyphAt glyphIndex: Int,
    effectiveRange effectiveGlyphRange: NSRangePointer?
  ) -> NSTextContainer? {
    guard let container = textContainers.first else { return nil }
    let range = glyphRange(for: container)
    effectiveGlyphRange?.pointee = range
    return NSLocationInRange(glyphIndex, range) ? container : nil
  }

  // MARK: Points

  /// Returns the character that is nearest to a point of a container.
  ///
  /// - Parameters:
  ///   - point: In the space of the container.
  ///   - container: The container.
  ///   - partialFraction: Receives the part of the character that is before the point, from 0 to 1;
  ///     may be nil.
  /// - Returns: A UTF-16 code unit; 0 in a text without any.
  open func characterIndex(
    for point: CGPoint,
    in container: NSTextContainer,
    fractionOfDistanceBetweenInsertionPoints partialFraction: UnsafeMutablePointer<CGFloat>?
  ) -> Int {
    let place = CGPoint(x: point.x - container.usablePadding, y: point.y)
    let found = places(container).character(nearest: place)
    partialFraction?.pointee = found?.fraction ?? 0
    return found?.unit ?? 0
  }

  /// Returns the glyph that is nearest to a point of a container.
  open func glyphIndex(for point: CGPoint, in container: NSTextContainer) -> Int {
    glyphIndex(for: point, in: container, fractionOfDistanceThroughGlyph: nil)
  }

  /// Returns the glyph that is nearest to a point of a container.
  ///
  /// - Parameters:
  ///   - point: In the space of the container.
  ///   - container: The container.
  ///   - partialFraction: Receives the part of the glyph that is before the point; may be nil.
  open func glyphIndex(
    for point: CGPoint,
    in container: NSTextContainer,
    fractionOfDistanceThroughGlyph partialFraction: UnsafeMutablePointer<CGFloat>?
  ) -> Int {
    characterIndex(
      for: point,
      in: container,
      fractionOfDistanceBetweenInsertionPoints: partialFraction
    )
  }

  // MARK: Drawing

  /// Draws what lies behind glyphs: nothing of its own; a subclass may.
  ///
  /// **Differences**: background colours of the text are drawn with the glyphs.
  ///
  /// - Parameters:
  ///   - glyphsToShow: The glyphs.
  ///   - origin: The upper left corner of the container in the current context.
  open func drawBackground(forGlyphRange glyphsToShow: NSRange, at origin: CGPoint) {}

  /// Draws the lines of glyphs into the current context.
  ///
  /// - Parameters:
  ///   - glyphsToShow: The glyphs; all of their lines are drawn.
  ///   - origin: The upper left corner of the container in the context.
  open func drawGlyphs(forGlyphRange glyphsToShow: NSRange, at origin: CGPoint) {
    guard let container = textContainers.first, let context = UIGraphicsGetCurrentContext() else {
      return
    }
    let point = CGPoint(x: origin.x + container.usablePadding, y: origin.y)
    let range = glyphsToShow.clamped(to: length)
    let box = box(container)
    guard range.length < length else { return box.draw(in: context, at: point) }
    let lines = fragments(container).filter { NSIntersectionRange($0.range, range).length > 0 }
    guard let first = lines.first, let last = lines.last else { return }
    context.saveGState()
    context.clip(
      to: CGRect(
        x: origin.x - 1e4,
        y: origin.y + first.rect.minY,
        width: 2e4 + first.rect.width,
        height: last.rect.maxY - first.rect.minY
      )
    )
    box.draw(in: context, at: point)
    context.restoreGState()
  }

  /// The class, with its module for a class of the program, and the address.
  nonisolated open override var description: String { objectText }
}
