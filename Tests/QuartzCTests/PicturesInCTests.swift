// Pictures, packages and callbacks through C, held against those of Swift.
// Licensed under the MIT license; see LICENSE.

import CQuartzInterface
import CoreGraphics
import Foundation
import QuartzArchive
import QuartzCore
import Testing

@Suite struct PicturesInCTests {
  /// A red card with a shadow that fades, and a text, made in Swift.
  private func pictureInSwift() throws -> CGImage {
    let context = try CAContext(size: CGSize(width: 60, height: 40), scale: 2)
    let root = CALayer()
    root.bounds = CGRect(x: 0, y: 0, width: 60, height: 40)
    root.position = CGPoint(x: 30, y: 20)
    let card = CALayer()
    card.frame = CGRect(x: 10, y: 8, width: 30, height: 20)
    card.backgroundColor = CGColor(red: 1, green: 0.25, blue: 0, alpha: 1)
    card.cornerRadius = 6
    card.shadowOpacity = 0.5
    let text = CATextLayer()
    text.string = "Ag"
    text.fontSize = 12
    text.frame = CGRect(x: 4, y: 2, width: 26, height: 16)
    card.addSublayer(text)
    root.addSublayer(card)
    context.layer = root
    let fade = CABasicAnimation(keyPath: "opacity")
    fade.fromValue = 1
    fade.toValue = 0.5
    fade.duration = 2
    card.add(fade, forKey: "fade")
    return try context.image(at: 1)
  }

  /// The same one, made in C.
  private func pictureInC() -> [UInt8] {
    let context = created { quartz_context_create(60, 40, 2, nil, $0) }
    let (root, card, text) = (madeLayer(), madeLayer(), madeLayer("CATextLayer"))
    var value = quartz_value()
    value.type = QUARTZ_RECT
    value.rect = quartz_rect(x: 0, y: 0, width: 60, height: 40)
    #expect(quartz_set(root, "bounds", &value) == QUARTZ_OK)
    #expect(quartz_set_number(root, "position.x", 30) == QUARTZ_OK)
    #expect(quartz_set_number(root, "position.y", 20) == QUARTZ_OK)
    value.rect = quartz_rect(x: 10, y: 8, width: 30, height: 20)
    #expect(quartz_set(card, "frame", &value) == QUARTZ_OK)
    value.rect = quartz_rect(x: 4, y: 2, width: 26, height: 16)
    #expect(quartz_set(text, "frame", &value) == QUARTZ_OK)
    value.type = QUARTZ_COLOR
    value.color = quartz_color(red: 1, green: 0.25, blue: 0, alpha: 1)
    #expect(quartz_set(card, "backgroundColor", &value) == QUARTZ_OK)
    #expect(quartz_set_number(card, "cornerRadius", 6) == QUARTZ_OK)
    #expect(quartz_set_number(card, "shadowOpacity", 0.5) == QUARTZ_OK)
    #expect(quartz_set_string(text, "string", "Ag") == QUARTZ_OK)
    #expect(quartz_set_number(text, "fontSize", 12) == QUARTZ_OK)
    #expect(quartz_layer_add(card, text) == QUARTZ_OK)
    #expect(quartz_layer_add(root, card) == QUARTZ_OK)
    #expect(quartz_context_set_layer(context, root) == QUARTZ_OK)
    let fade = created { quartz_animation_create("CABasicAnimation", "opacity", $0) }
    #expect(quartz_set_number(fade, "fromValue", 1) == QUARTZ_OK)
    #expect(quartz_set_number(fade, "toValue", 0.5) == QUARTZ_OK)
    #expect(quartz_set_number(fade, "duration", 2) == QUARTZ_OK)
    #expect(quartz_layer_add_animation(card, fade, "fade") == QUARTZ_OK)
    var pixels = [UInt8](repeating: 0, count: 120 * 80 * 4)
    #expect(quartz_context_draw(context, 1, &pixels, pixels.count, 120 * 4) == QUARTZ_OK)
    #expect(
      quartz_context_draw(context, 1, &pixels, pixels.count - 1, 120 * 4) == QUARTZ_INVALID_VALUE
    )
    for object in [fade, text, card, root, context] { #expect(quartz_release(object) == QUARTZ_OK) }
    return pixels
  }

  private func bytes(_ image: CGImage) throws -> [UInt8] {
    try #require(image.dataProvider?.data).map { $0 }
  }

  @Test func aPictureIsThatOfSwift() throws {
    #expect(try bytes(pictureInSwift()) == pictureInC())
  }

  @Test func packagesAndImagesGoThroughFiles() throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("quartz-c-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let layer = madeLayer()
    var value = quartz_value()
    value.type = QUARTZ_RECT
    value.rect = quartz_rect(x: 0, y: 0, width: 16, height: 8)
    #expect(quartz_set(layer, "frame", &value) == QUARTZ_OK)
    value.type = QUARTZ_COLOR
    value.color = quartz_color(red: 0, green: 1, blue: 0, alpha: 1)
    #expect(quartz_set(layer, "backgroundColor", &value) == QUARTZ_OK)
    let written = created { quartz_package_create(layer, $0) }
    let path = folder.appendingPathComponent("Green.ca").path
    #expect(quartz_package_write(written, path) == QUARTZ_OK, "\(lastError())")
    let package = created { quartz_package_read(path, $0) }
    var size = quartz_size()
    #expect(quartz_package_size(package, &size) == QUARTZ_OK)
    #expect(size.width == 16 && size.height == 8)
    let canvas = created { quartz_package_canvas(package, $0) }
    let context = created { quartz_context_create(16, 8, 1, nil, $0) }
    #expect(quartz_context_set_layer(context, canvas) == QUARTZ_OK)
    let image = created { quartz_context_image(context, .nan, $0) }
    let file = folder.appendingPathComponent("green.png").path
    #expect(quartz_image_write(image, file) == QUARTZ_OK, "\(lastError())")
    let read = created { quartz_image_read(file, $0) }
    var pixels = quartz_pixels()
    #expect(quartz_image_pixels(read, &pixels) == QUARTZ_OK)
    #expect(pixels.width == 16 && pixels.height == 8)
    let first = UnsafeRawBufferPointer(start: pixels.data, count: 4)
    #expect([UInt8](first) == [0, 255, 0, 255])
    var missing: quartz_object = 0
    #expect(quartz_package_read("/no/such.ca", &missing) == QUARTZ_NOT_FOUND)
    #expect(quartz_image_read(path, &missing) != QUARTZ_OK)
    for object in [read, image, context, canvas, package, written, layer] {
      #expect(quartz_release(object) == QUARTZ_OK)
    }
  }

  @Test func completionsAreCalledWhenTheTimeHasCome() {
    let context = created { quartz_context_create(20, 20, 1, nil, $0) }
    let (root, layer) = (madeLayer(), madeLayer())
    #expect(quartz_layer_add(root, layer) == QUARTZ_OK)
    #expect(quartz_context_set_layer(context, root) == QUARTZ_OK)
    #expect(quartz_transaction_flush() == QUARTZ_OK)
    var count = 0
    withUnsafeMutablePointer(to: &count) { count in
      #expect(quartz_transaction_begin() == QUARTZ_OK)
      #expect(quartz_transaction_set_duration(2) == QUARTZ_OK)
      let told: quartz_callback = { $0?.assumingMemoryBound(to: Int.self).pointee += 1 }
      #expect(quartz_transaction_set_completion(told, count) == QUARTZ_OK)
      #expect(quartz_set_number(layer, "opacity", 0) == QUARTZ_OK)
      #expect(quartz_transaction_commit() == QUARTZ_OK)
      #expect(quartz_context_advance(context, 1) == QUARTZ_OK)
      #expect(count.pointee == 0)
      #expect(quartz_context_advance(context, 3) == QUARTZ_OK)
      #expect(count.pointee == 1)
    }
    #expect(quartz_transaction_commit() == QUARTZ_NOT_FOUND)
    for object in [layer, root, context] { #expect(quartz_release(object) == QUARTZ_OK) }
  }

  @Test func aBorrowedImageGivesItsPixelsBack() {
    var count = 0
    let pixels = [UInt8](repeating: 255, count: 64 * 64 * 4)
    withUnsafeMutablePointer(to: &count) { count in
      pixels.withUnsafeBytes { bytes in
        var given = quartz_pixels()
        given.data = bytes.baseAddress
        (given.byte_count, given.width, given.height, given.row_bytes) = (
          64 * 64 * 4, 64, 64, 64 * 4
        )
        let done: quartz_callback = { $0?.assumingMemoryBound(to: Int.self).pointee += 1 }
        let image = created { quartz_image_wrap(&given, done, count, $0) }
        var shown = quartz_pixels()
        #expect(quartz_image_pixels(image, &shown) == QUARTZ_OK)
        #expect(shown.data == bytes.baseAddress)
        #expect(quartz_release(image) == QUARTZ_OK)
        #expect(count.pointee == 1)
        given.byte_count -= 1
        var refused: quartz_object = 0
        #expect(quartz_image_wrap(&given, done, count, &refused) == QUARTZ_INVALID_VALUE)
        #expect(count.pointee == 1)
      }
    }
  }
}
