// Texts of a language, as its files hold them.
// Licensed under the MIT license; see LICENSE.

import Foundation

/// A text in which nouns may follow numbers.
struct LocalizedEntry: Hashable, Sendable {
  /// A text by the category of a number.
  struct Variable: Hashable, Sendable {
    /// The texts; there is one for `other`, or for another category.
    var forms: [PluralCategory: String]
    /// The number of the argument, from 1; nil for the next one.
    var argument: Int?
    /// The count of decimals with which the number is written; nil for as many as it has.
    var decimals: Int?
    /// Whether it is the whole text, whose first number counts.
    var isWhole = false

    /// The text of a category; `zero` of a number that is 0 counts in any language.
    func form(_ number: Double, _ category: PluralCategory) -> String {
      if number == 0, let zero = forms[.zero] { return zero }
      return forms[category] ?? forms[.other] ?? forms.min { $0.key.rawValue < $1.key.rawValue }?
        .value ?? ""
    }
  }

  /// The text; variables stand in it as `%#@name@`.
  var format: String
  var variables: [String: Variable] = [:]
}

/// A text of a language, which may differ by device.
struct LocalizedText: Sendable {
  /// The text of devices without one of their own; nil if there is none.
  var general: LocalizedEntry?
  /// The texts by device, as `ipad`.
  var devices: [String: LocalizedEntry] = [:]

  /// The text of a device; nil if there is none.
  func entry(for device: String) -> LocalizedEntry? {
    devices[device] ?? general ?? devices["other"] ?? devices.min { $0.key < $1.key }?.value
  }
}

// MARK: Files of `.strings` and `.stringsdict`

extension LocalizedText {
  // `Any` because: it is what property lists are.
  /// The texts of a property list, by key; values that are none are left out.
  static func texts(inPropertyList list: Any) -> [String: LocalizedText] {
    guard let rows = list as? [String: Any] else { return [:] }
    return rows.compactMapValues { value in
      if let text = value as? String { return LocalizedText(general: LocalizedEntry(format: text)) }
      return (value as? [String: Any]).flatMap { LocalizedText(rule: $0) }
    }
  }

  /// The text of a rule of `.stringsdict`; nil if there is none.
  private init?(rule: [String: Any]) {
    self.init()
    if let devices = rule["NSStringDeviceSpecificRuleType"] as? [String: Any] {
      self.devices = devices.compactMapValues { value in
        if let text = value as? String { return LocalizedEntry(format: text) }
        return (value as? [String: Any]).flatMap { LocalizedEntry(rule: $0) }
      }
      return
    }
    guard let entry = LocalizedEntry(rule: rule) else { return nil }
    general = entry
  }
}

extension LocalizedEntry {
  fileprivate init?(rule: [String: Any]) {
    if let widths = rule["NSStringVariableWidthRuleType"] as? [String: String] {
      guard let widest = widths.max(by: { (Int($0.key) ?? 0) < (Int($1.key) ?? 0) }) else {
        return nil
      }
      self.init(format: widest.value)
      return
    }
    guard let format = rule["NSStringLocalizedFormatKey"] as? String else { return nil }
    self.init(format: format)
    for (name, value) in rule {
      guard let facts = value as? [String: Any],
        facts["NSStringFormatSpecTypeKey"] as? String == "NSStringPluralRuleType"
      else { continue }
      var forms: [PluralCategory: String] = [:]
      for category in PluralCategory.allCases {
        forms[category] = facts[category.rawValue] as? String
      }
      let type = facts["NSStringFormatValueTypeKey"] as? String ?? "d"
      variables[name] = Variable(forms: forms, decimals: Self.decimals(ofType: type))
    }
  }

  /// The decimals of a type such as `.1f`; nil where it says none.
  fileprivate static func decimals(ofType type: String) -> Int? {
    guard let dot = type.firstIndex(of: ".") else { return nil }
    return Int(type[type.index(after: dot)...].prefix { $0.isNumber })
  }
}

// MARK: Catalogues

/// The texts of a `.xcstrings` file.
struct StringCatalog: Sendable {
  /// The language of the keys.
  let source: String
  /// The texts by language and key.
  private(set) var texts: [String: [String: LocalizedText]] = [:]

  /// - Parameter object: The JSON of the file; nil is returned for what is no catalogue.
  init?(_ object: Any) {
    guard let file = object as? [String: Any], let rows = file["strings"] as? [String: Any] else {
      return nil
    }
    source = file["sourceLanguage"] as? String ?? "en"
    for (key, value) in rows {
      let row = value as? [String: Any] ?? [:]
      for (language, facts) in row["localizations"] as? [String: Any] ?? [:] {
        guard let facts = facts as? [String: Any],
          let text = LocalizedText(catalogue: facts, key: key)
        else { continue }
        texts[language, default: [:]][key] = text
      }
      // A key without a text in its own language is the text.
      if texts[source]?[key] == nil {
        texts[source, default: [:]][key] = LocalizedText(general: LocalizedEntry(format: key))
      }
    }
  }
}

extension LocalizedText {
  fileprivate init?(catalogue facts: [String: Any], key: String) {
    self.init()
    let variables = LocalizedEntry.substitutions(facts["substitutions"] as? [String: Any] ?? [:])
    let variations = facts["variations"] as? [String: Any] ?? [:]
    for (device, value) in variations["device"] as? [String: Any] ?? [:] {
      guard let value = value as? [String: Any] else { continue }
      devices[device] = LocalizedEntry(unit: value, variables)
    }
    general = LocalizedEntry(unit: facts, variables)
    guard general != nil || !devices.isEmpty else { return nil }
  }
}

extension LocalizedEntry {
  /// The text of a unit, or of its variation by number; nil if it has neither.
  fileprivate init?(unit: [String: Any], _ variables: [String: Variable]) {
    let variations = unit["variations"] as? [String: Any] ?? [:]
    if let plural = variations["plural"] as? [String: Any] {
      self.init(format: "%#@@", variables: variables)
      self.variables[""] = Variable(forms: Self.forms(plural), isWhole: true)
    } else if let text = Self.text(unit) {
      self.init(format: text, variables: variables)
    } else {
      return nil
    }
  }

  private static func text(_ unit: [String: Any]) -> String? {
    (unit["stringUnit"] as? [String: Any])?["value"] as? String
  }

  private static func forms(_ plural: [String: Any]) -> [PluralCategory: String] {
    var forms: [PluralCategory: String] = [:]
    for category in PluralCategory.allCases {
      forms[category] = (plural[category.rawValue] as? [String: Any]).flatMap { text($0) }
    }
    return forms
  }

  /// The variables of a text; `%arg` in them is their own number.
  fileprivate static func substitutions(_ rows: [String: Any]) -> [String: Variable] {
    rows.compactMapValues { value in
      guard let facts = value as? [String: Any] else { return nil }
      let variations = facts["variations"] as? [String: Any] ?? [:]
      guard let plural = variations["plural"] as? [String: Any] else { return nil }
      let type = facts["formatSpecifier"] as? String ?? "lld"
      return Variable(
        forms: forms(plural).mapValues { $0.replacing("%arg", with: "%" + type) },
        argument: (facts["argNum"] as? NSNumber)?.intValue,
        decimals: decimals(ofType: type)
      )
    }
  }
}
