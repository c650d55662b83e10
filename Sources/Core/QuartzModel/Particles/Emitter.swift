// The particles of an emitter layer, as a function of time.
// Licensed under the MIT license; see LICENSE.
//
// Nothing is simulated step by step. The position and style of a particle follow from its birth:
// the values of the layer and its cell at that moment, and its own random numbers. So the particles
// at a time depend on that time alone, and seeking gives the same picture as playing.
//
// Births. A cell's rate, integrated over time, counts its births; particle k is born when the count
// reaches k. While nothing animates the rate, the time of a birth is a division. Otherwise the
// integral is a table in steps of 1/60 s that grows as time goes on (`BirthTable`).
//
// Changes. A layer has a list of epochs, one for each commit that changed it or its animations. A
// particle belongs to the epoch it was born in; later changes do not affect it. An epoch without
// particles that can still be alive is dropped.
//
// Nested cells. A particle emits particles while it lives: from its position, and its colour
// multiplies theirs. All descendants get the values of the moment at which their first ancestor,
// the one that the layer emitted, was born. A particle's descendants are looked for even when it is
// dead.
//
// Bounds on work. At most `limit` particles are there at a time. If more particles can be alive,
// each of the layer's cells has its share of the limit and shows its youngest. The particles of
// nested cells end where the limit is reached. Rates and lifetimes are at most a thousand million.
// Births and animated values are counted for all emitters of a frame together (`WorkBudget`).

import QuartzMath

/// The history of an emitter layer's emission.
struct Emitter: Sendable {
  let slot: Int32
  /// When the emission began, in the layer's time; nil before.
  private var beginTime: Double?
  private(set) var epochs: ContiguousArray<EmitterEpoch> = []
  /// The particles of the last evaluation.
  private(set) var columns = ParticleColumns()
  private(set) var renderMode = EmitterRenderMode.unordered
  /// The layer's time of the last evaluation; nil before the first and after changes.
  private var shownTime: Double?

  /// More epochs than these are not remembered: the particles of the oldest ones go.
  static let epochLimit = 1024

  init(slot: Int32) {
    self.slot = slot
  }

  /// The bytes of the epochs and particles.
  ///
  /// The time is that of going through the epochs.
  var countedBytes: Int {
    epochs.reduce(columns.particles.count * MemoryLayout<Particle>.stride) {
      $0 + $1.countedBytes
    }
  }

  // MARK: Changes

  /// Takes over the layer's values, for particles to come.
  ///
  /// - Parameters:
  ///   - time: Of the layer, when the values changed.
  ///   - steps: How many may be taken to count the births until then; of more births, the average
  ///     counts.
  mutating func change(
    _ model: PropertyBag,
    _ tracks: ContiguousArray<AnimationTrack>,
    at time: Double,
    steps: inout Int
  ) {
    let mode = model.value(.emitterRenderMode).name.flatMap { EmitterRenderMode(rawValue: $0) }
    if mode != renderMode { shownTime = nil }
    renderMode = mode ?? .unordered
    guard time.isFinite else { return }
    let values = EmitterModel(
      setting: EmitterSetting(model),
      cells: model.value(.emitterCells).cells ?? CellBox([]),
      tracks: ContiguousArray(tracks.filter { $0.problem == nil && $0.state.animatesEmission }),
      behaviors: BehaviorTimeline(
        model.value(.emitterBehaviors).filters,
        ContiguousArray(tracks.filter { $0.problem == nil && $0.state.animatesBehaviors }),
        from: beginTime ?? time
      )
    )
    if let last = epochs.last, last.model.isSame(as: values) { return }
    shownTime = nil
    // Epochs that have not begun are replaced, also when the clock was turned back.
    while let last = epochs.last, last.start >= time { epochs.removeLast() }
    var start = time
    if epochs.isEmpty {
      // As animations do, layers without a begin of their own begin with their commit.
      start = (model.value(.beginTime).number ?? 0) == 0 ? time : 0
    }
    if var last = epochs.popLast() {
      last.end = start
      var budget = WorkBudget(particles: 0, steps: steps)
      let next = EmitterEpoch(start, values, after: &last, &budget)
      steps = budget.steps
      epochs.append(last)
      epochs.append(next)
    } else {
      epochs.append(EmitterEpoch(start, values))
    }
    beginTime = beginTime ?? start
    forget(at: time)
  }

  /// Drops epochs that no particle of can be alive.
  private mutating func forget(at time: Double) {
    var count = max(epochs.count - Emitter.epochLimit, 0)
    while count < epochs.count - 1, epochs[count].isOver(at: time) { count += 1 }
    if count > 0 { epochs.removeFirst(count) }
  }

  // MARK: Evaluating

  /// Works out the particles at a time of the layer.
  ///
  /// - Parameters:
  ///   - limit: The most particles.
  ///   - steps: The rest of the frame's (`WorkBudget`); below 0 afterwards if it did not suffice.
  /// - Returns: Whether they may be others than before.
  mutating func evaluate(at time: Double, limit: Int, steps: inout Int) -> Bool {
    if time == shownTime { return false }
    let wasEmpty = columns.isEmpty
    let isFirst = shownTime == nil
    shownTime = time
    columns.removeAll()
    guard time.isFinite else { return !wasEmpty }
    var births = 0.0
    var budget = WorkBudget(particles: limit, steps: steps)
    for index in epochs.indices { births += epochs[index].open(at: time, &budget) }
    let share = births > Double(limit) ? Double(limit) / births : 1
    let motions = epochs.reduce(0) { $0 + $1.stepsOfMotion } * share
    while motions > ParticleMover.mostStepsOfFrame * budget.stepFactor { budget.stepFactor *= 2 }
    // Cell by cell, so that particles with the same style are adjacent.
    let cellCount = epochs.reduce(0) { max($0, $1.streams.count) }
    for cell in 0..<cellCount {
      var surplus = self.births(ofCell: cell) * (1 - share)
      for index in epochs.indices {
        epochs[index].append(stream: cell, to: &columns, at: time, &surplus, &budget)
      }
    }
    columns.sort(renderMode, hasNestedCells: epochs.contains(where: \.hasNestedCells))
    steps = budget.steps
    // Those that are missing are looked for again.
    if budget.isSpent { shownTime = nil }
    return isFirst || !(wasEmpty && columns.isEmpty)
  }

  /// The births of one of the layer's cells that may have particles now.
  private func births(ofCell cell: Int) -> Double {
    var births = 0.0
    for epoch in epochs where cell < epoch.streams.count { births += epoch.streams[cell].births }
    return births
  }

  /// When the particles will change by themselves, in the layer's time; nil for never.
  ///
  /// - Parameter time: That of the last evaluation.
  func nextActivity(after time: Double) -> Double? {
    if !columns.isEmpty { return time }
    var next: Double?
    for epoch in epochs {
      guard let birth = epoch.nextBirth(after: time) else { continue }
      next = min(next ?? birth, birth)
    }
    return next
  }
}
