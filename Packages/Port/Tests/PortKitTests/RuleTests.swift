// Each rule, before and after.
// Licensed under the MIT license; see LICENSE.

import PortKit
import Testing

/// A text before and after a port.
struct Pair: Sendable, CustomTestStringConvertible {
  let name: String
  let before: String
  let after: String
  var findings: [String] = []

  var testDescription: String { name }

  /// Expects the port of the text, and a second one that changes nothing.
  func check(sourceLocation: SourceLocation = #_sourceLocation) {
    let ported = Ported(before)
    #expect(ported.text == after, sourceLocation: sourceLocation)
    #expect(ported.findings == findings, sourceLocation: sourceLocation)
    #expect(
      ported.again.text == after,
      "a second port changes nothing",
      sourceLocation: sourceLocation
    )
    #expect(ported.again.result.changes.isEmpty, sourceLocation: sourceLocation)
  }
}

@Suite("Rules")
struct RuleTests {
  @Test("Before and after", arguments: attributes + starts + selectors + strings + gates + layers)
  func pair(_ pair: Pair) {
    pair.check()
  }

  static let attributes = [
    Pair(
      name: "attributes before words, alone in lines, after others",
      before: """
        import UIKit
        @objc(AClass) @objcMembers public class A: UIView {
          @objc
          func a() {}
          @IBAction @objc
          func b(_ s: A) {} // @objc stays
          @IBAction func g() {}
          @available(iOS 13, *)   @objc  func c() {}
          @IBInspectable @objc var d = 1
          @objc dynamic   func e() {}
          @nonobjc func f() {}
        }
        @objc enum Side: Int { case left }
        """,
      after: """
        import UIKit
        public class A: UIView {
          func a() {}
          @IBAction
          func b(_ s: A) {} // @objc stays
          func g() {}
          @available(iOS 13, *)   func c() {}
          @IBInspectable var d = 1
          dynamic   func e() {}
          @nonobjc func f() {}
        }
        enum Side: Int { case left }
        """
    ),
    Pair(
      name: "outlets lose their attribute",
      before: "class A {\n\t@IBOutlet weak var b: B!\n}",
      after: "class A {\n\tweak var b: B!\n}"
    ),
  ]

  static let starts = [
    Pair(
      name: "the delegate of an app gets a main function",
      before: """
        import UIKit
        @UIApplicationMain
        class AppDelegate: UIResponder, UIApplicationDelegate {

            var window: UIWindow?
        }
        @main final class Other: UIResponder, UIApplicationDelegate { static func main() {} }
        """,
      after: """
        import UIKit
        @main
        class AppDelegate: UIResponder, UIApplicationDelegate {
            static func main() { UIApplication.run(AppDelegate()) }

            var window: UIWindow?
        }
        @main final class Other: UIResponder, UIApplicationDelegate { static func main() {} }
        """
    ),
    Pair(
      name: "the delegate of a scene can be made",
      before: """
        import UIKit
        class SceneDelegate: UIResponder, UIWindowSceneDelegate {
          var window: UIWindow?
        }
        class Second: UIResponder, UIWindowSceneDelegate {
          override init() { super.init() }
        }
        """,
      after: """
        import UIKit
        class SceneDelegate: UIResponder, UIWindowSceneDelegate, UISceneDelegateMaking {
          required override init() { super.init() }
          var window: UIWindow?
        }
        class Second: UIResponder, UIWindowSceneDelegate, UISceneDelegateMaking {
          required override init() { super.init() }
        }
        """
    ),
  ]

  static let selectors = [
    Pair(
      name: "selectors bring their methods along",
      before: """
        import UIKit
        final class A<T>: UIView {
          private let x = #selector(step(_:)), y = #selector(A.plain)
          @objc private func step(_ link: CADisplayLink) {}
          @objc func plain() {}
          @objc func move(to a: Int, animated: Bool) {}
          @objc func scale(by a: Int) {}
          @objc func turn(angle: Int) {}
          @objc(other:) func renamed(_ a: Int) {}
          func all() {
            _ = [#selector(move), #selector(self.scale(by:)), #selector(Self.turn(angle:))]
            _ = [#selector(renamed), #selector( setNeedsDisplay as () -> Void )]
            _ = #selector(A.step(_:) as (A) -> (CADisplayLink) -> Void)
          }
        }
        """,
      after: """
        import UIKit
        final class A<T>: UIView {
          private let x = Selector("step:", A.step(_:)), y = Selector("plain", A.plain)
          private func step(_ link: CADisplayLink) {}
          func plain() {}
          func move(to a: Int, animated: Bool) {}
          func scale(by a: Int) {}
          func turn(angle: Int) {}
          func renamed(_ a: Int) {}
          func all() {
            _ = [Selector("moveTo:animated:", A.move), Selector("scaleBy:", A.scale(by:)), \
        Selector("turnWithAngle:", A.turn(angle:))]
            _ = [Selector("other:", A.renamed), Selector("setNeedsDisplay", \
        A.setNeedsDisplay as @MainActor (A) -> @isolated(any) () -> Void)]
            _ = Selector("step:", A.step(_:) as @MainActor (A) -> @isolated(any) (CADisplayLink) -> Void)
          }
        }
        """
    ),
    Pair(
      name: "selectors of objects and of strings find the class that has them",
      before: """
        import UIKit
        class Owner: NSObject {
          @objc func tapped(_ sender: Any) {}
        }
        extension UIViewController {
          func add(_ owner: Owner) {
            _ = UITapGestureRecognizer(target: owner, action: #selector(owner.tapped(_:)))
            _ = UITapGestureRecognizer(target: owner, action: Selector(("tapped:")))
            _ = UITapGestureRecognizer(target: self, action: #selector(hello))
          }
          @objc func hello() {}
        }
        """,
      after: """
        import UIKit
        class Owner: NSObject {
          func tapped(_ sender: Any) {}
        }
        extension UIViewController {
          func add(_ owner: Owner) {
            _ = UITapGestureRecognizer(target: owner, action: Selector("tapped:", Owner.tapped(_:)))
            _ = UITapGestureRecognizer(target: owner, action: Selector("tapped:", Owner.tapped(_:)))
            _ = UITapGestureRecognizer(target: self, action: Selector("hello", UIViewController.hello))
          }
          func hello() {}
        }
        """
    ),
    Pair(
      name: "selectors in extensions of protocols and in functions find the only class",
      before: """
        import UIKit
        protocol Tappable {}
        extension Tappable { func f() { _ = #selector(Owner.Inner.tap) } }
        extension Tappable { func g() { _ = #selector(tap) } }
        let selector = #selector(type(of: owner).tap)
        enum Owner { final class Inner { @objc func tap() {} } }
        """,
      after: """
        import UIKit
        protocol Tappable {}
        extension Tappable { func f() { _ = Selector("tap", Owner.Inner.tap) } }
        extension Tappable { func g() { _ = Selector("tap", Owner.Inner.tap) } }
        let selector = Selector("tap", Owner.Inner.tap)
        enum Owner { final class Inner { func tap() {} } }
        """
    ),
    Pair(
      name: "selectors that have no method are told of",
      before: """
        import UIKit
        class A: NSObject {
          var s: Selector { #selector(other.unknown) }
          var g: Selector { #selector(getter: A.name) }
          var n: Selector { #selector(setter: name) }
          @objc static func all() {}
          var t: Selector { #selector(A.all) }
          @objc var name = ""
        }
        """,
      after: """
        import UIKit
        class A: NSObject {
          var s: Selector { Selector("unknown") }
          var g: Selector { Selector("name") }
          var n: Selector { Selector("setName:") }
          static func all() {}
          var t: Selector { Selector("all") }
          var name = ""
        }
        """,
      findings: [
        "3: the selector unknown has no method: the class that has it is not known",
        "4: the getter of a property cannot be called by its name",
        "5: the setter of a property cannot be called by its name",
        "7: the selector all has no method: it is a type's method",
      ]
    ),
    Pair(
      name: "a file that has no UIKit imports it for Selector",
      before: "import Foundation\nclass A { @objc func b() { _ = #selector(b) } }\n",
      after: "import Foundation\nimport UIKit\nclass A { func b() { _ = Selector(\"b\", A.b) } }\n"
    ),
  ]

  static let strings = [
    Pair(
      name: "key paths become strings",
      before: """
        import QuartzCore
        let a = CABasicAnimation(keyPath: #keyPath(CALayer.position))
        let b = [#keyPath(CAShapeLayer.isHidden), #keyPath(Outer.Pie.angle), #keyPath(pie.angle)]
        let c = "#keyPath(CALayer.position)", d = #keyPath(Pie.isOpen)
        class Pie: CALayer { @objc(arc) var angle: CGFloat { 0 }; @objc var isOpen: Bool { true } }
        """,
      after: """
        import QuartzCore
        let a = CABasicAnimation(keyPath: "position")
        let b = ["hidden", "arc", "pie.arc"]
        let c = "#keyPath(CALayer.position)", d = "isOpen"
        class Pie: CALayer { var angle: CGFloat { 0 }; var isOpen: Bool { true } }
        """
    )
  ]

  static let gates = [
    Pair(
      name: "questions for iOS ask for UIKit",
      before: """
        #if os(iOS) || os(tvOS) // both
        #elseif !os( iOS ) && swift(>=5)
        #elseif os(macOS) || os(iOS) && DEBUG || (os(iOS) || os(visionOS))
        #elseif os(tvOS)
        #endif
        #if os(macOS)||os(tvOS)||os(iOS)||os(watchOS)
        let os = { (_: Int) in }, iOS = 1; func f() { os(iOS) }
        #endif
        """,
      after: """
        #if canImport(UIKit) // both
        #elseif !canImport(UIKit) && swift(>=5)
        #elseif os(macOS) || canImport(UIKit) && DEBUG || (canImport(UIKit))
        #elseif os(tvOS)
        #endif
        #if os(macOS)||canImport(UIKit)
        let os = { (_: Int) in }, iOS = 1; func f() { os(iOS) }
        #endif
        """
    ),
    Pair(
      name: "imports of parts import the whole",
      before: """
        import CoreImage.CIFilterBuiltins
        @_exported import UIKit.UIGestureRecognizerSubclass // why
        import class UIKit.UIView
        import func Darwin.sin
        import Cocoa
        import struct Other.Thing
        #if canImport(Darwin)
        import Darwin
        #endif
        """,
      after: """
        import CoreImage
        @_exported import UIKit // why
        import UIKit
        import Foundation
        import AppKit
        import struct Other.Thing
        #if canImport(Darwin)
        import Darwin
        #endif
        """
    ),
    Pair(
      name: "OpenCombine stands for Combine, also before names",
      before: """
        import Combine
        import class Combine.Future
        var bag: Set<Combine.AnyCancellable> = []
        let one = Combine.Just(1).sink { _ in }
        let other = model.Combine.value
        """,
      after: """
        import OpenCombineShim
        import OpenCombineShim
        var bag: Set<OpenCombineShim.AnyCancellable> = []
        let one = OpenCombineShim.Just(1).sink { _ in }
        let other = model.Combine.value
        """
    ),
    Pair(
      name: "AVKit is here, but for its choice of devices",
      before: "import AVKit\nlet a = AVPlayerViewController()\nlet b = AVRoutePickerView()\n",
      after: "import AVKit\nlet a = AVPlayerViewController()\nlet b = AVRoutePickerView()\n",
      findings: ["3: AVRoutePickerView: not yet: the rest of AVKit"]
    ),
    Pair(
      name: "modules that are not here are told of where they are compiled",
      before: "import CoreData\n#if canImport(Combine)\nimport Combine\n#endif\n",
      after: "import CoreData\n#if canImport(Combine)\nimport Combine\n#endif\n",
      findings: ["1: there is no module CoreData here"]
    ),
  ]

  static let layers = [
    Pair(
      name: "properties of layers get their wrapper and a value",
      before: """
        import UIKit
        class Base: CAShapeLayer {}
        class Pie: Base {
          @NSManaged public var angle: CGFloat // degrees
          @NSManaged var color: UIColor?, dynamic var x: Int
          @objc dynamic var width: Double = 2 { didSet { setNeedsDisplay() } }
          @objc var center: CGPoint
          @objc var sum: CGFloat { angle }
          @objc lazy var late = 1
          @objc private(set) var list: [CGFloat]
        }
        class Model: NSManagedObject { @NSManaged var name: String }
        """.replacing(
          "@NSManaged var color: UIColor?, dynamic var x: Int",
          with: "@NSManaged dynamic var color: UIColor?"
        ),
      after: """
        import UIKit
        class Base: CAShapeLayer {}
        class Pie: Base {
          @LayerProperty public var angle: CGFloat = 0 // degrees
          @LayerProperty var color: UIColor? = nil
          @LayerProperty var width: Double = 2 { didSet { setNeedsDisplay() } }
          @LayerProperty var center: CGPoint = .zero
          var sum: CGFloat { angle }
          lazy var late = 1
          @LayerProperty private(set) var list: [CGFloat] = []
        }
        class Model: NSManagedObject { @NSManaged var name: String }
        """,
      findings: ["12: @NSManaged outside of a layer: there is no Core Data here"]
    )
  ]
}
