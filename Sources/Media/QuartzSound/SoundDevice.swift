// The sound output of the program: all voices, mixed.
// Licensed under the MIT license; see LICENSE.

import CQuartzSDL
import Glibc
import QuartzFaults
import QuartzSharing

/// The device that voices are heard on.
///
/// It is opened with the first voice, on a thread of its own: a sound server that stalls keeps
/// nobody waiting. Without a device voices are silent and end at once, which is said once. It rests
/// while there are no voices.
package final class SoundDevice: Sendable {
  package static let shared: SoundDevice = SoundDevice {
    let fill: @convention(c) (UnsafeMutablePointer<Float>?, Int32) -> Void = { samples, count in
      SoundDevice.shared.fill(UnsafeMutableBufferPointer(start: samples, count: Int(count)))
    }
    guard quartz_sound_open(fill, Int32(SoundDevice.bufferFrames)) == 0 else {
      return String(cString: quartz_sound_error())
    }
    return nil
  }

  /// Frames that the device takes at once.
  package static let bufferFrames = 1024

  private struct State {
    var voices: [SoundVoice] = []
    var isStarted = false
    var isOpen = false
    var isResting = true
    /// Whether there is no device.
    var isAbsent = false
  }

  private let state = Guarded(State())
  private let opens: @Sendable () -> String?

  /// - Parameter opens: Opens the device, once, on a thread of its own; it returns the reason why
  ///   there is none.
  init(opens: @escaping @Sendable () -> String?) {
    self.opens = opens
  }

  /// Adds a voice, which is dropped when it is over.
  ///
  /// - Parameter report: Called if there is no device, on another thread, with the reason.
  package func add(_ voice: SoundVoice, report: @escaping @Sendable (String) -> Void) {
    let (starts, wakes, isAbsent) = state.withLock { state in
      if state.isAbsent { return (false, false, true) }
      state.voices.append(voice)
      defer { state.isStarted = true }
      let wakes = state.isOpen && state.isResting
      if wakes { state.isResting = false }
      return (!state.isStarted, wakes, false)
    }
    // Its decoder would wait for ever.
    if isAbsent { voice.end() }
    if wakes { quartz_sound_rest(0) }
    guard starts else { return }
    do throws(ThreadError) {
      try SystemThread.detach(name: "quartz-sound") { self.open(report) }
    } catch {
      dropVoices()
      report("no thread: \(String(cString: strerror(error.code)))")
    }
  }

  /// Ends all voices, and those that come: there is no device.
  private func dropVoices() {
    let voices = state.withLock { state in
      defer { state.voices = [] }
      state.isAbsent = true
      return state.voices
    }
    for voice in voices { voice.end() }
  }

  /// The number of voices that play or wait.
  package var voiceCount: Int { state.withLock { $0.voices.count } }

  private func open(_ report: (String) -> Void) {
    if let reason = opens() {
      dropVoices()
      return report(reason)
    }
    state.withLock { state in
      (state.isOpen, state.isResting) = (true, false)
    }
    quartz_sound_rest(0)
  }

  /// Fills a buffer of the device, on its thread.
  private func fill(_ output: UnsafeMutableBufferPointer<Float>) {
    output.initialize(repeating: 0)
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    let now = Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
    // Samples of now are heard after the buffer that plays.
    let moment = now + Double(Self.bufferFrames) / SoundVoice.sampleRate
    var over: [SoundVoice] = []
    for voice in state.withLock({ $0.voices }) where !voice.mix(into: output, at: moment) {
      over.append(voice)
    }
    for index in output.indices { output[index] = min(max(output[index], -1), 1) }
    for voice in over { voice.end() }
    let rests = state.withLock { state in
      state.voices.removeAll { voice in over.contains { $0 === voice } }
      guard state.voices.isEmpty, !state.isResting else { return false }
      state.isResting = true
      return true
    }
    if rests { quartz_sound_rest(1) }
  }
}
