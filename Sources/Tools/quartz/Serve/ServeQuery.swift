// From the query of a request to the arguments of quartz render.
// Licensed under the MIT license; see LICENSE.

/// The options that a query asks for.
struct ServeQuery: Sendable {
  /// The word of the format, which is the extension of the file to write.
  private(set) var format: String
  /// The media type of the answer.
  private(set) var mediaType: String
  /// Options of `quartz render`.
  private(set) var options: [String] = []

  /// Reads a query: names and values with percent signs, `+` for spaces and `&` between them.
  ///
  /// - Throws: `ServeRefusal` about the parameter that is wrong.
  init(_ text: String, for result: ServedResult) throws(ServeRefusal) {
    let formats = result.formats
    (format, mediaType) = formats[0]
    let known = Dictionary(uniqueKeysWithValues: result.parameters.map { ($0.name, $0) })
    var seen: Set<String> = []
    for item in text.split(separator: "&") {
      let (name, value) = try Self.pair(item)
      guard let parameter = known[name] else {
        let names = result.parameters.map(\.name).joined(separator: ", ")
        let shown = Self.shown(name)
        throw ServeRefusal(
          .badRequest,
          "parameter \(shown): not known; \(result.path) has \(names)"
        )
      }
      guard seen.insert(name).inserted || parameter.repeats else {
        throw ServeRefusal(.badRequest, "parameter \(name): expected once")
      }
      guard let option = try parameter.option(value) else { continue }
      if let found = formats.first(where: { name == "format" && $0.word == value }) {
        (format, mediaType) = found
      } else {
        options.append(option)
      }
    }
  }

  /// The longest name that a message repeats, in characters.
  private static let longestName = 40

  /// Returns a name of a client for a message.
  private static func shown(_ name: String) -> String {
    String(name.filter { $0.isASCII && !$0.isWhitespace }.prefix(longestName))
  }

  private static func pair(_ item: Substring) throws(ServeRefusal) -> (name: String, value: String)
  {
    let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let texts = parts.map { String($0.replacing("+", with: " ")).removingPercentEncoding }
    guard let name = texts[0], let value = texts.count > 1 ? texts[1] : "" else {
      throw ServeRefusal(.badRequest, "the query is not UTF-8 with percent signs")
    }
    return (name, value)
  }
}
