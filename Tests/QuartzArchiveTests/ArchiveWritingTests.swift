// Packages as they are written: the text, the files, what is kept, what is refused.
// Licensed under the MIT license; see LICENSE.

import Foundation
import QuartzArchive
import QuartzMath
import QuartzTesting
import Testing

@testable import QuartzCore

@Suite struct ArchiveWritingTests {
  private func text(_ layer: CALayer) throws -> String {
    try CAPackage(rootLayer: layer, size: CGSize(width: 10, height: 10)).documentText()
  }

  @Test func documentOfAnEmptyLayer() throws {
    #expect(
      try text(CALayer()) == """
        <?xml version="1.0" encoding="UTF-8"?>

        <caml xmlns="http://www.apple.com/CoreAnimation/1.0">
          <CALayer allowsEdgeAntialiasing="1" allowsGroupOpacity="1" bounds="0 0 0 0" position="0 0"/>
        </caml>

        """
    )
  }

  @Test func layersHaveTheirTime() throws {
    let attributes = """
      beginTime="1" duration="2" repeatCount="inf" repeatDuration="5" autoreverses="1" \
      fillMode="both" speed="2"
      """
    let package = try read(document("", attributes: attributes))
    #expect(messages(package).isEmpty)
    let layer = package.rootLayer
    #expect(layer.beginTime == 1 && layer.duration == 2 && layer.repeatCount == .infinity)
    #expect(layer.repeatDuration == 5 && layer.autoreverses && layer.fillMode == .both)
    let written = try text(layer)
    for attribute in ["duration=\"2\"", "repeatCount=\"inf\"", "fillMode=\"both\""] {
      #expect(written.contains(attribute), "\(written)")
    }
    let copy = try read(written).rootLayer
    #expect(copy.duration == 2 && copy.repeatCount == .infinity && copy.autoreverses)
    let endless = try read(document("", attributes: "duration=\"inf\" fillMode=\"removed\""))
    #expect(messages(endless).isEmpty && endless.rootLayer.duration == .infinity)
    let wrong = try read(document("", attributes: "duration=\"nan\" fillMode=\"half\""))
    #expect(messages(wrong).count == 2 && wrong.rootLayer.fillMode == .removed)
  }

  @Test func boxedStructs() throws {
    let layer = CALayer()
    let move = CABasicAnimation(keyPath: "position")
    move.fromValue = NSValue(cgPoint: CGPoint(x: 3, y: 4))
    layer.add(move, forKey: "move")
    layer.setValue(NSValue(cgRect: CGRect(x: 1, y: 2, width: 3, height: 4)), forKey: "own")
    let written = try text(layer)
    #expect(written.contains("type=\"CGPoint\" value=\"3 4\""), "\(written)")
    #expect(written.contains("type=\"CGRect\" value=\"1 2 3 4\""), "\(written)")
  }

  @Test func houseStyle() throws {
    let root = CALayer()
    root.name = "a \"b\" <&>\n"
    root.bounds = CGRect(x: 0, y: -0.5, width: 100, height: 1e-7)
    root.backgroundColor = CGColor(srgbRed: 1, green: 0.5, blue: 0, alpha: 0.25)
    root.borderColor = nil
    root.shadowOpacity = 0.5
    root.transform = CATransform3DMakeTranslation(3, 4, 0)
    root.setValue(2, forKey: "depth")
    root.setValue("x", forKey: "note")
    let child = CALayer()
    child.isHidden = true
    child.compositingFilter = "destOut"
    child.shadowPath = CGPath(rect: CGRect(x: 0, y: 0, width: 2, height: 1), transform: nil)
    root.addSublayer(child)
    let fade = CABasicAnimation(keyPath: "opacity")
    fade.fromValue = 0
    fade.toValue = 0.5
    fade.duration = 2
    fade.timingFunction = CAMediaTimingFunction(name: .easeIn)
    child.add(fade, forKey: "two words")
    #expect(
      try text(root) == """
        <?xml version="1.0" encoding="UTF-8"?>

        <caml xmlns="http://www.apple.com/CoreAnimation/1.0">
          <CALayer name="a &quot;b&quot; &lt;&amp;&gt;&#10;" allowsEdgeAntialiasing="1" \
        allowsGroupOpacity="1" bounds="0 -0.5 100 1e-7" note="x" position="0 0" shadowOpacity="0.5" \
        transform="translate(3, 4)">
            <backgroundColor opacity="0.25" value="1 0.5 0"/>
            <borderColor type="null"/>
            <sublayers>
              <CALayer allowsEdgeAntialiasing="1" allowsGroupOpacity="1" bounds="0 0 0 0" \
        compositingFilter="destOut" hidden="1" position="0 0" \
        shadowPath="0 0 m 2 0 l 2 1 l 0 1 l h">
                <animations>
                  <p type="CABasicAnimation" key="two words" keyPath="opacity" duration="2" \
        timingFunction="easeIn">
                    <fromValue type="integer" value="0"/>
                    <toValue type="real" value="0.5"/>
                  </p>
                </animations>
              </CALayer>
            </sublayers>
            <depth type="integer" value="2"/>
          </CALayer>
        </caml>

        """
    )
  }

  @Test(arguments: [
    (0, "0"), (-0.0, "-0"), (1, "1"), (-12, "-12"), (0.1, "0.1"), (1e-100, "1e-100"),
    (1e15, "1000000000000000"), (1e16, "1e16"), (1.5e-6, "1.5e-6"), (-2.5e300, "-2.5e300"),
    (.infinity, "inf"), (-.infinity, "-inf"), (0.1 + 0.2, "0.30000000000000004"),
  ])
  func number(value: Double, text: String) {
    #expect(ValueText.text(value) == text)
    #expect(ValueText.number(text)?.bitPattern == value.bitPattern)
  }

  @Test(arguments: [
    ("0 0 m 60 0 l 60 60 l h", 4), ("0 0 m 0 40 40 40 40 0 c h", 3), ("1,2 m;3 4 5 6 q", 2),
    ("", 0),
    ("1 1 m h 2 2 m", 3),
  ])
  func path(text: String, elements: Int) {
    #expect(ValueText.path(text)?.elements.count == elements)
  }

  @Test(arguments: ["0 0 l", "0 m", "0 0 0 m", "0 0 m 1 1", "h", "0 0 m 1 2 3 c", "0 0 x", "m"])
  func pathMalformed(text: String) {
    #expect(ValueText.path(text) == nil)
  }

  @Test func sharedImageIsOneFile() throws {
    let picture = try Authored.package("Stickers").publishedObject(withName: "a")?.contents
    let root = CALayer()
    for _ in 0..<3 {
      let child = CALayer()
      child.contents = picture
      root.addSublayer(child)
    }
    let files = try CAPackage(rootLayer: root, size: CGSize(width: 1, height: 1)).files().files
    #expect(files.keys.sorted() == ["assets/image0.png", "index.xml", "main.caml"])
  }

  @Test func assetsAreCopiedByteForByte() throws {
    let package = try Authored.package("Stickers")
    let files = try package.files().files
    let url = Authored.url("Stickers")
    for name in ["assets/q.png", "assets/a b.png"] {
      #expect(files[name] == (try Data(contentsOf: url.appendingPathComponent(name))), "\(name)")
    }
  }

  /// Editors' keys, unknown elements and classes, scripts.
  @Test func unknownPartsAreKept() throws {
    let inside = """
      <states><LKState name="on"><elements><LKStateSetValue targetId="x" keyPath="opacity">\
      <value type="real" value="0.5"/></LKStateSetValue></elements></LKState></states>
      <filters><CAFilter filter="gaussianBlur" inputRadius="20"/></filters>
      <mask type="CAShapeLayer" path="0 0 m 1 0 l h"/>
      <sublayers><CAGradientLayer id="x" micaID="7"><colors><CGColor value="1 0 0"/></colors>\
      </CAGradientLayer></sublayers>
      <scriptComponents><script src="assets/a.js"/></scriptComponents>
      <animations><a type="CABasicAnimation" keyPath="opacity" mica_x="1"/></animations>
      """
    let folder = try TemporaryFolder()
    try folder.write(document(inside), "a.ca/main.caml")
    try folder.write("run()", "a.ca/assets/a.js")
    try folder.write("<caml/>", "a.ca/assetManifest.caml")
    try folder.write(
      """
      <?xml version="1.0"?><plist version="1.0"><dict><key>rootDocument</key>\
      <string>main.caml</string><key>loopEnd</key><real>3</real><key>assetManifest</key>\
      <string>assetManifest.caml</string></dict></plist>
      """,
      "a.ca/index.xml"
    )
    let package = try CAPackage(contentsOf: folder.url.appendingPathComponent("a.ca"))
    let copy = folder.url.appendingPathComponent("b.ca")
    try package.write(to: copy)
    let text = try String(contentsOf: copy.appendingPathComponent("main.caml"), encoding: .utf8)
    for part in [
      "<LKStateSetValue keyPath=\"opacity\" targetId=\"x\">",
      "<value type=\"real\" value=\"0.5\"/>",
      "<CAFilter filter=\"gaussianBlur\" inputRadius=\"20\"/>",
      "<mask type=\"CAShapeLayer\" ", " path=\"0 0 m 1 0 l h\"", "<CAGradientLayer id=\"x\" ",
      " micaID=\"7\"", "<CGColor value=\"1 0 0\"/>",
      "<script src=\"assets/a.js\"/>", "mica_x=\"1\"",
    ] {
      #expect(text.contains(part), "\(part)")
    }
    #expect(try Data(contentsOf: copy.appendingPathComponent("assets/a.js")) == Data("run()".utf8))
    #expect(FileManager.default.fileExists(atPath: copy.path + "/assetManifest.caml"))
    let index = try String(contentsOf: copy.appendingPathComponent("index.xml"), encoding: .utf8)
    #expect(index.contains("<key>loopEnd</key>"))
    // Twice gives the same bytes.
    #expect(try CAPackage(contentsOf: copy).files() == (try package.files()))
  }

  @Test func replacesAPackageAndNothingElse() throws {
    let folder = try TemporaryFolder()
    let package = try CAPackage(rootLayer: CALayer(), size: CGSize(width: 1, height: 1))
    let target = folder.url.appendingPathComponent("a.ca")
    try package.write(to: target)
    try folder.write("old", "a.ca/old.txt")
    try package.write(to: target)
    #expect(!FileManager.default.fileExists(atPath: target.path + "/old.txt"))
    try folder.write("text", "photos/one.txt")
    let photos = folder.url.appendingPathComponent("photos")
    #expect(throws: CAPackageError.self) { try package.write(to: photos) }
    #expect(throws: CAPackageError.self) {
      try package.write(to: photos.appendingPathComponent("one.txt"))
    }
    #expect(throws: CAPackageError.self) {
      try package.write(to: folder.url.appendingPathComponent("no/such/folder.ca"))
    }
    #expect(
      try String(contentsOf: photos.appendingPathComponent("one.txt"), encoding: .utf8) == "text"
    )
    // Nothing is left beside.
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
    #expect(names.sorted() == ["a.ca", "photos"])
  }

  @Test func unwritableContentIsReported() throws {
    final class Turn: CAAnimation {}
    let layer = CALayer()
    layer.name = "root"
    layer.contents = "no image"
    layer.add(Turn(), forKey: "turn")
    layer.setValue(CALayer(), forKey: "friend")
    let files = try CAPackage(rootLayer: layer, size: CGSize(width: 1, height: 1)).files()
    #expect(
      files.warnings == [
        "layer root: contents that are no image are left out",
        "the key friend is left out: CALayer",
        "layer root: an animation of the class Turn is left out",
      ]
    )
  }

  @Test func charactersThatXMLDoesNotHave() throws {
    let layer = CALayer()
    layer.name = "a\u{0}\u{1}b"
    #expect(try text(layer).contains("name=\"a\u{FFFD}\u{FFFD}b\""))
  }

  @Test func propertiesByElements() throws {
    let package = try read(
      document(
        """
        <compositingFilter type="CAFilter" filter="destIn" name="destIn"/>
        <shadowPath type="CGPath" value="0 0 m 5 0 l 5 5 l h"/>
        <shadowColor value="1 0 0" opacity="0.5"/>
        <mask bounds="0 0 10 10" position="5 5" backgroundColor="0 0 0"/>
        <style><cornerRadius type="integer" value="7"/><depth type="real" value="0.5"/></style>
        <actions><bounds type="null"/><opacity type="CABasicAnimation" duration="3"/></actions>
        <constraints><CAConstraint attribute="midX" sourceName="superlayer" sourceAttribute="1"/>
        </constraints>
        <layoutManager type="CAConstraintLayoutManager"/>
        """,
        attributes:
          "shadowOpacity=\"0.5\" shadowOffset=\"1 2\" contentsCenter=\"0.25 0.25 0.5 0.5\""
          + " continuousCorners=\"1\" autoresizingMask=\"18\" shouldRasterize=\"1\""
      )
    )
    #expect(messages(package).isEmpty)
    let root = package.rootLayer
    #expect(root.compositingFilter as? String == "destIn" && root.shadowColor?.alpha == 0.5)
    #expect(root.shadowPath?.boundingBox == CGRect(x: 0, y: 0, width: 5, height: 5))
    #expect(root.mask?.bounds.width == 10 && root.cornerRadius == 7)
    #expect(root.value(forKey: "depth") as? Double == 0.5)
    #expect(root.actions?["bounds"] is NSNull)
    #expect((root.actions?["opacity"] as? CABasicAnimation)?.duration == 3)
    #expect(root.constraints?.first?.sourceAttribute == .midX)
    #expect(root.layoutManager is CAConstraintLayoutManager && root.cornerCurve == .continuous)
    #expect(root.shadowOffset == CGSize(width: 1, height: 2) && root.shouldRasterize)
    #expect(root.autoresizingMask == [.layerWidthSizable, .layerHeightSizable])
    #expect(root.contentsCenter == CGRect(x: 0.25, y: 0.25, width: 0.5, height: 0.5))
  }
}
