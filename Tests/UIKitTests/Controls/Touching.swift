// Touches of single views, for tests.
// Licensed under the MIT license; see LICENSE.

@testable import UIKit

/// Touches a view that is in no window at points of its own.
@MainActor
struct Finger {
  private let view: UIView
  private let touch: UITouch

  init(_ view: UIView) {
    self.view = view
    touch = UITouch(.direct, at: .zero, time: 0)
    touch.touchedView = view
  }

  func down(_ x: CGFloat, _ y: CGFloat) {
    touch.place = CGPoint(x: x, y: y)
    touch.placeBefore = touch.place
    view.touchesBegan([touch], with: nil)
  }

  func move(_ x: CGFloat, _ y: CGFloat) {
    touch.placeBefore = touch.place
    touch.place = CGPoint(x: x, y: y)
    view.touchesMoved([touch], with: nil)
  }

  func up() { view.touchesEnded([touch], with: nil) }

  func cancel() { view.touchesCancelled([touch], with: nil) }

  func tap(_ x: CGFloat, _ y: CGFloat) {
    down(x, y)
    up()
  }
}

/// The picture of a view's layer, one pixel a point.
@MainActor
func shown(_ view: UIView) -> Pixels? {
  view.layoutIfNeeded()
  let format = UIGraphicsImageRendererFormat()
  format.scale = 1
  let image = UIGraphicsImageRenderer(size: view.bounds.size, format: format).image {
    // Layers render in their own space, which begins elsewhere in what scrolls.
    $0.cgContext.translateBy(x: -view.bounds.minX, y: -view.bounds.minY)
    view.layer.render(in: $0.cgContext)
  }
  return Pixels(image)
}
