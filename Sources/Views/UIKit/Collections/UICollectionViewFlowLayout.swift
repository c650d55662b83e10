// Items line after line, with headers and footers.
// Licensed under the MIT license; see LICENSE.
//
// Long because: what a subclass may override stands in the body of the class.

public import CoreGraphics
public import Foundation

extension UICollectionView {
  /// The kind of the headers of sections.
  public static let elementKindSectionHeader = "UICollectionElementKindSectionHeader"
  /// The kind of the footers of sections.
  public static let elementKindSectionFooter = "UICollectionElementKindSectionFooter"

  /// The axis of scrolling.
  public enum ScrollDirection: Int, Sendable {
    /// Up and down; lines go from left to right.
    case vertical = 0
    /// Sideways; lines go from the top down.
    case horizontal = 1
  }
}

/// Chooses sizes and distances of a flow layout; a collection's delegate may be one.
///
/// **Differences**: every method has a default implementation, which gives the layout's own value.
@preconcurrency
@MainActor
public protocol UICollectionViewDelegateFlowLayout: UICollectionViewDelegate {
  /// Returns the size of an item.
  func collectionView(
    _ collectionView: UICollectionView,
    layout collectionViewLayout: UICollectionViewLayout,
    sizeForItemAt indexPath: IndexPath
  ) -> CGSize

  /// Returns the distances of a section's items from the edges.
  func collectionView(
    _ collectionView: UICollectionView,
    layout collectionViewLayout: UICollectionViewLayout,
    insetForSectionAt section: Int
  ) -> UIEdgeInsets

  /// Returns the distance of the lines of a section.
  func collectionView(
    _ collectionView: UICollectionView,
    layout collectionViewLayout: UICollectionViewLayout,
    minimumLineSpacingForSectionAt section: Int
  ) -> CGFloat

  /// Returns the least distance of two items of a line.
  func collectionView(
    _ collectionView: UICollectionView,
    layout collectionViewLayout: UICollectionViewLayout,
    minimumInteritemSpacingForSectionAt section: Int
  ) -> CGFloat

  /// Returns the size of a section's header; along the lines it is as broad as they are.
  func collectionView(
    _ collectionView: UICollectionView,
    layout collectionViewLayout: UICollectionViewLayout,
    referenceSizeForHeaderInSection section: Int
  ) -> CGSize

  /// Returns the size of a section's footer.
  func collectionView(
    _ collectionView: UICollectionView,
    layout collectionViewLayout: UICollectionViewLayout,
    referenceSizeForFooterInSection section: Int
  ) -> CGSize
}

extension UICollectionViewDelegateFlowLayout {
  /// Returns the layout's `itemSize`.
  public func collectionView(
    _ collectionView: UICollectionView,
    layout collectionViewLayout: UICollectionViewLayout,
    sizeForItemAt indexPath: IndexPath
  ) -> CGSize {
    guard let flow = collectionViewLayout as? UICollectionViewFlowLayout else { return .zero }
    flow.usesOwnSize = true
    return flow.itemSize
  }

  /// Returns the layout's `sectionInset`.
  public func collectionView(
    _ collectionView: UICollectionView,
    layout collectionViewLayout: UICollectionViewLayout,
    insetForSectionAt section: Int
  ) -> UIEdgeInsets {
    (collectionViewLayout as? UICollectionViewFlowLayout)?.sectionInset ?? .zero
  }

  /// Returns the layout's `minimumLineSpacing`.
  public func collectionView(
    _ collectionView: UICollectionView,
    layout collectionViewLayout: UICollectionViewLayout,
    minimumLineSpacingForSectionAt section: Int
  ) -> CGFloat {
    (collectionViewLayout as? UICollectionViewFlowLayout)?.minimumLineSpacing ?? 0
  }

  /// Returns the layout's `minimumInteritemSpacing`.
  public func collectionView(
    _ collectionView: UICollectionView,
    layout collectionViewLayout: UICollectionViewLayout,
    minimumInteritemSpacingForSectionAt section: Int
  ) -> CGFloat {
    (collectionViewLayout as? UICollectionViewFlowLayout)?.minimumInteritemSpacing ?? 0
  }

  /// Returns the layout's `headerReferenceSize`.
  public func collectionView(
    _ collectionView: UICollectionView,
    layout collectionViewLayout: UICollectionViewLayout,
    referenceSizeForHeaderInSection section: Int
  ) -> CGSize {
    (collectionViewLayout as? UICollectionViewFlowLayout)?.headerReferenceSize ?? .zero
  }

  /// Returns the layout's `footerReferenceSize`.
  public func collectionView(
    _ collectionView: UICollectionView,
    layout collectionViewLayout: UICollectionViewLayout,
    referenceSizeForFooterInSection section: Int
  ) -> CGSize {
    (collectionViewLayout as? UICollectionViewFlowLayout)?.footerReferenceSize ?? .zero
  }
}

/// Places items in lines, each line as full as it can be.
///
/// Items of one size stand in columns. Items of several sizes fill their lines; the last line of a
/// section has the least distances. Finding the items that show takes O(log n).
///
/// **Differences**: items do not size themselves.
@preconcurrency
@MainActor
open class UICollectionViewFlowLayout: UICollectionViewLayout {
  final var sections: [FlowSection] = []
  /// Set by the delegate's default implementation.
  final var usesOwnSize = false
  /// The sizes that cells asked for.
  final var wanted: [IndexPath: CGSize] = [:]
  // The breadth of the lines for which the sections were computed.
  final var preparedBreadth: CGFloat = 0
  final var length: CGFloat = 0

  /// The size of items that the delegate gives none; 50 x 50 points by default.
  open var itemSize = CGSize(width: 50, height: 50) {
    didSet { if itemSize != oldValue { invalidateLayout() } }
  }

  /// A size that lets cells decide theirs; the first guess is 50 x 50 points.
  public class var automaticSize: CGSize {
    CGSize(width: CGFloat.greatestFiniteMagnitude, height: CGFloat.greatestFiniteMagnitude)
  }

  /// A guess of the size of cells, which then decide it when they show.
  ///
  /// Zero, the default, lets them decide nothing.
  open var estimatedItemSize = CGSize.zero {
    didSet {
      guard estimatedItemSize != oldValue else { return }
      wanted = [:]
      invalidateLayout()
    }
  }

  /// The distance of lines; 10 points by default.
  open var minimumLineSpacing: CGFloat = 10 {
    didSet { if minimumLineSpacing != oldValue { invalidateLayout() } }
  }

  /// The least distance of two items of a line; 10 points by default.
  open var minimumInteritemSpacing: CGFloat = 10 {
    didSet { if minimumInteritemSpacing != oldValue { invalidateLayout() } }
  }

  /// The distances of a section's items from the edges, and from header and footer.
  open var sectionInset = UIEdgeInsets.zero {
    didSet { if sectionInset != oldValue { invalidateLayout() } }
  }

  /// The size of headers; none by default.
  open var headerReferenceSize = CGSize.zero {
    didSet { if headerReferenceSize != oldValue { invalidateLayout() } }
  }

  /// The size of footers; none by default.
  open var footerReferenceSize = CGSize.zero {
    didSet { if footerReferenceSize != oldValue { invalidateLayout() } }
  }

  /// The axis of scrolling.
  open var scrollDirection = UICollectionView.ScrollDirection.vertical {
    didSet { if scrollDirection != oldValue { invalidateLayout() } }
  }

  /// Whether headers stay at the start of the view while their section shows.
  open var sectionHeadersPinToVisibleBounds = false {
    didSet { if sectionHeadersPinToVisibleBounds != oldValue { invalidateLayout() } }
  }

  /// Whether footers stay at the end of the view while their section shows.
  open var sectionFootersPinToVisibleBounds = false {
    didSet { if sectionFootersPinToVisibleBounds != oldValue { invalidateLayout() } }
  }

  open override class var invalidationContextClass: AnyClass {
    UICollectionViewFlowLayoutInvalidationContext.self
  }

  /// Returns the context of a change of bounds: lines and what the delegate says are invalid where
  /// the breadth of the lines is another one.
  open override func invalidationContext(forBoundsChange newBounds: CGRect)
    -> UICollectionViewLayoutInvalidationContext
  {
    let context = super.invalidationContext(forBoundsChange: newBounds)
    if let flow = context as? UICollectionViewFlowLayoutInvalidationContext {
      let isNew = breadth(of: newBounds.size) != preparedBreadth
      flow.invalidateFlowLayoutDelegateMetrics = isNew
      flow.invalidateFlowLayoutAttributes = isNew
    }
    return context
  }

  /// Computes the lines of all sections.
  open override func prepare() {
    super.prepare()
    computeSections()
  }

  /// The breadth of the collection, and the length of all sections.
  open override var collectionViewContentSize: CGSize {
    scrollDirection == .vertical
      ? CGSize(width: preparedBreadth, height: length)
      : CGSize(width: length, height: preparedBreadth)
  }

  /// Returns the attributes of the elements in a rectangle.
  open override func layoutAttributesForElements(in rect: CGRect)
    -> [UICollectionViewLayoutAttributes]?
  { elements(in: rect) }

  /// Returns the attributes of an item; nil if there is no such item.
  open override func layoutAttributesForItem(at indexPath: IndexPath)
    -> UICollectionViewLayoutAttributes?
  { item(indexPath) }

  /// Returns the attributes of a header or footer; nil if there are none.
  open override func layoutAttributesForSupplementaryView(
    ofKind elementKind: String,
    at indexPath: IndexPath
  ) -> UICollectionViewLayoutAttributes? { supplement(elementKind, indexPath.section) }

  /// Whether the breadth of the lines changes, or headers stay in view.
  open override func shouldInvalidateLayout(
    forPreferredLayoutAttributes preferredAttributes: UICollectionViewLayoutAttributes,
    withOriginalAttributes originalAttributes: UICollectionViewLayoutAttributes
  ) -> Bool { originalAttributes.differs(from: preferredAttributes) }

  open override func invalidationContext(
    forPreferredLayoutAttributes preferredAttributes: UICollectionViewLayoutAttributes,
    withOriginalAttributes originalAttributes: UICollectionViewLayoutAttributes
  ) -> UICollectionViewLayoutInvalidationContext {
    wanted[preferredAttributes.indexPath] = preferredAttributes.size
    return super.invalidationContext(
      forPreferredLayoutAttributes: preferredAttributes,
      withOriginalAttributes: originalAttributes
    )
  }

  override func itemsMoved(_ mapping: ListMapping) {
    var moved: [IndexPath: CGSize] = [:]
    for (path, size) in wanted
    where !mapping.reloadedItems.contains(path) && !mapping.reloadedSections.contains(path.section)
    {
      if let new = mapping.newPath(of: path) { moved[new] = size }
    }
    wanted = moved
  }

  override func forgetSizes() { wanted = [:] }

  open override func shouldInvalidateLayout(forBoundsChange newBounds: CGRect) -> Bool {
    if sectionHeadersPinToVisibleBounds || sectionFootersPinToVisibleBounds { return true }
    return breadth(of: newBounds.size) != preparedBreadth
  }
}

/// The invalid parts of a flow layout.
///
/// **Differences**: the layout computes all lines again, and asks its delegate, whatever a context
/// says; the answers of unchanged sections are the same.
open class UICollectionViewFlowLayoutInvalidationContext: UICollectionViewLayoutInvalidationContext
{
  /// Whether the delegate has to be asked for sizes and spaces again; true by default.
  open var invalidateFlowLayoutDelegateMetrics = true

  /// Whether the lines have to be computed again; true by default.
  open var invalidateFlowLayoutAttributes = true
}
