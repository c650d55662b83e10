// Presentations of the program's: places, hooks, and the system's motion in them.
// Licensed under the MIT license; see LICENSE.

import TestClaims
import Testing
import UIKit

@Suite("Presentation controllers", .serialized)
@MainActor
struct PresentationControllerTests {
  /// A card of 60 points at the bottom, which notes what it hears.
  private final class Card: UIPresentationController {
    let journal: Journal
    var removesBelow = false
    let frameView = UIView()
    var wraps = false

    init(_ presented: UIViewController, _ presenting: UIViewController?, _ journal: Journal) {
      self.journal = journal
      super.init(presentedViewController: presented, presenting: presenting)
    }

    override var frameOfPresentedViewInContainerView: CGRect {
      guard let bounds = containerView?.bounds else { return .zero }
      return CGRect(x: 0, y: bounds.height - 60, width: bounds.width, height: 60)
    }

    override var presentedView: UIView? { wraps ? frameView : super.presentedView }
    override var shouldRemovePresentersView: Bool { removesBelow }

    override func presentationTransitionWillBegin() {
      let coordinator = presentedViewController.transitionCoordinator
      journal.note("present, \(coordinator?.transitionDuration ?? -1)")
      if wraps {
        presentedViewController.view.frame = frameView.bounds
        frameView.addSubview(presentedViewController.view)
      }
    }

    override func presentationTransitionDidEnd(_ completed: Bool) {
      journal.note("presented \(completed)")
    }

    override func dismissalTransitionWillBegin() { journal.note("dismiss") }

    override func dismissalTransitionDidEnd(_ completed: Bool) {
      journal.note("dismissed \(completed)")
    }

    override func containerViewWillLayoutSubviews() {
      presentedView?.frame = frameOfPresentedViewInContainerView
    }
  }

  private final class Chooser: NSObject, UIViewControllerTransitioningDelegate {
    let journal = Journal()
    var change: ((Card) -> Void)?

    func presentationController(
      forPresented presented: UIViewController,
      presenting: UIViewController?,
      source: UIViewController
    ) -> UIPresentationController? {
      let card = Card(presented, presenting, journal)
      change?(card)
      return card
    }
  }

  private let chooser = Chooser()

  private func shown(_ style: UIModalPresentationStyle = .custom) -> UIViewController {
    let controller = UIViewController()
    controller.view.backgroundColor = .blue
    controller.modalPresentationStyle = style
    controller.transitioningDelegate = chooser
    return controller
  }

  @Test(
    "The system's motion brings the view to the frame of the presentation and back",
    .shows(
      "UIPresentationController.presentationStyle",
      "UIPresentationController",
      "UIViewController.presentationController",
      "UIViewControllerTransitioningDelegate.presentationController(forPresented:presenting:source:)",
      "UIPresentationController.containerView",
      "UIPresentationController.frameOfPresentedViewInContainerView",
      "UIPresentationController.presentationTransitionWillBegin()",
      "UIPresentationController.presentationTransitionDidEnd(_:)",
      "UIPresentationController.dismissalTransitionWillBegin()",
      "UIPresentationController.dismissalTransitionDidEnd(_:)",
      "UIPresentationController.containerViewWillLayoutSubviews()",
      "UIPresentationController.presentingViewController",
      "UIPresentationController.presentedViewController"
    )
  )
  func standardMotion() throws {
    let root = UIViewController()
    let window = makeWindow(CGSize(width: 100, height: 200), root)
    let card = shown()
    var ends = 0
    root.present(card, animated: true) { ends += 1 }
    let presentation = try #require(card.presentationController as? Card)
    #expect(presentation.presentingViewController === root)
    #expect(presentation.presentationStyle == .custom)
    #expect(presentation.containerView?.frame == window.bounds)
    #expect(card.view.frame == CGRect(x: 0, y: 140, width: 100, height: 60))
    #expect(card.view.layer.animation(forKey: "position") != nil && ends == 0)
    _ = try window.image(at: 1)
    #expect(ends == 1 && root.view.window === window)
    #expect(chooser.journal.take() == ["present, 0.0", "presented true"])

    window.frame.size = CGSize(width: 120, height: 100)
    window.layoutIfNeeded()
    #expect(card.view.frame == CGRect(x: 0, y: 40, width: 120, height: 60))

    root.dismiss(animated: true) { ends += 1 }
    #expect(card.view.frame.minY == 100 && card.presentationController === presentation)
    _ = try window.image(at: 2)
    #expect(ends == 2 && card.view.window == nil && card.presentationController == nil)
    #expect(presentation.containerView == nil && window.subviews == [root.view])
    #expect(chooser.journal.take() == ["dismiss", "dismissed true"])
  }

  @Test(
    "Without an animation everything happens at once, with the same hooks",
    .shows("UIPresentationController.shouldRemovePresentersView")
  )
  func atOnce() throws {
    let root = UIViewController()
    let window = makeWindow(CGSize(width: 100, height: 200), root)
    chooser.change = { $0.removesBelow = true }
    let card = shown()
    root.present(card, animated: false)
    #expect(card.view.frame == CGRect(x: 0, y: 140, width: 100, height: 60))
    #expect(root.view.window == nil && card.viewIfLoaded?.window === window)
    card.dismiss(animated: false)
    #expect(root.view.window === window && card.view.window == nil)
    #expect(
      chooser.journal.take() == ["present, 0.0", "presented true", "dismiss", "dismissed true"]
    )
  }

  @Test(
    "A presentation may put the view into another one",
    .shows("UIPresentationController.presentedView")
  )
  func wrapped() throws {
    let root = UIViewController()
    let window = makeWindow(CGSize(width: 100, height: 200), root)
    chooser.change = { $0.wraps = true }
    let card = shown()
    root.present(card, animated: true)
    _ = try window.image(at: 1)
    let presentation = try #require(card.presentationController as? Card)
    #expect(presentation.frameView.frame == CGRect(x: 0, y: 140, width: 100, height: 60))
    #expect(card.view.superview === presentation.frameView)
    root.dismiss(animated: true)
    _ = try window.image(at: 2)
    #expect(presentation.frameView.superview == nil)
  }

  @Test("Other styles ask for no presentation")
  func otherStyles() {
    let root = UIViewController()
    let window = makeWindow(CGSize(width: 100, height: 200), root)
    let full = shown(.fullScreen)
    root.present(full, animated: false)
    #expect(full.presentationController == nil && full.view.frame == window.bounds)
    #expect(chooser.journal.take().isEmpty)
    let alone = UIPresentationController(presentedViewController: full, presenting: nil)
    #expect(alone.presentingViewController === root && alone.containerView == nil)
    #expect(alone.frameOfPresentedViewInContainerView == .zero)
  }
}
