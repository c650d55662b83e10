// Apple's symbols, as Documentation/Symbols lists them.
// Licensed under the MIT license; see LICENSE.

/// The symbols of Apple's frameworks: which are here, and the reasons of the others.
enum SymbolTable {
  /// The reason of an absent name; nil for one that is here.
  typealias Reason = String?

  private struct Tables {
    /// Types and functions by their names, with `.` between those in one another.
    var names: [String: Reason] = [:]
    /// The members by their base names, each with its owner and its whole name.
    var members: [String: [(owner: String, name: String, reason: Reason)]] = [:]
  }

  private static let tables: Tables = {
    var tables = Tables()
    for line in symbolLines.split(separator: "\n") {
      let columns = line.split(separator: "\t", maxSplits: 1).map(String.init)
      let name = columns[0]
      let reason = columns.count > 1 ? columns[1] : nil
      let head = name.prefix { $0 != "(" }
      if head.split(separator: ".").last?.first?.isUppercase == true || !head.contains(".") {
        tables.names[name] = .some(reason)
        if !head.contains(".") { tables.names[String(head)] = .some(reason) }
      }
      guard let dot = head.lastIndex(of: ".") else { continue }
      let base = String(head[head.index(after: dot)...])
      let member = String(name[name.index(after: dot)...])
      tables.members[base, default: []].append((String(name[..<dot]), member, reason))
    }
    return tables
  }()

  /// The reason of a type or a function that is not here; nil if it is here, or no list has it.
  static func reason(of name: String) -> String? { tables.names[name] ?? nil }

  /// The reason of a member that no type here has; nil if a type here has it, or if no list has it.
  ///
  /// - Parameters:
  ///   - base: The name without labels.
  ///   - labels: The labels of a call, `_` for none; nil where it is no call.
  static func reason(ofMember base: String, labels: [String]?) -> (name: String, reason: String)? {
    guard let found = tables.members[base] else { return nil }
    var fitting = found
    if let labels {
      let whole = "\(base)(\(labels.map { $0 + ":" }.joined()))"
      let exact = found.filter { $0.name == whole }
      // Trailing closures and defaults leave labels out: then any name of the base counts.
      if !exact.isEmpty { fitting = exact }
    }
    guard let first = fitting.first, fitting.allSatisfy({ $0.reason != nil }),
      let reason = first.reason
    else { return nil }
    return (first.owner + "." + first.name, reason)
  }

  /// The reason of an initialiser that is not here; nil if it is here, or no list has it.
  static func reason(ofInitialiser type: String, labels: [String]) -> (
    name: String, reason: String
  )? {
    let whole = "init(\(labels.map { $0 + ":" }.joined()))"
    let found = (tables.members["init"] ?? []).filter { $0.owner == type && $0.name == whole }
    guard let first = found.first, let reason = first.reason else { return nil }
    return (type + "." + whole, reason)
  }

  /// Whether some type here has a member; the lists do not say which class is above which.
  static func isMember(_ base: String, of type: String) -> Bool {
    let found = tables.members[base] ?? []
    if type == "CALayer" { return found.contains { $0.owner.hasPrefix("CA") && $0.reason == nil } }
    return found.contains { $0.owner.hasPrefix("UI") && $0.reason == nil }
  }
}
