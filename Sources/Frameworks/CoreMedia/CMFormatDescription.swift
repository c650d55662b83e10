// Descriptions of the samples of a track.
// Licensed under the MIT license; see LICENSE.

/// The kind of a track's samples, as four characters.
public typealias CMMediaType = FourCharCode
/// The number of a track in its film, from 1.
public typealias CMPersistentTrackID = Int32

/// No track.
public let kCMPersistentTrackID_Invalid: CMPersistentTrackID = 0
/// Pictures.
public let kCMMediaType_Video: CMMediaType = 0x7669_6465  // vide
/// Sound.
public let kCMMediaType_Audio: CMMediaType = 0x736f_756e  // soun
/// Text.
public let kCMMediaType_Text: CMMediaType = 0x7465_7874  // text

/// The size of pictures in pixels.
public struct CMVideoDimensions: Hashable, Sendable {
  /// In pixels.
  public var width: Int32
  /// In pixels.
  public var height: Int32

  /// No size.
  public init() {
    self.init(width: 0, height: 0)
  }

  /// A size.
  public init(width: Int32, height: Int32) {
    (self.width, self.height) = (width, height)
  }
}

/// The kind, the codec and the size of a track's samples.
public final class CMFormatDescription: Sendable {
  /// The kind of samples.
  public struct MediaType: RawRepresentable, Hashable, Sendable {
    /// Four characters.
    public let rawValue: CMMediaType

    /// A kind of four characters.
    public init(rawValue: CMMediaType) {
      self.rawValue = rawValue
    }

    /// Pictures.
    public static let video = MediaType(rawValue: kCMMediaType_Video)
    /// Sound.
    public static let audio = MediaType(rawValue: kCMMediaType_Audio)
    /// Text.
    public static let text = MediaType(rawValue: kCMMediaType_Text)
  }

  /// The codec of samples.
  public struct MediaSubType: RawRepresentable, Hashable, Sendable {
    /// Four characters.
    public let rawValue: FourCharCode

    /// A codec of four characters.
    public init(rawValue: FourCharCode) {
      self.rawValue = rawValue
    }

    /// H.264, with its parameters in the track's description.
    public static let h264 = MediaSubType(rawValue: 0x6176_6331)  // avc1
    /// HEVC, with its parameters in the track's description.
    public static let hevc = MediaSubType(rawValue: 0x6876_6331)  // hvc1
    /// VP9.
    public static let vp9 = MediaSubType(rawValue: 0x7670_3039)  // vp09
    /// AV1.
    public static let av1 = MediaSubType(rawValue: 0x6176_3031)  // av01
    /// ProRes 4444.
    public static let proRes4444 = MediaSubType(rawValue: 0x6170_3468)  // ap4h
    /// AAC.
    public static let mpeg4AAC = MediaSubType(rawValue: 0x6161_6320)  // aac and a space
    /// Uncompressed sound.
    public static let linearPCM = MediaSubType(rawValue: kAudioFormatLinearPCM)
  }

  /// The kind of samples.
  public let mediaType: MediaType
  /// The codec; 0 if the file does not name it by four characters.
  public let mediaSubType: MediaSubType
  /// The size of pictures; 0 x 0 for others.
  public let dimensions: CMVideoDimensions
  /// The form of uncompressed sound; nil for others.
  public let audioStreamBasicDescription: AudioStreamBasicDescription?

  /// A description.
  package init(_ type: MediaType, _ subType: MediaSubType, _ dimensions: CMVideoDimensions) {
    (mediaType, mediaSubType, self.dimensions) = (type, subType, dimensions)
    audioStreamBasicDescription = nil
  }

  /// The description of uncompressed sound.
  public init(audioStreamBasicDescription: AudioStreamBasicDescription) throws {
    mediaType = .audio
    mediaSubType = MediaSubType(rawValue: audioStreamBasicDescription.mFormatID)
    dimensions = CMVideoDimensions()
    self.audioStreamBasicDescription = audioStreamBasicDescription
  }
}

/// The description of sound.
public typealias CMAudioFormatDescription = CMFormatDescription

/// The description of pictures.
public typealias CMVideoFormatDescription = CMFormatDescription

/// The kind of samples.
public func CMFormatDescriptionGetMediaType(_ desc: CMFormatDescription) -> CMMediaType {
  desc.mediaType.rawValue
}

/// The codec; 0 if the file does not name it by four characters.
public func CMFormatDescriptionGetMediaSubType(_ desc: CMFormatDescription) -> FourCharCode {
  desc.mediaSubType.rawValue
}

/// The size of pictures; 0 x 0 for others.
public func CMVideoFormatDescriptionGetDimensions(
  _ videoDesc: CMVideoFormatDescription
) -> CMVideoDimensions {
  videoDesc.dimensions
}
