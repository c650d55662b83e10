// Pictures after touches, and failures that print them.
// Licensed under the MIT license; see LICENSE.

import Testing
import UIKitTesting

/// A controller whose button changes its colour.
private final class ToggleController: UIViewController {
  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .white
    let button = UIButton(frame: CGRect(x: 10, y: 10, width: 40, height: 20))
    button.addAction(
      UIAction { [weak self] _ in self?.view.backgroundColor = .red },
      for: .touchUpInside
    )
    view.addSubview(button)
  }
}

@MainActor
@Suite("Snapshots after touches", .serialized)
struct TouchSnapshotTests {
  private let config = ViewImageConfig(
    size: CGSize(width: 60, height: 40),
    traits: UITraitCollection(displayScale: 1)
  )

  private func taken(_ strategy: Snapshotting<UIViewController, UIImage>) -> UIImage? {
    var result: UIImage?
    strategy.snapshot(ToggleController()).run { result = $0 }
    return result
  }

  @Test("A picture after touches shows what they did; a failure prints them")
  func failure() throws {
    let tap = try UITouchSession("down 1 20,20 t=0; up 1 t=.1; wait t=.2")
    let strategy = Snapshotting<UIViewController, UIImage>.image(after: tap, on: config)
    let plain = try #require(taken(.image(on: config)))
    let touched = try #require(taken(strategy))
    let miss = try UITouchSession("down 1 55,35 t=0; up 1 t=.1; wait t=.2")
    let missed = try #require(taken(.image(after: miss, on: config)))
    #expect(strategy.diffing.diff(plain, missed) == nil)
    let message = try #require(strategy.diffing.diff(plain, touched)?.0)
    #expect(
      message.hasSuffix(
        """


        The touches (UITouchSession makes them again):
        down 1 20,20 t=0
        up 1 t=0.1
        wait t=0.2
        """
      )
    )
  }

  @Test("A failure of any picture prints the touches of the windows that show")
  func window() throws {
    let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 60, height: 40))
    window.rootViewController = ToggleController()
    window.makeKeyAndVisible()
    defer { window.isHidden = true }
    let before = UIImage(cgImage: try window.image(at: 0.1))
    UIApplication.shared.tap(at: CGPoint(x: 20, y: 20), time: 1, in: window)
    let after = UIImage(cgImage: try window.image(at: 2))
    let diffing = Diffing<UIImage>.image()
    let message = try #require(diffing.diff(before, after)?.0)
    #expect(message.contains("\ndown 0 20,20 t=1\nup 0 t=1"))
    #expect(diffing.diff(after, after) == nil)
  }
}
