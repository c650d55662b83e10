// The letters at the right edge of a table, which lead to sections.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation

/// The state of the letters.
final class SectionIndexState {
  var color: UIColor?
  var background: UIColor?
  var trackingBackground: UIColor?
  var minimumRows = 0
  var bar: SectionIndexBar?
}

extension UITableView {
  /// The colour of the letters; nil, the default, for the tint colour.
  public var sectionIndexColor: UIColor? {
    get { rows.index.color }
    set {
      rows.index.color = newValue
      setNeedsLayout()
    }
  }

  /// The colour behind the letters; nil, the default, for none.
  public var sectionIndexBackgroundColor: UIColor? {
    get { rows.index.background }
    set {
      rows.index.background = newValue
      setNeedsLayout()
    }
  }

  /// The colour behind the letters while a finger is on them; nil, the default, for that without.
  public var sectionIndexTrackingBackgroundColor: UIColor? {
    get { rows.index.trackingBackground }
    set {
      rows.index.trackingBackground = newValue
      setNeedsLayout()
    }
  }

  /// The number of rows from which on the letters are shown; 0 by default.
  public var sectionIndexMinimumDisplayRowCount: Int {
    get { rows.index.minimumRows }
    set {
      rows.index.minimumRows = newValue
      setNeedsLayout()
    }
  }

  /// Asks the data source for the letters again.
  public func reloadSectionIndexTitles() { showSectionIndex() }

  /// Asks the data source for the letters.
  final func showSectionIndex() {
    let titles = dataSource?.sectionIndexTitles(for: self) ?? []
    let count = rows.geometry.counts.reduce(0, +)
    guard !titles.isEmpty, count >= rows.index.minimumRows else {
      rows.index.bar?.removeFromSuperview()
      rows.index.bar = nil
      return
    }
    let bar = rows.index.bar ?? SectionIndexBar(frame: .zero)
    rows.index.bar = bar
    bar.table = self
    bar.titles = titles
    if bar.superview !== self { addSubview(bar) }
    setNeedsLayout()
  }

  /// Keeps the letters at the edge, in front of the rows.
  final func placeSectionIndex() {
    guard let bar = rows.index.bar else { return }
    let area = bounds.inset(by: adjustedContentInset)
    let isMirrored = effectiveUserInterfaceLayoutDirection == .rightToLeft
    let width = SectionIndexBar.width
    let frame = CGRect(
      x: isMirrored ? bounds.minX : bounds.maxX - width,
      y: area.minY,
      width: width,
      height: max(area.height, 0)
    )
    if bar.frame != frame { bar.frame = frame }
    if subviews.last !== bar { bringSubviewToFront(bar) }
    bar.takeColors()
  }

  /// Scrolls to the section of a letter, as the data source says.
  final func scroll(toIndexTitle title: String, at index: Int) {
    let chosen =
      dataSource?.tableView(self, sectionForSectionIndexTitle: title, at: index) ?? index
    guard rows.geometry.sections.indices.contains(chosen) else { return }
    let top = rect(forSection: chosen).minY - adjustedContentInset.top
    setContentOffset(restingOffset(near: CGPoint(x: contentOffset.x, y: top)), animated: false)
  }
}

/// The letters, one below the other in the middle of the edge.
final class SectionIndexBar: UIView {
  weak var table: UITableView?
  var titles: [String] = [] { didSet { if titles != oldValue { build() } } }
  private var labels: [UILabel] = []
  private var last: Int?
  private var isTracking = false

  /// The width of the bar, in points.
  static let width: CGFloat = 20
  private static let rowHeight: CGFloat = 14

  private func build() {
    for label in labels { label.removeFromSuperview() }
    labels = titles.map { title in
      let label = UILabel()
      label.text = title
      label.font = .systemFont(ofSize: 11, weight: .semibold)
      label.textAlignment = .center
      label.isUserInteractionEnabled = false
      addSubview(label)
      return label
    }
    isAccessibilityElement = true
    accessibilityTraits = .adjustable
    accessibilityLabel = "table index"
    setNeedsLayout()
  }

  func takeColors() {
    guard let table else { return }
    let index = table.rows.index
    for label in labels { label.textColor = index.color ?? tintColor }
    backgroundColor = isTracking ? index.trackingBackground ?? index.background : index.background
  }

  /// The height of a letter: less than usual where they do not fit.
  private var pitch: CGFloat {
    guard !titles.isEmpty else { return 0 }
    return min(SectionIndexBar.rowHeight, bounds.height / CGFloat(titles.count))
  }

  private var top: CGFloat { bounds.midY - pitch * CGFloat(titles.count) / 2 }

  override func layoutSubviews() {
    super.layoutSubviews()
    for (number, label) in labels.enumerated() {
      label.frame = CGRect(
        x: 0,
        y: top + CGFloat(number) * pitch,
        width: bounds.width,
        height: pitch
      )
    }
  }

  private func track(_ touches: Set<UITouch>) {
    guard let y = touches.first?.location(in: self).y, pitch > 0, y.isFinite else { return }
    let number = Int(min(max((y - top) / pitch, 0), CGFloat(titles.count - 1)))
    guard number != last, titles.indices.contains(number) else { return }
    last = number
    table?.scroll(toIndexTitle: titles[number], at: number)
  }

  override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
    isTracking = true
    table?.panGestureRecognizer.isEnabled = false
    takeColors()
    track(touches)
  }

  override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) { track(touches) }

  override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) { end() }

  override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) { end() }

  private func end() {
    isTracking = false
    last = nil
    table?.panGestureRecognizer.isEnabled = true
    takeColors()
  }
}
