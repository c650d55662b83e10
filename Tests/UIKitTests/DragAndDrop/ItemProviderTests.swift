// Item providers.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import Synchronization
import Testing
import UIKit

/// A value that a closure on any thread sets.
private final class Handed<Value: Sendable>: Sendable {
  private let value = Mutex<Value?>(nil)
  var got: Value? {
    get { value.withLock { $0 } }
    set { value.withLock { $0 = newValue } }
  }
}

@Suite("Item providers")
struct ItemProviderTests {
  @Test func aTextIsReadBack() async throws {
    let provider = NSItemProvider(object: "pear \u{1F350}" as NSString)
    #expect(provider.registeredTypeIdentifiers == ["public.utf8-plain-text"])
    #expect(provider.hasItemConformingToTypeIdentifier("public.plain-text"))
    #expect(provider.hasItemConformingToTypeIdentifier("public.text"))
    #expect(!provider.hasItemConformingToTypeIdentifier("public.image"))
    #expect(provider.canLoadObject(ofClass: NSString.self))
    #expect(!provider.canLoadObject(ofClass: UIImage.self))
    let box = Handed<String>()
    let progress = provider.loadObject(ofClass: String.self) { text, _ in box.got = text }
    #expect(box.got == "pear \u{1F350}")
    #expect(progress.isFinished)
    let item = try await provider.loadItem(forTypeIdentifier: "public.plain-text")
    #expect((item as? NSString) == "pear \u{1F350}")
  }

  @Test func addressesAndColoursAreReadBack() throws {
    let url = try #require(URL(string: "https://example.org/a?b=c"))
    let provider = NSItemProvider(object: url as NSURL)
    let box = Handed<URL>()
    provider.loadObject(ofClass: URL.self) { value, _ in box.got = value }
    #expect(box.got == url)
    #expect(!provider.hasItemConformingToTypeIdentifier("public.file-url"))
    let colour = UIColor(red: 0.25, green: 0.5, blue: 0.75, alpha: 0.5)
    let parts = Handed<[CGFloat]>()
    NSItemProvider(object: colour).loadObject(ofClass: UIColor.self) { object, _ in
      var (red, green, blue, alpha) = (CGFloat(0), CGFloat(0), CGFloat(0), CGFloat(0))
      (object as? UIColor)?.getRed(&red, green: &green, blue: &blue, alpha: &alpha)
      parts.got = [red, green, blue, alpha]
    }
    let expected: [CGFloat] = [0.25, 0.5, 0.75, 0.5]
    for (value, wanted) in zip(parts.got ?? [0, 0, 0, 0], expected) {
      #expect(abs(value - wanted) < 0.001)
    }
  }

  @Test @MainActor func imagesAreReadBack() {
    let image = UIGraphicsImageRenderer(size: CGSize(width: 4, height: 3)).image { context in
      UIColor.red.setFill()
      context.fill(CGRect(x: 0, y: 0, width: 4, height: 3))
    }
    let provider = NSItemProvider(object: image)
    #expect(provider.hasItemConformingToTypeIdentifier("public.image"))
    let box = Handed<UIImage>()
    provider.loadObject(ofClass: UIImage.self) { object, _ in box.got = object as? UIImage }
    #expect(box.got?.cgImage?.width == image.cgImage?.width)
  }

  @Test func closuresMakeDataOnDemandAndAnswerOnce() {
    let provider = NSItemProvider()
    let asked = Handed<Int>()
    asked.got = 0
    provider.registerDataRepresentation(forTypeIdentifier: "public.json", visibility: .all) {
      hand in
      asked.got = (asked.got ?? 0) + 1
      hand(Data("[1]".utf8), nil)
      hand(nil, CocoaError(.fileReadUnknown))
      return nil
    }
    #expect(asked.got == 0)
    let answers = Handed<[Data?]>()
    answers.got = []
    provider.loadDataRepresentation(forTypeIdentifier: "public.text") { data, _ in
      answers.got = (answers.got ?? []) + [data]
    }
    #expect(asked.got == 1)
    #expect(answers.got == [Data("[1]".utf8)])
  }

  @Test func whatIsMissingIsAnError() {
    let code = Handed<Int>()
    NSItemProvider().loadDataRepresentation(forTypeIdentifier: "public.png") { data, error in
      code.got = data == nil ? (error as NSError?)?.code : 0
    }
    #expect(code.got == -1000)
    let bad = NSItemProvider(item: Data([1, 2, 3]) as NSData, typeIdentifier: "public.png")
    let isRead = Handed<Bool>()
    bad.loadObject(ofClass: UIImage.self) { object, error in
      isRead.got = object != nil || error == nil
    }
    #expect(isRead.got == false)
    #expect(NSItemProvider(contentsOf: URL(string: "https://example.org")) == nil)
  }

  @Test func aFileLastsAsLongAsItsClosure() {
    let provider = NSItemProvider(item: Data("abc".utf8) as NSData, typeIdentifier: "public.text")
    provider.suggestedName = "a/b"
    let found = Handed<(URL, String?)>()
    provider.loadFileRepresentation(forTypeIdentifier: "public.text") { url, _ in
      guard let url else { return }
      found.got = (url, try? String(contentsOf: url, encoding: .utf8))
    }
    #expect(found.got?.1 == "abc")
    #expect(found.got?.0.lastPathComponent.hasPrefix("a-b") == true)
    #expect(FileManager.default.fileExists(atPath: found.got?.0.path ?? "/") == false)
  }
}
