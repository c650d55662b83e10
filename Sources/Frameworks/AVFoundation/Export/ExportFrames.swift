// The pictures of a film that is exported, one by one.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import CoreMedia
import Foundation
import QuartzCore
import QuartzEncoding
import QuartzMath
import QuartzModel
import QuartzPlan
import QuartzVideo

/// Draws the pictures of a composition: those of its tracks, and the layers over them.
///
/// All of it is one layer tree in a context made for pictures, so that the picture of a time is the
/// one that a preview shows. It belongs to the thread that makes it.
final class ExportFrames {
  /// The pictures of one track on their way into a layer.
  private final class Lane {
    let pieces: TrackPieces
    let size: CGSize
    /// A slot with nothing in it, as large and as opaque as pictures.
    private(set) lazy var hole = CAContentSlot(bufferCount: 1)
    private var holeSize: (width: Int, height: Int)?
    private var feeds: [ObjectIdentifier: PictureFeed] = [:]

    init(_ track: AVAssetTrack) {
      (pieces, size) = (TrackPieces(pieces: track.pieces), track.naturalSize)
    }

    /// The feed of a time, and the picture's number and size; nil if there is none.
    private func find(
      _ time: CMTime
    ) throws -> (feed: PictureFeed, decoder: any FilmPictures, number: Int, size: CGSize)? {
      guard let (piece, moment) = pieces.find(time), let track = piece.track,
        let source = track.source
      else { return nil }
      let feed =
        feeds[ObjectIdentifier(source)]
        ?? PictureFeed(isTurned: false) { () throws(AVError) in try source.open() }
      feeds[ObjectIdentifier(source)] = feed
      feed.load()
      guard let decoder = try feed.loaded?.get(), let number = decoder.number(at: moment) else {
        return nil
      }
      return (feed, decoder, number, track.naturalSize)
    }

    /// The slot with the picture of a time; nil if there is none.
    func slot(
      at time: CMTime,
      _ range: PictureRange
    ) throws -> (slot: CAContentSlot, size: CGSize)? {
      guard let (feed, decoder, number, size) = try find(time) else { return nil }
      let range = decoder.keepsLight ? range : .standard
      feed.show(number, range)
      if let failure = feed.failure { throw failure }
      return (feed.slot(range), size)
    }

    /// The picture of a time; nil if there is none.
    func picture(at time: CMTime) throws -> VideoPicture? {
      guard let (_, decoder, number, _) = try find(time) else { return nil }
      do {
        return try decoder.decode(number)
      } catch {
        throw AVError(error)
      }
    }

    /// Gives the hole the size of a picture.
    func fitHole(to format: VideoFormat) throws {
      guard holeSize.map({ $0 != (format.width, format.height) }) ?? true else { return }
      let rowBytes = format.width * 4
      let block = try MemoryBlock(count: rowBytes * format.height)
      let pixels = try PixelBuffer(
        width: format.width,
        height: format.height,
        rowBytes: rowBytes,
        isOpaque: true,
        base: UnsafeRawPointer(block.base),
        byteCount: block.count,
        owner: block
      )
      try hole.present(pixels)
      holeSize = (format.width, format.height)
    }
  }

  private let values: AVVideoComposition.Values
  private let range: PictureRange
  private let context: CAContext
  /// The film's own space: its y goes down.
  private let canvas = CALayer()
  private var lanes: [CMPersistentTrackID: Lane] = [:]
  private var shown: [CALayer] = []
  /// The layer that is a track, in one as large as the film.
  private var additional: (number: CMPersistentTrackID, layer: CALayer)?
  private var count = 0
  /// Whether nothing was drawn by `update` yet.
  private var isFirst = true
  /// The slot of the only track that shows; nil if there are several or none.
  private var onlySlot: CAContentSlot?

  /// Prepares a film.
  ///
  /// - Parameters:
  ///   - values: The composition.
  ///   - tracks: Those that instructions may name.
  ///   - range: `.extended` draws half floats of extended sRGB.
  ///   - headroom: The most light of extended range over white; that of 1000 nits by default.
  init(
    _ values: AVVideoComposition.Values,
    _ tracks: [AVAssetTrack],
    _ range: PictureRange = .standard,
    headroom: Double = ReferenceWhiteCurve.defaultHeadroom
  ) throws {
    (self.values, self.range) = (values, range)
    let (size, pixelSize) = (values.renderSize, values.pixelSize)
    for track in tracks where track.mediaType == .video { lanes[track.trackID] = Lane(track) }
    var options = CAContext.Options()
    if case .around = values.tool?.place { options.isYUp = true }
    options.backgroundColor = CGColor(red: 0, green: 0, blue: 0, alpha: 1)
    if range == .extended {
      options.dynamicRange = .extended(headroom: CGFloat(headroom))
    }
    do {
      context = try CAContext(size: pixelSize, options: options)
    } catch {
      throw AVError(.exportFailed, "a film of \(pixelSize.width) x \(pixelSize.height): \(error)")
    }
    canvas.bounds = CGRect(origin: .zero, size: size)
    canvas.masksToBounds = true
    guard case .around(let videoLayer, let animationLayer) = values.tool?.place else {
      canvas.position = CGPoint(x: pixelSize.width / 2, y: pixelSize.height / 2)
      // Whole pixels: the two sides may be scaled a little differently.
      let (x, y) = (pixelSize.width / size.width, pixelSize.height / size.height)
      if pixelSize != size { canvas.transform = CATransform3DMakeScale(x, y, 1) }
      context.layer = canvas
      if case .track(let layer, let number) = values.tool?.place { addTrack(layer, number) }
      return
    }
    canvas.isGeometryFlipped = true
    videoLayer.insertSublayer(canvas, at: 0)
    let bounds = videoLayer.bounds
    canvas.position = CGPoint(x: bounds.midX, y: bounds.midY)
    let (x, y) = (bounds.width / size.width, bounds.height / size.height)
    canvas.transform = CATransform3DMakeScale(x, y, 1)
    context.layer = animationLayer
  }

  /// Makes a layer a track, whose pictures are as large as the film.
  private func addTrack(_ layer: CALayer, _ number: CMPersistentTrackID) {
    let all = CALayer()
    all.anchorPoint = .zero
    all.isGeometryFlipped = true
    all.addSublayer(layer)
    additional = (number, all)
  }

  deinit {
    additional?.layer.sublayers = nil
    context.layer = nil
    canvas.removeFromSuperlayer()
  }

  /// The context's time of the next picture.
  ///
  /// The layers of a tool move by the film's time. Without them nothing moves by itself, and the
  /// times of a player go backwards, too.
  private func layerTime(at time: CMTime) -> Double {
    guard values.tool == nil else { return FilmBeginning.layerTime(at: time.seconds) }
    count += 1
    return Double(count)
  }

  /// Draws the picture of a time; with an animation tool times go forwards.
  ///
  /// - Parameter take: Gets rows of R, G, B, A without gaps: bytes, or half floats in extended
  ///   range.
  func draw<Result>(
    at time: CMTime,
    _ take: (UnsafeRawBufferPointer) throws -> Result
  ) throws -> Result {
    let pixels = try context.frame(at: try prepare(time, hole: nil)).pixels
    let rowBytes = pixels.width * pixels.texelBytes
    guard pixels.rowBytes != rowBytes else { return try pixels.withBytes { try take($0) } }
    var rows: [UInt8] = []
    rows.reserveCapacity(rowBytes * pixels.height)
    pixels.withBytes { bytes in
      for row in 0..<pixels.height {
        rows += bytes[row * pixels.rowBytes..<row * pixels.rowBytes + rowBytes]
      }
    }
    return try rows.withUnsafeBytes { try take($0) }
  }

  /// Draws the picture of a time over that of the call before.
  ///
  /// - Parameter hole: A picture that shows, of which nothing is drawn; nil draws all.
  /// - Returns: The pixels that were written, and whether `canvas` has all that lies over the
  ///   film's only picture, which shows as it is.
  func update(
    _ canvas: FilmCanvas,
    at time: CMTime,
    hole: VideoPicture?
  ) throws -> (damage: Damage, isOverlay: Bool) {
    let seconds = try prepare(time, hole: hole)
    guard let carrier = context.carrier as? InProcessCarrier else {
      throw AVError(.exportFailed, "a context of another process")
    }
    let damage = try carrier.update(
      at: seconds,
      canvas.base,
      width: canvas.width,
      height: canvas.height,
      rowBytes: canvas.rowBytes,
      isWhole: isFirst
    )
    guard let damage else { throw AVError(.exportFailed, "a context of another size") }
    isFirst = false
    let image = onlySlot?.image(in: context)
    return (damage, image.map { carrier.renderer.plan.isOverlay(on: $0) } ?? false)
  }

  /// The picture of a time that can be a frame of an encoder where no layer lies over it; nil if
  /// several pictures show, or those of another form.
  func plainPicture(at time: CMTime, place: ChromaPlace) throws -> VideoPicture? {
    let instructions = values.instruction(at: time)?.layerInstructions ?? []
    guard instructions.count == 1, instructions[0].crop(at: time) == nil,
      let picture = try picture(at: time)
    else { return nil }
    let (width, height) = (Double(picture.format.width), Double(picture.format.height))
    guard CGSize(width: width, height: height) == values.renderSize,
      picture.format.obstacleToFrames == nil, picture.format.place == place
    else { return nil }
    return picture
  }

  /// The picture of the topmost track with pictures at a time; nil if there is none.
  func picture(at time: CMTime) throws -> VideoPicture? {
    let instructions = values.instruction(at: time)?.layerInstructions ?? []
    return try instructions.lazy.compactMap { self.lanes[$0.trackID] }.first?.picture(at: time)
  }

  /// Arranges the layers of a time, and returns the context's time for it.
  private func prepare(_ time: CMTime, hole: VideoPicture?) throws -> Double {
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    do {
      try arrange(time, hole: hole)
    } catch {
      CATransaction.commit()
      throw error
    }
    CATransaction.commit()
    let seconds = layerTime(at: time)
    try context.advance(to: seconds)
    context.prepareFrame(at: seconds)
    return seconds
  }

  /// Puts the tracks of a time into the canvas.
  private func arrange(_ time: CMTime, hole: VideoPicture?) throws {
    onlySlot = nil
    let instruction = values.instruction(at: time)
    let instructions = instruction?.layerInstructions ?? []
    canvas.backgroundColor =
      instruction?.backgroundColor ?? CGColor(red: 0, green: 0, blue: 0, alpha: 1)
    while shown.count < instructions.count {
      let layer = CALayer()
      layer.anchorPoint = .zero
      layer.contentsGravity = .resize
      if range == .extended { layer.preferredDynamicRange = .high }
      shown.append(layer)
    }
    for (place, layer) in shown.enumerated() {
      guard place < instructions.count, let lane = lanes[instructions[place].trackID],
        let (slot, size) = try shown(lane, at: time, hole: hole),
        arrange(layer, instructions[place], at: time, size, place)
      else {
        layer.removeFromSuperlayer()
        continue
      }
      if (layer.contents as? CAContentSlot) !== slot { layer.storeContents(slot) }
      if layer.superlayer == nil { canvas.addSublayer(layer) }
      onlySlot = instructions.count == 1 ? slot : nil
    }
    guard let additional else { return }
    guard let place = instructions.firstIndex(where: { $0.trackID == additional.number }),
      arrange(additional.layer, instructions[place], at: time, values.renderSize, place)
    else { return additional.layer.removeFromSuperlayer() }
    if additional.layer.superlayer == nil { canvas.addSublayer(additional.layer) }
  }

  /// Gives the layer of a track its place.
  ///
  /// - Parameters:
  ///   - size: Of the track's pictures.
  ///   - place: Among the tracks, from the topmost on.
  /// - Returns: Whether anything shows.
  private func arrange(
    _ layer: CALayer,
    _ instruction: AVVideoCompositionLayerInstruction,
    at time: CMTime,
    _ size: CGSize,
    _ place: Int
  ) -> Bool {
    let all = CGRect(origin: .zero, size: size)
    let part = instruction.crop(at: time).map { $0.intersection(all) } ?? all
    guard part.width > 0, part.height > 0 else { return false }
    let transform = instruction.transform(at: time)
    layer.bounds = part
    layer.masksToBounds = layer === additional?.layer
    // The anchor is the part's own corner, which stays where it is in the picture.
    layer.position = CGPoint(
      x: transform.a * part.minX + transform.c * part.minY,
      y: transform.b * part.minX + transform.d * part.minY
    )
    layer.contentsRect = CGRect(
      x: part.minX / size.width,
      y: part.minY / size.height,
      width: part.width / size.width,
      height: part.height / size.height
    )
    layer.setAffineTransform(transform)
    layer.opacity = Float(instruction.opacity(at: time))
    // The first instruction is the topmost.
    layer.zPosition = CGFloat(-place)
    return true
  }

  /// The slot that a lane's layer shows.
  private func shown(
    _ lane: Lane,
    at time: CMTime,
    hole: VideoPicture?
  ) throws -> (slot: CAContentSlot, size: CGSize)? {
    guard let hole else { return try lane.slot(at: time, range) }
    try lane.fitHole(to: hole.format)
    return (lane.hole, lane.size)
  }
}

extension AVVideoComposition.Values {
  /// The instruction that counts at a time; nil if there is none.
  fileprivate func instruction(at time: CMTime) -> AVVideoCompositionInstruction? {
    instructions.first { $0.timeRange.containsTime(time) }
  }
}
