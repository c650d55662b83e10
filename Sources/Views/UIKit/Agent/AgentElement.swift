// Elements as agents see them: a role, a label, a value, a frame.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import QuartzCore

/// An element in the tree that an agent sees.
@MainActor
struct AgentElement {
  /// The view, or the part of one.
  let object: UIResponder
  let window: UIWindow
  /// The name by which requests may call it.
  let reference: String
  let depth: Int
  let role: String
  let label: String?
  let value: String?
  /// In the window, in points.
  let frame: CGRect

  init(_ object: UIResponder, in window: UIWindow, reference: String, depth: Int) {
    (self.object, self.window, self.reference, self.depth) = (object, window, reference, depth)
    role = Self.role(of: object)
    label = object.accessibilityLabel
    value = object.accessibilityValue
    frame = object.accessibilityFrame
  }

  var identifier: String? { object.accessibilityIdentifier }

  /// Whether it tells something that the elements in it do not.
  var isWorthALine: Bool {
    let hasName = label?.isEmpty == false || identifier?.isEmpty == false
    switch role {
    case "view": return hasName || object.isAccessibilityElement || !actions.isEmpty
    case "image": return hasName || object.isAccessibilityElement
    default: return true
    }
  }

  /// Whether the elements in it are parts of it, which are read with it.
  var isWhole: Bool { object.isAccessibilityElement && !(object is UITableViewCell) }

  /// The point for a finger, in the window.
  var middle: CGPoint { object.accessibilityActivationPoint }

  /// The state, in words.
  var states: [String] {
    let traits = object.accessibilityTraits
    var words: [String] = []
    if traits.contains(.selected) { words.append("selected") }
    if traits.contains(.notEnabled) { words.append("disabled") }
    if object.isFirstResponder { words.append("focused") }
    if (object as? UIView)?.isUserInteractionEnabled == false, !(object is UILabel),
      !(object is UIImageView), !(object is TextPart)
    {
      words.append("untouchable")
    }
    if let scroll = object as? UIScrollView {
      words.append("offset \(AgentText.point(scroll.contentOffset))")
      let size = scroll.contentSize
      words.append("content \(AgentText.number(size.width))x\(AgentText.number(size.height))")
      if scroll.isDragging || scroll.isDecelerating { words.append("moving") }
      if let delegate = scroll.delegate as? any UIScrollViewAccessibilityDelegate,
        let status = delegate.accessibilityAttributedScrollStatus(for: scroll)?.string
          ?? delegate.accessibilityScrollStatus(for: scroll)
      {
        words.append("status \(AgentText.quoted(status))")
      }
    }
    return words
  }

  /// The gestures and actions that it has beside those of its class.
  var actions: [String] {
    var words: [String] = []
    if let view = object as? UIView {
      for recognizer in view.gestureRecognizers ?? [] where recognizer.isEnabled {
        if let scroll = view as? UIScrollView, recognizer === scroll.panGestureRecognizer {
          continue
        }
        let word = Self.gesture(recognizer)
        if !words.contains(word) { words.append(word) }
      }
    }
    if object.accessibilityTraits.contains(.adjustable) { words += ["increment", "decrement"] }
    words += (object.accessibilityCustomActions ?? []).map { AgentText.quoted($0.name) }
    return words
  }

  private static func gesture(_ recognizer: UIGestureRecognizer) -> String {
    switch recognizer {
    case let tap as UITapGestureRecognizer:
      tap.numberOfTapsRequired > 1 ? "tap x\(tap.numberOfTapsRequired)" : "tap"
    case is UILongPressGestureRecognizer: "press"
    case is UISwipeGestureRecognizer: "swipe"
    case is UIPanGestureRecognizer: "pan"
    case is UIPinchGestureRecognizer: "pinch"
    case is UIRotationGestureRecognizer: "rotate"
    case is UIHoverGestureRecognizer: "hover"
    default: "gesture"
    }
  }

  private static func role(of object: UIResponder) -> String {
    switch object {
    case is UIWindow: return "window"
    case is UITextField:
      return object.accessibilityTraits.contains(.searchField) ? "searchfield" : "field"
    case is UITextView: return "textview"
    case is UISwitch: return "switch"
    case is UISlider: return "slider"
    case is UIStepper: return "stepper"
    case is UISegmentedControl: return "segments"
    case is UIPageControl: return "pages"
    case is UIProgressView: return "progress"
    case is UIActivityIndicatorView: return "activity"
    case is UITableViewCell, is UICollectionViewCell: return "cell"
    case is UITableView: return "table"
    case is UICollectionView: return "collection"
    case is UINavigationBar: return "bar"
    case is UITabBar: return "tabs"
    default: break
    }
    let traits = object.accessibilityTraits
    if traits.contains(.header) { return "heading" }
    if traits.contains(.link) { return "link" }
    if traits.contains(.button) { return "button" }
    if traits.contains(.adjustable) { return "adjustable" }
    if traits.contains(.staticText) { return "text" }
    if traits.contains(.image) { return "image" }
    if object is UIScrollView { return "scroll" }
    return object is UIControl ? "control" : "view"
  }

  /// The line of the element in the tree, without its depth.
  var line: String {
    var words = [role]
    if let label, !label.isEmpty { words.append(AgentText.quoted(label)) }
    if let value, !value.isEmpty { words.append("= \(AgentText.quoted(value))") }
    if let identifier, !identifier.isEmpty { words.append("#\(identifier)") }
    words.append(AgentText.frame(frame))
    let states = states
    if !states.isEmpty { words.append("[\(states.joined(separator: ", "))]") }
    let actions = actions
    if !actions.isEmpty { words.append("{\(actions.joined(separator: ", "))}") }
    words.append("@\(reference)")
    return words.joined(separator: " ")
  }

  /// The facts that a recorded session compares: no place, and no number.
  var facts: String {
    var words = [role]
    if let label, !label.isEmpty { words.append(AgentText.quoted(label)) }
    if let value, !value.isEmpty { words.append("= \(AgentText.quoted(value))") }
    if let identifier, !identifier.isEmpty { words.append("#\(identifier)") }
    let states = states.filter { $0 == "selected" || $0 == "disabled" || $0 == "focused" }
    if !states.isEmpty { words.append("[\(states.joined(separator: ", "))]") }
    return words.joined(separator: " ")
  }
}
