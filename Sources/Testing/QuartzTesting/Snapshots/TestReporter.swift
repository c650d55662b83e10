// Failure reports to the library that runs the test.
// Licensed under the MIT license; see LICENSE.

import Foundation
import Synchronization
import Testing
import XCTest

// XCTest is linked: the runner that SwiftPM makes for tests on Linux links both libraries anyway,
// and only tests use this module.

/// The test of XCTest that is running, by its number and its name.
final class RunningXCTest: NSObject, XCTestObservation, Sendable {
  /// The observer, which watches from the first snapshot on.
  static let shared: RunningXCTest = {
    let watcher = RunningXCTest()
    if !TestReporter.isSwiftTesting {
      XCTestObservationCenter.shared.addTestObserver(watcher)
    }
    return watcher
  }()

  private struct State {
    var number = 1
    var names: [Int: String] = [:]
  }

  private let state = Mutex(State())

  /// The number of the running test, from 1; it increases when a test ends.
  var number: Int { state.withLock { $0.number } }

  /// Returns the name of a test.
  ///
  /// The first test with a snapshot has none while it runs, since it began before the observer.
  func name(of number: Int) -> String? { state.withLock { $0.names[number] } }

  func testBundleWillStart(_ testBundle: Bundle) {}
  func testBundleDidFinish(_ testBundle: Bundle) {}
  func testSuiteWillStart(_ testSuite: XCTestSuite) {}
  func testSuiteDidFinish(_ testSuite: XCTestSuite) {}

  func testCaseWillStart(_ testCase: XCTestCase) {
    let name = testCase.name
    state.withLock { $0.names[$0.number] = name }
  }

  func testCaseDidFinish(_ testCase: XCTestCase) {
    let name = testCase.name
    state.withLock { state in
      state.names[state.number] = name
      state.number += 1
    }
  }

  func testCase(
    _ testCase: XCTestCase,
    didFailWithDescription description: String,
    inFile filePath: String?,
    atLine lineNumber: Int
  ) {}
}

/// The source location of an assertion.
struct TestLocation {
  var fileID: StaticString
  var filePath: StaticString
  var line: UInt
  var column: UInt

  var sourceLocation: SourceLocation {
    SourceLocation(
      fileID: "\(fileID)",
      filePath: "\(filePath)",
      line: Int(line),
      column: Int(column)
    )
  }
}

/// Reports failures to the library that runs the test.
enum TestReporter {
  /// Whether Swift Testing runs this process; it is started once for each of the two libraries.
  static let isSwiftTesting: Bool = {
    let arguments = ProcessInfo.processInfo.arguments
    guard let index = arguments.firstIndex(of: "--testing-library") else { return false }
    return arguments[(index + 1)...].first == "swift-testing"
  }()

  static func fail(_ message: String, _ location: TestLocation) {
    if Test.current != nil || isSwiftTesting {
      Issue.record("\(message)", sourceLocation: location.sourceLocation)
    } else {
      XCTFail(message, file: location.filePath, line: location.line)
    }
  }

  /// Attaches files to the running test; XCTest has no attachments on Linux.
  static func attach(_ files: [DiffAttachment], _ location: TestLocation) {
    guard Test.current != nil else { return }
    for file in files {
      Attachment.record(Array(file.data), named: file.name, sourceLocation: location.sourceLocation)
    }
  }
}
