// The numbers of touches: distances in points, times in seconds.
// Licensed under the MIT license; see LICENSE.

/// The numbers of touches, all in one place.
///
/// Distances are in points of the window, times in seconds. Those that were measured on devices or
/// are documented say so; the others are estimates, or choices where nothing is known.
package enum InteractionConstants {
  /// A pan begins at this way; measured.
  package static let panHysteresis = 10.0
  /// A pan with a mouse begins at this way; a choice.
  package static let mousePanHysteresis = 3.0
  /// A finger of a tap may move this far from its start; an estimate.
  package static let tapMovement = 45.0
  /// A tap is over after this time; an estimate.
  package static let tapLongest = 0.75
  /// The greatest pause between taps that belong together; an estimate.
  package static let tapPause = 0.35
  /// The greatest pause between clicks of a mouse that belong together; documented.
  package static let clickPause = 0.5
  /// The greatest distance between taps that belong together; an estimate.
  package static let tapDistance = 45.0
  /// The time of a long press; documented.
  package static let pressDuration = 0.5
  /// The way that a long press may move before it begins; documented.
  package static let pressMovement = 10.0
  /// The way of a swipe; an estimate.
  package static let swipeLength = 50.0
  /// The longest time of a swipe; an estimate.
  package static let swipeLongest = 0.5
  /// The part of its way by which a swipe may leave its direction; a choice.
  package static let swipeSlope = 0.5
  /// The change of distance that begins a pinch; an estimate.
  package static let pinchHysteresis = 8.0
  /// The turn that begins a rotation, in radians; a choice.
  package static let rotationHysteresis = 0.1
  /// The width of an edge of the screen; an estimate.
  package static let edgeWidth = 20.0
  /// The delay of touches in the content of a scroll view; an estimate.
  package static let contentDelay = 0.15
  /// How far from a control a finger may go on each side; an estimate.
  package static let controlReach = 70.0
  /// How far from its thumb a finger takes a slider; a choice.
  package static let thumbReach = 10.0
  /// The time over which velocities are measured; measured.
  package static let velocityWindow = 0.1
}
