// The pictures of a capture session on their way from the camera.
// Licensed under the MIT license; see LICENSE.

import QuartzSharing
import QuartzVideo
import Synchronization

/// The running part of a session.
///
/// Starting waits for the first picture; any thread may stop it meanwhile. A camera belongs to one
/// session of the program at a time.
final class CaptureRun: Sendable {
  /// An output, and whether it wants pictures.
  struct Destination: Sendable {
    var sink: any CaptureSink
    var gate: CaptureGate
  }

  private enum Phase {
    case idle, starting, running
  }

  private struct State {
    var phase = Phase.idle
    var flow: CameraFlow?
    /// The identifier of the camera.
    var claim: String?
    /// Increased by each start, so that nothing of an earlier one counts.
    var number = 0
    /// Why the last start failed.
    var failure: AVError?
    var destinations: [Destination] = []
  }

  private let state = Monitor(State())
  private let failed: @Sendable (AVError) -> Void
  /// The cameras that sessions of the program have.
  private static let claims = Mutex<Set<String>>([])

  /// - Parameter failed: Called on the camera's thread when a camera that ran is gone.
  init(_ failed: @escaping @Sendable (AVError) -> Void) {
    self.failed = failed
  }

  deinit {
    stop()
  }

  /// Whether pictures flow, or would if there were a camera.
  var isRunning: Bool { state.withLock { $0.phase == .running } }

  /// Where pictures go from the next one on.
  func setDestinations(_ destinations: [Destination]) {
    state.change { $0.destinations = destinations }
  }

  /// Starts, and waits for the first picture.
  ///
  /// - Parameters:
  ///   - source: Nil runs without pictures.
  ///   - identifier: Of the camera.
  /// - Returns: Whether it started by this call: not if it ran, and not if it was stopped
  ///   meanwhile.
  func start(_ source: (any CameraSource)?, identifier: String) throws(AVError) -> Bool {
    let number = state.change { state -> Int? in
      guard state.phase == .idle else { return nil }
      (state.phase, state.failure) = (source == nil ? .running : .starting, nil)
      state.number += 1
      return state.number
    }
    guard let number else { return false }
    guard let source else { return true }
    do throws(CameraError) {
      guard Self.claims.withLock({ $0.insert(identifier).inserted }) else {
        throw .busy(name: source.name)
      }
      let flow: CameraFlow
      do throws(CameraError) {
        flow = try makeFlow(source, number)
      } catch {
        _ = Self.claims.withLock { $0.remove(identifier) }
        throw error
      }
      keep(flow, identifier, number)
    } catch {
      state.change { if $0.number == number { $0.phase = .idle } }
      throw AVError(error)
    }
    let outcome = state.wait(until: { $0.number != number || $0.phase != .starting }) {
      ($0.number == number && $0.phase == .running, $0.number == number ? $0.failure : nil)
    }
    if let failure = outcome.1 { throw failure }
    return outcome.0
  }

  private func makeFlow(
    _ source: any CameraSource,
    _ number: Int
  ) throws(CameraError) -> CameraFlow {
    try CameraFlow.start(
      source,
      deliver: { [weak self] in self?.take($0, number) },
      ended: { [weak self] in self?.end(AVError($0), number) }
    )
  }

  /// Keeps a camera, unless the session was stopped or the camera is gone already.
  private func keep(_ flow: CameraFlow, _ identifier: String, _ number: Int) {
    let isKept = state.change { state in
      guard state.number == number, state.phase != .idle else { return false }
      (state.flow, state.claim) = (flow, identifier)
      return true
    }
    guard !isKept else { return }
    flow.stop()
    _ = Self.claims.withLock { $0.remove(identifier) }
  }

  /// Stops; waits for nothing.
  ///
  /// - Returns: Whether it ran.
  @discardableResult
  func stop() -> Bool { finish(nil, nil) == .running }

  /// Ends the pictures.
  ///
  /// - Parameters:
  ///   - error: Nil for a session that is stopped.
  ///   - number: Of the start that is meant; nil for any.
  /// - Returns: The phase that it was in.
  private func finish(_ error: AVError?, _ number: Int?) -> Phase {
    let (phase, flow, claim, destinations) = state.change {
      state -> (Phase, CameraFlow?, String?, [Destination]) in
      guard number.map({ $0 == state.number }) ?? true else { return (.idle, nil, nil, []) }
      defer { (state.phase, state.flow, state.claim, state.failure) = (.idle, nil, nil, error) }
      return (state.phase, state.flow, state.claim, state.destinations)
    }
    flow?.stop()
    if let claim { _ = Self.claims.withLock { $0.remove(claim) } }
    if phase == .running { for each in destinations { each.sink.end(error) } }
    return phase
  }

  private func take(_ picture: CameraPicture, _ number: Int) {
    let destinations = state.change { state -> [Destination] in
      guard state.number == number, state.phase != .idle else { return [] }
      state.phase = .running
      return state.destinations
    }
    for each in destinations where each.gate.isOpen { each.sink.take(picture) }
  }

  private func end(_ error: AVError, _ number: Int) {
    if finish(error, number) == .running { failed(error) }
  }
}
