// The equations of an engine as text.
// Licensed under the MIT license; see LICENSE.

extension LayoutEngine {
  /// The equations as a system, in the form that Generators/layout-systems explains.
  ///
  /// Variables are numbered anew; those with a fixed value are put into the constants.
  package var systemText: String {
    var numbers: [LayoutVariable: Int] = [:]
    var lines = ["system 0", "v"]
    for (index, variable) in variables.enumerated() where variable.isAlive {
      guard variable.fixed == nil else { continue }
      numbers[LayoutVariable(index)] = numbers.count
      lines[1] += variable.isSize ? " 1" : " 0"
    }
    for entry in entries.filter(\.isAlive).sorted(by: { $0.order < $1.order }) {
      var constant = entry.equation.constant
      var terms = ""
      for term in entry.equation.terms {
        if let number = numbers[term.variable] {
          terms += " \(number)*\(term.coefficient)"
        } else {
          constant -= term.coefficient * value(of: term.variable)
        }
      }
      guard !terms.isEmpty else { continue }
      lines.append("e \(constant) \(entry.equation.over.text) \(entry.equation.under.text)\(terms)")
    }
    return lines.joined(separator: "\n") + "\n"
  }
}

extension LayoutStrength {
  fileprivate var text: String {
    switch self {
    case .free: "f"
    case .optional(let priority): "\(priority)"
    case .required: "r"
    }
  }
}
