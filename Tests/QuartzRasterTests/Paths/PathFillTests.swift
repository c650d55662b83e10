// Filled paths against counted samples and closed forms.
// Licensed under the MIT license; see LICENSE.

import QuartzMath
import QuartzRaster
import Testing

@Suite struct PathFillTests {
  private let area = PixelRect(0, 0, 128, 128)

  @Test(arguments: Figure.allCases, [FillRule.nonZero, .evenOdd])
  func againstSamples(figure: Figure, rule: FillRule) {
    let mask = CoverageMask.filling(figure.path, rule, in: area)
    let oracle = PathOracle(figure.path)
    let coarse = MaskDifference(mask, oracle.coverage(area, rule), area)
    let fine = MaskDifference(mask, oracle.coverage(area, rule, samples: 48), area)
    #expect(coarse.rms <= 1)
    #expect(fine.rms <= 0.4)
  }
}
