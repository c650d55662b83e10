// Protocols with optional members.
// Licensed under the MIT license; see LICENSE.

import PortKit
import Testing

@Suite("Optional members")
struct ProtocolTests {
  @Test("members get defaults, calls lose their question marks")
  func defaults() {
    let ported = Ported(
      """
      import UIKit
      @objc public protocol D: NSObjectProtocol {
          func must()
          /// Moved.
          @objc optional func moved(_ a: A, to x: Int)
          @objc optional func title() -> String?
          @objc optional var side: UIView? { get }
      }
      class A {
          weak var delegate: D?
          var moved: ((Int) -> Void)?
          func f(_ d: D) {
              delegate?.moved?(self, to: 3)
              d.moved!(self, to: 4)
              self.moved?(5)
              print(delegate?.title?() ?? "none")
          }
      }
      """
    )
    #expect(
      ported.text == """
        import UIKit
        public protocol D: NSObjectProtocol {
            func must()
            /// Moved.
            func moved(_ a: A, to x: Int)
            func title() -> String?
            var side: UIView? { get }
        }

        public extension D {
            func moved(_ a: A, to x: Int) {}
            func title() -> String? { nil }
            var side: UIView? { nil }
        }
        class A {
            weak var delegate: D?
            var moved: ((Int) -> Void)?
            func f(_ d: D) {
                delegate?.moved(self, to: 3)
                d.moved(self, to: 4)
                self.moved?(5)
                print(delegate?.title() ?? "none")
            }
        }
        """
    )
    #expect(ported.findings.isEmpty)
    #expect(ported.again.result.changes.isEmpty)
  }

  @Test("an absent value is told from a real one")
  func values() {
    let ported = Ported([
      "A.swift": """
      import UIKit
      @objc protocol D { @objc optional func height(at i: Int) -> CGFloat }

      """,
      "B.swift": """
      import UIKit
      func f(_ d: D?) -> CGFloat { d?.height?(at: 1).rounded() ?? 44 }
      """,
    ])
    #expect(
      ported["A.swift"].hasPrefix(
        """
        import UIKit
        protocol D: AnyObject { func height(at i: Int) -> CGFloat }

        extension D {
          func height(at i: Int) -> CGFloat { OptionalMember.missing("height(at:)", 0) }
        }

        /// Tells
        """
      )
    )
    #expect(
      ported["B.swift"] == """
        import UIKit
        func f(_ d: D?) -> CGFloat { OptionalMember.call("height(at:)", d?.height(at: 1))?.rounded() ?? 44 }
        """
    )
    #expect(ported.again.result.changes.isEmpty)
  }

  @Test("calls of Apple's delegates lose their question marks, closures do not")
  func apples() {
    let ported = Ported(
      """
      func f() {
        view.delegate?.scrollViewDidScroll?(view)
        table.delegate?.tableView?(table, didSelectRowAt: path)
        done?(true)
        self.completion?(true)
      }
      """
    )
    #expect(
      ported.text == """
        func f() {
          view.delegate?.scrollViewDidScroll(view)
          table.delegate?.tableView(table, didSelectRowAt: path)
          done?(true)
          self.completion?(true)
        }
        """
    )
  }

  @Test("questions and results that have no answer here are told of")
  func limits() {
    let ported = Ported(
      """
      @objc protocol D {
        @objc optional func moved()
        @objc optional func thing() -> Unknown
        @objc optional var count: Int { get }
      }
      func f(_ d: D?) {
        if d?.moved != nil { d?.moved?() }
      }
      """
    )
    #expect(
      ported.findings == [
        "3: an optional method whose result has no known default",
        "4: an optional property: its absence reads as 0",
        "7: this asks whether moved exists without calling it",
      ]
    )
  }

  @Test("a member that only a class below the conforming one has is overridden there")
  func inherited() {
    let ported = Ported(
      """
      @objc public protocol D {
        @objc optional func moved(to x: Int)
        @objc optional func height(at i: Int) -> CGFloat
      }
      open class Base: UIViewController, UIScrollViewDelegate {
      }
      extension Base: D {}
      class Sub: Base {
        public func moved(to x: Int) { print(x) }
        func height(at i: Int) -> CGFloat { 3 }
        func scrollViewDidScroll(_ scrollView: UIScrollView) {}
        func moved(by x: Int) {}
      }
      class SubSub: Sub {
        override func moved(to x: Int) {}
      }
      class Other: Base, D { func moved(to x: Int) {} }
      """
    )
    let lines = ported.text.split(separator: "\n")
    let base = lines.drop { !$0.hasPrefix("open class Base") }.prefix { $0 != "}" }
    #expect(
      base.joined(separator: "\n") == """
        open class Base: UIViewController, UIScrollViewDelegate {
          open func moved(to x: Int) {}
          open func height(at i: Int) -> CGFloat { OptionalMember.missing("height(at:)", 0) }
          open func scrollViewDidScroll(_ scrollView: UIScrollView) {}
        """
    )
    let sub = lines.drop { !$0.hasPrefix("class Sub: Base") }.prefix { $0 != "}" }
    #expect(
      sub.joined(separator: "\n") == """
        class Sub: Base {
          override public func moved(to x: Int) { print(x) }
          override func height(at i: Int) -> CGFloat { 3 }
          override func scrollViewDidScroll(_ scrollView: UIScrollView) {}
          func moved(by x: Int) {}
        """
    )
    #expect(ported.again.result.changes.isEmpty)
  }
}
