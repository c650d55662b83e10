// Reads and checks state machines.
// Licensed under the MIT license; see LICENSE.

/// The state of reading a machine.
struct LottieMachineReader {
  /// States, transitions and actions of a machine.
  private static let largestCount = 10_000

  private let root: JSONPlace
  private var inputs: [String: LottieStateMachine.Input] = [:]
  private var warnings: [String] = []
  private var countLeft = Self.largestCount

  init(_ document: JSONDocument) {
    root = document.root
  }

  /// - Throws: `LottieError` with the path of the member that does not fit.
  mutating func machine() throws(LottieError) -> LottieStateMachine {
    guard root.isObject else { throw invalid(root.path, "an object is expected") }
    for input in root["inputs"]?.elements ?? [] { try read(input: input) }
    var states: [LottieStateMachine.State] = []
    var global: [LottieStateMachine.Transition]?
    for state in root["states"]?.elements ?? [] {
      try count()
      if state["type"]?.text == "GlobalState" {
        guard global == nil else { throw invalid(state.path, "there is another global state") }
        global = try transitions(state)
        continue
      }
      let read = try self.state(state)
      guard !states.contains(where: { $0.name == read.name }) else {
        throw invalid(state.path.member("name"), "there is another state \(read.name)")
      }
      states.append(read)
    }
    guard let initial = root["initial"]?.text else {
      throw invalid(root.path.member("initial"), "is missing")
    }
    let interactions = try (root["interactions"]?.elements ?? []).map {
      interaction throws(LottieError) in try self.interaction(interaction)
    }
    let machine = LottieStateMachine(
      initial: initial,
      states: states,
      inputs: inputs,
      globalTransitions: global ?? [],
      interactions: interactions,
      warnings: warnings
    )
    try check(machine)
    return machine
  }

  private func invalid(_ path: JSONPath, _ reason: String) -> LottieError {
    .invalid(path: path.description, reason: reason)
  }

  private mutating func count() throws(LottieError) {
    countLeft -= 1
    guard countLeft >= 0 else {
      throw .limit(what: "states, transitions and actions", limit: Self.largestCount)
    }
  }

  private func check(_ machine: LottieStateMachine) throws(LottieError) {
    let names = Set(machine.states.map(\.name))
    guard names.contains(machine.initial) else {
      throw invalid(root.path.member("initial"), "there is no state \(machine.initial)")
    }
    let transitions = machine.globalTransitions + machine.states.flatMap(\.transitions)
    for transition in transitions where !names.contains(transition.state) {
      throw invalid(root.path.member("states"), "there is no state \(transition.state) to go to")
    }
  }

  // MARK: Parts

  private mutating func read(input: JSONPlace) throws(LottieError) {
    try count()
    guard let name = input["name"]?.text, inputs[name] == nil else {
      throw invalid(input.path, "a name that no other input has is expected")
    }
    switch input["type"]?.text ?? "" {
    case "Numeric": inputs[name] = .number(input["value"]?.number ?? 0)
    case "String": inputs[name] = .text(input["value"]?.text ?? "")
    case "Boolean": inputs[name] = .bool(input["value"]?.bool ?? false)
    case "Event": inputs[name] = .event
    default: throw invalid(input.path.member("type"), "is no type of an input")
    }
  }

  private mutating func state(_ place: JSONPlace) throws(LottieError) -> LottieStateMachine.State {
    guard let name = place["name"]?.text else {
      throw invalid(place.path.member("name"), "is missing")
    }
    let mode = place["mode"]?.text ?? "Forward"
    let animation = place["animation"]?.text ?? ""
    let segment = place["segment"]?.text ?? ""
    let speed = place["speed"]?.number ?? 1
    return LottieStateMachine.State(
      name: name,
      animation: animation.isEmpty ? nil : animation,
      segment: segment.isEmpty ? nil : segment,
      mode: LottieStateMachine.PlaybackMode(rawValue: mode) ?? .forward,
      speed: min(max(speed, 0), 1000),
      isLooping: place["loop"]?.bool ?? false,
      loopCount: max(place["loopCount"]?.number ?? 0, 0),
      isPlaying: place["autoplay"]?.bool ?? false,
      isFinal: place["final"]?.bool ?? false,
      transitions: try transitions(place),
      entryActions: try actions(place["entryActions"]),
      exitActions: try actions(place["exitActions"])
    )
  }

  private mutating func transitions(
    _ place: JSONPlace
  ) throws(LottieError) -> [LottieStateMachine.Transition] {
    var result: [LottieStateMachine.Transition] = []
    for transition in place["transitions"]?.elements ?? [] {
      try count()
      guard let state = transition["toState"]?.text else {
        throw invalid(transition.path.member("toState"), "is missing")
      }
      var guards: [LottieStateMachine.Guard] = []
      for condition in transition["guards"]?.elements ?? [] {
        guards.append(try self.condition(condition))
      }
      if guards.isEmpty, result.contains(where: \.guards.isEmpty) {
        throw invalid(transition.path, "there is another transition without guards")
      }
      let isTweened = transition["type"]?.text == "Tweened"
      if isTweened {
        warnings.append("\(transition.path): the change is shown at once, not in between")
      }
      let duration = isTweened ? max(transition["duration"]?.number ?? 0, 0) : 0
      result.append(
        LottieStateMachine.Transition(state: state, guards: guards, duration: duration)
      )
    }
    return result
  }

  private mutating func condition(
    _ place: JSONPlace
  ) throws(LottieError) -> LottieStateMachine.Guard {
    try count()
    let name = place["inputName"]?.text ?? ""
    // Names with @ are those of the player.
    guard let input = name.hasPrefix("@") ? .number(0) : inputs[name] else {
      throw invalid(place.path.member("inputName"), "there is no input \(name)")
    }
    let type = place["type"]?.text ?? ""
    let isFit: Bool =
      switch input {
      case .number: type == "Numeric"
      case .text: type == "String"
      case .bool: type == "Boolean"
      case .event: type == "Event"
      }
    guard isFit else {
      throw invalid(place.path.member("type"), "\(type) is not the type of the input \(name)")
    }
    let word = place["conditionType"]?.text ?? "Equal"
    guard let comparison = LottieStateMachine.Guard.Comparison(rawValue: word) else {
      throw invalid(place.path.member("conditionType"), "\(word) is no comparison")
    }
    return LottieStateMachine.Guard(
      input: name,
      comparison: comparison,
      value: input == .event ? nil : place["compareTo"].flatMap(operand)
    )
  }

  private func operand(_ place: JSONPlace) -> LottieStateMachine.Operand? {
    switch place.value {
    case .number(let number): .value(.number(number))
    case .bool(let bool): .value(.bool(bool))
    case .text(let text):
      text.hasPrefix("$") ? .input(String(text.dropFirst())) : .value(.text(text))
    default: nil
    }
  }

  private static let known: Set<String> = [
    "Increment", "Decrement", "Toggle", "SetBoolean", "SetString", "SetNumeric", "SetRandom",
    "Multiply", "Floor", "Clamp", "Fire", "Reset", "SetTheme", "SetFrame", "SetProgress",
    "FireCustomEvent",
  ]

  private mutating func actions(
    _ place: JSONPlace?
  ) throws(LottieError) -> [LottieStateMachine.Action] {
    var result: [LottieStateMachine.Action] = []
    for action in place?.elements ?? [] {
      try count()
      let type = action["type"]?.text ?? ""
      guard Self.known.contains(type) else {
        warnings.append("\(action.path): the action \(type.prefix(40)) is not done")
        continue
      }
      let (low, high) = (action["min"]?.number ?? 0, action["max"]?.number ?? 1e9)
      result.append(
        LottieStateMachine.Action(
          type: type,
          input: action["inputName"]?.text ?? "",
          value: action["value"].flatMap(operand),
          range: min(low, high)...max(low, high)
        )
      )
    }
    return result
  }

  private mutating func interaction(
    _ place: JSONPlace
  ) throws(LottieError) -> LottieStateMachine.Interaction {
    try count()
    return LottieStateMachine.Interaction(
      type: place["type"]?.text ?? "",
      state: place["stateName"]?.text,
      layer: place["layerName"]?.text,
      actions: try actions(place["actions"])
    )
  }
}
