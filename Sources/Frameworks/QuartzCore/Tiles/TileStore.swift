// The tiles of one layer: drawn, in progress and shown.
// Licensed under the MIT license; see LICENSE.
//
// The layer shows its tiles by layers of their own, all sublayers of one more, the tile host. The
// tile host lies under the sublayers and exists only in commits. So to a server tiles are images in
// rectangles, and a fade is an animation of an opacity.
//
//    commit, frame ──▶ what shows (TileView) ──▶ which tiles (TileGrid) ──▶ missing ones (TilePool)
//                                                                              │
//                     tile host ◀── fades in, replaces what was there ◀── drawn ───┘
//
// A picture is made in one of two ways.
//
// - In real time, commits and the frames reported to the client request tiles. Each tile is put on
//   the tile host when it is drawn, and fades in from then on.
// - A picture of a given time waits for the tiles that it needs, and must not depend on earlier
//   requests. So a tile that a commit made necessary fades in from the time of that commit. A tile
//   that is needed only because an animation has moved the layer by then shows at once.
//
// Tiles of other levels stay on the tile host below (or above) the needed ones until all of these
// have faded in. Tiles that are not needed are cached as long as there is room.

import CoreGraphics
import Foundation
import QuartzMath
import QuartzModel

/// The statistics of a tiled layer.
package struct TileCounters: Equatable, Sendable {
  /// Drawings that were shown.
  package var drawnCount = 0
  /// Tiles that were cancelled before they were drawn.
  package var cancelledCount = 0
  /// Tiles that are cached.
  package var cachedCount = 0
  /// Bytes of the cached tiles and of those being drawn.
  package var bytes = 0
  /// The maximum of `bytes` so far.
  package var largestBytes = 0
}

/// The tiles of one layer.
///
/// Used on the layer's thread; others may take its tiles away.
final class TileStore {
  private struct Tile {
    var rect: Rect
    var layer: CALayer
    var bytes: Int
    /// The time at which it began to fade in, in seconds of the context; minus infinity if it did
    /// not.
    var arrivalTime: Double
    /// Whether the tile has to be redrawn.
    var isStale = false
    var lastUse: Int

    var isShown: Bool { layer.parent != nil }
  }

  /// The most bytes that tiles take, unless the output itself has more than half as many.
  static let byteLimit = 64 << 20

  /// The layer that has the tiles as sublayers; nil before the first tile.
  var tileHost: CALayer? { LayerLock.with { tileHostLayer } }
  private var tileHostLayer: CALayer?
  var counters: TileCounters { LayerLock.with { count } }
  private var count = TileCounters()
  private var setup: TileSetup?
  private var grid: LayerTileGrid?
  private var limit = TileStore.byteLimit
  private var tiles: [TileKey: Tile] = [:]
  private var jobs: [TileKey: TileJob] = [:]
  /// The tiles to show, the most important first, all of one level.
  private var needed: [TileKey] = []
  private var level = 0
  /// Tiles of other levels that are shown until the needed ones have faded in.
  private var fallback: Set<TileKey> = []
  /// The same for tiles of another setup.
  private var outdated: [Tile] = []
  /// The times of the commits that made missing tiles necessary.
  private var requestTimes: [TileKey: Double] = [:]
  private var use = 0

  // MARK: Asking

  /// The part of a layer that a picture needs.
  struct Request {
    /// Nil if nothing of the layer shows.
    var view: TileView?
    var bounds: Rect
    /// The bytes of the output.
    var outputBytes: Int
    /// The time of the requesting commit; nil for frames.
    var commitTime: Double?
    /// Whether times only increase, so that finished fades stay finished.
    var isGoingOn: Bool
  }

  /// Updates the needed tiles, and cancels waiting ones that are no longer needed.
  func note(_ request: Request, of layer: CATiledLayer) {
    LayerLock.lock()
    defer { LayerLock.unlock() }
    use += 1
    // No picture of a time before this commit will be requested.
    if let time = request.commitTime, isSettled(at: time, fadeDuration(of: layer)) {
      removeSubstitutes()
    }
    renewSetup(of: layer)
    grid = setup.flatMap { LayerTileGrid(layer, setup: $0, bounds: request.bounds) }
    limit = max(TileStore.byteLimit, 2 * request.outputBytes)
    needed.removeAll(keepingCapacity: true)
    if let grid, let view = request.view {
      let (newLevel, keys) = grid.keys(for: view, limit: limit / 4 * 3)
      needed = keys.filter { grid.rect($0) != nil }
      if newLevel != level {
        level = newLevel
        // The tiles of the previous level stay until those of this level have faded in.
        if request.isGoingOn || request.commitTime != nil {
          for (key, tile) in tiles where key.level != level && tile.isShown {
            fallback.insert(key)
          }
        }
      }
      for key in needed { tiles[key]?.lastUse = use }
      for (key, tile) in tiles where grid.rect(key) != tile.rect { tiles[key]?.isStale = true }
      if let time = request.commitTime { noteTime(time) }
    }
    let wanted = Set(needed)
    cancel { !wanted.contains($0) }
    makeRoom(keeping: wanted)
  }

  private func fadeDuration(of layer: CATiledLayer) -> Double {
    max(type(of: layer).fadeDuration(), 0)
  }

  private func noteTime(_ time: Double) {
    var times: [TileKey: Double] = [:]
    for key in needed where tiles[key] == nil { times[key] = requestTimes[key] ?? time }
    requestTimes = times
  }

  private func renewSetup(of layer: CATiledLayer) {
    let new = TileSetup(layer)
    guard new != setup else { return }
    setup = new
    outdated += tiles.values.filter(\.isShown)
    tiles.removeAll()
    fallback.removeAll()
    cancel { _ in true }
  }

  /// Queues the drawing of needed tiles that are missing or stale, while there is room for them.
  func requestDrawings(of layer: CATiledLayer, inbox: TileInbox?) {
    LayerLock.lock()
    defer { LayerLock.unlock() }
    guard let grid, layer.drawsTiles else { return }
    var new: [TileJob] = []
    for key in needed where jobs[key] == nil && tiles[key]?.isStale != false {
      guard let rect = grid.rect(key) else { continue }
      let job = TileJob(key, rect, grid, layer, inbox)
      guard jobs.isEmpty || count.bytes + job.bytes <= limit else { break }
      jobs[key] = job
      count.bytes += job.bytes
      new.append(job)
    }
    countBytes()
    TilePool.shared.add(new)
  }

  /// Draws all needed tiles that are missing or stale, and waits for them.
  func drawNeededTiles(of layer: CATiledLayer) {
    while true {
      requestDrawings(of: layer, inbox: nil)
      let waiting = LayerLock.with { needed.compactMap { jobs[$0] } }
      if waiting.isEmpty { return }
      // The drawing code may access layers.
      LayerLock.released { TilePool.shared.wait(for: waiting) }
      takeDrawnTiles(at: nil, of: layer)
    }
  }

  // MARK: Giving up

  private func cancel(where isGone: (TileKey) -> Bool) {
    for (key, job) in jobs where isGone(key) {
      if job.cancel() { count.cancelledCount += 1 }
      jobs[key] = nil
    }
  }

  /// Marks all tiles that touch a part of the layer to be redrawn; until then they show the old
  /// drawing.
  func invalidate(_ part: DirtyPart) {
    LayerLock.lock()
    defer { LayerLock.unlock() }
    func isTouched(_ rect: Rect) -> Bool {
      switch part {
      case .nothing: false
      case .everything: true
      case .rect(let dirty): CGRect(rect).intersects(dirty)
      }
    }
    for (key, tile) in tiles where isTouched(tile.rect) {
      if tile.isShown { tiles[key]?.isStale = true } else { tiles[key] = nil }
    }
    for (key, job) in jobs where isTouched(job.rect) {
      job.cancel()
      jobs[key] = nil
    }
    countBytes()
  }

  /// Removes all tiles.
  func removeAll() {
    LayerLock.lock()
    defer { LayerLock.unlock() }
    suspend()
    tiles.removeAll()
    fallback.removeAll()
    outdated.removeAll()
    if let tileHost, !tileHost.children.isEmpty { tileHost.setChildren([]) }
    countBytes()
  }

  /// Cancels the tiles that wait to be drawn; they would not be seen.
  func suspend() {
    LayerLock.lock()
    defer { LayerLock.unlock() }
    cancel { _ in true }
    needed.removeAll()
    requestTimes.removeAll()
    countBytes()
  }

  /// Releases the layer that owns the store, because the layer is being deinitialised.
  func close() {
    LayerLock.lock()
    defer { LayerLock.unlock() }
    suspend()
    // A commit may retain the tile host longer.
    tileHost?.parent = nil
  }

  /// Removes tiles that are not needed, the longest unused first, until there is room for the
  /// missing ones.
  private func makeRoom(keeping wanted: Set<TileKey>) {
    countBytes()
    let missing = needed.count { tiles[$0] == nil && jobs[$0] == nil }
    let room = limit - missing * (setup?.tileBytes ?? 0)
    guard count.bytes > room else { return }
    // Hidden tiles are removed first.
    let spare = tiles.filter { !wanted.contains($0.key) }.sorted { one, other in
      let (a, b) = (one.value, other.value)
      if a.isShown != b.isShown { return b.isShown }
      if a.lastUse != b.lastUse { return a.lastUse < b.lastUse }
      return TileStore.comesBefore(one.key, other.key)
    }
    while count.bytes > room, let tile = outdated.popLast() { count.bytes -= tile.bytes }
    for (key, tile) in spare where count.bytes > room {
      count.bytes -= tile.bytes
      tiles[key] = nil
      fallback.remove(key)
    }
    countBytes()
  }

  private func countBytes() {
    count.cachedCount = tiles.count + outdated.count
    var bytes = 0
    for tile in tiles.values { bytes += tile.bytes }
    for tile in outdated { bytes += tile.bytes }
    for job in jobs.values { bytes += job.bytes }
    count.bytes = bytes
    count.largestBytes = max(count.largestBytes, bytes)
  }

  /// A total order of tiles: coarse ones first.
  private static func comesBefore(_ one: TileKey, _ other: TileKey) -> Bool {
    (one.level, one.y, one.x) < (other.level, other.y, other.x)
  }

  // MARK: Showing

  /// Takes over the tiles that have been drawn.
  ///
  /// - Parameter time: The time at which they begin to fade in; nil for that of the commit that
  ///   made them necessary.
  func takeDrawnTiles(at time: Double?, of layer: CATiledLayer) {
    LayerLock.lock()
    defer { LayerLock.unlock() }
    for (key, job) in jobs where job.isOver {
      jobs[key] = nil
      guard let image = job.image else {
        // Without memory the tile stays absent until it is requested again.
        needed.removeAll { $0 == key }
        continue
      }
      count.drawnCount += 1
      let rect = job.rect
      if let tile = tiles[key] {
        tile.layer.storeContents(image)
        tiles[key]?.rect = rect
        tiles[key]?.bytes = job.bytes
        tiles[key]?.isStale = false
        continue
      }
      let own = CALayer(tile: image, of: layer)
      tiles[key] = Tile(
        rect: rect,
        layer: own,
        bytes: job.bytes,
        arrivalTime: time ?? requestTimes[key] ?? -.infinity,
        lastUse: use
      )
    }
    countBytes()
  }

  /// Updates the tile host for a time of the context.
  ///
  /// - Parameter isGoingOn: Whether times only increase, as in a request.
  func show(at time: Double, isGoingOn: Bool, of layer: CATiledLayer) {
    LayerLock.lock()
    defer { LayerLock.unlock() }
    let fade = fadeDuration(of: layer)
    let isSettled = isSettled(at: time, fade)
    if isSettled && isGoingOn { removeSubstitutes() }
    let bounds = grid?.bounds ?? layer.rect(.bounds).standardized
    // A picture of a given time shows what is needed, whatever earlier ones did: filters may bring
    // tiles into sight that lie outside of it.
    let wanted = isGoingOn ? nil : Set(needed)
    let shown = tiles.keys
      .filter { key in
        if key.level == level { return wanted?.contains(key) ?? true }
        return !isSettled && fallback.contains(key)
      }
      .sorted { one, other in
        // The needed tiles are above the others.
        let isBelow = (one.level != level, other.level != level)
        return isBelow.0 == isBelow.1 ? TileStore.comesBefore(one, other) : isBelow.0
      }
      .compactMap { tiles[$0] }
      .filter { CGRect($0.rect).intersects(CGRect(bounds)) }
    let layers = (isSettled ? [] : outdated.map(\.layer)) + shown.map(\.layer)
    if tileHost == nil && layers.isEmpty { return }
    let new = shown.filter { !$0.isShown }
    for tile in shown { tile.layer.place(tile.rect, in: layer, bounds) }
    preparedTileHost(of: layer).setChildren(layers)
    // A tile that has faded in before comes back at once, unless earlier times may be requested.
    for tile in new where !isGoingOn || tile.arrivalTime + fade > time {
      tile.layer.fadeIn(from: tile.arrivalTime, fade, in: layer)
    }
    countBytes()
  }

  /// Whether all needed tiles have faded in.
  private func isSettled(at time: Double, _ fade: Double) -> Bool {
    needed.allSatisfy { key in tiles[key].map { $0.arrivalTime + fade <= time } ?? false }
  }

  /// Releases the tiles that were shown in place of others.
  private func removeSubstitutes() {
    fallback.removeAll()
    outdated.removeAll()
  }

  /// Returns the tile host; its coordinates are those of the layer's contents.
  private func preparedTileHost(of layer: CATiledLayer) -> CALayer {
    let tileHost = self.tileHost ?? CALayer()
    if tileHostLayer == nil {
      tileHostLayer = tileHost
      tileHost.parent = layer
      tileHost.storeQuietly(.anchorPoint, .point(.zero))
      layer.link.journal?.attach(tileHost)
      layer.link.journal?.sublayersChanged(layer)
    }
    tileHost.coverContents(of: layer)
    return tileHost
  }

  /// Creates a layer with all tiles of a picture that is drawn once.
  static func tileHostOfPicture(_ request: Request, of layer: CATiledLayer) -> CALayer? {
    let store = TileStore()
    store.note(request, of: layer)
    store.drawNeededTiles(of: layer)
    guard !store.tiles.isEmpty else { return nil }
    let tileHost = CALayer()
    tileHost.storeQuietly(.anchorPoint, .point(.zero))
    tileHost.coverContents(of: layer)
    let tiles = store.needed.compactMap { store.tiles[$0] }
    for tile in tiles { tile.layer.place(tile.rect, in: layer, request.bounds) }
    tileHost.setChildren(tiles.map(\.layer))
    return tileHost
  }
}

extension CALayer {
  /// Creates a layer that shows a tile.
  convenience init(tile image: CGImage, of layer: CATiledLayer) {
    self.init()
    storeQuietly(.anchorPoint, .point(.zero))
    for row in [PropertyID.minificationFilter, .magnificationFilter] {
      storeQuietly(row, layer.values.value(row))
    }
    storeContents(image)
  }

  /// Puts a tile host where the contents of a layer are: `sublayerTransform` acts on the tile host
  /// but not on contents.
  fileprivate func coverContents(of layer: CATiledLayer) {
    guard layer.values[.sublayerTransform] != nil || values[.transform] != nil else { return }
    let all = layer.rect(.bounds).standardized
    let anchor = layer.point(.anchorPoint)
    let (x, y) = (all.x + anchor.x * all.width, all.y + anchor.y * all.height)
    let z = layer.number(.anchorPointZ)
    let around = layer.matrix(.sublayerTransform).inverse ?? .identity
    let matrix: Matrix4x4 = .translation(-x, -y, -z) * around * .translation(x, y, z)
    storeQuietly(.transform, .transform(matrix))
  }

  /// Changes a row's value without an action.
  fileprivate func storeQuietly(_ id: PropertyID, _ value: PropertyValue) {
    if values.value(id) != value { store(id, value, object: nil) }
  }

  /// Moves a tile to a rectangle of its tiled layer.
  ///
  /// Only the edges of that layer are anti-aliased: along other edges a pixel is in exactly one
  /// tile.
  fileprivate func place(_ rect: Rect, in layer: CATiledLayer, _ bounds: Rect) {
    storeQuietly(.bounds, .rect(Rect(0, 0, rect.width, rect.height)))
    storeQuietly(.position, .point(Point(rect.x, rect.y)))
    var edges: CAEdgeAntialiasingMask = []
    if layer.allowsEdgeAntialiasing {
      if rect.minX <= bounds.minX { edges.insert(.layerLeftEdge) }
      if rect.maxX >= bounds.maxX { edges.insert(.layerRightEdge) }
      if rect.minY <= bounds.minY { edges.insert(.layerBottomEdge) }
      if rect.maxY >= bounds.maxY { edges.insert(.layerTopEdge) }
      edges.formIntersection(layer.edgeAntialiasingMask)
    }
    storeQuietly(.edgeAntialiasingMask, .integer(Int64(edges.rawValue)))
  }

  /// Fades a tile in from a time of the context on.
  fileprivate func fadeIn(from time: Double, _ duration: Double, in layer: CATiledLayer) {
    let clock = layer.clockInContext
    guard time.isFinite, duration > 0, duration.isFinite, clock.speed > 0 else { return }
    let fade = CABasicAnimation(keyPath: "opacity")
    fade.fromValue = 0
    fade.toValue = 1
    fade.duration = duration * clock.speed
    // A begin time of exactly 0 would mean the time of the commit.
    let begin = clock.local(time)
    fade.beginTime = begin == 0 ? .leastNonzeroMagnitude : begin
    fade.fillMode = .backwards
    attachAnimation(fade, "tile", groups: [])
  }
}
