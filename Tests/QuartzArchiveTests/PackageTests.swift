// Packages: what is left out with a warning, what is an error.
// Licensed under the MIT license; see LICENSE.

import Foundation
import QuartzArchive
import QuartzTesting
import Testing

@Suite struct PackageWarningTests {
  @Test func indexMissing() throws {
    let package = try read(document(""))
    #expect(package.warnings.count == 1)
    #expect(package.warnings[0].file.hasSuffix("Test.ca/index.xml"))
    #expect(package.size == CGSize(width: 100, height: 100))
  }

  @Test func unknownAttributeOnceForEachName() throws {
    let package = try read(
      document(
        """
        <sublayers><CALayer sparkle="1" glow="2" mica_expanded="1" caplayX="0"/>
        <CALayer sparkle="1" cornerCurve="circular"/></sublayers>
        """
      )
    )
    #expect(
      messages(package)
        == [
          "the attribute glow is kept, without effect",
          "the attribute sparkle is kept, without effect",
        ]
    )
    #expect(package.warnings.last?.elementPath == "caml/CALayer/sublayers/CALayer")
    #expect(package.rootLayer.sublayers?.count == 2)
  }

  @Test func unknownElementsOnceEach() throws {
    let package = try read(
      document(
        """
        <states><LKState name="on"><elements><LKStateSetValue/></elements></LKState></states>
        <filters><CAFilter/></filters><delegate/><actions><bounds type="null"/></actions>
        <other xmlns="urn:other"><CALayer/></other>
        """
      )
    )
    #expect(
      messages(package) == [
        "CAFilter is no filter and is left out", "an element of another namespace is left out",
        "there is no layer without an id",
      ]
    )
    #expect(
      package.warnings[1].description
        .hasSuffix("6: caml/CALayer/filters/CAFilter: CAFilter is no filter and is left out")
    )
  }

  @Test func unknownClassDrawnAsLayer() throws {
    let package = try read(
      document(
        "<sublayers><CASDFLayer bounds=\"0 0 5 5\" backgroundColor=\"1 0 0\" scale=\"0.5\"/></sublayers>"
      )
    )
    #expect(
      messages(package) == [
        "CASDFLayer is drawn as a plain CALayer",
        "the attribute scale is kept, without effect",
      ]
    )
    let shape = try #require(package.rootLayer.sublayers?.first)
    #expect(shape.bounds.size == CGSize(width: 5, height: 5) && shape.backgroundColor != nil)
  }

  @Test(arguments: [
    "opacity=\"abc\"", "borderColor=\"#f00\"", "masksToBounds=\"maybe\"", "cornerRadius=\"nan\"",
    "contentsGravity=\"middle\"", "maskedCorners=\"1.5\"", "transform=\"skew(1)\"",
    "transform.rotation.z=\"x\"", "speed=\"inf\"",
  ])
  func malformedAttributeKeepsDefault(attribute: String) throws {
    let package = try read(
      document("<sublayers><CALayer bounds=\"0 0 5 5\" \(attribute)/></sublayers>")
    )
    #expect(messages(package).count == 1)
    let layer = try #require(package.rootLayer.sublayers?.first)
    let plain = CALayer()
    for key in ["opacity", "masksToBounds", "cornerRadius", "maskedCorners", "speed", "hidden"] {
      #expect(layer.value(forKey: key) as? Double == plain.value(forKey: key) as? Double)
    }
    #expect(CATransform3DIsIdentity(layer.transform))
  }

  @Test(arguments: [
    "bounds=\"0 0 nan 5\"", "position=\"inf 0\"", "transform=\"scale(inf)\"", "zPosition=\"nan\"",
    "anchorPoint=\"-inf 0\"",
  ])
  func geometryNotFinite(attribute: String) throws {
    let package = try read(
      document(
        """
        <sublayers><CALayer \(attribute) hidden="0"><animations>
        <show type="CABasicAnimation" keyPath="hidden"><toValue value="0"/></show>
        </animations></CALayer></sublayers>
        """
      )
    )
    let layer = try #require(package.rootLayer.sublayers?.first)
    #expect(layer.isHidden && layer.animationKeys()?.isEmpty ?? true)
    #expect(messages(package).count == 1)
    #expect(messages(package)[0].contains("not drawn"))
  }

  @Test func elementsOfProperties() throws {
    let package = try read(
      document(
        """
        <opacity type="real" value="0.5"/><cornerRadius><real value="7"/></cornerRadius>
        <borderColor type="CGColor" value="1 0 0" opacity="0.25"/><backgroundColor type="null"/>
        """,
        attributes: "opacity=\"1\" backgroundColor=\"1 1 1\""
      )
    )
    let root = package.rootLayer
    #expect(messages(package).isEmpty)
    #expect(root.opacity == 0.5 && root.cornerRadius == 7 && root.backgroundColor == nil)
    #expect(root.borderColor?.alpha == 0.25)
  }

  @Test func memberReplacesPartOfTransform() throws {
    let package = try read(
      document(
        "",
        attributes: "transform=\"translate(3, 4) rotate(90deg)\" transform.rotation.z=\"0.35\""
          + " position.x=\"7\""
      )
    )
    let root = package.rootLayer
    #expect(abs((root.value(forKeyPath: "transform.rotation.z") as? Double ?? 0) - 0.35) < 1e-12)
    #expect(root.transform.m41 == 3 && root.transform.m42 == 4)
    #expect(root.position == CGPoint(x: 7, y: 50))
  }

  @Test func idTwice() throws {
    let package = try read(
      document("<sublayers><CALayer id=\"x\" name=\"second\"/></sublayers>", attributes: "id=\"x\"")
    )
    #expect(package.publishedObject(withName: "x") === package.rootLayer)
    #expect(messages(package).count == 1)
  }

  @Test func secondRoot() throws {
    let text = document("").replacingOccurrences(of: "</caml>", with: "<CALayer/></caml>")
    #expect(messages(try read(text)) == ["a second root object is left out"])
  }
}

/// Bad input: each ends quickly, with an error of one line that says what and where.
@Suite struct PackageErrorTests {
  private func expect(
    _ error: CAPackageError?,
    _ words: String...,
    location: SourceLocation = #_sourceLocation
  ) {
    guard let error else {
      Issue.record("no error", sourceLocation: location)
      return
    }
    let line = "\(error)"
    #expect(!line.contains("\n"), sourceLocation: location)
    for word in words {
      #expect(line.contains(word), "\(line)", sourceLocation: location)
    }
  }

  private func failure(of url: URL) -> CAPackageError? {
    do {
      _ = try CAPackage(contentsOf: url)
      return nil
    } catch {
      return error
    }
  }

  @Test func missing() {
    expect(
      failure(of: URL(fileURLWithPath: "/nowhere/at/all.ca")),
      "/nowhere/at/all.ca: no such package"
    )
  }

  @Test func notAFolder() throws {
    let folder = try TemporaryFolder()
    expect(failure(of: try folder.write("text", "a.ca")), "not a layer package: it is not a folder")
    expect(failure(of: folder.url), "it has neither index.xml nor main.caml")
  }

  @Test(arguments: [
    ("not a property list", "index.xml:1: not a property list"),
    ("<plist><array/></plist>", "not a dictionary"),
    ("<plist><dict><key>rootDocument</key><true/></dict></plist>", "rootDocument is not a string"),
    (
      "<plist><dict><key>rootDocument</key><string>../main.caml</string></dict></plist>",
      "leads out of the package"
    ),
    (
      "<plist><dict><key>rootDocument</key><string>none.caml</string></dict></plist>",
      "none.caml: no such document"
    ),
    (
      "<plist><dict><key>documentWidth</key><real>1e9</real></dict></plist>",
      "limit: at most 16384 points a side of the canvas"
    ),
    ("<plist><dict><key>documentWidth</key><real>nan</real></dict></plist>", "a canvas of nan"),
    ("<plist><dict><key>documentHeight</key><real>-5</real></dict></plist>", "a canvas of"),
  ])
  func index(text: String, words: String) throws {
    expect(try failureOf(document(""), files: ["index.xml": Data(text.utf8)]), words)
  }

  @Test func mismatchedTag() throws {
    expect(try failureOf("<caml>\n<CALayer></caml>"), "main.caml:2:", "end tag")
  }

  @Test(arguments: ["<caml/>", "<svg xmlns=\"http://www.apple.com/CoreAnimation/1.0\"/>"])
  func notCAML(text: String) throws {
    expect(try failureOf(text), "not a CAML document")
  }

  @Test func noLayer() throws {
    let start = "<caml xmlns=\"http://www.apple.com/CoreAnimation/1.0\">"
    expect(try failureOf(start + "</caml>"), "it has no layer")
    expect(try failureOf(start + "<MicaAssetManifest/></caml>"), "asset manifest")
  }

  @Test func billionLaughs() throws {
    var text = "<!DOCTYPE caml [<!ENTITY l0 \"ha\">"
    for level in 1..<12 {
      text += "<!ENTITY l\(level) \"" + String(repeating: "&l\(level - 1);", count: 10) + "\">"
    }
    expect(
      try failureOf(text + "]>" + document("&l11;")),
      "main.caml:1: document type declarations are not allowed"
    )
  }

  @Test func layersTooDeep() throws {
    let deep =
      String(repeating: "<sublayers><CALayer>", count: 300)
      + String(repeating: "</CALayer></sublayers>", count: 300)
    expect(try failureOf(document(deep)), "limit: at most 256 elements inside one another")
  }

  @Test func layersAsDeepAsAllowed() throws {
    let deep =
      String(repeating: "<sublayers><CALayer>", count: 127)
      + String(repeating: "</CALayer></sublayers>", count: 127)
    #expect(try failureOf(document(deep)) == nil)
  }

  @Test func canvasTooLarge() throws {
    let text = document("").replacingOccurrences(of: "0 0 100 100", with: "0 0 1e9 1e9")
    expect(try failureOf(text), "limit: at most 16384 points a side of the canvas")
  }

  @Test(arguments: [
    "../x.png", "assets/../../x.png", "/etc/passwd", "http://localhost/x.png", "file:///etc/passwd",
    "a%2F..%2F..%2Fx.png", "%2Fetc/passwd",
  ])
  func assetLeavesPackage(source: String) throws {
    expect(
      try failureOf(document("<contents type=\"CGImage\" src=\"\(source)\"/>")),
      "main.caml:5: asset path leaves the package: \(source)"
    )
  }

  @Test func linkLeavesPackage() throws {
    let folder = try TemporaryFolder()
    let outside = try folder.write("secret", "outside.png")
    try folder.write(document("<contents type=\"CGImage\" src=\"link.png\"/>"), "a.ca/main.caml")
    let package = folder.url.appendingPathComponent("a.ca")
    try FileManager.default.createSymbolicLink(
      at: package.appendingPathComponent("link.png"),
      withDestinationURL: outside
    )
    expect(failure(of: package), "asset path leaves the package: link.png")
    // The same through a folder, and for the document itself.
    try FileManager.default.createSymbolicLink(
      at: package.appendingPathComponent("index.xml"),
      withDestinationURL: outside
    )
    expect(failure(of: package), "index.xml: it leads out of the package")
  }

  /// A pipe must not make the reader wait for somebody who writes.
  @Test func assetIsAPipe() throws {
    let folder = try TemporaryFolder()
    try folder.write(document("<contents type=\"CGImage\" src=\"pipe.png\"/>"), "a.ca/main.caml")
    let package = folder.url.appendingPathComponent("a.ca")
    #expect(mkfifo(package.appendingPathComponent("pipe.png").path, 0o600) == 0)
    expect(failure(of: package), "pipe.png: not a regular file")
  }

  @Test(arguments: [0, 4, 8, 20, 40, 60])
  func imageTruncated(length: Int) throws {
    let picture = try Data(
      contentsOf: Authored.url("Stickers").appendingPathComponent("assets/q.png")
    )
    expect(
      try failureOf(
        document("<contents type=\"CGImage\" src=\"q.png\"/>"),
        files: ["q.png": picture.prefix(length)]
      ),
      "main.caml:5: image q.png does not decode: "
    )
  }

  @Test func dataURLMalformed() throws {
    for source in ["data:image/png;base64,AAAA", "data:image/png,xyz", "data:"] {
      expect(
        try failureOf(document("<contents type=\"CGImage\" src=\"\(source)\"/>")),
        "does not decode"
      )
    }
  }

  @Test func layerWithTwoParents() throws {
    expect(
      try failureOf(
        document("<sublayers><CALayer object=\"x\"/></sublayers>", attributes: "id=\"x\"")
      ),
      "the layer x would have two parents"
    )
  }
}
