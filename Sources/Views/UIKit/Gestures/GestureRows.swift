// Recognisers and their rows in the interaction of their window.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import QuartzCore
import QuartzInteraction

extension UIGestureRecognizer {
  /// The classes whose methods for touches nobody has overridden.
  private static let ownClasses: Set<ObjectIdentifier> = Set(
    [
      UIGestureRecognizer.self, UITapGestureRecognizer.self, UILongPressGestureRecognizer.self,
      UIPanGestureRecognizer.self, UIScreenEdgePanGestureRecognizer.self,
      UIPinchGestureRecognizer.self, UIRotationGestureRecognizer.self,
      UISwipeGestureRecognizer.self, UIHoverGestureRecognizer.self,
      ScrollPanGestureRecognizer.self, ScrollPinchGestureRecognizer.self,
      PopGestureRecognizer.self, SheetPanGestureRecognizer.self,
      RowSwipeGestureRecognizer.self,
    ].map { ObjectIdentifier($0 as AnyClass) }
  )

  /// Whether it is one of those classes.
  static var isOwnClass: Bool { ownClasses.contains(ObjectIdentifier(self)) }

  /// The touches of its window; nil if its view is in none.
  final var shell: TouchShell? { liveShell ?? view?.window?.touchShell }

  /// Its present attempt; nil if it has no touches and waits for none.
  final var row: GestureRow? { shell?.interaction.row(number) }

  /// The settings that hold for an attempt.
  final var settings: GestureSettings {
    var settings = GestureSettings(.foreign)
    settings.cancels = cancelsTouchesInView
    settings.delaysBegan = delaysTouchesBegan
    settings.delaysEnded = delaysTouchesEnded
    settings.takesOneKind = requiresExclusiveTouchType
    settings.isForeign = isForeign
    settings.asksPrevention = settings.isForeign
    settings.asksTogether = delegate != nil
    settings.asksRequirements = settings.asksTogether || settings.isForeign || !waitsFor.isEmpty
    settings.view = attachedView?.touchNumber ?? -1
    settings.order = order
    fill(&settings)
    return settings
  }

  /// Whether it waits for another one.
  final func waits(for other: UIGestureRecognizer) -> Bool {
    waitsFor.contains { $0.recognizer === other }
      || shouldRequireFailure(of: other) || other.shouldBeRequiredToFail(by: self)
      || delegate?.gestureRecognizer(self, shouldRequireFailureOf: other) == true
      || other.delegate?.gestureRecognizer(other, shouldBeRequiredToFailBy: self) == true
  }

  /// Reports that one that it waits for waits for it, too.
  final func reportCycle(to other: UIGestureRecognizer) {
    var reached: [UIGestureRecognizer] = [other]
    var next = 0
    while next < reached.count {
      for case let further? in reached[next].waitsFor.map(\.recognizer)
      where !reached.contains(where: { $0 === further }) {
        reached.append(further)
      }
      next += 1
    }
    guard reached.contains(where: { $0 === self }) else { return }
    Diagnostics.report(
      "UIKit: UIGestureRecognizer.require(toFail:): \(type(of: self)) and \(type(of: other)) wait "
        + "for each other; if no other finger or timer decides, the first of them recognises"
    )
  }

  /// Whether a delegate lets both recognise.
  final func goesTogether(with other: UIGestureRecognizer) -> Bool {
    delegate?.gestureRecognizer(self, shouldRecognizeSimultaneouslyWith: other) == true
      || other.delegate?.gestureRecognizer(other, shouldRecognizeSimultaneouslyWith: self) == true
  }

  /// Gives a phase to the machine of its class, for classes of the program that call `super`.
  final func takeByMachine(_ phase: TouchPhase) {
    shell?.interaction.takeByMachine(number, phase)
  }

  /// Returns a place of the window in a view; nil is the window.
  final func converted(_ place: TouchPlace, to view: UIView?) -> CGPoint {
    let point = CGPoint(x: place.x, y: place.y)
    guard let view, let window = self.view?.window, view.window === window, view !== window else {
      return point
    }
    return view.convert(point, from: window)
  }

  /// Returns a vector of the window in a view; nil is the window.
  final func convertedVector(_ vector: TouchPlace, to view: UIView?) -> CGPoint {
    let (zero, end) = (converted(.zero, to: view), converted(vector, to: view))
    return CGPoint(x: end.x - zero.x, y: end.y - zero.y)
  }
}

extension GestureFinger {
  /// The view of the finger, which a recogniser of its window has.
  @MainActor
  func view(in recognizer: UIGestureRecognizer) -> UIView? {
    recognizer.shell?.view(of: touch)
  }
}
