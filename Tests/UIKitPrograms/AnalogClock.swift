// A clock with hands, driven by a display link.
// Licensed under the MIT license; see LICENSE.

import UIKit

class AnalogClockView: UIView {
  private let hourHand = CALayer()
  private let minuteHand = CALayer()
  let secondHand = CALayer()
  var calendar = Calendar(identifier: .gregorian)

  override init(frame: CGRect) {
    super.init(frame: frame)
    backgroundColor = .clear
    contentMode = .redraw
    for (hand, color) in [
      (hourHand, UIColor.label), (minuteHand, .label), (secondHand, .systemRed),
    ] {
      hand.backgroundColor = color.cgColor
      hand.anchorPoint = CGPoint(x: 0.5, y: 0.85)
      hand.allowsEdgeAntialiasing = true
      layer.addSublayer(hand)
    }
  }

  required init?(coder: NSCoder) {
    fatalError("init(coder:) has not been implemented")
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    let radius = min(bounds.width, bounds.height) / 2
    let center = CGPoint(x: bounds.midX, y: bounds.midY)
    let sizes = [
      (hourHand, CGSize(width: 6, height: radius * 0.65)),
      (minuteHand, CGSize(width: 4, height: radius * 0.9)),
      (secondHand, CGSize(width: 1.5, height: radius)),
    ]
    for (hand, size) in sizes {
      hand.bounds.size = size
      hand.cornerRadius = size.width / 2
      hand.position = center
    }
  }

  override func draw(_ rect: CGRect) {
    let radius = min(bounds.width, bounds.height) / 2
    let face = UIBezierPath(ovalIn: bounds.insetBy(dx: 2, dy: 2))
    UIColor.systemBackground.setFill()
    face.fill()
    UIColor.label.setStroke()
    face.lineWidth = 3
    face.stroke()

    let attributes: [NSAttributedString.Key: Any] = [
      .font: UIFont.systemFont(ofSize: radius * 0.2, weight: .medium),
      .foregroundColor: UIColor.label,
    ]
    for hour in 1...12 {
      let text = NSString(string: "\(hour)")
      let size = text.size(withAttributes: attributes)
      let angle = CGFloat(hour) * .pi / 6 - .pi / 2
      let point = CGPoint(
        x: bounds.midX + cos(angle) * radius * 0.8 - size.width / 2,
        y: bounds.midY + sin(angle) * radius * 0.8 - size.height / 2
      )
      text.draw(at: point, withAttributes: attributes)
    }
  }

  func show(_ date: Date) {
    let parts = calendar.dateComponents([.hour, .minute, .second], from: date)
    guard let hour = parts.hour, let minute = parts.minute, let second = parts.second else {
      return
    }
    let minutes = CGFloat(minute) + CGFloat(second) / 60
    let hours = CGFloat(hour % 12) + minutes / 60
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    hourHand.setAffineTransform(CGAffineTransform(rotationAngle: hours / 12 * .pi * 2))
    minuteHand.setAffineTransform(CGAffineTransform(rotationAngle: minutes / 60 * .pi * 2))
    secondHand.setAffineTransform(CGAffineTransform(rotationAngle: CGFloat(second) / 60 * .pi * 2))
    CATransaction.commit()
  }
}

class AnalogClockViewController: UIViewController {
  let clock = AnalogClockView()
  var startDate = Date()
  private var displayLink: CADisplayLink?
  private var startTime: CFTimeInterval?
  private(set) var frames = 0

  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .systemGray5
    view.addSubview(clock)
  }

  override func viewDidLayoutSubviews() {
    super.viewDidLayoutSubviews()
    let side = min(view.bounds.width, view.bounds.height) - 40
    clock.bounds.size = CGSize(width: side, height: side)
    clock.center = CGPoint(x: view.bounds.midX, y: view.bounds.midY)
  }

  override func viewWillAppear(_ animated: Bool) {
    super.viewWillAppear(animated)
    clock.show(startDate)
    let link = CADisplayLink(
      target: self,
      selector: Selector("tick:", AnalogClockViewController.tick)
    )
    link.preferredFramesPerSecond = 10
    link.add(to: .main, forMode: .common)
    displayLink = link
  }

  override func viewDidDisappear(_ animated: Bool) {
    super.viewDidDisappear(animated)
    displayLink?.invalidate()
    displayLink = nil
  }

  private func tick(_ link: CADisplayLink) {
    frames += 1
    let start = startTime ?? link.timestamp
    startTime = start
    clock.show(startDate.addingTimeInterval(link.timestamp - start))
  }
}
