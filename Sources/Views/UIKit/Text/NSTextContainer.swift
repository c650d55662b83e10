// The room that the text of a text view is laid out in.
// Licensed under the MIT license; see LICENSE.

public import Foundation
import QuartzText

/// The room for the text of a text view: the view's own rectangle without `textContainerInset`.
///
/// ```swift
/// textView.textContainer.lineFragmentPadding = 0
/// textView.textContainer.maximumNumberOfLines = 3
/// textView.textContainer.lineBreakMode = .byTruncatingTail
/// ```
///
/// A container that no view took has the size that it was made with, for an `NSLayoutManager`.
///
/// **Differences**: it is always a rectangle as wide as its view, and serves one text view.
@preconcurrency
@MainActor
open class NSTextContainer: NSObject {
  private var ownSize: CGSize
  /// The view whose text is laid out; nil for a container that no view took.
  final weak var view: UITextView?
  /// The object that lays the text out; nil if there is none.
  final weak var manager: NSLayoutManager?

  /// Creates a container.
  ///
  /// - Parameter size: In points; a view that takes the container replaces it by its own.
  public init(size: CGSize) {
    ownSize = size
    super.init()
  }

  /// Creates a container without a size.
  public override convenience init() { self.init(size: .zero) }

  /// The container, or one with its values if a view has it.
  final var unused: NSTextContainer {
    guard view != nil else { return self }
    let made = NSTextContainer(size: size)
    made.lineFragmentPadding = lineFragmentPadding
    made.maximumNumberOfLines = maximumNumberOfLines
    made.lineBreakMode = lineBreakMode
    return made
  }

  /// The size of the room, in points: without the view's `textContainerInset`, and with
  /// `lineFragmentPadding` at both sides.
  ///
  /// The height is `greatestFiniteMagnitude` in a view that scrolls.
  ///
  /// **Differences**: that of a container in a view follows the view, whatever is set.
  open var size: CGSize {
    get { view?.roomOfContainer ?? ownSize }
    set {
      ownSize = newValue
      if view == nil { manager?.textContainerChangedGeometry(self) }
    }
  }

  /// The object that lays the text out; nil in a container that none has.
  open var layoutManager: NSLayoutManager? { view?.layoutManager ?? manager }

  private func didChange() {
    view?.textDidChange()
    manager?.textContainerChangedGeometry(self)
  }

  /// The distance of lines from both sides of the room, in points; 5 by default.
  open var lineFragmentPadding: CGFloat = 5 {
    didSet { if lineFragmentPadding != oldValue { didChange() } }
  }

  /// The most lines that show; 0, the default, for any number.
  open var maximumNumberOfLines = 0 {
    didSet { if maximumNumberOfLines != oldValue { didChange() } }
  }

  /// The treatment of text after the last line that fits; word wrapping, the default, leaves it
  /// out.
  ///
  /// The modes that truncate put an ellipsis into the last of `maximumNumberOfLines`, or into the
  /// last one that fits the height of a view that does not scroll.
  ///
  /// **Differences**: `byCharWrapping` is as `byWordWrapping`, and so is `byClipping` where there
  /// may be more than one line.
  open var lineBreakMode = NSLineBreakMode.byWordWrapping {
    didSet { if lineBreakMode != oldValue { didChange() } }
  }

  /// The padding, without values that are no numbers.
  final var usablePadding: CGFloat { lineFragmentPadding.isFinite ? lineFragmentPadding : 0 }

  // MARK: Layout

  /// Whether text that does not fit the height ends in an ellipsis.
  final var truncates: Bool { truncation != .none }

  private var truncation: TextTruncation {
    switch lineBreakMode {
    case .byTruncatingHead: .start
    case .byTruncatingMiddle: .middle
    case .byTruncatingTail: .end
    case .byWordWrapping, .byCharWrapping, .byClipping: .none
    }
  }

  /// Lays a text out in lines, as many as may show.
  ///
  /// - Parameters:
  ///   - text: With all attributes.
  ///   - room: Without the padding; an infinite side is as long as the text.
  ///   - alignment: That of paragraphs that have none of their own.
  final func box(
    of text: NSAttributedString,
    in room: CGSize,
    _ alignment: NSTextAlignment
  ) -> TextBox {
    var options = TextLayoutOptions(
      width: Double(room.width),
      isWrapped: !(maximumNumberOfLines == 1 && lineBreakMode == .byClipping),
      alignment: CTTextAlignment(alignment)
    )
    let whole = TextBox(text, options, container: self)
    let hasMore = maximumNumberOfLines > 0 && whole.layout.lines.count > maximumNumberOfLines
    if hasMore {
      // A height that the last line fits, and that the next one does not.
      let bottom = whole.bottom(ofLine: maximumNumberOfLines - 1)
      options.height = bottom + (truncates ? 0.01 : -0.01)
    }
    let isTooHigh = truncates && whole.layout.size.height > Double(room.height) + 1e-3
    if isTooHigh { options.height = min(options.height, Double(room.height)) }
    guard hasMore || isTooHigh else { return whole }
    options.truncation = truncation
    return TextBox(text, options, container: self)
  }

  /// The room below a text for the line that its last line break begins, in points.
  final func lastLineHeight(below box: TextBox) -> CGFloat {
    let lines = box.layout.lines
    guard box.string.string.last?.isNewline == true, let last = lines.last, !last.isTruncated,
      !last.range.isEmpty, maximumNumberOfLines <= 0 || lines.count < maximumNumberOfLines
    else { return 0 }
    return CGFloat(last.leading + last.ascent + last.descent)
  }
}
