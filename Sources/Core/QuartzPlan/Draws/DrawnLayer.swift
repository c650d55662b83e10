// A layer on its way into a surface: what all functions that make draws of it need to know.
// Licensed under the MIT license; see LICENSE.

import QuartzMath
import QuartzModel

/// A layer, or an instance of it, as it is drawn at one place.
///
/// The value is read-only for those who make draws of it: a function that needs other surroundings
/// or another opacity changes a copy and hands that on.
struct DrawnLayer {
  /// Index of its node.
  let index: NodeIndex
  /// Its geometry and parts; of an instance in a run, with the instance's placement.
  var node: PlanNode
  let style: LayerStylePointer
  /// The instance that it is in, if it is in one.
  var instance: PlanInstance?
  /// The opacity of its parts: its own where that is folded into a single part, and 1 where it is
  /// in the surroundings or comes with a composite.
  var opacity = 1.0
  /// Its surroundings.
  var environment: PlanEnvironment
  /// Their index, for the layers below it; it holds until `environment` is changed.
  var environmentIndex: EnvironmentIndex
  /// The light that it may show.
  let light: LightLimit

  @inline(__always)
  init(
    _ index: NodeIndex,
    of nodes: NodeTable,
    _ styles: LayerStyleColumn,
    in environment: PlanEnvironment,
    environmentIndex: EnvironmentIndex,
    on output: PlanOutput
  ) {
    self.index = index
    node = nodes[index]
    style = styles[node.style]
    instance = node.instance != .none ? nodes.instances[node.instance] : nil
    self.environment = environment
    self.environmentIndex = environmentIndex
    light = LightLimit(style.pointee.light, on: output.range)
  }

  /// Whether no layer was placed below it.
  var isLeaf: Bool { node.isLeaf(at: index) }

  /// The opacity of its parts with that of its surroundings.
  var totalOpacity: Double { opacity * environment.opacity }

  /// A colour as the layer draws it: premultiplied, within its limit, with the colour of its
  /// instance; in 255ths on an output of standard range.
  @inline(__always)
  func source(_ color: Color, _ opacity: Double) -> SIMD4<Float> {
    guard let instance else { return color.premultiplied(opacity: opacity, light) }
    return instance.tinted(color, light).premultiplied(opacity: opacity, light)
  }

  /// A rectangle of the layer mapped to pixels, with the edges that the layer wants.
  func shape(_ rect: Rect, _ radii: SIMD4<Double>) -> Shape? {
    var shape = Shape(rect, radii: radii, world: node.world)
    if !style.hasSoftEdges { shape?.harden(style.hardEdges, node.world) }
    return shape
  }

  /// As `shape`, but empty if nothing of it can show.
  @inline(__always)
  func shownShape(_ rect: Rect, _ radii: SIMD4<Double>) -> Shape {
    var shape = Shape(shown: rect, radii: radii, world: node.world)
    if !style.hasSoftEdges { shape.harden(style.hardEdges, node.world) }
    return shape
  }
}
