// Rows that nothing follows, and rows by their ids for interfaces of other languages.
// Licensed under the MIT license; see LICENSE.
//
// A change of a row may run an action, tell observers, ask for a layout or a drawing. Most changes
// do none of that: the layer is in no context, or was not shown yet, or actions are disabled. Such
// a change is one access of the layer's state under one taking of the lock.

package import QuartzModel

extension CALayer {
  /// Returns the value of a row.
  package final func rowValue(_ id: PropertyID) -> PropertyValue { values.value(id) }

  /// Sets a row of numbers, truth values or structs, as its accessor does.
  ///
  /// The caller vouches for a row that the class has, and for a value of its type.
  package final func setRow(_ id: PropertyID, to value: PropertyValue) { set(id, value) }

  /// Gives the layer a delegate that it keeps, in place of the one that it has.
  package final func setOwnedDelegate(_ delegate: (any CALayerDelegate)?) {
    let old = LayerLock.with { () -> (any CALayerDelegate)? in
      let old = displayState?.ownedDelegate
      if delegate != nil || old != nil { ownDisplayState.ownedDelegate = delegate }
      state.delegate = delegate
      return old
    }
    // The end of a value may call a program, which is done without the lock.
    withExtendedLifetime(old) {}
  }

  /// Sets a row if nothing but the layer's context follows it.
  ///
  /// - Returns: False, and nothing has changed, if something else may follow.
  @inline(__always)
  final func setAlone(_ id: PropertyID, _ value: PropertyValue) -> Bool {
    guard !Observers.isAny, !isSubclass || hasNoReactions else { return false }
    LayerLock.lock()
    defer { LayerLock.unlock() }
    guard let journal = state.link.journal else {
      if case .refused = state.exchange(id, value) { return false }
      return true
    }
    // A layer that was not committed is not shown, and so does not animate.
    guard state.link.pending.contains(.creation) || TransactionStack.current.disablesActions else {
      return false
    }
    switch state.exchange(id, value) {
    case .refused: return false
    case .same: return true
    case .changed(let old):
      journal.valueChanged(self, id, from: old)
      return true
    }
  }

  /// Whether the class is one whose layers neither have actions of their own nor draw themselves.
  private final var hasNoReactions: Bool {
    let type = type(of: self)
    return type == CAShapeLayer.self || type == CAGradientLayer.self
      || type == CAReplicatorLayer.self || type == CATransformLayer.self
      || type == CAEmitterLayer.self
  }
}

/// The outcome of a change that nothing may follow.
private enum RowExchange {
  /// Something may follow.
  case refused
  case same
  case changed(from: PropertyValue)
}

extension LayerState {
  /// Rows of values without objects, whose changes ask for no layout, drawing or other rows.
  private static let rowsAlone: PropertySet = {
    var rows = PropertySet()
    for row in PropertyTable.all {
      switch (row.type, row.id) {
      case (_, .bounds), (_, .transform), (_, .contentsScale), (_, .geometryFlipped): break
      case (.bool, _), (.number, _), (.integer, _), (.point, _), (.size, _), (.rect, _):
        rows.insert(row.id)
      default: break
      }
    }
    return rows
  }()

  /// Sets a row, unless the state has something that may follow it.
  @inline(__always)
  fileprivate mutating func exchange(_ id: PropertyID, _ value: PropertyValue) -> RowExchange {
    guard LayerState.rowsAlone.contains(id), storedActions == nil, styleValues == nil, !hadDelegate
    else { return .refused }
    ownRows.insert(id)
    return values.exchange(id, for: value).map { .changed(from: $0) } ?? .same
  }
}
