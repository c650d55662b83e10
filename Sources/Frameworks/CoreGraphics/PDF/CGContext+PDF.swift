// Contexts whose drawing becomes the pages of a PDF document.
// Licensed under the MIT license; see LICENSE.

public import Foundation
package import QuartzMath
import QuartzRaster

/// The title of a document, a string.
public let kCGPDFContextTitle: CFString = "kCGPDFContextTitle"
/// The author of a document, a string.
public let kCGPDFContextAuthor: CFString = "kCGPDFContextAuthor"
/// The subject of a document, a string.
public let kCGPDFContextSubject: CFString = "kCGPDFContextSubject"
/// The keywords of a document: a string, or strings.
public let kCGPDFContextKeywords: CFString = "kCGPDFContextKeywords"
/// The program that made a document, a string.
public let kCGPDFContextCreator: CFString = "kCGPDFContextCreator"
/// The box of a page: data with the bytes of a `CGRect`.
public let kCGPDFContextMediaBox: CFString = "kCGPDFContextMediaBox"

extension CGContext {
  /// A context that writes a PDF file.
  ///
  /// The file appears, or replaces an existing one, when the document is closed.
  ///
  /// - Parameters:
  ///   - url: A local file.
  ///   - mediaBox: The box of pages that name none, in points; nil for 612 x 792, a US letter. A
  ///     side has at most 14400 points.
  ///   - auxiliaryInfo: `kCGPDFContextTitle` and the keys beside it; may be nil.
  /// - Returns: Nil if the file cannot be written, for a box that is empty or not finite, or
  ///   without the library Cairo.
  public convenience init?(
    _ url: CFURL,
    mediaBox: UnsafePointer<CGRect>?,
    _ auxiliaryInfo: CFDictionary?
  ) {
    guard let consumer = CGDataConsumer(url: url) else { return nil }
    self.init(consumer: consumer, mediaBox: mediaBox, auxiliaryInfo)
  }

  /// A context that writes a PDF document to a consumer.
  ///
  /// ```swift
  /// var box = CGRect(x: 0, y: 0, width: 595, height: 842)
  /// let data = NSMutableData()
  /// let consumer = CGDataConsumer(data: data)!
  /// let context = CGContext(consumer: consumer, mediaBox: &box, nil)!
  /// context.beginPDFPage(nil)
  /// context.fillEllipse(in: CGRect(x: 100, y: 100, width: 200, height: 200))
  /// context.endPDFPage()
  /// context.closePDF()
  /// ```
  ///
  /// **Differences**: colours are written as sRGB; text is written as outlines; shadows and conic
  /// gradients become pixels, 216 an inch; blend modes that PDF lacks count as normal; the date is
  /// not written, so that equal drawings make equal files.
  ///
  /// - Parameters:
  ///   - consumer: Takes the bytes.
  ///   - mediaBox: The box of pages that name none, in points; nil for 612 x 792.
  ///   - auxiliaryInfo: `kCGPDFContextTitle` and the keys beside it; may be nil.
  /// - Returns: Nil for a box that is empty or not finite, or without the library Cairo.
  public convenience init?(
    consumer: CGDataConsumer,
    mediaBox: UnsafePointer<CGRect>?,
    _ auxiliaryInfo: CFDictionary?
  ) {
    let box = mediaBox?.pointee ?? CGRect(x: 0, y: 0, width: 612, height: 792)
    guard let page = CGContext.pageBox(box),
      let document = PDFDocument(consumer, page, auxiliaryInfo ?? [:])
    else { return nil }
    self.init(document)
  }

  /// Begins a page, and ends the one before it; its state is that of a new context.
  ///
  /// Drawing outside of pages does not show. Nothing happens in a bitmap.
  ///
  /// - Parameter pageInfo: `kCGPDFContextMediaBox`, where it is not the document's; may be nil.
  public func beginPDFPage(_ pageInfo: CFDictionary?) {
    let data = pageInfo?[kCGPDFContextMediaBox] as? Data
    let box = data.flatMap { $0.count == MemoryLayout<CGRect>.size ? $0 : nil }.map { data in
      data.withUnsafeBytes { $0.loadUnaligned(as: CGRect.self) }
    }
    begin(box)
  }

  /// Ends the page; nothing happens without one.
  public func endPDFPage() {
    while !layers.isEmpty { endTransparencyLayer() }
    document?.endPage()
  }

  /// As `beginPDFPage(_:)`.
  ///
  /// - Parameter mediaBox: The box of the page, in points; nil for the document's.
  public func beginPage(mediaBox: UnsafePointer<CGRect>?) {
    begin(mediaBox?.pointee)
  }

  /// As `endPDFPage()`.
  public func endPage() {
    endPDFPage()
  }

  /// Ends the document; a context that goes does so, too.
  ///
  /// Nothing happens in a bitmap.
  public func closePDF() {
    _ = finishPDF()
  }

  /// Ends the document, and returns whether all of it was written.
  package func finishPDF() -> Bool {
    endPDFPage()
    document?.close()
    return document?.isComplete ?? false
  }

  /// Makes a rectangle of user space a link to a URL.
  ///
  /// Nothing happens in a bitmap.
  public func setURL(_ url: CFURL, for rect: CGRect) {
    document?.addLink(rect.applying(ctm), "uri=\(url.absoluteString.quoted)")
  }

  /// Makes a rectangle of user space a link to a named place.
  ///
  /// Nothing happens in a bitmap.
  public func setDestination(_ name: CFString, for rect: CGRect) {
    document?.addLink(rect.applying(ctm), "dest=\(name.quoted)")
  }

  /// Gives a point of user space a name for `setDestination(_:for:)`.
  ///
  /// Nothing happens in a bitmap.
  public func addDestination(_ name: CFString, at point: CGPoint) {
    document?.addDestination(name, Point(point.applying(ctm)))
  }

  /// Whether drawing becomes pages of a document, and no pixels.
  package var drawsVectors: Bool { document != nil }

  /// All of the bitmap or the page, in device space.
  package var deviceBounds: CGRect { CGRect(deviceBox) }

  /// The number of pixels along a unit of device space for what is drawn as pixels.
  package var pixelsPerDeviceUnit: Double {
    guard let document else { return 1 }
    let side = max(document.box.width, document.box.height)
    return min(PDFDocument.pixelsPerPoint, Double(CGImage.maximumSide) / (side + 2))
  }

  /// A shadow under everything that is drawn on a page from now on.
  ///
  /// - Parameters:
  ///   - offset: In device space, y up.
  ///   - sigma: The standard deviation, in units of device space.
  ///   - color: The shadow's colour.
  package func setDeviceShadow(offset: Point, sigma: Double, color: CGColor) {
    guard offset.x.isFinite, offset.y.isFinite, sigma.isFinite else { return }
    state.shadow = ShadowStyle(
      offset: Point(offset.x, -offset.y),
      sigma: min(sigma, CGContext.largestShadowSigma),
      color: color
    )
  }

  /// Draws the shadow of a path of user space, and not the path.
  ///
  /// Nothing happens in a bitmap.
  package func drawShadow(of path: Path) {
    let black = PaintStyle(CGColor(deviceGray: 0, alpha: 1))
    _ = record(.shadow(path.transformed(by: state.ctm), black))
  }

  /// Fills a path of device space with the colour of paper.
  func whiten(_ path: Path) {
    let outer = state
    defer { state = outer }
    (state.alpha, state.blendMode, state.shadow) = (1, .normal, nil)
    fill(path, .nonZero, with: PaintStyle(.white))
  }

  private func begin(_ box: CGRect?) {
    guard let document else { return }
    endPDFPage()
    document.beginPage(box.flatMap(CGContext.pageBox))
    savedStates = []
    devicePath = Path()
    textMatrix = .identity
    baseTransform = .identity
    state = GraphicsState(ctm: .identity, clip: Clip(box: pixelRect(document.box)))
  }

  /// Returns the box of a page; nil where PDF takes none like it.
  private static func pageBox(_ box: CGRect) -> Rect? {
    guard let rect = Rect(drawn: box), rect.isFinite, rect.width > 0, rect.height > 0,
      max(rect.width, rect.height) <= PDFDocument.largestSide
    else { return nil }
    return rect
  }
}
