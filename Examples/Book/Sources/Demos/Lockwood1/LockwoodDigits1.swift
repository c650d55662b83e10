// Lockwood, chapter 4: filters of images that are scaled, and a clock of digits.
// Licensed under the MIT license; see LICENSE.

import BookKit
import UIKit

/// The scaling filters of chapter 4.
@MainActor
enum LockwoodDigits1 {
  static let demos: [Demo] = [
    Demo("LW-F-4.14", "A photograph, reduced and enlarged") { FilteredController(large) }
      .play { stage in
        let pixels = try Lockwood1.Pixels(stage)
        let (linear, nearest) = (colors(in: pixels, left: 10), colors(in: pixels, left: 170))
        stage.expect(linear > nearest * 4, "enlarged, \(linear) colours and \(nearest)")
        let isBroken: (CGFloat) -> Bool = { x in pixels[x, 60] != pixels[x + 160, 60] }
        stage.expect((15..<130).contains { isBroken(CGFloat($0)) }, "reduced, they differ")
        try stage.show("linear, nearest; reduced, enlarged")
      },
    Demo("LW-F-4.15", "A sign of a few pixels, enlarged and reduced") { FilteredController(sign) }
      .play { stage in
        let pixels = try Lockwood1.Pixels(stage)
        stage.expect(colors(in: pixels, left: 170) == 2, "nearest keeps the two colours")
        stage.expect(colors(in: pixels, left: 10) > 10, "linear mixes them")
        try stage.show("linear, nearest; reduced, enlarged")
      },
    Demo("LW-F-4.16", "A sheet of digits") { DigitSheetController() }.play { stage in
      stage.expect(at: CGPoint(x: 25 + 2.5 * 4, y: 240 - 18 + 1.5 * 4), .black)
      try stage.show("ten digits")
    },
    Demo("LW-4.6", "A clock of digits") { DigitsController() }
      .play(with: DigitsController.self) { stage, controller in
        try expectDigits(stage, controller)
        let mixed = try Lockwood1.Pixels(stage).count { $0[0] > 5 && $0[0] < 165 }
        stage.expect(mixed > 1000, "blurred: \(mixed) pixels between black and grey")
      },
    Demo("LW-4.6a", "A clock of sharp digits") { SharpDigitsController() }
      .play(with: SharpDigitsController.self) { stage, controller in
        try expectDigits(stage, controller)
        let mixed = try Lockwood1.Pixels(stage).count { $0 != [0, 0, 0] && $0 != Lockwood1.gray }
        stage.expect(mixed == 0, "every pixel is black or grey, but \(mixed)")
        for first in [0, 6] {
          for (index, digitView) in controller.digitViews.enumerated() {
            controller.setDigit((first + index) % 10, for: digitView)
          }
          try expectBlocks(stage, controller, first)
          try stage.show("blocks of 5 points")
        }
      },
  ]

  private static func expectDigits(_ stage: Stage, _ controller: DigitsController) throws {
    for (time, digits) in [
      ((12, 34, 56), [1, 2, 3, 4, 5, 6]), ((9, 5, 0), [0, 9, 0, 5, 0, 0]),
    ] {
      controller.set(time.0, time.1, time.2)
      let shown = controller.digitViews.map { Int(($0.layer.contentsRect.minX * 10).rounded()) }
      stage.expect(shown == digits, "the digits are \(digits), not \(shown)")
      stage.expect(
        controller.digitViews.allSatisfy { $0.layer.animationKeys() == nil },
        "without animations"
      )
      try expectBlocks(stage, controller, nil)
      try stage.show(digits.map { "\($0)" }.joined())
    }
  }

  /// States that the middle of each block of a digit is black or grey.
  private static func expectBlocks(
    _ stage: Stage,
    _ controller: DigitsController,
    _ first: Int?
  ) throws {
    let pixels = try Lockwood1.Pixels(stage)
    for (index, digitView) in controller.digitViews.enumerated() {
      let digit = Int((digitView.layer.contentsRect.minX * 10).rounded())
      if let first { stage.expect(digit == (first + index) % 10, "the digit is set") }
      for row in 0..<9 {
        for column in 0..<7 {
          let isInside = (1...7).contains(row) && (1...5).contains(column)
          let isBlack =
            isInside && Lockwood1.Asset.digitRows[digit][row - 1] & (16 >> (column - 1)) != 0
          let x = digitView.frame.minX + CGFloat(column) * 5 + 2.5
          let y = digitView.frame.minY + CGFloat(row) * 5 + 2.5
          let isRight = isBlack ? pixels[x, y][0] < 3 : pixels[x, y][0] > 167
          stage.expect(isRight, "\(digit) at column \(column), row \(row): \(pixels[x, y])")
        }
      }
    }
  }

  /// The number of colours of an enlarged picture.
  private static func colors(in pixels: Lockwood1.Pixels, left: CGFloat) -> Int {
    var colors: Set<[Int]> = []
    for y in 240..<360 {
      for x in 10..<130 { colors.insert(pixels[left + CGFloat(x), CGFloat(y)]) }
    }
    return colors.count
  }

  /// Hills under a sky, 560 x 560, with fine lines.
  private static func large() -> UIImage {
    Lockwood1.Asset.draw(560, 560) { context in
      for y in 0..<56 {
        context.setFillColor(
          UIColor(red: 0.4, green: 0.6, blue: 1 - CGFloat(y) / 80, alpha: 1).cgColor
        )
        context.fill(CGRect(x: 0, y: y * 10, width: 560, height: 10))
      }
      context.setFillColor(Lockwood1.rgb(60, 120, 50).cgColor)
      context.fillEllipse(in: CGRect(x: -100, y: 300, width: 500, height: 500))
      context.setFillColor(Lockwood1.rgb(30, 90, 40).cgColor)
      context.fillEllipse(in: CGRect(x: 220, y: 240, width: 600, height: 600))
      context.setStrokeColor(UIColor.white.cgColor)
      context.setLineWidth(1)
      for index in 0..<30 {
        context.move(to: CGPoint(x: 280, y: 280))
        let angle = CGFloat(index) / 30 * 2 * .pi
        context.addLine(to: CGPoint(x: 280 + 270 * cos(angle), y: 280 + 270 * sin(angle)))
      }
      context.strokePath()
    }
  }

  /// 14 x 14: a sign of straight lines.
  private static func sign() -> UIImage {
    Lockwood1.Asset.draw(14, 14) { context in
      context.setFillColor(UIColor.white.cgColor)
      context.fill(CGRect(x: 0, y: 0, width: 14, height: 14))
      context.setFillColor(UIColor.black.cgColor)
      context.fill(CGRect(x: 2, y: 2, width: 10, height: 2))
      context.fill(CGRect(x: 6, y: 2, width: 2, height: 10))
      context.fill(CGRect(x: 2, y: 10, width: 10, height: 1))
    }
  }
}

/// A picture on a small view and a part of it on a larger one, with both filters.
private final class FilteredController: UIViewController {
  private let makeImage: () -> UIImage

  init(_ makeImage: @escaping () -> UIImage) {
    self.makeImage = makeImage
    super.init(nibName: nil, bundle: nil)
  }

  required init?(coder: NSCoder) { nil }

  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .lightGray
    let image = makeImage()
    let isLarge = image.size.width > 200
    for (x, filter) in [(10, CALayerContentsFilter.linear), (170, .nearest)] {
      let small = isLarge ? 140 : 9
      let reduced = UIView(frame: CGRect(x: x, y: 20, width: small, height: small))
      let enlarged = UIView(frame: CGRect(x: x, y: 230, width: 140, height: 140))
      for part in [reduced, enlarged] {
        part.layer.contents = image.cgImage
        part.layer.minificationFilter = filter
        part.layer.magnificationFilter = filter
        view.addSubview(part)
      }
      if isLarge {
        enlarged.layer.contentsRect = CGRect(x: 0.48, y: 0.48, width: 0.04, height: 0.04)
      }
    }
  }
}

private final class DigitSheetController: UIViewController {
  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .lightGray
    let sheet = UIView(frame: CGRect(x: 20, y: 222, width: 280, height: 36))
    sheet.layer.contents = Lockwood1.Asset.digits().cgImage
    sheet.layer.magnificationFilter = .nearest
    view.addSubview(sheet)
  }
}

/// Six digits: hours, minutes, seconds.
private class DigitsController: UIViewController {
  let digitViews = [25, 65, 120, 160, 215, 255].map {
    UIView(frame: CGRect(x: $0, y: 200, width: 35, height: 45))
  }
  private let calendar = Calendar(identifier: .gregorian)
  /// The date that the clock shows.
  var now: () -> Date = { Date() }
  private var timer: Timer?

  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .lightGray
    let digits = Lockwood1.Asset.digits()
    for digitView in digitViews {
      digitView.layer.contents = digits.cgImage
      digitView.layer.contentsRect = CGRect(x: 0, y: 0, width: 0.1, height: 1)
      digitView.layer.contentsGravity = .resizeAspect
      view.addSubview(digitView)
    }
    timer = Timer.scheduledTimer(withTimeInterval: 1, repeats: true) { [weak self] _ in
      MainActor.assumeIsolated { self?.tick() }
    }
    tick()
  }

  override func viewDidDisappear(_ animated: Bool) {
    super.viewDidDisappear(animated)
    timer?.invalidate()
  }

  func setDigit(_ digit: Int, for digitView: UIView) {
    digitView.layer.contentsRect = CGRect(x: CGFloat(digit) * 0.1, y: 0, width: 0.1, height: 1)
  }

  func tick() {
    let units: Set<Calendar.Component> = [.hour, .minute, .second]
    let components = calendar.dateComponents(units, from: now())
    let parts = [components.hour ?? 0, components.minute ?? 0, components.second ?? 0]
    for (index, part) in parts.enumerated() {
      setDigit(part / 10, for: digitViews[index * 2])
      setDigit(part % 10, for: digitViews[index * 2 + 1])
    }
  }

  /// Shows a time of the day, as the timer would at that time.
  func set(_ hour: Int, _ minute: Int, _ second: Int) {
    var components = DateComponents(year: 2013, month: 6, day: 10)
    (components.hour, components.minute, components.second) = (hour, minute, second)
    let date = calendar.date(from: components) ?? Date()
    now = { date }
    tick()
  }
}

private final class SharpDigitsController: DigitsController {
  override func viewDidLoad() {
    super.viewDidLoad()
    for digitView in digitViews { digitView.layer.magnificationFilter = .nearest }
  }
}
