// Pictures of controllers after touches.
// Licensed under the MIT license; see LICENSE.

import Foundation
public import QuartzTesting
import QuartzViews
public import UIKit

extension Snapshotting where Value == UIViewController, Format == UIImage {
  /// The picture of a controller's view after touches, keys and turns of the wheel.
  ///
  ///     let touches = try UITouchSession("down 1 40,80 t=0; up 1 t=.1; wait t=.5")
  ///     assertSnapshot(of: controller, as: .image(after: touches, on: .iPhone13))
  ///
  /// The picture is of the time of the last step; a failure prints the steps.
  ///
  /// - Parameters:
  ///   - touches: The touches, from the moment at which the controller is shown.
  ///   - config: The device.
  ///   - precision: The share of pixels that must match, 0...1.
  ///   - perceptualPrecision: The nearness of a matching pixel: 1 - Delta E / 100, by CIE 2000.
  ///   - traits: Traits in place of the device's.
  public static func image(
    after touches: UITouchSession,
    on config: ViewImageConfig = ViewImageConfig(),
    precision: Float = 1,
    perceptualPrecision: Float = 1,
    traits: UITraitCollection = UITraitCollection()
  ) -> Snapshotting {
    let plain = Diffing<UIImage>.image(
      precision: precision,
      perceptualPrecision: perceptualPrecision
    )
    let diffing = Diffing<UIImage>(
      toData: plain.toData,
      fromData: plain.fromData,
      diff: { old, new in
        plain.diff(old, new).map { ($0 + TouchText.text(touches), $1) }
      }
    )
    return Snapshotting(pathExtension: "png", diffing: diffing) { controller in
      try onViewThread(controller) { controller in
        let stage = ViewStage(controller, config.changed(size: nil, traits: traits))
        stage.replay(touches)
        return try stage.image()
      }
    }
  }
}

/// Touches in messages of failures.
enum TouchText {
  /// The steps that a message shows at most.
  private static let greatestCount = 200

  /// The touches of the windows that show; empty if there were none.
  static var ofWindows: String {
    onViewThread {
      UIApplication.shared.windows.map { text($0.touchSession) }.joined()
    }
  }

  /// The touches, to be made again; empty if there are none.
  static func text(_ session: UITouchSession) -> String {
    guard !session.isEmpty else { return "" }
    let lines = session.description.split(separator: "\n")
    let more = lines.count - greatestCount
    return "\n\nThe touches (UITouchSession makes them again):\n"
      + lines.prefix(greatestCount).joined(separator: "\n")
      + (more > 0 ? "\n# and \(more) more steps" : "")
  }
}
