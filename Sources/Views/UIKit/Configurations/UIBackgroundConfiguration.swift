// The plates behind cells and buttons as values.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
public import Foundation
import QuartzSharing

/// The plate behind a cell or a button.
public struct UIBackgroundConfiguration: Hashable, Sendable {
  /// The colour; nil for that of the style.
  public var backgroundColor: UIColor?
  /// A change of the colour, or nil.
  public var backgroundColorTransformer: UIConfigurationColorTransformer?
  /// The radius of the corners in points; negative, the default, for that of the style.
  public var cornerRadius: CGFloat = -1
  /// The room between the view's edges and the plate, in points.
  public var backgroundInsets = NSDirectionalEdgeInsets.zero
  /// The edges at which the view's layout margins are added to that room.
  public var edgesAddingLayoutMarginsToBackgroundInsets: NSDirectionalRectEdge = []
  /// The colour of a line inside the edge; nil if there is none.
  public var strokeColor: UIColor?
  /// A change of the line's colour, or nil.
  public var strokeColorTransformer: UIConfigurationColorTransformer?
  /// The width of the line in points.
  public var strokeWidth: CGFloat = 0
  /// The distance of the line outside of the edge, in points.
  public var strokeOutset: CGFloat = 0
  /// An image on the plate; nil if there is none.
  public var image: UIImage?
  /// The way in which the image fills the plate.
  public var imageContentMode = UIView.ContentMode.scaleToFill
  /// An effect on what is behind the plate, below its colour; nil if there is none.
  public var visualEffect: UIVisualEffect? {
    get { effect?.shared.value }
    set { effect = newValue.map { Effect(shared: Transferred($0)) } }
  }
  private var effect: Effect?
  /// A view on the plate; nil if there is none.
  public var customView: UIView?
  /// The kind of list, whose colours follow the state; nil for plates of programs.
  private var list: ListBackground?

  private enum ListBackground: Hashable, Sendable { case plain, grouped, sidebar }

  /// An effect, which the thread of the views alone uses.
  private struct Effect: Hashable, Sendable {
    let shared: Transferred<UIVisualEffect>

    static func == (left: Effect, right: Effect) -> Bool {
      left.shared.value === right.shared.value
    }

    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(shared.value)) }
  }

  /// A plate without a colour.
  public static func clear() -> UIBackgroundConfiguration {
    var background = UIBackgroundConfiguration()
    background.backgroundColor = .clear
    return background
  }

  private static func list(_ kind: ListBackground, _ color: UIColor?) -> Self {
    var background = UIBackgroundConfiguration()
    background.list = kind
    background.backgroundColor = color
    background.cornerRadius = 0
    return background
  }

  /// The plate of a cell in a plain list.
  public static func listPlainCell() -> UIBackgroundConfiguration {
    list(.plain, .systemBackground)
  }
  /// The plate of a cell in a grouped list.
  public static func listGroupedCell() -> UIBackgroundConfiguration {
    list(.grouped, .secondarySystemGroupedBackground)
  }
  /// The plate of a cell in a list.
  public static func listCell() -> UIBackgroundConfiguration { listPlainCell() }
  /// The plate of a cell in a sidebar.
  public static func listSidebarCell() -> UIBackgroundConfiguration {
    var background = list(.sidebar, .clear)
    background.cornerRadius = 10
    return background
  }
  /// The plate of a header or footer in a plain list.
  public static func listPlainHeaderFooter() -> UIBackgroundConfiguration {
    list(.plain, .systemBackground)
  }
  /// The plate of a header or footer in a grouped list.
  public static func listGroupedHeaderFooter() -> UIBackgroundConfiguration { clear() }
  /// The plate of a header in a list.
  public static func listHeader() -> UIBackgroundConfiguration { clear() }
  /// The plate of a footer in a list.
  public static func listFooter() -> UIBackgroundConfiguration { clear() }

  /// Returns the plate for a state: cells of lists are grey while they are touched or selected.
  public func updated(for state: any UIConfigurationState) -> UIBackgroundConfiguration {
    guard let list, let cell = state as? UICellConfigurationState else { return self }
    var updated = self
    let isOn = cell.isSelected || cell.isHighlighted
    switch list {
    case .plain: updated.backgroundColor = isOn ? .systemGray4 : .systemBackground
    case .grouped:
      updated.backgroundColor = isOn ? .systemGray4 : .secondarySystemGroupedBackground
    case .sidebar: updated.backgroundColor = isOn ? .systemGray5 : .clear
    }
    return updated
  }

  /// Returns the colour of the plate.
  public func resolvedBackgroundColor(for tintColor: UIColor) -> UIColor {
    let color = backgroundColor ?? tintColor
    return backgroundColorTransformer.map { $0(color) } ?? color
  }

  /// Returns the colour of the line.
  public func resolvedStrokeColor(for tintColor: UIColor) -> UIColor {
    let color = strokeColor ?? tintColor
    return strokeColorTransformer.map { $0(color) } ?? color
  }
}

/// A plate.
final class BackgroundConfigurationView: UIView {
  private let plate = UIView(frame: .zero)
  private let line = UIView(frame: .zero)
  private var imageView: UIImageView?
  private var effectView: UIVisualEffectView?

  var configuration = UIBackgroundConfiguration() {
    didSet { if configuration != oldValue { show() } }
  }

  override init(frame: CGRect) {
    super.init(frame: frame)
    isUserInteractionEnabled = false
    plate.clipsToBounds = true
    addSubview(plate)
    addSubview(line)
  }

  required init?(coder: NSCoder) { nil }

  private func show() {
    let value = configuration
    plate.backgroundColor =
      value.backgroundColor == nil ? nil : value.resolvedBackgroundColor(for: tintColor)
    plate.layer.cornerRadius = max(value.cornerRadius, 0)
    let hasLine = value.strokeWidth > 0
    line.isHidden = !hasLine
    line.layer.borderWidth = hasLine ? value.strokeWidth : 0
    line.layer.borderColor = hasLine ? value.resolvedStrokeColor(for: tintColor).cgColor : nil
    line.layer.cornerRadius = max(value.cornerRadius, 0) + max(value.strokeOutset, 0)
    if let image = value.image {
      let view = imageView ?? UIImageView(frame: .zero)
      view.image = image
      view.contentMode = value.imageContentMode
      if imageView == nil { plate.insertSubview(view, at: 0) }
      imageView = view
    } else {
      imageView?.removeFromSuperview()
      imageView = nil
    }
    showEffect()
    for view in plate.subviews
    where view !== imageView && view !== value.customView && view !== effectView {
      view.removeFromSuperview()
    }
    if let view = value.customView, view.superview !== plate { plate.addSubview(view) }
    setNeedsLayout()
  }

  private func showEffect() {
    guard let effect = configuration.visualEffect else {
      effectView?.removeFromSuperview()
      effectView = nil
      return
    }
    let view = effectView ?? UIVisualEffectView(effect: nil)
    if view.effect !== effect { view.effect = effect }
    // Behind an image, which has the lowest place otherwise.
    if effectView == nil { plate.insertSubview(view, at: 0) }
    effectView = view
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    let value = configuration
    var insets = value.backgroundInsets
    let edges = value.edgesAddingLayoutMarginsToBackgroundInsets
    let margins = superview?.directionalLayoutMargins ?? .zero
    if edges.contains(.top) { insets.top += margins.top }
    if edges.contains(.leading) { insets.leading += margins.leading }
    if edges.contains(.bottom) { insets.bottom += margins.bottom }
    if edges.contains(.trailing) { insets.trailing += margins.trailing }
    let isTurned = effectiveUserInterfaceLayoutDirection == .rightToLeft
    plate.frame = bounds.inset(
      by: UIEdgeInsets(
        top: insets.top,
        left: isTurned ? insets.trailing : insets.leading,
        bottom: insets.bottom,
        right: isTurned ? insets.leading : insets.trailing
      )
    )
    line.frame = plate.frame.insetBy(dx: -value.strokeOutset, dy: -value.strokeOutset)
    for view in plate.subviews { view.frame = plate.bounds }
  }
}
