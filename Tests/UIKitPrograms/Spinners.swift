// A library of spinners: replicators, shapes, keyframes.
// Licensed under the MIT license; see LICENSE.

import UIKit

protocol SpinnerAnimation {
  func setUpAnimation(in layer: CALayer, size: CGSize, color: UIColor)
}

struct DotsSpinner: SpinnerAnimation {
  func setUpAnimation(in layer: CALayer, size: CGSize, color: UIColor) {
    let replicator = CAReplicatorLayer()
    replicator.frame = CGRect(origin: .zero, size: size)
    let count = 10
    replicator.instanceCount = count
    replicator.instanceTransform = CATransform3DMakeRotation(.pi * 2 / CGFloat(count), 0, 0, 1)
    replicator.instanceDelay = 1 / Double(count)
    let dot = CALayer()
    dot.frame = CGRect(x: size.width / 2 - 4, y: 2, width: 8, height: 8)
    dot.cornerRadius = 4
    dot.backgroundColor = color.cgColor
    dot.transform = CATransform3DMakeScale(0.1, 0.1, 1)
    replicator.addSublayer(dot)
    layer.addSublayer(replicator)

    let shrink = CABasicAnimation(keyPath: "transform.scale")
    shrink.fromValue = 1
    shrink.toValue = 0.1
    shrink.duration = 1
    shrink.repeatCount = .infinity
    dot.add(shrink, forKey: nil)
  }
}

struct ArcSpinner: SpinnerAnimation {
  func setUpAnimation(in layer: CALayer, size: CGSize, color: UIColor) {
    let arc = CAShapeLayer()
    arc.frame = CGRect(origin: .zero, size: size)
    arc.path = UIBezierPath(ovalIn: arc.bounds.insetBy(dx: 3, dy: 3)).cgPath
    arc.fillColor = nil
    arc.strokeColor = color.cgColor
    arc.lineWidth = 4
    arc.lineCap = .round
    arc.strokeEnd = 0.7
    layer.addSublayer(arc)

    let rotate = CABasicAnimation(keyPath: "transform.rotation.z")
    rotate.byValue = CGFloat.pi * 2
    rotate.timingFunction = CAMediaTimingFunction(name: .linear)
    let stroke = CAKeyframeAnimation(keyPath: "strokeEnd")
    stroke.values = [0.1, 0.8, 0.1]
    stroke.keyTimes = [0, 0.5, 1]
    let group = CAAnimationGroup()
    group.animations = [rotate, stroke]
    group.duration = 2
    group.repeatCount = .greatestFiniteMagnitude
    group.isRemovedOnCompletion = false
    arc.add(group, forKey: "animation")
  }
}

struct BarsSpinner: SpinnerAnimation {
  func setUpAnimation(in layer: CALayer, size: CGSize, color: UIColor) {
    let width = size.width / 9
    let beginTime = CACurrentMediaTime()
    for index in 0..<5 {
      let bar = CAShapeLayer()
      bar.frame = CGRect(x: width * 2 * CGFloat(index), y: 0, width: width, height: size.height)
      bar.path = UIBezierPath(roundedRect: bar.bounds, cornerRadius: width / 2).cgPath
      bar.fillColor = color.cgColor
      let animation = CAKeyframeAnimation(keyPath: "transform.scale.y")
      animation.keyTimes = [0, 0.5, 1]
      animation.values = [1, 0.4, 1]
      animation.timingFunctions = [.init(name: .easeInEaseOut), .init(name: .easeInEaseOut)]
      animation.duration = 1
      animation.repeatCount = HUGE
      animation.beginTime = beginTime + Double(index) * 0.1
      animation.isRemovedOnCompletion = false
      bar.add(animation, forKey: "animation")
      layer.addSublayer(bar)
    }
  }
}

final class SpinnerView: UIView {
  private let animation: SpinnerAnimation
  private(set) var isAnimating = false

  init(frame: CGRect, animation: SpinnerAnimation, color: UIColor) {
    self.animation = animation
    super.init(frame: frame)
    self.tintColor = color
    isHidden = true
  }

  required init?(coder: NSCoder) {
    fatalError("init(coder:) has not been implemented")
  }

  func startAnimating() {
    guard !isAnimating else { return }
    isHidden = false
    isAnimating = true
    layer.speed = 1
    animation.setUpAnimation(in: layer, size: bounds.size, color: tintColor)
  }

  func stopAnimating() {
    guard isAnimating else { return }
    isHidden = true
    isAnimating = false
    layer.sublayers?.forEach { $0.removeFromSuperlayer() }
  }
}

class SpinnersViewController: UIViewController {
  private(set) var spinners: [SpinnerView] = []

  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = UIColor(white: 0.15, alpha: 1)
    let animations: [SpinnerAnimation] = [DotsSpinner(), ArcSpinner(), BarsSpinner()]
    for (index, animation) in animations.enumerated() {
      let frame = CGRect(x: 20 + 80 * index, y: 40, width: 54, height: 54)
      let spinner = SpinnerView(frame: frame, animation: animation, color: .white)
      spinners.append(spinner)
      view.addSubview(spinner)
    }
    let standard = UIActivityIndicatorView(style: .large)
    standard.color = .systemYellow
    standard.center = CGPoint(x: 130, y: 160)
    standard.startAnimating()
    view.addSubview(standard)
  }

  override func viewWillAppear(_ animated: Bool) {
    super.viewWillAppear(animated)
    spinners.forEach { $0.startAnimating() }
  }
}
