// Sound of capture sessions: to delegates, into films, and how loud it is.
// Licensed under the MIT license; see LICENSE.

import FilmSamples
import Foundation
import QuartzSharing
import QuartzVideo
import TestClaims
import Testing

@testable import AVFoundation

/// Gets the sound of an output.
private final class CaptureListener: AVCaptureAudioDataOutputSampleBufferDelegate {
  struct Heard {
    var samples: [Float] = []
    var times: [Double] = []
    var counts: [Int] = []
    var isElsewhere = true
  }

  let heard = Monitor(Heard())
  private let mainThread = Transferred(Thread.current)

  func captureOutput(
    _ output: AVCaptureOutput,
    didOutput sampleBuffer: CMSampleBuffer,
    from connection: AVCaptureConnection
  ) {
    let bytes = (try? sampleBuffer.dataBuffer?.dataBytes()) ?? Data()
    let samples = bytes.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
    let isElsewhere = Thread.current !== mainThread.value
    #expect(sampleBuffer.imageBuffer == nil && sampleBuffer.numSamples * 2 == samples.count)
    heard.change { heard in
      heard.samples += samples
      heard.times.append(sampleBuffer.presentationTimeStamp.seconds)
      heard.counts.append(sampleBuffer.numSamples)
      heard.isElsewhere = heard.isElsewhere && isElsewhere
    }
  }

  func wait(for count: Int) -> Heard {
    heard.wait(until: { $0.counts.count >= count }, then: { $0 })
  }
}

@Suite struct CaptureSoundTests {
  private func session(_ device: AVCaptureDevice) throws -> AVCaptureSession {
    let session = AVCaptureSession()
    session.addInput(try AVCaptureDeviceInput(device: device))
    return session
  }

  private func output(
    _ session: AVCaptureSession,
    _ listener: CaptureListener
  ) -> AVCaptureAudioDataOutput {
    let output = AVCaptureAudioDataOutput()
    output.setSampleBufferDelegate(listener, queue: DispatchQueue(label: "listener"))
    session.addOutput(output)
    return output
  }

  // MARK: Devices

  @Test(.shows("AVCaptureDevice.hasMediaType(_:)", "AVCaptureDevice.DeviceType.microphone"))
  func microphonesSayWhatTheyAre() throws {
    let list = [
      MicrophoneDescription(.pulse, node: "default", name: "Sound server"),
      MicrophoneDescription(.alsa, node: "plughw:CARD=PCH,DEV=0", name: "Analog"),
    ]
    let devices = AVCaptureDevice.microphones(list)
    #expect(devices.map(\.uniqueID) == ["pulse:default", "alsa:plughw:CARD=PCH,DEV=0"])
    let graph = try #require(AVCaptureDevice(uniqueID: "lavfi:sine=frequency=500"))
    let click = AVCaptureDevice.testSource(name: "click")
    for device in devices + [graph, click] {
      #expect(device.hasMediaType(.audio) && !device.hasMediaType(.video))
      #expect(device.deviceType == .microphone && device.formats.count == 1)
      #expect(device.activeFormat.mediaType == .audio)
      #expect(device.activeFormat.videoSupportedFrameRateRanges.isEmpty)
      let form = try #require(
        device.activeFormat.formatDescription.audioStreamBasicDescription
      )
      #expect(form.mSampleRate == 48_000 && form.mChannelsPerFrame == 2)
      #expect(form.mFormatID == kAudioFormatLinearPCM && form.mBytesPerFrame == 8)
      let flags = kAudioFormatFlagIsFloat | kAudioFormatFlagIsPacked
      #expect(form.mFormatFlags == flags && form.mBitsPerChannel == 32)
    }
    // Neither is in a list.
    #expect(AVCaptureDevice(uniqueID: "test-sound:click") == nil)
    #expect(AVCaptureDevice.authorizationStatus(for: .audio) == .authorized)
  }

  @Test func aSessionHasOneDeviceOfAMedium() throws {
    let session = try testSession("picture beside sound")
    let microphone = try AVCaptureDeviceInput(device: .testSource(name: "sound beside picture"))
    #expect(session.canAddInput(microphone))
    session.addInput(microphone)
    let other = try AVCaptureDeviceInput(device: .testSource(name: "another"))
    #expect(!session.canAddInput(other))
    session.addInput(other)
    #expect(session.inputs.count == 2)
    let (pictures, sound) = (AVCaptureVideoDataOutput(), AVCaptureAudioDataOutput())
    let movie = AVCaptureMovieFileOutput()
    for output in [pictures, sound, movie] { session.addOutput(output) }
    func media(_ output: AVCaptureOutput) -> [[AVMediaType]] {
      output.connections.map { $0.inputPorts.map(\.mediaType) }
    }
    #expect(media(pictures) == [[.video]] && media(sound) == [[.audio]])
    #expect(media(movie) == [[.video], [.audio]])
    #expect(movie.connection(with: .audio)?.audioChannels.count == 2)
    #expect(movie.connection(with: .video)?.audioChannels.isEmpty == true)
    #expect(session.connections.count == 4)
    session.removeInput(microphone)
    #expect(sound.connections.isEmpty && media(movie) == [[.video]])
  }

  // MARK: Delegates

  @Test(
    .shows(
      "AVCaptureAudioDataOutput",
      "AVCaptureAudioDataOutput.setSampleBufferDelegate(_:queue:)",
      "AVCaptureAudioDataOutputSampleBufferDelegate",
      "CMBlockBuffer"
    )
  )
  func soundComesInOrder() throws {
    let session = try session(.testSource(name: "in order"))
    let listener = CaptureListener()
    let output = output(session, listener)
    session.startRunning()
    #expect(session.isRunning)
    let heard = listener.wait(for: 120)
    session.stopRunning()
    #expect(heard.isElsewhere && heard.counts.allSatisfy { $0 == 480 })
    for (one, two) in zip(heard.times, heard.times.dropFirst()) {
      #expect(abs(two - one - 0.01) < 1e-6)
    }
    // Its clicks lie at whole seconds of the clock of times.
    let start = try #require(heard.times.first)
    let clicks = stride(from: 0, to: heard.samples.count, by: 2).filter { heard.samples[$0] > 0 }
    #expect((48...96).contains(clicks.count))
    for place in clicks {
      let second = (start + Double(place / 2) / 48_000).truncatingRemainder(dividingBy: 1)
      #expect(second < 0.001 || second > 1 - 1e-6, "\(second)")
    }
    output.setSampleBufferDelegate(nil, queue: nil)
    #expect(output.sampleBufferDelegate == nil && output.sampleBufferCallbackQueue == nil)
  }

  /// FFmpeg's sine has an eighth of the largest samples; one channel in two has 3 dB less in each.
  @Test(
    .shows(
      "AVCaptureConnection.audioChannels",
      "AVCaptureAudioChannel",
      "AVCaptureAudioChannel.averagePowerLevel",
      "AVCaptureAudioChannel.peakHoldLevel"
    )
  )
  func channelsSayHowLoudTheyAre() throws {
    let graph = "lavfi:sine=frequency=1000:sample_rate=48000"
    let session = try session(try #require(AVCaptureDevice(uniqueID: graph)))
    let listener = CaptureListener()
    let output = output(session, listener)
    let channels = try #require(output.connection(with: .audio)).audioChannels
    #expect(channels.map(\.averagePowerLevel) == [-160, -160])
    channels[1].volume = 0.5
    session.startRunning()
    var heard = listener.wait(for: 30)
    let most = try #require(heard.samples.max())
    // because: samples of the filter are whole numbers of 16 bits.
    #expect(abs(most - 0.125 * 0.70711) < 0.001)
    let levels = channels.map(\.averagePowerLevel), peaks = channels.map(\.peakHoldLevel)
    let peak = 20 * log10(most)
    #expect(abs(peaks[0] - peak) < 0.01 && abs(peaks[1] - (peak - 6.0206)) < 0.01)
    // because: a tenth of a second has whole periods, but pieces begin anywhere in one.
    #expect(abs(levels[0] - (peak - 3.0103)) < 0.05, "\(levels)")
    #expect(abs(levels[1] - (peak - 9.0309)) < 0.05, "\(levels)")
    channels[0].isEnabled = false
    let count = heard.counts.count
    heard = listener.wait(for: count + 30)
    #expect(channels[0].averagePowerLevel == -160)
    #expect(heard.samples.suffix(480).enumerated().allSatisfy { $0.0 % 2 == 1 || $0.1 == 0 })
    session.stopRunning()
    channels[0].volume = .nan
    channels[1].volume = .infinity
    #expect(channels[0].volume == 0 && channels[1].volume == 1)
    #expect(channels[0].peakHoldLevel == -160)
  }

  /// The loudness is that of a tenth of a second, the peak that of a second.
  @Test func peaksAreHeldForASecond() {
    let levels = SoundLevels()
    func pass(_ sample: Float, pieces: Int) {
      for _ in 0..<pieces {
        let samples = [Float](repeating: sample, count: 480 * CapturedSound.channels)
        _ = levels.pass(CapturedSound(samples: samples, at: 0))
      }
    }
    pass(0.5, pieces: 10)
    #expect(abs(levels.level(0).average + 6.0206) < 0.001)
    #expect(abs(levels.level(1).peak + 6.0206) < 0.001)
    pass(0, pieces: 10)
    #expect(levels.level(0).average == -160 && abs(levels.level(0).peak + 6.0206) < 0.001)
    pass(0, pieces: 89)
    #expect(levels.level(0).peak > -10)
    pass(0, pieces: 1)
    #expect(levels.level(0).peak == -160)
    pass(1e-30, pieces: 10)
    #expect(levels.level(1).average == -160 && levels.level(1).peak == -160)
  }

  /// A connection that is off gives nothing, and a delegate that takes too long stops nobody.
  @Test func connectionsThatAreOffGiveNoSound() throws {
    let session = try session(.testSource(name: "off"))
    let (one, two) = (CaptureListener(), CaptureListener())
    let (open, closed) = (output(session, one), output(session, two))
    closed.connection(with: .audio)?.isEnabled = false
    session.startRunning()
    _ = one.wait(for: 10)
    #expect(two.heard.withLock { $0.counts.isEmpty })
    closed.connection(with: .audio)?.isEnabled = true
    _ = two.wait(for: 3)
    session.stopRunning()
    #expect(open.connection(with: .audio)?.isActive == false)
  }

  // MARK: Ends

  /// A microphone that vanishes ends the session, with its camera, and is told of once.
  @Test func microphonesThatVanishSaySoOnce() throws {
    let session = try testSession("seen", rate: 100)
    let sound = try AVCaptureDeviceInput(device: .testSound("heard", count: 20))
    session.addInput(sound)
    let diary = CaptureDiary()
    let token = NotificationCenter.default.addObserver(
      forName: AVCaptureSession.runtimeErrorNotification,
      object: session,
      queue: nil
    ) { note in
      let error = note.userInfo?[AVCaptureSessionErrorKey] as? AVError
      diary.add(error.map { "\($0.code): \($0)" } ?? "none")
    }
    defer { NotificationCenter.default.removeObserver(token) }
    session.startRunning()
    diary.wait(for: 1)
    #expect(!session.isRunning)
    let line = "deviceWasDisconnected: heard: there is no more sound: it was unplugged"
    #expect(diary.all == [line])
    // Its camera is free again.
    session.removeInput(sound)
    session.startRunning()
    #expect(session.isRunning)
    session.stopRunning()
    #expect(diary.all == [line])
  }

  @Test func aMicrophoneBelongsToOneSession() throws {
    let first = try session(.testSource(name: "shared"))
    let second = try testSession("beside shared")
    second.addInput(try AVCaptureDeviceInput(device: .testSource(name: "shared")))
    first.startRunning()
    second.startRunning()
    #expect(first.isRunning && !second.isRunning)
    first.stopRunning()
    // Its camera was given back.
    second.startRunning()
    #expect(second.isRunning)
    second.stopRunning()
  }

  // MARK: Films

  /// The samples of the left channel of a film.
  private func samples(_ url: URL, in folder: Folder) throws -> [Float] {
    let raw = folder.file("sound.raw")
    try ffmpeg([
      "-i", url.path, "-map", "0:a:0", "-f", "f32le", "-ac", "2", "-ar", "48000", raw,
    ])
    let data = try Data(contentsOf: URL(fileURLWithPath: raw))
    return data.withUnsafeBytes { bytes in
      stride(from: 0, to: bytes.count / 4, by: 2).map {
        bytes.loadUnaligned(fromByteOffset: $0 * 4, as: Float.self)
      }
    }
  }

  /// Three seconds: 144,000 samples, and clicks within a picture of where they belong.
  @Test(.shows("AVCaptureMovieFileOutput"))
  func filmsHaveSoundInStep() throws {
    let folder = try Folder()
    let session = try testSession("filmed", width: 640, height: 48, rate: 30)
    session.addInput(try AVCaptureDeviceInput(device: .testSource(name: "recorded")))
    let (movie, pictures) = (AVCaptureMovieFileOutput(), AVCaptureVideoDataOutput())
    let viewer = CaptureViewer()
    pictures.alwaysDiscardsLateVideoFrames = false
    pictures.setSampleBufferDelegate(viewer, queue: DispatchQueue(label: "viewer"))
    session.addOutput(movie)
    session.addOutput(pictures)
    session.startRunning()
    let recorder = CaptureRecorder()
    let url = URL(fileURLWithPath: folder.file("heard.mov"))
    // By the moments of pictures, so that a busy machine films as much: 90 pictures.
    movie.maxRecordedDuration = CMTime(value: 2960, timescale: 1000)
    movie.startRecording(to: url, recordingDelegate: recorder)
    recorder.diary.wait(for: 2)
    session.stopRunning()
    #expect(recorder.diary.all == ["start heard.mov 2", "end maximumDurationReached true"])
    let asset = AVURLAsset(url: url)
    #expect(asset.tracks(withMediaType: .audio).count == 1)
    let seconds = movie.recordedDuration.seconds + 1.0 / 30
    let heard = try samples(url, in: folder)
    // because: a machine that is too slow leaves pictures out, also the last one.
    #expect(abs(seconds - 3) < 0.1, "\(seconds)")
    #expect(abs(Double(heard.count) - seconds * 48_000) <= 1024, "\(heard.count)")
    // The moment of the film's first picture, by the column of its bar.
    let reader = try AVAssetReader(asset: asset)
    let output = AVAssetReaderTrackOutput(
      track: try #require(asset.tracks(withMediaType: .video).first),
      outputSettings: [kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA]
    )
    reader.add(output)
    reader.startReading()
    let first = try #require(brightColumn(output.copyNextSampleBuffer()?.imageBuffer))
    let seen = viewer.seen.withLock { $0 }
    let start = seen.times[try #require(seen.bars.firstIndex(of: first))]
    // because: AAC blurs a click of 48 samples over some hundred.
    let loud = heard.indices.filter { abs(heard[$0]) > 0.3 }
    #expect(!loud.isEmpty)
    for place in loud {
      let moment = start + Double(place) / 48_000
      #expect(abs(moment - moment.rounded()) <= 1.0 / 30, "\(moment)")
    }
    #expect((2...4).contains(Set(loud.map { (start + Double($0) / 48_000).rounded() }).count))
  }

  /// The brightest column of a picture of a lossy film.
  private func brightColumn(_ picture: CVPixelBuffer?) -> Int? {
    guard let picture else { return nil }
    _ = CVPixelBufferLockBaseAddress(picture, .readOnly)
    defer { _ = CVPixelBufferUnlockBaseAddress(picture, .readOnly) }
    guard let base = CVPixelBufferGetBaseAddress(picture) else { return nil }
    let row = UnsafeRawBufferPointer(start: base, count: CVPixelBufferGetWidth(picture) * 4)
    return (0..<CVPixelBufferGetWidth(picture)).max { row[$0 * 4 + 1] < row[$1 * 4 + 1] }
  }

  /// A connection that is off leaves a film of pictures; one without pictures is none.
  @Test func filmsWithoutSoundOrPictures() throws {
    let folder = try Folder()
    let session = try testSession("silent film", rate: 60)
    session.addInput(try AVCaptureDeviceInput(device: .testSource(name: "not recorded")))
    let movie = AVCaptureMovieFileOutput()
    session.addOutput(movie)
    movie.connection(with: .audio)?.isEnabled = false
    session.startRunning()
    let recorder = CaptureRecorder()
    let url = URL(fileURLWithPath: folder.file("silent.mp4"))
    movie.startRecording(to: url, recordingDelegate: recorder)
    while movie.recordedDuration.seconds < 0.2 { usleep(1000) }
    movie.stopRecording()
    recorder.diary.wait(for: 2)
    session.stopRunning()
    #expect(AVURLAsset(url: url).tracks(withMediaType: .audio).isEmpty)
    let deaf = try self.session(.testSource(name: "sound alone"))
    let other = AVCaptureMovieFileOutput()
    deaf.addOutput(other)
    deaf.startRunning()
    other.startRecording(
      to: URL(fileURLWithPath: folder.file("none.mov")),
      recordingDelegate: recorder
    )
    other.stopRecording()
    recorder.diary.wait(for: 3)
    deaf.stopRunning()
    #expect(recorder.diary.all[2] == "end exportFailed false")
  }

  // MARK: Samples of films

  /// A piece whose samples are numbered from one on.
  private func piece(_ first: Int, _ count: Int, at moment: Double) -> CapturedSound {
    CapturedSound(
      samples: (first..<first + count).flatMap { [Float($0), Float(-$0)] },
      at: moment
    )
  }

  private func left(_ samples: [Float]) -> [Int] {
    stride(from: 0, to: samples.count, by: 2).map { Int(samples[$0]) }
  }

  /// Sound begins with the first picture, and ends where it is told to.
  @Test func soundIsCutToThePictures() {
    var sound = RecordedSound()
    let unit = 1.0 / 48_000
    sound.add(piece(0, 10, at: 1 - 4 * unit))
    sound.add(piece(10, 10, at: 1 + 6 * unit))
    #expect(left(sound.take(from: 1, before: 1 + 3.5 * unit)) == [4, 5, 6])
    #expect(left(sound.take(from: 1, before: 1 + 8.5 * unit)) == [7, 8, 9, 10, 11])
    #expect(sound.reaches(1 + 15.5 * unit) && !sound.reaches(1 + 17 * unit))
    let rest = left(sound.finish(from: 1, before: 1 + 20.5 * unit))
    #expect(rest == [12, 13, 14, 15, 16, 17, 18, 19, 0, 0, 0, 0] && sound.written == 20)
  }

  /// Small differences of moments are none; a tenth of a second is silence, or left out.
  @Test func gapsOfSoundAreSilence() {
    var sound = RecordedSound()
    sound.add(piece(1, 480, at: 2))
    // 20 ms late, and 20 ms early.
    sound.add(piece(481, 480, at: 2.03))
    sound.add(piece(961, 480, at: 2.0))
    var heard = left(sound.take(from: 2, before: 2.0301))
    #expect(heard == Array(1...1440))
    // Half a second is not there.
    sound.add(piece(2000, 480, at: 2.53))
    heard = left(sound.take(from: 2, before: 2.5401))
    #expect(heard.count == 24_480 && heard.prefix(24_000).allSatisfy { $0 == 0 })
    #expect(heard.suffix(480) == Array(2000..<2480)[...])
    // The same half second again is left out.
    sound.add(piece(3000, 24_000, at: 2.04))
    sound.add(piece(9000, 480, at: 2.54))
    heard = left(sound.take(from: 2, before: 2.5501))
    #expect(heard == Array(9000..<9480))
    // Sound that begins late is silent first.
    var late = RecordedSound()
    late.add(piece(1, 480, at: 5.005))
    #expect(
      left(late.take(from: 5, before: 5.0051)) == [Int](repeating: 0, count: 240) + [1, 2, 3, 4]
    )
    // A camera without pictures keeps twelve seconds of sound.
    for second in 0..<20 { late.add(piece(1, 480, at: 6 + Double(second))) }
    let all = late.take(from: 5, before: 25.0101)
    #expect(all.count { $0 > 0 } == 13 * 480 && all.count / 2 == 960_236)
  }
}
