// State machines of archives: states that play animations, and what leads from one to another.
// Licensed under the MIT license; see LICENSE.

/// A state machine of a dotLottie archive of version 2.
///
/// It is a value that was read and checked; `LottieMachineRun` runs it.
public struct LottieStateMachine: Sendable {
  /// A value that guards look at.
  public enum Input: Sendable, Equatable {
    /// A number.
    case number(Double)
    /// A text.
    case text(String)
    /// A truth value.
    case bool(Bool)
    /// Something that happens, without a value.
    case event
  }

  /// The direction in which a state plays.
  public enum PlaybackMode: String, Sendable {
    /// From the start to the end.
    case forward = "Forward"
    /// From the end to the start.
    case reverse = "Reverse"
    /// There and back.
    case bounce = "Bounce"
    /// Back and there.
    case reverseBounce = "ReverseBounce"
  }

  /// A state with what it plays.
  public struct State: Sendable {
    /// The name, unique in the machine.
    public let name: String
    /// The animation that it plays; nil for the one that is there.
    public let animation: String?
    /// The marker of the part that it plays; nil for all.
    public let segment: String?
    /// The direction.
    public let mode: PlaybackMode
    /// The speed, 1 for that of the animation.
    public let speed: Double
    /// Whether it is repeated without end.
    public let isLooping: Bool
    /// The number of repetitions; 0 for once.
    public let loopCount: Double
    /// Whether it plays at once; otherwise its first picture is shown.
    public let isPlaying: Bool
    /// Whether the machine stops there.
    public let isFinal: Bool
    let transitions: [Transition]
    let entryActions: [Action]
    let exitActions: [Action]
  }

  /// A way to another state.
  struct Transition: Sendable {
    var state: String
    var guards: [Guard]
    /// The seconds in which values go over from one to the other; 0 for at once.
    var duration: Double
  }

  struct Guard: Sendable {
    enum Comparison: String, Sendable {
      case greater = "GreaterThan"
      case greaterOrEqual = "GreaterThanOrEqual"
      case less = "LessThan"
      case lessOrEqual = "LessThanOrEqual"
      case equal = "Equal"
      case notEqual = "NotEqual"
    }

    var input: String
    var comparison: Comparison
    /// Nil for guards of events.
    var value: Operand?
  }

  /// A value, or the name of an input that has it.
  enum Operand: Sendable {
    case value(Input)
    case input(String)
  }

  /// Something that is done when a state begins or ends, or somebody touches the picture.
  struct Action: Sendable {
    var type: String
    var input: String
    var value: Operand?
    var range: ClosedRange<Double>
  }

  /// An event of the picture or a pointer, with the actions that it causes.
  struct Interaction: Sendable {
    var type: String
    var state: String?
    var layer: String?
    var actions: [Action]
  }

  /// The name of the first state.
  public let initial: String
  /// The states in the order of the machine.
  public let states: [State]
  /// The inputs with their first values.
  public let inputs: [String: Input]
  /// Ways that are tried before those of the current state.
  let globalTransitions: [Transition]
  let interactions: [Interaction]
  /// Things of the machine that are not done, such as actions that open pages.
  public let warnings: [String]

  /// The state with a name, or nil.
  public func state(named name: String) -> State? { states.first { $0.name == name } }
}
