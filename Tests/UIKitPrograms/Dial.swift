// A control of its own: a dial that is turned.
// Licensed under the MIT license; see LICENSE.

import UIKit

class Dial: UIControl {
  var minimumValue: Float = 0
  var maximumValue: Float = 1
  var value: Float = 0 {
    didSet {
      value = min(max(value, minimumValue), maximumValue)
      updatePointer()
    }
  }

  private let startAngle = -CGFloat.pi * 11 / 8
  private let endAngle = CGFloat.pi * 3 / 8
  private let trackLayer = CAShapeLayer()
  private let valueLayer = CAShapeLayer()
  private let pointerLayer = CAShapeLayer()

  override init(frame: CGRect) {
    super.init(frame: frame)
    for layer in [trackLayer, valueLayer, pointerLayer] {
      layer.fillColor = UIColor.clear.cgColor
      layer.lineWidth = 6
      layer.lineCap = .round
      self.layer.addSublayer(layer)
    }
    trackLayer.strokeColor = UIColor.systemGray5.cgColor
    isAccessibilityElement = true
    accessibilityTraits = .adjustable
    tintColorDidChange()
  }

  required init?(coder: NSCoder) {
    fatalError("init(coder:) has not been implemented")
  }

  override var intrinsicContentSize: CGSize {
    CGSize(width: 120, height: 120)
  }

  override var isEnabled: Bool {
    didSet { alpha = isEnabled ? 1 : 0.4 }
  }

  override func tintColorDidChange() {
    super.tintColorDidChange()
    valueLayer.strokeColor = tintColor.cgColor
    pointerLayer.strokeColor = tintColor.cgColor
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    let center = CGPoint(x: bounds.midX, y: bounds.midY)
    let radius = min(bounds.width, bounds.height) / 2 - 3
    let arc = UIBezierPath(
      arcCenter: center,
      radius: radius,
      startAngle: startAngle,
      endAngle: endAngle,
      clockwise: true
    )
    trackLayer.frame = bounds
    trackLayer.path = arc.cgPath
    valueLayer.frame = bounds
    valueLayer.path = arc.cgPath
    pointerLayer.bounds = bounds
    pointerLayer.position = center
    let pointer = UIBezierPath()
    pointer.move(to: CGPoint(x: center.x + radius - 14, y: center.y))
    pointer.addLine(to: CGPoint(x: center.x + radius - 26, y: center.y))
    pointerLayer.path = pointer.cgPath
    updatePointer()
  }

  override func beginTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
    super.beginTracking(touch, with: event)
    follow(touch)
    return true
  }

  override func continueTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
    super.continueTracking(touch, with: event)
    follow(touch)
    return true
  }

  private func follow(_ touch: UITouch) {
    let point = touch.location(in: self)
    var angle = atan2(point.y - bounds.midY, point.x - bounds.midX)
    if angle > .pi / 2 { angle -= 2 * .pi }
    let part = (angle - startAngle) / (endAngle - startAngle)
    value = minimumValue + Float(min(max(part, 0), 1)) * (maximumValue - minimumValue)
    sendActions(for: .valueChanged)
  }

  private func updatePointer() {
    let part = CGFloat((value - minimumValue) / (maximumValue - minimumValue))
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    valueLayer.strokeEnd = part
    pointerLayer.transform = CATransform3DMakeRotation(
      startAngle + part * (endAngle - startAngle),
      0,
      0,
      1
    )
    CATransaction.commit()
    accessibilityValue = "\(Int(part * 100)) %"
  }
}

class DialViewController: UIViewController {
  let dial = Dial()
  let label = UILabel()

  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .systemBackground
    view.tintColor = .systemPink
    dial.maximumValue = 11
    dial.value = 4
    dial.addAction(UIAction { [unowned self] _ in self.show() }, for: .valueChanged)
    label.font = .monospacedDigitSystemFont(ofSize: 28, weight: .medium)
    label.textAlignment = .center
    view.addSubview(dial)
    view.addSubview(label)
    show()
  }

  override func viewDidLayoutSubviews() {
    super.viewDidLayoutSubviews()
    dial.sizeToFit()
    dial.bounds.size = CGSize(width: 160, height: 160)
    dial.center = CGPoint(x: view.bounds.midX, y: view.bounds.midY)
    label.bounds.size = CGSize(width: 100, height: 40)
    label.center = dial.center
  }

  private func show() {
    label.text = String(format: "%.1f", dial.value)
  }
}
