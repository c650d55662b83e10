// Core Image's generators of text.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import CoreText
import Foundation
import QuartzFilters

/// The pictures of text.
enum TextPictures {
  /// Returns the picture of a text in one font, black; nil for an empty one.
  static func picture(_ inputs: GeneratorInputs) -> FilterPicture? {
    guard let text = inputs.text("inputText"), !text.isEmpty else { return nil }
    let font = CTFontCreateWithName(
      inputs.text("inputFontName") ?? "HelveticaNeue",
      inputs.number("inputFontSize") ?? CTFont.defaultSize,
      nil
    )
    return picture(of: NSAttributedString(string: text, attributes: [.font: font]), inputs)
  }

  /// Returns the picture of a text in its own fonts and colours; nil for one that is empty or too
  /// large.
  ///
  /// It has the size of the text's lines, times `inputScaleFactor`, and `inputPadding` pixels on
  /// each side.
  static func picture(of text: NSAttributedString, _ inputs: GeneratorInputs) -> FilterPicture? {
    let scale = inputs.number("inputScaleFactor") ?? 1
    let padding = Double(inputs.integer("inputPadding") ?? 0)
    guard text.length > 0, scale > 0 else { return nil }
    let setter = CTFramesetterCreateWithAttributedString(text)
    let all = CFRange(location: 0, length: 0)
    let free = CGSize(width: CGFloat.greatestFiniteMagnitude, height: .greatestFiniteMagnitude)
    let size = CTFramesetterSuggestFrameSizeWithConstraints(setter, all, nil, free, nil)
    let width = (size.width * scale).rounded(.up) + 2 * padding
    let height = (size.height * scale).rounded(.up) + 2 * padding
    let most = Double(CGImage.maximumSide)
    guard width >= 1, height >= 1, width <= most, height <= most,
      let context = CGContext(sRGBWidth: Int(width), height: Int(height))
    else {
      Diagnostics.report(
        "a text of \(width) x \(height) pixels: a side may have \(CGImage.maximumSide)",
        from: "CoreImage"
      )
      return nil
    }
    context.translateBy(x: padding, y: padding)
    context.scaleBy(x: scale, y: scale)
    let frame = CGPath(rect: CGRect(origin: .zero, size: size), transform: nil)
    CTFrameDraw(CTFramesetterCreateFrame(setter, all, frame, nil), context)
    return context.makeImage().flatMap { ImagePixels.picture(of: $0, colorSpace: nil) }
  }
}
