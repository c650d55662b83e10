// A screen with a player, with fingers and a time that stands still until a test moves it.
// Licensed under the MIT license; see LICENSE.

import FilmSamples
import Foundation
import Testing
import UIKitTesting

@testable import AVKit

@MainActor
final class PlayerScene {
  let window: UIWindow
  let root = UIViewController()
  let controller: AVPlayerViewController
  private(set) var time: TimeInterval
  private let app = UIApplication.shared
  private let folder: Folder

  /// How a scene shows its controller.
  enum Place {
    /// In the whole view of another one.
    case child
    /// Presented over another one.
    case presented
  }

  /// Shows a controller with a film of 88 s, or another one.
  init(
    _ place: Place = .child,
    size: CGSize = CGSize(width: 320, height: 240),
    safeArea: UIEdgeInsets = .zero,
    isTurned: Bool = false,
    film: URL? = nil
  ) throws {
    app.resetInput()
    folder = try Folder()
    UIScreen.setMain(UIScreen(size: size, scale: 1, safeArea: safeArea, traits: .init()))
    // Symbols have the pixels of the screen on which they are made.
    controller = AVPlayerViewController()
    window = UIWindow(frame: CGRect(origin: .zero, size: size))
    if isTurned { root.traitOverrides.layoutDirection = .rightToLeft }
    if isTurned { controller.traitOverrides.layoutDirection = .rightToLeft }
    window.rootViewController = root
    window.makeKeyAndVisible()
    time = CACurrentMediaTime()
    controller.player = AVPlayer(url: try film ?? PlayerScene.film(in: folder))
    switch place {
    case .child:
      root.addChild(controller)
      controller.view.frame = root.view.bounds
      root.view.addSubview(controller.view)
      controller.didMove(toParent: root)
    case .presented: root.present(controller, animated: false)
    }
    try wait(0.02)
    try wait(0.02)
  }

  /// A film of a picture a second.
  static func film(_ seconds: Int = 88, in folder: Folder) throws -> URL {
    var kind = FilmKind.all[0]
    kind.rate = "1"
    return URL(fileURLWithPath: try kind.make(seconds, in: folder))
  }

  /// Takes the controller off the screen.
  func end() {
    window.isHidden = true
    window.rootViewController = nil
  }

  var controls: PlayerControls { controller.stage.controls }
  var player: AVPlayer? { controller.player }
  var seconds: Double { player?.currentTime().seconds ?? -1 }
  /// The words of both times.
  var words: [String?] { [controls.elapsed.text, controls.remaining.text] }
  /// Whether the controls are there for fingers.
  var areShown: Bool { controls.alpha == 1 }

  /// Moves the time on.
  @discardableResult
  func wait(_ seconds: TimeInterval) throws -> UIImage {
    time += seconds
    return UIImage(cgImage: try window.image(at: time))
  }

  func middle(_ view: UIView) -> CGPoint {
    view.convert(CGPoint(x: view.bounds.midX, y: view.bounds.midY), to: window)
  }

  /// Taps in the middle of a view, for a twentieth of a second.
  func tap(_ view: UIView) throws { try tap(middle(view)) }

  func tap(_ point: CGPoint) throws {
    app.touchBegan(at: point, time: time, in: window)
    time += 0.05
    app.touchEnded(time: time)
    try wait(0.01)
  }

  /// Puts a finger on the middle of the thumb at a share of the bar.
  func grip(_ share: CGFloat) {
    app.touchBegan(at: thumb(share), time: time, in: window)
  }

  /// Moves it to another share, within a tenth of a second.
  func move(_ share: CGFloat) throws {
    time += 0.1
    app.touchMoved(to: thumb(share), time: time)
    try wait(0.01)
  }

  func lift() throws {
    app.touchEnded(time: time)
    try wait(0.01)
  }

  /// The middle of the thumb at a share of the bar, in the window.
  func thumb(_ share: CGFloat) -> CGPoint {
    let slider = controls.slider
    let rect = slider.thumbRect(
      forBounds: slider.bounds,
      trackRect: slider.trackRect(forBounds: slider.bounds),
      value: slider.maximumValue * Float(share)
    )
    return slider.convert(CGPoint(x: rect.midX, y: rect.midY), to: window)
  }

  /// The frame of a control in the window, in whole points.
  func frame(_ view: UIView) -> CGRect { view.convert(view.bounds, to: window).integral }
}
