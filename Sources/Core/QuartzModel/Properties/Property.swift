// The rows of the property table, and sets of rows.
// Licensed under the MIT license; see LICENSE.

import QuartzMath

/// The results to work out again when a property changes; a set, because some properties change
/// several.
package struct PropertyDamage: OptionSet, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// The layer's own draws.
  package static let content = PropertyDamage(rawValue: 1 << 0)
  /// The places of the layer and of all layers below it.
  package static let geometry = PropertyDamage(rawValue: 1 << 1)
  /// The composition of the layer's subtree: clips, groups, opacity, hidden layers.
  package static let subtree = PropertyDamage(rawValue: 1 << 2)
  /// The order in which siblings are drawn.
  package static let order = PropertyDamage(rawValue: 1 << 3)
  /// All that a picture can show; a literal of the others would be made anew every time.
  package static let picture = PropertyDamage(rawValue: 0b1111)
  /// The layer's clock.
  package static let time = PropertyDamage(rawValue: 1 << 4)
}

/// One row of the property table.
package struct Property: Sendable {
  package let id: PropertyID
  /// The name as in key-value coding (`hidden`, not `isHidden`).
  package let name: String
  package let layerClass: LayerClass
  package let type: ValueType
  package let defaultValue: PropertyValue
  /// Whether a change makes an implicit animation and explicit ones have an effect.
  package let isAnimatable: Bool
  package let damage: PropertyDamage

  /// Whether a change animates by default; `path` and `doubleSided` animate only on request.
  package var animatesImplicitly: Bool { isAnimatable && id != .path && id != .doubleSided }

  /// Whether infinity is a value of the row like others.
  package var canBeInfinite: Bool {
    id == .duration || id == .repeatCount || id == .repeatDuration
  }

  /// The value of a name that is not in the row's list: the default, as a rule.
  package var valueOfUnknownNames: PropertyValue {
    id == .contentsGravity ? .name(ContentsGravity.center.rawValue) : defaultValue
  }

  /// Whether a name that is not in the row's list is read back as it was set.
  ///
  /// As measured, the properties that CALayer has itself turn into one of their list; those of its
  /// subclasses are texts that are looked at when the layer is drawn.
  package var keepsUnknownNames: Bool { layerClass != .layer }
}

/// The classes of layers that the server knows.
///
/// The wire carries the raw value.
package enum LayerClass: UInt8, CaseIterable, Sendable {
  case layer = 0
  case transform = 1
  case shape = 2
  case gradient = 3
  case replicator = 4
  case text = 5
  case scroll = 6
  case tiled = 7
  case emitter = 8
  case backdrop = 9
  case portal = 10

  /// The name of the public class.
  package var publicName: String {
    switch self {
    case .layer: "CALayer"
    case .transform: "CATransformLayer"
    case .shape: "CAShapeLayer"
    case .gradient: "CAGradientLayer"
    case .replicator: "CAReplicatorLayer"
    case .text: "CATextLayer"
    case .scroll: "CAScrollLayer"
    case .tiled: "CATiledLayer"
    case .emitter: "CAEmitterLayer"
    case .backdrop: "CABackdropLayer"
    case .portal: "CAPortalLayer"
    }
  }

  /// The class with a public name.
  package init?(publicName: String) {
    guard let found = LayerClass.allCases.first(where: { $0.publicName == publicName }) else {
      return nil
    }
    self = found
  }

  /// The class that this one adds rows to.
  package var superclass: LayerClass? { self == .layer ? nil : .layer }

  /// Whether such layers are more than their rectangle, contents and border.
  package var drawsItself: Bool {
    switch self {
    case .transform, .shape, .gradient, .replicator, .emitter, .portal: true
    // Clients draw, or move, these by themselves.
    case .layer, .text, .scroll, .tiled: false
    // Its filters take in what lies behind; it has no draws of its own.
    case .backdrop: false
    }
  }

  /// Whether layers of this class have the row.
  package func has(_ property: PropertyID) -> Bool {
    let owner = PropertyTable[property].layerClass
    var candidate: LayerClass? = self
    while let layerClass = candidate {
      if layerClass == owner { return true }
      candidate = layerClass.superclass
    }
    return false
  }
}

/// A set of rows: one bit for each id.
///
/// Words and no vector: a vector has an alignment of 32 bytes, which every layer, change and bag
/// that has a set would have too.
package struct PropertySet: Equatable, Sendable {
  private var bits: InlineArray<4, UInt64>

  package init() {
    bits = InlineArray(repeating: 0)
  }

  package init(words: SIMD4<UInt64>) {
    bits = [words.x, words.y, words.z, words.w]
  }

  package init(_ ids: [PropertyID]) {
    self.init()
    for id in ids { insert(id) }
  }

  /// The bits of 64 ids each, from the lowest.
  package var words: SIMD4<UInt64> {
    @inline(__always)
    get { SIMD4(bits[0], bits[1], bits[2], bits[3]) }
  }

  @inline(__always)
  package static func == (left: PropertySet, right: PropertySet) -> Bool {
    left.words == right.words
  }

  package func isSubset(of other: PropertySet) -> Bool { words & ~other.words == .zero }

  @inline(__always)
  package func contains(_ id: PropertyID) -> Bool {
    bits[Int(id.rawValue >> 6)] & (1 << UInt64(id.rawValue & 63)) != 0
  }

  @inline(__always)
  package mutating func insert(_ id: PropertyID) {
    bits[Int(id.rawValue >> 6)] |= 1 << UInt64(id.rawValue & 63)
  }

  @inline(__always)
  package mutating func remove(_ id: PropertyID) {
    bits[Int(id.rawValue >> 6)] &= ~(1 << UInt64(id.rawValue & 63))
  }

  package mutating func formUnion(_ other: PropertySet) {
    for word in 0..<4 { bits[word] |= other.bits[word] }
  }

  package var isEmpty: Bool { (bits[0] | bits[1] | bits[2] | bits[3]) == 0 }

  package var count: Int {
    bits[0].nonzeroBitCount + bits[1].nonzeroBitCount + bits[2].nonzeroBitCount
      + bits[3].nonzeroBitCount
  }

  /// How many members have a smaller id.
  @inline(__always)
  package func rank(of id: PropertyID) -> Int {
    let word = Int(id.rawValue >> 6)
    var rank = (bits[word] & ((1 << UInt64(id.rawValue & 63)) - 1)).nonzeroBitCount
    for lower in 0..<word { rank += bits[lower].nonzeroBitCount }
    return rank
  }
}
