// A ring that runs down, and can be paused.
// Licensed under the MIT license; see LICENSE.

import UIKit

class RingView: UIView {
  override class var layerClass: AnyClass { CAShapeLayer.self }
  private var shapeLayer: CAShapeLayer? { layer as? CAShapeLayer }

  override init(frame: CGRect) {
    super.init(frame: frame)
    shapeLayer?.fillColor = nil
    shapeLayer?.lineWidth = 12
    shapeLayer?.lineCap = .round
    shapeLayer?.strokeColor = UIColor.systemOrange.cgColor
  }

  required init?(coder: NSCoder) {
    fatalError("init(coder:) has not been implemented")
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    let radius = min(bounds.width, bounds.height) / 2 - 6
    shapeLayer?.path =
      UIBezierPath(
        arcCenter: CGPoint(x: bounds.midX, y: bounds.midY),
        radius: radius,
        startAngle: -.pi / 2,
        endAngle: .pi * 3 / 2,
        clockwise: true
      ).cgPath
  }

  func start(duration: TimeInterval, completion: @escaping () -> Void) {
    CATransaction.begin()
    CATransaction.setCompletionBlock(completion)
    let animation = CABasicAnimation(keyPath: "strokeEnd")
    animation.fromValue = 1
    animation.toValue = 0
    animation.duration = duration
    animation.fillMode = .forwards
    animation.isRemovedOnCompletion = false
    layer.add(animation, forKey: "countdown")
    CATransaction.commit()
  }

  func pause() {
    let pausedTime = layer.convertTime(CACurrentMediaTime(), from: nil)
    layer.speed = 0
    layer.timeOffset = pausedTime
  }

  func resume() {
    let pausedTime = layer.timeOffset
    layer.speed = 1
    layer.timeOffset = 0
    layer.beginTime = 0
    layer.beginTime = layer.convertTime(CACurrentMediaTime(), from: nil) - pausedTime
  }
}

class CountdownViewController: UIViewController {
  let ring = RingView()
  let label = UILabel()
  let pauseButton = UIButton(type: .system)
  private(set) var remaining = 10
  private(set) var finishedCount = 0
  private var timer: Timer?
  private var isPaused = false

  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .systemBackground
    label.font = UIFont(name: "HelveticaNeue-Light", size: 44) ?? .systemFont(ofSize: 44)
    label.textAlignment = .center
    label.text = "\(remaining)"
    pauseButton.setTitle("Pause", for: .normal)
    pauseButton.setTitle("Resume", for: .selected)
    pauseButton.addAction(UIAction { [unowned self] _ in togglePause() }, for: .touchUpInside)
    [ring, label, pauseButton].forEach { view.addSubview($0) }
  }

  override func viewDidLayoutSubviews() {
    super.viewDidLayoutSubviews()
    ring.frame = CGRect(x: view.bounds.midX - 80, y: 20, width: 160, height: 160)
    label.frame = ring.frame
    pauseButton.frame = CGRect(x: view.bounds.midX - 50, y: 196, width: 100, height: 40)
  }

  override func viewDidAppear(_ animated: Bool) {
    super.viewDidAppear(animated)
    ring.start(duration: TimeInterval(remaining)) { [weak self] in self?.finishedCount += 1 }
    startTimer()
  }

  private func startTimer() {
    timer = Timer.onViewClock(withTimeInterval: 1, repeats: true) { [weak self] timer in
      guard let self = self else { return timer.invalidate() }
      self.remaining -= 1
      self.label.text = "\(self.remaining)"
      if self.remaining == 0 { timer.invalidate() }
    }
  }

  private func togglePause() {
    isPaused.toggle()
    pauseButton.isSelected = isPaused
    if isPaused {
      timer?.invalidate()
      ring.pause()
    } else {
      ring.resume()
      startTimer()
    }
  }
}
