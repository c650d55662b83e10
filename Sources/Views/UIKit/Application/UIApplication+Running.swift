// The life of a program: from its beginning to its end.
// Licensed under the MIT license; see LICENSE.

public import Foundation
import QuartzCore
import UserNotifications

/// The number of a task that goes on in the background.
public struct UIBackgroundTaskIdentifier: RawRepresentable, Hashable, Sendable {
  /// The number.
  public let rawValue: Int
  /// The identifier of a number.
  public init(rawValue: Int) { self.rawValue = rawValue }
  /// That of no task.
  public static let invalid = UIBackgroundTaskIdentifier(rawValue: 0)
}

extension UIApplication {
  /// The keys of the reasons for which a program began.
  public struct LaunchOptionsKey: RawRepresentable, Hashable, Sendable {
    /// Apple's name.
    public let rawValue: String
    /// A key of that name.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// The address to open.
    public static let url = LaunchOptionsKey(rawValue: "UIApplicationLaunchOptionsURLKey")
    /// The program that asks.
    public static let sourceApplication = LaunchOptionsKey(
      rawValue: "UIApplicationLaunchOptionsSourceApplicationKey"
    )
    /// The notification.
    public static let remoteNotification = LaunchOptionsKey(
      rawValue: "UIApplicationLaunchOptionsRemoteNotificationKey"
    )
    /// The shortcut.
    public static let shortcutItem = LaunchOptionsKey(
      rawValue: "UIApplicationLaunchOptionsShortcutItemKey"
    )
    /// The activity.
    public static let userActivityDictionary = LaunchOptionsKey(
      rawValue: "UIApplicationLaunchOptionsUserActivityDictionaryKey"
    )
  }

  /// The keys of facts about an address to open.
  public struct OpenURLOptionsKey: RawRepresentable, Hashable, Sendable {
    /// Apple's name.
    public let rawValue: String
    /// A key of that name.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// The program that asks.
    public static let sourceApplication = OpenURLOptionsKey(
      rawValue: "UIApplicationOpenURLOptionsSourceApplicationKey"
    )
    /// Its own value.
    public static let annotation = OpenURLOptionsKey(
      rawValue: "UIApplicationOpenURLOptionsAnnotationKey"
    )
    /// Whether the file stays where it is.
    public static let openInPlace = OpenURLOptionsKey(
      rawValue: "UIApplicationOpenURLOptionsOpenInPlaceKey"
    )
  }

  /// The keys of wishes for an address that another program opens.
  public struct OpenExternalURLOptionsKey: RawRepresentable, Hashable, Sendable {
    /// Apple's name.
    public let rawValue: String
    /// A key of that name.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// Whether only a program that owns the address may open it.
    public static let universalLinksOnly = OpenExternalURLOptionsKey(
      rawValue: "UIApplicationOpenURLOptionUniversalLinksOnly"
    )
  }

  /// The address of the program's page in the settings.
  ///
  /// **Differences**: Linux has no such page, and `canOpenURL(_:)` says so.
  nonisolated public static let openSettingsURLString = "app-settings:"

  /// Posted when the program has begun.
  nonisolated public static let didFinishLaunchingNotification = Notification.Name(
    "UIApplicationDidFinishLaunchingNotification"
  )
  /// Posted when the program ends.
  nonisolated public static let willTerminateNotification = Notification.Name(
    "UIApplicationWillTerminateNotification"
  )
  /// Posted when a person took a picture of the screen: never.
  nonisolated public static let userDidTakeScreenshotNotification = Notification.Name(
    "UIApplicationUserDidTakeScreenshotNotification"
  )
  /// Posted when the time of the machine changed much: never by itself.
  nonisolated public static let significantTimeChangeNotification = Notification.Name(
    "UIApplicationSignificantTimeChangeNotification"
  )

  // MARK: Beginning and end

  /// Begins the program with its delegate, and runs it until it ends.
  ///
  /// Windows show on the desktop, unless `UIWindow.defaultOutput` was set to another output. The
  /// program ends when its last window is closed.
  ///
  /// **Differences**: an addition in place of `UIApplicationMain`.
  public static func run(_ delegate: any UIApplicationDelegate) -> Never {
    if case .pictures = UIWindow.defaultOutput { UIWindow.defaultOutput = .window() }
    shared.launch(delegate)
    while true { RunLoop.main.run() }
  }

  /// Begins the program with its delegate, and returns.
  ///
  /// The delegate is retained. It hears of the beginning and of coming to the front; where
  /// `Info.plist` speaks of scenes, the scene's delegate does in its place.
  ///
  /// **Differences**: an addition, for tests and for programs with a loop of their own.
  ///
  /// - Parameters:
  ///   - delegate: The delegate.
  ///   - urls: Addresses to open.
  public func launch(_ delegate: any UIApplicationDelegate, opening urls: [URL] = []) {
    runningDelegate = delegate
    self.delegate = delegate
    let options = urls.first.map { [LaunchOptionsKey.url: $0 as Any] }
    _ = delegate.application(self, willFinishLaunchingWithOptions: options)
    let window = SceneManifest.hasScenes ? nil : SceneManifest.storyboard.flatMap(window(of:))
    if let window { delegate.window = window }
    _ = delegate.application(self, didFinishLaunchingWithOptions: options)
    window?.makeKeyAndVisible()
    post(UIApplication.didFinishLaunchingNotification)
    if SceneManifest.hasScenes { connectScene(delegate, urls) }
    for url in urls where scene.delegate == nil {
      _ = delegate.application(self, open: url, options: [:])
    }
    tellActive(isNow: true)
  }

  private func connectScene(_ delegate: any UIApplicationDelegate, _ urls: [URL]) {
    let options = UIScene.ConnectionOptions(urls)
    let session = scene.session
    session.scene = scene
    session.configuration = delegate.application(
      self,
      configurationForConnecting: session,
      options: options
    )
    guard let made = session.configuration.delegateClass else { return }
    guard let type = made as? any UISceneDelegateMaking.Type else {
      return Diagnostics.report(
        "UIKit: \(made) is the delegate of a scene and no UISceneDelegateMaking, so that no object "
          + "of it can be made; expected that it conforms to it"
      )
    }
    let sceneDelegate = type.init()
    scene.delegate = sceneDelegate
    post(UIScene.willConnectNotification, scene)
    let name = SceneManifest.storyboard(session.configuration.name, session.role)
    let window = name.flatMap(window(of:))
    if let window { (sceneDelegate as? any UIWindowSceneDelegate)?.window = window }
    sceneDelegate.scene(scene, willConnectTo: session, options: options)
    window?.makeKeyAndVisible()
    sceneDelegate.sceneWillEnterForeground(scene)
    post(UIScene.willEnterForegroundNotification, scene)
  }

  /// Returns a window with the controller that a storyboard begins with; nil if there is none.
  private func window(of storyboard: String) -> UIWindow? {
    guard
      let first = UIStoryboard(name: storyboard, bundle: nil).instantiateInitialViewController()
    else { return nil }
    let window = UIWindow(frame: UIScreen.main.bounds)
    window.rootViewController = first
    return window
  }

  final func post(_ name: Notification.Name, _ object: AnyObject? = nil) {
    NotificationCenter.default.post(name: name, object: object ?? self)
  }

  /// Tells delegates that the program came to the front, or goes from it.
  final func tellActive(isNow isActive: Bool) {
    if isActive {
      if let own = scene.delegate {
        own.sceneDidBecomeActive(scene)
      } else {
        delegate?.applicationDidBecomeActive(self)
      }
      post(UIScene.didActivateNotification, scene)
      post(UIApplication.didBecomeActiveNotification)
    } else {
      post(UIScene.willDeactivateNotification, scene)
      post(UIApplication.willResignActiveNotification)
      if let own = scene.delegate {
        own.sceneWillResignActive(scene)
      } else {
        delegate?.applicationWillResignActive(self)
      }
    }
  }

  /// Tells delegates that the program goes into the background, or comes out of it.
  private func tellShown(isNow isShown: Bool) {
    if isShown {
      post(UIScene.willEnterForegroundNotification, scene)
      post(UIApplication.willEnterForegroundNotification)
      if let own = scene.delegate {
        own.sceneWillEnterForeground(scene)
      } else {
        delegate?.applicationWillEnterForeground(self)
      }
    } else {
      if let own = scene.delegate {
        own.sceneDidEnterBackground(scene)
      } else {
        delegate?.applicationDidEnterBackground(self)
      }
      post(UIScene.didEnterBackgroundNotification, scene)
      post(UIApplication.didEnterBackgroundNotification)
    }
  }

  /// Tells delegates of the steps from one state to another, in iOS's order.
  final func tellState(from old: State, to new: State) {
    guard old != new else { return }
    UNUserNotificationCenter.current().isInFront = new != .background
    if old == .active { tellActive(isNow: false) }
    if new == .background { tellShown(isNow: false) }
    if old == .background { tellShown(isNow: true) }
    if new == .active { tellActive(isNow: true) }
  }

  /// Tells delegates that the program ends; the process goes on.
  public func terminate() {
    if let own = scene.delegate {
      own.sceneDidDisconnect(scene)
      post(UIScene.didDisconnectNotification, scene)
    }
    delegate?.applicationWillTerminate(self)
    post(UIApplication.willTerminateNotification)
  }

  /// Ends a running program whose last window was closed.
  final func windowWasClosed() {
    guard runningDelegate != nil, windows.allSatisfy(\.isHidden) else { return }
    terminate()
    exit(0)
  }

  // MARK: Other programs

  /// The program that opens addresses on desktops.
  private static let opener = "/usr/bin/xdg-open"

  /// Whether the desktop could open an address: one of the web, of mail or of a file, where
  /// `xdg-open` is installed.
  public func canOpenURL(_ url: URL) -> Bool {
    guard ["http", "https", "mailto", "file"].contains(url.scheme?.lowercased() ?? "") else {
      return false
    }
    return FileManager.default.isExecutableFile(atPath: UIApplication.opener)
  }

  /// Lets the desktop open an address, by `xdg-open`.
  ///
  /// - Parameters:
  ///   - url: The address; one that `canOpenURL(_:)` refuses is not opened.
  ///   - options: Wishes, which change nothing.
  ///   - completion: Called with whether the desktop was asked.
  public func open(
    _ url: URL,
    options: [OpenExternalURLOptionsKey: Any] = [:],
    completionHandler completion: ((Bool) -> Void)? = nil
  ) {
    guard canOpenURL(url) else {
      completion?(false)
      return
    }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: UIApplication.opener)
    process.arguments = [url.absoluteString]
    do {
      try process.run()
      completion?(true)
    } catch {
      Diagnostics.report("UIKit: UIApplication.open(_:): \(UIApplication.opener): \(error)")
      completion?(false)
    }
  }

  // MARK: The background

  /// Begins a task that may go on in the background.
  ///
  /// Programs on Linux are not stopped there, so the handler is not called.
  public func beginBackgroundTask(
    expirationHandler handler: (() -> Void)? = nil
  ) -> UIBackgroundTaskIdentifier { beginBackgroundTask(withName: nil, expirationHandler: handler) }

  /// Begins a task with a name; see `beginBackgroundTask(expirationHandler:)`.
  public func beginBackgroundTask(
    withName taskName: String?,
    expirationHandler handler: (() -> Void)? = nil
  ) -> UIBackgroundTaskIdentifier {
    lastTask += 1
    return UIBackgroundTaskIdentifier(rawValue: lastTask)
  }

  /// Ends a task.
  public func endBackgroundTask(_ identifier: UIBackgroundTaskIdentifier) {}

  /// The seconds that the program may go on in the background: no limit.
  public var backgroundTimeRemaining: TimeInterval { .greatestFiniteMagnitude }

  /// Whether the program is woken in the background: it cannot be.
  public var backgroundRefreshStatus: UIBackgroundRefreshStatus { .restricted }

  /// Whether there may be several scenes: no.
  public var supportsMultipleScenes: Bool { false }

  /// The scenes that the system knows: the program's one.
  public var openSessions: Set<UISceneSession> { [scene.session] }

  /// Whether the program may have another icon: no.
  public var supportsAlternateIcons: Bool { false }

  /// The name of the icon: the program's own.
  public var alternateIconName: String? { nil }

  /// Refuses another icon: `completionHandler` gets an error.
  public func setAlternateIconName(
    _ alternateIconName: String?,
    completionHandler: ((any Error)?) -> Void = { _ in }
  ) {
    completionHandler(
      alternateIconName == nil
        ? nil
        : CocoaError(
          .featureUnsupported,
          userInfo: [NSLocalizedDescriptionKey: "desktops show one icon of a program"]
        )
    )
  }

  /// Refuses remote notifications: the delegate gets an error.
  public func registerForRemoteNotifications() {
    delegate?.application(
      self,
      didFailToRegisterForRemoteNotificationsWithError: CocoaError(
        .featureUnsupported,
        userInfo: [NSLocalizedDescriptionKey: "Linux has no service of remote notifications"]
      )
    )
  }

  /// Whether the device receives remote notifications: no.
  public var isRegisteredForRemoteNotifications: Bool { false }
}
