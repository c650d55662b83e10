// The emitter layers of a tree.
// Licensed under the MIT license; see LICENSE.

/// The emitters of a tree, by the slots of their layers.
struct EmitterList: Sendable {
  private(set) var emitters: ContiguousArray<Emitter> = []
  private var indexes: [Int32: Int] = [:]

  var isEmpty: Bool { emitters.isEmpty }

  func index(of slot: Int32) -> Int? { emitters.isEmpty ? nil : indexes[slot] }

  subscript(index: Int) -> Emitter {
    _read { yield emitters[index] }
    _modify { yield &emitters[index] }
  }

  mutating func add(_ slot: Int32) {
    indexes[slot] = emitters.count
    emitters.append(Emitter(slot: slot))
  }

  mutating func remove(_ slot: Int32) {
    guard let index = indexes.removeValue(forKey: slot) else { return }
    emitters.swapAt(index, emitters.count - 1)
    emitters.removeLast()
    if index < emitters.count { indexes[emitters[index].slot] = index }
  }
}

extension LayerTree {
  /// Tells the emitters of layers that a commit changed, after all of it was applied.
  mutating func noteEmission(_ commit: Commit) {
    if emitters.isEmpty { return }
    // Once for each layer: it takes all of its animations.
    var noted: Set<LayerID> = []
    func note(_ layer: LayerID) -> Bool { noted.insert(layer).inserted }
    let all = LayerTree.steps(ofParticles: particleBudget)
    var steps = all
    for creation in commit.created where note(creation.layer) {
      noteEmission(of: creation.layer, commit.time, &steps)
    }
    for change in commit.changes where note(change.layer) {
      noteEmission(of: change.layer, commit.time, &steps)
    }
    for change in commit.animations where note(change.layer) {
      noteEmission(of: change.layer, commit.time, &steps)
    }
    work.emission += all - max(steps, 0)
  }

  private mutating func noteEmission(of layer: LayerID, _ time: Double, _ steps: inout Int) {
    guard let slot = slot(of: layer), let emitter = emitters.index(of: slot) else { return }
    change(emitter, at: layerTime(of: slot, at: time), isNew: false, &steps)
  }

  /// Lets an emitter take over the values of its layer at a time of the layer; a new one forgets
  /// its particles.
  private mutating func change(_ emitter: Int, at time: Double, isNew: Bool, _ steps: inout Int) {
    let slot = emitters[emitter].slot
    let index = Int(animatedIndex[Int(slot)])
    let (model, tracks) = (models[Int(slot)], index < 0 ? [] : animated[index].tracks)
    withEmitter(emitter) {
      if isNew { $0 = Emitter(slot: slot) }
      $0.change(model, tracks, at: time, steps: &steps)
    }
  }

  /// Changes an emitter, and keeps the sum of the bytes of all.
  private mutating func withEmitter<Result>(
    _ index: Int,
    _ body: (inout Emitter) -> Result
  ) -> Result {
    emissionBytes -= emitters[index].countedBytes
    defer { emissionBytes += emitters[index].countedBytes }
    return body(&emitters[index])
  }

  /// When the particles of a layer began, in the layer's own time; nil for one that emits none.
  package func emissionStart(of slot: Int32) -> Double? {
    emitters.index(of: slot).flatMap { emitters[$0].epochs.last?.start }
  }

  /// Begins the particles of layers anew, at other times than that of the commit that made them.
  package mutating func restartEmission(_ starts: [LayerID: Double]) {
    var steps = LayerTree.steps(ofParticles: particleBudget)
    for (layer, start) in starts {
      guard let slot = slot(of: layer), let emitter = emitters.index(of: slot) else { continue }
      change(emitter, at: start, isNew: true, &steps)
      touch(slot, .content)
    }
  }

  /// Works out the particles at a time of the context's clock; layers that show others are listed
  /// as changed.
  mutating func evaluateParticles(at time: Double) {
    particleExcess = nil
    var room = particleBudget
    let all = LayerTree.steps(ofParticles: particleBudget)
    var steps = all
    defer {
      emissionSteps = all - max(steps, 0)
      work.emission += emissionSteps
    }
    for index in emitters.emitters.indices {
      let slot = emitters[index].slot
      guard isAttached(slot) else { continue }
      guard room >= 0, steps >= 0 else { return }
      let local = layerTime(of: slot, at: time)
      let hasDelays = delays(of: slot) != 0...0
      let limit = limits.particles
      let changes = withEmitter(index) { $0.evaluate(at: local, limit: limit, steps: &steps) }
      if changes || hasDelays { touch(slot, .content) }
      room -= emitters[index].columns.particles.count
      if room < 0 || steps < 0 { particleExcess = slot }
    }
  }

  /// Births that are looked at that cost as much as a particle; a value at a birth is two steps.
  package static let stepsOfParticle = 16

  /// How many steps may be taken where so many particles are allowed.
  package static func steps(ofParticles count: Int) -> Int {
    let (steps, isTooMany) = count.multipliedReportingOverflow(by: stepsOfParticle)
    return isTooMany ? .max : steps
  }

  /// The particles that cost as much as some steps.
  package static func particles(ofSteps steps: Int) -> Int {
    steps / stepsOfParticle + (steps % stepsOfParticle == 0 ? 0 : 1)
  }

  /// Whether the layer is the root or below it.
  package func isAttached(_ slot: Int32) -> Bool {
    // Layers deeper than the limit are not drawn.
    var (node, level) = (slot, 0)
    while node >= 0, node != root, level <= limits.depth {
      node = parents[Int(node)]
      level += 1
    }
    return node >= 0 && node == root
  }

  /// The particles of a layer at the last evaluation; nil for layers that emit none.
  ///
  package func particles(of slot: Int32) -> ParticleColumns? {
    emitters.index(of: slot).map { emitters[$0].columns }
  }

  /// The particles of a layer some time before the last evaluation; nil for layers that emit none.
  ///
  /// - Parameters:
  ///   - delay: How far behind they are, in seconds of the context's clock.
  ///   - steps: How many may be taken, less those that were; below 0 if they did not suffice.
  package func particles(
    of slot: Int32,
    delayedBy delay: Double,
    steps: inout Int
  ) -> ParticleColumns? {
    guard let index = emitters.index(of: slot) else { return nil }
    guard delay != 0 else { return emitters[index].columns }
    var emitter = emitters[index]
    let time = layerTime(of: slot, at: time - delay)
    _ = emitter.evaluate(at: time, limit: limits.particles, steps: &steps)
    return emitter.columns
  }

  /// Whether there are emitter layers.
  package var hasEmitters: Bool { !emitters.isEmpty }

  /// Whether the layer's particles add up.
  package func addsParticles(_ slot: Int32) -> Bool {
    emitters.index(of: slot).map { emitters[$0].renderMode == .additive } ?? false
  }

  /// When particles will move or be born, seen from the last evaluation, in seconds of the
  /// context's clock; nil for never.
  func nextEmission(after time: Double) -> Double? {
    var next: Double?
    for emitter in emitters.emitters where isAttached(emitter.slot) {
      let clock = clock(of: emitter.slot)
      guard clock.factor != 0 else { continue }
      // Copies that are behind may have particles when this one has none.
      if delays(of: emitter.slot) != 0...0 { return time }
      let local = clock.factor * time + clock.offset
      guard let event = emitter.nextActivity(after: local) else { continue }
      if clock.factor < 0 || event <= local { return time }
      let moment = (event - clock.offset) / clock.factor
      if !moment.isNaN { next = min(next ?? moment, moment) }
    }
    return next
  }
}
