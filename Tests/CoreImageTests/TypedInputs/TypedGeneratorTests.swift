// The properties of typed filters that make pictures of nothing: patterns, codes, texts.
// Licensed under the MIT license; see LICENSE.

import CoreImage
import Foundation
import Testing

@Suite struct TypedGeneratorTests {
  private let middle = CGPoint(x: 12, y: 12)
  private let aside = CGPoint(x: 7, y: 9)
  private let orange = CIColor(red: 0.9, green: 0.4, blue: 0.1)

  @Test func patterns() {
    let board = TypedFilter(CIFilter.checkerboardGenerator) { $0.width = 8 }
    board.input("CICheckerboardGenerator.center", \.center, aside)
    board.input("CICheckerboardGenerator.color0", \.color0, orange)
    board.input("CICheckerboardGenerator.color1", \.color1, orange)
    board.input("CICheckerboardGenerator.width", \.width, 5)
    board.input("CICheckerboardGenerator.sharpness", \.sharpness, 0.25)
    let stripes = TypedFilter(CIFilter.stripesGenerator) { $0.width = 8 }
    stripes.input("CIStripesGenerator.center", \.center, aside)
    stripes.input("CIStripesGenerator.color0", \.color0, orange)
    stripes.input("CIStripesGenerator.color1", \.color1, orange)
    stripes.input("CIStripesGenerator.width", \.width, 5)
    stripes.input("CIStripesGenerator.sharpness", \.sharpness, 0.25)
    let rounded = TypedFilter(CIFilter.roundedRectangleGenerator) {
      $0.extent = CGRect(x: 2, y: 2, width: 24, height: 20)
    }
    let rect = CGRect(x: 4, y: 5, width: 20, height: 16)
    rounded.input("CIRoundedRectangleGenerator.extent", \.extent, rect)
    rounded.input("CIRoundedRectangleGenerator.radius", \.radius, 4)
    rounded.input("CIRoundedRectangleGenerator.color", \.color, orange)
    let line = TypedFilter(CIFilter.roundedRectangleStrokeGenerator) {
      $0.extent = CGRect(x: 2, y: 2, width: 24, height: 20)
    }
    line.input("CIRoundedRectangleStrokeGenerator.extent", \.extent, rect)
    line.input("CIRoundedRectangleStrokeGenerator.radius", \.radius, 4)
    line.input("CIRoundedRectangleStrokeGenerator.color", \.color, orange)
    line.input("CIRoundedRectangleStrokeGenerator.width", \.width, 3)
  }

  @Test func gradients() {
    let linear = TypedFilter(CIFilter.linearGradient) {
      $0.point0 = CGPoint(x: 2, y: 3)
      $0.point1 = CGPoint(x: 30, y: 20)
    }
    linear.input("CILinearGradient.point0", \.point0, aside)
    linear.input("CILinearGradient.point1", \.point1, middle)
    linear.input("CILinearGradient.color0", \.color0, orange)
    linear.input("CILinearGradient.color1", \.color1, orange)
    let smooth = TypedFilter(CIFilter.smoothLinearGradient) {
      $0.point0 = CGPoint(x: 2, y: 3)
      $0.point1 = CGPoint(x: 30, y: 20)
    }
    smooth.input("CISmoothLinearGradient.point0", \.point0, aside)
    smooth.input("CISmoothLinearGradient.point1", \.point1, middle)
    smooth.input("CISmoothLinearGradient.color0", \.color0, orange)
    smooth.input("CISmoothLinearGradient.color1", \.color1, orange)
    let radial = TypedFilter(CIFilter.radialGradient) { [middle] in
      $0.center = middle
      $0.radius0 = 4
      $0.radius1 = 14
    }
    radial.input("CIRadialGradient.center", \.center, aside)
    radial.input("CIRadialGradient.radius0", \.radius0, 7)
    radial.input("CIRadialGradient.radius1", \.radius1, 9)
    radial.input("CIRadialGradient.color0", \.color0, orange)
    radial.input("CIRadialGradient.color1", \.color1, orange)
    let gaussian = TypedFilter(CIFilter.gaussianGradient) { [middle] in
      $0.center = middle
      $0.radius = 12
    }
    gaussian.input("CIGaussianGradient.center", \.center, aside)
    gaussian.input("CIGaussianGradient.radius", \.radius, 8)
    gaussian.input("CIGaussianGradient.color0", \.color0, orange)
    gaussian.input("CIGaussianGradient.color1", \.color1, orange)
  }

  @Test func codes() {
    let other = Data("another 17".utf8)
    let square = TypedFilter(CIFilter.qrCodeGenerator)
    square.input("CIQRCodeGenerator.message", \.message, other)
    square.input("CIQRCodeGenerator.correctionLevel", \.correctionLevel, "H")
    let bars = TypedFilter(CIFilter.code128BarcodeGenerator)
    bars.input("CICode128BarcodeGenerator.message", \.message, other)
    bars.input("CICode128BarcodeGenerator.quietSpace", \.quietSpace, 4)
    bars.input("CICode128BarcodeGenerator.barcodeHeight", \.barcodeHeight, 20)
    let aztec = TypedFilter(CIFilter.aztecCodeGenerator)
    aztec.input("CIAztecCodeGenerator.message", \.message, other)
    aztec.input("CIAztecCodeGenerator.correctionLevel", \.correctionLevel, 95)
    aztec.input("CIAztecCodeGenerator.layers", \.layers, 4)
    // A short message is compact already.
    aztec.input("CIAztecCodeGenerator.compactStyle", \.compactStyle, 1) { $0.layers = 4 }
    let stacked = TypedFilter(CIFilter.pdf417BarcodeGenerator)
    stacked.input("CIPDF417BarcodeGenerator.message", \.message, other)
    stacked.input("CIPDF417BarcodeGenerator.minWidth", \.minWidth, 200)
    stacked.input("CIPDF417BarcodeGenerator.maxWidth", \.maxWidth, 100)
    stacked.input("CIPDF417BarcodeGenerator.minHeight", \.minHeight, 60)
    stacked.input("CIPDF417BarcodeGenerator.maxHeight", \.maxHeight, 20)
    stacked.input("CIPDF417BarcodeGenerator.dataColumns", \.dataColumns, 7)
    stacked.input("CIPDF417BarcodeGenerator.rows", \.rows, 20)
    stacked.input("CIPDF417BarcodeGenerator.preferredAspectRatio", \.preferredAspectRatio, 0.5)
    stacked.input("CIPDF417BarcodeGenerator.compactStyle", \.compactStyle, 1)
    stacked.input("CIPDF417BarcodeGenerator.correctionLevel", \.correctionLevel, 6)
  }

  @Test func texts() {
    let text = TypedFilter(CIFilter.textImageGenerator) { $0.fontName = "Liberation Sans" }
    text.input("CITextImageGenerator.text", \.text, "another")
    text.input("CITextImageGenerator.fontName", \.fontName, "Liberation Mono")
    text.input("CITextImageGenerator.fontSize", \.fontSize, 20)
    text.input("CITextImageGenerator.scaleFactor", \.scaleFactor, 2)
    text.input("CITextImageGenerator.padding", \.padding, 3)
    let styled = TypedFilter(CIFilter.attributedTextImageGenerator)
    let other = NSAttributedString(string: "another")
    styled.input("CIAttributedTextImageGenerator.text", \.text, other)
    styled.input("CIAttributedTextImageGenerator.scaleFactor", \.scaleFactor, 2)
    styled.input("CIAttributedTextImageGenerator.padding", \.padding, 3)
  }
}
