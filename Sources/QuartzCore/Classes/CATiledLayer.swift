// A layer that is drawn in parts, as they are needed.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
public import Foundation
import QuartzMath
package import QuartzModel

/// A layer that is drawn in parts, as they are needed: for pictures too large to be drawn at once.
///
///     let map = CATiledLayer()
///     map.bounds = CGRect(x: 0, y: 0, width: 20000, height: 20000)
///     map.levelsOfDetail = 4
///     map.delegate = painter
///     map.setNeedsDisplay()
///
/// What shows of the layer is divided into tiles. Each is drawn by `draw(in:)`, and so by the delegate's
/// `draw(_:in:)`, into a context that is clipped to the tile and scaled for it, so that the same code
/// draws all of them:
///
///     func draw(_ layer: CALayer, in context: CGContext) {
///       let tile = context.boundingBoxOfClipPath
///       …
///     }
///
/// Tiles are drawn on several threads at the same time, never on the layer's own: `draw(in:)` must be
/// made for that. A tile fades in when it is there; what was shown before, tiles of another level
/// or the background, stays until then. Tiles that leave before their turn are not drawn. A layer keeps at
/// most 64 MB of tiles, or twice the bytes of an output that is so large; which they are decides how the
/// layer lies on the output, with the scale of that.
///
/// Pictures of a given time (`CAContext.image(at:)`, `CARenderer`) have all tiles that they need: those that
/// a commit made necessary fade in from its time on, others are there at once. `render(in:)` has all of
/// them without a fade.
///
/// An image as `contents` shows instead of tiles. Setting `contents` to nil takes all tiles away at once.
///
/// **Differences**: the drawing of a layer that is seen begins without `setNeedsDisplay()`, as soon as it
/// has a delegate or is of a subclass. Where its levels would take more memory than it may, a layer has
/// coarser ones than `levelsOfDetail` says. `layerWillDraw(_:)` is not called. A sublayer with a negative
/// `zPosition` lies behind the tiles.
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
  public required init(layer: Any) {
    super.init(layer: layer)
  }

  /// Creates a layer from an archive; nil if the archive is damaged.
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
  }

  deinit {
    tiles.close()
  }

  /// The tiles.
  package override var layerUnderSublayers: CALayer? { tiles.board }

  /// How long tiles fade in, in seconds; 0.25 unless a subclass says otherwise, 0 for not at all.
  open class func fadeDuration() -> CFTimeInterval { 0.25 }

  /// The size of tiles at every level, in pixels; 256 x 256 by default.
  ///
  /// At a `contentsScale` of 2 such a tile of level 0 covers 128 x 128 points. Tiles lie side by side from
  /// the origin of the layer's coordinates. Sides are rounded, those longer than 2048 are cut to that;
  /// ones that are not positive count as 256.
  open var tileSize: CGSize {
    get { CGSize(size(.tileSize)) }
    set { set(.tileSize, .size(Size(newValue.width, newValue.height))) }
  }

  /// How many levels of detail there are, each with half the resolution of the one before; 1 by default.
  ///
  /// Levels that have no whole pixel do not count. The coarsest level that has a pixel for each of
  /// the output is drawn.
  open var levelsOfDetail: Int {
    get { Int(integer(.levelsOfDetail)) }
    set { set(.levelsOfDetail, .integer(Int64(newValue))) }
  }

  /// How many of the levels are finer than `contentsScale` says: the first has two to this power pixels in
  /// the place of one; 0 by default.
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

  /// Has the tiles that were asked for drawn again, or all of them; they show what they did until then.
  open override func display() {
    tiles.invalidate(takeDirtyPart())
    link.journal?.tilesChanged()
  }

  /// What the layer did and has.
  package final var tileCounters: TileCounters { tiles.counters }

  /// Whether somebody draws the layer.
  final var drawsTiles: Bool { type(of: self) != CATiledLayer.self || delegate != nil }

  // MARK: Looking after tiles

  /// What the layer needs for a picture of a time, or of its model values.
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

  /// Notes which tiles a commit made necessary; pictures will ask for them.
  final func noteTiles(_ output: TileOutput, at time: Double) {
    tiles.note(request(output, at: time, isCommit: true, isGoingOn: false), of: self)
  }

  /// Asks for the tiles of now, and shows them when they are drawn.
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

  /// Shows the tiles that were drawn meanwhile.
  final func showDrawnTiles() {
    guard let context = link.journal?.context else { return }
    let now = context.currentTime
    tiles.takeDrawnTiles(at: now, of: self)
    requestDrawings()
    tiles.show(at: now, isGoingOn: true, of: self)
    CATransaction.flush()
  }

  /// Draws what is missing for the picture of a time, and shows it.
  final func completeTiles(_ output: TileOutput, at time: Double) {
    tiles.note(request(output, at: time, isCommit: false, isGoingOn: false), of: self)
    tiles.drawNeededTiles(of: self)
    tiles.show(at: time, isGoingOn: false, of: self)
  }

  /// A layer with the tiles of a picture of the model values.
  final func boardOfPicture(_ output: TileOutput) -> CALayer? {
    let request = request(output, at: nil, isCommit: false, isGoingOn: false)
    return TileStore.boardOfPicture(request, of: self)
  }

  /// Gives up what waits to be drawn, because the layer leaves its context.
  final func suspendTiles() {
    tiles.suspend()
  }
}
