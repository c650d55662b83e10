// The numbers of snapshots without a name, and the test that uses each file.
// Licensed under the MIT license; see LICENSE.

import Foundation
import Synchronization
import Testing

/// Counts the snapshots of a test that have no name.
final class SnapshotCounter: Sendable {
  /// The counter of a test with the trait `.snapshots`.
  @TaskLocal static var scope: SnapshotCounter?
  private static let process = SnapshotCounter()

  private let counts = Mutex<[String: Int]>([:])

  /// Returns the next number, from 1, of a test in a file.
  static func next(_ test: String, _ owner: SnapshotOwner) -> Int {
    let (counter, key) = (scope ?? process, "\(owner.key)\n\(test)")
    return counter.counts.withLock { counts in
      counts[key, default: 0] += 1
      return counts[key, default: 1]
    }
  }
}

/// The case of a test that takes a snapshot.
struct SnapshotOwner: Equatable {
  /// The identity of the test.
  var test: String
  /// The identity of the case of a parameterised test; empty for others.
  var testCase: String
  /// The number of a test of XCTest; nil for others.
  var xcTest: Int?

  /// The readable name of the test; tests of XCTest have one when they have ended.
  var title: String { xcTest.flatMap { RunningXCTest.shared.name(of: $0) } ?? test }

  var key: String { "\(test)\n\(testCase)" }

  /// The test that is running.
  ///
  /// A case has no name of its own; its arguments are in its description.
  static var current: SnapshotOwner {
    guard let test = Test.current else {
      let number = RunningXCTest.shared.number
      return SnapshotOwner(test: "test \(number) of XCTest", testCase: "", xcTest: number)
    }
    let location = test.sourceLocation
    let testCase = Test.Case.current.map { $0.isParameterized ? String(describing: $0) : "" } ?? ""
    return SnapshotOwner(
      test: "\(test.name) at \(location.fileID):\(location.line)",
      testCase: testCase
    )
  }
}

/// The test that uses each reference.
final class SnapshotClaims: Sendable {
  static let shared = SnapshotClaims()

  private let owners = Mutex<[String: SnapshotOwner]>([:])

  /// Notes that the current test uses a reference.
  ///
  /// - Throws: If another test, or another case of it, uses it too.
  func claim(_ path: String, for owner: SnapshotOwner) throws(SnapshotProblem) {
    let first = owners.withLock { owners -> SnapshotOwner in
      let first = owners[path] ?? owner
      owners[path] = first
      return first
    }
    guard first != owner else { return }
    if first.test == owner.test { throw .sharedByCases(path: path) }
    throw .sharedFile(path: path, first: first.title, second: owner.title)
  }
}
