// Values of cells by key, their style, copies and archives.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import QuartzInstances
import QuartzModel

/// Keys of cells that are not properties.
package enum CellKey: String, CaseIterable {
  case name, emitterCells, style
}

extension CAEmitterCell {
  final func number(_ property: CellProperty) -> CGFloat { cell[property] }
  final func float(_ property: CellProperty) -> Float { Float(cell[property]) }

  final func set(_ property: CellProperty, _ number: Double) { set(property, .number(number)) }
  final func set(_ property: CellProperty, _ number: Float) {
    set(property, .number(Double(number)))
  }

  final func set(_ property: CellProperty, _ value: PropertyValue) {
    LayerLock.with {
      cell.set(property, value)
      ownProperties.insert(property)
    }
  }

  /// Sets the defaults of the cell's class that differ from the usual ones.
  final func takeClassDefaults() {
    guard type(of: self) != CAEmitterCell.self else { return }
    for property in CellProperty.allCases {
      assign(property, type(of: self).defaultValue(forKey: property.name))
    }
  }

  static func tableDefault(_ key: String) -> Any? {
    if key == "fillMode" { return CAMediaTimingFillMode.removed.rawValue }
    return CellProperty(named: key).flatMap(tableDefault)
  }

  private static func tableDefault(_ property: CellProperty) -> Any? {
    property.defaultValue.bridged(property.type) { _ in nil }
  }

  // MARK: Keys

  final func keyedValue(_ key: String) -> Any? {
    if let property = CellProperty(named: key) { return keyed(property) }
    switch CellKey(rawValue: key) {
    case .name: return name
    case .emitterCells: return emitterCells
    case .style: return style
    case nil:
      return customValues[key] ?? styleValues?[key]
        ?? type(of: self).defaultValue(forKey: key).map(Boxing.boxed)
    }
  }

  private final func keyed(_ property: CellProperty) -> Any? {
    switch property {
    case .contents: contents
    case .color: color
    default: cell.value(property).bridged(property.type) { _ in nil }
    }
  }

  final func setKeyedValue(_ any: Any?, _ key: String) {
    if let property = CellProperty(named: key) { return setKeyed(property, any) }
    switch CellKey(rawValue: key) {
    case .name: name = any as? String
    case .emitterCells: emitterCells = any as? [CAEmitterCell]
    case .style: style = any as? [AnyHashable: Any]
    case nil: customValues[key] = any.map(Boxing.boxed)
    }
  }

  /// Sets a property; nil removes the cell's own value.
  final func setKeyed(_ property: CellProperty, _ any: Any?) {
    guard let any else {
      ownProperties.remove(property)
      assign(property, inheritedValue(property))
      return
    }
    ownProperties.insert(property)
    guard !assign(property, any) else { return }
    Diagnostics.report(
      "cell \(name ?? "without a name"): \(property.name) takes no \(Swift.type(of: any))"
    )
  }

  private final func inheritedValue(_ property: CellProperty) -> Any? {
    styleValues?[property.name] ?? type(of: self).defaultValue(forKey: property.name)
      ?? CAEmitterCell.tableDefault(property)
  }

  /// Sets a property without marking it as the cell's own.
  ///
  /// - Returns: False for a value of another type, which changes nothing.
  @discardableResult
  private final func assign(_ property: CellProperty, _ any: Any?) -> Bool {
    if property == .contents {
      contentsObject = any is NSNull ? nil : any
      return true
    }
    guard let any else { return false }
    // An unknown name is treated as the default.
    if case .name(let names) = property.type, let name = Bridge.string(any) {
      cell.set(property, .name(UInt8(names.firstIndex(of: name) ?? 0)))
      return true
    }
    guard let value = PropertyValue(any, type: property.type, images: { _ in nil }) else {
      return false
    }
    cell.set(property, value)
    if property == .color { colorObject = any as? CGColor }
    return true
  }

  final func setStyle(_ style: [AnyHashable: Any]?) {
    styleValues = style.map { Boxing.boxed($0) }
    for property in CellProperty.allCases where !ownProperties.contains(property) {
      assign(property, inheritedValue(property))
    }
  }

  // MARK: Copies

  final func copied(depth: Int) -> CAEmitterCell {
    let copy = newOfSameClass()
    copy.cell = cell
    copy.contentsObject = contentsObject
    copy.colorObject = colorObject
    copy.ownProperties = ownProperties
    copy.styleValues = styleValues
    copy.customValues = customValues
    // The depth ends the recursion for a cell that contains itself.
    if depth <= CellBox.maximumDepth {
      copy.nestedCells = nestedCells?.map { $0.copied(depth: depth + 1) }
    }
    return copy
  }

  // MARK: Archives

  static let archiveKey = "CAEmitterCell"

  /// The keys in an archive: properties in their order, then other keys by name.
  package final var archivedKeys: [String] {
    let keys =
      CellProperty.allCases.map(\.name) + CellKey.allCases.map(\.rawValue)
      + customValues.keys.sorted()
    return keys.filter { shouldArchiveValue(forKey: $0) }
  }

  final func differsFromClass(_ key: String) -> Bool {
    if let property = CellProperty(named: key) {
      guard ownProperties.contains(property) else { return false }
      if property == .contents { return contentsObject != nil }
      // With a style, a value that was set counts even if it is the default.
      if styleValues != nil { return true }
      let inherited = inheritedValue(property)
        .flatMap { PropertyValue($0, type: property.type, images: { _ in nil }) }
      return cell.value(property) != inherited
    }
    switch CellKey(rawValue: key) {
    case .name: return name != nil
    case .emitterCells: return nestedCells != nil
    case .style: return styleValues != nil
    case nil: return customValues[key] != nil
    }
  }

  final func encodeState(with coder: NSCoder) {
    var values: [String: Any] = [:]
    for key in archivedKeys { values[key] = keyedValue(key) }
    let archived = ArchivedValue.of(values, isSecure: coder.requiresSecureCoding) { key in
      let found = values[key].map { "\(type(of: $0))" } ?? ""
      Diagnostics.report(
        "cell \(name ?? "without a name"): \(key) is a \(found), which archives cannot have"
      )
    }
    coder.encode(archived, forKey: Self.archiveKey)
  }

  /// Restores the state from an archive.
  ///
  /// - Returns: False if the archive is damaged.
  final func restoreState(from coder: NSCoder) -> Bool {
    let archived = coder.object(of: ArchivedValue.self, forKey: Self.archiveKey)
    guard let values = archived?.value as? [String: Any] else { return false }
    for (key, value) in values.sorted(by: { $0.key < $1.key }) {
      if let property = CellProperty(named: key) {
        guard assign(property, value) else { return false }
        ownProperties.insert(property)
        continue
      }
      switch (CellKey(rawValue: key), value) {
      case (.name, let name as String): self.name = name
      case (.emitterCells, let cells as [CAEmitterCell]): nestedCells = cells
      case (.style, let style as [String: Any]): styleValues = style
      case (nil, _): customValues[key] = value
      default: return false
      }
    }
    if styleValues != nil { setStyle(styleValues) }
    return true
  }
}

extension [CAEmitterCell] {
  /// Returns the cell at a path of names, each a cell nested in the one before.
  func cell(named names: [String]) -> CAEmitterCell? {
    var cells = self
    var found: CAEmitterCell?
    for name in names {
      found = cells.first { $0.name == name }
      guard let found else { return nil }
      cells = found.emitterCells ?? []
    }
    return found
  }
}

/// The cells of a layer in one list, with their images.
struct FlatCells {
  private(set) var cells: [ParticleCell] = []
  /// Index i is the image of cell i.
  private(set) var images: [CGImage?] = []
  /// Whether cells were left out because of the limits of number and depth.
  private(set) var isCut = false

  init(_ cells: [CAEmitterCell]) {
    append(cells, depth: 1)
  }

  private mutating func append(_ list: [CAEmitterCell], depth: Int) {
    guard depth <= CellBox.maximumDepth else {
      isCut = isCut || !list.isEmpty
      return
    }
    for cell in list {
      guard cells.count < CellBox.maximumCount else { return isCut = true }
      let index = cells.count
      cells.append(cell.cell)
      images.append(cell.contents as? CGImage)
      append(cell.emitterCells ?? [], depth: depth + 1)
      cells[index].end = cells.count
    }
  }

  /// Returns the list with the IDs of the images.
  func box(_ number: (CGImage) -> ImageID?) -> CellBox {
    var numbered = cells
    for index in numbered.indices {
      numbered[index].contents = images[index].flatMap { number($0) } ?? .none
    }
    return CellBox(numbered)
  }
}

// See QuartzInstances.
extension CAEmitterCell {
  @_silgen_name("quartz_CAEmitterCell_init")
  convenience init(_: Void) {
    self.init()
  }

  @_silgen_name("quartz_CAEmitterCell_init")
  static func make() -> CAEmitterCell

  /// Returns a new cell of the same class; one with the values of all stored properties if the
  /// class does not implement `init()`.
  private final func newOfSameClass() -> CAEmitterCell {
    let type = type(of: self)
    return Instances.attempt(type, "init()") { type.make() } ?? Instances.memberwiseCopy(of: self)
  }
}
