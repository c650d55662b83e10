// Transactions: changes that belong together.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
public import Foundation

/// The key of the duration of animations in a transaction.
public let kCATransactionAnimationDuration = "animationDuration"
/// The key of the switch for actions in a transaction.
public let kCATransactionDisableActions = "disableActions"
/// The key of the timing function of implicit animations in a transaction.
public let kCATransactionAnimationTimingFunction = "animationTimingFunction"
/// The key of the completion block of a transaction.
public let kCATransactionCompletionBlock = "completionBlock"

/// Changes of layers that are committed together.
///
/// Every thread has a stack of transactions. A change outside of any transaction opens the implicit
/// one, which ends with the next turn of the thread's run loop, or at a `flush()`. A thread that
/// runs no run loop calls `flush()`, or makes all its changes between `begin()` and `commit()`.
///
///     CATransaction.begin()
///     CATransaction.setAnimationDuration(2)
///     layer.opacity = 0
///     CATransaction.commit()
///
/// A transaction inherits the settings of the one around it, except for the completion block.
/// Changes are sent when the outermost transaction ends.
///
/// **Differences**: completion blocks and delegates of animations are called on the thread that
/// committed them: in a later turn of its run loop, or at a `flush()` after the transaction. A
/// thread that runs no run loop calls `flush()` for them.
open class CATransaction: NSObject {
  private override init() {}

  /// Opens a transaction within the current one.
  open class func begin() {
    TransactionStack.current.begin()
  }

  /// Ends the innermost transaction; the end of the outermost one sends all changes.
  ///
  /// Without a transaction nothing happens. Completion blocks are not called from here.
  open class func commit() {
    TransactionStack.current.commit()
  }

  /// Ends the implicit transaction, as soon as no explicit one is open.
  ///
  /// It also tells delegates and completion blocks about animations that have ended.
  open class func flush() {
    TransactionStack.current.flush()
  }

  /// Locks all layers; a thread that has the lock may take it again.
  ///
  /// Every access to a layer takes the lock by itself, so layers may be read and set on several
  /// threads. A program takes it to make several accesses atomic, such as reading a value and
  /// setting another one that follows from it. While a thread has the lock, all others wait for it
  /// at layers and commits.
  ///
  ///     CATransaction.lock()
  ///     layer.position.x += 1
  ///     CATransaction.unlock()
  ///
  /// The lock is not held where a layer lays out or draws itself, nor in completion blocks. It is
  /// held while actions are looked up because of changes of the tree. A thread that waits for
  /// others to draw releases it until they have.
  open class func lock() {
    LayerLock.lock()
  }

  /// Unlocks, once for each `lock()`; without a `lock()` nothing happens.
  open class func unlock() {
    LayerLock.unlock()
  }

  /// The duration of implicit animations and of animations without one, in seconds; 0.25 by
  /// default.
  open class func animationDuration() -> CFTimeInterval {
    TransactionStack.current.duration
  }

  /// Sets the duration of animations in the current transaction, in seconds.
  open class func setAnimationDuration(_ dur: CFTimeInterval) {
    TransactionStack.current.modify { $0.duration = dur }
  }

  /// The curve of implicit animations; nil, the default, is the one named `default`.
  open class func animationTimingFunction() -> CAMediaTimingFunction? {
    TransactionStack.current.value(\.timingFunction) ?? nil
  }

  /// Sets the curve of implicit animations in the current transaction.
  open class func setAnimationTimingFunction(_ function: CAMediaTimingFunction?) {
    TransactionStack.current.modify { $0.timingFunction = .some(function) }
  }

  /// Whether changes of properties run no actions; false by default.
  open class func disableActions() -> Bool {
    TransactionStack.current.disablesActions
  }

  /// Sets whether changes of properties in the current transaction run no actions.
  open class func setDisableActions(_ flag: Bool) {
    TransactionStack.current.modify { $0.disablesActions = flag }
  }

  /// The completion block of the innermost transaction that has one.
  open class func completionBlock() -> (() -> Void)? {
    TransactionStack.current.value(\.completionBlock)
  }

  /// Says that the calling thread never runs its run loop, before anything else is done there.
  ///
  /// Changes are then sent by `flush` and with requested pictures. A run loop takes a dozen
  /// descriptors on each thread.
  package static func useNoRunLoop() {
    TransactionStack.current.hasRunLoop = false
  }

  /// Sets what is called when all animations added from now on in this transaction, and in those
  /// within it, have ended or were removed; without any, after the transaction has ended.
  ///
  /// It is called once, in a later turn of the run loop than the one in which the transaction ends.
  /// A block that was set before waits only for the animations added until now.
  open class func setCompletionBlock(_ block: (() -> Void)?) {
    var replaced: CompletionGroup?
    TransactionStack.current.modify { level in
      replaced = level.completion
      level.completion = block.map { CompletionGroup($0) }
      level.completionBlock = block
    }
    if let due = replaced?.close() { TransactionStack.current.enqueue(due) }
  }

  /// Returns the value of one of the four keys above or of a custom key, from the innermost
  /// transaction that has it.
  open class func value(forKey key: String) -> Any? {
    switch key {
    case kCATransactionAnimationDuration: NSNumber(value: animationDuration())
    case kCATransactionDisableActions: NSNumber(value: disableActions())
    case kCATransactionAnimationTimingFunction: animationTimingFunction()
    case kCATransactionCompletionBlock: completionBlock()
    default: TransactionStack.current.levels.reversed().lazy.compactMap { $0.values[key] }.first
    }
  }

  /// Sets one of the four keys above, or a custom key, in the current transaction.
  open class func setValue(_ anObject: Any?, forKey key: String) {
    switch key {
    case kCATransactionAnimationDuration: setAnimationDuration(Bridge.number(anObject) ?? 0.25)
    case kCATransactionDisableActions: setDisableActions(Bridge.bool(anObject) ?? false)
    case kCATransactionAnimationTimingFunction:
      setAnimationTimingFunction(anObject as? CAMediaTimingFunction)
    case kCATransactionCompletionBlock: setCompletionBlock(anObject as? () -> Void)
    default: TransactionStack.current.modify { $0.values[key] = anObject.map(Boxing.boxed) }
    }
  }
}
