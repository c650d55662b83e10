// Overrides in extensions.
// Licensed under the MIT license; see LICENSE.

import PortKit
import Testing

@Suite("Overrides in extensions")
struct OverrideTests {
  @Test("overrides move into the class, with comments, access and edits inside")
  func moves() {
    let ported = Ported(
      """
      import UIKit
      open class A: UIView {
          var a = 1
      }

      // MARK: Layout
      public extension A {
          /// The class.
          override class var layerClass: AnyClass {
              return CAShapeLayer.self // shape
          }

          func other() {}

          @objc override func layoutSubviews() { _ = #selector(A.other) }
      }
      """
    )
    #expect(
      ported.text == """
        import UIKit
        open class A: UIView {
            var a = 1

            /// The class.
            public override class var layerClass: AnyClass {
                return CAShapeLayer.self // shape
            }

            public override func layoutSubviews() { _ = Selector("other", A.other) }
        }

        // MARK: Layout
        public extension A {

            func other() {}

        }
        """
    )
    #expect(ported.again.result.changes.isEmpty)
  }

  @Test("overrides of another file bring its imports and its conditions along")
  func files() {
    let ported = Ported([
      "A.swift": "import UIKit\nclass A: UIView {}\n",
      "B.swift": """
      import UIKit
      import ImageIO
      #if os(iOS)
      extension A {
        override func layoutSubviews() {}
      }
      #endif
      """,
    ])
    #expect(
      ported["A.swift"] == """
        import UIKit
        import ImageIO
        class A: UIView {
          #if canImport(UIKit)
          override func layoutSubviews() {}
          #endif
        }

        """
    )
    #expect(ported["B.swift"].contains("extension A {\n}"))
    #expect(ported.findings.isEmpty)
    #expect(ported.again.result.changes.isEmpty)
  }

  @Test("members of extensions that a subclass overrides move too")
  func overridden() {
    let ported = Ported(
      """
      class A: UIView {
      }
      extension A {
        @objc func play(_ a: Int) {}
        func stay() {}
      }
      class B: A {
        override func play(_ a: Int) {}
      }
      """
    )
    #expect(
      ported.text == """
        class A: UIView {

          func play(_ a: Int) {}
        }
        extension A {
          func stay() {}
        }
        class B: A {
          override func play(_ a: Int) {}
        }
        """
    )
  }

  @Test("open members move; of another module's class they are public")
  func open() {
    let ported = Ported(
      """
      open class A: UIView {
      }
      extension A {
        @objc open func play() {}
      }
      extension UIView {
        @objc open func show() {}
      }
      """
    )
    #expect(
      ported.text == """
        open class A: UIView {

          open func play() {}
        }
        extension A {
        }
        extension UIView {
          public func show() {}
        }
        """
    )
    #expect(ported.again.result.changes.isEmpty)
  }

  @Test("overrides that cannot move are told of")
  func limits() {
    let ported = Ported([
      "A.swift": "class A: UIView {}\nclass G<T>: UIView {}\n",
      "B.swift": """
      private func secret() {}
      extension A {
        override func layoutSubviews() { secret() }
      }
      extension G where T == Int {
        override func layoutSubviews() {}
      }
      extension UIButton {
        override open func layoutSubviews() {}
      }
      """,
    ])
    #expect(
      ported.findings == [
        "3: the class A stands in another file, which does not see secret",
        "6: an extension with conditions overrides a member",
        "9: this extension overrides a member of UIButton, a class of another module",
      ]
    )
    #expect(ported.result.files.isEmpty)
  }
}
