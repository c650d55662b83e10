// Sections of compositional layouts.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
public import Foundation

/// The scrolling of a section across the direction of the collection.
public enum UICollectionLayoutSectionOrthogonalScrollingBehavior: Int, Hashable, Sendable {
  /// The section does not scroll by itself.
  case none = 0
  /// It scrolls freely.
  case continuous = 1
  /// It scrolls freely and rests where a group begins.
  case continuousGroupLeadingBoundary = 2
  /// It scrolls by the width of the collection.
  case paging = 3
  /// It scrolls by a group.
  case groupPaging = 4
  /// It scrolls by a group, which rests in the middle.
  case groupPagingCentered = 5
}

/// The edges that a section keeps clear of, beside its own insets.
public enum UIContentInsetsReference: Int, Hashable, Sendable {
  /// The safe area.
  case automatic = 0
  /// None.
  case none = 1
  /// The safe area.
  case safeArea = 2
  /// The layout margins.
  case layoutMargins = 3
  /// The width of readable text.
  case readableContent = 4
}

/// The feel of a section that scrolls by itself.
@preconcurrency
@MainActor
open class UICollectionLayoutSectionOrthogonalScrollingProperties: NSObject {
  /// Whether scrolling goes beyond the ends; automatic, which is as a scroll view does.
  public enum Bounce: Int, Sendable {
    /// It does.
    case automatic = 0
    /// It does.
    case always = 1
    /// It stops there.
    case never = 2
  }

  /// Whether scrolling goes beyond the ends.
  open var bounce = Bounce.automatic
  /// The rate at which scrolling slows down; nil, the default, for that of the behaviour.
  open var decelerationRate: UIScrollView.DecelerationRate?

  nonisolated open override var description: String { objectText }
}

/// A section of a compositional layout: one group after the other, with headers and footers.
///
///     let item = NSCollectionLayoutItem(
///       layoutSize: NSCollectionLayoutSize(
///         widthDimension: .fractionalWidth(1), heightDimension: .estimated(60)))
///     let group = NSCollectionLayoutGroup.vertical(layoutSize: item.layoutSize, subitems: [item])
///     let section = NSCollectionLayoutSection(group: group)
///     section.interGroupSpacing = 8
@preconcurrency
@MainActor
open class NSCollectionLayoutSection: NSObject {
  final let group: NSCollectionLayoutGroup
  /// The table-like look of the section; nil for sections of programs.
  final var list: ListSectionLook?

  /// Creates a section of groups.
  public init(group: NSCollectionLayoutGroup) {
    self.group = group
    super.init()
  }

  /// The room between the section's edges and its groups, in points.
  open var contentInsets = NSDirectionalEdgeInsets.zero
  /// The space between groups, in points.
  open var interGroupSpacing: CGFloat = 0
  /// The edges that the groups keep clear of; automatic for those of the layout's configuration.
  open var contentInsetsReference = UIContentInsetsReference.automatic
  /// The edges that headers and footers keep clear of; automatic for those of the groups.
  open var supplementaryContentInsetsReference = UIContentInsetsReference.automatic
  /// The scrolling across the direction of the collection; none by default.
  open var orthogonalScrollingBehavior =
    UICollectionLayoutSectionOrthogonalScrollingBehavior.none
  /// The feel of that scrolling.
  public final let orthogonalScrollingProperties =
    UICollectionLayoutSectionOrthogonalScrollingProperties()
  /// Headers, footers and views at other edges.
  open var boundarySupplementaryItems: [NSCollectionLayoutBoundarySupplementaryItem] = []
  /// Whether headers and footers are inside the insets at the sides; true by default.
  open var supplementariesFollowContentInsets = true
  /// Views behind the section.
  open var decorationItems: [NSCollectionLayoutDecorationItem] = []
  /// Called when other elements show or the section scrolls; it may move and fade elements.
  open var visibleItemsInvalidationHandler:
    NSCollectionLayoutSectionVisibleItemsInvalidationHandler?

  nonisolated open override var description: String { objectText }
}

/// The parts that all sections of a compositional layout have in common.
@preconcurrency
@MainActor
open class UICollectionViewCompositionalLayoutConfiguration: NSObject {
  /// The direction in which the collection scrolls.
  open var scrollDirection = UICollectionView.ScrollDirection.vertical
  /// The space between sections, in points.
  open var interSectionSpacing: CGFloat = 0
  /// Views at the edges of the whole layout.
  open var boundarySupplementaryItems: [NSCollectionLayoutBoundarySupplementaryItem] = []
  /// The edges that sections keep clear of; automatic, which is the safe area.
  open var contentInsetsReference = UIContentInsetsReference.automatic

  /// Creates one that scrolls from top to bottom, without spaces.
  public override init() { super.init() }

  nonisolated open override var description: String { objectText }
}
