// One context from commits to pixels: tree, planner and backend put together.
// Licensed under the MIT license; see LICENSE.

package import QuartzMath
package import QuartzModel

/// Draws one context's tree with a backend. The server has one for each context, an in-process
/// context has one of its own; both do exactly the same.
package final class ContextRenderer {
  package let context: UInt32
  package let configuration: ContextConfiguration
  package private(set) var backend: any RenderBackend
  package private(set) var tree: LayerTree
  private var builder: PlanBuilder

  /// Makes the output.
  ///
  /// - Parameter context: The number that outputs and images of this context have in the backend.
  /// - Throws: `RenderError` if the backend cannot make an output of that size.
  package init(
    context: UInt32, configuration: ContextConfiguration, backend: any RenderBackend,
    limits: TreeLimits = TreeLimits()
  ) throws(RenderError) {
    let side = max(configuration.width, configuration.height)
    guard configuration.isValid, side <= backend.maximumSide else {
      throw .surfaceTooLarge(
        width: configuration.width, height: configuration.height, limit: backend.maximumSide)
    }
    self.context = context
    self.configuration = configuration
    self.backend = backend
    tree = LayerTree(limits: limits)
    builder = PlanBuilder(configuration: configuration)
    try backend.createOutput(context, width: configuration.width, height: configuration.height)
  }

  /// Goes on with another backend, after the one before lost its context.
  ///
  /// - Throws: `RenderError` if the backend cannot make the output; the renderer is of no use then.
  package func move(to backend: any RenderBackend) throws(RenderError) {
    self.backend = backend
    try backend.createOutput(context, width: configuration.width, height: configuration.height)
    pendingDestruction.removeAll()
    pendingImages = tree.images.map { Commit.ImageCreation($0.key, $0.value) }
    builder.invalidate()
  }

  /// Frees the output and all images. The renderer must not be used afterwards.
  package func close() {
    for image in tree.images.keys {
      backend.destroyImage(ImageKey(context: context, image: image))
    }
    backend.destroyOutput(context)
  }

  /// Applies a commit and uploads its images.
  package func apply(_ commit: Commit) throws(CommitError) {
    try tree.apply(commit)
    pendingImages.append(contentsOf: commit.createdImages)
    pendingDestruction.append(contentsOf: commit.destroyedImages)
  }

  // Uploads wait for the next frame, so that images that come and go between frames cost nothing.
  private var pendingImages: [Commit.ImageCreation] = []
  private var pendingDestruction: [ImageID] = []

  /// Evaluates, plans and draws the frame of a time of the context's clock, in seconds.
  ///
  /// - Returns: The pixels that changed; empty if the output already showed the frame.
  @discardableResult
  package func render(at time: Double) throws(RenderError) -> Damage {
    for creation in pendingImages where tree.images[creation.image] === creation.pixels {
      try backend.createImage(
        ImageKey(context: context, image: creation.image), creation.pixels)
    }
    pendingImages.removeAll()
    prepare(at: time)
    if !plan.damage.isEmpty { try backend.execute(plan, context: context) }
    for image in pendingDestruction {
      backend.destroyImage(ImageKey(context: context, image: image))
    }
    pendingDestruction.removeAll()
    return plan.damage
  }

  /// The plan of the last frame.
  package var plan: RenderPlan { builder.plan }

  /// Evaluates and plans without drawing; the next plan's damage is relative to this one.
  package func prepare(at time: Double) {
    tree.evaluate(at: time)
    builder.update(&tree)
  }

  /// Copies the whole output to memory, rows from the top.
  package func read(into memory: UnsafeMutableRawBufferPointer, rowBytes: Int) throws(RenderError) {
    let frame = PixelRect(width: Int32(configuration.width), height: Int32(configuration.height))
    try backend.read(context, frame, into: memory, rowBytes: rowBytes)
  }
}
