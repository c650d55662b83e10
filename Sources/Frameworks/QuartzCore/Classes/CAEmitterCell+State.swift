// A cell's state, guarded by the lock of all layer trees.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
package import QuartzModel

/// The mutable state of a cell.
struct CellState {
  /// All properties that are plain values.
  var cell = ParticleCell()
  /// The image of particles, or a slot.
  var contentsObject: Any?
  /// The colour, as it was set.
  var colorObject: CGColor?
  /// The cells that each particle emits.
  var nestedCells: [CAEmitterCell]?
  /// The properties that were set, or have a value in the style.
  var ownProperties: Set<CellProperty> = []
  /// The values of the style, by key.
  var styleValues: [AnyHashable: Any]?
  /// Values of keys that are not properties.
  var customValues: [String: Any] = [:]
}

// One accessor for each part, so that a change of one does not copy the others.
extension CAEmitterCell {
  /// All properties that are plain values.
  package final var cell: ParticleCell {
    _read {
      LayerLock.lock()
      defer { LayerLock.unlock() }
      yield state.cell
    }
    _modify {
      LayerLock.lock()
      defer { LayerLock.unlock() }
      yield &state.cell
    }
  }

  /// The image of particles, or a slot.
  final var contentsObject: Any? {
    _read {
      LayerLock.lock()
      defer { LayerLock.unlock() }
      yield state.contentsObject
    }
    _modify {
      LayerLock.lock()
      defer { LayerLock.unlock() }
      yield &state.contentsObject
    }
  }

  /// The colour, as it was set.
  final var colorObject: CGColor? {
    _read {
      LayerLock.lock()
      defer { LayerLock.unlock() }
      yield state.colorObject
    }
    _modify {
      LayerLock.lock()
      defer { LayerLock.unlock() }
      yield &state.colorObject
    }
  }

  /// The cells that each particle emits.
  final var nestedCells: [CAEmitterCell]? {
    _read {
      LayerLock.lock()
      defer { LayerLock.unlock() }
      yield state.nestedCells
    }
    _modify {
      LayerLock.lock()
      defer { LayerLock.unlock() }
      yield &state.nestedCells
    }
  }

  /// The properties that were set, or have a value in the style.
  final var ownProperties: Set<CellProperty> {
    _read {
      LayerLock.lock()
      defer { LayerLock.unlock() }
      yield state.ownProperties
    }
    _modify {
      LayerLock.lock()
      defer { LayerLock.unlock() }
      yield &state.ownProperties
    }
  }

  /// The values of the style, by key.
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

  /// Values of keys that are not properties.
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
}
