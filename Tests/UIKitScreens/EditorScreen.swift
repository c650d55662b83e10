// A note editor with formatting, tags and a count of words.
// Licensed under the MIT license; see LICENSE.

import UIKit

/// The note that the editor shows.
struct EditorScreenNote {
  enum Style {
    case plain, heading, emphasis, item
  }

  var title: String
  var runs: [(text: String, style: Style)]
  var tags: [String]
  var suggestedTags: [String]

  static let sample = EditorScreenNote(
    title: "Weekend in the hills",
    runs: [
      ("Packing list\n", .heading),
      ("The hut is open all year, but ", .plain),
      ("bring your own sleeping bag", .emphasis),
      (" and leave the car at the lower parking lot.\n", .plain),
      ("Two litres of water\n", .item),
      ("Rain jacket and warm layers\n", .item),
      ("Map, compass and head torch\n", .item),
      ("The last bus back leaves at 18:40 from the chapel.", .plain),
    ],
    tags: ["Travel", "Hiking", "Gear", "October", "Friends"],
    suggestedTags: ["Ideas", "Budget", "Photos"]
  )
}

/// Chips that wrap to the next line at the end of the width.
final class EditorScreenTagsView: UIView {
  private static let spacing: CGFloat = 8

  var chips: [UIView] = [] {
    didSet {
      oldValue.forEach { $0.removeFromSuperview() }
      chips.forEach(addSubview)
      invalidateIntrinsicContentSize()
      setNeedsLayout()
    }
  }

  override var intrinsicContentSize: CGSize {
    let width = bounds.width > 0 ? bounds.width : 320
    return CGSize(width: UIView.noIntrinsicMetric, height: places(in: width).height)
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    let isFromRight = effectiveUserInterfaceLayoutDirection == .rightToLeft
    let (frames, height) = places(in: bounds.width)
    for (chip, frame) in zip(chips, frames) {
      chip.frame = frame
      if isFromRight { chip.frame.origin.x = bounds.width - frame.maxX }
    }
    if abs(height - bounds.height) > 0.5 { invalidateIntrinsicContentSize() }
  }

  private func places(in width: CGFloat) -> (frames: [CGRect], height: CGFloat) {
    var frames: [CGRect] = []
    var origin = CGPoint.zero
    var lineHeight: CGFloat = 0
    for chip in chips {
      let size = chip.intrinsicContentSize
      if origin.x > 0, origin.x + size.width > width {
        origin = CGPoint(x: 0, y: origin.y + lineHeight + Self.spacing)
        lineHeight = 0
      }
      frames.append(CGRect(origin: origin, size: size))
      origin.x += size.width + Self.spacing
      lineHeight = max(lineHeight, size.height)
    }
    return (frames, origin.y + lineHeight)
  }
}

/// An editor of one note: title, tags, text with bold and italic parts and lists.
public final class EditorScreen: UIViewController {
  private static let bullet = "\u{2022} "

  private let note: EditorScreenNote
  private(set) var tags: [String]
  private(set) var isPinned = false
  private(set) var isLocked = false

  let titleField = UITextField()
  let bodyView = UITextView()
  let tagsView = EditorScreenTagsView()
  private let pinView = UIImageView(image: UIImage(systemName: "pin.fill"))
  private let countLabel = UILabel()
  private let toolbar = UIVisualEffectView(effect: UIBlurEffect(style: .systemChromeMaterial))
  private lazy var boldButton = formatButton("bold", "Bold") { [weak self] in
    self?.toggle(.traitBold)
  }
  private lazy var italicButton = formatButton("italic", "Italic") { [weak self] in
    self?.toggle(.traitItalic)
  }
  private lazy var listButton = formatButton("list.bullet", "List") { [weak self] in
    self?.toggleList()
  }
  private lazy var doneItem = UIBarButtonItem(
    systemItem: .done,
    primaryAction: UIAction { [weak self] _ in self?.view.endEditing(true) }
  )
  private lazy var moreItem = UIBarButtonItem(
    image: UIImage(systemName: "ellipsis.circle"),
    menu: makeMenu()
  )

  /// Makes the screen with its sample note.
  public init() {
    note = .sample
    tags = note.tags
    super.init(nibName: nil, bundle: nil)
    title = "Note"
  }

  @available(*, unavailable)
  required init?(coder: NSCoder) {
    fatalError("init(coder:) is not used")
  }

  public override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .systemBackground
    setUpNavigation()
    setUpText()
    setUpToolbar()
    setUpLayout()
    showTags()
    updateCount()
    updateFormatButtons()
  }

  public override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
    super.traitCollectionDidChange(previousTraitCollection)
    let category = traitCollection.preferredContentSizeCategory
    guard isViewLoaded, category != previousTraitCollection?.preferredContentSizeCategory else {
      return
    }
    let body = bodyFont
    mapFonts(in: NSRange(location: 0, length: bodyView.textStorage.length)) { font in
      body.withTraits(font.fontDescriptor.symbolicTraits)
    }
    showTags()
  }

  // MARK: Set-up

  private func setUpNavigation() {
    navigationItem.largeTitleDisplayMode = .never
    navigationItem.rightBarButtonItems = [doneItem, moreItem]
    doneItem.isEnabled = false
    doneItem.accessibilityIdentifier = "editor.done"
    moreItem.accessibilityIdentifier = "editor.more"
    moreItem.accessibilityLabel = "More"
  }

  private func setUpText() {
    titleField.text = note.title
    titleField.placeholder = "Title"
    titleField.font = UIFontMetrics(forTextStyle: .title1)
      .scaledFont(for: .systemFont(ofSize: 28, weight: .bold))
    titleField.adjustsFontForContentSizeCategory = true
    titleField.returnKeyType = .next
    titleField.delegate = self
    titleField.accessibilityIdentifier = "editor.title"

    pinView.tintColor = .systemOrange
    pinView.isHidden = true
    pinView.accessibilityIdentifier = "editor.pin"
    pinView.setContentHuggingPriority(.required, for: .horizontal)
    pinView.setContentCompressionResistancePriority(.required, for: .horizontal)

    bodyView.backgroundColor = .clear
    bodyView.textContainerInset = UIEdgeInsets(top: 4, left: 0, bottom: 16, right: 0)
    bodyView.textContainer.lineFragmentPadding = 0
    bodyView.keyboardDismissMode = .interactive
    bodyView.font = bodyFont
    bodyView.attributedText = attributedBody()
    bodyView.delegate = self
    bodyView.accessibilityIdentifier = "editor.body"
    tagsView.accessibilityIdentifier = "editor.tags"
  }

  private func setUpToolbar() {
    boldButton.accessibilityIdentifier = "editor.bold"
    italicButton.accessibilityIdentifier = "editor.italic"
    listButton.accessibilityIdentifier = "editor.list"
    countLabel.font = UIFontMetrics(forTextStyle: .footnote)
      .scaledFont(for: .monospacedDigitSystemFont(ofSize: 13, weight: .regular))
    countLabel.adjustsFontForContentSizeCategory = true
    countLabel.textColor = .secondaryLabel
    countLabel.textAlignment = .natural
    countLabel.accessibilityIdentifier = "editor.count"

    let spacer = UIView()
    spacer.setContentHuggingPriority(UILayoutPriority(1), for: .horizontal)
    let stack = UIStackView(
      arrangedSubviews: [boldButton, italicButton, listButton, spacer, countLabel]
    )
    stack.spacing = 6
    stack.alignment = .center
    stack.translatesAutoresizingMaskIntoConstraints = false
    toolbar.contentView.addSubview(stack)
    toolbar.translatesAutoresizingMaskIntoConstraints = false
    view.addSubview(toolbar)

    let line = UIView()
    line.backgroundColor = .separator
    line.translatesAutoresizingMaskIntoConstraints = false
    toolbar.contentView.addSubview(line)
    let content = toolbar.contentView
    NSLayoutConstraint.activate([
      line.topAnchor.constraint(equalTo: content.topAnchor),
      line.leadingAnchor.constraint(equalTo: content.leadingAnchor),
      line.trailingAnchor.constraint(equalTo: content.trailingAnchor),
      line.heightAnchor.constraint(equalToConstant: 0.5),
      stack.topAnchor.constraint(equalTo: content.topAnchor, constant: 4),
      stack.heightAnchor.constraint(greaterThanOrEqualToConstant: 44),
      stack.leadingAnchor.constraint(equalTo: view.layoutMarginsGuide.leadingAnchor),
      stack.trailingAnchor.constraint(equalTo: view.layoutMarginsGuide.trailingAnchor),
      stack.bottomAnchor.constraint(equalTo: view.keyboardLayoutGuide.topAnchor, constant: -4),
      toolbar.leadingAnchor.constraint(equalTo: view.leadingAnchor),
      toolbar.trailingAnchor.constraint(equalTo: view.trailingAnchor),
      toolbar.bottomAnchor.constraint(equalTo: view.bottomAnchor),
    ])
  }

  private func setUpLayout() {
    let titleRow = UIStackView(arrangedSubviews: [titleField, pinView])
    titleRow.spacing = 8
    titleRow.alignment = .center
    let header = UIStackView(arrangedSubviews: [titleRow, tagsView])
    header.axis = .vertical
    header.spacing = 12
    tagsView.setContentHuggingPriority(.required, for: .vertical)
    tagsView.setContentCompressionResistancePriority(.required, for: .vertical)
    for subview in [header, bodyView] {
      subview.translatesAutoresizingMaskIntoConstraints = false
      view.insertSubview(subview, belowSubview: toolbar)
    }
    let guide = view.readableContentGuide
    NSLayoutConstraint.activate([
      header.topAnchor.constraint(equalTo: view.safeAreaLayoutGuide.topAnchor, constant: 12),
      header.leadingAnchor.constraint(equalTo: guide.leadingAnchor),
      header.trailingAnchor.constraint(equalTo: guide.trailingAnchor),
      bodyView.topAnchor.constraint(
        equalToSystemSpacingBelow: header.bottomAnchor,
        multiplier: 1.5
      ),
      bodyView.leadingAnchor.constraint(equalTo: guide.leadingAnchor),
      bodyView.trailingAnchor.constraint(equalTo: guide.trailingAnchor),
      bodyView.bottomAnchor.constraint(equalTo: toolbar.topAnchor),
    ])
  }

  private func formatButton(
    _ symbol: String,
    _ label: String,
    handler: @escaping () -> Void
  ) -> UIButton {
    var configuration = UIButton.Configuration.plain()
    configuration.image = UIImage(systemName: symbol)
    configuration.contentInsets = .init(top: 8, leading: 10, bottom: 8, trailing: 10)
    let button = UIButton(
      configuration: configuration,
      primaryAction: UIAction { _ in handler() }
    )
    button.accessibilityLabel = label
    button.configurationUpdateHandler = { button in
      button.configuration?.background.backgroundColor = button.isSelected ? .tintColor : .clear
      button.configuration?.baseForegroundColor = button.isSelected ? .white : .label
    }
    return button
  }

  // MARK: Text

  private var bodyFont: UIFont {
    .preferredFont(forTextStyle: .body, compatibleWith: traitCollection)
  }

  private static let plainParagraph = paragraph(spacing: 8, indent: 0)
  private static let itemParagraph = paragraph(spacing: 2, indent: 14)

  private static func paragraph(spacing: CGFloat, indent: CGFloat) -> NSParagraphStyle {
    let style = NSMutableParagraphStyle()
    style.lineSpacing = 3
    style.paragraphSpacing = spacing
    style.headIndent = indent
    return style
  }

  private func attributes(for style: EditorScreenNote.Style) -> [NSAttributedString.Key: Any] {
    let paragraph = style == .item ? Self.itemParagraph : Self.plainParagraph
    let font: UIFont
    switch style {
    case .plain, .item: font = bodyFont
    case .heading: font = bodyFont.withTraits(.traitBold)
    case .emphasis: font = bodyFont.withTraits(.traitItalic)
    }
    return [.font: font, .foregroundColor: UIColor.label, .paragraphStyle: paragraph]
  }

  private func attributedBody() -> NSAttributedString {
    var text = AttributedString()
    for run in note.runs {
      let string = run.style == .item ? Self.bullet + run.text : run.text
      let container = AttributeContainer(attributes(for: run.style))
      text += AttributedString(string, attributes: container)
    }
    return NSAttributedString(text)
  }

  private func toggle(_ trait: UIFontDescriptor.SymbolicTraits) {
    let range = bodyView.selectedRange
    let traits = traitsAtSelection()
    let isOn = traits.contains(trait)
    if range.length > 0 {
      mapFonts(in: range) { font in
        let traits = font.fontDescriptor.symbolicTraits
        return font.withTraits(isOn ? traits.subtracting(trait) : traits.union(trait))
      }
    } else {
      let typed = isOn ? traits.subtracting(trait) : traits.union(trait)
      bodyView.typingAttributes[.font] = bodyFont.withTraits(typed)
    }
    updateFormatButtons()
  }

  private func mapFonts(in range: NSRange, _ transform: (UIFont) -> UIFont) {
    let text = bodyView.textStorage
    text.beginEditing()
    text.enumerateAttribute(.font, in: range) { value, part, _ in
      guard let font = value as? UIFont else { return }
      text.addAttribute(.font, value: transform(font), range: part)
    }
    text.endEditing()
  }

  /// Adds bullets to the paragraphs of the selection, or removes them if all have one.
  private func toggleList() {
    let selected = bodyView.selectedRange
    let paragraphs = paragraphRanges(in: selected)
    let removes = paragraphs.allSatisfy(hasBullet)
    let length = Self.bullet.utf16.count
    var end = NSMaxRange(selected)
    let text = bodyView.textStorage
    text.beginEditing()
    for range in paragraphs.reversed() where hasBullet(range) == removes {
      if removes {
        text.deleteCharacters(in: NSRange(location: range.location, length: length))
        end -= length
      } else {
        let bullet = NSAttributedString(string: Self.bullet, attributes: attributes(for: .item))
        text.insert(bullet, at: range.location)
        end += length
      }
    }
    text.endEditing()
    bodyView.selectedRange = NSRange(location: max(end, paragraphs[0].location), length: 0)
    textViewDidChange(bodyView)
  }

  private func paragraphRanges(in range: NSRange) -> [NSRange] {
    let text = bodyView.text as NSString
    let all = text.paragraphRange(for: range)
    var ranges: [NSRange] = []
    var location = all.location
    repeat {
      let next = text.paragraphRange(for: NSRange(location: location, length: 0))
      ranges.append(next)
      location = NSMaxRange(next)
    } while location < NSMaxRange(all)
    return ranges
  }

  private func hasBullet(_ paragraph: NSRange) -> Bool {
    (bodyView.text as NSString).substring(with: paragraph).hasPrefix(Self.bullet)
  }

  private func traitsAtSelection() -> UIFontDescriptor.SymbolicTraits {
    let font = bodyView.typingAttributes[.font] as? UIFont
    return font?.fontDescriptor.symbolicTraits ?? []
  }

  private func updateFormatButtons() {
    let traits = traitsAtSelection()
    boldButton.isSelected = traits.contains(.traitBold)
    italicButton.isSelected = traits.contains(.traitItalic)
    listButton.isSelected = paragraphRanges(in: bodyView.selectedRange).allSatisfy(hasBullet)
  }

  private func updateCount() {
    let words = bodyView.text
      .components(separatedBy: .whitespacesAndNewlines)
      .filter { $0.contains { $0.isLetter || $0.isNumber } }
    countLabel.text = words.count == 1 ? "1 word" : "\(words.count) words"
  }

  // MARK: Tags

  private func showTags() {
    var chips: [UIView] = tags.map { tag in
      var configuration = UIButton.Configuration.tinted()
      configuration.title = tag
      configuration.image = UIImage(
        systemName: "xmark",
        withConfiguration: UIImage.SymbolConfiguration(pointSize: 10, weight: .semibold)
      )
      configuration.imagePlacement = .trailing
      configuration.imagePadding = 5
      configuration.cornerStyle = .capsule
      configuration.buttonSize = .small
      let chip = UIButton(
        configuration: configuration,
        primaryAction: UIAction { [weak self] _ in self?.remove(tag) }
      )
      chip.accessibilityIdentifier = "editor.tag.\(tag)"
      chip.accessibilityHint = "Removes the tag"
      return chip
    }
    let unused = note.suggestedTags.filter { !tags.contains($0) }
    if !unused.isEmpty { chips.append(addChip(for: unused)) }
    tagsView.chips = chips
  }

  private func addChip(for suggestions: [String]) -> UIButton {
    var configuration = UIButton.Configuration.gray()
    configuration.title = "Add"
    configuration.image = UIImage(systemName: "plus")
    configuration.imagePadding = 4
    configuration.cornerStyle = .capsule
    configuration.buttonSize = .small
    let chip = UIButton(configuration: configuration)
    chip.menu = UIMenu(
      children: suggestions.map { tag in
        UIAction(title: tag, image: UIImage(systemName: "tag")) { [weak self] _ in
          self?.tags.append(tag)
          self?.showTags()
        }
      }
    )
    chip.showsMenuAsPrimaryAction = true
    chip.accessibilityIdentifier = "editor.addTag"
    return chip
  }

  private func remove(_ tag: String) {
    tags.removeAll { $0 == tag }
    showTags()
  }

  // MARK: Menu

  private func makeMenu() -> UIMenu {
    let pin = UIAction(
      title: "Pin Note",
      image: UIImage(systemName: "pin"),
      state: isPinned ? .on : .off
    ) { [weak self] _ in self?.togglePin() }
    let lock = UIAction(
      title: "Lock Note",
      image: UIImage(systemName: "lock"),
      state: isLocked ? .on : .off
    ) { [weak self] _ in self?.toggleLock() }
    let clear = UIAction(
      title: "Clear Text",
      image: UIImage(systemName: "trash"),
      attributes: isLocked ? [.destructive, .disabled] : .destructive
    ) { [weak self] _ in self?.clearText() }
    let danger = UIMenu(options: .displayInline, children: [clear])
    return UIMenu(children: [pin, lock, danger])
  }

  private func togglePin() {
    isPinned.toggle()
    UIView.animate(withDuration: 0.25) { self.pinView.isHidden = !self.isPinned }
    moreItem.menu = makeMenu()
  }

  private func toggleLock() {
    isLocked.toggle()
    view.endEditing(true)
    bodyView.isEditable = !isLocked
    titleField.isEnabled = !isLocked
    for button in [boldButton, italicButton, listButton] { button.isEnabled = !isLocked }
    moreItem.menu = makeMenu()
  }

  private func clearText() {
    bodyView.text = ""
    bodyView.typingAttributes = attributes(for: .plain)
    textViewDidChange(bodyView)
    updateFormatButtons()
  }
}

extension EditorScreen: UITextFieldDelegate {
  /// Goes on to the text on the return key.
  public func textFieldShouldReturn(_ textField: UITextField) -> Bool {
    bodyView.becomeFirstResponder()
    return false
  }

  /// Lets the person end editing.
  public func textFieldDidBeginEditing(_ textField: UITextField) {
    doneItem.isEnabled = true
  }

  /// Takes the button that ends editing back.
  public func textFieldDidEndEditing(_ textField: UITextField) {
    doneItem.isEnabled = false
  }
}

extension EditorScreen: UITextViewDelegate {
  /// Lets the person end editing.
  public func textViewDidBeginEditing(_ textView: UITextView) {
    doneItem.isEnabled = true
  }

  /// Takes the button that ends editing back.
  public func textViewDidEndEditing(_ textView: UITextView) {
    doneItem.isEnabled = false
  }

  /// Counts the words.
  public func textViewDidChange(_ textView: UITextView) {
    updateCount()
  }

  /// Shows the formats of the selected text in the toolbar.
  public func textViewDidChangeSelection(_ textView: UITextView) {
    updateFormatButtons()
  }
}

extension UIFont {
  fileprivate func withTraits(_ traits: UIFontDescriptor.SymbolicTraits) -> UIFont {
    guard let descriptor = fontDescriptor.withSymbolicTraits(traits) else { return self }
    return UIFont(descriptor: descriptor, size: 0)
  }
}
