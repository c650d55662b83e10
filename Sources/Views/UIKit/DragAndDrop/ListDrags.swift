// Drags out of lists and drops on them: what tables and collections have in common.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import QuartzCore

/// The place that a drop on a list would have.
enum ListDropIntent {
  /// Nothing shows.
  case unspecified
  /// Between cells: a gap opens.
  case insertAt
  /// In a cell, which is highlighted.
  case insertInto
}

/// The answers of a list to items that are dragged over it.
struct ListDropAnswer {
  var proposal: UIDropProposal
  var intent: ListDropIntent
}

/// A list whose cells are dragged, and that takes drops.
@MainActor
protocol DragList: UIScrollView {
  /// Returns the cell's path at a point of the list; nil if there is none.
  func pathForDrag(at point: CGPoint) -> IndexPath?
  /// Returns the cell of a path; nil if it does not show.
  func cellForDrag(at path: IndexPath) -> UIView?
  /// Returns the place of a path in the list; an empty one if there is none.
  func rectForDrag(at path: IndexPath) -> CGRect

  /// Returns the items of a path for a drag that begins.
  func dragItems(_ session: DragSession, at path: IndexPath) -> [UIDragItem]
  /// Returns the look of a cell that is lifted.
  func previewParameters(at path: IndexPath) -> UIDragPreviewParameters?
  func dragAllowsMove(_ session: DragSession) -> Bool
  func dragIsRestricted(_ session: DragSession) -> Bool
  func dragWillBegin(_ session: DragSession)
  func dragDidEnd(_ session: DragSession)

  /// Whether there is a delegate of drops.
  var hasDropDelegate: Bool { get }
  /// Whether the data source lets a path be taken to another place.
  func mayMove(_ path: IndexPath) -> Bool
  func dropCanHandle(_ session: DropSession) -> Bool
  func dropDidEnter(_ session: DropSession)
  /// Returns the answer of the delegate; nil without one.
  func dropAnswer(_ session: DropSession, at path: IndexPath?) -> ListDropAnswer?
  func dropDidExit(_ session: DropSession)
  func dropDidEnd(_ session: DropSession)
  /// Shows the cells as if there were room at a path, or as they are.
  func showGap(at path: IndexPath?, from source: IndexPath?, height: CGFloat)
  /// Highlights a cell that something would be dropped in.
  func highlightForDrop(_ path: IndexPath, isOn: Bool)
  /// Moves a path by the data source, which does the same with its data.
  ///
  /// - Returns: Whether the data source has the method.
  func moveByDrop(from source: IndexPath, to target: IndexPath) -> Bool
  /// Lets the delegate take the items.
  func performDrop(_ drop: ListDrop)
}

/// A drop on a list.
@MainActor
struct ListDrop {
  let session: DropSession
  let destination: IndexPath?
  let proposal: UIDropProposal
  /// The items, with the paths that they had in this list.
  let items: [(item: UIDragItem, source: IndexPath?)]
  let landings: DropLandings
}

/// The places that the program chose for items that fall.
@MainActor
final class DropLandings {
  private var places: [(item: UIDragItem, target: () -> UIPreviewTarget?, beside: DragAnimating)] =
    []

  /// Lets an item fall to a place, which is found when the cells have theirs.
  func add(_ item: UIDragItem, _ target: @escaping () -> UIPreviewTarget?) -> DragAnimating {
    let beside = DragAnimating()
    places.removeAll { $0.item === item }
    places.append((item, target, beside))
    return beside
  }

  func target(of item: UIDragItem) -> UIPreviewTarget? {
    places.first { $0.item === item }?.target()
  }

  func beside(_ item: UIDragItem) -> DragAnimating? {
    places.first { $0.item === item }?.beside
  }
}

/// The drags and drops of a list.
@MainActor
final class ListDrags: NSObject {
  private weak var list: (any DragList)?
  private(set) lazy var drag = UIDragInteraction(delegate: self)
  private(set) lazy var drop = UIDropInteraction(delegate: self)

  /// The paths of the items that were lifted, and those that are still asked for.
  private var sources: [(item: UIDragItem, path: IndexPath)] = []
  private(set) var activeDrag: DragSession?
  private(set) var activeDrop: DropSession?
  private var answer: ListDropAnswer?
  private var destination: IndexPath?
  private var highlighted: IndexPath?
  private var landings = DropLandings()

  init(_ list: any DragList) {
    self.list = list
    super.init()
    list.addInteraction(drag)
    list.addInteraction(drop)
  }

  /// Takes the paths of items that are dragged along with a group of changes.
  func itemsMoved(_ mapping: ListMapping) {
    sources = sources.compactMap { item, path in mapping.newPath(of: path).map { (item, $0) } }
  }

  /// The path of an item that was lifted here.
  private func source(of item: UIDragItem) -> IndexPath? {
    sources.first { $0.item === item }?.path
  }

  /// The path of the one item of a drag of this list; nil for several, and for drags of others.
  private func ownSource(_ session: DropSession) -> IndexPath? {
    guard session.drag === activeDrag, session.items.count == 1 else { return nil }
    return session.items.first.flatMap { source(of: $0) }
  }
}

extension ListDrags: UIDragInteractionDelegate {
  func dragInteraction(
    _ interaction: UIDragInteraction,
    itemsForBeginning session: any UIDragSession
  ) -> [UIDragItem] {
    guard let list, let session = session as? DragSession,
      let path = list.pathForDrag(at: session.location(in: list))
    else { return [] }
    let items = list.dragItems(session, at: path)
    if activeDrag == nil { sources = items.map { ($0, path) } }
    return items
  }

  func dragInteraction(
    _ interaction: UIDragInteraction,
    previewForLifting item: UIDragItem,
    session: any UIDragSession
  ) -> UITargetedDragPreview? {
    guard let list, let path = source(of: item), sources.first?.item === item,
      let cell = list.cellForDrag(at: path)
    else { return nil }
    return UITargetedDragPreview(
      view: cell,
      parameters: list.previewParameters(at: path) ?? UIDragPreviewParameters()
    )
  }

  func dragInteraction(
    _ interaction: UIDragInteraction,
    sessionAllowsMoveOperation session: any UIDragSession
  ) -> Bool {
    (session as? DragSession).flatMap { list?.dragAllowsMove($0) } ?? true
  }

  func dragInteraction(
    _ interaction: UIDragInteraction,
    sessionIsRestrictedToDraggingApplication session: any UIDragSession
  ) -> Bool {
    (session as? DragSession).flatMap { list?.dragIsRestricted($0) } ?? false
  }

  func dragInteraction(
    _ interaction: UIDragInteraction,
    sessionWillBegin session: any UIDragSession
  ) {
    guard let session = session as? DragSession else { return }
    activeDrag = session
    list?.dragWillBegin(session)
  }

  func dragInteraction(
    _ interaction: UIDragInteraction,
    previewForCancelling item: UIDragItem,
    withDefault defaultPreview: UITargetedDragPreview
  ) -> UITargetedDragPreview? {
    guard let list, let path = source(of: item) else { return nil }
    let rect = list.rectForDrag(at: path)
    guard !rect.isEmpty else { return nil }
    return defaultPreview.retargetedPreview(
      with: UIDragPreviewTarget(container: list, center: CGPoint(x: rect.midX, y: rect.midY))
    )
  }

  func dragInteraction(
    _ interaction: UIDragInteraction,
    session: any UIDragSession,
    didEndWith operation: UIDropOperation
  ) {
    guard let session = session as? DragSession else { return }
    if activeDrag === session { (activeDrag, sources) = (nil, []) }
    list?.dragDidEnd(session)
  }
}

extension ListDrags: UIDropInteractionDelegate {
  func dropInteraction(_ interaction: UIDropInteraction, canHandle session: any UIDropSession)
    -> Bool
  {
    guard let list, let session = session as? DropSession else { return false }
    if list.hasDropDelegate { return list.dropCanHandle(session) }
    return ownSource(session).map { list.mayMove($0) } ?? false
  }

  func dropInteraction(
    _ interaction: UIDropInteraction,
    sessionDidEnter session: any UIDropSession
  ) {
    guard let session = session as? DropSession else { return }
    activeDrop = session
    list?.dropDidEnter(session)
  }

  func dropInteraction(
    _ interaction: UIDropInteraction,
    sessionDidUpdate session: any UIDropSession
  ) -> UIDropProposal {
    guard let list, let session = session as? DropSession else {
      return UIDropProposal(operation: .cancel)
    }
    destination = list.pathForDrag(at: session.location(in: list))
    let own = ownSource(session)
    answer = list.dropAnswer(session, at: destination)
    if answer == nil, own != nil, !list.hasDropDelegate {
      answer = ListDropAnswer(proposal: UIDropProposal(operation: .move), intent: .insertAt)
    }
    guard let answer else {
      clear()
      return UIDropProposal(operation: .cancel)
    }
    let takes = answer.proposal.operation == .copy || answer.proposal.operation == .move
    let intent = takes ? answer.intent : .unspecified
    let height = sources.first.map { list.rectForDrag(at: $0.path).height } ?? 0
    list.showGap(
      at: intent == .insertAt ? destination : nil,
      from: answer.proposal.operation == .move ? own : nil,
      height: own == nil ? 0 : height
    )
    highlight(intent == .insertInto ? destination : nil)
    return answer.proposal
  }

  private func highlight(_ path: IndexPath?) {
    guard path != highlighted else { return }
    let old = highlighted
    highlighted = path
    if let old { list?.highlightForDrop(old, isOn: false) }
    if let path { list?.highlightForDrop(path, isOn: true) }
  }

  private func clear() {
    highlight(nil)
    list?.showGap(at: nil, from: nil, height: 0)
  }

  func dropInteraction(
    _ interaction: UIDropInteraction,
    sessionDidExit session: any UIDropSession
  ) {
    guard let session = session as? DropSession else { return }
    if activeDrop === session { activeDrop = nil }
    (answer, destination) = (nil, nil)
    clear()
    list?.dropDidExit(session)
  }

  func dropInteraction(_ interaction: UIDropInteraction, performDrop session: any UIDropSession) {
    guard let list, let session = session as? DropSession, let answer else { return clear() }
    let (own, target) = (ownSource(session), destination)
    let drop = ListDrop(
      session: session,
      destination: target,
      proposal: answer.proposal,
      items: session.items.map { item in
        (item, session.drag === activeDrag ? source(of: item) : nil)
      },
      landings: DropLandings()
    )
    landings = drop.landings
    self.answer = nil
    destination = nil
    highlight(nil)
    let moves =
      answer.proposal.operation == .move && answer.intent == .insertAt
      && (!list.hasDropDelegate || list is UITableView)
    if moves, let own, let target, let item = session.items.first, list.mayMove(own) {
      if own == target || list.moveByDrop(from: own, to: target) {
        _ = landings.add(item) { [weak list] in list.flatMap { Self.middle(of: target, in: $0) } }
        return clear()
      }
    }
    list.performDrop(drop)
    clear()
  }

  /// The middle of a cell's place.
  static func middle(of path: IndexPath, in list: any DragList) -> UIDragPreviewTarget? {
    let rect = list.rectForDrag(at: path)
    guard !rect.isEmpty else { return nil }
    return UIDragPreviewTarget(container: list, center: CGPoint(x: rect.midX, y: rect.midY))
  }

  func dropInteraction(_ interaction: UIDropInteraction, sessionDidEnd session: any UIDropSession) {
    guard let session = session as? DropSession else { return }
    if activeDrop === session { activeDrop = nil }
    list?.dropDidEnd(session)
  }

  func dropInteraction(
    _ interaction: UIDropInteraction,
    previewForDropping item: UIDragItem,
    withDefault defaultPreview: UITargetedDragPreview
  ) -> UITargetedDragPreview? {
    guard let target = landings.target(of: item) else { return defaultPreview }
    return UITargetedDragPreview(
      view: defaultPreview.view,
      parameters: defaultPreview.parameters,
      target: target
    )
  }

  func dropInteraction(
    _ interaction: UIDropInteraction,
    item: UIDragItem,
    willAnimateDropWith animator: any UIDragAnimating
  ) {
    guard let beside = landings.beside(item) else { return }
    animator.addAnimations { beside.animate() }
    animator.addCompletion { beside.finish(at: $0) }
  }
}
