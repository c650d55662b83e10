// The layer that draws a gauge.
// Licensed under the MIT license; see LICENSE.

import UIKit

/// An arc whose end moves by animations of one property.
@objcMembers
final class GaugeLayer: CALayer {
  @NSManaged var progress: CGFloat
  @NSManaged var trackColor: UIColor?
  @NSManaged dynamic var lineWidth: CGFloat
  @objc dynamic var startAngle: CGFloat = 135
  @objc dynamic var endAngle: CGFloat = 405
  var colors: [UIColor] = [.systemGreen, .systemYellow, .systemRed]
  weak var owner: GaugeView?

  override init() {
    super.init()
    lineWidth = 12
    trackColor = UIColor(white: 0.9, alpha: 1)
    contentsScale = UIScreen.main.scale
    needsDisplayOnBoundsChange = true
  }

  override init(layer: Any) {
    super.init(layer: layer)
    guard let other = layer as? GaugeLayer else { return }
    progress = other.progress
    colors = other.colors
    startAngle = other.startAngle
    endAngle = other.endAngle
    lineWidth = other.lineWidth
    trackColor = other.trackColor
  }

  required init?(coder: NSCoder) { super.init(coder: coder) }

  private static let animated = [
    #keyPath(GaugeLayer.progress), #keyPath(startAngle), #keyPath(GaugeLayer.endAngle),
    #keyPath(GaugeLayer.lineWidth),
  ]

  override class func needsDisplay(forKey key: String) -> Bool {
    return animated.contains(key) || super.needsDisplay(forKey: key)
  }

  override func action(forKey event: String) -> CAAction? {
    guard event == #keyPath(GaugeLayer.progress), !CATransaction.disableActions() else {
      return super.action(forKey: event)
    }
    let animation = CABasicAnimation(keyPath: event)
    animation.fromValue = presentation()?.value(forKey: event) ?? progress
    animation.timingFunction = CAMediaTimingFunction(name: .easeInEaseOut)
    animation.duration = CATransaction.animationDuration()
    return animation
  }

  override func draw(in ctx: CGContext) {
    UIGraphicsPushContext(ctx)
    defer { UIGraphicsPopContext() }
    let side = min(bounds.width, bounds.height) - lineWidth
    guard side > 0 else { return }
    let middle = CGPoint(x: bounds.midX, y: bounds.midY)
    arc(middle, side / 2, from: 0, to: 1, color: trackColor ?? .lightGray)
    arc(middle, side / 2, from: 0, to: min(max(progress, 0), 1), color: color(at: progress))
  }
}

private extension GaugeLayer {
  func arc(_ middle: CGPoint, _ radius: CGFloat, from: CGFloat, to: CGFloat, color: UIColor) {
    let span = endAngle - startAngle
    let path = UIBezierPath(
      arcCenter: middle, radius: radius, startAngle: (startAngle + span * from) * .pi / 180,
      endAngle: (startAngle + span * to) * .pi / 180, clockwise: true)
    path.lineWidth = lineWidth
    path.lineCapStyle = .round
    color.setStroke()
    path.stroke()
  }

  func color(at progress: CGFloat) -> UIColor {
    guard colors.count > 1 else { return colors.first ?? .black }
    let place = min(max(progress, 0), 1) * CGFloat(colors.count - 1)
    let index = min(Int(place), colors.count - 2)
    var (r, g, b, a): (CGFloat, CGFloat, CGFloat, CGFloat) = (0, 0, 0, 0)
    var (r2, g2, b2, a2): (CGFloat, CGFloat, CGFloat, CGFloat) = (0, 0, 0, 0)
    colors[index].getRed(&r, green: &g, blue: &b, alpha: &a)
    colors[index + 1].getRed(&r2, green: &g2, blue: &b2, alpha: &a2)
    let part = place - CGFloat(index)
    return UIColor(
      red: r + (r2 - r) * part, green: g + (g2 - g) * part, blue: b + (b2 - b) * part,
      alpha: a + (a2 - a) * part)
  }
}
