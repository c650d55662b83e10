// Pictures and texts of views and view controllers.
// Licensed under the MIT license; see LICENSE.

import Foundation
public import QuartzTesting
import QuartzViews
public import UIKit

extension Snapshotting where Format == UIImage {
  /// A picture that is drawn on the thread of the views.
  ///
  /// - Parameters:
  ///   - precision: The share of pixels that must match, 0...1.
  ///   - perceptualPrecision: The nearness of a matching pixel: 1 - Delta E / 100, by CIE 2000.
  ///   - scale: The pixels of a point of references.
  ///   - draw: Draws the picture.
  static func picture(
    _ precision: Float,
    _ perceptualPrecision: Float,
    scale: CGFloat = 1,
    _ draw: @escaping @MainActor (Value) throws -> UIImage
  ) -> Snapshotting {
    let diffing = Diffing<UIImage>.image(
      precision: precision,
      perceptualPrecision: perceptualPrecision,
      scale: scale
    )
    return Snapshotting(pathExtension: "png", diffing: diffing) { value in
      // The strategy has the value until its picture is made.
      try onViewThread(value, draw)
    }
  }
}

extension Snapshotting where Value == UIView, Format == UIImage {
  /// The picture of a view, with the pixels of a point that the main screen has.
  public static var image: Snapshotting { .image() }

  /// The picture of a view.
  ///
  ///     assertSnapshot(of: card, as: .image(size: CGSize(width: 320, height: 200)))
  ///
  /// The view is shown in a window of its own, and then returned to its superview.
  ///
  /// - Parameters:
  ///   - drawHierarchyInKeyWindow: No effect: a picture is what a window shows in any case.
  ///   - precision: The share of pixels that must match, 0...1.
  ///   - perceptualPrecision: The nearness of a matching pixel: 1 - Delta E / 100, by CIE 2000.
  ///   - size: The size of the view in points; nil for its own.
  ///   - traits: The traits that the view sees; the display scale is the pixels of a point.
  public static func image(
    drawHierarchyInKeyWindow: Bool = false,
    precision: Float = 1,
    perceptualPrecision: Float = 1,
    size: CGSize? = nil,
    traits: UITraitCollection = UITraitCollection()
  ) -> Snapshotting {
    picture(precision, perceptualPrecision) { view in
      try ViewStage.with(view, size: size, traits: traits.withScreenScale) { try $0.image() }
    }
  }

  /// Pictures of a view at several times, in one PNG file: from the left, then from above.
  ///
  ///     assertSnapshot(of: card, as: .frames(at: [0, 0.25, 0.5]))
  ///
  /// - Parameters:
  ///   - times: Seconds after the view is shown, ascending.
  ///   - columns: The pictures in a row; nil for as many as fit into 4096 pixels.
  ///   - precision: The share of pixels that must match, 0...1.
  ///   - perceptualPrecision: The nearness of a matching pixel: 1 - Delta E / 100, by CIE 2000.
  ///   - size: The size in points; nil for the view's own.
  ///   - traits: The traits that the view sees; the display scale is the pixels of a point.
  public static func frames(
    at times: [TimeInterval],
    columns: Int? = nil,
    precision: Float = 1,
    perceptualPrecision: Float = 1,
    size: CGSize? = nil,
    traits: UITraitCollection = UITraitCollection()
  ) -> Snapshotting {
    picture(precision, perceptualPrecision) { view in
      try ViewStage.with(view, size: size, traits: traits.withScreenScale) {
        try $0.sheet(at: times, columns: columns)
      }
    }
  }
}

extension Snapshotting where Value == UIViewController, Format == UIImage {
  /// The picture of a controller's view, with the pixels of a point that the main screen has.
  public static var image: Snapshotting { .image() }

  /// The picture of a controller's view on a device.
  ///
  ///     assertSnapshot(of: controller, as: .image(on: .iPhone13))
  ///
  /// - Parameters:
  ///   - config: The device.
  ///   - precision: The share of pixels that must match, 0...1.
  ///   - perceptualPrecision: The nearness of a matching pixel: 1 - Delta E / 100, by CIE 2000.
  ///   - size: The size in points; nil for the device's.
  ///   - traits: Traits in place of the device's.
  public static func image(
    on config: ViewImageConfig,
    precision: Float = 1,
    perceptualPrecision: Float = 1,
    size: CGSize? = nil,
    traits: UITraitCollection = UITraitCollection()
  ) -> Snapshotting {
    picture(precision, perceptualPrecision) { controller in
      try ViewStage(controller, config.changed(size: size, traits: traits)).image()
    }
  }

  /// The picture of a controller's view.
  ///
  /// - Parameters:
  ///   - drawHierarchyInKeyWindow: No effect: a picture is what a window shows in any case.
  ///   - precision: The share of pixels that must match, 0...1.
  ///   - perceptualPrecision: The nearness of a matching pixel: 1 - Delta E / 100, by CIE 2000.
  ///   - size: The size in points; nil for the view's own.
  ///   - traits: The traits that the controller sees; the display scale is the pixels of a point.
  public static func image(
    drawHierarchyInKeyWindow: Bool = false,
    precision: Float = 1,
    perceptualPrecision: Float = 1,
    size: CGSize? = nil,
    traits: UITraitCollection = UITraitCollection()
  ) -> Snapshotting {
    let config = onViewThread { ViewImageConfig(traits: traits.withScreenScale) }
    return .image(
      on: config,
      precision: precision,
      perceptualPrecision: perceptualPrecision,
      size: size
    )
  }

  /// Pictures of a controller's view at several times, in one PNG file: from the left, then from
  /// above.
  ///
  ///     assertSnapshot(of: controller, as: .frames(at: [0, 0.25, 0.5]))
  ///
  /// - Parameters:
  ///   - times: Seconds after the controller is shown, ascending.
  ///   - columns: The pictures in a row; nil for as many as fit into 4096 pixels.
  ///   - precision: The share of pixels that must match, 0...1.
  ///   - perceptualPrecision: The nearness of a matching pixel: 1 - Delta E / 100, by CIE 2000.
  ///   - size: The size in points; nil for the view's own.
  ///   - traits: The traits that the controller sees; the display scale is the pixels of a point.
  public static func frames(
    at times: [TimeInterval],
    columns: Int? = nil,
    precision: Float = 1,
    perceptualPrecision: Float = 1,
    size: CGSize? = nil,
    traits: UITraitCollection = UITraitCollection()
  ) -> Snapshotting {
    picture(precision, perceptualPrecision) { controller in
      let config = ViewImageConfig(traits: traits.withScreenScale)
      return try ViewStage(controller, config.changed(size: size, traits: UITraitCollection()))
        .sheet(at: times, columns: columns)
    }
  }
}

extension Snapshotting where Value == UIView, Format == String {
  /// The views below a view, one line each: class, frame, and what is not the default.
  public static var recursiveDescription: Snapshotting { .recursiveDescription() }

  /// The views below a view, one line each: class, frame, and what is not the default.
  ///
  /// - Parameters:
  ///   - size: The size of the view in points; nil for its own.
  ///   - traits: The traits that the view sees.
  public static func recursiveDescription(
    size: CGSize? = nil,
    traits: UITraitCollection = UITraitCollection()
  ) -> Snapshotting<UIView, String> {
    SimplySnapshotting.lines.pullback { view in
      onViewThread {
        ViewStage.with(view, size: size, traits: traits.withScreenScale) { stage in
          stage.text { $0.subviews.first?.hierarchyText ?? "" }
        }
      }
    }
  }
}

extension Snapshotting where Value == UIViewController, Format == String {
  /// The controllers below a controller, one line each, with the class of its view.
  public static var hierarchy: Snapshotting {
    SimplySnapshotting.lines.pullback { controller in
      onViewThread { controller.hierarchyText }
    }
  }

  /// The views of a controller, one line each: class, frame, and what is not the default.
  public static var recursiveDescription: Snapshotting { .recursiveDescription() }

  /// The views of a controller, one line each: class, frame, and what is not the default.
  ///
  /// - Parameters:
  ///   - config: The device that it is shown on.
  ///   - size: The size in points; nil for the device's, or the view's own.
  ///   - traits: Traits in place of the device's.
  public static func recursiveDescription(
    on config: ViewImageConfig = ViewImageConfig(),
    size: CGSize? = nil,
    traits: UITraitCollection = UITraitCollection()
  ) -> Snapshotting<UIViewController, String> {
    SimplySnapshotting.lines.pullback { controller in
      onViewThread {
        ViewStage(controller, config.changed(size: size, traits: traits)).text(\.hierarchyText)
      }
    }
  }
}

extension ViewImageConfig {
  /// Returns the screen with another size and with traits in place of its own.
  func changed(size: CGSize?, traits: UITraitCollection) -> ViewImageConfig {
    var config = self
    config.size = size ?? self.size
    config.traits = UITraitCollection(traitsFrom: [self.traits, traits])
    return config
  }
}

extension UITraitCollection {
  /// The traits with the main screen's scale where they have none.
  @MainActor
  fileprivate var withScreenScale: UITraitCollection {
    displayScale > 0
      ? self
      : UITraitCollection(traitsFrom: [
        self, UITraitCollection(displayScale: UIScreen.main.scale),
      ])
  }
}

@MainActor
extension UIView {
  /// The view and all below it, one line each, a bar further in for each level; without addresses.
  fileprivate var hierarchyText: String {
    var lines: [String] = []
    var stack: [(view: UIView, depth: Int)] = [(self, 0)]
    while let (view, depth) = stack.popLast() {
      lines.append(String(repeating: "   | ", count: min(depth, 64)) + view.line)
      stack += view.subviews.reversed().map { ($0, depth + 1) }
    }
    return lines.joined(separator: "\n")
  }

  private var line: String {
    func number(_ value: CGFloat) -> String {
      let rounded = (value * 1000).rounded() / 1000
      return rounded == rounded.rounded() && abs(rounded) < 1e15
        ? "\(Int(rounded))" : "\(rounded)"
    }
    let frame = [frame.minX, frame.minY, frame.width, frame.height].map(number)
    var parts = ["frame = (\(frame[0]) \(frame[1]); \(frame[2]) \(frame[3]))"]
    if let label = self as? UILabel, let text = label.text { parts.append("text = '\(text)'") }
    if alpha != 1 { parts.append("alpha = \(number(alpha))") }
    if isHidden { parts.append("hidden = YES") }
    if clipsToBounds { parts.append("clipsToBounds = YES") }
    if !isUserInteractionEnabled { parts.append("userInteractionEnabled = NO") }
    if tag != 0 { parts.append("tag = \(tag)") }
    parts.append("layer = <\(type(of: layer))>")
    return "<\(type(of: self)); \(parts.joined(separator: "; "))>"
  }
}

@MainActor
extension UIViewController {
  /// The controller and all below it, one line each.
  fileprivate var hierarchyText: String {
    var lines: [String] = []
    var stack: [(controller: UIViewController, depth: Int)] = [(self, 0)]
    while let (controller, depth) = stack.popLast() {
      let view = controller.viewIfLoaded.map { "\(type(of: $0))" } ?? "(view not loaded)"
      lines.append(
        String(repeating: "   | ", count: min(depth, 64))
          + "<\(type(of: controller))>, view: <\(view)>"
      )
      stack += controller.children.reversed().map { ($0, depth + 1) }
    }
    return lines.joined(separator: "\n")
  }
}
