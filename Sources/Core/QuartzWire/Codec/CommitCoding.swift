// Commits as bytes. The code is independent of the properties: the table defines how rows are
// written and read.
// Licensed under the MIT license; see LICENSE.
//
// A changed layer is its number, a byte that says which of the four words of the bit set follow,
// those words, and the values of the set bits from the lowest to the highest. A layer that moved
// and faded is 4 + 1 + 8 + 17 + 9 = 39 bytes, however many rows the table has.

import QuartzModel

extension WireWriter {
  /// The typical bytes of a changed layer, to reserve the memory at once.
  private static let typicalChangeBytes = 80
  /// Number, mask and words of a changed layer.
  private static let longestChangeHead = 4 + 1 + 4 * 8

  mutating func append(_ commit: Commit) throws(WireError) {
    reserve(commit.changes.count * WireWriter.typicalChangeBytes + commit.created.count * 5)
    append(commit.time)
    try append(commit.createdImages, commit.updatedImages)
    append(UInt32(commit.created.count))
    for creation in commit.created {
      append(creation.layer.rawValue)
      append(creation.layerClass.rawValue)
    }
    append(layers: commit.destroyed)
    append(UInt32(commit.changes.count))
    for change in commit.changes { try append(change) }
    append(UInt32(commit.sublayers.count))
    for list in commit.sublayers {
      append(list.layer.rawValue)
      append(layers: list.sublayers)
      append(list.mask.rawValue)
    }
    append(UInt32(commit.animations.count))
    for change in commit.animations { try append(change) }
    append(commit.root != nil)
    append(commit.root?.rawValue ?? 0)
    append(UInt32(commit.destroyedImages.count))
    for image in commit.destroyedImages { append(image.rawValue) }
  }

  private mutating func append(
    _ images: [Commit.ImageCreation],
    _ updates: [Commit.ImageUpdate]
  ) throws(WireError) {
    let locations = try append(buffersOf: images.map(\.pixels) + updates.map(\.pixels))
    append(UInt32(images.count))
    for (creation, location) in zip(images, locations) {
      append(creation.image.rawValue)
      append(creation.pixels, at: location)
    }
    append(UInt32(updates.count))
    for (update, location) in zip(updates, locations.dropFirst(images.count)) {
      append(update.image.rawValue)
      append(UInt32(update.x))
      append(UInt32(update.y))
      append(update.pixels, at: location)
    }
  }

  private mutating func append(layers: [LayerID]) {
    append(UInt32(layers.count))
    for layer in layers { append(layer.rawValue) }
  }

  private mutating func append(_ change: Commit.Change) throws(WireError) {
    let words = change.values.keys.words
    reserve(WireWriter.longestChangeHead)
    put(change.layer.rawValue)
    var mask: UInt8 = 0
    for word in 0..<4 where words[word] != 0 { mask |= 1 << UInt8(word) }
    put(mask)
    for word in 0..<4 where words[word] != 0 { put(words[word]) }
    for value in change.values.valuesInOrder { try append(value) }
  }
}

extension WireReader {
  /// The fewest bytes of an image: its number and its place.
  private static let minimumImageBytes = 4 + 22
  /// The fewest bytes of new pixels for an image: its number, two texels and the pixels' place.
  private static let minimumUpdateBytes = 4 + 4 + 4 + 22
  /// The fewest bytes of a change: layer, mask, one word of the set, one value.
  private static let minimumChangeBytes = 4 + 1 + 8 + 1
  /// The bytes of an allocation besides its contents: the heads of an object and of a heap block.
  static let memoryOfObject = 64
  /// The bytes of an image besides its pixels: its object, its place in the buffer, and a mapping's
  /// owner.
  private static let memoryOfImage = 512
  /// A value, with the box that the larger ones are in.
  static let memoryOfValue = MemoryLayout<PropertyValue>.stride + memoryOfObject + 128
  /// An animation with its boxes and the name of its key.
  static let memoryOfState =
    MemoryLayout<AnimationState>.stride + 4 * (memoryOfObject + 128)

  mutating func commit() throws(WireError) -> Commit {
    let start = offset
    var commit = Commit(time: try double())
    guard commit.time.isFinite else {
      throw malformed(at: start, "a finite time", "\(commit.time)")
    }
    try readImages(into: &commit)
    try readCreations(into: &commit)
    commit.destroyed = try layers("destroyed layers")
    try readChanges(into: &commit)
    try readSublayers(into: &commit)
    try readAnimations(into: &commit)
    try readRoot(into: &commit)
    let count = try count(of: "destroyed images", minimumBytes: 4, memory: 4)
    commit.destroyedImages.reserveCapacity(count)
    for _ in 0..<count { commit.destroyedImages.append(ImageID(try uint32())) }
    return commit
  }

  private mutating func readImages(into commit: inout Commit) throws(WireError) {
    var table = try buffers()
    let count = try count(
      of: "images",
      minimumBytes: WireReader.minimumImageBytes,
      memory: WireReader.memoryOfImage
    )
    commit.createdImages.reserveCapacity(count)
    for _ in 0..<count {
      let image = ImageID(try uint32())
      commit.createdImages.append(.init(image, try pixels(in: &table)))
    }
    let updates = try self.count(
      of: "updated images",
      minimumBytes: WireReader.minimumUpdateBytes,
      memory: WireReader.memoryOfImage
    )
    commit.updatedImages.reserveCapacity(updates)
    for _ in 0..<updates {
      let image = ImageID(try uint32())
      let (x, y) = (Int(try uint32()), Int(try uint32()))
      commit.updatedImages.append(.init(image, x: x, y: y, try pixels(in: &table)))
    }
    try checkUse(of: table)
  }

  private mutating func readCreations(into commit: inout Commit) throws(WireError) {
    let count = try count(
      of: "created layers",
      minimumBytes: 5,
      limit: limits.tree.layers,
      memory: MemoryLayout<Commit.Creation>.stride
    )
    commit.created.reserveCapacity(count)
    for _ in 0..<count {
      let layer = LayerID(try uint32())
      commit.created.append(.init(layer, try choice(LayerClass.self)))
    }
  }

  private mutating func layers(_ what: String) throws(WireError) -> [LayerID] {
    let count = try count(of: what, minimumBytes: 4, limit: limits.tree.layers, memory: 4)
    var layers: [LayerID] = []
    layers.reserveCapacity(count)
    for _ in 0..<count { layers.append(LayerID(try uint32())) }
    return layers
  }

  private mutating func readChanges(into commit: inout Commit) throws(WireError) {
    let count = try count(
      of: "changed layers",
      minimumBytes: WireReader.minimumChangeBytes,
      limit: limits.tree.layers,
      memory: MemoryLayout<Commit.Change>.stride + WireReader.memoryOfObject
        + 2 * MemoryLayout<PropertyValue>.stride
    )
    commit.changes.reserveCapacity(count)
    let rules = ValueRule.all
    for _ in 0..<count {
      let layer = LayerID(try uint32())
      commit.changes.append(.init(layer, try bag(rules)))
    }
  }

  /// Reads a bit set and the values of its members.
  private mutating func bag(_ rules: ContiguousArray<ValueRule>) throws(WireError) -> PropertyBag {
    let start = offset
    let mask = try uint8()
    guard (1...15).contains(mask) else {
      throw malformed(at: start, "which of four words follow, 1...15", "\(mask)")
    }
    var words = SIMD4<UInt64>.zero
    for word in 0..<4 where mask & (1 << UInt8(word)) != 0 {
      words[word] = try uint64()
      guard words[word] != 0 else { throw malformed(at: offset - 8, "a word that is not 0", "0") }
    }
    let keys = PropertySet(words: words)
    var values = ContiguousArray<PropertyValue>()
    values.reserveCapacity(min(keys.count, remaining))
    for word in 0..<4 {
      var bits = words[word]
      while bits != 0 {
        let number = UInt8(truncatingIfNeeded: word * 64 + bits.trailingZeroBitCount)
        bits &= bits - 1
        let rule = rules[Int(number)]
        guard rule.tags != 0 else {
          throw malformed(at: start, "numbers of properties", "\(number)")
        }
        values.append(try value(rule, of: number))
      }
    }
    return PropertyBag(keys: keys, values: values)
  }

  private mutating func readSublayers(into commit: inout Commit) throws(WireError) {
    let count = try count(
      of: "lists of sublayers",
      minimumBytes: 12,
      limit: limits.tree.layers,
      memory: MemoryLayout<Commit.Sublayers>.stride + WireReader.memoryOfObject
    )
    commit.sublayers.reserveCapacity(count)
    for _ in 0..<count {
      let layer = LayerID(try uint32())
      let sublayers = try layers("sublayers")
      commit.sublayers.append(.init(layer, sublayers, mask: LayerID(try uint32())))
    }
  }

  private mutating func readAnimations(into commit: inout Commit) throws(WireError) {
    let count = try count(
      of: "animations",
      minimumBytes: WireReader.minimumAnimationBytes,
      limit: limits.tree.animations,
      memory: WireReader.memoryOfState
    )
    commit.animations.reserveCapacity(count)
    for _ in 0..<count { commit.animations.append(try animationChange()) }
  }

  private mutating func readRoot(into commit: inout Commit) throws(WireError) {
    let hasRoot = try bool()
    let root = try uint32()
    guard hasRoot || root == 0 else {
      throw malformed(at: offset - 4, "0 where there is no root", "\(root)")
    }
    commit.root = hasRoot ? LayerID(root) : nil
  }
}
