// The requirements of a renderer: keep images, execute plans, hand out pixels.
// Licensed under the MIT license; see LICENSE.

package import QuartzMath
package import QuartzModel

/// Why a frame could not be drawn.
package enum RenderError: Error, Equatable, CustomStringConvertible {
  case noRenderer(reasons: [String])
  case surfaceTooLarge(width: Int, height: Int, limit: Int)
  case outOfMemory(bytes: Int)
  case shader(name: String, log: String)
  case contextLost
  case gl(function: String, code: UInt32)
  case unknownOutput(UInt32)
  /// A renderer that has no half-float surfaces; another one takes such outputs.
  case noExtendedRange(renderer: String, reason: String)
  case unknownImage(ImageKey)
  /// A surface that the plan says was kept, and was not.
  case unknownSurface(key: UInt64)
  /// A frame that asks for more work or memory than its context has.
  case budgetSpent(BudgetExcess)
  /// Descriptions of filters that cannot be drawn.
  case filter(String)

  package var description: String {
    switch self {
    case .noRenderer(let reasons): "no renderer: " + reasons.joined(separator: "; ")
    case .surfaceTooLarge(let width, let height, let limit):
      "a surface of \(width) x \(height) pixels: at most \(limit) a side are possible"
    case .outOfMemory(let bytes): "out of memory: \(bytes) bytes for pixels"
    case .shader(let name, let log): "shader \(name): \(log)"
    case .contextLost: "the GL context was lost"
    case .gl(let function, let code): "\(function) failed with GL error \(code)"
    case .noExtendedRange(let renderer, let reason):
      "\(renderer) draws no outputs of extended range: \(reason)"
    case .unknownOutput(let output): "no output \(output)"
    case .unknownImage(let key): "no \(key.image) in context \(key.context)"
    case .unknownSurface(let key): "no surface \(key) is cached"
    case .budgetSpent(let excess): "\(excess)"
    case .filter(let problem): "a filter of a layer: \(problem)"
    }
  }
}

/// An image of one context; a backend serves many contexts.
package struct ImageKey: Hashable, Sendable {
  package var context: UInt32
  package var image: ImageID

  package init(context: UInt32, image: ImageID) {
    self.context = context
    self.image = image
  }
}

/// Executes plans.
///
/// It never sees a layer and decides nothing that changes pixels.
///
/// A backend belongs to one thread at a time. Pixels are R, G, B, A bytes, premultiplied,
/// sRGB-encoded, rows from the top. Those of an output of extended range, and of all surfaces of
/// its plans, are half floats instead: extended sRGB, encoded, premultiplied, 8 bytes a pixel. A
/// backend without such surfaces throws `RenderError.noExtendedRange` when the output is made.
///
/// A plan and its output have the same range (`RenderPlan.range`). Images of half floats
/// (`PixelBuffer.form`) are shown by plans of extended range alone, images of bytes by all.
package protocol RenderBackend: AnyObject {
  var description: BackendDescription { get }
  /// The longest side of an output or surface in pixels.
  var maximumSide: Int { get }
  /// The counters of the last `execute`.
  var counters: FrameCounters { get }
  /// Whether `execute` fills `work`.
  var measuresDraws: Bool { get set }
  /// The work of single draws of the last `execute`; empty unless they are measured.
  var work: DrawWork { get }

  /// Makes an image known; its pixels are uploaded once, however many draws show it.
  func createImage(_ key: ImageKey, _ pixels: PixelBuffer) throws(RenderError)
  /// Replaces the pixels of an image; the new ones differ from the old ones in `parts` (texels)
  /// only.
  ///
  /// The size stays the same.
  func updateImage(_ key: ImageKey, _ pixels: PixelBuffer, parts: Damage) throws(RenderError)
  func destroyImage(_ key: ImageKey)

  /// Makes a picture that plans of `context` are drawn to; its pixels are undefined at first.
  func createOutput(
    _ context: UInt32,
    width: Int,
    height: Int,
    range: OutputRange
  ) throws(RenderError)
  func destroyOutput(_ context: UInt32)

  /// Makes an output whose plans show the images of a context.
  func createOutput(
    _ output: UInt32,
    imagesOf context: UInt32,
    width: Int,
    height: Int,
    range: OutputRange
  ) throws(RenderError)
  /// Makes an image of an output, which no longer exists then; it has the form of the output's
  /// pixels.
  ///
  /// The pixels stay where they are: nothing is copied, read back or uploaded. The image has no
  /// smaller versions, and is never updated.
  func retainOutput(_ output: UInt32, as key: ImageKey) throws(RenderError)

  /// Draws the plan's damage into the context's output; all other pixels stay.
  func execute(_ plan: RenderPlan, context: UInt32) throws(RenderError)

  /// Copies a part of the output, which must lie inside of it, to memory.
  ///
  /// - Parameters:
  ///   - context: The output.
  ///   - rect: The part, in pixels.
  ///   - memory: Holds the rows.
  ///   - rowBytes: From one row to the next, a multiple of the bytes of a pixel: 4, or 8 of an
  ///     output of extended range.
  func read(
    _ context: UInt32,
    _ rect: PixelRect,
    into memory: UnsafeMutableRawBufferPointer,
    rowBytes: Int
  ) throws(RenderError)

  /// Returns the errors and undefined behaviour that a driver reported since the last call, one
  /// line each.
  func takeDriverMessages() -> [String]
  /// Deletes all that the backend has of a driver; it draws nothing more.
  func deleteObjects() throws(RenderError)
}

extension RenderBackend {
  /// Makes an output of standard range.
  package func createOutput(_ context: UInt32, width: Int, height: Int) throws(RenderError) {
    try createOutput(context, width: width, height: height, range: .standard)
  }

  package func takeDriverMessages() -> [String] { [] }
  package func deleteObjects() throws(RenderError) {}
}

/// The work of the draws of a plan.
package struct DrawWork: Sendable {
  /// Index i: the pixels that draw i of the plan visited, counted once for each visit.
  package var pixels: ContiguousArray<Int> = []
  /// The uploads, each under the first draw that shows its bytes.
  package var uploads: ContiguousArray<(draw: Int32, bytes: Int)> = []

  package init() {}

  /// No work yet, for a plan with so many draws.
  package mutating func reset(draws: Int) {
    pixels.removeAll(keepingCapacity: true)
    pixels.append(contentsOf: repeatElement(0, count: draws))
    uploads.removeAll(keepingCapacity: true)
  }
}
