// The environment variables for snapshots.
// Licensed under the MIT license; see LICENSE.

import Foundation

/// The environment variables for snapshots.
///
/// Tests replace it for a scope.
struct SnapshotEnvironment: Sendable {
  @TaskLocal static var replacement: SnapshotEnvironment?

  /// `SNAPSHOT_TESTING_RECORD`: when references are written.
  var record: String?
  /// `SNAPSHOT_ARTIFACTS`: the folder for the files of failures.
  var artifacts: String?

  static let process = SnapshotEnvironment(
    record: ProcessInfo.processInfo.environment["SNAPSHOT_TESTING_RECORD"],
    artifacts: ProcessInfo.processInfo.environment["SNAPSHOT_ARTIFACTS"]
  )

  static var current: SnapshotEnvironment { replacement ?? process }

  /// Returns when references are written, unless a scope or an assertion overrides it.
  func recordMode() throws(SnapshotProblem) -> SnapshotTestingConfiguration.Record {
    guard let record, !record.isEmpty else { return .missing }
    guard let mode = SnapshotTestingConfiguration.Record(name: record) else {
      throw .unknownRecordMode(record)
    }
    return mode
  }

  /// The folder for the files of failures.
  var artifactsFolder: String {
    guard let artifacts, !artifacts.isEmpty else { return NSTemporaryDirectory() }
    return artifacts
  }
}
