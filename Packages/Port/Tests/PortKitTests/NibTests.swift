// Nibs and storyboards, written as Swift.
// Licensed under the MIT license; see LICENSE.

import PortKit
import Testing

/// A port of a nib beside sources.
struct PortedNib {
  let result: PortResult
  let path: String

  init(_ xml: String, path: String = "A.xib", sources: [String: String] = [:]) {
    self.path = path
    result = Porter.port(
      sources.sorted { $0.key < $1.key }.map {
        SourceText(path: $0.key, module: "M", bytes: Array($0.value.utf8))
      },
      nibs: [NibText(path: path, module: "M", bytes: Array(xml.utf8))]
    )
  }

  /// A nib with one view at the top.
  init(view: String, sources: [String: String] = [:]) {
    self.init(PortedNib.document("<objects>\(view)</objects>"), sources: sources)
  }

  static func document(_ body: String) -> String {
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      + "<document type=\"com.apple.InterfaceBuilder3.CocoaTouch.XIB\" version=\"3.0\">\(body)</document>"
  }

  var text: String {
    result.files[path + ".swift"].map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  var findings: [String] { result.findings.map { "\($0.line): \($0.message)" } }
}

@Suite("Nibs")
struct NibTests {
  @Test(
    "values become expressions",
    arguments: [
      (
        "<color key=\"backgroundColor\" white=\"0.5\" alpha=\"1\" colorSpace=\"calibratedWhite\"/>",
        "it.backgroundColor = UIColor(white: 0.5, alpha: 1)"
      ),
      ("<color key=\"tintColor\" systemColor=\"systemRedColor\"/>", "it.tintColor = .systemRed"),
      (
        "<color key=\"backgroundColor\" name=\"Brand\"/>",
        "it.backgroundColor = nib.color(\"Brand\", or: .clear)"
      ),
      (
        "<color key=\"backgroundColor\" red=\"1\" green=\"0.0\" blue=\"0.25\" alpha=\"0.5\" colorSpace=\"custom\" customColorSpace=\"displayP3\"/>",
        "UIColor(displayP3Red: 1, green: 0, blue: 0.25, alpha: 0.5)"
      ),
      (
        "<autoresizingMask key=\"autoresizingMask\" widthSizable=\"YES\" flexibleMaxY=\"YES\"/>",
        "it.autoresizingMask = [.flexibleWidth, .flexibleBottomMargin]"
      ),
      (
        "<rect key=\"frame\" x=\"1.5\" y=\"-2\" width=\"3\" height=\"4\"/>",
        "it.frame = CGRect(x: 1.5, y: -2, width: 3, height: 4)"
      ),
      (
        "<edgeInsets key=\"layoutMargins\" top=\"1\" left=\"2\" bottom=\"3\" right=\"4\"/>",
        "it.layoutMargins = UIEdgeInsets(top: 1, left: 2, bottom: 3, right: 4)"
      ),
    ]
  )
  func values(element: String, line: String) {
    let nib = PortedNib(view: "<view id=\"v\">\(element)</view>")
    #expect(nib.findings.isEmpty, "\(nib.findings)")
    #expect(nib.text.contains(line), "\(nib.text)")
  }

  @Test(
    "attributes become properties",
    arguments: [
      ("label", "text=\"a&#10;&quot;b\\&quot;\"", "it.text = \"a\\n\\\"b\\\\\\\"\""),
      ("label", "lineBreakMode=\"tailTruncation\"", "it.lineBreakMode = .byTruncatingTail"),
      (
        "label", "verticalHuggingPriority=\"251\"",
        "it.setContentHuggingPriority(UILayoutPriority(251), for: .vertical)"
      ),
      ("stackView", "axis=\"vertical\" spacing=\"8\"", "it.axis = .vertical"),
      (
        "imageView", "image=\"star.fill\" catalog=\"system\"",
        "it.image = UIImage(systemName: \"star.fill\")"
      ),
      ("switch", "on=\"YES\"", "it.isOn = true"),
      ("tableView", "style=\"grouped\" rowHeight=\"-1\"", "[\"UITableViewStyle\": 1]"),
      ("textField", "borderStyle=\"roundedRect\"", "it.borderStyle = .roundedRect"),
      ("view", "semanticContentAttribute=\"forceRightToLeft\"", ".forceRightToLeft"),
    ]
  )
  func attributes(element: String, attributes: String, line: String) {
    let nib = PortedNib(view: "<\(element) id=\"v\" \(attributes)/>")
    #expect(nib.findings.isEmpty, "\(nib.findings)")
    #expect(nib.text.contains(line), "\(nib.text)")
  }

  @Test("what is not carried over is told of, with its line")
  func notCarried() {
    let cases = [
      ("<view id=\"v\" glitter=\"YES\"/>", "the attribute glitter of <view>"),
      ("<view id=\"v\" alpha=\"much\"/>", "alpha=\"much\" is no number"),
      ("<view id=\"v\" hidden=\"maybe\"/>", "is neither YES nor NO"),
      ("<view id=\"v\" contentMode=\"sideways\"/>", "contentMode=\"sideways\" is not known"),
      ("<view id=\"v\"><sparkle/></view>", "<sparkle> in <view>"),
      ("<sparkle id=\"v\"/>", "<sparkle> is not carried over"),
      ("<view/>", "<view> has no identifier"),
      ("<view id=\"v\"><subviews><sparkle id=\"w\"/></subviews></view>", "made as a UIView"),
      ("<view id=\"v\" customClass=\"Nobody\"/>", "there is no class Nobody"),
      (
        "<view id=\"v\"><constraints><constraint firstAttribute=\"top\" secondItem=\"gone\" secondAttribute=\"top\" id=\"c\"/></constraints></view>",
        "names gone, which is not here"
      ),
      (
        "<view id=\"v\"><constraints><constraint firstAttribute=\"width\" multiplier=\"a:b\" constant=\"3\" id=\"c\"/></constraints></view>",
        "the multiplier a:b"
      ),
      (
        "<view id=\"v\"><constraints><constraint firstAttribute=\"width\" priority=\"2000\" constant=\"3\" id=\"c\"/></constraints></view>",
        "the priority 2000"
      ),
      (
        "<view id=\"v\"><connections><outlet property=\"x\" destination=\"v\" id=\"o\"/></connections></view>",
        "the class UIView has no outlet x"
      ),
      (
        "<view id=\"v\"><userDefinedRuntimeAttributes><userDefinedRuntimeAttribute type=\"number\" keyPath=\"wobble\"><integer key=\"value\" value=\"1\"/></userDefinedRuntimeAttribute></userDefinedRuntimeAttributes></view>",
        "the runtime attribute wobble"
      ),
    ]
    for (view, words) in cases {
      let nib = PortedNib(view: view)
      #expect(nib.text.contains("// Not carried over:\n// - line 2: "))
      #expect(
        nib.findings.contains { $0.hasPrefix("2: ") && $0.contains(words) },
        "\(words): \(nib.findings)"
      )
    }
  }

  @Test("outlets and actions open private members of the class, also of one above it")
  func members() {
    let source = """
      import UIKit
      class Base: UIView { @IBOutlet private var label: UILabel! }
      final class Card: Base {
        @IBOutlet fileprivate weak var other: UIView?
        private var mine = 1
        @IBAction private func tap(_ sender: UIButton) {}
        @IBAction private func go(with sender: Any, event: UIEvent) {}
      }
      """
    let nib = PortedNib(
      view: """
        <view id="v" customClass="Card"><subviews>
        <label id="l"/><button id="b"><connections>
        <action selector="tap:" destination="v" eventType="touchUpInside" id="a"/>
        <action selector="goWith:event:" destination="v" eventType="touchDown" id="a2"/></connections></button>
        </subviews><connections><outlet property="label" destination="l" id="o"/>
        <outlet property="other" destination="b" id="p"/></connections></view>
        """,
      sources: ["Card.swift": source]
    )
    #expect(nib.findings.isEmpty, "\(nib.findings)")
    #expect(nib.text.contains("view_v.label = label_l"))
    #expect(nib.text.contains("view_v.other = nib.cast(button_b)"))
    #expect(nib.text.contains("Selector(\"tap:\", Card.tap(_:)), for: .touchUpInside"))
    #expect(nib.text.contains("Selector(\"goWith:event:\", Card.go(with:event:))"))
    let swift = String(decoding: nib.result.files["Card.swift"] ?? [], as: UTF8.self)
    #expect(swift.contains("UIView { var label: UILabel! }"))
    #expect(swift.contains("  weak var other: UIView?"))
    #expect(swift.contains("private var mine"))
    #expect(swift.contains("@IBAction func tap"))
  }

  @Test("size classes set constants, constraints and views when they change")
  func variations() {
    let nib = PortedNib(
      view: """
        <view id="v"><subviews><view id="w"/></subviews><constraints>
        <constraint firstAttribute="width" constant="10" id="c">
        <variation key="widthClass=compact" constant="20"/></constraint>
        <constraint firstAttribute="height" constant="10" id="d"/></constraints>
        <mask key="constraints"><exclude reference="d"/></mask>
        <mask key="subviews"><exclude reference="w"/></mask>
        <variation key="heightClass=compact-widthClass=regular">
        <mask key="constraints"><include reference="d"/></mask>
        <mask key="subviews"><include reference="w"/></mask></variation></view>
        """
    )
    #expect(nib.findings.isEmpty, "\(nib.findings)")
    let both = "traits.verticalSizeClass == .compact && traits.horizontalSizeClass == .regular"
    #expect(nib.text.contains("constraint_d.isActive = \(both) ? true : (false)"))
    #expect(
      nib.text.contains("nib.install(view_w, in: view_v, at: 0, if: \(both) ? true : (false))")
    )
    #expect(
      nib.text.contains("constraint_c.constant = traits.horizontalSizeClass == .compact ? 20")
    )
    #expect(!nib.text.contains("      constraint_d,"))
  }

  @Test("controllers that contain themselves are told of")
  func circles() {
    let nib = PortedNib(
      PortedNib.document(
        """
        <scenes><scene sceneID="s"><objects><navigationController id="n"><connections>
        <segue kind="relationship" relationship="rootViewController" destination="n" id="r"/>
        </connections></navigationController></objects></scene></scenes>
        """
      ),
      path: "A.storyboard"
    )
    #expect(nib.findings == ["2: the controller n contains itself"])
    #expect(!nib.text.contains("nib.scene"))
  }
}

@Suite("Hostile nibs")
struct HostileNibTests {
  @Test(
    "each is told of with its line, and nothing is written for it",
    arguments: [
      ("", "1: there is no element"),
      ("no", "1: expected an element"),
      ("<document><a></document>", "1: </document> closes no element"),
      ("<document>\n<a", "2: expected a name"),
      ("<document><a b></document>", "1: the attribute b of <a> has no value"),
      ("<document><a b=c/></document>", "1: the value of the attribute b has no quotes"),
      ("<document><a b=\"1\" b=\"2\"/></document>", "1: <a> has the attribute b twice"),
      ("<document><a b=\"&lol;\"/></document>", "1: the entity &lol; is unknown"),
      ("<document>&#0;</document>", "1: the entity &#0; is unknown"),
      ("<document/><document/>", "1: there is a second element"),
      ("<plist/>", "1: <plist>; a nib begins with <document>"),
      ("<document type=\"com.apple.InterfaceBuilder3.Cocoa.XIB\"/>", "is no nib of UIKit's"),
      (
        "<document><a id=\"x\"/>\n<b id=\"x\"/></document>", "2: the identifier x is that of line 1"
      ),
      (
        "<!DOCTYPE d [<!ENTITY a \"&b;&b;\"><!ENTITY b SYSTEM \"file:///etc/passwd\">]><document>&a;</document>",
        "1: a document type or an entity is declared"
      ),
      ("<document><!-- -- ", "1: a comment does not end"),
      ("<document><![CDATA[ ", "1: a section of text does not end"),
    ]
  )
  func broken(xml: String, finding: String) {
    let nib = PortedNib(xml)
    #expect(nib.findings.count == 1)
    #expect(nib.findings.first?.contains(finding) == true, "\(nib.findings)")
    #expect(nib.text.isEmpty)
  }

  @Test("depth is bounded, and costs no stack")
  func depth() {
    let deep = String(repeating: "<a>", count: 100_000)
    #expect(
      PortedNib(PortedNib.document(deep)).findings == [
        "2: more than 400 elements are in one another"
      ]
    )
    let views =
      (0..<180).map { "<view id=\"v\($0)\"><subviews>" }.joined()
      + String(repeating: "</subviews></view>", count: 180)
    #expect(PortedNib(view: views).findings.isEmpty)
  }

  @Test("identifiers and names are no Swift")
  func injection() {
    let nib = PortedNib(
      view: """
        <view id="a;exit(0)//" customClass="A&#10;}" restorationIdentifier="\\(exit(0))">
        <connections><outlet property="x; exit(0)" destination="a;exit(0)//" id="o"/></connections>
        </view>
        """
    )
    #expect(nib.text.contains("it.restorationIdentifier = \"\\\\(exit(0))\""))
    #expect(!nib.text.contains(";exit"))
    #expect(!nib.text.contains("; exit"))
  }

  @Test("any cut of a nib ends")
  func cuts() {
    let xml = Array(
      PortedNib.document(
        "<objects><view id=\"v\"><subviews><label id=\"l\" text=\"&amp;\"/></subviews></view></objects>"
      ).utf8
    )
    for end in 0..<xml.count {
      let nib = PortedNib(String(decoding: xml[..<end], as: UTF8.self))
      #expect(nib.findings.count == 1)
    }
  }
}
