// The programs by name, for a program that shows one of them.
// Licensed under the MIT license; see LICENSE.

import UIKit

/// The programs of this folder.
@MainActor
public enum ProgramCatalog {
  private static let makers: [String: @MainActor () -> UIViewController] = [
    "AnalogClock": { AnalogClockViewController() },
    "BarChart": { BarChartViewController() },
    "Calculator": { CalculatorViewController() },
    "CountdownRing": { CountdownViewController() },
    "CustomModal": { CustomModalViewController() },
    "Dial": { DialViewController() },
    "ExpandableTable": { ExpandableTableViewController() },
    "FilteredList": { FilteredListViewController() },
    "MemoryGame": { MemoryGameViewController() },
    "Onboarding": { OnboardingViewController() },
    "Pager": { PagerViewController() },
    "PhotoZoom": {
      PhotoZoomViewController(image: .landscape(size: CGSize(width: 480, height: 320)))
    },
    "PullToRefresh": { MessagesViewController() },
    "SideMenu": { SideMenuViewController() },
    "Sketchpad": { SketchpadViewController() },
    "Spinners": { SpinnersViewController() },
    "Stopwatch": { StopwatchViewController() },
    "Swatches": { SwatchesViewController() },
    "SwipeCards": { SwipeCardsViewController() },
    "Toasts": { ToastsViewController() },
  ]

  /// The names of the programs.
  public static var names: [String] { makers.keys.sorted() }

  /// Makes the controller of a program; nil for a name that none has.
  public static func controller(_ name: String) -> UIViewController? { makers[name]?() }
}
