// The beginnings of scenes, and the objects that hear of them.
// Licensed under the MIT license; see LICENSE.

public import Foundation
import QuartzCore

/// The class and the delegate of a scene.
@preconcurrency
@MainActor
open class UISceneConfiguration: NSObject {
  /// The name; nil if there is none.
  public let name: String?
  /// The role.
  public let role: UISceneSession.Role
  /// The class of the scene; nil for `UIWindowScene`.
  open var sceneClass: AnyClass?
  /// The class of the delegate, which is a ``UISceneDelegateMaking``; nil if there is none.
  open var delegateClass: AnyClass?

  /// Creates a configuration; the delegate is the one that `Info.plist` says for the name.
  public init(name: String?, sessionRole: UISceneSession.Role) {
    self.name = name
    role = sessionRole
    super.init()
    delegateClass = SceneManifest.delegate(name, role)
  }
}

/// A scene as the system knows it: the program's one.
@preconcurrency
@MainActor
open class UISceneSession: NSObject {
  /// The role of a scene.
  public struct Role: RawRepresentable, Hashable, Sendable {
    /// Apple's name.
    public let rawValue: String
    /// A role of that name.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// The windows of a program.
    public static let windowApplication = Role(rawValue: "UIWindowSceneSessionRoleApplication")
    /// Windows on another screen.
    public static let windowExternalDisplay = Role(
      rawValue: "UIWindowSceneSessionRoleExternalDisplay"
    )
  }

  /// The scene; nil before it is connected.
  open internal(set) weak var scene: UIScene?
  /// The role.
  public let role = Role.windowApplication
  /// The class and the delegate that the scene begins with.
  open internal(set) var configuration: UISceneConfiguration
  /// A name that stays while the program runs.
  public let persistentIdentifier = UUID().uuidString
  /// The activity that the scene is restored from: none.
  open var stateRestorationActivity: NSUserActivity? { nil }
  /// Values for the program's own use.
  open var userInfo: [String: Any]?

  override init() {
    configuration = UISceneConfiguration(name: nil, sessionRole: .windowApplication)
    super.init()
  }
}

/// An address to open.
@preconcurrency
@MainActor
open class UIOpenURLContext: NSObject {
  /// The address.
  public let url: URL
  /// Facts about it.
  public let options: UIScene.OpenURLOptions

  /// Creates an address to open.
  init(_ url: URL) {
    self.url = url
    options = UIScene.OpenURLOptions()
    super.init()
  }
}

extension UIScene {
  /// Facts about an address to open.
  @preconcurrency
  @MainActor
  open class OpenURLOptions: NSObject {
    /// The program that asks; nil if it is not known.
    open var sourceApplication: String? { nil }
    /// Whether the file stays where it is: true.
    open var openInPlace: Bool { true }
  }

  /// The reasons of a new scene.
  @preconcurrency
  @MainActor
  open class ConnectionOptions: NSObject {
    /// Addresses to open.
    public let urlContexts: Set<UIOpenURLContext>
    /// Activities to go on with: none.
    open var userActivities: Set<NSUserActivity> { [] }
    /// The shortcut that was chosen: none.
    open var shortcutItem: UIApplicationShortcutItem? { nil }
    /// The program that asks: not known.
    open var sourceApplication: String? { nil }
    /// An activity of another device: none.
    open var handoffUserActivityType: String? { nil }

    init(_ urls: [URL]) {
      urlContexts = Set(urls.map { UIOpenURLContext($0) })
      super.init()
    }
  }

  /// The request for another scene.
  @preconcurrency
  @MainActor
  open class ActivationRequestOptions: NSObject {
    /// The scene that asks; nil if there is none.
    open weak var requestingScene: UIScene?

    /// Creates a request.
    public override init() { super.init() }
  }

  /// Posted when a scene begins.
  nonisolated public static let willConnectNotification = Notification.Name(
    "UISceneWillConnectNotification"
  )
  /// Posted when a scene has ended.
  nonisolated public static let didDisconnectNotification = Notification.Name(
    "UISceneDidDisconnectNotification"
  )
  /// Posted when a scene came to the front.
  nonisolated public static let didActivateNotification = Notification.Name(
    "UISceneDidActivateNotification"
  )
  /// Posted when a scene goes from the front.
  nonisolated public static let willDeactivateNotification = Notification.Name(
    "UISceneWillDeactivateNotification"
  )
  /// Posted when a scene is shown again soon.
  nonisolated public static let willEnterForegroundNotification = Notification.Name(
    "UISceneWillEnterForegroundNotification"
  )
  /// Posted when a scene is not shown any more.
  nonisolated public static let didEnterBackgroundNotification = Notification.Name(
    "UISceneDidEnterBackgroundNotification"
  )
}

/// Hears of a scene.
@preconcurrency
@MainActor
public protocol UISceneDelegate: AnyObject {
  /// The scene begins.
  func scene(
    _ scene: UIScene,
    willConnectTo session: UISceneSession,
    options connectionOptions: UIScene.ConnectionOptions
  )
  /// The scene has ended.
  func sceneDidDisconnect(_ scene: UIScene)
  /// The scene came to the front.
  func sceneDidBecomeActive(_ scene: UIScene)
  /// The scene goes from the front.
  func sceneWillResignActive(_ scene: UIScene)
  /// The scene is shown again soon.
  func sceneWillEnterForeground(_ scene: UIScene)
  /// The scene is not shown any more.
  func sceneDidEnterBackground(_ scene: UIScene)
  /// Asks for the opening of addresses.
  func scene(_ scene: UIScene, openURLContexts URLContexts: Set<UIOpenURLContext>)
  /// An activity is about to come.
  func scene(_ scene: UIScene, willContinueUserActivityWithType userActivityType: String)
  /// Asks for the going on of an activity.
  func scene(_ scene: UIScene, continue userActivity: NSUserActivity)
  /// The activity of a scene got other values: never called by itself.
  func scene(_ scene: UIScene, didUpdate userActivity: NSUserActivity)
  /// An activity did not come.
  func scene(
    _ scene: UIScene,
    didFailToContinueUserActivityWithType userActivityType: String,
    error: any Error
  )
  /// Returns what the scene is restored from; nil for nothing.
  func stateRestorationActivity(for scene: UIScene) -> NSUserActivity?
}

extension UISceneDelegate {
  /// Does nothing.
  public func scene(
    _ scene: UIScene,
    willConnectTo session: UISceneSession,
    options connectionOptions: UIScene.ConnectionOptions
  ) {}
  /// Does nothing.
  public func sceneDidDisconnect(_ scene: UIScene) {}
  /// Does nothing.
  public func sceneDidBecomeActive(_ scene: UIScene) {}
  /// Does nothing.
  public func sceneWillResignActive(_ scene: UIScene) {}
  /// Does nothing.
  public func sceneWillEnterForeground(_ scene: UIScene) {}
  /// Does nothing.
  public func sceneDidEnterBackground(_ scene: UIScene) {}
  /// Does nothing.
  public func scene(_ scene: UIScene, openURLContexts URLContexts: Set<UIOpenURLContext>) {}
  /// Does nothing.
  public func scene(
    _ scene: UIScene,
    willContinueUserActivityWithType userActivityType: String
  ) {}
  /// Does nothing.
  public func scene(_ scene: UIScene, continue userActivity: NSUserActivity) {}
  /// Does nothing.
  public func scene(_ scene: UIScene, didUpdate userActivity: NSUserActivity) {}
  /// Does nothing.
  public func scene(
    _ scene: UIScene,
    didFailToContinueUserActivityWithType userActivityType: String,
    error: any Error
  ) {}
  /// None.
  public func stateRestorationActivity(for scene: UIScene) -> NSUserActivity? { nil }
}

/// Hears of a scene with windows.
@preconcurrency
@MainActor
public protocol UIWindowSceneDelegate: UISceneDelegate {
  /// The window of the scene.
  var window: UIWindow? { get set }
  /// A shortcut of the home screen was chosen: never called by itself.
  func windowScene(
    _ windowScene: UIWindowScene,
    performActionFor shortcutItem: UIApplicationShortcutItem,
    completionHandler: @escaping (Bool) -> Void
  )
}

extension UIWindowSceneDelegate {
  /// None.
  public var window: UIWindow? {
    get { nil }
    set { _ = newValue }
  }
  /// Says that nothing was done.
  public func windowScene(
    _ windowScene: UIWindowScene,
    performActionFor shortcutItem: UIApplicationShortcutItem,
    completionHandler: @escaping (Bool) -> Void
  ) { completionHandler(false) }
}

/// A delegate of scenes that is made by its class.
///
/// ```swift
/// final class SceneDelegate: UIResponder, UIWindowSceneDelegate, UISceneDelegateMaking {
///   var window: UIWindow?
/// }
/// ```
///
/// **Differences**: an addition. Swift on Linux makes no object of a class that does not promise to
/// have `init()`.
@preconcurrency
@MainActor
public protocol UISceneDelegateMaking: UISceneDelegate {
  /// Creates a delegate.
  init()
}

/// The part of `Info.plist` about scenes.
@MainActor
package enum SceneManifest {
  /// The dictionary of the main bundle's `Info.plist`, or of another one in tests.
  package static var source: [String: Any] = Bundle.main.infoDictionary ?? [:]

  private static func row(_ name: String?, _ role: UISceneSession.Role) -> [String: Any]? {
    let manifest = source["UIApplicationSceneManifest"] as? [String: Any]
    let roles = manifest?["UISceneConfigurations"] as? [String: Any]
    let rows = roles?[role.rawValue] as? [[String: Any]] ?? []
    return rows.first { name == nil || $0["UISceneConfigurationName"] as? String == name }
  }

  /// The delegate's class of a configuration; nil if the file says none, or a class that is not in
  /// the program.
  static func delegate(_ name: String?, _ role: UISceneSession.Role) -> AnyClass? {
    guard let said = row(name, role)?["UISceneDelegateClassName"] as? String else { return nil }
    let module = ProcessInfo.processInfo.processName.replacingOccurrences(of: "-", with: "_")
    let className = said.replacingOccurrences(of: "$(PRODUCT_MODULE_NAME)", with: module)
    guard let found = NSClassFromString(className) else {
      Diagnostics.report(
        "UIKit: Info.plist: UISceneDelegateClassName: the program has no class \(className)"
      )
      return nil
    }
    return found
  }

  /// The name of the storyboard of a configuration; nil if the file says none.
  static func storyboard(_ name: String?, _ role: UISceneSession.Role) -> String? {
    row(name, role)?["UISceneStoryboardFile"] as? String
  }

  /// The name of the storyboard of a program without scenes; nil if the file says none.
  static var storyboard: String? { source["UIMainStoryboardFile"] as? String }

  /// Whether the file speaks of scenes.
  static var hasScenes: Bool { source["UIApplicationSceneManifest"] != nil }
}
