// What a layer that draws itself remembers.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import QuartzMath
import QuartzText

/// The part of a layer that is to be drawn anew.
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

/// A drawing that differs from another one in a part.
struct BackingEdit {
  /// The drawing before, which may have been committed.
  let base: CGImage
  let image: CGImage
  /// In pixels from the top left.
  let part: PixelRect
}

/// What a layer that draws itself remembers; layers that do not have none.
///
/// Every access takes the lock of all layer trees.
@dynamicMemberLookup
final class DisplayState {
  /// What there is to remember.
  struct Fields {
    /// Whether a change of the bounds asks for a new drawing; nil, as style and class say.
    var redrawsOnBoundsChange: Bool?
    /// Nil, as style and class say.
    var drawsAsynchronously: Bool?
    /// Nil, as style and class say.
    var format: CALayerContentsFormat?
    /// What was asked for since the last drawing.
    var dirty = DirtyPart.nothing
    /// What the drawing that is under way was asked for; nil for all of it.
    var part: DirtyPart?
    /// The last drawing, as long as the layer shows it.
    var backing: LayerBacking?
    /// How the drawing differs from the one that was committed last, if it differs in a part.
    var edit: BackingEdit?
    /// The fonts of the last drawing.
    var fonts: Set<FontFace> = []
    /// Whether `display()` is under way.
    var isDisplaying = false
    /// What is called with each frame of the context, if the layer asks for that.
    var frameHandler: CALayer.FrameHandler?
    /// Whether the call of `draw(in:)` reached neither a subclass nor a delegate.
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

  /// Notes that a part of the drawing was drawn anew.
  func noteEdit(from old: CGImage, to new: CGImage, part: PixelRect) {
    LayerLock.with {
      if let edit = fields.edit, edit.image === old {
        fields.edit = BackingEdit(base: edit.base, image: new, part: edit.part.union(part))
      } else {
        fields.edit = BackingEdit(base: old, image: new, part: part)
      }
    }
  }

  /// Hands out the difference for a commit.
  func takeEdit() -> BackingEdit? {
    LayerLock.with {
      defer { fields.edit = nil }
      return fields.edit
    }
  }

  /// The settings without the drawing.
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

/// The layers of a context that are to be drawn before its next commit.
struct DisplayQueue {
  private var waiting: [CALayer] = []
  // Those that were drawn for the commit that is being made, and those that asked again meanwhile.
  private var drawn: Set<ObjectIdentifier> = []
  private var postponed: [CALayer] = []

  /// Whether layers wait for a commit after this one.
  var isEmpty: Bool { waiting.isEmpty }

  mutating func add(_ layer: CALayer) {
    waiting.append(layer)
  }

  /// Takes out the layers that were not drawn yet for this commit.
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

  /// Lets a layer that is out of the tree be drawn if it comes back before the commit.
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
