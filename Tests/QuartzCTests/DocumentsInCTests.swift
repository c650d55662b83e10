// Files of layers, films and functions of layers through C.
// Licensed under the MIT license; see LICENSE.

import CQuartzInterface
import CoreGraphics
import Foundation
import QuartzArchive
import QuartzCore
import Testing

@Suite struct DocumentsInCTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  private func path(_ name: String) -> String {
    Self.folder.appendingPathComponent(name).path
  }

  /// The picture of a context at a time.
  private func pixels(_ context: quartz_object, _ width: Int, _ height: Int) -> [UInt8] {
    var pixels = [UInt8](repeating: 0, count: width * height * 4)
    let status = quartz_context_draw(context, .nan, &pixels, pixels.count, width * 4)
    #expect(status == QUARTZ_OK, "\(lastError())")
    return pixels
  }

  @Test func aLottieAnimationIsAPackage() {
    let package = created { quartz_package_read(path("Examples/Lottie/spinner.json"), $0) }
    var size = quartz_size()
    var (start, duration, rate) = (-1.0, 0.0, 0.0)
    #expect(quartz_package_size(package, &size) == QUARTZ_OK)
    #expect(size.width > 0 && size.height > 0)
    #expect(quartz_package_loop(package, &start, &duration) == QUARTZ_OK)
    #expect(start == 0 && duration > 0)
    #expect(quartz_package_rate(package, &rate) == QUARTZ_OK)
    #expect(rate > 0)
    var names = quartz_strings()
    #expect(quartz_package_states(package, &names) == QUARTZ_OK)
    #expect(names.count == 0)
    let (root, canvas) = (
      created { quartz_package_root(package, $0) }, created { quartz_package_canvas(package, $0) }
    )
    var above: quartz_object = 0
    #expect(quartz_layer_superlayer(root, &above) == QUARTZ_OK)
    #expect(above == canvas)
    for object in [above, root, canvas, package] { #expect(quartz_release(object) == QUARTZ_OK) }
  }

  @Test func partsOfFilesAreChosen() {
    var options = quartz_package_options()
    options.struct_size = MemoryLayout<quartz_package_options>.size
    var package: quartz_object = 0
    let file = path("Examples/Lottie/spinner.json")
    #expect(quartz_package_open(file, &options, &package) == QUARTZ_OK, "\(lastError())")
    #expect(quartz_release(package) == QUARTZ_OK)
    options.struct_size -= 8
    #expect(quartz_package_open(file, &options, &package) == QUARTZ_INVALID_VALUE)
    options.struct_size += 8
    options.item = 3
    #expect(quartz_package_open(path("Examples/Clock.ca"), &options, &package) == QUARTZ_NOT_FOUND)
    #expect(lastError().contains("there is no wallpaper 4"))
    options.item = 0
    "front".withCString { planes in
      options.planes = planes
      #expect(quartz_package_open(file, &options, &package) == QUARTZ_UNKNOWN_NAME)
    }
    options.planes = nil
    "nothing".withCString { marker in
      options.marker = marker
      #expect(quartz_package_open(file, &options, &package) == QUARTZ_NOT_FOUND)
    }
    #expect(quartz_package_read("/no/such.json", &package) == QUARTZ_NOT_FOUND)
    #expect(quartz_package_read(path("LICENSE"), &package) != QUARTZ_OK)
  }

  @Test func thePictureOfALayerIsThatOfItsContext() {
    let (root, card) = (madeLayer(), madeLayer())
    var value = quartz_value()
    value.type = QUARTZ_RECT
    value.rect = quartz_rect(x: 0, y: 0, width: 20, height: 12)
    #expect(quartz_set(root, "frame", &value) == QUARTZ_OK)
    value.rect = quartz_rect(x: 3, y: 2, width: 10, height: 6)
    #expect(quartz_set(card, "frame", &value) == QUARTZ_OK)
    value.type = QUARTZ_COLOR
    value.color = quartz_color(red: 1, green: 0.5, blue: 0, alpha: 1)
    #expect(quartz_set(card, "backgroundColor", &value) == QUARTZ_OK)
    #expect(quartz_layer_add(root, card) == QUARTZ_OK)
    let context = created { quartz_context_create(20, 12, 2, nil, $0) }
    #expect(quartz_context_set_layer(context, root) == QUARTZ_OK)
    let image = created { quartz_layer_image(root, 2, $0) }
    var drawn = quartz_pixels()
    #expect(quartz_image_pixels(image, &drawn) == QUARTZ_OK)
    #expect(drawn.width == 40 && drawn.height == 24)
    let expected = pixels(context, 40, 24)
    let rows = (0..<24).flatMap { y in
      [UInt8](
        UnsafeRawBufferPointer(start: drawn.data.map { $0 + y * drawn.row_bytes }, count: 160)
      )
    }
    #expect(rows == expected)
    var none: quartz_object = 0
    #expect(quartz_layer_image(madeLayer(), 1, &none) == QUARTZ_INVALID_VALUE)
    for object in [image, context, card, root] { #expect(quartz_release(object) == QUARTZ_OK) }
  }

  /// The calls of a layer's functions.
  private final class Calls {
    var drawn: [Int] = []
    var laidOut = 0
    var done = 0
  }

  @Test func functionsDrawAndLayOut() {
    let calls = Calls()
    let layer = madeLayer()
    var callbacks = quartz_layer_callbacks()
    callbacks.struct_size = MemoryLayout<quartz_layer_callbacks>.size
    callbacks.user = Unmanaged.passUnretained(calls).toOpaque()
    callbacks.draw = { _, drawing, user in
      guard let user else { return false }
      let drawing = drawing.pointee
      Unmanaged<Calls>.fromOpaque(user).takeUnretainedValue().drawn.append(drawing.width)
      memset(drawing.pixels, 255, drawing.row_bytes * drawing.height)
      return true
    }
    callbacks.layout = { _, user in
      guard let user else { return }
      Unmanaged<Calls>.fromOpaque(user).takeUnretainedValue().laidOut += 1
    }
    callbacks.done = { user in
      guard let user else { return }
      Unmanaged<Calls>.fromOpaque(user).takeUnretainedValue().done += 1
    }
    #expect(quartz_layer_set_callbacks(layer, &callbacks) == QUARTZ_OK)
    var value = quartz_value()
    value.type = QUARTZ_RECT
    value.rect = quartz_rect(x: 0, y: 0, width: 4, height: 3)
    #expect(quartz_set(layer, "frame", &value) == QUARTZ_OK)
    #expect(quartz_layer_set_needs_display(layer) == QUARTZ_OK)
    let context = created { quartz_context_create(4, 3, 1, nil, $0) }
    #expect(quartz_context_set_layer(context, layer) == QUARTZ_OK)
    #expect(pixels(context, 4, 3) == [UInt8](repeating: 255, count: 48))
    #expect(calls.drawn == [4])
    #expect(calls.laidOut > 0)
    #expect(calls.done == 0)
    #expect(quartz_layer_set_callbacks(layer, nil) == QUARTZ_OK)
    #expect(calls.done == 1)
    callbacks.struct_size = 3
    #expect(quartz_layer_set_callbacks(layer, &callbacks) == QUARTZ_INVALID_VALUE)
    for object in [context, layer] { #expect(quartz_release(object) == QUARTZ_OK) }
    #expect(calls.done == 1)
  }

  @Test func clientsNeedAHost() {
    var client: quartz_object = 0
    #expect(quartz_client_create(0, &client) == QUARTZ_NO_SERVER)
    #expect(lastError().contains("is no port of a layer server"))
    var id: UInt32 = 0
    #expect(quartz_client_id(0, &id) == QUARTZ_INVALID_HANDLE)
    let layer = madeLayer()
    #expect(quartz_client_set_layer(layer, layer) == QUARTZ_WRONG_KIND)
    #expect(quartz_host_port(nil) == QUARTZ_NULL_ARGUMENT)
    #expect(quartz_release(layer) == QUARTZ_OK)
  }
}
