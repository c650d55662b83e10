// Imports of modules that are not here: those that a file does not use are taken out.
// Licensed under the MIT license; see LICENSE.

import PortKit
import Testing

@Suite("Unused imports")
struct UnusedImportTests {
  @Test("before and after", arguments: taken + kept)
  func pair(_ pair: Pair) {
    pair.check()
  }

  static let taken = [
    Pair(
      name: "with attributes, in conditions, beside others in a line",
      before: """
        import GameplayKit // of a template
        import UIKit
        @preconcurrency
        import MapKit
        public import WebKit
        #if DEBUG
        import Photos
        #endif
        import CloudKit; import StoreKit
        import Vision; let views = [UIView()]
        """,
      after: """
        // of a template
        import UIKit
        #if DEBUG
        #endif

        let views = [UIView()]
        """
    ),
    Pair(
      name: "previews go, with the import that they alone need",
      before: """
        import SwiftUI
        import UIKit
        final class A: UIViewController {}
        struct A_Previews: PreviewProvider {
          static var previews: some View { Text(NSClassFromString("A") == nil ? "" : "a") }
        }
        @available(iOS 17, *)
        #Preview("A", traits: .defaultLayout) {
          A()
        }
        #Preview { A() }
        #if DEBUG
        enum Others: SwiftUI.PreviewProvider {}
        #endif
        """,
      after: """
        import UIKit
        final class A: UIViewController {}
        #if DEBUG
        #endif
        """
    ),
    Pair(
      name: "what SwiftUI brings along is imported",
      before: "import SwiftUI\nfinal class A: UIView {}\n#Preview { A() }\n",
      after: "import UIKit\nfinal class A: UIView {}\n"
    ),
    Pair(
      name: "what they bring along is imported",
      before: "import Photos\nclass A: UIView {}\n",
      after: "import UIKit\nclass A: UIView {}\n"
    ),
    Pair(
      name: "layers and Foundation alone",
      before: "import Photos\nclass A: CALayer { let url: URL? = nil }\n",
      after: "import QuartzCore\nimport Foundation\nclass A: CALayer { let url: URL? = nil }\n"
    ),
    Pair(
      name: "nothing that is imported already",
      before: "import CoreGraphics\nimport Foundation\nimport Photos\nlet a = CGRect.zero\n",
      after: "import CoreGraphics\nimport Foundation\nlet a = CGRect.zero\n"
    ),
    Pair(
      name: "places come with a module of maps, and are here",
      before: "import UIKit\nimport MapKit\nlet best = kCLLocationAccuracyBest, a: UIView? = nil\n",
      after:
        "import UIKit\nimport CoreLocation\nlet best = kCLLocationAccuracyBest, a: UIView? = nil\n"
    ),
    Pair(
      name: "places alone",
      before: "import MapKit\nlet a = CLLocation(latitude: 1, longitude: 2)\n",
      after: """
        import CoreLocation
        import Foundation
        let a = CLLocation(latitude: 1, longitude: 2)

        """
    ),
    Pair(
      name: "a word that begins like a prefix is no name",
      before: "import UIKit\nimport GameplayKit\nimport MapKit\nlet GKit = 1, map = MKSmall\n",
      after: "import UIKit\nimport MapKit\nlet GKit = 1, map = MKSmall\n",
      findings: ["3: there is no module MapKit here"]
    ),
    Pair(
      name: "comments and texts are no names",
      before:
        "import UIKit\nimport GameplayKit\n// GKState\nlet a = \"GKState\", gk = 1\n",
      after: "import UIKit\n// GKState\nlet a = \"GKState\", gk = 1\n"
    ),
  ]

  static let kept = [
    Pair(
      name: "names of a module, its constants, its members, and of what it brings along",
      before: """
        import UIKit
        import MapKit
        import Photos
        import Intents
        import Vision
        import StoreKit
        let place: MKMapView, best = kPHImageManagerMaximumSize, old = activity.interaction
        let request = RecognizeTextRequest(), bought: `Transaction`
        """,
      after: """
        import UIKit
        import MapKit
        import Photos
        import Intents
        import Vision
        import StoreKit
        let place: MKMapView, best = kPHImageManagerMaximumSize, old = activity.interaction
        let request = RecognizeTextRequest(), bought: `Transaction`
        """,
      findings: [
        "2: there is no module MapKit here", "3: there is no module Photos here",
        "4: there is no module Intents here", "5: there is no module Vision here",
        "6: there is no module StoreKit here",
      ]
    ),
    Pair(
      name: "exported ones, parts, modules whose names are not known, code of other systems",
      before: """
        import UIKit
        @_exported import GameplayKit
        import class GameplayKit.GKState
        import GameplayKit.GKState
        import CoreData
        #if os(macOS)
        import WebKit
        #endif
        """,
      after: """
        import UIKit
        @_exported import GameplayKit
        import class GameplayKit.GKState
        import GameplayKit.GKState
        import CoreData
        #if os(macOS)
        import WebKit
        #endif
        """,
      findings: [
        "2: there is no module GameplayKit here", "3: there is no module GameplayKit here",
        "4: there is no module GameplayKit here", "5: there is no module CoreData here",
      ]
    ),
    Pair(
      name: "names before the module's own, and names in branches that are not compiled",
      before: """
        import UIKit
        import Messages
        import Photos
        let a = Messages.other
        #if os(macOS)
        let b: PHAsset
        #endif
        """,
      after: """
        import UIKit
        import Messages
        import Photos
        let a = Messages.other
        #if os(macOS)
        let b: PHAsset
        #endif
        """,
      findings: ["2: there is no module Messages here", "3: there is no module Photos here"]
    ),
  ]

  @Test("a change is told of with its line and rule")
  func change() {
    let changes = Ported("import UIKit\nimport GameplayKit\n").result.changes
    #expect(changes.map(\.description) == ["A.swift:2: unused import\n- import GameplayKit"])
  }

  @Test("modules of the package with such a name are its own")
  func ownModules() {
    let sources =
      [("Network", "Sources/Network/A.swift", "public let a = 1\n")]
      + [("App", "Sources/App/B.swift", "import Network\nlet b = a\n")]
    let result = Porter.port(
      sources.map { SourceText(path: $0.1, module: $0.0, bytes: Array($0.2.utf8)) }
    )
    #expect(result.files.isEmpty && result.findings.isEmpty)
  }

  @Test("files that do not parse keep theirs")
  func broken() {
    let ported = Ported("import UIKit\nimport Photos\nlet = = ) class\n")
    #expect(ported.text.contains("import Photos"))
  }

  @Test("thousands of imports take no time that grows with their square")
  func many() {
    let text = String(repeating: "import GameplayKit\nimport Photos\n", count: 5_000)
    #expect(Ported(text + "let a = PHAsset()\n").findings.count == 5_000)
  }
}
