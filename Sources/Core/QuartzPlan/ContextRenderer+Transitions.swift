// Pictures of layers right before they begin a transition.
// Licensed under the MIT license; see LICENSE.
//
// The old tree is evaluated at the time of the commit and planned once as a whole, to find the
// layer's place. Then the layer alone is planned and drawn into an output of its own, as it lies on
// the context's output, turned or in perspective, too. So its picture has the output's pixels, one
// for one, and the first frame of a transition is the one before it.
//
// The pixels become an image of the backend as they are: a texture stays on the GPU, and memory is
// not copied. A backend that loses its context loses these pictures, and the transitions end.

import QuartzMath
import QuartzModel

/// A picture of a layer for one of its transitions.
struct TransitionPicture {
  var layer: LayerID
  var key: String
  var snapshot: TransitionSnapshot
  /// Where the layer is in its superlayer.
  var geometry: SuperlayerGeometry
  /// The space of the superlayer's sublayers -> the plane that they lie in, points.
  var space: Matrix4x4

  /// The size of the picture in pixels; 0 where nothing was to be seen.
  var area: Int { Int(snapshot.size.x) * Int(snapshot.size.y) }
}

/// Where a layer is in its superlayer, at a moment.
struct SuperlayerGeometry: Equatable {
  /// The superlayer's slot.
  var parent: Int32
  var bounds: Rect
  /// The layer's space -> that of the superlayer's sublayers, points.
  var matrix: Matrix4x4

  /// The geometry of a layer as it appears.
  init(of slot: Int32, in tree: LayerTree) {
    let styles = LayerStyleColumn()
    styles.read(0, from: slot, of: tree)
    let style = styles[0]
    (parent, bounds) = (tree.parents[Int(slot)], style.pointee.bounds)
    matrix = style.matrix(styles.matrices(of: 0))
  }

  /// The map from the origin of the bounds to that of the bounds of another one, in the same place
  /// of the plane around them; the identity if there is none.
  ///
  /// - Parameter space: The space of the superlayer's sublayers -> the plane that they lie in.
  func map(to other: SuperlayerGeometry, in space: Matrix4x4) -> Homography {
    guard self != other, parent == other.parent,
      let inverse = Homography(flattening: other.matrix * space).inverse
    else { return .identity }
    let map = Homography(flattening: matrix * space) * inverse
    let place =
      .translation(bounds.x, bounds.y) * map * .translation(-other.bounds.x, -other.bounds.y)
    return place.isFinite ? place : .identity
  }
}

extension ContextRenderer {
  /// All pictures together have at most so many times the pixels of the output; transitions beyond
  /// that begin with nothing.
  private static let snapshotSizeLimit = 4

  /// The most pictures that one commit can ask for, times the layers of the tree.
  ///
  /// Each picture reads all layers. Transitions beyond the limit begin with nothing, so that no
  /// commit takes long.
  private static let snapshotWork = 2_000_000

  /// The output that pictures are drawn into, for a moment; no context has this number.
  private static let pictureOutput = UInt32.max

  /// Takes the pictures that the transitions in a commit begin with, of the tree before the commit.
  func captureSnapshots(for commit: Commit) -> [TransitionPicture] {
    var wanted: [(layer: LayerID, key: String, slot: Int32)] = []
    var indexes: [LayerID: Int] = [:]
    let destroyed = Set(commit.destroyed)
    for case .add(let layer, let key, let state) in commit.animations
    where state.transition != nil && state.problem == nil {
      guard let slot = tree.slot(of: layer), !destroyed.contains(layer) else { continue }
      // A layer has one transition: of several in a commit, the last.
      if let index = indexes[layer] {
        wanted[index].key = key
      } else {
        indexes[layer] = wanted.count
        wanted.append((layer, key, slot))
      }
    }
    guard !wanted.isEmpty, commit.time.isFinite, tree.root != LayerTree.noSlot else { return [] }
    var before = tree
    before.particleBudget = budget.limits[.particles]
    before.evaluate(at: commit.time)
    var whole = PlanBuilder(configuration: configuration)
    whole.limitSurfaces(to: backend.maximumSide)
    whole.budget = budget
    whole.update(&before)
    // A transition that exceeds the frame's budget begins with an empty picture.
    guard whole.isComplete else { return [] }
    var room = configuration.width * configuration.height * ContextRenderer.snapshotSizeLimit
    for area in snapshots.values { room -= area }
    var pictures: [TransitionPicture] = []
    let most = max(ContextRenderer.snapshotWork / max(tree.layerCount, 1), 1)
    for (layer, key, slot) in wanted.prefix(most) {
      // A layer that appears together with its superlayer has no old state.
      guard let bounds = whole.bounds(of: slot) else { continue }
      var old = TransitionPicture(
        layer: layer,
        key: key,
        snapshot: .nothing(in: bounds),
        geometry: SuperlayerGeometry(of: slot, in: before),
        space: ContextRenderer.space(of: slot, in: before)
      )
      if let top = whole.placement(of: slot),
        let snapshot = picture(of: top, in: bounds, before, room: room)
      {
        old.snapshot = snapshot
        room -= old.area
      }
      pictures.append(old)
    }
    return pictures
  }

  /// The map from the space of a layer and its siblings to the plane of the nearest layer around
  /// them that has one.
  private static func space(of slot: Int32, in tree: LayerTree) -> Matrix4x4 {
    let styles = LayerStyleColumn()
    var matrix = Matrix4x4.identity
    var outer = tree.parents[Int(slot)]
    while outer != LayerTree.noSlot {
      styles.read(0, from: outer, of: tree)
      let (style, matrices) = (styles[0], styles.matrices(of: 0))
      if style.pointee.hasSublayerTransform { matrix = matrix * style.sublayerMatrix(matrices) }
      guard style.pointee.layerClass == .transform else { break }
      matrix = matrix * style.matrix(matrices)
      outer = tree.parents[Int(outer)]
    }
    return matrix
  }

  /// Gives the layers that are in transitions now their pictures, and frees those of no more use.
  ///
  /// - Parameter time: That of the commit, of the context's clock, in seconds.
  func show(_ pictures: [TransitionPicture], at time: Double) {
    // As the new states appear when they begin: what moves from then on moves both.
    var after = tree
    for picture in pictures {
      var snapshot = picture.snapshot
      if let slot = tree.slot(of: picture.layer) {
        after.evaluate(slot, at: time)
        let geometry = SuperlayerGeometry(of: slot, in: after)
        snapshot.place = picture.geometry.map(to: geometry, in: picture.space)
      }
      tree.begin(snapshot, of: picture.layer, key: picture.key)
      guard picture.area > 0 else { continue }
      snapshots[picture.snapshot.image] = picture.area
    }
    guard !snapshots.isEmpty else { return }
    let used = Set(tree.snapshots)
    for image in snapshots.keys where !used.contains(image) {
      snapshots[image] = nil
      forget(image)
    }
  }

  /// Frees the pictures of a commit that was refused.
  func discard(_ pictures: [TransitionPicture]) {
    for picture in pictures where picture.area > 0 { destroyImage(picture.snapshot.image) }
  }

  /// Draws a layer with all below it; nil if nothing shows or it does not work.
  ///
  /// - Parameters:
  ///   - placement: The layer's place on the output.
  ///   - bounds: The layer's.
  ///   - tree: The tree before the commit.
  ///   - room: The most pixels that the picture may have.
  private func picture(
    of placement: PlanTop,
    in bounds: Rect,
    _ tree: LayerTree,
    room: Int
  ) -> TransitionSnapshot? {
    var tree = tree
    var upright = placement
    if !placement.world.isUpright {
      // As many pixels as where the layer's anchor is on the output.
      let scale = placement.world.scale(at: 0, 0) ?? 1
      upright.world = .scale(scale, scale)
    }
    guard let frame = reach(of: upright, &tree), let inverse = upright.world.inverse else {
      return nil
    }
    let box = box(of: frame, inverse, in: bounds)
    var (top, pixels) = (upright, frame)
    if upright.world != placement.world, let turned = reach(of: placement, &tree),
      fits(turned, room: room), placement.world.inverse != nil
    {
      (top, pixels) = (placement, turned)
    }
    guard fits(pixels, room: room), let map = top.world.inverse else { return nil }
    let corner = Homography.translation(Double(pixels.minX), Double(pixels.minY))
    top.world = top.world * .translation(-Double(pixels.minX), -Double(pixels.minY))
    guard let image = draw(top, &tree, pixels) else { return nil }
    return TransitionSnapshot(
      image: image,
      size: SIMD2(pixels.width, pixels.height),
      rect: box,
      pixels: corner * map * .translation(-bounds.x, -bounds.y),
      of: bounds
    )
  }

  private func fits(_ frame: PixelRect, room: Int) -> Bool {
    let side = backend.maximumSide
    return frame.area <= room && Int(frame.width) <= side && Int(frame.height) <= side
  }

  /// The pixels that a layer with all below it can touch, or nil; nil also where the budget does
  /// not suffice.
  private func reach(of top: PlanTop, _ tree: inout LayerTree) -> PixelRect? {
    var measure = PlanBuilder(configuration: configuration)
    measure.limitSurfaces(to: backend.maximumSide)
    measure.budget = budget
    measure.output.top = top
    measure.update(&tree)
    guard measure.isComplete, !measure.reach.isEmpty else { return nil }
    return measure.reach
  }

  /// The box of pixels of an upright layer, from the origin of its bounds, points.
  private func box(of frame: PixelRect, _ inverse: Homography, in bounds: Rect) -> Rect {
    let corners = [
      inverse.transform(Double(frame.minX), Double(frame.minY)),
      inverse.transform(Double(frame.maxX), Double(frame.maxY)),
    ]
    let (x0, x1) = (corners[0].x / corners[0].z, corners[1].x / corners[1].z)
    let (y0, y1) = (corners[0].y / corners[0].z, corners[1].y / corners[1].z)
    return Rect(min(x0, x1) - bounds.x, min(y0, y1) - bounds.y, abs(x1 - x0), abs(y1 - y0))
  }

  /// Draws a part of a tree into an output of its own, of the size of `frame`, which becomes an
  /// image.
  private func draw(_ top: PlanTop, _ tree: inout LayerTree, _ frame: PixelRect) -> ImageID? {
    let (width, height) = (Int(frame.width), Int(frame.height))
    let configuration = ContextConfiguration(
      width: width,
      height: height,
      scale: 1,
      isYUp: false,
      background: .clear,
      range: self.configuration.range
    )
    var builder = PlanBuilder(configuration: configuration)
    builder.limitSurfaces(to: backend.maximumSide)
    builder.output.top = top
    builder.output.lights = self.builder.output.lights
    builder.budget = budget
    builder.update(&tree)
    guard builder.isComplete else { return nil }
    let output = ContextRenderer.pictureOutput
    do {
      try uploadImages()
      try makePictures()
      try backend.createOutput(
        output,
        imagesOf: context,
        width: width,
        height: height,
        range: configuration.range
      )
    } catch {
      return nil
    }
    do {
      try backend.execute(builder.plan, context: output)
      let image = takeImageNumber()
      try retain(output: output, as: image)
      return image
    } catch {
      // A context that was lost shows itself when the next frame is drawn; without memory the
      // transition begins with nothing.
      backend.destroyOutput(output)
      return nil
    }
  }
}
