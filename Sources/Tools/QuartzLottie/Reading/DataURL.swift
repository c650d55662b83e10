// Bytes in URLs.
// Licensed under the MIT license; see LICENSE.

import Foundation

enum DataURL {
  /// Returns the bytes of `data:...;base64,...` or of a text with escapes; nil if it is damaged.
  static func bytes(_ url: String) -> [UInt8]? {
    guard let comma = url.firstIndex(of: ","), url.hasPrefix("data:") else { return nil }
    let content = String(url[url.index(after: comma)...])
    if url[..<comma].hasSuffix(";base64") {
      let text = content.removingPercentEncoding ?? content
      return Data(base64Encoded: text, options: .ignoreUnknownCharacters).map { [UInt8]($0) }
    }
    return content.removingPercentEncoding.map { Array($0.utf8) }
  }
}
