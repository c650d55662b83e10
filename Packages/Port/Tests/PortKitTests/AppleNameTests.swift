// Names, imports and casts that only Apple's platforms have: each is rewritten or told of.
// Licensed under the MIT license; see LICENSE.

import PortKit
import Testing

@Suite("Names of Apple's platforms")
struct AppleNameTests {
  @Test("before and after", arguments: imports + names + casts + conditions)
  func pair(_ pair: Pair) {
    pair.check()
  }

  static let imports = [
    Pair(
      name: "imports under a condition that holds here are renamed",
      before: """
        import Foundation
        #if os(iOS)
        import ObjectiveC
        import UIKit
        #endif
        #if DEBUG
        import Darwin
        import WebKit
        #endif
        #if !os(Linux)
        import CoreFoundation
        #endif
        #if canImport(MapKit)
        import MapKit
        #endif
        """,
      after: """
        import Foundation
        #if canImport(UIKit)
        import UIKit
        import UIKit
        #endif
        #if DEBUG
        import Foundation
        #endif
        #if !os(Linux)
        import CoreFoundation
        #endif
        #if canImport(MapKit)
        import MapKit
        #endif
        """
    ),
    Pair(
      name: "selectors as a type and associated objects need UIKit",
      before: """
        import Foundation
        private var key = 0
        extension NSObject {
          var note: Any? {
            get { objc_getAssociatedObject(self, &key) }
            set { objc_setAssociatedObject(self, &key, newValue, .OBJC_ASSOCIATION_RETAIN) }
          }
          func call(_ action: Selector) {}
        }
        """,
      after: """
        import Foundation
        import UIKit
        private var key = 0
        extension NSObject {
          var note: Any? {
            get { objc_getAssociatedObject(self, &key) }
            set { objc_setAssociatedObject(self, &key, newValue, .OBJC_ASSOCIATION_RETAIN) }
          }
          func call(_ action: Selector) {}
        }
        """
    ),
    Pair(
      name: "requests need the part of Foundation that is a module of its own",
      before: """
        import UIKit
        func load(_ url: URL, _ end: @escaping (Data?, URLResponse?) -> Void) {
          URLSession.shared.dataTask(with: URLRequest(url: url)) { data, answer, _ in end(data, answer) }
        }
        """,
      after: """
        import UIKit
        import FoundationNetworking
        func load(_ url: URL, _ end: @escaping (Data?, URLResponse?) -> Void) {
          URLSession.shared.dataTask(with: URLRequest(url: url)) { data, answer, _ in end(data, answer) }
        }
        """
    ),
    Pair(
      name: "Core Graphics brings mathematics along",
      before: "import CoreGraphics\nfunc wave(_ x: CGFloat) -> CGFloat { sin(x) * 2 }",
      after: "import CoreGraphics\nfunc wave(_ x: CGFloat) -> CGFloat { sin(x) * 2 }"
    ),
    Pair(
      name: "run loops and seconds of Core Foundation come with QuartzCore",
      before: """
        import Foundation
        func wait(_ seconds: CFTimeInterval) {
          CFRunLoopRunInMode(.defaultMode, seconds, false)
        }
        """,
      after: """
        import Foundation
        import QuartzCore
        func wait(_ seconds: CFTimeInterval) {
          CFRunLoopRunInMode(.defaultMode, seconds, false)
        }
        """
    ),
    Pair(
      name: "tests import what XCTest brings along on iOS",
      before: """
        import XCTest
        @testable import Rings
        final class RingTests: XCTestCase {
          func testFrame() { XCTAssertEqual(UIView().frame, .zero) }
        }
        """,
      after: """
        import XCTest
        @testable import Rings
        import UIKit
        final class RingTests: XCTestCase {
          func testFrame() { XCTAssertEqual(UIView().frame, .zero) }
        }
        """
    ),
    Pair(
      name: "tests of layers alone import those",
      before: "import XCTest\nfinal class T: XCTestCase { func testA() { _ = CALayer() } }",
      after: """
        import XCTest
        import QuartzCore
        final class T: XCTestCase { func testA() { _ = CALayer() } }
        """
    ),
  ]

  static let names = [
    Pair(
      name: "a package's own Selector and LayerProperty do not hide those of the libraries",
      before: """
        import UIKit
        struct Selector { var path: String }
        enum LayerProperty { case angle }
        class Pie: CALayer {
          @NSManaged var angle: CGFloat
          @objc func turn() {}
          func start() { _ = CADisplayLink(target: self, selector: #selector(turn)) }
        }
        """,
      after: """
        import UIKit
        struct Selector { var path: String }
        enum LayerProperty { case angle }
        class Pie: CALayer {
          @QuartzCore.LayerProperty var angle: CGFloat = 0
          func turn() {}
          func start() { _ = CADisplayLink(target: self, selector: UIKit.Selector("turn", Pie.turn)) }
        }
        """
    ),
    Pair(
      name: "keys of Apple's properties, whatever the package's own are called",
      before: """
        import UIKit
        class Own: NSObject { @objc dynamic var isHidden = false, isOpen = true }
        class Card: UIView {
          func keys() -> [String] {
            [#keyPath(CALayer.isHidden), #keyPath(Own.isHidden), #keyPath(isHidden), #keyPath(self.isOpen)]
          }
        }
        class Door: Own { func key() -> String { #keyPath(isOpen) } }
        """,
      after: """
        import UIKit
        class Own: NSObject { dynamic var isHidden = false, isOpen = true }
        class Card: UIView {
          func keys() -> [String] {
            ["hidden", "isHidden", "hidden", "open"]
          }
        }
        class Door: Own { func key() -> String { "isOpen" } }
        """
    ),
  ]

  static let casts = [
    Pair(
      name: "a CGFloat becomes a number by its value",
      before: """
        import UIKit
        func animate(_ a: CABasicAnimation, _ k: CAGradientLayer, by step: CGFloat, _ stops: [CGFloat]) {
          a.fromValue = step as NSNumber
          a.toValue = step * 2 as NSNumber
          a.byValue = (k.bounds.width) as NSNumber
          k.locations = stops as [NSNumber]
          k.locations = [step, 1] as [NSNumber]
          a.toValue = 3 as NSNumber
        }
        extension CGFloat { var size: CGFloat { abs(self) } }
        func far(_ a: Int) -> Int { abs(a) }
        """,
      after: """
        import UIKit
        func animate(_ a: CABasicAnimation, _ k: CAGradientLayer, by step: CGFloat, _ stops: [CGFloat]) {
          a.fromValue = NSNumber(value: Double(step))
          a.toValue = NSNumber(value: Double(step * 2))
          a.byValue = NSNumber(value: Double((k.bounds.width)))
          k.locations = stops.map { NSNumber(value: Double($0)) }
          k.locations = [step, 1].map { NSNumber(value: Double($0)) }
          a.toValue = 3 as NSNumber
        }
        extension CGFloat { var size: CGFloat { Swift.abs(self) } }
        func far(_ a: Int) -> Int { abs(a) }
        """
    )
  ]

  static let conditions = [
    Pair(
      name: "a question for the system alone stays where Linux has code of its own",
      before: """
        import Foundation
        func time(_ file: stat) -> Int {
          #if os(macOS) || os(iOS)
          return file.st_mtimespec.tv_sec
          #else
          return file.st_mtim.tv_sec
          #endif
        }
        """,
      after: """
        import Foundation
        func time(_ file: stat) -> Int {
          #if os(macOS) || os(iOS)
          return file.st_mtimespec.tv_sec
          #else
          return file.st_mtim.tv_sec
          #endif
        }
        """
    ),
    Pair(
      name: "code of views is chosen, and code that nothing replaces",
      before: """
        #if os(iOS)
        typealias Color = UIColor
        #else
        typealias Color = Int
        #endif
        #if os(iOS)
        let isPhone = true
        #endif
        """,
      after: """
        #if canImport(UIKit)
        typealias Color = UIColor
        #else
        typealias Color = Int
        #endif
        #if canImport(UIKit)
        let isPhone = true
        #endif
        """
    ),
  ]

  @Test(
    "what does not compile is told of",
    arguments: [
      ("var old: IMP?", "Objective-C runtime"),
      ("CFRunLoopStop(CFRunLoopGetMain())", "RunLoop and Timer"),
      ("let source: CFRunLoopSource? = nil", "RunLoop and Timer"),
      ("extension UIView { static func make() -> Self { Self(frame: .zero) } }", "required"),
      (
        "extension DateFormatter { static func make() -> Self { let f = Self(); return f } }",
        "required"
      ),
    ]
  )
  func findings(text: String, reason: String) {
    let findings = Ported("import UIKit\n" + text).findings
    #expect(findings.count == 1, "\(findings)")
    #expect(findings.first?.hasPrefix("2: ") == true)
    #expect(findings.first?.contains(reason) == true)
  }

  @Test("loops, modes and timers of Core Foundation, and numbers as CGFloat, are not told of")
  func here() {
    let text = """
      let timer = CFRunLoopTimerCreateWithHandler(nil, 0, 0, 0, 0) { _ in }
      CFRunLoopAddTimer(CFRunLoopGetMain(), timer, .commonModes)
      CFRunLoopRunInMode(.defaultMode, 0.1, false)
      let width = json["width"] as? CGFloat
      """
    #expect(Ported("import UIKit\n" + text).findings.isEmpty)
  }

  @Test("structures and a package's own classes make themselves")
  func own() {
    let text = """
      class Card { required init() {} ; static func make() -> Self { Self() } }
      extension Card { static func other() -> Self { Self() } }
      extension CGPoint { static var one: Self { Self(x: 1, y: 1) } }
      extension UIColor { static var ink: Self { Self(white: 0, alpha: 1) } }
      extension UIEdgeInsets { static var one: Self { Self(top: 1, left: 1, bottom: 1, right: 1) } }
      """
    #expect(Ported("import UIKit\n" + text).findings.isEmpty)
  }
}
