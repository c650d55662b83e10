// Parts that screens of apps use: operators of priorities, text views that grow, symbols of image
// views, readable tables, page controls, fields from right to left.
// Licensed under the MIT license; see LICENSE.

import Foundation
import TestClaims
import Testing
import UIKit

/// A text view that does not become higher than 60 points.
private final class CappedTextView: UITextView {
  override var intrinsicContentSize: CGSize {
    let size = super.intrinsicContentSize
    return CGSize(width: size.width, height: min(size.height, 60))
  }
}

@Suite("Operators of numbers with a type of their own")
struct NumericValueTests {
  @Test(
    "Priorities are compared and moved",
    .shows("UILayoutPriority", "UILayoutPriority.required", "UILayoutPriority.defaultHigh")
  )
  func priorities() {
    #expect(UILayoutPriority.required - 1 == UILayoutPriority(999))
    #expect(1 + UILayoutPriority.defaultLow == UILayoutPriority.defaultLow + 1)
    #expect((UILayoutPriority.defaultLow + 1).rawValue == 251)
    #expect(UILayoutPriority.required - UILayoutPriority.defaultHigh == 250)
    #expect(UILayoutPriority.defaultLow < .defaultHigh && UILayoutPriority.required > .defaultHigh)
    var priority = UILayoutPriority.defaultHigh
    priority += 5
    priority -= 2
    #expect(priority.rawValue == 753)
  }

  @Test("Weights of fonts are compared and moved", .shows("UIFont.Weight"))
  func weights() {
    let weights: [UIFont.Weight] = [.black, .thin, .regular, .bold]
    #expect(weights.sorted() == [.thin, .regular, .bold, .black])
    #expect(UIFont.Weight.regular + 0.4 == .bold && max(UIFont.Weight.bold, .medium) == .bold)
  }

  @Test("Levels of windows are compared and moved", .shows("UIWindow.Level"))
  func levels() {
    var level = UIWindow.Level.alert + 1
    #expect(level > .alert && level - UIWindow.Level.alert == 1)
    level -= 2
    #expect(level < .alert && level.rawValue == 1999 && 1 + UIWindow.Level.normal > .normal)
  }
}

@MainActor
@Suite("Text views of the size of their text", .serialized)
struct GrowingTextViewTests {
  private static let words = String(repeating: "word ", count: 60)

  private let window = makeWindow(CGSize(width: 400, height: 600))
  private let line = UIFont.systemFont(ofSize: 20).lineHeight

  /// A view in the window that has a place and a width, and no height.
  private func placed(_ view: UITextView, width: CGFloat) -> NSLayoutConstraint {
    view.font = .systemFont(ofSize: 20)
    view.isScrollEnabled = false
    view.translatesAutoresizingMaskIntoConstraints = false
    window.addSubview(view)
    let constraint = view.widthAnchor.constraint(equalToConstant: width)
    NSLayoutConstraint.activate([
      view.topAnchor.constraint(equalTo: window.topAnchor),
      view.leadingAnchor.constraint(equalTo: window.leadingAnchor), constraint,
    ])
    return constraint
  }

  private func wanted(_ view: UITextView, _ width: CGFloat) -> CGFloat {
    view.sizeThatFits(CGSize(width: width, height: .infinity)).height
  }

  @Test(
    "A view that does not scroll grows with its text, its font, its insets and its width",
    .shows("UIView.intrinsicContentSize", "UITextView.textContainerInset")
  )
  func growing() {
    let view = UITextView()
    let width = placed(view, width: 200)
    view.text = "one"
    window.layoutIfNeeded()
    #expect(view.bounds.width == 200 && abs(view.bounds.height - line - 16) <= 2)
    view.text = "one\ntwo\nthree"
    window.layoutIfNeeded()
    #expect(view.bounds.height > 2.5 * line + 16 && view.bounds.height < 3.7 * line + 16)
    let before = view.bounds.height
    view.text = "one\ntwo\nthree\n"
    window.layoutIfNeeded()
    #expect(view.bounds.height > before + line / 2)
    view.text = Self.words
    window.layoutIfNeeded()
    let narrow = view.bounds.height
    #expect(narrow > 6 * line && narrow == wanted(view, 200))
    width.constant = 380
    window.layoutIfNeeded()
    #expect(view.bounds.height == wanted(view, 380) && view.bounds.height < narrow)
    let usual = view.bounds.height
    view.font = .systemFont(ofSize: 28)
    window.layoutIfNeeded()
    #expect(view.bounds.height > usual + line)
    let large = view.bounds.height
    view.textContainerInset = UIEdgeInsets(top: 18, left: 0, bottom: 28, right: 0)
    window.layoutIfNeeded()
    #expect(view.bounds.height == large + 30)
    view.text = ""
    window.layoutIfNeeded()
    #expect(view.bounds.height < usual)
  }

  @Test("A view without a width is as wide as its text, up to its limit")
  func widths() {
    let view = UITextView()
    let width = placed(view, width: 200)
    width.isActive = false
    view.widthAnchor.constraint(lessThanOrEqualToConstant: 150).isActive = true
    view.text = "ab"
    window.layoutIfNeeded()
    #expect(view.bounds.width > 20 && view.bounds.width < 60)
    #expect(abs(view.bounds.height - line - 16) <= 2)
    view.text = Self.words
    window.layoutIfNeeded()
    #expect(view.bounds.width > 60 && view.bounds.width <= 150)
    #expect(view.bounds.height == wanted(view, view.bounds.width))
  }

  @Test("A view that scrolls has no size of its own", .shows("UIScrollView.isScrollEnabled"))
  func scrolling() {
    let view = UITextView(frame: CGRect(x: 0, y: 0, width: 200, height: 50))
    view.text = Self.words
    #expect(view.intrinsicContentSize == CGSize(width: -1, height: -1))
    view.contentOffset.y = 30
    view.isScrollEnabled = false
    #expect(view.intrinsicContentSize.height == wanted(view, 200))
    #expect(view.contentOffset.y == 0)
  }

  @Test("A subclass may limit the height that it grows to")
  func capped() {
    let view = CappedTextView()
    _ = placed(view, width: 200)
    view.text = "one"
    for _ in 0..<3 { window.layoutIfNeeded() }
    #expect(abs(view.bounds.height - line - 16) <= 2)
    view.text = Self.words
    for _ in 0..<3 { window.layoutIfNeeded() }
    #expect(view.bounds.height == 60)
  }

  // MARK: Containers

  private func text(_ string: String, _ change: (UITextView) -> Void) -> UITextView {
    let view = UITextView(frame: CGRect(x: 0, y: 0, width: 120, height: 100))
    view.isScrollEnabled = false
    view.font = .systemFont(ofSize: 20)
    view.textColor = .red
    view.text = string
    change(view)
    return view
  }

  @Test(
    "Padding moves the text and the caret",
    .shows("UITextView.textContainer", "NSTextContainer.lineFragmentPadding")
  )
  func padding() throws {
    let view = text("\u{2588}\u{2588}") { _ in }
    #expect(view.textContainer.lineFragmentPadding == 5)
    #expect(view.caretRect(for: view.beginningOfDocument).minX == 5)
    view.textContainer.lineFragmentPadding = 0
    #expect(view.caretRect(for: view.beginningOfDocument).minX == 0)
    let near = try #require(shown(view))
    #expect((0..<60).contains { near[3, $0] == Pixels.red })
    view.textContainer.lineFragmentPadding = 20
    let far = try #require(shown(view))
    #expect(!(0..<60).contains { far[8, $0] == Pixels.red })
    #expect((0..<60).contains { far[23, $0] == Pixels.red })
    view.text = Self.words
    let high = wanted(view, 120)
    view.textContainer.lineFragmentPadding = 0
    #expect(wanted(view, 120) < high)
  }

  @Test("The container has the size of the view without its insets", .shows("NSTextContainer.size"))
  func sizes() {
    let view = text("a") {
      $0.textContainerInset = UIEdgeInsets(top: 8, left: 10, bottom: 12, right: 20)
    }
    #expect(view.textContainer.size == CGSize(width: 90, height: 80))
    view.isScrollEnabled = true
    #expect(view.textContainer.size == CGSize(width: 90, height: CGFloat.greatestFiniteMagnitude))
  }

  @Test(
    "Lines after the last one are left out, or end in an ellipsis",
    .shows("NSTextContainer.maximumNumberOfLines", "NSTextContainer.lineBreakMode")
  )
  func lines() throws {
    let cut = text(Self.words) { $0.textContainer.maximumNumberOfLines = 2 }
    #expect(abs(wanted(cut, 120) - 2 * line - 16) <= 3)
    let dotted = text(Self.words) {
      $0.textContainer.maximumNumberOfLines = 2
      $0.textContainer.lineBreakMode = .byTruncatingTail
    }
    #expect(wanted(dotted, 120) == wanted(cut, 120))
    let (one, other) = (try #require(shown(cut)), try #require(shown(dotted)))
    #expect(one.bytes != other.bytes)
    // The first lines are the same, and there is nothing below the second one.
    let first = 8 * 120 * 4..<(8 + Int(line)) * 120 * 4
    #expect(one.bytes[first] == other.bytes[first])
    let rest = (12 + 2 * Int(line.rounded(.up)))..<100
    #expect(rest.allSatisfy { y in (0..<120).allSatisfy { one[$0, y] == Pixels.clear } })
    dotted.textContainer.maximumNumberOfLines = 0
    #expect(wanted(dotted, 120) > 5 * line)
    // Without a number of lines, the height of a view that does not scroll counts.
    let low = text(Self.words) {
      $0.textContainer.lineBreakMode = .byTruncatingTail
      $0.frame.size.height = 18 + 2 * self.line
    }
    let high = text(Self.words) {
      $0.textContainer.lineBreakMode = .byTruncatingTail
      $0.textContainer.maximumNumberOfLines = 2
      $0.frame.size.height = 18 + 2 * self.line
    }
    let (lowest, highest) = (try #require(shown(low)), try #require(shown(high)))
    #expect(lowest.bytes == highest.bytes)
  }

  @Test(
    "A view takes the container that it is made with, once",
    .shows("NSTextContainer", "UITextView.textContainer")
  )
  func containers() {
    let container = NSTextContainer(size: CGSize(width: 30, height: 40))
    container.lineFragmentPadding = 3
    #expect(container.size == CGSize(width: 30, height: 40))
    let view = UITextView(
      frame: CGRect(x: 0, y: 0, width: 100, height: 50),
      textContainer: container
    )
    #expect(view.textContainer === container && container.size.width == 100)
    #expect(view.caretRect(for: view.beginningOfDocument).minX == 3)
    let other = UITextView(frame: .zero, textContainer: container)
    #expect(other.textContainer !== container)
    #expect(other.textContainer.lineFragmentPadding == 3)
    #expect(UITextView().textContainer.maximumNumberOfLines == 0)
  }
}

@MainActor
@Suite("Parts of screens", .serialized)
struct ScreenGapTests {
  @Test(
    "An image view shows symbols as it prefers them, unless they say otherwise",
    .shows("UIImageView.preferredSymbolConfiguration")
  )
  func symbols() throws {
    let window = makeWindow()
    let star = try #require(UIImage(systemName: "star.fill"))
    let view = UIImageView(image: star)
    view.translatesAutoresizingMaskIntoConstraints = false
    window.addSubview(view)
    NSLayoutConstraint.activate([
      view.topAnchor.constraint(equalTo: window.topAnchor),
      view.leadingAnchor.constraint(equalTo: window.leadingAnchor),
    ])
    window.layoutIfNeeded()
    #expect(view.bounds.size == star.size)
    view.preferredSymbolConfiguration = UIImage.SymbolConfiguration(pointSize: 34)
    window.layoutIfNeeded()
    // 34 x 1.18 = 40.12, rounded up.
    #expect(view.bounds.size == CGSize(width: 41, height: 41))
    #expect((view.layer.contents as? CGImage)?.width == 41)
    #expect(view.image === star && view.sizeThatFits(.zero).width == 41)
    // A size of the image's own counts; the weight, of which it says nothing, is the view's.
    let large = UIImage.SymbolConfiguration(pointSize: 50)
    view.image = UIImage(systemName: "star", withConfiguration: large)
    window.layoutIfNeeded()
    #expect(view.bounds.width == 59)
    let thin = try #require(shown(view))
    view.preferredSymbolConfiguration = UIImage.SymbolConfiguration(pointSize: 9, weight: .black)
    window.layoutIfNeeded()
    #expect(view.bounds.width == 59)
    #expect(shown(view)?.bytes != thin.bytes)
    view.preferredSymbolConfiguration = nil
    #expect(shown(view)?.bytes == thin.bytes)
    // A style of text follows the size of text: 17 x 1.18 = 20.06, 23 x 1.18 = 27.14, rounded up.
    view.image = star
    view.preferredSymbolConfiguration = UIImage.SymbolConfiguration(textStyle: .body)
    window.layoutIfNeeded()
    #expect(view.bounds.width == 21)
    window.minimumContentSizeCategory = .extraExtraExtraLarge
    window.layoutIfNeeded()
    window.layoutIfNeeded()
    #expect(view.bounds.width == 28 && view.intrinsicContentSize.width == 28)
    let plain = picture([[.red, .green]])
    view.preferredSymbolConfiguration = large
    view.image = plain
    #expect(view.intrinsicContentSize == CGSize(width: 2, height: 1))
  }

  @Test(
    "Cells of a wide table keep to the readable width",
    .shows("UITableView.cellLayoutMarginsFollowReadableWidth")
  )
  func readableTable() throws {
    let window = makeWindow(CGSize(width: 1000, height: 600))
    let table = UITableView(frame: window.bounds, style: .plain)
    let rows = Rows([2])
    rows.titles = ["Title"]
    table.register(UITableViewCell.self, forCellReuseIdentifier: "row")
    table.dataSource = rows
    window.addSubview(table)
    window.layoutIfNeeded()
    let cell = try #require(table.cellForRow(at: IndexPath(row: 0, section: 0)))
    let header = try #require(table.headerView(forSection: 0))
    cell.textLabel?.text = "text"
    let inner = UIView()
    inner.translatesAutoresizingMaskIntoConstraints = false
    cell.contentView.addSubview(inner)
    let guide = cell.contentView.layoutMarginsGuide
    NSLayoutConstraint.activate([
      inner.leadingAnchor.constraint(equalTo: guide.leadingAnchor),
      inner.trailingAnchor.constraint(equalTo: guide.trailingAnchor),
      inner.topAnchor.constraint(equalTo: guide.topAnchor),
      inner.bottomAnchor.constraint(equalTo: guide.bottomAnchor),
      inner.heightAnchor.constraint(equalToConstant: 10),
    ])
    window.layoutIfNeeded()
    #expect(!table.cellLayoutMarginsFollowReadableWidth)
    #expect(cell.textLabel?.frame.minX == 15 && inner.frame.minX == 8)
    table.cellLayoutMarginsFollowReadableWidth = true
    window.layoutIfNeeded()
    // 672 points are readable at the usual size of text: (1000 - 672) / 2 = 164.
    #expect(cell.textLabel?.frame.minX == 164 && cell.textLabel?.frame.width == 672)
    #expect(inner.frame.minX == 164 && inner.frame.width == 672)
    #expect(cell.layoutMargins.left == 164 && header.textLabel?.frame.minX == 164)
    cell.accessoryType = .disclosureIndicator
    window.layoutIfNeeded()
    #expect(cell.contentView.frame.maxX < 836 && cell.contentView.frame.maxX > 780)
    cell.accessoryType = .none
    table.frame.size.width = 500
    window.layoutIfNeeded()
    #expect(cell.textLabel?.frame.minX == 15 && cell.textLabel?.frame.width == 470)
    table.frame.size.width = 1000
    window.layoutIfNeeded()
    #expect(cell.textLabel?.frame.minX == 164)
    table.cellLayoutMarginsFollowReadableWidth = false
    window.layoutIfNeeded()
    #expect(cell.textLabel?.frame.minX == 15 && inner.frame.minX == 8)
    #expect(header.textLabel?.frame.minX == 15)
  }

  @Test(
    "A finger that moves along the dots leads through the pages",
    .shows("UIPageControl", "UIPageControl.currentPage")
  )
  func pages() {
    let control = UIPageControl(frame: CGRect(x: 0, y: 0, width: 120, height: 26))
    control.numberOfPages = 5
    var heard: [String] = []
    control.addAction(
      UIAction { _ in
        heard.append("\(control.currentPage) \(control.interactionState)")
      },
      for: .valueChanged
    )
    #expect(control.allowsContinuousInteraction)
    let finger = Finger(control)
    finger.down(20, 13)
    finger.move(24, 13)
    #expect(heard == [])
    finger.move(36, 13)
    finger.move(52, 13)
    finger.move(1000, 13)
    finger.move(36, 13)
    finger.up()
    #expect(heard == ["1 continuous", "2 continuous", "4 continuous", "1 continuous"])
    #expect(control.interactionState == .none)
    heard = []
    finger.tap(100, 13)
    #expect(heard == ["2 discrete"] && control.interactionState == .none)
    heard = []
    control.allowsContinuousInteraction = false
    finger.down(20, 13)
    finger.move(100, 13)
    #expect(heard == [])
    finger.up()
    #expect(heard == ["3 discrete"])
    control.allowsContinuousInteraction = true
    finger.down(20, 13)
    finger.move(36, 13)
    finger.cancel()
    #expect(control.interactionState == .none && control.currentPage == 4)
  }

  @Test(
    "A page control has images in place of its dots, and a plate behind them",
    .shows(
      "UIPageControl.backgroundStyle",
      "UIPageControl.pageIndicatorTintColor",
      "UIPageControl.currentPageIndicatorTintColor",
      "UIPageControl.size(forNumberOfPages:)"
    )
  )
  func indicators() throws {
    let control = UIPageControl(frame: CGRect(x: 0, y: 0, width: 120, height: 40))
    control.numberOfPages = 3
    control.pageIndicatorTintColor = .blue
    control.currentPageIndicatorTintColor = .green
    #expect(control.size(forNumberOfPages: 3) == CGSize(width: 71, height: 26))
    let square = drawn(20, 20) { context in
      context.setFillColor(UIColor.red.cgColor)
      context.fill(CGRect(x: 0, y: 0, width: 20, height: 20))
    }
    control.preferredIndicatorImage = square
    // Three of 20 points, 9 between them, 16 at the ends.
    #expect(control.intrinsicContentSize == CGSize(width: 110, height: 39))
    #expect(control.indicatorImage(forPage: 1) == nil)
    control.setIndicatorImage(square.withRenderingMode(.alwaysOriginal), forPage: 1)
    control.setIndicatorImage(square, forPage: 7)
    #expect(control.indicatorImage(forPage: 1) != nil && control.indicatorImage(forPage: 7) == nil)
    let pixels = try #require(shown(control))
    #expect(pixels[31, 20] == Pixels.green)
    #expect(pixels[60, 20] == Pixels.red && pixels[89, 20] == Pixels.blue)
    #expect(pixels[45, 20] == Pixels.clear)
    control.backgroundStyle = .prominent
    #expect(shown(control)?[45, 20] != Pixels.clear)
    control.backgroundStyle = .minimal
    #expect(shown(control)?[45, 20] == Pixels.clear)
    control.setIndicatorImage(nil, forPage: 1)
    #expect(shown(control)?[60, 20] == Pixels.blue)
  }

  @Test(
    "The views beside a field change sides where layout goes from right to left",
    .shows(
      "UITextField.leftView",
      "UITextField.rightView",
      "UITextField.leftViewRect(forBounds:)",
      "UITextField.rightViewRect(forBounds:)",
      "UITextField.clearButtonRect(forBounds:)"
    )
  )
  func fields() {
    let field = UITextField(frame: CGRect(x: 0, y: 0, width: 100, height: 30))
    let left = UIView(frame: CGRect(x: 0, y: 0, width: 20, height: 20))
    let right = UIView(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
    (field.leftView, field.rightView) = (left, right)
    (field.leftViewMode, field.rightViewMode) = (.always, .always)
    field.text = "text"
    field.layoutIfNeeded()
    #expect(left.frame == CGRect(x: 0, y: 5, width: 20, height: 20))
    #expect(right.frame == CGRect(x: 90, y: 10, width: 10, height: 10))
    #expect(field.textRect(forBounds: field.bounds) == CGRect(x: 20, y: 0, width: 70, height: 30))
    field.semanticContentAttribute = .forceRightToLeft
    field.layoutIfNeeded()
    #expect(left.frame == CGRect(x: 80, y: 5, width: 20, height: 20))
    #expect(right.frame == CGRect(x: 0, y: 10, width: 10, height: 10))
    #expect(field.textRect(forBounds: field.bounds) == CGRect(x: 10, y: 0, width: 70, height: 30))
    field.rightViewMode = .never
    field.clearButtonMode = .always
    #expect(field.clearButtonRect(forBounds: field.bounds).minX == 4)
    #expect(field.textRect(forBounds: field.bounds) == CGRect(x: 24, y: 0, width: 56, height: 30))
  }
}
