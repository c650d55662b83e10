// How loud tracks are, in readers and exports.
// Licensed under the MIT license; see LICENSE.

import FilmSamples
import Foundation
import TestClaims
import Testing

@testable import AVFoundation

@Suite struct AudioMixTests {
  /// A film of 4 s with the same sample all the time in both channels.
  private func film(_ folder: Folder, _ level: Double = 0.5) throws -> AVURLAsset {
    let path = folder.file("level-\(level).mov")
    try ffmpeg([
      "-f", "lavfi", "-i", "color=black:s=64x64:r=25:d=4", "-f", "lavfi", "-i",
      "aevalsrc=\(level)|\(level):s=48000:d=4", "-c:v", "libx264", "-c:a", "pcm_s16le", path,
    ])
    return AVURLAsset(url: URL(fileURLWithPath: path))
  }

  private func range(_ start: Double, _ end: Double) -> CMTimeRange {
    CMTimeRange(
      start: CMTime(seconds: start, preferredTimescale: 48_000),
      end: CMTime(seconds: end, preferredTimescale: 48_000)
    )
  }

  /// From 1 s to 3 s the volume falls from 1 to 0; at 3.5 s it is 1/4.
  private func fade(_ track: AVAssetTrack) -> AVMutableAudioMix {
    let parameters = AVMutableAudioMixInputParameters(track: track)
    parameters.setVolumeRamp(fromStartVolume: 1, toEndVolume: 0, timeRange: range(1, 3))
    parameters.setVolume(0.25, at: CMTime(value: 7, timescale: 2))
    let mix = AVMutableAudioMix()
    mix.inputParameters = [parameters]
    return mix
  }

  private func volume(_ time: Double) -> Float {
    time < 1 ? 1 : time < 3 ? Float(1 - (time - 1) / 2) : time < 3.5 ? 0 : 0.25
  }

  /// The first channel of an output's sound.
  private func samples(
    _ asset: AVAsset,
    _ output: AVAssetReaderOutput,
    _ part: CMTimeRange? = nil
  ) throws -> [Float] {
    let reader = try AVAssetReader(asset: asset)
    if let part { reader.timeRange = part }
    #expect(reader.canAdd(output))
    reader.add(output)
    #expect(reader.startReading())
    var samples: [Float] = []
    while let sample = output.copyNextSampleBuffer() {
      let description = try #require(sample.formatDescription?.audioStreamBasicDescription)
      let form = try #require(LinearForm(description))
      let all = sample.dataBuffer?.withContiguousStorage { form.samples($0) } ?? []
      samples += stride(from: 0, to: all.count, by: form.channels).map { all[$0] }
    }
    #expect(reader.status == .completed, "\(reader.error.map { "\($0)" } ?? "")")
    return samples
  }

  /// Each sample of a reader has the volume of its time.
  @Test func readersMix() throws {
    let folder = try Folder()
    let film = try film(folder)
    let tracks = film.tracks(withMediaType: .audio)
    let output = AVAssetReaderAudioMixOutput(audioTracks: tracks, audioSettings: nil)
    output.audioMix = fade(try #require(tracks.first))
    let whole = try samples(film, output)
    #expect(whole.count == 4 * 48_000)
    func isRight(_ samples: [Float], from start: Double) -> Bool {
      // because: floats have 24 bits, and numbers of FFmpeg's expressions are decimal.
      samples.enumerated().allSatisfy {
        abs($1 - 0.5 * volume(start + Double($0) / 48_000)) < 1e-5
      }
    }
    #expect(isRight(whole, from: 0))
    let other = AVAssetReaderAudioMixOutput(audioTracks: tracks, audioSettings: nil)
    other.audioMix = output.audioMix
    let part = try samples(film, other, range(2, 3.75))
    #expect(part.count == 84_000 && isRight(part, from: 2))
  }

  /// Two tracks, one of them silenced.
  @Test func tracksHaveVolumesOfTheirOwn() throws {
    let folder = try Folder()
    let films = [try film(folder), try film(folder, 0.25)]
    let composition = AVMutableComposition()
    for film in films {
      let track = try #require(
        composition.addMutableTrack(withMediaType: .audio, preferredTrackID: 0)
      )
      let source = try #require(film.tracks(withMediaType: .audio).first)
      try track.insertTimeRange(range(0, 2), of: source, at: .zero)
    }
    let tracks = composition.tracks(withMediaType: .audio)
    let plain = AVAssetReaderAudioMixOutput(audioTracks: tracks, audioSettings: nil)
    #expect(try samples(composition, plain).allSatisfy { abs($0 - 0.75) < 1e-5 })
    let parameters = AVMutableAudioMixInputParameters()
    parameters.trackID = tracks[0].trackID
    parameters.setVolume(0, at: .zero)
    let mix = AVMutableAudioMix()
    mix.inputParameters = [parameters]
    let mixed = AVAssetReaderAudioMixOutput(
      audioTracks: tracks,
      audioSettings: [AVFormatIDKey: kAudioFormatLinearPCM, AVNumberOfChannelsKey: 2]
    )
    mixed.audioMix = mix
    let heard = try samples(composition, mixed)
    // because: a whole number of 16 bits is at most half a step away.
    #expect(heard.count == 96_000 && heard.allSatisfy { abs($0 - 0.25) < 2e-5 })
    let foreign = AVAssetReaderAudioMixOutput(
      audioTracks: films[0].tracks(withMediaType: .video),
      audioSettings: nil
    )
    #expect(try !AVAssetReader(asset: films[0]).canAdd(foreign))
  }

  /// The level of a tone in a window around a time.
  private func level(_ samples: [Float], _ time: Double) -> Float {
    let middle = Int(time * 48_000)
    let window = samples[(middle - 2400)..<(middle + 2400)]
    return (window.reduce(0) { $0 + $1 * $1 } / Float(window.count)).squareRoot()
  }

  @Test(.shows("AVPlayerItem.audioMix")) func exportsMix() async throws {
    let folder = try Folder()
    let path = folder.file("tone.mov")
    let tone = "0.5*sin(2000*PI*t)"
    try ffmpeg([
      "-f", "lavfi", "-i", "color=black:s=64x64:r=25:d=4", "-f", "lavfi", "-i",
      "aevalsrc=\(tone)|\(tone):s=48000:d=4", "-c:v", "libx264", "-c:a", "pcm_s16le", path,
    ])
    let asset = AVURLAsset(url: URL(fileURLWithPath: path))
    let track = try #require(asset.tracks(withMediaType: .audio).first)
    for (name, part) in [("whole", nil), ("part", range(1, 4))] as [(String, CMTimeRange?)] {
      let session = try #require(
        AVAssetExportSession(asset: asset, presetName: AVAssetExportPresetLowQuality)
      )
      session.audioMix = fade(track)
      if let part { session.timeRange = part }
      let url = URL(fileURLWithPath: folder.file("\(name).mp4"))
      try await session.export(to: url, as: .mp4)
      let film = AVURLAsset(url: url)
      let output = AVAssetReaderTrackOutput(
        track: try #require(film.tracks(withMediaType: .audio).first),
        outputSettings: [AVFormatIDKey: kAudioFormatLinearPCM]
      )
      let heard = try samples(film, output)
      let start = part == nil ? 0.0 : 1
      let full = 0.5 / Float(2).squareRoot()
      for time in [0.5, 1.25, 2, 2.5, 3.25, 3.75] where time > start {
        // because: AAC is lossy.
        #expect(abs(level(heard, time - start) / full - volume(time)) < 0.03, "\(name) \(time)")
      }
    }
    let copied = try #require(
      AVAssetExportSession(asset: asset, presetName: AVAssetExportPresetPassthrough)
    )
    copied.audioMix = fade(track)
    await #expect(throws: AVError.self) {
      try await copied.export(to: URL(fileURLWithPath: folder.file("copied.mp4")), as: .mp4)
    }
  }

  @Test func rampsAreTold() {
    let parameters = AVMutableAudioMixInputParameters(track: nil)
    var (start, end): (Float, Float) = (-1, -1)
    var ramp = CMTimeRange.zero
    func find(_ time: Double) -> Bool {
      parameters.getVolumeRamp(
        for: CMTime(seconds: time, preferredTimescale: 600),
        startVolume: &start,
        endVolume: &end,
        timeRange: &ramp
      )
    }
    #expect(!find(0) && start == -1)
    parameters.setVolumeRamp(fromStartVolume: 0.5, toEndVolume: 7, timeRange: range(1, 3))
    parameters.setVolume(.nan, at: .zero)
    parameters.setVolume(0.1, at: .invalid)
    parameters.setVolume(0.25, at: CMTime(value: 2, timescale: 1))
    #expect(!find(0.5) && find(1.5) && start == 0.5 && end == 1 && ramp == range(1, 2))
    #expect(find(5) && start == 0.25 && end == 0.25 && ramp.duration.isPositiveInfinity)
  }
}
