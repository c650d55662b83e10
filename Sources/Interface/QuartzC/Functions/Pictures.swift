// Paths, images, filters and cells.
// Licensed under the MIT license; see LICENSE.

package import CQuartzInterface
import CoreGraphics
import Foundation
import Glibc
import ImageIO
import QuartzCore
import QuartzFilters

// MARK: Paths

/// Adds the elements of commands to a path.
private func elements(
  _ commands: String,
  _ points: UnsafeBufferPointer<quartz_point>
) throws(CallFailure) -> CGPath {
  let path = CGMutablePath()
  var rest = points[...]
  for command in commands {
    let counts: [Character: Int] = ["M": 1, "L": 1, "Q": 2, "C": 3, "Z": 0]
    guard let count = counts[command] else {
      throw CallFailure(QUARTZ_INVALID_VALUE, "\(command) is none of M, L, Q, C and Z")
    }
    guard rest.count >= count, command == "M" || !path.isEmpty else {
      throw CallFailure(
        QUARTZ_INVALID_VALUE,
        path.isEmpty
          ? "a path begins with M, not \(command)"
          : "\(points.count) points are too few for \(commands.prefix(50))"
      )
    }
    let own = rest.prefix(count).map { CGPoint($0) }
    rest = rest.dropFirst(count)
    guard own.allSatisfy({ $0.x.isFinite && $0.y.isFinite }) else {
      throw CallFailure(QUARTZ_INVALID_VALUE, "a point of the path is not finite")
    }
    switch command {
    case "M": path.move(to: own[0])
    case "L": path.addLine(to: own[0])
    case "Q": path.addQuadCurve(to: own[1], control: own[0])
    case "C": path.addCurve(to: own[2], control1: own[0], control2: own[1])
    default: path.closeSubpath()
    }
  }
  guard rest.isEmpty else {
    throw CallFailure(QUARTZ_INVALID_VALUE, "\(rest.count) points have no command")
  }
  return path.copy() ?? path
}

@c @implementation
package func quartz_path_create(
  _ commands: UnsafePointer<CChar>?,
  _ points: UnsafePointer<quartz_point>?,
  _ point_count: Int,
  _ path: UnsafeMutablePointer<quartz_object>?
) -> quartz_status {
  call { state throws(CallFailure) in
    let result = try Argument.result(path, "path")
    let commands = try Argument.text(commands, "commands")
    let points = try Argument.list(points, point_count, "points")
    result.pointee = try state.give(try elements(commands, points), QUARTZ_KIND_PATH)
  }
}

/// Returns a rectangle of finite numbers.
private func finite(_ rect: quartz_rect) throws(CallFailure) -> CGRect {
  for number in [rect.x, rect.y, rect.width, rect.height] {
    _ = try Argument.finite(number, "a number of the rectangle")
  }
  return CGRect(rect)
}

@c @implementation
package func quartz_path_create_ellipse(
  _ rect: quartz_rect,
  _ path: UnsafeMutablePointer<quartz_object>?
) -> quartz_status {
  call { state throws(CallFailure) in
    let result = try Argument.result(path, "path")
    let path = CGPath(ellipseIn: try finite(rect), transform: nil)
    result.pointee = try state.give(path, QUARTZ_KIND_PATH)
  }
}

@c @implementation
package func quartz_path_create_rounded_rect(
  _ rect: quartz_rect,
  _ radii: quartz_size,
  _ path: UnsafeMutablePointer<quartz_object>?
) -> quartz_status {
  call { state throws(CallFailure) in
    let result = try Argument.result(path, "path")
    let path = CGPath(
      roundedRect: try finite(rect),
      cornerWidth: try Argument.finite(radii.width, "a radius"),
      cornerHeight: try Argument.finite(radii.height, "a radius"),
      transform: nil
    )
    result.pointee = try state.give(path, QUARTZ_KIND_PATH)
  }
}

@c @implementation
package func quartz_path_elements(
  _ path: quartz_object,
  _ commands: UnsafeMutablePointer<quartz_string>?,
  _ points: UnsafeMutablePointer<quartz_points>?
) -> quartz_status {
  call { state throws(CallFailure) in
    let commands = try Argument.result(commands, "commands")
    let points = try Argument.result(points, "points")
    let path = try state.object(path, QUARTZ_KIND_PATH, as: CGPath.self)
    var letters = ""
    var list: [quartz_point] = []
    path.applyWithBlock { element in
      let (letter, count): (Character, Int) =
        switch element.pointee.type {
        case .moveToPoint: ("M", 1)
        case .addLineToPoint: ("L", 1)
        case .addQuadCurveToPoint: ("Q", 2)
        case .addCurveToPoint: ("C", 3)
        case .closeSubpath: ("Z", 0)
        }
      letters.append(letter)
      for index in 0..<count { list.append(quartz_point(element.pointee.points[index])) }
    }
    state.scratch.reset()
    commands.pointee = state.scratch.string(letters)
    points.pointee = quartz_points(items: state.scratch.list(list), count: list.count)
  }
}

// MARK: Images

/// The owner of a caller's pixels.
private final class Lender {
  let done: quartz_callback?
  let user: UnsafeMutableRawPointer?

  init(_ done: quartz_callback?, _ user: UnsafeMutableRawPointer?) {
    (self.done, self.user) = (done, user)
  }
}

/// A picture's layout in memory.
private struct Layout {
  var bytesPerPixel: Int
  var space: CGColorSpace
  var info: CGBitmapInfo

  init(_ format: quartz_pixel_format) throws(CallFailure) {
    let color: CGImageAlphaInfo? =
      switch format {
      case QUARTZ_RGBA_PREMULTIPLIED: .premultipliedLast
      case QUARTZ_RGBA_STRAIGHT: .last
      case QUARTZ_RGBX: .noneSkipLast
      case QUARTZ_GRAY: CGImageAlphaInfo.none
      default: nil
      }
    let name = format == QUARTZ_GRAY ? CGColorSpace.genericGrayGamma2_2 : CGColorSpace.sRGB
    guard let color, let space = CGColorSpace(name: name) else {
      throw CallFailure(QUARTZ_INVALID_VALUE, "\(format.rawValue) is no format of pixels")
    }
    bytesPerPixel = format == QUARTZ_GRAY ? 1 : 4
    self.space = space
    info = CGBitmapInfo(rawValue: color.rawValue)
  }
}

/// Returns pixels, their layout, and how many bytes there are from the first to the last of them.
private func checked(
  _ pixels: UnsafePointer<quartz_pixels>?
) throws(CallFailure) -> (quartz_pixels, Layout, data: UnsafeRawPointer, count: Int) {
  guard let pixels = pixels?.pointee else { throw .null("pixels") }
  guard let data = pixels.data else { throw .null("the data of the pixels") }
  let layout = try Layout(pixels.format)
  let sides = 1...16384
  guard sides.contains(pixels.width), sides.contains(pixels.height) else {
    throw CallFailure(
      QUARTZ_INVALID_VALUE,
      "an image of \(UInt(bitPattern: pixels.width)) x \(UInt(bitPattern: pixels.height)) pixels: "
        + "sides are 1...16384"
    )
  }
  let width = pixels.width * layout.bytesPerPixel
  try checkRows(
    width,
    pixels.height,
    byteCount: pixels.byte_count,
    rowBytes: pixels.row_bytes
  )
  let count = pixels.row_bytes * (pixels.height - 1) + width
  return (pixels, layout, data, count)
}

/// Returns an image of pixels that a provider has.
private func image(
  _ pixels: quartz_pixels,
  _ layout: Layout,
  _ provider: CGDataProvider?
) throws(CallFailure) -> CGImage {
  let image = provider.flatMap { provider in
    CGImage(
      width: pixels.width,
      height: pixels.height,
      bitsPerComponent: 8,
      bitsPerPixel: 8 * layout.bytesPerPixel,
      bytesPerRow: pixels.row_bytes,
      space: layout.space,
      bitmapInfo: layout.info,
      provider: provider,
      decode: nil,
      shouldInterpolate: true,
      intent: .defaultIntent
    )
  }
  guard let image else {
    throw CallFailure(
      QUARTZ_INVALID_VALUE,
      "no image of \(pixels.width) x \(pixels.height) pixels in rows of \(pixels.row_bytes) bytes"
    )
  }
  return image
}

@c @implementation
package func quartz_image_create(
  _ pixels: UnsafePointer<quartz_pixels>?,
  _ image: UnsafeMutablePointer<quartz_object>?
) -> quartz_status {
  call { state throws(CallFailure) in
    let result = try Argument.result(image, "image")
    let (pixels, layout, data, count) = try checked(pixels)
    let provider = CGDataProvider(data: Data(bytes: data, count: count))
    let made = try QuartzC.image(pixels, layout, provider)
    result.pointee = try state.give(made, QUARTZ_KIND_IMAGE)
  }
}

@c @implementation
package func quartz_image_wrap(
  _ pixels: UnsafePointer<quartz_pixels>?,
  _ done: quartz_callback?,
  _ user: UnsafeMutableRawPointer?,
  _ image: UnsafeMutablePointer<quartz_object>?
) -> quartz_status {
  call { state throws(CallFailure) in
    let result = try Argument.result(image, "image")
    let (pixels, layout, data, count) = try checked(pixels)
    // All that an image needs was checked, so from here on nothing fails but for memory.
    let lender = Unmanaged.passRetained(Lender(done, user))
    let provider = CGDataProvider(dataInfo: lender.toOpaque(), data: data, size: count) {
      info,
      _,
      _ in
      guard let info else { return }
      let lender = Unmanaged<Lender>.fromOpaque(info).takeRetainedValue()
      lender.done?(lender.user)
    }
    let made = try QuartzC.image(pixels, layout, provider)
    result.pointee = try state.give(made, QUARTZ_KIND_IMAGE)
  }
}

extension ThreadState {
  fileprivate func image(_ object: quartz_object) throws(CallFailure) -> CGImage {
    try self.object(object, QUARTZ_KIND_IMAGE, as: CGImage.self)
  }

  /// Gives the first picture of a file.
  fileprivate func giveFirst(
    _ source: CGImageSource?,
    _ name: String,
    to result: UnsafeMutablePointer<quartz_object>
  ) throws(CallFailure) {
    guard let source, let image = CGImageSourceCreateImageAtIndex(source, 0, nil) else {
      throw CallFailure(QUARTZ_UNREADABLE, "\(name) is no picture, or a damaged one")
    }
    result.pointee = try give(image, QUARTZ_KIND_IMAGE)
  }
}

@c @implementation
package func quartz_image_read(
  _ file: UnsafePointer<CChar>?,
  _ image: UnsafeMutablePointer<quartz_object>?
) -> quartz_status {
  call { state throws(CallFailure) in
    let result = try Argument.result(image, "image")
    let path = try Argument.text(file, "file")
    guard access(path, R_OK) == 0 else {
      throw CallFailure(QUARTZ_NOT_FOUND, "\(path): \(String(cString: strerror(errno)))")
    }
    let source = CGImageSourceCreateWithURL(URL(fileURLWithPath: path), nil)
    try state.giveFirst(source, path, to: result)
  }
}

@c @implementation
package func quartz_image_decode(
  _ bytes: UnsafeRawPointer?,
  _ byte_count: Int,
  _ image: UnsafeMutablePointer<quartz_object>?
) -> quartz_status {
  call { state throws(CallFailure) in
    let result = try Argument.result(image, "image")
    guard let bytes else { throw .null("bytes") }
    guard (0...1 << 30).contains(byte_count) else {
      throw CallFailure(QUARTZ_LIMIT, "\(UInt(bitPattern: byte_count)) bytes of a picture")
    }
    let data = Data(bytes: bytes, count: byte_count)
    try state.giveFirst(CGImageSourceCreateWithData(data, nil), "the data", to: result)
  }
}

@c @implementation
package func quartz_image_pixel_size(
  _ image: quartz_object,
  _ width: UnsafeMutablePointer<Int>?,
  _ height: UnsafeMutablePointer<Int>?
) -> quartz_status {
  call { state throws(CallFailure) in
    let width = try Argument.result(width, "width")
    let height = try Argument.result(height, "height")
    let image = try state.image(image)
    (width.pointee, height.pointee) = (image.width, image.height)
  }
}

@c @implementation
package func quartz_image_pixels(
  _ image: quartz_object,
  _ pixels: UnsafeMutablePointer<quartz_pixels>?
) -> quartz_status {
  call { state throws(CallFailure) in
    let result = try Argument.result(pixels, "pixels")
    // The image keeps its pixels.
    let pixels = try state.image(image).pixelStorage
    result.pointee = quartz_pixels(
      data: pixels.base,
      byte_count: pixels.byteCount,
      width: pixels.width,
      height: pixels.height,
      row_bytes: pixels.rowBytes,
      format: QUARTZ_RGBA_PREMULTIPLIED
    )
  }
}

@c @implementation
package func quartz_image_write(
  _ image: quartz_object,
  _ file: UnsafePointer<CChar>?
) -> quartz_status {
  call { state throws(CallFailure) in
    let image = try state.image(image)
    let path = try Argument.text(file, "file")
    let types = [
      "png": "public.png", "jpg": "public.jpeg", "jpeg": "public.jpeg",
      "webp": "org.webmproject.webp", "tiff": "public.tiff", "tif": "public.tiff",
      "jp2": "public.jpeg-2000",
    ]
    let end = path.split(separator: ".").last.map { $0.lowercased() } ?? ""
    guard let type = types[end] else {
      throw Catalogue.unknown("format of pictures like that of", path)
    }
    let data = try type == types["png"] ? png(image) : encoded(image, type)
    try failing(QUARTZ_UNWRITABLE) { try PendingFile.write(data, to: path) }
  }
}

/// Returns the bytes of a picture file; PNG is written as the command does.
private func png(_ image: CGImage) throws(CallFailure) -> Data {
  try failing(QUARTZ_UNWRITABLE) { try image.pngData() }
}

private func encoded(_ image: CGImage, _ type: String) throws(CallFailure) -> Data {
  let data = NSMutableData()
  let destination = CGImageDestinationCreateWithData(data, type, 1, nil)
  if let destination { CGImageDestinationAddImage(destination, image, nil) }
  guard let destination, CGImageDestinationFinalize(destination) else {
    throw CallFailure(QUARTZ_UNWRITABLE, "the picture cannot be written as \(type)")
  }
  return data as Data
}

@c @implementation
package func quartz_image_png(
  _ image: quartz_object,
  _ bytes: UnsafeMutablePointer<quartz_string>?
) -> quartz_status {
  call { state throws(CallFailure) in
    let result = try Argument.result(bytes, "bytes")
    let data = try png(try state.image(image))
    state.scratch.reset()
    result.pointee = data.withUnsafeBytes { state.scratch.string($0) }
  }
}

// MARK: Filters and cells

@c @implementation
package func quartz_filter_create(
  _ name: UnsafePointer<CChar>?,
  _ filter: UnsafeMutablePointer<quartz_object>?
) -> quartz_status {
  call { state throws(CallFailure) in
    let result = try Argument.result(filter, "filter")
    let name = try Argument.text(name, "name")
    guard let filter = Catalogue.filter(name) else { throw Catalogue.unknown("filter", name) }
    result.pointee = try state.give(filter, QUARTZ_KIND_FILTER)
  }
}

@c @implementation
package func quartz_cell_create(_ cell: UnsafeMutablePointer<quartz_object>?) -> quartz_status {
  call { state throws(CallFailure) in
    let result = try Argument.result(cell, "cell")
    result.pointee = try state.give(CAEmitterCell(), QUARTZ_KIND_CELL)
  }
}
