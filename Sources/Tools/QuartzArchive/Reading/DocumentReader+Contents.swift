// Contents: pictures from the package's files and from `data:` URLs.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import ImageIO
import QuartzCore
import QuartzModel
import QuartzVideo

/// The contents of a layer.
struct LayerContents {
  var image: CGImage
  /// The colour of an image of coverage; nil for a picture with its own colours.
  var tint: CGColor?
}

/// An image, and the part of it to use.
struct ImageRequest: Hashable {
  enum Use: Hashable {
    case picture
    /// Only the alpha of the picture.
    case alpha
    /// Grey levels that stand for alpha (`A8asL8`).
    case greyAsAlpha
  }

  /// A real path or a `data:` URL.
  var location: String
  var use: Use
}

extension DocumentReader {
  /// The largest file of a picture, in bytes.
  private static let imageFileLimit = 256 << 20

  func readContents(_ element: MarkupElement, of layer: CALayer) throws(CAPackageError) {
    if isNull(element) { return layer.contents = nil }
    if try readFilm(element, of: layer) { return }
    guard let contents = try contents(of: element) else {
      // Other readers may support them.
      preserved[layer].elements.append(element)
      return
    }
    layer.contents = contents.image
    guard let tint = contents.tint else { return }
    // Tint times coverage: the planner multiplies contents with this colour, and coverage is white.
    layer.contentsMultiplyColor = tint
  }

  /// Reads contents that are a film in a file, which writing keeps; false if they are none.
  private func readFilm(
    _ element: MarkupElement,
    of layer: CALayer
  ) throws(CAPackageError) -> Bool {
    let object = element.attributes["src"] == nil ? element.children.first ?? element : element
    guard let source = object.attributes["src"], FilmInput.isFilm(source) else { return false }
    let found = try inside(element) { () throws(CAPackageError) in
      try assetFile(source, object)
    }
    if let found {
      if folder.hasFiles {
        films.append(CAPackage.Film(layer: layer, url: URL(fileURLWithPath: found.path)))
      } else {
        warn("the film \(source.shortened) is in an archive and is left out", at: element)
      }
    }
    preserved[layer].elements.append(element)
    return true
  }

  /// Reads the picture of `<contents type="CGImage" src="…"/>`, of `<contents><CGImage
  /// src="…"/></contents>`, or of a tinted image in either form; nil, with a warning, if there is
  /// none.
  func contents(of element: MarkupElement) throws(CAPackageError) -> LayerContents? {
    try inside(element) { () throws(CAPackageError) in
      var object = element
      if element.attributes["type"] == nil, element.attributes["src"] == nil,
        let child = element.children.first
      {
        object = child
      }
      let name = object.attributes["type"] ?? object.name
      guard name == "CATintedImage" else {
        return try image(object, isTinted: false).map { LayerContents(image: $0) }
      }
      guard let source = object.child("image"), let image = try image(source, isTinted: true) else {
        warn("the tinted image is left out")
        return nil
      }
      return LayerContents(image: image, tint: tint(of: object))
    }
  }

  private func tint(of element: MarkupElement) -> CGColor {
    let color =
      element.child("tint").flatMap { value(of: $0, .color)?.color }
      ?? element.attributes["tint"].flatMap { ValueText.color($0) }
    if color == nil { warn("the tint is not understood; black is used") }
    return CGColor(color ?? .black)
  }

  private func image(_ element: MarkupElement, isTinted: Bool) throws(CAPackageError) -> CGImage? {
    guard let source = element.attributes["src"] else {
      warn("there is no picture here; the contents are empty")
      return nil
    }
    let isGrey = element.attributes["A8asL8"].flatMap { ValueText.bool($0) } ?? false
    let use: ImageRequest.Use = isGrey ? .greyAsAlpha : isTinted ? .alpha : .picture
    if source.hasPrefix("data:") {
      return try image(ImageRequest(location: source, use: use), source, nil, element) {
        () throws(CAPackageError) in dataURL(source)
      }
    }
    guard let file = try assetFile(source, element) else { return nil }
    return try image(ImageRequest(location: file.path, use: use), source, file.name, element) {
      () throws(CAPackageError) in
      try folder.read(file.path, file: file.name, limit: Self.imageFileLimit)
    }
  }

  // MARK: Files

  /// Finds the file of a `src`: under its literal name, its decoded name, or one that differs in
  /// case.
  private func assetFile(
    _ source: String,
    _ element: MarkupElement
  ) throws(CAPackageError) -> (path: String, name: String)? {
    for name in [source, source.removingPercentEncoding ?? source] {
      switch folder.location(of: name) {
      case .inside(let path): return (path, name)
      case .outside:
        throw .assetLeavesPackage(file: file, line: element.line, source: source)
      case .nowhere: continue
      }
    }
    let decoded = source.removingPercentEncoding ?? source
    for name in Self.variants(of: decoded) {
      guard case .inside(let path) = folder.location(of: name) else { continue }
      warn("\(source.shortened) is missing; \(name.shortened) is taken for it")
      return (path, name)
    }
    if let name = folder.otherCase(of: decoded), case .inside(let path) = folder.location(of: name)
    {
      warn("\(source.shortened) is taken to be \(name.shortened)")
      return (path, name)
    }
    warn("the picture \(source.shortened) is missing; the contents are empty")
    return nil
  }

  /// Returns the names of the same picture for other densities and devices: `a@2x.png`,
  /// `a~ipad.png`.
  private static func variants(of name: String) -> [String] {
    guard let point = name.lastIndex(of: ".") else { return [] }
    let (start, end) = (name[..<point], name[point...])
    return ["~iphone", "~ipad", ""].flatMap { idiom in
      ["", "@2x", "@3x"].map { "\(start)\($0)\(idiom)\(end)" }
    }.filter { $0 != name }
  }

  /// Returns the bytes of `data:image/png;base64,…`; nil for other forms.
  private func dataURL(_ source: String) -> Data? {
    guard let comma = source.firstIndex(of: ","), source[..<comma].hasSuffix(";base64") else {
      return nil
    }
    return Data(
      base64Encoded: String(source[source.index(after: comma)...]),
      options: .ignoreUnknownCharacters
    )
  }

  // MARK: Pixels

  private func image(
    _ request: ImageRequest,
    _ source: String,
    _ fileName: String?,
    _ element: MarkupElement,
    bytes: () throws(CAPackageError) -> Data?
  ) throws(CAPackageError) -> CGImage? {
    if let image = images[request] { return image }
    func undecodable(_ reason: String) -> CAPackageError {
      .undecodableImage(file: file, line: element.line, source: source, reason: reason)
    }
    guard let bytes = try bytes() else {
      throw undecodable("only base64 is read from data URLs")
    }
    let picture: CGImage
    do {
      let found = try decoded(bytes)
      picture = found.image
      if found.isCut {
        warn("image \(source.shortened) ends too early; what is there of it is shown", at: element)
      }
    } catch {
      throw undecodable("\(error)")
    }
    let image = request.use == .picture ? picture : picture.coverage(of: request.use)
    guard let image else { throw undecodable("its coverage cannot be made") }
    images[request] = image
    if let fileName {
      preservedImages[image] = PreservedImage(name: fileName, bytes: bytes, use: request.use)
    }
    return image
  }
}

/// The reason why bytes are not a picture.
private struct PictureProblem: Error, CustomStringConvertible {
  let description: String
}

/// Decodes the first picture of a file of any kind that ImageIO reads.
private func decoded(_ bytes: Data) throws -> (image: CGImage, isCut: Bool) {
  // The reader of PNG files reports exact errors.
  if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) { return (try PNGFile(bytes).image(), false) }
  let atOnce: CFDictionary = [kCGImageSourceShouldCacheImmediately: true]
  guard let source = CGImageSourceCreateWithData(bytes, nil), CGImageSourceGetCount(source) > 0,
    let image = CGImageSourceCreateImageAtIndex(source, 0, atOnce)
  else {
    throw PictureProblem(
      description: "it is no PNG, JPEG, GIF, WebP, TIFF or JPEG 2000 picture, or damaged"
    )
  }
  // In some formats, the existing part of a truncated file is shown.
  return (image, CGImageSourceGetStatusAtIndex(source, 0) != .statusComplete)
}

extension CGImage {
  /// Returns an image of alpha alone.
  fileprivate func coverage(of use: ImageRequest.Use) -> CGImage? {
    let pixels = pixelStorage
    var coverage = Data(count: width * height)
    // Premultiplied pixels: red is grey times alpha, the fourth byte is alpha.
    let component = use == .greyAsAlpha ? 0 : 3
    coverage.withUnsafeMutableBytes { (target: UnsafeMutableRawBufferPointer) in
      // Bounds: `target` has width x height bytes; a row of the pixels has width x 4 bytes.
      for y in 0..<height {
        for x in 0..<width {
          target[y * width + x] = pixels.base.load(
            fromByteOffset: y * pixels.rowBytes + x * 4 + component,
            as: UInt8.self
          )
        }
      }
    }
    guard let provider = CGDataProvider(data: coverage) else { return nil }
    return CGImage(
      width: width,
      height: height,
      bitsPerComponent: 8,
      bitsPerPixel: 8,
      bytesPerRow: width,
      space: CGColorSpaceCreateDeviceGray(),
      bitmapInfo: CGBitmapInfo(.alphaOnly),
      provider: provider,
      decode: nil,
      shouldInterpolate: true,
      intent: .defaultIntent
    )
  }
}
