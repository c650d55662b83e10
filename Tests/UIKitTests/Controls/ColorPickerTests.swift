// The picker of colours: its grid, its sliders and its end.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import Testing

@testable import UIKit

private final class ColorListener: NSObject, UIColorPickerViewControllerDelegate {
  var picked: [(UIColor, Bool)] = []
  var older = 0
  var ends = 0
  func colorPickerViewController(
    _ viewController: UIColorPickerViewController,
    didSelect color: UIColor,
    continuously: Bool
  ) { picked.append((color, continuously)) }
  func colorPickerViewControllerDidSelectColor(_ viewController: UIColorPickerViewController) {
    older += 1
  }
  func colorPickerViewControllerDidFinish(_ viewController: UIColorPickerViewController) {
    ends += 1
  }
}

@Suite("UIColorPickerViewController", .serialized)
@MainActor
struct ColorPickerTests {
  private let listener = ColorListener()

  private func shown() -> (UIWindow, UIColorPickerViewController) {
    let picker = UIColorPickerViewController()
    picker.delegate = listener
    let window = makeWindow(CGSize(width: 400, height: 700), picker)
    picker.view.layoutIfNeeded()
    return (window, picker)
  }

  @Test("A touch of the grid picks its colour, and goes on while it moves")
  func grid() throws {
    let (window, picker) = shown()
    defer { window.isHidden = true }
    let grid = picker.grid
    func center(_ column: Int, _ row: Int) -> CGPoint {
      let cell = CGSize(width: grid.bounds.width / 12, height: grid.bounds.height / 10)
      return grid.convert(
        CGPoint(x: (CGFloat(column) + 0.5) * cell.width, y: (CGFloat(row) + 0.5) * cell.height),
        to: nil
      )
    }
    let app = UIApplication.shared
    app.touchBegan(at: center(0, 0), time: 1)
    app.touchMoved(to: center(11, 0), time: 1.1)
    app.touchEnded(at: center(11, 0), time: 1.2)
    #expect(listener.picked.map(\.1) == [true, true, false])
    #expect(listener.older == 3)
    #expect(listener.picked.first?.0 == UIColor(red: 1, green: 1, blue: 1, alpha: 1))
    #expect(picker.selectedColor == UIColor(red: 0, green: 0, blue: 0, alpha: 1))
    #expect(picker.sliders.map(\.value) == [0, 0, 0, 1])
  }

  @Test("The hues of the grid begin with red, and become lighter downwards")
  func hues() {
    let (red, green, blue) = ColorGrid.color(column: 0, row: 4)
    #expect(red > 0.85 && green == 0 && blue == 0)
    let third = ColorGrid.color(column: 4, row: 4)
    #expect(third.1 > 0.85 && third.0 == 0 && third.2 == 0)
    let last = ColorGrid.color(column: 8, row: 9)
    #expect(last.2 == 1 && last.0 > 0.5 && last.1 > 0.5)
    let sums = (1..<10).map { row -> CGFloat in
      let color = ColorGrid.color(column: 2, row: row)
      return color.0 + color.1 + color.2
    }
    #expect(sums == sums.sorted())
  }

  @Test("Sliders change a component, and the alpha is 1 where it cannot be chosen")
  func sliders() {
    let (window, picker) = shown()
    defer { window.isHidden = true }
    picker.selectedColor = UIColor(red: 0.25, green: 0.5, blue: 0.75, alpha: 0.5)
    #expect(picker.sliders.map(\.value) == [0.25, 0.5, 0.75, 0.5])
    #expect(listener.picked.isEmpty)
    picker.sliders[1].value = 1
    picker.sliders[1].sendActions(for: .valueChanged)
    #expect(picker.selectedColor == UIColor(red: 0.25, green: 1, blue: 0.75, alpha: 0.5))
    #expect(listener.picked.count == 1)
    picker.supportsAlpha = false
    #expect(picker.selectedColor == UIColor(red: 0.25, green: 1, blue: 0.75, alpha: 1))
    #expect(picker.sliders[3].isHidden)
    picker.selectedColor = UIColor(red: 3, green: -1, blue: 0, alpha: 1)
    #expect(picker.sliders[0].value == 1 && picker.sliders[1].value == 0)
  }

  @Test("The delegate hears of the end")
  func end() {
    let root = UIViewController()
    let window = makeWindow(CGSize(width: 400, height: 700), root)
    let picker = UIColorPickerViewController()
    picker.delegate = listener
    root.present(picker, animated: false)
    #expect(listener.ends == 0)
    root.dismiss(animated: false)
    #expect(listener.ends == 1)
    window.isHidden = true
  }
}
