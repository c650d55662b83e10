// Things with a content size: controllers and presentations.
// Licensed under the MIT license; see LICENSE.

public import CoreGraphics

/// A controller, or a presentation of one, that asks for a size and hears of changes.
@preconcurrency
@MainActor
public protocol UIContentContainer: AnyObject {
  /// The size that it asks for, in points; zero for none.
  var preferredContentSize: CGSize { get }
  /// Called when the size that a child asks for changed.
  func preferredContentSizeDidChange(forChildContentContainer container: any UIContentContainer)
  /// Called when the size of a child's content changed.
  ///
  /// **Differences**: the system does not call it; programs may.
  func systemLayoutFittingSizeDidChange(
    forChildContentContainer container: any UIContentContainer
  )
  /// Returns the size of a child, in points, for a size of the parent.
  func size(
    forChildContentContainer container: any UIContentContainer,
    withParentContainerSize parentSize: CGSize
  ) -> CGSize
  /// Called before its size changes, in points.
  func viewWillTransition(
    to size: CGSize,
    with coordinator: any UIViewControllerTransitionCoordinator
  )
  /// Called before its traits change.
  func willTransition(
    to newCollection: UITraitCollection,
    with coordinator: any UIViewControllerTransitionCoordinator
  )
}
