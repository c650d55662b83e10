// Layers that show films.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
public import Foundation
import CoreMedia
import QuartzCore
import QuartzVideo

/// A layer that shows the film of a player.
///
/// The film is the layer's contents: transforms, corners, masks, shadows, replicators and
/// animations have their effect on it. Several layers may show one player, with one decoder.
///
/// The picture of a frame is the last one of the film that begins at the frame's time or before.
/// In real time it is the one that shows for most of the frame.
///
/// In a context of extended range a film in PQ or HLG keeps its light: the layer shows it within
/// `preferredDynamicRange` and `toneMapMode`, by the film's headroom, which is its MaxCLL over 203
/// nits, or else that of its mastering, or else 1000 nits. Other contexts show it made darker, from
/// its brightest light to white.
///
/// **Differences**: the film fills the layer by its `contentsGravity` and `contentsRect`, which
/// belong to `videoGravity`. Changes of `videoGravity` animate between `.resizeAspect` and
/// `.resizeAspectFill`; to and from `.resize` the film jumps.
open class AVPlayerLayer: CALayer {
  private var strongPlayer: AVPlayer?
  /// Whether the layer may change its picture with a frame, whose time it gets; nil is always.
  ///
  /// With a closure no picture is given to the renderer before its frame.
  package final var allowsFrame: ((_ time: Double) -> Bool)?

  /// A layer without a film.
  public override init() {
    super.init()
    contentsGravity = .resizeAspect
  }

  /// A layer that shows the film of a player.
  public convenience init(player: AVPlayer?) {
    self.init()
    self.player = player
  }

  /// A copy of a layer's values, for presentation layers.
  public override init(layer: Any) {
    super.init(layer: layer)
    guard let original = layer as? AVPlayerLayer else { return }
    videoGravity = original.videoGravity
    strongPlayer = original.strongPlayer
  }

  /// A layer of an archive, without a film; nil if the archive is damaged.
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
    contentsGravity = .resizeAspect
  }

  /// The player whose film shows; nil if there is none.
  open var player: AVPlayer? {
    get { strongPlayer }
    set {
      guard newValue !== strongPlayer else { return }
      strongPlayer?.remove(self)
      strongPlayer = newValue
      newValue?.add(self)
      itemChanged()
    }
  }

  /// How the film fills the layer; `.resizeAspect` by default.
  open var videoGravity = AVLayerVideoGravity.resizeAspect {
    didSet {
      guard videoGravity != oldValue else { return }
      changeCut(videoGravity, pictureSize, from: oldValue)
      needsFrames()
    }
  }

  private var pictureSize: CGSize { strongPlayer?.currentItem?.presentationSize ?? .zero }

  /// Where the film shows, in the layer's own space; zero before its size is known.
  open var videoRect: CGRect {
    guard let size = strongPlayer?.currentItem?.presentationSize, size != .zero else {
      return .zero
    }
    return videoGravity.rect(of: size, in: bounds)
  }

  /// Whether a picture of the film shows.
  open var isReadyForDisplay: Bool {
    guard let feed = strongPlayer?.currentItem?.feed else { return false }
    return feed.shown != nil && (contents as? CAContentSlot) === feed.slot(feed.range(in: self))
  }

  /// Whether a context shows the layer.
  var isShownSomewhere: Bool { contextOfFrames != nil }

  /// The player has another film.
  func itemChanged() {
    storeContents(nil)
    guard strongPlayer?.currentItem != nil else {
      frameCallback = nil
      return
    }
    needsFrames()
  }

  /// The picture may have to change with the next frame.
  func needsFrames() {
    guard frameCallback == nil, strongPlayer?.currentItem != nil else { return }
    frameCallback = { [weak self] time, period in self?.showPicture(at: time, period) }
  }

  /// Shows the film's picture of a frame.
  private func showPicture(at time: Double, _ period: Double) {
    guard let player = strongPlayer, let item = player.currentItem,
      allowsFrame?(time) ?? true
    else { return }
    let isRequested = contextOfFrames?.drawsOnRequest ?? false
    if isRequested { item.feed.load() }
    let range = item.feed.range(in: self)
    let slot = item.feed.slot(range)
    // A renderer that has not got the slot yet would begin with the last picture of those ahead.
    let isKnown = (contents as? CAContentSlot) === slot
    player.update()
    guard let decoder = item.decoder else {
      // A film that cannot be read needs no further frames.
      if item.status == .failed { frameCallback = nil }
      return
    }
    // In real time, the picture in the middle of the frame is the one that shows for most of it.
    let moment = isRequested ? time : time + period / 2
    guard let number = decoder.number(at: player.time(at: moment)) else {
      storeContents(nil)
      return
    }
    if isRequested {
      item.feed.show(number, range)
    } else {
      let schedule = isKnown && allowsFrame == nil ? player.schedule(lead: period / 2) : nil
      item.feed.tick(number, step: player.direction, schedule, range)
      player.update()
      // A paused film needs no further frames once its picture shows.
      if player.direction == 0, item.feed.isShown(number, range),
        player.timeControlStatus != .waitingToPlayAtSpecifiedRate
      {
        frameCallback = nil
      }
    }
    guard item.feed.shown != nil else { return }
    if (contents as? CAContentSlot) !== slot { storeContents(slot) }
    followCut(videoGravity, pictureSize, in: presentation()?.bounds ?? bounds)
  }
}
