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
  /// Whether views in use have to take their attributes again.
  var needsPlacing = true

  var classes: [ReuseKey: UICollectionReusableView.Type] = [:]
  var reusable: [ReuseKey: [UICollectionReusableView]] = [:]
  var views: [ElementKey: UICollectionReusableView] = [:]

  var selection: Set<IndexPath> = []
  var highlighted: IndexPath?

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
