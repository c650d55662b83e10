// A sign-in form with validation.
// Licensed under the MIT license; see LICENSE.

import UIKit

/// A form for an e-mail address and a password that checks both while they are edited.
public final class SignInScreen: UIViewController {
  /// Called with the e-mail address and the remember-me choice after a valid form is sent.
  public var onSignIn: ((String, Bool) -> Void)?

  private enum Metrics {
    static let spacing: CGFloat = 20
    static let logoSide: CGFloat = 64
    static let formWidth: CGFloat = 480
  }

  private let initialEmail: String
  private let scrollView = UIScrollView()
  private let emailField = SignInScreenField(
    title: "E-mail",
    placeholder: "name@example.com",
    identifier: "signin.email"
  )
  private let passwordField = SignInScreenField(
    title: "Password",
    placeholder: "At least 8 characters",
    identifier: "signin.password"
  )
  private let rememberSwitch = UISwitch()
  private let optionsStack = UIStackView()
  private let statusLabel = UILabel()

  private lazy var eyeButton: UIButton = {
    var configuration = UIButton.Configuration.plain()
    configuration.image = Self.eyeImage(isOpen: true)
    configuration.contentInsets = NSDirectionalEdgeInsets(
      top: 8,
      leading: 8,
      bottom: 8,
      trailing: 0
    )
    let action = UIAction { [weak self] _ in self?.togglePassword() }
    let button = UIButton(configuration: configuration, primaryAction: action)
    button.tintColor = .secondaryLabel
    button.accessibilityLabel = "Show password"
    button.accessibilityIdentifier = "signin.eye"
    return button
  }()

  private lazy var signInButton: UIButton = {
    var configuration = UIButton.Configuration.filled()
    configuration.title = "Sign In"
    configuration.buttonSize = .large
    configuration.cornerStyle = .large
    configuration.signInScreenTitle(style: .headline)
    let action = UIAction { [weak self] _ in self?.submit() }
    let button = UIButton(configuration: configuration, primaryAction: action)
    button.signInScreenShrinkTitle()
    button.accessibilityIdentifier = "signin.submit"
    return button
  }()

  private lazy var forgotButton: UIButton = {
    var configuration = UIButton.Configuration.plain()
    configuration.title = "Forgot password?"
    configuration.contentInsets = .zero
    configuration.signInScreenTitle(style: .subheadline)
    let action = UIAction { [weak self] _ in self?.sendReset() }
    let button = UIButton(configuration: configuration, primaryAction: action)
    button.signInScreenShrinkTitle()
    button.accessibilityIdentifier = "signin.forgot"
    return button
  }()

  /// Makes a form whose e-mail field begins with a given text.
  public init(email: String = "") {
    initialEmail = email
    super.init(nibName: nil, bundle: nil)
    title = "Sign In"
  }

  @available(*, unavailable)
  required init?(coder: NSCoder) {
    fatalError("init(coder:) has not been implemented")
  }

  public override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .systemGroupedBackground
    configureFields()
    configureLayout()
    arrangeOptions()
    formChanged()
  }

  public override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
    super.traitCollectionDidChange(previousTraitCollection)
    if previousTraitCollection?.preferredContentSizeCategory
      != traitCollection.preferredContentSizeCategory
    {
      arrangeOptions()
    }
  }

  private var isValid: Bool {
    SignInScreenRules.emailError(emailField.text) == nil
      && SignInScreenRules.passwordError(passwordField.text) == nil
  }

  private func configureFields() {
    emailField.text = initialEmail
    emailField.validate = SignInScreenRules.emailError
    emailField.textField.keyboardType = .emailAddress
    emailField.textField.textContentType = .username
    emailField.textField.returnKeyType = .next
    emailField.textField.clearButtonMode = .whileEditing

    passwordField.validate = SignInScreenRules.passwordError
    passwordField.textField.isSecureTextEntry = true
    passwordField.textField.textContentType = .password
    passwordField.textField.returnKeyType = .go
    passwordField.textField.rightView = eyeButton
    passwordField.textField.rightViewMode = .always

    for field in [emailField, passwordField] {
      field.textField.delegate = self
      field.textField.addAction(
        UIAction { [weak self] _ in self?.formChanged() },
        for: .editingChanged
      )
    }
    rememberSwitch.isOn = true
    rememberSwitch.accessibilityIdentifier = "signin.remember"
    rememberSwitch.accessibilityLabel = "Remember me"
  }

  private func configureLayout() {
    let form = UIStackView(arrangedSubviews: [
      makeHeader(), emailField, passwordField, makeOptions(), signInButton, makeStatus(),
      SignInScreenSeparator(text: "or"), makeSecondaryButtons(),
    ])
    form.axis = .vertical
    form.spacing = Metrics.spacing
    form.setCustomSpacing(Metrics.spacing * 1.5, after: form.arrangedSubviews[0])
    form.translatesAutoresizingMaskIntoConstraints = false

    scrollView.alwaysBounceVertical = true
    scrollView.keyboardDismissMode = .interactive
    scrollView.accessibilityIdentifier = "signin.scroll"
    scrollView.translatesAutoresizingMaskIntoConstraints = false
    scrollView.addSubview(form)
    view.addSubview(scrollView)

    let content = scrollView.contentLayoutGuide
    let frame = scrollView.frameLayoutGuide
    let width = form.widthAnchor.constraint(equalTo: frame.widthAnchor, constant: -40)
    width.priority = .required - 1
    NSLayoutConstraint.activate([
      scrollView.topAnchor.constraint(equalTo: view.topAnchor),
      scrollView.leadingAnchor.constraint(equalTo: view.leadingAnchor),
      scrollView.trailingAnchor.constraint(equalTo: view.trailingAnchor),
      scrollView.bottomAnchor.constraint(equalTo: view.keyboardLayoutGuide.topAnchor),

      content.widthAnchor.constraint(equalTo: frame.widthAnchor),
      form.topAnchor.constraint(equalTo: content.topAnchor, constant: 24),
      form.bottomAnchor.constraint(equalTo: content.bottomAnchor, constant: -24),
      form.centerXAnchor.constraint(equalTo: content.centerXAnchor),
      form.widthAnchor.constraint(lessThanOrEqualToConstant: Metrics.formWidth),
      width,
    ])
  }

  private func makeHeader() -> UIView {
    let size = UIImage.SymbolConfiguration(pointSize: 28, weight: .semibold)
    let symbol = UIImageView(image: UIImage(systemName: "lock.fill", withConfiguration: size))
    symbol.tintColor = .white
    symbol.contentMode = .center
    symbol.backgroundColor = .systemIndigo
    symbol.layer.cornerRadius = 16
    symbol.layer.cornerCurve = .continuous
    symbol.isAccessibilityElement = false

    let heading = UILabel.signInScreenLabel("Welcome back", style: .largeTitle)
    heading.font = UIFontMetrics(forTextStyle: .largeTitle)
      .scaledFont(for: .systemFont(ofSize: 32, weight: .bold))
    heading.accessibilityTraits.insert(.header)
    let subtitle = UILabel.signInScreenLabel(
      "Sign in to see your trips on all your devices.",
      style: .subheadline,
      color: .secondaryLabel
    )

    let stack = UIStackView(arrangedSubviews: [symbol, heading, subtitle])
    stack.axis = .vertical
    stack.alignment = .leading
    stack.spacing = 8
    stack.setCustomSpacing(16, after: symbol)
    NSLayoutConstraint.activate([
      symbol.widthAnchor.constraint(equalToConstant: Metrics.logoSide),
      symbol.heightAnchor.constraint(equalTo: symbol.widthAnchor),
    ])
    return stack
  }

  private func makeOptions() -> UIView {
    let label = UILabel.signInScreenLabel("Remember me", style: .subheadline)
    label.setContentHuggingPriority(.defaultHigh, for: .horizontal)
    rememberSwitch.setContentCompressionResistancePriority(.required, for: .horizontal)
    let remember = UIStackView(arrangedSubviews: [rememberSwitch, label])
    remember.spacing = 10
    remember.alignment = .center
    optionsStack.addArrangedSubview(remember)
    optionsStack.addArrangedSubview(forgotButton)
    optionsStack.spacing = 12
    return optionsStack
  }

  /// Puts the options below each other in the accessibility sizes.
  private func arrangeOptions() {
    let isLarge = traitCollection.preferredContentSizeCategory.isAccessibilityCategory
    optionsStack.axis = isLarge ? .vertical : .horizontal
    optionsStack.alignment = isLarge ? .leading : .center
    optionsStack.distribution = isLarge ? .fill : .equalSpacing
  }

  private func makeStatus() -> UIView {
    statusLabel.font = .preferredFont(forTextStyle: .footnote)
    statusLabel.adjustsFontForContentSizeCategory = true
    statusLabel.textColor = .systemGreen
    statusLabel.textAlignment = .center
    statusLabel.numberOfLines = 0
    statusLabel.isHidden = true
    statusLabel.accessibilityIdentifier = "signin.status"
    return statusLabel
  }

  private func makeSecondaryButtons() -> UIView {
    let passkey = makeSecondaryButton("Continue with a Passkey", symbol: "key.fill")
    passkey.accessibilityIdentifier = "signin.passkey"
    let code = makeSecondaryButton("E-mail Me a Code", symbol: "envelope.fill")
    code.accessibilityIdentifier = "signin.code"
    let stack = UIStackView(arrangedSubviews: [passkey, code])
    stack.axis = .vertical
    stack.spacing = 12
    return stack
  }

  private func makeSecondaryButton(_ title: String, symbol: String) -> UIButton {
    var configuration = UIButton.Configuration.gray()
    configuration.title = title
    configuration.image = UIImage(systemName: symbol)
    configuration.imagePadding = 8
    configuration.buttonSize = .large
    configuration.cornerStyle = .large
    configuration.baseForegroundColor = .label
    configuration.background.backgroundColor = .secondarySystemGroupedBackground
    configuration.signInScreenTitle(style: .body)
    let action = UIAction { [weak self] _ in self?.show(status: "\(title): check your device.") }
    let button = UIButton(configuration: configuration, primaryAction: action)
    button.signInScreenShrinkTitle()
    return button
  }

  private func formChanged() {
    signInButton.isEnabled = isValid
    statusLabel.isHidden = true
  }

  private static func eyeImage(isOpen: Bool) -> UIImage? {
    UIImage(
      systemName: isOpen ? "eye" : "eye.slash",
      withConfiguration: UIImage.SymbolConfiguration(textStyle: .body, scale: .small)
    )
  }

  private func togglePassword() {
    let textField = passwordField.textField
    textField.isSecureTextEntry.toggle()
    let isHidden = textField.isSecureTextEntry
    eyeButton.configuration?.image = Self.eyeImage(isOpen: isHidden)
    eyeButton.accessibilityLabel = isHidden ? "Show password" : "Hide password"
  }

  private func submit() {
    guard isValid else {
      emailField.showsError = true
      passwordField.showsError = true
      return
    }
    view.endEditing(true)
    show(status: "Signed in as \(emailField.text).")
    onSignIn?(emailField.text, rememberSwitch.isOn)
  }

  private func sendReset() {
    emailField.showsError = true
    guard SignInScreenRules.emailError(emailField.text) == nil else {
      emailField.textField.becomeFirstResponder()
      return
    }
    show(status: "A link to reset your password is on its way to \(emailField.text).")
  }

  private func show(status: String) {
    statusLabel.text = status
    statusLabel.isHidden = false
    UIAccessibility.post(notification: .announcement, argument: status)
  }
}

extension SignInScreen: UITextFieldDelegate {
  /// Moves from the e-mail to the password, and sends the form from the password.
  public func textFieldShouldReturn(_ textField: UITextField) -> Bool {
    if textField === emailField.textField {
      passwordField.textField.becomeFirstResponder()
    } else {
      submit()
    }
    return true
  }
}

/// The checks of the form's fields.
private enum SignInScreenRules {
  static func emailError(_ text: String) -> String? {
    if text.isEmpty { return "Enter your e-mail address." }
    let pattern = #"^[^@\s]+@[^@\s]+\.[^@\s.]{2,}$"#
    let isMatch = text.range(of: pattern, options: .regularExpression) != nil
    return isMatch ? nil : "This is not a complete e-mail address."
  }

  static func passwordError(_ text: String) -> String? {
    if text.isEmpty { return "Enter your password." }
    return text.count < 8 ? "The password has at least 8 characters." : nil
  }
}

/// A titled text field with a message below it.
private final class SignInScreenField: UIView {
  let textField = UITextField()
  var validate: (String) -> String? = { _ in nil }
  private let box = UIView()
  private let errorLabel = UILabel.signInScreenLabel("", style: .footnote, color: .systemRed)
  private let errorRow = UIStackView()

  var text: String {
    get { textField.text ?? "" }
    set { textField.text = newValue }
  }

  /// Shows the message of the present text, if there is one.
  var showsError = false {
    didSet { updateError() }
  }

  init(title: String, placeholder: String, identifier: String) {
    super.init(frame: .zero)
    let titleLabel = UILabel.signInScreenLabel(title, style: .subheadline)
    textField.placeholder = placeholder
    textField.font = .preferredFont(forTextStyle: .body)
    textField.adjustsFontForContentSizeCategory = true
    textField.autocapitalizationType = .none
    textField.autocorrectionType = .no
    textField.accessibilityLabel = title
    textField.accessibilityIdentifier = identifier
    errorLabel.accessibilityIdentifier = identifier + ".error"
    addTextField()
    addErrorRow()

    let stack = UIStackView(arrangedSubviews: [titleLabel, box, errorRow])
    stack.axis = .vertical
    stack.spacing = 6
    stack.translatesAutoresizingMaskIntoConstraints = false
    addSubview(stack)
    NSLayoutConstraint.activate([
      stack.topAnchor.constraint(equalTo: topAnchor),
      stack.leadingAnchor.constraint(equalTo: leadingAnchor),
      stack.trailingAnchor.constraint(equalTo: trailingAnchor),
      stack.bottomAnchor.constraint(equalTo: bottomAnchor),
    ])
    updateError()
  }

  @available(*, unavailable)
  required init?(coder: NSCoder) {
    fatalError("init(coder:) has not been implemented")
  }

  override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
    super.traitCollectionDidChange(previousTraitCollection)
    if traitCollection.hasDifferentColorAppearance(comparedTo: previousTraitCollection) {
      updateBorder()
    }
  }

  private func addTextField() {
    box.backgroundColor = .secondarySystemGroupedBackground
    box.layer.cornerRadius = 12
    box.layer.cornerCurve = .continuous
    box.directionalLayoutMargins = .init(top: 4, leading: 14, bottom: 4, trailing: 14)
    textField.translatesAutoresizingMaskIntoConstraints = false
    box.addSubview(textField)
    let margins = box.layoutMarginsGuide
    NSLayoutConstraint.activate([
      textField.topAnchor.constraint(equalTo: margins.topAnchor),
      textField.leadingAnchor.constraint(equalTo: margins.leadingAnchor),
      textField.trailingAnchor.constraint(equalTo: margins.trailingAnchor),
      textField.bottomAnchor.constraint(equalTo: margins.bottomAnchor),
      box.heightAnchor.constraint(greaterThanOrEqualToConstant: 48),
    ])
    textField.addAction(UIAction { [weak self] _ in self?.editingDidEnd() }, for: .editingDidEnd)
    textField.addAction(UIAction { [weak self] _ in self?.editingChanged() }, for: .editingChanged)
  }

  private func addErrorRow() {
    let size = UIImage.SymbolConfiguration(textStyle: .footnote)
    let image = UIImage(systemName: "exclamationmark.circle.fill", withConfiguration: size)
    let symbol = UIImageView(image: image)
    symbol.tintColor = .systemRed
    symbol.setContentHuggingPriority(.required, for: .horizontal)
    symbol.setContentCompressionResistancePriority(.required, for: .horizontal)
    errorRow.addArrangedSubview(symbol)
    errorRow.addArrangedSubview(errorLabel)
    errorRow.alignment = .firstBaseline
    errorRow.spacing = 4
  }

  private func editingDidEnd() {
    showsError = !text.isEmpty
  }

  private func editingChanged() {
    if showsError { updateError() }
  }

  private func updateError() {
    let message = showsError ? validate(text) : nil
    errorLabel.text = message
    errorRow.isHidden = message == nil
    updateBorder()
  }

  private func updateBorder() {
    let color: UIColor = errorRow.isHidden ? .separator : .systemRed
    box.layer.borderColor = color.resolvedColor(with: traitCollection).cgColor
    box.layer.borderWidth = errorRow.isHidden ? 1 : 1.5
  }
}

/// A word between two hairlines.
private final class SignInScreenSeparator: UIStackView {
  init(text: String) {
    super.init(frame: .zero)
    let label = UILabel.signInScreenLabel(text, style: .footnote, color: .secondaryLabel)
    label.setContentHuggingPriority(.required, for: .horizontal)
    let lines = [UIView(), UIView()]
    [lines[0], label, lines[1]].forEach(addArrangedSubview)
    alignment = .center
    spacing = 12
    for line in lines {
      line.backgroundColor = .separator
      line.heightAnchor.constraint(equalToConstant: 1).isActive = true
    }
    lines[0].widthAnchor.constraint(equalTo: lines[1].widthAnchor).isActive = true
  }

  @available(*, unavailable)
  required init(coder: NSCoder) {
    fatalError("init(coder:) has not been implemented")
  }
}

extension UILabel {
  /// A label of a text style that wraps and follows the text size.
  fileprivate static func signInScreenLabel(
    _ text: String,
    style: UIFont.TextStyle,
    color: UIColor = .label
  ) -> UILabel {
    let label = UILabel()
    label.text = text
    label.font = .preferredFont(forTextStyle: style)
    label.adjustsFontForContentSizeCategory = true
    label.textColor = color
    label.numberOfLines = 0
    return label
  }
}

extension UIButton.Configuration {
  /// Gives the title a text style.
  fileprivate mutating func signInScreenTitle(style: UIFont.TextStyle) {
    titleTextAttributesTransformer = UIConfigurationTextAttributesTransformer { incoming in
      var outgoing = incoming
      outgoing.font = UIFont.preferredFont(forTextStyle: style)
      return outgoing
    }
  }
}

extension UIButton {
  /// Shrinks a title that does not fit.
  fileprivate func signInScreenShrinkTitle() {
    titleLabel?.adjustsFontSizeToFitWidth = true
    titleLabel?.minimumScaleFactor = 0.5
  }
}
