// Storyboards: controllers that were laid out in Interface Builder.
// Licensed under the MIT license; see LICENSE.

public import Foundation
import QuartzCore

/// The controllers of a `.storyboard` file.
///
///     let board = UIStoryboard(name: "Main", bundle: nil)
///     let details = board.instantiateViewController(withIdentifier: "details")
///
/// **Differences**: `quartz port` writes the file as Swift, and the storyboard makes its
/// controllers by that code. A name or an identifier that is unknown gives a diagnostic and an
/// empty controller, where iOS raises an exception.
@preconcurrency
@MainActor
open class UIStoryboard: NSObject {
  /// A controller of a storyboard as code.
  ///
  /// **Differences**: an addition, for the code that `quartz port` writes.
  public struct Scene: Sendable {
    let id: String
    let identifier: String?
    let make: @MainActor @Sendable (NibObjects) -> UIViewController

    /// A scene.
    ///
    /// - Parameters:
    ///   - id: The identifier that segues use.
    ///   - identifier: The identifier that programs use, or nil.
    ///   - make: Makes the controller.
    public init(
      _ id: String,
      identifier: String?,
      _ make: @escaping @MainActor @Sendable (NibObjects) -> UIViewController
    ) {
      self.id = id
      self.identifier = identifier
      self.make = make
    }
  }

  private let name: String
  private let bundle: Bundle?
  private let code: StoryboardCode?

  /// A storyboard by its name.
  ///
  /// - Parameters:
  ///   - name: The name of the file, without `.storyboard`.
  ///   - storyboardBundleOrNil: The bundle with images and texts; nil for that of the program.
  public init(name: String, bundle storyboardBundleOrNil: Bundle?) {
    self.name = name
    bundle = storyboardBundleOrNil
    code = NibRegistry.storyboard(name)
    super.init()
    guard code == nil else { return }
    Diagnostics.report(
      "UIKit: UIStoryboard(name:bundle:): there is no storyboard \"\(name)\"; expected the name of "
        + "a .storyboard that quartz port wrote as Swift"
    )
  }

  /// Makes the controller that the storyboard begins with; nil if it has none.
  open func instantiateInitialViewController() -> UIViewController? {
    code?.initial.flatMap { make($0) }
  }

  /// Makes the controller that the storyboard begins with; nil if it has none.
  ///
  /// - Parameter creator: Makes the controller by its own initialiser, which calls
  ///   `super.init(coder:)` with the coder; nil for `init(coder:)` of the class.
  public func instantiateInitialViewController<ViewController: UIViewController>(
    creator: ((NSCoder) -> ViewController?)? = nil
  ) -> ViewController? {
    code?.initial.flatMap { make($0, creator) as? ViewController }
  }

  /// Makes the controller of an identifier.
  open func instantiateViewController(withIdentifier identifier: String) -> UIViewController {
    scene(of: identifier).flatMap { make($0.id) } ?? UIViewController()
  }

  /// Makes the controller of an identifier.
  ///
  /// - Parameters:
  ///   - identifier: The identifier.
  ///   - creator: Makes the controller by its own initialiser, which calls `super.init(coder:)`
  ///     with the coder; nil for `init(coder:)` of the class.
  public func instantiateViewController<ViewController: UIViewController>(
    identifier: String,
    creator: ((NSCoder) -> ViewController?)? = nil
  ) -> ViewController {
    let made = scene(of: identifier).flatMap { make($0.id, creator) } ?? UIViewController()
    if let made = made as? ViewController { return made }
    preconditionFailure(
      "UIKit: the controller of identifier \"\(identifier)\" is \(type(of: made)), not "
        + "\(ViewController.self)"
    )
  }

  private func scene(of identifier: String) -> Scene? {
    if let scene = code?.scenes.first(where: { $0.identifier == identifier }) { return scene }
    Diagnostics.report(
      "UIKit: Storyboard \"\(name)\" doesn't contain a view controller with identifier "
        + "\"\(identifier)\""
    )
    return nil
  }

  /// Makes the controller of a scene; nil if there is none.
  final func make(_ id: String, _ creator: ((NSCoder) -> UIViewController?)? = nil)
    -> UIViewController?
  {
    guard let scene = code?.scenes.first(where: { $0.id == id }) else { return nil }
    let objects = NibObjects(owner: nil, bundle: bundle, storyboard: self)
    objects.creator = creator
    let controller = scene.make(objects)
    objects.awake()
    return controller
  }

  /// Enters a storyboard under its name.
  ///
  /// **Differences**: an addition, for the code that `quartz port` writes.
  nonisolated public static func enter(
    _ name: String,
    module: String,
    initial: String?,
    _ scenes: [Scene]
  ) {
    NibRegistry.add(StoryboardCode(module: module, initial: initial, scenes: scenes), name)
  }
}
