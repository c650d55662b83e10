// Screens: sizes and scales of devices by name.
// Licensed under the MIT license; see LICENSE.

public import CoreGraphics
public import Foundation
public import QuartzCore

/// A screen: a size in points and pixels of a point.
///
/// Linux has no device, so a screen is chosen by the name of one:
///
///     UIScreen.setMain(UIScreen(device: "iPhone 15"))
///
/// The main screen is that of an iPhone 8, 375 x 667 points of 2 pixels, until another is set.
///
/// **Differences**: `UIScreen(device:)`, `init(size:scale:)`, `setMain(_:)` and `dynamicRange` are
/// additions.
@preconcurrency
@MainActor
open class UIScreen: NSObject {
  /// The name of the device; nil for a screen that was made from numbers.
  public let deviceName: String?
  private let size: CGSize
  private let pixels: CGFloat
  /// The distances of bars and sensors from the edges, upright.
  private(set) var safeArea: UIEdgeInsets
  private var style = UIUserInterfaceStyle.light
  private var cachedTraits: UITraitCollection?

  /// Creates a screen of a size; invalid numbers are replaced by 1.
  ///
  /// - Parameters:
  ///   - size: In points.
  ///   - scale: Pixels of a point.
  public init(size: CGSize, scale: CGFloat) {
    func side(_ length: CGFloat) -> CGFloat { length >= 1 && length.isFinite ? length : 1 }
    self.size = CGSize(width: side(size.width), height: side(size.height))
    pixels = scale > 0 && scale.isFinite ? scale : 1
    deviceName = nil
    safeArea = .zero
    super.init()
  }

  /// Creates a screen with traits of its own, for tests.
  ///
  /// - Parameters:
  ///   - size: In points; an invalid side is replaced by 1.
  ///   - scale: Pixels of a point.
  ///   - safeArea: The distances of bars and sensors from the edges.
  ///   - traits: Traits in place of those of screens.
  package convenience init(
    size: CGSize,
    scale: CGFloat,
    safeArea: UIEdgeInsets,
    traits: UITraitCollection
  ) {
    self.init(size: size, scale: scale)
    self.safeArea = safeArea
    if traits.userInterfaceStyle != .unspecified { style = traits.userInterfaceStyle }
    cachedTraits = UITraitCollection(traitsFrom: [
      traitCollection, traits, UITraitCollection(displayScale: pixels),
    ])
  }

  /// Creates the screen of a device, upright; nil for a name that is not known.
  ///
  /// - Parameter device: A name of `deviceNames`.
  public init?(device: String) {
    guard let known = Device.all.first(where: { $0.name == device }) else { return nil }
    deviceName = known.name
    size = CGSize(width: known.width, height: known.height)
    pixels = known.scale
    safeArea = UIEdgeInsets(top: known.top, left: 0, bottom: known.bottom, right: 0)
    super.init()
  }

  /// The names of the devices that screens are known of.
  nonisolated public static var deviceNames: [String] { Device.all.map(\.name) }

  private static var current: UIScreen?

  /// The screen of new windows.
  open class var main: UIScreen {
    if let current { return current }
    let screen = UIScreen(device: "iPhone 8") ?? UIScreen(size: .zero, scale: 1)
    setMain(screen)
    return screen
  }

  /// Makes a screen the main one; windows that are there already keep theirs.
  public static func setMain(_ screen: UIScreen) {
    current = screen
    CurrentTraits.screen = screen.traitCollection
  }

  /// All screens: the main one.
  open class var screens: [UIScreen] { [main] }

  /// The rectangle of the screen, in points.
  open var bounds: CGRect { CGRect(origin: .zero, size: size) }

  /// Pixels of a point.
  open var scale: CGFloat { pixels }

  /// The rectangle of the screen, in pixels.
  open var nativeBounds: CGRect {
    CGRect(x: 0, y: 0, width: size.width * pixels, height: size.height * pixels)
  }

  /// Pixels of a point.
  open var nativeScale: CGFloat { pixels }

  /// The part of the screen that is not covered by the status bar: all of it.
  open var applicationFrame: CGRect { bounds }

  /// The frames that are shown in a second: 60.
  open var maximumFramesPerSecond: Int { 60 }

  /// The brightness, in 0...1; it has no effect.
  open var brightness: CGFloat = 0.5

  /// The style of what the screen shows, which views take over; light by default.
  ///
  /// **Differences**: an addition; on a device the user sets it.
  public var userInterfaceStyle: UIUserInterfaceStyle {
    get { style }
    set {
      guard newValue != style else { return }
      for window in UIApplication.shared.windows where window.screen === self {
        window.noteStyleChange()
      }
      style = newValue
      cachedTraits = nil
      if UIScreen.current === self { CurrentTraits.screen = traitCollection }
    }
  }

  // MARK: Light

  /// The range of light of the outputs of windows on the screen; standard by default.
  ///
  /// Outputs that windows get later have its class of pixels. Outputs of extended range that are
  /// there already take another headroom at once. The display gamut of the traits is P3 for an
  /// extended range. Windows of the desktop show no light beyond white, whatever the range is.
  ///
  ///     UIScreen.main.dynamicRange = .extended(headroom: 4)
  ///
  /// **Differences**: an addition; a device knows its display.
  public var dynamicRange = CAContext.DynamicRange.standard {
    didSet {
      guard dynamicRange != oldValue else { return }
      cachedTraits = traitCollection.modifyingTraits { $0.displayGamut = gamut }
      if UIScreen.current === self { CurrentTraits.screen = traitCollection }
      guard case .extended(let headroom) = dynamicRange else { return }
      for window in windows { window.takeHeadroom(headroom) }
    }
  }

  /// The ratio of the brightest linear light that windows can show now to that of SDR white.
  ///
  /// It is the largest headroom among the outputs of the windows on the screen. Without such an
  /// output it is the one that `dynamicRange` says.
  ///
  /// **Differences**: it does not depend on the brightness or on what is shown.
  open var currentEDRHeadroom: CGFloat {
    windows.compactMap { $0.context?.headroom }.max() ?? dynamicRange.headroom
  }

  /// The largest headroom that the screen can have.
  ///
  /// **Differences**: it is `currentEDRHeadroom`.
  open var potentialEDRHeadroom: CGFloat { currentEDRHeadroom }

  /// Posted when the headroom of a window's output on the screen has changed; the object is the
  /// screen.
  ///
  /// It is posted on the thread that changed the headroom.
  ///
  /// **Differences**: on a device it tells of the brightness, which the headroom depends on.
  nonisolated open class var brightnessDidChangeNotification: Notification.Name {
    Notification.Name("UIScreenBrightnessDidChangeNotification")
  }

  private var windows: [UIWindow] { UIApplication.shared.windows.filter { $0.screen === self } }

  /// The colours of an output of the range.
  private var gamut: UIDisplayGamut { dynamicRange == .standard ? .SRGB : .P3 }

  /// The traits of the screen.
  open var traitCollection: UITraitCollection {
    if let cachedTraits { return cachedTraits }
    let traits = UITraitCollection(traitsFrom: [
      CurrentTraits.screen, UITraitCollection(displayScale: pixels),
      UITraitCollection(displayGamut: gamut),
      UITraitCollection(userInterfaceStyle: style == .unspecified ? .light : style),
    ])
    cachedTraits = traits
    return traits
  }

  /// The class, with its module for a class of the program, and the address.
  nonisolated open override var description: String { objectText }
}

/// A device with a screen.
private struct Device: Sendable {
  let name: String
  /// In points, upright.
  let width, height: CGFloat
  let scale: CGFloat
  /// The insets of the safe area.
  let top, bottom: CGFloat

  private init(
    _ name: String,
    _ size: (CGFloat, CGFloat),
    _ scale: CGFloat,
    top: CGFloat = 20,
    bottom: CGFloat = 0
  ) {
    self.name = name
    (width, height) = size
    self.scale = scale
    self.top = top
    self.bottom = bottom
  }

  /// Source: Apple's "Human Interface Guidelines", Layout, Specifications, and the pages of
  /// technical data of the devices.
  static let all: [Device] = [
    Device("iPhone", (320, 480), 1),
    Device("iPhone 4", (320, 480), 2),
    Device("iPhone 5", (320, 568), 2),
    Device("iPhone SE", (320, 568), 2),
    Device("iPhone 6", (375, 667), 2),
    Device("iPhone 8", (375, 667), 2),
    Device("iPhone SE (2nd generation)", (375, 667), 2),
    Device("iPhone SE (3rd generation)", (375, 667), 2),
    Device("iPhone 6 Plus", (414, 736), 3),
    Device("iPhone 8 Plus", (414, 736), 3),
    Device("iPhone X", (375, 812), 3, top: 44, bottom: 34),
    Device("iPhone XR", (414, 896), 2, top: 48, bottom: 34),
    Device("iPhone Xs Max", (414, 896), 3, top: 44, bottom: 34),
    Device("iPhone 11", (414, 896), 2, top: 48, bottom: 34),
    Device("iPhone 12 mini", (375, 812), 3, top: 50, bottom: 34),
    Device("iPhone 12", (390, 844), 3, top: 47, bottom: 34),
    Device("iPhone 12 Pro Max", (428, 926), 3, top: 47, bottom: 34),
    Device("iPhone 13 mini", (375, 812), 3, top: 50, bottom: 34),
    Device("iPhone 13", (390, 844), 3, top: 47, bottom: 34),
    Device("iPhone 13 Pro Max", (428, 926), 3, top: 47, bottom: 34),
    Device("iPhone 14", (390, 844), 3, top: 47, bottom: 34),
    Device("iPhone 14 Pro", (393, 852), 3, top: 59, bottom: 34),
    Device("iPhone 15", (393, 852), 3, top: 59, bottom: 34),
    Device("iPhone 15 Pro Max", (430, 932), 3, top: 59, bottom: 34),
    Device("iPhone 16", (393, 852), 3, top: 59, bottom: 34),
    Device("iPhone 16 Pro", (402, 874), 3, top: 62, bottom: 34),
    Device("iPhone 16 Pro Max", (440, 956), 3, top: 62, bottom: 34),
    Device("iPad", (768, 1024), 1),
    Device("iPad mini", (768, 1024), 2),
    Device("iPad Air", (820, 1180), 2, bottom: 20),
    Device("iPad Pro 11", (834, 1194), 2, top: 24, bottom: 20),
    Device("iPad Pro 12.9", (1024, 1366), 2, top: 24, bottom: 20),
  ]
}
