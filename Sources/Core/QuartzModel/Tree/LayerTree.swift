// The committed tree of one context: columns of layers, changed by commits, read by the planner.
// Licensed under the MIT license; see LICENSE.

import QuartzFaults
package import QuartzMath

/// The changes of a tree since the last call of `takeChanges(into:)`.
package struct TreeChanges: Sendable {
  /// Whether layers came, went, or moved in the tree.
  package internal(set) var structureChanged = false
  /// The slots whose values changed, each once; index i belongs to `damage[i]`.
  package internal(set) var slots: ContiguousArray<Int32> = []
  package internal(set) var damage: ContiguousArray<PropertyDamage> = []
  /// Images some of whose texels changed; one may stand here several times.
  package var images: ContiguousArray<ImageChange> = []

  package init() {}
}

/// Texels of an image that have other values than before.
package struct ImageChange: Equatable, Sendable {
  package var image: ImageID
  /// In texels from the image's top left.
  package var part: PixelRect
  /// Whether the image has its old size and opaqueness, so that its draws stay in place and hide
  /// the same pixels.
  package var keepsFormat: Bool
}

/// The work done to apply commits and to work out particles.
package struct TreeWork: Equatable, Sendable {
  /// Sublayers in lists that layers left.
  package internal(set) var sublayers = 0
  /// Animations among which one was looked for, or that were moved to close a gap.
  package internal(set) var animations = 0
  /// Parts of images that changed, and those that they were held against.
  package internal(set) var imageChanges = 0
  /// Births of particles that were looked at, and values of animations at births.
  package internal(set) var emission = 0
}

/// A layer tree as the server holds it: plain columns, no objects of the client.
///
/// A layer has a slot, an index into every column, for as long as it lives; slots are used again.
/// The renderer calls `takeChanges(into:)` for the slots that changed since the last call.
package struct LayerTree: Sendable {
  package static let noSlot: Int32 = -1

  // Index i of each of these columns is slot i.
  package private(set) var ids: ContiguousArray<LayerID> = []
  package private(set) var classes: ContiguousArray<LayerClass> = []
  /// The model values that are not the default.
  package private(set) var models: ContiguousArray<PropertyBag> = []
  package internal(set) var parents: ContiguousArray<Int32> = []
  package internal(set) var children: ContiguousArray<ContiguousArray<Int32>> = []
  /// The layer whose alpha masks this one, or -1; this one is its parent.
  package internal(set) var masks: ContiguousArray<Int32> = []
  /// Index of the slot in `animated`, or -1.
  package internal(set) var animatedIndex: ContiguousArray<Int32> = []
  private var pending: ContiguousArray<PropertyDamage> = []
  private var isListed: ContiguousArray<Bool> = []

  /// The layers that have animations, in no particular order.
  package internal(set) var animated: ContiguousArray<AnimatedLayer> = []
  /// Their animations.
  var lanes = AnimationLanes()
  /// The presentation values of the last evaluation; each animated layer has a range of them.
  var presented = PresentationColumns()
  // The evaluation before, kept for its capacity and to compare.
  var previouslyPresented = PresentationColumns()
  package internal(set) var animationCount = 0
  /// The number of animations with a wish for a frame rate.
  var wishCount = 0
  // The slots of layers that have tracks which the commit being applied removed.
  var shortenedTracks: ContiguousArray<Int32> = []
  /// The work since the start.
  package internal(set) var work = TreeWork()
  var emitters = EmitterList()
  /// How many particles evaluations work out from now on; the emitter that has more, or whose
  /// births take more steps than so many may (`steps(ofParticles:)`), is the last one.
  package var particleBudget = Int.max
  /// The emitter that had more than there was room for in the last evaluation.
  package internal(set) var particleExcess: Int32?
  /// The steps that the last evaluation took to work particles out.
  package internal(set) var emissionSteps = 0
  /// The time of the last evaluation, in seconds of the context's clock.
  package internal(set) var time = 0.0

  package internal(set) var root = LayerTree.noSlot
  package internal(set) var images: [ImageID: PixelBuffer] = [:]
  // Those of them whose memory is this tree's own, because parts of them changed.
  var patchedImages: [ImageID: PatchedPixels] = [:]
  var changedImages: ContiguousArray<ImageChange> = []
  /// Where the last change of each image is in `changedImages`, and for each change the one of the
  /// same image before it, or -1.
  var lastChanges: [ImageID: Int32] = [:]
  var earlierChanges: ContiguousArray<Int32> = []
  // Pictures for later, by their times.
  var heldPresents: ContiguousArray<ImagePresent> = []
  /// The counted bytes of the images and of pictures for later, each at least
  /// `PixelBuffer.leastCountedBytes`.
  package internal(set) var imageBytes = 0
  /// The counted bytes of all layers' values and animations, those of hosted trees too
  /// (`PropertyValue.countedBytes`).
  package internal(set) var valueBytes = 0
  /// The counted bytes of the histories of emitters.
  package internal(set) var emissionBytes = 0
  /// The largest image id so far; new ones must be larger, so that a plan never sees an id twice.
  package private(set) var lastImage = ImageID.none
  /// The trees of other contexts in this one.
  package internal(set) var hosting = HostedLayers()
  package let limits: TreeLimits

  private(set) var slots = LayerIndex()
  private var freeSlots: ContiguousArray<Int32> = []
  private var changedSlots: ContiguousArray<Int32> = []
  var structureChanged = false
  // How many layers show their sublayers several times, maybe at different times.
  package private(set) var replicatorCount = 0
  /// The layers that show others.
  package private(set) var portals: Set<Int32> = []
  // How many layers have a clock of their own; while there are none, all time is the context's.
  private var clockCount = 0
  // The layers whose clocks are more than linear functions, and which of them are not shown now.
  var timedSlots: Set<Int32> = []
  var slotsOutOfTime: Set<Int32> = []

  package init(limits: TreeLimits = TreeLimits()) {
    self.limits = limits
  }

  /// The number of layers, attached to the root or not, with those of hosted trees.
  package var layerCount: Int { slots.count }

  /// The counts that are held against the limits of the context's own tree.
  package var ownLayerCount: Int { slots.count - hosting.layers }
  package var ownImageCount: Int { images.count - hosting.images }
  package var ownImageBytes: Int { imageBytes - hosting.imageBytes }
  package var ownAnimationCount: Int { animationCount - hosting.animations }
  package var ownValueBytes: Int { valueBytes - hosting.valueBytes }

  /// The slot of a layer, or nil if there is no such layer.
  @inline(__always)
  package func slot(of layer: LayerID) -> Int32? { slots[layer] }

  // MARK: Changes

  /// Moves the changes since the last call to `changes`, whose arrays keep their capacity.
  package mutating func takeChanges(into changes: inout TreeChanges) {
    changes.structureChanged = structureChanged
    changes.damage.removeAll(keepingCapacity: true)
    // They take turns, so that both keep their capacity.
    swap(&changes.slots, &changedSlots)
    for slot in changes.slots {
      changes.damage.append(pending[Int(slot)])
      pending[Int(slot)] = []
      isListed[Int(slot)] = false
    }
    changedSlots.removeAll(keepingCapacity: true)
    structureChanged = false
    changes.images.removeAll(keepingCapacity: true)
    changes.images.append(contentsOf: changedImages)
    changedImages.removeAll(keepingCapacity: true)
    earlierChanges.removeAll(keepingCapacity: true)
    lastChanges.removeAll(keepingCapacity: true)
  }

  package var hasChanges: Bool {
    structureChanged || !changedSlots.isEmpty || !changedImages.isEmpty
  }

  mutating func touch(_ slot: Int32, _ damage: PropertyDamage) {
    pending[Int(slot)].formUnion(damage)
    if !isListed[Int(slot)] {
      isListed[Int(slot)] = true
      changedSlots.append(slot)
    }
  }

  // MARK: Applying

  /// Applies a commit, wholly or not at all.
  ///
  /// - Returns: The images that the tree let go of; their memory can be released.
  /// - Throws: `CommitError` if it names a layer or image that does not exist, makes a cycle,
  ///   exceeds a limit or needs more memory than there is.
  package mutating func apply(_ commit: Commit) throws(CommitError) {
    try apply(commit, isHosted: false)
  }

  /// - Parameter isHosted: Whether the commit is another context's, translated for this tree.
  mutating func apply(_ commit: Commit, isHosted: Bool) throws(CommitError) {
    do {
      try MemoryProbe.ensure(bytes: growth(commit))
    } catch {
      throw .outOfMemory(bytes: error.bytes)
    }
    var validator = CommitValidator(tree: self, commit: commit, isHosted: isHosted)
    try validator.validate()
    // The validator's copy of the tree must be gone before the columns change, or they are copied.
    _ = consume validator
    var copies = try memoryOfCopies(commit)
    for creation in commit.createdImages {
      images[creation.image] = creation.pixels
      if !isHosted { lastImage = creation.image }
      imageBytes += creation.pixels.countedBytes
    }
    for update in commit.updatedImages { applyImageUpdate(update, &copies) }
    reserveSlots(commit.created.count)
    for creation in commit.created { create(creation) }
    destroy(commit.destroyed)
    for change in commit.changes {
      guard let slot = slot(of: change.layer) else { continue }
      if models[Int(slot)].isEmpty {
        setFirst(slot, change.values)
      } else {
        change.values.forEach { set(slot, $0, $1) }
      }
    }
    detachMoved(commit.sublayers)
    for list in commit.sublayers { setSublayers(list) }
    for change in commit.animations { applyAnimation(change) }
    dropRemovedAnimations()
    noteEmission(commit)
    if let layer = commit.root {
      root = slot(of: layer) ?? LayerTree.noSlot
      structureChanged = true
    }
    forgetPresents(of: commit.destroyedImages)
    for image in commit.destroyedImages {
      if let pixels = images.removeValue(forKey: image) {
        imageBytes -= pixels.countedBytes
        patchedImages[image] = nil
      }
    }
  }

  /// The most bytes that a layer takes in all columns and in the look-up by id.
  private static let bytesPerLayer = 96
  /// The most bytes that a change of a layer, a place in a list of sublayers and an animation take:
  /// copies of their values, and the notes of a commit's check.
  ///
  /// Most take far fewer.
  private static let bytesPerChange = 512
  private static let bytesPerPlace = 96

  /// The memory that applying a commit takes at most, for a moment.
  private func growth(_ commit: Commit) -> Int {
    var bytes = (commit.changes.count + commit.animations.count) * LayerTree.bytesPerChange
    for list in commit.sublayers { bytes += (list.sublayers.count + 2) * LayerTree.bytesPerPlace }
    bytes += commit.destroyed.count * LayerTree.bytesPerPlace
    if !commit.created.isEmpty {
      // Columns grow to twice their size, beside the old ones.
      bytes += (ids.count + commit.created.count) * LayerTree.bytesPerLayer * 3
    }
    return bytes
  }

  /// Memory for copies of the images of which parts change.
  ///
  /// It is taken before anything changes, so that a commit for which there is not enough changes
  /// nothing.
  private mutating func memoryOfCopies(
    _ commit: Commit
  ) throws(CommitError) -> [ImageID: MemoryBlock] {
    if commit.updatedImages.isEmpty { return [:] }
    var created: [ImageID: PixelBuffer] = [:]
    for creation in commit.createdImages { created[creation.image] = creation.pixels }
    var copies: [ImageID: MemoryBlock] = [:]
    var replaced: Set<ImageID> = []
    for update in commit.updatedImages {
      guard let old = created[update.image] ?? images[update.image] else { continue }
      if update.replacesAll(of: old) {
        replaced.insert(update.image)
      } else if copies[update.image] == nil,
        replaced.contains(update.image)
          || !isKnownUniquelyReferenced(&patchedImages[update.image])
      {
        do {
          copies[update.image] = try MemoryBlock(unwritten: old.width * old.height * old.texelBytes)
        } catch {
          throw .outOfMemory(bytes: error.bytes)
        }
      }
    }
    return copies
  }

  /// Puts new pixels into an image.
  ///
  /// An image is copied once, when a part of it changes for the first time; from then on a change
  /// costs what its part has. All of an image at once is not copied at all.
  private mutating func applyImageUpdate(
    _ update: Commit.ImageUpdate,
    _ copies: inout [ImageID: MemoryBlock]
  ) {
    guard let old = images[update.image] else { return }
    let part = update.pixels
    let pixels: PixelBuffer
    if update.replacesAll(of: old) {
      patchedImages[update.image] = nil
      pixels = part
    } else {
      // A copy of this tree shares the memory; then this one goes on with memory of its own.
      if let memory = copies.removeValue(forKey: update.image) {
        patchedImages[update.image] = PatchedPixels(copying: old, into: memory)
      }
      guard let patched = patchedImages[update.image] else { return }
      patched.write(part, x: update.x, y: update.y)
      pixels = patched.pixels(isOpaque: old.isOpaque && part.isOpaque) ?? old
    }
    imageBytes += pixels.countedBytes - old.countedBytes
    images[update.image] = pixels
    noteChange(
      ImageChange(
        image: update.image,
        part: update.part,
        keepsFormat: old.hasSameFormat(as: pixels)
      )
    )
  }

  /// The layer of the same program that a portal shows, if there is one.
  package func portalSource(of slot: Int32) -> Int32? {
    let number = models[Int(slot)].value(.portalSource).integer.flatMap { UInt32(exactly: $0) }
    guard let number, number != 0 else { return nil }
    return self.slot(of: LayerID(number, scope: ids[Int(slot)].scope))
  }

  /// Makes room for many layers at once, so that columns do not grow to twice their size.
  private mutating func reserveSlots(_ count: Int) {
    let slots = ids.count + count - freeSlots.count
    // A few come often, and columns then grow as arrays do.
    guard count > ids.count, slots > 0 else { return }
    self.slots.reserve(count)
    ids.reserveCapacity(slots)
    classes.reserveCapacity(slots)
    models.reserveCapacity(slots)
    parents.reserveCapacity(slots)
    children.reserveCapacity(slots)
    masks.reserveCapacity(slots)
    animatedIndex.reserveCapacity(slots)
    pending.reserveCapacity(slots)
    isListed.reserveCapacity(slots)
    changedSlots.reserveCapacity(slots)
  }

  private mutating func create(_ creation: Commit.Creation) {
    let slot: Int32
    if let free = freeSlots.popLast() {
      slot = free
      ids[Int(slot)] = creation.layer
      classes[Int(slot)] = creation.layerClass
    } else {
      slot = Int32(ids.count)
      ids.append(creation.layer)
      classes.append(creation.layerClass)
      models.append(PropertyBag())
      parents.append(LayerTree.noSlot)
      children.append([])
      masks.append(LayerTree.noSlot)
      animatedIndex.append(-1)
      pending.append([])
      isListed.append(false)
    }
    slots.insert(slot, for: creation.layer)
    if creation.layerClass == .emitter { emitters.add(slot) }
    if creation.layerClass == .replicator { replicatorCount += 1 }
    if creation.layerClass == .portal { portals.insert(slot) }
    touch(slot, [.content, .geometry, .subtree, .order, .time])
  }

  /// Destroys layers; lists that they were in are gone through once, however many of them leave.
  private mutating func destroy(_ layers: [LayerID]) {
    var shortened: Set<Int32> = []
    for layer in layers { destroy(layer, &shortened) }
    for parent in shortened where ids[Int(parent)] != .none {
      work.sublayers += children[Int(parent)].count
      children[Int(parent)].removeAll { parents[Int($0)] != parent }
    }
  }

  /// - Parameter shortened: Gets the superlayer, in whose list the layer still stands.
  private mutating func destroy(_ layer: LayerID, _ shortened: inout Set<Int32>) {
    guard let slot = slots.remove(layer) else { return }
    let index = Int(slot)
    forgetHosting(layer, slot)
    removeAnimations(of: slot)
    if let emitter = emitters.index(of: slot) {
      emissionBytes -= emitters[emitter].countedBytes
      emitters.remove(slot)
    }
    if parents[index] >= 0 {
      let parent = Int(parents[index])
      if masks[parent] == slot {
        masks[parent] = LayerTree.noSlot
      } else {
        shortened.insert(parents[index])
      }
    }
    work.sublayers += children[index].count
    for child in children[index] { parents[Int(child)] = LayerTree.noSlot }
    if masks[index] >= 0 { parents[Int(masks[index])] = LayerTree.noSlot }
    masks[index] = LayerTree.noSlot
    if hasClock(models[index]) { clockCount -= 1 }
    forgetActiveTime(of: slot)
    if classes[index] == .replicator { replicatorCount -= 1 }
    if classes[index] == .portal { portals.remove(slot) }
    ids[index] = .none
    valueBytes -= models[index].countedBytes
    models[index] = PropertyBag()
    parents[index] = LayerTree.noSlot
    children[index].removeAll()
    if root == slot { root = LayerTree.noSlot }
    freeSlots.append(slot)
    structureChanged = true
  }

  private func hasClock(_ model: PropertyBag) -> Bool {
    LayerClock(model) != LayerClock()
  }

  /// Takes over the first values of a layer, whose bag stays in the memory that the commit has.
  private mutating func setFirst(_ slot: Int32, _ values: PropertyBag) {
    models[Int(slot)] = values
    var damage: PropertyDamage = []
    var bytes = 0
    values.forEach { property, value in
      damage.formUnion(PropertyTable.damage(property))
      bytes += value.countedBytes
    }
    valueBytes += bytes
    if damage.contains(.time) {
      if hasClock(values) { clockCount += 1 }
      noteActiveTime(of: slot)
    }
    if let client = values[.remoteClientId] { noteHosting(ids[Int(slot)], client) }
    touch(slot, damage)
  }

  private mutating func set(_ slot: Int32, _ property: PropertyID, _ value: PropertyValue) {
    let damage = PropertyTable.damage(property)
    let wasClock = damage.contains(.time) && hasClock(models[Int(slot)])
    let old = models[Int(slot)].updateValue(value, of: property)
    valueBytes += value.countedBytes - (old?.countedBytes ?? 0)
    if damage.contains(.time) {
      clockCount += (hasClock(models[Int(slot)]) ? 1 : 0) - (wasClock ? 1 : 0)
      noteActiveTime(of: slot)
    }
    if property == .remoteClientId { noteHosting(ids[Int(slot)], value) }
    touch(slot, damage)
  }

  /// Takes layers that go to another superlayer out of the old one's list first.
  private mutating func detachMoved(_ lists: [Commit.Sublayers]) {
    for list in lists {
      guard let slot = slot(of: list.layer) else { continue }
      for child in children[Int(slot)] { parents[Int(child)] = LayerTree.noSlot }
      children[Int(slot)].removeAll(keepingCapacity: true)
      if masks[Int(slot)] >= 0 { parents[Int(masks[Int(slot)])] = LayerTree.noSlot }
      masks[Int(slot)] = LayerTree.noSlot
    }
  }

  private mutating func setSublayers(_ list: Commit.Sublayers) {
    guard let slot = slot(of: list.layer) else { return }
    children[Int(slot)].reserveCapacity(list.sublayers.count)
    keepHostedRoot(of: slot)
    for layer in list.sublayers {
      guard let child = self.slot(of: layer) else { continue }
      children[Int(slot)].append(child)
      parents[Int(child)] = slot
    }
    if list.mask != .none, let mask = self.slot(of: list.mask) {
      masks[Int(slot)] = mask
      parents[Int(mask)] = slot
    }
    structureChanged = true
  }

  // MARK: Time

  /// The time of a layer's own clock when the context's clock shows `time`.
  package func layerTime(of slot: Int32, at time: Double) -> Double {
    if !timedSlots.isEmpty { return timedLayerTime(of: slot, at: time) }
    let map = clock(of: slot)
    return map.factor * time + map.offset
  }

  /// How far copies of a layer are behind at least and at most, in seconds of the context's clock;
  /// 0 is among them.
  func delays(of slot: Int32) -> ClosedRange<Double> {
    guard replicatorCount > 0 else { return 0...0 }
    var (least, most) = (0.0, 0.0)
    var (node, level) = (parents[Int(slot)], 0)
    while node >= 0, level <= limits.depth {
      level += 1
      if classes[Int(node)] == .replicator {
        let delay = models[Int(node)].value(.instanceDelay).finiteNumber ?? 0
        let count = models[Int(node)].value(.instanceCount).integer ?? 1
        let factor = clock(of: node).factor
        let last = factor == 0 ? 0 : delay * Double(max(count, 1) - 1) / factor
        if last.isFinite {
          least += min(last, 0)
          most += max(last, 0)
        }
      }
      node = parents[Int(node)]
    }
    return least...most
  }

  /// A layer's time as a linear function of the context's; active times do not count.
  ///
  /// A clock whose numbers overflow stops at zero.
  package func clock(of slot: Int32) -> (factor: Double, offset: Double) {
    guard clockCount > 0 else { return (1, 0) }
    var (factor, offset) = (1.0, 0.0)
    // Layers deeper than the limit are not drawn, so they need no clock.
    var (node, level) = (slot, 0)
    while node >= 0, level <= limits.depth {
      level += 1
      let clock = LayerClock(models[Int(node)])
      // factor · ((p - begin) · speed + timeOffset) + offset, as a function of p.
      offset += factor * (clock.timeOffset - clock.beginTime * clock.speed)
      factor *= clock.speed
      node = parents[Int(node)]
    }
    return factor.isFinite && offset.isFinite ? (factor, offset) : (0, 0)
  }
}

extension Commit.ImageUpdate {
  /// Whether nothing is left of the old pixels.
  fileprivate func replacesAll(of old: PixelBuffer) -> Bool {
    pixels.width == old.width && pixels.height == old.height
  }
}
