// A layer that is drawn in tiles, as they are needed.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
public import Foundation
import QuartzMath
package import QuartzModel

/// A layer that is drawn in tiles, as they are needed: for pictures too large to be drawn at once.
///
///     let map = CATiledLayer()
///     map.bounds = CGRect(x: 0, y: 0, width: 20000, height: 20000)
///     map.levelsOfDetail = 4
///     map.delegate = painter
///     map.setNeedsDisplay()
///
/// The visible part of the layer is divided into tiles. Each is drawn by `draw(in:)`, and so by the
/// delegate's `draw(_:in:)`, into a context that is clipped to the tile and scaled for it. So the
/// same code draws all of them:
///
///     func draw(_ layer: CALayer, in context: CGContext) {
///       let tile = context.boundingBoxOfClipPath
///       …
///     }
///
/// Tiles are drawn on several threads at the same time, never on the layer's own: `draw(in:)` must
/// be thread-safe. A tile fades in when it is drawn; until then the previous picture, tiles of
/// another level or the background, stays. Tiles that leave the visible part before their drawing
/// begins are cancelled. A layer keeps at most 64 MB of tiles, or twice the bytes of a larger
/// output. The layer's position on the output, with the output's scale, determines which tiles are
/// kept.
///
/// Pictures of a given time (`CAContext.image(at:)`, `CARenderer`) have all tiles that they need.
/// Those that a commit made necessary fade in from its time on, others show at once. `render(in:)`
/// has all of them without a fade.
///
/// An image as `contents` shows instead of tiles. Setting `contents` to nil removes all tiles at
/// once.
///
/// **Differences**: the drawing of a visible layer begins without `setNeedsDisplay()`, as soon as
/// it has a delegate or is of a subclass. Where its levels would exceed its memory limit, a layer
/// has coarser ones than `levelsOfDetail` says. `layerWillDraw(_:)` is not called. A sublayer with
/// a negative `zPosition` lies behind the tiles.
open class CATiledLayer: CALayer {
  private final let tiles = TileStore()
  private final var inbox: TileInbox?

  /// The rows that layers of this class have.
  package override class var layerClass: LayerClass { .tiled }

  /// Creates a layer of size zero without tiles.
  public override init() {
    super.init()
  }

  /// Creates a copy of a layer's values, for presentation layers; it has no tiles.
  public override init(layer: Any) {
    super.init(layer: layer)
  }

  /// Creates a layer from an archive; nil if the archive is damaged.
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
  }

  deinit {
    // A presentation layer has the tiles of its original, or none.
    if presented == nil { tiles.close() }
  }

  /// The tiles.
  package override var layerUnderSublayers: CALayer? { tiles.tileHost }

  /// Returns the duration of a tile's fade, in seconds; 0.25 unless a subclass overrides it, 0 for
  /// none.
  open class func fadeDuration() -> CFTimeInterval { 0.25 }

  /// The size of tiles at every level, in pixels; 256 x 256 by default.
  ///
  /// At a `contentsScale` of 2 such a tile of level 0 covers 128 x 128 points. Tiles are placed
  /// side by side from the origin of the layer's coordinates. Sides are rounded; sides longer than
  /// 2048 are cut to it, and sides that are not positive are treated as 256.
  open var tileSize: CGSize {
    get { CGSize(size(.tileSize)) }
    set { set(.tileSize, .size(Size(newValue.width, newValue.height))) }
  }

  /// The number of levels of detail, each with half the resolution of the one before; 1 by default.
  ///
  /// Levels without a whole pixel do not count. The coarsest level with at least one pixel for each
  /// of the output's is drawn.
  open var levelsOfDetail: Int {
    get { Int(integer(.levelsOfDetail)) }
    set { set(.levelsOfDetail, .integer(Int64(newValue))) }
  }

  /// The number of levels that are finer than `contentsScale`: the first has two to this power
  /// pixels instead of one; 0 by default.
  open var levelsOfDetailBias: Int {
    get { Int(integer(.levelsOfDetailBias)) }
    set { set(.levelsOfDetailBias, .integer(Int64(newValue))) }
  }

  // `Any` because: see CALayer.
  /// An image to show instead of tiles.
  open override var contents: Any? {
    get { super.contents }
    set {
      super.contents = newValue
      tiles.removeAll()
    }
  }

  /// Redraws the invalid tiles, or all of them; they show the old drawing until then.
  open override func display() {
    tiles.invalidate(takeDirtyPart())
    link.journal?.tilesChanged()
  }

  /// The layer's statistics.
  package final var tileCounters: TileCounters { tiles.counters }

  /// Whether the layer has drawing code.
  final var drawsTiles: Bool { type(of: self) != CATiledLayer.self || delegate != nil }

  // MARK: Looking after tiles

  /// Returns the layer's request for a picture of a time, or of its model values.
  private final func request(
    _ output: TileOutput,
    at time: Double?,
    isCommit: Bool,
    isGoingOn: Bool
  ) -> TileStore.Request {
    TileStore.Request(
      view: drawsTiles && objects[.contents] == nil ? view(on: output, at: time) : nil,
      bounds: shownBounds(at: time),
      outputBytes: output.width * output.height * 4,
      commitTime: isCommit ? time : nil,
      isGoingOn: isGoingOn
    )
  }

  /// Records the tiles that a commit made necessary; pictures will request them.
  final func noteTiles(_ output: TileOutput, at time: Double) {
    tiles.note(request(output, at: time, isCommit: true, isGoingOn: false), of: self)
  }

  /// Requests the tiles that are needed now, and shows them when they are drawn.
  final func requestTiles(_ output: TileOutput, at time: Double) {
    tiles.note(request(output, at: time, isCommit: true, isGoingOn: true), of: self)
    requestDrawings()
    tiles.show(at: time, isGoingOn: true, of: self)
  }

  private final func requestDrawings() {
    let inbox = inbox.flatMap { $0.isHere ? $0 : nil } ?? TileInbox(self)
    self.inbox = inbox
    tiles.requestDrawings(of: self, inbox: inbox)
  }

  /// Shows the tiles that have been drawn.
  final func showDrawnTiles() {
    guard let context = link.journal?.context else { return }
    let now = context.currentTime
    tiles.takeDrawnTiles(at: now, of: self)
    requestDrawings()
    tiles.show(at: now, isGoingOn: true, of: self)
    CATransaction.flush()
  }

  /// Draws the missing tiles of the picture of a time, and shows them.
  final func completeTiles(_ output: TileOutput, at time: Double) {
    tiles.note(request(output, at: time, isCommit: false, isGoingOn: false), of: self)
    tiles.drawNeededTiles(of: self)
    tiles.show(at: time, isGoingOn: false, of: self)
  }

  /// Creates a layer with the tiles of a picture of the model values.
  final func tileHostOfPicture(_ output: TileOutput) -> CALayer? {
    let request = request(output, at: nil, isCommit: false, isGoingOn: false)
    return TileStore.tileHostOfPicture(request, of: self)
  }

  /// Cancels the tiles that wait to be drawn, because the layer leaves its context.
  final func suspendTiles() {
    tiles.suspend()
  }
}
