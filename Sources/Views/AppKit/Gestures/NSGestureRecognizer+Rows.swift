// Recognisers and their rows in the interaction of their window.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import QuartzInteraction

extension NSGestureRecognizer {
  /// The classes whose methods for events nobody has overridden.
  private static let ownClasses: Set<ObjectIdentifier> = Set(
    [
      NSGestureRecognizer.self, NSClickGestureRecognizer.self, NSPressGestureRecognizer.self,
      NSPanGestureRecognizer.self, NSMagnificationGestureRecognizer.self,
      NSRotationGestureRecognizer.self,
    ].map { ObjectIdentifier($0 as AnyClass) }
  )

  /// The mouse of its window; nil if its view is in none.
  final var shell: MouseShell? { liveShell ?? view?.window?.mouse }

  /// Its present attempt; nil if it takes part in nothing.
  final var row: GestureRow? { shell?.interaction.row(number) }

  /// The settings that hold for an attempt.
  final var settings: GestureSettings {
    var settings = GestureSettings(.foreign)
    settings.delayedButtons = delayedButtons
    settings.delaysBegan = settings.delayedButtons != 0
    // A button that goes up is held back only after one that went down.
    settings.delaysEnded = false
    settings.isForeign = !Self.ownClasses.contains(ObjectIdentifier(type(of: self)))
    settings.asksPrevention = settings.isForeign
    settings.asksTogether = delegate != nil
    settings.asksRequirements = delegate != nil || settings.isForeign
    settings.view = view?.mouseNumber ?? -1
    settings.order = view?.recognizers.firstIndex { $0 === self } ?? 0
    fill(&settings)
    return settings
  }

  private var delayedButtons: Int {
    var buttons = 0
    if delaysPrimaryMouseButtonEvents { buttons |= MouseSource.primary.bit }
    if delaysSecondaryMouseButtonEvents { buttons |= MouseSource.secondary.bit }
    if delaysOtherMouseButtonEvents { buttons |= MouseSource.otherBits }
    if delaysMagnificationEvents { buttons |= MouseSource.magnification.bit }
    if delaysRotationEvents { buttons |= MouseSource.rotation.bit }
    return buttons
  }

  /// Whether it waits for another one.
  final func waits(for other: NSGestureRecognizer) -> Bool {
    shouldRequireFailure(of: other) || other.shouldBeRequiredToFail(by: self)
      || delegate?.gestureRecognizer(self, shouldRequireFailureOf: other) == true
      || other.delegate?.gestureRecognizer(other, shouldBeRequiredToFailBy: self) == true
  }

  /// Whether a delegate lets both recognise.
  final func goesTogether(with other: NSGestureRecognizer) -> Bool {
    delegate?.gestureRecognizer(self, shouldRecognizeSimultaneouslyWith: other) == true
      || other.delegate?.gestureRecognizer(other, shouldRecognizeSimultaneouslyWith: self) == true
  }

  /// Gives a phase to the machine of its class, for classes of the program that call `super`.
  final func takeByMachine(_ phase: TouchPhase) {
    shell?.interaction.takeByMachine(number, phase)
  }

  // MARK: Places

  /// Returns a place of the interaction in a view; nil is the window.
  final func converted(_ place: TouchPlace, to view: NSView?) -> NSPoint {
    let point = NSPoint(x: place.x, y: 0 - place.y)
    return view.map { $0.convert(point, from: nil) } ?? point
  }

  /// Returns a vector of the interaction in a view; nil is the window.
  final func convertedVector(_ vector: TouchPlace, to view: NSView?) -> NSPoint {
    let (zero, end) = (converted(.zero, to: view), converted(vector, to: view))
    return NSPoint(x: end.x - zero.x, y: end.y - zero.y)
  }

  /// Returns a vector of a view in the interaction; nil is the window.
  final func vector(_ point: NSPoint, in view: NSView?) -> TouchPlace {
    guard let view else { return TouchPlace(point.x, 0 - point.y) }
    let (zero, end) = (view.convert(NSPoint.zero, to: nil), view.convert(point, to: nil))
    return TouchPlace(end.x - zero.x, zero.y - end.y)
  }
}

extension NSView {
  final func replaceRecognizers(by new: [NSGestureRecognizer]) {
    for old in recognizers where !new.contains(where: { $0 === old }) { detach(old) }
    for recognizer in new { attach(recognizer) }
  }

  final func attach(_ recognizer: NSGestureRecognizer) {
    guard recognizer.view !== self else { return }
    recognizer.view?.removeGestureRecognizer(recognizer)
    recognizers.append(recognizer)
    recognizer.setView(self)
  }

  final func detach(_ recognizer: NSGestureRecognizer) {
    guard recognizer.view === self else { return }
    recognizer.shell?.drop(recognizer)
    recognizers.removeAll { $0 === recognizer }
    recognizer.setView(nil)
  }
}
