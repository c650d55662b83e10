// `String(localized:)`: keys that are texts with values in them.
// Licensed under the MIT license; see LICENSE.

public import CoreGraphics
public import Foundation

extension String {
  /// A key of texts, with the values that belong into the text.
  ///
  /// A literal is the key; a value in it stands in the key as the specifier of its type: `%lld` for
  /// `Int`, `%lf` for `Double`, `%@` for texts and objects.
  ///
  /// **Differences**: Foundation for Linux lacks it, so that it is UIKit's here. There is no
  /// inflection and no interpolation of dates without a format.
  public struct LocalizationValue: ExpressibleByStringInterpolation, Hashable, Sendable {
    enum Value: Hashable, Sendable {
      case integer(Int64)
      case unsigned(UInt64)
      case number(Double)
      case text(String)

      var argument: any CVarArg {
        switch self {
        case .integer(let value): value
        case .unsigned(let value): value
        case .number(let value): value
        case .text(let value): value
        }
      }
    }

    var key: String
    var values: [Value] = []

    /// A key that is no literal, without values; `%` in it begins a specifier.
    public init(_ value: String) { key = value }

    /// The key of a literal.
    public init(stringLiteral value: String) { key = value.replacing("%", with: "%%") }

    /// The key of a literal with values.
    public init(stringInterpolation: StringInterpolation) {
      (key, values) = (stringInterpolation.key, stringInterpolation.values)
    }

    /// The parts of a literal.
    public struct StringInterpolation: StringInterpolationProtocol, Sendable {
      var key = ""
      var values: [Value] = []

      /// Begins a literal.
      public init(literalCapacity: Int, interpolationCount: Int) {
        key.reserveCapacity(literalCapacity + interpolationCount * 4)
      }

      private mutating func append(_ specifier: String, _ value: Value) {
        key += specifier
        values.append(value)
      }

      /// Adds letters.
      public mutating func appendLiteral(_ literal: String) {
        key += literal.replacing("%", with: "%%")
      }

      /// Adds a text.
      public mutating func appendInterpolation(_ string: String) { append("%@", .text(string)) }

      /// Adds a part of a text.
      public mutating func appendInterpolation(_ string: Substring) {
        append("%@", .text(String(string)))
      }

      /// Adds an object by its description.
      public mutating func appendInterpolation(_ object: NSObject) {
        append("%@", .text(object.description))
      }

      /// Adds a whole number.
      public mutating func appendInterpolation<Number: SignedInteger & FixedWidthInteger>(
        _ value: Number
      ) {
        append(Number.bitWidth > 32 ? "%lld" : "%d", .integer(Int64(clamping: value)))
      }

      /// Adds a whole number without a sign.
      public mutating func appendInterpolation<Number: UnsignedInteger & FixedWidthInteger>(
        _ value: Number
      ) {
        append(Number.bitWidth > 32 ? "%llu" : "%u", .unsigned(UInt64(clamping: value)))
      }

      /// Adds a number.
      public mutating func appendInterpolation(_ value: Double) { append("%lf", .number(value)) }

      /// Adds a number.
      public mutating func appendInterpolation(_ value: Float) {
        append("%f", .number(Double(value)))
      }

      /// Adds a number.
      public mutating func appendInterpolation(_ value: CGFloat) {
        append("%lf", .number(Double(value)))
      }

      /// Adds a value as a format writes it.
      public mutating func appendInterpolation<Format: FormatStyle>(
        _ value: Format.FormatInput,
        format: Format
      ) where Format.FormatOutput == String {
        append("%@", .text(format.format(value)))
      }

      /// Adds a number by a specifier, such as `%.1f`.
      public mutating func appendInterpolation(_ value: Double, specifier: String) {
        append(specifier, .number(value))
      }

      /// Adds a whole number by a specifier, such as `%05lld`.
      public mutating func appendInterpolation(_ value: Int, specifier: String) {
        append(specifier, .integer(Int64(value)))
      }
    }
  }

  /// The text of a key in the language of the program, with the key's values in it.
  ///
  /// - Parameters:
  ///   - keyAndValue: The key; the text, too, where none is found.
  ///   - table: The name of the file; nil for `Localizable`.
  ///   - bundle: The bundle; nil for the main one and for `UIImage.imageFolders`.
  ///   - locale: The locale of numbers; the current one stands for that of the language.
  ///   - comment: A remark for translators.
  public init(
    localized keyAndValue: LocalizationValue,
    table: String? = nil,
    bundle: Bundle? = nil,
    locale: Locale = .current,
    comment: StaticString? = nil
  ) {
    self = keyAndValue.text(keyAndValue.key, table, bundle ?? .main, locale)
  }

  /// The text of a key in the language of the program, with values in it.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - defaultValue: The values; the text, too, where none is found.
  ///   - table: The name of the file; nil for `Localizable`.
  ///   - bundle: The bundle; nil for the main one and for `UIImage.imageFolders`.
  ///   - locale: The locale of numbers; the current one stands for that of the language.
  ///   - comment: A remark for translators.
  public init(
    localized key: StaticString,
    defaultValue: LocalizationValue,
    table: String? = nil,
    bundle: Bundle? = nil,
    locale: Locale = .current,
    comment: StaticString? = nil
  ) {
    self = defaultValue.text(key.description, table, bundle ?? .main, locale)
  }

  /// The text of a resource.
  @_disfavoredOverload
  public init(localized resource: LocalizedStringResource) {
    self = resource.defaultValue.text(
      resource.key,
      resource.table,
      resource.bundle.found,
      resource.locale
    )
  }
}

extension String.LocalizationValue {
  /// The text of a key with the values; the key of the values where none is found.
  func text(_ key: String, _ table: String?, _ bundle: Bundle, _ locale: Locale) -> String {
    let found =
      StringFiles.text(key, table: table, in: bundle)
      // Keys in files have a percent sign of a text as it is.
      ?? (values.isEmpty
        ? StringFiles.text(key.replacing("%%", with: "%"), table: table, in: bundle) : nil)
    guard let found else { return filled(self.key, locale) }
    return filled(LocalizedFormat.format(of: found), locale)
  }

  private func filled(_ format: String, _ locale: Locale) -> String {
    if values.isEmpty, !LocalizedFormat.hasVariables(format) {
      return format.replacing("%%", with: "%")
    }
    let chosen = locale == .current ? UILocalization.locale : locale
    return LocalizedFormat.checkedText(format, values.map(\.argument), chosen)
  }
}

/// A key of texts whose text is looked up later.
///
/// **Differences**: Foundation for Linux lacks it, so that it is UIKit's here.
public struct LocalizedStringResource: ExpressibleByStringInterpolation, Sendable {
  /// The bundle of a text.
  public enum BundleDescription: Sendable {
    /// The main one.
    case main
    /// That of a class.
    case forClass(AnyClass)
    /// That of a folder.
    case atURL(URL)

    var found: Bundle {
      switch self {
      case .main: .main
      case .forClass(let type): Bundle(for: type)
      case .atURL(let url): Bundle(url: url) ?? .main
      }
    }
  }

  /// The key.
  public let key: String
  /// The values, and the text where none is found.
  public let defaultValue: String.LocalizationValue
  /// The name of the file; nil for `Localizable`.
  public let table: String?
  /// The locale of numbers; the current one stands for that of the language.
  public var locale: Locale
  /// The bundle.
  public let bundle: BundleDescription

  /// The key with values of a literal.
  ///
  /// - Parameters:
  ///   - keyAndValue: The key; the text, too, where none is found.
  ///   - table: The name of the file; nil for `Localizable`.
  ///   - locale: The locale of numbers.
  ///   - bundle: The bundle.
  ///   - comment: A remark for translators.
  public init(
    _ keyAndValue: String.LocalizationValue,
    table: String? = nil,
    locale: Locale = .current,
    bundle: BundleDescription = .main,
    comment: StaticString? = nil
  ) {
    key = keyAndValue.key
    defaultValue = keyAndValue
    (self.table, self.locale, self.bundle) = (table, locale, bundle)
  }

  /// A key with the text where none is found.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - defaultValue: The values, and the text where none is found.
  ///   - table: The name of the file; nil for `Localizable`.
  ///   - locale: The locale of numbers.
  ///   - bundle: The bundle.
  ///   - comment: A remark for translators.
  public init(
    _ key: StaticString,
    defaultValue: String.LocalizationValue,
    table: String? = nil,
    locale: Locale = .current,
    bundle: BundleDescription = .main,
    comment: StaticString? = nil
  ) {
    self.key = key.description
    self.defaultValue = defaultValue
    (self.table, self.locale, self.bundle) = (table, locale, bundle)
  }

  /// The key of a literal.
  public init(stringLiteral value: String) {
    self.init(String.LocalizationValue(stringLiteral: value))
  }

  /// The key of a literal with values.
  public init(stringInterpolation: String.LocalizationValue.StringInterpolation) {
    self.init(String.LocalizationValue(stringInterpolation: stringInterpolation))
  }
}
