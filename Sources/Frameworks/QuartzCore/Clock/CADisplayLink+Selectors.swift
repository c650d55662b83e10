// Display links that call methods by their names.
// Licensed under the MIT license; see LICENSE.

extension CADisplayLink {
  /// Creates a link that calls a method by its name.
  ///
  /// - Parameters:
  ///   - target: The object; the link retains it.
  ///   - sel: The method, as `Selector("step:", Player.step)`.
  public convenience init(target: Any, selector sel: Selector) {
    let target = target as AnyObject
    let call = LinkCall { link in SelectorCall.send(sel, to: target, from: link) }
    self.init(target: call, selector: LinkCall.step)
  }
}

/// A call of a link, on the thread that has the views.
private final class LinkCall {
  private let body: (CADisplayLink) -> Void

  init(_ body: @escaping (CADisplayLink) -> Void) {
    self.body = body
  }

  func step(_ link: CADisplayLink) { body(link) }
}
