// Snapshots that are taken after a time, and calls as older tests write them.
// Licensed under the MIT license; see LICENSE.

public import Foundation

/// The seconds that strategies wait; those that draw take the picture of that later time.
package enum SnapshotDelay {
  @TaskLocal package static var seconds: TimeInterval = 0
}

extension Snapshotting {
  /// A strategy whose picture is taken after a time.
  ///
  ///     assertSnapshot(of: spinner, as: .wait(for: 0.5, on: .image))
  ///
  /// Nothing waits: the time of layers, views and controllers moves on by `duration` after they are
  /// shown. Waits add up. Strategies without a time are not affected.
  ///
  /// - Parameters:
  ///   - duration: In seconds; negative ones and those that are no numbers count as 0.
  ///   - strategy: The strategy.
  public static func wait(for duration: TimeInterval, on strategy: Self) -> Self {
    let seconds = duration > 0 && duration.isFinite ? duration : 0
    return Snapshotting(
      pathExtension: strategy.pathExtension,
      diffing: strategy.diffing,
      asyncSnapshot: { value in
        Async(within: { body in
          SnapshotDelay.$seconds.withValue(SnapshotDelay.seconds + seconds, operation: body)
        }) { strategy.snapshot(value) }
      }
    )
  }
}

// Safe because: tests set it in their preparations, before snapshots are taken.
/// Whether all references are written anew, where nothing else is said; false by default.
///
/// Newer tests use `withSnapshotTesting(record:)`.
nonisolated(unsafe) public var isRecording = false

/// Asserts that a value matches its reference; the older name of `assertSnapshot(of:)`.
///
/// - Parameters:
///   - value: The value to record.
///   - snapshotting: The strategy that records and compares it.
///   - name: Replaces the number in the reference's name.
///   - recording: Whether the reference is written anew.
///   - timeout: The seconds that an asynchronous strategy may take.
///   - fileID: The module and file of the test.
///   - filePath: The path of the test's file.
///   - testName: The name of the test function.
///   - line: The line of the assertion.
///   - column: The column of the assertion.
public func assertSnapshot<Value, Format>(
  matching value: @autoclosure () throws -> Value,
  as snapshotting: Snapshotting<Value, Format>,
  named name: String? = nil,
  record recording: Bool = false,
  timeout: TimeInterval = 5,
  fileID: StaticString = #fileID,
  file filePath: StaticString = #filePath,
  testName: String = #function,
  line: UInt = #line,
  column: UInt = #column
) {
  assertSnapshot(
    of: try value(),
    as: snapshotting,
    named: name,
    record: recording ? .all : nil,
    timeout: timeout,
    fileID: fileID,
    file: filePath,
    testName: testName,
    line: line,
    column: column
  )
}
