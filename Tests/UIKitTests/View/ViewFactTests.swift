// Facts of views by their numbers.
// Licensed under the MIT license; see LICENSE.

import Testing
import UIKit

@Suite("Facts of views", .serialized)
@MainActor
struct ViewFactTests {
  @Test("C6: the corners of a view's layer are circular until the layer says otherwise")
  func corners() throws {
    let window = makeWindow()
    let view = UIView(frame: CGRect(x: 20, y: 20, width: 100, height: 100))
    view.backgroundColor = .red
    view.layer.cornerRadius = 40
    window.addSubview(view)
    #expect(view.layer.cornerCurve == .circular)
    // On the diagonal a circle of radius 40 is 40 (1 - 1 / sqrt 2) = 11.7 points from the corner.
    let circular = try window.image(at: 0)
    #expect(pixel(circular, 30, 30)[0] == 0 && pixel(circular, 33, 33) == [255, 0, 0, 255])
    // The continuous curve begins 61 points from the corner, so it leaves more of the edge out.
    let edge = pixel(circular, 64, 20)
    #expect(edge == [255, 0, 0, 255])
    view.layer.cornerCurve = .continuous
    CATransaction.flush()
    #expect(pixel(try window.image(at: 0), 64, 20) != edge)
  }
}
