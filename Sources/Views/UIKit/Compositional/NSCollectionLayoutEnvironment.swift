// The room that a compositional layout has, and the elements that show.
// Licensed under the MIT license; see LICENSE.

public import CoreGraphics
public import Foundation
public import QuartzCore

/// The room of a layout.
@preconcurrency
@MainActor
public protocol NSCollectionLayoutContainer: AnyObject {
  /// The size in points.
  var contentSize: CGSize { get }
  /// The size without the insets.
  var effectiveContentSize: CGSize { get }
  /// The insets.
  var contentInsets: NSDirectionalEdgeInsets { get }
  /// The insets, which are effective ones as well.
  var effectiveContentInsets: NSDirectionalEdgeInsets { get }
}

/// The room and the traits that a layout is made for.
@preconcurrency
@MainActor
public protocol NSCollectionLayoutEnvironment: AnyObject {
  /// The room.
  var container: any NSCollectionLayoutContainer { get }
  /// The traits of the collection.
  var traitCollection: UITraitCollection { get }
}

/// An element that shows, for handlers that move or fade elements while scrolling.
@preconcurrency
@MainActor
public protocol NSCollectionLayoutVisibleItem: AnyObject {
  /// The opacity.
  var alpha: CGFloat { get set }
  /// The height above other elements.
  var zIndex: Int { get set }
  /// Whether it is hidden.
  var isHidden: Bool { get set }
  /// The middle, in the collection's content.
  var center: CGPoint { get set }
  /// The transform in the plane.
  var transform: CGAffineTransform { get set }
  /// The transform in space.
  var transform3D: CATransform3D { get set }
  /// The kind of a view beside cells; nil for cells.
  var representedElementKind: String? { get }
  /// A cell or another element.
  var representedElementCategory: UICollectionView.ElementCategory { get }
  /// The path.
  var indexPath: IndexPath { get }
  /// The rectangle, in the collection's content.
  var frame: CGRect { get }
  /// The rectangle in its own coordinates.
  var bounds: CGRect { get }
  /// The kind, or "cell".
  var name: String { get }
}

extension UICollectionViewLayoutAttributes: NSCollectionLayoutVisibleItem {
  /// The kind, or "cell".
  public var name: String { representedElementKind ?? "cell" }
}

/// Called with the elements of a section that show, the offset of scrolling and the environment.
public typealias NSCollectionLayoutSectionVisibleItemsInvalidationHandler =
  @MainActor (
    [any NSCollectionLayoutVisibleItem], CGPoint, any NSCollectionLayoutEnvironment
  ) -> Void

/// The room of a layout as a value.
@MainActor
final class LayoutRoom: NSCollectionLayoutContainer, NSCollectionLayoutEnvironment {
  let contentSize: CGSize
  let contentInsets: NSDirectionalEdgeInsets
  let traitCollection: UITraitCollection

  init(_ size: CGSize, _ insets: NSDirectionalEdgeInsets = .zero, _ traits: UITraitCollection) {
    contentSize = size
    contentInsets = insets
    traitCollection = traits
  }

  var effectiveContentInsets: NSDirectionalEdgeInsets { contentInsets }
  var container: any NSCollectionLayoutContainer { self }

  var effectiveContentSize: CGSize {
    CGSize(
      width: max(contentSize.width - contentInsets.leading - contentInsets.trailing, 0),
      height: max(contentSize.height - contentInsets.top - contentInsets.bottom, 0)
    )
  }
}
