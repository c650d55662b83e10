// Rows that are aligned by baselines: the constraints they make, and texts of several lines.
// Licensed under the MIT license; see LICENSE.

import Testing

@testable import UIKit

@MainActor
@Suite("Stack views: baselines", .serialized)
struct StackBaselineTests {
  private let root = LayoutRoot()

  /// A text that is as wide as all of its words, and breaks them into lines of 20 points.
  private final class Text: UIView {
    let length: CGFloat

    init(_ length: CGFloat) {
      self.length = length
      super.init(frame: .zero)
    }

    required init?(coder: NSCoder) { nil }

    override var intrinsicContentSize: CGSize { CGSize(width: length, height: 20) }
    override var wrapsLines: Bool { true }
    override func wrappedSize(in width: CGFloat) -> CGSize {
      CGSize(width: min(width, length), height: 20 * (length / width).rounded(.up))
    }
    override var ownBaselines: Baselines? { Baselines(first: 15, last: 5, middleHeight: nil) }
  }

  private func row(
    _ views: [UIView],
    _ alignment: UIStackView.Alignment,
    width: CGFloat? = nil
  ) -> UIStackView {
    UIScreen.setMain(UIScreen(size: CGSize(width: 320, height: 568), scale: 2))
    let stack = UIStackView(arrangedSubviews: views)
    stack.alignment = alignment
    stack.spacing = 10
    stack.translatesAutoresizingMaskIntoConstraints = false
    root.addSubview(stack)
    activate(
      stack.leadingAnchor.constraint(equalTo: root.leadingAnchor),
      stack.topAnchor.constraint(equalTo: root.topAnchor)
    )
    if let width { stack.widthAnchor.constraint(equalToConstant: width).isActive = true }
    root.layoutIfNeeded()
    return stack
  }

  /// The priorities of the constraints of a name, in order.
  private func priorities(_ name: String, _ stack: UIStackView) -> [Float] {
    stack.constraints.filter { $0.identifier == name }.map(\.priority.rawValue)
      + stack.arrangedSubviews.flatMap(\.constraints).filter { $0.identifier == name }
      .map(\.priority.rawValue)
  }

  private func lines() -> [ContentView] {
    let views = [ContentView(60, 20), ContentView(100, 40)]
    (views[0].baselines, views[1].baselines) = ((15, 5), (30, 10))
    return views
  }

  @Test("K17: the constraints of a row aligned by first baselines, with their priorities")
  func first() {
    let stack = row(lines(), .firstBaseline)
    #expect(stack.frame.size == CGSize(width: 170, height: 40))
    #expect(stack.arrangedSubviews.map(\.frame.minY) == [15, 0])
    #expect(priorities("UISV-canvas-fit", stack) == [49])
    #expect(priorities("UISV-alignment", stack) == [1_000])
    #expect(priorities("UISV-ambiguity-suppression", stack) == [25, 25])
    #expect(priorities("UISV-spanning-boundary", stack) == [1_000, 1_000, 1_000, 1_000])
    #expect(priorities("UISV-text-width-disambiguation", stack).isEmpty)
    let edges = stack.constraints.filter {
      $0.identifier == "UISV-canvas-connection" && $0.firstAttribute != .leading
        && $0.firstAttribute != .trailing
    }
    #expect(edges.map(\.firstAttribute) == [.top, .bottom])
    #expect(edges.allSatisfy { $0.relation == .equal })
  }

  @Test(
    "K17: texts of several lines share the width, at 760",
    arguments: [
      UIStackView.Alignment.firstBaseline, .lastBaseline,
    ]
  )
  func texts(alignment: UIStackView.Alignment) {
    let texts = [Text(400), Text(300)]
    let stack = row(texts, alignment, width: 300)
    #expect(priorities("UISV-text-width-disambiguation", stack) == [760, 760])
    // The first one is met: a half. The other gives way by the distance.
    #expect(texts.map(\.frame.width) == [150, 140])
    #expect(texts.map(\.frame.height) == [60, 60])
    #expect(stack.frame.height == 60)
  }

  @Test("K17: texts of which one hugs or resists more are not ambiguous and keep their widths")
  func decided() {
    let texts = [Text(100), Text(300)]
    texts[0].setContentCompressionResistancePriority(.init(751), for: .horizontal)
    let stack = row(texts, .firstBaseline, width: 300)
    #expect(priorities("UISV-text-width-disambiguation", stack).isEmpty)
    #expect(texts.map(\.frame.width) == [100, 190])
    let mixed = row([Text(100), ContentView(300, 20)], .firstBaseline, width: 300)
    #expect(priorities("UISV-text-width-disambiguation", mixed).isEmpty)
    let filled = row([Text(100), Text(300)], .fill, width: 300)
    #expect(priorities("UISV-text-width-disambiguation", filled).isEmpty)
  }

  @Test("K18: no item hangs out below a row that is aligned by last baselines")
  func last() {
    for isTurned in [false, true] {
      let views = isTurned ? lines().reversed() : lines()
      let stack = row(views, .lastBaseline)
      #expect(stack.frame.height == 40)
      #expect(views.map(\.frame.minY) == (isTurned ? [0, 15] : [15, 0]))
      #expect(views.allSatisfy { $0.frame.maxY <= 40 })
      let bottom = stack.constraints.first {
        $0.identifier == "UISV-canvas-connection" && $0.firstAttribute == .bottom
      }
      #expect(bottom?.relation == .equal)
      #expect(bottom?.firstItem is UILayoutGuide)
    }
  }
}
