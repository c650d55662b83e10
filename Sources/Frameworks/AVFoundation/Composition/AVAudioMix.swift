// How loud the tracks of a film are.
// Licensed under the MIT license; see LICENSE.

public import CoreMedia
public import Foundation

/// How loud a track is, as a function of the film's time.
struct VolumeCurve: Equatable {
  /// A volume that is reached from another one over a range, and held then.
  struct Step: Equatable {
    var range: CMTimeRange
    var start: Double
    var end: Double
  }

  private(set) var steps: [Step] = []

  /// Adds a step; of steps that begin at one time the last one counts.
  mutating func add(_ step: Step) {
    steps.removeAll { $0.range.start == step.range.start }
    let place = steps.firstIndex { $0.range.start > step.range.start } ?? steps.count
    steps.insert(step, at: place)
  }

  /// The step that counts at a time, with the time at which the next one begins.
  func step(at time: CMTime) -> (step: Step, next: CMTime)? {
    guard let place = steps.lastIndex(where: { $0.range.start <= time }) else { return nil }
    let isLast = place + 1 == steps.count
    return (steps[place], isLast ? .positiveInfinity : steps[place + 1].range.start)
  }

  /// FFmpeg's filter for this volume of 48,000 samples a second, the first of which is at a time of
  /// the film; nil for sound as it is.
  func filter(from time: CMTime) -> String? {
    let first = time.seconds
    // The steps that are over before the time, but for the last one, do not count.
    let current = steps.lastIndex { $0.range.start <= time } ?? 0
    guard !steps.isEmpty else { return nil }
    var volume = "1"
    for step in steps[current...] {
      let start = (step.range.start.seconds - first) * 48_000
      // Each one lies over those before it.
      volume = "if(lt(n\\,\(start))\\,\(volume)\\,\(expression(step, start)))"
    }
    return "aeval=val(0)*\(volume)|val(1)*\(volume):c=same"
  }

  /// The volume of a step, as a function of the sample's number.
  private func expression(_ step: Step, _ start: Double) -> String {
    let length = step.range.duration.seconds * 48_000
    guard length > 0, length.isFinite, step.start != step.end else {
      return "\(length.isFinite ? step.end : step.start)"
    }
    return "(\(step.start)+(\(step.end - step.start))*min((n-(\(start)))/\(length)\\,1))"
  }
}

/// How loud the tracks of a film are, for players, exports and readers.
///
/// A track without parameters is as loud as it is.
open class AVAudioMix: NSObject {
  /// The volumes by the numbers of tracks.
  struct Values: Equatable {
    var curves: [CMPersistentTrackID: VolumeCurve] = [:]
  }

  fileprivate var parameters: [AVAudioMixInputParameters] = []

  /// The volumes of tracks; of two for one track the first counts.
  open var inputParameters: [AVAudioMixInputParameters] { parameters }

  override init() { super.init() }

  var values: Values {
    Values(curves: Dictionary(inputParameters.map { ($0.trackID, $0.curve) }) { first, _ in first })
  }

  /// The class, with its module for a class of the program, and the address.
  open override var description: String { objectText }
}

/// A mix that is being made.
///
///     let parameters = AVMutableAudioMixInputParameters(track: track)
///     parameters.setVolumeRamp(fromStartVolume: 1, toEndVolume: 0, timeRange: range)
///     let mix = AVMutableAudioMix()
///     mix.inputParameters = [parameters]
///     item.audioMix = mix
open class AVMutableAudioMix: AVAudioMix {
  /// A mix without parameters.
  public override init() { super.init() }

  /// The volumes of tracks; of two for one track the first counts.
  open override var inputParameters: [AVAudioMixInputParameters] {
    get { parameters }
    set { parameters = newValue }
  }
}

/// How loud a track is.
open class AVAudioMixInputParameters: NSObject {
  fileprivate(set) var curve = VolumeCurve()
  fileprivate var number = kCMPersistentTrackID_Invalid

  override init() { super.init() }

  /// The track's number.
  open var trackID: CMPersistentTrackID { number }

  /// The ramp, or the volume, that counts at a time.
  ///
  /// - Parameters:
  ///   - time: A time of the film.
  ///   - startVolume: Takes the volume at the beginning of the range.
  ///   - endVolume: Takes the volume at its end.
  ///   - timeRange: Takes the range: that of the ramp; of a volume that is held, up to the next
  ///     step, or without an end.
  /// - Returns: Whether there is one at that time.
  open func getVolumeRamp(
    for time: CMTime,
    startVolume: UnsafeMutablePointer<Float>?,
    endVolume: UnsafeMutablePointer<Float>?,
    timeRange: UnsafeMutablePointer<CMTimeRange>?
  ) -> Bool {
    guard let (step, next) = curve.step(at: time) else { return false }
    let isRamp = time < step.range.end
    startVolume?.pointee = Float(isRamp ? step.start : step.end)
    endVolume?.pointee = Float(step.end)
    timeRange?.pointee =
      isRamp
      ? CMTimeRange(start: step.range.start, end: CMTimeMinimum(step.range.end, next))
      : CMTimeRange(start: step.range.end, end: next)
    return true
  }

  /// The class, with its module for a class of the program, and the address.
  open override var description: String { objectText }
}

/// The volume of a track that is being made.
///
/// Before the first time that says one it is 1. Each step counts until the next one begins.
open class AVMutableAudioMixInputParameters: AVAudioMixInputParameters {
  /// Parameters of no track.
  public override init() { super.init() }

  /// Parameters of a track, which is as loud as it is.
  public convenience init(track: AVAssetTrack?) {
    self.init()
    number = track?.trackID ?? kCMPersistentTrackID_Invalid
  }

  /// The track's number.
  open override var trackID: CMPersistentTrackID {
    get { number }
    set { number = newValue }
  }

  /// Changes the volume at a time.
  ///
  /// - Parameters:
  ///   - volume: 0...1; other numbers count as the nearest of these.
  ///   - time: A time of the film.
  open func setVolume(_ volume: Float, at time: CMTime) {
    setVolumeRamp(
      fromStartVolume: volume,
      toEndVolume: volume,
      timeRange: CMTimeRange(start: time, duration: .zero)
    )
  }

  /// Changes the volume evenly over a range.
  ///
  /// - Parameters:
  ///   - startVolume: At its beginning, 0...1; other numbers count as the nearest of these.
  ///   - endVolume: At its end, and later.
  ///   - timeRange: Of the film's time.
  open func setVolumeRamp(
    fromStartVolume startVolume: Float,
    toEndVolume endVolume: Float,
    timeRange: CMTimeRange
  ) {
    guard timeRange.isValid, timeRange.start.isNumeric else { return }
    let (start, end) = (Double(startVolume), Double(endVolume))
    guard start.isFinite, end.isFinite else { return }
    curve.add(
      VolumeCurve.Step(range: timeRange, start: min(max(start, 0), 1), end: min(max(end, 0), 1))
    )
  }
}
