// Changes of controllers that come before the ones before them are over.
// Licensed under the MIT license; see LICENSE.

import QuartzCore
import TestRandom
import Testing
import UIKit

@Suite("Controllers that change in quick order", .serialized)
@MainActor
struct ControllerOrderTests {
  /// Notes the steps of its appearances that do not follow the one before.
  private final class Balanced: UIViewController {
    enum State: String { case gone, coming, there, going }
    private(set) var state = State.gone
    private(set) var faults: [String] = []
    private(set) var visits = 0

    init(_ title: String, _ color: UIColor) {
      super.init(nibName: nil, bundle: nil)
      self.title = title
      view.backgroundColor = color
    }
    required init?(coder: NSCoder) { nil }

    private func step(to next: State, from before: State...) {
      if !before.contains(state) { faults.append("\(title ?? ""): \(state) to \(next)") }
      state = next
    }

    override func viewWillAppear(_ animated: Bool) { step(to: .coming, from: .gone, .going) }
    override func viewDidAppear(_ animated: Bool) {
      visits += 1
      step(to: .there, from: .coming)
    }
    override func viewWillDisappear(_ animated: Bool) { step(to: .going, from: .there, .coming) }
    override func viewDidDisappear(_ animated: Bool) { step(to: .gone, from: .going) }
  }

  /// Slides the view that comes in from the right, in half a second.
  private final class Slide: NSObject, UIViewControllerAnimatedTransitioning {
    func transitionDuration(
      using transitionContext: (any UIViewControllerContextTransitioning)?
    ) -> TimeInterval { 0.5 }

    func animateTransition(using context: any UIViewControllerContextTransitioning) {
      let (from, to) = (context.view(forKey: .from), context.view(forKey: .to))
      let bounds = context.containerView.bounds
      if let to {
        context.containerView.addSubview(to)
        to.frame = bounds.offsetBy(dx: bounds.width, dy: 0)
      }
      UIView.animate(withDuration: 0.5, delay: 0, options: .curveLinear) {
        to?.frame = bounds
        from?.frame = bounds.offsetBy(dx: -bounds.width, dy: 0)
      } completion: { _ in
        context.completeTransition(!context.transitionWasCancelled)
      }
    }
  }

  /// The mover of the views.
  enum Motion: String, CaseIterable { case system, program, gesture }

  private final class Delegate: NSObject, UIViewControllerTransitioningDelegate,
    UINavigationControllerDelegate
  {
    let motion: Motion
    private(set) var driver: UIPercentDrivenInteractiveTransition?

    init(_ motion: Motion) { self.motion = motion }

    private var animator: (any UIViewControllerAnimatedTransitioning)? {
      motion == .system ? nil : Slide()
    }

    private func makeDriver() -> (any UIViewControllerInteractiveTransitioning)? {
      driver = motion == .gesture ? UIPercentDrivenInteractiveTransition() : nil
      return driver
    }

    func animationController(
      forPresented presented: UIViewController,
      presenting: UIViewController,
      source: UIViewController
    ) -> (any UIViewControllerAnimatedTransitioning)? { animator }

    func animationController(
      forDismissed dismissed: UIViewController
    ) -> (any UIViewControllerAnimatedTransitioning)? { animator }

    func interactionControllerForPresentation(
      using animator: any UIViewControllerAnimatedTransitioning
    ) -> (any UIViewControllerInteractiveTransitioning)? { makeDriver() }

    func interactionControllerForDismissal(
      using animator: any UIViewControllerAnimatedTransitioning
    ) -> (any UIViewControllerInteractiveTransitioning)? { makeDriver() }

    func navigationController(
      _ navigationController: UINavigationController,
      animationControllerFor operation: UINavigationController.Operation,
      from fromVC: UIViewController,
      to toVC: UIViewController
    ) -> (any UIViewControllerAnimatedTransitioning)? { animator }

    func navigationController(
      _ navigationController: UINavigationController,
      interactionControllerFor animationController: any UIViewControllerAnimatedTransitioning
    ) -> (any UIViewControllerInteractiveTransitioning)? { makeDriver() }
  }

  private let controllers = [
    Balanced("a", .red), Balanced("b", .green), Balanced("c", .blue), Balanced("d", .white),
  ]
  private static let side = CGSize(width: 100, height: 100)

  /// Makes a stack of the first controllers in a window.
  private func stack(
    _ count: Int,
    _ delegate: Delegate
  ) throws -> (UIWindow, UINavigationController) {
    let navigation = UINavigationController(rootViewController: controllers[0])
    navigation.isNavigationBarHidden = true
    let window = makeWindow(Self.side, navigation)
    navigation.delegate = delegate
    navigation.setViewControllers(Array(controllers[..<count]), animated: false)
    _ = try window.image(at: 0)
    return (window, navigation)
  }

  /// Expects that the top controller shows, alone and in its place.
  private func expectOnlyTop(
    of navigation: UINavigationController,
    _ comment: Comment,
    _ place: SourceLocation = #_sourceLocation
  ) {
    let top = navigation.topViewController
    for controller in controllers {
      let isTop = controller === top
      let view: UIView = controller.view
      #expect((view.window != nil) == isTop, comment, sourceLocation: place)
      #expect(controller.state == (isTop ? .there : .gone), comment, sourceLocation: place)
      #expect(controller.faults == [], comment, sourceLocation: place)
      let isInside = navigation.viewControllers.contains { $0 === controller }
      #expect((controller.parent === navigation) == isInside, comment, sourceLocation: place)
      guard isTop else { continue }
      #expect(view.superview?.subviews == [view], comment, sourceLocation: place)
      let shown = view.layer.presentation()?.frame
      #expect(shown == CGRect(origin: .zero, size: Self.side), comment, sourceLocation: place)
    }
    #expect(navigation.children.count == navigation.viewControllers.count, comment)
  }

  @Test("A controller that is pushed while it goes shows at once", arguments: Motion.allCases)
  func pushedWhileItGoes(motion: Motion) throws {
    let delegate = Delegate(motion)
    let (window, navigation) = try stack(2, delegate)
    navigation.popViewController(animated: true)
    delegate.driver?.update(0.5)
    _ = try window.image(at: 0.2)
    navigation.pushViewController(controllers[1], animated: false)
    #expect(navigation.viewControllers == Array(controllers[..<2]))
    #expect(pixel(try window.image(at: 0.2), 90, 50) == [0, 255, 0, 255])
    expectOnlyTop(of: navigation, "at once")
    delegate.driver?.update(0.7)
    delegate.driver?.finish()
    #expect(pixel(try window.image(at: 2), 90, 50) == [0, 255, 0, 255])
    expectOnlyTop(of: navigation, "later")
  }

  @Test("A pop over several controllers that is called off restores them all")
  func severalRestored() throws {
    let delegate = Delegate(.gesture)
    let (window, navigation) = try stack(3, delegate)
    navigation.popToRootViewController(animated: true)
    delegate.driver?.update(0.5)
    delegate.driver?.cancel()
    _ = try window.image(at: 2)
    #expect(navigation.viewControllers == Array(controllers[..<3]))
    expectOnlyTop(of: navigation, "restored")
  }

  @Test("A change that comes while another goes back begins at the stack of before")
  func changedWhileItGoesBack() throws {
    let delegate = Delegate(.gesture)
    let (window, navigation) = try stack(2, delegate)
    navigation.popViewController(animated: true)
    delegate.driver?.update(0.8)
    delegate.driver?.cancel()
    _ = try window.image(at: 0.1)
    navigation.pushViewController(controllers[2], animated: false)
    #expect(navigation.viewControllers == Array(controllers[..<3]))
    _ = try window.image(at: 2)
    #expect(navigation.viewControllers == Array(controllers[..<3]))
    expectOnlyTop(of: navigation, "after both")
  }

  @Test("Whatever changes a stack, its top shows alone in the end", arguments: Motion.allCases)
  func anyOrder(motion: Motion) throws {
    for seed in 0..<40 {
      let test = ControllerOrderTests()
      try test.change(motion, SeededGenerator(seed: UInt64(seed)), "\(motion), seed \(seed)")
    }
  }

  private func change(_ motion: Motion, _ seed: SeededGenerator, _ name: String) throws {
    var random = seed
    let delegate = Delegate(motion)
    let (window, navigation) = try stack(1 + random.index(below: 4), delegate)
    var (time, journal) = (0.0, name)
    for _ in 0..<10 {
      let animated = !random.once(in: 3)
      let choice = random.index(below: motion == .gesture ? 8 : 5)
      let inside = navigation.viewControllers
      journal += "; \(choice) \(animated) at \(time)"
      switch choice {
      case 0:
        let outside = controllers.filter { !inside.contains($0) }
        guard let next = outside.randomElement(using: &random) else { continue }
        navigation.pushViewController(next, animated: animated)
      case 1, 2: navigation.popViewController(animated: animated)
      case 3:
        let index = random.index(below: inside.count)
        navigation.popToViewController(inside[index], animated: animated)
      case 4:
        let some = controllers.shuffled(using: &random)[...random.index(below: 4)]
        navigation.setViewControllers(Array(some), animated: animated)
      case 5: delegate.driver?.update(CGFloat(random.index(below: 11)) / 10)
      case 6: delegate.driver?.cancel()
      default: delegate.driver?.finish()
      }
      time += [0, 0.1, 0.2, 1][random.index(below: 4)]
      _ = try window.image(at: time)
    }
    delegate.driver?.finish()
    _ = try window.image(at: time + 3)
    _ = try window.image(at: time + 4)
    expectOnlyTop(of: navigation, "\(journal)")
  }

  // MARK: Presentations

  /// A controller that is dismissed while its presentation runs.
  struct Dismissal: CustomTestStringConvertible {
    var motion: Motion
    var style: UIModalPresentationStyle
    var animated: Bool
    /// When the dismissal comes, in seconds.
    var time: Double

    var testDescription: String { "\(motion) \(style) \(animated) at \(time)" }

    static let all = Motion.allCases.flatMap { motion in
      [UIModalPresentationStyle.fullScreen, .overFullScreen].flatMap { style in
        [true, false].flatMap { animated in
          [0, 0.2].map { Dismissal(motion: motion, style: style, animated: animated, time: $0) }
        }
      }
    }
  }

  @Test(
    "A dismissal that comes before the presentation is over leaves what was below",
    arguments: Dismissal.all
  )
  func dismissedEarly(_ dismissal: Dismissal) throws {
    let (root, next) = (controllers[0], controllers[1])
    let window = makeWindow(Self.side, root)
    _ = try window.image(at: 0)
    let delegate = Delegate(dismissal.motion)
    let journal = Journal()
    next.transitioningDelegate = delegate
    next.modalPresentationStyle = dismissal.style
    var time = 0.0
    for _ in 0..<2 {
      root.present(next, animated: true) { journal.note("presented") }
      delegate.driver?.update(0.5)
      _ = try window.image(at: time + dismissal.time)
      next.dismiss(animated: dismissal.animated) { journal.note("dismissed") }
      if dismissal.animated {
        next.dismiss(animated: true) { journal.note("again") }
        delegate.driver?.finish()
      }
      time += 3
      _ = try window.image(at: time)
      let ends = dismissal.animated ? ["dismissed", "again"] : ["dismissed"]
      #expect(journal.take() == ["presented"] + ends)
      #expect(window.subviews == [root.view] && root.presentedViewController == nil)
      #expect(pixel(try window.image(at: time), 50, 50) == [255, 0, 0, 255])
      #expect(root.state == .there && next.state == .gone && next.visits > 0)
      #expect(root.faults + next.faults == [])
      time += 1
    }
  }

  @Test("A presentation that goes back is over when its controller is dismissed")
  func dismissedWhileItGoesBack() throws {
    let (root, next) = (controllers[0], controllers[1])
    let window = makeWindow(Self.side, root)
    _ = try window.image(at: 0)
    let delegate = Delegate(.gesture)
    let journal = Journal()
    next.transitioningDelegate = delegate
    next.modalPresentationStyle = .fullScreen
    root.present(next, animated: true) { journal.note("presented") }
    delegate.driver?.update(0.8)
    delegate.driver?.cancel()
    next.dismiss(animated: true) { journal.note("dismissed") }
    _ = try window.image(at: 2)
    #expect(journal.take() == ["presented", "dismissed"])
    #expect(window.subviews == [root.view] && root.presentedViewController == nil)
    #expect(root.state == .there && next.state == .gone && root.faults + next.faults == [])
  }

  @Test(
    "Two presented controllers go together while the upper one goes",
    arguments: Motion.allCases
  )
  func twoTogether(motion: Motion) throws {
    let (root, middle, upper) = (controllers[0], controllers[1], controllers[2])
    let window = makeWindow(Self.side, root)
    let delegate = Delegate(motion)
    for controller in [middle, upper] {
      controller.transitioningDelegate = delegate
      controller.modalPresentationStyle = .fullScreen
    }
    root.present(middle, animated: false)
    middle.present(upper, animated: false)
    _ = try window.image(at: 1)
    let journal = Journal()
    upper.dismiss(animated: true) { journal.note("upper") }
    delegate.driver?.update(0.5)
    _ = try window.image(at: 1.2)
    root.dismiss(animated: false) { journal.note("middle") }
    _ = try window.image(at: 4)
    #expect(journal.take() == ["upper", "middle"])
    #expect(window.subviews == [root.view] && root.presentedViewController == nil)
    #expect(middle.presentedViewController == nil)
    for controller in [root, middle, upper] {
      #expect(controller.faults == [] && controller.state == (controller === root ? .there : .gone))
    }
  }
}
