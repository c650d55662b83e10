// How a ported package finds the libraries.
// Licensed under the MIT license; see LICENSE.

/// The place of Core Animation for Linux, as a dependency.
public enum QuartzDependency: Hashable, Sendable {
  /// A folder, whole or from the ported package.
  case path(String)
  /// A repository and the least version.
  case url(String, from: String)

  /// The name of the package in lists of products.
  var package: String {
    guard case .url(let url, _) = self else { return "quartz" }
    let last = url.split(separator: "/").last.map(String.init) ?? "quartz"
    return last.hasSuffix(".git") ? String(last.dropLast(4)) : last
  }

  /// The entry of a manifest.
  var entry: String {
    switch self {
    case .path(let path): ".package(name: \"quartz\", path: \(Self.literal(path)))"
    case .url(let url, let version):
      ".package(url: \(Self.literal(url)), from: \(Self.literal(version)))"
    }
  }

  /// Returns the text of a string literal.
  static func literal(_ text: String) -> String {
    var literal = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": literal += "\\\""
      case "\\": literal += "\\\\"
      case "\n": literal += "\\n"
      case "\r": literal += "\\r"
      default: literal.unicodeScalars.append(scalar)
      }
    }
    return literal + "\""
  }
}

/// A product that ported code needs, of the libraries or of another package.
struct NeededProduct: Hashable {
  let name: String

  /// Whether it stands for Combine, and is of OpenCombine's package.
  var isCombine: Bool { name == OpenCombine.module }

  /// The entry in the dependencies of a target.
  func entry(_ dependency: QuartzDependency) -> String {
    ".product(name: \"\(name)\", package: \"\(place(dependency).package)\")"
  }

  /// The place of its package.
  func place(_ dependency: QuartzDependency) -> QuartzDependency {
    isCombine
      ? .url("https://github.com/OpenCombine/OpenCombine", from: "0.14.0") : dependency
  }
}

/// The products of the libraries.
enum Products {
  /// The modules that are products, each with those that it brings along.
  private static let exported: [String: Set<String>] = [
    "UIKit": ["QuartzCore", "CoreGraphics", "CoreText", "CoreImage", "QuartzFoundation"],
    "AppKit": ["QuartzCore", "CoreGraphics", "CoreText", "CoreImage"],
    "QuartzCore": ["CoreGraphics"], "CoreImage": ["CoreGraphics"], "CoreText": ["CoreGraphics"],
    "AVFoundation": ["QuartzCore", "CoreMedia", "CoreVideo"], "CoreMedia": ["CoreVideo"],
    "CoreGraphics": [], "ImageIO": [], "OpenGLES": [], "GLKit": [], "CoreVideo": [], "OSLog": [],
    "SafariServices": [
      "UIKit", "QuartzCore", "CoreGraphics", "CoreText", "CoreImage", "QuartzFoundation",
    ],
    "simd": [], "QuartzFoundation": [], "UserNotifications": [], OpenCombine.module: [],
    "UIKitTesting": [
      "UIKit", "QuartzCore", "CoreGraphics", "CoreText", "CoreImage", "QuartzFoundation",
    ],
  ]

  /// The products with what the module Testing looks for beside a module, the larger ones first.
  private static let forTesting: [(module: String, product: String)] = [
    ("UIKit", "UIKitTesting"), ("AppKit", "AppKitTesting"), ("CoreImage", "CoreImageTesting"),
    ("QuartzCore", "QuartzTesting"), ("CoreText", "QuartzTesting"), ("GLKit", "UIKitTesting"),
    ("AVFoundation", "QuartzTesting"), ("CoreGraphics", "QuartzTesting"),
    ("ImageIO", "QuartzTesting"),
  ]

  /// Returns the products for the modules that files import, sorted.
  static func needed(by imports: Set<String>) -> [NeededProduct] {
    var modules = imports.intersection(exported.keys)
    // UIKit and AppKit are never in one program; code that asks which one there is gets UIKit.
    if modules.contains("UIKit") { modules.remove("AppKit") }
    if imports.contains("Testing"),
      let first = forTesting.first(where: { modules.contains($0.module) })
    {
      modules.insert(first.product)
    }
    return modules.sorted().map(NeededProduct.init)
  }
}
