// The transactions of one thread, and their ends.
// Licensed under the MIT license; see LICENSE.
//
// A change outside of any transaction opens the implicit one, at the bottom of the stack. It ends
// with the next turn of the thread's run loop: one block is scheduled for it, nothing polls. If
// explicit transactions are open at that moment, or at a flush, it ends right after the outermost
// of them. The end of the bottom transaction sends one commit for each context that changed.
//
// Delegates and completion blocks are called in a later turn of the run loop, or at a flush, never
// inside `commit()`.
//
// The ends of animations depend on the clocks of contexts. They are checked when a transaction
// ends, at a flush, and when the run loop's timer for the next end fires.

import CQuartzLinux
import Foundation
import Glibc
import QuartzModel
import QuartzWire

/// The transactions of one thread.
final class TransactionStack {
  /// The settings of a transaction; nil is inherited from the one around it.
  struct Level {
    var isImplicit = false
    var duration: Double?
    var timingFunction: CAMediaTimingFunction??
    var disablesActions: Bool?
    var values: [String: Any] = [:]
    var completion: CompletionGroup?
    var completionBlock: (() -> Void)?
  }

  private(set) var levels: [Level] = []
  private(set) var journals: [CommitJournal] = []
  private var callbacks: [() -> Void] = []
  // Blocks of transactions that ended with the current flush; they wait for the next one.
  private var freshCallbacks: [() -> Void] = []
  private var detached: [(layer: CALayer, animation: AttachedAnimation)] = []
  // Contexts with animations whose start or end is still to be reported.
  private var watched: [CommitJournal] = []
  private var isRunningCallbacks = false
  private var isTurnScheduled = false
  private var endsImplicitWhenBalanced = false
  private var isPreparing = false
  /// The calls at the end of the transaction.
  var handlers = CommitHandlers()
  private var timer: (call: HomeLoop.Call, time: Double)?
  /// The thread's run loop.
  var home: HomeLoop {
    if isOfMainThread, !Thread.isMainThread {
      existingHome = .mainQueue
      HomeLoop.mainQueue.followThread()
    }
    if let existingHome { return existingHome }
    let home = HomeLoop(isWanted: hasRunLoop)
    existingHome = home
    return home
  }
  /// The same, if it was asked for before.
  private(set) var existingHome: HomeLoop?
  /// Whether the thread runs its run loop; set before anything else is done on the thread.
  var hasRunLoop = true

  // MARK: The thread's stack

  private static let threadKey: pthread_key_t = {
    var key = pthread_key_t()
    let code = pthread_key_create(&key) { pointer in
      guard let pointer else { return }
      Unmanaged<TransactionStack>.fromOpaque(pointer).takeRetainedValue().threadWillEnd()
    }
    precondition(code == 0, "no thread-specific key: \(code)")
    return key
  }()

  /// The stack of the main thread and of the main queue.
  ///
  /// The main queue, and with it the main actor, leaves the main thread in a program that calls
  /// `dispatchMain()`, as test runners do. Threads of a pool then take turns at it.
  // Safe because: the main thread alone uses it, or the main queue, which is served once at a time.
  nonisolated(unsafe) private static var ofMainThread: TransactionStack?
  private let isOfMainThread: Bool

  private init(isOfMainThread: Bool) { self.isOfMainThread = isOfMainThread }

  /// The stack of the calling thread; nil if it never needed one.
  static var existing: TransactionStack? {
    let own = pthread_getspecific(threadKey).map {
      Unmanaged<TransactionStack>.fromOpaque($0).takeUnretainedValue()
    }
    if let own, own.isOfMainThread { return own }
    return quartz_is_on_main_queue() != 0 ? ofMainThread : own
  }

  /// The stack of the calling thread.
  static var current: TransactionStack {
    if let existing { return existing }
    let isMain = Thread.isMainThread
    let stack =
      isMain
      ? ofMainThread ?? TransactionStack(isOfMainThread: true)
      : TransactionStack(isOfMainThread: quartz_is_on_main_queue() != 0)
    if stack.isOfMainThread { ofMainThread = stack }
    if isMain || !stack.isOfMainThread {
      pthread_setspecific(threadKey, Unmanaged.passRetained(stack).toOpaque())
    }
    return stack
  }

  private func threadWillEnd() {
    if isOfMainThread { return }
    timer?.call.cancel()
    guard !journals.isEmpty else { return }
    Diagnostics.report("a thread ended with an uncommitted CATransaction: call flush() before")
  }

  // MARK: Contexts

  private struct WeakContext {
    weak var context: CAContext?
  }

  // The contexts that the thread made or used, the last one last.
  private var contexts: [WeakContext] = []

  /// Records that the thread uses a context.
  func use(_ context: CAContext) {
    if contexts.last?.context === context { return }
    contexts.removeAll { $0.context == nil || $0.context === context }
    contexts.append(WeakContext(context: context))
  }

  /// The context that the thread used last; nil if none of them is left.
  var mediaContext: CAContext? {
    while let last = contexts.last {
      if let context = last.context { return context }
      contexts.removeLast()
    }
    return nil
  }

  // MARK: Levels

  /// Returns the value of the innermost transaction that sets it.
  func value<Value>(_ path: KeyPath<Level, Value?>) -> Value? {
    for level in levels.reversed() {
      if let value = level[keyPath: path] { return value }
    }
    return nil
  }

  /// Whether actions are off.
  ///
  /// Separate from `value(_:)`, because every change of a property reads it.
  var disablesActions: Bool {
    var index = levels.count - 1
    while index >= 0 {
      if let disables = levels[index].disablesActions { return disables }
      index -= 1
    }
    return false
  }

  /// The duration of animations that have none of their own.
  var duration: Double { value(\.duration) ?? 0.25 }

  /// Changes the innermost transaction; without one, the implicit one begins.
  func modify(_ body: (inout Level) -> Void) {
    beginImplicitIfNeeded()
    body(&levels[levels.count - 1])
  }

  func begin() {
    levels.append(Level())
  }

  /// Ends the innermost transaction; without one, nothing happens.
  ///
  /// It also does nothing while the outermost one is ending: layout and drawing may end only
  /// transactions that they began.
  func commit() {
    if isPreparing && levels.count == 1 { return }
    if levels.count == 1 { prepare() }
    guard let level = levels.popLast() else { return }
    if levels.isEmpty {
      finish(level)
    } else {
      if let due = level.completion?.close() { freshCallbacks.append(due) }
      if endsImplicitWhenBalanced && levels.count == 1 { endImplicit() }
    }
    keepFreshCallbacks()
  }

  /// Ends the implicit transaction, as soon as no explicit one is open.
  func flush() {
    processEvents()
    endImplicit()
    runCallbacks()
    keepFreshCallbacks()
  }

  private func endImplicit() {
    guard levels.first?.isImplicit == true, !isPreparing else { return }
    guard levels.count == 1 else {
      endsImplicitWhenBalanced = true
      return
    }
    prepare()
    endsImplicitWhenBalanced = false
    finish(levels.removeLast())
  }

  private func beginImplicitIfNeeded() {
    guard levels.isEmpty else { return }
    levels.append(Level(isImplicit: true))
    scheduleTurn()
  }

  /// Schedules a flush for the next turn of the run loop.
  private func scheduleTurn() {
    if isTurnScheduled {
      // Another thread of the pool may serve the main queue now, and run its run loop.
      if existingHome === HomeLoop.mainQueue { HomeLoop.mainQueue.followThread() }
      return
    }
    isTurnScheduled = home.perform { TransactionStack.current.runLoopCameRound() } != nil
  }

  private func runLoopCameRound() {
    isTurnScheduled = false
    flush()
  }

  // MARK: Commit

  // The times of layout and drawing for the commits that come next, and of their first change.
  private var preparation = FramePhases()
  private var firstChange: Double?

  private func note(_ phase: FramePhase, _ time: inout Double) {
    let now = PhaseClock.now
    preparation[phase] += now - time
    time = now
  }

  /// Returns how long layout and drawing took for a commit, and when its first change was made, if
  /// a trace wants to know; the first commit of a transaction has the times of all.
  func takePreparation() -> (phases: FramePhases, firstChange: Double?) {
    defer { (preparation, firstChange) = (FramePhases(), nil) }
    return (preparation, firstChange)
  }

  /// Lays out and draws the layers that need it, while their transaction is still open.
  private func prepare() {
    guard !isPreparing else { return }
    isPreparing = true
    handlers.beginCommit()
    runHandlers(of: .preLayout)
    var time = PhaseClock.now
    settle(&time)
    if runHandlers(of: .preCommit) { settle(&time) }
    for journal in journals {
      journal.finishDisplay()
      journal.drawPatterns()
    }
    note(.display, &time)
    isPreparing = false
  }

  /// Lays out and draws until nothing needs it any more.
  private func settle(_ time: inout Double) {
    var isSettled = false
    while !isSettled {
      performLayoutPass()
      note(.layout, &time)
      isSettled = true
      // Drawing may invalidate layout and ask other layers to draw.
      for journal in journals where journal.displayLayers() { isSettled = false }
      note(.display, &time)
    }
  }

  /// Makes the calls of a phase, if there are changes to commit.
  ///
  /// - Returns: Whether there were any.
  @discardableResult
  private func runHandlers(of phase: CommitPhase) -> Bool {
    guard handlers.areWaiting(for: phase), phase == .postCommit || !journals.isEmpty else {
      return false
    }
    let before = handlers.phase
    for handler in handlers.begin(phase) { handler() }
    handlers.end(to: before)
    return true
  }

  /// Ends the thread's implicit transaction without sending anything; another thread does that.
  ///
  /// - Returns: The contexts that changed.
  func giveUp() -> [CommitJournal] {
    guard levels.count == 1, levels[0].isImplicit else { return [] }
    defer { journals.removeAll() }
    let level = levels.removeLast()
    if let due = level.completion?.close() { callbacks.append(due) }
    detached.removeAll()
    runCallbacks()
    return journals
  }

  /// Schedules a context's changes to be sent at the end of the transaction.
  func register(_ journal: CommitJournal) {
    beginImplicitIfNeeded()
    if journals.contains(where: { $0 === journal }) { return }
    journals.append(journal)
    if firstChange == nil, TraceFile.ofEnvironment != nil { firstChange = PhaseClock.now }
  }

  /// Schedules a callback for a later turn of the run loop, or for a flush.
  func enqueue(_ callback: @escaping () -> Void) {
    callbacks.append(callback)
    scheduleTurn()
  }

  /// Schedules a callback for the next turn of the run loop, or the next flush; what a callback
  /// schedules comes a turn later.
  func enqueueForNextTurn(_ callback: @escaping () -> Void) {
    if isRunningCallbacks { freshCallbacks.append(callback) } else { callbacks.append(callback) }
    scheduleTurn()
  }

  /// Whether the next flush has callbacks to call.
  var hasCallbacks: Bool { !callbacks.isEmpty || !freshCallbacks.isEmpty }

  private func keepFreshCallbacks() {
    guard !freshCallbacks.isEmpty else { return }
    callbacks.append(contentsOf: freshCallbacks)
    freshCallbacks.removeAll()
    scheduleTurn()
  }

  /// The completion groups that an animation added now belongs to.
  var completionGroups: [CompletionGroup] { levels.compactMap(\.completion) }

  /// Records an animation of a layer that belongs to no context.
  ///
  /// If it still belongs to none when the transaction ends, completion groups do not wait for the
  /// animation.
  func addDetached(_ animation: AttachedAnimation, to layer: CALayer) {
    guard !animation.groups.isEmpty else { return }
    detached.append((layer, animation))
  }

  private func finish(_ level: Level) {
    let changed = journals
    journals.removeAll()
    for journal in changed {
      journal.send()
    }
    if !changed.isEmpty { runHandlers(of: .postCommit) }
    for (layer, animation) in detached where layer.link.journal == nil {
      animation.leaveGroups()
    }
    detached.removeAll()
    if let due = level.completion?.close() { freshCallbacks.append(due) }
    processEvents()
  }

  private func runCallbacks() {
    let wasRunning = isRunningCallbacks
    isRunningCallbacks = true
    defer { isRunningCallbacks = wasRunning }
    while !callbacks.isEmpty, levels.isEmpty || levels.count == 1 && levels[0].isImplicit {
      let due = callbacks
      callbacks.removeAll()
      for callback in due { callback() }
    }
  }

  // MARK: Events of animations

  /// Follows the animations of a context until the last one has ended.
  func watch(_ journal: CommitJournal) {
    if !watched.contains(where: { $0 === journal }) { watched.append(journal) }
  }

  /// Finds the animations that started or ended, and sets the timer for the next one.
  private func processEvents() {
    guard !watched.isEmpty else { return }
    for journal in watched { journal.processEvents() }
    watched.removeAll { $0.nextEventTime == nil }
    scheduleTimer()
  }

  /// Sets the timer anew, because there is a call at another time.
  func callsChanged() { scheduleTimer() }

  private func scheduleTimer() {
    var delay: Double?
    for journal in watched {
      guard let time = journal.nextEventTime, let wait = journal.realTime(until: time) else {
        continue
      }
      delay = min(delay ?? .infinity, max(wait, 0))
    }
    guard let delay, delay.isFinite else {
      timer?.call.cancel()
      timer = nil
      return
    }
    let time = MonotonicClock.now + delay
    if let timer, !timer.call.isOver, abs(timer.time - time) < 0.001 { return }
    timer?.call.cancel()
    timer = home.perform(after: delay) { TransactionStack.current.flush() }.map { ($0, time) }
  }
}
