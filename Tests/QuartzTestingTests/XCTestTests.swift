// The assertions in XCTest.
// Licensed under the MIT license; see LICENSE.

import QuartzTesting
import XCTest

final class XCTestTests: XCTestCase {
  /// While this is not nil, failures are taken down instead of failing the test.
  private var failures: [String]?

  override func recordFailure(
    withDescription description: String,
    inFile filePath: String,
    atLine lineNumber: Int,
    expected: Bool
  ) {
    guard failures != nil else {
      return super.recordFailure(
        withDescription: description,
        inFile: filePath,
        atLine: lineNumber,
        expected: expected
      )
    }
    failures?.append("\(filePath): \(description)")
  }

  func testCard() {
    assertSnapshot(of: makeCard(), as: .image)
    assertSnapshot(of: makeCard(), as: .layerTree)
  }

  func testFailureIsOfXCTest() {
    failures = []
    assertSnapshot(of: makeCard(), as: .image, named: "never", record: .never)
    let found = failures ?? []
    failures = nil
    XCTAssertEqual(found.count, 1)
    XCTAssertTrue(found.first?.contains("XCTestTests.swift: ") == true)
    XCTAssertTrue(found.first?.contains("testFailureIsOfXCTest.never.png") == true)
  }
}
