// Layers that functions of C draw and lay out.
// Licensed under the MIT license; see LICENSE.

package import CQuartzInterface
import CoreGraphics
import Foundation
import QuartzCore

/// Lets a function of C draw a layer, which keeps it.
private final class DrawingDelegate: CALayerDelegate {
  private let functions: LayerFunctions

  init(_ functions: LayerFunctions) {
    self.functions = functions
  }

  func display(_ layer: CALayer) { functions.display(layer) }
}

/// The same, with one that lays out the sublayers: a delegate that has it does that instead of the
/// layer.
private final class LayoutDelegate: CALayerDelegate {
  private let functions: LayerFunctions

  init(_ functions: LayerFunctions) {
    self.functions = functions
  }

  func display(_ layer: CALayer) { functions.display(layer) }

  func layoutSublayers(of layer: CALayer) { functions.layOut(layer) }
}

/// The functions of a layer.
private final class LayerFunctions {
  private let callbacks: quartz_layer_callbacks

  /// The longest side of a drawing in pixels, as for other images.
  private static let longestSide = 16384.0

  init(_ callbacks: quartz_layer_callbacks) {
    self.callbacks = callbacks
  }

  deinit {
    callbacks.done?(callbacks.user)
  }

  func display(_ layer: CALayer) {
    guard let draw = callbacks.draw else { return layer.drawContents() }
    let scale = layer.contentsScale
    let (width, height) = (
      (layer.bounds.width * scale).rounded(.up), (layer.bounds.height * scale).rounded(.up)
    )
    let sides = 1...Self.longestSide
    guard sides.contains(width), sides.contains(height) else { return layer.storeContents(nil) }
    let bytes = Int(width) * 4 * Int(height)
    guard let pixels = calloc(bytes, 1) else { return }
    var drawing = quartz_drawing(
      pixels: pixels,
      width: Int(width),
      height: Int(height),
      row_bytes: Int(width) * 4,
      scale: scale
    )
    let isDrawn = withHandle(layer) { draw($0, &drawing, callbacks.user) }
    let data = Data(bytesNoCopy: pixels, count: bytes, deallocator: .free)
    guard isDrawn, let image = Self.image(data, Int(width), Int(height)) else { return }
    layer.storeContents(image)
  }

  func layOut(_ layer: CALayer) {
    _ = withHandle(layer) { handle in
      callbacks.layout?(handle, callbacks.user)
      return true
    }
  }

  private static func image(_ pixels: Data, _ width: Int, _ height: Int) -> CGImage? {
    guard let provider = CGDataProvider(data: pixels),
      let space = CGColorSpace(name: CGColorSpace.sRGB)
    else { return nil }
    return CGImage(
      width: width,
      height: height,
      bitsPerComponent: 8,
      bitsPerPixel: 32,
      bytesPerRow: width * 4,
      space: space,
      bitmapInfo: CGBitmapInfo(rawValue: CGImageAlphaInfo.premultipliedLast.rawValue),
      provider: provider,
      decode: nil,
      shouldInterpolate: true,
      intent: .defaultIntent
    )
  }

  /// Calls a function with a handle that it borrows; false if the thread has no room for one.
  private func withHandle(_ layer: CALayer, _ body: (quartz_object) -> Bool) -> Bool {
    let state = ThreadState.current
    guard let handle = try? state.give(layer, QUARTZ_KIND_LAYER) else { return false }
    defer { try? state.release(handle) }
    return body(handle)
  }
}

@c @implementation
package func quartz_layer_set_callbacks(
  _ layer: quartz_object,
  _ callbacks: UnsafePointer<quartz_layer_callbacks>?
) -> quartz_status {
  call { state throws(CallFailure) in
    let layer = try state.model(layer)
    guard let callbacks = callbacks?.pointee else { return layer.setOwnedDelegate(nil) }
    guard callbacks.struct_size == MemoryLayout<quartz_layer_callbacks>.size else {
      throw CallFailure(QUARTZ_INVALID_VALUE, "struct_size is \(callbacks.struct_size)")
    }
    let functions = LayerFunctions(callbacks)
    layer.setOwnedDelegate(
      callbacks.layout == nil ? DrawingDelegate(functions) : LayoutDelegate(functions)
    )
  }
}
