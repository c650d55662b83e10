// Single pictures of films.
// Licensed under the MIT license; see LICENSE.

public import CoreGraphics
public import CoreMedia
public import Foundation
import QuartzSharing
import QuartzVideo
import Synchronization

/// Makes images of a film's pictures at times.
///
///     let generator = AVAssetImageGenerator(asset: asset)
///     generator.requestedTimeToleranceBefore = .zero
///     generator.requestedTimeToleranceAfter = .zero
///     let (image, time) = try await generator.image(at: CMTime(seconds: 2, preferredTimescale: 600))
///
/// The picture at a time is the last one that begins then or before. With tolerances of zero it is
/// that one. By default they are infinite, and it is the picture before it at which decoding can
/// begin, which costs much less.
// Safe because: the settings are read under the lock, once for each request.
open class AVAssetImageGenerator: NSObject, @unchecked Sendable {
  private struct Settings {
    var isTurned = false
    var maximumSize = CGSize.zero
    var before = CMTime.positiveInfinity
    var after = CMTime.positiveInfinity
    var policy = DynamicRangePolicy.forceSDR
    // Those that get it draw with a copy.
    var composition = Transferred<AVVideoComposition?>(nil)
    var values = Transferred<AVVideoComposition.Values?>(nil)
    /// Increased by another video composition.
    var compositionNumber = 0
    /// Increased by cancelling.
    var generation = 0
  }

  /// The film.
  public let asset: AVAsset
  /// Pictures of several films, and what they were put together of.
  private struct Opened {
    var compositionNumber: Int
    var tracks: [OpenedTrack]
    var pictures: any FilmPictures
  }

  private struct OpenedTrack: Equatable {
    var pieces: [TrackPiece]
    var transform: CGAffineTransform
  }

  private let settings = Mutex(Settings())
  private let opened = Mutex<Opened?>(nil)
  private let queue = DispatchQueue(label: "quartz.images")

  /// A generator of a film's images.
  public init(asset: AVAsset) {
    self.asset = asset
  }

  /// Whether pictures are turned as the film says; false by default.
  open var appliesPreferredTrackTransform: Bool {
    get { settings.withLock { $0.isTurned } }
    set { settings.withLock { $0.isTurned = newValue } }
  }

  /// The size that images fit into, in pixels; a side of zero, the default, is no bound.
  ///
  /// Images never grow.
  open var maximumSize: CGSize {
    get { settings.withLock { $0.maximumSize } }
    set { settings.withLock { $0.maximumSize = newValue } }
  }

  /// How much earlier than asked for an image may be; infinite by default.
  open var requestedTimeToleranceBefore: CMTime {
    get { settings.withLock { $0.before } }
    set { settings.withLock { $0.before = newValue } }
  }

  /// How much later than asked for an image may be; infinite by default.
  open var requestedTimeToleranceAfter: CMTime {
    get { settings.withLock { $0.after } }
    set { settings.withLock { $0.after = newValue } }
  }

  /// The light of images of films brighter than white.
  public struct DynamicRangePolicy: RawRepresentable, Hashable, Sendable {
    /// The name.
    public let rawValue: String
    /// A policy of a name; unknown ones are as `forceSDR`.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// Images have 8 bits in sRGB: light is made darker, from the film's brightest to white.
    public static let forceSDR = DynamicRangePolicy(rawValue: "forceSDR")
    /// Images of films in PQ and HLG have 16 bits in the film's own space, and its headroom; those
    /// of other films are as with `forceSDR`.
    public static let matchSource = DynamicRangePolicy(rawValue: "matchSource")
  }

  /// The light of images; `.forceSDR` by default.
  ///
  /// Images of a `videoComposition` are in BT.2020's PQ or HLG: those that it names, or else those
  /// of its films, with the largest headroom of all.
  open var dynamicRangePolicy: DynamicRangePolicy {
    get { settings.withLock { $0.policy } }
    set { settings.withLock { $0.policy = newValue } }
  }

  /// The tracks that show, and how; nil, the default, for the first track of pictures as it is.
  ///
  /// The images are pictures of an export with the same composition, at its rate, in `renderSize`
  /// times its `renderScale` pixels. Its values are
  /// copied when it is set. With an `animationTool`, which is for exports, there are no images.
  open var videoComposition: AVVideoComposition? {
    get { settings.withLock { $0.composition }.value }
    set {
      let composition = Transferred(newValue)
      let values = Transferred(newValue?.values.copied)
      settings.withLock { settings in
        (settings.composition, settings.values) = (composition, values)
        settings.compositionNumber += 1
      }
    }
  }

  /// Makes the image of a time, and waits for it.
  ///
  /// - Parameters:
  ///   - requestedTime: The time of the picture, within the tolerances.
  ///   - actualTime: Takes the time at which the picture begins.
  /// - Throws: `AVError`.
  open func copyCGImage(
    at requestedTime: CMTime,
    actualTime: UnsafeMutablePointer<CMTime>?
  ) throws -> CGImage {
    let made = try make(requestedTime, settings.withLock { $0 })
    actualTime?.pointee = made.actualTime
    return made.image
  }

  /// Makes the image of a time, and the time at which its picture begins.
  ///
  /// - Throws: `AVError`.
  open func image(at time: CMTime) async throws -> (image: CGImage, actualTime: CMTime) {
    let settings = settings.withLock { $0 }
    return try await Waiting.run { [self] in try make(time, settings) }
  }

  /// Makes the image of a time and hands it over on another thread.
  open func generateCGImageAsynchronously(
    for requestedTime: CMTime,
    completionHandler handler: @escaping @Sendable (CGImage?, CMTime, (any Error)?) -> Void
  ) {
    let settings = settings.withLock { $0 }
    queue.async { [self] in
      do {
        let made = try make(requestedTime, settings)
        handler(made.image, made.actualTime, nil)
      } catch {
        handler(nil, .invalid, error)
      }
    }
  }

  /// The outcome of making an image.
  public enum Result: Int, Sendable {
    /// There is an image.
    case succeeded = 0
    /// There is none; the error says why.
    case failed = 1
    /// It was given up.
    case cancelled = 2
  }

  /// Makes the images of times, one after the other, and hands each over on another thread.
  ///
  /// - Parameters:
  ///   - requestedTimes: Boxes made by `NSValue(time:)`.
  ///   - handler: Gets the time asked for, the image, the time at which its picture begins, the
  ///     outcome and the reason.
  open func generateCGImagesAsynchronously(
    forTimes requestedTimes: [NSValue],
    completionHandler handler:
      @escaping @Sendable (CMTime, CGImage?, CMTime, Result, (any Error)?) -> Void
  ) {
    let times = requestedTimes.map(\.timeValue)
    let settings = settings.withLock { $0 }
    queue.async { [self] in
      for time in times {
        guard self.settings.withLock({ $0.generation }) == settings.generation else {
          handler(time, nil, .invalid, .cancelled, AVError(.operationCancelled))
          continue
        }
        do {
          let made = try make(time, settings)
          handler(time, made.image, made.actualTime, .succeeded, nil)
        } catch {
          handler(time, nil, .invalid, .failed, error)
        }
      }
    }
  }

  /// Makes the images of times, one after the other.
  open func images(for times: [CMTime]) -> Images {
    Images(generator: self, times: times, generation: settings.withLock { $0.generation })
  }

  /// Gives up the images that were asked for and are not made: their errors say
  /// `operationCancelled`.
  open func cancelAllCGImageGeneration() {
    settings.withLock { $0.generation += 1 }
  }

  /// The images of times, in the order of the times.
  public struct Images: AsyncSequence, Sendable {
    /// An image, or the reason why there is none.
    public enum Element: Sendable {
      /// An image, the time asked for, and the time at which the picture begins.
      case success(requestedTime: CMTime, image: CGImage, actualTime: CMTime)
      /// The time asked for and the reason why there is no image.
      case failure(requestedTime: CMTime, error: any Error)

      /// The image.
      ///
      /// - Throws: The reason why there is none.
      public var image: CGImage {
        get throws {
          switch self {
          case .success(_, let image, _): return image
          case .failure(_, let error): throw error
          }
        }
      }

      /// The time at which the picture begins.
      ///
      /// - Throws: The reason why there is no image.
      public var actualTime: CMTime {
        get throws {
          switch self {
          case .success(_, _, let time): return time
          case .failure(_, let error): throw error
          }
        }
      }

      /// The time asked for.
      public var requestedTime: CMTime {
        switch self {
        case .success(let time, _, _), .failure(let time, _): time
        }
      }
    }

    /// Makes the images one by one.
    public struct AsyncIterator: AsyncIteratorProtocol {
      var images: Images
      var place = 0

      /// Makes the next image; nil after the last.
      public mutating func next() async -> Element? {
        guard place < images.times.count else { return nil }
        let time = images.times[place]
        place += 1
        return await images.generator.element(time, images.generation)
      }
    }

    let generator: AVAssetImageGenerator
    let times: [CMTime]
    let generation: Int

    /// Begins with the first time.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(images: self) }
  }

  private func element(_ time: CMTime, _ generation: Int) async -> Images.Element {
    guard settings.withLock({ $0.generation }) == generation, !Task.isCancelled else {
      return .failure(requestedTime: time, error: AVError(.operationCancelled))
    }
    do {
      let made = try await image(at: time)
      return .success(requestedTime: time, image: made.image, actualTime: made.actualTime)
    } catch {
      return .failure(requestedTime: time, error: error)
    }
  }

  // MARK: Making

  private func make(
    _ time: CMTime,
    _ settings: Settings
  ) throws -> (image: CGImage, actualTime: CMTime) {
    let pictures = try pictures(settings)
    let path = asset is AVComposition ? "a composition" : asset.source.url.path
    guard pictures.pictureCount > 0 else { throw AVError(VideoError.noVideo(path: path)) }
    guard let number = find(time, settings, pictures) else {
      throw AVError(VideoError.noPicture(path: path, time: time.seconds))
    }
    guard let made = try pixels(number, pictures, settings) else {
      throw AVError(.noImageAtTime, "\(path): a gap at \(time.seconds) s")
    }
    var film = made.pixels
    let size = CGSize(width: film.width, height: film.height)
    if let fit = AVAssetImageGenerator.fit(size, into: settings.maximumSize) { film.scale(to: fit) }
    guard let image = film.image(in: made.colors) else { throw AVError(.outOfMemory) }
    return (image, pictures.time(ofPicture: made.number))
  }

  /// The pixels of a picture, its number, or that of an earlier one which shows in its place, and
  /// the colours in which its light is encoded; nil for a gap.
  private func pixels(
    _ number: Int,
    _ pictures: any FilmPictures,
    _ settings: Settings
  ) throws -> (pixels: FilmImage, number: Int, colors: CodedColors)? {
    do {
      if settings.policy == .matchSource, let drawn = try pictures.drawn(number) {
        return (FilmImage(drawn), number, drawn.light.colors)
      }
      guard let picture = try pictures.decode(number) else { return nil }
      let form = settings.policy == .matchSource ? picture.format.brightForm : .bytes
      let pixels = FilmImage(picture, isTurned: settings.isTurned, form)
      return (pixels, picture.number, picture.format.codedColors)
    } catch {
      throw AVError(error)
    }
  }

  /// The pictures of the film, or of the composition as it is now.
  private func pictures(_ settings: Settings) throws -> any FilmPictures {
    let isComposition = asset is AVComposition
    guard isComposition || settings.values.value != nil else { return try asset.source.decoder() }
    let tracks = (isComposition ? asset.tracks : []).map {
      OpenedTrack(pieces: $0.pieces, transform: $0.preferredTransform)
    }
    return try opened.withLock { opened in
      if let opened, opened.compositionNumber == settings.compositionNumber,
        opened.tracks == tracks
      {
        return opened.pictures
      }
      let pictures: any FilmPictures
      if let values = settings.values.value {
        pictures = try ComposedPictures(values, asset)
      } else {
        pictures = try asset.openPictures()
      }
      opened = Opened(
        compositionNumber: settings.compositionNumber,
        tracks: tracks,
        pictures: pictures
      )
      return pictures
    }
  }

  /// The number of the picture to take for a time; nil if there is none within the tolerances.
  private func find(
    _ time: CMTime,
    _ settings: Settings,
    _ pictures: any FilmPictures
  ) -> Int? {
    let first = pictures.time(ofPicture: 0)
    guard let exact = pictures.number(at: time) else {
      return time.isNumeric && first - time <= settings.after ? 0 : nil
    }
    // A film ends with its last picture.
    guard time < pictures.end || time - pictures.end <= settings.before else { return nil }
    let key = pictures.key(before: exact)
    return time - pictures.time(ofPicture: key) <= settings.before ? key : exact
  }

  /// The size in whole pixels that fits; nil if it fits already.
  private static func fit(_ size: CGSize, into bound: CGSize) -> CGSize? {
    var factor = 1.0
    if bound.width > 0 { factor = min(factor, bound.width / size.width) }
    if bound.height > 0 { factor = min(factor, bound.height / size.height) }
    guard factor < 1 else { return nil }
    return CGSize(
      width: max((size.width * factor).rounded(), 1),
      height: max((size.height * factor).rounded(), 1)
    )
  }

  /// The class, with its module for a class of the program, and the address.
  open override var description: String { objectText }
}
