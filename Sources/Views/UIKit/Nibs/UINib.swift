// Nibs: objects of views that were laid out in Interface Builder.
// Licensed under the MIT license; see LICENSE.

public import Foundation
import QuartzCore

/// The objects of a `.xib` file, which are made anew at each call.
///
///     table.register(UINib(nibName: "TrackCell", bundle: nil), forCellReuseIdentifier: "track")
///
/// **Differences**: `quartz port` writes the file as Swift, and the nib makes its objects by that
/// code; compiled nibs are not read. A name that is unknown gives a diagnostic and no objects,
/// where iOS raises an exception.
@preconcurrency
@MainActor
open class UINib: NSObject {
  /// The keys of options of `instantiate(withOwner:options:)`.
  public struct OptionsKey: RawRepresentable, Hashable, Sendable {
    /// Apple's name.
    public let rawValue: String
    /// A key of that name.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// The objects that stand for the placeholders of the nib, by their identifiers.
    public static let externalObjects = OptionsKey(rawValue: "UINibExternalObjects")
  }

  private let name: String
  private let bundle: Bundle?
  private let code: NibCode?
  private let storyboard: UIStoryboard?

  /// A nib by its name.
  ///
  /// - Parameters:
  ///   - name: The name of the file, without `.xib`.
  ///   - bundleOrNil: The bundle with images and texts; nil for that of the program.
  public init(nibName name: String, bundle bundleOrNil: Bundle?) {
    self.name = name
    bundle = bundleOrNil
    code = NibRegistry.nib(name, in: nil)
    storyboard = nil
    super.init()
  }

  // `Any` because: top-level objects are of many classes.
  /// A nib within another one, such as a cell of a table.
  ///
  /// **Differences**: an addition, for the code that `quartz port` writes.
  public init(in objects: NibObjects, _ make: @escaping @MainActor (NibObjects) -> [Any]) {
    name = ""
    bundle = objects.bundle
    code = NibCode(module: "", make: make)
    storyboard = objects.storyboard
    super.init()
  }

  init(_ name: String, bundle: Bundle?, _ code: NibCode) {
    self.name = name
    self.bundle = bundle
    self.code = code
    storyboard = nil
    super.init()
  }

  // `Any` because: top-level objects are of many classes.
  /// Makes the objects, connects them with the owner, and calls their `awakeFromNib()`.
  ///
  /// - Parameters:
  ///   - ownerOrNil: The object that stands for the owner of the file.
  ///   - optionsOrNil: Objects for placeholders.
  /// - Returns: The objects at the top of the nib, without the owner.
  @discardableResult
  open func instantiate(
    withOwner ownerOrNil: Any?,
    options optionsOrNil: [OptionsKey: Any]? = nil
  ) -> [Any] {
    let placed = optionsOrNil?[.externalObjects] as? [String: Any] ?? [:]
    return make(owner: ownerOrNil, placed, reuseIdentifier: nil)
  }

  // `Any` because: top-level objects are of many classes.
  private func make(owner: Any?, _ placed: [String: Any], reuseIdentifier: String?) -> [Any] {
    guard let code else {
      Diagnostics.report(
        "UIKit: UINib(nibName:bundle:): there is no nib \"\(name)\"; expected the name of a .xib "
          + "that quartz port wrote as Swift"
      )
      return []
    }
    let objects = NibObjects(owner: owner, bundle: bundle, storyboard: storyboard)
    objects.placed = placed
    objects.reuseIdentifier = reuseIdentifier
    let made = code.make(objects)
    objects.awake()
    return made
  }

  /// Returns the first view of the nib, for a list; nil, with a diagnostic, if it is another one.
  func reusable<View: UIView>(_ type: View.Type, _ identifier: String) -> View? {
    let objects = make(owner: nil, [:], reuseIdentifier: identifier)
    if let view = objects.first as? View { return view }
    if code != nil {
      Diagnostics.report(
        "UIKit: invalid nib registered for identifier \"\(identifier)\": nib must contain exactly "
          + "one top level object which must be a \(type) instance"
      )
    }
    return nil
  }

  // `Any` because: top-level objects are of many classes.
  /// Enters a nib under its name.
  ///
  /// **Differences**: an addition, for the code that `quartz port` writes.
  nonisolated public static func enter(
    _ name: String,
    module: String,
    _ make: @escaping @MainActor (NibObjects) -> [Any]
  ) {
    NibRegistry.add(NibCode(module: module, make: make), name)
  }
}

extension Bundle {
  // `Any` because: top-level objects are of many classes.
  /// Makes the objects of a nib; nil if there is no nib of that name.
  ///
  /// - Parameters:
  ///   - name: The name of the file, without `.xib`.
  ///   - owner: The object that stands for the owner of the file.
  ///   - options: Objects for placeholders.
  @preconcurrency
  @MainActor
  @discardableResult
  public func loadNibNamed(
    _ name: String,
    owner: Any?,
    options: [UINib.OptionsKey: Any]? = nil
  ) -> [Any]? {
    let module = owner.map { NibRegistry.module(of: type(of: $0 as AnyObject)) }
    guard let code = NibRegistry.nib(name, in: module) else {
      Diagnostics.report(
        "UIKit: Bundle.loadNibNamed(_:owner:options:): there is no nib \"\(name)\"; expected the "
          + "name of a .xib that quartz port wrote as Swift"
      )
      return nil
    }
    return UINib(name, bundle: self, code).instantiate(withOwner: owner, options: options)
  }
}
