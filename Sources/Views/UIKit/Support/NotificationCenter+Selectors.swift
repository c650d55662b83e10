// Observers of notifications that are called by the names of their methods.
// Licensed under the MIT license; see LICENSE.

public import Foundation
import QuartzSharing
public import QuartzCore

extension NotificationCenter {
  /// Calls a method of an object for each notification.
  ///
  /// The observer is not retained; once it is gone, it is called no more.
  ///
  /// - Parameters:
  ///   - observer: The object.
  ///   - aSelector: The method's name; the notification is its argument.
  ///   - aName: The name to observe; nil for all.
  ///   - anObject: The sender to observe; nil for all.
  public func addObserver(
    _ observer: Any,
    selector aSelector: Selector,
    name aName: NSNotification.Name?,
    object anObject: Any?
  ) {
    let observation = SelectorObservation(self, observer as AnyObject, aName, anObject)
    let held = WeakTransferred(observation)
    observation.token = addObserver(forName: aName, object: anObject, queue: nil) { notification in
      guard let observation = held.object else { return }
      guard let observer = observation.observer else { return observation.end() }
      SelectorCall.send(aSelector, to: observer, from: notification)
    }
    Observations.add(observation)
  }

  /// Ends all calls of an object's methods.
  public func removeObserver(_ observer: AnyObject) {
    removeObserver(observer, name: nil, object: nil)
  }

  /// Ends calls of an object's methods.
  ///
  /// - Parameters:
  ///   - observer: The object, or what `addObserver(forName:object:queue:using:)` returned.
  ///   - aName: The name that is observed; nil for all.
  ///   - anObject: The sender that is observed; nil for all.
  public func removeObserver(
    _ observer: AnyObject,
    name aName: NSNotification.Name?,
    object anObject: Any?
  ) {
    // One that closures were given to is Foundation's.
    removeObserver(observer as Any, name: aName, object: anObject)
    let sender = anObject.map { $0 as AnyObject }
    for observation in Observations.remove(observer, where: { $0.fits(self, aName, sender) }) {
      observation.end()
    }
  }
}

/// A method that a center calls; it never changes but at the start and the end.
private final class SelectorObservation {
  weak var center: NotificationCenter?
  weak var observer: AnyObject?
  let name: NSNotification.Name?
  weak var sender: AnyObject?
  var token: (any NSObjectProtocol)?

  init(
    _ center: NotificationCenter,
    _ observer: AnyObject,
    _ name: NSNotification.Name?,
    _ sender: Any?
  ) {
    self.center = center
    self.observer = observer
    self.name = name
    self.sender = sender.map { $0 as AnyObject }
  }

  /// Whether a removal means it; nil stands for any.
  func fits(
    _ center: NotificationCenter,
    _ name: NSNotification.Name?,
    _ sender: AnyObject?
  ) -> Bool {
    self.center === center && (name == nil || name == self.name)
      && (sender == nil || sender === self.sender)
  }

  func end() {
    if let token { center?.removeObserver(token as Any) }
    token = nil
  }
}

/// The methods that centers call, by their objects.
private enum Observations {
  private struct Table {
    var lists: [ObjectIdentifier: [SelectorObservation]] = [:]
    var sweep = 64
  }

  private static let table = Guarded(Table())

  static func add(_ observation: SelectorObservation) {
    guard let observer = observation.observer else { return }
    let id = ObjectIdentifier(observer)
    let ended = table.withLock { table -> [SelectorObservation] in
      // An object that is gone may have had the same address.
      var ended = (table.lists[id] ?? []).filter { $0.observer == nil }
      table.lists[id, default: []].removeAll { $0.observer == nil }
      table.lists[id, default: []].append(observation)
      guard table.lists.count >= table.sweep else { return ended }
      for (id, list) in table.lists where list.allSatisfy({ $0.observer == nil }) {
        ended += list
        table.lists[id] = nil
      }
      table.sweep = max(64, table.lists.count * 2)
      return ended
    }
    for observation in ended { observation.end() }
  }

  static func remove(
    _ observer: AnyObject,
    where isMeant: (SelectorObservation) -> Bool
  ) -> [SelectorObservation] {
    let id = ObjectIdentifier(observer)
    return table.withLock { table in
      let removed = (table.lists[id] ?? []).filter(isMeant)
      table.lists[id]?.removeAll { observation in removed.contains { $0 === observation } }
      if table.lists[id]?.isEmpty == true { table.lists[id] = nil }
      return removed
    }
  }
}

extension UIApplication {
  /// The program went out of sight.
  ///
  /// Here and below: nothing posts it by itself, because no system moves programs; a program or a
  /// test does.
  public nonisolated static let didEnterBackgroundNotification =
    NSNotification.Name("UIApplicationDidEnterBackgroundNotification")
  /// The program is about to come into sight.
  public nonisolated static let willEnterForegroundNotification =
    NSNotification.Name("UIApplicationWillEnterForegroundNotification")
  /// The program became the active one.
  public nonisolated static let didBecomeActiveNotification =
    NSNotification.Name("UIApplicationDidBecomeActiveNotification")
  /// The program is about to be no longer the active one.
  public nonisolated static let willResignActiveNotification =
    NSNotification.Name("UIApplicationWillResignActiveNotification")
  /// Memory is short.
  public nonisolated static let didReceiveMemoryWarningNotification =
    NSNotification.Name("UIApplicationDidReceiveMemoryWarningNotification")
}
