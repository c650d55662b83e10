// Scenes: the program's one, with all its windows.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
public import Foundation

/// The orientation of an interface.
public enum UIInterfaceOrientation: Int, Hashable, Sendable {
  /// Not known.
  case unknown = 0
  /// Upright.
  case portrait = 1
  /// Upright, the other way up.
  case portraitUpsideDown = 2
  /// Across, with the lower edge on the left.
  case landscapeLeft = 4
  /// Across, with the lower edge on the right.
  case landscapeRight = 3

  /// Whether it is across.
  public var isLandscape: Bool { self == .landscapeLeft || self == .landscapeRight }
  /// Whether it is upright.
  public var isPortrait: Bool { self == .portrait || self == .portraitUpsideDown }
}

/// Orientations of an interface.
public struct UIInterfaceOrientationMask: OptionSet, Sendable {
  /// The bits of the orientations.
  public let rawValue: UInt
  /// Creates a set.
  public init(rawValue: UInt) { self.rawValue = rawValue }
  /// Upright.
  public static let portrait = Self(rawValue: 1 << 1)
  /// Upright, the other way up.
  public static let portraitUpsideDown = Self(rawValue: 1 << 2)
  /// Across, with the lower edge on the right.
  public static let landscapeRight = Self(rawValue: 1 << 3)
  /// Across, with the lower edge on the left.
  public static let landscapeLeft = Self(rawValue: 1 << 4)
  /// Across.
  public static let landscape: Self = [.landscapeLeft, .landscapeRight]
  /// All four.
  public static let all: Self = [.portrait, .portraitUpsideDown, .landscape]
  /// All but the other way up.
  public static let allButUpsideDown: Self = [.portrait, .landscape]
}

/// The way in which a device is held.
public enum UIDeviceOrientation: Int, Hashable, Sendable {
  /// Not known.
  case unknown = 0
  /// Upright.
  case portrait = 1
  /// Upright, the other way up.
  case portraitUpsideDown = 2
  /// Across, with the upper edge on the left.
  case landscapeLeft = 3
  /// Across, with the upper edge on the right.
  case landscapeRight = 4
  /// Lying on its back.
  case faceUp = 5
  /// Lying on its face.
  case faceDown = 6

  /// Whether it is across.
  public var isLandscape: Bool { self == .landscapeLeft || self == .landscapeRight }
  /// Whether it is upright.
  public var isPortrait: Bool { self == .portrait || self == .portraitUpsideDown }
  /// Whether it lies.
  public var isFlat: Bool { self == .faceUp || self == .faceDown }
  /// Whether it is upright or across.
  public var isValidInterfaceOrientation: Bool { isLandscape || isPortrait }
}

/// The colours of a status bar's text.
public enum UIStatusBarStyle: Int, Sendable {
  /// As the style of the interface asks for.
  case `default` = 0
  /// Light text.
  case lightContent = 1
  /// Dark text.
  case darkContent = 3
}

/// The motion with which a status bar comes and goes.
public enum UIStatusBarAnimation: Int, Sendable {
  /// None.
  case none = 0
  /// It fades.
  case fade = 1
  /// It slides.
  case slide = 2
}

/// A part of a program's interface.
///
/// **Differences**: a program has one scene, of class `UIWindowScene`, that is always in front.
@preconcurrency
@MainActor
open class UIScene: UIResponder {
  /// Whether a scene is in front.
  public enum ActivationState: Int, Sendable {
    /// It has no views yet.
    case unattached = -1
    /// In front.
    case foregroundActive = 0
    /// In front, but without events.
    case foregroundInactive = 1
    /// Not shown.
    case background = 2
  }

  override init() { super.init() }

  /// The object notified of the scene; retained.
  open var delegate: (any UISceneDelegate)?
  /// The scene as the system knows it.
  public let session = UISceneSession()

  /// Asks the desktop to open an address; see `UIApplication.open(_:options:completionHandler:)`.
  open func open(
    _ url: URL,
    options: [UIApplication.OpenExternalURLOptionsKey: Any]? = nil,
    completionHandler completion: ((Bool) -> Void)? = nil
  ) { UIApplication.shared.open(url, options: options ?? [:], completionHandler: completion) }

  /// Whether the scene is in front: as the application is.
  open var activationState: ActivationState {
    switch UIApplication.shared.applicationState {
    case .active: .foregroundActive
    case .inactive: .foregroundInactive
    case .background: .background
    }
  }

  /// The contents for which the scene comes to the front; all by default.
  open var activationConditions = UISceneActivationConditions()

  /// The title; empty by default.
  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  open var title: String! = ""

  open override var next: UIResponder? { UIApplication.shared }

  override var responderWindow: UIWindow? { nil }
}

/// A scene with windows.
@preconcurrency
@MainActor
open class UIWindowScene: UIScene {
  /// The windows of the scene, from back to front.
  open var windows: [UIWindow] { UIApplication.shared.windows }
  /// The window that keys and shakes go to.
  open var keyWindow: UIWindow? { UIApplication.shared.keyWindow }
  /// The screen of new windows.
  open var screen: UIScreen { .main }
  /// The orientation: by the sides of the screen.
  open var interfaceOrientation: UIInterfaceOrientation {
    UIDevice.current.orientation == .portrait ? .portrait : .landscapeRight
  }
  /// The traits of the screen.
  open var traitCollection: UITraitCollection { screen.traitCollection }
  /// The pictures of the scene for documents.
  public private(set) final lazy var screenshotService: UIScreenshotService? =
    UIScreenshotService(self)
  /// The status bar; it has no height.
  open lazy var statusBarManager: UIStatusBarManager? = UIStatusBarManager()
}

/// The status bar of a scene, which there is none of.
@preconcurrency
@MainActor
open class UIStatusBarManager: NSObject {
  override init() { super.init() }

  /// The frame, in points of the screen: no height.
  open var statusBarFrame: CGRect {
    CGRect(x: 0, y: 0, width: UIScreen.main.bounds.width, height: 0)
  }
  /// Whether the bar is hidden: it is.
  open var isStatusBarHidden: Bool { true }
  /// The colours of the text that the root controller asks for.
  open var statusBarStyle: UIStatusBarStyle {
    UIApplication.shared.keyWindow?.rootViewController?.preferredStatusBarStyle ?? .default
  }

  /// The class, with its module for a class of the program, and the address.
  nonisolated open override var description: String { objectText }
}
