// Chapter 8: a transition between the tabs of a controller.
// Licensed under the MIT license; see LICENSE.

import BookKit
import UIKit

extension LockwoodChapter8 {
  static let tabs: [Demo] = [
    tabs("LW-8.12", "A fade between tabs", on: .all),
    tabs("LW-8.12-outgoing", "A transition that goes with its layer", on: .outgoing),
  ]

  /// The layer that has the transition.
  enum TransitionPlace {
    /// That of the tab controller.
    case all
    /// That of the tab that goes.
    case outgoing
  }

  /// A page of one colour with a square in the middle.
  final class TabPage: UIViewController {
    private let color: UIColor
    private let inner: UIColor

    init(_ title: String, _ color: UIColor, inner: UIColor) {
      (self.color, self.inner) = (color, inner)
      super.init(nibName: nil, bundle: nil)
      self.title = title
    }

    required init?(coder: NSCoder) { nil }

    override func viewDidLoad() {
      super.viewDidLoad()
      view.backgroundColor = color
      let square = UIView(frame: CGRect(x: 110, y: 190, width: 100, height: 100))
      square.backgroundColor = inner
      view.addSubview(square)
    }
  }

  /// Two tabs; a fade comes with the choice of one.
  final class Tabs: UITabBarController, UITabBarControllerDelegate {
    let place: TransitionPlace
    private var shown: UIViewController?

    init(_ place: TransitionPlace) {
      self.place = place
      super.init(nibName: nil, bundle: nil)
    }

    required init?(coder: NSCoder) { nil }

    override func viewDidLoad() {
      super.viewDidLoad()
      let pages = [
        TabPage("First", .red, inner: .green), TabPage("Second", .blue, inner: .yellow),
      ]
      viewControllers = pages
      shown = pages[0]
      delegate = self
    }

    func tabBarController(
      _ tabBarController: UITabBarController,
      didSelect viewController: UIViewController
    ) {
      let transition = CATransition()
      transition.type = .fade
      let outgoing = shown?.view.layer
      (place == .all ? view.layer : outgoing)?.add(transition, forKey: nil)
      shown = viewController
    }
  }

  private static func tabs(_ id: String, _ title: String, on place: TransitionPlace) -> Demo {
    Demo(id, title) { Tabs(place) }
      .play(Tabs.self) { stage, controller in
        let (outside, inside) = (CGPoint(x: 40, y: 60), CGPoint(x: 160, y: 240))
        stage.expect(at: outside, .red, "the first tab")
        stage.expect(at: inside, .green, "its square")
        try stage.show()
        stage.tap(CGPoint(x: 240, y: controller.tabBar.frame.midY))
        stage.expect(controller.selectedIndex == 1, "the second tab is chosen")
        stage.move(to: 0.125)
        let isFading = place == .all
        stage.expect(at: outside, isFading ? Lockwood2.rgb(128, 0, 128) : .blue, "halfway")
        stage.expect(at: inside, isFading ? Lockwood2.rgb(128, 255, 0) : .yellow, "its square")
        try stage.show()
        stage.move(to: 0.25)
        stage.expect(at: outside, .blue, "the second tab")
        stage.expect(at: inside, .yellow, "its square")
        try stage.show()
      }
  }
}
