// Generators, exact (filters.md 4).
// Licensed under the MIT license; see LICENSE.

import Glibc
import QuartzFilters
import QuartzMath
import TestClaims
import Testing

@Suite
struct GeneratorTests {
  private func drawn(
    _ type: String,
    _ inputs: [String: FilterInputValue],
    _ rect: PixelRect
  ) throws -> FilterBuffer {
    let node = try filtered(type, inputs, .empty)
    return try FilterExecutor().render(node, in: rect)
  }

  private let area = PixelRect(-20, -20, 40, 30)

  private func each(_ body: (Int, Int) throws -> Void) rethrows {
    for y in -20..<30 { for x in -20..<40 { try body(x, y) } }
  }

  @Test(.shows("CICheckerboardGenerator"), arguments: [1.0, 3, 7.5, 80])
  func checkerboard(width: Double) throws {
    let result = try drawn(
      "CICheckerboardGenerator",
      [
        "inputWidth": .number(width), "inputCenter": .vector([5, -2]),
        "inputColor0": .color(SIMD4(1, 0, 0, 1)), "inputColor1": .color(SIMD4(0, 1, 0, 0.5)),
      ],
      area
    )
    each { x, y in
      let column = ((Double(x) + 0.5 - 5) / width).rounded(.down)
      let line = ((Double(y) + 0.5 + 2) / width).rounded(.down)
      let isEven = Int(column + line) % 2 == 0
      #expect(result[x, y] == (isEven ? SIMD4(1, 0, 0, 1) : SIMD4(0, 0.5, 0, 0.5)))
    }
  }

  @Test(.shows("CIStripesGenerator"), arguments: [1.0, 4, 9.25])
  func stripes(width: Double) throws {
    let result = try drawn(
      "CIStripesGenerator",
      ["inputWidth": .number(width), "inputCenter": .vector([3, 0])],
      area
    )
    // color1 (black) on [0, w), color0 (white) on [w, 2 w) from the centre.
    each { x, y in
      let stripe = Int(((Double(x) + 0.5 - 3) / width).rounded(.down))
      #expect(result[x, y].x == (stripe % 2 == 0 ? 0 : 1))
      #expect(result[x, y].w == 1)
    }
  }

  @Test(.shows("CIRoundedRectangleGenerator"))
  func roundedRectangle() throws {
    let result = try drawn(
      "CIRoundedRectangleGenerator",
      ["inputExtent": .vector([-10, -10, 40, 30]), "inputRadius": .number(8)],
      area
    )
    each { x, y in
      let (px, py) = (Double(x) + 0.5, Double(y) + 0.5)
      // The distance outside of the arc, or of the nearest edge.
      let dx = max(-10 + 8 - px, px - (30 - 8), -1000)
      let dy = max(-10 + 8 - py, py - (20 - 8), -1000)
      let distance = dx > 0 && dy > 0 ? hypot(dx, dy) - 8 : max(dx, dy) - 8
      let alpha = min(max(0.75 - 1.5 * distance, 0), 1)
      #expect(abs(Double(result[x, y].w) - alpha) < 1e-6, "\(x) \(y)")
    }
  }

  @Test(.shows("CILinearGradient", "CISmoothLinearGradient", "CIRadialGradient"))
  func gradients() throws {
    let points: [String: FilterInputValue] = [
      "inputPoint0": .vector([-10, 0]), "inputPoint1": .vector([30, 20]),
    ]
    let linear = try drawn("CILinearGradient", points, area)
    let smooth = try drawn("CISmoothLinearGradient", points, area)
    let radial = try drawn(
      "CIRadialGradient",
      [
        "inputCenter": .vector([4, 6]), "inputRadius0": .number(5), "inputRadius1": .number(20),
      ],
      area
    )
    each { x, y in
      let (px, py) = (Double(x) + 0.5, Double(y) + 0.5)
      // From white to black, in linear light.
      let t = clamped(((px + 10) * 40 + py * 20) / 2000)
      #expect(abs(Double(linear[x, y].x) - (1 - t)) < 1e-6)
      #expect(abs(Double(smooth[x, y].x) - (1 - t * t * (3 - 2 * t))) < 1e-6)
      let u = clamped((hypot(px - 4, py - 6) - 5) / 15)
      #expect(abs(Double(radial[x, y].x) - (1 - u)) < 1e-6)
    }
  }

  @Test(.shows("CIConstantColorGenerator"))
  func constantColorsInBothSpaces() throws {
    for (context, expected) in [(FilterContext.coreImage, light(0.5)), (layer, 0.5)] {
      let node = try filtered(
        "CIConstantColorGenerator",
        ["inputColor": .color(SIMD4(0.5, 1, 0, 0.5))],
        .empty,
        context
      )
      #expect(node.extent == .infinite)
      let rect = PixelRect(width: 1, height: 1)
      let result = try FilterExecutor(space: context.space).render(node, in: rect)
      #expect(abs(Double(result[0, 0].x) - expected / 2) < 1e-6)
      #expect(result[0, 0].w == 0.5)
    }
  }
}
