// The views and recognisers that a finger comes down on.
// Licensed under the MIT license; see LICENSE.

/// The views under a finger, from the one that was hit up to the window, with their recognisers.
///
/// The shell makes it once, when the finger comes down; it never changes afterwards.
package struct TouchChain: Sendable {
  /// A view of the chain.
  package struct Link: Sendable {
    package var view: Int
    package var isMultiple = false
    package var isExclusive = false
    /// Its pan, for a scroll view; else -1.
    package var pan = -1
    /// Whether the scroll view holds back touches of its content.
    package var delaysContent = false

    package init(view: Int) { self.view = view }
  }

  /// A recogniser of the chain.
  package struct Recognizer: Sendable {
    package var id: Int
    /// The place of its view in the chain.
    package var link: Int

    package init(id: Int, link: Int) {
      self.id = id
      self.link = link
    }
  }

  package var window: Int
  /// The deepest first.
  package var links: [Link]
  /// Those of the deepest view first, in the order of their addition.
  package var recognizers: [Recognizer]

  package init(window: Int, links: [Link] = [], recognizers: [Recognizer] = []) {
    self.window = window
    self.links = links
    self.recognizers = recognizers
  }
}
