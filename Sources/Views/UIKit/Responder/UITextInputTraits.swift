// Wishes of texts about their keyboards, and the usual answers.
// Licensed under the MIT license; see LICENSE.

public import Foundation

/// The wishes of a text about its keyboard.
///
/// **Differences**: wishes are read alone; types that let them be set have properties of these
/// names. There is no keyboard on the screen that would follow them.
@preconcurrency
@MainActor
public protocol UITextInputTraits: AnyObject {
  /// The kind of keyboard.
  var keyboardType: UIKeyboardType { get }
  /// The look of the keyboard.
  var keyboardAppearance: UIKeyboardAppearance { get }
  /// The title of the return key.
  var returnKeyType: UIReturnKeyType { get }
  /// Whether the return key works only where there is text.
  var enablesReturnKeyAutomatically: Bool { get }
  /// Whether words are corrected.
  var autocorrectionType: UITextAutocorrectionType { get }
  /// Where letters become capital.
  var autocapitalizationType: UITextAutocapitalizationType { get }
  /// Whether words are checked.
  var spellCheckingType: UITextSpellCheckingType { get }
  /// Whether hyphens become dashes.
  var smartDashesType: UITextSmartDashesType { get }
  /// Whether quotation marks become curly.
  var smartQuotesType: UITextSmartQuotesType { get }
  /// Whether spaces are added around pasted text.
  var smartInsertDeleteType: UITextSmartInsertDeleteType { get }
  /// Whether dots stand for the text.
  var isSecureTextEntry: Bool { get }
  // `!` because: it is Apple's type.
  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  /// The meaning of the text, for filling it in; nil if there is none.
  var textContentType: UITextContentType! { get }
  /// The form of a password that is made for the text; nil for any.
  var passwordRules: UITextInputPasswordRules? { get }
}

extension UITextInputTraits {
  /// The usual one.
  public var keyboardType: UIKeyboardType { .default }
  /// The usual one.
  public var keyboardAppearance: UIKeyboardAppearance { .default }
  /// The usual one.
  public var returnKeyType: UIReturnKeyType { .default }
  /// False.
  public var enablesReturnKeyAutomatically: Bool { false }
  /// As usual.
  public var autocorrectionType: UITextAutocorrectionType { .default }
  /// In sentences.
  public var autocapitalizationType: UITextAutocapitalizationType { .sentences }
  /// As usual.
  public var spellCheckingType: UITextSpellCheckingType { .default }
  /// As usual.
  public var smartDashesType: UITextSmartDashesType { .default }
  /// As usual.
  public var smartQuotesType: UITextSmartQuotesType { .default }
  /// As usual.
  public var smartInsertDeleteType: UITextSmartInsertDeleteType { .default }
  /// False.
  public var isSecureTextEntry: Bool { false }
  // `!` because: it is Apple's type.
  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  /// None.
  public var textContentType: UITextContentType! { nil }
  /// None.
  public var passwordRules: UITextInputPasswordRules? { nil }
}

/// The form of a password, in Apple's language for that.
///
/// **Differences**: it is stored; no passwords are made.
@preconcurrency
@MainActor
open class UITextInputPasswordRules: NSObject {
  /// The form: `required: lower; minlength: 12;` for example.
  public let passwordRulesDescriptor: String

  /// Creates a form.
  public init(descriptor passwordRulesDescriptor: String) {
    self.passwordRulesDescriptor = passwordRulesDescriptor
    super.init()
  }
}

extension UITextContentType {
  /// A title before a name.
  public static let namePrefix = UITextContentType(rawValue: "name-prefix")
  /// A first name.
  public static let givenName = UITextContentType(rawValue: "given-name")
  /// A middle name.
  public static let middleName = UITextContentType(rawValue: "middle-name")
  /// A family name.
  public static let familyName = UITextContentType(rawValue: "family-name")
  /// A title after a name.
  public static let nameSuffix = UITextContentType(rawValue: "name-suffix")
  /// A name among friends.
  public static let nickname = UITextContentType(rawValue: "nickname")
  /// The name of a profession.
  public static let jobTitle = UITextContentType(rawValue: "organization-title")
  /// The name of an organisation.
  public static let organizationName = UITextContentType(rawValue: "organization")
  /// A place.
  public static let location = UITextContentType(rawValue: "location")
  /// A whole address.
  public static let fullStreetAddress = UITextContentType(rawValue: "street-address")
  /// The first line of an address.
  public static let streetAddressLine1 = UITextContentType(rawValue: "address-line1")
  /// The second line of an address.
  public static let streetAddressLine2 = UITextContentType(rawValue: "address-line2")
  /// A city.
  public static let addressCity = UITextContentType(rawValue: "address-level2")
  /// A state or county.
  public static let addressState = UITextContentType(rawValue: "address-level1")
  /// A city and a state.
  public static let addressCityAndState = UITextContentType(rawValue: "address-level1+2")
  /// A part of a city.
  public static let sublocality = UITextContentType(rawValue: "address-level3")
  /// A country.
  public static let countryName = UITextContentType(rawValue: "country-name")
  /// A postal code.
  public static let postalCode = UITextContentType(rawValue: "postal-code")
  /// The number of a credit card.
  public static let creditCardNumber = UITextContentType(rawValue: "cc-number")
  /// An address of a page.
  public static let URL = UITextContentType(rawValue: "url")
  /// A password that is new.
  public static let newPassword = UITextContentType(rawValue: "new-password")
  /// A code that is used once.
  public static let oneTimeCode = UITextContentType(rawValue: "one-time-code")
  /// A time.
  public static let dateTime = UITextContentType(rawValue: "date-time")
  /// The number of a flight.
  public static let flightNumber = UITextContentType(rawValue: "flight-number")
  /// The number of a parcel.
  public static let shipmentTrackingNumber = UITextContentType(
    rawValue: "shipment-tracking-number"
  )
}
