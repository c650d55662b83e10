// The same in XCTest.
// Licensed under the MIT license; see LICENSE.

import Cards
import QuartzTesting
import XCTest

final class CardXCTests: XCTestCase {
  func testCard() {
    assertSnapshot(of: makeCard(), as: .image)
  }
}
