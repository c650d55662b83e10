// The document beside a picture of the screen.
// Licensed under the MIT license; see LICENSE.

public import CoreGraphics
public import Foundation

/// Gives a document of all that a scene would show.
///
/// **Differences**: optional methods have default implementations.
@preconcurrency
@MainActor
public protocol UIScreenshotServiceDelegate: AnyObject {
  /// Makes a document.
  ///
  /// - Parameters:
  ///   - screenshotService: The service.
  ///   - completionHandler: Takes the document in PDF, or nil; the number of the page that shows;
  ///     and the part of that page, in its points, with y up.
  func screenshotService(
    _ screenshotService: UIScreenshotService,
    generatePDFRepresentationWithCompletion completionHandler:
      @escaping (Data?, Int, CGRect) -> Void
  )
}

extension UIScreenshotServiceDelegate {
  /// Gives none.
  public func screenshotService(
    _ screenshotService: UIScreenshotService,
    generatePDFRepresentationWithCompletion completionHandler:
      @escaping (Data?, Int, CGRect) -> Void
  ) { completionHandler(nil, 0, .zero) }
}

/// The document of a scene, for whoever takes a picture of the screen.
///
/// **Differences**: desktops do not ask for it when they take a picture; ``generatePDF(_:)`` does.
@preconcurrency
@MainActor
open class UIScreenshotService: NSObject {
  /// The object that makes the document.
  open weak var delegate: (any UIScreenshotServiceDelegate)?
  /// The scene.
  open private(set) weak var windowScene: UIWindowScene?

  init(_ scene: UIWindowScene) {
    windowScene = scene
    super.init()
  }

  /// Asks the delegate for the document, as a picture of the screen does on iOS.
  ///
  /// **Differences**: an addition.
  ///
  /// - Parameter completion: Takes the document in PDF, or nil; the number of the page that shows;
  ///   and the part of that page.
  public func generatePDF(_ completion: @escaping (Data?, Int, CGRect) -> Void) {
    guard let delegate else { return completion(nil, 0, .zero) }
    delegate.screenshotService(self, generatePDFRepresentationWithCompletion: completion)
  }
}
