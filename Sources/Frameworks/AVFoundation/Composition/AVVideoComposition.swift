// How the pictures of several tracks become those of one film.
// Licensed under the MIT license; see LICENSE.

public import CoreGraphics
public import CoreMedia
public import Foundation
import QuartzVideo

/// How the pictures of tracks, and layers over them, become the pictures of a film.
open class AVVideoComposition: NSObject {
  struct Values {
    var frameDuration = CMTime(value: 1, timescale: 30)
    var renderSize = CGSize.zero
    var renderScale: Float = 1
    var instructions: [AVVideoCompositionInstruction] = []
    var tool: AVVideoCompositionCoreAnimationTool?
    var colors = FilmColorNames()
    /// A program's filter for pictures; nil if there is none.
    var filter: FilmFilter?

    /// The same values with instructions of their own, which nobody changes.
    var copied: Values {
      var copy = self
      copy.instructions = instructions.map { AVVideoCompositionInstruction(copying: $0) }
      return copy
    }

    /// The size of pictures in pixels: of whole pixels, and 1 at least.
    var pixelSize: CGSize {
      func side(_ length: CGFloat) -> CGFloat { max((length * CGFloat(renderScale)).rounded(), 1) }
      return CGSize(width: side(renderSize.width), height: side(renderSize.height))
    }

    /// Fails for a size, or a time of pictures, that no film can have.
    func check(_ code: AVError.Code) throws(AVError) {
      let side = 1...Double(VideoLimits.side)
      guard side.contains(renderSize.width), side.contains(renderSize.height),
        renderSize.width == renderSize.width.rounded(),
        renderSize.height == renderSize.height.rounded()
      else {
        throw AVError(code, "a film of \(renderSize.width) x \(renderSize.height) pixels")
      }
      guard renderScale.isFinite, renderScale > 0 else {
        throw AVError(code, "a scale of \(renderScale): it is finite and above 0")
      }
      guard side.contains(pixelSize.width), side.contains(pixelSize.height) else {
        throw AVError(
          code,
          "a film of \(renderSize.width) x \(renderSize.height) pixels at a scale of "
            + "\(renderScale): a side has 1 to \(VideoLimits.side) pixels"
        )
      }
      guard frameDuration.isNumeric, frameDuration > .zero else {
        throw AVError(code, "pictures of no duration")
      }
      let transfer = try colors.transfer(code)
      guard filter != nil else { return }
      guard transfer == nil else {
        throw AVError(code, "pictures that a handler filters are of standard range: no PQ, no HLG")
      }
      guard tool == nil else {
        throw AVError(code, "pictures that a handler filters have no layers over them")
      }
    }
  }

  var values = Values()

  /// The time of each picture.
  open var frameDuration: CMTime { values.frameDuration }
  /// The size of the film in pixels.
  open var renderSize: CGSize { values.renderSize }
  /// How many pixels of a picture stand for one of `renderSize`; 1 by default.
  ///
  /// Players and image generators make pictures of `renderSize` times the scale, rounded to whole
  /// pixels; layers of players are filled by `renderSize` all the same. The scale is finite and
  /// above 0, and leaves sides of 1 to 16384 pixels; others fail the item or the image. Exports
  /// take 1 alone, and fail with `AVError.Code.invalidVideoComposition` otherwise.
  open var renderScale: Float { values.renderScale }
  /// The tracks that show, and how, for ranges of time.
  open var instructions: [AVVideoCompositionInstruction] { values.instructions }
  /// The layers over the pictures; nil if there are none.
  open var animationTool: AVVideoCompositionCoreAnimationTool? { values.tool }
  /// The light that red, green and blue of exports stand for: a name such as
  /// `AVVideoColorPrimaries_ITU_R_2020`; nil for those that belong to the transfer function.
  open var colorPrimaries: String? { values.colors.primaries }
  /// How light of exports is encoded: a name such as `AVVideoTransferFunction_SMPTE_ST_2084_PQ`;
  /// nil for that of standard range.
  ///
  /// With PQ and HLG pictures are drawn in extended range, with the headroom of 1000 nits (4.926),
  /// and exported as HEVC of 10 bits. Light of films that are brighter is mapped to it.
  ///
  /// **Differences**: exports have two sets of colours: BT.709's of standard range, and BT.2020's
  /// in PQ or HLG. Other combinations are refused by the export or the player, with an error that
  /// names them. Nil does not copy the film's own for exports. Players and image generators show
  /// the light of bright films also with nil, up to the brightest of them; `ITU_R_709_2` and
  /// `IEC_sRGB` show standard range.
  open var colorTransferFunction: String? { values.colors.transfer }
  /// The matrix of Y', Cb and Cr of exports: a name such as `AVVideoYCbCrMatrix_ITU_R_2020`; nil
  /// for that which belongs to the transfer function.
  open var colorYCbCrMatrix: String? { values.colors.matrix }

  override init() {
    super.init()
  }

  /// The composition that shows a film as it is: its first track of pictures, turned as it says.
  public convenience init(propertiesOf asset: AVAsset) {
    self.init()
    values = AVVideoComposition.values(of: asset.tracks, duration: asset.duration)
  }

  /// The composition of a film's first track of pictures, turned as it says, whose pictures a
  /// handler filters.
  ///
  ///     let composition = try await AVVideoComposition.videoComposition(with: film) { request in
  ///       let gray = request.sourceImage.applyingFilter("CIPhotoEffectNoir")
  ///       request.finish(with: gray, context: nil)
  ///     }
  ///
  /// The pictures of players, of image generators and of exports are the same. The handler is
  /// called on threads of its own, for four pictures at most at once, and may finish them in any
  /// order: the film shows them in that of their times. Players may ask for pictures ahead that are
  /// not shown then.
  ///
  /// A picture that is finished with an error, or not in 5 seconds, is none: an export ends with
  /// the error, a generator has no image, and a player shows the picture before on, with one line
  /// on the standard error and with `AVPlayerItem.error`. A handler that never returns keeps its
  /// thread and one of the four places; other films are not late.
  ///
  /// **Differences**: the pictures have 8 bits in sRGB, and are of standard range. A
  /// `colorTransferFunction` of PQ or HLG, or an `animationTool`, is an error of the player or the
  /// export.
  ///
  /// - Parameters:
  ///   - asset: The film.
  ///   - applier: Filters a picture.
  /// - Throws: `AVError` if the film cannot be read or has no pictures.
  open class func videoComposition(
    with asset: AVAsset,
    applyingCIFiltersWithHandler applier:
      @escaping @Sendable (AVAsynchronousCIImageFilteringRequest) -> Void
  ) async throws -> AVVideoComposition {
    let composition = AVVideoComposition()
    composition.values = try await filteredValues(of: asset, applier)
    return composition
  }

  static func values(of tracks: [AVAssetTrack], duration: CMTime) -> Values {
    var values = Values()
    guard let track = tracks.first(where: { $0.mediaType == .video }) else { return values }
    let rect = CGRect(origin: .zero, size: track.naturalSize).applying(track.preferredTransform)
    values.renderSize = CGSize(width: rect.width.rounded(), height: rect.height.rounded())
    if track.minFrameDuration.isNumeric { values.frameDuration = track.minFrameDuration }
    let layer = AVMutableVideoCompositionLayerInstruction(assetTrack: track)
    // Into the film, wherever the track's transform leads to.
    let shift = CGAffineTransform(translationX: -rect.minX, y: -rect.minY)
    layer.setTransform(track.preferredTransform.concatenating(shift), at: .zero)
    let instruction = AVMutableVideoCompositionInstruction()
    instruction.timeRange = CMTimeRange(start: .zero, duration: duration)
    instruction.layerInstructions = [layer]
    values.instructions = [instruction]
    return values
  }

  /// The class, with its module for a class of the program, and the address.
  open override var description: String { objectText }
}

/// A composition of pictures that is being made.
open class AVMutableVideoComposition: AVVideoComposition {
  /// A composition of 30 pictures a second without a size.
  public override init() {
    super.init()
  }

  /// The time of each picture; a thirtieth of a second by default.
  open override var frameDuration: CMTime {
    get { values.frameDuration }
    set { values.frameDuration = newValue }
  }

  /// The size of the film in pixels.
  open override var renderSize: CGSize {
    get { values.renderSize }
    set { values.renderSize = newValue }
  }

  /// How many pixels of a picture stand for one of `renderSize`; 1 by default, and for exports.
  open override var renderScale: Float {
    get { values.renderScale }
    set { values.renderScale = newValue }
  }

  /// The tracks that show, and how, for ranges of time.
  open override var instructions: [AVVideoCompositionInstruction] {
    get { values.instructions }
    set { values.instructions = newValue }
  }

  /// The layers over the pictures; nil, the default, if there is none.
  open override var animationTool: AVVideoCompositionCoreAnimationTool? {
    get { values.tool }
    set { values.tool = newValue }
  }

  /// The light that red, green and blue of exports stand for; nil by default.
  open override var colorPrimaries: String? {
    get { values.colors.primaries }
    set { values.colors.primaries = newValue }
  }

  /// How light of exports is encoded; nil, the default, is that of standard range.
  open override var colorTransferFunction: String? {
    get { values.colors.transfer }
    set { values.colors.transfer = newValue }
  }

  /// The matrix of Y', Cb and Cr of exports; nil by default.
  open override var colorYCbCrMatrix: String? {
    get { values.colors.matrix }
    set { values.colors.matrix = newValue }
  }

  /// The composition that shows a film as it is: its first track of pictures, turned as it says.
  ///
  /// - Throws: `AVError` if the film cannot be read.
  public class func videoComposition(
    withPropertiesOf asset: AVAsset
  ) async throws -> AVMutableVideoComposition {
    let (tracks, duration) = try await Waiting.run {
      (try asset.loadTracks(), try asset.loadDuration())
    }
    let composition = AVMutableVideoComposition()
    composition.values = AVVideoComposition.values(of: tracks, duration: duration)
    return composition
  }

  /// The composition of a film's first track of pictures whose pictures a handler filters.
  ///
  /// - Parameters:
  ///   - asset: The film.
  ///   - applier: Filters a picture, as that of
  ///     ``AVVideoComposition/videoComposition(with:applyingCIFiltersWithHandler:)``.
  /// - Throws: `AVError` if the film cannot be read or has no pictures.
  public override class func videoComposition(
    with asset: AVAsset,
    applyingCIFiltersWithHandler applier:
      @escaping @Sendable (AVAsynchronousCIImageFilteringRequest) -> Void
  ) async throws -> AVMutableVideoComposition {
    let composition = AVMutableVideoComposition()
    composition.values = try await filteredValues(of: asset, applier)
    return composition
  }
}

/// The tracks that show in a range of time.
open class AVVideoCompositionInstruction: NSObject {
  struct Values {
    var range = CMTimeRange.invalid
    var backgroundColor: CGColor?
    var layers: [AVVideoCompositionLayerInstruction] = []
    var isPostProcessed = true
  }

  var values = Values()

  override init() {
    super.init()
  }

  /// A copy of an instruction, and of those for its tracks.
  init(copying instruction: AVVideoCompositionInstruction) {
    values = Values(
      range: instruction.timeRange,
      backgroundColor: instruction.backgroundColor,
      layers: instruction.layerInstructions.map { AVVideoCompositionLayerInstruction(copying: $0) },
      isPostProcessed: instruction.enablePostProcessing
    )
  }

  /// The range; its end is outside.
  open var timeRange: CMTimeRange { values.range }
  /// The colour behind the pictures; nil is black.
  open var backgroundColor: CGColor? { values.backgroundColor }
  /// The tracks, the topmost first.
  open var layerInstructions: [AVVideoCompositionLayerInstruction] { values.layers }
  /// Whether the layers of an animation tool show; true by default.
  open var enablePostProcessing: Bool { values.isPostProcessed }

  /// The class, with its module for a class of the program, and the address.
  open override var description: String { objectText }
}

/// An instruction that is being made.
open class AVMutableVideoCompositionInstruction: AVVideoCompositionInstruction {
  /// An instruction for no time.
  public override init() {
    super.init()
  }

  /// The range; its end is outside.
  open override var timeRange: CMTimeRange {
    get { values.range }
    set { values.range = newValue }
  }

  /// The colour behind the pictures; nil, the default, is black.
  open override var backgroundColor: CGColor? {
    get { values.backgroundColor }
    set { values.backgroundColor = newValue }
  }

  /// The tracks, the topmost first.
  open override var layerInstructions: [AVVideoCompositionLayerInstruction] {
    get { values.layers }
    set { values.layers = newValue }
  }

  /// Whether the layers of an animation tool show; true by default.
  open override var enablePostProcessing: Bool {
    get { values.isPostProcessed }
    set { values.isPostProcessed = newValue }
  }
}

/// The transform, the opacity and the crop of one track.
open class AVVideoCompositionLayerInstruction: NSObject {
  /// A value from a time on; over a range it goes evenly to another one.
  struct Step<Value> {
    var range: CMTimeRange
    var start: Value
    var end: Value
  }

  var transforms: [Step<CGAffineTransform>] = []
  var opacities: [Step<Double>] = []
  var crops: [Step<CGRect>] = []
  var number: CMPersistentTrackID = kCMPersistentTrackID_Invalid

  override init() {
    super.init()
  }

  /// A copy of an instruction.
  init(copying instruction: AVVideoCompositionLayerInstruction) {
    transforms = instruction.transforms
    opacities = instruction.opacities
    crops = instruction.crops
    number = instruction.trackID
  }

  /// The track's number.
  open var trackID: CMPersistentTrackID { number }

  /// The last step that has begun at a time, and how far it is.
  private func step<Value>(_ steps: [Step<Value>], _ time: CMTime) -> (Step<Value>, Double)? {
    // Of steps of one time, the last one counts.
    var found: Step<Value>?
    for step in steps where step.range.start <= time {
      if found.map({ $0.range.start <= step.range.start }) ?? true { found = step }
    }
    guard let found else { return nil }
    guard found.range.duration > .zero else { return (found, 1) }
    return (found, min((time - found.range.start).seconds / found.range.duration.seconds, 1))
  }

  /// The transform at a time.
  func transform(at time: CMTime) -> CGAffineTransform {
    guard let (step, share) = step(transforms, time) else { return .identity }
    let (a, b) = (step.start, step.end)
    func mix(_ one: CGFloat, _ two: CGFloat) -> CGFloat { one + (two - one) * share }
    return CGAffineTransform(
      a: mix(a.a, b.a),
      b: mix(a.b, b.b),
      c: mix(a.c, b.c),
      d: mix(a.d, b.d),
      tx: mix(a.tx, b.tx),
      ty: mix(a.ty, b.ty)
    )
  }

  /// The part of the pictures that shows at a time, in the track's space; nil for all of them.
  func crop(at time: CMTime) -> CGRect? {
    guard let (step, share) = step(crops, time) else { return nil }
    let (a, b) = (step.start, step.end)
    func mix(_ one: CGFloat, _ two: CGFloat) -> CGFloat { one + (two - one) * share }
    return CGRect(
      x: mix(a.minX, b.minX),
      y: mix(a.minY, b.minY),
      width: mix(a.width, b.width),
      height: mix(a.height, b.height)
    )
  }

  /// The opacity at a time.
  func opacity(at time: CMTime) -> Double {
    guard let (step, share) = step(opacities, time) else { return 1 }
    return step.start + (step.end - step.start) * share
  }

  /// The class, with its module for a class of the program, and the address.
  open override var description: String { objectText }
}

/// An instruction for a track that is being made.
open class AVMutableVideoCompositionLayerInstruction: AVVideoCompositionLayerInstruction {
  /// An instruction for no track.
  public override init() {
    super.init()
  }

  /// An instruction for a track, opaque and without a transform.
  public convenience init(assetTrack track: AVAssetTrack) {
    self.init()
    number = track.trackID
  }

  /// The track's number.
  open override var trackID: CMPersistentTrackID {
    get { number }
    set { number = newValue }
  }

  /// Places pictures from a time on: a transform of the film's space, whose y goes down.
  open func setTransform(_ transform: CGAffineTransform, at time: CMTime) {
    setTransformRamp(
      fromStart: transform,
      toEnd: transform,
      timeRange: CMTimeRange(start: time, duration: .zero)
    )
  }

  /// Moves pictures evenly over a range; the six numbers of the transform each go evenly.
  open func setTransformRamp(
    fromStart startTransform: CGAffineTransform,
    toEnd endTransform: CGAffineTransform,
    timeRange: CMTimeRange
  ) {
    guard timeRange.isValid, timeRange.start.isNumeric else { return }
    transforms.append(Step(range: timeRange, start: startTransform, end: endTransform))
  }

  /// Sets the opacity from a time on, 0...1.
  open func setOpacity(_ opacity: Float, at time: CMTime) {
    setOpacityRamp(
      fromStartOpacity: opacity,
      toEndOpacity: opacity,
      timeRange: CMTimeRange(start: time, duration: .zero)
    )
  }

  /// Changes the opacity evenly over a range.
  open func setOpacityRamp(
    fromStartOpacity startOpacity: Float,
    toEndOpacity endOpacity: Float,
    timeRange: CMTimeRange
  ) {
    guard timeRange.isValid, timeRange.start.isNumeric else { return }
    let (start, end) = (Double(startOpacity), Double(endOpacity))
    guard start.isFinite, end.isFinite else { return }
    opacities.append(
      Step(range: timeRange, start: min(max(start, 0), 1), end: min(max(end, 0), 1))
    )
  }

  /// Shows a part of the pictures alone from a time on.
  ///
  /// - `cropRectangle`: In the track's natural size, before the transform; y goes down.
  open func setCropRectangle(_ cropRectangle: CGRect, at time: CMTime) {
    setCropRectangleRamp(
      fromStartCropRectangle: cropRectangle,
      toEndCropRectangle: cropRectangle,
      timeRange: CMTimeRange(start: time, duration: .zero)
    )
  }

  /// Moves the part of the pictures that shows evenly over a range.
  ///
  /// - Parameters:
  ///   - startCropRectangle: In the track's natural size, before the transform; y goes down.
  ///   - endCropRectangle: The same; a rectangle that is not finite changes nothing.
  ///   - timeRange: The part after it keeps the last rectangle.
  open func setCropRectangleRamp(
    fromStartCropRectangle startCropRectangle: CGRect,
    toEndCropRectangle endCropRectangle: CGRect,
    timeRange: CMTimeRange
  ) {
    guard timeRange.isValid, timeRange.start.isNumeric else { return }
    let (start, end) = (startCropRectangle.standardized, endCropRectangle.standardized)
    let numbers = [start, end].flatMap { [$0.minX, $0.minY, $0.maxX, $0.maxY] }
    guard numbers.allSatisfy(\.isFinite) else { return }
    crops.append(Step(range: timeRange, start: start, end: end))
  }
}
