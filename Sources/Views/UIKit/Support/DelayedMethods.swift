// Methods that are called by their names, some time later.
// Licensed under the MIT license; see LICENSE.

public import Foundation
import QuartzSharing
public import QuartzCore

extension NSObject {
  /// Calls a method by its name after a delay, on the clock of the window shown last.
  ///
  /// The object is retained until then.
  ///
  /// - Parameters:
  ///   - aSelector: The method's name, as `Selector("hide", Toast.hide)`.
  ///   - anArgument: The method's argument.
  ///   - delay: In seconds; at least the next turn of the run loop.
  public func perform(_ aSelector: Selector, with anArgument: Any?, afterDelay delay: TimeInterval)
  {
    let request = DelayedMethods.Request(aSelector, anArgument)
    // They are used on the views' thread alone.
    let held = Transferred((object: self, argument: anArgument, request: request))
    request.call = ViewClock.call(after: max(delay, 0)) {
      let (object, argument, request) = held.value
      guard DelayedMethods.remove(request, of: object) else { return }
      SelectorCall.send(aSelector, to: object, from: argument)
    }
    DelayedMethods.add(request, of: self)
  }

  /// Takes back all methods of an object that wait for their time.
  public class func cancelPreviousPerformRequests(withTarget aTarget: Any) {
    DelayedMethods.cancel(aTarget as AnyObject) { _ in true }
  }

  /// Takes back the calls of one method that wait for their time.
  ///
  /// - Parameters:
  ///   - aTarget: The object.
  ///   - aSelector: The method's name.
  ///   - anArgument: The argument that was given; equal objects are treated as the same.
  public class func cancelPreviousPerformRequests(
    withTarget aTarget: Any,
    selector aSelector: Selector,
    object anArgument: Any?
  ) {
    let argument = anArgument.map { $0 as AnyObject }
    DelayedMethods.cancel(aTarget as AnyObject) { request in
      guard request.selector == aSelector else { return false }
      let own = request.argument.map { $0 as AnyObject }
      return own === argument || (own as? NSObject).map { $0.isEqual(argument) } ?? false
    }
  }
}

/// The methods that wait for their time.
private enum DelayedMethods {
  final class Request {
    let selector: Selector
    let argument: Any?
    var call: ViewClock.Call?

    init(_ selector: Selector, _ argument: Any?) {
      self.selector = selector
      self.argument = argument
    }
  }

  private static let lists = Guarded<[ObjectIdentifier: [Request]]>([:])

  static func add(_ request: Request, of object: AnyObject) {
    let id = ObjectIdentifier(object)
    lists.withLock { $0[id, default: []].append(request) }
  }

  /// Removes a request, and returns whether it was there.
  static func remove(_ request: Request, of object: AnyObject) -> Bool {
    let id = ObjectIdentifier(object)
    return lists.withLock { lists in
      guard let index = lists[id]?.firstIndex(where: { $0 === request }) else { return false }
      lists[id]?.remove(at: index)
      if lists[id]?.isEmpty == true { lists[id] = nil }
      return true
    }
  }

  static func cancel(_ object: AnyObject, _ isMeant: (Request) -> Bool) {
    let id = ObjectIdentifier(object)
    let waiting = lists.withLock { $0[id] ?? [] }
    for request in waiting where isMeant(request) && remove(request, of: object) {
      request.call?.cancel()
    }
  }
}
