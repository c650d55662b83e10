// Colours: components, names, equality, and colours that depend on traits.
// Licensed under the MIT license; see LICENSE.

import Foundation
import TestClaims
import Testing
import UIKit

@Suite("UIColor")
struct UIColorTests {
  private func components(_ color: UIColor) -> [CGFloat] {
    var (red, green, blue, alpha): (CGFloat, CGFloat, CGFloat, CGFloat) = (0, 0, 0, 0)
    color.getRed(&red, green: &green, blue: &blue, alpha: &alpha)
    return [red, green, blue, alpha]
  }

  // C8: view-layer.md, measured on UIKit.
  @Test(
    "Named colours have Apple's values",
    .shows(
      "UIColor.darkGray",
      "UIColor.lightGray",
      "UIColor.gray",
      "UIColor.brown",
      "UIColor.orange",
      "UIColor.purple",
      "UIColor.red",
      "UIColor.green",
      "UIColor.blue",
      "UIColor.cyan",
      "UIColor.magenta",
      "UIColor.yellow",
      "UIColor.black",
      "UIColor.white",
      "UIColor.clear",
      "UIColor.getRed(_:green:blue:alpha:)"
    ),
    arguments: [
      (UIColor.darkGray, [1.0 / 3, 1.0 / 3, 1.0 / 3, 1]),
      (.lightGray, [2.0 / 3, 2.0 / 3, 2.0 / 3, 1]),
      (.gray, [0.5, 0.5, 0.5, 1]), (.brown, [0.6, 0.4, 0.2, 1]), (.orange, [1, 0.5, 0, 1]),
      (.purple, [0.5, 0, 0.5, 1]), (.red, [1, 0, 0, 1]), (.green, [0, 1, 0, 1]),
      (.blue, [0, 0, 1, 1]), (.cyan, [0, 1, 1, 1]), (.magenta, [1, 0, 1, 1]),
      (.yellow, [1, 1, 0, 1]), (.black, [0, 0, 0, 1]), (.white, [1, 1, 1, 1]),
      (.clear, [0, 0, 0, 0]),
    ] as [(UIColor, [CGFloat])]
  )
  func names(_ color: UIColor, _ values: [CGFloat]) {
    #expect(components(color) == values)
  }

  @Test("Greys of thirds are drawn as 85 and 170 (C8)", .shows("UIColor.setFill()"))
  func drawnGreys() throws {
    let image = drawn(2, 1) { context in
      UIColor.darkGray.setFill()
      context.fill(CGRect(x: 0, y: 0, width: 1, height: 1))
      UIColor.lightGray.setFill()
      context.fill(CGRect(x: 1, y: 0, width: 1, height: 1))
    }
    let pixels = try #require(Pixels(image))
    #expect(pixels[0, 0] == [85, 85, 85, 255])
    #expect(pixels[1, 0] == [170, 170, 170, 255])
  }

  @Test(
    "Black, white and greys have two components (C9)",
    .shows("UIColor.cgColor"),
    arguments: [UIColor.black, .white, .gray, .darkGray, .lightGray, .clear]
  )
  func greySpace(_ color: UIColor) {
    #expect(color.cgColor.numberOfComponents == 2)
    #expect(color.cgColor.colorSpace?.model == .monochrome)
    #expect(UIColor.red.cgColor.numberOfComponents == 4)
  }

  @Test(
    "Colours of one space with the same components are equal; greys equal no colours",
    .shows("UIColor", "UIColor.withAlphaComponent(_:)")
  )
  func equality() {
    #expect(UIColor(red: 1, green: 0, blue: 0, alpha: 1) == UIColor.red)
    #expect(UIColor(red: 1, green: 0, blue: 0, alpha: 1).hash == UIColor.red.hash)
    #expect(UIColor(white: 1, alpha: 1) == UIColor.white)
    #expect(UIColor(red: 1, green: 1, blue: 1, alpha: 1) != UIColor.white)
    #expect(UIColor(cgColor: UIColor.red.cgColor) == UIColor.red)
    #expect(UIColor.red.withAlphaComponent(0.5) != UIColor.red)
    #expect(UIColor.red.withAlphaComponent(0.5).withAlphaComponent(1) == UIColor.red)
  }

  @Test(
    "Hues lead to components and back",
    .shows("UIColor.getHue(_:saturation:brightness:alpha:)")
  )
  func hues() {
    #expect(UIColor(hue: 0, saturation: 1, brightness: 1, alpha: 1) == UIColor.red)
    #expect(UIColor(hue: 1, saturation: 1, brightness: 1, alpha: 1) == UIColor.red)
    #expect(components(UIColor(hue: 0.5, saturation: 1, brightness: 1, alpha: 1)) == [0, 1, 1, 1])
    for sixth in 0..<6 {
      var (hue, saturation, brightness): (CGFloat, CGFloat, CGFloat) = (0, 0, 0)
      let wanted = (CGFloat(sixth) + 0.25) / 6
      UIColor(hue: wanted, saturation: 0.5, brightness: 0.8, alpha: 1)
        .getHue(&hue, saturation: &saturation, brightness: &brightness, alpha: nil)
      #expect(abs(hue - wanted) < 1e-12)
      #expect(abs(saturation - 0.5) < 1e-12)
      #expect(brightness == 0.8)
    }
  }

  @Test(
    "A grey is read as grey and as red, green and blue; a colour by its luminance",
    .shows("UIColor.getWhite(_:alpha:)")
  )
  func white() {
    var (white, alpha): (CGFloat, CGFloat) = (0, 0)
    #expect(UIColor(white: 0.3, alpha: 0.4).getWhite(&white, alpha: &alpha))
    #expect(white == 0.3 && alpha == 0.4)
    #expect(UIColor(red: 0.3, green: 0.3, blue: 0.3, alpha: 1).getWhite(&white, alpha: nil))
    #expect(abs(white - 0.3) < 1e-9)
  }

  @Test("Components that are no numbers neither trap nor paint")
  func hostile() throws {
    let colors = [
      UIColor(red: .nan, green: .infinity, blue: -.infinity, alpha: .nan),
      UIColor(white: .nan, alpha: 5),
      UIColor(hue: .nan, saturation: .nan, brightness: .nan, alpha: 1),
      UIColor(displayP3Red: .infinity, green: 1, blue: .nan, alpha: 1),
    ]
    for color in colors {
      _ = components(color)
      _ = color.description
      _ = drawn(2, 2) { context in
        color.set()
        context.fill(CGRect(x: 0, y: 0, width: 2, height: 2))
      }
    }
    #expect(UIColor(white: 0, alpha: 5).cgColor.alpha == 1)
    #expect(UIColor(white: 0, alpha: .nan).cgColor.alpha == 0)
  }

  @Test("Archives keep components")
  func archives() throws {
    for color in [UIColor.orange, .darkGray, UIColor(red: 1.2, green: 0, blue: 0, alpha: 0.5)] {
      let data = try NSKeyedArchiver.archivedData(
        withRootObject: color,
        requiringSecureCoding: true
      )
      let copy = try NSKeyedUnarchiver.unarchivedObject(ofClass: UIColor.self, from: data)
      #expect(copy == color)
    }
  }

  @Test("A literal is a colour")
  func literal() {
    let color: UIColor = #colorLiteral(red: 1, green: 0, blue: 0, alpha: 1)
    #expect(color == .red)
  }

  @Test(
    "Patterns repeat an image upright from the upper left corner",
    .shows("UIColor.init(patternImage:)")
  )
  func pattern() throws {
    let tile = picture([[.red, .green], [.blue, .white]])
    let image = drawn(5, 3) { context in
      UIColor(patternImage: tile).setFill()
      context.fill(CGRect(x: 0, y: 0, width: 5, height: 3))
    }
    let pixels = try #require(Pixels(image))
    #expect(pixels[0, 0] == Pixels.red)
    #expect(pixels[3, 0] == Pixels.green)
    #expect(pixels[4, 1] == Pixels.blue)
    #expect(pixels[0, 2] == Pixels.red)
    #expect(UIColor(patternImage: UIImage()).cgColor.pattern != nil)
  }
}

@Suite("Dynamic colours")
struct DynamicColorTests {
  private let light = UITraitCollection(userInterfaceStyle: .light)
  private let dark = UITraitCollection(userInterfaceStyle: .dark)
  private let ink = UIColor { $0.userInterfaceStyle == .dark ? .white : .black }

  @Test(
    "cgColor resolves with the current traits at the call, and stays (D1)",
    .shows("UIColor.cgColor", "UITraitCollection.performAsCurrent(_:)")
  )
  func resolvesAtCall() {
    var color = CGColor.clear
    dark.performAsCurrent { color = ink.cgColor }
    #expect(color == UIColor.white.cgColor)
    light.performAsCurrent { #expect(ink.cgColor == UIColor.black.cgColor) }
    #expect(color == UIColor.white.cgColor)
  }

  @Test("Each thread has current traits of its own (D2)", .shows("UITraitCollection.current"))
  func perThread() {
    // Safe because: the semaphore orders writing before reading.
    nonisolated(unsafe) var other = UIUserInterfaceStyle.unspecified
    let done = DispatchSemaphore(value: 0)
    dark.performAsCurrent {
      Thread {
        other = UITraitCollection.current.userInterfaceStyle
        done.signal()
      }.start()
      done.wait()
      #expect(UITraitCollection.current == dark)
    }
    #expect(other == .light)
  }

  @Test(
    "performAsCurrent restores the traits before it, also within another",
    .shows("UITraitCollection.performAsCurrent(_:)", "UITraitCollection.current")
  )
  func nesting() {
    dark.performAsCurrent {
      light.performAsCurrent { #expect(UITraitCollection.current == light) }
      #expect(UITraitCollection.current == dark)
    }
  }

  @Test(
    "A dynamic colour equals itself, not what it resolves to (D4)",
    .shows("UIColor.resolvedColor(with:)", "UIColor.label")
  )
  func equality() {
    #expect(ink == ink)
    #expect(ink.resolvedColor(with: dark) == UIColor.white)
    #expect(ink != ink.resolvedColor(with: light))
    #expect(UIColor.label == UIColor.label)
    #expect(UIColor.label != UIColor.black)
    #expect(UIColor.label.withAlphaComponent(0.5) == UIColor.label.withAlphaComponent(0.5))
    #expect(UIColor.label.withAlphaComponent(0.5) != UIColor.label)
  }

  @Test("Alpha of a dynamic colour follows it into both styles")
  func alpha() {
    let faint = ink.withAlphaComponent(0.25)
    #expect(faint.resolvedColor(with: dark) == UIColor(white: 1, alpha: 0.25))
    #expect(faint.resolvedColor(with: light) == UIColor(white: 0, alpha: 0.25))
  }

  @Test("A provider that never ends gives a clear colour")
  func endless() {
    func next(_ depth: Int) -> UIColor { UIColor { _ in next(depth + 1) } }
    #expect(next(0).cgColor == CGColor.clear)
  }

  @Test("Colours of the system follow the style")
  func system() {
    func bytes(_ color: UIColor, _ traits: UITraitCollection) -> [Int] {
      var (red, green, blue, alpha): (CGFloat, CGFloat, CGFloat, CGFloat) = (0, 0, 0, 0)
      color.resolvedColor(with: traits).getRed(&red, green: &green, blue: &blue, alpha: &alpha)
      return [red, green, blue, alpha].map { Int(($0 * 255).rounded()) }
    }
    // Human Interface Guidelines, "Color".
    #expect(bytes(.systemBlue, light) == [0, 122, 255, 255])
    #expect(bytes(.systemBlue, dark) == [10, 132, 255, 255])
    #expect(bytes(.systemRed, dark) == [255, 69, 58, 255])
    #expect(bytes(.systemBackground, dark) == [0, 0, 0, 255])
    #expect(bytes(.secondaryLabel, light) == [60, 60, 67, 153])
    let raised = UITraitCollection(traitsFrom: [
      dark, UITraitCollection(userInterfaceLevel: .elevated),
    ])
    #expect(bytes(.systemBackground, raised) == [28, 28, 30, 255])
  }

  @Test func layersTakeAColorForAKey() {
    let layer = CAShapeLayer()
    layer.setValue(UIColor.red, forKey: "borderColor")
    layer.setValue(UIColor.blue, forKeyPath: "fillColor")
    #expect(layer.borderColor == UIColor.red.cgColor && layer.fillColor == UIColor.blue.cgColor)
  }
}
