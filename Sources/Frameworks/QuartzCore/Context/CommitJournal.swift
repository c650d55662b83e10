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
  /// The image that the contents were last sent as; it is one use.
  var image: ImageID?
  /// The patterns that rows of colours were last sent as; each is one use.
  var patterns: [PropertyID: DrawnPattern] = [:]
  /// The images that the cells of an emitter were last sent with; each is one use.
  var cellImages: [ImageID] = []
  /// The images that filters were last sent with; each is one use.
  var filterImages: [PropertyID: [ImageID]] = [:]
}

/// The changes of one context since its last commit.
///
/// It is what layers and transactions talk to. Each of its duties is in a part of its own, which
/// knows nothing of the others; the journal calls them under the lock of layers.
final class CommitJournal {
  weak var context: CAContext?
  private let roster = LayerRoster()
  private let resources = CommitResources()
  private let schedule = AnimationSchedule()
  private let animations = AnimationChanges()
  private let observers = FrameObservers()
  private let writer: CommitWriter

  private var touched: [CALayer] = []
  // Nil as long as it shows the context's time.
  private var slowClock: LayerClock?
  // Whether some layer may be flipped; moving layers in the tree may then turn them over.
  private var hasFlips = false
  private var displayQueue = DisplayQueue()
  // Layers whose patterns may need drawing for the next commit.
  private var patternedLayers: [CALayer] = []
  /// Layers that need layout before the next commit.
  var unlaidLayers: [CALayer] = []

  init() { writer = CommitWriter(resources) }

  /// Whether the context's output is of extended range, so that images keep their light.
  var keepsLight: Bool {
    get { resources.keepsLight }
    set { resources.keepsLight = newValue }
  }

  var root: CALayer? { LayerLock.with { roster.root } }
  /// When the next animation starts or ends, in seconds of the context; nil for never.
  var nextEventTime: Double? {
    LayerLock.with {
      guard let call = calls.nextTime else { return schedule.nextEvent }
      return min(schedule.nextEvent ?? .infinity, call)
    }
  }
  /// The calls of programs at times of the context.
  private var calls = TimedCalls()
  var images: ImageTable { resources.images }
  /// How often the animations of a layer were looked at for their events, for tests.
  var animationLookCount: Int { LayerLock.with { schedule.lookCount } }

  // MARK: The tree

  func setRoot(_ layer: CALayer?) {
    LayerLock.lock()
    defer { LayerLock.unlock() }
    roster.setRoot(layer)
    defer { slownessChanged() }
    if let layer { attach(layer) }
    register()
  }

  /// Gives a layer and all below it IDs in this context.
  func attach(_ layer: CALayer) {
    LayerLock.lock()
    defer { LayerLock.unlock() }
    roster.add()
    var stack = [layer]
    while let node = stack.popLast() {
      guard node.link.journal !== self else {
        // Its new superlayer may have y pointing the other way.
        if hasFlips { turnedOver(node) }
        continue
      }
      node.link.journal?.lose(node)
      node.link = ContextLink(journal: self, id: roster.makeID())
      touch(node, .creation)
      if node.hasPatterns { patternedLayers.append(node) }
      if node.values.hasClock { schedule.noteClock() }
      if node.values[.geometryFlipped] != nil { hasFlips = true }
      if node.layout.isNeeded { unlaidLayers.append(node) }
      if !node.attachedAnimations.isEmpty { schedule.animationsChanged(node) }
      if node.displayState != nil { node.displayAfterAttaching() }
      if node.isSubclass {
        if let tiled = node as? CATiledLayer { observers.insert(tiled) }
        if let portal = node as? CAPortalLayer { observers.insert(portal) }
      }
      node.addLayersBelow(to: &stack)
    }
  }

  /// Records that a layer was removed from its superlayer's list.
  func detach(_ layer: CALayer) {
    LayerLock.lock()
    defer { LayerLock.unlock() }
    roster.remove(layer)
    register()
  }

  /// Returns the depth of a layer below the root; nil for a layer that is not below it now.
  func depth(of layer: CALayer) -> Int? {
    LayerLock.lock()
    defer { LayerLock.unlock() }
    return layer.link.journal === self ? roster.depth(of: layer) : nil
  }

  /// Whether the layer is below the root now.
  func holds(_ layer: CALayer) -> Bool {
    LayerLock.lock()
    defer { LayerLock.unlock() }
    return layer.link.journal === self && roster.holds(layer)
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
    if PropertyTable[property].damage.contains(.time) { schedule.clockChanged() }
  }

  /// Puts another clock between the context's and that of the root from now on.
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
    return layer === roster.root ? slowClock : nil
  }

  /// Marks the clock of the root to be sent again.
  private func slownessChanged() {
    guard let root = roster.root, root.link.journal === self, slowClock != nil else { return }
    for row in PropertyTable.clockRows { valueChanged(root, row, from: root.values.value(row)) }
  }

  func sublayersChanged(_ layer: CALayer) {
    LayerLock.lock()
    defer { LayerLock.unlock() }
    touch(layer, .sublayers)
    schedule.treeChanged()
  }

  func animationAdded(_ animation: AttachedAnimation, to layer: CALayer) {
    LayerLock.lock()
    defer { LayerLock.unlock() }
    schedule.animationsChanged(layer)
    animations.append(.add(animation), of: layer)
    register()
  }

  /// Records that an animation was removed from a layer.
  ///
  /// - Parameter isOver: Whether it had reached its end.
  func animationRemoved(_ animation: AttachedAnimation, from layer: CALayer, isOver: Bool) {
    LayerLock.lock()
    defer { LayerLock.unlock() }
    schedule.animationsChanged(layer)
    if animation.isSent, isOver, animation.timing.isValid, context?.isForPictures == true {
      return animations.end(animation, of: layer)
    }
    resources.release([animation])
    if animation.isCommitted, !animation.isSent { return }
    if animation.isSent { animations.append(.remove(animation), of: layer) }
    register()
  }

  /// Returns the animations that a layer lost since the last commit, and that its output shows.
  func withdrawnAnimations(of layer: CALayer) -> [AttachedAnimation] {
    LayerLock.lock()
    defer { LayerLock.unlock() }
    return animations.withdrawn(from: layer)
  }

  /// Returns the animations of a layer that are over, and that its output has until a commit.
  func overAnimations(of layer: CALayer) -> [AttachedAnimation] {
    LayerLock.lock()
    defer { LayerLock.unlock() }
    return animations.over(of: layer)
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
    if touched.isEmpty, roster.isSettled, animations.isEmpty { return }
    resources.release(animations.removeOver())
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
      // Views are drawn on their own thread.
      if layer.drawsAsynchronously, !layer.layout.isOfView {
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
    let layers = LayerLock.with { schedule.drawnLayers }
    for layer in layers { layer.drawPresentation(at: time) }
    return !layers.isEmpty
  }

  /// Whether layers have to be drawn for every frame.
  var hasDrawnAnimations: Bool {
    LayerLock.with { schedule.hasDrawnLayers }
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
        guard isOurs, let style = LayerLock.with({ resources.undrawnPattern(row, of: layer) })
        else {
          continue
        }
        let tile = style.drawnTile()
        LayerLock.with { resources.keep(tile, of: style) }
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
    resources.images.textureSide = context?.carrier.textureSide ?? .max
    settleRemoved(&commit)
    settlePortals()
    let changed = touched
    touched.removeAll(keepingCapacity: true)
    for layer in changed where layer.link.journal === self { write(layer, to: &commit) }
    for (layer, change) in animations.take() where layer.link.journal === self {
      writer.write(change, of: layer, to: &commit)
      schedule.animationsChanged(layer)
    }
    if roster.hasNewRoot { commit.root = root?.link.id ?? LayerID.none }
    roster.sendRoot()
    resources.images.takeChanges(into: &commit)
    finish(&commit)
    return commit
  }

  /// Creates a commit of the whole tree, for a server that has none of it.
  ///
  /// The journal regards it as sent.
  func makeFullCommit(at time: Double) -> Commit {
    LayerLock.lock()
    defer { LayerLock.unlock() }
    resources.release(animations.takeOver())
    var settled = Commit(time: time)
    settleRemoved(&settled)
    settlePortals()
    finish(&settled)
    var commit = Commit(time: time)
    touched.removeAll(keepingCapacity: true)
    _ = animations.take()
    resources.images.forgetSent()
    var stack = root.map { [$0] } ?? []
    while let layer = stack.popLast() {
      layer.link.pending = .creation
      write(layer, to: &commit)
      layer.addLayersBelow(to: &stack)
    }
    commit.root = root?.link.id
    roster.sendRoot()
    resources.images.takeChanges(into: &commit)
    commit.destroyedImages.removeAll()
    finish(&commit)
    return commit
  }

  /// Notes that a portal shows another layer.
  func portalChanged() {
    LayerLock.lock()
    defer { LayerLock.unlock() }
    register()
  }

  /// Gives portals the numbers that their sources have in this context, 0 for those that are in
  /// none or in another.
  private func settlePortals() {
    for portal in observers.portalLayers {
      let link = portal.sourceLayer?.link
      let number = link.flatMap { $0.journal === self ? Int64($0.id.rawValue) : nil } ?? 0
      let old = portal.values.value(.portalSource)
      guard old != .integer(number) else { continue }
      portal.values[.portalSource] = .integer(number)
      valueChanged(portal, .portalSource, from: old)
    }
  }

  /// Writes a layer; with a new one go its animations.
  private func write(_ layer: CALayer, to commit: inout Commit) {
    let isNew = layer.link.pending.contains(.creation)
    writer.write(layer, to: &commit)
    if isNew, !layer.attachedAnimations.isEmpty { schedule.animationsChanged(layer) }
  }

  private func finish(_ commit: inout Commit) {
    for (layer, row) in resources.finishPatterns() where layer.link.journal === self {
      valueChanged(layer, row, from: layer.values.value(row))
    }
    roster.free(commit.destroyed)
    // Done before the commit is sent: pictures presented later are for images that still exist.
    for slot in resources.images.takeGoneSlots() { slot.leave(ObjectIdentifier(self)) }
    if schedule.isStale { updateEvents() }
  }

  /// Connects the slots of the commit just sent to their target.
  func connectSlots(to target: (any SlotTarget)?) {
    for sent in resources.images.takeSentSlots() {
      guard let target else { continue }
      sent.slot.join(ObjectIdentifier(self), sent.id, target, has: sent.present)
    }
  }

  // MARK: Layers that leave

  /// Destroys layers that were removed and are not back.
  private func settleRemoved(_ commit: inout Commit) {
    var destroyed: [LayerID] = []
    let departed = roster.settle { layer in
      if layer.link.journal === self { destroy(layer, &destroyed) }
    }
    commit.destroyed = departed + destroyed
  }

  private func destroy(_ layer: CALayer, _ destroyed: inout [LayerID]) {
    var stack = [layer]
    while let node = stack.popLast() {
      guard node.link.journal === self else { continue }
      if let id = leave(node) { destroyed.append(id) }
      node.addLayersBelow(to: &stack)
    }
  }

  /// Gives up a layer that moves to another context.
  private func lose(_ layer: CALayer) {
    if let id = leave(layer) { roster.depart(id) }
    register()
  }

  /// Forgets a layer.
  ///
  /// - Returns: Its ID, if the server knows it.
  private func leave(_ layer: CALayer) -> LayerID? {
    let link = layer.link
    layer.link = ContextLink()
    writer.forget(link.id)
    schedule.remove(layer)
    observers.remove(layer)
    resources.release(link)
    resources.release(layer.takeCommittedAnimations())
    if link.pending.contains(.creation) {
      roster.free([link.id])
      return nil
    }
    return link.id
  }

  /// Releases all layers; the context is gone.
  func close() {
    LayerLock.lock()
    defer { LayerLock.unlock() }
    for slot in resources.images.slots + resources.images.takeGoneSlots() {
      slot.leave(ObjectIdentifier(self))
    }
    roster.close()
    var commit = Commit()
    settleRemoved(&commit)
    touched.removeAll()
    unlaidLayers.removeAll()
    animations.removeAll()
    schedule.removeAll()
    observers.removeAllCallbacks()
  }

  // MARK: Frames

  /// Whether there are layers whose frame handlers are called with every frame.
  var hasFrameCallbackLayers: Bool { LayerLock.with { observers.hasCallbacks } }

  /// Records that a layer's frame handler was set or removed.
  func frameCallbackChanged(_ layer: CALayer) {
    LayerLock.lock()
    defer { LayerLock.unlock() }
    observers.callbackChanged(layer)
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
    let layers = LayerLock.with { observers.callbackLayers }
    for layer in layers where holds(layer) { layer.frameCallback?(time, period) }
    return true
  }

  // MARK: Tiles

  /// Whether tiled layers move, so that every frame may need other tiles.
  var hasMovingTiles: Bool { LayerLock.with { observers.hasMovingTiles } }

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
    let layers = LayerLock.with { observers.tiledLayers }
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
      return schedule.stop()
    }
    guard let next = nextEventTime, now >= next else { return }
    if let animation = schedule.nextEvent, now >= animation {
      for event in schedule.events(at: now) {
        event.layer.process(event)
        schedule.animationsChanged(event.layer)
      }
      updateEvents()
    }
    for call in calls.takeDue(at: now) { TransactionStack.current.enqueue { call.make() } }
  }

  /// Adds a call at a time of the context, in seconds.
  func add(_ call: TimedCall) {
    LayerLock.with { calls.add(call) }
    TransactionStack.current.watch(self)
    TransactionStack.current.callsChanged()
  }

  /// Removes a call that is not to be made.
  func remove(_ call: TimedCall) {
    LayerLock.with { calls.remove(call) }
  }

  private func updateEvents() {
    schedule.update(from: context?.currentTime)
    if schedule.nextEvent != nil { TransactionStack.current.watch(self) }
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
