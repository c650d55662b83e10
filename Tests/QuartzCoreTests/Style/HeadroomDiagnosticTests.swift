// Headrooms of contents that there cannot be, and a wish that is kept.
// Licensed under the MIT license; see LICENSE.

import Foundation
import QuartzTesting
import TestClaims

@testable import QuartzCore

@Suite struct HeadroomDiagnosticTests {
  /// A5.4: one line for each time that the headroom becomes none.
  @Test(arguments: [CGFloat.nan, -1, 0.5, -CGFloat.infinity, 0.999])
  func oneLine(headroom: CGFloat) throws {
    let context = try CAContext(size: CGSize(width: 8, height: 8))
    let layer = CALayer()
    layer.frame = CGRect(x: 0, y: 0, width: 8, height: 8)
    context.layer = layer
    func lines(_ value: CGFloat, opacity: Float) -> [String] {
      Lines.during {
        layer.contentsHeadroom = value
        layer.opacity = opacity
        CATransaction.flush()
      }
    }
    #expect(lines(0, opacity: 0.9).isEmpty && lines(2, opacity: 0.8).isEmpty)
    let first = lines(headroom, opacity: 0.7)
    #expect(first.count == 1)
    #expect(first.first?.contains("contentsHeadroom is none and counts as 0") == true)
    #expect(lines(headroom, opacity: 0.6).isEmpty && lines(0.25, opacity: 0.5).isEmpty)
    #expect(lines(1, opacity: 0.4).isEmpty)
    #expect(lines(headroom, opacity: 0.3).count == 1)
  }

  /// The name of 10 bits of extended range, which is not public.
  @Test func tenBitsCountAsHalfFloats() {
    let layer = CALayer()
    layer.contentsFormat = CALayerContentsFormat(rawValue: "RGBA10XR")
    #expect(layer.contentsFormat == .RGBA16Float)
    layer.setValue("RGBA12", forKey: "contentsFormat")
    #expect(layer.contentsFormat == .RGBA8Uint)
  }

  @Test(.shows("CALayer.wantsDynamicContentScaling")) func dynamicScaling() throws {
    let layer = CALayer()
    #expect(!layer.wantsDynamicContentScaling)
    layer.wantsDynamicContentScaling = true
    #expect(layer.wantsDynamicContentScaling)
    #expect(layer.value(forKey: "wantsDynamicContentScaling") as? Bool == true)
    let data = try NSKeyedArchiver.archivedData(withRootObject: layer, requiringSecureCoding: true)
    let back = try NSKeyedUnarchiver.unarchivedObject(ofClass: CALayer.self, from: data)
    #expect(back?.wantsDynamicContentScaling == true)
    layer.wantsDynamicContentScaling = false
    #expect(!layer.wantsDynamicContentScaling)
  }
}
