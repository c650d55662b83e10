// The assertions in XCTest.
// Licensed under the MIT license; see LICENSE.

import Foundation
import QuartzTesting
import Synchronization
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

  private static let sharedMessages = Mutex<[String]>([])
  private static let sharedFolder = NSTemporaryDirectory() + "quartz-shared-\(UUID().uuidString)"

  /// The second one that runs is told of the first one.
  private func useSharedFile() {
    let message = verifySnapshot(
      of: "text",
      as: .lines,
      named: "shared",
      record: .never,
      snapshotDirectory: Self.sharedFolder,
      testName: "shared"
    )
    let messages = Self.sharedMessages.withLock { messages in
      messages.append(message ?? "")
      return messages
    }
    guard messages.count == 2 else { return }
    XCTAssertTrue(messages[0].contains("no reference"), messages[0])
    XCTAssertTrue(messages[1].contains("XCTestTests.testSharesFileFirst"), messages[1])
    XCTAssertTrue(messages[1].contains("XCTestTests.testSharesFileSecond"), messages[1])
  }

  func testSharesFileFirst() { useSharedFile() }

  func testSharesFileSecond() { useSharedFile() }
}
