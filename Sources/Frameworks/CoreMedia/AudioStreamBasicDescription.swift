// The form of uncompressed sound.
// Licensed under the MIT license; see LICENSE.

/// The kind of a stream's samples, as four characters.
public typealias AudioFormatID = UInt32
/// Bits that say more of a format.
public typealias AudioFormatFlags = UInt32

/// Uncompressed samples.
public let kAudioFormatLinearPCM: AudioFormatID = 0x6c70_636d  // lpcm
/// AAC.
public let kAudioFormatMPEG4AAC: AudioFormatID = 0x6161_6320  // aac and a space
/// Samples are floating-point numbers.
public let kAudioFormatFlagIsFloat: AudioFormatFlags = 1
/// The highest byte of a sample comes first.
public let kAudioFormatFlagIsBigEndian: AudioFormatFlags = 2
/// Samples are whole numbers with a sign.
public let kAudioFormatFlagIsSignedInteger: AudioFormatFlags = 4
/// Samples fill their bytes.
public let kAudioFormatFlagIsPacked: AudioFormatFlags = 8
/// All samples of a channel follow each other, and then those of the next one; a frame is a sample.
public let kAudioFormatFlagIsNonInterleaved: AudioFormatFlags = 32

/// The form of a stream of sound.
public struct AudioStreamBasicDescription: Hashable, Sendable {
  /// Samples of a channel in a second.
  public var mSampleRate: Double
  /// The kind of samples.
  public var mFormatID: AudioFormatID
  /// More of that kind.
  public var mFormatFlags: AudioFormatFlags
  /// Bytes of a packet.
  public var mBytesPerPacket: UInt32
  /// Frames of a packet; 1 for uncompressed sound.
  public var mFramesPerPacket: UInt32
  /// Bytes of a sample of all channels.
  public var mBytesPerFrame: UInt32
  /// The number of channels.
  public var mChannelsPerFrame: UInt32
  /// Bits of a sample.
  public var mBitsPerChannel: UInt32
  /// 0.
  public var mReserved: UInt32

  /// A form.
  public init(
    mSampleRate: Double,
    mFormatID: AudioFormatID,
    mFormatFlags: AudioFormatFlags,
    mBytesPerPacket: UInt32,
    mFramesPerPacket: UInt32,
    mBytesPerFrame: UInt32,
    mChannelsPerFrame: UInt32,
    mBitsPerChannel: UInt32,
    mReserved: UInt32
  ) {
    (self.mSampleRate, self.mFormatID, self.mFormatFlags) = (mSampleRate, mFormatID, mFormatFlags)
    (self.mBytesPerPacket, self.mFramesPerPacket) = (mBytesPerPacket, mFramesPerPacket)
    (self.mBytesPerFrame, self.mChannelsPerFrame) = (mBytesPerFrame, mChannelsPerFrame)
    (self.mBitsPerChannel, self.mReserved) = (mBitsPerChannel, mReserved)
  }

  /// No form: all numbers are 0.
  public init() {
    self.init(
      mSampleRate: 0,
      mFormatID: 0,
      mFormatFlags: 0,
      mBytesPerPacket: 0,
      mFramesPerPacket: 0,
      mBytesPerFrame: 0,
      mChannelsPerFrame: 0,
      mBitsPerChannel: 0,
      mReserved: 0
    )
  }

  /// Floats of this machine's byte order, those of all channels by turns.
  package init(floatsAt rate: Double, channels: Int) {
    let frame = UInt32(clamping: channels * MemoryLayout<Float>.size)
    self.init(
      mSampleRate: rate,
      mFormatID: kAudioFormatLinearPCM,
      mFormatFlags: kAudioFormatFlagIsFloat | kAudioFormatFlagIsPacked,
      mBytesPerPacket: frame,
      mFramesPerPacket: 1,
      mBytesPerFrame: frame,
      mChannelsPerFrame: UInt32(clamping: channels),
      mBitsPerChannel: 32,
      mReserved: 0
    )
  }
}
