// The demos of Neuburg's chapter on layers.
// Licensed under the MIT license; see LICENSE.

import BookKit

@MainActor
enum Neuburg {
  static let demos =
    NeuburgHierarchy.demos + NeuburgDrawing.demos + NeuburgCompass.demos + NeuburgLooks.demos
    + SpecialShapes.demos + SpecialViews.demos + SpecialTiles.demos
}
