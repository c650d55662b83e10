// The texts of bars and alerts.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import QuartzCore

/// A view with one text, for bars and alerts.
final class TextPart: UIView {
  override class var layerClass: AnyClass { CATextLayer.self }

  /// - Parameters:
  ///   - text: The text.
  ///   - size: Of the font, in points.
  ///   - color: Of the letters.
  convenience init(
    _ text: String?,
    size: CGFloat,
    color: CGColor = CGColor(deviceGray: 0, alpha: 1)
  ) {
    self.init(frame: .zero)
    isUserInteractionEnabled = false
    guard let layer = layer as? CATextLayer else { return }
    layer.fontSize = size
    layer.foregroundColor = color
    layer.alignmentMode = .center
    layer.truncationMode = .end
    layer.contentsScale = UIScreen.main.scale
    layer.string = text
  }

  var text: String? {
    get { (layer as? CATextLayer)?.string as? String }
    set { (layer as? CATextLayer)?.string = newValue }
  }

  var color: CGColor? {
    get { (layer as? CATextLayer)?.foregroundColor }
    set { (layer as? CATextLayer)?.foregroundColor = newValue }
  }

  /// Several lines instead of one.
  var isWrapped: Bool {
    get { (layer as? CATextLayer)?.isWrapped ?? false }
    set { (layer as? CATextLayer)?.isWrapped = newValue }
  }

  override func sizeThatFits(_ size: CGSize) -> CGSize { layer.preferredFrameSize() }
}

/// Looks of bars and alerts: light and flat.
enum PlainLook {
  static let blue = CGColor(red: 0, green: 122 / 255, blue: 1, alpha: 1)
  static let gray = CGColor(deviceGray: 0.55, alpha: 1)
  static let bar = CGColor(deviceGray: 0.97, alpha: 1)
  static let translucentBar = CGColor(deviceGray: 0.97, alpha: 0.92)
  static let line = CGColor(deviceGray: 0.7, alpha: 1)
}

/// A text that is tapped.
final class TapPart: UIView {
  let label: TextPart
  var action: () -> Void

  init(_ text: String?, size: CGFloat, _ action: @escaping () -> Void) {
    label = TextPart(text, size: size, color: PlainLook.blue)
    self.action = action
    super.init(frame: .zero)
    addSubview(label)
  }

  required init?(coder: NSCoder) { nil }

  override func layoutSubviews() {
    let height = label.layer.preferredFrameSize().height
    label.frame = CGRect(
      x: 0,
      y: (bounds.height - height) / 2,
      width: bounds.width,
      height: height
    )
  }

  override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) { alpha = 0.4 }

  override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
    alpha = 1
    guard let touch = touches.first, point(inside: touch.location(in: self), with: event) else {
      return
    }
    action()
  }

  override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) { alpha = 1 }
}
