// Records of changes, which can be undone.
// Licensed under the MIT license; see LICENSE.

public import Foundation
import QuartzSharing

/// Records how changes are undone, and undoes and redoes them.
///
/// ```swift
/// func rename(to name: String) {
///   undoManager.registerUndo(withTarget: self) { [old = self.name] in $0.rename(to: old) }
///   undoManager.setActionName("Rename")
///   self.name = name
/// }
/// ```
///
/// A method that undoes records again; what it records while it undoes is what is redone. Changes
/// of one pass of the run loop are one group, unless `groupsByEvent` is false.
///
/// **Differences**: changes are recorded by closures, and not by `prepare(withInvocationTarget:)`.
/// An undo manager belongs to the thread that uses it first. Names of menus are English.
open class UndoManager: NSObject {
  /// A recorded change.
  private struct Change {
    /// Identifies the target, which the change does not keep.
    weak var target: AnyObject?
    let undo: () -> Void
  }

  /// Changes that are undone together, and their name.
  private final class Group {
    var changes: [Change] = []
    var name = ""
    var isDiscardable = false
  }

  /// The work that the manager does.
  private enum Work { case recording, undoing, redoing }

  private var undone: [Group] = []
  private var redone: [Group] = []
  private var open: [Group] = []
  private var work = Work.recording
  private var disabled = 0
  /// Whether the pass of the run loop opened the outermost group.
  private var isEventOpen = false
  /// Whether the run loop is asked to close it.
  private var isEnding = false

  /// The most groups that can be undone, the youngest ones; 0 is no limit.
  open var levelsOfUndo = 0 { didSet { forgetOldest() } }
  /// Whether the changes of one pass of the run loop are one group; true unless set.
  open var groupsByEvent = true
  /// The modes of the run loop in which such a group ends.
  open var runLoopModes: [RunLoop.Mode] = [.default]

  /// Whether changes are recorded.
  open var isUndoRegistrationEnabled: Bool { disabled == 0 }
  /// The number of groups that are open.
  open var groupingLevel: Int { open.count }
  /// Whether a group is being undone.
  open var isUndoing: Bool { work == .undoing }
  /// Whether a group is being redone.
  open var isRedoing: Bool { work == .redoing }
  /// Whether there is something to undo.
  open var canUndo: Bool { !undone.isEmpty || open.contains { !$0.changes.isEmpty } }
  /// Whether there is something to redo.
  open var canRedo: Bool {
    NotificationCenter.default.post(name: .NSUndoManagerCheckpoint, object: self)
    return !redone.isEmpty
  }

  // MARK: - Groups

  /// Opens a group, inside of that which is open.
  open func beginUndoGrouping() {
    openEvent()
    openGroup()
  }

  /// Closes the group that was opened last; without one it ends the program.
  open func endUndoGrouping() {
    precondition(
      open.count > (isEventOpen ? 1 : 0),
      "endUndoGrouping called with no matching begin"
    )
    post(.NSUndoManagerCheckpoint)
    closeGroup()
    if isEventOpen, open.count == 1 { closeEventLater() }
  }

  private func openGroup() {
    post(.NSUndoManagerCheckpoint)
    open.append(Group())
    post(.NSUndoManagerDidOpenUndoGroup)
  }

  private func closeGroup() {
    post(.NSUndoManagerWillCloseUndoGroup)
    guard let group = open.popLast() else { return }
    if let outer = open.last {
      outer.changes += group.changes
      if !group.name.isEmpty { outer.name = group.name }
    } else if !group.changes.isEmpty {
      if work == .undoing { redone.append(group) } else { undone.append(group) }
      forgetOldest()
    }
    post(.NSUndoManagerDidCloseUndoGroup)
  }

  /// Opens the group of this pass of the run loop.
  private func openEvent() {
    guard groupsByEvent, open.isEmpty, work == .recording else { return }
    isEventOpen = true
    openGroup()
    closeEventLater()
  }

  /// Closes the group of the event with this pass of the run loop, unless others are open then.
  private func closeEventLater() {
    guard !isEnding else { return }
    isEnding = true
    let manager = WeakTransferred(self)
    RunLoop.current.perform(inModes: runLoopModes) {
      manager.object?.isEnding = false
      manager.object?.closeEvent()
    }
  }

  private func closeEvent() {
    guard isEventOpen, open.count == 1 else { return }
    isEventOpen = false
    closeGroup()
  }

  private func forgetOldest() {
    guard levelsOfUndo > 0 else { return }
    undone.removeFirst(max(0, undone.count - levelsOfUndo))
    redone.removeFirst(max(0, redone.count - levelsOfUndo))
  }

  // MARK: - Recording

  /// Records how a change is undone.
  ///
  /// Without a group of the event, a group has to be open; else the program ends.
  ///
  /// - Parameters:
  ///   - target: The object that was changed. It is not kept; once it is gone, nothing is undone.
  ///   - handler: Undoes the change, and records how that is redone.
  open func registerUndo<TargetType: AnyObject>(
    withTarget target: TargetType,
    handler: @escaping (TargetType) -> Void
  ) {
    guard isUndoRegistrationEnabled else { return }
    openEvent()
    guard let group = open.last else {
      preconditionFailure("registerUndo: must begin a group before registering undo")
    }
    if work == .recording { redone.removeAll() }
    group.changes.append(
      Change(target: target) { [weak target] in if let target { handler(target) } }
    )
  }

  /// Records no changes until ``enableUndoRegistration()``; calls are counted.
  open func disableUndoRegistration() { disabled += 1 }

  /// Records changes again; without a call of ``disableUndoRegistration()`` it ends the program.
  open func enableUndoRegistration() {
    precondition(disabled > 0, "enableUndoRegistration called with no matching disable")
    disabled -= 1
  }

  /// Forgets all changes.
  open func removeAllActions() {
    (undone, redone, disabled) = ([], [], 0)
    for group in open { group.changes.removeAll() }
  }

  // `Any` because: it is Apple's type.
  /// Forgets the changes of an object.
  open func removeAllActions(withTarget target: Any) {
    let target = target as AnyObject
    for group in undone + redone + open { group.changes.removeAll { $0.target === target } }
    undone.removeAll { $0.changes.isEmpty }
    redone.removeAll { $0.changes.isEmpty }
  }

  // MARK: - Undoing

  /// Closes the group of the event, and undoes the group before.
  ///
  /// Groups that the program opened have to be closed; else the program ends.
  open func undo() {
    closeEvent()
    precondition(open.isEmpty, "undo was called with too many nested undo groups")
    undoNestedGroup()
  }

  /// Undoes the last group that is closed.
  open func undoNestedGroup() {
    post(.NSUndoManagerCheckpoint)
    guard work == .recording, let group = undone.popLast() else { return }
    perform(group, .undoing, .NSUndoManagerWillUndoChange, .NSUndoManagerDidUndoChange)
  }

  /// Redoes the group that was undone last.
  open func redo() {
    closeEvent()
    post(.NSUndoManagerCheckpoint)
    guard work == .recording, let group = redone.popLast() else { return }
    perform(group, .redoing, .NSUndoManagerWillRedoChange, .NSUndoManagerDidRedoChange)
  }

  private func perform(
    _ group: Group,
    _ work: Work,
    _ before: Notification.Name,
    _ after: Notification.Name
  ) {
    post(before)
    self.work = work
    openGroup()
    open.last?.name = group.name
    open.last?.isDiscardable = group.isDiscardable
    for change in group.changes.reversed() { change.undo() }
    closeGroup()
    self.work = .recording
    post(after)
  }

  private func post(_ name: Notification.Name) {
    NotificationCenter.default.post(name: name, object: self)
  }

  // MARK: - Names

  /// Names the open group, or else the last one.
  open func setActionName(_ actionName: String) {
    let group = open.last ?? (work == .undoing ? redone.last : undone.last)
    group?.name = actionName
  }

  /// Says whether the open group may be thrown away, such as a change of a selection.
  open func setActionIsDiscardable(_ discardable: Bool) { open.last?.isDiscardable = discardable }

  /// Whether what is undone next may be thrown away.
  open var undoActionIsDiscardable: Bool { undone.last?.isDiscardable ?? false }
  /// Whether what is redone next may be thrown away.
  open var redoActionIsDiscardable: Bool { redone.last?.isDiscardable ?? false }
  /// The name of what is undone next; empty if there is none.
  open var undoActionName: String { (open.first ?? undone.last)?.name ?? "" }
  /// The name of what is redone next; empty if there is none.
  open var redoActionName: String { redone.last?.name ?? "" }
  /// The title of a menu's item that undoes: "Undo Rename".
  open var undoMenuItemTitle: String { undoMenuTitle(forUndoActionName: undoActionName) }
  /// The title of a menu's item that redoes: "Redo Rename".
  open var redoMenuItemTitle: String { redoMenuTitle(forUndoActionName: redoActionName) }

  /// Returns the title of a menu's item that undoes what has a name.
  open func undoMenuTitle(forUndoActionName actionName: String) -> String {
    actionName.isEmpty ? "Undo" : "Undo \(actionName)"
  }

  /// Returns the title of a menu's item that redoes what has a name.
  open func redoMenuTitle(forUndoActionName actionName: String) -> String {
    actionName.isEmpty ? "Redo" : "Redo \(actionName)"
  }
}

extension Notification.Name {
  /// An undo manager looks at its groups.
  public static let NSUndoManagerCheckpoint = Notification.Name("NSUndoManagerCheckpoint")
  /// An undo manager opened a group.
  public static let NSUndoManagerDidOpenUndoGroup = Notification.Name(
    "NSUndoManagerDidOpenUndoGroup"
  )
  /// An undo manager is about to close a group.
  public static let NSUndoManagerWillCloseUndoGroup = Notification.Name(
    "NSUndoManagerWillCloseUndoGroup"
  )
  /// An undo manager closed a group.
  public static let NSUndoManagerDidCloseUndoGroup = Notification.Name(
    "NSUndoManagerDidCloseUndoGroup"
  )
  /// An undo manager is about to undo.
  public static let NSUndoManagerWillUndoChange = Notification.Name("NSUndoManagerWillUndoChange")
  /// An undo manager undid a group.
  public static let NSUndoManagerDidUndoChange = Notification.Name("NSUndoManagerDidUndoChange")
  /// An undo manager is about to redo.
  public static let NSUndoManagerWillRedoChange = Notification.Name("NSUndoManagerWillRedoChange")
  /// An undo manager redid a group.
  public static let NSUndoManagerDidRedoChange = Notification.Name("NSUndoManagerDidRedoChange")
}
