// One context from commits to pixels: tree, planner and backend put together.
// Licensed under the MIT license; see LICENSE.

import QuartzFilters
package import QuartzMath
package import QuartzModel
import QuartzRaster

/// Draws one context's tree with a backend.
///
/// The server has one for each context, an in-process context has one of its own; both do exactly
/// the same.
package final class ContextRenderer {
  package let context: UInt32
  package private(set) var configuration: ContextConfiguration
  package private(set) var backend: any RenderBackend
  package internal(set) var tree: LayerTree
  var builder: PlanBuilder

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
    builder.output.lights = LightTable { [numbers] in numbers.take() }
    self.budget = budget
    builder.limitSurfaces(to: backend.maximumSide)
    try createOutput(configuration)
  }

  private func createOutput(_ configuration: ContextConfiguration) throws(RenderError) {
    try backend.createOutput(
      context,
      width: configuration.width,
      height: configuration.height,
      range: configuration.range
    )
  }

  /// Goes on with another backend, after the one before lost its context.
  ///
  /// - Throws: `RenderError` if the backend cannot make the output; the renderer is of no use then.
  package func move(to backend: any RenderBackend) throws(RenderError) {
    self.backend = backend
    builder.limitSurfaces(to: backend.maximumSide)
    try createOutput(configuration)
    uploaded.removeAll()
    edits.removeAll()
    stale.removeAll()
    pending = tree.images
    builder.output.lights.forgetMade()
    // The old states were in the memory of the backend before.
    tree.endTransitionsFromPictures()
    snapshots.removeAll()
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
    if configuration.differsInHeadroom(from: new) {
      configuration = new
      builder.setHeadroom(new.range.headroom)
      return
    }
    backend.destroyOutput(context)
    do {
      try createOutput(new)
      configuration = new
    } catch {
      let old = configuration
      builder.configure(old)
      try createOutput(old)
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
    let begin = PhaseClock.now
    try apply(commit) { tree throws(CommitError) in try tree.apply(commit) }
    let duration = PhaseClock.now - begin
    phases[.commit] += duration
    onSpan?("apply", begin, duration)
  }

  /// Applies the translated commit of a hosted tree.
  func apply(
    hosted commit: Commit,
    root: LayerID?,
    below host: LayerID
  ) throws(CommitError) {
    try apply(commit) { tree throws(CommitError) in
      try tree.apply(hosted: commit, root: root, below: host)
    }
  }

  private func apply(
    _ commit: Commit,
    _ change: (inout LayerTree) throws(CommitError) -> Void
  ) throws(CommitError) {
    let pictures = captureSnapshots(for: commit)
    do {
      try change(&tree)
    } catch {
      discard(pictures)
      throw error
    }
    didApply(commit, pictures)
  }

  /// How many commits were applied, those of hosted trees among them.
  package private(set) var commitCount = 0

  private func didApply(_ commit: Commit, _ pictures: [TransitionPicture]) {
    commitCount += 1
    show(pictures, at: commit.time)
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
    presented.insert(present.image)
    if present.time == nil, let old { note(old, present) }
  }

  /// Drops the pictures of an image that wait for a later time.
  ///
  /// - Throws: `CommitError` for an image that the tree has not.
  package func flushPresents(of image: ImageID) throws(CommitError) {
    try tree.flushPresents(of: image)
  }

  /// Drops the pictures of an image of a hosted tree that wait for a later time.
  func flush(hosted image: ImageID) {
    tree.flush(hosted: image)
  }

  /// Presents a picture of a hosted tree.
  func present(hosted present: ImagePresent) throws(CommitError) {
    let old = tree.images[present.image]
    try tree.present(hosted: present)
    presented.insert(present.image)
    if present.time == nil, let old { note(old, present) }
  }

  private func note(_ old: PixelBuffer, _ present: ImagePresent) {
    let pixels = present.pixels
    if pending[present.image] == nil, old.width == pixels.width, old.height == pixels.height,
      old.form.isHalf == pixels.form.isHalf
    {
      let all = PixelRect(width: Int32(pixels.width), height: Int32(pixels.height))
      edits[present.image, default: Damage()].add(all)
    } else {
      // An image of another size or form is another one for a backend.
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
    presented.remove(image)
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
  // The images that producers present, and what overlays tell besides.
  private var presented: Set<ImageID> = []
  private var overlaySources = OverlaySources()
  // The pixels of each old picture of layers in transitions. The pictures are images of the backend
  // alone.
  package internal(set) var snapshots: [ImageID: Int] = [:]
  private let numbers = PictureNumbers()
  // The trees of other contexts in this one, and how often that was refused.
  var grafts = GraftTable()
  var hostingTotals = HostingCounts()

  /// A number for an image that no client names.
  func takeImageNumber() -> ImageID {
    numbers.take()
  }

  /// Evaluates, plans and draws the frame of a time of the context's clock, in seconds.
  ///
  /// - Returns: The pixels that changed; empty if the output already showed the frame.
  /// - Throws: `RenderError`; `budgetSpent` if the scene asks for more than its frames may take.
  ///   The output then keeps its picture, and the next frame is drawn as a whole.
  @discardableResult
  package func render(at time: Double) throws(RenderError) -> Damage {
    showPresents(at: time)
    phases.begin = PhaseClock.now
    try uploadImages()
    prepare(at: time)
    var drops = 0
    while builder.missingBytes != nil || excess != nil, dropHostedTree(attempt: drops) {
      drops += 1
      try uploadImages()
      prepare(at: time)
    }
    if let bytes = builder.missingBytes { throw .outOfMemory(bytes: bytes) }
    if let excess { throw .budgetSpent(excess) }
    let drawBegin = PhaseClock.now
    try makePictures()
    try execute()
    phases[.draw] += PhaseClock.now - drawBegin
    finishPhases()
    for image in stale { destroyImage(image) }
    stale.removeAll(keepingCapacity: true)
    for picture in builder.output.lights.takeUnused(by: builder.plan.images) {
      destroyImage(picture)
    }
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
    plan.addCosts(to: &counters, backend.work, layers: layersForCosts)
    costs.layers = counters.layers
    costs.passes = counters.passes
  }

  // The times of the next frame so far.
  private var phases = FramePhases()
  /// The times of the last frames that changed pixels.
  package private(set) var history = PhaseHistory()
  /// How many frames changed pixels.
  package private(set) var frameCount = 0

  /// Called for what happens outside of frames, for traces: its name, its begin in seconds of
  /// `PhaseClock`, and its seconds.
  package var onSpan: ((_ name: String, _ begin: Double, _ duration: Double) -> Void)?
  /// The costs of the last frame that changed pixels.
  private var lastCounters = FrameCounters()
  // The names of commits that the next frame shows.
  private var flows: [UInt64] = []
  private static let mostFlows = 256

  /// Notes the times of a commit that the next frame shows.
  package func add(_ report: CommitReport) {
    phases.add(report.phases)
    if onSpan != nil, flows.count < ContextRenderer.mostFlows { flows.append(report.flow) }
  }

  /// Returns the names of the commits that the last frame was the first to show.
  package func takeFlows() -> [UInt64] {
    defer { flows.removeAll(keepingCapacity: true) }
    return flows
  }

  /// Frames, phases, and the memory of layers.
  package var statistics: ContextStatistics {
    var statistics = ContextStatistics()
    statistics.frames = frameCount
    statistics.framesPerSecond = history.framesPerSecond
    for phase in FramePhase.allCases {
      statistics.phases[phase.rawValue] = history.summary(of: phase)
    }
    statistics.counters = lastCounters
    (statistics.counters.layers, statistics.counters.passes) = ([], [])
    statistics.layers = builder.layerMemory(of: tree)
    return statistics
  }

  private func finishPhases() {
    // A picture without changes was no frame; the times of its changes are those of no other one.
    defer { phases = FramePhases() }
    guard !plan.damage.isEmpty else { return }
    history.append(phases)
    frameCount += 1
    lastCounters = counters
    overlaySources.copied.removeAll(keepingCapacity: true)
  }

  /// Measures the handing on of the last frame's pixels.
  package func presenting<Result>(
    _ body: () throws(RenderError) -> Result
  ) throws(RenderError) -> Result {
    let begin = PhaseClock.now
    defer {
      let duration = PhaseClock.now - begin
      history.addToLast(duration, .present)
      onSpan?(FramePhase.present.name, begin, duration)
    }
    return try body()
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

  /// Gives the backend the images, and the parts of images, that are new since it was given any.
  func uploadImages() throws(RenderError) {
    let begin = PhaseClock.now
    defer { phases[.draw] += PhaseClock.now - begin }
    if builder.overlays.contains(.copied) {
      overlaySources.copied.formUnion(pending.keys)
      overlaySources.copied.formUnion(edits.keys)
    }
    for (image, pixels) in pending where isUploaded(pixels) {
      try backend.createImage(ImageKey(context: context, image: image), pixels)
      uploaded.insert(image)
    }
    pending.removeAll(keepingCapacity: true)
    for (image, parts) in edits {
      guard let pixels = tree.images[image], isUploaded(pixels) else { continue }
      try backend.updateImage(ImageKey(context: context, image: image), pixels, parts: parts)
    }
    edits.removeAll(keepingCapacity: true)
  }

  /// Whether the backend is given an image: plans of standard range show none of half floats.
  private func isUploaded(_ pixels: PixelBuffer) -> Bool {
    !pixels.form.isHalf || configuration.range.isExtended
  }

  /// Makes the pictures of images of half floats that plans show in the place of these.
  ///
  /// - Throws: `RenderError`; `outOfMemory` if there is none for a picture.
  func makePictures() throws(RenderError) {
    for (picture, key) in builder.output.lights.takeMissing() {
      // An image that has become one of bytes is shown itself.
      guard let image = tree.images[key.image], image.form.isHalf else { continue }
      let curves = image.isOpaque ? builder.output.lights.curves(of: key.mapping) : nil
      image.awaitDevice()
      guard let pixels = key.mapping.picture(of: image, curves) else {
        throw .outOfMemory(bytes: image.width * image.height * image.texelBytes)
      }
      try backend.createImage(ImageKey(context: context, image: picture), pixels)
      uploaded.insert(picture)
    }
  }

  /// Makes an image of an output that a part of the tree was drawn into.
  func retain(output: UInt32, as image: ImageID) throws(RenderError) {
    try backend.retainOutput(output, as: ImageKey(context: context, image: image))
    uploaded.insert(image)
  }

  /// Frees an image at once, if the backend has it.
  func destroyImage(_ image: ImageID) {
    backend.destroyImage(ImageKey(context: context, image: image))
    uploaded.remove(image)
  }

  /// The overlays that frames show besides layers, from the next one on.
  package var overlays: Overlays {
    get { builder.overlays }
    set { if newValue != builder.overlays { builder.overlays = newValue } }
  }

  /// When the picture will change by itself, seen from a time of the context's clock; nil if
  /// nothing will move any more.
  package func nextActivity(after time: Double) -> Double? {
    let next = tree.nextActivity(after: time)
    guard let change = builder.nextOverlayChange else { return next }
    return min(next ?? .infinity, max(change, time))
  }

  /// The demands of the tree at a time of the context's clock, at which a frame was drawn.
  package func movement(at time: Double) -> Movement {
    var movement = tree.movement(at: time)
    guard let change = builder.nextOverlayChange else { return movement }
    movement.add(changeAt: change, after: time)
    return movement
  }

  /// Whether an animation wants fewer frames than the output may have.
  package var hasRateWishes: Bool { tree.hasRateWishes }

  /// How often layers were looked at to plan frames, since the start.
  package var planWork: PlanWork { builder.work }

  /// The costs of the last frame, counted against its budget.
  package var frameCosts: FrameCosts { builder.costs }

  /// The limit that the last frame exceeded; nil if it was within its budget.
  package var excess: BudgetExcess? { builder.excess }

  /// The budget of each frame.
  package var budget: FrameBudget {
    get { builder.budget }
    set {
      builder.budget = newValue
      // Commits count births, too.
      tree.particleBudget = newValue.limits[.particles]
    }
  }

  /// The plan of the last frame.
  package var plan: RenderPlan { builder.plan }

  /// Evaluates and plans without drawing; the next plan's damage is relative to this one.
  package func prepare(at time: Double) {
    let begin = PhaseClock.now
    tree.evaluate(at: time)
    let planBegin = PhaseClock.now
    if builder.overlays.isEmpty {
      builder.update(&tree)
    } else {
      overlaySources.presented = presented
      overlaySources.history = history
      builder.update(&tree, overlaySources)
    }
    phases[.evaluate] += planBegin - begin
    phases[.plan] += PhaseClock.now - planBegin
  }

  /// Copies the whole output to memory, rows from the top.
  package func read(into memory: UnsafeMutableRawBufferPointer, rowBytes: Int) throws(RenderError) {
    let frame = PixelRect(width: Int32(configuration.width), height: Int32(configuration.height))
    try presenting { () throws(RenderError) in
      try backend.read(context, frame, into: memory, rowBytes: rowBytes)
    }
    clamp(memory, frame, rowBytes: rowBytes)
  }

  /// Copies the whole output as R, G, B, A bytes, rows from the top.
  ///
  /// Pixels of an extended output that are brighter than white become white.
  package func readBytes(
    into memory: UnsafeMutableRawBufferPointer,
    rowBytes: Int
  ) throws(RenderError) {
    guard configuration.range.isExtended, let base = memory.baseAddress else {
      return try read(into: memory, rowBytes: rowBytes)
    }
    precondition(
      rowBytes >= configuration.width * 4 && memory.count >= rowBytes * configuration.height,
      "memory that is too small"
    )
    let frame = PixelRect(width: Int32(configuration.width), height: Int32(configuration.height))
    try presenting { () throws(RenderError) in try readBytes(frame, into: base, rowBytes: rowBytes)
    }
  }

  /// Copies a part of an extended output as R, G, B, A bytes into a picture of the whole output.
  ///
  /// Pixels brighter than white become white.
  ///
  /// - Parameters:
  ///   - rect: The part, inside of the output.
  ///   - picture: The first row of the whole picture.
  ///   - rowBytes: From one of its rows to the next.
  package func readBytes(
    _ rect: PixelRect,
    into picture: UnsafeMutableRawPointer,
    rowBytes: Int
  ) throws(RenderError) {
    let (width, lineBytes) = (Int(rect.width), Int(rect.width) * 8)
    let block: MemoryBlock
    do {
      block = try MemoryBlock(unwritten: lineBytes * Int(rect.height))
    } catch {
      throw .outOfMemory(bytes: error.bytes)
    }
    let memory = UnsafeMutableRawBufferPointer(start: block.base, count: block.count)
    try backend.read(context, rect, into: memory, rowBytes: lineBytes)
    let start = picture + Int(rect.minY) * rowBytes + Int(rect.minX) * 4
    withUnsafeTemporaryAllocation(of: SIMD4<Float>.self, capacity: width) { row in
      guard let colors = row.baseAddress else { return }
      // Bounds: the part lies in the picture.
      for y in 0..<Int(rect.height) {
        HalfPixels.read(block.base + y * lineBytes, to: colors, count: width)
        if overlays.contains(.extended) { LightTint.tint(colors, count: width) }
        FilterBytes.encode(colors, to: start + y * rowBytes, width)
      }
    }
  }

  /// Clamps pixels of an extended output to its headroom, component by component.
  ///
  /// Premultiplied red, green and blue are at most the encoded headroom, alpha 1.
  package func clamp(
    _ memory: UnsafeMutableRawBufferPointer,
    _ frame: PixelRect,
    rowBytes: Int
  ) {
    guard configuration.range.isExtended, let base = memory.baseAddress else { return }
    let limit = Float16Bits(builder.plan.encodedHeadroom)
    let width = Int(frame.width)
    // Bounds: the backend has checked that the rows lie in the memory.
    for row in 0..<Int(frame.height) {
      limit.clamp(base + row * rowBytes, pixels: width)
      if overlays.contains(.extended) {
        LightTint.tint(halves: base + row * rowBytes, count: width)
      }
    }
  }
}

/// Numbers for images that no client names.
final class PictureNumbers {
  private var last = ImageID.firstOfRenderer.rawValue

  func take() -> ImageID {
    last = max(last &+ 1, ImageID.firstOfRenderer.rawValue)
    return ImageID(last)
  }
}

/// A limit for half-precision numbers, as bits: those of positive ones are in the order of the
/// numbers.
private struct Float16Bits {
  private let bits: UInt16

  /// The greatest half-precision number that is not above a positive one.
  init(_ limit: Float) {
    var color = SIMD4<Float>(repeating: limit)
    var halves = SIMD4<UInt16>.zero
    withUnsafeMutableBytes(of: &halves) { bytes in
      if let base = bytes.baseAddress { HalfPixels.writeFinite(&color, to: base, count: 1) }
    }
    bits = halves.x
  }

  /// Clamps the colours of pixels of four numbers each.
  func clamp(_ pixels: UnsafeMutableRawPointer, pixels count: Int) {
    for index in 0..<count {
      for channel in 0..<3 {
        let offset = index * 8 + channel * 2
        let half = pixels.loadUnaligned(fromByteOffset: offset, as: UInt16.self)
        if half > bits, half < 0x8000 {
          pixels.storeBytes(of: bits, toByteOffset: offset, as: UInt16.self)
        }
      }
    }
  }
}

extension ContextConfiguration {
  /// Whether only the headroom of an extended output is another one.
  fileprivate func differsInHeadroom(from other: ContextConfiguration) -> Bool {
    guard range.isExtended, other.range.isExtended else { return false }
    var copy = self
    copy.range = other.range
    return copy == other
  }
}
