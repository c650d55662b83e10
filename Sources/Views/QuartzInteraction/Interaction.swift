// Touches, from fingers to calls.
// Licensed under the MIT license; see LICENSE.
//
//     fingers ──▶ machines ──▶ arbiter ──▶ actions ──▶ views ──▶ resets
//
// An event goes through these steps in this order, for all recognisers and all fingers at once. The
// calls of a step are made before the next step is taken, so that an action sees the fingers of its
// recogniser, and a view hears of a touch after the actions of the same event. An event that comes
// in a call waits until the present one is done; a recogniser or a view that a call disables or
// removes is off at once.
//
// Time comes with events and with `advance(to:)`. Delays are deadlines: those that are due are
// events of their own, before the event that comes later.

/// All touches and recognisers of a program.
@MainActor
package final class Interaction {
  private enum Job {
    case event(TouchEvent)
    case advance(Double)
  }

  private enum Stage { case idle, actions, delivery, resets }

  package unowned let host: any InteractionHost
  let table = GestureTable()
  // As for the rows of the table.
  @exclusivity(unchecked) var delivery = TouchDelivery()
  /// The time of the last event, in seconds.
  package private(set) var now = -Double.infinity
  private var jobs: [Job] = []
  var calls: [InteractionCall] = []
  var callHead = 0
  private var stage = Stage.idle
  var stamp = 0
  private var serial = 0
  var needsSettle = false
  private var feeding = -1
  // Room for one phase of touches.
  private var phases: [[Int]] = [[], [], [], []]

  package init(host: any InteractionHost) {
    self.host = host
  }

  // MARK: For the shell

  package var counters: InteractionCounters {
    var counters = table.counters
    counters.events = stamp
    return counters
  }

  /// Recognisers that have touches or wait for more.
  package var rows: [GestureRow] { table.rows }
  /// Fingers that are down or held.
  package var touches: [TouchRecord] { delivery.touches }
  /// Whether nothing is left to do.
  package var isIdle: Bool { stage == .idle && jobs.isEmpty && callHead == calls.count }

  /// Whether a recogniser of the program is told of its touches now.
  package var isFeeding: Bool { feeding >= 0 }

  /// Returns the row of a recogniser; nil if it has no touches and waits for none.
  package func row(_ recognizer: Int) -> GestureRow? {
    table.index(of: recognizer).map { table.rows[$0] }
  }

  /// Returns the state of a recogniser as its actions know it.
  package func state(of recognizer: Int) -> GestureState {
    guard let row = row(recognizer) else { return .possible }
    // One of the program's own reads the state that it has just set.
    switch row.settings.isForeign ? row.lateWish ?? row.wish : nil {
    case .begin: return .began
    case .change: return .changed
    case .end, .recognize: return .ended
    case .cancel: return .cancelled
    case .fail: return .failed
    case nil: return row.state == .failed ? .failed : row.shown
    }
  }

  /// Changes the machine of a recogniser, as setters of scales and translations do.
  package func change(_ recognizer: Int, _ body: (inout GestureMachine, GestureHand) -> Void) {
    guard let index = table.index(of: recognizer) else { return }
    let hand = table.rows[index].hand
    body(&table.rows[index].machine, hand)
  }

  /// Returns a touch by its id; nil if it is over.
  package func touch(_ id: Int) -> TouchRecord? { delivery.index(of: id).map { delivery[$0] } }

  /// The time at which `advance(to:)` has to be called; nil if there is none.
  package var nextDeadline: Double? { due()?.time }

  /// Takes an event; `next()` gives what follows of it.
  package func handle(_ event: TouchEvent) {
    table.counters.samples += event.samples.count
    if !event.samples.hasRepeatedFinger { return jobs.append(.event(event)) }
    var part = TouchEvent(time: event.time, [])
    for sample in event.samples {
      // A finger that changes twice does so in two steps.
      if part.samples.contains(where: { $0.clashes(with: sample) }) {
        jobs.append(.event(part))
        part.samples.removeAll()
      }
      part.samples.append(sample)
    }
    jobs.append(.event(part))
  }

  /// Lets time pass; `next()` gives what follows of it.
  package func advance(to time: Double) { jobs.append(.advance(time)) }

  /// Cancels all fingers that are down.
  package func cancelAll() {
    let samples = delivery.touches.filter(\.isDown).map {
      TouchSample(.cancelled, $0.finger, at: $0.place, kind: $0.kind, buttons: $0.buttons)
    }
    if !samples.isEmpty { handle(TouchEvent(time: now, samples)) }
  }

  /// Returns the next call; nil if nothing is left to do.
  package func next() -> InteractionCall? {
    while true {
      while callHead < calls.count {
        let call = calls[callHead]
        callHead += 1
        if isDue(call) { return call }
      }
      calls.removeAll(keepingCapacity: true)
      callHead = 0
      switch stage {
      case .actions:
        stage = .delivery
        deliver()
      case .delivery:
        stage = .resets
        finish()
      case .resets, .idle:
        stage = .idle
        if needsSettle {
          // Changes of this event are told already.
          stamp += 1
          begin()
        } else if !startJob() {
          guard breakCircle() else { return nil }
          begin()
        }
      }
    }
  }

  /// Returns the next call if it tells a view of a phase of another touch.
  package func nextTouch(_ phase: TouchPhase, view: Int) -> Int? {
    guard callHead < calls.count, case .touch(phase, view, let touch) = calls[callHead] else {
      return nil
    }
    callHead += 1
    table.counters.touches += 1
    return touch
  }

  /// Notes what a call tells; false for one that nobody has to hear of any more.
  private func isDue(_ call: InteractionCall) -> Bool {
    switch call {
    case .action(let recognizer, let state):
      table.counters.actions += 1
      if let index = table.index(of: recognizer) { table.rows[index].shown = state }
    case .touch: table.counters.touches += 1
    case .reset: table.counters.resets += 1
    default: break
    }
    return true
  }

  // MARK: Time

  private struct Due {
    var time = Double.infinity
    var serial = Int.max
    var row = -1
    var touch = -1

    mutating func note(_ time: Double, _ serial: Int, row: Int = -1, touch: Int = -1) {
      guard (time, serial) < (self.time, self.serial) else { return }
      self = Due(time: time, serial: serial, row: row, touch: touch)
    }
  }

  /// Returns the deadline that comes next; nil if there is none.
  private func due() -> Due? {
    var best = Due()
    for index in table.rows.indices {
      guard let time = table.rows[index].deadline else { continue }
      best.note(time, table.rows[index].deadlineSerial, row: index)
    }
    for index in delivery.indices where delivery.touches[index].delivery == .held {
      guard let time = delivery.touches[index].contentDeadline else { continue }
      best.note(time, delivery.touches[index].deadlineSerial, touch: index)
    }
    return best.row < 0 && best.touch < 0 ? nil : best
  }

  func nextSerial() -> Int {
    serial += 1
    return serial
  }

  /// Begins what comes next: a timer that is due, or the oldest job.
  private func startJob() -> Bool {
    guard let job = jobs.first else { return false }
    var time: Double
    switch job {
    case .event(let event): time = event.time
    case .advance(let end): time = end
    }
    if !time.isFinite { time = now.isFinite ? now : 0 }
    if let due = due(), due.time <= time {
      now = max(now, due.time)
      fire(due)
      return true
    }
    now = max(now, time)
    switch job {
    case .advance: jobs.removeFirst()
    case .event(var event):
      if cancelRepeated(&event) { return true }
      jobs.removeFirst()
      stamp += 1
      for sample in event.samples { take(sample) }
      feedAll()
      begin()
    }
    return true
  }

  /// Cancels fingers that come down although they are; the event waits.
  private func cancelRepeated(_ event: inout TouchEvent) -> Bool {
    let again = event.samples.filter {
      $0.phase == .began && delivery.index(ofFinger: $0.finger) != nil
    }
    guard !again.isEmpty else { return false }
    stamp += 1
    for sample in again {
      var sample = sample
      sample.phase = .cancelled
      take(sample)
    }
    feedAll()
    begin()
    return true
  }

  private func fire(_ due: Due) {
    stamp += 1
    table.counters.timers += 1
    if due.touch >= 0 { delivery.touches[due.touch].contentDeadline = nil }
    if due.row >= 0, let wish = table.rows[due.row].machine.fire() { note(wish, due.row) }
    begin()
  }

  /// Lets the first of several recognisers go on that wait for each other, once nothing else can
  /// happen: no finger is down, and no timer runs.
  private func breakCircle() -> Bool {
    guard !delivery.touches.contains(where: \.isDown), due() == nil,
      let index = table.rows.indices.first(where: {
        table.rows[$0].want != nil && table.rows[$0].state == .possible
      })
    else { return false }
    table.rows[index].isFree = true
    stamp += 1
    return true
  }

  /// Lets the arbiter decide, and makes the calls for actions.
  private func begin() {
    needsSettle = false
    stage = .actions
    for index in table.rows.indices
    where table.rows[index].wish != nil || table.rows[index].want != nil {
      return decide()
    }
  }

  // MARK: Recognisers

  func note(_ wish: GestureWish, _ index: Int) {
    let old = table.rows[index].wish
    if old == .begin || old == .recognize, wish != .fail {
      table.rows[index].lateWish = wish
    } else {
      table.rows[index].wish = wish
    }
  }

  /// Takes a state that a recogniser of the program wants.
  package func wish(_ recognizer: Int, _ state: GestureState) {
    if table.index(of: recognizer) == nil {
      guard let settings = host.settings(of: recognizer) else { return }
      table.insert(GestureRow(id: recognizer, settings, depth: 0))
    }
    guard let index = table.index(of: recognizer) else { return }
    switch state {
    case .possible: return
    case .began: note(.begin, index)
    case .changed: note(.change, index)
    case .ended: note(.end, index)
    case .cancelled: note(.cancel, index)
    case .failed: note(.fail, index)
    }
    if feeding != recognizer { needsSettle = true }
  }

  /// Gives all recognisers what their fingers did.
  private func feedAll() {
    for index in table.rows.indices where !table.rows[index].hand.fingers.isEmpty {
      let counts = table.rows[index].readFingers(delivery, stamp)
      guard counts != .zero else { continue }
      if !table.rows[index].state.isOver { feed(index, counts) }
      settleFingers(index)
    }
  }

  private func feed(_ index: Int, _ counts: SIMD4<Int>) {
    let deadline = table.rows[index].deadline
    let id = table.rows[index].id
    for phase in TouchPhase.inOrder {
      let count = counts[Int(phase.rawValue)]
      guard count > 0 else { continue }
      table.counters.feeds += 1
      if table.rows[index].settings.isForeign {
        let touches = table.rows[index].hand.fingers.filter { $0.phase == phase }.map(\.touch)
        feeding = id
        host.feed(id, phase, touches)
        feeding = -1
      } else if let wish = table.rows[index].take(phase, count: count, now: now) {
        note(wish, index)
      }
    }
    if table.rows[index].deadline != deadline { table.rows[index].deadlineSerial = nextSerial() }
  }

  /// Gives a phase to the machine of a recogniser with its own methods; for `super` calls.
  package func takeByMachine(_ recognizer: Int, _ phase: TouchPhase) {
    guard let index = table.index(of: recognizer) else { return }
    let count = table.rows[index].hand.fingers.reduce(0) { $0 + ($1.phase == phase ? 1 : 0) }
    guard count > 0, let wish = table.rows[index].take(phase, count: count, now: now) else {
      return
    }
    note(wish, index)
  }

  /// Leaves a touch out of a recogniser.
  package func ignore(_ touch: Int, by recognizer: Int) {
    guard let index = table.index(of: recognizer) else { return }
    table.rows[index].hand.fingers.removeAll { $0.touch == touch }
    table.rows[index].attempt.removeAll { $0 == touch }
    if let place = delivery.index(of: touch) {
      delivery.touches[place].recognizers.removeAll { $0 == recognizer }
    }
  }

  /// Leaves ignored fingers out, and takes those that join an active recogniser.
  private func settleFingers(_ index: Int) {
    let isActive = table.rows[index].state.isActive
    let takes = isActive && table.rows[index].settings.cancels
    var hasIgnored = false
    for finger in table.rows[index].hand.fingers {
      guard finger.phase == .began || finger.isIgnored else { continue }
      guard let touch = delivery.index(of: finger.touch) else { continue }
      if finger.isIgnored {
        hasIgnored = true
        let id = table.rows[index].id
        delivery.touches[touch].recognizers.removeAll { $0 == id }
        table.rows[index].attempt.removeAll { $0 == finger.touch }
      } else if takes {
        delivery.touches[touch].isMarked = true
      }
    }
    if hasIgnored { table.rows[index].hand.fingers.removeAll(where: \.isIgnored) }
    // One of the program's own that forgets to end does so when nothing is left.
    if isActive, table.rows[index].settings.isForeign, table.rows[index].hand.resting == 0,
      table.rows[index].wish == nil
    {
      note(.cancel, index)
    }
  }

  // MARK: Calls to views

  /// Tells views what their fingers did, unless something holds it back.
  private func deliver() {
    cancelMarked()
    findHolders()
    for phase in 0..<4 { phases[phase].removeAll(keepingCapacity: true) }
    var index = 0
    // Views that are asked may change the touches.
    while index < delivery.touches.count {
      sort(index)
      index += 1
    }
    for phase in TouchPhase.inOrder {
      emit(phase, &phases[Int(phase.rawValue)])
    }
  }

  private func cancelMarked() {
    phases[3].removeAll(keepingCapacity: true)
    for index in delivery.indices where delivery.touches[index].isMarked {
      delivery.touches[index].isMarked = false
      switch delivery.touches[index].delivery {
      case .delivered, .endHeld: phases[3].append(delivery.touches[index].id)
      case .held: table.counters.droppedBegins += 1
      case .taken, .refused, .done: continue
      }
      delivery.touches[index].delivery = .taken
    }
    emit(.cancelled, &phases[3])
  }

  /// Finds the touches that recognisers hold back.
  private func findHolders() {
    for index in delivery.indices {
      delivery.touches[index].isBeginHeld = false
      delivery.touches[index].isEndHeld = false
    }
    // Rows are large, so they are looked at in place.
    for row in table.rows.indices
    where table.rows[row].state == .possible && !table.rows[row].isGone {
      for place in table.rows[row].attempt.indices {
        guard let index = delivery.index(of: table.rows[row].attempt[place]) else { continue }
        let delays = table.rows[row].settings.delayedButtons & delivery.touches[index].buttons != 0
        if delays, table.rows[row].settings.delaysEnded { delivery.touches[index].isEndHeld = true }
        if delays && table.rows[row].settings.delaysBegan || holdsForContent(row, index) {
          delivery.touches[index].isBeginHeld = true
        }
      }
    }
  }

  /// Whether a scroll view's pan holds a touch of the content for a while.
  private func holdsForContent(_ row: Int, _ touch: Int) -> Bool {
    guard table.rows[row].settings.scroll >= 0, table.rows[row].settings.kind == .pan,
      delivery.touches[touch].contentDeadline != nil, delivery.touches[touch].isDown
    else { return false }
    let id = table.rows[row].id
    return delivery.touches[touch].scrolls.contains { $0.delays && $0.pan == id }
  }

  /// Finds the phases that the view of a touch hears of now.
  private func sort(_ index: Int) {
    let touch = delivery.touches[index]
    let hasChanged = touch.stamp == stamp
    switch touch.delivery {
    case .held:
      if hasChanged, touch.phase == .cancelled {
        delivery.touches[index].delivery = .done
        return
      }
      if touch.isBeginHeld {
        if hasChanged, touch.phase == .began { table.counters.heldBegins += 1 }
        return
      }
      delivery.touches[index].contentDeadline = nil
      guard isGiven(touch), let index = delivery.index(of: touch.id),
        delivery.touches[index].delivery == .held
      else { return }
      phases[0].append(touch.id)
      delivery.touches[index].delivery = .delivered
      if !touch.isDown { end(index) }
    case .delivered where hasChanged:
      switch touch.phase {
      case .began: break
      case .moved: phases[1].append(touch.id)
      case .ended: end(index)
      case .cancelled:
        phases[3].append(touch.id)
        delivery.touches[index].delivery = .done
      }
    case .endHeld:
      end(index)
    default: break
    }
  }

  private func end(_ index: Int) {
    if delivery.touches[index].isEndHeld {
      if delivery.touches[index].delivery != .endHeld { table.counters.heldEnds += 1 }
      delivery.touches[index].delivery = .endHeld
    } else {
      phases[2].append(delivery.touches[index].id)
      delivery.touches[index].delivery = .done
    }
  }

  /// Whether the scroll view around it gives a touch to its content.
  private func isGiven(_ touch: TouchRecord) -> Bool {
    guard let scroll = touch.scrolls.first(where: { $0.view != touch.view }) else { return true }
    table.counters.questions += 1
    let question = InteractionQuestion.scrollGives(
      scroll: scroll.view,
      view: touch.view,
      touch: touch.id
    )
    if host.answer(question) { return true }
    if let index = delivery.index(of: touch.id) { delivery.touches[index].delivery = .refused }
    return false
  }

  /// Makes the calls of a phase, those of one view together.
  private func emit(_ phase: TouchPhase, _ ids: inout [Int]) {
    for place in ids.indices where ids[place] >= 0 {
      guard let first = touch(ids[place]) else { continue }
      calls.append(.touch(phase, view: first.view, touch: first.id))
      for later in ids.indices.dropFirst(place + 1) where ids[later] >= 0 {
        guard touch(ids[later])?.view == first.view else { continue }
        calls.append(.touch(phase, view: first.view, touch: ids[later]))
        ids[later] = -1
      }
    }
  }

  // MARK: After an event

  private func finish() {
    for index in delivery.indices
    where delivery.touches[index].stamp == stamp && delivery.touches[index].phase == .ended {
      delivery.noteTap(index)
    }
    delivery.forget()
    var hasFinished = false
    for index in table.rows.indices {
      table.rows[index].dropFingers()
      if table.rows[index].isFinished { hasFinished = true }
    }
    guard hasFinished else { return }
    // One that never says anything holds touches and others back until its end.
    var endsSilently = false
    for index in table.rows.indices where table.rows[index].isFinished {
      if table.rows[index].state == .possible { endsSilently = true }
      if table.rows[index].hasHalted, !table.rows[index].wasActive {
        calls.append(.settle(scroll: table.rows[index].settings.scroll))
      }
      calls.append(.reset(recognizer: table.rows[index].id))
    }
    table.remove(where: \.isFinished)
    guard endsSilently else { return }
    let isWaitedFor = table.rows.contains { $0.want != nil }
    if isWaitedFor || delivery.touches.contains(where: \.isHeldBack) { needsSettle = true }
  }
}
