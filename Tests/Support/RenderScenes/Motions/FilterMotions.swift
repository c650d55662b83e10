// Filters in motion: inputs that animate, and transitions with filters.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import CoreImage
import QuartzCore

extension Case {
  static let filterMotions: [Case] = [
    Case("AG-D-L5.2", [bars]),
    Case("AG-D-TB.3", [impliedTransitions]),
    Case("AG-D-B.x1", [switchedFilter]),
    Case("ZL-D-6.6", [blurOnClick]),
    Case("ZL-D-6.7", [blurThatStays]),
    Case("ZL-D-11.6", [glow]),
  ]

  /// AG-D-L5.2: bars of 30 points go, one after the other.
  private static let bars = Motion(
    "AG-D-L5.2",
    200,
    150,
    at: [0, 0.5, 0.8],
    facts: [
      .pixel(0, 5, 75, Tone.red), .pixel(0, 195, 75, Tone.red), .pixel(1, 5, 75, Tone.blue),
      .pixel(1, 195, 75, Tone.blue), .pixel(0.5, 195, 75, Tone.blue), .pixel(0.5, 5, 75, Tone.red),
    ],
    events: [
      .init(0) { stage in
        let transition = CATransition()
        let filter = imageFilter(
          "CIBarsSwipeTransition",
          ["inputAngle": 3.14, "inputWidth": 30, "inputBarOffset": 10]
        )
        transition.filter = filter.first
        transition.duration = 1
        transition.timingFunction = CAMediaTimingFunction(name: .linear)
        change {
          stage["it"].contents = plain(4, 4, [0, 0, 255, 255])
          stage["it"].add(transition, forKey: nil)
        }
      }
    ]
  ) { stage in
    let image = named("it", stage.root.bounds, in: stage.root)
    image.contents = plain(4, 4, [255, 0, 0, 255])
  }

  /// AG-D-TB.3: a change of `backgroundFilters` or `compositingFilter` is a fade of the
  /// transaction's duration, or of a quarter of a second.
  private static let impliedTransitions = Motion(
    "AG-D-TB.3",
    240,
    80,
    scale: 0.5,
    at: [0, 0.125, 0.5],
    facts: [
      .keys(0.125, ["transition"], of: "glass"), .keys(0.125, ["transition"], of: "blend"),
      .keys(0.125, ["transition"], of: "slow"), .keys(0.5, ["transition"], of: "slow"),
      .keys(0.5, [], of: "glass"), .keys(0.5, [], of: "blend"),
      // White fades to black, half of it after half of the time.
      .pixel(0, 40, 40, Tone.white), .pixel(0.125, 40, 40, [128, 128, 128]),
      .pixel(0.5, 40, 40, Tone.black), .pixel(0, 200, 40, Tone.white),
      .pixel(0.125, 200, 40, [223, 223, 223]), .pixel(0.5, 200, 40, [128, 128, 128]),
      .pixel(1.25, 200, 40, Tone.black),
      // Red, and what is left of white without it.
      .pixel(0, 120, 40, Tone.red), .pixel(0.5, 120, 40, [0, 255, 255]),
    ],
    events: [
      .init(0) { stage in
        CATransaction.begin()
        CATransaction.setAnimationTimingFunction(CAMediaTimingFunction(name: .linear))
        stage["glass"].backgroundFilters = [CAFilter(type: "colorInvert")]
        stage["blend"].compositingFilter = "differenceBlendMode"
        CATransaction.setAnimationDuration(1)
        stage["slow"].backgroundFilters = [CAFilter(type: "colorInvert")]
        CATransaction.commit()
      }
    ]
  ) { stage in
    stage.root.backgroundColor = white
    named("glass", CGRect(x: 10, y: 10, width: 60, height: 60), in: stage.root)
    named("blend", CGRect(x: 90, y: 10, width: 60, height: 60), red, in: stage.root)
    named("slow", CGRect(x: 170, y: 10, width: 60, height: 60), in: stage.root)
  }

  /// AG-D-B.x1: an input is set and animates, and the filter is turned off.
  private static let switchedFilter = Motion(
    "AG-D-B.x1",
    100,
    100,
    at: [0, 0.5, 1],
    facts: [
      .shows(0, "filters.f.inputRadius", 0), .shows(0.5, "filters.f.inputRadius", 4),
      .shows(1, "filters.f.inputRadius", 8), .pixel(0, 50, 50, Tone.white),
      .pixel(1.25, 22, 50, Tone.white), .pixel(1.25, 18, 50, Tone.black),
    ],
    events: [
      .init(0) {
        let grow = CABasicAnimation.of("filters.f.inputRadius", from: 0, to: 8, lasting: 1)
        grow.timingFunction = CAMediaTimingFunction(name: .linear)
        let layer = $0["it"]
        change { layer.setValue(8, forKeyPath: "filters.f.inputRadius") }
        layer.add(grow, forKey: nil)
      },
      .init(1.25) { stage in
        change { stage["it"].setValue(false, forKeyPath: "filters.f.enabled") }
      },
    ]
  ) { stage in
    stage.root.backgroundColor = black
    let layer = named("it", CGRect(x: 20, y: 20, width: 60, height: 60), white, in: stage.root)
    layer.filters = imageFilter("CIGaussianBlur", named: "f", ["inputRadius": 0])
  }

  /// Four clipped pictures with a blur of nothing.
  private static func icons(_ stage: Stage) {
    stage.root.backgroundColor = black
    for index in 0..<4 {
      let view = panel(CGFloat(index) * 132, 2, 128, 128, in: stage.root)
      view.masksToBounds = true
      let icon = named("\(index)", view.bounds, in: view)
      icon.contents = quartered(16)
      icon.filters = imageFilter("CIGaussianBlur", named: "blur", ["inputRadius": 0])
    }
  }

  /// ZL-D-6.6: a click blurs an icon and makes it sharp again.
  private static let blurOnClick = Motion(
    "ZL-D-6.6",
    524,
    132,
    scale: 0.25,
    at: [0, 0.1, 0.2],
    facts: [
      .shows(0.1, "filters.blur.inputRadius", 2.5, of: "1"),
      .shows(0.2, "filters.blur.inputRadius", 5, of: "1"),
      .shows(0.3, "filters.blur.inputRadius", 2.5, of: "1"),
      .shows(0.4, "filters.blur.inputRadius", 0, of: "1"), .keys(0.4, [], of: "1"),
      .shows(0.2, "filters.blur.inputRadius", 0, of: "2"),
      .pixel(0.2, 136, 30, [249, 0, 0], within: 60), .pixel(0.4, 136, 30, Tone.red),
    ],
    events: [
      .init(0) { stage in
        let click = CABasicAnimation.of("filters.blur.inputRadius", from: 0, to: 5, lasting: 0.2)
        click.autoreverses = true
        click.timingFunction = CAMediaTimingFunction(name: .linear)
        stage["1"].add(click, forKey: "blur")
      }
    ],
    build: icons
  )

  /// ZL-D-6.7: two icons stay blurred; the second click makes one of them sharp.
  private static let blurThatStays = Motion(
    "ZL-D-6.7",
    524,
    132,
    scale: 0.25,
    at: [0.2, 0.5, 1],
    facts: [
      .shows(0.2, "filters.blur.inputRadius", 5, of: "0"),
      .shows(0.5, "filters.blur.inputRadius", 5, of: "0"),
      .shows(0.5, "filters.blur.inputRadius", 5, of: "2"),
      .shows(0.5, "filters.blur.inputRadius", 0, of: "1"),
      .shows(0.6, "filters.blur.inputRadius", 2.5, of: "0"),
      .shows(1, "filters.blur.inputRadius", 0, of: "0"),
      .shows(1, "filters.blur.inputRadius", 5, of: "2"), .pixel(1, 4, 30, Tone.red),
    ],
    events: [
      .init(0) { stage in for name in ["0", "2"] { stick(stage[name], from: 0, to: 5) } },
      .init(0.5) { stage in stick(stage["0"], from: 5, to: 0) },
    ],
    build: icons
  )

  private static func stick(_ layer: CALayer, from: Double, to: Double) {
    let click = CABasicAnimation.of("filters.blur.inputRadius", from: from, to: to, lasting: 0.2)
    click.timingFunction = CAMediaTimingFunction(name: .linear)
    (click.fillMode, click.isRemovedOnCompletion) = (.forwards, false)
    layer.add(click, forKey: "blur")
  }

  /// ZL-D-2.13: an input of a filter is in the middle after half of the time, too.
  static let filterSweep = Motion(
    "ZL-D-2.13-filter",
    120,
    120,
    scale: 1,
    at: [0, 1, 1.9],
    facts: [.shows(1, "filters.blur.inputRadius", 4), .pixel(0, 61, 60, Tone.white)],
    events: [
      .init(0) { stage in
        let sweep = CABasicAnimation.of("filters.blur.inputRadius", from: 0, to: 8, lasting: 2)
        sweep.timingFunction = CAMediaTimingFunction(name: .linear)
        stage["it"].add(sweep, forKey: nil)
      }
    ]
  ) { stage in
    stage.root.backgroundColor = white
    let layer = named("it", CGRect(x: 20, y: 40, width: 40, height: 40), red, in: stage.root)
    layer.filters = imageFilter("CIGaussianBlur", named: "blur", ["inputRadius": 0])
  }

  /// ZL-D-11.6: a button glows while it is held.
  private static let glow = Motion(
    "ZL-D-11.6",
    160,
    80,
    scale: 0.5,
    at: [0, 0.5, 1],
    facts: [
      .pixel(0, 40, 6, Tone.black), .pixel(0.5, 120, 6, Tone.black), .pixel(1, 40, 6, Tone.black),
    ],
    events: [
      .init(0.5) { stage in
        change {
          stage["it"].filters = imageFilter("CIBloom", named: "bloom", ["inputRadius": 10])
        }
      },
      .init(1) { stage in change { stage["it"].filters = nil } },
    ]
  ) { stage in
    stage.root.backgroundColor = black
    for (index, name) in ["it", "other"].enumerated() {
      let frame = CGRect(x: 15 + 80 * index, y: 15, width: 50, height: 50)
      let button = named(name, frame, rgba(0, 0.5, 0), in: stage.root)
      (button.borderWidth, button.borderColor, button.cornerRadius) = (4, white, 8)
    }
  }
}
