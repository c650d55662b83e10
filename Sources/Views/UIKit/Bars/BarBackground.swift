// The background of a bar.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import QuartzCore

/// Shows the background of a bar and the line at its edge.
final class BarBackground: UIView {
  /// The facts of a bar about its background.
  struct Facts {
    var look: UIBarAppearance?
    var isTranslucent = true
    var tint: UIColor?
    var style = UIBarStyle.default
    var image: UIImage?
    var shadow: UIImage?
  }

  /// The colours of bars that are told nothing.
  private static let plain = UIColor { traits in
    traits.userInterfaceStyle == .dark
      ? UIColor(white: 0.11, alpha: 1) : UIColor(cgColor: PlainLook.bar)
  }
  private static let plainLine = UIColor { traits in
    traits.userInterfaceStyle == .dark
      ? UIColor(white: 0.28, alpha: 1) : UIColor(cgColor: PlainLook.line)
  }
  private static let translucency: CGFloat = 0.92

  private let line = UIImageView(frame: .zero)
  private let picture = UIImageView(frame: .zero)
  private let edge: UIRectEdge

  /// - Parameter edge: The edge that the line is at.
  init(edge: UIRectEdge) {
    self.edge = edge
    super.init(frame: .zero)
    isUserInteractionEnabled = false
    addSubview(picture)
    addSubview(line)
    show(Facts())
  }

  required init?(coder: NSCoder) { nil }

  func show(_ facts: Facts) {
    overrideUserInterfaceStyle = facts.style == .black ? .dark : .unspecified
    picture.image = facts.look?.backgroundImage ?? facts.image
    picture.contentMode = facts.look?.backgroundImageContentMode ?? .scaleToFill
    line.image = facts.look == nil ? facts.shadow : facts.look?.shadowImage
    line.backgroundColor = nil
    if let look = facts.look {
      backgroundColor =
        look.backgroundColor
        ?? (look.backgroundEffect == nil
          ? nil : Self.plain.withAlphaComponent(Self.translucency))
      if let image = look.shadowImage, image.renderingMode == .alwaysTemplate {
        line.tintColor = look.shadowColor
      } else if look.shadowImage == nil {
        line.backgroundColor = look.shadowColor
      }
    } else {
      let color = facts.tint ?? Self.plain
      backgroundColor =
        facts.image != nil
        ? nil : facts.isTranslucent ? color.withAlphaComponent(Self.translucency) : color
      if facts.shadow == nil { line.backgroundColor = Self.plainLine }
    }
    setNeedsLayout()
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    picture.frame = bounds
    let height = line.image?.size.height ?? 1 / UIScreen.main.scale
    line.frame = CGRect(
      x: 0,
      y: edge == .top ? (line.image == nil ? 0 : -height) : bounds.height - height,
      width: bounds.width,
      height: height
    )
    if edge == .bottom, line.image != nil { line.frame.origin.y = bounds.height }
  }
}
