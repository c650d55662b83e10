// The layers that the tests look at.
// Licensed under the MIT license; see LICENSE.

public import QuartzCore

/// A card that shows how much of something is done: a title, a bar, and a ring that can pulse.
public final class ProgressCard: CALayer {
  /// The part that is done, 0...1.
  public var progress = 0.0 {
    didSet { setNeedsLayout() }
  }

  /// The text at the top.
  public let title = CATextLayer()
  /// The part of the bar that is filled.
  public let fill = CAGradientLayer()
  private let track = CALayer()
  /// The ring at the right.
  public let ring = CAShapeLayer()

  public override init() {
    super.init()
    setUp()
  }

  public override init(layer: Any) {
    super.init(layer: layer)
  }

  /// A card with a title and a bar.
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
    setUp()
  }

  private func setUp() {
    name = "card"
    frame = CGRect(x: 0, y: 0, width: 200, height: 72)
    backgroundColor = CGColor(gray: 1, alpha: 1)
    cornerRadius = 14
    borderWidth = 1
    borderColor = CGColor(red: 0.85, green: 0.85, blue: 0.85, alpha: 1)

    title.name = "title"
    title.fontSize = 15
    title.foregroundColor = CGColor(red: 0.1, green: 0.1, blue: 0.1, alpha: 1)
    title.contentsScale = 2

    track.name = "track"
    track.backgroundColor = CGColor(red: 0.9, green: 0.9, blue: 0.9, alpha: 1)
    track.cornerRadius = 5
    track.masksToBounds = true
    fill.name = "fill"
    fill.startPoint = CGPoint(x: 0, y: 0.5)
    fill.endPoint = CGPoint(x: 1, y: 0.5)
    fill.colors = [
      CGColor(red: 0.2, green: 0.5, blue: 1, alpha: 1),
      CGColor(red: 0.4, green: 0.8, blue: 0.9, alpha: 1),
    ]
    track.addSublayer(fill)

    ring.name = "ring"
    ring.fillColor = nil
    ring.strokeColor = CGColor(red: 0.2, green: 0.5, blue: 1, alpha: 1)
    ring.lineWidth = 4
    for layer in [title, track, ring] { addSublayer(layer) }
  }

  public override func layoutSublayers() {
    let inner = bounds.insetBy(dx: 16, dy: 14)
    title.frame = CGRect(x: inner.minX, y: inner.minY, width: inner.width - 50, height: 20)
    track.frame = CGRect(x: inner.minX, y: inner.maxY - 10, width: inner.width - 50, height: 10)
    fill.frame = CGRect(x: 0, y: 0, width: track.bounds.width * progress, height: 10)
    ring.frame = CGRect(x: inner.maxX - 36, y: bounds.midY - 18, width: 36, height: 36)
    ring.path = CGPath(ellipseIn: ring.bounds.insetBy(dx: 2, dy: 2), transform: nil)
  }

  /// Starts the pulse of the ring, once a second, until it is stopped.
  public func startPulse() {
    let pulse = CABasicAnimation(keyPath: "opacity")
    pulse.fromValue = 1.0
    pulse.toValue = 0.2
    pulse.duration = 0.5
    pulse.autoreverses = true
    pulse.repeatCount = .infinity
    ring.add(pulse, forKey: "pulse")
  }
}
