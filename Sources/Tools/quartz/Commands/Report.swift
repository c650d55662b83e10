// quartz report: writes the failures of snapshot tests as a page.
// Licensed under the MIT license; see LICENSE.

import ArgumentParser
import CoreGraphics
import Foundation
import QuartzComparison

struct Report: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Write a page with the failures of snapshot tests.",
    discussion: """
      Reads what failing snapshots left in a folder (SNAPSHOT_ARTIFACTS, or the temporary folder) and \
      writes one HTML file that needs no other: reference and actual picture side by side, one wiped \
      over the other, one shining through the other, their difference, each up to 32 times as large \
      with the colours of single pixels.
      """
  )

  @Argument(help: "The folder that SNAPSHOT_ARTIFACTS named.")
  var folder: String

  @Option(name: .shortAndLong, help: "The HTML file.")
  var output = "report.html"

  func run() throws {
    let failures = try ReportedFailure.all(in: folder)
    var file = try PendingFile(path: output)
    try file.write(try ReportPage.html(failures))
    try file.publish()
    let count = failures.count == 1 ? "1 failure" : "\(failures.count) failures"
    try StandardOutput.write(Data("\(output): \(count)\n".utf8))
  }
}

/// A failure on the page.
struct ReportedFailure: Encodable, Equatable {
  var name: String
  var place: String
  var message: String
  /// Pictures as data URLs; nil for texts.
  var reference: String?
  var actual: String?
  var difference: String?

  /// Returns the failures in a folder and its subfolders, by the paths of their files.
  ///
  /// - Throws: `ReportFailure` for a folder or file that cannot be read.
  static func all(in folder: String) throws(ReportFailure) -> [ReportedFailure] {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder),
      isFolder.boolValue, let names = FileManager.default.enumerator(atPath: folder)
    else { throw .noSuchFolder(folder) }
    let paths = names.compactMap { $0 as? String }
      .filter { $0.hasSuffix(FailureRecord.fileNameEnd) }.sorted()
    var failures: [ReportedFailure] = []
    for path in paths { failures.append(try ReportedFailure(path: "\(folder)/\(path)")) }
    return failures
  }

  private init(path: String) throws(ReportFailure) {
    let record: FailureRecord
    do {
      record = try FailureRecord(json: try Data(contentsOf: URL(fileURLWithPath: path)))
    } catch {
      throw .notARecord(path)
    }
    (name, place, message) = (record.name, record.place, record.message)
    guard let pictures = record.pictures else { return }
    let folder = (path as NSString).deletingLastPathComponent
    func picture(_ name: String) throws(ReportFailure) -> String {
      // A record names only files beside it.
      let file = "\(folder)/\((name as NSString).lastPathComponent)"
      guard let bytes = FileManager.default.contents(atPath: file) else {
        throw .noPicture(file, record: path)
      }
      return "data:image/png;base64,\(bytes.base64EncodedString())"
    }
    reference = try picture(pictures.reference)
    actual = try picture(pictures.actual)
    if let name = pictures.difference { difference = try picture(name) }
  }
}

/// The reason why there is no page.
///
/// The description is one line.
enum ReportFailure: Error, Equatable, CustomStringConvertible {
  case noSuchFolder(String)
  case notARecord(String)
  case noPicture(String, record: String)

  var description: String {
    switch self {
    case .noSuchFolder(let path):
      "\(path): no such folder; run the tests with SNAPSHOT_ARTIFACTS=\(path) first"
    case .notARecord(let path):
      "\(path) is no record of a failure; delete the folder and run the tests again"
    case .noPicture(let path, let record):
      "\(path), which \(record) names, cannot be read; delete the folder and run the tests again"
    }
  }
}
