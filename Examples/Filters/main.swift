// A QR code and a blurred picture of it, in a row of two.
// Licensed under the MIT license; see LICENSE.

import CoreImage

// One pixel for each module, enlarged without smoothing.
let code = CIFilter.qrCodeGenerator()
code.message = Data("https://example.org".utf8)
code.correctionLevel = "Q"
guard let modules = code.outputImage else { fatalError("the message is too long") }
let sharp = modules.samplingNearest().transformed(by: CGAffineTransform(scaleX: 6, y: 6))

// The blur reads beyond the picture, so its edge is repeated first.
let blurred = sharp.clampedToExtent().applyingGaussianBlur(sigma: 4).cropped(to: sharp.extent)

let width = sharp.extent.width
let row = blurred.transformed(by: CGAffineTransform(translationX: width, y: 0))
  .composited(over: sharp)
let file = URL(fileURLWithPath: CommandLine.arguments.dropFirst().first ?? "filters.png")
let space = CGColorSpaceCreateDeviceRGB()
try CIContext().writePNGRepresentation(of: row, to: file, format: .RGBA8, colorSpace: space)
