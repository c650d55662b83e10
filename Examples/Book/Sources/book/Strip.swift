// The figures of a demo side by side in a PNG file.
// Licensed under the MIT license; see LICENSE.

import BookKit
import Foundation
import ImageIO
import UIKit

/// A picture of figures in a row.
enum Strip {
  /// A file that could not be written.
  struct Problem: Error, CustomStringConvertible {
    let description: String
  }

  /// The space between two figures, in pixels.
  private static let gap = 12

  /// Writes figures to a PNG file.
  @MainActor
  static func write(_ figures: [Figure], to path: String) throws {
    let width = figures.map(\.image.width).reduce(-gap) { $0 + $1 + gap }
    let height = figures.map(\.image.height).max() ?? 0
    guard width > 0, height > 0 else { throw Problem(description: "the demo shows no figure") }
    let size = CGSize(width: width, height: height)
    let format = UIGraphicsImageRendererFormat()
    format.scale = 1
    let picture = UIGraphicsImageRenderer(size: size, format: format).image { context in
      UIColor(white: 0.5, alpha: 1).setFill()
      context.fill(CGRect(origin: .zero, size: size))
      var x = 0
      for figure in figures {
        UIImage(cgImage: figure.image).draw(at: CGPoint(x: x, y: 0))
        x += figure.image.width + gap
      }
    }
    guard let data = picture.pngData() else { throw Problem(description: "no PNG of \(size)") }
    try data.write(to: URL(fileURLWithPath: path))
  }
}
