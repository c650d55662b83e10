// The pictures of a film that is exported, one by one.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import CoreMedia
import Foundation
import QuartzCore
import QuartzModel

/// Draws the pictures of a composition: those of its tracks, and the layers over them.
///
/// All of it is one layer tree in a context made for pictures, so that the picture of a time is the
/// one that a preview shows. It belongs to the thread that makes it.
final class ExportFrames {
  /// The pictures of one track on their way into a layer.
  private final class Lane {
    let pieces: TrackPieces
    let size: CGSize
    private var feeds: [ObjectIdentifier: PictureFeed] = [:]

    init(_ track: AVAssetTrack) {
      (pieces, size) = (TrackPieces(pieces: track.pieces), track.naturalSize)
    }

    /// The slot with the picture of a time; nil if there is none.
    func slot(at time: CMTime) throws -> (slot: CAContentSlot, size: CGSize)? {
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
      feed.show(number)
      if let failure = feed.failure { throw failure }
      return (feed.slot, track.naturalSize)
    }
  }

  private let values: AVVideoComposition.Values
  private let context: CAContext
  /// The film's own space: its y goes down.
  private let canvas = CALayer()
  private var lanes: [CMPersistentTrackID: Lane] = [:]
  private var shown: [CALayer] = []
  private var count = 0

  /// Prepares a film.
  ///
  /// - Parameter tracks: Those that instructions may name.
  init(_ values: AVVideoComposition.Values, _ tracks: [AVAssetTrack]) throws {
    self.values = values
    let size = values.renderSize
    for track in tracks where track.mediaType == .video { lanes[track.trackID] = Lane(track) }
    var options = CAContext.Options()
    options.isYUp = values.tool != nil
    options.backgroundColor = CGColor(red: 0, green: 0, blue: 0, alpha: 1)
    do {
      context = try CAContext(size: size, options: options)
    } catch {
      throw AVError(.exportFailed, "a film of \(size.width) x \(size.height): \(error)")
    }
    canvas.bounds = CGRect(origin: .zero, size: size)
    canvas.masksToBounds = true
    guard let tool = values.tool else {
      canvas.position = CGPoint(x: size.width / 2, y: size.height / 2)
      context.layer = canvas
      return
    }
    canvas.isGeometryFlipped = true
    tool.videoLayer.insertSublayer(canvas, at: 0)
    let bounds = tool.videoLayer.bounds
    canvas.position = CGPoint(x: bounds.midX, y: bounds.midY)
    let (x, y) = (bounds.width / size.width, bounds.height / size.height)
    canvas.transform = CATransform3DMakeScale(x, y, 1)
    context.layer = tool.animationLayer
  }

  deinit {
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
  /// - Parameter take: Gets rows of R, G, B, A without gaps.
  func draw<Result>(
    at time: CMTime,
    _ take: (UnsafeRawBufferPointer) throws -> Result
  ) throws -> Result {
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    do {
      try arrange(time)
    } catch {
      CATransaction.commit()
      throw error
    }
    CATransaction.commit()
    let seconds = layerTime(at: time)
    try context.advance(to: seconds)
    context.prepareFrame(at: seconds)
    let pixels = try context.frame(at: seconds).pixels
    let rowBytes = pixels.width * 4
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

  /// Puts the tracks of a time into the canvas.
  private func arrange(_ time: CMTime) throws {
    let instruction = values.instructions.first { $0.timeRange.containsTime(time) }
    let instructions = instruction?.layerInstructions ?? []
    canvas.backgroundColor =
      instruction?.backgroundColor ?? CGColor(red: 0, green: 0, blue: 0, alpha: 1)
    while shown.count < instructions.count {
      let layer = CALayer()
      layer.anchorPoint = .zero
      layer.contentsGravity = .resize
      shown.append(layer)
    }
    for (place, layer) in shown.enumerated() {
      guard place < instructions.count, let lane = lanes[instructions[place].trackID],
        let (slot, size) = try lane.slot(at: time)
      else {
        layer.removeFromSuperlayer()
        continue
      }
      layer.bounds = CGRect(origin: .zero, size: size)
      layer.setAffineTransform(instructions[place].transform(at: time))
      layer.opacity = Float(instructions[place].opacity(at: time))
      // The first instruction is the topmost.
      layer.zPosition = CGFloat(-place)
      if (layer.contents as? CAContentSlot) !== slot { layer.storeContents(slot) }
      if layer.superlayer == nil { canvas.addSublayer(layer) }
    }
  }
}
