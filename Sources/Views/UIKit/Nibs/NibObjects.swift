// The objects of a nib while they are made.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
public import Foundation
public import QuartzCore

/// Makes the objects of a nib or of a scene, for the code that `quartz port` writes.
///
/// **Differences**: an addition; on iOS nibs are archives.
@MainActor
public final class NibObjects {
  // `Any` because: owners are of many classes.
  /// The object that stands for the owner of the file; nil if there is none.
  public let owner: Any?
  /// The bundle with images and texts; nil for that of the program.
  public let bundle: Bundle?
  /// The storyboard of a scene; nil for a nib.
  public let storyboard: UIStoryboard?
  // `Any` because: placeholders are of many classes.
  /// The objects that stand for placeholders, by their identifiers.
  var placed: [String: Any] = [:]
  /// The identifier under which a list makes the view.
  var reuseIdentifier: String?
  /// Makes the controller of the scene in place of its class.
  var creator: ((NSCoder) -> UIViewController?)?
  private var sleepers: [@MainActor () -> Void] = []

  // `Any` because: owners are of many classes.
  init(owner: Any?, bundle: Bundle?, storyboard: UIStoryboard?) {
    self.owner = owner
    self.bundle = bundle
    self.storyboard = storyboard
  }

  /// Calls `awakeFromNib()` of the objects, in the order in which they were made.
  func awake() {
    let waiting = sleepers
    sleepers = []
    for sleeper in waiting { sleeper() }
  }

  // MARK: Making

  // `Any` because: the values are numbers, texts and objects.
  /// Makes a view by `init(coder:)`.
  ///
  /// - Parameters:
  ///   - type: The class of the view.
  ///   - known: The class of UIKit's that the nib names.
  ///   - values: The values that the initialiser of that class reads.
  ///   - configure: Sets the other values, at the end of that initialiser.
  public func view<View: UIView, Known: UIView>(
    _ type: View.Type,
    as known: Known.Type,
    _ values: [String: Any] = [:],
    _ configure: @escaping (Known) -> Void = { _ in }
  ) -> View {
    var values = values
    if let reuseIdentifier, values["UIReuseIdentifier"] == nil {
      values["UIReuseIdentifier"] = reuseIdentifier as NSString
    }
    let coder = NibCoder(values, known: known) { object in
      if let object = object as? Known { configure(object) }
    }
    guard let view = type.init(coder: coder) else { Self.refuse(type) }
    coder.finish(view)
    sleepers.append { view.awakeFromNib() }
    return view
  }

  // `Any` because: the values are numbers, texts and objects.
  /// Makes a controller by `init(coder:)`; the other parameters are those of views.
  public func controller<Controller: UIViewController, Known: UIViewController>(
    _ type: Controller.Type,
    as known: Known.Type,
    _ values: [String: Any] = [:],
    _ configure: @escaping (Known) -> Void = { _ in }
  ) -> Controller {
    let storyboard = storyboard
    let coder = NibCoder(values, known: known) { object in
      guard let object = object as? Known else { return }
      object.origin.storyboard = storyboard
      configure(object)
    }
    let creator = creator
    self.creator = nil
    guard let made = creator.map({ $0(coder) }) ?? type.init(coder: coder) else {
      Self.refuse(type)
    }
    coder.finish(made)
    sleepers.append { made.awakeFromNib() }
    if let made = made as? Controller { return made }
    preconditionFailure(
      "UIKit: Custom instantiated \(Swift.type(of: made)) must be a \(type), as its storyboard says"
    )
  }

  private static func refuse(_ type: AnyClass) -> Never {
    preconditionFailure("UIKit: init(coder:) of \(type) returned nil for an object of a nib")
  }

  /// Returns the object that stands for the owner of the file.
  public func owner<Owner>(as type: Owner.Type) -> Owner {
    if let owner = owner as? Owner { return owner }
    let found = owner.map { "\(Swift.type(of: $0))" } ?? "nil"
    preconditionFailure("UIKit: the owner of the nib is \(found); its connections need \(type)")
  }

  /// Returns the object that stands for a placeholder; nil if the program gave none of that class.
  public func placed<Object>(_ identifier: String, as type: Object.Type) -> Object? {
    placed[identifier] as? Object
  }

  // MARK: Connections

  // `Any` because: objects are of many classes.
  /// Returns an object as the type of an outlet; nil, with a diagnostic, if it is of another one.
  public func cast<Object>(_ object: Any?) -> Object? {
    guard let object else { return nil }
    if let object = object as? Object { return object }
    Diagnostics.report(
      "UIKit: an outlet of type \(Object.self) got \(type(of: object)) from its nib; it stays nil"
    )
    return nil
  }

  // `Any` because: objects are of many classes.
  /// Returns objects as the type of a collection of outlets.
  public func all<Object>(_ objects: Any?...) -> [Object] { objects.compactMap { cast($0) } }

  // `Any` because: objects are of many classes.
  /// Makes a controller keep the objects at the top of its scene.
  public func keep(_ objects: Any..., for controller: UIViewController) {
    controller.origin.kept += objects.map { $0 as AnyObject }
  }

  /// Returns the selector of an unwind segue; the others bring the methods of classes along.
  public func unwind(_ name: String, _ methods: Selector...) -> Selector {
    methods.first ?? Selector(name)
  }

  // MARK: Values

  // `Any` because: the values of attributes are of several types.
  /// Returns a text of parts with attributes.
  public func attributed(_ parts: [(String, [NSAttributedString.Key: Any])]) -> NSAttributedString {
    let text = NSMutableAttributedString(string: "")
    for (part, attributes) in parts {
      text.append(NSAttributedString(string: part, attributes: attributes))
    }
    return text
  }

  /// Returns the style of a paragraph, with the space between its lines in points.
  public func paragraph(_ alignment: NSTextAlignment, _ spacing: CGFloat) -> NSParagraphStyle {
    let style = NSMutableParagraphStyle()
    style.alignment = alignment
    style.lineSpacing = spacing
    return style
  }

  /// Returns a text in the language of the program.
  ///
  /// - Parameters:
  ///   - key: The identifier of the object and the name of its property.
  ///   - text: The text of the nib, for languages that have none.
  ///   - table: The name of the file of texts.
  public func text(_ key: String, _ text: String, table: String) -> String {
    localizedText(key, table, bundle ?? .main, text)
  }

  /// Returns an image of the program; nil if there is none of that name.
  public func image(_ name: String) -> UIImage? {
    UIImage(named: name, in: bundle, compatibleWith: nil)
  }

  /// Returns a colour of the program's catalogue, or that of the nib if there is none.
  public func color(_ name: String, or color: UIColor) -> UIColor {
    UIColor(named: name, in: bundle, compatibleWith: nil) ?? color
  }

  /// Returns a font of the machine, or the system's if there is none of that name.
  public func font(_ name: String, size: CGFloat) -> UIFont {
    UIFont(name: name, size: size) ?? .systemFont(ofSize: size)
  }

  /// Sets values by the size classes of a view, now and whenever they change.
  ///
  /// - Parameters:
  ///   - view: The view.
  ///   - set: Gets the traits of the view.
  public func vary(_ view: UIView, _ set: @escaping @MainActor (UITraitCollection) -> Void) {
    set(view.traitCollection)
    view.registerForTraitChanges([UITraitHorizontalSizeClass.self, UITraitVerticalSizeClass.self]) {
      (view: UIView, _: UITraitCollection) in
      set(view.traitCollection)
    }
  }

  /// Puts a view into another one, or takes it out.
  public func install(_ view: UIView, in parent: UIView, at index: Int, if isInstalled: Bool) {
    if !isInstalled {
      if view.superview === parent { view.removeFromSuperview() }
    } else if view.superview !== parent {
      parent.insertSubview(view, at: min(index, parent.subviews.count))
    }
  }
}
