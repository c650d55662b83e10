// The state of a collection: counts, views in use, and views to use again.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation

/// The name under which a view is used again; cells have no kind.
struct ReuseKey: Hashable {
  var identifier: String
  var kind: String?

  init(_ identifier: String, kind: String? = nil) {
    self.identifier = identifier
    self.kind = kind
  }
}

/// The state of a collection.
@MainActor
final class CollectionState {
  weak var delegate: (any UICollectionViewDelegate)?
  var counts: [Int] = []
  var needsReload = true
  var isLoading = false
  /// Whether the layout needs preparation before it is used.
  var needsPreparation = true
  var isPreparing = false
  var isPlacing = false
  /// The size for which the elements were placed.
  var placedSize = CGSize.zero
  /// The bounds about which the layout was asked last.
  var askedBounds = CGRect.null
  /// Where the content is whose layout is mirrored; nil for other layouts, and at first.
  var mirror: MirroredPlace?
  /// Whether views in use have to take their attributes again.
  var needsPlacing = true

  var classes: [ReuseKey: UICollectionReusableView.Type] = [:]
  /// The nibs of identifiers; they go before classes.
  var nibs: [ReuseKey: UINib] = [:]
  var reusable: [ReuseKey: [UICollectionReusableView]] = [:]
  var views: [ElementKey: UICollectionReusableView] = [:]

  /// The scroll views of sections that scroll by themselves.
  var scrollers: [Int: OrthogonalScrollView] = [:]
  /// The views that are asked for their size.
  var unmeasured: Set<ElementKey> = []
  /// The cells that the data source fills again.
  var reconfigured: [IndexPath: UICollectionViewCell] = [:]
  /// Paths of a group of changes, which are filled again after it.
  var reconfiguredLater: Set<IndexPath> = []
  /// The distance by which the visible part moved along with a cell in this layout, in points.
  var keptShift: CGFloat = 0
  /// The items that the data source was asked to prepare.
  var prefetched: Set<IndexPath> = []

  var selection: Set<IndexPath> = []
  var highlighted: IndexPath?
  var isEditing = false
  /// The row of a list that is moved aside; nil for layouts without actions of rows.
  var swipe: RowSwipe?
  /// The drag of two fingers over items; nil while one item at most may be selected.
  var multipleSelection: MultipleSelection?
  /// The menus of items; nil before the collection has a delegate.
  var menus: ListMenus?
  /// The item of the menu that was asked for last.
  var menuPath: IndexPath?
  weak var dragDelegate: (any UICollectionViewDragDelegate)?
  weak var dropDelegate: (any UICollectionViewDropDelegate)?
  var isDragEnabled = UIDragInteraction.isEnabledByDefault
  /// The drags and drops; nil before the collection has a delegate for them.
  var drags: ListDrags?
  /// The item that is taken to another place; nil if there is none.
  var movement: ItemMovement?
  /// Set by the data source's default implementations of moves.
  var usesDefaultMove = false
  /// The touches that items have; nobody behind the collection hears of them.
  var ownTouches: Set<UITouch> = []

  var groupDepth = 0
  var update = ListUpdate()
  var completions: [(Bool) -> Void] = []

  /// Views that were made, and views that were given an element.
  var viewsMade = 0
  var viewsPlaced = 0
  /// Attributes that the layout gave.
  var attributesSeen = 0
}

extension UICollectionView {
  /// The views made of registered classes, those given an element, and the attributes looked at.
  package var workCounts: (made: Int, placed: Int, visited: Int) {
    (cells.viewsMade, cells.viewsPlaced, cells.attributesSeen)
  }

  /// The size for which the elements were placed.
  final var placedSize: CGSize { cells.placedSize }
}
