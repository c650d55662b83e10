// The page of failed snapshots.
// Licensed under the MIT license; see LICENSE.
//
// The page is one HTML file, made of the files in Web. The failures are JSON in a script element,
// with pictures as data URLs. Pictures are drawn into canvases without smoothing, and share one
// position and one zoom.

import Foundation

enum ReportPage {
  /// Returns the page in UTF-8.
  static func html(_ failures: [ReportedFailure]) throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let json = String(decoding: try encoder.encode(failures), as: UTF8.self)
      // The data must not end the element that contains it.
      .replacing("<", with: "\\u003c")
    let page = text(PackageResources.report_html)
      .replacing("<style></style>", with: "<style>\n\(text(PackageResources.report_css))</style>")
      .replacing(
        "<script></script>",
        with: "<script>\n\(text(PackageResources.report_js))</script>"
      )
      .replacing(#"id="data"></script>"#, with: #"id="data">"# + json + "</script>")
    return Data(page.utf8)
  }

  private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
