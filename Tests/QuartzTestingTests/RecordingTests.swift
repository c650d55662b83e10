// When references are written, and where.
// Licensed under the MIT license; see LICENSE.

import Foundation
import QuartzTesting
import Testing

@testable import QuartzTesting

@Suite("Recording") struct RecordingTests {
  @Test func missingIsRecordedOnceAndFailsThen() throws {
    let folder = try SnapshotFolder()
    let message = try #require(folder.verify(makeSquare(), .image))
    #expect(message.contains("there was no reference; recorded"))
    #expect(message.contains("\(folder.references)/missingIsRecordedOnceAndFailsThen.a.png"))
    #expect(folder.verify(makeSquare(), .image) == nil)
    #expect(folder.files == ["references/missingIsRecordedOnceAndFailsThen.a.png"])
  }

  @Test func neverWritesNothing() throws {
    let folder = try SnapshotFolder()
    let message = try #require(folder.verify(makeSquare(), .image, record: .never))
    #expect(message.contains("there is no reference"))
    #expect(message.contains("SNAPSHOT_TESTING_RECORD=missing"))
    #expect(folder.files.isEmpty)
  }

  @Test func allWritesAnewAndFails() throws {
    let folder = try SnapshotFolder()
    _ = folder.verify(makeSquare(), .image)
    let message = try #require(folder.verify(makeSquare(8), .image, record: .all))
    #expect(message.contains("recording is on, and wrote"))
    #expect(folder.verify(makeSquare(8), .image) == nil)
  }

  @Test func failedWritesWhatFails() throws {
    let folder = try SnapshotFolder()
    _ = folder.verify(makeSquare(), .image)
    #expect(folder.verify(makeSquare(), .image, record: .failed) == nil)
    let message = try #require(folder.verify(makeSquare(8), .image, record: .failed))
    #expect(message.contains("The reference was recorded anew."))
    #expect(folder.verify(makeSquare(8), .image, record: .never) == nil)
  }

  @Test func environmentChooses() throws {
    let folder = try SnapshotFolder()
    _ = folder.verify("a", .lines)
    #expect(folder.verify("b", .lines, environment: "all")?.contains("recording is on") == true)
    #expect(folder.verify("b", .lines, environment: "never") == nil)
    let message = folder.verify("b", .lines, environment: "always")
    #expect(
      message == "SNAPSHOT_TESTING_RECORD is \"always\": set it to all, failed, missing or never"
    )
  }

  @Test func scopesOverrideTheEnvironmentAndArgumentsTheScopes() throws {
    let folder = try SnapshotFolder()
    withSnapshotTesting(record: .never) {
      #expect(folder.verify("a", .lines, environment: "all")?.contains("no reference") == true)
      withSnapshotTesting(diffTool: "ksdiff") {
        #expect(SnapshotTestingConfiguration.current?.record == .never)
      }
      #expect(folder.verify("a", .lines, record: .missing)?.contains("recorded") == true)
    }
    #expect(folder.verify("a", .lines) == nil)
  }

  @Test(.snapshots(record: .never)) func traitHoldsForTheTest() throws {
    #expect(SnapshotTestingConfiguration.current?.record == .never)
    #expect(SnapshotCounter.scope != nil)
  }

  @Test func namesAreSanitized() {
    #expect(SnapshotFile.sanitized("card()") == "card")
    #expect(SnapshotFile.sanitized("corners(radius:)") == "corners-radius")
    #expect(SnapshotFile.sanitized("a raw name, with 2 words!") == "a-raw-name-with-2-words")
    #expect(SnapshotFile.sanitized("große_Übung") == "große_Übung")
    #expect(SnapshotFile.sanitized("../../etc/passwd") == "etc-passwd")
  }

  @Test func layoutIsThatOfSwiftSnapshotTesting() {
    let file = SnapshotFile(
      source: "/a/Tests/CardTests.swift",
      test: "card()",
      identifier: "2",
      pathExtension: "png",
      folder: nil
    )
    #expect(file.path == "/a/Tests/__Snapshots__/CardTests/card.2.png")
    #expect(file.fontsPath == "/a/Tests/__Snapshots__/CardTests/card.2.fonts")
  }

  @Test func diffToolIsSuggested() throws {
    let folder = try SnapshotFolder()
    _ = folder.verify("a", .lines)
    let message = withSnapshotTesting(diffTool: .ksdiff) { folder.verify("b", .lines) }
    let reference = "\(folder.references)/diffToolIsSuggested.a.txt"
    #expect(message?.contains("ksdiff \"\(reference)\" \"\(folder.artifacts)/") == true)
  }

  @Test func recordedFilesAreTheSameEachTime() throws {
    let (one, other) = (try SnapshotFolder(), try SnapshotFolder())
    _ = one.verify(makeCard(), .image(scale: 2))
    _ = other.verify(makeCard(), .image(scale: 2))
    let name = "references/recordedFilesAreTheSameEachTime.a.png"
    #expect(try one.bytes(name) == other.bytes(name))
  }

  @Test func abortedRecordingLeavesNoReference() throws {
    struct Refusal: Error {}
    let folder = try SnapshotFolder()
    let diffing = Diffing<String>(
      toData: { _ in throw Refusal() },
      fromData: { String(decoding: $0, as: UTF8.self) },
      diff: { _, _ in nil }
    )
    #expect(folder.verify("a", Snapshotting(pathExtension: "txt", diffing: diffing)) != nil)
    #expect(folder.files.isEmpty)
  }

  /// The files of a killed recording do not stay.
  @Test func leftFileOfKilledRecording() throws {
    let folder = try SnapshotFolder()
    let left = "\(folder.references)/.leftFileOfKilledRecording.a.txt.quartz-dead.tmp"
    try FileManager.default.createDirectory(
      atPath: folder.references,
      withIntermediateDirectories: true
    )
    try Data("half of a longer text than the new one".utf8).write(to: URL(fileURLWithPath: left))
    _ = folder.verify("a", .lines)
    #expect(try folder.bytes("references/leftFileOfKilledRecording.a.txt") == Data("a".utf8))
    #expect(!FileManager.default.fileExists(atPath: left))
  }

  @Test func longNamesAreRecorded() throws {
    let folder = try SnapshotFolder()
    let name = String(repeating: "n", count: 225)
    #expect(folder.verify("a", .lines, test: name)?.contains("recorded") == true)
    #expect(folder.verify("a", .lines, test: name) == nil)
  }
}
