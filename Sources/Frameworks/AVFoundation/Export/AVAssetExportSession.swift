// Films into files.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
public import CoreMedia
public import Foundation
import QuartzEncoding
import QuartzSharing
import QuartzVideo
import Synchronization

/// The film's size, best quality.
public let AVAssetExportPresetHighestQuality = "AVAssetExportPresetHighestQuality"
/// The film's size, medium quality.
public let AVAssetExportPresetMediumQuality = "AVAssetExportPresetMediumQuality"
/// The film's size, low quality.
public let AVAssetExportPresetLowQuality = "AVAssetExportPresetLowQuality"
/// At most 640 x 480 pixels.
public let AVAssetExportPreset640x480 = "AVAssetExportPreset640x480"
/// At most 960 x 540 pixels.
public let AVAssetExportPreset960x540 = "AVAssetExportPreset960x540"
/// At most 1280 x 720 pixels.
public let AVAssetExportPreset1280x720 = "AVAssetExportPreset1280x720"
/// At most 1920 x 1080 pixels.
public let AVAssetExportPreset1920x1080 = "AVAssetExportPreset1920x1080"
/// At most 3840 x 2160 pixels.
public let AVAssetExportPreset3840x2160 = "AVAssetExportPreset3840x2160"
/// As `AVAssetExportPresetHighestQuality`, with HEVC, which keeps light brighter than white.
public let AVAssetExportPresetHEVCHighestQuality = "AVAssetExportPresetHEVCHighestQuality"
/// At most 1920 x 1080 pixels, with HEVC.
public let AVAssetExportPresetHEVC1920x1080 = "AVAssetExportPresetHEVC1920x1080"
/// At most 3840 x 2160 pixels, with HEVC.
public let AVAssetExportPresetHEVC3840x2160 = "AVAssetExportPresetHEVC3840x2160"
/// Pictures and sound are copied and not encoded anew.
public let AVAssetExportPresetPassthrough = "AVAssetExportPresetPassthrough"

/// Writes a film, or a composition with layers over it, into a file.
///
///     let session = AVAssetExportSession(
///       asset: asset, presetName: AVAssetExportPresetHighestQuality)
///     session?.videoComposition = composition
///     try await session?.export(to: URL(fileURLWithPath: "out.mp4"), as: .mp4)
///
/// The pictures are those of a preview of the layers at the same times. Sound is copied if
/// it is one whole track, and mixed and encoded otherwise. The file appears whole or not at all.
///
/// **Differences**: pictures become H.264 or HEVC, by the program `ffmpeg`. A film in PQ or HLG
/// keeps its light with `AVAssetExportPresetHEVCHighestQuality`, without a video composition, and
/// with all presets of HEVC if a composition's `colorTransferFunction` is PQ or HLG; its pictures
/// are made darker in all other exports. The film's pictures have a constant rate, that of the
/// composition or of the track; `AVAssetExportPresetPassthrough` keeps them as they are.
open class AVAssetExportSession: NSObject {
  /// The state of an export.
  public enum Status: Int, Sendable {
    /// Nothing was exported yet.
    case unknown = 0
    /// It will begin.
    case waiting = 1
    /// The export is in progress.
    case exporting = 2
    /// The file is there.
    case completed = 3
    /// There is no file; `error` says why.
    case failed = 4
    /// It was cancelled; there is no file.
    case cancelled = 5
  }

  /// The film.
  public let asset: AVAsset
  /// The name of the size and quality.
  public let presetName: String
  /// The place of the file, where nothing may be yet.
  open var outputURL: URL?
  /// The kind of file.
  open var outputFileType: AVFileType?
  /// The tracks that show, and layers over them; nil, the default, for the film as it is.
  open var videoComposition: AVVideoComposition?
  /// How loud the tracks are; nil, the default, for as loud as they are.
  open var audioMix: AVAudioMix?
  /// The part of the film; all of it by default.
  open var timeRange = CMTimeRange(start: .zero, duration: .positiveInfinity)
  /// Whether the file's list comes first, so that it can be played while it is loaded.
  open var shouldOptimizeForNetworkUse = false

  private let preset: ExportPreset
  private let exportProgress = ExportProgress()

  /// A session for a film; nil for a preset that is not known.
  public init?(asset: AVAsset, presetName: String) {
    guard let preset = ExportPreset(presetName) else { return nil }
    (self.asset, self.presetName, self.preset) = (asset, presetName, preset)
  }

  /// The names of all presets.
  open class func allExportPresets() -> [String] {
    [
      AVAssetExportPresetLowQuality, AVAssetExportPresetMediumQuality,
      AVAssetExportPresetHighestQuality, AVAssetExportPreset640x480, AVAssetExportPreset960x540,
      AVAssetExportPreset1280x720, AVAssetExportPreset1920x1080, AVAssetExportPreset3840x2160,
      AVAssetExportPresetHEVCHighestQuality, AVAssetExportPresetHEVC1920x1080,
      AVAssetExportPresetHEVC3840x2160, AVAssetExportPresetPassthrough,
    ]
  }

  /// The kinds of files that can be written.
  open var supportedFileTypes: [AVFileType] { [.mp4, .mov, .m4v] }
  /// The state.
  open var status: Status { exportProgress.state.withLock { $0.status } }
  /// The reason why there is no file; nil if there is none.
  open var error: (any Error)? { exportProgress.state.withLock { $0.error } }
  /// The share that is done, 0...1.
  open var progress: Float { exportProgress.state.withLock { $0.share } }

  /// Gives up: there will be no file.
  open func cancelExport() {
    exportProgress.cancel()
  }

  /// Writes the film into a file.
  ///
  /// - Throws: `AVError`; cancelling the task gives up as `cancelExport()` does.
  nonisolated(nonsending) open func export(to url: URL, as fileType: AVFileType) async throws {
    try await job(url, fileType).run()
  }

  /// Writes the film to `outputURL`; `status` and `error` say how it went.
  nonisolated(nonsending) open func export() async {
    try? await job()?.run()
  }

  /// Writes the film to `outputURL`, and calls back on another thread.
  ///
  /// The settings are those at the time of this call.
  open func exportAsynchronously(completionHandler handler: @escaping @Sendable () -> Void) {
    let job = job()
    Task {
      try? await job?.run()
      handler()
    }
  }

  // MARK: Work

  private func job(_ url: URL, _ type: AVFileType) -> ExportJob {
    let plan = ExportPlan(
      asset: asset,
      preset: preset,
      composition: videoComposition?.values,
      range: timeRange,
      output: url,
      type: type,
      isForNetwork: shouldOptimizeForNetworkUse,
      volumes: audioMix?.values
    )
    // Nobody changes what it has while it is exported.
    return ExportJob(plan: Transferred(plan), progress: exportProgress)
  }

  /// The export to `outputURL`; nil, and the session has failed, without that or a type.
  private func job() -> ExportJob? {
    guard let outputURL, let outputFileType else {
      exportProgress.end(.failed, AVError(.exportFailed, "no outputURL or no outputFileType"))
      return nil
    }
    return job(outputURL, outputFileType)
  }

  /// The class, with its module for a class of the program, and the address.
  open override var description: String { objectText }
}

/// How far the export of a session is.
private final class ExportProgress: Sendable {
  struct State {
    var status = AVAssetExportSession.Status.unknown
    var error: (any Error)?
    var share: Float = 0
    var isCancelled = false
  }

  let state = Mutex(State())

  func begin() throws {
    let isFirst = state.withLock { state in
      guard state.status == .unknown else { return false }
      state.status = .waiting
      return true
    }
    guard isFirst else { throw AVError(.exportFailed, "a session exports once") }
  }

  func cancel() {
    state.withLock { $0.isCancelled = true }
  }

  func end(_ status: AVAssetExportSession.Status, _ error: (any Error)?) {
    state.withLock { state in
      state.status = status
      state.error = error
      if status == .completed { state.share = 1 }
    }
  }
}

/// One export: what is written, and what the session shows of it.
private struct ExportJob: Sendable {
  let plan: Transferred<ExportPlan>
  let progress: ExportProgress

  func run() async throws {
    try progress.begin()
    try await withTaskCancellationHandler {
      try await Waiting.run { try write() }
    } onCancel: {
      progress.cancel()
    }
  }

  private func write() throws {
    let plan = plan.value
    progress.state.withLock { $0.status = .exporting }
    do {
      try plan.write { share in
        progress.state.withLock { state in
          state.share = share
          return !state.isCancelled
        }
      }
      progress.end(.completed, nil)
    } catch let refusal as FilterRefusal {
      // The program's own error.
      progress.end(.failed, refusal.reason)
      throw refusal.reason
    } catch {
      let error =
        error as? AVError ?? (error as? EncoderError).map { AVError($0) }
        ?? AVError(.exportFailed, "\(plan.output.path): \(error)")
      progress.end(error.code == .operationCancelled ? .cancelled : .failed, error)
      throw error
    }
  }
}

extension ExportPlan {
  /// Writes the file.
  ///
  /// - Parameter goesOn: Gets the share that is done; false gives up.
  func write(_ goesOn: (Float) -> Bool) throws {
    guard output.isFileURL, type.muxer != nil else {
      throw AVError(.exportFailed, "\(output.absoluteString): no file of \(type.rawValue)")
    }
    guard !FileManager.default.fileExists(atPath: output.path) else {
      throw AVError(.fileAlreadyExists, "\(output.path): there is a file already")
    }
    var file: PendingFile
    do {
      file = try PendingFile(path: output.path)
    } catch {
      throw AVError(.exportFailed, "\(output.path): \(error)")
    }
    let part = try part()
    if preset.isCopied {
      guard composition == nil, !(asset is AVComposition) else {
        throw AVError(.exportFailed, "a composition is encoded, and cannot be passed through")
      }
      guard volumes == nil else {
        throw AVError(.exportFailed, "a mix of sound is encoded, and cannot be passed through")
      }
      guard goesOn(0) else { throw AVError(.operationCancelled) }
      let arguments = copyArguments(part, output: file.openName)
      try FilmEncoder(FilmEncoder.quiet + arguments).finish()
    } else {
      try encode(part, file.openName, goesOn)
    }
    do {
      try file.publish()
    } catch {
      throw AVError(.exportFailed, "\(output.path): \(error)")
    }
  }

  private func encode(_ part: CMTimeRange, _ name: String, _ goesOn: (Float) -> Bool) throws {
    let tracks = try asset.loadTracks()
    let values = try values(tracks)
    if values.filter != nil { return try encodeFiltered(values, tracks, part, name, goesOn) }
    if let film = try brightFilm() {
      return try encode(film, values.frameDuration, tracks, part, name, goesOn)
    }
    if let transfer = try values.colors.transfer(.exportFailed) {
      return try encode(transfer, values, tracks, part, name, goesOn)
    }
    let artist = try ExportArtist(
      try ExportFrames(values, tracks),
      size: values.renderSize,
      start: part.start
    )
    let arguments = encodeArguments(artist.form, values.frameDuration, tracks, part, output: name)
    try encode(arguments, values.frameDuration, part, goesOn) { time, encoder in
      try artist.frame(at: time).write(to: encoder)
    }
  }

  /// Gives an encoder the frame of each time.
  ///
  /// - Parameter end: Gives it frames that are left after the last time.
  func encode(
    _ arguments: [String],
    _ period: CMTime,
    _ part: CMTimeRange,
    _ goesOn: (Float) -> Bool,
    _ write: (CMTime, FilmEncoder) throws -> Void,
    end: (FilmEncoder) throws -> Void = { _ in }
  ) throws {
    let encoder = try FilmEncoder(FilmEncoder.quiet + arguments)
    var number: Int32 = 0
    var time = part.start
    while time < part.end {
      let share = (time - part.start).seconds / part.duration.seconds
      guard goesOn(Float(share)) else { throw AVError(.operationCancelled, "cancelled") }
      try write(time, encoder)
      number += 1
      time = part.start + CMTimeMultiply(period, multiplier: number)
    }
    try end(encoder)
    try encoder.finish()
  }

  /// Encodes the planes of a film brighter than white as they are.
  private func encode(
    _ film: VideoDecoder,
    _ period: CMTime,
    _ tracks: [AVAssetTrack],
    _ part: CMTimeRange,
    _ name: String,
    _ goesOn: (Float) -> Bool
  ) throws {
    guard let source = brightSource(film) else {
      throw AVError(.failedToLoadMediaData, "a film without pictures")
    }
    let arguments = brightArguments(source, period, tracks, part, output: name)
    try encode(arguments, period, part, goesOn) { time, encoder in
      let picture: VideoPicture
      do throws(VideoError) {
        picture = try film.picture(film.number(at: time) ?? 0)
      } catch {
        throw AVError(error)
      }
      // Bounds: the memory has all planes of the format.
      let bytes = UnsafeRawBufferPointer(
        start: picture.memory.base,
        count: picture.format.byteCount
      )
      try encoder.add(bytes)
    }
  }

  /// Encodes a composition in PQ or HLG, drawn in extended range.
  private func encode(
    _ transfer: FilmTransfer,
    _ values: AVVideoComposition.Values,
    _ tracks: [AVAssetTrack],
    _ part: CMTimeRange,
    _ name: String,
    _ goesOn: (Float) -> Bool
  ) throws {
    let (width, height) = (Int(values.renderSize.width), Int(values.renderSize.height))
    guard preset.isHEVC else {
      throw AVError(.exportFailed, "H.264 is of standard range: PQ and HLG need a preset of HEVC")
    }
    guard width % 2 == 0, height % 2 == 0 else {
      throw AVError(
        .exportFailed,
        "a film of \(width) x \(height) pixels: PQ and HLG need even sides"
      )
    }
    let artist = try BrightFrames(try ExportFrames(values, tracks, .extended), transfer, values)
    let source = BrightSource(
      light: EncoderLight(transfer),
      width: width,
      height: height,
      place: .left
    )
    let arguments = brightArguments(source, values.frameDuration, tracks, part, output: name)
    try encode(arguments, values.frameDuration, part, goesOn) { time, encoder in
      try artist.frame(at: time).write(to: encoder)
    }
  }
}
