// The drawing state of a layer that draws itself.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import QuartzMath
import QuartzText

/// The part of a layer that needs display.
enum DirtyPart: Equatable {
  case nothing
  /// A rectangle of the layer's own coordinates, not empty.
  case rect(CGRect)
  case everything

  mutating func add(_ rect: CGRect) {
    switch self {
    case .nothing: self = .rect(rect)
    case .rect(let old): self = .rect(old.union(rect))
    case .everything: break
    }
  }
}

/// A drawing that differs from an earlier one in a part.
struct BackingEdit {
  /// The earlier drawing, which may have been committed.
  let base: CGImage
  let image: CGImage
  /// In pixels from the top left.
  let part: PixelRect
}

/// The drawing state of a layer that draws itself; other layers have none.
///
/// Every access takes the lock of all layer trees.
@dynamicMemberLookup
final class DisplayState {
  /// The fields of the state.
  struct Fields {
    /// Whether a change of the bounds requests a new drawing; nil follows style and class.
    var redrawsOnBoundsChange: Bool?
    /// Nil follows style and class.
    var drawsAsynchronously: Bool?
    /// Nil follows style and class.
    var format: CALayerContentsFormat?
    /// The part that needs display since the last drawing.
    var dirty = DirtyPart.nothing
    /// The part that the current drawing is for; nil for all of it.
    var part: DirtyPart?
    /// The last drawing, as long as the layer shows it.
    var backing: LayerBacking?
    /// The difference between the drawing and the one that was committed last, if they differ in a
    /// part.
    var edit: BackingEdit?
    /// The fonts of the last drawing.
    var fonts: Set<FontFace> = []
    /// Whether `display()` is running.
    var isDisplaying = false
    /// The callback for each frame of the context; nil if there is none.
    var frameCallback: CALayer.FrameCallback?
    /// The delegate, if the layer keeps it.
    var ownedDelegate: (any CALayerDelegate)?
    /// Whether `draw(in:)` reached neither a subclass nor a delegate.
    var foundNobodyToDraw = false
  }

  private var fields = Fields()

  subscript<Value>(dynamicMember path: WritableKeyPath<Fields, Value>) -> Value {
    _read {
      LayerLock.lock()
      defer { LayerLock.unlock() }
      yield fields[keyPath: path]
    }
    _modify {
      LayerLock.lock()
      defer { LayerLock.unlock() }
      yield &fields[keyPath: path]
    }
  }

  /// Records that a part of the drawing was redrawn.
  func noteEdit(from old: CGImage, to new: CGImage, part: PixelRect) {
    LayerLock.with {
      if let edit = fields.edit, edit.image === old {
        fields.edit = BackingEdit(base: edit.base, image: new, part: edit.part.union(part))
      } else {
        fields.edit = BackingEdit(base: old, image: new, part: part)
      }
    }
  }

  /// Removes and returns the difference, for a commit.
  func takeEdit() -> BackingEdit? {
    LayerLock.with {
      defer { fields.edit = nil }
      return fields.edit
    }
  }

  /// A copy of the settings without the drawing.
  var settings: DisplayState {
    let copy = DisplayState()
    LayerLock.with {
      copy.fields.redrawsOnBoundsChange = fields.redrawsOnBoundsChange
      copy.fields.drawsAsynchronously = fields.drawsAsynchronously
      copy.fields.format = fields.format
    }
    return copy
  }
}

/// The layers of a context that need display before its next commit.
struct DisplayQueue {
  private var waiting: [CALayer] = []
  // Layers drawn for the current commit, and those that needed display again meanwhile.
  private var drawn: Set<ObjectIdentifier> = []
  private var postponed: [CALayer] = []

  /// Whether layers wait for a commit after this one.
  var isEmpty: Bool { waiting.isEmpty }

  mutating func add(_ layer: CALayer) {
    waiting.append(layer)
  }

  /// Removes and returns the layers that were not yet drawn for this commit.
  mutating func takeLayers() -> [CALayer] {
    var layers: [CALayer] = []
    for layer in waiting {
      if drawn.insert(ObjectIdentifier(layer)).inserted {
        layers.append(layer)
      } else {
        postponed.append(layer)
      }
    }
    waiting.removeAll(keepingCapacity: true)
    return layers
  }

  /// Allows a layer that is out of the tree to be drawn if it comes back before the commit.
  mutating func postpone(_ layer: CALayer) {
    drawn.remove(ObjectIdentifier(layer))
    postponed.append(layer)
  }

  /// Ends the drawing for a commit.
  mutating func finish(_ isHeld: (CALayer) -> Bool) {
    waiting.append(contentsOf: postponed)
    waiting.removeAll { !isHeld($0) }
    postponed.removeAll(keepingCapacity: true)
    drawn.removeAll(keepingCapacity: true)
  }
}
