// Views of collections that are used again: cells, headers, decorations.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
public import Foundation

/// A view of a collection that is used again for another element.
@preconcurrency
@MainActor
open class UICollectionReusableView: UIView {
  /// Creates a view.
  public override init(frame: CGRect) { super.init(frame: frame) }

  /// Creates a view from an archive; nil if the archive is damaged.
  public required init?(coder: NSCoder) { super.init(coder: coder) }

  /// The name under which the view is used again; nil for never.
  open internal(set) var reuseIdentifier: String?

  /// The attributes with which it shows; nil while it shows nothing.
  final var shown: UICollectionViewLayoutAttributes?

  /// Prepares the view for another element; subclasses take back what not every element sets.
  open func prepareForReuse() {}

  /// Called when the view gets other attributes; for those that a subclass of them adds.
  open func apply(_ layoutAttributes: UICollectionViewLayoutAttributes) {}

  /// Gives the view a place and a look.
  final func show(_ attributes: UICollectionViewLayoutAttributes) {
    shown = attributes
    guard attributes.isUsable else { return isHidden = true }
    let size = CGRect(origin: bounds.origin, size: attributes.size)
    if bounds != size { bounds = size }
    if center != attributes.center { center = attributes.center }
    transform3D = attributes.transform3D
    alpha = attributes.alpha
    isHidden = attributes.isHidden
    if layer.zPosition != CGFloat(attributes.zIndex) {
      layer.zPosition = CGFloat(attributes.zIndex)
    }
    apply(attributes)
  }
}

/// The cell of an item.
@preconcurrency
@MainActor
open class UICollectionViewCell: UICollectionReusableView {
  private let content = UIView(frame: .zero)
  private var selectionState = (isSelected: false, isHighlighted: false)

  /// Creates a cell.
  public override init(frame: CGRect) {
    super.init(frame: frame)
    content.frame = bounds
    addSubview(content)
  }

  /// Creates a cell from an archive; nil if the archive is damaged.
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
    content.frame = bounds
    addSubview(content)
  }

  /// The view for the contents; as large as the cell.
  open var contentView: UIView { content }

  /// Whether the item is selected.
  open var isSelected: Bool {
    get { selectionState.isSelected }
    set {
      selectionState.isSelected = newValue
      updateSelection()
    }
  }

  /// Whether the item is touched.
  open var isHighlighted: Bool {
    get { selectionState.isHighlighted }
    set {
      selectionState.isHighlighted = newValue
      updateSelection()
    }
  }

  /// The view behind the contents.
  open var backgroundView: UIView? {
    didSet { replace(oldValue, by: backgroundView, at: 0) }
  }

  /// The view that shows, in front of the background, while the item is selected or touched.
  open var selectedBackgroundView: UIView? {
    didSet {
      replace(oldValue, by: selectedBackgroundView, at: backgroundView == nil ? 0 : 1)
      updateSelection()
    }
  }

  private func replace(_ old: UIView?, by new: UIView?, at index: Int) {
    guard old !== new else { return }
    if old?.superview === self { old?.removeFromSuperview() }
    guard let new else { return }
    new.frame = bounds
    insertSubview(new, at: index)
  }

  private func updateSelection() {
    selectedBackgroundView?.isHidden = !selectionState.isSelected && !selectionState.isHighlighted
  }

  /// Places contents and backgrounds.
  open override func layoutSubviews() {
    super.layoutSubviews()
    for view in [content, backgroundView, selectedBackgroundView] {
      if let view, view.frame != bounds { view.frame = bounds }
    }
  }
}
