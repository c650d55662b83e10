// Changes that are undone and redone.
// Licensed under the MIT license; see LICENSE.

import Foundation
import QuartzFoundation
import Testing

/// A text whose changes can be undone.
private final class Note {
  let undo: UndoManager
  var text = ""

  init(_ undo: UndoManager) { self.undo = undo }

  func set(_ text: String, _ name: String = "") {
    undo.registerUndo(withTarget: self) { [old = self.text] in $0.set(old) }
    if !name.isEmpty { undo.setActionName(name) }
    self.text = text
  }
}

@Suite("UndoManager")
struct UndoManagerTests {
  private let undo = UndoManager()

  private func group(_ body: () -> Void) {
    undo.beginUndoGrouping()
    body()
    undo.endUndoGrouping()
  }

  @Test("Groups are undone and redone, with their names")
  func groups() {
    undo.groupsByEvent = false
    let note = Note(undo)
    group { note.set("a", "Type") }
    group {
      note.set("b")
      note.set("c", "Paste")
    }
    #expect(undo.undoActionName == "Paste" && undo.undoMenuItemTitle == "Undo Paste")
    undo.undo()
    #expect(note.text == "a" && undo.canRedo && undo.redoMenuItemTitle == "Redo Paste")
    undo.undo()
    #expect(note.text.isEmpty && !undo.canUndo && undo.undoMenuItemTitle == "Undo")
    undo.undo()
    undo.redo()
    #expect(note.text == "a" && undo.undoActionName == "Type")
    undo.redo()
    undo.redo()
    #expect(note.text == "c" && !undo.canRedo)
    undo.undo()
    group { note.set("d") }
    #expect(!undo.canRedo)
    undo.undo()
    #expect(note.text == "a")
  }

  @Test("Inner groups are parts of outer ones, and empty ones are none")
  func nested() {
    undo.groupsByEvent = false
    let note = Note(undo)
    group {
      note.set("a")
      group {
        #expect(undo.groupingLevel == 2)
        note.set("b")
      }
    }
    group {}
    undo.undo()
    #expect(note.text.isEmpty && !undo.canUndo)
  }

  @Test("Changes of one pass of the run loop are one group")
  func events() {
    let note = Note(undo)
    note.set("a")
    note.set("b")
    #expect(undo.groupingLevel == 1 && undo.canUndo)
    _ = RunLoop.current.run(mode: .default, before: Date())
    #expect(undo.groupingLevel == 0)
    note.set("c")
    undo.undo()
    #expect(note.text == "b")
    undo.undo()
    #expect(note.text.isEmpty)
    undo.redo()
    #expect(note.text == "b")
    // A group of the program that outlives the pass ends the event with itself.
    undo.beginUndoGrouping()
    note.set("d")
    _ = RunLoop.current.run(mode: .default, before: Date())
    #expect(undo.groupingLevel == 2)
    undo.endUndoGrouping()
    _ = RunLoop.current.run(mode: .default, before: Date())
    #expect(undo.groupingLevel == 0)
    undo.undo()
    #expect(note.text == "b")
  }

  @Test("The number of groups has a limit")
  func levels() {
    undo.groupsByEvent = false
    undo.levelsOfUndo = 2
    let note = Note(undo)
    for text in ["a", "b", "c", "d"] { group { note.set(text) } }
    while undo.canUndo { undo.undo() }
    #expect(note.text == "b")
    undo.levelsOfUndo = 1
    while undo.canRedo { undo.redo() }
    #expect(note.text == "c")
  }

  @Test("Targets are not kept, and their changes can be forgotten")
  func targets() {
    undo.groupsByEvent = false
    let note = Note(undo)
    var other: Note? = Note(undo)
    weak let watched = other
    group { note.set("a") }
    group { other?.set("b") }
    other = nil
    #expect(watched == nil)
    undo.undo()
    #expect(note.text == "a")
    group { note.set("c") }
    undo.removeAllActions(withTarget: note)
    #expect(!undo.canUndo && !undo.canRedo)
    group { note.set("d") }
    undo.removeAllActions()
    #expect(!undo.canUndo)
  }

  @Test("Nothing is recorded while that is disabled")
  func disabled() {
    let note = Note(undo)
    undo.disableUndoRegistration()
    undo.disableUndoRegistration()
    undo.enableUndoRegistration()
    #expect(!undo.isUndoRegistrationEnabled)
    note.set("a")
    #expect(!undo.canUndo && undo.groupingLevel == 0)
    undo.enableUndoRegistration()
    note.set("b")
    undo.undo()
    #expect(note.text == "a")
  }

  @Test("Notifications tell of groups and changes")
  func notifications() {
    undo.groupsByEvent = false
    let names: [Notification.Name] = [
      .NSUndoManagerDidOpenUndoGroup, .NSUndoManagerWillCloseUndoGroup,
      .NSUndoManagerDidCloseUndoGroup, .NSUndoManagerWillUndoChange, .NSUndoManagerDidUndoChange,
      .NSUndoManagerWillRedoChange, .NSUndoManagerDidRedoChange,
    ]
    // Safe because: notifications are posted on this thread; so it is below.
    nonisolated(unsafe) var heard: [String] = []
    // Safe because: see above.
    nonisolated(unsafe) let undo = undo
    let observers = names.map { name in
      NotificationCenter.default.addObserver(forName: name, object: undo, queue: nil) { note in
        let works = (undo.isUndoing ? "U" : "") + (undo.isRedoing ? "R" : "")
        heard.append(note.name.rawValue.replacingOccurrences(of: "NSUndoManager", with: works))
      }
    }
    defer { for observer in observers { NotificationCenter.default.removeObserver(observer) } }
    let note = Note(undo)
    group { note.set("a") }
    #expect(heard == ["DidOpenUndoGroup", "WillCloseUndoGroup", "DidCloseUndoGroup"])
    heard = []
    undo.undo()
    #expect(heard.first == "WillUndoChange" && heard.last == "DidUndoChange")
    #expect(heard.contains("UDidOpenUndoGroup"))
    heard = []
    undo.redo()
    #expect(heard.first == "WillRedoChange" && heard.last == "DidRedoChange")
  }

  @Test("A group that is not open ends the program")
  func traps() async {
    await #expect(processExitsWith: .failure) { UndoManager().endUndoGrouping() }
    await #expect(processExitsWith: .failure) { UndoManager().enableUndoRegistration() }
    await #expect(processExitsWith: .failure) {
      let undo = UndoManager()
      undo.groupsByEvent = false
      undo.registerUndo(withTarget: undo) { _ in }
    }
  }
}
