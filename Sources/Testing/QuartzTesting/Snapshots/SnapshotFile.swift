// The paths of references, and how they are written.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import Glibc
import QuartzFaults

/// The places of a snapshot's files.
struct SnapshotFile {
  /// `<test>.<name or number>`.
  let name: String
  let folder: String
  let pathExtension: String?
  /// The folder for the files of a failure.
  let artifacts: String

  /// Creates the path of a snapshot's reference: `__Snapshots__/<file>/<test>.<n>.png` beside the
  /// source file.
  ///
  /// - Parameters:
  ///   - source: The path of the test's source file.
  ///   - test: The name of the test function.
  ///   - identifier: The name or number of the snapshot.
  ///   - pathExtension: Without a dot, or nil.
  ///   - folder: Replaces the folder beside the source file.
  init(
    source: String,
    test: String,
    identifier: String,
    pathExtension: String?,
    folder: String?
  ) {
    let url = URL(fileURLWithPath: source)
    let file = url.deletingPathExtension().lastPathComponent
    let beside = url.deletingLastPathComponent().path
    self.folder = folder ?? "\(beside)/__Snapshots__/\(file)"
    name = "\(Self.sanitized(test)).\(identifier)"
    self.pathExtension = pathExtension
    artifacts = "\(SnapshotEnvironment.current.artifactsFolder)/\(file)"
  }

  var path: String { "\(folder)/\(fileName)" }
  var fileName: String { pathExtension.map { "\(name).\($0)" } ?? name }
  /// The fonts that the reference was drawn with.
  var fontsPath: String { "\(folder)/\(name).fonts" }

  /// Replaces each run of characters other than letters, digits, marks and underscores with a
  /// hyphen, and removes hyphens at the ends.
  static func sanitized(_ name: String) -> String {
    var result = ""
    var isGap = false
    for scalar in name.unicodeScalars {
      guard scalar.isWordScalar else {
        isGap = true
        continue
      }
      if isGap, !result.isEmpty { result.append("-") }
      isGap = false
      result.unicodeScalars.append(scalar)
    }
    return result
  }

  // MARK: Writing

  /// Writes a file atomically: it has a temporary name until all is written.
  static func write(_ bytes: Data, to path: String) throws(SnapshotProblem) {
    let folder = (path as NSString).deletingLastPathComponent
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    } catch {
      throw .cannotWrite(path: path, reason: reason(of: error))
    }
    do {
      try PendingFile.write(bytes, to: path)
    } catch {
      throw .cannotWrite(path: path, reason: error.reason)
    }
  }

  /// Returns the bytes of a file; nil if there is none.
  static func read(_ path: String) throws(SnapshotProblem) -> Data? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      if errno == ENOENT || errno == ENOTDIR { return nil }
      throw .unreadableReference(path: path, reason: text(of: errno))
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      throw .unreadableReference(path: path, reason: text(of: errno))
    }
    var bytes = Data(count: Int(status.st_size))
    let code = bytes.withUnsafeMutableBytes { readAll(descriptor, into: $0) }
    guard code == 0 else { throw .unreadableReference(path: path, reason: text(of: code)) }
    return bytes
  }

  /// Fills memory, with zeros where the file has become shorter; returns 0 or the error's number.
  private static func readAll(_ file: Int32, into memory: UnsafeMutableRawBufferPointer) -> Int32 {
    var done = 0
    // Bounds: `done` never exceeds the count; `read` gives no more than it is asked for.
    while let base = memory.baseAddress, done < memory.count {
      let count = uninterrupted { Glibc.read(file, base + done, memory.count - done) }
      if count < 0 { return errno }
      if count == 0 { break }
      done += count
    }
    return 0
  }

  private static func text(of code: Int32) -> String { String(cString: strerror(code)) }

  /// Returns the system's message for an error of Foundation's.
  static func reason(of error: any Error) -> String {
    let underlying = (error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError
    let posix = underlying ?? (error as NSError)
    guard posix.domain == NSPOSIXErrorDomain else { return "\(error.localizedDescription)" }
    return text(of: Int32(truncatingIfNeeded: posix.code))
  }
}

extension Unicode.Scalar {
  /// Whether regular expressions treat the scalar as a word character.
  fileprivate var isWordScalar: Bool {
    if properties.isAlphabetic { return true }
    switch properties.generalCategory {
    case .decimalNumber, .connectorPunctuation, .nonspacingMark, .spacingMark, .enclosingMark:
      return true
    default: return false
    }
  }
}
