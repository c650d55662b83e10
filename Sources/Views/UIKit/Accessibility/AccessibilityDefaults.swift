// Defaults of elements of accessibility, by class and state.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation

/// The facts about an element of which the program said nothing.
struct AccessibilityDefaults {
  var isElement = false
  var label: String?
  var value: String?
  var traits = UIAccessibilityTraits.none
}

extension AccessibilityDefaults {
  /// The facts about a view.
  @MainActor
  init(of view: UIView) {
    switch view {
    case let control as UIControl: self.init(of: control)
    case let label as UILabel:
      self.init(isElement: true, label: label.text, traits: .staticText)
      if !label.isEnabled { traits.insert(.notEnabled) }
    case let text as TextPart:
      self.init(isElement: text.text?.isEmpty == false, label: text.text, traits: .staticText)
    case let part as TapPart:
      self.init(isElement: true, label: part.label.text, traits: .button)
    case let text as UITextView:
      self.init(isElement: true, value: text.text)
    case is UIImageView: self.init(traits: .image)
    case let progress as UIProgressView:
      self.init(
        isElement: true,
        value: Self.percent(Double(progress.progress)),
        traits: .updatesFrequently
      )
    case let wheel as UIActivityIndicatorView:
      self.init(
        isElement: true,
        label: wheel.isAnimating ? "In progress" : "Progress halted",
        value: wheel.isAnimating ? "1" : "0",
        traits: .updatesFrequently
      )
    case let cell as UITableViewCell:
      self.init(isElement: true, label: Self.texts(in: cell.contentView))
      if cell.isSelected { traits.insert(.selected) }
    case let cell as UICollectionViewCell:
      self.init(label: Self.texts(in: cell.contentView))
      if cell.isSelected { traits.insert(.selected) }
    case is UITabBar: self.init(traits: .tabBar)
    default: self.init()
    }
  }

  @MainActor
  private init(of control: UIControl) {
    switch control {
    case let button as UIButton:
      self.init(
        isElement: true,
        label: button.currentTitle ?? button.currentAttributedTitle?.string
          ?? button.configuration?.title,
        traits: .button
      )
      if button.isSelected { traits.insert(.selected) }
    case let toggle as UISwitch:
      self.init(isElement: true, value: toggle.isOn ? "1" : "0", traits: [.button, .toggleButton])
    case let slider as UISlider:
      let range = Double(slider.maximumValue) - Double(slider.minimumValue)
      let share = range > 0 ? (Double(slider.value) - Double(slider.minimumValue)) / range : 0
      self.init(isElement: true, value: Self.percent(share), traits: .adjustable)
    case let pages as UIPageControl:
      self.init(
        isElement: pages.numberOfPages > 0,
        value: "page \(pages.currentPage + 1) of \(pages.numberOfPages)",
        traits: .adjustable
      )
    case let field as UITextField:
      let text = field.text ?? ""
      let shown = field.isSecureTextEntry ? String(repeating: "\u{2022}", count: text.count) : text
      self.init(isElement: true, value: text.isEmpty ? field.placeholder : shown)
    case let stepper as UIStepper:
      self.init(value: "\(stepper.value)")
    default: self.init()
    }
    if !control.isEnabled { traits.insert(.notEnabled) }
  }

  private static func percent(_ share: Double) -> String {
    "\(Int((min(max(share, 0), 1) * 100).rounded()))%"
  }

  /// The labels of what is in a view, in the order of the subviews; nil if there are none.
  @MainActor
  private static func texts(in view: UIView) -> String? {
    var labels: [String] = []
    var waiting = Array(view.subviews.reversed())
    while let next = waiting.popLast() {
      guard !next.isHidden, next.alpha > 0, !(next is UIControl) else { continue }
      if next.isAccessibilityElement {
        if let label = next.accessibilityLabel, !label.isEmpty { labels.append(label) }
      } else {
        waiting += next.subviews.reversed()
      }
    }
    return labels.isEmpty ? nil : labels.joined(separator: ", ")
  }
}

extension UIView {
  /// The elements of a control that has several in one view; nil for other views.
  final var ownAccessibilityParts: [UIAccessibilityElement]? {
    switch self {
    case let control as UISegmentedControl: control.segmentElements
    case let stepper as UIStepper: stepper.sideElements
    default: nil
    }
  }
}

extension UISegmentedControl {
  fileprivate var segmentElements: [UIAccessibilityElement] {
    var x: CGFloat = 0
    let count = numberOfSegments
    return widths.enumerated().map { index, width in
      let element = UIAccessibilityElement(accessibilityContainer: self)
      element.accessibilityLabel = titleForSegment(at: index)
      element.accessibilityValue = "\(index + 1) of \(count)"
      var traits = UIAccessibilityTraits.button
      if index == selectedSegmentIndex { traits.insert(.selected) }
      if !isEnabled || !isEnabledForSegment(at: index) { traits.insert(.notEnabled) }
      element.accessibilityTraits = traits
      element.accessibilityFrameInContainerSpace =
        CGRect(x: x, y: 0, width: width, height: bounds.height)
      x += width
      return element
    }
  }
}

extension UIStepper {
  fileprivate var sideElements: [UIAccessibilityElement] {
    let (less, more) = bounds.divided(atDistance: bounds.width / 2, from: .minXEdge)
    let sides = [
      ("Decrement", less, wraps || value > minimumValue),
      ("Increment", more, wraps || value < maximumValue),
    ]
    return sides.map { label, frame, isUseful in
      let element = UIAccessibilityElement(accessibilityContainer: self)
      element.accessibilityLabel = label
      element.accessibilityTraits = isEnabled && isUseful ? .button : [.button, .notEnabled]
      element.accessibilityFrameInContainerSpace = frame
      return element
    }
  }
}
