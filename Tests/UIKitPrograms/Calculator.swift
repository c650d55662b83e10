// A calculator of stack views.
// Licensed under the MIT license; see LICENSE.

import UIKit

struct CalculatorModel {
  private var accumulator: Double = 0
  private var pending: ((Double, Double) -> Double)?
  private var isTyping = false
  private(set) var display = "0"

  private static let operations: [String: (Double, Double) -> Double] = [
    "+": (+), "−": (-), "×": (*), "÷": (/),
  ]

  mutating func press(_ key: String) {
    switch key {
    case "0"..."9" where key.count == 1:
      display = isTyping && display != "0" ? display + key : key
      isTyping = true
    case ".":
      if !isTyping { display = "0" }
      if !display.contains(".") { display += "." }
      isTyping = true
    case "C":
      self = CalculatorModel()
    case "±":
      set(-(Double(display) ?? 0))
    case "%":
      set((Double(display) ?? 0) / 100)
    case "=":
      finish()
    default:
      if isTyping { finish() }
      accumulator = Double(display) ?? 0
      pending = Self.operations[key]
      isTyping = false
    }
  }

  private mutating func finish() {
    if let pending = pending { set(pending(accumulator, Double(display) ?? 0)) }
    pending = nil
    isTyping = false
  }

  private mutating func set(_ value: Double) {
    let formatter = NumberFormatter()
    formatter.locale = Locale(identifier: "en_US")
    formatter.usesGroupingSeparator = false
    formatter.maximumFractionDigits = 8
    display = value.isFinite ? formatter.string(from: NSNumber(value: value)) ?? "" : "Error"
  }
}

class CalculatorViewController: UIViewController {
  let displayLabel = UILabel()
  private var model = CalculatorModel()
  private let rows = [
    ["C", "±", "%", "÷"], ["7", "8", "9", "×"], ["4", "5", "6", "−"], ["1", "2", "3", "+"],
    ["0", ".", "="],
  ]
  private let rootStack = UIStackView()

  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .black
    displayLabel.text = model.display
    displayLabel.textColor = .white
    displayLabel.textAlignment = .right
    displayLabel.font = .systemFont(ofSize: 48, weight: .light)
    displayLabel.adjustsFontSizeToFitWidth = true
    displayLabel.minimumScaleFactor = 0.4

    let rowStacks = rows.map { titles -> UIStackView in
      let stack = UIStackView(arrangedSubviews: titles.map(makeButton))
      stack.spacing = 6
      stack.distribution = titles.count == 4 ? .fillEqually : .fillProportionally
      return stack
    }
    rootStack.addArrangedSubview(displayLabel)
    rowStacks.forEach(rootStack.addArrangedSubview)
    rootStack.axis = .vertical
    rootStack.alignment = .fill
    rootStack.distribution = .fillEqually
    rootStack.spacing = 6
    rootStack.setCustomSpacing(12, after: displayLabel)
    view.addSubview(rootStack)
  }

  private func makeButton(_ title: String) -> UIButton {
    let button = UIButton(type: .system)
    button.setTitle(title, for: .normal)
    button.setTitleColor(.white, for: .normal)
    button.titleLabel?.font = .systemFont(ofSize: 22, weight: .medium)
    button.backgroundColor =
      "÷×−+=".contains(title) ? .systemOrange : ("C±%".contains(title) ? .gray : .darkGray)
    button.layer.cornerRadius = 12
    button.accessibilityIdentifier = title
    let action = UIAction(title: title) { [weak self] action in
      guard let self = self else { return }
      self.model.press(action.title)
      self.displayLabel.text = self.model.display
    }
    button.addAction(action, for: .touchUpInside)
    return button
  }

  override func viewDidLayoutSubviews() {
    super.viewDidLayoutSubviews()
    rootStack.frame = view.bounds.inset(by: view.safeAreaInsets).insetBy(dx: 8, dy: 8)
  }
}
