// Views of a class that only the caller of generic code knows.
// Licensed under the MIT license; see LICENSE.
//
// On Apple's platforms `Content()` compiles in code that is generic over `Content: UIView`, because
// initialisers of Objective-C are found at run time. Swift asks for a `required` initialiser there,
// and a required `init(frame:)` of UIView would break all subclasses that override it without that
// word. So the initialisers of generic code are those of a protocol, which make an object of the
// class at hand by its own `init(frame:)`. Where a class is known, Swift prefers the initialisers
// of the class, those with default values too. (Tried with Swift 6.3.)

public import CoreGraphics
import QuartzInstances

/// A view, as something that generic code makes.
///
/// **Differences**: an addition; see `init(frame:)`.
public protocol UIViewMaking {}

extension UIView: UIViewMaking {
  @_silgen_name("quartz_UIView_init")
  convenience init(madeWith frame: CGRect) { self.init(frame: frame) }

  @_silgen_name("quartz_UIView_init")
  static func makeView(_ frame: CGRect) -> UIView

  /// Returns a new view of a class; nil if the class does not implement `init(frame:)`.
  static func view(of type: UIView.Type, _ frame: CGRect) -> UIView? {
    Instances.attempt(type, "init(frame:)") { onViewThread { type.makeView(frame) } }
  }
}

extension UIViewMaking {
  /// Creates a view of a class that generic code does not know, of size zero.
  @preconcurrency
  @MainActor
  public init() { self.init(frame: .zero) }

  /// Creates a view of a class that generic code does not know.
  ///
  /// The class needs an `init(frame:)`, its own or an inherited one.
  ///
  /// - Parameter frame: The frame, in points of the superview.
  @preconcurrency
  @MainActor
  public init(frame: CGRect) {
    guard let type = Self.self as? UIView.Type,
      let view = UIView.view(of: type, frame) as? Self
    else {
      preconditionFailure(
        "Use of unimplemented initializer 'init(frame:)' for class '\(Self.self)'"
      )
    }
    self = view
  }
}
