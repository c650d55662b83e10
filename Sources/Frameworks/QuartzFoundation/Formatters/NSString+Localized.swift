// Texts by a format, in the user's language.
// Licensed under the MIT license; see LICENSE.

public import Foundation

extension NSString {
  /// Returns the text of a format, whose numbers are written as the user writes them.
  ///
  /// **Differences**: the class method of Apple's platforms makes an instance of the class that is
  /// asked; this one makes a plain one.
  ///
  /// - Parameters:
  ///   - format: The format, as for `String(format:)`.
  ///   - args: The values of its specifiers.
  public static func localizedStringWithFormat(
    _ format: String,
    _ args: any CVarArg...
  ) -> NSString {
    NSString(string: String(format: format, locale: .current, arguments: args))
  }

  /// Returns the text of a format, whose numbers are written as the user writes them.
  ///
  /// - Parameters:
  ///   - format: The format, as for `String(format:)`.
  ///   - args: The values of its specifiers.
  public static func localizedStringWithFormat(
    _ format: NSString,
    _ args: any CVarArg...
  ) -> NSString {
    let format = String(describing: format)
    return NSString(string: String(format: format, locale: .current, arguments: args))
  }
}
