// Frames that follow the superview by masks, in engines of layout.
// Licensed under the MIT license; see LICENSE.

import Testing

@testable import UIKit

@MainActor
@Suite("Masks as equations")
struct MaskSceneTests {
  struct Scene: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let frame: CGRect
    let mask: UIView.AutoresizingMask
    let size: CGSize
    let result: CGRect

    init(
      _ name: String,
      _ frame: CGRect,
      _ mask: UIView.AutoresizingMask,
      _ size: CGSize,
      _ result: CGRect
    ) {
      (testDescription, self.frame, self.mask, self.size) = (name, frame, mask, size)
      self.result = result
    }
  }

  /// Views of a root of 320 x 568, the size that the root gets, and the frames that they get.
  nonisolated static let scenes = [
    Scene("T35", rect(10, 10, 100, 50), [], CGSize(width: 375, height: 667), rect(10, 10, 100, 50)),
    Scene(
      "T36",
      rect(10, 10, 300, 548),
      [.flexibleWidth, .flexibleHeight],
      CGSize(width: 375, height: 667),
      rect(10, 10, 355, 647)
    ),
    Scene(
      "T37",
      rect(210, 10, 100, 50),
      .flexibleLeftMargin,
      CGSize(width: 375, height: 568),
      rect(265, 10, 100, 50)
    ),
    Scene(
      "T38",
      rect(110, 10, 100, 50),
      [.flexibleLeftMargin, .flexibleRightMargin],
      CGSize(width: 375, height: 568),
      rect(137.5, 10, 100, 50)
    ),
    Scene(
      "T39",
      rect(60, 10, 100, 50),
      [.flexibleLeftMargin, .flexibleRightMargin],
      CGSize(width: 430, height: 568),
      rect(90, 10, 100, 50)
    ),
    Scene(
      "T40",
      rect(100, 10, 100, 50),
      [.flexibleLeftMargin, .flexibleWidth],
      CGSize(width: 380, height: 568),
      rect(130, 10, 130, 50)
    ),
    Scene(
      "all parts down",
      rect(10, 142, 100, 142),
      [.flexibleTopMargin, .flexibleHeight, .flexibleBottomMargin],
      CGSize(width: 320, height: 284),
      rect(10, 71, 100, 71)
    ),
    Scene(
      "empty parts share equally",
      rect(0, 10, 320, 50),
      [.flexibleLeftMargin, .flexibleRightMargin],
      CGSize(width: 380, height: 568),
      rect(30, 10, 320, 50)
    ),
  ]

  @Test(
    "A root takes views along, in an engine or not",
    arguments: scenes
  )
  func roots(scene: Scene) {
    for isEngaged in [false, true] {
      let root = LayoutRoot()
      let view = UIView(frame: scene.frame)
      view.autoresizingMask = scene.mask
      root.addSubview(view)
      let follower = root.content(20, 10)
      if isEngaged {
        activate(
          follower.leadingAnchor.constraint(equalTo: view.trailingAnchor, constant: 5),
          follower.topAnchor.constraint(equalTo: view.bottomAnchor)
        )
      }
      root.layoutIfNeeded()
      root.frame.size = scene.size
      #expect(root.frames(view) == [scene.result])
      guard isEngaged else { continue }
      #expect(follower.frame.origin == CGPoint(x: scene.result.maxX + 5, y: scene.result.maxY))
      // And back, without an error that grows.
      root.frame.size = CGSize(width: 320, height: 568)
      #expect(root.frames(view) == [scene.frame])
    }
  }

  @Test("Constraints follow a masked view in a view that constraints size, in one solve")
  func constrainedSuperview() throws {
    let root = LayoutRoot()
    let outer = root.plain()
    let width = outer.widthAnchor.constraint(equalToConstant: 200)
    activate(
      outer.leadingAnchor.constraint(equalTo: root.leadingAnchor),
      outer.topAnchor.constraint(equalTo: root.topAnchor),
      outer.heightAnchor.constraint(equalToConstant: 100),
      width
    )
    root.layoutIfNeeded()
    let masked = UIView(frame: rect(10, 0, 180, 20))
    masked.autoresizingMask = .flexibleWidth
    outer.addSubview(masked)
    let below = root.content(30, 10)
    activate(
      below.trailingAnchor.constraint(equalTo: masked.trailingAnchor),
      below.topAnchor.constraint(equalTo: masked.bottomAnchor)
    )
    #expect(root.frames(below) == [rect(160, 20, 30, 10)])
    let host = try #require(root.layoutHost)
    width.constant = 260
    let solves = host.engine.counters.solves
    #expect(root.frames(masked, below) == [rect(10, 0, 240, 20), rect(220, 20, 30, 10)])
    #expect(host.engine.counters.solves == solves + 1)
    // A frame that the program sets, and another mask.
    masked.frame = rect(0, 30, 100, 20)
    #expect(root.frames(below) == [rect(70, 50, 30, 10)])
    masked.autoresizingMask = .flexibleLeftMargin
    width.constant = 300
    #expect(root.frames(masked, below) == [rect(40, 30, 100, 20), rect(110, 50, 30, 10)])
    outer.autoresizesSubviews = false
    width.constant = 200
    #expect(root.frames(masked, below) == [rect(40, 30, 100, 20), rect(110, 50, 30, 10)])
  }

  @Test(
    "A constraint against a mask is given up, and the report names the mask"
  )
  func conflicts() {
    let root = LayoutRoot()
    let view = UIView(frame: rect(10, 10, 100, 50))
    view.autoresizingMask = .flexibleWidth
    root.addSubview(view)
    let lines = Diagnostics.lines {
      activate(view.widthAnchor.constraint(equalToConstant: 30))
      root.layoutIfNeeded()
    }
    #expect(view.frame == rect(10, 10, 100, 50))
    #expect(lines.joined().contains("NSAutoresizingMaskLayoutConstraint h=-&- v=---"))
  }
}
