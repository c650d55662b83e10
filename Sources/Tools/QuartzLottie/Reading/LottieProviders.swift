// Requests of a document, and functions that answer.
// Licensed under the MIT license; see LICENSE.

public import CoreGraphics
public import Foundation

/// A picture that a document asks for.
public struct LottieImageRequest: Sendable, Equatable {
  /// The name of the picture among the assets.
  public let id: String
  /// The path of its file as the document has it; empty for a picture within the document.
  public let fileName: String
  /// The size of the box that it is fitted into, in points; zero if the document has none.
  public let size: CGSize
}

/// A font that a document asks for.
public struct LottieFontRequest: Sendable, Equatable {
  /// The name by which texts ask for it, `fName` in the document.
  public let name: String
  /// The family, which may be empty.
  public let family: String
  /// The style, such as `Bold`, which may be empty.
  public let style: String
}

/// A text that a document shows.
public struct LottieTextRequest: Sendable, Equatable {
  /// The key path, which ends with `Text`.
  public let keyPath: String
  /// The text of the document, or that of a setting for its key path.
  public let text: String
}

/// The functions that give what documents ask for.
struct LottieProviders: Sendable {
  var image: (@Sendable (LottieImageRequest) -> CGImage?)?
  var font: (@Sendable (LottieFontRequest) -> Data?)?
  var text: (@Sendable (LottieTextRequest) -> String?)?
}

extension LottieSettings {
  /// Gives pictures; those that it does not give are the document's own.
  ///
  /// - Parameter body: Called when layers are made, once for each picture that is shown, on the
  ///   thread that makes them.
  public mutating func provideImages(
    _ body: @escaping @Sendable (LottieImageRequest) -> CGImage?
  ) {
    providers.image = body
  }

  /// Gives fonts; those that it does not give are looked for in the document and on the machine.
  ///
  /// - Parameter body: Returns the bytes of a TrueType or OpenType file. Called when layers are
  ///   made, once for each font that is shown, on the thread that makes them.
  public mutating func provideFonts(_ body: @escaping @Sendable (LottieFontRequest) -> Data?) {
    providers.font = body
  }

  /// Gives texts; those that it does not give are the document's own.
  ///
  /// - Parameter body: Called when the document is read, once for each text, also for those that a
  ///   layer shows one after the other.
  public mutating func provideTexts(_ body: @escaping @Sendable (LottieTextRequest) -> String?) {
    providers.text = body
  }
}
