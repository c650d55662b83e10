// The pictures that a document refers to, each once.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import QuartzCore

/// The pictures of a document in the order of their first use.
///
/// A picture that was read from a package keeps its file unchanged; others become numbered PNG
/// files.
struct AssetList {
  /// The reference of an element to its image.
  struct Reference {
    var source: String
    var isGreyAlpha: Bool

    var attributes: [String: String] {
      isGreyAlpha ? ["src": source, "A8asL8": "1"] : ["src": source]
    }

    var typed: [String: String] { attributes.merging(["type": "CGImage"]) { $1 } }
  }

  private struct Request: Hashable {
    var image: CGImage
    /// Whether the file must have grey levels that stand for alpha.
    var needsGrey: Bool
  }

  /// The files by their names in the package.
  private(set) var files: [String: Data] = [:]
  private let preserved: [CGImage: PreservedImage]
  private let preservedNames: Set<String>
  private var references: [Request: Reference] = [:]
  private var count = 0

  init(_ preserved: [CGImage: PreservedImage]) {
    self.preserved = preserved
    preservedNames = Set(preserved.values.map(\.name))
  }

  /// Returns whether an image has only alpha.
  func isCoverage(_ image: CGImage) -> Bool {
    image.isMask || image.alphaInfo == .alphaOnly
  }

  /// Returns the reference to an image, and adds its file to the package.
  ///
  /// - Parameter isTinted: Whether the element is that of a tinted image, which takes the alpha of
  ///   any picture.
  mutating func reference(
    to image: CGImage,
    isTinted: Bool = false
  ) throws(CAPackageError) -> Reference {
    let own = preserved[image]
    let request = Request(image: image, needsGrey: own?.use == .alpha && !isTinted)
    if let known = references[request] { return known }
    let reference: Reference
    if let own, !request.needsGrey {
      files[own.name] = own.bytes
      reference = Reference(source: own.name, isGreyAlpha: own.use == .greyAsAlpha)
    } else {
      let name = nextName()
      files[name] = try png(of: image, name)
      reference = Reference(source: name, isGreyAlpha: isCoverage(image))
    }
    references[request] = reference
    return reference
  }

  private mutating func nextName() -> String {
    while true {
      let name = "assets/image\(count).png"
      count += 1
      if !preservedNames.contains(name) { return name }
    }
  }

  private func png(of image: CGImage, _ name: String) throws(CAPackageError) -> Data {
    do {
      guard isCoverage(image) else { return try image.pngData() }
      guard let grey = image.greyOfAlpha else {
        throw CAPackageError.unwritable(path: name, reason: "no memory for the picture")
      }
      return try grey.pngData()
    } catch let error as CAPackageError {
      throw error
    } catch {
      throw .unwritable(path: name, reason: "\(error)")
    }
  }
}

extension CGImage {
  /// The alpha as levels of grey.
  fileprivate var greyOfAlpha: CGImage? {
    guard let provider = CGDataProvider(data: Data(pixelStorage.plane(3))) else { return nil }
    return CGImage(
      width: width,
      height: height,
      bitsPerComponent: 8,
      bitsPerPixel: 8,
      bytesPerRow: width,
      space: CGColorSpaceCreateDeviceGray(),
      bitmapInfo: CGBitmapInfo(.none),
      provider: provider,
      decode: nil,
      shouldInterpolate: true,
      intent: .defaultIntent
    )
  }
}
