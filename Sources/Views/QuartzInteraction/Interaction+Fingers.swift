// Fingers that come down, decisions, and things that leave.
// Licensed under the MIT license; see LICENSE.

extension Interaction {
  // MARK: Fingers

  func take(_ sample: TouchSample) {
    if sample.phase == .began { return takeBegan(sample) }
    guard let index = delivery.index(ofFinger: sample.finger) else { return }
    if sample.place.isFinite {
      delivery.touches[index].previous = delivery.touches[index].place
      delivery.touches[index].place = sample.place
    }
    delivery.touches[index].amount = sample.amount
    delivery.touches[index].time = now
    delivery.touches[index].phase = sample.phase
    delivery.touches[index].stamp = stamp
    if sample.phase != .moved { delivery.touches[index].isDown = false }
  }

  private func takeBegan(_ sample: TouchSample) {
    guard sample.place.isFinite else { return }
    var touch = delivery.make(sample, at: now, stamp: stamp)
    guard let chain = host.chain(for: touch), let first = chain.links.first else { return }
    touch.view = first.view
    touch.window = chain.window
    touch.isMultiple = first.isMultiple
    touch.isExclusive = first.isExclusive
    touch.scrolls = chain.links.filter { $0.pan >= 0 }.map {
      TouchRecord.Scroll(view: $0.view, pan: $0.pan, delays: $0.delaysContent)
    }
    if delivery.refuses(touch) { touch.delivery = .refused }
    let moving = touch.scrolls.filter { host.facts(of: $0.view).isMoving }
    for scroll in moving { calls.append(.halt(scroll: scroll.view)) }
    if !moving.isEmpty { touch.delivery = .refused }
    if touch.scrolls.contains(where: { $0.view != touch.view && $0.delays }) {
      touch.contentDeadline = now + InteractionConstants.contentDelay
      touch.deadlineSerial = nextSerial()
    }
    delivery.append(touch)
    let halted = moving.map(\.pan)
    for candidate in chain.recognizers {
      offer(touch, to: candidate, of: chain)
      guard halted.contains(candidate.id), let index = table.index(of: candidate.id) else {
        continue
      }
      table.rows[index].hasHalted = true
    }
  }

  /// Gives a touch to a recogniser that takes it.
  private func offer(
    _ touch: TouchRecord,
    to candidate: TouchChain.Recognizer,
    of chain: TouchChain
  ) {
    let live = table.index(of: candidate.id)
    if let live {
      let row = table.rows[live]
      guard !row.state.isOver, !row.isGone, !(row.settings.takesOneKind && row.isOfOther(touch))
      else { return }
    }
    table.counters.questions += 1
    table.counters.receives += 1
    guard host.answer(.receives(recognizer: candidate.id, touch: touch.id)) else { return }
    guard let index = row(for: candidate, of: chain), !table.rows[index].isGone else { return }
    table.rows[index].add(touch)
    if let place = delivery.index(of: touch.id) {
      delivery.touches[place].recognizers.append(candidate.id)
    }
  }

  /// Returns the place of a recogniser's row, which may be new; nil if the recogniser is gone.
  private func row(for candidate: TouchChain.Recognizer, of chain: TouchChain) -> Int? {
    if let index = table.index(of: candidate.id) { return index }
    guard let settings = host.settings(of: candidate.id) else { return nil }
    let depth = chain.links.count - 1 - candidate.link
    return table.insert(GestureRow(id: candidate.id, settings, depth: depth))
  }

  // MARK: Decisions

  func decide() {
    var arbiter = GestureArbiter(
      table,
      host,
      scrollAllows: { [unowned self] in scrollAllows($0) },
      touchedViews: { [unowned self] in touchedViews($0) }
    )
    arbiter.settle()
    for decision in arbiter.decisions {
      calls.append(.action(recognizer: decision.recognizer, state: decision.state))
      guard decision.state == .began || decision.state == .ended,
        let index = table.index(of: decision.recognizer), table.rows[index].settings.cancels
      else { continue }
      for id in table.rows[index].attempt {
        if let touch = delivery.index(of: id) { delivery.touches[touch].isMarked = true }
      }
    }
  }

  /// The views that would lose touches of a recogniser.
  private func touchedViews(_ index: Int) -> [Int] {
    var views: [Int] = []
    for id in table.rows[index].attempt {
      guard let touch = touch(id), !views.contains(touch.view) else { continue }
      switch touch.delivery {
      case .held, .delivered, .endHeld: views.append(touch.view)
      case .taken, .refused, .done: break
      }
    }
    return views
  }

  /// Whether a scroll view lets its own pan begin; true for all other recognisers.
  private func scrollAllows(_ index: Int) -> Bool {
    let row = table.rows[index]
    let scroll = row.settings.scroll
    guard scroll >= 0, row.settings.kind == .pan, case .pan(let pan) = row.machine else {
      return true
    }
    let facts = host.facts(of: scroll)
    for id in row.attempt {
      guard let touch = touch(id), touch.isDown, touch.delivery == .delivered,
        touch.view != scroll
      else { continue }
      guard facts.canCancel else { return false }
      table.counters.questions += 1
      guard host.answer(.scrollTakes(scroll: scroll, view: touch.view)) else { return false }
    }
    return ScrollIntake.mayBegin(pan.way, facts, inside: outerFacts(row))
  }

  /// The nearest scroll view around that of a pan, if it may still be dragged.
  private func outerFacts(_ row: GestureRow) -> ScrollFacts? {
    guard let first = row.hand.fingers.first, let touch = touch(first.touch),
      let place = touch.scrolls.firstIndex(where: { $0.view == row.settings.scroll }),
      touch.scrolls.indices.contains(place + 1)
    else { return nil }
    let outer = touch.scrolls[place + 1]
    guard let index = table.index(of: outer.pan), table.rows[index].state == .possible else {
      return nil
    }
    return host.facts(of: outer.view)
  }

  // MARK: Leaving

  /// Breaks a recogniser off that is turned off or removed; its fingers are lost to it.
  package func drop(_ recognizer: Int) {
    guard let index = table.index(of: recognizer) else { return }
    for id in table.rows[index].attempt {
      if let touch = delivery.index(of: id) {
        delivery.touches[touch].recognizers.removeAll { $0 == recognizer }
      }
    }
    table.rows[index].abandon()
    if table.rows[index].state.isActive {
      table.rows[index].state = .cancelled
      calls.append(.action(recognizer: recognizer, state: .cancelled))
    } else if table.rows[index].state == .possible {
      table.rows[index].state = .failed
      table.rows[index].isGone = true
    }
    needsSettle = true
  }

  /// Takes views away that left their window, with their recognisers.
  package func viewsLeft(_ hasLeft: (Int) -> Bool) {
    for index in delivery.indices where hasLeft(delivery.touches[index].view) {
      let (id, view) = (delivery.touches[index].id, delivery.touches[index].view)
      let old = delivery.touches[index].delivery
      guard old != .done, old != .refused, old != .taken else { continue }
      delivery.touches[index].delivery = .taken
      needsSettle = true
      let isUntold = removeCalls(of: id)
      guard old != .held, !isUntold else { continue }
      calls.append(.touch(.cancelled, view: view, touch: id))
    }
    let gone = table.rows.filter { hasLeft($0.settings.view) }.map(\.id)
    for id in gone { drop(id) }
  }

  /// Removes calls that were not made yet; true if its view has not heard of the touch.
  private func removeCalls(of touch: Int) -> Bool {
    var isUntold = false
    var place = callHead
    while place < calls.count {
      if case .touch(let phase, _, touch) = calls[place] {
        if phase == .began { isUntold = true }
        calls.remove(at: place)
      } else {
        place += 1
      }
    }
    return isUntold
  }
}

extension GestureRow {
  // Inlined, as a row in the table is copied as a whole for a call.
  @inline(__always)
  var deadline: Double? { state == .possible && !isGone ? machine.deadline : nil }

  /// Whether nothing more comes of the attempt, and no finger of it is down.
  @inline(__always)
  var isFinished: Bool {
    guard hand.fingers.isEmpty else { return false }
    if state.isOver || isGone { return true }
    return state == .possible && want == nil && wish == nil && !machine.waitsForMore
  }

  /// Whether it has fingers of another kind than a touch.
  func isOfOther(_ touch: TouchRecord) -> Bool {
    !hand.fingers.isEmpty && kind != touch.kind
  }

  mutating func add(_ touch: TouchRecord) {
    if hand.fingers.isEmpty { kind = touch.kind }
    attempt.append(touch.id)
    hand.fingers.append(
      GestureFinger(
        touch: touch.id,
        start: touch.place,
        place: touch.place,
        tapCount: touch.tapCount,
        phase: .began
      )
    )
  }

  /// Reads what the fingers did in an event, and counts them by phases.
  mutating func readFingers(_ delivery: TouchDelivery, _ stamp: Int) -> SIMD4<Int> {
    var counts = SIMD4<Int>.zero
    for place in hand.fingers.indices {
      hand.fingers[place].phase = nil
      guard let index = delivery.index(of: hand.fingers[place].touch),
        delivery.touches[index].stamp == stamp
      else { continue }
      let phase = delivery.touches[index].phase
      hand.fingers[place].phase = phase
      hand.fingers[place].place = delivery.touches[index].place
      hand.fingers[place].amount = delivery.touches[index].amount
      counts[Int(phase.rawValue)] += 1
    }
    return counts
  }

  mutating func take(_ phase: TouchPhase, count: Int, now: Double) -> GestureWish? {
    let moment = MachineMoment(now: now, isActive: state.isActive, count: count)
    return machine.take(phase, &hand, settings, moment)
  }

  /// Drops fingers that were lifted.
  mutating func dropFingers() {
    var hasLifted = false
    for index in hand.fingers.indices where hand.fingers[index].isLifted { hasLifted = true }
    guard hasLifted else { return }
    hand.last = hand.centroid
    hand.fingers.removeAll(where: \.isLifted)
  }

  /// Loses all fingers.
  mutating func abandon() {
    hand.last = hand.centroid
    hand.fingers.removeAll()
    attempt.removeAll()
    (wish, lateWish, want) = (nil, nil, nil)
  }
}
