// The heights at which a sheet rests.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
public import Foundation

/// The facts that a custom detent may depend on.
@preconcurrency
@MainActor
public protocol UISheetPresentationControllerDetentResolutionContext: NSObjectProtocol {
  /// The traits of the sheet's container.
  var containerTraitCollection: UITraitCollection { get }
  /// The greatest height of the sheet, in points, without the safe area below.
  var maximumDetentValue: CGFloat { get }
}

extension UISheetPresentationController {
  /// A height at which a sheet rests.
  @preconcurrency
  @MainActor
  open class Detent: NSObject {
    /// Names a detent.
    public struct Identifier: RawRepresentable, Hashable, Sendable {
      /// The name.
      public let rawValue: String
      /// Creates a name.
      public init(rawValue: String) { self.rawValue = rawValue }
      /// Creates a name.
      public init(_ rawValue: String) { self.rawValue = rawValue }
      /// About half of the screen.
      public static let medium = Identifier(rawValue: "com.apple.UIKit.medium")
      /// All but a strip at the top.
      public static let large = Identifier(rawValue: "com.apple.UIKit.large")
    }

    /// Makes a height; nil for a detent that is left out.
    public typealias Resolver =
      @MainActor (any UISheetPresentationControllerDetentResolutionContext) -> CGFloat?

    /// The name.
    public let identifier: Identifier
    private let resolver: Resolver

    private init(_ identifier: Identifier, _ resolver: @escaping Resolver) {
      self.identifier = identifier
      self.resolver = resolver
      super.init()
    }

    /// Returns a detent of half the screen's height.
    open class func medium() -> Detent {
      Detent(.medium) { ($0 as? SheetRoom)?.half }
    }

    /// Returns a detent of the greatest height.
    open class func large() -> Detent {
      Detent(.large) { $0.maximumDetentValue }
    }

    /// Returns a detent with a height of the program's.
    ///
    /// - Parameters:
    ///   - identifier: The name; nil for one that no other detent has.
    ///   - resolver: Returns the height in points without the safe area below, or nil for a detent
    ///     that is left out. It is clamped to 0 and the greatest height.
    open class func custom(
      identifier: Identifier? = nil,
      resolver: @escaping Resolver
    ) -> Detent {
      Detent(identifier ?? Identifier(UUID().uuidString), resolver)
    }

    /// Returns the height in points without the safe area below; nil for a detent that is left out.
    open func resolvedValue(
      in context: any UISheetPresentationControllerDetentResolutionContext
    ) -> CGFloat? { resolver(context) }

    /// The class, with its module for a class of the program, and the address.
    nonisolated open override var description: String { objectText }
  }
}

/// The room of a sheet in its container.
@MainActor
final class SheetRoom: NSObject, UISheetPresentationControllerDetentResolutionContext {
  /// The strip that a sheet leaves at the top, below the safe area.
  static let strip: CGFloat = 10
  let containerTraitCollection: UITraitCollection
  /// The part below the least edge of the safe area, in points.
  let bottom: CGFloat
  let maximumDetentValue: CGFloat
  let half: CGFloat

  init(_ container: UIView) {
    let (safe, height) = (container.safeAreaInsets, container.bounds.height)
    containerTraitCollection = container.traitCollection
    bottom = safe.bottom
    maximumDetentValue = max(height - safe.top - SheetRoom.strip - safe.bottom, 0)
    half = max(height / 2 - safe.bottom, 0)
  }
}

/// The detents of a sheet as heights in its container, from the least to the greatest.
struct SheetHeights {
  struct Height: Equatable {
    var identifier: UISheetPresentationController.Detent.Identifier
    /// With the safe area below, in points.
    var height: CGFloat
  }

  /// At least one.
  let all: [Height]
  var least: Height { all[0] }
  var greatest: Height { all[all.count - 1] }

  @MainActor
  init(_ detents: [UISheetPresentationController.Detent], in container: UIView) {
    let room = SheetRoom(container)
    var all: [Height] = []
    for detent in detents {
      guard let value = detent.resolvedValue(in: room), value.isFinite else { continue }
      let height = min(max(value, 0), room.maximumDetentValue) + room.bottom
      all.append(Height(identifier: detent.identifier, height: height))
    }
    if all.isEmpty {
      all = [Height(identifier: .large, height: room.maximumDetentValue + room.bottom)]
    }
    self.all = all.sorted { $0.height < $1.height }
  }

  /// Returns the detent of a name; the least one for a name that none has.
  func height(of identifier: UISheetPresentationController.Detent.Identifier?) -> Height {
    all.first { $0.identifier == identifier } ?? least
  }

  /// Returns the detent that is nearest to a height.
  func nearest(_ height: CGFloat) -> Height {
    all.min { abs($0.height - height) < abs($1.height - height) } ?? least
  }

  /// Returns the next detent in a direction; the last one has itself.
  func next(from height: CGFloat, isUp: Bool) -> Height {
    isUp
      ? all.first { $0.height > height + 0.5 } ?? greatest
      : all.last { $0.height < height - 0.5 } ?? least
  }
}
