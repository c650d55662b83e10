// The parts of buttons: what they show and where.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation

extension UIButton {
  /// How faint the title of a system button is under a finger.
  private static let faint: CGFloat = 0.2
  /// How faint the image of a button that takes no touches is.
  private static let disabledAlpha: CGFloat = 0.5
  /// The room around the title of a system button, in points.
  private static let systemInset: CGFloat = 6

  final var shownTitleColor: UIColor {
    if let color = titleColor(for: state) { return color }
    if let configuration = ownConfiguration {
      return isEnabled ? configuration.foreground(tint: tintColor) : .tertiaryLabel
    }
    guard kind != .custom else { return .white }
    if !isEnabled { return .tertiaryLabel }
    return role == .destructive ? .systemRed : tintColor
  }

  private final var hasTitle: Bool {
    if title(for: state) != nil || attributedTitle(for: state) != nil { return true }
    return ownConfiguration.map { $0.title != nil || $0.attributedTitle != nil } ?? false
  }

  private final var shownTitle: NSAttributedString? {
    if let title = attributedTitle(for: state) { return title }
    guard let configuration = ownConfiguration else {
      return title(for: state).map { NSAttributedString(string: $0) }
    }
    let text =
      configuration.attributedTitle ?? title(for: state).map { AttributedString($0) }
      ?? configuration.title.map { AttributedString($0) }
    return text.map { text in
      var whole = text
      whole.mergeAttributes(
        configuration.titleAttributes(configuredFont(configuration), shownTitleColor),
        mergePolicy: .keepCurrent
      )
      return NSAttributedString(whole)
    }
  }

  /// The font of the title of a configuration: that of the label if a program has set one.
  private final func configuredFont(_ configuration: Configuration) -> UIFont {
    if let font = existingTitle?.font, font != fontOfConfiguration, !Self.isDefault(font) {
      return font
    }
    return UIFont.preferredFont(
      forTextStyle: configuration.titleStyle,
      compatibleWith: traitCollection
    )
  }

  private static func isDefault(_ font: UIFont) -> Bool {
    font.pointSize == 15 && font == .systemFont(ofSize: 15)
  }

  private final var shownSubtitle: NSAttributedString? {
    guard let configuration = ownConfiguration,
      var text = configuration.attributedSubtitle
        ?? configuration.subtitle.map({ AttributedString($0) })
    else { return nil }
    text.mergeAttributes(
      configuration.subtitleAttributes(shownTitleColor, traitCollection),
      mergePolicy: .keepCurrent
    )
    return NSAttributedString(text)
  }

  /// Whether a spinning sign is in the place of the image.
  private final var isBusy: Bool { ownConfiguration?.showsActivityIndicator ?? false }

  /// The sign at the trailing side, or nil.
  private final var shownIndicator: UIImage? {
    guard let configuration = ownConfiguration else { return nil }
    let isPopup = menu != nil && changesSelectionAsPrimaryAction && showsMenuAsPrimaryAction
    switch configuration.indicator {
    case .none: return nil
    case .automatic where !isPopup: return nil
    case .automatic, .popup:
      let symbol = UIImage.SymbolConfiguration(textStyle: .footnote, scale: .small)
      return UIImage(systemName: "chevron.up.chevron.down", withConfiguration: symbol)
    }
  }

  private final var shownImage: UIImage? {
    guard !isBusy else { return nil }
    var image = image(for: state) ?? ownConfiguration?.image
    if let symbol = currentPreferredSymbolConfiguration {
      image = image?.preferring(symbol)
    }
    if let symbol = ownConfiguration?.preferredSymbolConfigurationForImage {
      image = image?.applyingSymbolConfiguration(symbol) ?? image
    }
    // Images of system buttons are templates unless they say otherwise.
    guard let image, kind != .custom, image.renderingMode == .automatic else { return image }
    return image.withRenderingMode(.alwaysTemplate)
  }

  final var shownContentInsets: UIEdgeInsets {
    if let insets = ownConfiguration?.contentInsets {
      let isFromRight = traitCollection.layoutDirection == .rightToLeft
      return UIEdgeInsets(
        top: insets.top,
        left: isFromRight ? insets.trailing : insets.leading,
        bottom: insets.bottom,
        right: isFromRight ? insets.leading : insets.trailing
      )
    }
    guard contentEdgeInsets == .zero, kind == .system, hasTitle else {
      return contentEdgeInsets
    }
    return UIEdgeInsets(top: Self.systemInset, left: 0, bottom: Self.systemInset, right: 0)
  }

  final func shrunk(_ rect: CGRect, by insets: UIEdgeInsets) -> CGRect {
    let inner = rect.inset(by: insets)
    return CGRect(
      x: inner.origin.x,
      y: inner.origin.y,
      width: max(inner.size.width, 0),
      height: max(inner.size.height, 0)
    )
  }

  // MARK: Sizes

  /// The sizes of all that a button shows.
  struct Sizes {
    var title = CGSize.zero
    var subtitle = CGSize.zero
    var image = CGSize.zero
    var indicator = CGSize.zero
    /// Between title and subtitle, between these and the image, and before the indicator.
    var titlePadding: CGFloat = 0
    var imagePadding: CGFloat = 0
    var indicatorPadding: CGFloat = 0
    /// Whether the image is above or below the texts.
    var isStacked = false

    /// Title and subtitle.
    var texts: CGSize {
      CGSize(
        width: max(title.width, subtitle.width),
        height: title.height + subtitle.height + titlePadding
      )
    }

    /// Texts and image.
    var both: CGSize {
      isStacked
        ? CGSize(
          width: max(texts.width, image.width),
          height: texts.height + image.height + imagePadding
        )
        : CGSize(
          width: texts.width + image.width + imagePadding,
          height: max(texts.height, image.height)
        )
    }

    var all: CGSize {
      let both = both
      return CGSize(
        width: both.width + indicator.width + indicatorPadding,
        height: max(both.height, indicator.height)
      )
    }
  }

  /// The sizes of the parts.
  ///
  /// - Parameter width: The width that texts of a configuration wrap in, in points; infinite for
  ///   texts of one line each.
  private final func sizes(in width: CGFloat) -> Sizes {
    var sizes = Sizes()
    let (hasTitle, subtitle) = (hasTitle, shownSubtitle)
    sizes.image = isBusy ? spinner.intrinsicContentSize : shownImage?.size ?? .zero
    sizes.indicator = shownIndicator?.size ?? .zero
    if let configuration = ownConfiguration {
      sizes.isStacked =
        configuration.imagePlacement == .top || configuration.imagePlacement == .bottom
      let hasText = hasTitle || subtitle != nil
      if hasText, sizes.image != .zero { sizes.imagePadding = configuration.imagePadding }
      if hasTitle, subtitle != nil { sizes.titlePadding = configuration.titlePadding }
      if hasText, sizes.indicator != .zero { sizes.indicatorPadding = Self.indicatorPadding }
    }
    var room = width
    if room < .infinity, ownConfiguration?.wrapsText == true {
      room -= sizes.indicator.width + sizes.indicatorPadding
      if !sizes.isStacked { room -= sizes.image.width + sizes.imagePadding }
    } else {
      room = .infinity
    }
    let box = CGSize(width: max(room, 1), height: .infinity)
    if hasTitle, let label = existingTitle ?? titleLabel {
      showTitle(label)
      sizes.title = label.sizeThatFits(box)
    }
    if let subtitle {
      let label = subtitleLabel
      showSubtitle(label, subtitle)
      sizes.subtitle = label.sizeThatFits(box)
    }
    return sizes
  }

  /// Points between the texts and the sign at the trailing side.
  private static let indicatorPadding: CGFloat = 5

  /// - Parameter width: The width of the button that texts wrap in, in points.
  final func fittingSize(in width: CGFloat = .infinity) -> CGSize {
    let insets = shownContentInsets
    let sizes = sizes(in: width - insets.left - insets.right)
    var size = sizes.all
    size.width += insets.left + insets.right
    size.height += insets.top + insets.bottom
    if sizes.all == .zero, let background = currentBackgroundImage { size = background.size }
    if kind == .system, hasTitle { size.width = max(size.width, 30) }
    return size
  }

  // MARK: Places

  /// The places of all that a button shows.
  struct Places {
    var title = CGRect.zero
    var subtitle = CGRect.zero
    var image = CGRect.zero
    var indicator = CGRect.zero
  }

  /// The places of title and image: side by side, or one above the other.
  final func place(in content: CGRect) -> Places {
    var sizes = sizes(in: content.width)
    sizes.image.width = min(sizes.image.width, content.width)
    sizes.image.height = min(sizes.image.height, content.height)
    var room = content.width - sizes.indicator.width - sizes.indicatorPadding
    if !sizes.isStacked { room -= sizes.image.width + sizes.imagePadding }
    sizes.title.width = max(min(sizes.title.width, room), 0)
    sizes.subtitle.width = max(min(sizes.subtitle.width, room), 0)
    sizes.title.height = min(sizes.title.height, content.height)
    let box = aligned(sizes.all, in: content)
    let isReversed = effectiveUserInterfaceLayoutDirection == .rightToLeft
    let isFirst =
      ownConfiguration.map { $0.imagePlacement != .trailing && $0.imagePlacement != .bottom }
      ?? true
    var (places, left) = (Places(), box.minX)
    places.indicator = CGRect(origin: .zero, size: sizes.indicator)
    places.indicator.origin.y = aligned(sizes.indicator, in: content).minY
    if isReversed { left += sizes.indicator.width + sizes.indicatorPadding }
    places.indicator.origin.x = isReversed ? box.minX : box.maxX - sizes.indicator.width
    var texts = CGRect(origin: CGPoint(x: left, y: box.minY), size: sizes.texts)
    places.image = CGRect(origin: CGPoint(x: left, y: box.minY), size: sizes.image)
    if sizes.isStacked {
      let both = sizes.both
      texts.origin = CGPoint(
        x: left + (both.width - texts.width) / 2,
        y: aligned(both, in: content).minY
      )
      places.image.origin = CGPoint(x: left + (both.width - sizes.image.width) / 2, y: texts.minY)
      if isFirst {
        texts.origin.y += sizes.image.height + sizes.imagePadding
      } else {
        places.image.origin.y += texts.height + sizes.imagePadding
      }
    } else {
      texts.origin.y = aligned(texts.size, in: content).minY
      places.image.origin.y = aligned(sizes.image, in: content).minY
      if isFirst != isReversed {
        texts.origin.x += sizes.image.width + sizes.imagePadding
      } else {
        places.image.origin.x += texts.width + sizes.imagePadding
      }
    }
    placeTexts(sizes, in: texts, isReversed: isReversed, &places)
    places.title = moved(places.title, titleEdgeInsets)
    places.image = moved(places.image, imageEdgeInsets)
    return places
  }

  /// Title and subtitle under each other.
  private final func placeTexts(
    _ sizes: Sizes,
    in texts: CGRect,
    isReversed: Bool,
    _ places: inout Places
  ) {
    func x(_ size: CGSize) -> CGFloat {
      switch ownConfiguration?.textAlignment ?? .center {
      case .leading, .automatic: isReversed ? texts.maxX - size.width : texts.minX
      case .trailing: isReversed ? texts.minX : texts.maxX - size.width
      case .center: texts.minX + (texts.width - size.width) / 2
      }
    }
    places.title = CGRect(origin: CGPoint(x: x(sizes.title), y: texts.minY), size: sizes.title)
    places.subtitle = CGRect(
      origin: CGPoint(
        x: x(sizes.subtitle),
        y: texts.minY + sizes.title.height + sizes.titlePadding
      ),
      size: sizes.subtitle
    )
  }

  /// Insets of title and image move them by half of the difference of opposite ones.
  private final func moved(_ rect: CGRect, _ insets: UIEdgeInsets) -> CGRect {
    rect.offsetBy(dx: (insets.left - insets.right) / 2, dy: (insets.top - insets.bottom) / 2)
  }

  private final func aligned(_ size: CGSize, in rect: CGRect) -> CGRect {
    let scale = max(traitCollection.displayScale, 1)
    func whole(_ value: CGFloat) -> CGFloat { (value * scale).rounded() / scale }
    let x: CGFloat =
      switch effectiveContentHorizontalAlignment {
      case .left, .leading, .fill: rect.minX
      case .right, .trailing: rect.maxX - size.width
      case .center: whole(rect.minX + (rect.width - size.width) / 2)
      }
    let y: CGFloat =
      switch contentVerticalAlignment {
      case .top, .fill: rect.minY
      case .bottom: rect.maxY - size.height
      case .center: whole(rect.minY + (rect.height - size.height) / 2)
      }
    return CGRect(origin: CGPoint(x: x, y: y), size: size)
  }

  // MARK: Showing

  private final func showTitle(_ label: UILabel) {
    if let configuration = ownConfiguration {
      let font = configuredFont(configuration)
      if label.font != font { label.font = font }
      fontOfConfiguration = font
      show(configuration, label)
    }
    if attributedTitle(for: state) != nil || ownConfiguration?.isTitleAttributed == true {
      let title = shownTitle
      if label.attributedText != title { label.attributedText = title }
    } else {
      label.text = title(for: state) ?? ownConfiguration?.title
      if label.textColor != shownTitleColor { label.textColor = shownTitleColor }
    }
    let shadow = titleShadowColor(for: state)
    if label.shadowColor != shadow { label.shadowColor = shadow }
  }

  private final func showSubtitle(_ label: UILabel, _ text: NSAttributedString) {
    if label.attributedText != text { label.attributedText = text }
    if let configuration = ownConfiguration { show(configuration, label) }
  }

  /// Gives a label the lines and the alignment of a configuration.
  private final func show(_ configuration: Configuration, _ label: UILabel) {
    let alignment: NSTextAlignment =
      switch configuration.textAlignment {
      case .leading, .automatic: .natural
      case .trailing:
        effectiveUserInterfaceLayoutDirection == .rightToLeft ? .left : .right
      case .center: .center
      }
    if label.numberOfLines != (configuration.wrapsText ? 0 : 1) {
      label.numberOfLines = configuration.wrapsText ? 0 : 1
    }
    if label.lineBreakMode != configuration.titleLineBreakMode {
      label.lineBreakMode = configuration.titleLineBreakMode
    }
    if label.textAlignment != alignment { label.textAlignment = alignment }
  }

  /// Gives title, image and background what the state shows, and places them.
  final func updateParts() {
    updatePlate()
    let content = contentRect(forBounds: bounds)
    if hasTitle || existingTitle != nil, let label = titleLabel {
      showTitle(label)
      label.isHidden = !hasTitle
      set(label, titleRect(forContentRect: content))
      label.alpha = isHighlighted && kind != .custom && ownConfiguration == nil ? Self.faint : 1
    }
    if shownImage != nil || existingImage != nil, let view = imageView {
      if view.image != shownImage { view.image = shownImage }
      set(view, imageRect(forContentRect: content))
      if kind != .custom || ownConfiguration != nil { view.tintColor = imageTint }
      view.alpha = imageAlpha
    }
    if currentBackgroundImage != nil || existingBackground != nil {
      let view = backgroundView
      if view.image !== currentBackgroundImage { view.image = currentBackgroundImage }
      view.frame = backgroundRect(forBounds: bounds)
      view.alpha = imageAlpha
    }
    updateExtraParts(in: content)
  }

  private final func set(_ view: UIView, _ frame: CGRect) {
    if view.frame != frame { view.frame = frame }
  }

  private final var imageTint: UIColor {
    ownConfiguration?.imageColorTransformer?(shownTitleColor) ?? shownTitleColor
  }

  /// Subtitle, spinning sign and indicator.
  private final func updateExtraParts(in content: CGRect) {
    let (subtitle, indicator) = (shownSubtitle, shownIndicator)
    guard extraParts != nil || subtitle != nil || indicator != nil || isBusy else { return }
    let places = place(in: content)
    if subtitle != nil || extraParts?.subtitle != nil {
      let label = subtitleLabel
      if let subtitle { showSubtitle(label, subtitle) }
      label.isHidden = subtitle == nil
      set(label, places.subtitle)
    }
    if indicator != nil || extraParts?.indicator != nil {
      let view = indicatorView
      view.image = indicator
      view.tintColor =
        ownConfiguration?.indicatorColorTransformer?(shownTitleColor) ?? shownTitleColor
      set(view, places.indicator)
    }
    if isBusy {
      spinner.color =
        ownConfiguration?.activityIndicatorColorTransformer?(shownTitleColor) ?? shownTitleColor
      set(spinner, places.image)
      if !spinner.isAnimating { spinner.startAnimating() }
    } else {
      extraParts?.spinner?.stopAnimating()
    }
  }

  private final var imageAlpha: CGFloat {
    // A state with an image of its own is not changed.
    if !isEnabled {
      let hasOwn = looks[State.disabled.rawValue]?.image != nil
      return adjustsImageWhenDisabled && !hasOwn ? Self.disabledAlpha : 1
    }
    guard isHighlighted, ownConfiguration == nil else { return 1 }
    let own = looks[State.highlighted.rawValue]
    if own?.image != nil || own?.background != nil { return 1 }
    if kind != .custom { return Self.faint }
    return adjustsImageWhenHighlighted ? Self.disabledAlpha : 1
  }

  /// The plate behind the content of a button with a configuration.
  private final func updatePlate() {
    guard let configuration = ownConfiguration else {
      plate?.removeFromSuperview()
      plate = nil
      return
    }
    let view = plate ?? UIView()
    if plate == nil {
      plate = view
      view.isUserInteractionEnabled = false
      insertSubview(view, at: 0)
    }
    view.frame = backgroundRect(forBounds: bounds)
    view.backgroundColor =
      isEnabled ? configuration.plateColor(tint: tintColor) : configuration.disabledPlateColor
    view.layer.cornerRadius = configuration.radius(height: bounds.height)
    view.layer.borderColor = configuration.background.strokeColor?.cgColor
    view.layer.borderWidth = configuration.background.strokeWidth
    view.alpha = isHighlighted ? 0.75 : 1
  }
}

extension UIButton.ButtonType {
  /// The side of the drawn images, in points.
  private static let side: CGFloat = 22

  /// The image of a button that has one by itself: a sign in a circle.
  @MainActor var glyph: UIImage? {
    let sign: (CGPoint) -> UIBezierPath?
    switch self {
    case .custom, .system: return nil
    case .detailDisclosure, .infoLight, .infoDark:
      sign = { center in
        let path = UIBezierPath()
        path.move(to: CGPoint(x: center.x, y: center.y - 1))
        path.addLine(to: CGPoint(x: center.x, y: center.y + 5))
        path.move(to: CGPoint(x: center.x, y: center.y - 5))
        path.addLine(to: CGPoint(x: center.x, y: center.y - 4))
        return path
      }
    case .contactAdd, .close:
      let turn: CGFloat = self == .close ? .pi / 4 : 0
      sign = { center in
        let path = UIBezierPath()
        path.move(to: CGPoint(x: -5, y: 0))
        path.addLine(to: CGPoint(x: 5, y: 0))
        path.move(to: CGPoint(x: 0, y: -5))
        path.addLine(to: CGPoint(x: 0, y: 5))
        path.apply(CGAffineTransform(rotationAngle: turn))
        path.apply(CGAffineTransform(translationX: center.x, y: center.y))
        return path
      }
    }
    let size = CGSize(width: Self.side, height: Self.side)
    let image = UIGraphicsImageRenderer(size: size).image { _ in
      UIColor.black.setStroke()
      let rect = CGRect(origin: .zero, size: size)
      let circle = UIBezierPath(ovalIn: rect.insetBy(dx: 1, dy: 1))
      circle.lineWidth = 1.5
      circle.stroke()
      let path = sign(CGPoint(x: rect.midX, y: rect.midY))
      path?.lineWidth = 1.5
      path?.lineCapStyle = .round
      path?.stroke()
    }
    return image.withRenderingMode(.alwaysTemplate)
  }
}
