// Sound that programs write.
// Licensed under the MIT license; see LICENSE.

import FilmSamples
import Foundation
import QuartzSharing
import TestClaims
import Testing

@testable import AVFoundation

@Suite struct WrittenSoundTests {
  private static let rate = 48_000

  private static var settings: [String: Any] {
    [
      AVFormatIDKey: kAudioFormatMPEG4AAC, AVSampleRateKey: rate, AVNumberOfChannelsKey: 2,
      AVEncoderBitRateKey: 192_000,
    ]
  }

  /// A tone of 1000 Hz that begins after half a second.
  private func tone(_ place: Int) -> Float {
    place < Self.rate / 2
      ? 0 : 0.5 * sin(2 * .pi * 1000 * Float(place % Self.rate) / Float(Self.rate))
  }

  /// A piece of sound, made as programs make them.
  private func piece(
    _ place: Int,
    _ count: Int,
    channels: Int = 2,
    rate: Int = WrittenSoundTests.rate,
    at time: CMTime? = nil
  ) throws -> CMSampleBuffer {
    let form = LinearForm(rate: rate, channels: channels)
    let samples = (place..<place + count).flatMap {
      [Float](repeating: tone($0), count: channels)
    }
    var made: CMBlockBuffer?
    let length = samples.count * 4
    #expect(
      CMBlockBufferCreateWithMemoryBlock(
        allocator: nil,
        memoryBlock: nil,
        blockLength: length,
        blockAllocator: nil,
        customBlockSource: nil,
        offsetToData: 0,
        dataLength: length,
        flags: 0,
        blockBufferOut: &made
      ) == 0
    )
    let block = try #require(made)
    samples.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress else { return }
      _ = CMBlockBufferReplaceDataBytes(
        with: base,
        blockBuffer: block,
        offsetIntoDestination: 0,
        dataLength: length
      )
    }
    var sample: CMSampleBuffer?
    #expect(
      CMAudioSampleBufferCreateReadyWithPacketDescriptions(
        allocator: nil,
        dataBuffer: block,
        formatDescription: try CMFormatDescription(audioStreamBasicDescription: form.description),
        sampleCount: count,
        presentationTimeStamp: time
          ?? CMTime(value: Int64(place + 100 * rate), timescale: Int32(rate)),
        packetDescriptions: nil,
        sampleBufferOut: &sample
      ) == 0
    )
    return try #require(sample)
  }

  /// A white picture from half a second on, a black one before.
  private func picture(_ number: Int) throws -> CVPixelBuffer {
    var buffer: CVPixelBuffer?
    _ = CVPixelBufferCreate(nil, 64, 64, kCVPixelFormatType_32BGRA, nil, &buffer)
    let made = try #require(buffer)
    _ = CVPixelBufferLockBaseAddress(made, [])
    defer { _ = CVPixelBufferUnlockBaseAddress(made, []) }
    let base = try #require(CVPixelBufferGetBaseAddress(made))
    memset(base, number < 12 ? 0 : 255, CVPixelBufferGetBytesPerRow(made) * 64)
    return made
  }

  private func time(ofPicture number: Int) -> CMTime {
    CMTime(value: Int64(number) + 2400, timescale: 24)
  }

  private func read(_ output: AVAssetReaderOutput) -> [Float] {
    let form = LinearForm(rate: Self.rate, channels: 2)
    var samples: [Float] = []
    while let sample = output.copyNextSampleBuffer() {
      let all = sample.dataBuffer?.withContiguousStorage { form.samples($0) } ?? []
      samples += stride(from: 0, to: all.count, by: 2).map { all[$0] }
    }
    return samples
  }

  /// Reads a film's sound, one channel.
  private func sound(_ url: URL) throws -> [Float] {
    let asset = AVURLAsset(url: url)
    let reader = try AVAssetReader(asset: asset)
    let output = AVAssetReaderTrackOutput(
      track: try #require(asset.tracks(withMediaType: .audio).first),
      outputSettings: [
        AVFormatIDKey: kAudioFormatLinearPCM, AVLinearPCMIsFloatKey: true,
        AVNumberOfChannelsKey: 2,
      ]
    )
    reader.add(output)
    #expect(reader.startReading())
    let samples = read(output)
    #expect(reader.status == .completed)
    return samples
  }

  /// The tone of 3/4 of a second begins at half a second.
  private func check(_ samples: [Float]) {
    // because: the last of AAC's packets, of 1024 samples, is filled up with silence.
    #expect((60_000...61_024).contains(samples.count), "\(samples.count)")
    let onset = samples.firstIndex { abs($0) > 0.1 } ?? 0
    // because: the pictures of 24 a second are that long; sound before it is spread by AAC.
    #expect(abs(onset - 24_000) < 2000, "\(onset)")
    let middle = samples[30_000..<54_000]
    let crossings = zip(middle, middle.dropFirst()).count { $0 < 0 && $1 >= 0 }
    #expect((499...501).contains(crossings), "half a second of 1000 Hz: \(crossings)")
    let power = middle.reduce(0) { $0 + $1 * $1 } / Float(middle.count)
    #expect(abs(power.squareRoot() - 0.5 / Float(2).squareRoot()) < 0.02, "because: AAC is lossy")
  }

  private enum Order: CaseIterable {
    case byTurns, picturesFirst, soundFirst
  }

  private func writer(_ url: URL, _ type: AVFileType) throws -> (AVAssetWriter, AVAssetWriterInput)
  {
    let writer = try AVAssetWriter(outputURL: url, fileType: type)
    let input = AVAssetWriterInput(mediaType: .audio, outputSettings: Self.settings)
    #expect(writer.canAdd(input))
    writer.add(input)
    return (writer, input)
  }

  /// Pictures and a tone in any order: both begin when they should.
  @Test(arguments: 0..<3)
  func picturesAndSoundAreInStep(order: Int) async throws {
    let order = Order.allCases[order]
    let folder = try Folder()
    let type: AVFileType = order == .soundFirst ? .mov : .mp4
    let url = URL(fileURLWithPath: folder.file("both"))
    let (writer, sound) = try self.writer(url, type)
    let pictures = AVAssetWriterInput(mediaType: .video, outputSettings: [:])
    let adaptor = AVAssetWriterInputPixelBufferAdaptor(assetWriterInput: pictures)
    writer.add(pictures)
    #expect(writer.inputs.count == 2 && writer.startWriting())
    writer.startSession(atSourceTime: time(ofPicture: 0))
    func addPicture(_ number: Int) throws {
      #expect(adaptor.append(try picture(number), withPresentationTime: time(ofPicture: number)))
    }
    func addSound(_ number: Int) throws {
      #expect(sound.append(try piece(number * 2000, 2000)))
    }
    switch order {
    case .byTurns:
      for number in 0..<30 {
        try addPicture(number)
        try addSound(number)
      }
    case .picturesFirst:
      for number in 0..<30 { try addPicture(number) }
      for number in 0..<30 { try addSound(number) }
    case .soundFirst:
      for number in 0..<30 { try addSound(number) }
      for number in 0..<30 { try addPicture(number) }
    }
    pictures.markAsFinished()
    sound.markAsFinished()
    await writer.finishWriting()
    #expect(writer.status == .completed, "\(writer.error.map { "\($0)" } ?? "")")
    check(try self.sound(url))
    // The first white picture.
    let asset = AVURLAsset(url: url)
    let track = try #require(asset.tracks(withMediaType: .video).first)
    let reader = try AVAssetReader(asset: asset)
    let output = AVAssetReaderTrackOutput(
      track: track,
      outputSettings: [kCVPixelBufferPixelFormatTypeKey: kCVPixelFormatType_32BGRA]
    )
    reader.add(output)
    reader.startReading()
    var (count, white) = (0, -1.0)
    while let sample = output.copyNextSampleBuffer() {
      let image = try #require(sample.imageBuffer)
      _ = CVPixelBufferLockBaseAddress(image, .readOnly)
      let level = CVPixelBufferGetBaseAddress(image)?.load(as: UInt8.self) ?? 0
      _ = CVPixelBufferUnlockBaseAddress(image, .readOnly)
      if level > 127, white < 0 { white = sample.presentationTimeStamp.seconds }
      count += 1
    }
    #expect(count == 30 && abs(white - 0.5) < 1e-4)
  }

  /// Sound alone, with a gap, and with pieces that lie over each other.
  @Test(arguments: [AVFileType.m4a, .mp4, .mov])
  func soundAloneIsWritten(type: AVFileType) async throws {
    let folder = try Folder()
    let url = URL(fileURLWithPath: folder.file("sound"))
    let (writer, input) = try self.writer(url, type)
    #expect(
      !writer.canAdd(AVAssetWriterInput(mediaType: .video, outputSettings: [:])) || type != .m4a
    )
    writer.startWriting()
    writer.startSession(atSourceTime: CMTime(value: 100, timescale: 1))
    // Silence is left out, and half of a piece comes twice.
    #expect(input.append(try piece(0, 2000)))
    #expect(input.append(try piece(20_000, 20_000)))
    #expect(input.append(try piece(30_000, 30_000)))
    input.markAsFinished()
    #expect(!input.append(try piece(60_000, 2000)), "it is finished")
    await writer.finishWriting()
    #expect(writer.status == .completed, "\(writer.error.map { "\($0)" } ?? "")")
    check(try sound(url))
  }

  /// Each input is asked on a queue of its own.
  @Test func inputsAreAskedSideBySide() async throws {
    let folder = try Folder()
    let url = URL(fileURLWithPath: folder.file("both.mp4"))
    let (writer, sound) = try self.writer(url, .mp4)
    let pictures = AVAssetWriterInput(mediaType: .video, outputSettings: [:])
    writer.add(pictures)
    writer.startWriting()
    writer.startSession(atSourceTime: time(ofPicture: 0))
    let adaptor = Transferred(AVAssetWriterInputPixelBufferAdaptor(assetWriterInput: pictures))
    let target = Transferred(sound)
    let places = Monitor((pictures: 0, sounds: 0))
    let done = DispatchGroup()
    done.enter()
    done.enter()
    sound.requestMediaDataWhenReady(on: DispatchQueue(label: "sound")) {
      while target.value.isReadyForMoreMediaData {
        let number = places.change { places in
          places.sounds += 1
          return places.sounds - 1
        }
        guard number < 60, let piece = try? self.piece(number * 1000, 1000),
          target.value.append(piece)
        else {
          target.value.markAsFinished()
          return done.leave()
        }
      }
    }
    pictures.requestMediaDataWhenReady(on: DispatchQueue(label: "pictures")) {
      while adaptor.value.assetWriterInput.isReadyForMoreMediaData {
        let number = places.change { places in
          places.pictures += 1
          return places.pictures - 1
        }
        guard number < 30, let picture = try? self.picture(number),
          adaptor.value.append(picture, withPresentationTime: self.time(ofPicture: number))
        else {
          adaptor.value.assetWriterInput.markAsFinished()
          return done.leave()
        }
      }
    }
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      done.notify(queue: .global()) { continuation.resume() }
    }
    await writer.finishWriting()
    #expect(writer.status == .completed, "\(writer.error.map { "\($0)" } ?? "")")
    check(try self.sound(url))
  }

  @Test func mistakesOfSoundFailInWords() async throws {
    let folder = try Folder()
    func begin() throws -> (AVAssetWriter, AVAssetWriterInput) {
      let url = URL(fileURLWithPath: folder.file("\(UUID().uuidString).m4a"))
      let (writer, input) = try self.writer(url, .m4a)
      writer.startWriting()
      writer.startSession(atSourceTime: CMTime(value: 100, timescale: 1))
      return (writer, input)
    }
    func reason(_ writer: AVAssetWriter) -> String {
      #expect(writer.status == .failed)
      #expect(!FileManager.default.fileExists(atPath: writer.outputURL.path))
      return writer.error.map { "\($0)" } ?? ""
    }
    let (first, twice) = try begin()
    #expect(twice.append(try piece(0, 1000)))
    #expect(!twice.append(try piece(0, 1000)) && reason(first).contains("100.0 s"))
    let (second, early) = try begin()
    #expect(!early.append(try piece(0, 1000, at: .zero)) && reason(second).contains("0.0 s"))
    let (third, other) = try begin()
    #expect(!other.append(try piece(0, 1000, rate: 44_100)) && reason(third).contains("44100"))
    let (fourth, mono) = try begin()
    #expect(!mono.append(try piece(0, 1000, channels: 1)) && reason(fourth).contains("1 x 48000"))
    let (fifth, late) = try begin()
    let far = CMTime(value: 1 << 40, timescale: 1)
    #expect(!late.append(try piece(0, 1000, at: far)) && reason(fifth).contains("hour"))
    let (sixth, empty) = try begin()
    empty.markAsFinished()
    await sixth.finishWriting()
    #expect(reason(sixth).contains("without sound"))

    let url = URL(fileURLWithPath: folder.file("none.mp4"))
    let writer = try AVAssetWriter(outputURL: url, fileType: .mp4)
    for change: [String: Any] in [
      [AVFormatIDKey: kAudioFormatLinearPCM], [AVSampleRateKey: 47_000],
      [AVNumberOfChannelsKey: 9], [AVEncoderBitRateKey: -1],
    ] {
      let settings = Self.settings.merging(change) { $1 }
      #expect(!writer.canAdd(AVAssetWriterInput(mediaType: .audio, outputSettings: settings)))
    }
    #expect(!writer.canAdd(AVAssetWriterInput(mediaType: .audio, outputSettings: nil)))
    writer.add(AVAssetWriterInput(mediaType: .audio, outputSettings: Self.settings))
    #expect(!writer.canAdd(AVAssetWriterInput(mediaType: .audio, outputSettings: Self.settings)))
  }

  /// Blocks of bytes and pieces of sound refuse what they cannot hold.
  @Test func blocksAreBounded() throws {
    let block = CMBlockBuffer(bytes: [1, 2, 3, 4])
    let bytes: [UInt8] = [9, 9, 9]
    #expect(
      CMBlockBufferReplaceDataBytes(
        with: bytes,
        blockBuffer: block,
        offsetIntoDestination: 2,
        dataLength: 3
      ) == kCMBlockBufferBadOffsetParameterErr
    )
    #expect(
      CMBlockBufferReplaceDataBytes(
        with: bytes,
        blockBuffer: block,
        offsetIntoDestination: 1,
        dataLength: 3
      ) == 0
    )
    #expect(try block.dataBytes() == Data([1, 9, 9, 9]))
    let form = LinearForm(rate: Self.rate, channels: 2)
    for count in [0, 1, Int.max] {
      var sample: CMSampleBuffer?
      let code = CMAudioSampleBufferCreateReadyWithPacketDescriptions(
        allocator: nil,
        dataBuffer: block,
        formatDescription: try CMFormatDescription(audioStreamBasicDescription: form.description),
        sampleCount: count,
        presentationTimeStamp: .zero,
        packetDescriptions: nil,
        sampleBufferOut: &sample
      )
      #expect(code == kCMSampleBufferError_InvalidSampleData && sample == nil)
    }
  }
}
