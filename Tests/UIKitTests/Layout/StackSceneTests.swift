// Stack views of views of 160 x 200, 80 x 100 and 40 x 50 points, and of others.
// Licensed under the MIT license; see LICENSE.

import TestClaims
import Testing

@testable import UIKit

@MainActor
@Suite("Stack views: scenes", .serialized)
struct StackSceneTests {
  private let root = LayoutRoot()

  private var three: [ContentView] {
    [ContentView(160, 200), ContentView(80, 100), ContentView(40, 50)]
  }

  /// A stack at the origin of the root.
  private func stack(
    _ views: [UIView],
    _ distribution: UIStackView.Distribution = .fill,
    width: CGFloat? = nil,
    height: CGFloat? = nil,
    _ change: (UIStackView) -> Void = { _ in }
  ) -> UIStackView {
    // Other suites may have set another screen meanwhile.
    UIScreen.setMain(UIScreen(size: CGSize(width: 320, height: 568), scale: 2))
    let stack = UIStackView(arrangedSubviews: views)
    stack.distribution = distribution
    stack.translatesAutoresizingMaskIntoConstraints = false
    change(stack)
    root.addSubview(stack)
    activate(
      stack.leftAnchor.constraint(equalTo: root.leftAnchor),
      stack.topAnchor.constraint(equalTo: root.topAnchor)
    )
    if let width { stack.widthAnchor.constraint(equalToConstant: width).isActive = true }
    if let height { stack.heightAnchor.constraint(equalToConstant: height).isActive = true }
    root.layoutIfNeeded()
    return stack
  }

  private func columns(_ stack: UIStackView) -> [[CGFloat]] {
    stack.arrangedSubviews.map { [$0.frame.minX, $0.frame.width] }
  }

  private func rows(_ stack: UIStackView) -> [[CGFloat]] {
    stack.arrangedSubviews.map { [$0.frame.minY, $0.frame.height] }
  }

  @Test("T52 to T58: filling")
  func filling() {
    let rest = stack(three, .fillProportionally, width: 320) { $0.spacing = 10 }
    #expect(columns(rest) == [[0, 170.5], [180.5, 85.5], [276, 44]])
    #expect(rest.frame.size == CGSize(width: 320, height: 200))
    #expect(rows(rest) == [[0, 200], [0, 200], [0, 200]])
    let free = stack(three)
    #expect(free.frame.size == CGSize(width: 280, height: 200))
    #expect(columns(free) == [[0, 160], [160, 80], [240, 40]])
    let equal = stack(three, .fillEqually, width: 320) { $0.spacing = 10 }
    #expect(columns(equal) == [[0, 100], [110, 100], [220, 100]])
    #expect(columns(stack(three, .fillEqually)) == [[0, 160], [160, 160], [320, 160]])
    let less = stack(three, .fillProportionally, width: 210)
    #expect(columns(less) == [[0, 120], [120, 60], [180, 30]])
    let own = stack(three, .fillProportionally) { $0.spacing = 10 }
    #expect(columns(own) == [[0, 160], [170, 80], [260, 40]])
    let none = [ContentView(100, 10), ContentView(-1, 10), ContentView(50, 10)]
    #expect(columns(stack(none, .fillProportionally, width: 300)).map { $0[1] } == [200, 0, 100])
  }

  @Test("T59 to T61: distances")
  func distances() {
    let spaced = stack(three, .equalSpacing, width: 400) { $0.spacing = 10 }
    #expect(columns(spaced).map { $0[0] } == [0, 220, 360])
    let free = stack(three, .equalSpacing) { $0.spacing = 10 }
    #expect(free.frame.width == 300 && columns(free).map { $0[0] } == [0, 170, 260])
    for (width, places) in [(400.0, [0.0, 190, 360]), (320, [0, 170, 280])] {
      let centered = stack(three, .equalCentering, width: width) { $0.spacing = 10 }
      #expect(columns(centered).map { $0[0] } == places.map { CGFloat($0) })
    }
    let own = stack(three, .equalCentering) { $0.spacing = 10 }
    #expect(own.frame.width == 360 && columns(own).map { $0[0] } == [0, 170, 320])
    let narrow = stack(three, .equalSpacing, width: 290) { $0.spacing = 10 }
    #expect(columns(narrow).map { $0[1] } == [160, 80, 30])
  }

  @Test("T62 to T65: alignment")
  func alignment() {
    let cases: [(UIStackView.Alignment, [CGFloat], [CGFloat])] = [
      (.leading, [0, 0, 0], [0, 0, 0]), (.center, [0, 50, 75], [10, 60, 85]),
      (.trailing, [0, 100, 150], [20, 120, 170]),
    ]
    for (alignment, free, higher) in cases {
      let own = stack(three) { $0.alignment = alignment }
      #expect(own.frame.height == 200)
      #expect(rows(own) == zip(free, [200, 100, 50]).map { [$0, $1] })
      let room = stack(three, height: 220) { $0.alignment = alignment }
      #expect(rows(room) == zip(higher, [200, 100, 50]).map { [$0, $1] })
    }
    let column = stack(three, width: 300) {
      ($0.axis, $0.alignment, $0.spacing) = (.vertical, .center, 4)
    }
    #expect(column.frame.size == CGSize(width: 300, height: 358))
    #expect(column.arrangedSubviews.map(\.frame.origin.x) == [70, 110, 130])
    #expect(column.arrangedSubviews.map(\.frame.origin.y) == [0, 204, 308])
    let wide = stack(three, width: 300) { ($0.axis, $0.spacing) = (.vertical, 4) }
    #expect(columns(wide) == [[0, 300], [0, 300], [0, 300]])
  }

  @Test("T66 to T69: hidden views, distances of their own, margins")
  func spacing() {
    for (hidden, width, places) in [
      (1, 210.0, [0.0, 165, 170]), (0, 130, [0, 0, 90]), (2, 250, [0, 170, 250]),
    ] {
      let views = three
      views[hidden].isHidden = true
      let row = stack(views) { $0.spacing = 10 }
      #expect(row.frame.width == CGFloat(width))
      #expect(columns(row).map { $0[0] } == places.map { CGFloat($0) })
    }
    let four = (0..<4).map { _ in ContentView(50, 20) }
    (four[1].isHidden, four[2].isHidden) = (true, true)
    let row = stack(four) { $0.spacing = 10 }
    #expect(row.frame.width == 110)
    #expect(columns(row).map { $0[0] } == [0, 55, 55, 60])
    let views = three
    let custom = stack(views) {
      $0.spacing = 10
      $0.setCustomSpacing(30, after: views[0])
    }
    #expect(custom.frame.width == 320 && columns(custom).map { $0[0] } == [0, 190, 280])
    let margins = stack(three) { $0.isLayoutMarginsRelativeArrangement = true }
    #expect(margins.frame.size == CGSize(width: 296, height: 216))
    #expect(
      margins.arrangedSubviews.map(\.frame.origin)
        == [CGPoint(x: 8, y: 8), CGPoint(x: 168, y: 8), CGPoint(x: 248, y: 8)]
    )
  }

  private var lines: [ContentView] {
    let views = [ContentView(60, 20), ContentView(100, 40)]
    (views[0].baselines, views[1].baselines) = ((15, 5), (30, 10))
    return views
  }

  @Test("T70 to T72, T79: baselines")
  func baselines() {
    for alignment in [UIStackView.Alignment.firstBaseline, .lastBaseline] {
      let row = stack(lines) { $0.alignment = alignment }
      #expect(row.frame.size == CGSize(width: 160, height: 40))
      #expect(rows(row) == [[15, 20], [0, 40]])
    }
    let column = stack(lines) {
      ($0.axis, $0.isBaselineRelativeArrangement, $0.spacing) = (.vertical, true, 30)
    }
    #expect(column.frame.size == CGSize(width: 100, height: 55))
    #expect(rows(column).map { $0[0] } == [0, 15])
    let high = stack(lines, height: 100) { $0.alignment = .firstBaseline }
    #expect(rows(high).map { $0[0] } == [15, 0])
  }

  @Test("T73 to T78: hugging, single views, nests, nothing")
  func others() {
    let views = three
    views[2].setContentHuggingPriority(UILayoutPriority(249), for: .horizontal)
    #expect(columns(stack(views, width: 400))[2] == [240, 160])
    let single = stack([ContentView(60, 20)], height: 100) { $0.alignment = .center }
    #expect(single.arrangedSubviews[0].frame == CGRect(x: 0, y: 40, width: 60, height: 20))
    let column = stack([ContentView(60, 20)], width: 100) {
      ($0.axis, $0.alignment) = (.vertical, .center)
    }
    #expect(column.arrangedSubviews[0].frame == CGRect(x: 20, y: 0, width: 60, height: 20))
    let plain = [ContentView(-1, -1), ContentView(-1, -1)]
    #expect(
      columns(stack(plain, .fillEqually, width: 200, height: 40)) == [[0, 100], [100, 100]]
    )
    let tight = [ContentView(50, 20), ContentView(60, 20)]
    for view in tight { view.setContentHuggingPriority(UILayoutPriority(251), for: .horizontal) }
    let inner = [
      UIStackView(arrangedSubviews: [tight[0], ContentView(70, 30)]),
      UIStackView(arrangedSubviews: [ContentView(100, 40), tight[1]]),
    ]
    for row in inner { (row.alignment, row.spacing) = (.center, 4) }
    let nest = stack(inner, width: 320) { ($0.axis, $0.spacing) = (.vertical, 8) }
    #expect(nest.frame.size == CGSize(width: 320, height: 78))
    #expect(rows(nest).map { $0[0] } == [0, 38])
    #expect(columns(inner[0]) == [[0, 50], [54, 266]] && rows(inner[0])[0] == [5, 20])
    #expect(columns(inner[1]) == [[0, 256], [260, 60]] && rows(inner[1])[1] == [10, 20])
    let spread = stack(
      [ContentView(40, 20), ContentView(40, 60), ContentView(40, 40)],
      .equalSpacing,
      width: 100,
      height: 300
    ) { ($0.axis, $0.alignment, $0.spacing) = (.vertical, .leading, 8) }
    #expect(rows(spread).map { $0[0] } == [0, 110, 260])
    let hidden = three
    for view in hidden { view.isHidden = true }
    #expect(stack(hidden) { $0.spacing = 10 }.frame.size == .zero)
  }

  @Test("T91: from right to left")
  func turned() {
    root.semanticContentAttribute = .forceRightToLeft
    let row = stack(three) { $0.semanticContentAttribute = .forceRightToLeft }
    #expect(columns(row) == [[120, 160], [40, 80], [0, 40]])
  }

  @Test("The constraints of a stack have its names, and go with the views")
  func names() {
    let views = three
    let row = stack(views) { $0.spacing = 10 }
    #expect(row.constraints.contains { $0.identifier == "UISV-spacing" && $0.constant == 10 })
    #expect(row.constraints.allSatisfy { $0.identifier?.hasPrefix("UISV-") ?? false })
    row.removeArrangedSubview(views[1])
    root.layoutIfNeeded()
    #expect(columns(row) == [[0, 160], [170, 40]])
    #expect(!views[1].translatesAutoresizingMaskIntoConstraints && views[1].superview === row)
  }
}
