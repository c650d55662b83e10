// The files of the inspector's page, which lie in Web and are part of the program.
// Licensed under the MIT license; see LICENSE.

/// The files of the page, as texts.
enum Page {
  static let markup = text(PackageResources.inspector_html)
  static let style = text(PackageResources.inspector_css)
  /// One script of three files: the tree and time, values and costs, the frame.
  static let script =
    text(PackageResources.inspector_js) + text(PackageResources.details_js)
    + text(PackageResources.frame_js)

  private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
