// The present state of a scroll view.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import QuartzCore
import QuartzInteraction

/// The content, the drag, the motion and the zooming of a scroll view.
@MainActor
final class ScrollState {
  /// A motion of the content by itself.
  struct Motion {
    enum Purpose {
      /// A finger left it.
      case deceleration
      /// The program asked for it.
      case animation
      /// A tap on the status bar asked for it.
      case top
    }

    var x: ScrollMotion
    var y: ScrollMotion
    var begin: CFTimeInterval
    var purpose: Purpose

    var duration: Double { max(x.duration, y.duration) }
    var end: CGPoint { CGPoint(x: x.end, y: y.end) }

    func offset(at time: CFTimeInterval) -> CGPoint {
      CGPoint(x: x.offset(at: time - begin), y: y.offset(at: time - begin))
    }
  }

  /// A pinch, or an animated change of scale.
  struct Zoom {
    weak var view: UIView?
    /// The scale at the start.
    var start: CGFloat
    /// Whether fingers pinch.
    var isByFingers = false
    /// The touches of the pinch, and their middle in the scroll view without its offset.
    var fingers: [Int]?
    var middle = CGPoint.zero
  }

  /// The scroll view around, which takes what content without bounces leaves of a drag.
  struct Push {
    weak var view: UIScrollView?
    var push: ScrollPush
  }

  weak var delegate: (any UIScrollViewDelegate)?
  var contentSize = CGSize.zero
  var inset = UIEdgeInsets.zero
  var adjustedInset = UIEdgeInsets.zero
  var refreshInset: CGFloat = 0
  /// The room for the refresh control that counts after the drag.
  var wantedRefreshInset: CGFloat = 0
  let pan: ScrollPanGestureRecognizer
  var pinch: ScrollPinchGestureRecognizer?
  var drag: ScrollDrag?
  var push: Push?
  var motion: Motion?
  /// The time of the motion's last step.
  var stepTime: CFTimeInterval = 0
  var ticker: FrameTicker?
  var zoomScale: CGFloat = 1
  var zoom: Zoom?
  var isZoomBouncing = false
  /// The size for which the layout was made.
  var laidOutSize = CGSize.zero
  /// How many calls of the delegate for movements are on the stack.
  var callDepth = 0
  var indicators: ScrollIndicators?

  init() { pan = ScrollPanGestureRecognizer() }
}
