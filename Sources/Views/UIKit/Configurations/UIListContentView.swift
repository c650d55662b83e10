// The view of an image and two texts.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
public import Foundation

/// A view that shows a `UIListContentConfiguration`.
@preconcurrency
@MainActor
open class UIListContentView: UIView, UIContentView {
  private let imageView = UIImageView(frame: .zero)
  private let label = UILabel(frame: .zero)
  private let second = UILabel(frame: .zero)
  private var shown: UIListContentConfiguration

  /// The places of the parts for a width.
  private struct Places {
    var image = CGRect.zero
    var text = CGRect.zero
    var second = CGRect.zero
    var height: CGFloat = 0
    var width: CGFloat = 0
  }

  /// Creates a view.
  public init(configuration: UIListContentConfiguration) {
    shown = configuration
    super.init(frame: CGRect(x: 0, y: 0, width: 320, height: 44))
    for view in [imageView, label, second] { addSubview(view) }
    show()
  }

  /// Creates a view of an empty cell, whatever the archive says.
  public required init?(coder: NSCoder) {
    shown = .cell()
    super.init(coder: coder)
    for view in [imageView, label, second] { addSubview(view) }
    show()
  }

  /// The content that it shows; other kinds of configurations are reported and change nothing.
  open var configuration: any UIContentConfiguration {
    get { shown }
    set {
      guard let list = newValue as? UIListContentConfiguration else {
        Diagnostics.report(
          "UIKit: UIListContentView.configuration: \(type(of: newValue)) is no "
            + "UIListContentConfiguration"
        )
        return
      }
      guard list != shown else { return }
      shown = list
      show()
    }
  }

  private func show() {
    imageView.image = shown.image
    imageView.isHidden = shown.image == nil
    imageView.contentMode = .scaleAspectFit
    imageView.tintColor = shown.imageProperties.resolvedTintColor(for: tintColor)
    imageView.layer.cornerRadius = shown.imageProperties.cornerRadius
    imageView.clipsToBounds = shown.imageProperties.cornerRadius > 0
    set(label, shown.text, shown.attributedText, shown.textProperties)
    set(second, shown.secondaryText, shown.secondaryAttributedText, shown.secondaryTextProperties)
    alpha = shown.alpha
    setNeedsLayout()
    invalidateIntrinsicContentSize()
  }

  private func set(
    _ label: UILabel,
    _ text: String?,
    _ attributed: NSAttributedString?,
    _ look: UIListContentConfiguration.TextProperties
  ) {
    label.font = look.font
    label.textColor = look.resolvedColor()
    label.numberOfLines = look.numberOfLines
    label.lineBreakMode = look.lineBreakMode
    label.allowsDefaultTighteningForTruncation = look.allowsDefaultTighteningForTruncation
    label.adjustsFontSizeToFitWidth = look.adjustsFontSizeToFitWidth
    label.minimumScaleFactor = look.minimumScaleFactor
    label.adjustsFontForContentSizeCategory = look.adjustsFontForContentSizeCategory
    switch look.alignment {
    case .natural: label.textAlignment = .natural
    case .center: label.textAlignment = .center
    case .justified: label.textAlignment = .justified
    }
    let plain: String? =
      switch look.transform {
      case .none: text
      case .uppercase: text?.uppercased()
      case .lowercase: text?.lowercased()
      case .capitalized: text?.capitalized
      }
    if let attributed { label.attributedText = attributed } else { label.text = plain }
    label.isHidden = (attributed?.length ?? plain?.count ?? 0) == 0
  }

  // MARK: Layout

  private var margins: NSDirectionalEdgeInsets {
    var margins = shown.directionalLayoutMargins
    let outer = superview?.directionalLayoutMargins ?? .zero
    if shown.axesPreservingSuperviewLayoutMargins.contains(.horizontal) {
      margins.leading = max(margins.leading, outer.leading)
      margins.trailing = max(margins.trailing, outer.trailing)
    }
    return margins
  }

  private func places(in width: CGFloat) -> Places {
    let margins = margins
    var places = Places()
    var x = margins.leading
    var imageRoom = CGSize.zero
    if let image = shown.image {
      let look = shown.imageProperties
      var size = image.size
      let most = look.maximumSize
      let scale = min(
        most.width > 0 && size.width > most.width ? most.width / size.width : 1,
        most.height > 0 && size.height > most.height ? most.height / size.height : 1
      )
      size = CGSize(width: size.width * scale, height: size.height * scale)
      imageRoom = CGSize(
        width: look.reservedLayoutSize.width > 0 ? look.reservedLayoutSize.width : size.width,
        height: look.reservedLayoutSize.height > 0 ? look.reservedLayoutSize.height : size.height
      )
      places.image = CGRect(
        origin: CGPoint(x: x + (imageRoom.width - size.width) / 2, y: 0),
        size: size
      )
      x += imageRoom.width + shown.imageToTextPadding
    }
    let room = max(width - x - margins.trailing, 0)
    let text = label.isHidden ? .zero : fit(label, room)
    let plain = second.isHidden ? .zero : fit(second, room)
    let gap = shown.textToSecondaryTextHorizontalPadding
    let isBeside =
      shown.prefersSideBySideTextAndSecondaryText && !second.isHidden && !label.isHidden
      && text.width + gap + plain.width <= room
    var block: CGFloat
    if isBeside {
      block = max(text.height, plain.height)
      places.text = CGRect(
        x: x,
        y: (block - text.height) / 2,
        width: text.width,
        height: text.height
      )
      places.second = CGRect(
        x: x + room - plain.width,
        y: (block - plain.height) / 2,
        width: plain.width,
        height: plain.height
      )
    } else {
      let space =
        label.isHidden || second.isHidden ? 0 : shown.textToSecondaryTextVerticalPadding
      block = text.height + space + plain.height
      places.text = CGRect(x: x, y: 0, width: room, height: text.height)
      places.second = CGRect(x: x, y: text.height + space, width: room, height: plain.height)
    }
    let content = max(block, imageRoom.height)
    places.height = max(content + margins.top + margins.bottom, shown.minimumHeight)
    let texts = isBeside ? text.width + gap + plain.width : max(text.width, plain.width)
    places.width = x + texts + margins.trailing
    let top = margins.top + (places.height - margins.top - margins.bottom - block) / 2
    places.text.origin.y += top
    places.second.origin.y += top
    return places
  }

  private func fit(_ label: UILabel, _ width: CGFloat) -> CGSize {
    let size = label.sizeThatFits(CGSize(width: width, height: .greatestFiniteMagnitude))
    return CGSize(width: min(size.width, width), height: size.height)
  }

  open override func sizeThatFits(_ size: CGSize) -> CGSize {
    let width = size.width > 0 && size.width < 1e6 ? size.width : .greatestFiniteMagnitude
    let places = places(in: min(width, 1e6))
    return CGSize(width: size.width > 0 ? size.width : places.width, height: places.height)
  }

  open override var intrinsicContentSize: CGSize {
    let places = places(in: bounds.width > 0 ? bounds.width : 1e6)
    return CGSize(width: UIView.noIntrinsicMetric, height: places.height)
  }

  open override func systemLayoutSizeFitting(
    _ targetSize: CGSize,
    withHorizontalFittingPriority horizontalFittingPriority: UILayoutPriority,
    verticalFittingPriority: UILayoutPriority
  ) -> CGSize {
    let isFixed = horizontalFittingPriority == .required
    let natural = places(in: isFixed ? targetSize.width : 1e6)
    let width = isFixed ? targetSize.width : max(natural.width, 0)
    let height = verticalFittingPriority == .required ? targetSize.height : natural.height
    let scale = layoutScale
    return CGSize(width: width.ceiled(to: scale), height: height.ceiled(to: scale))
  }

  open override func layoutSubviews() {
    super.layoutSubviews()
    let places = places(in: bounds.width)
    let shift = (bounds.height - places.height) / 2
    let isTurned = effectiveUserInterfaceLayoutDirection == .rightToLeft
    func turned(_ rect: CGRect, _ dy: CGFloat) -> CGRect {
      let moved = rect.offsetBy(dx: 0, dy: dy)
      let x = isTurned ? bounds.width - moved.maxX : moved.minX
      return roundedToPixels(CGRect(x: x, y: moved.minY, width: rect.width, height: rect.height))
    }
    imageView.frame = turned(places.image, (bounds.height - places.image.height) / 2)
    label.frame = turned(places.text, shift)
    second.frame = turned(places.second, shift)
  }
}
