// Results of detectors.
// Licensed under the MIT license; see LICENSE.

public import Foundation

/// The kinds of results, as bits of `NSTextCheckingResult.CheckingType`.
public typealias NSTextCheckingTypes = UInt64

/// Results that detectors give.
///
/// Foundation's class has no such results; a protocol of the class can make some.
public protocol _DetectedResult {}

extension NSTextCheckingResult: _DetectedResult {}

extension _DetectedResult where Self: NSTextCheckingResult {
  /// The address of a link; nil for other results.
  public var url: URL? {
    guard case .link(let url) = (self as? DetectedResult)?.content else { return nil }
    return url
  }

  /// The phone number as the text has it; nil for other results.
  public var phoneNumber: String? {
    guard case .phoneNumber(let number) = (self as? DetectedResult)?.content else { return nil }
    return number
  }

  /// The date; nil for other results.
  public var date: Date? {
    guard case .date(let date) = (self as? DetectedResult)?.content else { return nil }
    return date
  }

  /// Returns a link in a text.
  ///
  /// - Parameters:
  ///   - range: Its place in the text.
  ///   - url: Its address.
  public static func linkCheckingResult(range: NSRange, url: URL) -> NSTextCheckingResult {
    DetectedResult(range, .link(url))
  }

  /// Returns a phone number in a text.
  ///
  /// - Parameters:
  ///   - range: Its place in the text.
  ///   - phoneNumber: The number.
  public static func phoneNumberCheckingResult(
    range: NSRange,
    phoneNumber: String
  ) -> NSTextCheckingResult { DetectedResult(range, .phoneNumber(phoneNumber)) }

  /// Returns a date in a text.
  ///
  /// - Parameters:
  ///   - range: Its place in the text.
  ///   - date: The date.
  public static func dateCheckingResult(range: NSRange, date: Date) -> NSTextCheckingResult {
    DetectedResult(range, .date(date))
  }
}

/// A result of a detector.
final class DetectedResult: NSTextCheckingResult {
  /// The kind of the result, and its value.
  enum Content: Equatable {
    case link(URL)
    case phoneNumber(String)
    case date(Date)
  }

  let content: Content
  private let place: NSRange

  init(_ range: NSRange, _ content: Content) {
    (place, self.content) = (range, content)
    super.init()
  }

  required init?(coder aDecoder: NSCoder) { nil }

  override var resultType: NSTextCheckingResult.CheckingType {
    switch content {
    case .link: DetectedKind.link
    case .phoneNumber: DetectedKind.phoneNumber
    case .date: DetectedKind.date
    }
  }

  override var range: NSRange { place }
  override var numberOfRanges: Int { 1 }

  override func range(at idx: Int) -> NSRange {
    idx == 0 ? place : NSRange(location: NSNotFound, length: 0)
  }

  override func range(withName: String) -> NSRange { NSRange(location: NSNotFound, length: 0) }

  override var regularExpression: NSRegularExpression? { nil }

  override func copy(with zone: NSZone? = nil) -> Any { self }
}

/// The kinds of results; Foundation's own names of them are deprecated on Linux.
///
/// The bits are those of Foundation for Linux: date and link are not where Apple has them.
enum DetectedKind {
  static let date = NSTextCheckingResult.CheckingType(rawValue: 1 << 4)
  static let link = NSTextCheckingResult.CheckingType(rawValue: 1 << 6)
  static let phoneNumber = NSTextCheckingResult.CheckingType(rawValue: 1 << 11)
}
