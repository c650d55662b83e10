// Texts by key, in the language of the program.
// Licensed under the MIT license; see LICENSE.
//
// Foundation for Linux has a function of this name, but it knows English only and no plurals. A
// module cannot replace a function of another one; but where two fit a call, Swift takes the one
// with the fewer parameters that the call leaves out. So there is a function here for each way to
// call it, and code that imports both modules gets these.

public import Foundation

/// The text of a key in the language of the program; the key where there is none.
///
/// It is looked for in the tables `Localizable.strings`, `.stringsdict` and `.xcstrings` of the
/// main bundle and of `UIImage.imageFolders`, by `UILocalization.preferredLanguages`. Of a text
/// with plural rules it is the format, for `String.localizedStringWithFormat`.
///
/// **Differences**: a text that lacks in a language is that of the language of development.
public func NSLocalizedString(_ key: String, comment: String) -> String {
  localizedText(key)
}

/// The text of a key in a table of the main bundle.
public func NSLocalizedString(_ key: String, tableName: String?, comment: String) -> String {
  localizedText(key, tableName)
}

/// The text of a key in a bundle.
public func NSLocalizedString(_ key: String, bundle: Bundle, comment: String) -> String {
  localizedText(key, nil, bundle)
}

/// The text of a key in the main bundle; `value` where there is none.
public func NSLocalizedString(_ key: String, value: String, comment: String) -> String {
  localizedText(key, nil, .main, value)
}

/// The text of a key in a table of a bundle.
public func NSLocalizedString(
  _ key: String,
  tableName: String?,
  bundle: Bundle,
  comment: String
) -> String { localizedText(key, tableName, bundle) }

/// The text of a key in a table of the main bundle; `value` where there is none.
public func NSLocalizedString(
  _ key: String,
  tableName: String?,
  value: String,
  comment: String
) -> String { localizedText(key, tableName, .main, value) }

/// The text of a key in a bundle; `value` where there is none.
public func NSLocalizedString(
  _ key: String,
  bundle: Bundle,
  value: String,
  comment: String
) -> String { localizedText(key, nil, bundle, value) }

/// The text of a key in a table of a bundle; `value` where there is none.
///
/// **Differences**: a call with all parameters and an optional name of the table is Foundation's.
public func NSLocalizedString(
  _ key: String,
  tableName: String,
  bundle: Bundle,
  value: String,
  comment: String
) -> String { localizedText(key, tableName, bundle, value) }

/// The text of a key; `value`, or the key, where there is none.
func localizedText(
  _ key: String,
  _ table: String? = nil,
  _ bundle: Bundle = .main,
  _ value: String = ""
) -> String {
  // A program's own kind of bundle has its own way.
  guard type(of: bundle) == Bundle.self else {
    return bundle.localizedString(forKey: key, value: value, table: table)
  }
  guard let found = StringFiles.text(key, table: table, in: bundle) else {
    return value.isEmpty ? key : value
  }
  return LocalizedFormat.format(of: found)
}

// Foundation's functions that fill formats take any number of values. Swift prefers one that takes
// just those of a call, so these get the formats with plural rules. Where all values of a call are
// literals, or literals and calculations, it takes Foundation's: with one value that is no literal
// these are taken. (Tried with Swift 6.3: existential parameters are ambiguous for two literals.)

extension String {
  /// Fills a format with a value, in the language of the program: plural rules are followed.
  public static func localizedStringWithFormat(_ format: String, _ first: any CVarArg) -> String {
    LocalizedFormat.text(format, [first], UILocalization.locale)
  }

  /// Fills a format with two values, in the language of the program.
  public static func localizedStringWithFormat<First: CVarArg, Second: CVarArg>(
    _ format: String,
    _ first: First,
    _ second: Second
  ) -> String { LocalizedFormat.text(format, [first, second], UILocalization.locale) }

  /// Fills a format with three values, in the language of the program.
  public static func localizedStringWithFormat<First: CVarArg, Second: CVarArg, Third: CVarArg>(
    _ format: String,
    _ first: First,
    _ second: Second,
    _ third: Third
  ) -> String { LocalizedFormat.text(format, [first, second, third], UILocalization.locale) }

  /// Fills a format with a value; plural rules of texts that were looked up are followed.
  public init(format: String, _ first: any CVarArg) {
    self.init(filling: format, [first])
  }

  /// Fills a format with two values; plural rules of texts that were looked up are followed.
  public init<First: CVarArg, Second: CVarArg>(
    format: String,
    _ first: First,
    _ second: Second
  ) { self.init(filling: format, [first, second]) }

  /// Fills a format with three values; plural rules of texts that were looked up are followed.
  public init<First: CVarArg, Second: CVarArg, Third: CVarArg>(
    format: String,
    _ first: First,
    _ second: Second,
    _ third: Third
  ) { self.init(filling: format, [first, second, third]) }

  private init(filling format: String, _ arguments: [any CVarArg]) {
    guard LocalizedFormat.hasVariables(format) else {
      self.init(format: format, arguments: arguments)
      return
    }
    self = LocalizedFormat.text(format, arguments, nil)
  }
}

extension NSString {
  /// Fills a format with values, in the language of the program: plural rules are followed.
  ///
  /// **Differences**: it makes a plain string, also where a class below is asked.
  public static func localizedStringWithFormat(
    _ format: String,
    _ args: any CVarArg...
  ) -> NSString { NSString(string: LocalizedFormat.text(format, args, UILocalization.locale)) }

  /// Fills a format with values, in the language of the program: plural rules are followed.
  public static func localizedStringWithFormat(
    _ format: NSString,
    _ args: any CVarArg...
  ) -> NSString {
    let format = String(describing: format)
    return NSString(string: LocalizedFormat.text(format, args, UILocalization.locale))
  }
}
