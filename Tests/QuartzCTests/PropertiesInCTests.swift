// Properties through C, held against key-value coding in Swift.
// Licensed under the MIT license; see LICENSE.

import CQuartzInterface
import CoreGraphics
import Foundation
import QuartzArchive
import QuartzCore
import QuartzModel
import Testing

/// Calls `body` with the value of a property.
private func property(_ object: quartz_object, _ key: String) -> quartz_value {
  var value = quartz_value()
  let status = quartz_get(object, key, &value)
  #expect(status == QUARTZ_OK, "\(key): \(lastError())")
  return value
}

@Suite struct PropertiesInCTests {
  /// Runs a function with the properties that C lists for a class.
  private func forEachProperty(_ name: String, _ body: (quartz_property) -> Void) {
    var count = 0
    #expect(quartz_property_count(name, &count) == QUARTZ_OK)
    #expect(count > 0)
    for index in 0..<count {
      var property = quartz_property()
      #expect(quartz_property_at(name, index, &property) == QUARTZ_OK)
      body(property)
    }
  }

  private func text(_ string: quartz_string) -> String {
    string.text.map { String(cString: $0) } ?? ""
  }

  @Test func theListHasAllRowsOfEachClass() {
    for layerClass in LayerClass.allCases {
      var names: Set<String> = []
      forEachProperty(layerClass.publicName) { names.insert(text($0.name)) }
      // C can make no behaviours of particles, so that it has no property of them.
      let rows = PropertyTable.all.filter { layerClass.has($0.id) && $0.id != .emitterBehaviors }
      #expect(names.isSuperset(of: rows.map(\.name)), "\(layerClass)")
      #expect(!names.contains("emitterBehaviors"))
    }
    var count = 0
    #expect(quartz_property_count("NSObject", &count) == QUARTZ_UNKNOWN_NAME)
    #expect(lastError() == "there is no class or filter NSObject")
  }

  @Test func simpleRowsAreSetAsSwiftSetsThem() {
    for layerClass in LayerClass.allCases {
      let layer = madeLayer(layerClass.publicName)
      let other = layerClass.makeLayer()
      for row in PropertyTable.all where layerClass.has(row.id) && row.id != .contents {
        switch row.type {
        case .number:
          #expect(quartz_set_number(layer, row.name, 0.375) == QUARTZ_OK, "\(row.name)")
          other.setValue(0.375, forKey: row.name)
          #expect(property(layer, row.name).number == other.value(forKey: row.name) as? Double)
        case .bool:
          #expect(quartz_set_bool(layer, row.name, true) == QUARTZ_OK)
          #expect(property(layer, row.name).boolean)
        case .point:
          #expect(quartz_set_number(layer, row.name + ".y", 12) == QUARTZ_OK)
          #expect(property(layer, row.name).point.y == 12)
        case .rect:
          #expect(quartz_set_number(layer, row.name + ".size.width", 0.5) == QUARTZ_OK)
          #expect(property(layer, row.name).rect.width == 0.5)
        case .transform:
          #expect(quartz_set_number(layer, row.name + ".rotation.z", 0.25) == QUARTZ_OK)
          other.setValue(0.25, forKeyPath: row.name + ".rotation.z")
          let expected = other.value(forKey: row.name) as? CATransform3D
          #expect(property(layer, row.name).transform.m.0.1 == expected.map { Double($0.m12) })
        case .name(let names):
          #expect(quartz_set_string(layer, row.name, names.last) == QUARTZ_OK)
          other.setValue(names.last, forKey: row.name)
          let value = property(layer, row.name)
          #expect(text(value.string) == other.value(forKey: row.name) as? String ?? "")
        default: break
        }
      }
      #expect(quartz_release(layer) == QUARTZ_OK)
    }
  }

  @Test func coloursTextsListsAndObjects() {
    let layer = madeLayer("CAGradientLayer")
    var color = quartz_value()
    color.type = QUARTZ_COLOR
    color.color = quartz_color(red: 1, green: 0.5, blue: 0, alpha: 0.25)
    #expect(quartz_set(layer, "backgroundColor", &color) == QUARTZ_OK)
    #expect(property(layer, "backgroundColor").color.green == 0.5)
    let numbers: [Double] = [0, 0.25, 1]
    numbers.withUnsafeBufferPointer { numbers in
      var list = quartz_value()
      list.type = QUARTZ_NUMBERS
      list.numbers = quartz_numbers(items: numbers.baseAddress, count: numbers.count)
      #expect(quartz_set(layer, "locations", &list) == QUARTZ_OK)
    }
    let locations = property(layer, "locations")
    #expect(locations.type == QUARTZ_NUMBERS && locations.numbers.count == 3)
    #expect(locations.numbers.items?[1] == 0.25)
    #expect(quartz_set_string(layer, "name", "ünïcode") == QUARTZ_OK)
    #expect(text(property(layer, "name").string) == "ünïcode")
    let mask = madeLayer("CAShapeLayer")
    #expect(quartz_set_object(layer, "mask", mask) == QUARTZ_OK)
    #expect(property(layer, "mask").object == mask)
    #expect(quartz_set_number(layer, "mask.lineWidth", 4) == QUARTZ_OK)
    #expect(property(mask, "lineWidth").number == 4)
    #expect(quartz_set_object(mask, "mask", layer) == QUARTZ_CYCLE)
    // Given twice: by `created` and by `quartz_get`.
    for object in [mask, mask, layer] { #expect(quartz_release(object) == QUARTZ_OK) }
  }

  /// Colours with a headroom, alone and in lists, and the range of layers.
  @Test func coloursHaveHeadrooms() {
    let layer = madeLayer("CAGradientLayer")
    let bright = quartz_bright_color(
      color: quartz_color(red: 1.5, green: 1, blue: -0.25, alpha: 0.5),
      headroom: 4
    )
    var value = quartz_value()
    value.type = QUARTZ_BRIGHT_COLOR
    value.bright_color = bright
    #expect(quartz_set(layer, "backgroundColor", &value) == QUARTZ_OK)
    let found = property(layer, "backgroundColor")
    #expect(found.type == QUARTZ_BRIGHT_COLOR && found.bright_color.headroom == 4)
    let parts = found.bright_color.color
    #expect(parts.red == 1.5 && parts.green == 1 && parts.blue == -0.25 && parts.alpha == 0.5)
    // A headroom that is not known, and one of nothing beyond white, are those of any colour.
    for headroom in [0.0, 1] {
      value.bright_color.headroom = headroom
      #expect(quartz_set(layer, "backgroundColor", &value) == QUARTZ_OK)
      #expect(property(layer, "backgroundColor").type == QUARTZ_COLOR)
      #expect(property(layer, "backgroundColor").color.red == 1.5)
    }
    for headroom in [0.5, -1, .nan, .infinity, 65505] {
      value.bright_color.headroom = headroom
      #expect(quartz_set(layer, "backgroundColor", &value) == QUARTZ_INVALID_VALUE)
      #expect(lastError().contains("the headroom of a colour is \(headroom)"))
    }
    let white = quartz_color(red: 1, green: 1, blue: 1, alpha: 1)
    let colors = [quartz_bright_color(color: white, headroom: 0), bright]
    colors.withUnsafeBufferPointer { colors in
      var list = quartz_value()
      list.type = QUARTZ_BRIGHT_COLORS
      list.bright_colors = quartz_bright_colors(items: colors.baseAddress, count: 2)
      #expect(quartz_set(layer, "colors", &list) == QUARTZ_OK)
    }
    let list = property(layer, "colors")
    #expect(list.type == QUARTZ_BRIGHT_COLORS && list.bright_colors.count == 2)
    #expect(list.bright_colors.items?[0].color.red == 1)
    #expect(list.bright_colors.items?[0].headroom == 1)
    #expect(list.bright_colors.items?[1].color.red == 1.5)
    #expect(list.bright_colors.items?[1].headroom == 4)
    // Without such a colour it is a list as before.
    let plain = [white, white]
    plain.withUnsafeBufferPointer { colors in
      var list = quartz_value()
      list.type = QUARTZ_COLORS
      list.colors = quartz_colors(items: colors.baseAddress, count: 2)
      #expect(quartz_set(layer, "colors", &list) == QUARTZ_OK)
    }
    #expect(property(layer, "colors").type == QUARTZ_COLORS)
    var empty = quartz_value()
    empty.type = QUARTZ_BRIGHT_COLORS
    empty.bright_colors = quartz_bright_colors(items: nil, count: 3)
    #expect(quartz_set(layer, "colors", &empty) == QUARTZ_NULL_ARGUMENT)
    empty.bright_colors.count = .max
    #expect(quartz_set(layer, "colors", &empty) == QUARTZ_LIMIT)
    #expect(quartz_release(layer) == QUARTZ_OK)
  }

  /// The dynamic range of a layer, by its keys.
  @Test func layersHaveADynamicRange() {
    let layer = madeLayer()
    #expect(text(property(layer, "preferredDynamicRange").string) == "standard")
    for name in ["automatic", "constrainedHigh", "high", "standard"] {
      #expect(quartz_set_string(layer, "preferredDynamicRange", name) == QUARTZ_OK)
      #expect(text(property(layer, "preferredDynamicRange").string) == name)
    }
    for name in ["never", "ifSupported", "automatic"] {
      #expect(quartz_set_string(layer, "toneMapMode", name) == QUARTZ_OK)
      #expect(text(property(layer, "toneMapMode").string) == name)
    }
    #expect(quartz_set_number(layer, "contentsHeadroom", 4) == QUARTZ_OK)
    #expect(property(layer, "contentsHeadroom").number == 4)
    #expect(quartz_set_bool(layer, "wantsExtendedDynamicRangeContent", true) == QUARTZ_OK)
    #expect(property(layer, "wantsExtendedDynamicRangeContent").boolean)
    #expect(quartz_release(layer) == QUARTZ_OK)
  }

  @Test func wrongTypesAndNamesAreRefused() {
    let layer = madeLayer()
    #expect(quartz_set_string(layer, "opacity", "half") == QUARTZ_WRONG_TYPE)
    #expect(lastError().hasSuffix("opacity takes no String"))
    #expect(quartz_set_number(layer, nil, 1) == QUARTZ_NULL_ARGUMENT)
    #expect(quartz_set_number(layer, "", 1) == QUARTZ_UNKNOWN_NAME)
    #expect(quartz_set_string(layer, "name", nil) == QUARTZ_NULL_ARGUMENT)
    let bytes: [CChar] = [-1, -2, 0]
    #expect(quartz_set_string(layer, "name", bytes) == QUARTZ_INVALID_VALUE)
    #expect(quartz_set_string(layer, bytes, "name") == QUARTZ_INVALID_VALUE)
    var value = quartz_value()
    value.type = quartz_type(99)
    #expect(quartz_set(layer, "opacity", &value) == QUARTZ_INVALID_VALUE)
    value.type = QUARTZ_NUMBERS
    value.numbers = quartz_numbers(items: nil, count: 3)
    #expect(quartz_set(layer, "opacity", &value) == QUARTZ_NULL_ARGUMENT)
    value.numbers.count = .max
    #expect(quartz_set(layer, "opacity", &value) == QUARTZ_LIMIT)
    var other: quartz_object = 0
    #expect(quartz_layer_create("CALayers", &other) == QUARTZ_UNKNOWN_NAME)
    #expect(quartz_release(layer) == QUARTZ_OK)
  }

  @Test func animationsOfLayersAreReadOnly() {
    let layer = madeLayer()
    let context = created { quartz_context_create(20, 20, 1, nil, $0) }
    #expect(quartz_context_set_layer(context, layer) == QUARTZ_OK)
    let animation = created { quartz_animation_create("CABasicAnimation", "opacity", $0) }
    #expect(quartz_set_number(animation, "toValue", 0) == QUARTZ_OK)
    #expect(quartz_set_number(animation, "duration", 2) == QUARTZ_OK)
    #expect(quartz_set_string(animation, "timingFunction", "easeIn") == QUARTZ_OK)
    #expect(quartz_set_string(animation, "timingFunction", "easy") == QUARTZ_UNKNOWN_NAME)
    #expect(quartz_layer_add_animation(layer, animation, "fade") == QUARTZ_OK)
    #expect(quartz_transaction_flush() == QUARTZ_OK)
    let own = created { quartz_layer_animation(layer, "fade", $0) }
    #expect(quartz_set_number(own, "duration", 3) == QUARTZ_READ_ONLY)
    let copy = created { quartz_animation_copy(own, $0) }
    #expect(quartz_set_number(copy, "duration", 3) == QUARTZ_OK)
    let group = created { quartz_animation_create("CAAnimationGroup", nil, $0) }
    withUnsafePointer(to: group) { items in
      var list = quartz_value()
      list.type = QUARTZ_OBJECTS
      list.objects = quartz_objects(items: items, count: 1)
      #expect(quartz_set(group, "animations", &list) == QUARTZ_CYCLE)
    }
    for object in [own, copy, group, animation, context, layer] {
      #expect(quartz_release(object) == QUARTZ_OK)
    }
  }
}
