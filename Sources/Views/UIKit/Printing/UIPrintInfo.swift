// Wishes for a print, papers, and errors of printing.
// Licensed under the MIT license; see LICENSE.

public import CoreGraphics
public import Foundation

/// Wishes for a print.
@preconcurrency
@MainActor
open class UIPrintInfo: NSObject {
  /// The kind of content.
  public enum OutputType: Int, Sendable {
    /// Text and pictures.
    case general = 0
    /// Photos.
    case photo = 1
    /// Text and pictures without colours.
    case grayscale = 2
    /// Photos without colours.
    case photoGrayscale = 3
  }

  /// The way in which pages lie.
  public enum Orientation: Int, Sendable {
    /// Upright.
    case portrait = 0
    /// Across.
    case landscape = 1
  }

  /// The edge about which sheets are turned for their other side.
  public enum Duplex: Int, Sendable {
    /// One side of the sheets is printed.
    case none = 0
    /// The long edge.
    case longEdge = 1
    /// The short edge.
    case shortEdge = 2
  }

  private enum Key {
    static let jobName = "jobName"
    static let printerID = "printerID"
    static let outputType = "outputType"
    static let orientation = "orientation"
    static let duplex = "duplex"
  }

  /// The name of the print; that of the program by default.
  open var jobName = ProcessInfo.processInfo.processName
  /// The name of the printer; nil by default.
  open var printerID: String?
  /// The kind of content; general by default.
  open var outputType = OutputType.general
  /// The way in which pages lie; upright by default.
  open var orientation = Orientation.portrait
  /// The edge about which sheets are turned; none by default.
  open var duplex = Duplex.none

  /// Creates the usual wishes.
  public override init() { super.init() }

  // `Any` because: it is Apple's type.
  /// Creates wishes from a dictionary of another one; those that it lacks are the usual ones.
  public init(dictionary: [AnyHashable: Any]?) {
    super.init()
    jobName = dictionary?[Key.jobName] as? String ?? jobName
    printerID = dictionary?[Key.printerID] as? String
    func number(_ key: String) -> Int? { dictionary?[key] as? Int }
    outputType = number(Key.outputType).flatMap { OutputType(rawValue: $0) } ?? outputType
    orientation = number(Key.orientation).flatMap { Orientation(rawValue: $0) } ?? orientation
    duplex = number(Key.duplex).flatMap { Duplex(rawValue: $0) } ?? duplex
  }

  /// The usual wishes.
  open class func printInfo() -> UIPrintInfo { UIPrintInfo() }

  // `Any` because: it is Apple's type.
  /// The wishes, for `init(dictionary:)`.
  open var dictionaryRepresentation: [AnyHashable: Any] {
    var values: [AnyHashable: Any] = [
      Key.jobName: jobName, Key.outputType: outputType.rawValue,
      Key.orientation: orientation.rawValue, Key.duplex: duplex.rawValue,
    ]
    values[Key.printerID] = printerID
    return values
  }
}

/// A size of paper.
@preconcurrency
@MainActor
open class UIPrintPaper: NSObject {
  /// The margin that no printer fills, a quarter of an inch, in points. [C]
  private static let margin: CGFloat = 18

  /// The size, in points.
  public let paperSize: CGSize

  init(_ size: CGSize) {
    paperSize = size
    super.init()
  }

  /// The part of the paper that is printed, in points from its upper left corner.
  open var printableRect: CGRect {
    CGRect(origin: .zero, size: paperSize).insetBy(dx: Self.margin, dy: Self.margin)
  }

  /// A4, US Letter, A5, and a photo of 4 by 6 inches, in points.
  static var all: [UIPrintPaper] {
    [(595, 842), (612, 792), (420, 595), (288, 432)].map {
      UIPrintPaper(CGSize(width: $0.0, height: $0.1))
    }
  }

  /// Returns the smallest paper that a page fits on, upright or across; or else the largest one.
  ///
  /// - Parameters:
  ///   - contentSize: The size of the page, in points.
  ///   - paperList: The papers; the first one of two that are equally large wins.
  open class func bestPaper(
    forPageSize contentSize: CGSize,
    withPapersFrom paperList: [UIPrintPaper]
  ) -> UIPrintPaper {
    func area(_ paper: UIPrintPaper) -> CGFloat { paper.paperSize.width * paper.paperSize.height }
    let (short, long) = (
      min(contentSize.width, contentSize.height), max(contentSize.width, contentSize.height)
    )
    let fitting = paperList.filter {
      min($0.paperSize.width, $0.paperSize.height) >= short
        && max($0.paperSize.width, $0.paperSize.height) >= long
    }
    return fitting.min { area($0) < area($1) } ?? paperList.max { area($0) < area($1) }
      ?? UIPrintPaper(contentSize)
  }
}

/// The domain of errors of printing.
public let UIPrintErrorDomain = "UIPrintErrorDomain"

/// An error of printing.
public struct UIPrintError: CustomNSError, LocalizedError, Hashable, Sendable {
  /// The kind of an error.
  public enum Code: Int, Sendable {
    /// Nothing prints.
    case notAvailableError = 1
    /// There is nothing to print.
    case noContentError = 2
    /// An image has a format that is not known.
    case unknownImageFormatError = 3
    /// The print failed.
    case jobFailedError = 4
  }

  /// The kind.
  public let code: Code
  private let text: String

  init(_ code: Code, _ text: String) {
    self.code = code
    self.text = text
  }

  /// `UIPrintErrorDomain`.
  public static var errorDomain: String { UIPrintErrorDomain }
  /// The number of the kind.
  public var errorCode: Int { code.rawValue }
  /// The text that says the expected and the found.
  public var errorDescription: String? { text }
  /// The description under `NSLocalizedDescriptionKey`.
  public var errorUserInfo: [String: Any] { [NSLocalizedDescriptionKey: text] }
}
