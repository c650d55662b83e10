// The layout of a collection: where each of its elements is.
// Licensed under the MIT license; see LICENSE.

public import CoreGraphics
public import Foundation

/// Describes the part of a layout that is invalid.
@preconcurrency
@MainActor
open class UICollectionViewLayoutInvalidationContext: NSObject {
  /// Creates a context for all of the layout.
  public override init() { super.init() }

  /// Whether the counts of the collection changed, too.
  open internal(set) var invalidateDataSourceCounts = false

  /// Whether everything is invalid; true unless a subclass says otherwise.
  open var invalidateEverything: Bool { true }

  /// A change of the content offset that goes with it.
  open var contentOffsetAdjustment = CGPoint.zero

  /// The items whose places alone changed; nil, the default, where all may have.
  open private(set) var invalidatedItemIndexPaths: [IndexPath]?

  /// Names items whose places changed.
  open func invalidateItems(at indexPaths: [IndexPath]) {
    invalidatedItemIndexPaths = (invalidatedItemIndexPaths ?? []) + indexPaths
  }

  /// Whether the layout knows what changed, and keeps what it knows of the rest.
  final var isPartial = false

  /// The class, with its module for a class of the program, and the address.
  nonisolated open override var description: String { objectText }
}

/// One change of a group of changes.
@preconcurrency
@MainActor
open class UICollectionViewUpdateItem: NSObject {
  /// The effect of a change.
  public enum Action: Int, Sendable {
    /// The item is new.
    case insert = 0
    /// The item goes.
    case delete = 1
    /// The item is asked for again.
    case reload = 2
    /// The item goes to another place.
    case move = 3
    /// Nothing.
    case none = 4
  }

  /// The path before the changes; nil for an insertion.
  ///
  /// A section has no item: NSNotFound.
  public final let indexPathBeforeUpdate: IndexPath?
  /// The path after the changes; nil for a deletion.
  public final let indexPathAfterUpdate: IndexPath?
  /// The effect of the change.
  public final let updateAction: Action

  init(_ action: Action, before: IndexPath?, after: IndexPath?) {
    updateAction = action
    indexPathBeforeUpdate = before
    indexPathAfterUpdate = after
    super.init()
  }

  /// The class, with its module for a class of the program, and the address.
  nonisolated open override var description: String { objectText }
}

/// Computes the places of a collection's elements; a base for own layouts.
///
///     final class Wheel: UICollectionViewLayout {
///       override var collectionViewContentSize: CGSize { size }
///       override func prepare() { places = ... }
///       override func layoutAttributesForElements(in rect: CGRect)
///         -> [UICollectionViewLayoutAttributes]? { places.filter { $0.frame.intersects(rect) } }
///       override func layoutAttributesForItem(at path: IndexPath)
///         -> UICollectionViewLayoutAttributes? { places[path.item] }
///     }
@preconcurrency
@MainActor
open class UICollectionViewLayout: NSObject {
  /// Creates a layout.
  public override init() { super.init() }

  /// Creates a layout from an archive; nothing is read.
  public init?(coder: NSCoder) { super.init() }

  /// The collection that uses the layout; nil if there is none.
  open internal(set) weak var collectionView: UICollectionView?

  final var decorationClasses: [String: UICollectionReusableView.Type] = [:]

  /// The class of the attributes.
  open class var layoutAttributesClass: AnyClass { UICollectionViewLayoutAttributes.self }

  /// The class of the contexts of invalidations.
  open class var invalidationContextClass: AnyClass {
    UICollectionViewLayoutInvalidationContext.self
  }

  // MARK: Places

  /// Prepares the places; called before any is asked for, and after each invalidation.
  open func prepare() {}

  /// The size of all content.
  open var collectionViewContentSize: CGSize { .zero }

  /// Returns the attributes of all elements of which something is in a rectangle.
  open func layoutAttributesForElements(in rect: CGRect) -> [UICollectionViewLayoutAttributes]? {
    nil
  }

  /// Returns the attributes of an item.
  open func layoutAttributesForItem(at indexPath: IndexPath) -> UICollectionViewLayoutAttributes? {
    nil
  }

  /// Returns the attributes of a supplementary view, such as a header.
  open func layoutAttributesForSupplementaryView(
    ofKind elementKind: String,
    at indexPath: IndexPath
  ) -> UICollectionViewLayoutAttributes? { nil }

  /// Returns the attributes of a decoration view.
  open func layoutAttributesForDecorationView(
    ofKind elementKind: String,
    at indexPath: IndexPath
  ) -> UICollectionViewLayoutAttributes? { nil }

  /// Names the class of the decoration views of a kind; nil takes it back.
  open func register(_ viewClass: AnyClass?, forDecorationViewOfKind elementKind: String) {
    decorationClasses[elementKind] = viewClass as? UICollectionReusableView.Type
  }

  // MARK: Direction

  /// The direction of lines that the places are computed for; from left to right by default.
  open var developmentLayoutDirection: UIUserInterfaceLayoutDirection { .leftToRight }

  /// Whether places are mirrored in collections whose lines run in the other direction than
  /// `developmentLayoutDirection`; false by default, true for compositional layouts.
  ///
  /// Attributes that the collection gives are mirrored then, those of the layout's own methods are
  /// not. Content that is wider than the collection shows its right edge first.
  ///
  /// **Differences**: compositional layouts give mirrored attributes themselves. Content whose
  /// width changes while it glides jumps by the difference.
  open var flipsHorizontallyInOppositeLayoutDirection: Bool { false }

  /// Whether the layout's own methods give mirrored attributes.
  var mirrorsItself: Bool { false }

  // MARK: Invalidation

  /// Invalidates all attributes; they are computed again before the next layout.
  open func invalidateLayout() {
    invalidateLayout(with: UICollectionViewLayoutInvalidationContext.new(for: self))
  }

  /// Invalidates the attributes that a context names.
  ///
  /// Subclasses that override it call super.
  open func invalidateLayout(with context: UICollectionViewLayoutInvalidationContext) {
    collectionView?.layoutInvalidated(context)
  }

  /// Whether places change with the bounds of the collection, when it is scrolled too; true, by
  /// default, if the size changes.
  open func shouldInvalidateLayout(forBoundsChange newBounds: CGRect) -> Bool {
    newBounds.size != collectionView?.placedSize
  }

  /// Returns the context of the invalidation by a change of bounds.
  open func invalidationContext(forBoundsChange newBounds: CGRect)
    -> UICollectionViewLayoutInvalidationContext
  {
    UICollectionViewLayoutInvalidationContext.new(for: self)
  }

  /// Whether the size that a view asks for changes the layout; false by default.
  ///
  /// - Parameters:
  ///   - preferredAttributes: The attributes that the view asks for.
  ///   - originalAttributes: The attributes that the layout gave it.
  open func shouldInvalidateLayout(
    forPreferredLayoutAttributes preferredAttributes: UICollectionViewLayoutAttributes,
    withOriginalAttributes originalAttributes: UICollectionViewLayoutAttributes
  ) -> Bool { false }

  /// Returns the context of a change of the layout by the size that a view asks for.
  ///
  /// - Parameters:
  ///   - preferredAttributes: The attributes that the view asks for.
  ///   - originalAttributes: The attributes that the layout gave it.
  open func invalidationContext(
    forPreferredLayoutAttributes preferredAttributes: UICollectionViewLayoutAttributes,
    withOriginalAttributes originalAttributes: UICollectionViewLayoutAttributes
  ) -> UICollectionViewLayoutInvalidationContext {
    let context = UICollectionViewLayoutInvalidationContext.new(for: self)
    if originalAttributes.representedElementCategory == .cell {
      context.invalidateItems(at: [originalAttributes.indexPath])
    }
    return context
  }

  /// Takes what views asked for to where a group of changes brings their items.
  func itemsMoved(_ mapping: ListMapping) {}
  /// Forgets what views asked for.
  func forgetSizes() {}
  /// The look of a cell in a table-like section; nil elsewhere.
  func listLook(of path: IndexPath) -> ListCellLook? { nil }
  /// The sections that scroll by themselves.
  var scrollers: [Int: SectionScroller] { [:] }

  // MARK: Where scrolling ends

  /// Returns where a drag comes to rest, to end at an item for example.
  ///
  /// - Parameters:
  ///   - proposedContentOffset: Where it would come to rest by itself.
  ///   - velocity: In points per millisecond.
  open func targetContentOffset(
    forProposedContentOffset proposedContentOffset: CGPoint,
    withScrollingVelocity velocity: CGPoint
  ) -> CGPoint { proposedContentOffset }

  /// Returns the offset after a group of changes or a change of the layout.
  open func targetContentOffset(forProposedContentOffset proposedContentOffset: CGPoint) -> CGPoint
  {
    proposedContentOffset
  }

  // MARK: Items that are taken to another place

  /// Returns the place that an item which is taken along comes to be at; by default that of the
  /// item at the position, or the previous one.
  ///
  /// - Parameters:
  ///   - previousIndexPath: Where the item is shown now.
  ///   - position: The middle of the item, in points of the collection.
  open func targetIndexPath(
    forInteractivelyMovingItem previousIndexPath: IndexPath,
    withPosition position: CGPoint
  ) -> IndexPath { collectionView?.item(at: position) ?? previousIndexPath }

  /// Returns the look of an item that is taken along: by default its own, in front of all, at the
  /// position.
  open func layoutAttributesForInteractivelyMovingItem(
    at indexPath: IndexPath,
    withTargetPosition position: CGPoint
  ) -> UICollectionViewLayoutAttributes {
    let own = layoutAttributesForItem(at: indexPath)
    let copy =
      own?.copy() as? UICollectionViewLayoutAttributes
      ?? UICollectionViewLayoutAttributes(forCellWith: indexPath)
    copy.center = position
    copy.zIndex = ItemMovement.frontmost
    return copy
  }

  // MARK: Changes

  /// Called before a group of changes is animated.
  open func prepare(forCollectionViewUpdates updateItems: [UICollectionViewUpdateItem]) {}

  /// Called, in the animation, after all places of a group of changes were asked for.
  open func finalizeCollectionViewUpdates() {}

  /// Returns where an item comes from; nil, the default, for a fade at its place.
  open func initialLayoutAttributesForAppearingItem(at itemIndexPath: IndexPath)
    -> UICollectionViewLayoutAttributes?
  { nil }

  /// Returns where an item goes; nil, the default, for a fade at its place.
  open func finalLayoutAttributesForDisappearingItem(at itemIndexPath: IndexPath)
    -> UICollectionViewLayoutAttributes?
  { nil }

  /// The class, with its module for a class of the program, and the address.
  nonisolated open override var description: String { objectText }
}
