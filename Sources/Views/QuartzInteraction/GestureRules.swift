// Which recogniser makes which others fail.
// Licensed under the MIT license; see LICENSE.

/// The rules between recognisers, and between recognisers and controls.
package enum GestureRules {
  /// Rows and columns are those of `GestureKind`; 1 where the row's kind makes the column's fail.
  ///
  /// Those of hover follow a pointer without touches and disturb nobody.
  private static let table: [[UInt8]] = [
    //  tap press pan edge pinch rotation swipe hover foreign
    [1, 1, 1, 1, 1, 1, 1, 0, 1],  // tap
    [1, 1, 1, 1, 1, 1, 1, 0, 1],  // press
    [1, 1, 1, 1, 1, 1, 1, 0, 1],  // pan
    [1, 1, 1, 1, 1, 1, 1, 0, 1],  // edge
    [1, 1, 1, 1, 1, 1, 1, 0, 1],  // pinch
    [1, 1, 1, 1, 1, 1, 1, 0, 1],  // rotation
    [1, 1, 1, 1, 1, 1, 1, 0, 1],  // swipe
    [0, 0, 0, 0, 0, 0, 0, 0, 0],  // hover
    [1, 1, 1, 1, 1, 1, 1, 0, 1],  // foreign
  ]

  /// Whether one that recognises makes another fail by its kind.
  package static func prevents(_ one: GestureKind, _ other: GestureKind) -> Bool {
    table[one.rawValue][other.rawValue] != 0
  }

  /// A tap lets taps go on that need more taps.
  package static func leavesMoreTaps(_ one: GestureSettings, _ other: GestureSettings) -> Bool {
    one.kind == .tap && other.kind == .tap && other.taps > one.taps
  }

  /// The pan and the pinch of one scroll view go together.
  package static func scrollsTogether(_ one: GestureSettings, _ other: GestureSettings) -> Bool {
    one.scroll >= 0 && one.scroll == other.scroll && one.kind != other.kind
  }

  /// The kinds of controls that answer differently.
  package enum Control: CaseIterable, Sendable {
    /// A control of its own class: it refuses nothing.
    case plain
    /// Buttons, steppers, page controls and segmented controls.
    case button
    /// A switch.
    case toggle
    /// A slider.
    case slider
  }

  /// A question to a control about a recogniser around it.
  package struct ControlCase: Sendable {
    package var kind: GestureKind
    package var taps = 1
    package var fingers = 1
    /// Whether the finger came down on the knob or the thumb.
    package var isOnKnob = false
    /// Whether the way goes along the control.
    package var isAlong = false
    /// Whether the recogniser is the control's own.
    package var isOwn = false

    package init(kind: GestureKind) { self.kind = kind }
  }

  /// Whether an enabled control refuses a recogniser the touch that it has.
  package static func control(_ control: Control, refuses gesture: ControlCase) -> Bool {
    guard !gesture.isOwn else { return false }
    let isDrag = gesture.kind == .pan || gesture.kind == .edge || gesture.kind == .swipe
    let isSingleTap = gesture.kind == .tap && gesture.taps == 1 && gesture.fingers == 1
    return switch control {
    case .plain: false
    case .button: isSingleTap
    case .toggle: isSingleTap || isDrag && gesture.isOnKnob && gesture.isAlong
    case .slider: isDrag && gesture.isOnKnob && gesture.isAlong
    }
  }
}
