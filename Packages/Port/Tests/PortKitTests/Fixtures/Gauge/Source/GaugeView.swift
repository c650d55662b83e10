// A gauge that shows a value, and that a finger sets.
// Licensed under the MIT license; see LICENSE.

import UIKit
import UIKit.UIGestureRecognizerSubclass

@objc public protocol GaugeViewDelegate {
  @objc optional func gaugeView(_ gauge: GaugeView, willMoveTo value: CGFloat)
  @objc optional func gaugeView(_ gauge: GaugeView, textFor value: CGFloat) -> String?
  @objc optional func gaugeView(_ gauge: GaugeView, shouldMoveTo value: CGFloat) -> Bool
  @objc optional func numberOfTicks(in gauge: GaugeView) -> Int
}

/// Turns a touch into an angle as soon as it is down.
final class DialRecognizer: UIGestureRecognizer {
  var angle: CGFloat = 0

  override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
    super.touchesBegan(touches, with: event)
    update(touches)
    state = .began
  }

  override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
    super.touchesMoved(touches, with: event)
    update(touches)
    state = .changed
  }

  override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {
    super.touchesEnded(touches, with: event)
    state = .ended
  }

  private func update(_ touches: Set<UITouch>) {
    guard let touch = touches.first, let view = view else { return }
    let point = touch.location(in: view)
    angle = atan2(point.y - view.bounds.midY, point.x - view.bounds.midX)
  }
}

@IBDesignable
open class GaugeView: UIControl {
  @IBOutlet public weak var delegate: GaugeViewDelegate?

  @IBInspectable open dynamic var minimumValue: CGFloat = 0
  @IBInspectable open dynamic var maximumValue: CGFloat = 1

  @objc open var value: CGFloat {
    get { return minimumValue + gaugeLayer.progress * (maximumValue - minimumValue) }
    set { setValue(newValue, animated: false) }
  }

  public let label = UILabel()
  private var ticks: [CAShapeLayer] = []
  var gaugeLayer: GaugeLayer { return layer as! GaugeLayer }

  public override init(frame: CGRect) {
    super.init(frame: frame)
    setUp()
  }

  public required init?(coder: NSCoder) {
    super.init(coder: coder)
    setUp()
  }

  private func setUp() {
    gaugeLayer.owner = self
    label.textAlignment = .center
    label.font = UIFont.boldSystemFont(ofSize: 24)
    addSubview(label)
    let dial = DialRecognizer(target: self, action: #selector(dialed))
    dial.delegate = self
    addGestureRecognizer(dial)
    addTarget(self, action: #selector(GaugeView.changed(_:)), for: .valueChanged)
    updateLabel()
  }

  @objc(setValue:animated:)
  open func setValue(_ value: CGFloat, animated: Bool) {
    guard delegate?.gaugeView?(self, shouldMoveTo: value) ?? true else { return }
    delegate?.gaugeView?(self, willMoveTo: value)
    let span = maximumValue - minimumValue
    let progress = span == 0 ? 0 : min(max((value - minimumValue) / span, 0), 1)
    CATransaction.begin()
    CATransaction.setDisableActions(!animated)
    CATransaction.setAnimationDuration(0.5)
    gaugeLayer.progress = progress
    CATransaction.commit()
    updateLabel()
  }

  private func updateLabel() {
    let percent = Int((gaugeLayer.progress * 100).rounded())
    label.text = delegate?.gaugeView?(self, textFor: value) ?? "\(percent) %"
  }

  @objc private func dialed(_ dial: DialRecognizer) {
    var degrees = dial.angle * 180 / .pi
    if degrees < gaugeLayer.startAngle - 45 { degrees += 360 }
    let span = gaugeLayer.endAngle - gaugeLayer.startAngle
    let part = (degrees - gaugeLayer.startAngle) / span
    setValue(minimumValue + part * (maximumValue - minimumValue), animated: dial.state == .began)
    sendActions(for: .valueChanged)
  }

  @objc func changed(_ sender: GaugeView) {
    label.textColor = sender.value > (minimumValue + maximumValue) / 2 ? .systemRed : .darkGray
  }
}

extension GaugeView: UIGestureRecognizerDelegate {
  open override class var layerClass: AnyClass {
    return GaugeLayer.self
  }

  open override func layoutSubviews() {
    super.layoutSubviews()
    label.frame = CGRect(x: 0, y: bounds.midY - 16, width: bounds.width, height: 32)
    layoutTicks()
  }

  open override func tintColorDidChange() {
    super.tintColorDidChange()
    gaugeLayer.colors = [tintColor]
    gaugeLayer.setNeedsDisplay()
  }

  private func layoutTicks() {
    let count = delegate?.numberOfTicks?(in: self) ?? 5
    ticks.forEach { $0.removeFromSuperlayer() }
    ticks = (0 ..< count).map { index in
      let tick = CAShapeLayer()
      let part = CGFloat(index) / CGFloat(max(count - 1, 1))
      let angle = gaugeLayer.startAngle + (gaugeLayer.endAngle - gaugeLayer.startAngle) * part
      let radius = min(bounds.width, bounds.height) / 2 - gaugeLayer.lineWidth * 1.6
      let path = UIBezierPath()
      path.move(to: CGPoint(x: radius - 6, y: 0))
      path.addLine(to: CGPoint(x: radius, y: 0))
      tick.path = path.cgPath
      tick.strokeColor = UIColor.gray.cgColor
      tick.lineWidth = 2
      tick.position = CGPoint(x: bounds.midX, y: bounds.midY)
      tick.transform = CATransform3DMakeRotation(angle * .pi / 180, 0, 0, 1)
      layer.addSublayer(tick)
      return tick
    }
  }
}
