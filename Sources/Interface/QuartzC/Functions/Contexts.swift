// Contexts: outputs that show layers.
// Licensed under the MIT license; see LICENSE.

package import CQuartzInterface
import CoreGraphics
import Glibc
import QuartzCore

extension CAContextError {
  fileprivate var failure: CallFailure {
    let status =
      switch self {
      case .invalidSize: QUARTZ_INVALID_VALUE
      case .serverUnavailable: QUARTZ_NO_SERVER
      case .refused: QUARTZ_REFUSED
      }
    return CallFailure(status, "\(self)")
  }
}

/// Runs a function of a context.
private func drawing<Result>(
  _ body: () throws(CAContextError) -> Result
) throws(CallFailure) -> Result {
  do throws(CAContextError) {
    return try body()
  } catch {
    throw error.failure
  }
}

extension ThreadState {
  fileprivate func context(_ object: quartz_object) throws(CallFailure) -> CAContext {
    releasePending()
    return try self.object(object, QUARTZ_KIND_CONTEXT, as: CAContext.self)
  }

  /// Returns the picture of a time; a time that is not a number is the current one.
  func picture(_ context: CAContext, _ time: Double) throws(CallFailure) -> CGImage {
    guard !time.isInfinite else {
      throw CallFailure(QUARTZ_INVALID_VALUE, "the time is \(time)")
    }
    return try drawing { () throws(CAContextError) in
      try context.image(at: time.isNaN ? nil : time)
    }
  }
}

/// Returns the options of a context.
private func contextOptions(
  _ options: UnsafePointer<quartz_context_options>?
) throws(CallFailure) -> CAContext.Options {
  var result = CAContext.Options()
  guard let options else { return result }
  let given = options.pointee
  guard given.struct_size == MemoryLayout<quartz_context_options>.size else {
    throw CallFailure(
      QUARTZ_INVALID_VALUE,
      "struct_size is \(given.struct_size), not \(MemoryLayout<quartz_context_options>.size)"
    )
  }
  let color = given.background
  for part in [color.red, color.green, color.blue, color.alpha] {
    _ = try Argument.finite(part, "a component of the background")
  }
  result.backgroundColor = color.alpha == 0 ? nil : CGColor.make(color)
  result.isYUp = given.is_y_up
  result.isRealTime = given.is_real_time
  return result
}

@c @implementation
package func quartz_context_create(
  _ width: Double,
  _ height: Double,
  _ scale: Double,
  _ options: UnsafePointer<quartz_context_options>?,
  _ context: UnsafeMutablePointer<quartz_object>?
) -> quartz_status {
  call { state throws(CallFailure) in
    let result = try Argument.result(context, "context")
    let options = try contextOptions(options)
    let context = try drawing { () throws(CAContextError) in
      try CAContext(size: CGSize(width: width, height: height), scale: scale, options: options)
    }
    result.pointee = try state.give(context, QUARTZ_KIND_CONTEXT)
  }
}

@c @implementation
package func quartz_context_connect(
  _ socket: UnsafePointer<CChar>?,
  _ width: Double,
  _ height: Double,
  _ scale: Double,
  _ options: UnsafePointer<quartz_context_options>?,
  _ context: UnsafeMutablePointer<quartz_object>?
) -> quartz_status {
  call { state throws(CallFailure) in
    let result = try Argument.result(context, "context")
    let path = try Argument.optionalText(socket, "socket") ?? CAContext.defaultServerPath
    let options = try contextOptions(options)
    let context = try drawing { () throws(CAContextError) in
      try CAContext(
        server: path,
        size: CGSize(width: width, height: height),
        scale: scale,
        options: options
      )
    }
    result.pointee = try state.give(context, QUARTZ_KIND_CONTEXT)
  }
}

@c @implementation
package func quartz_context_set_layer(
  _ context: quartz_object,
  _ layer: quartz_object
) -> quartz_status {
  call { state throws(CallFailure) in
    let context = try state.context(context)
    guard layer != 0 else {
      context.layer = nil
      return
    }
    let layer = try state.object(layer, QUARTZ_KIND_LAYER, as: CALayer.self)
    guard layer.model() === layer else {
      throw CallFailure(QUARTZ_READ_ONLY, "a presentation is no root of a context")
    }
    context.layer = layer
  }
}

@c @implementation
package func quartz_context_layer(
  _ context: quartz_object,
  _ layer: UnsafeMutablePointer<quartz_object>?
) -> quartz_status {
  call { state throws(CallFailure) in
    let result = try Argument.result(layer, "layer")
    try state.give(try state.context(context).layer, QUARTZ_KIND_LAYER, to: result)
  }
}

@c @implementation
package func quartz_context_resize(
  _ context: quartz_object,
  _ width: Double,
  _ height: Double,
  _ scale: Double
) -> quartz_status {
  call { state throws(CallFailure) in
    let context = try state.context(context)
    try drawing { () throws(CAContextError) in
      try context.setSize(CGSize(width: width, height: height), scale: scale)
    }
  }
}

@c @implementation
package func quartz_context_pixel_size(
  _ context: quartz_object,
  _ width: UnsafeMutablePointer<Int>?,
  _ height: UnsafeMutablePointer<Int>?
) -> quartz_status {
  call { state throws(CallFailure) in
    let width = try Argument.result(width, "width")
    let height = try Argument.result(height, "height")
    let configuration = try state.context(context).configuration
    (width.pointee, height.pointee) = (configuration.width, configuration.height)
  }
}

@c @implementation
package func quartz_context_time(
  _ context: quartz_object,
  _ time: UnsafeMutablePointer<Double>?
) -> quartz_status {
  call { state throws(CallFailure) in
    try Argument.result(time, "time").pointee = try state.context(context).currentTime
  }
}

@c @implementation
package func quartz_context_advance(_ context: quartz_object, _ time: Double) -> quartz_status {
  call { state throws(CallFailure) in
    let time = try Argument.finite(time, "the time")
    let context = try state.context(context)
    try drawing { () throws(CAContextError) in try context.advance(to: time) }
  }
}

@c @implementation
package func quartz_context_image(
  _ context: quartz_object,
  _ time: Double,
  _ image: UnsafeMutablePointer<quartz_object>?
) -> quartz_status {
  call { state throws(CallFailure) in
    let result = try Argument.result(image, "image")
    let image = try state.picture(try state.context(context), time)
    result.pointee = try state.give(image, QUARTZ_KIND_IMAGE)
  }
}

@c @implementation
package func quartz_context_draw(
  _ context: quartz_object,
  _ time: Double,
  _ pixels: UnsafeMutableRawPointer?,
  _ byte_count: Int,
  _ row_bytes: Int
) -> quartz_status {
  call { state throws(CallFailure) in
    let context = try state.context(context)
    guard let pixels else { throw .null("pixels") }
    let size = context.configuration
    let (width, height) = (size.width, size.height)
    try checkRows(width * 4, height, byteCount: byte_count, rowBytes: row_bytes)
    let drawn = try state.picture(context, time).pixelStorage
    // Bounds: the memory has `height` rows of at least `width` pixels, as was checked, unless a
    // callback has given the context another size.
    guard drawn.width == width, drawn.height == height else {
      throw CallFailure(QUARTZ_REFUSED, "the size of the context was changed while it was drawn")
    }
    for y in 0..<height {
      memcpy(pixels + y * row_bytes, drawn.base + y * drawn.rowBytes, width * 4)
    }
  }
}

/// Checks that memory has all rows.
func checkRows(
  _ rowLength: Int,
  _ height: Int,
  byteCount: Int,
  rowBytes: Int
) throws(CallFailure) {
  let (before, overflow) = rowBytes.multipliedReportingOverflow(by: height - 1)
  guard rowBytes >= rowLength, !overflow, byteCount >= 0, byteCount - rowLength >= before else {
    throw CallFailure(
      QUARTZ_INVALID_VALUE,
      "\(byteCount) bytes in rows of \(rowBytes) are not \(height) rows of \(rowLength) bytes"
    )
  }
}
