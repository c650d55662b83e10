// From a filter to the image that it makes.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import QuartzFilters

/// The image of a filter of the table.
struct FilterOutput {
  let attributes: FilterAttributes
  let description: FilterDescription
  /// The pictures of inputs, by key.
  let images: [String: FilterNode]
  /// The text of the generator of attributed text.
  let text: NSAttributedString?
  /// The colour space of a table of colours; nil for sRGB.
  let colorSpace: CGColorSpace?
  /// That of the input image, for filters that keep it; else 0.
  let headroom: Float

  init(filter: CIFilter, _ attributes: FilterAttributes) {
    self.attributes = attributes
    var images: [String: FilterNode] = [:]
    for input in attributes.inputs where input.valueClass == .image {
      images[input.key] = (filter.value(forKey: input.key) as? CIImage)?.node
    }
    self.images = images
    var description = filter.description(named: nil)
    if attributes.mapsTone, description["inputSourceHeadroom"] == nil,
      let image = filter.value(forKey: kCIInputImageKey) as? CIImage
    {
      description["inputSourceHeadroom"] = .number(Double(image.contentHeadroom))
    }
    self.description = description
    text = filter.value(forKey: "inputText") as? NSAttributedString
    colorSpace = filter.value(forKey: "inputColorSpace") as? CGColorSpace
    let input = attributes.keepsLight ? filter.value(forKey: kCIInputImageKey) as? CIImage : nil
    headroom = input?.contentHeadroom ?? 0
  }

  /// The image; nil if an input that the filter needs is missing, or cannot be used.
  var image: CIImage? {
    do throws(FilterError) {
      var details = ImageDetails()
      details.headroom = headroom
      let image = CIImage(try node(), details)
      return attributes.name == "CISampleNearest" ? image.samplingNearest() : image
    } catch .missingImage {
      return nil
    } catch .needsPicture {
      return picture.map { CIImage(FilterNode(.picture($0))) }
    } catch {
      Diagnostics.report("\(error)", from: "CoreImage")
      return nil
    }
  }

  private func node() throws(FilterError) -> FilterNode {
    if attributes.name == "CIColorCubeWithColorSpace", let colorSpace {
      return try cubeNode(in: colorSpace)
    }
    return try FilterCatalog.node(for: description, images: images, in: .coreImage)
  }

  /// A cube of components of a space.
  private func cubeNode(in colorSpace: CGColorSpace) throws(FilterError) -> FilterNode {
    guard let to = ColorFunction(to: colorSpace), let from = ColorFunction(from: colorSpace) else {
      throw .invalidInput(
        filter: attributes.name,
        key: "inputColorSpace",
        expected: "a space of red, green and blue"
      )
    }
    var cube = description
    cube.type = "CIColorCube"
    var images = images
    images["inputImage"] = images["inputImage"]?.colored(to)
    return try FilterCatalog.node(for: cube, images: images, in: .coreImage).colored(from)
  }

  private var picture: FilterPicture? {
    let inputs = GeneratorInputs(attributes: attributes, description: description)
    switch attributes.name {
    case "CIAttributedTextImageGenerator":
      return text.flatMap { TextPictures.picture(of: $0, inputs) }
    case "CITextImageGenerator": return TextPictures.picture(inputs)
    default: return BarcodePictures.picture(inputs)
    }
  }
}

extension FilterAttributes {
  /// Whether the filter moves light about and makes none brighter: warps, means, Gaussian blurs.
  fileprivate var keepsLight: Bool {
    categories.contains { $0 == "DistortionEffect" || $0 == "GeometryAdjustment" }
      || ["CIGaussianBlur", "CIAreaAverage"].contains(name)
  }

  /// Whether the filter asks how bright its image says that it is.
  fileprivate var mapsTone: Bool { ["CIToneMapHeadroom", "CISystemToneMap"].contains(name) }
}
