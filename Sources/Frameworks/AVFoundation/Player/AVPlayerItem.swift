// A film that a player plays.
// Licensed under the MIT license; see LICENSE.

public import CoreGraphics
public import CoreMedia
public import Foundation
import QuartzSharing
import QuartzVideo

/// A film as one player plays it: its state and where it ends.
///
/// It belongs to the thread that uses it, as its player does.
open class AVPlayerItem: NSObject {
  /// Whether an item can be played.
  public enum Status: Int, Sendable {
    /// The film is not opened yet.
    case unknown = 0
    /// It can.
    case readyToPlay = 1
    /// It cannot; `error` says why.
    case failed = 2
  }

  /// Posted when a film has played to its end; the object is the item.
  public static let didPlayToEndTimeNotification =
    NSNotification.Name("AVPlayerItemDidPlayToEndTimeNotification")

  /// Posted when the time of a film jumps; the object is the item.
  public static let timeJumpedNotification =
    NSNotification.Name("AVPlayerItemTimeJumpedNotification")

  /// The film.
  public let asset: AVAsset
  private(set) var feed: PictureFeed
  weak var player: AVPlayer?
  /// The objects that take its pictures.
  open private(set) var outputs: [AVPlayerItemOutput] = []
  // Layers whose time is that of the film.
  private var synchronized: [WeakLayer] = []
  // The time to begin with, and where it was when it left its player.
  var restingTime = CMTime.zero

  /// An item of a film.
  public init(asset: AVAsset) {
    self.asset = asset
    feed = PictureFeed { () throws(AVError) in try asset.openPictures() }
  }

  /// An item of a film in a file.
  public convenience init(url URL: URL) {
    self.init(asset: AVURLAsset(url: URL))
  }

  /// The tracks that show, and how; nil, the default, for the first track of pictures as it is.
  ///
  /// The pictures are those of an export with the same composition, at its rate, and at its
  /// `renderScale`; layers are filled by its `renderSize`, as is `presentationSize`. Its values are
  /// copied when it is set. With an `animationTool`, which is for exports, the item fails.
  open var videoComposition: AVVideoComposition? {
    didSet {
      let asset = asset
      let values = Transferred(videoComposition?.values.copied)
      feed = PictureFeed { () throws(AVError) in
        guard let values = values.value else { return try asset.openPictures() }
        return try ComposedPictures(values, asset, reportsFailures: true)
      }
      player?.picturesChanged(of: self)
    }
  }

  /// How loud the tracks are; nil, the default, for as loud as they are.
  ///
  /// Its values are copied when it is set. Sound that is heard begins anew then.
  open var audioMix: AVAudioMix? {
    didSet {
      volumes = audioMix?.values
      player?.volumesChanged(of: self)
    }
  }
  private(set) var volumes: AVAudioMix.Values?

  /// How the pitch of the sound follows the rate; it counts when the rate changes.
  open var audioTimePitchAlgorithm = AVAudioTimePitchAlgorithm.timeDomain

  /// Whether the item can be played.
  open var status: Status {
    switch feed.loaded {
    case .success: .readyToPlay
    case .failure: .failed
    case nil: .unknown
    }
  }

  /// The reason why the item, or its last picture, cannot be shown; nil if it can.
  open var error: (any Error)? {
    if case .failure(let error) = feed.loaded { return error }
    return feed.failure
  }

  var decoder: (any FilmPictures)? { try? feed.loaded?.get() }

  /// The length; indefinite before the item is ready.
  open var duration: CMTime { decoder?.duration ?? .indefinite }

  /// The size of the pictures as they are shown, in points; zero before the item is ready.
  open var presentationSize: CGSize { decoder?.shownSize ?? .zero }

  /// Where playing forwards ends; invalid, the default, is the film's end.
  open var forwardPlaybackEndTime = CMTime.invalid {
    didSet { player?.eventsChanged() }
  }

  /// Where playing backwards ends; invalid, the default, is the film's beginning.
  open var reversePlaybackEndTime = CMTime.invalid {
    didSet { player?.eventsChanged() }
  }

  /// Whether the item can be played at rates above 1: once it is ready.
  open var canPlayFastForward: Bool { status == .readyToPlay }
  /// Whether the item can be played at the rate -1: once it is ready.
  open var canPlayReverse: Bool { status == .readyToPlay }
  /// Whether the item can be stepped through forwards: once it is ready.
  open var canStepForward: Bool { status == .readyToPlay }
  /// Whether the item can be stepped through backwards: once it is ready.
  open var canStepBackward: Bool { status == .readyToPlay }

  /// The time of the film now.
  open func currentTime() -> CMTime { player?.currentTime() ?? restingTime }

  /// Moves to a time; the picture is exact.
  ///
  /// - Parameters:
  ///   - time: The time to move to.
  ///   - completionHandler: Called when the picture shows, with false if another seek came before
  ///     that.
  open func seek(to time: CMTime, completionHandler: (@Sendable (Bool) -> Void)? = nil) {
    seek(
      to: time,
      toleranceBefore: .zero,
      toleranceAfter: .zero,
      completionHandler: completionHandler
    )
  }

  /// Moves to a time, or to one near it whose picture needs no other one for its decoding.
  ///
  /// The time is exact where the tolerances allow no such picture, and where at most ten pictures
  /// have to be decoded for it. `currentTime()` says where it is then.
  ///
  /// - Parameters:
  ///   - time: The time to move to.
  ///   - toleranceBefore: How much earlier the time may be.
  ///   - toleranceAfter: How much later the time may be.
  ///   - completionHandler: Called when the picture shows, with false if another seek came before
  ///     that.
  open func seek(
    to time: CMTime,
    toleranceBefore: CMTime,
    toleranceAfter: CMTime,
    completionHandler: (@Sendable (Bool) -> Void)? = nil
  ) {
    guard time.isValid, !time.isIndefinite else {
      completionHandler?(false)
      return
    }
    guard let player else {
      restingTime = time
      completionHandler?(true)
      return
    }
    if player.drawsOnRequest { feed.load() }
    player.move(to: landing(time, toleranceBefore, toleranceAfter), completionHandler)
  }

  /// So many pictures are decoded for an exact time, whatever the tolerances.
  private static let quickPictures = 10

  /// The time that a seek goes to: the nearest within the tolerances that is quick to decode.
  private func landing(_ time: CMTime, _ before: CMTime, _ after: CMTime) -> CMTime {
    guard let decoder, let number = decoder.number(at: time), time.isNumeric else { return time }
    let key = decoder.key(before: number)
    guard number - key > Self.quickPictures else { return time }
    let (wanted, before, after) = (time.seconds, before.seconds, after.seconds)
    func distance(_ picture: Int) -> Double {
      abs(decoder.time(ofPicture: picture).seconds - wanted)
    }
    var found: Int?
    if distance(key) <= before { found = key }
    if let next = decoder.key(after: number), distance(next) <= after,
      found.map({ distance(next) < distance($0) }) ?? true
    {
      found = next
    }
    return found.map { decoder.time(ofPicture: $0) } ?? time
  }

  /// Moves by a number of pictures, backwards for negative ones; the player pauses for it.
  open func step(byCount stepCount: Int) {
    if player?.drawsOnRequest == true { feed.load() }
    guard let decoder, let now = decoder.number(at: currentTime()) else { return }
    player?.pause()
    let (sum, overflow) = now.addingReportingOverflow(stepCount)
    let number = min(max(overflow ? stepCount : sum, 0), decoder.pictureCount - 1)
    seek(to: decoder.time(ofPicture: number))
  }

  // MARK: Followers

  private struct WeakLayer {
    weak var layer: AVSynchronizedLayer?
  }

  func synchronize(_ layer: AVSynchronizedLayer) {
    endSynchronizing(layer)
    synchronized.append(WeakLayer(layer: layer))
    layer.follow(player?.followedClock ?? PlayerClock(time: restingTime, host: 0, rate: 0))
  }

  func endSynchronizing(_ layer: AVSynchronizedLayer) {
    synchronized.removeAll { $0.layer == nil || $0.layer === layer }
  }

  /// The film's clock has changed.
  func follow(_ clock: PlayerClock) {
    for entry in synchronized { entry.layer?.follow(clock) }
  }

  /// Adds an object that takes pictures; one of another item leaves that.
  open func add(_ output: AVPlayerItemOutput) {
    output.item?.remove(output)
    output.item = self
    outputs.append(output)
  }

  /// Removes an object that takes pictures.
  open func remove(_ output: AVPlayerItemOutput) {
    guard output.item === self else { return }
    output.item = nil
    outputs.removeAll { $0 === output }
  }

  // MARK: Ends

  /// Where playing ends in a direction.
  func end(forwards: Bool) -> CMTime {
    if forwards {
      let end = decoder?.duration ?? .positiveInfinity
      return forwardPlaybackEndTime.isNumeric ? CMTimeMinimum(forwardPlaybackEndTime, end) : end
    }
    return reversePlaybackEndTime.isNumeric ? CMTimeMaximum(reversePlaybackEndTime, .zero) : .zero
  }

  /// A time within the film.
  func clamp(_ time: CMTime) -> CMTime {
    guard let decoder else { return CMTimeMaximum(time, .zero) }
    return CMTimeMaximum(CMTimeMinimum(time, decoder.duration), .zero)
  }

  /// The class, with its module for a class of the program, and the address.
  open override var description: String { objectText }
}

extension NSNotification.Name {
  /// Posted when a film has played to its end; the object is the item.
  public static let AVPlayerItemDidPlayToEndTime = AVPlayerItem.didPlayToEndTimeNotification
  /// Posted when the time of a film jumps; the object is the item.
  public static let AVPlayerItemTimeJumped = AVPlayerItem.timeJumpedNotification
}
