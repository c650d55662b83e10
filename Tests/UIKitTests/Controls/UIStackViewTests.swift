// Stack views.
// Licensed under the MIT license; see LICENSE.

import Foundation
import QuartzCore
import TestClaims
import Testing
import UIKit

/// A view of a size of its own.
@MainActor
private final class Block: UIView {
  private let own: CGSize

  init(_ width: CGFloat, _ height: CGFloat) {
    own = CGSize(width: width, height: height)
    super.init(frame: .zero)
  }

  required init?(coder: NSCoder) { nil }

  override var intrinsicContentSize: CGSize { own }
  override func sizeThatFits(_ size: CGSize) -> CGSize { own }
}

@MainActor
@Suite("UIStackView")
struct UIStackViewTests {
  private func stack(
    _ blocks: [UIView],
    _ distribution: UIStackView.Distribution,
    spacing: CGFloat = 10
  ) -> [CGRect] {
    // Widths are of whole pixels: the screen of the test before is not the one meant.
    UIScreen.setMain(UIScreen(size: CGSize(width: 200, height: 50), scale: 1))
    let stack = UIStackView(arrangedSubviews: blocks)
    stack.frame = CGRect(x: 0, y: 0, width: 200, height: 50)
    stack.spacing = spacing
    stack.distribution = distribution
    stack.layoutIfNeeded()
    return blocks.map(\.frame)
  }

  @Test(
    "Views fill the room as their distribution says",
    .shows(
      "UIStackView",
      "UIStackView.init(arrangedSubviews:)",
      "UIStackView.spacing",
      "UIStackView.distribution",
      "UIStackView.Distribution",
      "UIStackView.Distribution.fillEqually",
      "UIStackView.Distribution.fillProportionally",
      "UIStackView.Distribution.equalSpacing",
      "UIStackView.Distribution.equalCentering"
    )
  )
  func distributions() {
    let blocks = [Block(20, 10), Block(40, 20), Block(60, 30)]
    #expect(stack(blocks, .fill).map(\.width) == [20, 40, 120])
    #expect(stack(blocks, .fillEqually).map(\.width) == [60, 60, 60])
    #expect(stack(blocks, .fillProportionally).map(\.width) == [29, 57, 94])
    #expect(stack(blocks, .equalSpacing).map(\.minX) == [0, 60, 140])
    #expect(stack(blocks, .equalCentering).map(\.midX) == [10, 90, 170])
  }

  @Test(
    "Hiding a view lays out again; in a block the view loses its room and is hidden afterwards",
    .shows("UIStackView.arrangedSubviews", "UIView.isHidden")
  )
  func hiding() throws {
    let window = makeWindow()
    let blocks = [Block(20, 50), Block(40, 50), Block(60, 50)]
    let stack = UIStackView(arrangedSubviews: blocks)
    stack.frame = CGRect(x: 0, y: 0, width: 200, height: 50)
    window.addSubview(stack)
    stack.layoutIfNeeded()
    #expect(blocks.map(\.frame.minX) == [0, 20, 60])
    blocks[0].isHidden = true
    stack.layoutIfNeeded()
    #expect(blocks[1].frame.minX == 0 && blocks[2].frame.minX == 40)
    blocks[0].isHidden = false
    stack.layoutIfNeeded()
    #expect(blocks.map(\.frame.minX) == [0, 20, 60])
    UIView.animate(withDuration: 1, delay: 0, options: .curveLinear) { blocks[0].isHidden = true }
    #expect(blocks[0].isHidden && !blocks[0].layer.isHidden && blocks[1].frame.minX == 0)
    _ = try window.image(at: 0.5)
    #expect(blocks[1].layer.presentation()?.frame.minX == 10)
    #expect(blocks[0].layer.presentation()?.frame.width == 10)
    _ = try window.image(at: 1.1)
    #expect(blocks[0].layer.isHidden)
    UIView.animate(withDuration: 1, delay: 0, options: .curveLinear) { blocks[0].isHidden = false }
    _ = try window.image(at: 1.6)
    #expect(blocks[0].layer.presentation()?.frame.width == 10)
    #expect(blocks[1].layer.presentation()?.frame.minX == 10)
    _ = try window.image(at: 3)
    #expect(blocks.map(\.frame.minX) == [0, 20, 60] && !blocks[0].isHidden)
  }

  @Test(
    "Views lie across the axis as their alignment says; hidden ones take no room",
    .shows(
      "UIStackView.axis",
      "UIStackView.alignment",
      "UIStackView.Alignment",
      "UIStackView.arrangedSubviews",
      "UIStackView.insertArrangedSubview(_:at:)"
    )
  )
  func alignments() {
    let (one, two) = (Block(20, 10), Block(20, 20))
    let stack = UIStackView(arrangedSubviews: [one, two])
    stack.axis = .vertical
    stack.alignment = .center
    stack.spacing = 5
    stack.frame.size = stack.sizeThatFits(.zero)
    #expect(stack.frame.size == CGSize(width: 20, height: 35))
    stack.frame.size.width = 100
    stack.layoutIfNeeded()
    #expect(one.frame == CGRect(x: 40, y: 0, width: 20, height: 10))
    #expect(two.frame == CGRect(x: 40, y: 15, width: 20, height: 20))
    one.isHidden = true
    #expect(stack.sizeThatFits(.zero) == CGSize(width: 20, height: 20))
    two.removeFromSuperview()
    #expect(stack.arrangedSubviews == [one])
    stack.insertArrangedSubview(two, at: 99)
    stack.setCustomSpacing(30, after: one)
    #expect(stack.arrangedSubviews == [one, two])
  }

  /// A column in a column in a column, which have blocks of 10, 30, 5 and 7 points, each after the
  /// inner column.
  private func nested() -> (blocks: [Block], outer: UIStackView) {
    let blocks = [Block(20, 10), Block(20, 30), Block(20, 5), Block(20, 7)]
    let inner = UIStackView(arrangedSubviews: Array(blocks[..<2]))
    let middle = UIStackView(arrangedSubviews: [inner, blocks[2]])
    let outer = UIStackView(arrangedSubviews: [middle, blocks[3]])
    for stack in [inner, middle, outer] { stack.axis = .vertical }
    outer.frame = CGRect(x: 0, y: 0, width: 50, height: 200)
    return (blocks, outer)
  }

  @Test("A view that hides in a stack of stacks changes the places in all of them")
  func nestedHiding() throws {
    let (blocks, outer) = nested()
    let window = makeWindow()
    window.addSubview(outer)
    func tops() -> [CGFloat] { blocks.dropFirst().map { $0.convert(.zero, to: outer).y } }
    outer.layoutIfNeeded()
    #expect(tops() == [10, 40, 45])
    blocks[0].isHidden = true
    outer.layoutIfNeeded()
    #expect(tops() == [0, 30, 35])
    blocks[0].isHidden = false
    CATransaction.flush()
    #expect(tops() == [10, 40, 45])
    let label = UILabel()
    label.text = "Two lines"
    // Another view takes the room that is left.
    label.setContentHuggingPriority(.defaultHigh, for: .vertical)
    (blocks[0].superview as? UIStackView)?.addArrangedSubview(label)
    outer.layoutIfNeeded()
    let height = label.intrinsicContentSize.height
    label.text = "Two\nlines"
    label.numberOfLines = 2
    outer.layoutIfNeeded()
    let more = label.intrinsicContentSize.height - height
    #expect(more > 0 && tops()[2] == 45 + height + more)
  }

  @Test("In a block all stacks around a view that hides move with it", arguments: [true, false])
  func nestedHidingInABlock(comes: Bool) throws {
    let (blocks, outer) = nested()
    blocks[0].isHidden = comes
    let window = makeWindow()
    window.addSubview(outer)
    _ = try window.image(at: 0)
    UIView.animate(withDuration: 1, delay: 0, options: .curveLinear) {
      blocks[0].isHidden = !comes
    }
    #expect(blocks[3].frame.minY == (comes ? 45 : 35))
    _ = try window.image(at: 0.5)
    #expect(blocks[3].layer.presentation()?.frame.minY == 40)
    #expect(blocks[2].layer.presentation()?.frame.minY == 35)
    #expect(blocks[1].layer.presentation()?.frame.minY == 5)
    _ = try window.image(at: 2)
    #expect(blocks[3].layer.presentation()?.frame.minY == (comes ? 45 : 35))
  }

  @Test("In a block one view may go and another come")
  func exchanged() throws {
    let blocks = [Block(20, 10), Block(20, 30), Block(20, 5)]
    blocks[1].isHidden = true
    let stack = UIStackView(arrangedSubviews: blocks)
    stack.axis = .vertical
    stack.frame = CGRect(x: 0, y: 0, width: 50, height: 200)
    let window = makeWindow()
    window.addSubview(stack)
    _ = try window.image(at: 0)
    UIView.animate(withDuration: 1, delay: 0, options: .curveLinear) {
      blocks[0].isHidden = true
      blocks[1].isHidden = false
    }
    _ = try window.image(at: 0.5)
    #expect(blocks[0].layer.presentation()?.frame.height == 5)
    #expect(blocks[1].layer.presentation()?.frame.height == 15)
    #expect(blocks[2].layer.presentation()?.frame.minY == 20)
    _ = try window.image(at: 2)
    #expect(blocks.map(\.isHidden) == [true, false, false] && blocks[2].frame.minY == 30)
  }

  @Test("Stacks of no size and of a huge one lay out")
  func hostile() {
    let views = [Block(.infinity, .nan), Block(-5, 1e9), UIView()]
    for size in [CGSize.zero, CGSize(width: 1e9, height: 1e9), CGSize(width: -1, height: -1)] {
      for distribution in [UIStackView.Distribution.fill, .equalSpacing, .fillProportionally] {
        let stack = UIStackView(arrangedSubviews: views)
        stack.distribution = distribution
        stack.frame.size = size
        stack.layoutIfNeeded()
        _ = stack.sizeThatFits(size)
      }
    }
  }
}
