// How deep values of JSON lie in one another.
// Licensed under the MIT license; see LICENSE.

package import Foundation

/// Looks at JSON from outside before Foundation reads it.
///
/// Foundation refuses more than 512 levels by an error with the place of the fault. If that place
/// is the end of the text, as in 513 brackets, it traps (Swift 6.3.1,
/// `JSONError.SourceLocation.sourceLocation(at:fullSource:)`).
package enum JSONNesting {
  /// The most levels of lists and objects that requests have.
  package static let deepest = 64

  /// Whether a text has more levels, whatever else it is.
  package static func isTooDeep(_ text: Data) -> Bool {
    var depth = 0
    var isInText = false
    var isEscaped = false
    for byte in text {
      if isInText {
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          isInText = false
        }
        continue
      }
      switch byte {
      case UInt8(ascii: "\""): isInText = true
      case UInt8(ascii: "["), UInt8(ascii: "{"):
        depth += 1
        if depth > deepest { return true }
      case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
      default: break
      }
    }
    return false
  }
}
