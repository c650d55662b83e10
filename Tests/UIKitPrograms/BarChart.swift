// A chart of bars and a line that grow when they appear.
// Licensed under the MIT license; see LICENSE.

import UIKit

class BarChartView: UIView {
  var values: [CGFloat] = [] {
    didSet { rebuild() }
  }
  var barColor: UIColor = .systemBlue {
    didSet { barLayers.forEach { $0.backgroundColor = barColor.cgColor } }
  }

  private(set) var barLayers: [CALayer] = []
  let lineLayer = CAShapeLayer()
  private var labels: [UILabel] = []

  override init(frame: CGRect) {
    super.init(frame: frame)
    setUp()
  }

  required init?(coder: NSCoder) {
    super.init(coder: coder)
    setUp()
  }

  private func setUp() {
    lineLayer.fillColor = nil
    lineLayer.strokeColor = UIColor.systemRed.cgColor
    lineLayer.lineWidth = 2
    lineLayer.lineJoin = .round
    lineLayer.lineCap = .round
    layer.addSublayer(lineLayer)
  }

  private func rebuild() {
    barLayers.forEach { $0.removeFromSuperlayer() }
    labels.forEach { $0.removeFromSuperview() }
    barLayers = values.map { _ in
      let bar = CALayer()
      bar.backgroundColor = barColor.cgColor
      bar.cornerRadius = 4
      bar.maskedCorners = [.layerMinXMinYCorner, .layerMaxXMinYCorner]
      layer.insertSublayer(bar, below: lineLayer)
      return bar
    }
    labels = values.map { value in
      let label = UILabel()
      label.text = String(format: "%.0f", value)
      label.font = .monospacedDigitSystemFont(ofSize: 11, weight: .regular)
      label.textAlignment = .center
      label.textColor = .secondaryLabel
      addSubview(label)
      return label
    }
    setNeedsLayout()
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    guard let largest = values.max(), largest > 0 else { return }
    let plot = bounds.inset(by: UIEdgeInsets(top: 20, left: 10, bottom: 24, right: 10))
    let step = plot.width / CGFloat(values.count)
    let path = UIBezierPath()
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    for (index, value) in values.enumerated() {
      let height = plot.height * value / largest
      let bar = CGRect(
        x: plot.minX + CGFloat(index) * step + 4,
        y: plot.maxY - height,
        width: step - 8,
        height: height
      )
      barLayers[index].frame = bar
      labels[index].frame = CGRect(x: bar.minX - 4, y: plot.maxY + 4, width: step, height: 16)
      let point = CGPoint(x: bar.midX, y: bar.minY - 6)
      index == 0 ? path.move(to: point) : path.addLine(to: point)
    }
    lineLayer.frame = bounds
    lineLayer.path = path.cgPath
    CATransaction.commit()
  }

  func animateIn() {
    let now = layer.convertTime(CACurrentMediaTime(), from: nil)
    for (index, bar) in barLayers.enumerated() {
      let grow = CABasicAnimation(keyPath: "bounds.size.height")
      grow.fromValue = 0
      let rise = CABasicAnimation(keyPath: "position.y")
      rise.fromValue = bar.frame.maxY
      let group = CAAnimationGroup()
      group.animations = [grow, rise]
      group.duration = 0.5
      group.beginTime = now + Double(index) * 0.1
      group.fillMode = .backwards
      group.timingFunction = CAMediaTimingFunction(name: .easeOut)
      bar.add(group, forKey: "grow")
    }
    let draw = CABasicAnimation(keyPath: "strokeEnd")
    draw.fromValue = 0
    draw.toValue = 1
    draw.duration = 1
    lineLayer.add(draw, forKey: "draw")
  }
}

final class BarChartViewController: UIViewController {
  let chart = BarChartView()

  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .systemBackground
    chart.values = [12, 30, 18, 42, 25]
    view.addSubview(chart)
  }

  override func viewDidLayoutSubviews() {
    super.viewDidLayoutSubviews()
    chart.frame = view.bounds.insetBy(dx: 10, dy: 10)
  }

  override func viewDidAppear(_ animated: Bool) {
    super.viewDidAppear(animated)
    chart.layoutIfNeeded()
    chart.animateIn()
  }
}
