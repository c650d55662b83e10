// The sound of players: in time, without clicks, at the pace of its device.
// Licensed under the MIT license; see LICENSE.

import FilmSamples
import Foundation
import Synchronization
import TestClaims
import Testing

@testable import AVFoundation
@testable import QuartzSound

/// A device that takes frames at its own pace.
private struct PacedDevice {
  /// Real seconds of a second of samples.
  var pace = 1.0
  var moment = 0.0
  private(set) var output: [Float] = []
  private(set) var isOver = false

  /// Takes seconds of samples, a buffer at a time.
  mutating func take(_ voice: SoundVoice, seconds: Double, each: (Double) -> Void = { _ in }) {
    let frames = SoundDevice.bufferFrames
    for _ in 0..<Int(seconds * 48_000 / Double(frames)) where !isOver {
      var buffer = [Float](repeating: 0, count: frames * 2)
      isOver = !buffer.withUnsafeMutableBufferPointer { voice.mix(into: $0, at: moment) }
      output += stride(from: 0, to: buffer.count, by: 2).map { buffer[$0] }
      moment += Double(frames) / 48_000 * pace
      each(moment)
    }
  }

  /// The places of clicks in the output.
  var clicks: [Int] { output.indices.filter { output[$0] > 0.5 } }
}

@Suite struct SoundTests {
  /// Gives a voice samples in a thread of its own, as a decoder does.
  private func feed(_ voice: SoundVoice, seconds: Int, _ sample: @escaping @Sendable (Int) -> Float)
  {
    Thread.detachNewThread {
      for second in 0..<seconds * 10 {
        let pairs = (0..<4800).flatMap { index -> [Float] in
          let value = sample(second * 4800 + index)
          return [value, value]
        }
        guard pairs.withUnsafeBufferPointer({ voice.add($0) }) else { return }
      }
      voice.finishDecoding()
    }
    // Half a second is there before the device asks.
    while voice.waiting < 24_000, !voice.isDecoded { usleep(1000) }
  }

  private func voice(from time: Double = 0, rate: Double = 1, volume: Float = 1) -> SoundVoice {
    let clock = SoundClock(time: time, moment: 0, rate: rate)
    return SoundVoice(clock, from: time, volume: volume) {}
  }

  /// A click at each whole second.
  private static let clicks: @Sendable (Int) -> Float = { $0 % 48_000 == 4_800 ? 1 : 0 }

  /// Takes at most half a second at a time, so that the decoder is never late.
  private func take(
    _ device: inout PacedDevice,
    _ voice: SoundVoice,
    seconds: Double,
    each: (Double) -> Void = { _ in }
  ) {
    for _ in 0..<Int(seconds * 4) {
      device.take(voice, seconds: 0.25, each: each)
      while voice.waiting < 24_000, !voice.isDecoded { usleep(200) }
    }
  }

  @Test func clicksAreASecondApart() {
    let voice = voice()
    feed(voice, seconds: 61, Self.clicks)
    var device = PacedDevice()
    take(&device, voice, seconds: 64)
    let clicks = device.clicks
    #expect(clicks.count == 60 && clicks.first == 4_800)
    #expect(zip(clicks, clicks.dropFirst()).allSatisfy { $1 - $0 == 48_000 })
    #expect(voice.gaps == 0 && voice.takeShift() == 0)
  }

  /// A decoder that is late: the click is heard at its time all the same.
  @Test(arguments: [0.2, 0.3])
  func soundBeginsInTime(late: Double) {
    let voice = voice(from: 2)
    var device = PacedDevice(moment: late)
    device.take(voice, seconds: 0.1)
    let begin = device.output.count
    let start = device.moment
    feed(voice, seconds: 4, Self.clicks)
    take(&device, voice, seconds: 2)
    let times = device.clicks.map { start + Double($0 - begin) / 48_000 }
    let expected = [0.1, 1.1, 2.1].filter { $0 > start }
    #expect(!times.isEmpty)
    for (time, expected) in zip(times, expected) { #expect(abs(time - expected) < 2 / 48_000.0) }
  }

  /// Beginnings, changes of the volume and ends take five milliseconds each.
  @Test func nothingClicks() {
    let voice = voice(volume: 0.8)
    feed(voice, seconds: 3) { _ in 1 }
    var device = PacedDevice()
    device.take(voice, seconds: 0.1)
    voice.setVolume(0.2)
    device.take(voice, seconds: 0.1)
    voice.end()
    device.take(voice, seconds: 0.1)
    #expect(device.isOver)
    let steps = zip(device.output, device.output.dropFirst()).map { abs($1 - $0) }
    #expect(steps.allSatisfy { $0 <= 1 / 240 + 1e-5 })
    #expect(device.output[191] < 0.8 && device.output[193] == 0.8)
    #expect(device.output.last == 0 && device.output.contains(0.2))
  }

  /// The device's clock differs from the machine's: the pictures follow, within 20 ms over 60 s.
  @Test(arguments: [0.998, 1.002]) func picturesFollowTheSound(pace: Double) {
    let voice = voice()
    feed(voice, seconds: 70, Self.clicks)
    var device = PacedDevice(pace: pace)
    var shift = 0.0
    var furthest = 0.0
    var played = 0
    take(&device, voice, seconds: 64) { moment in
      shift += voice.takeShift()
      played += SoundDevice.bufferFrames
      furthest = max(furthest, abs(Double(played) / 48_000 - (moment + shift)))
    }
    #expect(furthest < 0.02 && abs(shift) > 0.1 && voice.gaps == 0)
  }

  /// Law C1: at each rate sound and pictures are apart by a picture and a buffer at most.
  @Test(
    arguments: [0.5, 1, 2],
    [AVAudioTimePitchAlgorithm.timeDomain, .varispeed]
  )
  func soundOfOtherRatesIsInStep(rate: Double, algorithm: AVAudioTimePitchAlgorithm) throws {
    let folder = try Folder()
    let path = folder.file("clicks.wav")
    let click = "if(lt(mod(t\\,1)\\,0.01)\\,sin(2000*PI*t)\\,0)"
    try ffmpeg(["-f", "lavfi", "-i", "aevalsrc=\(click)|\(click):s=48000:d=7", path])
    let voice = voice(rate: rate)
    let isWhole = Mutex(true)
    SoundDecoder.start(
      ["-i", path, "-af", PlayerSound.filter(algorithm, rate)],
      for: voice
    ) { _ in isWhole.withLock { $0 = false } }
    while voice.waiting < 24_000, !voice.isDecoded { usleep(1000) }
    var device = PacedDevice()
    take(&device, voice, seconds: 6 / rate)
    let loud = device.output.indices.filter { abs(device.output[$0]) > 0.3 }
    // The beginnings of clicks, by the time of the film.
    let begins = loud.enumerated().filter { $0 == 0 || $1 - loud[$0 - 1] > 9600 }
      .map { Double($1) / 48_000 * rate }
    let found = begins.filter { $0 > 0.5 }
    #expect(found.count >= 4 && voice.gaps == 0, "\(begins)")
    for time in found {
      let most = 1.0 / 25 + Double(SoundDevice.bufferFrames) / 48_000
      #expect(abs(time - time.rounded()) <= most, "\(time)")
    }
    #expect(isWhole.withLock { $0 })
  }

  /// A device that stalls for 200 ms: one gap, and then in time again.
  @Test func aStallIsOneGap() {
    let voice = voice()
    feed(voice, seconds: 5, Self.clicks)
    var device = PacedDevice()
    take(&device, voice, seconds: 0.5)
    device.moment += 0.2
    let (begin, start) = (device.output.count, device.moment)
    take(&device, voice, seconds: 2)
    let times = device.clicks.filter { $0 >= begin }.map { start + Double($0 - begin) / 48_000 }
    #expect(voice.gaps == 1 && times.count >= 2)
    for (time, expected) in zip(times, [1.1, 2.1]) { #expect(abs(time - expected) < 2 / 48_000.0) }
  }

  /// Law C1: a decoder is a second ahead at most.
  @Test func aSecondWaitsAtMost() {
    let voice = voice()
    let added = Mutex(0)
    Thread.detachNewThread {
      let pairs = [Float](repeating: 0, count: 9600)
      while pairs.withUnsafeBufferPointer({ voice.add($0) }) { added.withLock { $0 += 4800 } }
    }
    while added.withLock({ $0 }) < 48_000 { usleep(1000) }
    usleep(50_000)
    #expect(voice.waiting == 48_000 && added.withLock { $0 } == 48_000)
    voice.end()
  }

  /// Law C1: without a device voices are silent, which is said once; no decoder waits for ever.
  @Test func voicesWithoutADeviceEnd() {
    let opened = Mutex(0)
    let device = SoundDevice {
      opened.withLock { $0 += 1 }
      return "nothing to hear"
    }
    let reports = Mutex<[String]>([])
    for _ in 0..<100 {
      let voice = voice()
      let isDone = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        let pairs = [Float](repeating: 0, count: 9600)
        while pairs.withUnsafeBufferPointer({ voice.add($0) }) {}
        isDone.signal()
      }
      device.add(voice) { reason in reports.withLock { $0.append(reason) } }
      #expect(isDone.wait(timeout: .now() + 30) == .success)
    }
    #expect(reports.withLock { $0 } == ["nothing to hear"] && opened.withLock { $0 } == 1)
    #expect(device.voiceCount == 0)
  }

  /// Voices that end while their decoders wait, a hundred times: nothing is left.
  @Test func endedVoicesReleaseTheirDecoders() {
    for _ in 0..<100 {
      let voice = voice()
      let isDone = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        let pairs = [Float](repeating: 0, count: 9600)
        while pairs.withUnsafeBufferPointer({ voice.add($0) }) {}
        isDone.signal()
      }
      voice.end()
      #expect(isDone.wait(timeout: .now() + 10) == .success)
    }
  }
}

/// A player whose sound goes to a file, through SDL's driver for that.
///
/// The only suite that opens a device: SDL reads its environment once.
// Serialized because: all voices go to one file.
@Suite(.serialized, .timeLimit(.minutes(2))) struct SoundFileTests {
  private static let file = NSTemporaryDirectory() + "quartz-sound-\(getpid()).raw"

  /// The film's sample at a place counts up from 8192 to 24575 of 32768 and begins again.
  ///
  /// So every sample that the device gets tells which one of the film it is.
  private static let period = 16_384

  /// A film of half a minute whose samples count.
  private func film(_ folder: Folder) throws -> URL {
    let path = folder.file("counting.mov")
    let sample = "(mod(n\\,\(Self.period))+8192)/32768"
    try ffmpeg([
      "-f", "lavfi", "-i", "color=black:s=64x64:r=25:d=30", "-f", "lavfi", "-i",
      "aevalsrc=\(sample)|\(sample):s=48000:d=30", "-c:v", "libx264", "-c:a", "pcm_s16le", path,
    ])
    return URL(fileURLWithPath: path)
  }

  /// Stretches of the film's samples in order and at full volume, as ranges of a recording.
  private func stretches(_ samples: [Float]) -> [Range<Int>] {
    let first = Float(8192) / 32_768
    let last = Float(8192 + Self.period - 1) / 32_768
    var found: [Range<Int>] = []
    var begin = 0
    for place in samples.indices.dropFirst() {
      let (before, after) = (samples[place - 1], samples[place])
      if after - before == 1 / 32_768, before >= first { continue }
      if before == last, after == first { continue }
      found.append(begin..<place)
      begin = place
    }
    found.append(begin..<samples.count)
    // Samples of a change of the volume are in order at most by chance.
    return found.filter { $0.count > 16 }
  }

  /// The samples of the left channel that the device has got, from a place on.
  private func samples(from place: Int) -> [Float] {
    // The device makes the file when its thread has opened it.
    guard let file = FileHandle(forReadingAtPath: Self.file) else { return [] }
    defer { try? file.close() }
    guard (try? file.seek(toOffset: UInt64(place * 8))) != nil,
      let data = try? file.readToEnd()
    else { return [] }
    return data.withUnsafeBytes { bytes in
      let all = bytes.bindMemory(to: Float.self)
      return stride(from: 0, to: all.count - 1, by: 2).map { all[$0] }
    }
  }

  /// How many samples the device has got.
  private var sampleCount: Int {
    let attributes = try? FileManager.default.attributesOfItem(atPath: Self.file)
    return ((attributes?[.size] as? NSNumber)?.intValue ?? 0) / 8
  }

  @MainActor
  private func run(for seconds: Double) async throws {
    try await Task.sleep(nanoseconds: UInt64(seconds * 1e9))
  }

  /// Law C1: the first sample of a seek is the one of its time, however late the decoder is.
  @Test(arguments: [0, 1.0 / 3, 7.123_45, 12.34, 29.5], [0, 0.25])
  func seeksBeginWithTheirSample(time: Double, lateness: Double) throws {
    let folder = try Folder()
    let item = AVPlayerItem(url: try film(folder))
    item.feed.load()
    let start = CMTime(seconds: time, preferredTimescale: 1_000_000_000)
    let clock = SoundClock(time: start.seconds, moment: 0, rate: 1)
    let voice = SoundVoice(clock, from: clock.time, volume: 1) {}
    SoundDecoder.start(
      PlayerSound.arguments(PlayerSound.mix(of: item, from: start), .timeDomain, 1),
      for: voice
    ) { Issue.record("\($0)") }
    while voice.waiting < 24_000, !voice.isDecoded { usleep(1000) }
    var device = PacedDevice(moment: lateness)
    device.take(voice, seconds: 0.2)
    let first = Int(((start.seconds + lateness) * 48_000).rounded())
    let expected = (0..<device.output.count).map { place in
      Float((first + place) % Self.period + 8192) / 32_768
    }
    #expect(device.output.count > 9000)
    // The beginning takes 240 samples; they are softer.
    for place in 0..<240 { #expect(device.output[place] < expected[place]) }
    #expect(device.output[240...] == expected[240...])
  }

  /// Runs until a condition holds, or for long.
  @MainActor private func wait(until condition: () -> Bool) async throws {
    for _ in 0..<1000 {
      if condition() { return }
      try await run(for: 0.02)
    }
  }

  /// The device gets each sample of the film in order, however late device or decoder are.
  ///
  /// A stall of either under load is a gap, which the voice counts; the samples between two gaps
  /// are those of the film all the same.
  @Test(.shows("AVPlayer.isMuted", "AVPlayer.volume")) @MainActor
  func samplesReachTheDevice() async throws {
    setenv("SDL_AUDIODRIVER", "disk", 1)
    setenv("SDL_DISKAUDIOFILE", Self.file, 1)
    defer { try? FileManager.default.removeItem(atPath: Self.file) }
    let folder = try Folder()
    var options = CAContext.Options()
    options.isRealTime = true
    let context = try CAContext(size: CGSize(width: 64, height: 64), options: options)
    let root = CALayer()
    context.layer = root
    let player = AVPlayer(url: try film(folder))
    let layer = AVPlayerLayer(player: player)
    root.addSublayer(layer)
    player.play()
    try await wait { samples(from: 0).count { $0 != 0 } > 48_000 }
    let voice = try #require(player.sound.current)
    stopTheProgram()
    player.isMuted = true
    try await wait { samples(from: sampleCount - 1).last == 0 }
    let loud = samples(from: 0)
    let played = stretches(loud)
    #expect(!played.isEmpty && played.count <= voice.gaps + 1)
    // Each stretch begins and ends with a change of the volume, of 240 samples at most.
    let audible = loud.count { $0 != 0 }
    #expect(played.reduce(0) { $0 + $1.count } >= audible - 480 * (voice.gaps + 1))
    try await wait { samples(from: loud.count).count > 24_000 }
    let muted = samples(from: loud.count)
    #expect(!muted.isEmpty && muted.allSatisfy { $0 == 0 })
    player.volume = 0.5
    player.isMuted = false
    try await wait { samples(from: loud.count + muted.count).count { $0 != 0 } > 24_000 }
    let soft = samples(from: loud.count + muted.count)
    #expect(soft.contains { $0 != 0 } && soft.allSatisfy { $0 < 0.5 * 0.75 })
    player.pause()
    try await wait {
      SoundDevice.shared.voiceCount == 0 && samples(from: sampleCount - 1).last == 0
    }
    #expect(SoundDevice.shared.voiceCount == 0)
    // Law C1: a second of a pause is silent.
    let paused = sampleCount
    try await run(for: 1)
    #expect(samples(from: paused).allSatisfy { $0 == 0 })
    try await seekOften(player)
    chooseRates(player)
    try await mix(player, AVPlayer(url: try film(folder)))
    try await mixIsHeard(player)
  }

  /// Law C1: the main thread stands for 200 ms, and no sample is left out.
  ///
  /// A part of the test above: a program has one device, which writes to one file.
  @MainActor private func stopTheProgram() {
    var isWhole = false
    // because: the device of a busy machine stalls by itself; it does not each time.
    for _ in 0..<20 where !isWhole {
      let place = sampleCount
      usleep(200_000)
      let heard = samples(from: place)
      isWhole = heard.count > 4800 && stretches(heard) == [0..<heard.count]
    }
    #expect(isWhole)
  }

  /// Law C1: there is sound at rates of 0.5 to 2, and forwards alone.
  @MainActor private func chooseRates(_ player: AVPlayer) {
    player.seek(to: CMTime(value: 5, timescale: 1))
    for (rate, isHeard) in [(2.1, false), (2, true), (-1, false), (0.4, false), (0.5, true)] {
      player.rate = Float(rate)
      #expect((player.sound.current != nil) == isHeard, "\(rate)")
    }
    player.pause()
  }

  /// Law C1: players are heard together, as the sum of their samples, which ends at 1.
  @MainActor private func mix(_ first: AVPlayer, _ second: AVPlayer) async throws {
    let begin = sampleCount
    first.volume = 1
    first.seek(to: .zero)
    first.play()
    second.play()
    // One alone has less than 0.75, and both have 1 somewhere in each of the film's periods.
    try await wait {
      _ = second.currentTime()
      return samples(from: begin).contains(1)
    }
    let heard = samples(from: begin)
    #expect(heard.contains(1) && heard.contains { $0 > 0.76 && $0 < 0.99 })
    #expect(heard.allSatisfy { (0...1).contains($0) })
    second.pause()
    first.pause()
    try await wait { SoundDevice.shared.voiceCount == 0 }
    #expect(SoundDevice.shared.voiceCount == 0)
  }

  /// A ramp makes the sound softer where it should, and its end loud again.
  ///
  /// A part of the test above, as the next one.
  @MainActor private func mixIsHeard(_ player: AVPlayer) async throws {
    let item = try #require(player.currentItem)
    let track = try #require(item.asset.tracks(withMediaType: .audio).first)
    let parameters = AVMutableAudioMixInputParameters(track: track)
    let whole = CMTimeRange(start: .zero, end: CMTime(value: 20, timescale: 1))
    parameters.setVolumeRamp(fromStartVolume: 1, toEndVolume: 0, timeRange: whole)
    let mix = AVMutableAudioMix()
    mix.inputParameters = [parameters]
    item.audioMix = mix
    player.seek(to: CMTime(value: 10, timescale: 1))
    // The end of the file alone: it is long by now.
    let handle = try #require(FileHandle(forReadingAtPath: Self.file))
    func heard(from offset: UInt64, seconds: Double) async throws -> [Float] {
      let count = Int(seconds * 48_000) * 8
      for _ in 0..<500 where try handle.seekToEnd() < offset + UInt64(count) {
        try await run(for: 0.02)
      }
      try handle.seek(toOffset: offset)
      let data = try #require(try handle.read(upToCount: count))
      return data.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
    }
    player.play()
    let soft = try await heard(from: handle.seekToEnd() / 8 * 8, seconds: 2)
    // Half of the film's loudest sample, 0.75, which comes again each third of a second.
    #expect(soft.allSatisfy { $0 <= 0.376 })
    // because: the ramp goes on for two seconds, and a decoder may be late.
    #expect((soft.max() ?? 0) > 0.28, "\(soft.max() ?? 0)")
    item.audioMix = nil
    let loud = try await heard(from: handle.seekToEnd() / 8 * 8, seconds: 2)
    #expect((loud.max() ?? 0) >= 0.74, "\(loud.max() ?? 0)")
    player.pause()
    for _ in 0..<1000 where SoundDevice.shared.voiceCount > 0 { try await run(for: 0.02) }
  }

  /// Law C1: a hundred seeks leave nothing; each one's sound ends with the next.
  ///
  /// A part of the test above: a program has one device, which writes to one file.
  @MainActor private func seekOften(_ player: AVPlayer) async throws {
    player.play()
    for _ in 0..<1000 where player.sound.current == nil { try await run(for: 0.02) }
    #expect(player.sound.current != nil)
    let before = try pipeCount()
    for number in 0..<100 {
      player.seek(to: CMTime(value: CMTimeValue(number * 37 % 29), timescale: 1))
      if number % 10 == 9 { try await run(for: 0.02) }
    }
    // Those that were left end by themselves.
    for _ in 0..<1000 where SoundDevice.shared.voiceCount > 1 { try await run(for: 0.02) }
    #expect(SoundDevice.shared.voiceCount == 1)
    player.pause()
    for _ in 0..<1000 where SoundDevice.shared.voiceCount > 0 { try await run(for: 0.02) }
    #expect(SoundDevice.shared.voiceCount == 0)
    // because: other tests have pipes at the same time; a hundred seeks have 200.
    #expect(try pipeCount() <= before + 100)
  }

  /// The pipes that the process has open.
  private func pipeCount() throws -> Int {
    let manager = FileManager.default
    // One may be closed before it is looked at.
    return try manager.contentsOfDirectory(atPath: "/proc/self/fd").count {
      (try? manager.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)"))?.hasPrefix("pipe:")
        ?? false
    }
  }

  /// Players whose pictures are requested make no sound.
  @Test func picturesOfTimesAreSilent() throws {
    let folder = try Folder()
    let context = try CAContext(size: CGSize(width: 64, height: 64))
    let player = AVPlayer(url: try film(folder))
    context.layer = AVPlayerLayer(player: player)
    player.play()
    _ = try context.image(at: 2)
    #expect(player.sound.current == nil)
  }
}
