// A state machine that runs: inputs, events, the state that they lead to.
// Licensed under the MIT license; see LICENSE.

/// A run of a state machine.
///
///     var run = try LottieMachineRun(archive.stateMachine(id: "switch"))
///     try run.fire("press")
///     show(run.state)
///
/// It is a value: it shows nothing by itself, and says which state is to be shown.
public struct LottieMachineRun: Sendable {
  /// A wish of the machine to whoever shows it.
  public enum Request: Sendable, Equatable {
    /// A theme of the archive.
    case theme(String)
    /// A frame of the animation.
    case frame(Double)
    /// A share of the animation, 0...1.
    case progress(Double)
    /// A message to the program.
    case message(String)
  }

  /// Times that a state may come again in one run, before the machine is stopped.
  private static let largestCycleCount = 20

  /// The machine.
  public let machine: LottieStateMachine
  /// The state that is shown.
  public private(set) var state: LottieStateMachine.State
  /// The values of all inputs.
  public private(set) var inputs: [String: LottieStateMachine.Input]
  /// Whether it reached a final state, or an error.
  public private(set) var isStopped = false
  /// The wishes so far, the oldest first; whoever fulfils them empties the list.
  public var requests: [Request] = []
  /// The seconds in the current state, which guards know as `@elapsedTime`.
  public private(set) var elapsedTime = 0.0
  /// The events that are being handled.
  private var events: Set<String> = []
  private var random: UInt64 = 0x9E37_79B9_7F4A_7C15

  /// Starts a machine in its first state.
  ///
  /// - Throws: `LottieError.invalid` for a machine that runs in circles.
  public init(_ machine: LottieStateMachine) throws(LottieError) {
    guard let first = machine.state(named: machine.initial) else {
      throw .invalid(path: "initial", reason: "there is no state \(machine.initial)")
    }
    self.init(machine, in: first)
    try advance()
  }

  /// Starts a machine in a state of it, as if it had just come there; it stays there until
  /// something happens.
  public init(_ machine: LottieStateMachine, in state: LottieStateMachine.State) {
    self.machine = machine
    self.state = state
    inputs = machine.inputs
    isStopped = state.isFinal
    perform(state.entryActions)
  }

  // MARK: From outside

  /// Gives an input a value of its type; other inputs and types are left as they are.
  ///
  /// - Throws: `LottieError.invalid` for a machine that runs in circles.
  public mutating func set(
    _ name: String,
    to value: LottieStateMachine.Input
  ) throws(LottieError) {
    guard assign(name, value) else { return }
    try advance()
  }

  /// Makes an event happen.
  ///
  /// - Throws: `LottieError.invalid` for a machine that runs in circles.
  public mutating func fire(_ name: String) throws(LottieError) {
    guard inputs[name] == .event else { return }
    events.insert(name)
    try advance()
  }

  /// Says that time went by.
  ///
  /// - Parameter seconds: Since the last time.
  /// - Throws: `LottieError.invalid` for a machine that runs in circles.
  public mutating func advance(by seconds: Double) throws(LottieError) {
    elapsedTime += max(seconds, 0)
    try advance()
  }

  /// Says that what the state plays has come to its end, once or for good.
  ///
  /// - Parameter isLoop: Whether it is repeated.
  /// - Throws: `LottieError.invalid` for a machine that runs in circles.
  public mutating func complete(isLoop: Bool = false) throws(LottieError) {
    try interact(isLoop ? "OnLoopComplete" : "OnComplete", layer: nil)
  }

  /// Says what a pointer does.
  ///
  /// - Parameters:
  ///   - type: Such as `PointerDown`, `PointerUp`, `PointerEnter`, `PointerExit` or `Click`.
  ///   - layer: The name of the layer that it meets, if it meets one.
  /// - Throws: `LottieError.invalid` for a machine that runs in circles.
  public mutating func interact(_ type: String, layer: String?) throws(LottieError) {
    for interaction in machine.interactions where interaction.type == type {
      if let wanted = interaction.layer, wanted != layer { continue }
      if let wanted = interaction.state, wanted != state.name { continue }
      perform(interaction.actions)
    }
    try advance()
  }

  // MARK: Running

  private mutating func advance() throws(LottieError) {
    defer { events = [] }
    var seen: [String: Int] = [:]
    while !isStopped {
      // A global way to the state itself leads nowhere.
      let ways = machine.globalTransitions.filter { $0.state != state.name } + state.transitions
      guard let way = ways.first(where: { $0.guards.allSatisfy { holds($0) } }),
        let next = machine.state(named: way.state)
      else { return }
      seen[state.name, default: 0] += 1
      guard seen[state.name, default: 0] <= Self.largestCycleCount else {
        isStopped = true
        throw .invalid(
          path: "states",
          reason: "the machine goes in circles through \(state.name)"
        )
      }
      perform(state.exitActions)
      state = next
      elapsedTime = 0
      // An event leads through one transition.
      events = []
      perform(next.entryActions)
      isStopped = next.isFinal
    }
  }

  private func value(_ operand: LottieStateMachine.Operand?) -> LottieStateMachine.Input? {
    switch operand {
    case .value(let value): value
    case .input(let name): name == "@elapsedTime" ? .number(elapsedTime) : inputs[name]
    case nil: nil
    }
  }

  private func holds(_ condition: LottieStateMachine.Guard) -> Bool {
    let found =
      condition.input == "@elapsedTime" ? .number(elapsedTime) : inputs[condition.input]
    if found == .event { return events.contains(condition.input) }
    guard let found, let wanted = value(condition.value) else { return false }
    if case .number(let left) = found, case .number(let right) = wanted {
      return switch condition.comparison {
      case .greater: left > right
      case .greaterOrEqual: left >= right
      case .less: left < right
      case .lessOrEqual: left <= right
      case .equal: left == right
      case .notEqual: left != right
      }
    }
    switch condition.comparison {
    case .equal: return found == wanted
    case .notEqual: return found != wanted
    case .greater, .greaterOrEqual, .less, .lessOrEqual: return false
    }
  }

  /// - Returns: Whether the input exists and the value is of its type.
  private mutating func assign(_ name: String, _ value: LottieStateMachine.Input) -> Bool {
    switch (inputs[name], value) {
    case (.number, .number(let number)) where number.isFinite: inputs[name] = value
    case (.text, .text), (.bool, .bool): inputs[name] = value
    default: return false
    }
    return true
  }

  private mutating func perform(_ actions: [LottieStateMachine.Action]) {
    for action in actions { perform(action) }
  }

  private mutating func perform(_ action: LottieStateMachine.Action) {
    let name = action.input
    let operand = value(action.value)
    var number: Double? { if case .number(let number)? = operand { number } else { nil } }
    var text: String? { if case .text(let text)? = operand { text } else { nil } }
    switch action.type {
    case "Fire": if inputs[name] == .event { events.insert(name) }
    case "Reset": inputs[name] = machine.inputs[name]
    case "SetTheme": if let text { requests.append(.theme(text)) }
    case "SetFrame": if let number { requests.append(.frame(number)) }
    case "SetProgress": if let number { requests.append(.progress(min(max(number / 100, 0), 1))) }
    case "FireCustomEvent": if let text { requests.append(.message(text)) }
    case "Toggle":
      if case .bool(let bool)? = inputs[name] { inputs[name] = .bool(!bool) }
    case "SetBoolean", "SetString", "SetNumeric":
      if let operand { _ = assign(name, operand) }
    default:
      guard case .number(let old)? = inputs[name] else { return }
      _ = assign(name, .number(changed(old, action, number)))
    }
  }

  private mutating func changed(
    _ old: Double,
    _ action: LottieStateMachine.Action,
    _ number: Double?
  ) -> Double {
    switch action.type {
    case "Increment": return old + (number ?? 1)
    case "Decrement": return old - (number ?? 1)
    case "Multiply": return old * (number ?? 1)
    case "Floor": return old.rounded(.down)
    case "Clamp": return min(max(old, action.range.lowerBound), action.range.upperBound)
    default:
      // SetRandom: a whole number of the range, the same in each run (Knuth's linear generator).
      random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let share = Double(random >> 11) / Double(1 << 53)
      let (low, high) = (action.range.lowerBound, action.range.upperBound)
      return (low + (share * (high - low + 1)).rounded(.down)).clamped(to: action.range)
    }
  }
}

extension Double {
  fileprivate func clamped(to range: ClosedRange<Double>) -> Double {
    min(max(self, range.lowerBound), range.upperBound)
  }
}
