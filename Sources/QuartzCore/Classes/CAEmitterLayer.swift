// A layer that emits particles.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
public import Foundation
import QuartzMath
package import QuartzModel

/// A layer that emits particles: fire, rain, sparks.
///
/// Its cells say what the particles are like; its own properties, where they come from, and factors for
/// all of its cells. Particles lie over the layer's background and contents and under its sublayers and
/// border, in the layer's coordinates; they leave its bounds unless `masksToBounds` is true.
///
///     let emitter = CAEmitterLayer()
///     emitter.frame = root.bounds
///     emitter.emitterPosition = CGPoint(x: 150, y: 150)
///     emitter.renderMode = .additive
///     emitter.emitterCells = [spark]
///     root.addSublayer(emitter)
///
/// Emission begins when the layer is committed, or, if it has a `beginTime`, at its own time 0; a
/// `beginTime` in the past gives a start. Every particle is a function of `seed`, its cell and its number: the
/// same program gives the same picture at a time, however it came there.
///
/// A particle is born with what layer and cells say, and animations make of it, at that moment. So a
/// change concerns those to come: with a `birthRate` of 0 those in the air live on.
///
/// **Differences**: particles lie under the border. The sequence of random numbers is the project's own. At most 32768 particles of a layer
/// show, or what the server is told to allow; of more, the oldest do not. An image that no cell shows any
/// more is not kept for particles that were born with it.
open class CAEmitterLayer: CALayer {
  package override class var layerClass: LayerClass { .emitter }

  /// What the layer emits; nil by default.
  ///
  /// The cells are taken as they are when the layer is committed.
  open var emitterCells: [CAEmitterCell]? {
    get { objects[.emitterCells] as? [CAEmitterCell] }
    set { setCells(newValue) }
  }

  /// A factor for the birth rates of the layer's own cells; 1 by default.
  ///
  /// What particles emit does not depend on it.
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

  /// How near to the viewer the middle of the shape is, in points.
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

  /// From where of the shape they come; all of it by default.
  open var emitterMode: CAEmitterLayerEmitterMode {
    get { CAEmitterLayerEmitterMode(rawValue: name(.emitterMode)) }
    set { setName(.emitterMode, newValue.rawValue) }
  }

  /// In which order particles are drawn, and how they mix; in none by default.
  open var renderMode: CAEmitterLayerRenderMode {
    get { CAEmitterLayerRenderMode(rawValue: name(.emitterRenderMode)) }
    set { setName(.emitterRenderMode, newValue.rawValue) }
  }

  /// Whether particles have a place of their own among the siblings of the layer, by their depths;
  /// false by default, which leaves them in the layer's plane.
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

  /// What all random numbers are made from; 0 by default.
  open var seed: UInt32 {
    get { UInt32(truncatingIfNeeded: integer(.emitterSeed)) }
    set { set(.emitterSeed, .integer(Int64(newValue))) }
  }

  // MARK: Key paths

  /// The value of a key or of a member of it, or a cell's: `emitterCells.spark.birthRate`.
  open override func value(forKeyPath keyPath: String) -> Any? {
    guard let target = CellTarget(keyPath: keyPath) else {
      return super.value(forKeyPath: keyPath)
    }
    if presented != nil { return model().shownCellValue(target) }
    return emitterCells?.cell(named: target.names)?.value(forKey: target.property.name)
  }

  /// Sets a key or a member of it, or a property of a cell, with the action for that key path.
  open override func setValue(_ value: Any?, forKeyPath keyPath: String) {
    guard let target = CellTarget(keyPath: keyPath) else {
      return super.setValue(value, forKeyPath: keyPath)
    }
    setCellValue(value, target)
  }
}

/// What particles are emitted from.
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

/// From where of their shape particles are emitted.
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

/// In which order particles are drawn, and how they mix.
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
  /// What is below and all particles add up: where they overlap it is brighter.
  public static let additive = CAEmitterLayerRenderMode(.additive)
}
