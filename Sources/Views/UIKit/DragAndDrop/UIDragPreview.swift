// The pictures of what is dragged.
// Licensed under the MIT license; see LICENSE.

public import CoreGraphics
public import Foundation

/// The look of a view that is dragged.
@preconcurrency
@MainActor
open class UIDragPreviewParameters: UIPreviewParameters {
  /// Creates the usual look.
  public override init() { super.init() }

  /// Creates a look of lines of text, each of which has a plate.
  ///
  /// - Parameter textLineRects: Rectangles in the view, as `CGRect` in values; others are left out.
  public init(textLineRects: [NSValue]) {
    super.init()
    let path = UIBezierPath()
    for case let rect as CGRect in textLineRects.map({ $0.cgRectValue as Any }) {
      path.append(UIBezierPath(roundedRect: rect.insetBy(dx: -4, dy: -2), cornerRadius: 4))
    }
    if !path.isEmpty { visiblePath = path }
  }
}

/// A view that stands for what is dragged.
@preconcurrency
@MainActor
open class UIDragPreview: NSObject {
  /// The view; it need not be in a window.
  public let view: UIView
  /// The look.
  public let parameters: UIDragPreviewParameters

  /// Creates a preview of a view.
  public init(view: UIView, parameters: UIDragPreviewParameters) {
    self.view = view
    self.parameters = parameters
    super.init()
  }

  /// Creates a preview of a view with the usual look.
  public convenience init(view: UIView) {
    self.init(view: view, parameters: UIDragPreviewParameters())
  }

  /// Creates a preview of an address, with its host.
  public convenience init(for url: URL) { self.init(for: url, title: nil) }

  /// Creates a preview of an address with a title; without one, its host.
  public convenience init(for url: URL, title: String?) {
    self.init(view: AddressPlate(url, title))
  }
}

/// A place for a view that is dragged.
@preconcurrency
@MainActor
open class UIDragPreviewTarget: UIPreviewTarget {}

/// A view that is dragged, with its look and its place.
@preconcurrency
@MainActor
open class UITargetedDragPreview: UITargetedPreview {
  /// Creates a preview of an address with a title at a place.
  public convenience init(for url: URL, title: String? = nil, target: UIDragPreviewTarget) {
    self.init(
      view: AddressPlate(url, title),
      parameters: UIDragPreviewParameters(),
      target: target
    )
  }

  /// The preview at another place.
  open func retargetedPreview(with newTarget: UIDragPreviewTarget) -> UITargetedDragPreview {
    UITargetedDragPreview(view: view, parameters: parameters, target: newTarget)
  }
}

/// A plate with the title of an address.
private final class AddressPlate: UIView {
  private static let margins = CGSize(width: 12, height: 8)
  /// The greatest width, in points.
  private static let greatestWidth: CGFloat = 260

  init(_ url: URL, _ title: String?) {
    super.init(frame: .zero)
    let (first, second) = (UILabel(), UILabel())
    first.text = title ?? url.host ?? url.absoluteString
    first.font = .systemFont(ofSize: 15)
    second.text = title == nil ? nil : url.host ?? url.absoluteString
    second.font = .systemFont(ofSize: 12)
    second.textColor = .secondaryLabel
    backgroundColor = .secondarySystemGroupedBackground
    layer.cornerRadius = 10
    clipsToBounds = true
    let margins = AddressPlate.margins
    var (y, width) = (margins.height, CGFloat.zero)
    for label in [first, second] where label.text != nil {
      label.sizeToFit()
      let wide = min(label.bounds.width, AddressPlate.greatestWidth)
      label.frame = CGRect(x: margins.width, y: y, width: wide, height: label.bounds.height)
      y += label.bounds.height
      width = max(width, wide)
      addSubview(label)
    }
    frame.size = CGSize(width: width + 2 * margins.width, height: y + margins.height)
  }

  required init?(coder: NSCoder) { nil }
}
