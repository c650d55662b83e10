// Fitting again and again.
// Licensed under the MIT license; see LICENSE.

import Testing

@testable import UIKit

@MainActor
@Suite("Layout laws: fitting", .serialized)
struct FittingLawTests {
  /// A view around a content of 80 x 20 with distances of 10 at all sides.
  @MainActor
  private struct Card {
    let view = UIView()
    let content = ContentView(80, 20)
    let left: NSLayoutConstraint

    init() {
      UIScreen.setMain(UIScreen(size: CGSize(width: 320, height: 568), scale: 2))
      view.addSubview(content)
      left = content.leadingAnchor.constraint(equalTo: view.leadingAnchor, constant: 10)
      activate(
        left,
        content.topAnchor.constraint(equalTo: view.topAnchor, constant: 10),
        content.trailingAnchor.constraint(equalTo: view.trailingAnchor, constant: -10),
        content.bottomAnchor.constraint(equalTo: view.bottomAnchor, constant: -10)
      )
    }

    func sizes() -> [CGSize] {
      [
        view.systemLayoutSizeFitting(.zero),
        view.systemLayoutSizeFitting(
          CGSize(width: 200, height: 0),
          withHorizontalFittingPriority: .required,
          verticalFittingPriority: .fittingSizeLevel
        ),
        view.systemLayoutSizeFitting(CGSize(width: 200, height: 0)),
        view.systemLayoutSizeFitting(UIView.layoutFittingExpandedSize),
      ]
    }
  }

  private func sizes(_ width: CGFloat, _ height: CGFloat, wide: CGFloat = 200) -> [CGSize] {
    [width, wide, width, width].map { CGSize(width: $0, height: height) }
  }

  @Test("F11, T32: the same call gives the same size, and leaves nothing behind")
  func again() {
    let card = Card()
    for _ in 0..<3 { #expect(card.sizes() == sizes(100, 40)) }
    #expect(card.view.frame == .zero)
    #expect(card.content.layouts == 0)
    #expect(card.view.constraints.count == 4)
  }

  @Test("F11: a call after a change gives what a new view gives")
  func changes() {
    let card = Card()
    #expect(card.sizes() == sizes(100, 40))
    card.left.constant = 30
    #expect(card.sizes() == sizes(120, 40))
    card.content.content = CGSize(width: 50, height: 60)
    card.content.invalidateIntrinsicContentSize()
    #expect(card.sizes() == sizes(90, 80))
    let height = card.content.heightAnchor.constraint(equalToConstant: 5)
    height.isActive = true
    #expect(card.sizes() == sizes(90, 25))
    height.isActive = false
    #expect(card.sizes() == sizes(90, 80))
    let other = card.content.widthAnchor.constraint(greaterThanOrEqualToConstant: 300)
    other.priority = .init(999)
    other.isActive = true
    #expect(card.sizes() == sizes(340, 80))
    card.content.removeFromSuperview()
    #expect(card.view.systemLayoutSizeFitting(.zero) == .zero)
  }
}
