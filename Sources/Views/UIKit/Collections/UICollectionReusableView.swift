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
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
    coder.finish(self, UICollectionReusableView.self)
  }

  /// The name under which the view is used again; nil for never.
  open internal(set) var reuseIdentifier: String?

  /// The attributes with which it shows; nil while it shows nothing.
  final var shown: UICollectionViewLayoutAttributes?

  /// Prepares the view for another element; subclasses take back what not every element sets.
  open func prepareForReuse() {}

  /// Called when the view gets other attributes; for those that a subclass of them adds.
  open func apply(_ layoutAttributes: UICollectionViewLayoutAttributes) {}

  /// Returns the attributes that the view asks for, where it decides a length by itself.
  ///
  /// By default the size is that of `systemLayoutSizeFitting`, of the axes that the layout leaves
  /// open.
  open func preferredLayoutAttributesFitting(
    _ layoutAttributes: UICollectionViewLayoutAttributes
  ) -> UICollectionViewLayoutAttributes {
    let open = layoutAttributes.openAxes
    guard !open.isEmpty else { return layoutAttributes }
    var target = layoutAttributes.size
    if open.contains(.horizontal) { target.width = 0 }
    if open.contains(.vertical) { target.height = 0 }
    let size = systemLayoutSizeFitting(
      target,
      withHorizontalFittingPriority: open.contains(.horizontal) ? .fittingSizeLevel : .required,
      verticalFittingPriority: open.contains(.vertical) ? .fittingSizeLevel : .required
    )
    guard let result = layoutAttributes.copy() as? UICollectionViewLayoutAttributes else {
      return layoutAttributes
    }
    if open.contains(.horizontal) { result.size.width = size.width }
    if open.contains(.vertical) { result.size.height = size.height }
    return result
  }

  /// The size of the contents, where constraints or a configuration decide it; else that of the
  /// attributes.
  open override func systemLayoutSizeFitting(
    _ targetSize: CGSize,
    withHorizontalFittingPriority horizontalFittingPriority: UILayoutPriority,
    verticalFittingPriority: UILayoutPriority
  ) -> CGSize {
    guard decidesSize else { return shown?.size ?? bounds.size }
    return super.systemLayoutSizeFitting(
      targetSize,
      withHorizontalFittingPriority: horizontalFittingPriority,
      verticalFittingPriority: verticalFittingPriority
    )
  }

  /// Gives the view a place and a look.
  final func show(_ attributes: UICollectionViewLayoutAttributes) {
    shown = attributes
    guard attributes.isUsable else { return isHidden = true }
    let size = CGRect(origin: bounds.origin, size: attributes.size)
    if bounds != size { bounds = size }
    let place = (superview as? OrthogonalScrollView)?.inContent(attributes.center)
    if center != place ?? attributes.center { center = place ?? attributes.center }
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
open class UICollectionViewCell: UICollectionReusableView, ConfiguredView {
  final let configurations = CellConfigurations()
  private let content = UIView(frame: .zero)
  /// Whether the collection is edited.
  final var isInEditing = false {
    didSet {
      guard isInEditing != oldValue else { return }
      stateChanged()
      editingChanged()
    }
  }

  /// Whether the cell is aside, and actions show beside it.
  final var isSwiped = false {
    didSet { if isSwiped != oldValue { stateChanged() } }
  }

  /// Shows the signs for editing, or takes them away.
  func editingChanged() {}

  /// The segues of a cell of a nib.
  final var segues = CellSegues()
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
    coder.finish(self, UICollectionViewCell.self)
  }

  /// The view for the contents; as large as the cell.
  open var contentView: UIView { shownContentView }

  /// Whether the item is selected.
  open var isSelected: Bool {
    get { selectionState.isSelected }
    set {
      let isNew = selectionState.isSelected != newValue
      selectionState.isSelected = newValue
      if isNew { stateChanged() }
      updateSelection()
    }
  }

  /// Whether the item is touched.
  open var isHighlighted: Bool {
    get { selectionState.isHighlighted }
    set {
      let isNew = selectionState.isHighlighted != newValue
      selectionState.isHighlighted = newValue
      if isNew { stateChanged() }
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

  // MARK: Configurations

  final var plainContentView: UIView { content }
  var shownState: any UIConfigurationState { configurationState }

  /// The contents as a value; nil, the default, for those that a program adds to the content view.
  open var contentConfiguration: (any UIContentConfiguration)? {
    get { configurations.content }
    set { setContent(newValue) }
  }

  /// Whether contents follow the state by themselves; true by default.
  open var automaticallyUpdatesContentConfiguration: Bool {
    get { configurations.updatesContent }
    set { configurations.updatesContent = newValue }
  }

  /// The plate as a value; nil, the default, for none.
  open var backgroundConfiguration: UIBackgroundConfiguration? {
    get { configurations.background }
    set { setBackground(newValue) }
  }

  /// Whether the plate follows the state by itself; true by default.
  open var automaticallyUpdatesBackgroundConfiguration: Bool {
    get { configurations.updatesBackground }
    set { configurations.updatesBackground = newValue }
  }

  /// Called with the cell and its state when configurations are to follow it.
  public typealias ConfigurationUpdateHandler =
    (UICollectionViewCell, UICellConfigurationState) -> Void

  /// Called before layout after a change of the state; nil by default.
  open var configurationUpdateHandler: ConfigurationUpdateHandler? {
    didSet {
      setHandler(configurationUpdateHandler)
      setNeedsUpdateConfiguration()
    }
  }

  /// The state of the cell; subclasses add their own values.
  open var configurationState: UICellConfigurationState {
    var state = UICellConfigurationState(traitCollection: traitCollection)
    state.isSelected = isSelected
    state.isHighlighted = isHighlighted
    state.isDisabled = !isUserInteractionEnabled
    state.isEditing = isInEditing
    state.isSwiped = isSwiped
    state.isFocused = isFocused
    return state
  }

  /// Whether the collection and its delegate let the item have the focus.
  open override var canBecomeFocused: Bool { mayFocusInCollection }

  override var usualFocusEffect: UIFocusEffect? { nil }

  override var usualFocusPriority: UIFocusGroupPriority { isSelected ? .prioritized : .ignored }

  /// Asks for an update of configurations before the next layout.
  open func setNeedsUpdateConfiguration() { requestConfigurationUpdate() }

  /// Brings configurations to a state; subclasses set theirs here.
  open func updateConfiguration(using state: UICellConfigurationState) {
    updateOwnConfigurations(state)
  }

  final func runUpdate() { updateConfiguration(using: configurationState) }

  final func configuredSizeChanged() {
    (superview as? UICollectionView ?? (superview as? OrthogonalScrollView)?.collection)?
      .measureAgain(self)
  }

  open override func systemLayoutSizeFitting(
    _ targetSize: CGSize,
    withHorizontalFittingPriority horizontalFittingPriority: UILayoutPriority,
    verticalFittingPriority: UILayoutPriority
  ) -> CGSize {
    updateConfigurationIfNeeded()
    let content = contentView
    guard content.decidesSize else {
      return super.systemLayoutSizeFitting(
        targetSize,
        withHorizontalFittingPriority: horizontalFittingPriority,
        verticalFittingPriority: verticalFittingPriority
      )
    }
    let around = contentRoom
    let size = content.systemLayoutSizeFitting(
      CGSize(width: max(targetSize.width - around, 0), height: targetSize.height),
      withHorizontalFittingPriority: horizontalFittingPriority,
      verticalFittingPriority: verticalFittingPriority
    )
    return CGSize(width: size.width + around, height: size.height)
  }

  /// The width of the cell that is not the content's, in points.
  var contentRoom: CGFloat { 0 }
  /// The place of the content in the cell.
  var contentFrame: CGRect { bounds }

  private func updateSelection() {
    selectedBackgroundView?.isHidden = !selectionState.isSelected && !selectionState.isHighlighted
  }

  /// Places contents and backgrounds.
  open override func layoutSubviews() {
    updateConfigurationIfNeeded()
    super.layoutSubviews()
    let place = contentFrame
    if contentView.frame != place { contentView.frame = place }
    for view in [backgroundView, selectedBackgroundView] {
      if let view, view.frame != bounds { view.frame = bounds }
    }
    layOutConfigurations()
  }
}
