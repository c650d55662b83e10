// Layers as text.
// Licensed under the MIT license; see LICENSE.

import QuartzCore
import TestClaims
import Testing

/// A layer of a program.
final class DescribedLayer: CALayer {}

/// An animation of a program.
final class DescribedAnimation: CABasicAnimation {}

@Suite struct DescriptionTests {
  @Test func classesOfAProgramHaveTheirModule() {
    #expect(CALayer().description.hasPrefix("<CALayer: 0x"))
    #expect(CAShapeLayer().description.hasPrefix("<CAShapeLayer: 0x"))
    let own = DescribedLayer()
    let address = UInt(bitPattern: Unmanaged.passUnretained(own).toOpaque())
    let text = "<QuartzCoreTests.DescribedLayer: 0x\(String(address, radix: 16))>"
    #expect(own.description == text && "\(own)" == text)
    #expect(CABasicAnimation().description.hasPrefix("<CABasicAnimation: 0x"))
    let animation = DescribedAnimation()
    #expect(animation.description.hasPrefix("<QuartzCoreTests.DescribedAnimation: 0x"))
    #expect(CAConstraintLayoutManager().description.hasPrefix("<CAConstraintLayoutManager: 0x"))
  }
}
