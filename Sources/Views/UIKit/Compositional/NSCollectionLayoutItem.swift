// Items of compositional layouts, and the views that accompany them.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
public import Foundation

/// The smallest part of a compositional layout: the place of one cell.
@preconcurrency
@MainActor
open class NSCollectionLayoutItem: NSObject {
  /// The width and height.
  public final let layoutSize: NSCollectionLayoutSize
  final var accompanying: [NSCollectionLayoutSupplementaryItem]

  /// The room between the item's part of the layout and its view, in points.
  ///
  /// It does not count along an axis whose length the view decides.
  open var contentInsets = NSDirectionalEdgeInsets.zero

  /// The spaces around the item; nil, the default, for none.
  open var edgeSpacing: NSCollectionLayoutEdgeSpacing?

  /// Creates an item.
  public convenience init(layoutSize: NSCollectionLayoutSize) {
    self.init(layoutSize: layoutSize, supplementaryItems: [])
  }

  /// Creates an item with views beside it, such as badges.
  public init(
    layoutSize: NSCollectionLayoutSize,
    supplementaryItems: [NSCollectionLayoutSupplementaryItem]
  ) {
    self.layoutSize = layoutSize
    accompanying = supplementaryItems
    super.init()
  }

  /// The views beside the item.
  open var supplementaryItems: [NSCollectionLayoutSupplementaryItem] { accompanying }

  /// The view's rectangle in the item's part of the layout.
  final func inset(_ rect: CGRect) -> CGRect {
    var result = rect
    if !layoutSize.widthDimension.isOpen {
      result.origin.x += contentInsets.leading
      result.size.width = max(rect.width - contentInsets.leading - contentInsets.trailing, 0)
    }
    if !layoutSize.heightDimension.isOpen {
      result.origin.y += contentInsets.top
      result.size.height = max(rect.height - contentInsets.top - contentInsets.bottom, 0)
    }
    return result
  }

  nonisolated open override var description: String { objectText }
}

/// A view beside an item or a group.
@preconcurrency
@MainActor
open class NSCollectionLayoutSupplementaryItem: NSCollectionLayoutItem {
  /// The kind, by which the data source knows it.
  public final let elementKind: String
  /// The point of the item or group that it is held to.
  public final let containerAnchor: NSCollectionLayoutAnchor
  /// The point of the view that is held there; nil for the same as of the container.
  public final let itemAnchor: NSCollectionLayoutAnchor?
  /// The height above other views; 1 by default.
  open var zIndex = 1

  /// Creates a view that lies inside the container, at its edges.
  public convenience init(
    layoutSize: NSCollectionLayoutSize,
    elementKind: String,
    containerAnchor: NSCollectionLayoutAnchor
  ) {
    self.init(
      layoutSize,
      elementKind,
      containerAnchor: containerAnchor,
      itemAnchor: nil
    )
  }

  /// Creates a view one of whose points is held to a point of the container.
  public convenience init(
    layoutSize: NSCollectionLayoutSize,
    elementKind: String,
    containerAnchor: NSCollectionLayoutAnchor,
    itemAnchor: NSCollectionLayoutAnchor
  ) {
    self.init(
      layoutSize,
      elementKind,
      containerAnchor: containerAnchor,
      itemAnchor: itemAnchor
    )
  }

  init(
    _ layoutSize: NSCollectionLayoutSize,
    _ elementKind: String,
    containerAnchor: NSCollectionLayoutAnchor,
    itemAnchor: NSCollectionLayoutAnchor?
  ) {
    self.elementKind = elementKind
    self.containerAnchor = containerAnchor
    self.itemAnchor = itemAnchor
    super.init(layoutSize: layoutSize, supplementaryItems: [])
  }

  /// The place for a size, in or at a rectangle.
  final func frame(_ size: CGSize, at rect: CGRect) -> CGRect {
    let anchor = containerAnchor.point(of: rect)
    let own = (itemAnchor ?? NSCollectionLayoutAnchor(edges: containerAnchor.edges))
    let point = own.point(of: CGRect(origin: .zero, size: size))
    let distance = containerAnchor.distance(size)
    let moved = itemAnchor?.distance(size) ?? .zero
    return CGRect(
      x: anchor.x - point.x + distance.x + moved.x,
      y: anchor.y - point.y + distance.y + moved.y,
      width: size.width,
      height: size.height
    )
  }
}

/// A header, footer or another view at an edge of a section or of the whole layout.
@preconcurrency
@MainActor
open class NSCollectionLayoutBoundarySupplementaryItem: NSCollectionLayoutSupplementaryItem {
  /// The edge or corner.
  public final let alignment: NSRectAlignment
  /// The distance from there, in points.
  public final let offset: CGPoint
  /// Whether the section grows by the view, not the view covers a part of it; true by default.
  open var extendsBoundary = true
  /// Whether it stays at the edge of what shows while its section does.
  open var pinToVisibleBounds = false

  /// Creates a view at an edge.
  public convenience init(
    layoutSize: NSCollectionLayoutSize,
    elementKind: String,
    alignment: NSRectAlignment
  ) {
    self.init(
      layoutSize: layoutSize,
      elementKind: elementKind,
      alignment: alignment,
      absoluteOffset: .zero
    )
  }

  /// Creates a view at a distance in points from an edge.
  public init(
    layoutSize: NSCollectionLayoutSize,
    elementKind: String,
    alignment: NSRectAlignment,
    absoluteOffset: CGPoint
  ) {
    self.alignment = alignment
    offset = CGPoint(
      x: absoluteOffset.x.isFinite ? absoluteOffset.x : 0,
      y: absoluteOffset.y.isFinite ? absoluteOffset.y : 0
    )
    super.init(
      layoutSize,
      elementKind,
      containerAnchor: NSCollectionLayoutAnchor(edges: alignment.edges, absoluteOffset: offset),
      itemAnchor: nil
    )
  }
}

/// A view behind a section.
@preconcurrency
@MainActor
open class NSCollectionLayoutDecorationItem: NSCollectionLayoutItem {
  /// The kind, for which the layout has a class.
  public final let elementKind: String
  /// The height above other views; -1 by default, behind the cells.
  open var zIndex = -1

  private init(_ elementKind: String) {
    self.elementKind = elementKind
    let whole = NSCollectionLayoutSize(
      widthDimension: .fractionalWidth(1),
      heightDimension: .fractionalHeight(1)
    )
    super.init(layoutSize: whole, supplementaryItems: [])
  }

  /// A view behind the whole section.
  open class func background(elementKind: String) -> NSCollectionLayoutDecorationItem {
    NSCollectionLayoutDecorationItem(elementKind)
  }
}
