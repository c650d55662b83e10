// Chapter 13: efficient drawing.
// Licensed under the MIT license; see LICENSE.

import BookKit
import UIKit

/// The demos of chapter 13.
@MainActor
enum LockwoodChapter13 {
  static let demos: [Demo] = [
    sketch, shapeSketch, chalkboard, lateStamps, dirtyChalkboard, evenStamps, asynchronous,
  ]

  /// A screen that one view fills.
  final class Page: UIViewController {
    let page: UIView

    init(_ page: UIView) {
      self.page = page
      super.init(nibName: nil, bundle: nil)
    }

    required init?(coder: NSCoder) { nil }

    override func loadView() { view = page }
  }

  /// A spiral of points.
  private static func spiral(_ count: Int) -> [CGPoint] {
    (0..<count).map { index in
      let (angle, radius) = (Double(index) * 0.35, 20 + Double(index) * 2.2)
      return CGPoint(x: 160 + radius * cos(angle), y: 240 + radius * sin(angle))
    }
  }

  /// Draws a finger along points, one in each frame.
  private static func draw(_ points: [CGPoint], on stage: Stage) {
    let app = UIApplication.shared
    for (index, point) in points.enumerated() {
      if index == 0 { app.touchBegan(at: point) } else { app.touchMoved(to: point) }
      stage.wait(1 / 60)
    }
    app.touchEnded()
  }

  // MARK: 13.1

  /// A sketch that draws its whole path anew with each touch.
  final class DrawingView: UIView {
    private let path = UIBezierPath()
    private(set) var segments = 0
    private(set) var drawnSegments: [Int] = []

    override init(frame: CGRect) {
      super.init(frame: frame)
      backgroundColor = .white
      path.lineJoinStyle = .round
      path.lineCapStyle = .round
      path.lineWidth = 5
    }

    required init?(coder: NSCoder) { nil }

    override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
      guard let point = touches.first?.location(in: self) else { return }
      path.move(to: point)
    }

    override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {
      guard let point = touches.first?.location(in: self) else { return }
      path.addLine(to: point)
      segments += 1
      setNeedsDisplay()
    }

    override func draw(_ rect: CGRect) {
      drawnSegments.append(segments)
      UIColor.clear.setFill()
      UIColor.red.setStroke()
      path.stroke()
    }
  }

  private static let sketch = Demo("LW-13.1", "A sketch by drawing") {
    Page(DrawingView(frame: UIScreen.main.bounds))
  }
  .play(Page.self) { stage, controller in
    guard let view = controller.page as? DrawingView else { return }
    let points = spiral(60)
    let before = view.drawnSegments.count
    draw(Array(points[..<30]), on: stage)
    try stage.show()
    draw(Array(points[29...]), on: stage)
    for point in points { stage.expect(at: point, .red, "the line") }
    stage.expect(at: CGPoint(x: 160, y: 240), .white, "beside the line")
    stage.expect(
      Array(view.drawnSegments[before...]) == Array(1...59).map { $0 },
      "each move draws all segments anew: \(view.drawnSegments)"
    )
    stage.expect(view.layer.contents != nil, "it has a bitmap")
    try stage.show("LW-F-13.1")
  }

  // MARK: 13.2

  /// The same by a shape layer.
  final class ShapeDrawingView: UIView {
    private let path = UIBezierPath()

    override class var layerClass: AnyClass { CAShapeLayer.self }

    private var shapeLayer: CAShapeLayer? { layer as? CAShapeLayer }

    override init(frame: CGRect) {
      super.init(frame: frame)
      backgroundColor = .white
      shapeLayer?.strokeColor = UIColor.red.cgColor
      shapeLayer?.fillColor = UIColor.clear.cgColor
      shapeLayer?.lineJoin = .round
      shapeLayer?.lineCap = .round
      shapeLayer?.lineWidth = 5
    }

    required init?(coder: NSCoder) { nil }

    override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
      guard let point = touches.first?.location(in: self) else { return }
      path.move(to: point)
    }

    override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {
      guard let point = touches.first?.location(in: self) else { return }
      path.addLine(to: point)
      shapeLayer?.path = path.cgPath
    }
  }

  private static let shapeSketch = Demo("LW-13.2", "A sketch by a shape layer") {
    Page(ShapeDrawingView(frame: UIScreen.main.bounds))
  }
  .play(Page.self) { stage, controller in
    let points = spiral(60)
    draw(points, on: stage)
    for point in points { stage.expect(at: point, .red, "the line") }
    stage.expect(controller.page.layer.contents == nil, "it has no bitmap")
    stage.expect(controller.page.layer.animationKeys() == nil, "a view's layer shows it at once")
    try stage.show()
    // Beside it the sketch of 13.1: a difference at edges is that of two ways to smooth them.
    let other = DrawingView(frame: UIScreen.main.bounds)
    stage.window.rootViewController = Page(other)
    stage.wait(1 / 60)
    draw(points, on: stage)
    try stage.show("by drawing")
    let (shape, drawn) = (stage.figures[0].image, stage.figures[1].image)
    let difference = Lockwood2.difference(shape, drawn)
    stage.expect(difference <= 8, "both look alike: \(difference)")
  }

  // MARK: 13.3, 13.4

  /// A blackboard: each touch leaves a stamp of chalk.
  class Chalkboard: UIView {
    static let brushSize: CGFloat = 32
    fileprivate let brush = Lockwood2.chalk()
    fileprivate(set) var strokes: [CGPoint] = []
    /// The stamps that were pasted by each drawing, and their rectangles.
    fileprivate(set) var pasted: [Int] = []
    fileprivate(set) var rectangles: [CGRect] = []

    override init(frame: CGRect) {
      super.init(frame: frame)
      backgroundColor = UIColor(red: 0.1, green: 0.25, blue: 0.2, alpha: 1)
    }

    required init?(coder: NSCoder) { nil }

    override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
      guard let point = touches.first?.location(in: self) else { return }
      addStroke(at: point)
    }

    override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {
      guard let point = touches.first?.location(in: self) else { return }
      addStroke(at: point)
    }

    func addStroke(at point: CGPoint) {
      strokes.append(point)
      setNeedsDisplay()
    }

    fileprivate func brushRect(_ point: CGPoint) -> CGRect {
      let half = Chalkboard.brushSize / 2
      return CGRect(x: point.x - half, y: point.y - half, width: 2 * half, height: 2 * half)
    }

    override func draw(_ rect: CGRect) {
      rectangles.append(rect)
      pasted.append(strokes.count)
      for stroke in strokes { brush.draw(in: brushRect(stroke)) }
    }
  }

  /// A blackboard that draws only what the new stamp touches.
  final class DirtyChalkboard: Chalkboard {
    override func addStroke(at point: CGPoint) {
      strokes.append(point)
      setNeedsDisplay(brushRect(point))
    }

    override func draw(_ rect: CGRect) {
      rectangles.append(rect)
      var count = 0
      for stroke in strokes where brushRect(stroke).intersects(rect) {
        brush.draw(in: brushRect(stroke))
        count += 1
      }
      pasted.append(count)
    }
  }

  /// A wave of whole points, so that stamps lie on pixels.
  private static func wave(_ count: Int, spacing: CGFloat = 6) -> [CGPoint] {
    (0..<count).map { index in
      let x = 20 + CGFloat(index) * spacing
      return CGPoint(x: x.rounded(), y: (240 + 80 * sin(x / 40)).rounded())
    }
  }

  private static let chalkboard = Demo("LW-13.3", "Chalk, drawn anew each time") {
    Page(Chalkboard(frame: UIScreen.main.bounds))
  }
  .play(Page.self) { stage, controller in
    guard let view = controller.page as? Chalkboard else { return }
    let before = view.pasted.count
    draw(wave(46), on: stage)
    stage.expect(Array(view.pasted[before...]) == Array(1...46), "the n-th drawing pastes n stamps")
    stage.expect(view.rectangles.last == view.bounds, "it draws the whole view")
    try stage.show("LW-F-13.2")
  }

  private static let dirtyChalkboard = Demo("LW-13.4", "Chalk, drawn where it is new") {
    Page(DirtyChalkboard(frame: UIScreen.main.bounds))
  }
  .play(Page.self) { stage, controller in
    guard let view = controller.page as? DirtyChalkboard else { return }
    let before = view.pasted.count
    draw(wave(46), on: stage)
    let sizes = view.rectangles[before...].map(\.size)
    stage.expect(sizes.count == 46, "a drawing for each stamp: \(sizes.count)")
    stage.expect(
      sizes.allSatisfy { $0 == CGSize(width: 32, height: 32) },
      "each of the size of a stamp: \(sizes.prefix(3))"
    )
    stage.expect(view.pasted[before...].allSatisfy { $0 <= 11 }, "few stamps: \(view.pasted)")
    try stage.show("dirty rectangles")
    // The stamps that lie apart are pasted alone.
    let apart = DirtyChalkboard(frame: UIScreen.main.bounds)
    stage.window.rootViewController = Page(apart)
    stage.wait(1 / 60)
    let first = apart.pasted.count
    draw(wave(6, spacing: 48), on: stage)
    stage.expect(apart.pasted[first...].allSatisfy { $0 == 1 }, "one each: \(apart.pasted)")
    let whole = Chalkboard(frame: UIScreen.main.bounds)
    stage.window.rootViewController = Page(whole)
    stage.wait(1 / 60)
    draw(wave(46), on: stage)
    try stage.show("the whole view")
    let difference = Lockwood2.difference(stage.figures[0].image, stage.figures[1].image)
    stage.expect(difference == 0, "the same picture: \(difference)")
  }

  // MARK: Late stamps

  /// Draws a hand that moves evenly, seen by touches that come as fast as drawing allows.
  ///
  /// - Parameter cost: The time of a drawing, in seconds for each stamp that it pastes.
  private static func drawLate(_ stage: Stage, cost: Double) -> [CGFloat] {
    var (x, points): (CGFloat, [CGPoint]) = (20, [])
    while x < 300 {
      points.append(CGPoint(x: x.rounded(), y: 240))
      let pasted = cost > 0 ? Double(points.count) : 1
      // 360 points a second; a frame of a sixtieth is the least.
      x += 360 * max(1 / 60, cost * pasted)
    }
    draw(points, on: stage)
    return zip(points, points.dropFirst()).map { $1.x - $0.x }
  }

  private static let lateStamps = Demo("LW-F-13.3", "Stamps that come late") {
    Page(Chalkboard(frame: UIScreen.main.bounds))
  }
  .play(Page.self) { stage, _ in
    // As if a device took 2 ms for a stamp.
    let gaps = drawLate(stage, cost: 0.002)
    stage.expect((gaps.last ?? 0) > 1.5 * (gaps.first ?? 0), "the gaps grow: \(gaps)")
    try stage.show()
  }

  private static let evenStamps = Demo("LW-F-13.4", "Stamps in time") {
    Page(DirtyChalkboard(frame: UIScreen.main.bounds))
  }
  .play(Page.self) { stage, _ in
    let gaps = drawLate(stage, cost: 0)
    stage.expect(gaps.allSatisfy { abs($0 - 6) <= 1 }, "the gaps are even: \(gaps)")
    try stage.show()
  }

  // MARK: 13.5

  private static let asynchronous = Demo("LW-13.5", "Drawing on another thread") {
    let board = Chalkboard(frame: UIScreen.main.bounds)
    board.layer.drawsAsynchronously = true
    return Page(board)
  }
  .play(Page.self) { stage, controller in
    guard let view = controller.page as? Chalkboard else { return }
    let before = view.pasted.count
    draw(wave(46), on: stage)
    stage.expect(Array(view.pasted[before...]) == Array(1...46), "the calls are the same")
    try stage.show("asynchronously")
    let other = Chalkboard(frame: UIScreen.main.bounds)
    stage.window.rootViewController = Page(other)
    stage.wait(1 / 60)
    draw(wave(46), on: stage)
    try stage.show("at once")
    let difference = Lockwood2.difference(stage.figures[0].image, stage.figures[1].image)
    stage.expect(difference == 0, "the same picture: \(difference)")
  }
}
