// The bytes of compositions, and the limits of what is read.
// Licensed under the MIT license; see LICENSE.

import Foundation

/// Reads the bytes of a composition in either form.
enum CompositionFile {
  /// The most bytes.
  static let mostBytes = 16 << 20
  /// The most brackets, or elements of a list, in each other.
  static let deepest = 256

  /// Returns the composition of a file's bytes.
  static func read(_ data: Data) throws(CompositionError) -> PatchGraph {
    guard data.count <= mostBytes else {
      throw CompositionError("\(data.count) bytes: a composition may have \(mostBytes)")
    }
    let graph: PatchGraph
    if data.first(where: { !isSpace($0) }) == UInt8(ascii: "{"), !isOldList(data) {
      graph = try CompositionText.read(try parseText(data))
    } else {
      graph = try CompositionList.read(try parseList(data))
    }
    try graph.check()
    return graph
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 32 || (9...13).contains(byte) }

  /// Whether braces are those of an old property list: then no quote or brace follows them.
  private static func isOldList(_ data: Data) -> Bool {
    let next = data.drop { isSpace($0) }.dropFirst().first { !isSpace($0) }
    return next != UInt8(ascii: "\"") && next != UInt8(ascii: "}")
  }

  private static func parseText(_ data: Data) throws(CompositionError) -> [String: Any] {
    let depth = nesting(data, opening: [UInt8(ascii: "{"), UInt8(ascii: "[")])
    guard depth <= deepest else { throw tooDeep }
    do {
      guard let root = try JSONSerialization.jsonObject(with: data) as? [String: Any] else {
        throw CompositionError("the text is no JSON object")
      }
      return root
    } catch let error as CompositionError {
      throw error
    } catch {
      throw CompositionError("the text is no JSON: \(error.localizedDescription)")
    }
  }

  private static var tooDeep: CompositionError {
    CompositionError("more than \(deepest) lists in each other")
  }

  /// The most brackets in each other outside of strings.
  private static func nesting(_ data: Data, opening: Set<UInt8>) -> Int {
    let closing: Set<UInt8> = [UInt8(ascii: "}"), UInt8(ascii: "]")]
    var (depth, most, isText, isEscaped) = (0, 0, false, false)
    for byte in data {
      if isText {
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          isText = false
        }
      } else if byte == UInt8(ascii: "\"") {
        isText = true
      } else if opening.contains(byte) {
        depth += 1
        most = max(most, depth)
      } else if closing.contains(byte) {
        depth -= 1
      }
    }
    return most
  }

  // MARK: Property lists

  private static func parseList(_ data: Data) throws(CompositionError) -> [String: Any] {
    if data.starts(with: Data("bplist".utf8)) {
      try BinaryListShape(data).check(deepest: deepest)
    } else if elementNesting(data) > deepest {
      throw tooDeep
    }
    do {
      let list = try PropertyListSerialization.propertyList(from: data, format: nil)
      guard let root = list as? [String: Any] else {
        throw CompositionError("the property list is no dictionary")
      }
      return root
    } catch let error as CompositionError {
      throw error
    } catch {
      throw CompositionError("the file is neither a property list nor JSON")
    }
  }

  /// At least the depth of the elements of an XML list, and of brackets in an old one.
  private static func elementNesting(_ data: Data) -> Int {
    var (depth, most) = (0, 0)
    var last: UInt8 = 0
    for byte in data {
      if last == UInt8(ascii: "<"), byte != UInt8(ascii: "?"), byte != UInt8(ascii: "!") {
        depth += byte == UInt8(ascii: "/") ? -1 : 1
      } else if last == UInt8(ascii: "/"), byte == UInt8(ascii: ">") {
        depth -= 1
      }
      most = max(most, depth)
      last = byte
    }
    return max(most, nesting(data, opening: [UInt8(ascii: "{"), UInt8(ascii: "(")]))
  }
}
