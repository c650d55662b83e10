// The changes in the tree of one context since its last commit.
// Licensed under the MIT license; see LICENSE.
//
// Every layer of an attached tree refers to the journal of its context and has an ID there. Setters
// put the layer on a list; a commit walks only that list, so its cost depends on the number of
// changes.
//
// A layer that is removed from the tree stays known until the next commit. If it is back by then,
// at the same place or another one, only lists of sublayers are sent. Otherwise the commit destroys
// it and its subtree, and its animations are over.

import CoreGraphics
import QuartzModel

/// The parts of a layer that are sent with the next commit.
struct PendingChanges: OptionSet {
  let rawValue: UInt8

  /// The layer is new to the context: all of it.
  static let creation = PendingChanges(rawValue: 1 << 0)
  /// The values of its dirty rows.
  static let values = PendingChanges(rawValue: 1 << 1)
  /// The list of its sublayers, and its mask.
  static let sublayers = PendingChanges(rawValue: 1 << 2)
}

/// A layer's membership in a context.
struct ContextLink {
  /// The journal of the context; nil for a layer that belongs to none.
  var journal: CommitJournal?
  /// The layer's ID in the context; `.none` without one.
  var id = LayerID.none
  var pending: PendingChanges = []
  /// The rows whose values changed since the last commit.
  var dirty = PropertySet()
  /// The values of those rows as they were committed, except for the contents.
  var committed = PropertyBag()
  /// The image that the contents were last sent as; it counts as one use.
  var image: ImageID?
  /// The patterns that rows of colours were last sent as; each counts as one use.
  var patterns: [PropertyID: DrawnPattern] = [:]
  /// The images that the cells of an emitter were last sent with; each counts as one use.
  var cellImages: [ImageID] = []
  /// The images that filters were last sent with; each counts as one use.
  var filterImages: [PropertyID: [ImageID]] = [:]
}

/// The changes of one context, and the IDs of its layers and images.
final class CommitJournal {
  weak var context: CAContext?
  var root: CALayer? { LayerLock.with { rootLayer } }
  private var rootLayer: CALayer?
  /// Nil as long as it shows the context's time.
  private var slowClock: LayerClock?
  /// When the next animation starts or ends, in seconds of the context; nil for never.
  var nextEventTime: Double? { LayerLock.with { nextEvent } }
  private var nextEvent: Double?

  var images = ImageTable()
  private var patterns = PatternTable()
  // Layers that may have patterns which are to be drawn for the next commit.
  private var patternedLayers: [CALayer] = []
  // Rows with patterns that came too late for the commit that is being made.
  private var latePatterns: [(layer: CALayer, row: PropertyID)] = []
  private var undrawable = UndrawableValues()
  private var displayQueue = DisplayQueue()
  /// Layers that need layout before the next commit.
  var unlaidLayers: [CALayer] = []
  private var touched: [CALayer] = []
  private var removed: [CALayer] = []
  private var animationChanges: [(layer: CALayer, change: AnimationChange)] = []
  // Animations that are over in a context made for pictures. They change no picture after their
  // end, but they change those of earlier times. So they stay in the other tree until another
  // change is committed.
  private var overAnimations: [(layer: CALayer, animation: AttachedAnimation)] = []
  // Layers that moved to another context, by their old IDs.
  private var departed: [LayerID] = []
  private var rootChanged = false
  private var animated: [ObjectIdentifier: CALayer] = [:]
  // Whether `nextEventTime` is out of date.
  private var eventsChanged = false
  // Whether some layer may have a clock of its own; moving such a layer in the tree moves events.
  private var hasClocks = false
  // Whether some layer may be flipped; moving layers in the tree may then turn them over.
  private var hasFlips = false
  private var tiledLayers: [ObjectIdentifier: CATiledLayer] = [:]
  // Layers whose frame handlers are called with every frame.
  private var frameCallbackLayers: [ObjectIdentifier: CALayer] = [:]
  private var freeIDs: [LayerID] = []
  private var lastID: UInt32 = 0

  private enum AnimationChange {
    case add(AttachedAnimation)
    case remove(key: String)
  }

  // MARK: The tree

  func setRoot(_ layer: CALayer?) {
    LayerLock.lock()
    defer { LayerLock.unlock() }
    if let root = rootLayer { removed.append(root) }
    rootLayer = layer
    defer { slownessChanged() }
    rootChanged = true
    if let layer { attach(layer) }
    register()
  }

  /// Gives a layer and all below it IDs in this context.
  func attach(_ layer: CALayer) {
    LayerLock.lock()
    defer { LayerLock.unlock() }
    var stack = [layer]
    while let node = stack.popLast() {
      guard node.link.journal !== self else {
        // Its new superlayer may have y pointing the other way.
        if hasFlips { turnedOver(node) }
        continue
      }
      node.link.journal?.lose(node)
      node.link = ContextLink(journal: self, id: freeIDs.popLast() ?? makeID())
      touch(node, .creation)
      if node.hasPatterns { patternedLayers.append(node) }
      if node.values.hasClock { hasClocks = true }
      if node.values[.geometryFlipped] != nil { hasFlips = true }
      if node.layout.isNeeded { unlaidLayers.append(node) }
      if !node.attachedAnimations.isEmpty {
        animated[ObjectIdentifier(node)] = node
        eventsChanged = true
      }
      if node.displayState != nil { node.displayAfterAttaching() }
      if node.isSubclass, let tiled = node as? CATiledLayer {
        tiledLayers[ObjectIdentifier(tiled)] = tiled
      }
      node.addLayersBelow(to: &stack)
    }
  }

  private func makeID() -> LayerID {
    lastID += 1
    return LayerID(lastID)
  }

  /// Records that a layer was removed from its superlayer's list.
  func detach(_ layer: CALayer) {
    LayerLock.lock()
    defer { LayerLock.unlock() }
    removed.append(layer)
    register()
  }

  /// Whether the layer is below the root now.
  func holds(_ layer: CALayer) -> Bool {
    LayerLock.lock()
    defer { LayerLock.unlock() }
    guard layer.link.journal === self else { return false }
    if removed.isEmpty { return true }
    var top = layer
    while let parent = top.parent { top = parent }
    return top === root
  }

  private func register() {
    TransactionStack.current.register(self)
  }

  private func touch(_ layer: CALayer, _ change: PendingChanges) {
    if layer.link.pending.isEmpty { touched.append(layer) }
    layer.link.pending.formUnion(change)
    register()
  }

  // MARK: Changes

  /// Records the change of a row's value; `old` is the previous one.
  func valueChanged(_ layer: CALayer, _ property: PropertyID, from old: PropertyValue) {
    LayerLock.lock()
    defer { LayerLock.unlock() }
    if !layer.link.dirty.contains(property) {
      layer.link.dirty.insert(property)
      if !layer.link.pending.contains(.creation) { layer.link.committed[property] = old }
    }
    touch(layer, .values)
    if layer.pattern(property) != nil { patternedLayers.append(layer) }
    if PropertyTable[property].damage.contains(.time) {
      hasClocks = true
      eventsChanged = true
    }
  }

  /// Has another clock between the context's and that of the root from now on.
  func slow(by clock: LayerClock?) {
    LayerLock.lock()
    defer { LayerLock.unlock() }
    slowClock = clock
    slownessChanged()
  }

  /// The clock of slow animations above a layer, if the layer is the root and there is one.
  func slowClock(above layer: CALayer) -> LayerClock? {
    LayerLock.lock()
    defer { LayerLock.unlock() }
    return layer === rootLayer ? slowClock : nil
  }

  /// Marks the clock of the root to be sent again.
  private func slownessChanged() {
    guard let rootLayer, rootLayer.link.journal === self, slowClock != nil else { return }
    for row in PropertyTable.clockRows {
      valueChanged(rootLayer, row, from: rootLayer.values.value(row))
    }
  }

  func sublayersChanged(_ layer: CALayer) {
    LayerLock.lock()
    defer { LayerLock.unlock() }
    touch(layer, .sublayers)
    if hasClocks { eventsChanged = true }
  }

  func animationAdded(_ animation: AttachedAnimation, to layer: CALayer) {
    LayerLock.lock()
    defer { LayerLock.unlock() }
    animated[ObjectIdentifier(layer)] = layer
    eventsChanged = true
    animationChanges.append((layer, .add(animation)))
    register()
  }

  /// Records that an animation was removed from a layer.
  ///
  /// - Parameter isOver: Whether it had reached its end.
  func animationRemoved(_ animation: AttachedAnimation, from layer: CALayer, isOver: Bool) {
    LayerLock.lock()
    defer { LayerLock.unlock() }
    if layer.attachedAnimations.isEmpty { animated[ObjectIdentifier(layer)] = nil }
    if animation.isSent, isOver, animation.timing.isValid, context?.isForPictures == true {
      overAnimations.append((layer, animation))
      return
    }
    for image in animation.images { images.release(image) }
    if animation.isCommitted, !animation.isSent { return }
    if animation.isSent { animationChanges.append((layer, .remove(key: animation.key))) }
    register()
  }

  /// Marks the drawings of a layer and of all below it to be redrawn, because y changed its
  /// direction.
  func turnedOver(_ layer: CALayer) {
    LayerLock.lock()
    defer { LayerLock.unlock() }
    hasFlips = true
    var stack = [layer]
    while let node = stack.popLast() {
      if node.displayState != nil { node.displayAfterAttaching() }
      node.patternsChanged()
      node.addLayersBelow(to: &stack)
    }
  }

  /// Removes the animations that are over, if there are other changes to commit.
  private func removeOverAnimations() {
    guard !overAnimations.isEmpty else { return }
    let isIdle =
      touched.isEmpty && removed.isEmpty && departed.isEmpty && animationChanges.isEmpty
      && !rootChanged
    if isIdle { return }
    let over = takeOverAnimations().map {
      (layer: $0.layer, change: AnimationChange.remove(key: $0.animation.key))
    }
    animationChanges.insert(contentsOf: over, at: 0)
  }

  private func takeOverAnimations() -> [(layer: CALayer, animation: AttachedAnimation)] {
    defer { overAnimations.removeAll() }
    for (_, animation) in overAnimations {
      for image in animation.images { images.release(image) }
    }
    return overAnimations
  }

  // MARK: Drawing

  /// Marks a layer to be drawn before the next commit.
  func displayNeeded(_ layer: CALayer) {
    LayerLock.lock()
    defer { LayerLock.unlock() }
    displayQueue.add(layer)
    register()
  }

  /// Draws every attached layer that needs display, at most once per commit.
  ///
  /// - Returns: Whether a layer was drawn; drawing may have changed anything.
  func displayLayers() -> Bool {
    var isAnyDrawn = false
    var later: [CALayer] = []
    for layer in LayerLock.with({ displayQueue.takeLayers() }) where layer.link.journal === self {
      guard holds(layer) else {
        LayerLock.with { displayQueue.postpone(layer) }
        continue
      }
      isAnyDrawn = true
      if layer.drawsAsynchronously {
        later.append(layer)
      } else {
        layer.displayIfNeeded()
      }
    }
    CALayer.displayAsynchronously(later)
    return isAnyDrawn
  }

  /// Draws the presentation layers of layers whose own properties are animated.
  ///
  /// - Returns: Whether there are any.
  @discardableResult
  func drawAnimatedLayers(at time: Double) -> Bool {
    let layers = LayerLock.with { animated.values.filter(\.drawsAnimations) }
    for layer in layers { layer.drawPresentation(at: time) }
    return !layers.isEmpty
  }

  /// Whether layers have to be drawn for every frame.
  var hasDrawnAnimations: Bool {
    LayerLock.with { animated.values.contains(where: \.drawsAnimations) }
  }

  /// Ends the drawing for a commit; layers that need display again wait for the next one.
  func finishDisplay() {
    LayerLock.lock()
    defer { LayerLock.unlock() }
    displayQueue.finish { layer in holds(layer) }
  }

  /// Draws the patterns that layers were given since the last commit, each once.
  ///
  /// Programs draw them, without the lock of layers: what they do to layers goes with the same
  /// commit, but a pattern that another thread sets after this goes with the next one.
  func drawPatterns() {
    let layers = LayerLock.with {
      defer { patternedLayers.removeAll() }
      return patternedLayers
    }
    for layer in layers {
      for row in CALayer.patternRows {
        let isOurs = LayerLock.with { layer.link.journal === self }
        guard isOurs, let style = LayerLock.with({ patterns.undrawn(row, of: layer) }) else {
          continue
        }
        let tile = PatternTile(style.color, scale: style.scale, isYUp: style.isYUp)
        LayerLock.with { patterns.keep(tile, of: style) }
      }
    }
  }

  // MARK: Commits

  /// Sends the changes, if there are any.
  func send() {
    context?.sendChanges(of: self)
    if LayerLock.with({ !displayQueue.isEmpty }) { register() }
  }

  /// Creates a commit of the changes since the last one.
  ///
  /// The journal regards them as sent.
  func makeCommit(at time: Double) -> Commit {
    LayerLock.lock()
    defer { LayerLock.unlock() }
    removeOverAnimations()
    var commit = Commit(time: time)
    images.textureSide = context?.carrier.textureSide ?? .max
    settleRemoved(&commit)
    let changed = touched
    touched.removeAll(keepingCapacity: true)
    for layer in changed where layer.link.journal === self { write(layer, to: &commit) }
    writeAnimationChanges(&commit)
    if rootChanged { commit.root = root?.link.id ?? LayerID.none }
    rootChanged = false
    images.takeChanges(into: &commit)
    finish(&commit)
    return commit
  }

  /// Creates a commit of the whole tree, for a server that has none of it.
  ///
  /// The journal regards it as sent.
  func makeFullCommit(at time: Double) -> Commit {
    LayerLock.lock()
    defer { LayerLock.unlock() }
    _ = takeOverAnimations()
    var settled = Commit(time: time)
    settleRemoved(&settled)
    finish(&settled)
    var commit = Commit(time: time)
    touched.removeAll(keepingCapacity: true)
    animationChanges.removeAll()
    images.forgetSent()
    var stack = root.map { [$0] } ?? []
    while let layer = stack.popLast() {
      layer.link.pending = .creation
      write(layer, to: &commit)
      layer.addLayersBelow(to: &stack)
    }
    commit.root = root?.link.id
    rootChanged = false
    images.takeChanges(into: &commit)
    commit.destroyedImages.removeAll()
    finish(&commit)
    return commit
  }

  private func finish(_ commit: inout Commit) {
    patterns.forgetTiles()
    for (layer, row) in latePatterns where layer.link.journal === self {
      valueChanged(layer, row, from: layer.values.value(row))
    }
    latePatterns.removeAll()
    freeIDs.append(contentsOf: commit.destroyed)
    // Done before the commit is sent: pictures presented later are for images that still exist.
    for slot in images.takeGoneSlots() { slot.leave(ObjectIdentifier(self)) }
    if eventsChanged { updateEvents() }
  }

  private func write(_ layer: CALayer, to commit: inout Commit) {
    let link = layer.link
    layer.link.pending = []
    layer.link.dirty = PropertySet()
    layer.link.committed = PropertyBag()
    if link.pending.contains(.creation) {
      commit.created.append(Commit.Creation(link.id, type(of: layer).layerClass))
      updateImage(of: layer)
      for row in CALayer.patternRows { updatePattern(row, of: layer) }
      var values = layer.values
      if let image = layer.link.image { values[.contents] = .image(image) }
      for (row, pattern) in layer.link.patterns { values[row] = pattern.value }
      if let cells = updateCells(of: layer) { values[.emitterCells] = cells }
      for row in CALayer.filterRows where layer.objects[row] != nil {
        values[row] = updateFilters(row, of: layer)
      }
      layer.slowDown(&values)
      undrawable.check(values, of: layer, link.id)
      if !values.isEmpty { commit.changes.append(Commit.Change(link.id, values)) }
      for animation in layer.attachedAnimations { write(animation, of: layer, to: &commit) }
    } else if link.pending.contains(.values) {
      var dirty = link.dirty
      if dirty.contains(.contents), !updateImage(of: layer) { dirty.remove(.contents) }
      for row in CALayer.patternRows where dirty.contains(row) { updatePattern(row, of: layer) }
      let values = changedValues(layer, dirty)
      undrawable.check(values, of: layer, link.id)
      if !values.isEmpty { commit.changes.append(Commit.Change(link.id, values)) }
    }
    let isNew = link.pending.contains(.creation)
    let sublayers = layer.drawnSublayers
    let hasLayersBelow = !sublayers.isEmpty || layer.maskLayer != nil
    if isNew ? hasLayersBelow : link.pending.contains(.sublayers) {
      let mask = layer.maskLayer?.link.id ?? LayerID.none
      commit.sublayers.append(
        Commit.Sublayers(link.id, sublayers.map(\.link.id), mask: mask)
      )
    }
  }

  private func changedValues(_ layer: CALayer, _ dirty: PropertySet) -> PropertyBag {
    var values = PropertyBag()
    if PropertyTable.timeRows.contains(where: dirty.contains), layer.slowClockAbove != nil {
      var clock = layer.values
      layer.slowDown(&clock)
      for row in PropertyTable.clockRows { values[row] = clock.value(row) }
    }
    dirty.forEach { id in
      switch id {
      case .contents: values[id] = contentsValue(of: layer)
      case .backgroundColor, .borderColor, .fillColor, .strokeColor:
        values[id] = layer.link.patterns[id]?.value ?? layer.values.value(id)
      case .emitterCells: values[id] = updateCells(of: layer)
      case .filters, .backgroundFilters: values[id] = updateFilters(id, of: layer)
      default: if values[id] == nil { values[id] = layer.values.value(id) }
      }
    }
    return values
  }

  private func contentsValue(of layer: CALayer) -> PropertyValue {
    layer.link.image.map { .image($0) } ?? .null
  }

  /// Retains the pattern of a colour and releases the one before.
  private func updatePattern(_ row: PropertyID, of layer: CALayer) {
    guard layer.link.patterns[row] != nil || layer.pattern(row) != nil else { return }
    if patterns.undrawn(row, of: layer) != nil {
      latePatterns.append((layer, row))
      return
    }
    let (old, new) = (layer.link.patterns[row], patterns.use(row, of: layer, &images))
    layer.link.patterns[row] = new
    if let old { patterns.release(old, &images) }
  }

  /// Retains the images of an emitter's cells and releases those before; nil for layers that have
  /// no cells.
  private func updateCells(of layer: CALayer) -> PropertyValue? {
    guard let emitter = layer as? CAEmitterLayer else { return nil }
    let old = layer.link.cellImages
    let (value, used) = emitter.committedCells(&images)
    layer.link.cellImages = used
    for image in old { images.release(image) }
    return value
  }

  /// Retains the images of a row's filters and releases those before.
  private func updateFilters(_ row: PropertyID, of layer: CALayer) -> PropertyValue {
    let old = layer.link.filterImages[row] ?? []
    let (value, used) = layer.committedFilters(row, &images)
    layer.link.filterImages[row] = used.isEmpty ? nil : used
    for image in old { images.release(image) }
    return value
  }

  /// Retains the image of the contents and releases the one before.
  ///
  /// - Returns: Whether the image's ID must be sent, rather than the pixels that changed.
  @discardableResult
  private func updateImage(of layer: CALayer) -> Bool {
    let edit = layer.displayState?.takeEdit()
    let old = layer.link.image
    if let old, let edit, let image = layer.contents as? CGImage, image === edit.image,
      images.id(of: edit.base) == old, images.replace(old, with: image, part: edit.part)
    {
      return false
    }
    layer.link.image = images.use(contentsOf: layer)
    if let old { images.release(old) }
    return true
  }

  private func writeAnimationChanges(_ commit: inout Commit) {
    let changes = animationChanges
    animationChanges.removeAll(keepingCapacity: true)
    for (layer, change) in changes where layer.link.journal === self {
      switch change {
      case .add(let animation):
        // An animation that was replaced or removed since, or was sent with a new layer, is not
        // sent.
        guard !animation.isCommitted, animation.isAttached else { continue }
        write(animation, of: layer, to: &commit)
      case .remove(let key): commit.animations.append(.remove(layer.link.id, key: key))
      }
    }
  }

  private func write(
    _ animation: AttachedAnimation,
    of layer: CALayer,
    to commit: inout Commit
  ) {
    func report(_ problem: String) {
      let key = animation.name ?? "without a key"
      Diagnostics.report("animation \(key) of layer \(layer.label): \(problem)")
    }
    if !animation.isCommitted { check(animation.animation.beginTime, of: layer, animation.name) }
    do throws(AnimationProblem) {
      try animation.commit(
        of: type(of: layer).layerClass,
        at: layer.localTime(at: commit.time),
        declares: { layer.declares($0) || DerivedKey.isStructure($0) }
      ) { self.images.use($0, for: "an animation of layer \(layer.label)") }
    } catch {
      report("\(error)")
    }
    for problem in animation.takeLeftOut() { report(problem) }
    // Properties that only the client knows are not sent to the server.
    if let state = animation.state?.withoutDeclaredProperties {
      // The new animation replaces one with the same key.
      if commit.animations.last == .remove(layer.link.id, key: animation.key) {
        commit.animations.removeLast()
      }
      commit.animations.append(.add(layer.link.id, key: animation.key, state))
      animation.isSent = true
    }
  }

  /// Reports a begin time taken from the machine's clock in a context that has another clock.
  private func check(_ beginTime: Double, of layer: CALayer, _ key: String?) {
    guard let context, context.isForPictures, beginTime > context.currentTime,
      MonotonicClock.explains(beginTime)
    else { return }
    Diagnostics.report(
      "animation \(key ?? "without a key") of layer \(layer.label) begins at \(beginTime) s of the "
        + "machine's clock, the context is at \(context.currentTime) s: make the context before "
        + "CACurrentMediaTime() is called"
    )
  }

  /// Connects the slots of the commit just sent to their target.
  func connectSlots(to target: (any SlotTarget)?) {
    for sent in images.takeSentSlots() {
      guard let target else { continue }
      sent.slot.join(ObjectIdentifier(self), sent.id, target, has: sent.present)
    }
  }

  // MARK: Layers that leave

  /// Destroys layers that were removed and are not back.
  private func settleRemoved(_ commit: inout Commit) {
    commit.destroyed = departed
    departed.removeAll()
    let candidates = removed
    for layer in candidates where layer.link.journal === self && !holds(layer) {
      destroy(layer, &commit)
    }
    removed.removeAll()
  }

  private func destroy(_ layer: CALayer, _ commit: inout Commit) {
    var stack = [layer]
    while let node = stack.popLast() {
      guard node.link.journal === self else { continue }
      if let id = leave(node) { commit.destroyed.append(id) }
      node.addLayersBelow(to: &stack)
    }
  }

  /// Gives up a layer that moves to another context.
  private func lose(_ layer: CALayer) {
    if let id = leave(layer) { departed.append(id) }
    register()
  }

  /// Forgets a layer.
  ///
  /// - Returns: Its ID, if the server knows it.
  private func leave(_ layer: CALayer) -> LayerID? {
    let link = layer.link
    layer.link = ContextLink()
    undrawable.forget(link.id)
    animated[ObjectIdentifier(layer)] = nil
    tiledLayers.removeValue(forKey: ObjectIdentifier(layer))?.suspendTiles()
    frameCallbackLayers[ObjectIdentifier(layer)] = nil
    if let image = link.image { images.release(image) }
    for pattern in link.patterns.values { patterns.release(pattern, &images) }
    for image in link.cellImages { images.release(image) }
    for used in link.filterImages.values { for image in used { images.release(image) } }
    for animation in layer.takeCommittedAnimations() {
      for image in animation.images { images.release(image) }
    }
    if link.pending.contains(.creation) {
      freeIDs.append(link.id)
      return nil
    }
    return link.id
  }

  /// Releases all layers; the context is gone.
  func close() {
    LayerLock.lock()
    defer { LayerLock.unlock() }
    for slot in images.slots + images.takeGoneSlots() { slot.leave(ObjectIdentifier(self)) }
    guard let root = rootLayer else { return }
    rootLayer = nil
    removed.append(root)
    var commit = Commit()
    settleRemoved(&commit)
    touched.removeAll()
    unlaidLayers.removeAll()
    animationChanges.removeAll()
    overAnimations.removeAll()
    animated.removeAll()
    frameCallbackLayers.removeAll()
    nextEvent = nil
  }

  // MARK: Frames

  /// Whether there are layers whose frame handlers are called with every frame.
  var hasFrameCallbackLayers: Bool { LayerLock.with { !frameCallbackLayers.isEmpty } }

  /// Records that a layer's frame handler was set or removed.
  func frameCallbackChanged(_ layer: CALayer) {
    LayerLock.lock()
    defer { LayerLock.unlock() }
    frameCallbackLayers[ObjectIdentifier(layer)] = layer.frameCallback == nil ? nil : layer
    register()
  }

  /// Calls the frame handlers of the layers in the tree, in an order that is always the same.
  ///
  /// - Parameters:
  ///   - time: The time at which the frame shows, in seconds of the context.
  ///   - period: Seconds to the next frame.
  /// - Returns: Whether there are any.
  @discardableResult
  func runFrameCallbacks(at time: Double, period: Double) -> Bool {
    guard hasFrameCallbackLayers else { return false }
    let layers = LayerLock.with {
      frameCallbackLayers.values.sorted { $0.link.id.rawValue < $1.link.id.rawValue }
    }
    for layer in layers where holds(layer) { layer.frameCallback?(time, period) }
    return true
  }

  // MARK: Tiles

  /// Whether tiled layers move, so that every frame may need other tiles.
  var hasMovingTiles: Bool { LayerLock.with { tiledLayers.values.contains(where: \.isMoving) } }

  /// Schedules a tile update at the end of the transaction.
  func tilesChanged() {
    LayerLock.lock()
    defer { LayerLock.unlock() }
    register()
  }

  /// Calls `body` for the tiled layers with the output that shows them.
  ///
  /// - Returns: Whether there are any.
  @discardableResult
  func forEachTiledLayer(_ body: (CATiledLayer, TileOutput) -> Void) -> Bool {
    guard let configuration = context?.configuration else { return false }
    // In an order that is always the same.
    let layers = LayerLock.with {
      tiledLayers.values.sorted { $0.link.id.rawValue < $1.link.id.rawValue }
    }
    if layers.isEmpty { return false }
    let output = TileOutput(configuration)
    for layer in layers where holds(layer) { body(layer, output) }
    return true
  }

  // MARK: Events

  /// Reports animations that have started or ended, and removes those that ended.
  func processEvents() {
    LayerLock.lock()
    defer { LayerLock.unlock() }
    guard let now = context?.currentTime else {
      nextEvent = nil
      return
    }
    guard let next = nextEventTime, now >= next else { return }
    var events: [AnimationEvent] = []
    for layer in animated.values {
      layer.addAnimationEvents(at: layer.localTime(at: now), to: &events)
    }
    events.sort(by: AnimationEvent.comesBefore)
    for event in events { event.layer.process(event) }
    updateEvents()
  }

  private func updateEvents() {
    eventsChanged = false
    nextEvent = nil
    guard !animated.isEmpty, let now = context?.currentTime else { return }
    for layer in animated.values {
      guard let localTime = layer.nextAnimationEvent,
        let time = layer.firstContextTime(reaching: localTime, from: now)
      else { continue }
      nextEvent = min(nextEvent ?? .infinity, time)
    }
    if nextEventTime != nil { TransactionStack.current.watch(self) }
  }

  /// Returns the real seconds until a time of the context; nil if its clock is not the real one.
  func realTime(until time: Double) -> Double? {
    LayerLock.lock()
    defer { LayerLock.unlock() }
    guard let context, context.clock == nil else { return nil }
    return time - context.currentTime
  }
}

extension PropertyTable {
  /// The rows that define a layer's clock.
  static let clockRows: [PropertyID] = [.beginTime, .timeOffset, .speed]

  /// The same, and the rows that say in which cycles it runs.
  static let timeRows: [PropertyID] =
    clockRows + [.duration, .repeatCount, .repeatDuration, .autoreverses, .fillMode]
}
