// The settings of snapshots in a scope.
// Licensed under the MIT license; see LICENSE.

import Foundation
public import Testing

/// The settings of snapshots in a scope: in a closure (`withSnapshotTesting`), or in a test or
/// suite (`.snapshots(record:)`).
public struct SnapshotTestingConfiguration: Sendable {
  /// The configuration of the scope; nil outside of any.
  @TaskLocal public static var current: SnapshotTestingConfiguration?

  /// When references are written; nil for the outer setting.
  public var record: Record?
  /// The command that failures suggest; nil for the outer setting.
  public var diffTool: DiffTool?

  /// Creates a configuration; nil values are inherited.
  public init(record: Record? = nil, diffTool: DiffTool? = nil) {
    self.record = record
    self.diffTool = diffTool
  }

  /// When references are written.
  ///
  /// `true` is `.all`, `false` is `.missing`.
  public struct Record: Equatable, Sendable, ExpressibleByBooleanLiteral {
    enum Mode: String, CaseIterable {
      case all, failed, missing, never
    }

    let mode: Mode

    /// Write every reference anew; each assertion fails.
    public static let all = Record(mode: .all)
    /// Write references of failing assertions and missing ones; these assertions fail.
    public static let failed = Record(mode: .failed)
    /// Write missing references; these assertions fail.
    public static let missing = Record(mode: .missing)
    /// Write nothing; a missing reference fails.
    public static let never = Record(mode: .never)

    private init(mode: Mode) {
      self.mode = mode
    }

    /// All or missing.
    public init(booleanLiteral value: Bool) {
      self = value ? .all : .missing
    }

    init?(name: String) {
      guard let mode = Mode(rawValue: name) else { return nil }
      self.mode = mode
    }
  }

  /// The command for looking at a failure.
  public struct DiffTool: Sendable, ExpressibleByStringLiteral {
    private let command: @Sendable (_ reference: String, _ actual: String) -> String

    /// Kaleidoscope's command.
    public static let ksdiff = DiffTool("ksdiff")
    /// The command-line tool of this package: puts both side by side in one picture.
    public static let quartz = DiffTool {
      #"quartz diff "\#($0)" "\#($1)" --output difference.png"#
    }
    /// Both paths, one below the other.
    public static let `default` = DiffTool { "reference: \($0)\nactual:    \($1)" }

    /// Creates a tool from a text for the paths of a reference and of the compared file.
    public init(
      _ tool: @escaping @Sendable (_ currentFilePath: String, _ failedFilePath: String) -> String
    ) {
      command = tool
    }

    /// Creates a tool from the name of a command that takes both paths.
    public init(stringLiteral value: String) {
      command = { #"\#(value) "\#($0)" "\#($1)""# }
    }

    /// Returns the text for two paths.
    public func callAsFunction(currentFilePath: String, failedFilePath: String) -> String {
      command(currentFilePath, failedFilePath)
    }
  }
}

/// Takes snapshots in `operation` with other settings.
///
///     withSnapshotTesting(record: .never) { … }
///
/// - Parameters:
///   - record: When references are written; nil for the outer setting.
///   - diffTool: The command that failures suggest; nil for the outer setting.
///   - operation: The closure that takes snapshots.
public func withSnapshotTesting<Result>(
  record: SnapshotTestingConfiguration.Record? = nil,
  diffTool: SnapshotTestingConfiguration.DiffTool? = nil,
  operation: () throws -> Result
) rethrows -> Result {
  try SnapshotTestingConfiguration.$current.withValue(
    .inner(record: record, diffTool: diffTool),
    operation: operation
  )
}

/// Takes snapshots in `operation` with other settings.
///
/// - Parameters:
///   - record: When references are written; nil for the outer setting.
///   - diffTool: The command that failures suggest; nil for the outer setting.
///   - isolation: The caller's.
///   - operation: The closure that takes snapshots.
public func withSnapshotTesting<Result>(
  record: SnapshotTestingConfiguration.Record? = nil,
  diffTool: SnapshotTestingConfiguration.DiffTool? = nil,
  isolation: isolated (any Actor)? = #isolation,
  operation: () async throws -> Result
) async rethrows -> Result {
  try await SnapshotTestingConfiguration.$current.withValue(
    .inner(record: record, diffTool: diffTool),
    operation: operation,
    isolation: isolation
  )
}

extension SnapshotTestingConfiguration {
  /// Returns the scope's configuration with other settings.
  static func inner(record: Record?, diffTool: DiffTool?) -> SnapshotTestingConfiguration {
    SnapshotTestingConfiguration(
      record: record ?? current?.record,
      diffTool: diffTool ?? current?.diffTool
    )
  }
}

/// The trait of `.snapshots(record:diffTool:)`.
public struct SnapshotsTrait: SuiteTrait, TestTrait, TestScoping {
  let record: SnapshotTestingConfiguration.Record?
  let diffTool: SnapshotTestingConfiguration.DiffTool?

  /// The trait of a suite applies to the suites in it.
  public var isRecursive: Bool { true }

  /// Runs a test with the settings; snapshots without a name are numbered from 1.
  public func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing function: @Sendable () async throws -> Void
  ) async throws {
    try await withSnapshotTesting(record: record, diffTool: diffTool) {
      // A suite is entered too; the tests in it have counters of their own.
      guard testCase != nil else { return try await function() }
      try await SnapshotCounter.$scope.withValue(SnapshotCounter()) { try await function() }
    }
  }
}

extension Trait where Self == SnapshotsTrait {
  /// The settings of the snapshots of a test or suite.
  public static var snapshots: Self { snapshots() }

  /// The settings of the snapshots of a test or suite.
  ///
  ///     @Suite(.snapshots(record: .failed)) struct CardTests { … }
  ///
  /// - Parameters:
  ///   - record: When references are written; nil for the outer setting.
  ///   - diffTool: The command that failures suggest; nil for the outer setting.
  public static func snapshots(
    record: SnapshotTestingConfiguration.Record? = nil,
    diffTool: SnapshotTestingConfiguration.DiffTool? = nil
  ) -> Self {
    SnapshotsTrait(record: record, diffTool: diffTool)
  }
}
