// The check that a keyed archive is safe for Foundation's unarchiver.
// Licensed under the MIT license; see LICENSE.
//
// On Linux that unarchiver ends the program for many damaged archives: references to nothing or to
// a class, objects that contain themselves, dictionaries with fewer keys than values, parts of an
// unexpected type. None of these errors can be caught. So the archive is checked first, as a graph
// of objects:
//
//     $top ──▶ object ──$class──▶ class: $classname, $classes
//                └──key──▶ object, string, data, number
//
// Every reference leads to an object of the right kind, every class is known, the graph has no
// cycles, and values that this library reads by type have that type.

import Foundation
import QuartzCore

/// A check of an archive before it is read.
struct KeyedArchiveCheck {
  /// The reason why an archive is refused.
  struct Failure: Error {
    let reason: String
  }

  /// The most objects inside one another.
  private static let depthLimit = 2400

  private enum Node {
    case string(String)
    case data, scalar
    /// The class's name, and those of its superclasses, the nearest first.
    case classDescription(String, above: [String])
    /// The class's name, and the values of the keys.
    case object(className: String, parts: [(key: String, part: Part)])
  }

  private enum Part {
    case scalar
    case reference(Int)
    case list([Int])
  }

  private let list: BinaryPropertyList
  /// The objects of the archive, by the numbers that references have.
  private var nodes: [Node] = []
  private var top: [(key: String, part: Part)] = []
  /// The classes of the objects, by name; unknown ones are missing.
  private var classes: [String: ArchivedClass] = [:]
  /// The classes that stand for others: those of Apple's names, and for unknown classes of layers
  /// the nearest known class above.
  private(set) var substitutes: [String: AnyClass] = [:]
  /// The names of unknown classes of layers.
  private(set) var unknownLayers: Set<String> = []
  private var followed = 0

  /// The bytes that were decoded and the references that were followed.
  var work: Int { list.decodedLength + followed }

  /// Reads the structure of an archive and checks it.
  init(_ data: Data) throws(Failure) {
    do {
      list = try BinaryPropertyList(data)
      try readObjects()
    } catch let failure as Failure {
      throw failure
    } catch is BinaryPropertyList.TooLarge {
      throw Failure(reason: "its objects have several times the bytes that the file has")
    } catch {
      throw Failure(reason: "it is no binary property list of a keyed archive")
    }
    for node in nodes {
      if case .object(let name, let parts) = node { try check(parts, of: name) }
    }
    try checkWays()
  }

  /// Whether the archive has an object of that name.
  func hasTop(_ key: String) -> Bool {
    top.contains { $0.key == key }
  }

  /// Whether the archive's object of that name is a layer.
  ///
  /// Foundation ends the program if an object's class is not one of the requested ones.
  func isTopLayer(_ key: String) -> Bool {
    guard case .reference(let target)? = top.first(where: { $0.key == key })?.part,
      case .object(let name, _) = nodes[target], case .own(let type)? = classes[name]
    else { return false }
    return type is CALayer.Type
  }

  /// Whether the archive's object of that name is a dictionary with a layer of that key.
  func isTopDictionary(_ key: String, withLayer layerKey: String) -> Bool {
    guard case .reference(let target)? = top.first(where: { $0.key == key })?.part,
      case .object(let name, let parts) = nodes[target], case .container? = classes[name],
      case .list(let keys)? = parts.first(where: { $0.key == "NS.keys" })?.part,
      case .list(let values)? = parts.first(where: { $0.key == "NS.objects" })?.part
    else { return false }
    var hasLayer = false
    for (key, value) in zip(keys, values) {
      // Foundation ends the program for objects of classes that were not asked for.
      switch nodes[value] {
      case .string, .scalar: continue
      case .data, .classDescription: return false
      case .object(let name, _):
        guard case .own(let type)? = classes[name], type is CALayer.Type else { return false }
        if case .string(layerKey) = nodes[key] { hasLayer = true }
      }
    }
    return hasLayer
  }

  // MARK: Reading

  private mutating func readObjects() throws {
    guard case .dictionary(let keys, let values) = try list.object(list.top) else {
      throw malformed
    }
    var root: [String: Int] = [:]
    for (key, value) in zip(keys, values) { root[try string(key)] = value }
    guard let archiver = root["$archiver"], try string(archiver) == "NSKeyedArchiver",
      let version = root["$version"], case .scalar = try list.object(version),
      let topIndex = root["$top"], let objectsIndex = root["$objects"],
      case .dictionary(let topKeys, let topValues) = try list.object(topIndex),
      case .array(let objects) = try list.object(objectsIndex)
    else { throw malformed }
    nodes = try objects.map { try node($0) }
    guard case .string("$null")? = nodes.first else { throw malformed }
    for (key, value) in zip(topKeys, topValues) { top.append((try string(key), try part(value))) }
    try resolveClasses()
    for case (_, .reference(let target)) in top where !nodes.indices.contains(target) {
      throw malformed
    }
  }

  private var malformed: Failure { Failure(reason: "it is no keyed archive") }

  private func string(_ index: Int) throws -> String {
    guard case .string(let text) = try list.object(index) else { throw malformed }
    return text
  }

  /// The largest number of bytes of a part's name.
  private static let keyLimit = 1024

  /// Returns the name of a part; every object of a class has the same names.
  private func key(_ index: Int) throws -> String {
    let text = try string(index)
    guard text.utf8.count <= Self.keyLimit else {
      throw Failure(reason: "the name of a part has more than \(Self.keyLimit) bytes")
    }
    return text
  }

  private func node(_ index: Int) throws -> Node {
    switch try list.object(index) {
    case .string(let text): return .string(text)
    case .data: return .data
    case .scalar: return .scalar
    case .reference, .array: throw malformed
    case .dictionary(let keys, let values):
      let names = try keys.map { try key($0) }
      guard Set(names).count == names.count else { throw malformed }
      if let position = names.firstIndex(of: "$classname") {
        guard let classes = names.firstIndex(of: "$classes"),
          case .array(let all) = try list.object(values[classes]), let first = all.first,
          try string(first) == string(values[position])
        else { throw malformed }
        let names = try all.map { try string($0) }
        return .classDescription(try string(values[position]), above: Array(names.dropFirst()))
      }
      let parts = try zip(names, values).map { (key: $0, part: try part($1)) }
      return .object(className: "", parts: parts)
    }
  }

  private func part(_ index: Int) throws -> Part {
    switch try list.object(index) {
    case .scalar, .string, .data: return .scalar
    case .reference(let target): return .reference(target)
    case .array(let elements):
      return .list(
        try elements.map { element in
          guard case .reference(let target) = try list.object(element) else { throw malformed }
          return target
        }
      )
    case .dictionary: throw malformed
    }
  }

  /// Finds the class of each object.
  private mutating func resolveClasses() throws {
    for index in nodes.indices {
      guard case .object(_, let parts) = nodes[index] else { continue }
      guard case .reference(let target)? = parts.first(where: { $0.key == "$class" })?.part,
        nodes.indices.contains(target),
        case .classDescription(let name, let above) = nodes[target]
      else { throw malformed }
      nodes[index] = .object(className: name, parts: parts.filter { $0.key != "$class" })
      if classes[name] == nil { classes[name] = known(name, above) }
    }
  }

  /// The class of a name; for an unknown class of layers the nearest known one above it.
  private mutating func known(_ name: String, _ above: [String]) -> ArchivedClass? {
    if let found = ArchivedClass(name: name) {
      if case .own(let type) = found, NSClassFromString(name) == nil { substitutes[name] = type }
      return found
    }
    for next in above {
      guard let found = ArchivedClass(name: next) else { continue }
      guard case .own(let type) = found, type is CALayer.Type else { return nil }
      substitutes[name] = type
      unknownLayers.insert(name)
      return found
    }
    return nil
  }

  // MARK: Parts

  /// Returns the target of a reference.
  private func target(_ part: Part) throws(Failure) -> Node {
    guard case .reference(let index) = part, nodes.indices.contains(index) else {
      throw Failure(reason: "a part of an object is missing or is of another type")
    }
    if case .classDescription = nodes[index] {
      throw Failure(reason: "a class is in the place of an object")
    }
    return nodes[index]
  }

  private func check(
    _ parts: [(key: String, part: Part)],
    of className: String
  ) throws(Failure) {
    guard let known = classes[className] else {
      throw Failure(reason: "the class \(className.shortened) is not known")
    }
    switch known {
    case .container: try checkContainer(parts)
    case .simple:
      for (_, part) in parts {
        guard case .scalar = part else { throw Failure(reason: "a date is no number") }
      }
    case .own(let type):
      for (key, part) in parts { try check(part, key, of: type) }
    }
  }

  private func check(_ part: Part, _ key: String, of type: AnyClass) throws(Failure) {
    guard let expected = ArchivedValue.part(key, of: type) else {
      // A subclass may have keys of its own.
      if case .list = part { throw Failure(reason: "a list is in the place of an object") }
      if case .reference = part { _ = try target(part) }
      return
    }
    let isOfType: Bool
    switch (try target(part), expected) {
    case (.string, .string), (.data, .data): isOfType = true
    case (.object(let name, _), .value):
      if case .own(let type)? = classes[name] {
        isOfType = type == ArchivedValue.self
      } else {
        isOfType = false
      }
    case (.object(let name, _), .item):
      if case .own? = classes[name] { isOfType = true } else { isOfType = false }
    default: isOfType = false
    }
    guard isOfType else {
      throw Failure(reason: "\(key.shortened) of a \(type) is of another type")
    }
  }

  private func checkContainer(_ parts: [(key: String, part: Part)]) throws(Failure) {
    var counts: [String: Int] = [:]
    for (key, part) in parts {
      guard case .list(let elements) = part, counts[key] == nil else {
        throw Failure(reason: "a list is of another type")
      }
      counts[key] = elements.count
      for element in elements {
        let node = try target(.reference(element))
        guard key == "NS.keys" else { continue }
        guard case .string = node else { throw Failure(reason: "a key is no string") }
      }
    }
    let isSound = counts["NS.keys"] == nil || counts["NS.keys"] == counts["NS.objects"]
    guard isSound, counts["NS.objects"] != nil else {
      throw Failure(reason: "a dictionary has another number of keys than of values")
    }
  }

  // MARK: Ways

  private func references(of index: Int) -> [Int] {
    guard case .object(_, let parts) = nodes[index] else { return [] }
    return parts.flatMap { part -> [Int] in
      switch part.part {
      case .scalar: []
      case .reference(let target): [target]
      case .list(let targets): targets
      }
    }
  }

  /// Visits all objects depth first, with an explicit stack.
  private mutating func checkWays() throws(Failure) {
    enum State { case new, entered, left }
    var states = Array(repeating: State.new, count: nodes.count)
    for start in nodes.indices where states[start] == .new {
      var way = [(index: start, rest: references(of: start)[...])]
      states[start] = .entered
      while let last = way.last {
        guard let next = last.rest.first else {
          states[last.index] = .left
          way.removeLast()
          continue
        }
        way[way.count - 1].rest.removeFirst()
        followed += 1
        switch states[next] {
        case .new:
          guard way.count < Self.depthLimit else {
            throw Failure(reason: "more than \(Self.depthLimit) objects are inside one another")
          }
          states[next] = .entered
          way.append((next, references(of: next)[...]))
        case .entered: throw Failure(reason: "an object contains itself")
        case .left: break
        }
      }
    }
  }
}

/// The classes in archives of layers.
private enum ArchivedClass {
  /// A list or dictionary of Foundation.
  case container
  /// A class of Foundation whose archives have scalars only.
  case simple
  /// One of the classes of this library, or a subclass.
  case own(AnyClass)

  private static let containers: Set<String> = [
    "NSArray", "NSMutableArray", "NSSet", "NSMutableSet", "NSDictionary", "NSMutableDictionary",
  ]

  init?(name: String) {
    if Self.containers.contains(name) {
      self = .container
    } else if name == "NSNull" || name == "NSDate" {
      self = .simple
    } else {
      // The name becomes part of a symbol that is looked up.
      let parts = name.split(separator: ".", omittingEmptySubsequences: false)
      guard parts.allSatisfy({ MarkupElement.isName(String($0)) }) else { return nil }
      // Apple's names have no module.
      let apples: AnyClass? =
        parts.count == 1 ? NSClassFromString("QuartzCore." + name) : nil
      guard let found = NSClassFromString(name) ?? apples, ArchivedValue.isKnown(found) else {
        return nil
      }
      self = .own(found)
    }
  }
}
