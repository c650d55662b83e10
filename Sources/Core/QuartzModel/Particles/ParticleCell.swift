// Cells, the kinds of particles of an emitter, as values.
// Licensed under the MIT license; see LICENSE.

package import QuartzMath

/// A property of a cell that key paths, archives and the wire name.
///
/// The wire carries the raw value: never change or reuse one.
package enum CellProperty: UInt8, CaseIterable, Sendable {
  case birthRate = 0
  case lifetime = 1
  case lifetimeRange = 2
  case emissionLatitude = 3
  case emissionLongitude = 4
  case emissionRange = 5
  case velocity = 6
  case velocityRange = 7
  case xAcceleration = 8
  case yAcceleration = 9
  case zAcceleration = 10
  case scale = 11
  case scaleRange = 12
  case scaleSpeed = 13
  case spin = 14
  case spinRange = 15
  case redRange = 16
  case greenRange = 17
  case blueRange = 18
  case alphaRange = 19
  case redSpeed = 20
  case greenSpeed = 21
  case blueSpeed = 22
  case alphaSpeed = 23
  case contentsScale = 24
  case minificationFilterBias = 25
  case beginTime = 26
  case timeOffset = 27
  case speed = 28
  case duration = 29
  case repeatCount = 30
  case repeatDuration = 31
  case orientationLongitude = 32
  case orientationLatitude = 33
  case orientationRange = 34
  case color = 40
  case contentsRect = 41
  case contents = 48
  case magnificationFilter = 49
  case minificationFilter = 50
  case enabled = 51
  case particleType = 52

  /// The name as in key-value coding.
  package var name: String { enumCaseName(self) }

  package var type: ValueType {
    switch self {
    case .color: .color
    case .contentsRect: .rect
    case .contents: .image
    case .magnificationFilter, .minificationFilter: .name(ContentsFilter.names)
    case .enabled: .bool
    case .particleType: .name(ParticleType.names)
    default: .number
    }
  }

  /// Whether animations of it have an effect: the properties that particles are born with.
  package var isAnimatable: Bool {
    switch self {
    case .beginTime, .timeOffset, .speed, .duration, .repeatCount, .repeatDuration,
      .magnificationFilter, .minificationFilter, .enabled, .particleType:
      false
    default: true
    }
  }

  /// The value in a new cell.
  package var defaultValue: PropertyValue {
    switch self {
    case .color: .color(.white)
    case .contentsRect: .rect(.unit)
    case .contents: .null
    case .magnificationFilter, .minificationFilter: .name(ContentsFilter.linear.rawValue)
    case .enabled: .bool(true)
    case .particleType: .name(ParticleType.sprite.rawValue)
    case .orientationLatitude: .number(.pi / 2)
    case .scale, .contentsScale, .speed: .number(1)
    case .duration: .number(.infinity)
    default: .number(0)
    }
  }

  /// The number of properties that are one number each; they come first.
  static let singleCount = 35
  /// How many numbers a cell has: the single ones, a colour, a rectangle.
  static let numberCount = singleCount + 8
  /// Where the numbers of the colour and of the rectangle begin.
  static let colorIndex = singleCount
  static let rectIndex = singleCount + 4

  /// The property of a name, if there is one.
  package init?(named name: String) {
    guard let property = CellProperty.byName[name] else { return nil }
    self = property
  }

  private static let byName = Dictionary(
    uniqueKeysWithValues: CellProperty.allCases.map { ($0.name, $0) }
  )
}

/// The kind of a cell's particles.
package enum ParticleType: UInt8, NamedValue {
  /// A picture in the layer's plane.
  case sprite
  /// A picture that lies in space as the cell's orientation says.
  case plane
}

/// The style, motion and number of particles of one kind.
package struct ParticleCell: Equatable, Sendable {
  /// Its name in key paths; nil for a cell that no key path finds.
  package var name: String?
  package var isEnabled = true
  package var contents = ImageID.none
  package var magnificationFilter = ContentsFilter.linear
  package var minificationFilter = ContentsFilter.linear
  package var type = ParticleType.sprite
  /// Index after the last of the cells that are nested in it, in the list that both stand in.
  ///
  /// The nested cells follow it at once.
  package var end = 0
  // That of the colour.
  private var headroom: Float = 0
  // At the indices that `CellProperty` gives.
  private var numbers = ParticleCell.defaultNumbers

  private static let defaultNumbers: ContiguousArray<Double> = {
    var numbers = ContiguousArray(repeating: 0.0, count: CellProperty.numberCount)
    for property in CellProperty.allCases {
      if case .number(let number) = property.defaultValue {
        numbers[Int(property.rawValue)] = number
      }
    }
    for start in CellProperty.colorIndex..<CellProperty.rectIndex { numbers[start] = 1 }
    numbers[CellProperty.rectIndex + 2] = 1
    numbers[CellProperty.rectIndex + 3] = 1
    return numbers
  }()

  package init() {}

  /// A property that is one number.
  package subscript(property: CellProperty) -> Double {
    get { numbers[Int(property.rawValue)] }
    set { numbers[Int(property.rawValue)] = newValue }
  }

  /// Straight, extended sRGB.
  package var color: Color {
    get {
      let four = four(CellProperty.colorIndex)
      return Color(four.x, four.y, four.z, four.w, headroom: headroom)
    }
    set {
      set(SIMD4(newValue.red, newValue.green, newValue.blue, newValue.alpha), .color)
      headroom = newValue.headroom
    }
  }

  /// The part of the image that shows, in its unit space.
  package var contentsRect: Rect {
    get {
      let four = four(CellProperty.rectIndex)
      return Rect(four.x, four.y, four.z, four.w)
    }
    set { set(SIMD4(newValue.x, newValue.y, newValue.width, newValue.height), .contentsRect) }
  }

  private func four(_ start: Int) -> SIMD4<Double> {
    SIMD4(numbers[start], numbers[start + 1], numbers[start + 2], numbers[start + 3])
  }

  private mutating func set(_ vector: SIMD4<Double>, _ property: CellProperty) {
    let start = property == .color ? CellProperty.colorIndex : CellProperty.rectIndex
    for index in 0..<4 { numbers[start + index] = vector[index] }
  }

  package func value(_ property: CellProperty) -> PropertyValue {
    switch property {
    case .color: .color(color)
    case .contentsRect: .rect(contentsRect)
    case .contents: contents == .none ? .null : .image(contents)
    case .magnificationFilter: .name(magnificationFilter.rawValue)
    case .minificationFilter: .name(minificationFilter.rawValue)
    case .enabled: .bool(isEnabled)
    case .particleType: .name(type.rawValue)
    default: .number(self[property])
    }
  }

  /// Sets a property; a value of another type changes nothing.
  package mutating func set(_ property: CellProperty, _ value: PropertyValue) {
    switch (property, value) {
    case (.color, .color(let color)): self.color = color
    case (.color, .null): color = .white
    case (.contentsRect, .rect(let rect)): contentsRect = rect
    case (.contents, .image(let image)): contents = image
    case (.contents, .null): contents = .none
    case (.magnificationFilter, .name(let name)):
      magnificationFilter = ContentsFilter(rawValue: name) ?? .linear
    case (.minificationFilter, .name(let name)):
      minificationFilter = ContentsFilter(rawValue: name) ?? .linear
    case (.enabled, .bool(let flag)): isEnabled = flag
    case (.particleType, .name(let name)): type = ParticleType(rawValue: name) ?? .sprite
    case (_, .number(let number)) where property.rawValue < CellProperty.singleCount:
      self[property] = number
    default: break
    }
  }
}

/// The cells of an emitter layer, those that are nested in others right behind them.
package final class CellBox: Equatable, Sendable {
  /// The most cells of a layer, nested ones included.
  package static let maximumCount = 256
  /// How deep cells may be nested; 1 is a cell that is in none.
  package static let maximumDepth = 8

  package let cells: [ParticleCell]

  package init(_ cells: [ParticleCell]) {
    self.cells = cells
  }

  package static func == (left: CellBox, right: CellBox) -> Bool {
    left === right || left.cells == right.cells
  }

  /// Why the list is none that the server takes; nil if it is one.
  package var problem: String? {
    if cells.count > CellBox.maximumCount {
      return "\(cells.count) cells, at most \(CellBox.maximumCount) are allowed"
    }
    // The ends of the cells that are open, from the outermost in.
    var ends: [Int] = []
    for (index, cell) in cells.enumerated() {
      while let end = ends.last, end <= index { ends.removeLast() }
      guard cell.end > index, cell.end <= ends.last ?? cells.count else {
        return "cell \(index) ends at \(cell.end)"
      }
      ends.append(cell.end)
      if ends.count > CellBox.maximumDepth {
        return "cells nested deeper than \(CellBox.maximumDepth)"
      }
    }
    return nil
  }

  /// The cell that a list of names leads to: a cell of the layer, one nested in that, and so on.
  package func index(of names: [String]) -> Int? {
    var (start, end) = (0, cells.count)
    var found: Int?
    for name in names {
      var index = start
      while index < end, cells[index].name != name { index = cells[index].end }
      guard index < end else { return nil }
      found = index
      (start, end) = (index + 1, cells[index].end)
    }
    return found
  }
}

/// A property of a cell of a layer, as animations name it.
package struct CellTarget: Equatable, Hashable, Sendable {
  /// The names of the cell and of those that it is nested in, the outermost first; at least one.
  package var names: [String]
  package var property: CellProperty

  package init(_ names: [String], _ property: CellProperty) {
    self.names = names
    self.property = property
  }

  private static let key = "emitterCells."

  /// Creates the target of a key path such as `emitterCells.rocket.emitterCells.spark.scale`; nil
  /// if the key path names none.
  package init?(keyPath: String) {
    guard keyPath.hasPrefix(CellTarget.key),
      let dot = keyPath.lastIndex(of: "."),
      let property = CellProperty(named: String(keyPath[keyPath.index(after: dot)...]))
    else { return nil }
    let start = keyPath.index(keyPath.startIndex, offsetBy: CellTarget.key.count)
    guard start < dot else { return nil }
    names = CellTarget.names(keyPath[start..<dot])
    self.property = property
    guard names.count <= CellBox.maximumDepth, names.allSatisfy({ !$0.isEmpty }) else { return nil }
  }

  /// The names in `rocket.emitterCells.spark`; names may have dots.
  private static func names(_ path: Substring) -> [String] {
    var names: [String] = []
    var parts: [Substring] = []
    for part in path.split(separator: ".", omittingEmptySubsequences: false) {
      if part == "emitterCells", !parts.isEmpty {
        names.append(parts.joined(separator: "."))
        parts.removeAll()
      } else {
        parts.append(part)
      }
    }
    return names + [parts.joined(separator: ".")]
  }

  package var keyPath: String {
    CellTarget.key + names.joined(separator: ".emitterCells.") + ".\(property)"
  }
}
