// The demos of the programming guide that need layers or views.
// Licensed under the MIT license; see LICENSE.

import BookKit

@MainActor
enum Guide {
  static let demos =
    GuideGeometry.demos + GuideContents.demos + GuidePrinting.demos + GuideRedraw.demos
    + GuideAnimation.demos
    + GuideTree.demos + GuideTime.demos + GuideStyle.demos + GuideKeys.demos
}
