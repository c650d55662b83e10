// Scenes of constraints, with the frames that they make.
// Licensed under the MIT license; see LICENSE.

import TestClaims
import Testing

@testable import UIKit

@MainActor
@Suite("Constraints: scenes", .serialized)
struct ConstraintSceneTests {
  @Test("T01, T11: pins, and another constant")
  func pins() {
    let root = LayoutRoot()
    let view = root.plain()
    let left = view.leftAnchor.constraint(equalTo: root.leftAnchor, constant: 10)
    activate(
      left,
      view.topAnchor.constraint(equalTo: root.topAnchor, constant: 20),
      view.rightAnchor.constraint(equalTo: root.rightAnchor, constant: -30),
      view.bottomAnchor.constraint(equalTo: root.bottomAnchor, constant: -40)
    )
    #expect(root.frames(view) == [rect(10, 20, 280, 508)])
    left.constant = 50
    #expect(root.frames(view) == [rect(50, 20, 240, 508)])
    root.frame.size.width = 400
    #expect(root.frames(view) == [rect(50, 20, 320, 508)])
  }

  @Test("T02, T03: the middle, and pixels")
  func middle() {
    for (scale, frame) in [(2.0, rect(109.5, 258.5, 101, 51)), (1, rect(110, 259, 101, 51))] {
      let root = LayoutRoot(scale: scale)
      let view = root.plain()
      activate(
        view.centerXAnchor.constraint(equalTo: root.centerXAnchor),
        view.centerYAnchor.constraint(equalTo: root.centerYAnchor),
        view.widthAnchor.constraint(equalToConstant: 101),
        view.heightAnchor.constraint(equalToConstant: 51)
      )
      #expect(root.frames(view) == [frame])
    }
  }

  @Test("T05, T06: leading edges follow the direction, left edges do not")
  func direction() {
    for isRight in [false, true] {
      let root = LayoutRoot()
      root.semanticContentAttribute = isRight ? .forceRightToLeft : .unspecified
      let (one, other) = (root.content(100, 50), root.content(100, 50))
      activate(
        one.leadingAnchor.constraint(equalTo: root.leadingAnchor, constant: 16),
        one.topAnchor.constraint(equalTo: root.topAnchor, constant: 16),
        other.leftAnchor.constraint(equalTo: root.leftAnchor, constant: 16),
        other.topAnchor.constraint(equalTo: root.topAnchor, constant: 16)
      )
      let frames = root.frames(one, other)
      #expect(frames == [rect(isRight ? 204 : 16, 16, 100, 50), rect(16, 16, 100, 50)])
    }
  }

  @Test("T08: thirds neither gap nor overlap")
  func thirds() {
    let root = LayoutRoot(320, 100)
    let views = (0..<3).map { _ in root.plain() }
    for (index, view) in views.enumerated() {
      let before = index == 0 ? root.leftAnchor : views[index - 1].rightAnchor
      activate(
        view.leftAnchor.constraint(equalTo: before),
        view.topAnchor.constraint(equalTo: root.topAnchor),
        view.bottomAnchor.constraint(equalTo: root.bottomAnchor),
        view.widthAnchor.constraint(equalTo: views[0].widthAnchor)
      )
    }
    views[2].rightAnchor.constraint(equalTo: root.rightAnchor).isActive = true
    root.layoutIfNeeded()
    #expect(views.map(\.frame.minX) == [0, 106.5, 213.5])
    #expect(views.map(\.frame.width) == [106.5, 107, 106.5])
  }

  @Test("T12: equal distances")
  func distances() {
    let root = LayoutRoot()
    let views = (0..<3).map { _ in root.content(50, 20) }
    let gaps = [
      views[0].rightAnchor.anchorWithOffset(to: views[1].leftAnchor),
      views[1].rightAnchor.anchorWithOffset(to: views[2].leftAnchor),
    ]
    activate(
      views[0].leftAnchor.constraint(equalTo: root.leftAnchor, constant: 16),
      views[2].rightAnchor.constraint(equalTo: root.rightAnchor, constant: -16),
      gaps[0].constraint(equalTo: gaps[1])
    )
    root.layoutIfNeeded()
    #expect(views.map(\.frame.minX) == [16, 135, 254])
  }

  @Test("T13 to T16: branches, transforms, anchor points, the origin of bounds")
  func geometry() {
    let root = LayoutRoot()
    let outer = UIView(frame: rect(20, 30, 100, 100))
    root.addSubview(outer)
    let inner = UIView()
    inner.translatesAutoresizingMaskIntoConstraints = false
    outer.addSubview(inner)
    let turned = root.plain()
    turned.transform = CGAffineTransform(rotationAngle: .pi / 4)
    let cornered = root.plain()
    cornered.anchorPoint = .zero
    activate(
      inner.leftAnchor.constraint(equalTo: root.leftAnchor, constant: 50),
      inner.topAnchor.constraint(equalTo: root.topAnchor, constant: 60),
      inner.widthAnchor.constraint(equalToConstant: 10),
      inner.heightAnchor.constraint(equalToConstant: 10),
      turned.leftAnchor.constraint(equalTo: root.leftAnchor, constant: 50),
      turned.topAnchor.constraint(equalTo: root.topAnchor, constant: 50),
      turned.widthAnchor.constraint(equalToConstant: 100),
      turned.heightAnchor.constraint(equalToConstant: 100),
      cornered.leftAnchor.constraint(equalTo: root.leftAnchor, constant: 10),
      cornered.topAnchor.constraint(equalTo: root.topAnchor, constant: 20),
      cornered.widthAnchor.constraint(equalToConstant: 100),
      cornered.heightAnchor.constraint(equalToConstant: 50)
    )
    #expect(root.frames(inner) == [rect(30, 30, 10, 10)])
    #expect(turned.center == CGPoint(x: 100, y: 100) && turned.bounds == rect(0, 0, 100, 100))
    #expect(cornered.center == CGPoint(x: 10, y: 20) && cornered.frame == rect(10, 20, 100, 50))
    root.bounds.origin.y = 40
    #expect(root.frames(cornered) == [rect(10, 20, 100, 50)])
  }

  @Test("T21 to T26: sizes of contents")
  func contents() {
    let root = LayoutRoot()
    let single = root.content(80, 20)
    let wish = single.widthAnchor.constraint(equalToConstant: 120)
    wish.priority = UILayoutPriority(249)
    activate(
      single.leftAnchor.constraint(equalTo: root.leftAnchor, constant: 16),
      single.topAnchor.constraint(equalTo: root.topAnchor, constant: 16),
      wish
    )
    #expect(root.frames(single) == [rect(16, 16, 80, 20)])
    wish.priority = UILayoutPriority(251)
    #expect(root.frames(single) == [rect(16, 16, 120, 20)])
    func pair(_ one: UIView, _ other: UIView) -> [CGFloat] {
      activate(
        one.leftAnchor.constraint(equalTo: root.leftAnchor, constant: 16),
        other.leftAnchor.constraint(equalTo: one.rightAnchor, constant: 8),
        other.rightAnchor.constraint(equalTo: root.rightAnchor, constant: -16)
      )
      return root.frames(one, other).flatMap { [$0.minX, $0.width] }
    }
    #expect(pair(root.content(80, 20, hugging: 251), root.content(120, 20)) == [16, 80, 104, 200])
    #expect(
      pair(root.content(200, 20, resisting: 749), root.content(180, 20)) == [16, 100, 124, 180]
    )
    let tied = root.content(80, 20)
    #expect(pair(tied, root.content(120, 20)) == [16, 80, 104, 200])
    #expect(tied.hasAmbiguousLayout)
  }

  @Test("T27: alignment rectangles")
  func alignment() {
    final class Padded: UIView {
      override var alignmentRectInsets: UIEdgeInsets {
        UIEdgeInsets(top: 0, left: 2, bottom: 4, right: 6)
      }
    }
    let root = LayoutRoot()
    let view = Padded()
    view.translatesAutoresizingMaskIntoConstraints = false
    root.addSubview(view)
    activate(
      view.leftAnchor.constraint(equalTo: root.leftAnchor, constant: 10),
      view.topAnchor.constraint(equalTo: root.topAnchor, constant: 10),
      view.widthAnchor.constraint(equalToConstant: 40),
      view.heightAnchor.constraint(equalToConstant: 40)
    )
    #expect(root.frames(view) == [rect(8, 10, 48, 44)])
  }

  @Test("T28 to T30: baselines")
  func baselines() {
    let root = LayoutRoot()
    let (one, other, plain) = (root.content(60, 20), root.content(100, 40), root.plain())
    one.baselines = (15, 5)
    other.baselines = (30, 10)
    let top = other.topAnchor.constraint(equalTo: root.topAnchor, constant: 10)
    let first = one.firstBaselineAnchor.constraint(equalTo: other.firstBaselineAnchor)
    activate(
      top,
      first,
      plain.heightAnchor.constraint(equalToConstant: 20),
      plain.firstBaselineAnchor.constraint(equalTo: one.firstBaselineAnchor)
    )
    #expect(root.frames(one, plain).map(\.minY) == [25, 20])
    first.isActive = false
    other.content.height = 60
    other.invalidateIntrinsicContentSize()
    one.lastBaselineAnchor.constraint(equalTo: other.lastBaselineAnchor).isActive = true
    #expect(root.frames(one)[0].minY == 45)
  }

  @Test("T31: a text of several lines is measured for its width")
  func lines() {
    let root = LayoutRoot(150, 400, scale: 1)
    let label = UILabel()
    label.numberOfLines = 0
    label.text = "Several words that do not fit into one line of that width"
    label.translatesAutoresizingMaskIntoConstraints = false
    root.addSubview(label)
    activate(
      label.leadingAnchor.constraint(equalTo: root.leadingAnchor, constant: 10),
      label.trailingAnchor.constraint(equalTo: root.trailingAnchor, constant: -10),
      label.topAnchor.constraint(equalTo: root.topAnchor, constant: 10)
    )
    let height = label.sizeThatFits(CGSize(width: 130, height: 0)).height
    #expect(height > 2 * label.font.lineHeight)
    #expect(root.frames(label) == [rect(10, 10, 130, height)])
    root.frame.size.width = 1_000
    #expect(root.frames(label)[0].height == label.sizeThatFits(.zero).height)
  }

  @Test("T32 to T34: fitting")
  func fitting() {
    let outer = UIView()
    let inner = ContentView(80, 20)
    outer.addSubview(inner)
    activate(
      inner.leftAnchor.constraint(equalTo: outer.leftAnchor, constant: 10),
      inner.topAnchor.constraint(equalTo: outer.topAnchor, constant: 10),
      inner.rightAnchor.constraint(equalTo: outer.rightAnchor, constant: -10),
      inner.bottomAnchor.constraint(equalTo: outer.bottomAnchor, constant: -10)
    )
    let compressed = UIView.layoutFittingCompressedSize
    #expect(outer.systemLayoutSizeFitting(compressed) == CGSize(width: 100, height: 40))
    let wide = CGSize(width: 200, height: 0)
    #expect(outer.systemLayoutSizeFitting(wide) == CGSize(width: 100, height: 40))
    let exact = outer.systemLayoutSizeFitting(
      wide,
      withHorizontalFittingPriority: .required,
      verticalFittingPriority: .fittingSizeLevel
    )
    #expect(exact == CGSize(width: 200, height: 40))
    let expanded = outer.systemLayoutSizeFitting(UIView.layoutFittingExpandedSize)
    #expect(expanded == CGSize(width: 100, height: 40))
    inner.content = CGSize(width: -1, height: -1)
    inner.widthAnchor.constraint(greaterThanOrEqualToConstant: 50).isActive = true
    #expect(outer.systemLayoutSizeFitting(compressed) == CGSize(width: 70, height: 20))
    #expect(
      outer.systemLayoutSizeFitting(UIView.layoutFittingExpandedSize)
        == UIView.layoutFittingExpandedSize
    )
  }

  @Test("T41: views with frames of their own take part")
  func frames() {
    let root = LayoutRoot()
    let fixed = UIView(frame: rect(20, 20, 100, 40))
    root.addSubview(fixed)
    let view = root.content(50, 40)
    activate(
      view.leadingAnchor.constraint(equalTo: fixed.trailingAnchor, constant: 8),
      view.topAnchor.constraint(equalTo: fixed.topAnchor)
    )
    #expect(root.frames(view) == [rect(128, 20, 50, 40)])
    fixed.frame.origin.x = 60
    #expect(root.frames(view) == [rect(168, 20, 50, 40)])
  }
}
