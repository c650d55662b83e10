// A layer that emits particles.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
public import Foundation
import QuartzMath
package import QuartzModel

/// A layer that emits particles: fire, rain, sparks.
///
/// Its cells define the particles. Its own properties define where they come from, and factors for
/// all of its cells. Particles lie over the layer's background, contents, sublayers and border, in
/// the layer's coordinates; they leave its bounds unless `masksToBounds` is true.
///
///     let emitter = CAEmitterLayer()
///     emitter.frame = root.bounds
///     emitter.emitterPosition = CGPoint(x: 150, y: 150)
///     emitter.renderMode = .additive
///     emitter.emitterCells = [spark]
///     root.addSublayer(emitter)
///
/// Emission begins when the layer is committed, or, if it has a `beginTime`, at its own time 0;
/// with a `beginTime` in the past, particles exist from the start. Every particle is a function of
/// `seed`, its cell and its number. So the same program gives the same picture at a time, whichever
/// times it drew before.
///
/// A particle is born with the properties of layer and cells at that moment, animations included.
/// So a change affects later particles only: with a `birthRate` of 0, existing ones live on.
///
/// **Differences**: the sequence of random numbers is the project's own. At most 32768 particles of
/// a layer show, or the server's configured limit; if there are more, the oldest do not show. An
/// image that no cell shows any more is not retained for particles that were born with it.
open class CAEmitterLayer: CALayer {
  package override class var layerClass: LayerClass { .emitter }

  /// The cells that the layer emits; nil by default.
  ///
  /// The cells are copied when the layer is committed.
  open var emitterCells: [CAEmitterCell]? {
    get { objects[.emitterCells] as? [CAEmitterCell] }
    set { setCells(newValue) }
  }

  /// A factor for the birth rates of the layer's own cells; 1 by default.
  ///
  /// It does not affect cells that particles emit.
  open var birthRate: Float {
    get { Float(number(.emitterBirthRate)) }
    set { set(.emitterBirthRate, .number(Double(newValue))) }
  }

  /// A factor for lifetimes; 1 by default.
  open var lifetime: Float {
    get { Float(number(.emitterLifetime)) }
    set { set(.emitterLifetime, .number(Double(newValue))) }
  }

  /// The middle of the shape that particles come from, in points; (0, 0) by default.
  open var emitterPosition: CGPoint {
    get { CGPoint(point(.emitterPosition)) }
    set { set(.emitterPosition, .point(Point(newValue))) }
  }

  /// The depth of the middle of the shape, in points; greater is nearer to the viewer.
  open var emitterZPosition: CGFloat {
    get { number(.emitterZPosition) }
    set { set(.emitterZPosition, .number(newValue)) }
  }

  /// Width and height of the shape, in points; the width is the radius of a circle or sphere.
  open var emitterSize: CGSize {
    get { CGSize(size(.emitterSize)) }
    set { set(.emitterSize, .size(Size(newValue))) }
  }

  /// The depth of the shape, in points.
  open var emitterDepth: CGFloat {
    get { number(.emitterDepth) }
    set { set(.emitterDepth, .number(newValue)) }
  }

  /// The shape that particles come from; a point by default.
  open var emitterShape: CAEmitterLayerEmitterShape {
    get { CAEmitterLayerEmitterShape(rawValue: name(.emitterShape)) }
    set { setName(.emitterShape, newValue.rawValue) }
  }

  /// The part of the shape that particles come from; all of it by default.
  open var emitterMode: CAEmitterLayerEmitterMode {
    get { CAEmitterLayerEmitterMode(rawValue: name(.emitterMode)) }
    set { setName(.emitterMode, newValue.rawValue) }
  }

  /// The order in which particles are drawn, and their blending; unordered by default.
  open var renderMode: CAEmitterLayerRenderMode {
    get { CAEmitterLayerRenderMode(rawValue: name(.emitterRenderMode)) }
    set { setName(.emitterRenderMode, newValue.rawValue) }
  }

  /// Whether particles are sorted among the siblings of the layer, by their depths; false by
  /// default, which leaves them in the layer's plane.
  open var preservesDepth: Bool {
    get { bool(.emitterPreservesDepth) }
    set { set(.emitterPreservesDepth, .bool(newValue)) }
  }

  /// A factor for velocities; 1 by default.
  open var velocity: Float {
    get { Float(number(.emitterVelocity)) }
    set { set(.emitterVelocity, .number(Double(newValue))) }
  }

  /// A factor for scales; 1 by default.
  open var scale: Float {
    get { Float(number(.emitterScale)) }
    set { set(.emitterScale, .number(Double(newValue))) }
  }

  /// A factor for spins; 1 by default.
  open var spin: Float {
    get { Float(number(.emitterSpin)) }
    set { set(.emitterSpin, .number(Double(newValue))) }
  }

  /// The seed of all random numbers; 0 by default.
  open var seed: UInt32 {
    get { UInt32(truncatingIfNeeded: integer(.emitterSeed)) }
    set { set(.emitterSeed, .integer(Int64(newValue))) }
  }

  /// The behaviours of the layer's particles; nil, the default, if there are none.
  ///
  /// The layer copies them when they are set.
  open var emitterBehaviors: [CAEmitterBehavior]? {
    get { filterObjects(.emitterBehaviors)?.compactMap { $0 as? CAEmitterBehavior } }
    set { setFilters(.emitterBehaviors, newValue) }
  }

  // MARK: Key paths

  /// Returns the value of a key or of a member of it, or a cell's: `emitterCells.spark.birthRate`.
  open override func value(forKeyPath keyPath: String) -> Any? {
    guard let target = CellTarget(keyPath: keyPath) else {
      return super.value(forKeyPath: keyPath)
    }
    if presented != nil { return model().shownCellValue(target) }
    return LayerLock.with {
      emitterCells?.cell(named: target.names)?.value(forKey: target.property.name)
    }
  }

  /// Sets a key or a member of it, or a property of a cell, with the action for that key path.
  open override func setValue(_ value: Any?, forKeyPath keyPath: String) {
    guard let target = CellTarget(keyPath: keyPath) else {
      return super.setValue(value, forKeyPath: keyPath)
    }
    setCellValue(value, target)
  }
}

/// The shape that particles are emitted from.
public struct CAEmitterLayerEmitterShape: RawRepresentable, Hashable, Sendable {
  /// The name in archives and key-value coding.
  public let rawValue: String

  /// Creates the constant with a name, whether it is known or not.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  private init(_ shape: EmitterShape) {
    rawValue = shape.name
  }

  /// The emitter's position: the default.
  public static let point = CAEmitterLayerEmitterShape(.point)
  /// A line along x, as long as the emitter is wide.
  public static let line = CAEmitterLayerEmitterShape(.line)
  /// A rectangle of the emitter's size.
  public static let rectangle = CAEmitterLayerEmitterShape(.rectangle)
  /// A box of the emitter's size and depth.
  public static let cuboid = CAEmitterLayerEmitterShape(.cuboid)
  /// A circle; its radius is the emitter's width.
  public static let circle = CAEmitterLayerEmitterShape(.circle)
  /// A sphere; its radius is the emitter's width.
  public static let sphere = CAEmitterLayerEmitterShape(.sphere)
}

/// The part of the shape that particles are emitted from.
public struct CAEmitterLayerEmitterMode: RawRepresentable, Hashable, Sendable {
  /// The name in archives and key-value coding.
  public let rawValue: String

  /// Creates the constant with a name, whether it is known or not.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  private init(_ mode: EmitterMode) {
    rawValue = mode.name
  }

  /// Its corners; the middle of a circle or sphere.
  public static let points = CAEmitterLayerEmitterMode(.points)
  /// Its outline; the edges of a cuboid, the equator of a sphere.
  public static let outline = CAEmitterLayerEmitterMode(.outline)
  /// Its surface; all of a shape that is flat.
  public static let surface = CAEmitterLayerEmitterMode(.surface)
  /// All of it: the default.
  public static let volume = CAEmitterLayerEmitterMode(.volume)
}

/// The order in which particles are drawn, and their blending.
public struct CAEmitterLayerRenderMode: RawRepresentable, Hashable, Sendable {
  /// The name in archives and key-value coding.
  public let rawValue: String

  /// Creates the constant with a name, whether it is known or not.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  private init(_ mode: EmitterRenderMode) {
    rawValue = mode.name
  }

  /// In no particular order: the default.
  public static let unordered = CAEmitterLayerRenderMode(.unordered)
  /// The oldest first, so that the youngest are on top.
  public static let oldestFirst = CAEmitterLayerRenderMode(.oldestFirst)
  /// The oldest last, so that these are on top.
  public static let oldestLast = CAEmitterLayerRenderMode(.oldestLast)
  /// By z, those nearest to the viewer on top.
  public static let backToFront = CAEmitterLayerRenderMode(.backToFront)
  /// Background and all particles are added: overlaps are brighter.
  public static let additive = CAEmitterLayerRenderMode(.additive)
}
