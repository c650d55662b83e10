// Requests for scenes, of which a program has one.
// Licensed under the MIT license; see LICENSE.

public import Foundation

/// An error of requests for scenes.
public struct UISceneError: CustomNSError, LocalizedError, Hashable, Sendable {
  /// The kind of an error.
  public enum Code: Int, Sendable {
    /// A program has one scene.
    case multipleScenesNotSupported = 0
    /// The request was refused.
    case requestDenied = 1
    /// The scene has no such geometry.
    case geometryRequestUnsupported = 100
    /// The request for a geometry was refused.
    case geometryRequestDenied = 101
  }

  /// The kind.
  public let code: Code
  private let text: String

  init(_ code: Code, _ text: String) {
    self.code = code
    self.text = text
  }

  /// The domain of the errors.
  public static var errorDomain: String { "UISceneErrorDomain" }
  /// A program has one scene.
  public static var multipleScenesNotSupported: Code { .multipleScenesNotSupported }
  /// The request was refused.
  public static var requestDenied: Code { .requestDenied }
  /// The scene has no such geometry.
  public static var geometryRequestUnsupported: Code { .geometryRequestUnsupported }
  /// The request for a geometry was refused.
  public static var geometryRequestDenied: Code { .geometryRequestDenied }
  /// The number of the kind.
  public var errorCode: Int { code.rawValue }
  /// The text that says the expected and the found.
  public var errorDescription: String? { text }
  /// The description under `NSLocalizedDescriptionKey`.
  public var errorUserInfo: [String: Any] { [NSLocalizedDescriptionKey: text] }
}

/// The contents for which a scene comes to the front.
///
/// **Differences**: they are stored; a program has one scene, which shows all contents.
@preconcurrency
@MainActor
open class UISceneActivationConditions: NSObject {
  /// The identifiers that the scene can show; all by default.
  open var canActivateForTargetContentIdentifierPredicate = NSPredicate(value: true)
  /// The identifiers that it would rather show than other scenes; none by default.
  open var prefersToActivateForTargetContentIdentifierPredicate = NSPredicate(value: false)

  /// Creates conditions for all contents.
  public override init() { super.init() }
}

/// The request to end a scene.
@preconcurrency
@MainActor
open class UISceneDestructionRequestOptions: NSObject {
  /// Creates a request.
  public override init() { super.init() }
}

/// The request to end a scene with windows.
@preconcurrency
@MainActor
open class UIWindowSceneDestructionRequestOptions: UISceneDestructionRequestOptions {
  /// The motion of a window that goes.
  public enum DismissalAnimation: Int, Sendable {
    /// The usual one.
    case standard = 1
    /// That of something that is done.
    case commit = 2
    /// That of something that is given up.
    case decline = 3
  }

  /// The motion.
  ///
  /// **Differences**: it is stored.
  open var windowDismissalAnimation = DismissalAnimation.standard
}

/// The request for a scene.
@preconcurrency
@MainActor
open class UISceneSessionActivationRequest: NSObject {
  /// The role of the scene.
  public let role: UISceneSession.Role
  /// The scene; nil for a new one.
  public let session: UISceneSession?
  /// The activity that it goes on with; nil if there is none.
  open var userActivity: NSUserActivity?
  /// Further wishes; nil if there are none.
  open var options: UIScene.ActivationRequestOptions?

  private init(_ role: UISceneSession.Role, _ session: UISceneSession?) {
    self.role = role
    self.session = session
    super.init()
  }

  /// Creates the request for a new scene.
  public convenience init(role: UISceneSession.Role = .windowApplication) { self.init(role, nil) }

  /// Creates the request for a scene that is there.
  public convenience init(session: UISceneSession) { self.init(session.role, session) }
}

extension UIApplication {
  /// Brings a scene to the front; a new one is refused.
  ///
  /// - Parameters:
  ///   - sceneSession: The scene; nil for a new one.
  ///   - userActivity: The activity that its delegate is told to go on with; or nil.
  ///   - options: Further wishes, which change nothing.
  ///   - errorHandler: Called with a ``UISceneError``: of the code `multipleScenesNotSupported` for
  ///     a new scene, and `requestDenied` for one that is none of the program's.
  public func requestSceneSessionActivation(
    _ sceneSession: UISceneSession?,
    userActivity: NSUserActivity?,
    options: UIScene.ActivationRequestOptions?,
    errorHandler: ((any Error)?) -> Void = { _ in }
  ) {
    guard let sceneSession else {
      return errorHandler(
        UISceneError(
          .multipleScenesNotSupported,
          "a second scene was asked for; a program has one, with all its windows"
        )
      )
    }
    guard sceneSession === scene.session else {
      return errorHandler(UISceneError(.requestDenied, "the session is none of the program's"))
    }
    applicationState = .active
    if let userActivity { scene.delegate?.scene(scene, continue: userActivity) }
  }

  /// Brings a scene to the front; a new one is refused.
  ///
  /// - Parameters:
  ///   - request: The scene and what it goes on with.
  ///   - errorHandler: As that of
  ///     `requestSceneSessionActivation(_:userActivity:options:errorHandler:)`.
  public func activateSceneSession(
    for request: UISceneSessionActivationRequest,
    errorHandler: ((any Error) -> Void)? = nil
  ) {
    requestSceneSessionActivation(
      request.session,
      userActivity: request.userActivity,
      options: request.options
    ) { if let error = $0 { errorHandler?(error) } }
  }

  /// Refuses to end a scene: `errorHandler` gets a ``UISceneError`` of the code `requestDenied`.
  ///
  /// **Differences**: on iOS the last scene ends, too, and the program goes on without one.
  ///
  /// - Parameters:
  ///   - sceneSession: The scene.
  ///   - options: Further wishes, which change nothing.
  ///   - errorHandler: Called with the error.
  public func requestSceneSessionDestruction(
    _ sceneSession: UISceneSession,
    options: UISceneDestructionRequestOptions?,
    errorHandler: ((any Error) -> Void)? = nil
  ) {
    errorHandler?(
      UISceneError(
        .requestDenied,
        sceneSession === scene.session
          ? "the scene is the program's only one: UIApplication.terminate() ends the program"
          : "the session is none of the program's"
      )
    )
  }

  /// Lays the windows of a scene out again, if it is the program's.
  public func requestSceneSessionRefresh(_ sceneSession: UISceneSession) {
    guard sceneSession === scene.session else { return }
    for window in scene.windows {
      window.setNeedsLayout()
      window.layoutIfNeeded()
    }
  }
}

extension UIWindowScene {
  /// Wishes for the geometry of a scene.
  @preconcurrency
  @MainActor
  open class GeometryPreferences: NSObject {
    override init() { super.init() }

    /// Wishes for the geometry on a phone or a pad.
    @preconcurrency
    @MainActor
    open class iOS: GeometryPreferences {
      /// The orientations; nil for all.
      open var interfaceOrientations: UIInterfaceOrientationMask?

      /// Creates wishes for orientations.
      public init(interfaceOrientations: UIInterfaceOrientationMask? = nil) {
        self.interfaceOrientations = interfaceOrientations
        super.init()
      }
    }
  }

  /// Asks for a geometry.
  ///
  /// **Differences**: the orientation is that of the screen's sides, so a request for others alone
  /// is refused.
  ///
  /// - Parameters:
  ///   - geometryPreferences: The wishes.
  ///   - errorHandler: Called with a ``UISceneError`` of the code `geometryRequestUnsupported` if
  ///     the orientation is none of the wished ones.
  public func requestGeometryUpdate(
    _ geometryPreferences: GeometryPreferences,
    errorHandler: ((any Error) -> Void)? = nil
  ) {
    guard let wished = (geometryPreferences as? GeometryPreferences.iOS)?.interfaceOrientations
    else { return }
    let own: UIInterfaceOrientationMask =
      switch interfaceOrientation {
      case .portrait: .portrait
      case .portraitUpsideDown: .portraitUpsideDown
      case .landscapeLeft: .landscapeLeft
      case .landscapeRight: .landscapeRight
      case .unknown: .all
      }
    guard wished.isDisjoint(with: own) else { return }
    errorHandler?(
      UISceneError(
        .geometryRequestUnsupported,
        "none of the orientations that were asked for is that of the screen, "
          + "\(screen.bounds.width) x \(screen.bounds.height) points"
      )
    )
  }
}
