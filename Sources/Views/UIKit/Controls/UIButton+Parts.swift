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

  private final var shownTitle: NSAttributedString? {
    if let title = attributedTitle(for: state) { return title }
    if let title = ownConfiguration?.attributedTitle { return title }
    return (title(for: state) ?? ownConfiguration?.title).map { NSAttributedString(string: $0) }
  }

  private final var shownImage: UIImage? {
    let image = image(for: state) ?? ownConfiguration?.image
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
    guard contentEdgeInsets == .zero, kind == .system, shownTitle != nil else {
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

  private final var titleSize: CGSize {
    guard shownTitle != nil, let label = existingTitle ?? titleLabel else { return .zero }
    showTitle(label)
    return label.sizeThatFits(CGSize(width: CGFloat.infinity, height: .infinity))
  }

  private final var imageSize: CGSize { shownImage?.size ?? .zero }

  private final var padding: CGFloat {
    guard let configuration = ownConfiguration, shownTitle != nil, shownImage != nil else {
      return 0
    }
    return configuration.imagePadding
  }

  private final var isStacked: Bool {
    ownConfiguration.map { $0.imagePlacement == .top || $0.imagePlacement == .bottom } ?? false
  }

  final func fittingSize() -> CGSize {
    let (title, image) = (titleSize, imageSize)
    var size =
      isStacked
      ? CGSize(width: max(title.width, image.width), height: title.height + image.height + padding)
      : CGSize(width: title.width + image.width + padding, height: max(title.height, image.height))
    let insets = shownContentInsets
    size.width += insets.left + insets.right
    size.height += insets.top + insets.bottom
    if title == .zero, image == .zero, let background = currentBackgroundImage {
      size = background.size
    }
    if kind == .system, shownTitle != nil { size.width = max(size.width, 30) }
    return size
  }

  // MARK: Places

  /// The places of title and image: side by side, or one above the other.
  final func place(in content: CGRect) -> (title: CGRect, image: CGRect) {
    var (title, image) = (titleSize, imageSize)
    image.width = min(image.width, content.width)
    image.height = min(image.height, content.height)
    let padding = padding
    if isStacked {
      title.width = min(title.width, content.width)
    } else {
      title.width = max(min(title.width, content.width - image.width - padding), 0)
    }
    title.height = min(title.height, content.height)
    let both =
      isStacked
      ? CGSize(width: max(title.width, image.width), height: title.height + image.height + padding)
      : CGSize(width: title.width + image.width + padding, height: max(title.height, image.height))
    let box = aligned(both, in: content)
    let isImageFirst =
      ownConfiguration.map { $0.imagePlacement != .trailing && $0.imagePlacement != .bottom }
      ?? (semanticContentAttribute != .forceRightToLeft)
    var titleRect = CGRect(origin: box.origin, size: title)
    var imageRect = CGRect(origin: box.origin, size: image)
    if isStacked {
      titleRect.origin.x += (both.width - title.width) / 2
      imageRect.origin.x += (both.width - image.width) / 2
      if isImageFirst {
        titleRect.origin.y += image.height + padding
      } else {
        imageRect.origin.y += title.height + padding
      }
    } else {
      titleRect.origin.y = aligned(title, in: content).minY
      imageRect.origin.y = aligned(image, in: content).minY
      if isImageFirst {
        titleRect.origin.x += image.width + padding
      } else {
        imageRect.origin.x += title.width + padding
      }
    }
    return (moved(titleRect, titleEdgeInsets), moved(imageRect, imageEdgeInsets))
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
    if let configuration = ownConfiguration, existingFontIsDefault(label) {
      label.font = configuration.font
    }
    if let title = attributedTitle(for: state) ?? ownConfiguration?.attributedTitle {
      if label.attributedText != title { label.attributedText = title }
    } else {
      label.text = shownTitle?.string
    }
    if label.textColor != shownTitleColor { label.textColor = shownTitleColor }
    let shadow = titleShadowColor(for: state)
    if label.shadowColor != shadow { label.shadowColor = shadow }
  }

  private final func existingFontIsDefault(_ label: UILabel) -> Bool {
    label.font.pointSize == 15 && label.font == .systemFont(ofSize: 15)
  }

  /// Gives title, image and background what the state shows, and places them.
  final func updateParts() {
    updatePlate()
    let content = contentRect(forBounds: bounds)
    if shownTitle != nil || existingTitle != nil, let label = titleLabel {
      showTitle(label)
      label.isHidden = shownTitle == nil
      let frame = titleRect(forContentRect: content)
      if label.frame != frame { label.frame = frame }
      label.alpha = isHighlighted && kind != .custom && ownConfiguration == nil ? Self.faint : 1
    }
    if shownImage != nil || existingImage != nil, let view = imageView {
      if view.image != shownImage { view.image = shownImage }
      let frame = imageRect(forContentRect: content)
      if view.frame != frame { view.frame = frame }
      if kind != .custom || ownConfiguration != nil { view.tintColor = shownTitleColor }
      view.alpha = imageAlpha
    }
    if currentBackgroundImage != nil || existingBackground != nil {
      let view = backgroundView
      if view.image !== currentBackgroundImage { view.image = currentBackgroundImage }
      view.frame = backgroundRect(forBounds: bounds)
      view.alpha = imageAlpha
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
