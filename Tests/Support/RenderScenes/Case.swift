// The cases of the texts that Core Animation is written down in, and the scenes that show them.
// Licensed under the MIT license; see LICENSE.
//
// A case has an id, that of the row in the inventories which says what must be seen. Its scenes
// take stage, sizes and colours from there, and have what it expects as probes: colours at places.
// The reference pictures show the rest.

/// A case, and the scenes that show it or the reason why none does.
package struct Case: Sendable, CustomStringConvertible {
  package var id: String
  package var scenes: [Scene] = []
  /// The case in motion, as time goes by.
  package var motions: [Motion] = []
  /// The reason for having no scene, or the part of the case that the scenes leave out.
  package var scope = Scope.pictures

  package var description: String { id }

  /// The part of a case that is shown here.
  package enum Scope: Sendable, Equatable {
    /// All of it.
    case pictures
    /// The pictures; the rest is tested elsewhere, or waits for what it needs.
    case picturesBut(Missing)
    /// Nothing.
    case nothing(Missing)
  }

  /// The substitute for the scenes of a case, or for the rest of them.
  package enum Missing: Sendable, Equatable {
    /// A function of a test suite, `Suite.function`, whose comment names the case.
    case test(String)
    /// Another case shows it, or a scene of the sheets: figures are of what was built before.
    case shownBy(String)
    /// The demo of the book with the number of the case, in `Examples/Book`.
    case book
    /// Nothing, for the reason that Rows.txt of the book has.
    case reason
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

  /// All cases of the inventories; figures that are of a case's picture go by its row.
  package static let all: [Case] =
    guideCases + hierarchyCases + styleOrderCases + backingCases + geometryCases + effectCases
    + transformCases + chapterCases + bookCases + classCases + clientCases + emitterCases
    + implicitMotions + explicitMotions + timeMotions + easingMotions + guideMotions
    + guideTimeMotions + bookMotions + bookKeyframeMotions + figureCases + shimCases
    + filterCases + filterMotions + resizingMotions
    + performanceCases
}
