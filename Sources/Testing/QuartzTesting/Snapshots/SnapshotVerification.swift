// The comparison of a snapshot with its reference.
// Licensed under the MIT license; see LICENSE.

import Foundation
import QuartzComparison

/// The comparison of a snapshot with its reference.
struct SnapshotVerification<Format> {
  let file: SnapshotFile
  let record: SnapshotTestingConfiguration.Record
  let diffing: Diffing<Format>
  let location: TestLocation

  /// Compares or records.
  ///
  /// - Returns: The failure; nil for success.
  func run(_ snapshot: Format) throws -> String? {
    if record == .all {
      try write(snapshot)
      return recorded("recording is on, and wrote", snapshot)
    }
    guard let bytes = try SnapshotFile.read(file.path) else {
      if record == .never { throw SnapshotProblem.missingReference(path: file.path) }
      try write(snapshot)
      return recorded("there was no reference; recorded", snapshot)
    }
    let reference: Format
    do {
      reference = try diffing.fromData(bytes)
    } catch {
      return try failWithoutReference(error, snapshot)
    }
    guard let (message, attachments) = diffing.diff(reference, snapshot) else {
      forgetFailure()
      return nil
    }
    return try fail(message, attachments, reference, snapshot)
  }

  // MARK: Recording

  private func write(_ snapshot: Format) throws {
    try SnapshotFile.write(try diffing.toData(snapshot), to: file.path)
    // A text of the same name does not affect the fonts of a picture.
    guard diffing.pictures != nil else { return }
    let fonts = PictureSource.of(snapshot)?.fonts ?? []
    if fonts.isEmpty {
      try? FileManager.default.removeItem(atPath: file.fontsPath)
    } else {
      try SnapshotFile.write(Data(fonts.map { $0 + "\n" }.joined().utf8), to: file.fontsPath)
    }
  }

  private func recorded(_ what: String, _ snapshot: Format) -> String {
    var message = """
      \(what) \(file.path)
      Look at it, then run the test again with record: .missing, the default, to compare with it.
      """
    // Checks that do not depend on the reference, such as a budget, fail here too.
    if let (reason, _) = diffing.diff(snapshot, snapshot) { message += "\n\(reason)" }
    return message
  }

  // MARK: Failing

  /// Fails because the reference cannot be compared with.
  private func failWithoutReference(_ error: any Error, _ snapshot: Format) throws -> String {
    let problem =
      error as? SnapshotProblem
      ?? .unreadableReference(path: file.path, reason: "\(error)")
    guard record == .failed else { throw problem }
    try write(snapshot)
    return "\(problem)\n\(Self.recordedAnew)"
  }

  private static var recordedAnew: String { "The reference was recorded anew." }

  private func fail(
    _ message: String,
    _ attachments: [DiffAttachment],
    _ reference: Format,
    _ snapshot: Format
  ) throws -> String {
    let pictures = diffing.pictures?(reference, snapshot)
    let files = try pictures?.files() ?? []
    TestReporter.attach((attachments + files).map(named), location)
    let tool = SnapshotTestingConfiguration.current?.diffTool ?? .default
    var text =
      "\(file.fileName) does not match its reference.\n"
      + tool(currentFilePath: file.path, failedFilePath: actualPath)
    if pictures != nil {
      text += "\nreference, actual and difference: \(file.artifacts)/\(file.name).failure.png"
      if PictureSource.of(snapshot)?.parts.isEmpty == false {
        text += "\nthe tree, for quartz replay: \(file.artifacts)/\(file.name).capture"
      }
    }
    let reason = message + fontsText(snapshot)
    text += "\n\(reason)"
    do {
      try keep(reason, snapshot, pictures, files)
    } catch {
      // The difference is the main failure; the pictures are attached to the test anyway.
      text += "\nNothing was kept of the failure: \(error). SNAPSHOT_ARTIFACTS chooses the folder."
    }
    if record == .failed {
      try write(snapshot)
      text += "\n\(Self.recordedAnew)"
    }
    return text
  }

  private var actualPath: String { "\(file.artifacts)/\(file.fileName)" }

  /// With the extension: a picture and a text may have one name.
  private var recordPath: String { "\(actualPath)\(FailureRecord.fileNameEnd)" }

  private func named(_ attachment: DiffAttachment) -> DiffAttachment {
    DiffAttachment(name: "\(file.name).\(attachment.name)", data: attachment.data)
  }

  /// Writes the actual value, its pictures and a record for reports to disk.
  private func keep(
    _ reason: String,
    _ snapshot: Format,
    _ pictures: FailurePictures?,
    _ files: [DiffAttachment]
  ) throws {
    try SnapshotFile.write(try diffing.toData(snapshot), to: actualPath)
    for picture in files {
      try SnapshotFile.write(picture.data, to: "\(file.artifacts)/\(file.name).\(picture.name)")
    }
    if let source = PictureSource.of(snapshot), !source.parts.isEmpty {
      let name = "\(file.artifacts)/\(file.name).\(PictureSource.captureName)"
      try source.writeCapture(to: name)
    }
    let record = FailureRecord(
      name: file.fileName,
      place: "\(location.fileID):\(location.line)",
      message: reason,
      reference: file.path,
      pictures: pictures.map { pictures in
        FailureRecord.Pictures(
          reference: "\(file.name).\(FailurePictures.referenceName)",
          actual: "\(file.name).\(FailurePictures.actualName)",
          difference: pictures.difference.map { _ in
            "\(file.name).\(FailurePictures.differenceName)"
          }
        )
      }
    )
    try SnapshotFile.write(try record.json(), to: recordPath)
  }

  /// Removes the failure of an earlier run from the next report.
  private func forgetFailure() {
    unlink(recordPath)
  }

  /// Returns the differences of the fonts, one line each; empty if there are none.
  private func fontsText(_ snapshot: Format) -> String {
    guard diffing.pictures != nil, let bytes = try? SnapshotFile.read(file.fontsPath) else {
      return ""
    }
    let recorded = Set(
      String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    )
    let used = Set(PictureSource.of(snapshot)?.fonts ?? [])
    guard recorded != used else { return "" }
    func list(_ fonts: Set<String>) -> String {
      fonts.isEmpty ? "none" : fonts.sorted().joined(separator: ", ")
    }
    return "\nThe fonts differ. Only the reference was drawn with: "
      + "\(list(recorded.subtracting(used))). Only this picture was: "
      + "\(list(used.subtracting(recorded))). Install the same font files, or record on this machine."
  }
}
