// The samples of a capture session on their way from the devices.
// Licensed under the MIT license; see LICENSE.

import QuartzSharing
import QuartzVideo
import Synchronization

/// The running part of a session.
///
/// Starting waits for the first sample of each device; any thread may stop it meanwhile. A device
/// belongs to one session of the program at a time.
final class CaptureRun: Sendable {
  /// An output, and whether it wants samples of each medium.
  struct Destination: Sendable {
    var sink: any CaptureSink
    var gate: CaptureGate
    var soundGate: CaptureGate

    func take(_ sample: CaptureSample) {
      switch sample {
      case .picture(let picture): if gate.isOpen { sink.take(picture) }
      case .sound(let sound): if soundGate.isOpen { sink.take(sound) }
      }
    }
  }

  /// A device, by its identifier.
  struct Source: Sendable {
    var source: any CaptureSource
    var identifier: String
  }

  private enum Phase {
    case idle, starting, running
  }

  private struct Flow {
    var flow: CaptureFlow
    var claim: String

    /// Stops the device, and gives it back.
    func end() {
      flow.stop()
      _ = CaptureRun.claims.withLock { $0.remove(claim) }
    }
  }

  private struct State {
    var phase = Phase.idle
    var flows: [Flow] = []
    /// The media of which nothing came yet.
    var awaited: Set<CaptureMedium> = []
    /// Increased by each start, so that nothing of an earlier one counts.
    var number = 0
    /// Why the last start failed.
    var failure: AVError?
    var destinations: [Destination] = []
  }

  private let state = Monitor(State())
  private let failed: @Sendable (AVError) -> Void
  /// The devices that sessions of the program have.
  private static let claims = Mutex<Set<String>>([])

  /// - Parameter failed: Called on a device's thread when a device that ran is gone.
  init(_ failed: @escaping @Sendable (AVError) -> Void) {
    self.failed = failed
  }

  deinit {
    stop()
  }

  /// Whether samples flow, or would if there were a device.
  var isRunning: Bool { state.withLock { $0.phase == .running } }

  /// Where samples go from the next one on.
  func setDestinations(_ destinations: [Destination]) {
    state.change { $0.destinations = destinations }
  }

  /// Starts, and waits for the first sample of each device.
  ///
  /// - Parameter sources: At most one of a medium; without any it runs without samples.
  /// - Returns: Whether it started by this call: not if it ran, and not if it was stopped
  ///   meanwhile.
  func start(_ sources: [Source]) throws(AVError) -> Bool {
    let number = state.change { state -> Int? in
      guard state.phase == .idle else { return nil }
      (state.phase, state.failure) = (sources.isEmpty ? .running : .starting, nil)
      state.awaited = Set(sources.map(\.source.medium))
      state.number += 1
      return state.number
    }
    guard let number else { return false }
    if sources.isEmpty { return true }
    do throws(CaptureDeviceError) {
      for source in sources { try open(source, number) }
    } catch {
      _ = finish(nil, number)
      throw AVError(error)
    }
    let outcome = state.wait(until: { $0.number != number || $0.phase != .starting }) {
      ($0.number == number && $0.phase == .running, $0.number == number ? $0.failure : nil)
    }
    if let failure = outcome.1 { throw failure }
    return outcome.0
  }

  /// Starts a device, unless the session was stopped meanwhile.
  private func open(_ source: Source, _ number: Int) throws(CaptureDeviceError) {
    guard state.withLock({ $0.number == number && $0.phase != .idle }) else { return }
    guard Self.claims.withLock({ $0.insert(source.identifier).inserted }) else {
      throw .busy(name: source.source.name)
    }
    let flow: Flow
    do throws(CaptureDeviceError) {
      flow = Flow(flow: try makeFlow(source.source, number), claim: source.identifier)
    } catch {
      _ = Self.claims.withLock { $0.remove(source.identifier) }
      throw error
    }
    let isKept = state.change { state in
      guard state.number == number, state.phase != .idle else { return false }
      state.flows.append(flow)
      return true
    }
    // The session was stopped, or the device is gone already.
    if !isKept { flow.end() }
  }

  private func makeFlow(
    _ source: any CaptureSource,
    _ number: Int
  ) throws(CaptureDeviceError) -> CaptureFlow {
    try CaptureFlow.start(
      source,
      deliver: { [weak self] in self?.take($0, number) },
      ended: { [weak self] in self?.end(AVError($0), number) }
    )
  }

  /// Stops; waits for nothing but the devices' ends.
  ///
  /// - Returns: Whether it ran.
  @discardableResult
  func stop() -> Bool { finish(nil, nil) == .running }

  /// Ends the samples.
  ///
  /// - Parameters:
  ///   - error: Nil for a session that is stopped.
  ///   - number: Of the start that is meant; nil for any.
  /// - Returns: The phase that it was in.
  private func finish(_ error: AVError?, _ number: Int?) -> Phase {
    let (phase, flows, destinations) = state.change { state -> (Phase, [Flow], [Destination]) in
      guard number.map({ $0 == state.number }) ?? true else { return (.idle, [], []) }
      defer { (state.phase, state.flows, state.failure) = (.idle, [], error) }
      return (state.phase, state.flows, state.destinations)
    }
    for flow in flows { flow.end() }
    if phase == .running { for each in destinations { each.sink.end(error) } }
    return phase
  }

  private func take(_ sample: CaptureSample, _ number: Int) {
    let destinations = state.change { state -> [Destination] in
      guard state.number == number, state.phase != .idle else { return [] }
      state.awaited.remove(sample.medium)
      if state.awaited.isEmpty { state.phase = .running }
      return state.destinations
    }
    for each in destinations { each.take(sample) }
  }

  private func end(_ error: AVError, _ number: Int) {
    if finish(error, number) == .running { failed(error) }
  }
}
