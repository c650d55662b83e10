// The form of sound in settings of readers and writers.
// Licensed under the MIT license; see LICENSE.

import CoreMedia
import Foundation
import QuartzSound

/// The key of the kind of samples in settings of sound: `kAudioFormatLinearPCM` or
/// `kAudioFormatMPEG4AAC`.
public let AVFormatIDKey = "AVFormatIDKey"
/// The key of the samples of a channel in a second.
public let AVSampleRateKey = "AVSampleRateKey"
/// The key of the number of channels.
public let AVNumberOfChannelsKey = "AVNumberOfChannelsKey"
/// The key of the bits of an uncompressed sample: 16 or 32.
public let AVLinearPCMBitDepthKey = "AVLinearPCMBitDepthKey"
/// The key of whether the highest byte of an uncompressed sample comes first; false here.
public let AVLinearPCMIsBigEndianKey = "AVLinearPCMIsBigEndianKey"
/// The key of whether uncompressed samples are floats.
public let AVLinearPCMIsFloatKey = "AVLinearPCMIsFloatKey"
/// The key of whether all samples of a channel follow each other, instead of those of all channels
/// by turns.
public let AVLinearPCMIsNonInterleaved = "AVLinearPCMIsNonInterleaved"

/// Numbers of settings, which programs give as any type.
enum SettingsNumber {
  /// Nil without a number.
  static func double(_ value: Any?) -> Double? {
    switch value {
    case let number as Double: number
    case let number as Float: Double(number)
    case let number as Int: Double(number)
    case let number as UInt32: Double(number)
    case let number as Int32: Double(number)
    case let flag as Bool: flag ? 1 : 0
    case let number as NSNumber: number.doubleValue
    default: nil
    }
  }

  /// Nil without a whole number.
  static func int(_ value: Any?) -> Int? { double(value).flatMap { Int(exactly: $0) } }
}

/// The form of uncompressed samples.
struct LinearForm: Equatable {
  enum Kind: Equatable {
    case float32, int16, int32
  }

  /// Samples of a channel in a second.
  var rate: Int
  var channels: Int
  var kind = Kind.float32
  /// Whether the samples of all channels come by turns.
  var isInterleaved = true

  static let rates = 8000...192_000
  static let mostChannels = 8

  /// Floats of all channels by turns.
  init(rate: Int, channels: Int) { (self.rate, self.channels) = (rate, channels) }

  /// The form that settings ask for; nil for one that there is none of.
  ///
  /// - Parameters:
  ///   - settings: Of a reader's output.
  ///   - rate: Without a rate among them.
  ///   - channels: Without a number of channels among them.
  init?(_ settings: [String: Any], rate: Int, channels: Int) {
    func flag(_ key: String) -> Bool { SettingsNumber.int(settings[key]).map { $0 != 0 } ?? false }
    func number(_ key: String, _ usual: Int) -> Int? {
      settings[key] == nil ? usual : SettingsNumber.int(settings[key])
    }
    let isFloat = flag(AVLinearPCMIsFloatKey)
    guard SettingsNumber.int(settings[AVFormatIDKey]) == Int(kAudioFormatLinearPCM),
      let rate = number(AVSampleRateKey, rate), Self.rates.contains(rate),
      let channels = number(AVNumberOfChannelsKey, channels),
      (1...Self.mostChannels).contains(channels), !flag(AVLinearPCMIsBigEndianKey)
    else { return nil }
    switch (number(AVLinearPCMBitDepthKey, isFloat ? 32 : 16), isFloat) {
    case (32, true): kind = .float32
    case (16, false): kind = .int16
    case (32, false): kind = .int32
    default: return nil
    }
    (self.rate, self.channels) = (rate, channels)
    isInterleaved = !flag(AVLinearPCMIsNonInterleaved)
  }

  /// The form of a description; nil for one that there is none of.
  init?(_ form: AudioStreamBasicDescription) {
    guard form.mFormatID == kAudioFormatLinearPCM, let rate = Int(exactly: form.mSampleRate),
      Self.rates.contains(rate), (1...UInt32(Self.mostChannels)).contains(form.mChannelsPerFrame),
      form.mFormatFlags & kAudioFormatFlagIsBigEndian == 0
    else { return nil }
    let isFloat = form.mFormatFlags & kAudioFormatFlagIsFloat != 0
    let isSigned = form.mFormatFlags & kAudioFormatFlagIsSignedInteger != 0
    switch (form.mBitsPerChannel, isFloat, isSigned) {
    case (32, true, _): kind = .float32
    case (16, false, true): kind = .int16
    case (32, false, true): kind = .int32
    default: return nil
    }
    (self.rate, channels) = (rate, Int(form.mChannelsPerFrame))
    isInterleaved = form.mFormatFlags & kAudioFormatFlagIsNonInterleaved == 0
    guard form == description else { return nil }
  }

  private var sampleBytes: Int { kind == .int16 ? 2 : 4 }

  /// The bytes of a sample of all channels.
  var frameBytes: Int { channels * sampleBytes }

  /// The form as sample buffers describe it.
  var description: AudioStreamBasicDescription {
    let frame = UInt32(sampleBytes * (isInterleaved ? channels : 1))
    return AudioStreamBasicDescription(
      mSampleRate: Double(rate),
      mFormatID: kAudioFormatLinearPCM,
      mFormatFlags: kAudioFormatFlagIsPacked
        | (kind == .float32 ? kAudioFormatFlagIsFloat : kAudioFormatFlagIsSignedInteger)
        | (isInterleaved ? 0 : kAudioFormatFlagIsNonInterleaved),
      mBytesPerPacket: frame,
      mFramesPerPacket: 1,
      mBytesPerFrame: frame,
      mChannelsPerFrame: UInt32(channels),
      mBitsPerChannel: UInt32(8 * sampleBytes),
      mReserved: 0
    )
  }

  /// The place of a sample of floats by turns among the samples of this form.
  private func place(_ index: Int, of count: Int) -> Int {
    isInterleaved ? index : index % channels * (count / channels) + index / channels
  }

  /// Samples in this form.
  ///
  /// Whole numbers are the nearest ones, and hold the largest and the least.
  ///
  /// - Parameter samples: Whole frames of floats, those of all channels by turns.
  func bytes(_ samples: [Float]) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: samples.count * sampleBytes)
    bytes.withUnsafeMutableBytes { bytes in
      for (index, sample) in samples.enumerated() {
        // Bounds: each sample has its place.
        let offset = place(index, of: samples.count) * sampleBytes
        let whole = sample.isNaN ? 0 : Double(sample)
        switch kind {
        case .float32:
          bytes.storeBytes(
            of: sample.bitPattern.littleEndian,
            toByteOffset: offset,
            as: UInt32.self
          )
        case .int16:
          let value = Int16(min(max((whole * 32_768).rounded(), -32_768), 32_767))
          bytes.storeBytes(of: value.littleEndian, toByteOffset: offset, as: Int16.self)
        case .int32:
          let scaled = (whole * 2_147_483_648).rounded()
          let value = Int32(min(max(scaled, -2_147_483_648), 2_147_483_647))
          bytes.storeBytes(of: value.littleEndian, toByteOffset: offset, as: Int32.self)
        }
      }
    }
    return bytes
  }

  /// Floats by turns of samples of this form.
  ///
  /// - Parameter bytes: Whole frames.
  func samples(_ bytes: UnsafeRawBufferPointer) -> [Float] {
    let count = bytes.count / frameBytes * channels
    return (0..<count).map { index in
      // Bounds: whole frames of the bytes.
      let offset = place(index, of: count) * sampleBytes
      switch kind {
      case .float32:
        let bits = bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
        return Float(bitPattern: UInt32(littleEndian: bits))
      case .int16:
        let value = bytes.loadUnaligned(fromByteOffset: offset, as: Int16.self)
        return Float(Int16(littleEndian: value)) / 32_768
      case .int32:
        let value = bytes.loadUnaligned(fromByteOffset: offset, as: Int32.self)
        return Float(Double(Int32(littleEndian: value)) / 2_147_483_648)
      }
    }
  }
}
