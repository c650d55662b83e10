// A time in which an emitter layer does not change but for its animations.
// Licensed under the MIT license; see LICENSE.

import QuartzMath

/// How much working out particles may take.
struct WorkBudget {
  /// Particles of the layer that may still be shown.
  var particles: Int
  /// Births of the layer that may still be looked at, of particles that are dead for instance.
  var births: Int
  /// Steps that all layers of the frame may still take; below 0 if they asked for more.
  ///
  /// A step is a birth that is looked at, and a cell nested in that of a birth; a value that an
  /// animation gives for a birth or for a part of a second (`BirthTable`) is two.
  var steps: Int

  init(particles: Int, steps: Int) {
    self.particles = particles
    births = particles * 4
    self.steps = steps
  }

  /// The factor of the steps in which behaviours move particles in this frame, a power of two.
  var stepFactor = 1.0

  var isSpent: Bool { steps < 0 }

  /// Takes steps of motions, of which several are as much as a birth.
  @inline(__always)
  mutating func take(stepsOfMotion count: Int) {
    if count > 0 { _ = take(steps: 1 + count / WorkBudget.motionsOfStep) }
  }

  /// The steps of a particle's motion that take as long as a birth.
  private static let motionsOfStep = 8

  /// Takes one birth of a cell with others nested in it; false if there is nothing left.
  @inline(__always)
  mutating func takeBirth(nestedCells: Int) -> Bool {
    births -= 1
    return take(steps: 1 + nestedCells) && births >= 0 && particles > 0
  }

  /// Takes steps; false if there are fewer.
  @inline(__always)
  mutating func take(steps count: Int) -> Bool {
    if steps >= 0 { steps -= count }
    return steps >= 0
  }
}

/// The births of one of the layer's own cells in an epoch.
struct ParticleStream: Sendable {
  /// Index of the cell in the list of all of the layer's.
  let cell: Int
  let name: String?
  let clock: CellClock
  /// The layer's time that the cell's begin time counts from.
  let start: Double
  /// The cell's time at which the epoch begins for it, and the births until then.
  let from: Double
  let countBefore: Double
  /// Births in a second of the cell's time, if nothing animates them.
  let rate: Double
  /// The integral of the births, and how long particles live at most, where something animates.
  var table: BirthTable?
  /// The longest life of a particle or its descendants, in the cell's time.
  var reach: Double
  /// The numbers of the births that may have particles at the time of the last `open`.
  var window = 0..<0

  var births: Double { Double(window.count) }
}

/// The values of a layer that its particles depend on.
struct EmitterModel: Sendable {
  var setting: EmitterSetting
  var cells: CellBox
  /// The animations that births depend on.
  var tracks: ContiguousArray<AnimationTrack>
  var behaviors: BehaviorTimeline?

  /// Whether particles are the same with another one.
  func isSame(as other: EmitterModel) -> Bool {
    guard setting == other.setting, cells == other.cells,
      tracks.elementsEqual(other.tracks, by: { $0.key == $1.key && $0.state == $1.state })
    else { return false }
    return behaviors?.isSame(as: other.behaviors) ?? (other.behaviors == nil)
  }
}

/// The births of a time.
struct EmitterEpoch: Sendable {
  /// In the layer's time; births fall into start..<end.
  let start: Double
  var end = Double.infinity
  let model: EmitterModel
  /// How the particles move and look; without a value as their cells alone say.
  var behaviors: BehaviorTimeline?
  var motions = MotionCache()
  private(set) var streams: ContiguousArray<ParticleStream> = []
  let hasNestedCells: Bool
  // Index i belongs to cell i.
  private(set) var parameters: ContiguousArray<CellParameters> = []
  private var clocks: ContiguousArray<CellClock> = []
  private var styleIndexes: ContiguousArray<Int32> = []
  private let actions: EmissionTracks
  private let isAnimated: Bool
  /// Whether styles may differ from particle to particle.
  private let hasAnimatedStyles: Bool

  private var setting: EmitterSetting { model.setting }
  private var cells: CellBox { model.cells }

  /// The bytes of its columns, and of the cells, which later epochs do not have.
  var countedBytes: Int {
    var bytes = bytesWithoutTables
    if let behaviors { bytes += behaviors.countedBytes + motions.countedBytes }
    guard isAnimated else { return bytes }
    return streams.reduce(bytes) { $0 + ($1.table?.countedBytes ?? 0) }
  }

  private let bytesWithoutTables: Int
  private static let bytesOfCell =
    ParticleCell.bytes + MemoryLayout<CellParameters>.stride + MemoryLayout<CellClock>.stride
    + MemoryLayout<ParticleStream>.stride

  init(_ start: Double, _ model: EmitterModel) {
    let (setting, cells, tracks) = (model.setting, model.cells, model.tracks)
    self.start = start
    self.model = model
    behaviors = model.behaviors
    actions = EmissionTracks(tracks, cells)
    isAnimated = !tracks.isEmpty
    bytesWithoutTables = tracks.reduce(
      MemoryLayout<EmitterEpoch>.stride + cells.cells.count * EmitterEpoch.bytesOfCell
    ) { $0 + $1.countedBytes }
    hasAnimatedStyles = tracks.contains { $0.state.animatesStyles }
    hasNestedCells = cells.cells.indices.contains { cells.cells[$0].end > $0 + 1 }
    parameters.reserveCapacity(cells.cells.count)
    for cell in cells.cells {
      parameters.append(CellParameters(cell, setting))
      clocks.append(CellClock(cell, start: 0))
      styleIndexes.append(-1)
    }
    makeStreams(after: [], counts: [])
  }

  /// An epoch that follows another one, whose end is set.
  init(
    _ start: Double,
    _ model: EmitterModel,
    after last: inout EmitterEpoch,
    _ budget: inout WorkBudget
  ) {
    self.init(start, model)
    streams.removeAll()
    var counts: [Double] = []
    for index in last.streams.indices {
      counts.append(last.count(ofStream: index, at: start, &budget))
    }
    makeStreams(after: last.streams, counts: counts)
  }

  /// - Parameters:
  ///   - last: The streams of the epoch before.
  ///   - counts: Their births until now.
  private mutating func makeStreams(
    after last: ContiguousArray<ParticleStream>,
    counts: [Double]
  ) {
    var index = 0
    while index < cells.cells.count {
      let cell = cells.cells[index]
      var (streamStart, before) = (start, 0.0)
      var isNew = true
      let ordinal = streams.count
      // A cell that stays goes on counting.
      if ordinal < last.count, last[ordinal].name == cell.name {
        streamStart = last[ordinal].start
        before = counts[ordinal]
        isNew = false
      }
      let clock = CellClock(cell, start: streamStart)
      let from = isNew || clock.speed <= 0 ? 0 : max(clock.time(at: start), 0)
      let rate = parameters[index].birthRate * max(setting.birthRate, 0)
      streams.append(
        ParticleStream(
          cell: index,
          name: cell.name,
          clock: clock,
          start: streamStart,
          from: from,
          countBefore: before,
          rate: rate,
          table: isAnimated ? BirthTable() : nil,
          reach: isAnimated ? 0 : reach(ofCell: index)
        )
      )
      index = cell.end
    }
  }

  /// Returns the longest life of a cell's particle or its descendants, in the cell's time.
  private func reach(ofCell index: Int) -> Double {
    let life = parameters[index].longestLife
    var reach = life
    var nested = index + 1
    while nested < cells.cells[index].end {
      let speed = clocks[nested].speed
      if speed > 0, parameters[nested].birthRate > 0 {
        reach = max(reach, life + self.reach(ofCell: nested) / speed)
      }
      nested = cells.cells[nested].end
    }
    return min(reach, 1e12)
  }

  // MARK: Counting births

  /// The integral of a stream's births up to a time of its cell.
  private mutating func count(
    ofStream index: Int,
    until time: Double,
    _ budget: inout WorkBudget
  ) -> Double {
    let stream = streams[index]
    let time = min(time, stream.clock.end, EmitterEpoch.mostBirths)
    guard time > stream.from else { return stream.countBefore }
    let births: Double
    if stream.table == nil {
      births = stream.rate * (time - stream.from)
    } else {
      extendTable(ofStream: index, until: time, &budget)
      births = streams[index].table?.count(at: time - stream.from) ?? 0
    }
    return min(stream.countBefore + births, EmitterEpoch.mostBirths)
  }

  /// The births of a stream up to a time of the layer.
  private mutating func count(
    ofStream index: Int,
    at layerTime: Double,
    _ budget: inout WorkBudget
  ) -> Double {
    count(ofStream: index, until: streams[index].clock.time(at: layerTime), &budget)
  }

  /// Births beyond these cannot be told from one another.
  private static let mostBirths = 1e15

  /// Lengthens a stream's table, as far as the budget goes.
  private mutating func extendTable(
    ofStream index: Int,
    until time: Double,
    _ budget: inout WorkBudget
  ) {
    guard var table = streams[index].table else { return }
    streams[index].table = nil
    let stream = streams[index]
    let nested = stream.cell..<cells.cells[stream.cell].end
    let steps = nested.count + actions.steps(ofCells: nested)
    while table.isShorter(than: time - stream.from), budget.take(steps: steps) {
      let middle = stream.from + table.nextMiddle
      let born = layerTime(ofBirth: middle, stream)
      let setting = setting(at: born)
      for index in nested {
        parameters[index] = CellParameters(cell(index, at: born), setting)
      }
      let rate = parameters[stream.cell].birthRate * max(setting.birthRate, 0)
      table.append(rate: rate, reach: reach(ofCell: stream.cell))
    }
    streams[index].table = table
    streams[index].reach = table.reach
  }

  private func layerTime(ofBirth time: Double, _ stream: ParticleStream) -> Double {
    stream.clock.speed == 0 ? start : stream.clock.around(at: time)
  }

  /// Finds the births that may have particles at a time of the layer.
  ///
  /// - Returns: How many there are.
  mutating func open(at layerTime: Double, _ budget: inout WorkBudget) -> Double {
    var births = 0.0
    for index in streams.indices {
      streams[index].window = window(ofStream: index, at: layerTime, &budget)
      births += streams[index].births
    }
    for index in styleIndexes.indices { styleIndexes[index] = -1 }
    if behaviors != nil { openBehaviors(at: layerTime, &budget) }
    return births
  }

  private mutating func window(
    ofStream index: Int,
    at layerTime: Double,
    _ budget: inout WorkBudget
  ) -> Range<Int> {
    let clock = streams[index].clock
    guard start <= layerTime else { return 0..<0 }
    // A cell whose clock is stopped or runs backwards has no past but its last epoch.
    guard clock.speed > 0 || end == .infinity else { return 0..<0 }
    let now = clock.time(at: layerTime)
    let isPast = end <= layerTime
    let last = isPast ? clock.time(at: end) : now
    guard last >= streams[index].from else { return 0..<0 }
    let total = count(ofStream: index, until: last, &budget)
    // Births at the very end belong to the next epoch; those that are now have happened.
    let isClosed = isPast || last >= clock.end || streams[index].table != nil
    var upper = isClosed ? total.rounded(.up) : total.rounded(.down) + 1
    if !isClosed, streams[index].rate <= 0 { upper = total.rounded(.up) }
    let oldest = now - streams[index].reach
    let before = streams[index].countBefore
    let lower =
      oldest <= streams[index].from
      ? before.rounded(.up)
      : max(count(ofStream: index, until: oldest, &budget).rounded(.down), before.rounded(.up))
    guard upper > lower else { return 0..<0 }
    return Int(lower)..<Int(upper)
  }

  /// When a particle of a stream is born, in the cell's time.
  private func birthTime(_ number: Int, _ stream: ParticleStream) -> Double {
    let births = max(Double(number) - stream.countBefore, 0)
    if let table = stream.table { return stream.from + table.time(ofCount: births) }
    return stream.from + births / stream.rate
  }

  /// When the next particle is born after a time of the layer, in that time; nil if none ever is.
  func nextBirth(after time: Double) -> Double? {
    guard end > time else { return nil }
    var next: Double?
    // The layer's values once all animations are over; not looked for before they are needed.
    var lastSetting: EmitterSetting??
    for stream in streams where stream.clock.speed > 0 && canShow(stream.cell) {
      let now = stream.clock.time(at: time)
      guard now < stream.clock.end else { continue }
      var birth = max(now, stream.from)
      if stream.table == nil {
        guard stream.rate > 0, stream.reach > 0 else { continue }
        let count = stream.countBefore + stream.rate * (birth - stream.from)
        birth = birthTime(Int(min(count, EmitterEpoch.mostBirths).rounded(.up)), stream)
        guard birth < stream.clock.end else { continue }
      } else {
        let setting = lastSetting ?? settingAfterAnimations(at: time)
        lastSetting = .some(setting)
        if let setting, isSilent(stream.cell, at: time, setting) { continue }
      }
      let born = stream.clock.around(at: birth)
      if born < end { next = min(next ?? born, max(born, time)) }
    }
    return next
  }

  /// The layer's values at a time; nil if some animation is not over.
  private func settingAfterAnimations(at time: Double) -> EmitterSetting? {
    model.tracks.allSatisfy { $0.state.timing.endTime <= time } ? setting(at: time) : nil
  }

  /// Whether animations that are over have left a cell without births.
  private func isSilent(_ index: Int, at time: Double, _ setting: EmitterSetting) -> Bool {
    let cellParameters = CellParameters(cell(index, at: time), setting)
    return cellParameters.birthRate * setting.birthRate <= 0 || cellParameters.longestLife <= 0
  }

  /// Whether a cell, or one that is nested in it, may have a picture.
  private func canShow(_ index: Int) -> Bool {
    hasAnimatedStyles
      || cells.cells[index..<cells.cells[index].end].contains { $0.contents != .none }
  }

  /// Whether no particle of the epoch can be alive any more.
  func isOver(at layerTime: Double) -> Bool {
    streams.allSatisfy { stream in
      guard stream.clock.speed > 0 else { return end < .infinity }
      return stream.table == nil
        && stream.clock.time(at: layerTime)
          > stream.clock.time(at: end) + stream.reach
        || stream.table != nil && layerTime > end + max(stream.reach, 1) / stream.clock.speed
    }
  }

  // MARK: Particles

  /// Appends the particles of one of the layer's cells.
  ///
  /// - Parameter surplus: So many of the oldest births are left out.
  mutating func append(
    stream index: Int,
    to columns: inout ParticleColumns,
    at layerTime: Double,
    _ surplus: inout Double,
    _ budget: inout WorkBudget
  ) {
    guard index < streams.count else { return }
    let stream = streams[index]
    let left = Int(min(surplus.rounded(.up), stream.births))
    surplus = max(surplus - Double(left), 0)
    let now = stream.clock.time(at: layerTime)
    let random = ParticleRandom(seed: setting.seed, cell: stream.cell)
    let nested = stream.cell..<cells.cells[stream.cell].end
    let steps = nested.count + actions.steps(ofCells: nested)
    var born = setting
    for number in (stream.window.lowerBound + left)..<stream.window.upperBound {
      let birth = birthTime(number, stream)
      let age = now - birth
      guard age >= 0 else { continue }
      guard budget.takeBirth(nestedCells: nested.count - 1) else { return }
      let birthTime = self.layerTime(ofBirth: birth, stream)
      if isAnimated {
        guard budget.take(steps: steps) else { return }
        born = sample(stream.cell, at: birthTime)
      }
      let chance = random.particle(UInt64(truncatingIfNeeded: number))
      let root = born.point(chance)
      let origin = ParticleOrigin(
        point: root,
        tint: SIMD4(repeating: 1),
        birthTime: birthTime,
        secondsPerTime: stream.clock.speed == 0 ? 0 : 1 / stream.clock.speed
      )
      append(stream.cell, chance, age, origin, to: &columns, &budget)
    }
  }

  /// Appends a particle of a cell, if it is alive, and its descendants.
  private mutating func append(
    _ index: Int,
    _ chance: ParticleRandom,
    _ age: Double,
    _ origin: ParticleOrigin,
    to columns: inout ParticleColumns,
    _ budget: inout WorkBudget
  ) {
    if behaviors != nil {
      return appendMoved(index, chance, age, origin, to: &columns, &budget)
    }
    let life = parameters[index].life(chance)
    let hasNested = cells.cells[index].end > index + 1
    let isAlive = age < life
    guard isAlive || hasNested else { return }
    let path = path(of: index, chance, from: origin.point)
    if isAlive {
      let style = style(index, &columns)
      if columns.styles[Int(style)].image != .none {
        budget.particles -= 1
        columns.append(
          Particle(
            position: path.position(age),
            color: SIMD4<Float>(parameters[index].color(chance, age: age) * origin.tint),
            orientation: parameters[index].orientation(chance),
            scale: parameters[index].scale(chance, age: age),
            angle: parameters[index].angle(chance, age: age),
            birthTime: origin.birthTime,
            style: style,
            cell: Int32(truncatingIfNeeded: index)
          )
        )
      }
    }
    appendNested(
      of: Parent(
        cell: index,
        chance: chance,
        age: age,
        life: life,
        path: path,
        origin: origin
      ),
      to: &columns,
      &budget
    )
  }

  /// The path of a particle of a cell.
  @inline(__always)
  func path(
    of index: Int,
    _ chance: ParticleRandom,
    from start: EmissionPoint
  ) -> ParticlePath {
    let velocity = parameters[index].velocity(chance)
    return ParticlePath(
      position: start.position,
      velocity: start.x * velocity.x + start.y * velocity.y + start.z * velocity.z,
      acceleration: parameters[index].acceleration
    )
  }

  /// A particle that emits others.
  struct Parent {
    let cell: Int
    let chance: ParticleRandom
    let age: Double
    let life: Double
    let path: ParticlePath
    let origin: ParticleOrigin
    /// How it moves, if behaviours act on it.
    var mover: ParticleMover?
  }

  /// Appends the particles that a particle has emitted.
  @inline(__always)
  mutating func appendNested(
    of parent: Parent,
    to columns: inout ParticleColumns,
    _ budget: inout WorkBudget
  ) {
    var nested = parent.cell + 1
    while nested < cells.cells[parent.cell].end {
      appendNested(nested, of: parent, to: &columns, &budget)
      nested = cells.cells[nested].end
    }
  }

  /// Appends the particles of a nested cell that a particle of a cell has emitted.
  private mutating func appendNested(
    _ nested: Int,
    of parent: Parent,
    to columns: inout ParticleColumns,
    _ budget: inout WorkBudget
  ) {
    let (rate, clock) = (parameters[nested].birthRate, clocks[nested])
    guard rate > 0, clock.speed > 0 else { return }
    let now = clock.time(at: parent.age)
    let first = max(clock.time(at: 0), 0, now - reach(ofCell: nested))
    let last = min(clock.time(at: min(parent.age, parent.life)), clock.end)
    guard first <= last else { return }
    let random = parent.chance.cell(nested)
    var number = (first * rate).rounded(.up)
    let nestedCells = cells.cells[nested].end - nested - 1
    var parent = parent
    while number <= min(last * rate, 1e15) {
      guard budget.takeBirth(nestedCells: nestedCells) else { return }
      let birth = number / rate
      let parentAge = clock.around(at: birth)
      let (place, color) = placeAndColor(of: &parent, parentAge, &budget)
      let point = EmissionPoint(place)
      let tint = color * parent.origin.tint
      let born = ParticleOrigin(
        point: point,
        tint: tint,
        birthTime: parent.origin.birthTime + parentAge * parent.origin.secondsPerTime,
        secondsPerTime: parent.origin.secondsPerTime / clock.speed
      )
      let particle = random.particle(UInt64(number))
      append(nested, particle, now - birth, born, to: &columns, &budget)
      number += 1
    }
  }

  /// Where a particle that emits others is at an age, and its colour there.
  @inline(__always)
  private func placeAndColor(
    of parent: inout Parent,
    _ age: Double,
    _ budget: inout WorkBudget
  ) -> (SIMD3<Double>, SIMD4<Double>) {
    if parent.mover != nil { return movedPlaceAndColor(of: &parent, age, &budget) }
    let color = parameters[parent.cell].color(parent.chance, age: age)
    return (parent.path.position(age), color)
  }

  mutating func style(_ index: Int, _ columns: inout ParticleColumns) -> Int32 {
    if styleIndexes[index] >= 0 { return styleIndexes[index] }
    func cell(_ index: Int) -> ParticleCell {
      bornCells.isEmpty ? cells.cells[index] : bornCells[index]
    }
    var headroom: Float = 0
    for outer in 0..<index where cells.cells[outer].end > index {
      headroom = max(headroom, cell(outer).color.headroom)
    }
    let style = columns.append(ParticleStyle(cell(index), headroom: headroom))
    styleIndexes[index] = style
    return style
  }

  // MARK: Values at a birth

  // The cells as a particle is born with them, where animations change how they look.
  private var bornCells: ContiguousArray<ParticleCell> = []

  /// Sets the parameters of a cell and those nested in it to those of a moment.
  private mutating func sample(_ index: Int, at layerTime: Double) -> EmitterSetting {
    let setting = setting(at: layerTime)
    for nested in index..<cells.cells[index].end {
      let cell = cell(nested, at: layerTime)
      parameters[nested] = CellParameters(cell, setting)
      guard hasAnimatedStyles else { continue }
      if bornCells.isEmpty { bornCells = ContiguousArray(cells.cells) }
      bornCells[nested] = cell
      styleIndexes[nested] = -1
    }
    return setting
  }

  /// The layer's values at a time, as animations make them.
  private func setting(at layerTime: Double) -> EmitterSetting {
    var setting = setting
    for track in actions.ofLayer.tracks {
      track.apply(at: layerTime) { property, value in
        guard case .row(let target) = property else { return }
        setting.set(target.property, value)
      } base: { property in
        guard case .row(let target) = property else { return nil }
        return setting.value(target.property)
      }
    }
    return setting
  }

  /// A cell at a time, as animations make it.
  private func cell(_ index: Int, at layerTime: Double) -> ParticleCell {
    var cell = cells.cells[index]
    guard isAnimated else { return cell }
    let actions = actions.ofCells[index]
    for track in actions.tracks {
      track.apply(at: layerTime) { property, value in
        guard case .cell(let target) = property else { return }
        cell.set(target.property, value)
      } base: { property in
        guard case .cell(let target) = property, target.names == actions.names else { return nil }
        return cell.value(target.property)
      }
    }
    return cell
  }
}

/// The values that a particle gets from its emission point.
struct ParticleOrigin {
  var point: EmissionPoint
  /// The colour of the particle that emits it, times those of its ancestors.
  var tint: SIMD4<Double>
  /// In the layer's time.
  var birthTime: Double
  /// The layer's time that a second of the cell's takes.
  var secondsPerTime: Double
}

/// The integral of a birth rate that animations change, in steps.
struct BirthTable: Sendable {
  private static let step = 1.0 / 60
  /// More steps than these, 18 minutes, are not summed up: births go on as often as they did on
  /// average.
  private static let mostSteps = 1 << 16

  // Births until the end of each step.
  private var sums: ContiguousArray<Double> = []
  private var longestReach = 0.0

  /// The longest life of the particles born so far, with room for an animation's changes between
  /// steps.
  var reach: Double { longestReach * 1.25 + 1 }

  var countedBytes: Int { sums.count * MemoryLayout<Double>.stride }

  func isShorter(than time: Double) -> Bool {
    sums.count < BirthTable.mostSteps && Double(sums.count) * BirthTable.step < time
  }

  /// The middle of the step that is to be appended.
  var nextMiddle: Double { (Double(sums.count) + 0.5) * BirthTable.step }

  mutating func append(rate: Double, reach: Double) {
    sums.append((sums.last ?? 0) + rate * BirthTable.step)
    longestReach = max(longestReach, reach)
  }

  func count(at time: Double) -> Double {
    let point = time / BirthTable.step
    guard point < Double(sums.count) else {
      return (sums.last ?? 0) * (point / Double(max(sums.count, 1)))
    }
    let index = Int(point)
    let before = index > 0 ? sums[index - 1] : 0
    return before + (sums[index] - before) * (point - Double(index))
  }

  /// When the count reaches a number.
  func time(ofCount count: Double) -> Double {
    guard let last = sums.last, count < last else {
      let total = max(sums.last ?? 0, .leastNormalMagnitude)
      return count / total * Double(sums.count) * BirthTable.step
    }
    // The first step at whose end there are more.
    var (low, high) = (0, sums.count - 1)
    while low < high {
      let middle = (low + high) / 2
      if sums[middle] > count { high = middle } else { low = middle + 1 }
    }
    let before = low > 0 ? sums[low - 1] : 0
    let part = (count - before) / (sums[low] - before)
    return (Double(low) + part) * BirthTable.step
  }
}
