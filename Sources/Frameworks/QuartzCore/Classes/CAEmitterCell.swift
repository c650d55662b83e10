// The particles that an emitter layer emits.
// Licensed under the MIT license; see LICENSE.

public import CoreGraphics
public import Foundation
import QuartzMath
import QuartzModel

/// The properties of one kind of particle, and its birth rate in a `CAEmitterLayer`.
///
/// Most properties come in threes: the value at birth, its random variation from particle to
/// particle (its *range*: evenly between half of it less and half of it more), and its change per
/// second (its *speed*).
///
///     let spark = CAEmitterCell()
///     spark.name = "spark"
///     spark.contents = image
///     spark.birthRate = 150
///     spark.lifetime = 5
///     spark.color = CGColor(red: 1, green: 0.5, blue: 0.1, alpha: 1)
///     spark.alphaSpeed = -0.4
///     spark.velocity = 50
///     spark.velocityRange = 50
///     spark.emissionRange = 2 * .pi
///     emitter.emitterCells = [spark]
///
/// A layer copies its cells when it is committed. Later changes of the cell itself have no effect;
/// changes by a key path of the layer do, and they animate:
///
///     emitter.setValue(0, forKeyPath: "emitterCells.spark.birthRate")
///
/// A cell has a clock, as a layer has: its `beginTime` counts from the time when its layer, or the
/// particle that emits it, begins to emit. With a negative one, or a `timeOffset`, particles exist
/// from the start.
///
/// **Differences**: cells can be copied. `autoreverses` and `fillMode` are stored without effect.
/// Cells nested deeper than 8, and more than 256 in a layer, are left out with a diagnostic.
open class CAEmitterCell: NSObject, NSCopying, NSSecureCoding, CAMediaTiming {
  /// The mutable state, for the accessors in CAEmitterCell+State.swift alone: they take the lock.
  final var state = CellState()

  /// Creates a cell without an image that emits nothing.
  public override init() {
    super.init()
    takeClassDefaults()
  }

  /// Creates a cell from an archive; nil if the archive is damaged.
  ///
  /// - Parameter coder: A keyed unarchiver.
  public required init?(coder: NSCoder) {
    super.init()
    takeClassDefaults()
    guard restoreState(from: coder) else { return nil }
  }

  /// Returns a copy with copies of the nested cells.
  open func copy(with zone: NSZone? = nil) -> Any {
    copied(depth: 1)
  }

  // MARK: Emission

  /// The cell's name in key paths of the layer; nil by default.
  open var name: String? {
    get { cell.name }
    set { cell.name = newValue }
  }

  /// Whether the cell emits; true by default.
  open var isEnabled: Bool {
    get { cell.isEnabled }
    set { set(.enabled, .bool(newValue)) }
  }

  /// The number of particles born per second; 0 by default.
  open var birthRate: Float {
    get { float(.birthRate) }
    set { set(.birthRate, newValue) }
  }

  /// The lifetime of a particle in seconds; 0 by default.
  open var lifetime: Float {
    get { float(.lifetime) }
    set { set(.lifetime, newValue) }
  }

  /// The variation of lifetimes: evenly within `lifetime` ± half of it, in seconds.
  open var lifetimeRange: Float {
    get { float(.lifetimeRange) }
    set { set(.lifetimeRange, newValue) }
  }

  /// Cells that each particle emits at its position, for as long as it lives; nil by default.
  ///
  /// **Differences**: particles emitted by a particle have their own colour times that of the
  /// particle at that moment. Their cells are those at the birth of their first ancestor. Neither
  /// velocity nor scale is inherited.
  open var emitterCells: [CAEmitterCell]? {
    get { nestedCells }
    set { nestedCells = newValue }
  }

  // MARK: Motion

  /// The angle of the direction of emission out of the layer's plane, towards the viewer, in
  /// radians.
  open var emissionLatitude: CGFloat {
    get { number(.emissionLatitude) }
    set { set(.emissionLatitude, newValue) }
  }

  /// The direction of emission in the layer's plane, in radians from x to y.
  ///
  /// Where the emitter's `emitterMode` is `outline`, or `surface` for a solid, it counts from the
  /// outward normal.
  open var emissionLongitude: CGFloat {
    get { number(.emissionLongitude) }
    set { set(.emissionLongitude, newValue) }
  }

  /// The spread of directions about that of the emission, in radians, from edge to edge.
  ///
  /// They are spread in the plane: 2π is all around. Where the latitude is not 0, or the emitter is
  /// a sphere or a cuboid with a depth, they fill a cone in space.
  open var emissionRange: CGFloat {
    get { number(.emissionRange) }
    set { set(.emissionRange, newValue) }
  }

  /// The speed of particles in points per second; 0 by default.
  open var velocity: CGFloat {
    get { number(.velocity) }
    set { set(.velocity, newValue) }
  }

  /// The variation of velocities: evenly within `velocity` ± half of it.
  open var velocityRange: CGFloat {
    get { number(.velocityRange) }
    set { set(.velocityRange, newValue) }
  }

  /// The acceleration along x, in points per second per second.
  open var xAcceleration: CGFloat {
    get { number(.xAcceleration) }
    set { set(.xAcceleration, newValue) }
  }

  /// The acceleration along y, in points per second per second.
  open var yAcceleration: CGFloat {
    get { number(.yAcceleration) }
    set { set(.yAcceleration, newValue) }
  }

  /// The acceleration along z, in points per second per second.
  open var zAcceleration: CGFloat {
    get { number(.zAcceleration) }
    set { set(.zAcceleration, newValue) }
  }

  // MARK: Looks

  /// The image that particles show: a CGImage; nil, the default, shows nothing.
  ///
  /// Any other object is stored, and shows nothing.
  open var contents: Any? {
    get { contentsObject }
    set {
      contentsObject = newValue
      ownProperties.insert(.contents)
    }
  }

  /// The part of the image that shows, in its unit space; all of it by default.
  open var contentsRect: CGRect {
    get { CGRect(cell.contentsRect) }
    set { set(.contentsRect, .rect(Rect(newValue))) }
  }

  /// Texels of the image per point; 1 by default.
  open var contentsScale: CGFloat {
    get { number(.contentsScale) }
    set { set(.contentsScale, newValue) }
  }

  /// The sampling of the image where it is shown larger than it is: `linear` or `nearest`.
  open var magnificationFilter: String {
    get { cell.magnificationFilter.name }
    set { setKeyed(.magnificationFilter, newValue) }
  }

  /// The sampling of the image where it is shown smaller than it is: `linear`, `nearest` or
  /// `trilinear`.
  open var minificationFilter: String {
    get { cell.minificationFilter.name }
    set { setKeyed(.minificationFilter, newValue) }
  }

  /// The number of levels by which the trilinear minification filter chooses a smaller image;
  /// negative numbers are sharper.
  open var minificationFilterBias: Float {
    get { float(.minificationFilterBias) }
    set { set(.minificationFilterBias, newValue) }
  }

  /// The size of particles, as a factor of their image; 1 by default.
  open var scale: CGFloat {
    get { number(.scale) }
    set { set(.scale, newValue) }
  }

  /// The variation of scales: evenly within `scale` ± half of it.
  open var scaleRange: CGFloat {
    get { number(.scaleRange) }
    set { set(.scaleRange, newValue) }
  }

  /// The change of the scale per second; it ends at 0.
  open var scaleSpeed: CGFloat {
    get { number(.scaleSpeed) }
    set { set(.scaleSpeed, newValue) }
  }

  /// The rotation of particles, in radians per second from x to y.
  open var spin: CGFloat {
    get { number(.spin) }
    set { set(.spin, newValue) }
  }

  /// The variation of spins: evenly within `spin` ± half of it.
  open var spinRange: CGFloat {
    get { number(.spinRange) }
    set { set(.spinRange, newValue) }
  }

  /// The colour that the image is multiplied with; opaque white by default, and for nil.
  open var color: CGColor? {
    get { colorObject ?? CGColor(cell.color) }
    set { setKeyed(.color, newValue ?? NSNull()) }
  }

  /// The variation of the red of colours: evenly within its own ± half of it, within 0...1.
  open var redRange: Float {
    get { float(.redRange) }
    set { set(.redRange, newValue) }
  }

  /// The variation of the green of colours: evenly within its own ± half of it, within 0...1.
  open var greenRange: Float {
    get { float(.greenRange) }
    set { set(.greenRange, newValue) }
  }

  /// The variation of the blue of colours: evenly within its own ± half of it, within 0...1.
  open var blueRange: Float {
    get { float(.blueRange) }
    set { set(.blueRange, newValue) }
  }

  /// The variation of the alpha of colours: evenly within its own ± half of it, within 0...1.
  open var alphaRange: Float {
    get { float(.alphaRange) }
    set { set(.alphaRange, newValue) }
  }

  /// The change of the red of a particle per second.
  open var redSpeed: Float {
    get { float(.redSpeed) }
    set { set(.redSpeed, newValue) }
  }

  /// The change of the green of a particle per second.
  open var greenSpeed: Float {
    get { float(.greenSpeed) }
    set { set(.greenSpeed, newValue) }
  }

  /// The change of the blue of a particle per second.
  open var blueSpeed: Float {
    get { float(.blueSpeed) }
    set { set(.blueSpeed, newValue) }
  }

  /// The change of the alpha of a particle per second.
  open var alphaSpeed: Float {
    get { float(.alphaSpeed) }
    set { set(.alphaSpeed, newValue) }
  }

  // MARK: Timing

  /// The time at which the cell begins to emit, in seconds from the start of its layer or particle.
  open var beginTime: CFTimeInterval {
    get { cell[.beginTime] }
    set { set(.beginTime, newValue) }
  }

  /// The number of seconds of its own time that the cell emits; without an end by default, and for
  /// 0.
  open var duration: CFTimeInterval {
    get { cell[.duration] }
    set { set(.duration, newValue) }
  }

  /// The speed of the time of the cell and its particles; 1 by default.
  ///
  /// **Differences**: cells nested in a particle emit only with a speed above 0.
  open var speed: Float {
    get { float(.speed) }
    set { set(.speed, newValue) }
  }

  /// An offset that is added to the cell's own time, in seconds.
  open var timeOffset: CFTimeInterval {
    get { cell[.timeOffset] }
    set { set(.timeOffset, newValue) }
  }

  /// The number of durations that the cell emits for; 0 is treated as 1.
  open var repeatCount: Float {
    get { float(.repeatCount) }
    set { set(.repeatCount, newValue) }
  }

  /// The number of seconds that the cell emits for; 0 means that `repeatCount` applies.
  open var repeatDuration: CFTimeInterval {
    get { cell[.repeatDuration] }
    set { set(.repeatDuration, newValue) }
  }

  /// Stored, without effect; false by default.
  open var autoreverses: Bool {
    get { Bridge.bool(customValues["autoreverses"]) ?? false }
    set { customValues["autoreverses"] = NSNumber(value: newValue) }
  }

  /// Stored, without effect; `removed` by default.
  open var fillMode: CAMediaTimingFillMode {
    get {
      Bridge.string(customValues["fillMode"]).map { CAMediaTimingFillMode(rawValue: $0) }
        ?? .removed
    }
    set { customValues["fillMode"] = newValue.rawValue }
  }

  /// Values by key for properties that the cell has no own value for.
  open var style: [AnyHashable: Any]? {
    get { styleValues }
    set { setStyle(newValue) }
  }

  // MARK: Key-value coding

  /// Returns the value of a property, or of a custom key; nil if there is none.
  ///
  /// Numbers and truth values are NSNumbers.
  open func value(forKey key: String) -> Any? {
    keyedValue(key)
  }

  /// Sets a property or a custom key; nil restores the default.
  ///
  /// A value of the wrong type for a property changes nothing and gives a diagnostic.
  open func setValue(_ value: Any?, forKey key: String) {
    setKeyedValue(value, key)
  }

  /// Returns the value of a key, or of a nested cell's: `emitterCells.spark.scale`.
  open func value(forKeyPath keyPath: String) -> Any? {
    guard let target = CellTarget(keyPath: keyPath) else { return value(forKey: keyPath) }
    return nestedCells?.cell(named: target.names)?.value(forKey: target.property.name)
  }

  /// Sets a key, or a nested cell's.
  open func setValue(_ value: Any?, forKeyPath keyPath: String) {
    guard let target = CellTarget(keyPath: keyPath) else { return setValue(value, forKey: keyPath) }
    nestedCells?.cell(named: target.names)?.setValue(value, forKey: target.property.name)
  }

  /// Returns the default value of a key; nil for a default that is zero or empty by default.
  open class func defaultValue(forKey key: String) -> Any? {
    Bridge.nonzero(tableDefault(key))
  }

  // MARK: Archiving

  /// Whether archives of the class are safe to read; true unless a subclass overrides it.
  open class var supportsSecureCoding: Bool { true }

  /// Archives the cell with its image and its nested cells.
  ///
  /// - Parameter coder: A keyed archiver.
  open func encode(with coder: NSCoder) {
    encodeState(with: coder)
  }

  /// Whether `encode(with:)` writes the value of a key: if it differs from that of a new cell.
  open func shouldArchiveValue(forKey key: String) -> Bool {
    differsFromClass(key)
  }

  /// The class, with its module for a class of the program, and the address.
  open override var description: String { objectText }
}
