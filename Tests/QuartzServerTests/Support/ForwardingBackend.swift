// A software renderer whose steps a test can watch or change.
// Licensed under the MIT license; see LICENSE.

import QuartzMath
import QuartzModel
import QuartzPlan
import QuartzSoftware

/// Hands every call to a software renderer; subclasses override the calls that they change.
class ForwardingBackend: RenderBackend {
  private let software = SoftwareBackend(threads: 1)

  var description: BackendDescription { software.description }
  var maximumSide: Int { software.maximumSide }
  final var counters: FrameCounters { software.counters }
  final var work: DrawWork { software.work }
  final var measuresDraws: Bool {
    get { software.measuresDraws }
    set { software.measuresDraws = newValue }
  }

  func createImage(_ key: ImageKey, _ pixels: PixelBuffer) throws(RenderError) {
    try software.createImage(key, pixels)
  }

  func updateImage(_ key: ImageKey, _ pixels: PixelBuffer, parts: Damage) throws(RenderError) {
    try software.updateImage(key, pixels, parts: parts)
  }

  final func destroyImage(_ key: ImageKey) { software.destroyImage(key) }

  func createOutput(
    _ context: UInt32,
    width: Int,
    height: Int,
    range: OutputRange
  ) throws(RenderError) {
    try software.createOutput(context, width: width, height: height, range: range)
  }

  final func destroyOutput(_ context: UInt32) { software.destroyOutput(context) }

  final func createOutput(
    _ output: UInt32,
    imagesOf context: UInt32,
    width: Int,
    height: Int,
    range: OutputRange
  ) throws(RenderError) {
    try software.createOutput(
      output,
      imagesOf: context,
      width: width,
      height: height,
      range: range
    )
  }

  final func retainOutput(_ output: UInt32, as key: ImageKey) throws(RenderError) {
    try software.retainOutput(output, as: key)
  }

  func execute(_ plan: RenderPlan, context: UInt32) throws(RenderError) {
    try software.execute(plan, context: context)
  }

  final func read(
    _ context: UInt32,
    _ rect: PixelRect,
    into memory: UnsafeMutableRawBufferPointer,
    rowBytes: Int
  ) throws(RenderError) {
    try software.read(context, rect, into: memory, rowBytes: rowBytes)
  }

  func takeDriverMessages() -> [String] { software.takeDriverMessages() }

  func deleteObjects() throws(RenderError) { try software.deleteObjects() }
}
