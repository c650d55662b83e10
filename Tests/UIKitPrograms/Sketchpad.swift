// A drawing board: touches, paths, undo, a picture of the result.
// Licensed under the MIT license; see LICENSE.

import UIKit

final class CanvasView: UIView {
  struct Stroke {
    var points: [CGPoint]
    let color: UIColor
    let width: CGFloat
  }

  var strokeColor = UIColor.black
  var strokeWidth: CGFloat = 5
  private(set) var strokes: [Stroke] = [] {
    didSet { setNeedsDisplay() }
  }

  override init(frame: CGRect) {
    super.init(frame: frame)
    backgroundColor = .white
    isMultipleTouchEnabled = false
    contentMode = .redraw
  }

  required init?(coder: NSCoder) {
    super.init(coder: coder)
  }

  override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
    guard let point = touches.first?.location(in: self) else { return }
    strokes.append(Stroke(points: [point], color: strokeColor, width: strokeWidth))
  }

  override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {
    guard let touch = touches.first, !strokes.isEmpty else { return }
    let coalesced = event?.coalescedTouches(for: touch) ?? [touch]
    strokes[strokes.count - 1].points += coalesced.map { $0.location(in: self) }
  }

  override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
    undo()
  }

  override func draw(_ rect: CGRect) {
    guard let context = UIGraphicsGetCurrentContext() else { return }
    context.setLineCap(.round)
    context.setLineJoin(.round)
    for stroke in strokes {
      context.setStrokeColor(stroke.color.cgColor)
      context.setLineWidth(stroke.width)
      context.beginPath()
      for (index, point) in stroke.points.enumerated() {
        if index == 0 {
          context.move(to: point)
        } else {
          context.addLine(to: point)
        }
      }
      context.strokePath()
    }
  }

  func undo() {
    _ = strokes.popLast()
  }

  func clear() {
    strokes.removeAll()
  }

  func snapshotImage() -> UIImage {
    let renderer = UIGraphicsImageRenderer(bounds: bounds)
    return renderer.image { context in
      layer.render(in: context.cgContext)
    }
  }
}

class SketchpadViewController: UIViewController {
  let canvas = CanvasView()
  let palette = UIStackView()
  private let colors: [UIColor] = [.black, .systemRed, .systemGreen, .systemBlue]

  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .secondarySystemBackground
    view.addSubview(canvas)
    for color in colors {
      let button = UIButton(type: .custom)
      button.backgroundColor = color
      button.layer.cornerRadius = 6
      button.addAction(
        UIAction { [weak self] _ in self?.canvas.strokeColor = color },
        for: .touchUpInside
      )
      palette.addArrangedSubview(button)
    }
    let undo = UIButton(type: .system)
    undo.setTitle("Undo", for: .normal)
    undo.addAction(UIAction { [weak self] _ in self?.canvas.undo() }, for: .touchUpInside)
    palette.addArrangedSubview(undo)
    palette.axis = .horizontal
    palette.distribution = .fillEqually
    palette.spacing = 8
    view.addSubview(palette)
  }

  override func viewDidLayoutSubviews() {
    super.viewDidLayoutSubviews()
    palette.frame = CGRect(
      x: 10,
      y: view.bounds.height - 42,
      width: view.bounds.width - 20,
      height: 34
    )
    canvas.frame = CGRect(
      x: 0,
      y: 0,
      width: view.bounds.width,
      height: view.bounds.height - 50
    )
  }
}
