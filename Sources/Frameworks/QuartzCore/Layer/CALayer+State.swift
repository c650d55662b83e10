// A layer's state, guarded by the lock of all layer trees.
// Licensed under the MIT license; see LICENSE.

import Foundation
package import QuartzModel

/// The mutable state of a layer.
struct LayerState {
  var values: PropertyBag
  var objects = ObjectValues()
  var ownRows = PropertySet()
  var styleValues: [AnyHashable: Any]?
  var customValues: [String: Any] = [:]
  var link = ContextLink()
  var children: [CALayer] = []
  var maskLayer: CALayer?
  var attachedAnimations: [AttachedAnimation] = []
  var namedAnimations: [String: AttachedAnimation] = [:]
  var layout = LayerLayout()
  var displayState: DisplayState?
  var storedActions: [String: any CAAction]?
  // Weak because: another thread may let go of the superlayer while this one asks for it.
  weak var parent: CALayer?
  /// Where the layer stood among the sublayers of `parent` when somebody looked.
  var lastIndex = 0
  private weak var otherDelegate: (any CALayerDelegate)?
  // Unowned because: a weak reference would make each count of the references to a view slower, and
  // a view takes itself out before it ends (`CALayer.endLayout`).
  private unowned(unsafe) var viewDelegate: (any CALayerDelegate)?
  /// Whether the layer ever had a delegate; asked where the weak reference would take too long.
  private(set) var hadDelegate = false

  init(values: PropertyBag) {
    self.values = values
  }

  var delegate: (any CALayerDelegate)? {
    get { viewDelegate ?? otherDelegate }
    set {
      viewDelegate = nil
      otherDelegate = newValue
      if newValue != nil { hadDelegate = true }
    }
  }

  /// Makes a view the delegate that takes itself out before it ends; nil takes it out.
  mutating func setView(_ view: (any CALayerDelegate)?) {
    if view != nil { (otherDelegate, hadDelegate) = (nil, true) }
    viewDelegate = view
  }
}

// One accessor for each part, so that a change of one does not copy the others.
extension CALayer {
  /// The values that are not the default; contents are in `objects` alone.
  package final var values: PropertyBag {
    _read {
      LayerLock.lock()
      defer { LayerLock.unlock() }
      yield state.values
    }
    _modify {
      LayerLock.lock()
      defer { LayerLock.unlock() }
      yield &state.values
    }
  }

  /// The objects behind rows whose value is incomplete: images and colours.
  final var objects: ObjectValues {
    _read {
      LayerLock.lock()
      defer { LayerLock.unlock() }
      yield state.objects
    }
    _modify {
      LayerLock.lock()
      defer { LayerLock.unlock() }
      yield &state.objects
    }
  }

  /// The rows that the layer has a value of its own for, even if it is the default; others follow
  /// its style.
  final var ownRows: PropertySet {
    _read {
      LayerLock.lock()
      defer { LayerLock.unlock() }
      yield state.ownRows
    }
    _modify {
      LayerLock.lock()
      defer { LayerLock.unlock() }
      yield &state.ownRows
    }
  }

  /// Values by key for rows that are not own, and for other keys.
  final var styleValues: [AnyHashable: Any]? {
    _read {
      LayerLock.lock()
      defer { LayerLock.unlock() }
      yield state.styleValues
    }
    _modify {
      LayerLock.lock()
      defer { LayerLock.unlock() }
      yield &state.styleValues
    }
  }

  /// Values of keys that have no row.
  final var customValues: [String: Any] {
    _read {
      LayerLock.lock()
      defer { LayerLock.unlock() }
      yield state.customValues
    }
    _modify {
      LayerLock.lock()
      defer { LayerLock.unlock() }
      yield &state.customValues
    }
  }

  /// The membership in a context.
  final var link: ContextLink {
    _read {
      LayerLock.lock()
      defer { LayerLock.unlock() }
      yield state.link
    }
    _modify {
      LayerLock.lock()
      defer { LayerLock.unlock() }
      yield &state.link
    }
  }

  /// The sublayers.
  package final var children: [CALayer] {
    _read {
      LayerLock.lock()
      defer { LayerLock.unlock() }
      yield state.children
    }
    _modify {
      LayerLock.lock()
      defer { LayerLock.unlock() }
      yield &state.children
    }
  }

  /// The mask; its `parent` is this layer.
  package final var maskLayer: CALayer? {
    _read {
      LayerLock.lock()
      defer { LayerLock.unlock() }
      yield state.maskLayer
    }
    _modify {
      LayerLock.lock()
      defer { LayerLock.unlock() }
      yield &state.maskLayer
    }
  }

  /// The animations, in the order in which they were added.
  final var attachedAnimations: [AttachedAnimation] {
    _read {
      LayerLock.lock()
      defer { LayerLock.unlock() }
      yield state.attachedAnimations
    }
    _modify {
      LayerLock.lock()
      defer { LayerLock.unlock() }
      yield &state.attachedAnimations
    }
  }

  /// The animations that have names; filled once there are many and one was looked up.
  final var namedAnimations: [String: AttachedAnimation] {
    _read {
      LayerLock.lock()
      defer { LayerLock.unlock() }
      yield state.namedAnimations
    }
    _modify {
      LayerLock.lock()
      defer { LayerLock.unlock() }
      yield &state.namedAnimations
    }
  }

  /// The layout state of the layer.
  final var layout: LayerLayout {
    _read {
      LayerLock.lock()
      defer { LayerLock.unlock() }
      yield state.layout
    }
    _modify {
      LayerLock.lock()
      defer { LayerLock.unlock() }
      yield &state.layout
    }
  }

  /// The drawing state of the layer, if it ever drew.
  final var displayState: DisplayState? {
    _read {
      LayerLock.lock()
      defer { LayerLock.unlock() }
      yield state.displayState
    }
    _modify {
      LayerLock.lock()
      defer { LayerLock.unlock() }
      yield &state.displayState
    }
  }

  /// The actions by event.
  final var storedActions: [String: any CAAction]? {
    _read {
      LayerLock.lock()
      defer { LayerLock.unlock() }
      yield state.storedActions
    }
    _modify {
      LayerLock.lock()
      defer { LayerLock.unlock() }
      yield &state.storedActions
    }
  }

  /// The initial state of a copy of the layer, without sublayers and animations.
  final var stateOfCopy: LayerState {
    LayerLock.with {
      var copy = LayerState(values: state.values)
      copy.objects = state.objects
      copy.ownRows = state.ownRows
      copy.styleValues = state.styleValues
      copy.customValues = state.customValues
      copy.storedActions = state.storedActions
      copy.displayState = state.displayState?.settings
      copy.layout = state.layout.rulesAlone
      return copy
    }
  }

  /// As in the state; only used where the lock is held.
  final var lastIndex: Int {
    get { state.lastIndex }
    set { state.lastIndex = newValue }
  }

  /// The layer that has this one as a sublayer or as its mask.
  final var parent: CALayer? {
    get { LayerLock.with { state.parent } }
    set { LayerLock.with { state.parent = newValue } }
  }
}
