// The C interface, called in the process of the benches.
// Licensed under the MIT license; see LICENSE.

import CQuartzInterface
import CoreGraphics
import QuartzCore

/// A million settings of properties through C: milliseconds of a frame are nanoseconds of a call.
enum InterfaceBench {
  static let all = [
    settings("number of a layer", "cornerRadius", isShown: false),
    settings("number of a shape", "lineWidth", isShown: false, "CAShapeLayer"),
    settings("member of a layer", "position.x", isShown: false),
    settings("number of a layer in a context", "cornerRadius", isShown: true),
    Bench(name: "c/1M settings of a rectangle") { _ in
      let layer = made { quartz_layer_create("CALayer", $0) }
      return { frame in
        var value = quartz_value()
        value.type = QUARTZ_RECT
        for index in 0..<1_000_000 {
          value.rect = quartz_rect(x: 0, y: 0, width: Double((index + frame) & 1023), height: 10)
          check(quartz_set(layer, "contentsRect", &value))
        }
      }
    },
    Bench(name: "c/1M gettings of a number") { _ in
      let layer = made { quartz_layer_create("CALayer", $0) }
      return { _ in
        var number = 0.0
        for _ in 0..<1_000_000 { check(quartz_get_number(layer, "opacity", &number)) }
      }
    },
    Bench(name: "c/a picture of ten layers") { _ in
      let root = made { quartz_layer_create("CALayer", $0) }
      setFrame(root, 0, 0, 200, 100)
      for index in 0..<9 {
        let layer = made { quartz_layer_create("CALayer", $0) }
        setFrame(layer, Double(index) * 20, 10, 16, 16)
        check(quartz_set_number(layer, "cornerRadius", 4))
        check(quartz_layer_add(root, layer))
      }
      return { _ in
        let context = made { quartz_context_create(200, 100, 1, nil, $0) }
        check(quartz_context_set_layer(context, root))
        let image = made { quartz_context_image(context, .nan, $0) }
        check(quartz_context_set_layer(context, 0))
        check(quartz_release(image))
        check(quartz_release(context))
      }
    },
  ]

  private static func settings(
    _ name: String,
    _ key: String,
    isShown: Bool,
    _ className: String = "CALayer"
  ) -> Bench {
    Bench(name: "c/1M settings of a \(name)") { _ in
      let layer = made { quartz_layer_create(className, $0) }
      let context = made { quartz_context_create(100, 100, 1, nil, $0) }
      if isShown {
        check(quartz_context_set_layer(context, layer))
        check(quartz_transaction_flush())
      }
      return { frame in
        check(quartz_transaction_begin())
        check(quartz_transaction_set_disable_actions(true))
        key.withCString { key in
          for index in 0..<1_000_000 {
            check(quartz_set_number(layer, key, Double((index + frame) & 1023)))
          }
        }
        check(quartz_transaction_commit())
      }
    }
  }

  @inline(__always)
  private static func check(_ status: quartz_status) {
    precondition(status == QUARTZ_OK, "a call failed")
  }

  private static func made(
    _ create: (UnsafeMutablePointer<quartz_object>) -> quartz_status
  ) -> quartz_object {
    var object: quartz_object = 0
    check(create(&object))
    return object
  }

  private static func setFrame(
    _ layer: quartz_object,
    _ x: Double,
    _ y: Double,
    _ width: Double,
    _ height: Double
  ) {
    var value = quartz_value()
    value.type = QUARTZ_RECT
    value.rect = quartz_rect(x: x, y: y, width: width, height: height)
    check(quartz_set(layer, "frame", &value))
    value.type = QUARTZ_COLOR
    value.color = quartz_color(red: 1, green: 0, blue: x / 200, alpha: 1)
    check(quartz_set(layer, "backgroundColor", &value))
  }
}
