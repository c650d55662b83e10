// The bytes that values and animations take, as limits and the server's ledger count them.
// Licensed under the MIT license; see LICENSE.
//
// A layer of a few bytes may have a path of megabytes, and an animation a million key frames. So a
// tree keeps the sum of what its values take (`LayerTree.valueBytes`): it changes with each value
// that is set and each layer or animation that goes, and never needs a pass over the tree. The
// counts follow from the values alone: sizes of the structs, and the elements of their lists. A
// value counts once for each layer that has it, though copies of a hosted tree may share its
// memory.

import QuartzFilters
import QuartzMath

/// Sizes of memory on the heap.
private enum Heap {
  /// An object's header and the allocator's own.
  static let objectBytes = 32
  /// Those of an array or a long string.
  static let listBytes = 48

  static func list<Element>(of elements: [Element]) -> Int {
    elements.isEmpty ? 0 : listBytes + elements.count * MemoryLayout<Element>.stride
  }

  /// Strings of up to 15 bytes are in their own struct.
  static func string(_ string: String) -> Int {
    let count = string.utf8.count
    return count > 15 ? listBytes + count : 0
  }

  static func path(_ path: Path) -> Int { list(of: path.elements) + list(of: path.points) }
}

extension PropertyValue {
  /// The bytes of a value in a layer's bag, and of all that it refers to but images.
  ///
  /// The time is that of going through cells or filters; a path takes no longer than a number.
  package var countedBytes: Int {
    let place = MemoryLayout<PropertyValue>.stride
    switch self {
    case .null, .bool, .integer, .number, .point, .size, .rect, .color, .image, .name:
      return place
    case .transform: return place + Heap.objectBytes + MemoryLayout<Matrix4x4>.stride
    case .string(let string): return place + Heap.string(string)
    case .path(let box):
      return place + Heap.objectBytes + MemoryLayout<Path>.stride + Heap.path(box.path)
    case .pattern: return place + Heap.objectBytes + MemoryLayout<Rect>.stride * 2
    case .numbers(let numbers): return place + Heap.list(of: numbers)
    case .colors(let box): return place + Heap.objectBytes + Heap.list(of: box.colors)
    case .cells(let box):
      return box.cells.reduce(place + Heap.objectBytes + Heap.listBytes) {
        $0 + $1.countedBytes
      }
    case .filters(let list):
      return list.filters.reduce(place + Heap.objectBytes + Heap.listBytes) {
        $0 + $1.countedBytes
      }
    }
  }
}

extension ParticleCell {
  /// The bytes of a cell without its name.
  static let bytes =
    MemoryLayout<ParticleCell>.stride + Heap.listBytes
    + CellProperty.numberCount * MemoryLayout<Double>.stride

  fileprivate var countedBytes: Int { ParticleCell.bytes + (name.map(Heap.string) ?? 0) }
}

extension FilterDescription {
  fileprivate var countedBytes: Int {
    var bytes = MemoryLayout<FilterDescription>.stride + Heap.string(type)
    bytes += (name.map(Heap.string) ?? 0) + Heap.list(of: inputs)
    for input in inputs {
      bytes += Heap.string(input.key)
      switch input.value {
      case .number, .color, .image: break
      case .vector(let numbers): bytes += Heap.list(of: numbers)
      case .text(let text): bytes += Heap.string(text)
      case .data(let data): bytes += Heap.list(of: data)
      }
    }
    return bytes
  }
}

extension PropertyBag {
  /// The bytes of all values, and of all that they refer to but images.
  package var countedBytes: Int { valuesInOrder.reduce(0) { $0 + $1.countedBytes } }
}

// MARK: Animations

extension AnimationState {
  /// The bytes of the animation and of what is worked out of it when it is attached.
  ///
  /// The time is that of going through its values.
  package var countedBytes: Int {
    let bytes = MemoryLayout<AnimationState>.stride + MemoryLayout<AnimationStep>.stride
    switch kind {
    case .property(let animation): return bytes + animation.countedBytes
    case .group(let children): return children.reduce(bytes) { $0 + $1.countedBytes }
    case .transition(let transition): return bytes + (transition.filter?.countedBytes ?? 0)
    }
  }
}

extension PropertyAnimation {
  fileprivate var countedBytes: Int {
    var bytes = Heap.objectBytes + MemoryLayout<PropertyAnimation>.stride
    bytes += MemoryLayout<PropertyMotion>.stride + property.countedBytes
    switch kind {
    case .basic(let ends): bytes += ends.countedBytes
    case .spring(let spring): bytes += spring.ends.countedBytes
    case .keyframe(let frames): bytes += frames.countedBytes
    }
    return bytes
  }
}

extension AnimatedProperty {
  fileprivate var countedBytes: Int {
    switch self {
    case .row: 0
    case .declared(let name, _): Heap.string(name)
    case .cell(let target):
      target.names.reduce(Heap.list(of: target.names)) { $0 + Heap.string($1) }
    case .filter(let target): Heap.string(target.filter) + Heap.string(target.input)
    }
  }
}

extension BasicAnimation {
  /// The values, what is prepared of the ends, and a value in between.
  fileprivate var countedBytes: Int {
    var (sum, largest) = (Heap.objectBytes, 0)
    // One by one: a list of them would be an array, made for each animation.
    func add(_ value: PropertyValue?) {
      guard let bytes = value?.countedBytes else { return }
      sum += bytes + MemoryLayout<PreparedValue>.stride
      largest = max(largest, bytes)
    }
    add(fromValue)
    add(toValue)
    add(byValue)
    return sum + largest
  }
}

extension KeyframeAnimation {
  /// The values, and the curve or the list that is made of them.
  fileprivate var countedBytes: Int {
    var bytes = Heap.objectBytes + Heap.list(of: timingFunctions) * 2
    bytes += Heap.list(of: tensions) + Heap.list(of: continuities) + Heap.list(of: biases)
    bytes += keyTimes.map { Heap.list(of: $0) } ?? 0
    var largest = 0
    for value in values {
      let size = value.countedBytes
      bytes += size
      largest = max(largest, size)
    }
    // A value in between is as large as those at its sides.
    bytes += largest
    bytes += path.map(Heap.path) ?? 0
    let keys = max(values.count, path?.elements.count ?? 0, keyTimes?.count ?? 0)
    return bytes + keys * bytesOfKey
  }

  /// The bytes that are worked out for a key: its time, and a piece of a curve or a value with the
  /// tangents of its parts, whichever is more.
  private var bytesOfKey: Int {
    let times = 3 * MemoryLayout<Double>.stride
    var piece = MemoryLayout<CurvePiece>.stride
    if calculationMode.isPaced { piece += CurveMotion.bytesOfArc }
    var value = 0
    if path == nil, values.contains(where: { if case .transform = $0 { true } else { false } }) {
      value = MemoryLayout<PreparedValue>.stride
      if calculationMode.isCubic { value += 3 * MemoryLayout<TransformParts>.stride }
    } else if path == nil {
      value = MemoryLayout<PreparedValue>.stride
    }
    return times + max(piece, value)
  }
}

// MARK: Sums

extension Commit {
  /// The bytes by which its values and animations make a tree's larger, at most.
  ///
  /// A value in the place of another counts by what it is larger; what goes makes room only after
  /// the commit.
  package func valueGrowth(in tree: borrowing LayerTree) -> Int {
    var bytes = 0
    for change in changes {
      // The bag alone: a closure that has the tree copies it for each change.
      let old = tree.slot(of: change.layer).map { tree.models[Int($0)] } ?? PropertyBag()
      change.values.forEach { property, value in
        bytes += max(value.countedBytes - (old[property]?.countedBytes ?? 0), 0)
      }
    }
    for case .add(_, let key, let state) in animations {
      bytes += AnimationTrack.countedBytes(key: key, state)
    }
    return bytes
  }
}

extension AnimationTrack {
  static func countedBytes(key: String, _ state: AnimationState) -> Int {
    Heap.string(key) * 2 + state.countedBytes
  }
}
