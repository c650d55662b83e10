// Views for tests of constraints.
// Licensed under the MIT license; see LICENSE.

import Testing

@testable import UIKit

/// A view whose contents have a size, and baselines from its top.
@MainActor
final class ContentView: UIView {
  var content: CGSize
  var baselines: (first: CGFloat, last: CGFloat)?
  var asked = 0
  var layouts = 0

  init(_ width: CGFloat, _ height: CGFloat) {
    content = CGSize(width: width, height: height)
    super.init(frame: .zero)
    translatesAutoresizingMaskIntoConstraints = false
  }

  required init?(coder: NSCoder) { nil }

  override var intrinsicContentSize: CGSize {
    asked += 1
    return content
  }

  override var ownBaselines: Baselines? {
    baselines.map { Baselines(first: $0.first, last: $0.last, middleHeight: nil) }
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    layouts += 1
  }
}

func rect(_ x: CGFloat, _ y: CGFloat, _ width: CGFloat, _ height: CGFloat) -> CGRect {
  CGRect(x: x, y: y, width: width, height: height)
}

/// A view that is laid out as a root, on a screen of 2 pixels for a point.
@MainActor
final class LayoutRoot: UIView {
  var layouts = 0

  init(_ width: CGFloat = 320, _ height: CGFloat = 568, scale: CGFloat = 2) {
    UIScreen.setMain(UIScreen(size: CGSize(width: width, height: height), scale: scale))
    super.init(frame: CGRect(x: 0, y: 0, width: width, height: height))
  }

  required init?(coder: NSCoder) { nil }

  override func layoutSubviews() {
    super.layoutSubviews()
    layouts += 1
  }

  /// Adds a view that constraints place.
  @discardableResult
  func plain() -> UIView {
    let view = UIView()
    view.translatesAutoresizingMaskIntoConstraints = false
    addSubview(view)
    return view
  }

  /// Adds a view whose contents have a size.
  func content(_ width: CGFloat, _ height: CGFloat, hugging: Float = 250, resisting: Float = 750)
    -> ContentView
  {
    let view = ContentView(width, height)
    view.setContentHuggingPriority(UILayoutPriority(hugging), for: .horizontal)
    view.setContentCompressionResistancePriority(UILayoutPriority(resisting), for: .horizontal)
    addSubview(view)
    return view
  }

  /// Lays out, and gives the frames of views.
  func frames(_ views: UIView...) -> [CGRect] {
    layoutIfNeeded()
    return views.map(\.frame)
  }
}

/// Makes constraints active.
@MainActor
func activate(_ constraints: NSLayoutConstraint...) { NSLayoutConstraint.activate(constraints) }
