// Actions: closures that controls call.
// Licensed under the MIT license; see LICENSE.

public import Foundation

/// An element of menus: a title and an image.
@preconcurrency
@MainActor
open class UIMenuElement: NSObject {
  /// Properties of an element.
  public struct Attributes: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: UInt

    /// The attributes of these bits.
    public init(rawValue: UInt) {
      self.rawValue = rawValue
    }

    /// It cannot be chosen.
    public static let disabled = Attributes(rawValue: 1 << 0)
    /// It destroys something.
    public static let destructive = Attributes(rawValue: 1 << 1)
    /// It is not shown.
    public static let hidden = Attributes(rawValue: 1 << 2)
    /// The menu stays when it is chosen.
    public static let keepsMenuPresented = Attributes(rawValue: 1 << 3)
  }

  /// Whether an element is chosen.
  public enum State: Int, Hashable, Sendable {
    /// It is not.
    case off = 0
    /// It is.
    case on = 1
    /// In part.
    case mixed = 2
  }

  /// The title.
  open var title: String
  /// The image; nil if there is none.
  open var image: UIImage?
  /// The smaller text below the title; nil if there is none.
  open var subtitle: String?

  init(_ title: String, _ image: UIImage?) {
    self.title = title
    self.image = image
    super.init()
  }

  /// The class, with its module for a class of the program, and the address.
  nonisolated open override var description: String { objectText }
}

/// A closure that controls call, with a title and an image.
///
/// ```swift
/// button.addAction(UIAction { _ in print("tapped") }, for: .touchUpInside)
/// ```
@preconcurrency
@MainActor
open class UIAction: UIMenuElement {
  /// The name of an action, by which it is found and replaced.
  public struct Identifier: RawRepresentable, Hashable, Sendable {
    /// The name.
    public let rawValue: String

    /// An identifier.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// An identifier.
    public init(_ rawValue: String) {
      self.rawValue = rawValue
    }
  }

  /// A closure that gets its action.
  public typealias Handler = (_ action: UIAction) -> Void

  /// The name of the action; unique if none was given.
  public let identifier: Identifier
  /// The text that explains it; nil if there is none.
  open var discoverabilityTitle: String?
  /// Its properties.
  open var attributes: Attributes
  /// Whether it is chosen.
  open var state: State
  // `Any` because: it is Apple's type.
  /// The control that calls the closure, while it does; nil else.
  open internal(set) var sender: Any?
  let handler: Handler

  /// Creates an action.
  ///
  /// - Parameters:
  ///   - title: The title.
  ///   - subtitle: The smaller text below; nil if there is none.
  ///   - image: The image; nil if there is none.
  ///   - identifier: The name; nil for a unique one.
  ///   - discoverabilityTitle: The text that explains it; nil if there is none.
  ///   - attributes: Its properties.
  ///   - state: Whether it is chosen.
  ///   - handler: The closure.
  public init(
    title: String = "",
    subtitle: String? = nil,
    image: UIImage? = nil,
    identifier: Identifier? = nil,
    discoverabilityTitle: String? = nil,
    attributes: Attributes = [],
    state: State = .off,
    handler: @escaping Handler
  ) {
    self.identifier = identifier ?? Identifier(UUID().uuidString)
    self.discoverabilityTitle = discoverabilityTitle
    self.attributes = attributes
    self.state = state
    self.handler = handler
    super.init(title, image)
    self.subtitle = subtitle
  }

  // `Any` because: it is Apple's type.
  /// Calls the closure for a control.
  final func perform(from sender: Any?) {
    guard !attributes.contains(.disabled) else { return }
    self.sender = sender
    handler(self)
    self.sender = nil
  }

  /// Calls the closure.
  open func performWithSender(_ sender: Any?, target: Any?) { perform(from: sender) }
}
