// Guides of views and scroll views.
// Licensed under the MIT license; see LICENSE.

import TestClaims
import Testing

@testable import UIKit

@MainActor
@Suite("Layout guides", .serialized)
struct LayoutGuideTests {
  private func pin(_ view: UIView, to guide: UILayoutGuide) {
    activate(
      view.leadingAnchor.constraint(equalTo: guide.leadingAnchor),
      view.trailingAnchor.constraint(equalTo: guide.trailingAnchor),
      view.topAnchor.constraint(equalTo: guide.topAnchor),
      view.bottomAnchor.constraint(equalTo: guide.bottomAnchor)
    )
  }

  @Test("T42, T43: margins")
  func margins() {
    let root = LayoutRoot()
    #expect(root.layoutMarginsGuide.layoutFrame == rect(8, 8, 304, 552))
    let view = root.plain()
    pin(view, to: root.layoutMarginsGuide)
    #expect(root.frames(view) == [rect(8, 8, 304, 552)])
    root.semanticContentAttribute = .forceRightToLeft
    root.directionalLayoutMargins = NSDirectionalEdgeInsets(
      top: 0,
      leading: 30,
      bottom: 0,
      trailing: 10
    )
    #expect(root.layoutMarginsGuide.layoutFrame == rect(10, 0, 280, 568))
    #expect(root.frames(view) == [rect(10, 0, 280, 568)])
    let margin = NSLayoutConstraint(
      item: root.plain(),
      attribute: .left,
      relatedBy: .equal,
      toItem: root,
      attribute: .leftMargin,
      multiplier: 1,
      constant: 5
    )
    margin.isActive = true
    root.layoutIfNeeded()
    #expect(root.subviews.last?.frame.minX == 15)
  }

  @Test("T48: readable width")
  func readable() {
    let root = LayoutRoot(1_024, 768)
    root.layoutMargins = UIEdgeInsets(top: 0, left: 20, bottom: 0, right: 20)
    #expect(root.readableContentGuide.layoutFrame == rect(176, 0, 672, 768))
    let view = root.plain()
    pin(view, to: root.readableContentGuide)
    #expect(root.frames(view) == [rect(176, 0, 672, 768)])
    root.frame.size.width = 600
    #expect(root.frames(view) == [rect(20, 0, 560, 768)])
  }

  @Test("T49: guides of programs")
  func gaps() {
    let root = LayoutRoot()
    let views = (0..<3).map { _ in root.content(50, 50) }
    let guides = (0..<4).map { _ in UILayoutGuide() }
    for guide in guides { root.addLayoutGuide(guide) }
    for (index, guide) in guides.enumerated() {
      let left = index == 0 ? root.leftAnchor : views[index - 1].rightAnchor
      let right = index == 3 ? root.rightAnchor : views[index].leftAnchor
      activate(
        guide.leftAnchor.constraint(equalTo: left),
        guide.rightAnchor.constraint(equalTo: right),
        guide.widthAnchor.constraint(equalTo: guides[0].widthAnchor)
      )
    }
    root.layoutIfNeeded()
    #expect(views.map(\.frame.minX) == [42.5, 135, 227.5])
    #expect(guides[1].layoutFrame.minX == 92.5 && guides[1].layoutFrame.width == 42.5)
    root.removeLayoutGuide(guides[1])
    #expect(guides[1].owningView == nil && root.layoutGuides.count == 3)
    #expect(root.constraints.count == 9)
  }

  @Test("T51: the content of scroll views")
  func scrolling() {
    let root = LayoutRoot()
    let scroll = UIScrollView(frame: root.bounds)
    root.addSubview(scroll)
    let content = UIView()
    content.translatesAutoresizingMaskIntoConstraints = false
    scroll.addSubview(content)
    pin(content, to: scroll.contentLayoutGuide)
    activate(
      content.widthAnchor.constraint(equalTo: scroll.frameLayoutGuide.widthAnchor),
      content.heightAnchor.constraint(equalToConstant: 1_000)
    )
    root.layoutIfNeeded()
    #expect(scroll.contentSize == CGSize(width: 320, height: 1_000))
    #expect(content.frame == rect(0, 0, 320, 1_000))
    let header = UIView()
    header.translatesAutoresizingMaskIntoConstraints = false
    scroll.addSubview(header)
    activate(
      header.leftAnchor.constraint(equalTo: scroll.frameLayoutGuide.leftAnchor),
      header.topAnchor.constraint(equalTo: scroll.frameLayoutGuide.topAnchor, constant: 10),
      header.widthAnchor.constraint(equalToConstant: 320),
      header.heightAnchor.constraint(equalToConstant: 44)
    )
    scroll.contentOffset = CGPoint(x: 0, y: 100)
    root.layoutIfNeeded()
    #expect(header.frame == rect(0, 110, 320, 44))
  }

  @Test("T51b: edges of a scroll view are those of its content")
  func edges() {
    let root = LayoutRoot()
    let scroll = UIScrollView(frame: root.bounds)
    root.addSubview(scroll)
    let content = ContentView(600, 400)
    scroll.addSubview(content)
    activate(
      content.leftAnchor.constraint(equalTo: scroll.leftAnchor, constant: 10),
      content.topAnchor.constraint(equalTo: scroll.topAnchor, constant: 10),
      content.rightAnchor.constraint(equalTo: scroll.rightAnchor, constant: -10),
      content.bottomAnchor.constraint(equalTo: scroll.bottomAnchor, constant: -10)
    )
    root.layoutIfNeeded()
    #expect(scroll.contentSize == CGSize(width: 620, height: 420))
    #expect(content.frame == rect(10, 10, 600, 400))
  }
}
