// Sound that programs read and write.
// Licensed under the MIT license; see LICENSE.

import FilmSamples
import Foundation
import TestClaims
import Testing

@testable import AVFoundation

/// The sound of an output, put together.
private struct ReadSound {
  /// Those of all channels by turns.
  var samples: [Float] = []
  var starts: [CMTime] = []
  var counts: [Int] = []
  var form = AudioStreamBasicDescription()

  /// Reads all that is left.
  init(_ output: AVAssetReaderOutput) throws {
    while let sample = output.copyNextSampleBuffer() {
      let description = try #require(sample.formatDescription?.audioStreamBasicDescription)
      let form = try #require(LinearForm(description))
      let data = try #require(sample.dataBuffer)
      #expect(data.dataLength == sample.numSamples * form.frameBytes)
      samples += data.withContiguousStorage { form.samples($0) }
      starts.append(sample.presentationTimeStamp)
      counts.append(sample.numSamples)
      self.form = description
    }
  }

  /// Whether each piece begins with the sample after the one before.
  var isWithoutGaps: Bool {
    zip(zip(starts, counts), starts.dropFirst()).allSatisfy { before, next in
      next == before.0 + CMTime(value: Int64(before.1), timescale: next.timescale)
    }
  }

  /// The places of clicks in the first channel.
  func clicks(_ channels: Int = 2) -> [Int] {
    stride(from: 0, to: samples.count, by: channels).filter { samples[$0] > 0.4 }
      .map { $0 / channels }
  }
}

@Suite struct FileSoundTests {
  /// A film of 4 s with a click of one sample in each second, at 0.1 s.
  private func clicks(
    _ folder: Folder,
    rate: Int = 48_000,
    seconds: Int = 4,
    delay: String = "0"
  ) throws -> AVURLAsset {
    let path = folder.file("clicks-\(rate)-\(seconds)-\(delay).mov")
    let click = "if(eq(mod(n\\,\(rate))\\,\(rate / 10))\\,0.5\\,0)"
    try ffmpeg([
      "-f", "lavfi", "-i", "color=black:s=64x64:r=25:d=\(seconds)", "-itsoffset", delay, "-f",
      "lavfi", "-i", "aevalsrc=\(click)|0:s=\(rate):d=\(seconds)", "-c:v", "libx264", "-c:a",
      "pcm_s16le", path,
    ])
    return AVURLAsset(url: URL(fileURLWithPath: path))
  }

  private static var floats: [String: Any] {
    [
      AVFormatIDKey: kAudioFormatLinearPCM, AVLinearPCMIsFloatKey: true,
      AVLinearPCMBitDepthKey: 32,
    ]
  }

  private func output(
    _ asset: AVAsset,
    _ settings: [String: Any] = FileSoundTests.floats
  ) throws -> AVAssetReaderTrackOutput {
    let track = try #require(asset.tracks(withMediaType: .audio).first)
    return AVAssetReaderTrackOutput(track: track, outputSettings: settings)
  }

  private func read(
    _ asset: AVAsset,
    _ settings: [String: Any] = FileSoundTests.floats,
    _ part: CMTimeRange? = nil
  ) throws -> ReadSound {
    let reader = try AVAssetReader(asset: asset)
    let output = try output(asset, settings)
    #expect(reader.canAdd(output) && output.mediaType == .audio)
    reader.add(output)
    if let part { reader.timeRange = part }
    #expect(reader.startReading())
    let sound = try ReadSound(output)
    #expect(reader.status == .completed && reader.error == nil)
    return sound
  }

  private func range(_ start: Int64, _ end: Int64, _ scale: Int32 = 48_000) -> CMTimeRange {
    CMTimeRange(
      start: CMTime(value: start, timescale: scale),
      end: CMTime(value: end, timescale: scale)
    )
  }

  /// Samples are those of the film, each at its time.
  @Test(.shows("AVAssetReaderTrackOutput"))
  func clicksAreWhereTheyAre() throws {
    let folder = try Folder()
    let film = try clicks(folder)
    let sound = try read(film)
    #expect(sound.clicks() == [4800, 52_800, 100_800, 148_800])
    #expect(sound.samples.count == 4 * 96_000 && sound.isWithoutGaps)
    #expect(sound.starts.first == .zero && sound.samples[9600] == 0.5 && sound.samples[9601] == 0)
    #expect(sound.form.mSampleRate == 48_000 && sound.form.mChannelsPerFrame == 2)
    // A part begins and ends at its samples; times between two samples count to the next.
    let part = try read(film, Self.floats, range(52_800, 100_801))
    #expect(part.clicks() == [0, 48_000] && part.samples.count == 2 * 48_001)
    #expect(part.starts.first == CMTime(value: 52_800, timescale: 48_000) && part.isWithoutGaps)
    let between = try read(film, Self.floats, range(105_599, 200_000, 96_000))
    #expect(between.clicks() == [0] && between.samples.count == 2 * 47_200)
    let behind = try read(film, Self.floats, range(480_000, 960_000))
    #expect(behind.samples.isEmpty)
    let none = try read(film, Self.floats, range(0, 0))
    #expect(none.samples.isEmpty)
  }

  /// Parts far behind the beginning are found without decoding all before them.
  @Test func partsOfLongFilmsAreExact() throws {
    let folder = try Folder()
    let film = try clicks(folder, rate: 44_100, seconds: 25)
    let sound = try read(film, Self.floats, range(20 * 44_100 + 4410, 22 * 44_100, 44_100))
    #expect(sound.clicks() == [0, 44_100] && sound.samples.count == 2 * (88_200 - 4410))
    #expect(sound.starts.first == CMTime(value: 20 * 44_100 + 4410, timescale: 44_100))
    // Of a codec whose samples need those before them: the same as when all are decoded.
    let path = folder.file("tone.mp4")
    try ffmpeg([
      "-f", "lavfi", "-i", "aevalsrc=0.4*sin(t*t*300):s=48000:d=20", "-c:a", "aac", "-aac_pns", "0",
      path,
    ])
    let tone = AVURLAsset(url: URL(fileURLWithPath: path))
    let whole = try read(tone)
    let part = try read(tone, Self.floats, range(15 * 48_000 + 77, 17 * 48_000))
    #expect(whole.form.mChannelsPerFrame == 1 && part.samples.count == 96_000 - 77)
    let expected = whole.samples[(15 * 48_000 + 77)..<(17 * 48_000)]
    #expect(zip(part.samples, expected).allSatisfy { abs($0 - $1) < 1e-4 })
  }

  /// A track that begins later than the film has silence before it.
  @Test func lateSoundIsLate() throws {
    let folder = try Folder()
    let film = try clicks(folder, delay: "0.5")
    let sound = try read(film)
    #expect(sound.clicks() == [28_800, 76_800, 124_800, 172_800] && sound.isWithoutGaps)
    // So has a mixed one.
    let tracks = film.tracks(withMediaType: .audio)
    let mixed = AVAssetReaderAudioMixOutput(audioTracks: tracks, audioSettings: nil)
    let reader = try AVAssetReader(asset: film)
    reader.add(mixed)
    #expect(reader.startReading())
    #expect(try ReadSound(mixed).clicks() == [28_800, 76_800, 124_800, 172_800])
  }

  /// Whole numbers, planes, other rates and channels.
  @Test func formsAreAsAskedFor() throws {
    let folder = try Folder()
    let film = try clicks(folder)
    let floats = try read(film)
    let usual = try read(film, [AVFormatIDKey: kAudioFormatLinearPCM])
    #expect(usual.samples == floats.samples && usual.form.mBitsPerChannel == 16)
    #expect(usual.form.mFormatFlags == kAudioFormatFlagIsPacked | kAudioFormatFlagIsSignedInteger)
    let planes = try read(
      film,
      [
        AVFormatIDKey: Int(kAudioFormatLinearPCM), AVLinearPCMBitDepthKey: 32,
        AVLinearPCMIsNonInterleaved: true,
      ]
    )
    #expect(planes.samples == floats.samples && planes.form.mBytesPerFrame == 4)
    #expect(planes.form.mFormatFlags & kAudioFormatFlagIsNonInterleaved != 0)
    let other = try read(
      film,
      Self.floats.merging([AVSampleRateKey: 24_000.0, AVNumberOfChannelsKey: 1]) { $1 }
    )
    #expect(other.samples.count == 4 * 24_000 && other.form.mChannelsPerFrame == 1)
    #expect(other.starts.dropFirst().first == CMTime(value: 8192, timescale: 24_000))
    // because: a click of one sample is spread by the filter for half the rate; its place is not.
    let loudest = other.samples.indices.max { other.samples[$0] < other.samples[$1] }
    #expect(loudest.map { $0 % 24_000 } == 2400)
  }

  /// Pictures and sound of one reader; one that is cancelled ends both.
  @Test func picturesAndSoundAreReadSideBySide() throws {
    let folder = try Folder()
    let film = try clicks(folder)
    let reader = try AVAssetReader(asset: film)
    let pictures = AVAssetReaderTrackOutput(
      track: try #require(film.tracks(withMediaType: .video).first),
      outputSettings: [kCVPixelBufferPixelFormatTypeKey: kCVPixelFormatType_32BGRA]
    )
    let sound = try output(film)
    reader.add(pictures)
    reader.add(sound)
    #expect(reader.outputs.count == 2 && reader.startReading())
    var count = 0
    while pictures.copyNextSampleBuffer() != nil { count += 1 }
    #expect(count == 100 && reader.status == .reading)
    #expect(try ReadSound(sound).clicks().count == 4 && reader.status == .completed)

    let other = try AVAssetReader(asset: film)
    let (first, second) = (try output(film), try output(film))
    other.add(first)
    other.add(second)
    #expect(other.startReading() && first.copyNextSampleBuffer() != nil)
    other.cancelReading()
    #expect(other.status == .cancelled && first.copyNextSampleBuffer() == nil)
    #expect(second.copyNextSampleBuffer() == nil)
  }

  /// The sound of a composition: parts one after the other, with gaps.
  @Test func compositionsAreHeard() throws {
    let folder = try Folder()
    let film = try clicks(folder)
    let composition = AVMutableComposition()
    let track = try #require(
      composition.addMutableTrack(withMediaType: .audio, preferredTrackID: 0)
    )
    let source = try #require(film.tracks(withMediaType: .audio).first)
    try track.insertTimeRange(range(48_000, 96_000), of: source, at: .zero)
    try track.insertTimeRange(
      range(0, 48_000),
      of: source,
      at: CMTime(value: 96_000, timescale: 48_000)
    )
    let sound = try read(composition)
    #expect(sound.clicks() == [4800, 100_800] && sound.samples.count == 2 * 144_000)
    let part = try read(composition, Self.floats, range(96_000, 120_000))
    #expect(part.clicks() == [4800] && part.samples.count == 2 * 24_000)
  }

  @Test func mistakesOfReadersFailInWords() throws {
    let folder = try Folder()
    let film = try clicks(folder)
    let reader = try AVAssetReader(asset: film)
    for settings: [String: Any] in [
      [:], [AVFormatIDKey: kAudioFormatMPEG4AAC],
      [AVFormatIDKey: kAudioFormatLinearPCM, AVLinearPCMBitDepthKey: 12],
      [AVFormatIDKey: kAudioFormatLinearPCM, AVSampleRateKey: 1e12],
      [AVFormatIDKey: kAudioFormatLinearPCM, AVSampleRateKey: "fast"],
      [AVFormatIDKey: kAudioFormatLinearPCM, AVNumberOfChannelsKey: 0],
      [AVFormatIDKey: kAudioFormatLinearPCM, AVLinearPCMIsBigEndianKey: true],
    ] {
      #expect(!reader.canAdd(try output(film, settings)), "\(settings)")
    }
    let packets = AVAssetReaderTrackOutput(
      track: try #require(film.tracks(withMediaType: .audio).first),
      outputSettings: nil
    )
    #expect(!reader.canAdd(packets))
    // The file is gone when reading begins.
    reader.add(try output(film))
    try FileManager.default.removeItem(at: film.url)
    reader.startReading()
    #expect(reader.outputs[0].copyNextSampleBuffer() == nil && reader.status == .failed)
    #expect("\(reader.error.map { "\($0)" } ?? "")".contains("clicks"))
  }
}
