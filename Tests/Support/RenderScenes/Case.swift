// The cases of the texts that Core Animation is written down in, and the scenes that show them.
// Licensed under the MIT license; see LICENSE.
//
// A case has an id, that of the row in the inventories which says what must be seen. Its scenes take
// stage, sizes and colours from there, and have what it expects as probes: colours at places. What
// the places do not say, the reference pictures do.

/// A case, and the scenes that show it or the reason why none does.
package struct Case: Sendable, CustomStringConvertible {
  package var id: String
  package var scenes: [Scene] = []
  /// What it shows as time goes by.
  package var motions: [Motion] = []
  /// Why there is no scene, or what of the case the scenes leave out.
  package var scope = Scope.pictures

  package var description: String { id }

  /// What of a case is shown here.
  package enum Scope: Sendable, Equatable {
    /// All of it.
    case pictures
    /// The pictures; the rest is tested elsewhere, or waits for what it needs.
    case picturesBut(Missing)
    /// Nothing.
    case nothing(Missing)
  }

  /// What a case needs that still pictures of layers do not have.
  package enum Missing: Sendable, Equatable {
    /// Its point is what animations do, which values show.
    case animation
    /// Views, windows, events or a host are what it is about.
    case view
    /// It needs filters that work on pixels.
    case filter
    /// What it says is about values and calls; tests of the named suite check them.
    case values(suite: String)
  }

  package init(
    _ id: String,
    _ scope: Scope = .pictures,
    _ scenes: [Scene] = [],
    _ motions: [Motion] = []
  ) {
    (self.id, self.scope, self.scenes, self.motions) = (id, scope, scenes, motions)
  }

  /// A case whose pictures are all of things that move.
  package init(_ id: String, _ motions: [Motion]) {
    (self.id, self.motions) = (id, motions)
  }

  package init(_ id: String, _ missing: Missing) {
    (self.id, scope) = (id, .nothing(missing))
  }

  /// All cases of the chapters on layers, at rest and moving.
  package static let all: [Case] =
    guideCases + hierarchyCases + styleOrderCases + backingCases + geometryCases + effectCases
    + transformCases + chapterCases + bookCases + classCases + clientCases + emitterCases
    + implicitMotions + explicitMotions + timeMotions + easingMotions + guideMotions
    + guideTimeMotions + bookMotions + bookKeyframeMotions
}
