// The reasons why a package was not read or written, in one line each.
// Licensed under the MIT license; see LICENSE.

/// The reason why a layer package could not be read or written.
///
/// The description is one line with the problem and its location.
public enum CAPackageError: Error, Equatable, Sendable, CustomStringConvertible {
  /// There is nothing at the path.
  case missing(path: String)
  /// The path exists but is not a package.
  case notAPackage(path: String, reason: String)
  /// A file of the package cannot be read.
  case unreadable(path: String, reason: String)
  /// A document is not well-formed, or not valid.
  case malformed(file: String, line: Int, column: Int?, reason: String)
  /// A document has a document type declaration, which can name files or grow without end.
  case documentTypeDeclaration(file: String, line: Int)
  /// A document's root element is not that of a layer document.
  case notCAML(file: String, reason: String)
  /// Something is larger than is allowed.
  case limit(file: String, line: Int?, what: String, limit: Int)
  /// An asset's name leads out of the package; it was not opened.
  case assetLeavesPackage(file: String, line: Int, source: String)
  /// An asset exists, but its bytes are not a picture.
  case undecodableImage(file: String, line: Int, source: String, reason: String)

  /// A package cannot be written.
  case unwritable(path: String, reason: String)

  /// One line that describes the problem.
  public var description: String {
    switch self {
    case .missing(let path): "\(path): no such package"
    case .notAPackage(let path, let reason): "\(path): not a layer package: \(reason)"
    case .unreadable(let path, let reason), .unwritable(let path, let reason): "\(path): \(reason)"
    case .malformed(let file, let line, let column, let reason):
      "\(file):\(line):" + (column.map { "\($0):" } ?? "") + " \(reason)"
    case .documentTypeDeclaration(let file, let line):
      "\(file):\(line): document type declarations are not allowed"
    case .notCAML(let file, let reason): "\(file): not a CAML document: \(reason)"
    case .limit(let file, let line, let what, let limit):
      "\(file):" + (line.map { "\($0):" } ?? "") + " limit: at most \(limit) \(what)"
    case .assetLeavesPackage(let file, let line, let source):
      "\(file):\(line): asset path leaves the package: \(source.shortened)"
    case .undecodableImage(let file, let line, let source, let reason):
      "\(file):\(line): image \(source.shortened) does not decode: \(reason)"
    }
  }

  init(_ error: MarkupError, file: String) {
    switch error {
    case .malformed(let line, let column, let reason):
      self = .malformed(file: file, line: line, column: column, reason: reason)
    case .documentType(let line): self = .documentTypeDeclaration(file: file, line: line)
    case .limit(let line, let what, let limit):
      self = .limit(file: file, line: line, what: what, limit: limit)
    }
  }
}

extension String {
  /// At most 80 characters without control characters, for messages of one line.
  var shortened: String {
    let clean = unicodeScalars.prefix(80).map { scalar in
      scalar.properties.generalCategory == .control ? "\u{FFFD}" : String(scalar)
    }
    return clean.joined() + (unicodeScalars.dropFirst(80).isEmpty ? "" : "…")
  }
}
