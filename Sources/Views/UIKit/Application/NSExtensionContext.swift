// The items that an extension of a program gets, and what it returns.
// Licensed under the MIT license; see LICENSE.

public import Foundation

/// A thing with attachments that an extension gets, or returns.
@preconcurrency
@MainActor
open class NSExtensionItem: NSObject {
  /// The title; nil if there is none.
  open var attributedTitle: NSAttributedString?
  /// The text; nil if there is none.
  open var attributedContentText: NSAttributedString?
  /// The data of it; nil if there are none.
  open var attachments: [NSItemProvider]?
  /// Values for the program's own use.
  open var userInfo: [AnyHashable: Any]?
}

/// An object that does the work of an extension without a view.
@preconcurrency
@MainActor
public protocol NSExtensionRequestHandling: NSObjectProtocol {
  /// Begins the work; it ends by `completeRequest` or `cancelRequest` of the context.
  func beginRequest(with context: NSExtensionContext)
}

/// The task of an extension: items that it gets, and the end of its work.
///
/// Controllers of extensions reach it by `extensionContext`.
///
/// **Differences**: no system runs extensions on Linux. A program or a test makes a context, and
/// runs the controller or the handler of an extension in it with `begin(with:)`.
@preconcurrency
@MainActor
open class NSExtensionContext: NSObject {
  /// The end of the work of an extension.
  public enum Outcome {
    // `Any` because: it is Apple's type of returned items.
    /// It returned items.
    case completed([Any]?)
    /// It gave up.
    case cancelled(any Error)
  }

  // `Any` because: it is Apple's type.
  /// The items, of the class ``NSExtensionItem``.
  public let inputItems: [Any]
  private var finish: ((Outcome) -> Void)?
  private let opensURL: ((URL) -> Bool)?
  private var controller: UIViewController?
  private var handler: (any NSExtensionRequestHandling)?

  /// Creates a context.
  ///
  /// **Differences**: an addition, for programs that run their own extensions.
  ///
  /// - Parameters:
  ///   - inputItems: The items that the extension gets.
  ///   - opensURL: Opens an address for the extension, and returns whether it did; nil refuses all.
  ///   - finish: Called once, at the end of the work.
  public init(
    inputItems: [NSExtensionItem],
    opensURL: ((URL) -> Bool)? = nil,
    finish: @escaping (Outcome) -> Void
  ) {
    self.inputItems = inputItems
    self.opensURL = opensURL
    self.finish = finish
    super.init()
  }

  /// Makes the context that of a controller, until the end of the work; the program shows it.
  ///
  /// **Differences**: an addition.
  public func begin(with controller: UIViewController) {
    guard finish != nil else { return }
    self.controller = controller
    controller.ownExtensionContext = self
    (controller as? any NSExtensionRequestHandling)?.beginRequest(with: self)
  }

  /// Lets an object without a view do the work; it is retained until its end.
  ///
  /// **Differences**: an addition.
  public func begin(with handler: any NSExtensionRequestHandling) {
    guard finish != nil else { return }
    self.handler = handler
    handler.beginRequest(with: self)
  }

  /// Ends the work with items; a second end does nothing.
  ///
  /// - Parameters:
  ///   - items: The items that are returned, or nil.
  ///   - completionHandler: Called afterwards with false: the program goes on.
  open func completeRequest(
    returningItems items: [Any]?,
    completionHandler: ((Bool) -> Void)? = nil
  ) {
    end(.completed(items))
    completionHandler?(false)
  }

  /// Ends the work without a result; a second end does nothing.
  open func cancelRequest(withError error: any Error) { end(.cancelled(error)) }

  /// Opens an address, if the program lets the extension do that.
  ///
  /// - Parameters:
  ///   - URL: The address.
  ///   - completionHandler: Called with whether it was opened.
  open func open(_ URL: URL, completionHandler: ((Bool) -> Void)? = nil) {
    completionHandler?(opensURL?(URL) ?? false)
  }

  private func end(_ outcome: Outcome) {
    guard let finish else { return }
    self.finish = nil
    controller?.ownExtensionContext = nil
    (controller, handler) = (nil, nil)
    finish(outcome)
  }
}
