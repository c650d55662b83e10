// The appearance proxies of the program, and how objects take their values.
// Licensed under the MIT license; see LICENSE.

import Foundation
import QuartzCore

/// An object that takes values of proxies.
@MainActor
protocol AppearanceTaker: AnyObject {
  /// The values that it took, by the numbers of rows.
  var takenAppearance: [Int: NSObject] { get set }
}

/// All proxies.
@MainActor
enum Appearances {
  private struct Entry {
    let owner: AnyClass
    /// From the innermost one out.
    let containers: [AnyClass]
    let traits: UITraitCollection?
    let proxy: AnyObject
    /// The values with which the proxy was made.
    let initial: [NSObject?]

    /// Whether the proxy was given a value.
    func has(_ row: Int) -> Bool {
      let row = (AppearanceRow.all[row], initial[row])
      return row.0.applies(proxy) && row.0.value(proxy) != row.1
    }
  }

  /// How closely a proxy is meant, from the most to the least important.
  private struct Rank: Comparable {
    var derivation: Int
    /// The place of the outermost container; -1 without one.
    var reach: Int
    var containers: Int
    var hasTraits: Bool
    var age: Int

    static func < (one: Rank, other: Rank) -> Bool {
      func list(_ rank: Rank) -> [Int] {
        [rank.derivation, rank.reach, rank.containers, rank.hasTraits ? 1 : 0, rank.age]
      }
      return list(one).lexicographicallyPrecedes(list(other))
    }
  }

  private static var entries: [Entry] = []
  /// The values of new objects, by their classes.
  private static var initialValues: [ObjectIdentifier: [NSObject?]] = [:]

  /// Whether there are proxies.
  static var isAny: Bool { !entries.isEmpty }

  /// The proxy of a class, containers and traits, which is made when it is first asked for.
  static func proxy<Object: NSObjectProtocol>(
    _ type: Object.Type,
    _ containers: [any UIAppearanceContainer.Type],
    _ traits: UITraitCollection?
  ) -> Object {
    let owner: AnyClass = type
    let classes = containers.map { $0 as AnyClass }
    let known = entries.first { entry in
      entry.owner == owner && entry.traits == traits
        && entry.containers.elementsEqual(classes) { $0 == $1 }
    }
    if let proxy = known?.proxy as? Object { return proxy }
    guard let object = AppearanceMaker.object(of: owner), let proxy = object as? Object else {
      fatalError("UIKit: \(owner) has an appearance proxy and does not implement init(frame:)")
    }
    entries.append(
      Entry(
        owner: owner,
        containers: classes,
        traits: traits,
        proxy: object,
        initial: values(of: object)
      )
    )
    return proxy
  }

  private static func values(of object: AnyObject) -> [NSObject?] {
    AppearanceRow.all.map { $0.applies(object) ? $0.value(object) : nil }
  }

  /// The values of a new object of UIKit's class that a class is, or is derived from.
  private static func initialValues(of type: AnyClass) -> [NSObject?] {
    if let known = initialValues[ObjectIdentifier(type)] { return known }
    var next: AnyClass? = type
    var found: AnyObject?
    while let candidate = next, found == nil {
      if String(reflecting: candidate).hasPrefix("UIKit.") {
        found = AppearanceMaker.object(of: candidate)
      }
      next = _getSuperclass(candidate)
    }
    let values = found.map(values(of:)) ?? AppearanceRow.all.map { _ in nil }
    initialValues[ObjectIdentifier(type)] = values
    return values
  }

  /// Gives an object what the proxies of its classes have, unless it has its own.
  ///
  /// - Parameter place: The view that it is in, or itself.
  static func dress(_ object: any AppearanceTaker, in place: UIView) {
    guard isAny, !entries.contains(where: { $0.proxy === object }) else { return }
    let matches = entries.enumerated()
      .compactMap { age, entry in rank(entry, age, object, place).map { ($0, entry) } }
      .sorted { $0.0 > $1.0 }
    guard !matches.isEmpty else { return }
    let initial = initialValues(of: type(of: object))
    for (number, row) in AppearanceRow.all.enumerated() where row.applies(object) {
      guard let entry = matches.first(where: { $0.1.has(number) })?.1 else { continue }
      let (value, taken) = (row.value(object), object.takenAppearance[number])
      guard value == initial[number] || (taken != nil && value == taken) else { continue }
      if value != row.value(entry.proxy) { row.copy(entry.proxy, object) }
      object.takenAppearance[number] = row.value(object)
    }
  }

  /// Nil if the proxy is not for the object.
  private static func rank(
    _ entry: Entry,
    _ age: Int,
    _ object: AnyObject,
    _ place: UIView
  ) -> Rank? {
    guard let derivation = distance(from: entry.owner, to: type(of: object)) else { return nil }
    if let traits = entry.traits, !place.traitCollection.containsTraits(in: traits) { return nil }
    var wanted = entry.containers[...]
    var reach = -1
    var next: UIResponder? = place === object ? place.next : place
    var step = 0
    while let container = next, let type = wanted.first {
      if distance(from: type, to: Swift.type(of: container)) != nil {
        wanted.removeFirst()
        reach = step
      }
      next = container.next
      step += 1
    }
    guard wanted.isEmpty else { return nil }
    return Rank(
      // The fewer steps from the proxy's class, the closer.
      derivation: -derivation,
      reach: reach,
      containers: entry.containers.count,
      hasTraits: entry.traits != nil,
      age: age
    )
  }

  /// The steps from a class down to one derived from it; nil if it is not.
  private static func distance(from base: AnyClass, to derived: AnyClass) -> Int? {
    var (type, steps): (AnyClass?, Int) = (derived, 0)
    while let found = type {
      if found == base { return steps }
      type = _getSuperclass(found)
      steps += 1
    }
    return nil
  }
}

extension UIView: AppearanceTaker {
  var takenAppearance: [Int: NSObject] {
    get { extras?.takenAppearance ?? [:] }
    set { ownExtras.takenAppearance = newValue }
  }
}

extension UIBarItem: AppearanceTaker {}
