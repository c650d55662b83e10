// The sound of a writer on its way into the film.
// Licensed under the MIT license; see LICENSE.

import CoreMedia
import QuartzSound

/// Sound from a film's beginning on, without gaps.
///
/// Pieces that are a sample apart, as times that are rounded make them, follow each other. Silence
/// fills larger gaps.
final class WrittenSound {
  /// The form and the size of the written sound.
  struct Settings {
    var rate: Int
    var channels: Int
    var bitRate: Int

    private static let rates = [
      8000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000, 64_000, 88_200, 96_000,
    ]

    /// Nil for settings of anything else than AAC.
    init?(_ settings: [String: Any]?) {
      guard let settings, SettingsNumber.int(settings[AVFormatIDKey]) == Int(kAudioFormatMPEG4AAC),
        let rate = SettingsNumber.int(settings[AVSampleRateKey]), Self.rates.contains(rate),
        let channels = SettingsNumber.int(settings[AVNumberOfChannelsKey]),
        (1...2).contains(channels)
      else { return nil }
      (self.rate, self.channels) = (rate, channels)
      bitRate = 80_000 * channels
      if let wanted = settings[AVEncoderBitRateKey] {
        guard let bits = SettingsNumber.int(wanted), (8000...512_000).contains(bits) else {
          return nil
        }
        bitRate = bits
      }
    }

    var stream: RawPictureStream.Sound {
      RawPictureStream.Sound(rate: Double(rate), channels: channels)
    }

    /// The arguments of FFmpeg.
    var arguments: [String] {
      // All pictures may come before all sound.
      ["-c:a", "aac", "-b:a", "\(bitRate)", "-max_muxing_queue_size", "1000000"]
    }
  }

  let settings: Settings
  private var last: CMTime?
  /// Samples of a channel since the film's beginning.
  private var written: Int64 = 0
  /// Those that are not given to the encoder; silence stands for gaps.
  private var waiting: [Piece] = []
  private var waitingFrames: Int64 = 0

  private enum Piece {
    case samples([Float])
    case silence(Int64)
  }

  /// Seconds of sound that wait for the first picture.
  private static let enough = 2.0
  /// Seconds; a longer gap is a mistake.
  private static let longestGap = 3600.0
  /// Seconds of silence in one piece of the stream.
  private static let silence = 1.0

  init(_ settings: Settings) { self.settings = settings }

  /// Whether there is as much as should wait for pictures.
  var hasEnough: Bool { Double(waitingFrames) >= Self.enough * Double(settings.rate) }

  /// Adds a piece.
  ///
  /// - Parameter start: The film's beginning.
  func add(_ sample: CMSampleBuffer, from start: CMTime) throws(AVError) {
    let time = sample.presentationTimeStamp
    guard time.isNumeric, time >= start, last.map({ time > $0 }) ?? true else {
      throw AVError(.exportFailed, "sound at \(time.seconds) s is not after what was before")
    }
    let description = sample.formatDescription?.audioStreamBasicDescription
    guard let data = sample.dataBuffer, let form = description.flatMap({ LinearForm($0) }),
      data.dataLength >= sample.numSamples * form.frameBytes
    else {
      throw AVError(
        .exportFailed,
        "sound that is neither floats nor whole numbers of 16 or 32 bits"
      )
    }
    guard form.rate == settings.rate, form.channels == settings.channels else {
      throw AVError(
        .exportFailed,
        "sound of \(form.channels) x \(form.rate) samples a second, where the settings have "
          + "\(settings.channels) x \(settings.rate)"
      )
    }
    let offset = (time - start).convertScale(CMTimeScale(settings.rate), method: .default)
    let longest = Int64(Self.longestGap * Double(settings.rate))
    guard offset.isNumeric, offset.value - written <= longest else {
      throw AVError(.exportFailed, "no sound for more than an hour before \(time.seconds) s")
    }
    last = time
    var samples = data.withContiguousStorage { bytes in
      form.samples(
        UnsafeRawBufferPointer(rebasing: bytes[..<(sample.numSamples * form.frameBytes)])
      )
    }
    let gap = offset.value - written
    if gap > 1 {
      enqueue(.silence(gap), gap)
    } else if gap < -1 {
      samples.removeFirst(min(Int(-gap) * settings.channels, samples.count))
    }
    enqueue(.samples(samples), Int64(samples.count / settings.channels))
  }

  private func enqueue(_ piece: Piece, _ frames: Int64) {
    guard frames > 0 else { return }
    waiting.append(piece)
    waitingFrames += frames
    written += frames
  }

  /// Takes the next samples that wait, with the bytes of a stream around them; nil if none wait.
  func take(_ stream: RawPictureStream) -> [UInt8]? {
    guard let first = waiting.first else { return nil }
    let place = written - waitingFrames
    let samples: [Float]
    switch first {
    case .samples(let all):
      samples = all
      waiting.removeFirst()
    case .silence(let frames):
      let taken = min(frames, Int64(Self.silence * Double(settings.rate)))
      samples = [Float](repeating: 0, count: Int(taken) * settings.channels)
      if taken < frames {
        waiting[0] = .silence(frames - taken)
      } else {
        waiting.removeFirst()
      }
    }
    waitingFrames -= Int64(samples.count / settings.channels)
    let bytes = samples.flatMap { sample in
      withUnsafeBytes(of: sample.bitPattern.littleEndian) { [UInt8]($0) }
    }
    let moment = (Double(place) / Double(settings.rate) * 1e9).rounded()
    return stream.soundHeader(at: UInt64(moment), bytes.count) + bytes
  }
}
