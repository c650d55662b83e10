// Symbols.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import Testing
import UIKit

@MainActor
@Suite struct SymbolTests {
  /// The part of the pixels that are covered, in 0...1.
  private func coverage(_ image: UIImage?) throws -> Double {
    let pixels = try #require(Pixels(image))
    var sum = 0
    for index in stride(from: 3, to: pixels.bytes.count, by: 4) { sum += Int(pixels.bytes[index]) }
    return Double(sum) / 255 / Double(pixels.width * pixels.height)
  }

  @Test func namesHaveTheirOutlines() throws {
    let square = try coverage(UIImage(systemName: "square.fill"))
    // A square with round corners over nearly all of the picture.
    #expect(square > 0.95)
    let circle = try coverage(UIImage(systemName: "circle.fill"))
    #expect(abs(circle - Double.pi / 4) < 0.01)
    for name in ["checkmark", "xmark", "plus", "chevron.right", "trash", "gear", "heart.fill"] {
      let covered = try coverage(UIImage(systemName: name))
      #expect(covered > 0.02 && covered < 0.8, "\(name)")
    }
  }

  @Test func commonNamesOfAppsAreKnown() throws {
    // The names that apps use most, by the census.
    let names = """
      checkmark xmark ellipsis chevron.forward pencil square.and.arrow.up chevron.right doc.on.doc
      plus exclamationmark.circle chevron.down magnifyingglass globe questionmark.circle
      square.and.pencil trash star.fill plus.square.on.square info.circle
      exclamationmark.circle.fill plus.square.fill.on.square.fill arrow.up.forward.square
      chevron.backward arrow.right calendar xmark.circle.fill gear info.circle.fill
      exclamationmark.triangle.fill chevron.up.chevron.down circle.fill arrow.2.squarepath
      line.3.horizontal.decrease chevron.up safari checkmark.circle.fill
      """
    let placeholder = try #require(Pixels(UIImage(systemName: "no.such.symbol"))).bytes
    for name in names.split(whereSeparator: \.isWhitespace).map(String.init) {
      let pixels = try #require(Pixels(UIImage(systemName: name)), "\(name)")
      #expect(pixels.bytes != placeholder, "\(name)")
    }
  }

  @Test func namesThatNoSymbolHasGiveNone() {
    for name in ["", ".", "Star", "a b", "../star", ".star", String(repeating: "a", count: 101)] {
      #expect(UIImage(systemName: name) == nil, "\(name)")
    }
  }

  @Test func wordsAtTheEndChangeOutlines() throws {
    let plain = try coverage(UIImage(systemName: "hammer"))
    let ring = try coverage(UIImage(systemName: "hammer.circle"))
    let disc = try coverage(UIImage(systemName: "hammer.circle.fill"))
    #expect(ring != plain)
    // A disc with a hole.
    #expect(disc > 0.5 && disc < Double.pi / 4)
    #expect(try coverage(UIImage(systemName: "hammer.badge.ellipsis")) == plain)
  }

  @Test func sizesFollowTheConfiguration() throws {
    let usual = try #require(UIImage(systemName: "star"))
    #expect(usual.size == CGSize(width: 21, height: 21))
    #expect(usual.isSymbolImage)
    let large = UIImage.SymbolConfiguration(pointSize: 34, weight: .bold, scale: .large)
    let star = try #require(UIImage(systemName: "star", withConfiguration: large))
    // 34 x 1.18 x 1.28 = 51.35, rounded up.
    #expect(star.size == CGSize(width: 52, height: 52))
    #expect(usual.withConfiguration(large).size == star.size)
    let changed = star.applyingSymbolConfiguration(.init(scale: .small))
    #expect(changed?.size.height == 32)
    let body = UIImage.SymbolConfiguration(textStyle: .body)
    #expect(UIImage(systemName: "star", withConfiguration: body)?.size == usual.size)
    let bold = UIImage.SymbolConfiguration(weight: .bold)
    #expect(
      try coverage(UIImage(systemName: "star", withConfiguration: bold)) > coverage(usual)
    )
    let wild = UIImage.SymbolConfiguration(pointSize: .infinity)
    #expect(UIImage(systemName: "star", withConfiguration: wild)?.size == usual.size)
  }

  @MainActor
  @Test func symbolsTakeTheTintOfTheirView() throws {
    let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 40, height: 40))
    let view = UIImageView(image: UIImage(systemName: "square.fill"))
    view.tintColor = UIColor(red: 0, green: 1, blue: 0, alpha: 1)
    view.frame.origin = CGPoint(x: 8, y: 8)
    window.addSubview(view)
    window.makeKeyAndVisible()
    defer { window.isHidden = true }
    var pixels = try #require(Pixels(UIImage(cgImage: window.image())))
    let middle = pixels.width * 18 / 40
    #expect(pixels[middle, middle] == Pixels.green)
    let red = UIImage.SymbolConfiguration(
      hierarchicalColor: UIColor(red: 1, green: 0, blue: 0, alpha: 1)
    )
    view.image = UIImage(systemName: "square.fill", withConfiguration: red)
    pixels = try #require(Pixels(UIImage(cgImage: window.image())))
    #expect(pixels[middle, middle] == Pixels.red)
  }
}
