// One context from commits to pixels: tree, planner and backend put together.
// Licensed under the MIT license; see LICENSE.

package import QuartzMath
package import QuartzModel

/// Draws one context's tree with a backend.
///
/// The server has one for each context, an in-process context has one of its own; both do exactly
/// the same.
package final class ContextRenderer {
  package let context: UInt32
  package private(set) var configuration: ContextConfiguration
  package private(set) var backend: any RenderBackend
  package internal(set) var tree: LayerTree
  private var builder: PlanBuilder

  /// Makes the output.
  ///
  /// - Parameters:
  ///   - context: The number that outputs and images of this context have in the backend.
  ///   - budget: The budget of each frame.
  /// - Throws: `RenderError` if the backend cannot make an output of that size.
  package init(
    context: UInt32,
    configuration: ContextConfiguration,
    backend: any RenderBackend,
    limits: TreeLimits = TreeLimits(),
    budget: FrameBudget = .unlimited
  ) throws(RenderError) {
    let side = max(configuration.width, configuration.height)
    guard configuration.isValid, side <= backend.maximumSide else {
      throw .surfaceTooLarge(
        width: configuration.width,
        height: configuration.height,
        limit: backend.maximumSide
      )
    }
    self.context = context
    self.configuration = configuration
    self.backend = backend
    tree = LayerTree(limits: limits)
    builder = PlanBuilder(configuration: configuration)
    builder.budget = budget
    builder.limitSurfaces(to: backend.maximumSide)
    try backend.createOutput(context, width: configuration.width, height: configuration.height)
  }

  /// Goes on with another backend, after the one before lost its context.
  ///
  /// - Throws: `RenderError` if the backend cannot make the output; the renderer is of no use then.
  package func move(to backend: any RenderBackend) throws(RenderError) {
    self.backend = backend
    builder.limitSurfaces(to: backend.maximumSide)
    try backend.createOutput(context, width: configuration.width, height: configuration.height)
    uploaded.removeAll()
    edits.removeAll()
    stale.removeAll()
    pending = tree.images.merging(snapshots) { $1 }
    builder.invalidate()
  }

  /// Gives the output another size or scale; the next frame draws all of it.
  ///
  /// - Throws: `RenderError` if the backend cannot make the output. The output then stays as it
  ///   was, if the backend can make that one again.
  package func configure(_ new: ContextConfiguration) throws(RenderError) {
    guard new.isValid, max(new.width, new.height) <= backend.maximumSide else {
      throw .surfaceTooLarge(width: new.width, height: new.height, limit: backend.maximumSide)
    }
    backend.destroyOutput(context)
    do {
      try backend.createOutput(context, width: new.width, height: new.height)
      configuration = new
    } catch {
      let old = configuration
      builder.configure(old)
      try backend.createOutput(context, width: old.width, height: old.height)
      throw error
    }
    builder.configure(new)
  }

  /// Frees the output and all images.
  ///
  /// The renderer must not be used afterwards.
  package func close() {
    for image in uploaded {
      backend.destroyImage(ImageKey(context: context, image: image))
    }
    backend.destroyOutput(context)
  }

  /// Applies a commit and uploads its images.
  package func apply(_ commit: Commit) throws(CommitError) {
    let pictures = captureSnapshots(for: commit)
    try tree.apply(commit)
    show(pictures)
    for creation in commit.createdImages { pending[creation.image] = creation.pixels }
    for update in commit.updatedImages { note(update) }
    for image in commit.destroyedImages { forget(image) }
  }

  /// Replaces the picture of an image without a commit, at once or from a time on.
  ///
  /// Nothing is uploaded before the next frame: pictures that others replace until then are never
  /// read. Layers are looked at only if the size or the opaqueness is another one.
  ///
  /// - Throws: `CommitError` for an image that the tree has not, or too many bytes.
  package func present(_ present: ImagePresent) throws(CommitError) {
    let old = tree.images[present.image]
    try tree.present(present)
    if present.time == nil, let old { note(old, present) }
  }

  private func note(_ old: PixelBuffer, _ present: ImagePresent) {
    let pixels = present.pixels
    if pending[present.image] == nil, old.width == pixels.width, old.height == pixels.height {
      let all = PixelRect(width: Int32(pixels.width), height: Int32(pixels.height))
      edits[present.image, default: Damage()].add(all)
    } else {
      // An image of another size is another one for a backend.
      edits[present.image] = nil
      pending[present.image] = pixels
    }
  }

  private func showPresents(at time: Double) {
    guard let next = tree.nextPresentTime, next <= time else { return }
    var shown: [(old: PixelBuffer, present: ImagePresent)] = []
    tree.showPresents(at: time) { shown.append(($0, $1)) }
    for (old, present) in shown { note(old, present) }
  }

  /// Frees an image that nothing shows any more, after the next frame.
  func forget(_ image: ImageID) {
    pending[image] = nil
    edits[image] = nil
    if uploaded.contains(image) { stale.insert(image) }
  }

  private func note(_ update: Commit.ImageUpdate) {
    if pending[update.image] != nil {
      pending[update.image] = tree.images[update.image]
    } else {
      edits[update.image, default: Damage()].add(update.part)
    }
  }

  // Uploads wait for the next frame, so that images that come and go between frames cost nothing
  // and their memory is not kept.
  var pending: [ImageID: PixelBuffer] = [:]
  // The texels that changed of images that the backend has.
  private var edits: [ImageID: Damage] = [:]
  // The images that the backend has, and those of them that the tree has let go of.
  private var uploaded: Set<ImageID> = []
  private var stale: Set<ImageID> = []
  // The old pictures of layers in transitions, and the last number given to one.
  package internal(set) var snapshots: [ImageID: PixelBuffer] = [:]
  var lastSnapshot = ImageID.firstOfRenderer

  /// Evaluates, plans and draws the frame of a time of the context's clock, in seconds.
  ///
  /// - Returns: The pixels that changed; empty if the output already showed the frame.
  /// - Throws: `RenderError`; `budgetSpent` if the scene asks for more than its frames may take.
  ///   The output then keeps its picture, and the next frame is drawn as a whole.
  @discardableResult
  package func render(at time: Double) throws(RenderError) -> Damage {
    showPresents(at: time)
    try uploadImages()
    prepare(at: time)
    if let bytes = builder.missingBytes { throw .outOfMemory(bytes: bytes) }
    if let excess { throw .budgetSpent(excess) }
    try execute()
    for image in stale { destroyImage(image) }
    stale.removeAll(keepingCapacity: true)
    return plan.damage
  }

  private func execute() throws(RenderError) {
    costs = FrameCounters()
    guard !plan.damage.isEmpty else { return }
    backend.measuresDraws = measuresLayers
    do {
      try backend.execute(plan, context: context)
    } catch {
      // Surfaces that were to be kept may not exist.
      builder.invalidate()
      throw error
    }
    costs.damagedPixels = plan.damage.area
    guard measuresLayers else { return }
    var counters = backend.counters
    plan.addCosts(to: &counters, backend.work, layers: tree.ids)
    costs.layers = counters.layers
    costs.passes = counters.passes
  }

  /// Whether the counters of later frames include the cost of each layer.
  package var measuresLayers = false
  // The part of the counters that the backend does not know.
  private var costs = FrameCounters()

  /// The counters of the last frame.
  package var counters: FrameCounters {
    var counters = backend.counters
    counters.damagedPixels = costs.damagedPixels
    counters.layers = costs.layers
    counters.passes = costs.passes
    return counters
  }

  private func uploadImages() throws(RenderError) {
    for (image, pixels) in pending {
      try backend.createImage(ImageKey(context: context, image: image), pixels)
      uploaded.insert(image)
    }
    pending.removeAll(keepingCapacity: true)
    for (image, parts) in edits {
      guard let pixels = tree.images[image] else { continue }
      try backend.updateImage(ImageKey(context: context, image: image), pixels, parts: parts)
    }
    edits.removeAll(keepingCapacity: true)
  }

  private func destroyImage(_ image: ImageID) {
    backend.destroyImage(ImageKey(context: context, image: image))
    uploaded.remove(image)
  }

  /// How often layers were looked at to plan frames, since the start.
  package var planWork: PlanWork { builder.work }

  /// The costs of the last frame, counted against its budget.
  package var frameCosts: FrameCosts { builder.costs }

  /// The limit that the last frame exceeded; nil if it was within its budget.
  package var excess: BudgetExcess? { builder.excess }

  /// The budget of each frame.
  package var budget: FrameBudget {
    get { builder.budget }
    set { builder.budget = newValue }
  }

  /// The plan of the last frame.
  package var plan: RenderPlan { builder.plan }

  /// Evaluates and plans without drawing; the next plan's damage is relative to this one.
  package func prepare(at time: Double) {
    tree.particleBudget = builder.budget.limits[.particles]
    tree.evaluate(at: time)
    builder.update(&tree)
  }

  /// Copies the whole output to memory, rows from the top.
  package func read(into memory: UnsafeMutableRawBufferPointer, rowBytes: Int) throws(RenderError) {
    let frame = PixelRect(width: Int32(configuration.width), height: Int32(configuration.height))
    try backend.read(context, frame, into: memory, rowBytes: rowBytes)
  }
}
