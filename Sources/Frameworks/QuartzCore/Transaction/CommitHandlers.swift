// Calls at the end of a thread's outermost transaction.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics

/// The parts of the end of an outermost transaction, in their order.
package enum CommitPhase: Int, CaseIterable, Sendable {
  /// Before layers are laid out.
  case preLayout = 0
  /// After layout and drawing, before anything is encoded; changes still go with this commit.
  case preCommit = 1
  /// When the changes were handed to the server, or to the tree in this process.
  case postCommit = 2
}

/// The calls that wait for the end of a thread's transaction.
struct CommitHandlers {
  /// The most calls that calls of one commit may add.
  static let mostChained = 1000

  private var waiting: [CommitPhase: [() -> Void]] = [:]
  /// The phase whose calls are being made.
  private(set) var phase: CommitPhase?
  private var chained = 0

  /// Whether calls wait for a phase.
  func areWaiting(for phase: CommitPhase) -> Bool { waiting[phase] != nil }

  /// Adds a call, which is made once; those of a phase come in the order in which they were added.
  ///
  /// - Returns: False for the phase that is being run, and after too many that calls have added.
  mutating func add(_ body: @escaping () -> Void, to phase: CommitPhase) -> Bool {
    if self.phase == phase { return false }
    if self.phase != nil {
      chained += 1
      if chained == Self.mostChained + 1 {
        Diagnostics.report(
          "handlers of one commit added more than \(Self.mostChained) others; the rest is left out"
        )
      }
      guard chained <= Self.mostChained else { return false }
    }
    waiting[phase, default: []].append(body)
    return true
  }

  /// Begins a commit, which counts what its calls add.
  mutating func beginCommit() { chained = 0 }

  /// Begins a phase.
  ///
  /// - Returns: Its calls.
  mutating func begin(_ phase: CommitPhase) -> [() -> Void] {
    self.phase = phase
    return waiting.removeValue(forKey: phase) ?? []
  }

  /// Goes back to the phase that was running before, if one was.
  mutating func end(to phase: CommitPhase?) { self.phase = phase }
}

extension CATransaction {
  /// Calls a closure once, at the next end of an outermost transaction of this thread that has
  /// changes.
  ///
  /// A call that is added by another one is made in the same commit if its phase is to come, else
  /// in the next. Changes that a call of `preCommit` makes go with the commit, and layers are laid
  /// out and drawn once more for them.
  ///
  /// - Parameters:
  ///   - phase: The part of the commit.
  ///   - body: Called on this thread.
  /// - Returns: Whether it was added: not to the phase that is running.
  @discardableResult
  package class func onCommit(_ phase: CommitPhase, _ body: @escaping () -> Void) -> Bool {
    TransactionStack.current.handlers.add(body, to: phase)
  }

  /// The phase whose calls are being made on this thread; nil outside of them.
  package class var currentPhase: CommitPhase? { TransactionStack.current.handlers.phase }
}
