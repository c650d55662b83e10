// Wheels with rows, of which one is chosen.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
public import Foundation

/// Says how many wheels and rows a picker has.
@preconcurrency
@MainActor
public protocol UIPickerViewDataSource: AnyObject {
  /// Returns the number of wheels.
  func numberOfComponents(in pickerView: UIPickerView) -> Int
  /// Returns the number of rows of a wheel.
  func pickerView(_ pickerView: UIPickerView, numberOfRowsInComponent component: Int) -> Int
}

/// Says what rows show, and hears of chosen ones.
@preconcurrency
@MainActor
public protocol UIPickerViewDelegate: AnyObject {
  /// Returns the width of a wheel in points; 0 for an equal share of the room.
  func pickerView(_ pickerView: UIPickerView, widthForComponent component: Int) -> CGFloat
  /// Returns the height of the rows of a wheel in points; 0 for 32.
  func pickerView(_ pickerView: UIPickerView, rowHeightForComponent component: Int) -> CGFloat
  /// Returns the text of a row.
  func pickerView(
    _ pickerView: UIPickerView,
    titleForRow row: Int,
    forComponent component: Int
  ) -> String?
  /// Returns the text of a row with attributes; nil for the plain one.
  func pickerView(
    _ pickerView: UIPickerView,
    attributedTitleForRow row: Int,
    forComponent component: Int
  ) -> NSAttributedString?
  /// Returns the view of a row; nil for the text.
  ///
  /// - Parameters:
  ///   - pickerView: The picker.
  ///   - row: The row.
  ///   - component: The wheel.
  ///   - view: A view of another row that may be used again; nil if there is none.
  func pickerView(
    _ pickerView: UIPickerView,
    viewForRow row: Int,
    forComponent component: Int,
    reusing view: UIView?
  ) -> UIView?
  /// A row was chosen by a touch.
  func pickerView(_ pickerView: UIPickerView, didSelectRow row: Int, inComponent component: Int)
}

extension UIPickerViewDelegate {
  /// An equal share of the room.
  public func pickerView(
    _ pickerView: UIPickerView,
    widthForComponent component: Int
  ) -> CGFloat { 0 }
  /// 32 points.
  public func pickerView(
    _ pickerView: UIPickerView,
    rowHeightForComponent component: Int
  ) -> CGFloat { 0 }
  /// None.
  public func pickerView(
    _ pickerView: UIPickerView,
    titleForRow row: Int,
    forComponent component: Int
  ) -> String? { nil }
  /// None.
  public func pickerView(
    _ pickerView: UIPickerView,
    attributedTitleForRow row: Int,
    forComponent component: Int
  ) -> NSAttributedString? { nil }
  /// None.
  public func pickerView(
    _ pickerView: UIPickerView,
    viewForRow row: Int,
    forComponent component: Int,
    reusing view: UIView?
  ) -> UIView? { nil }
  /// Does nothing.
  public func pickerView(
    _ pickerView: UIPickerView,
    didSelectRow row: Int,
    inComponent component: Int
  ) {}
}

/// Wheels beside each other, each with one chosen row in the middle; 216 points high by itself.
///
/// **Differences**: wheels are flat.
open class UIPickerView: UIView {
  private var wheels: [PickerWheel] = []
  private let band = UIView(frame: .zero)
  private var isLoaded = false

  /// The height of a picker, in points.
  private static let height: CGFloat = 216
  private static let rowHeight: CGFloat = 32
  private static let gap: CGFloat = 5
  /// Wheels beyond this number are left out.
  private static let mostWheels = 64

  /// The object that says how many rows there are.
  open weak var dataSource: (any UIPickerViewDataSource)? { didSet { reloadAllComponents() } }
  /// The object that says what rows show.
  open weak var delegate: (any UIPickerViewDelegate)? { didSet { reloadAllComponents() } }
  /// Whether a band marks the chosen rows: it does.
  open var showsSelectionIndicator = true { didSet { band.isHidden = !showsSelectionIndicator } }

  /// Creates a picker.
  public override init(frame: CGRect) {
    super.init(frame: frame)
    prepare()
  }

  private func prepare() {
    band.backgroundColor = .tertiarySystemFill
    band.layer.cornerRadius = 8
    band.isUserInteractionEnabled = false
    addSubview(band)
  }

  /// Creates a picker from an archive.
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
    prepare()
    coder.finish(self, UIPickerView.self)
  }

  private func load() {
    guard !isLoaded else { return }
    isLoaded = true
    let count = min(max(dataSource?.numberOfComponents(in: self) ?? 0, 0), Self.mostWheels)
    for wheel in wheels[min(count, wheels.count)...] { wheel.removeFromSuperview() }
    wheels = Array(wheels.prefix(count))
    while wheels.count < count {
      let wheel = PickerWheel(number: wheels.count)
      wheel.picker = self
      addSubview(wheel)
      wheels.append(wheel)
    }
    for wheel in wheels {
      let asked = delegate?.pickerView(self, rowHeightForComponent: wheel.number) ?? 0
      wheel.rowHeight = asked > 0 && asked.isFinite ? asked : Self.rowHeight
      wheel.count = max(
        dataSource?.pickerView(self, numberOfRowsInComponent: wheel.number) ?? 0,
        0
      )
      wheel.reload()
    }
    setNeedsLayout()
  }

  /// The number of wheels.
  open var numberOfComponents: Int {
    load()
    return wheels.count
  }

  /// Returns the number of rows of a wheel; 0 for one that there is not.
  open func numberOfRows(inComponent component: Int) -> Int { wheel(component)?.count ?? 0 }

  /// Returns the size of a row of a wheel, in points.
  open func rowSize(forComponent component: Int) -> CGSize {
    layoutIfNeeded()
    guard let wheel = wheel(component) else { return .zero }
    return CGSize(width: wheel.frame.width, height: wheel.rowHeight)
  }

  private func wheel(_ component: Int) -> PickerWheel? {
    load()
    return wheels.indices.contains(component) ? wheels[component] : nil
  }

  /// Reads all wheels again.
  open func reloadAllComponents() {
    isLoaded = false
    setNeedsLayout()
  }

  /// Reads the rows of a wheel again.
  open func reloadComponent(_ component: Int) {
    guard let wheel = wheel(component) else { return }
    wheel.count = max(dataSource?.pickerView(self, numberOfRowsInComponent: component) ?? 0, 0)
    wheel.reload()
  }

  /// Chooses a row of a wheel, the nearest one that there is; the delegate is not notified.
  open func selectRow(_ row: Int, inComponent component: Int, animated: Bool) {
    layoutIfNeeded()
    wheel(component)?.select(row, animated: animated && window != nil)
  }

  /// Returns the chosen row of a wheel; -1 for a wheel without rows.
  open func selectedRow(inComponent component: Int) -> Int { wheel(component)?.selected ?? -1 }

  /// Returns the view of a row that shows; nil for another one.
  open func view(forRow row: Int, forComponent component: Int) -> UIView? {
    wheel(component)?.view(row)
  }

  open override func sizeThatFits(_ size: CGSize) -> CGSize {
    CGSize(width: size.width > 0 && size.width.isFinite ? size.width : 320, height: Self.height)
  }

  open override var intrinsicContentSize: CGSize { CGSize(width: 320, height: Self.height) }

  open override func layoutSubviews() {
    super.layoutSubviews()
    load()
    let asked = wheels.map { delegate?.pickerView(self, widthForComponent: $0.number) ?? 0 }
    let fixed = asked.reduce(0) { $0 + max($1, 0) }
    let gaps = Self.gap * CGFloat(max(wheels.count - 1, 0))
    let growing = CGFloat(asked.count { $0 <= 0 })
    let margin: CGFloat = 9
    let room = max(bounds.width - 2 * margin - fixed - gaps, 0)
    var x = margin + (growing == 0 ? room / 2 : 0)
    for (wheel, width) in zip(wheels, asked) {
      let width = width > 0 ? width : room / growing
      wheel.frame = CGRect(x: x, y: 0, width: width, height: bounds.height)
      x += width + Self.gap
    }
    let high = wheels.map(\.rowHeight).max() ?? Self.rowHeight
    band.frame = CGRect(
      x: margin,
      y: (bounds.height - high) / 2,
      width: max(bounds.width - 2 * margin, 0),
      height: high
    )
  }

  final func choseRow(_ row: Int, _ component: Int) {
    delegate?.pickerView(self, didSelectRow: row, inComponent: component)
  }
}

/// A wheel: a list whose middle row is chosen.
private final class PickerWheel: UIScrollView, UIScrollViewDelegate {
  let number: Int
  weak var picker: UIPickerView?
  var rowHeight: CGFloat = 32
  var count = 0
  private(set) var selected = -1
  private var rows: [Int: UIView] = [:]
  private var spare: [UIView] = []

  init(number: Int) {
    self.number = number
    super.init(frame: .zero)
    showsVerticalScrollIndicator = false
    showsHorizontalScrollIndicator = false
    decelerationRate = .fast
    delegate = self
    contentInsetAdjustmentBehavior = .never
    scrollsToTop = false
    addGestureRecognizer(
      UITapGestureRecognizer { [weak self] recognizer in
        guard let self else { return }
        tapped(recognizer.location(in: self).y)
      }
    )
  }

  required init?(coder: NSCoder) { nil }

  private var margin: CGFloat { (bounds.height - rowHeight) / 2 }

  func view(_ row: Int) -> UIView? { rows[row] }

  func reload() {
    for view in rows.values { view.removeFromSuperview() }
    rows = [:]
    spare = []
    selected = count == 0 ? -1 : min(max(selected, 0), count - 1)
    setNeedsLayout()
  }

  override var frame: CGRect {
    didSet { if frame.size != oldValue.size { setNeedsLayout() } }
  }

  private var laidOutHeight: CGFloat = -1

  override func layoutSubviews() {
    super.layoutSubviews()
    let size = CGSize(width: bounds.width, height: CGFloat(count) * rowHeight + 2 * margin)
    if contentSize != size || laidOutHeight != bounds.height {
      laidOutHeight = bounds.height
      contentSize = size
      contentOffset.y = CGFloat(max(selected, 0)) * rowHeight
    }
    showRows()
  }

  private func showRows() {
    guard count > 0, bounds.height > 0 else { return }
    let first = max(Int((contentOffset.y - margin) / rowHeight), 0)
    let last = min(Int((contentOffset.y + bounds.height - margin) / rowHeight), count - 1)
    for (row, view) in rows where row < first || row > last {
      view.removeFromSuperview()
      rows[row] = nil
      if spare.count < 8 { spare.append(view) }
    }
    guard first <= last else { return }
    for row in first...last {
      let view = rows[row] ?? makeRow(row)
      rows[row] = view
      let y = margin + CGFloat(row) * rowHeight
      view.frame = CGRect(x: 0, y: y, width: bounds.width, height: rowHeight)
      let distance = abs(y + rowHeight / 2 - contentOffset.y - bounds.height / 2) / rowHeight
      view.alpha = max(1 - distance * 0.25, 0.15)
    }
  }

  private func makeRow(_ row: Int) -> UIView {
    let made = ask(row)
    if made.superview !== self { addSubview(made) }
    return made
  }

  private func ask(_ row: Int) -> UIView {
    guard let picker, let delegate = picker.delegate else { return UIView(frame: .zero) }
    let old = spare.popLast()
    let own = delegate.pickerView(picker, viewForRow: row, forComponent: number, reusing: old)
    if let own { return own }
    let label = old as? UILabel ?? UILabel()
    label.textAlignment = .center
    label.font = .systemFont(ofSize: 21)
    label.textColor = .label
    let text = delegate.pickerView(picker, attributedTitleForRow: row, forComponent: number)
    if let text {
      label.attributedText = text
    } else {
      label.text = delegate.pickerView(picker, titleForRow: row, forComponent: number)
    }
    return label
  }

  func select(_ row: Int, animated: Bool) {
    guard count > 0 else { return }
    selected = min(max(row, 0), count - 1)
    layoutIfNeeded()
    setContentOffset(CGPoint(x: 0, y: CGFloat(selected) * rowHeight), animated: animated)
    setNeedsLayout()
  }

  private func tapped(_ y: CGFloat) {
    guard count > 0 else { return }
    let row = min(max(Int((y - margin) / rowHeight), 0), count - 1)
    select(row, animated: true)
    picker?.choseRow(row, number)
  }

  private func nearestRow(_ offset: CGFloat) -> Int {
    let row = (offset / rowHeight).rounded()
    return min(max(row.isFinite ? Int(max(min(row, 1e9), -1e9)) : 0, 0), max(count - 1, 0))
  }

  func scrollViewDidScroll(_ scrollView: UIScrollView) { showRows() }

  func scrollViewWillEndDragging(
    _ scrollView: UIScrollView,
    withVelocity velocity: CGPoint,
    targetContentOffset: UnsafeMutablePointer<CGPoint>
  ) {
    targetContentOffset.pointee.y = CGFloat(nearestRow(targetContentOffset.pointee.y)) * rowHeight
  }

  func scrollViewDidEndDragging(_ scrollView: UIScrollView, willDecelerate decelerate: Bool) {
    if !decelerate { rest() }
  }

  func scrollViewDidEndDecelerating(_ scrollView: UIScrollView) { rest() }

  private func rest() {
    guard count > 0 else { return }
    let row = nearestRow(contentOffset.y)
    let place = CGFloat(row) * rowHeight
    if contentOffset.y != place {
      setContentOffset(CGPoint(x: 0, y: place), animated: window != nil)
    }
    guard row != selected else { return }
    selected = row
    picker?.choseRow(row, number)
  }
}
