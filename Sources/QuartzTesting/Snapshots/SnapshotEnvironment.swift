// What the environment says about snapshots.
// Licensed under the MIT license; see LICENSE.

import Foundation

/// What the environment says about snapshots.
///
/// Tests put values of their own in its place for a scope.
struct SnapshotEnvironment: Sendable {
  @TaskLocal static var replacement: SnapshotEnvironment?

  /// `SNAPSHOT_TESTING_RECORD`: when references are written.
  var record: String?
  /// `SNAPSHOT_ARTIFACTS`: the folder for what failures leave.
  var artifacts: String?

  static let process = SnapshotEnvironment(
    record: ProcessInfo.processInfo.environment["SNAPSHOT_TESTING_RECORD"],
    artifacts: ProcessInfo.processInfo.environment["SNAPSHOT_ARTIFACTS"]
  )

  static var current: SnapshotEnvironment { replacement ?? process }

  /// When references are written, unless a scope or an assertion says so.
  func recordMode() throws(SnapshotProblem) -> SnapshotTestingConfiguration.Record {
    guard let record, !record.isEmpty else { return .missing }
    guard let mode = SnapshotTestingConfiguration.Record(name: record) else {
      throw .unknownRecordMode(record)
    }
    return mode
  }

  /// The folder for what failures leave.
  var artifactsFolder: String {
    guard let artifacts, !artifacts.isEmpty else { return NSTemporaryDirectory() }
    return artifacts
  }
}
