// The particles that an emitter layer emits.
// Licensed under the MIT license; see LICENSE.

public import CoreGraphics
public import Foundation
import QuartzMath
package import QuartzModel

/// What the particles of one kind are like, and how many of them a `CAEmitterLayer` emits.
///
/// Most properties come in threes: what all particles are born with, how much chance changes that from
/// particle to particle (its *range*: evenly between half of it less and half of it more), and how much
/// it changes in a second (its *speed*).
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
/// A layer takes its cells as they are when it is committed. Later changes of the cell itself are not
/// seen; those by a key path of the layer are, and they animate:
///
///     emitter.setValue(0, forKeyPath: "emitterCells.spark.birthRate")
///
/// A cell has a clock, as a layer has: its `beginTime` counts from when the layer, or the particle that
/// emits it, begins to emit. A negative one, or a `timeOffset`, gives particles a start.
///
/// **Differences**: cells can be copied. `autoreverses` and `fillMode` are kept, and change nothing.
/// Cells that are nested deeper than 8, and more than 256 in a layer, are left out with a diagnostic.
open class CAEmitterCell: NSObject, NSCopying, NSSecureCoding, CAMediaTiming {
  /// All that is a value.
  package final var cell = ParticleCell()
  final var contentsObject: Any?
  final var colorObject: CGColor?
  final var nestedCells: [CAEmitterCell]?
  /// The properties that were set, or have a value in the style.
  final var ownProperties: Set<CellProperty> = []
  final var styleValues: [AnyHashable: Any]?
  /// Values of keys that are none of the properties.
  final var customValues: [String: Any] = [:]

  /// A cell without a picture that emits nothing.
  public required override init() {
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

  /// A copy with copies of the cells that are nested in it.
  open func copy(with zone: NSZone? = nil) -> Any {
    copied(depth: 1)
  }

  // MARK: Emission

  /// What key paths of the layer call the cell; nil by default.
  open var name: String? {
    get { cell.name }
    set { cell.name = newValue }
  }

  /// Whether the cell emits; true by default.
  open var isEnabled: Bool {
    get { cell.isEnabled }
    set { set(.enabled, .bool(newValue)) }
  }

  /// Particles that are born in a second; 0 by default.
  open var birthRate: Float {
    get { float(.birthRate) }
    set { set(.birthRate, newValue) }
  }

  /// For how many seconds a particle lives; 0 by default.
  open var lifetime: Float {
    get { float(.lifetime) }
    set { set(.lifetime, newValue) }
  }

  /// By how much lifetimes differ: evenly within `lifetime` ± half of it, in seconds.
  open var lifetimeRange: Float {
    get { float(.lifetimeRange) }
    set { set(.lifetimeRange, newValue) }
  }

  /// Cells of which each particle emits, for as long as it lives, from where it is; nil by default.
  ///
  /// **Differences**: what a particle emits has its own colour times that of the particle at that moment,
  /// and all of it is as the cells are when the first of its ancestors is born. Neither velocity nor
  /// scale is handed on.
  open var emitterCells: [CAEmitterCell]? {
    get { nestedCells }
    set { nestedCells = newValue }
  }

  // MARK: Motion

  /// How far the direction of emission is turned out of the layer's plane, towards the viewer, in
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

  /// How wide directions are spread about that of the emission, in radians, from edge to edge.
  ///
  /// They are spread in the plane: 2π is all around. Where the latitude is not 0, or the emitter is a
  /// sphere or a cuboid with a depth, they fill a cone in space.
  open var emissionRange: CGFloat {
    get { number(.emissionRange) }
    set { set(.emissionRange, newValue) }
  }

  /// How fast particles are, in points a second; 0 by default.
  open var velocity: CGFloat {
    get { number(.velocity) }
    set { set(.velocity, newValue) }
  }

  /// By how much velocities differ: evenly within `velocity` ± half of it.
  open var velocityRange: CGFloat {
    get { number(.velocityRange) }
    set { set(.velocityRange, newValue) }
  }

  /// How the velocity along x changes, in points a second, every second.
  open var xAcceleration: CGFloat {
    get { number(.xAcceleration) }
    set { set(.xAcceleration, newValue) }
  }

  /// How the velocity along y changes, in points a second, every second.
  open var yAcceleration: CGFloat {
    get { number(.yAcceleration) }
    set { set(.yAcceleration, newValue) }
  }

  /// How the velocity along z changes, in points a second, every second.
  open var zAcceleration: CGFloat {
    get { number(.zAcceleration) }
    set { set(.zAcceleration, newValue) }
  }

  // MARK: Looks

  /// The image that particles show: a CGImage; nil, the default, shows nothing.
  ///
  /// Anything else is kept, and shows nothing.
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

  /// How the image is sampled where it is shown larger than it is: `linear` or `nearest`.
  open var magnificationFilter: String {
    get { cell.magnificationFilter.name }
    set { setKeyed(.magnificationFilter, newValue) }
  }

  /// How the image is sampled where it is shown smaller than it is: `linear`, `nearest` or `trilinear`.
  open var minificationFilter: String {
    get { cell.minificationFilter.name }
    set { setKeyed(.minificationFilter, newValue) }
  }

  /// How many levels smaller the trilinear minification filter chooses; negative ones are sharper.
  open var minificationFilterBias: Float {
    get { float(.minificationFilterBias) }
    set { set(.minificationFilterBias, newValue) }
  }

  /// How large particles are, as a factor of their image; 1 by default.
  open var scale: CGFloat {
    get { number(.scale) }
    set { set(.scale, newValue) }
  }

  /// By how much scales differ: evenly within `scale` ± half of it.
  open var scaleRange: CGFloat {
    get { number(.scaleRange) }
    set { set(.scaleRange, newValue) }
  }

  /// How the scale changes in a second; it ends at 0.
  open var scaleSpeed: CGFloat {
    get { number(.scaleSpeed) }
    set { set(.scaleSpeed, newValue) }
  }

  /// How fast particles turn, in radians a second from x to y.
  open var spin: CGFloat {
    get { number(.spin) }
    set { set(.spin, newValue) }
  }

  /// By how much spins differ: evenly within `spin` ± half of it.
  open var spinRange: CGFloat {
    get { number(.spinRange) }
    set { set(.spinRange, newValue) }
  }

  /// The colour that the image is multiplied with; opaque white by default, and for nil.
  open var color: CGColor? {
    get { colorObject ?? CGColor(cell.color) }
    set { setKeyed(.color, newValue ?? NSNull()) }
  }

  /// By how much the red of colours differs: evenly within its own ± half of it, within 0...1.
  open var redRange: Float {
    get { float(.redRange) }
    set { set(.redRange, newValue) }
  }

  /// By how much the green of colours differs: evenly within its own ± half of it, within 0...1.
  open var greenRange: Float {
    get { float(.greenRange) }
    set { set(.greenRange, newValue) }
  }

  /// By how much the blue of colours differs: evenly within its own ± half of it, within 0...1.
  open var blueRange: Float {
    get { float(.blueRange) }
    set { set(.blueRange, newValue) }
  }

  /// By how much the alpha of colours differs: evenly within its own ± half of it, within 0...1.
  open var alphaRange: Float {
    get { float(.alphaRange) }
    set { set(.alphaRange, newValue) }
  }

  /// How the red of a particle changes in a second.
  open var redSpeed: Float {
    get { float(.redSpeed) }
    set { set(.redSpeed, newValue) }
  }

  /// How the green of a particle changes in a second.
  open var greenSpeed: Float {
    get { float(.greenSpeed) }
    set { set(.greenSpeed, newValue) }
  }

  /// How the blue of a particle changes in a second.
  open var blueSpeed: Float {
    get { float(.blueSpeed) }
    set { set(.blueSpeed, newValue) }
  }

  /// How the alpha of a particle changes in a second.
  open var alphaSpeed: Float {
    get { float(.alphaSpeed) }
    set { set(.alphaSpeed, newValue) }
  }

  // MARK: Timing

  /// When the cell begins to emit, in seconds from when its layer or particle does.
  open var beginTime: CFTimeInterval {
    get { cell[.beginTime] }
    set { set(.beginTime, newValue) }
  }

  /// For how many seconds of its own time the cell emits; without an end by default, and for 0.
  open var duration: CFTimeInterval {
    get { cell[.duration] }
    set { set(.duration, newValue) }
  }

  /// How fast the time of the cell and its particles passes; 1 by default.
  ///
  /// **Differences**: what is nested in a particle emits only with a speed above 0.
  open var speed: Float {
    get { float(.speed) }
    set { set(.speed, newValue) }
  }

  /// Added to the cell's own time, in seconds.
  open var timeOffset: CFTimeInterval {
    get { cell[.timeOffset] }
    set { set(.timeOffset, newValue) }
  }

  /// How many durations the cell emits for; 0 counts as 1.
  open var repeatCount: Float {
    get { float(.repeatCount) }
    set { set(.repeatCount, newValue) }
  }

  /// For how many seconds the cell emits; 0 leaves it to `repeatCount`.
  open var repeatDuration: CFTimeInterval {
    get { cell[.repeatDuration] }
    set { set(.repeatDuration, newValue) }
  }

  /// Kept, without effect; false by default.
  open var autoreverses: Bool {
    get { Bridge.bool(customValues["autoreverses"]) ?? false }
    set { customValues["autoreverses"] = NSNumber(value: newValue) }
  }

  /// Kept, without effect; `removed` by default.
  open var fillMode: CAMediaTimingFillMode {
    get {
      Bridge.string(customValues["fillMode"]).map { CAMediaTimingFillMode(rawValue: $0) }
        ?? .removed
    }
    set { customValues["fillMode"] = newValue.rawValue }
  }

  /// Values by key for properties that the cell has none of its own for.
  open var style: [AnyHashable: Any]? {
    get { styleValues }
    set { setStyle(newValue) }
  }

  // MARK: Key-value coding

  /// The value of a property, or of any key that was set; nil if there is none.
  ///
  /// Numbers and truth values are NSNumbers.
  open func value(forKey key: String) -> Any? {
    keyedValue(key)
  }

  /// Sets a property, or any other key; nil goes back to the default.
  ///
  /// A value of the wrong type for a property changes nothing and gives a diagnostic.
  open func setValue(_ value: Any?, forKey key: String) {
    setKeyedValue(value, key)
  }

  /// The value of a key, or of a nested cell's: `emitterCells.spark.scale`.
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

  /// Archives the cell with its picture and the cells that are nested in it.
  ///
  /// - Parameter coder: A keyed archiver.
  open func encode(with coder: NSCoder) {
    encodeState(with: coder)
  }

  /// Whether `encode(with:)` writes the value of a key: if it differs from that of a new cell.
  open func shouldArchiveValue(forKey key: String) -> Bool {
    differsFromClass(key)
  }
}
