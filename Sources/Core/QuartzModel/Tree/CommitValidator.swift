// Looks a commit over before anything of it is applied.
// Licensed under the MIT license; see LICENSE.

/// Checks one commit against a tree.
///
/// The cost depends on the commit and the depth of the layers that it moves.
///
/// It has the columns of the tree that it looks at, and cannot be copied: a copy counts references
/// to all that it has, and the compiler would make one for each layer.
struct CommitValidator: ~Copyable {
  private let tree: ValidatedTree
  private let commit: Commit
  private var created = LayerMap<LayerClass>()
  private var destroyed = LayerMap<Void>()
  private var createdImages: [ImageID: PixelBuffer] = [:]
  // The superlayer after the commit, for every layer in a list that changes.
  private var newParents = LayerMap<LayerID>()
  // The layers whose lists change.
  private var relisted = LayerMap<Void>()

  /// Whether the commit is another context's, translated; hosted trees have limits of their own.
  private let isHosted: Bool

  init(tree: borrowing LayerTree, commit: Commit, isHosted: Bool = false) {
    self.tree = ValidatedTree(tree, commit, isHosted: isHosted)
    self.commit = commit
    self.isHosted = isHosted
  }

  mutating func validate() throws(CommitError) {
    try checkImages()
    try checkLife()
    try checkValues()
    try checkSublayers()
    try checkCycles()
    try checkAnimations()
    try checkValueBytes()
    if let root = commit.root, root != .none { try check(root) }
  }

  private func exists(_ layer: LayerID) -> Bool { layerClass(of: layer) != nil }

  private func check(_ layer: LayerID) throws(CommitError) {
    guard exists(layer) else { throw .unknownLayer(layer) }
  }

  /// The class of a layer as the commit leaves it; nil if it does not exist then.
  private func layerClass(of layer: LayerID) -> LayerClass? {
    if !created.isEmpty, let layerClass = created[layer] { return layerClass }
    guard let slot = tree.slot(of: layer) else { return nil }
    if !destroyed.isEmpty, destroyed[layer] != nil { return nil }
    return tree.classes[Int(slot)]
  }

  private mutating func checkImages() throws(CommitError) {
    var bytes = tree.imageBytes
    var last = tree.lastImage.rawValue
    for creation in commit.createdImages {
      guard creation.image != .none, creation.image.isOfRenderer == isHosted else {
        throw .reservedID
      }
      guard isHosted || creation.image.rawValue > last else { throw .imageExists(creation.image) }
      last = creation.image.rawValue
      createdImages[creation.image] = creation.pixels
      bytes += creation.pixels.countedBytes
    }
    for update in commit.updatedImages { bytes += try growth(update) }
    let isGrowing = !commit.createdImages.isEmpty || !commit.updatedImages.isEmpty
    guard !isGrowing || bytes <= tree.limits.imageBytes else {
      throw .tooManyImageBytes(count: bytes, limit: tree.limits.imageBytes)
    }
    for image in commit.destroyedImages {
      guard pixels(of: image) != nil else { throw .unknownImage(image) }
    }
  }

  private func pixels(of image: ImageID) -> PixelBuffer? {
    // A client has none of the images of the trees that it hosts.
    image.isOfRenderer == isHosted ? tree.images[image] ?? createdImages[image] : nil
  }

  /// The bytes that an update adds at most: those of rows that are further apart.
  private func growth(_ update: Commit.ImageUpdate) throws(CommitError) -> Int {
    guard let old = pixels(of: update.image) else { throw .unknownImage(update.image) }
    let part = update.pixels
    guard update.x >= 0, update.y >= 0, part.width <= old.width, part.height <= old.height,
      update.x <= old.width - part.width, update.y <= old.height - part.height
    else { throw .partOutside(update.image) }
    guard part.form.isHalf == old.form.isHalf else { throw .otherForm(update.image) }
    let isWhole = part.width == old.width && part.height == old.height
    return isWhole ? max(part.countedBytes - old.countedBytes, 0) : 0
  }

  private mutating func checkLife() throws(CommitError) {
    created.reserve(commit.created.count)
    destroyed.reserve(commit.destroyed.count)
    for creation in commit.created {
      guard creation.layer != .none else { throw .reservedID }
      guard tree.slot(of: creation.layer) == nil,
        created.insert(creation.layerClass, of: creation.layer) == nil
      else { throw .layerExists(creation.layer) }
    }
    for layer in commit.destroyed {
      guard tree.slot(of: layer) != nil, destroyed.insert((), of: layer) == nil else {
        throw .unknownLayer(layer)
      }
    }
    let count = tree.layers + created.count - destroyed.count
    guard created.isEmpty || count <= tree.limits.layers else {
      throw .tooManyLayers(count: count, limit: tree.limits.layers)
    }
  }

  private func checkValues() throws(CommitError) {
    for change in commit.changes {
      guard let layerClass = layerClass(of: change.layer) else {
        throw .unknownLayer(change.layer)
      }
      var problem: CommitError?
      change.values.forEach { id, value in
        problem = problem ?? self.problem(id, value, change.layer, layerClass)
      }
      if let problem { throw problem }
    }
  }

  private func problem(
    _ id: PropertyID,
    _ value: PropertyValue,
    _ layer: LayerID,
    _ layerClass: LayerClass
  ) -> CommitError? {
    let row = PropertyTable[id]
    guard row.layerClass == layerClass || layerClass.has(id) else {
      return .wrongProperty(layer, property: row.name)
    }
    guard value.fits(row.type) else { return .wrongType(layer, property: row.name) }
    if let cells = value.cells { return problem(cells, layer) }
    if let filters = value.filters { return problem(filters, layer) }
    guard let image = value.image ?? value.pattern?.image else { return nil }
    return pixels(of: image) == nil ? .unknownImage(image) : nil
  }

  private func problem(_ cells: CellBox, _ layer: LayerID) -> CommitError? {
    if let problem = cells.problem { return .malformedCells(layer, problem) }
    for cell in cells.cells where cell.contents != .none && pixels(of: cell.contents) == nil {
      return .unknownImage(cell.contents)
    }
    return nil
  }

  private func problem(_ filters: FilterList, _ layer: LayerID) -> CommitError? {
    if let problem = filters.problem { return .malformedFilters(layer, problem) }
    for image in filters.images where pixels(of: image) == nil { return .unknownImage(image) }
    return nil
  }

  private mutating func checkSublayers() throws(CommitError) {
    relisted.reserve(commit.sublayers.count)
    newParents.reserve(commit.sublayers.reduce(0) { $0 + $1.sublayers.count + 1 })
    for list in commit.sublayers {
      try check(list.layer)
      guard relisted.insert((), of: list.layer) == nil else { throw .twoSuperlayers(list.layer) }
      let hasMask = list.mask != .none
      for index in 0..<list.sublayers.count + (hasMask ? 1 : 0) {
        let child = index < list.sublayers.count ? list.sublayers[index] : list.mask
        try check(child)
        if let other = newParents.insert(list.layer, of: child) {
          if other == list.layer { throw .repeatedSublayer(child, in: list.layer) }
          throw .twoSuperlayers(child)
        }
      }
    }
    // A layer that moves must be gone from the list of the superlayer it had.
    for (child, parent) in zip(newParents.layers, newParents.values) {
      guard let slot = tree.slot(of: child) else { continue }
      let old = tree.parents[Int(slot)]
      guard old >= 0 else { continue }
      let oldID = tree.ids[Int(old)]
      if oldID != parent, relisted[oldID] == nil, destroyed[oldID] == nil {
        throw .twoSuperlayers(child)
      }
    }
  }

  /// The superlayer that a layer will have.
  private func parent(of layer: LayerID) -> LayerID? {
    if let parent = newParents[layer] { return parent }
    guard let slot = tree.slot(of: layer), tree.parents[Int(slot)] >= 0 else { return nil }
    let old = tree.ids[Int(tree.parents[Int(slot)])]
    return relisted[old] != nil || destroyed[old] != nil ? nil : old
  }

  private func checkCycles() throws(CommitError) {
    // Every new cycle runs through a layer whose list changed. Each layer is noted with the walk
    // that came by, and walks end where one before went on, so that each layer is visited once
    // however deep the tree is.
    var walks = LayerMap<Int>()
    walks.reserve(commit.sublayers.count)
    for (walk, list) in commit.sublayers.enumerated() {
      var node: LayerID? = list.layer
      while let layer = node {
        if let earlier = walks.insert(walk, of: layer) {
          if earlier == walk { throw .cycle(layer) }
          break
        }
        node = parent(of: layer)
      }
    }
  }

  private func checkAnimations() throws(CommitError) {
    for change in commit.animations {
      try check(change.layer)
      guard case .add(let layer, _, let state) = change else { continue }
      var foreign: AnimatedProperty?
      let layerClass = layerClass(of: layer)
      state.forEachProperty { animation in
        if case .row(let target) = animation.property, layerClass?.has(target.property) == true {
          return
        }
        if case .cell = animation.property, layerClass == .emitter { return }
        if case .filter(let target) = animation.property, layerClass?.has(target.property) == true {
          return
        }
        foreign = foreign ?? animation.property
      }
      if let foreign { throw .wrongProperty(layer, property: foreign.keyPath) }
    }
    let count = tree.animations + commit.animations.count
    guard commit.animations.isEmpty || count <= tree.limits.animations else {
      throw .tooManyAnimations(count: count, limit: tree.limits.animations)
    }
  }

  private func checkValueBytes() throws(CommitError) {
    let growth = tree.valueGrowth
    let bytes = tree.valueBytes + growth
    guard growth == 0 || bytes <= tree.limits.valueBytes else {
      throw .tooManyValueBytes(count: bytes, limit: tree.limits.valueBytes)
    }
  }
}

/// The columns of a tree that are looked at, and its counts of all that is limited.
private struct ValidatedTree {
  private let slots: LayerIndex
  // Index i of each of these columns is slot i.
  let ids: ContiguousArray<LayerID>
  let classes: ContiguousArray<LayerClass>
  let parents: ContiguousArray<Int32>
  let images: [ImageID: PixelBuffer]
  let lastImage: ImageID
  let limits: TreeLimits
  let layers: Int
  let animations: Int
  let imageBytes: Int
  let valueBytes: Int
  /// As `Commit.valueGrowth(in:)`.
  let valueGrowth: Int

  init(_ tree: borrowing LayerTree, _ commit: Commit, isHosted: Bool) {
    (slots, ids, classes, parents) = (tree.slots, tree.ids, tree.classes, tree.parents)
    (images, lastImage, limits) = (tree.images, tree.lastImage, tree.limits)
    let hosting = tree.hosting
    layers = isHosted ? hosting.layers : tree.ownLayerCount
    animations = isHosted ? hosting.animations : tree.ownAnimationCount
    imageBytes = isHosted ? hosting.imageBytes : tree.ownImageBytes
    valueBytes = isHosted ? hosting.valueBytes : tree.ownValueBytes
    valueGrowth = commit.valueGrowth(in: tree)
  }

  @inline(__always)
  func slot(of layer: LayerID) -> Int32? { slots[layer] }
}
