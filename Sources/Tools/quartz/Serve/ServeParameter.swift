// The parameters of queries: one table, which checks them, describes them, and makes options of
// quartz render of them.
// Licensed under the MIT license; see LICENSE.

import ArgumentParser
import QuartzEncoding
import QuartzLottie

/// A parameter of a query, which is the option of `quartz render` with the same name.
struct ServeParameter: Sendable {
  /// The values that it takes.
  enum Kind: Sendable {
    case number(ClosedRange<Double>)
    /// Greater than 0, up to a bound.
    case positive(upTo: Double)
    case whole(ClosedRange<Int>)
    case word([String])
    /// Words that the document has.
    case name
    /// A text as `example`, which has the pattern and is a value of the option.
    case form(example: String, pattern: String, isValid: @Sendable (String) -> Bool)
    /// An option without a value, which is set by `true`.
    case flag
  }

  var name: String
  var kind: Kind
  var summary: String
  /// Whether a query may have it several times.
  var repeats = false

  init(_ name: String, _ kind: Kind, _ summary: String, repeats: Bool = false) {
    (self.name, self.kind, self.summary, self.repeats) = (name, kind, summary, repeats)
  }

  static func format(_ words: [String]) -> ServeParameter {
    ServeParameter("format", .word(words), "The format; \(words.first ?? "") by default.")
  }

  // MARK: The table

  /// Seconds that are drawn at most; the limits of a server are below it.
  private static let longest = 86_400.0

  static let ofPictures = [
    ServeParameter("time", .number(0...longest), "The moment to draw, in seconds.")
  ]

  static let ofFilms = [
    ServeParameter("start", .number(0...longest), "The moment that the film starts with."),
    ServeParameter(
      "duration",
      .positive(upTo: longest),
      "Seconds that it shows; by default the loop of the document, or 5."
    ),
    ServeParameter("frames", .whole(1...FrameTimes.limit), "Its pictures, without duration."),
    ServeParameter(
      "fps",
      .form(example: "30000/1001", pattern: "[0-9.]+(/[0-9]+)?") { FrameRate(argument: $0) != nil },
      "Pictures a second; by default those that the document asks for, or 30."
    ),
    ServeParameter("loop", .whole(0...1000), "How often it plays; 0 is for ever in gif and png."),
    ServeParameter(
      "preset",
      .word(EncoderPreset.allCases.map(\.rawValue)),
      "The time that x264 takes to make it small, of mp4, mov, m4v and mkv."
    ),
  ]

  static let ofBoth = [
    ServeParameter(
      "size",
      .form(example: "640x480", pattern: "[1-9][0-9]{0,4}x[1-9][0-9]{0,4}") {
        PixelSize(argument: $0) != nil
      },
      "The size in pixels; the canvas is scaled to fill it."
    ),
    ServeParameter("scale", .positive(upTo: 64), "Pixels per point of the canvas."),
    ServeParameter(
      "background",
      .form(example: "#ffffff", pattern: "#[0-9a-fA-F]{6}|[0-9.]+(,[0-9.]+){2,3}") {
        BackgroundColor(argument: $0) != nil
      },
      "The color behind the layers: #rrggbb, or red,green,blue,alpha in 0...1."
    ),
    ServeParameter("state", .name, "The state to draw."),
    ServeParameter("from", .name, "The state before, which changes to the other at time 0."),
    ServeParameter(
      "blend",
      .form(example: "off:on:0.5", pattern: "[^:]+:[^:]+:[0-9.]+") {
        StateMixture(argument: $0) != nil
      },
      "Two states, and how far it is from one to the other."
    ),
    ServeParameter(
      "appearance",
      .word(Appearance.allCases.map(\.rawValue)),
      "Of a wallpaper with states for both."
    ),
    ServeParameter(
      "tilt",
      .form(example: "0.5,-0.5", pattern: "-?[0-9.]+,-?[0-9.]+") { Tilt(argument: $0) != nil },
      "How far the device is tilted, -1...1 each."
    ),
    ServeParameter("wallpaper", .whole(1...1000), "Which wallpaper or package of many."),
    ServeParameter("planes", .name, "The planes of a wallpaper, from back to front, with commas."),
    ServeParameter("marker", .name, "The marker of a Lottie animation to show alone."),
    ServeParameter("animation", .name, "The animation of a .lottie archive."),
    ServeParameter("theme", .name, "The theme of a .lottie archive."),
    ServeParameter(
      "set",
      .form(example: "Title=text:Hello", pattern: "[^=]+=.+") {
        $0.contains("=") && isPrintable($0)
      },
      "A value of a Lottie animation, by its slot or its key path.",
      repeats: true
    ),
    ServeParameter("strict", .flag, "Whether warnings about the document are errors."),
  ]

  // MARK: Values

  /// The longest value, in bytes.
  static let longestValue = 1000

  private static func isPrintable(_ value: String) -> Bool {
    !value.isEmpty && value.utf8.count <= longestValue
      && !value.unicodeScalars.contains { $0.properties.generalCategory == .control }
  }

  /// Whether a value is one of the parameter's.
  private func allows(_ value: String) -> Bool {
    switch kind {
    case .number(let range): Double(value).map(range.contains) ?? false
    case .positive(let bound): Double(value).map { $0 > 0 && $0 <= bound } ?? false
    case .whole(let range): Int(value).map(range.contains) ?? false
    case .word(let words): words.contains(value)
    case .name: Self.isPrintable(value)
    case .form(_, let pattern, let isValid):
      value.utf8.count <= Self.longestValue
        && (try? Regex(pattern).wholeMatch(in: value)) != nil && isValid(value)
    case .flag: ["true", "false"].contains(value)
    }
  }

  /// The values in words, for messages.
  private var expectation: String {
    switch kind {
    case .number(let range): "a number in \(range.lowerBound)...\(range.upperBound)"
    case .positive(let bound): "a number above 0, at most \(bound)"
    case .whole(let range): "a whole number in \(range.lowerBound)...\(range.upperBound)"
    case .word(let words): "one of \(words.joined(separator: ", "))"
    case .name: "1 to \(Self.longestValue) bytes of text without control characters"
    case .form(let example, _, _): "a text such as \(example)"
    case .flag: "true or false"
    }
  }

  /// Returns the option of `quartz render` for a value; nil if there is nothing to say.
  ///
  /// - Throws: `ServeRefusal` for a value that is not one of the parameter's.
  func option(_ value: String) throws(ServeRefusal) -> String? {
    guard allows(value) else {
      throw ServeRefusal(.badRequest, "parameter \(name): expected \(expectation)")
    }
    if case .flag = kind { return value == "true" ? "--\(name)" : nil }
    return "--\(name)=\(value)"
  }

  /// The JSON schema of the values.
  private var schema: JSONValue {
    switch kind {
    case .number(let range):
      [
        "type": "number", "minimum": .number(range.lowerBound),
        "maximum": .number(range.upperBound),
      ]
    case .positive(let bound):
      ["type": "number", "exclusiveMinimum": .number(0), "maximum": .number(bound)]
    case .whole(let range):
      [
        "type": "integer", "minimum": .number(Double(range.lowerBound)),
        "maximum": .number(Double(range.upperBound)),
      ]
    case .word(let words): ["type": "string", "enum": .list(words.map { .text($0) })]
    case .name:
      ["type": "string", "minLength": .number(1), "maxLength": .number(Double(Self.longestValue))]
    case .form(let example, let pattern, _):
      [
        "type": "string", "pattern": "^(\(pattern))$", "examples": [.text(example)],
        "maxLength": .number(Double(Self.longestValue)),
      ]
    case .flag: ["type": "boolean"]
    }
  }

  /// The parameter as OpenAPI describes it.
  var description: JSONValue {
    [
      "name": .text(name), "in": "query", "description": .text(summary),
      "schema": repeats ? ["type": "array", "items": schema] : schema,
    ]
  }
}
