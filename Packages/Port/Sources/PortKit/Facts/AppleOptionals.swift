// Optional methods of Apple's delegates.
// Licensed under the MIT license; see LICENSE.

/// The methods that delegates may leave out.
///
/// The protocols here have default implementations of them, so that a call needs no question mark.
enum AppleOptionals {
  /// The base names.
  static let names: Set = [
    // Scrolling.
    "scrollViewDidScroll", "scrollViewDidZoom", "scrollViewWillBeginDragging",
    "scrollViewWillEndDragging", "scrollViewDidEndDragging", "scrollViewWillBeginDecelerating",
    "scrollViewDidEndDecelerating", "scrollViewDidEndScrollingAnimation", "viewForZooming",
    "scrollViewWillBeginZooming", "scrollViewDidEndZooming",
    "scrollViewDidChangeAdjustedContentInset",
    // Lists.
    "tableView", "numberOfSections", "collectionView",
    // Text.
    "textFieldShouldBeginEditing", "textFieldDidBeginEditing", "textFieldShouldEndEditing",
    "textFieldDidEndEditing", "textField", "textFieldShouldClear", "textFieldShouldReturn",
    "textViewShouldBeginEditing", "textViewShouldEndEditing", "textViewDidBeginEditing",
    "textViewDidEndEditing", "textView", "textViewDidChange", "textViewDidChangeSelection",
    // Events and controllers.
    "gestureRecognizerShouldBegin", "gestureRecognizer", "tabBar", "tabBarController", "alertView",
    // Layers.
    "animationDidStart", "animationDidStop", "layerWillDraw", "layoutSublayers",
  ]

  /// The protocols by the start of their methods.
  private static let owners: [(prefix: String, protocols: Set<String>)] = [
    (
      "scrollView",
      [
        "UIScrollViewDelegate", "UITableViewDelegate", "UICollectionViewDelegate",
        "UICollectionViewDelegateFlowLayout", "UITextViewDelegate",
      ]
    ),
    ("tableView", ["UITableViewDelegate", "UITableViewDataSource"]),
    (
      "collectionView",
      [
        "UICollectionViewDelegate", "UICollectionViewDataSource",
        "UICollectionViewDelegateFlowLayout",
      ]
    ),
    ("textField", ["UITextFieldDelegate"]), ("textView", ["UITextViewDelegate"]),
    ("gestureRecognizer", ["UIGestureRecognizerDelegate"]),
    ("animationDid", ["CAAnimationDelegate"]),
    ("tabBarController", ["UITabBarControllerDelegate"]),
  ]

  /// Returns the protocols that may declare a method.
  static func protocols(of base: String) -> Set<String> {
    owners.first { base.hasPrefix($0.prefix) }?.protocols ?? []
  }
}
