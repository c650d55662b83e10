// Layers and their tree.
// Licensed under the MIT license; see LICENSE.

package import CQuartzInterface
import CoreGraphics
import QuartzArchive
import QuartzCore
import QuartzModel

extension ThreadState {
  @inline(__always)
  func layer(_ object: quartz_object) throws(CallFailure) -> CALayer {
    try self.object(object, QUARTZ_KIND_LAYER, as: CALayer.self)
  }

  /// Returns a layer that can be changed.
  func model(_ object: quartz_object) throws(CallFailure) -> CALayer {
    let layer = try layer(object)
    guard layer.model() === layer else {
      throw CallFailure(QUARTZ_READ_ONLY, "a presentation cannot be changed")
    }
    return layer
  }
}

@c @implementation
package func quartz_layer_create(
  _ class_name: UnsafePointer<CChar>?,
  _ layer: UnsafeMutablePointer<quartz_object>?
) -> quartz_status {
  call { state throws(CallFailure) in
    let result = try Argument.result(layer, "layer")
    let name = try Argument.optionalText(class_name, "class_name")
    guard let layerClass = name.map({ LayerClass(publicName: $0) }) ?? .layer else {
      throw Catalogue.unknown("class of layers", name ?? "")
    }
    result.pointee = try state.give(layerClass.makeLayer(), QUARTZ_KIND_LAYER)
  }
}

@c @implementation
package func quartz_layer_add(_ layer: quartz_object, _ sublayer: quartz_object) -> quartz_status {
  call { state throws(CallFailure) in
    let (layer, sublayer) = (try state.layer(layer), try state.layer(sublayer))
    try Containment.check(sublayer, in: layer)
    layer.addSublayer(sublayer)
  }
}

@c @implementation
package func quartz_layer_insert(
  _ layer: quartz_object,
  _ sublayer: quartz_object,
  _ index: Int
) -> quartz_status {
  call { state throws(CallFailure) in
    let (layer, sublayer) = (try state.layer(layer), try state.layer(sublayer))
    try Containment.check(sublayer, in: layer)
    layer.insertSublayer(sublayer, at: UInt32(clamping: UInt(bitPattern: index)))
  }
}

@c @implementation
package func quartz_layer_replace(
  _ layer: quartz_object,
  _ sublayer: quartz_object,
  _ other: quartz_object
) -> quartz_status {
  call { state throws(CallFailure) in
    let (layer, other) = (try state.layer(layer), try state.layer(other))
    let sublayer = try state.layer(sublayer)
    guard layer.sublayers?.contains(where: { $0 === sublayer }) == true else {
      throw CallFailure(QUARTZ_NOT_FOUND, "the layer is no sublayer of the other one")
    }
    if sublayer === other { return }
    try Containment.check(other, in: layer)
    layer.replaceSublayer(sublayer, with: other)
  }
}

@c @implementation
package func quartz_layer_remove(_ layer: quartz_object) -> quartz_status {
  call { state throws(CallFailure) in try state.model(layer).removeFromSuperlayer() }
}

@c @implementation
package func quartz_layer_superlayer(
  _ layer: quartz_object,
  _ superlayer: UnsafeMutablePointer<quartz_object>?
) -> quartz_status {
  call { state throws(CallFailure) in
    let result = try Argument.result(superlayer, "superlayer")
    try state.give(try state.layer(layer).superlayer, QUARTZ_KIND_LAYER, to: result)
  }
}

@c @implementation
package func quartz_layer_sublayer_count(
  _ layer: quartz_object,
  _ count: UnsafeMutablePointer<Int>?
) -> quartz_status {
  call { state throws(CallFailure) in
    let count = try Argument.result(count, "count")
    count.pointee = try state.layer(layer).sublayers?.count ?? 0
  }
}

@c @implementation
package func quartz_layer_sublayer(
  _ layer: quartz_object,
  _ index: Int,
  _ sublayer: UnsafeMutablePointer<quartz_object>?
) -> quartz_status {
  call { state throws(CallFailure) in
    let result = try Argument.result(sublayer, "sublayer")
    let sublayers = try state.layer(layer).sublayers ?? []
    guard sublayers.indices.contains(index) else {
      throw CallFailure(
        QUARTZ_NOT_FOUND,
        "there is no sublayer \(UInt(bitPattern: index)) of \(sublayers.count)"
      )
    }
    try state.give(sublayers[index], QUARTZ_KIND_LAYER, to: result)
  }
}

@c @implementation
package func quartz_layer_find(
  _ layer: quartz_object,
  _ name: UnsafePointer<CChar>?,
  _ found: UnsafeMutablePointer<quartz_object>?
) -> quartz_status {
  call { state throws(CallFailure) in
    let result = try Argument.result(found, "found")
    let name = try Argument.text(name, "name")
    var pending = [try state.layer(layer)]
    while let layer = pending.popLast() {
      if layer.name == name { return try state.give(layer, QUARTZ_KIND_LAYER, to: result) }
      pending += (layer.sublayers ?? []).reversed()
    }
    throw CallFailure(QUARTZ_NOT_FOUND, "there is no layer of the name \(name)")
  }
}

@c @implementation
package func quartz_layer_hit_test(
  _ layer: quartz_object,
  _ point: quartz_point,
  _ hit: UnsafeMutablePointer<quartz_object>?
) -> quartz_status {
  call { state throws(CallFailure) in
    let result = try Argument.result(hit, "hit")
    let hit = try state.layer(layer).hitTest(CGPoint(point))
    try state.give(hit, QUARTZ_KIND_LAYER, to: result)
  }
}

@c @implementation
package func quartz_layer_convert(
  _ layer: quartz_object,
  _ point: quartz_point,
  _ target: quartz_object,
  _ converted: UnsafeMutablePointer<quartz_point>?
) -> quartz_status {
  call { state throws(CallFailure) in
    let result = try Argument.result(converted, "converted")
    let target = try state.layer(target)
    result.pointee = quartz_point(try state.layer(layer).convert(CGPoint(point), to: target))
  }
}

@c @implementation
package func quartz_layer_presentation(
  _ layer: quartz_object,
  _ presentation: UnsafeMutablePointer<quartz_object>?
) -> quartz_status {
  call { state throws(CallFailure) in
    let result = try Argument.result(presentation, "presentation")
    try state.give(try state.layer(layer).presentation(), QUARTZ_KIND_LAYER, to: result)
  }
}

@c @implementation
package func quartz_layer_preferred_size(
  _ layer: quartz_object,
  _ size: UnsafeMutablePointer<quartz_size>?
) -> quartz_status {
  call { state throws(CallFailure) in
    let size = try Argument.result(size, "size")
    size.pointee = quartz_size(try state.layer(layer).preferredFrameSize())
  }
}

/// Draws a layer into a bitmap of its own, with the origin at the top left.
private func picture(_ layer: CALayer, _ scale: Double) throws(CallFailure) -> CGImage {
  let bounds = layer.bounds
  let (width, height) = (
    (bounds.width * scale).rounded(.up), (bounds.height * scale).rounded(.up)
  )
  let sides = 1...16384.0
  guard scale > 0, sides.contains(width), sides.contains(height),
    let space = CGColorSpace(name: CGColorSpace.sRGB),
    let context = CGContext(
      data: nil,
      width: Int(width),
      height: Int(height),
      bitsPerComponent: 8,
      bytesPerRow: 0,
      space: space,
      bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue
    )
  else {
    throw CallFailure(
      QUARTZ_INVALID_VALUE,
      "a picture of \(width) x \(height) pixels: sides are 1...16384"
    )
  }
  context.translateBy(x: 0, y: height)
  context.scaleBy(x: scale, y: -scale)
  context.translateBy(x: -bounds.origin.x, y: -bounds.origin.y)
  layer.render(in: context)
  guard let image = context.makeImage() else {
    throw CallFailure(QUARTZ_REFUSED, "the layer has no picture")
  }
  return image
}

@c @implementation
package func quartz_layer_image(
  _ layer: quartz_object,
  _ scale: Double,
  _ image: UnsafeMutablePointer<quartz_object>?
) -> quartz_status {
  call { state throws(CallFailure) in
    let result = try Argument.result(image, "image")
    let layer = try state.layer(layer)
    result.pointee = try state.give(try picture(layer, scale), QUARTZ_KIND_IMAGE)
  }
}

@c @implementation
package func quartz_layer_layout(_ layer: quartz_object) -> quartz_status {
  call { state throws(CallFailure) in try state.model(layer).layoutIfNeeded() }
}

@c @implementation
package func quartz_layer_set_needs_display(_ layer: quartz_object) -> quartz_status {
  call { state throws(CallFailure) in try state.model(layer).setNeedsDisplay() }
}
