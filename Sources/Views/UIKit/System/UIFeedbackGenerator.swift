// Taps that a device gives to the hand.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
public import Foundation

/// Gives the hand a feeling of what happens.
///
/// Linux has no device for that: as on an iPad, nothing is felt.
@preconcurrency
@MainActor
open class UIFeedbackGenerator: NSObject {
  /// Makes the device ready.
  open func prepare() {}

  /// The class, with its module for a class of the program, and the address.
  nonisolated open override var description: String { objectText }
}

/// Taps as if something was hit.
@preconcurrency
@MainActor
open class UIImpactFeedbackGenerator: UIFeedbackGenerator {
  /// The weight of the object that is hit.
  public enum FeedbackStyle: Int, Sendable {
    /// Something small.
    case light = 0
    /// Something of a middle size.
    case medium = 1
    /// Something large.
    case heavy = 2
    /// Something soft.
    case soft = 3
    /// Something hard.
    case rigid = 4
  }

  /// Creates a generator of a weight.
  public init(style: FeedbackStyle) { super.init() }

  /// Creates a generator of a middle weight.
  public override convenience init() { self.init(style: .medium) }

  /// Taps.
  open func impactOccurred() {}

  /// Taps with a force in 0...1.
  open func impactOccurred(intensity: CGFloat) {}
}

/// Taps while a choice changes.
@preconcurrency
@MainActor
open class UISelectionFeedbackGenerator: UIFeedbackGenerator {
  /// Taps.
  open func selectionChanged() {}
}

/// Taps at a success or a failure.
@preconcurrency
@MainActor
open class UINotificationFeedbackGenerator: UIFeedbackGenerator {
  /// The result of a task.
  public enum FeedbackType: Int, Sendable {
    /// It succeeded.
    case success = 0
    /// It may not have been right.
    case warning = 1
    /// It failed.
    case error = 2
  }

  /// Taps.
  open func notificationOccurred(_ notificationType: FeedbackType) {}
}
