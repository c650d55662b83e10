// Chapter 10: timing functions as graphs.
// Licensed under the MIT license; see LICENSE.

import BookKit
import UIKit

extension LockwoodChapter10 {
  static let graphs: [Demo] = [
    graph("LW-10.4", "Ease out as a graph", CAMediaTimingFunction(name: .easeOut), [100: 136.9]),
    graph(
      "LW-F-10.1",
      "A constant pace",
      CAMediaTimingFunction(name: .linear),
      [50: 50, 100: 100]
    ),
    graph(
      "LW-F-10.2",
      "Fast, slow, fast",
      CAMediaTimingFunction(controlPoints: 0, 1, 1, 0),
      [90: 100, 100: 100, 110: 100]
    ),
    standardGraphs,
    graph(
      "LW-F-10.4",
      "The tick of a clock",
      CAMediaTimingFunction(controlPoints: 1, 0, 0.75, 1),
      [100: 25.2, 180: 181.3]
    ),
    bounceGraph,
  ]

  // MARK: 10.4

  /// Draws a timing function with its two control points.
  final class FunctionGraph: Lockwood2.WhiteView {
    let function: CAMediaTimingFunction
    private(set) var controls: [CGPoint] = []

    init(_ function: CAMediaTimingFunction) {
      self.function = function
      super.init(nibName: nil, bundle: nil)
    }

    required init?(coder: NSCoder) { nil }

    override func viewDidLoad() {
      super.viewDidLoad()
      controls = (1...2).map { index in
        var values: [Float] = [0, 0]
        function.getControlPoint(at: index, values: &values)
        return CGPoint(x: CGFloat(values[0]), y: CGFloat(values[1]))
      }
      let path = UIBezierPath()
      path.move(to: .zero)
      path.addCurve(
        to: CGPoint(x: 1, y: 1),
        controlPoint1: controls[0],
        controlPoint2: controls[1]
      )
      path.apply(CGAffineTransform(scaleX: 200, y: 200))
      let shape = CAShapeLayer()
      shape.strokeColor = UIColor.red.cgColor
      shape.fillColor = UIColor.clear.cgColor
      shape.lineWidth = 4
      shape.path = path.cgPath
      layerView.layer.addSublayer(shape)
      layerView.layer.isGeometryFlipped = true
    }
  }

  /// - Parameter heights: Heights of the curve by their x, in points.
  private static func graph(
    _ id: String,
    _ title: String,
    _ function: CAMediaTimingFunction,
    _ heights: [CGFloat: CGFloat]
  ) -> Demo {
    Demo(id, title) { FunctionGraph(function) }
      .play(FunctionGraph.self) { stage, _ in
        expectCurve(stage, heights)
        try stage.show()
      }
  }

  /// States that the red curve is at heights above the lower edge of the white view.
  private static func expectCurve(_ stage: Stage, _ heights: [CGFloat: CGFloat]) {
    for (x, height) in heights {
      let point = CGPoint(x: 60 + x, y: 340 - height)
      stage.expect(at: point, .red, "the curve at \(x)")
    }
    // Both ends, from the bottom left to the top right.
    stage.expect(at: CGPoint(x: 61, y: 338.5), .red, within: 130, "its beginning")
    stage.expect(at: CGPoint(x: 61, y: 141), .white, "the other corner")
  }

  private static let standardGraphs = Demo("LW-F-10.3", "The five standard functions") {
    FunctionGraph(CAMediaTimingFunction(name: .linear))
  }
  .play { stage in
    let heights: [CAMediaTimingFunctionName: CGFloat] = [
      .linear: 100, .easeIn: 63.1, .easeOut: 136.9, .easeInEaseOut: 100, .default: 160.5,
    ]
    let names: [CAMediaTimingFunctionName] = [
      .linear, .easeIn, .easeOut, .easeInEaseOut, .default,
    ]
    for name in names {
      stage.window.rootViewController = FunctionGraph(CAMediaTimingFunction(name: name))
      expectCurve(stage, [100: heights[name] ?? 0])
      try stage.show(name.rawValue)
    }
    var values: [Float] = [0, 0]
    CAMediaTimingFunction(name: .easeOut).getControlPoint(at: 2, values: &values)
    stage.expect(values == [0.58, 1], "the second control point of ease out")
  }

  // MARK: A bounce

  /// Draws the bounce, which no single curve can be.
  final class BounceGraph: Lockwood2.WhiteView {
    override func viewDidLoad() {
      super.viewDidLoad()
      let path = UIBezierPath()
      path.move(to: .zero)
      for step in 1...200 {
        let time = CGFloat(step) / 200
        path.addLine(to: CGPoint(x: 200 * time, y: 200 * Lockwood2.bounce(time)))
      }
      let shape = CAShapeLayer()
      shape.strokeColor = UIColor.red.cgColor
      shape.fillColor = UIColor.clear.cgColor
      shape.lineWidth = 4
      shape.path = path.cgPath
      layerView.layer.addSublayer(shape)
      layerView.layer.isGeometryFlipped = true
    }
  }

  private static let bounceGraph = Demo("LW-F-10.5", "A bounce as a graph") { BounceGraph() }
    .play(BounceGraph.self) { stage, _ in
      for (time, value) in [(4 / 11.0, 1.0), (8 / 11.0, 1), (0.9, 1), (1, 1), (0.95, 0.973)] {
        stage.expect(Lockwood2.bounce(time), is: value, within: 1e-9, "the bounce at \(time)")
      }
      stage.expect(Lockwood2.bounce(0.5455), is: 0.7, within: 1e-3, "its first minimum")
      stage.expect(Lockwood2.bounce(0.8136), is: 0.91, within: 1e-3, "its second minimum")
      stage.expect(at: CGPoint(x: 60 + 109, y: 340 - 140), .red, "the first minimum")
      try stage.show()
    }
}

extension Lockwood2 {
  /// Penner's bounce: the way at a time, both in 0...1.
  static func bounce(_ time: CGFloat) -> CGFloat {
    let square = time * time
    switch time {
    case ..<(4 / 11): return 121 * square / 16
    case ..<(8 / 11): return 363 / 40 * square - 99 / 10 * time + 17 / 5
    case ..<(9 / 10): return 4356 / 361 * square - 35442 / 1805 * time + 16061 / 1805
    default: return 54 / 5 * square - 513 / 25 * time + 268 / 25
    }
  }
}
