// The places of columns, as values.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import TestClaims
import Testing

@testable import UIKit

@Suite("Places of columns")
@MainActor
struct SplitGeometryTests {
  private func geometry(
    _ width: CGFloat = 1024,
    columns: Int = 3,
    primary: SplitWidth = SplitWidth(),
    supplementary: SplitWidth = SplitWidth()
  ) -> SplitGeometry {
    SplitGeometry(
      size: CGSize(width: width, height: 768),
      leading: columns == 3
        ? [(.primary, primary), (.supplementary, supplementary)] : [(.primary, primary)]
    )
  }

  private func sides(
    _ geometry: SplitGeometry,
    _ mode: UISplitViewController.DisplayMode
  ) -> [[CGFloat]] {
    let frames = geometry.frames(in: mode)
    return UISplitViewController.order.compactMap { frames[$0] }.map { [$0.minX, $0.maxX] }
  }

  @Test("The automatic width is that of devices, and 0.4 of a narrower view")
  func standardWidths() {
    let widths = [1366, 1365, 1024, 768, 767, 736, 100].map { SplitWidth().resolved(in: $0) }
    #expect(widths == [375, 320, 320, 320, 306, 294, 40])
  }

  @Test(
    "Wishes: points before the fraction, between minimum and maximum",
    .shows(
      "UISplitViewController.preferredPrimaryColumnWidth",
      "UISplitViewController.preferredPrimaryColumnWidthFraction",
      "UISplitViewController.minimumPrimaryColumnWidth",
      "UISplitViewController.maximumPrimaryColumnWidth"
    )
  )
  func wishes() {
    func width(_ width: SplitWidth) -> CGFloat { width.resolved(in: 1000) }
    #expect(width(SplitWidth(preferred: 450)) == 450)
    #expect(width(SplitWidth(preferred: 450, fraction: 0.1)) == 450)
    #expect(width(SplitWidth(fraction: 0.25)) == 250)
    // The automatic maximum limits a fraction.
    #expect(width(SplitWidth(fraction: 0.5)) == 320)
    #expect(width(SplitWidth(maximum: 700, fraction: 0.5)) == 500)
    #expect(width(SplitWidth(maximum: 200)) == 200)
    #expect(width(SplitWidth(minimum: 400)) == 400)
    #expect(width(SplitWidth(minimum: 400, maximum: 300)) == 400)
    #expect(width(SplitWidth(preferred: 5000)) == 1000)
  }

  @Test("M8: negative widths, infinite ones and no numbers are automatic")
  func hostileWidths() {
    for hostile in [-1, -5, CGFloat.nan, .infinity, -.infinity] {
      let width = SplitWidth(
        minimum: hostile,
        preferred: hostile,
        maximum: hostile,
        fraction: hostile
      )
      #expect(width.resolved(in: 1024) == 320)
    }
    #expect(SplitWidth(fraction: 7).resolved(in: 1024) == 320)
    #expect(SplitWidth(maximum: 5000, fraction: 7).resolved(in: 1024) == 1024)
    #expect(SplitWidth().resolved(in: 0) == 0)
  }

  @Test("Two columns: beside, over, and hidden beyond the side")
  func twoColumns() {
    let two = geometry(columns: 2)
    #expect(sides(two, .secondaryOnly) == [[-320, 0], [0, 1024]])
    #expect(sides(two, .oneBesideSecondary) == [[0, 320], [320, 1024]])
    #expect(sides(two, .oneOverSecondary) == [[0, 320], [0, 1024]])
  }

  @Test("Three columns: the inner one shows first, and both displace the third")
  func threeColumns() {
    let three = geometry(supplementary: SplitWidth(preferred: 300))
    #expect(sides(three, .secondaryOnly) == [[-620, -300], [-300, 0], [0, 1024]])
    #expect(sides(three, .oneBesideSecondary) == [[-320, 0], [0, 300], [300, 1024]])
    #expect(sides(three, .oneOverSecondary) == [[-320, 0], [0, 300], [0, 1024]])
    #expect(sides(three, .twoBesideSecondary) == [[0, 320], [320, 620], [620, 1024]])
    #expect(sides(three, .twoOverSecondary) == [[0, 320], [320, 620], [0, 1024]])
    #expect(sides(three, .twoDisplaceSecondary) == [[0, 320], [320, 620], [620, 1344]])
  }

  @Test("A primary column at the right mirrors all")
  func mirrored() {
    var two = geometry(columns: 2)
    two.isPrimaryAtRight = true
    #expect(sides(two, .oneBesideSecondary) == [[704, 1024], [0, 704]])
    #expect(sides(two, .secondaryOnly) == [[1024, 1344], [0, 1024]])
  }

  @Test(
    "Columns give way to the least width of the secondary one, down to their own",
    .shows("UISplitViewController.minimumSecondaryColumnWidth")
  )
  func leastSecondary() {
    var three = geometry(supplementary: SplitWidth(minimum: 280, preferred: 300))
    three.leastSecondary = 500
    #expect(sides(three, .twoBesideSecondary) == [[0, 244], [244, 524], [524, 1024]])
    #expect(sides(three, .oneBesideSecondary) == [[-320, 0], [0, 300], [300, 1024]])
    // Nothing gives way under columns that lie over it.
    #expect(sides(three, .twoOverSecondary)[1] == [320, 620])
    three.leastSecondary = 5000
    #expect(sides(three, .twoBesideSecondary) == [[0, 0], [0, 280], [280, 1024]])
  }

  @Test("M8: columns are together not wider than the view")
  func narrowView() {
    let wide = SplitWidth(minimum: 800)
    let three = geometry(primary: wide, supplementary: wide)
    #expect(sides(three, .twoBesideSecondary) == [[0, 800], [800, 1024], [1024, 1024]])
    let none = geometry(0, primary: wide, supplementary: wide)
    #expect(sides(none, .twoDisplaceSecondary) == [[0, 0], [0, 0], [0, 0]])
  }
}
