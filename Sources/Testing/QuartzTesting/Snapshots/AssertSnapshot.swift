// The assertions.
// Licensed under the MIT license; see LICENSE.

public import Foundation

/// Asserts that a value matches its reference.
///
///     @Test func card() { assertSnapshot(of: makeCard(), as: .image) }
///
/// The reference lies beside the source file, in `__Snapshots__/<file>/<test>.<n>.<extension>`. A
/// missing reference is recorded, and the test fails this once; see
/// `SnapshotTestingConfiguration.Record`.
///
/// - Parameters:
///   - value: The value to record.
///   - snapshotting: The strategy that records and compares it.
///   - name: Replaces the number in the reference's name; cases of a parameterised test need one.
///   - recording: When references are written; nil for the scope's setting, or
///     `SNAPSHOT_TESTING_RECORD`.
///   - timeout: The seconds that an asynchronous strategy may take.
///   - fileID: The module and file of the test.
///   - filePath: The path of the test's file.
///   - testName: The name of the test function.
///   - line: The line of the assertion.
///   - column: The column of the assertion.
public func assertSnapshot<Value, Format>(
  of value: @autoclosure () throws -> Value,
  as snapshotting: Snapshotting<Value, Format>,
  named name: String? = nil,
  record recording: SnapshotTestingConfiguration.Record? = nil,
  timeout: TimeInterval = 5,
  fileID: StaticString = #fileID,
  file filePath: StaticString = #filePath,
  testName: String = #function,
  line: UInt = #line,
  column: UInt = #column
) {
  let failure = verifySnapshot(
    of: try value(),
    as: snapshotting,
    named: name,
    record: recording,
    timeout: timeout,
    fileID: fileID,
    file: filePath,
    testName: testName,
    line: line,
    column: column
  )
  guard let failure else { return }
  TestReporter.fail(
    failure,
    TestLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  )
}

/// Asserts that a value matches several references, each with a strategy and a name of its own.
///
/// - Parameters:
///   - value: The value to record.
///   - strategies: The strategies, by the names of their references.
///   - recording: When references are written.
///   - timeout: Seconds that a strategy may take.
///   - fileID: The module and file of the test.
///   - filePath: The path of the test's file.
///   - testName: The name of the test function.
///   - line: The line of the assertion.
///   - column: The column of the assertion.
public func assertSnapshots<Value, Format>(
  of value: @autoclosure () throws -> Value,
  as strategies: [String: Snapshotting<Value, Format>],
  record recording: SnapshotTestingConfiguration.Record? = nil,
  timeout: TimeInterval = 5,
  fileID: StaticString = #fileID,
  file filePath: StaticString = #filePath,
  testName: String = #function,
  line: UInt = #line,
  column: UInt = #column
) {
  for (name, strategy) in strategies.sorted(by: { $0.key < $1.key }) {
    assertSnapshot(
      of: try value(),
      as: strategy,
      named: name,
      record: recording,
      timeout: timeout,
      fileID: fileID,
      file: filePath,
      testName: testName,
      line: line,
      column: column
    )
  }
}

/// Asserts that a value matches several numbered references.
///
/// - Parameters:
///   - value: The value to record.
///   - strategies: The strategies.
///   - recording: When references are written.
///   - timeout: Seconds that a strategy may take.
///   - fileID: The module and file of the test.
///   - filePath: The path of the test's file.
///   - testName: The name of the test function.
///   - line: The line of the assertion.
///   - column: The column of the assertion.
public func assertSnapshots<Value, Format>(
  of value: @autoclosure () throws -> Value,
  as strategies: [Snapshotting<Value, Format>],
  record recording: SnapshotTestingConfiguration.Record? = nil,
  timeout: TimeInterval = 5,
  fileID: StaticString = #fileID,
  file filePath: StaticString = #filePath,
  testName: String = #function,
  line: UInt = #line,
  column: UInt = #column
) {
  for strategy in strategies {
    assertSnapshot(
      of: try value(),
      as: strategy,
      record: recording,
      timeout: timeout,
      fileID: fileID,
      file: filePath,
      testName: testName,
      line: line,
      column: column
    )
  }
}

/// Compares a value with its reference, for custom assertions.
///
/// - Parameters:
///   - value: The value to record.
///   - snapshotting: The strategy that records and compares it.
///   - name: Replaces the number in the reference's name.
///   - recording: When references are written.
///   - snapshotDirectory: The folder of the reference; nil for the one beside the source file.
///   - timeout: The seconds that an asynchronous strategy may take.
///   - fileID: The module and file of the test.
///   - filePath: The path of the test's file.
///   - testName: The name of the test function.
///   - line: The line of the assertion.
///   - column: The column of the assertion.
/// - Returns: The failure and its remedy; nil for success.
public func verifySnapshot<Value, Format>(
  of value: @autoclosure () throws -> Value,
  as snapshotting: Snapshotting<Value, Format>,
  named name: String? = nil,
  record recording: SnapshotTestingConfiguration.Record? = nil,
  snapshotDirectory: String? = nil,
  timeout: TimeInterval = 5,
  fileID: StaticString = #fileID,
  file filePath: StaticString = #filePath,
  testName: String = #function,
  line: UInt = #line,
  column: UInt = #column
) -> String? {
  // Before the value is made, since tests of XCTest are distinguished from the first snapshot on.
  let owner = SnapshotOwner.current
  let file = SnapshotFile(
    source: "\(filePath)",
    test: testName,
    identifier: name.map(SnapshotFile.sanitized)
      ?? "\(SnapshotCounter.next("\(snapshotDirectory ?? "\(filePath)") \(testName)", owner))",
    pathExtension: snapshotting.pathExtension,
    folder: snapshotDirectory
  )
  let location = TestLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  do {
    let verification = SnapshotVerification(
      file: file,
      record: try recording ?? SnapshotTestingConfiguration.current?.record
        ?? (isRecording ? .all : nil) ?? SnapshotEnvironment.current.recordMode(),
      diffing: snapshotting.diffing,
      location: location
    )
    try SnapshotClaims.shared.claim(file.path, for: owner)
    let snapshot = try waitForSnapshot(snapshotting.snapshot(try value()), timeout: timeout)
    return try verification.run(snapshot)
  } catch {
    return "\(error)"
  }
}

/// Waits for the snapshot.
private func waitForSnapshot<Format>(
  _ snapshot: Async<Format>,
  timeout: TimeInterval
) throws -> Format {
  let arrival = Arrival<Format>()
  snapshot.attempt { arrival.set($0) }
  guard let result = arrival.wait(timeout: timeout) else {
    throw SnapshotProblem.noSnapshot(strategyTimeout: timeout)
  }
  return try result.get()
}

/// A result that another thread, or this thread's run loop, may deliver.
private final class Arrival<Format> {
  private let condition = NSCondition()
  private var result: Result<Format, any Error>?

  func set(_ result: Result<Format, any Error>) {
    condition.lock()
    defer { condition.unlock() }
    if self.result == nil { self.result = result }
    condition.signal()
  }

  func wait(timeout: TimeInterval) -> Result<Format, any Error>? {
    let end = Date(timeIntervalSinceNow: timeout)
    condition.lock()
    defer { condition.unlock() }
    while result == nil, Date() < end {
      guard Thread.isMainThread else {
        _ = condition.wait(until: end)
        continue
      }
      // The result may need the main thread's run loop.
      condition.unlock()
      _ = RunLoop.current.run(mode: .default, before: Date(timeIntervalSinceNow: 0.005))
      condition.lock()
    }
    return result
  }
}
