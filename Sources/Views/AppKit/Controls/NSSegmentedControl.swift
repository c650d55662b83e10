// Segmented controls.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
public import Foundation
import QuartzCore
import QuartzInteraction

/// Buttons side by side, of which one is selected.
@preconcurrency
@MainActor
open class NSSegmentedControl: NSControl {
  private struct Segment {
    var label = ""
    var isEnabled = true
    var text: CATextLayer
    var back = CALayer()
  }

  private static let greatestCount = 1000
  private var segments: [Segment] = []

  /// Creates a control without segments.
  public override init(frame frameRect: NSRect) { super.init(frame: frameRect) }

  /// Creates a control from an archive; nothing is read.
  public required init?(coder: NSCoder) { super.init(coder: coder) }

  /// Creates a control with a segment for each label, 80 x 24 points each.
  public convenience init(labels: [String], target: Any?, action: Selector?) {
    self.init(frame: NSRect(x: 0, y: 0, width: 80 * CGFloat(labels.count), height: 24))
    segmentCount = labels.count
    for (index, label) in labels.enumerated() { setLabel(label, forSegment: index) }
    self.target = target as AnyObject?
    self.action = action
  }

  /// The number of segments; at most 1000.
  open var segmentCount: Int {
    get { segments.count }
    set {
      let count = min(max(newValue, 0), NSSegmentedControl.greatestCount)
      while segments.count > count {
        let last = segments.removeLast()
        last.text.removeFromSuperlayer()
        last.back.removeFromSuperlayer()
      }
      while segments.count < count { segments.append(Segment(text: makeLabel(.controlTextColor))) }
      if selectedSegment >= count { selectedSegment = -1 }
      needsDisplay = true
    }
  }

  /// The selected segment; -1 if there is none.
  open var selectedSegment = -1 {
    didSet {
      if !segments.indices.contains(selectedSegment), selectedSegment != -1 {
        selectedSegment = -1
      }
      needsDisplay = true
    }
  }

  /// The selected segment as a number.
  open override var doubleValue: Double {
    get { Double(selectedSegment) }
    set { selectedSegment = Int(exactly: newValue.rounded()) ?? -1 }
  }

  /// Sets the text of a segment; one that does not exist changes nothing.
  open func setLabel(_ label: String, forSegment segment: Int) {
    guard segments.indices.contains(segment) else { return }
    segments[segment].label = label
    needsDisplay = true
  }

  /// Returns the text of a segment; nil for one that does not exist.
  open func label(forSegment segment: Int) -> String? {
    segments.indices.contains(segment) ? segments[segment].label : nil
  }

  /// Sets whether a segment can be selected by the mouse.
  open func setEnabled(_ enabled: Bool, forSegment segment: Int) {
    guard segments.indices.contains(segment) else { return }
    segments[segment].isEnabled = enabled
    needsDisplay = true
  }

  /// Selects the segment under the pointer.
  open override func mouseDown(with event: NSEvent) {
    guard follow(event), !segments.isEmpty, bounds.width > 0 else { return }
    let x = convert(event.locationInWindow, from: nil).x - bounds.minX
    let index = Int((x / bounds.width * CGFloat(segments.count)).rounded(.down))
    guard segments.indices.contains(index), segments[index].isEnabled else { return }
    selectedSegment = index
    sendAction(action, to: target)
  }

  /// Keeps the segment that was pressed.
  open override func mouseDragged(with event: NSEvent) { _ = followDrag(event) }

  /// Ends the press.
  open override func mouseUp(with event: NSEvent) { _ = followUp(event) }

  override var answers: GestureRules.Control { .button }

  /// Places the segments.
  open override func updateLayer() {
    guard let layer else { return }
    layer.borderWidth = 1
    layer.borderColor = NSColor(white: 0.75, alpha: 1).cgColor
    layer.cornerRadius = 5
    layer.masksToBounds = true
    layer.opacity = Float(alphaValue) * (isEnabled ? 1 : 0.5)
    let width = bounds.width / CGFloat(max(segments.count, 1))
    for (index, segment) in segments.enumerated() {
      if segment.back.superlayer !== layer {
        layer.addSublayer(segment.back)
        layer.addSublayer(segment.text)
      }
      let rect = NSRect(
        x: bounds.minX + CGFloat(index) * width,
        y: bounds.minY,
        width: width,
        height: bounds.height
      )
      let isOn = index == selectedSegment
      segment.back.frame = rect
      segment.back.backgroundColor =
        (isOn ? NSColor.controlAccentColor : .controlColor).cgColor
      segment.text.string = segment.label
      segment.text.foregroundColor = (isOn ? NSColor.white : .controlTextColor).cgColor
      segment.text.opacity = segment.isEnabled ? 1 : 0.5
      place(segment.text, in: rect)
    }
  }
}
