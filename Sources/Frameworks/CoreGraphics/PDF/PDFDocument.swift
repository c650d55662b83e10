// A document of PDF that is being written, by Cairo.
// Licensed under the MIT license; see LICENSE.
//
// Paths, strokes, images, axial and radial gradients, groups and clips stay as they are, and so do
// the blend modes that PDF has. Shadows and conic gradients become pixels: PDF has neither.
//
//     user space ── ctm ──▶ device space: points, y up ──▶ Cairo's page: points from the top left

import CQuartzCairo
import Foundation
import QuartzFaults
import QuartzMath
import QuartzRaster

/// The pages of a document and its destination.
final class PDFDocument {
  /// The number of pixels along a point for what PDF has no words for: 216 pixels an inch.
  static let pixelsPerPoint = 3.0
  /// The most pixels of one such picture; larger ones are coarser.
  private static let mostPixels = 16_777_216.0
  /// The largest side of a page, in points; PDF promises no more.
  static let largestSide = 14400.0

  private let consumer: CGDataConsumer
  private let surface: OpaquePointer
  let cairo: OpaquePointer
  /// The rectangle of device space that the page shows.
  private(set) var box: Rect
  /// The box of pages that name none.
  let defaultBox: Rect
  private(set) var hasPage = false
  private(set) var isClosed = false
  /// Whether the document is closed, and all of it was written.
  private(set) var isComplete = false
  /// The space that shadows and patterns are in, to device space.
  var base = Affine.identity
  /// Images that the document has, by their pixels, so that one that is drawn often is there once.
  var images: [ObjectIdentifier: PDFImage] = [:]

  /// A document without pages; nil without Cairo, which it reports, or without memory.
  init?(_ consumer: CGDataConsumer, _ box: Rect, _ info: CFDictionary) {
    if let problem = quartz_cairo_problem() {
      PDFDocument.report("no PDF without the Debian package libcairo2: \(String(cString: problem))")
      return nil
    }
    self.consumer = consumer
    self.box = box
    defaultBox = box
    let write: cairo_write_func_t = { sink, bytes, count in
      guard let sink, let bytes else { return 0 }
      let consumer = Unmanaged<CGDataConsumer>.fromOpaque(sink).takeUnretainedValue()
      // Bounds: Cairo vouches for `count` bytes.
      let isTaken = consumer.put(Array(UnsafeBufferPointer(start: bytes, count: Int(count))))
      return isTaken ? 0 : cairo_status_t(QUARTZ_CAIRO_WRITE_ERROR)
    }
    let sink = Unmanaged.passUnretained(consumer).toOpaque()
    guard
      let surface = cairo_pdf_surface_create_for_stream(write, sink, box.width, box.height),
      let cairo = cairo_create(surface)
    else { return nil }
    self.surface = surface
    self.cairo = cairo
    cairo_surface_set_fallback_resolution(
      surface,
      72 * PDFDocument.pixelsPerPoint,
      72 * PDFDocument.pixelsPerPoint
    )
    setMetadata(info)
  }

  deinit {
    close()
    cairo_destroy(cairo)
    cairo_surface_destroy(surface)
    for image in images.values { cairo_surface_destroy(image.surface) }
  }

  /// Device space to Cairo's page.
  var page: Affine { Affine(1, 0, 0, -1, -box.x, box.maxY) }

  /// Begins a page, and ends the one before.
  func beginPage(_ box: Rect?) {
    endPage()
    guard !isClosed else { return }
    self.box = box ?? defaultBox
    cairo_pdf_surface_set_size(surface, self.box.width, self.box.height)
    hasPage = true
  }

  /// Ends the page, if there is one.
  func endPage() {
    guard hasPage else { return }
    hasPage = false
    cairo_show_page(cairo)
  }

  /// Ends the document: its file appears.
  func close() {
    guard !isClosed else { return }
    endPage()
    isClosed = true
    let drawing = cairo_status(cairo)
    cairo_surface_finish(surface)
    let failure = [drawing, cairo_surface_status(surface)].first { $0 != 0 }
    if let failure {
      PDFDocument.report("no PDF: \(String(cString: cairo_status_to_string(failure)))")
    } else if consumer.finish() {
      isComplete = true
    } else {
      PDFDocument.report("no PDF: the file cannot be written")
    }
  }

  private func setMetadata(_ info: CFDictionary) {
    let keys = [
      kCGPDFContextTitle, kCGPDFContextAuthor, kCGPDFContextSubject, kCGPDFContextKeywords,
      kCGPDFContextCreator,
    ]
    for (row, key) in keys.enumerated() {
      let text = (info[key] as? [String])?.joined(separator: ", ") ?? info[key] as? String
      if let text { cairo_pdf_surface_set_metadata(surface, Int32(row), text) }
    }
    // Equal drawings make equal documents, so the day is not in them.
    let day: Int32 = 5
    cairo_pdf_surface_set_metadata(surface, day, "")
  }

  static func report(_ line: String) {
    Diagnostics.report(line, from: "CoreGraphics")
  }
}

// MARK: - Links

extension PDFDocument {
  /// Makes a rectangle of device space a link.
  func addLink(_ rect: CGRect, _ target: String) {
    guard hasPage, let rect = Rect(drawn: rect), rect.isFinite else { return }
    let (x, y) = (rect.x - box.x, box.maxY - rect.maxY)
    addTag("Link", "rect=[\(x) \(y) \(rect.width) \(rect.height)] \(target)")
  }

  /// Gives a point of device space a name that links can go to.
  func addDestination(_ name: String, _ point: Point) {
    guard hasPage, point.x.isFinite, point.y.isFinite else { return }
    addTag("cairo.dest", "name=\(name.quoted) x=\(point.x - box.x) y=\(box.maxY - point.y)")
  }

  private func addTag(_ name: String, _ attributes: String) {
    var identity = cairo_matrix_t(.identity)
    cairo_set_matrix(cairo, &identity)
    cairo_tag_begin(cairo, name, attributes)
    cairo_tag_end(cairo, name)
  }
}

extension String {
  /// The text in the quotes of Cairo's attributes.
  var quoted: String {
    let escaped = replacingOccurrences(of: "\\", with: "\\\\")
      .replacingOccurrences(of: "'", with: "\\'")
    return "'\(escaped)'"
  }
}

// MARK: - Pixels

extension PDFDocument {
  /// Paints a call as pixels.
  ///
  /// - Parameters:
  ///   - step: The call.
  ///   - isShadow: Whether its shadow is painted, or the call without it.
  func drawPixels(of step: VectorStep, isShadow: Bool) {
    // The part of device space that the clip leaves.
    let clip = step.state.clip.box
    var visible = Rect(clip.x + box.x, box.maxY - clip.maxY, clip.width, clip.height)
    let extent = isShadow ? step.shadowExtent : step.extent
    if let extent, extent.isFinite { visible = visible.intersection(extent) }
    guard visible.width > 0, visible.height > 0 else { return }
    let area = visible.width * visible.height
    let scale = min(PDFDocument.pixelsPerPoint, (PDFDocument.mostPixels / area).squareRoot())
    let width = Int((visible.width * scale).rounded(.up))
    let height = Int((visible.height * scale).rounded(.up))
    let side = CGImage.maximumSide
    guard let context = CGContext(sRGBWidth: min(width, side), height: min(height, side)) else {
      return
    }
    let map = Affine(scale, 0, 0, scale, -visible.x * scale, -visible.y * scale)
    context.baseTransform = CGAffineTransform(base * map)
    if isShadow { context.depthOfShadows = 0 }
    var inner = step
    inner.state.blendMode = .normal
    if !isShadow { inner.state.shadow = nil }
    context.perform(inner, under: map)
    guard let image = context.makeImage() else { return }
    // The pixels have the alpha and the clip of the call.
    var outer = step.state
    (outer.alpha, outer.ctm, outer.clips, outer.shadow) = (1, .identity, [], nil)
    let size = Size(Double(image.width) / scale, Double(image.height) / scale)
    let rect = Rect(visible.x, visible.y, size.width, size.height)
    draw(VectorStep(state: outer, operation: .image(image, rect, byTiling: false)))
  }
}
