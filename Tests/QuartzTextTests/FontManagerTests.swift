// Fonts that a program registers.
// Licensed under the MIT license; see LICENSE.

import CoreText
import Foundation
@testable import QuartzText
import TestClaims
import Testing

/// Tests of what a process has one of: registered fonts, and the place of messages.
@Suite(.serialized) struct FontsOfTheProcess {}

extension FontsOfTheProcess {
  @Suite struct FontManagerTests {
    private let url = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("Fixtures/layers.ttf")

    @Test(
      .shows(
        "CTFontManagerRegisterFontsForURL(_:_:_:)",
        "CTFontManagerUnregisterFontsForURL(_:_:_:)",
        "CTFontManagerCopyAvailableFontFamilyNames()",
        "CTFontManagerError.alreadyRegistered",
        "CTFontManagerScope.process"
      )
    ) func registeredFontIsFoundByName() throws {
      let name = "QuartzLayers-Regular"
      let family = "Quartz Layers"
      func isThere() -> Bool {
        CTFontManagerCopyAvailableFontFamilyNames().contains { $0 as? String == family }
      }
      #expect(!isThere())
      #expect(CTFontManagerRegisterFontsForURL(url, .process, nil))
      #expect(isThere())
      #expect(CTFontCopyFamilyName(CTFontCreateWithName(name, 12, nil)) == family)
      let layout = TextLayout(
        NSAttributedString(
          string: "A",
          attributes: [.font: CTFontCreateWithName(name, 12, nil)]
        ),
        in: TextLayoutOptions(),
        defaults: .coreText
      )
      #expect(layout.runs.first.map { CTFontCopyFamilyName($0.font) } == family)
      // It is in every collection, and not missing.
      let samples = try FontSamples()
      try samples.add("LiberationSerif", as: "a.ttf")
      let fonts = try FontCollection(folder: samples.url)
      #expect(fonts.familyNames == ["Liberation Serif", family])
      let lines = reports {
        FontCollection.with(fonts) { _ = CTFontCreateWithName(family, 12, nil) }
      }
      #expect(!lines.contains { $0.contains(family) })
      var error: Unmanaged<CFError>?
      #expect(!CTFontManagerRegisterFontsForURL(url, .process, &error))
      let code = error?.takeRetainedValue().code
      #expect(code == CTFontManagerError.alreadyRegistered.rawValue)
      #expect(CTFontManagerUnregisterFontsForURL(url, .process, nil))
      #expect(!isThere() && fonts.familyNames == ["Liberation Serif"])
      #expect(CTFontCopyFamilyName(CTFontCreateWithName(name, 12, nil)) != family)
    }

    @Test(
      .shows(
        "CTFontManagerError.fileNotFound",
        "CTFontManagerError.unrecognizedFormat",
        "CTFontManagerError.unsupportedScope",
        "kCTFontManagerErrorDomain"
      ),
      arguments: [
        ("/nowhere/font.ttf", CTFontManagerScope.process, CTFontManagerError.fileNotFound),
        (#filePath, .process, .unrecognizedFormat), (#filePath, .session, .unsupportedScope),
      ]
    )
    func failures(path: String, scope: CTFontManagerScope, expected: CTFontManagerError) {
      var error: Unmanaged<CFError>?
      #expect(!CTFontManagerRegisterFontsForURL(URL(fileURLWithPath: path), scope, &error))
      let found = error?.takeRetainedValue()
      #expect(found?.code == expected.rawValue && found?.domain == kCTFontManagerErrorDomain)
    }
  }
}
