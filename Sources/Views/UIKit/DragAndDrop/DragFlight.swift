// One drag, from the lift to the drop.
// Licensed under the MIT license; see LICENSE.
//
//     long touch ──▶ lift ──▶ begin ──▶ move … move ──▶ drop ──▶ end
//                      └── let down        └────────▶ way back ──▶ end
//
// Each call of a delegate may change the tree or end the drag: what follows looks at both again.

import CoreGraphics
import Foundation
import QuartzCore
import QuartzInteraction

/// One drag, from the lift to the drop.
@MainActor
final class DragFlight {
  private static let liftDuration = 0.2
  private static let fallDuration = 0.3

  let session: DragSession
  let drop: DropSession
  private weak var interaction: UIDragInteraction?
  private let start: CGPoint
  private let overlay: DragOverlay
  private var plates: [(item: UIDragItem, plate: DragPlate?)] = []
  private let lifting = DragAnimating()
  private(set) var hasBegun = false
  private var isOver = false

  /// The answers to the question whether an interaction can handle the items.
  private var answers: [(interaction: UIDropInteraction, canHandle: Bool)] = []
  private var target: UIDropInteraction?
  private var operation = UIDropOperation.cancel
  private let edges = EdgeScroll()

  init(_ session: DragSession, _ interaction: UIDragInteraction) {
    self.session = session
    self.interaction = interaction
    drop = DropSession(session)
    start = session.place
    overlay = DragOverlay(frame: session.window?.bounds ?? .zero)
  }

  // MARK: The lift

  func lift() {
    guard let interaction, let view = interaction.view, let window = session.window else { return }
    let delegate = interaction.delegate
    for (index, item) in session.items.enumerated() {
      let own = delegate?.dragInteraction(interaction, previewForLifting: item, session: session)
      let preview = own ?? (index == 0 ? UITargetedDragPreview(view: view) : nil)
      plates.append((item, preview.map { DragPlate($0) }))
    }
    delegate?.dragInteraction(interaction, willAnimateLiftWith: lifting, session: session)
    guard !isOver, interaction.view?.window === window else { return cancel() }
    // A menu of the same touch stays in front.
    if let menu = MenuPresenter.current, menu.superview === window {
      window.insertSubview(overlay, belowSubview: menu)
    } else {
      window.addSubview(overlay)
    }
    for case let plate? in plates.reversed().map(\.plate) {
      let place = overlay.place(of: plate.preview.target) ?? session.place
      plate.center = place
      plate.grip = CGPoint(x: place.x - start.x, y: place.y - start.y)
      plate.transform = plate.preview.target.transform
      overlay.addSubview(plate)
    }
    let shown = plates.compactMap(\.plate)
    UIView.animate(
      withDuration: DragFlight.liftDuration,
      animations: {
        for plate in shown { plate.lift() }
        self.lifting.animate()
      },
      completion: { [lifting] _ in lifting.finish(at: .end) }
    )
  }

  private func begin() {
    hasBegun = true
    guard let interaction, let view = interaction.view else { return }
    if let source = MenuPresenter.current?.source, source.isDescendant(of: view) {
      MenuPresenter.dismiss()
    }
    lifting.finish(at: .end)
    let delegate = interaction.delegate
    session.allowsMoveOperation =
      delegate?.dragInteraction(interaction, sessionAllowsMoveOperation: session) ?? true
    session.isRestrictedToDraggingApplication =
      delegate?.dragInteraction(interaction, sessionIsRestrictedToDraggingApplication: session)
      ?? false
    delegate?.dragInteraction(interaction, sessionWillBegin: session)
    if let window = session.window, overlay.superview === window {
      window.bringSubviewToFront(overlay)
    }
    replacePictures()
    gather()
  }

  /// Shows the pictures that the items make themselves.
  private func replacePictures() {
    for (index, entry) in plates.enumerated() {
      guard let provider = entry.item.previewProvider else { continue }
      let grip = entry.plate?.grip ?? .zero
      let made = provider()
      entry.plate?.removeFromSuperview()
      plates[index].plate = made.map { made in
        let place = UIDragPreviewTarget(container: overlay, center: session.place)
        let target = entry.plate?.preview.target ?? place
        let plate = DragPlate(
          UITargetedDragPreview(view: made.view, parameters: made.parameters, target: target)
        )
        // The finger stays inside a picture that is smaller.
        plate.grip = CGPoint(
          x: min(max(grip.x, -plate.bounds.width / 2), plate.bounds.width / 2),
          y: min(max(grip.y, -plate.bounds.height / 2), plate.bounds.height / 2)
        )
        plate.lift()
        overlay.addSubview(plate)
        return plate
      }
    }
    for case let plate? in plates.reversed().map(\.plate) { overlay.bringSubviewToFront(plate) }
  }

  /// Lays the pictures on a pile, the first one on top.
  private func gather() {
    let shown = plates.compactMap(\.plate)
    guard let first = shown.first, shown.count > 1 else { return }
    UIView.animate(withDuration: DragFlight.liftDuration) {
      for (index, plate) in shown.enumerated() {
        let step = CGFloat(min(index, 3)) * 4
        plate.grip = CGPoint(x: first.grip.x + step, y: first.grip.y + step)
        plate.center = CGPoint(
          x: self.session.place.x + plate.grip.x,
          y: self.session.place.y + plate.grip.y
        )
      }
    }
  }

  // MARK: Moves

  /// Whether the view left the window, which nobody else tells within a call of a delegate.
  private var isStranded: Bool {
    session.window == nil || interaction?.view?.window !== session.window
  }

  func move(to point: CGPoint) {
    guard !isOver else { return }
    session.place = point
    if !hasBegun {
      let way = hypot(point.x - start.x, point.y - start.y)
      guard way >= InteractionConstants.panHysteresis else { return }
      begin()
    }
    guard !isOver, !isStranded else { return cancel() }
    follow()
    track()
    guard !isOver, !isStranded, let interaction else { return cancel() }
    interaction.delegate?.dragInteraction(interaction, sessionDidMove: session)
    if isStranded { cancel() }
  }

  private func follow() {
    UIView.performWithoutAnimation {
      for case let plate? in plates.map(\.plate) {
        plate.center = CGPoint(
          x: session.place.x + plate.grip.x,
          y: session.place.y + plate.grip.y
        )
      }
    }
  }

  private func canHandle(_ interaction: UIDropInteraction) -> Bool {
    if let known = answers.first(where: { $0.interaction === interaction }) {
      return known.canHandle
    }
    if let other = interaction.session, other !== drop, !interaction.allowsSimultaneousDropSessions
    {
      return false
    }
    let answer = interaction.delegate?.dropInteraction(interaction, canHandle: drop) ?? false
    answers.append((interaction, answer))
    return answer
  }

  /// Finds the view under the finger that can handle the items, and asks it for its answer.
  private func track() {
    guard let window = session.window else { return }
    var found: UIDropInteraction?
    var view = window.hitTest(session.place, with: nil)
    edges.follow(session.place, over: view) { [weak self] in self?.track() }
    while let candidate = view, found == nil {
      found = candidate.interactions.lazy.compactMap { $0 as? UIDropInteraction }
        .first { canHandle($0) }
      view = candidate.superview
    }
    guard !isOver else { return }
    if found !== target {
      leave()
      guard !isOver else { return }
      target = found
      if let found {
        found.session = drop
        found.delegate?.dropInteraction(found, sessionDidEnter: drop)
      }
    }
    guard !isOver, let target, let delegate = target.delegate else { return operation = .cancel }
    let wanted = delegate.dropInteraction(target, sessionDidUpdate: drop).operation
    operation = wanted == .move && !session.allowsMoveOperation ? .forbidden : wanted
  }

  private func leave() {
    operation = .cancel
    guard let old = target else { return }
    target = nil
    if old.session === drop { old.session = nil }
    old.delegate?.dropInteraction(old, sessionDidExit: drop)
  }

  // MARK: The end

  /// The finger was lifted.
  func letGo(at point: CGPoint) {
    guard !isOver else { return }
    if hasBegun {
      session.place = point
      track()
    }
    guard !isOver, hasBegun, let target, operation == .copy || operation == .move else {
      return cancel()
    }
    perform(on: target)
  }

  private func perform(on target: UIDropInteraction) {
    isOver = true
    edges.stop()
    let operation = operation
    if let interaction {
      interaction.delegate?.dragInteraction(
        interaction,
        session: session,
        willEndWith: operation
      )
    }
    target.delegate?.dropInteraction(target, performDrop: drop)
    var falls: [(plate: DragPlate, target: UIPreviewTarget?)] = []
    var animators: [DragAnimating] = []
    for (item, plate) in plates {
      let animator = DragAnimating()
      animators.append(animator)
      if let plate {
        let place = UIDragPreviewTarget(
          container: overlay,
          center: plate.center,
          transform: CGAffineTransform(scaleX: 0.1, y: 0.1)
        )
        let usual = plate.preview.retargetedPreview(with: place)
        let chosen = target.delegate?.dropInteraction(
          target,
          previewForDropping: item,
          withDefault: usual
        )
        falls.append((plate, chosen === usual ? nil : chosen?.target))
      }
      target.delegate?.dropInteraction(target, item: item, willAnimateDropWith: animator)
    }
    fall(falls, animators) {
      if target.session === self.drop { target.session = nil }
      target.delegate?.dropInteraction(target, concludeDrop: self.drop)
      self.finish(operation)
    }
  }

  /// Sends everything back to where it came from.
  func cancel() {
    guard !isOver else { return }
    let operation = operation == .forbidden ? UIDropOperation.forbidden : .cancel
    isOver = true
    edges.stop()
    leave()
    lifting.finish(at: .start)
    if hasBegun, let interaction {
      interaction.delegate?.dragInteraction(interaction, session: session, willEndWith: operation)
    }
    var falls: [(plate: DragPlate, target: UIPreviewTarget?)] = []
    var animators: [DragAnimating] = []
    for case let (item, plate?) in plates {
      var chosen: UITargetedDragPreview? = plate.preview
      if hasBegun, let interaction, let delegate = interaction.delegate {
        chosen = delegate.dragInteraction(
          interaction,
          previewForCancelling: item,
          withDefault: plate.preview
        )
        let animator = DragAnimating()
        animators.append(animator)
        delegate.dragInteraction(interaction, item: item, willAnimateCancelWith: animator)
      }
      falls.append((plate, chosen?.target))
    }
    fall(falls, animators) { if self.hasBegun { self.finish(operation) } }
  }

  private func fall(
    _ falls: [(plate: DragPlate, target: UIPreviewTarget?)],
    _ animators: [DragAnimating],
    completion: @escaping () -> Void
  ) {
    let overlay = overlay
    UIView.animate(
      withDuration: DragFlight.fallDuration,
      animations: {
        for (plate, target) in falls { plate.fall(to: target, in: overlay) }
        for animator in animators { animator.animate() }
      },
      completion: { _ in
        overlay.removeFromSuperview()
        for animator in animators { animator.finish(at: .end) }
        completion()
      }
    )
  }

  private func finish(_ operation: UIDropOperation) {
    for (interaction, canHandle) in answers where canHandle {
      interaction.delegate?.dropInteraction(interaction, sessionDidEnd: drop)
    }
    guard let interaction else { return }
    let delegate = interaction.delegate
    delegate?.dragInteraction(interaction, session: session, didEndWith: operation)
    guard operation == .copy || operation == .move else { return }
    delegate?.dragInteraction(interaction, sessionDidTransferItems: session)
  }
}
