// Random calls with hostile arguments: each returns a status, and none ends the program.
// Licensed under the MIT license; see LICENSE.

import CQuartzInterface
import Dispatch
import Foundation
import Glibc
import Synchronization
import TestRandom
import Testing

/// Makes calls at random, with handles of all kinds, released ones and numbers that are none.
private struct HostileCaller {
  private var random: SeededGenerator
  private var handles: [quartz_object] = [0, .max, 1, 1 << 60]
  /// Handles of another thread, which lives.
  private let foreign: [quartz_object]
  private var keys: [String] = [
    "", ".", "..", "a", "a.b", "mask", "mask.mask", "superlayer", "sublayers", "frame", "style",
    "bounds.size.width", "filters.blur.inputRadius", "position.z", "delegate", "emitterCells",
    "animations", "animations.duration", "values", "timingFunction", "contents", "actions",
    "constraints", "layoutManager", "compositingFilter", "a.sublayers", "superlayer.sublayers",
    "enabled", "name", "inputImage", "inputRadius", "outputImage", "\u{FFFD}",
  ]
  private(set) var statuses: [UInt32: Int] = [:]

  init(seed: UInt64, foreign: [quartz_object]) {
    random = SeededGenerator(seed: seed)
    self.foreign = foreign
    for index in 0..<quartz_class_count() {
      var name = quartz_string()
      guard quartz_class_name(index, &name) == QUARTZ_OK, let text = name.text else { continue }
      let owner = String(cString: text)
      var count = 0
      _ = quartz_property_count(owner, &count)
      for index in 0..<count {
        var property = quartz_property()
        guard quartz_property_at(owner, index, &property) == QUARTZ_OK else { continue }
        if let text = property.name.text { keys.append(String(cString: text)) }
      }
    }
  }

  private mutating func pick<Item>(_ items: [Item]) -> Item {
    items[random.index(below: items.count)]
  }

  private mutating func number() -> Double {
    pick([0, 1, -1, 0.5, 3, 20, 1e9, -1e9, 1e300, -1e300, .nan, .infinity, -.infinity, 1e-300])
  }

  private mutating func size() -> Int { pick([0, 1, 2, 3, 100, -1, .max, .min, 1 << 40, 16384]) }

  private mutating func object() -> quartz_object {
    if random.once(in: 30) { return pick(foreign) }
    return random.once(in: 20) ? random.next() : pick(handles)
  }

  private mutating func key() -> String { pick(keys) }

  private mutating func point() -> quartz_point { quartz_point(x: number(), y: number()) }

  private mutating func rect() -> quartz_rect {
    quartz_rect(x: number(), y: number(), width: number(), height: number())
  }

  /// Notes what a call has returned.
  private mutating func note(_ status: quartz_status) { statuses[status.rawValue, default: 0] += 1 }

  /// Notes an object that was made; some of the older ones are released.
  private mutating func note(
    _ make: (UnsafeMutablePointer<quartz_object>) -> quartz_status
  ) {
    var object: quartz_object = 0
    note(make(&object))
    guard object != 0 else { return }
    handles.append(object)
    if handles.count > 60 {
      let old = random.index(below: 30) + 4
      note(quartz_release(handles[old]))
      // Some stay in the list although they are released.
      if !random.once(in: 4) { handles.remove(at: old) }
    }
  }

  /// Calls `body` with a value of any type.
  private mutating func withValue(_ body: (UnsafePointer<quartz_value>) -> quartz_status) {
    var value = quartz_value()
    value.type = quartz_type(UInt32(random.index(below: 20)))
    // Two colours with a headroom.
    let numbers = (0..<10).map { _ in number() }
    let objects = (0..<3).map { _ in object() }
    let count = random.once(in: 8) ? size() : random.index(below: 4)
    // A list that is longer than its memory is beyond what can be checked.
    let length = count < 0 || count > 1 << 26 || count <= 2 ? count : 2
    numbers.withUnsafeBytes { numbers in
      objects.withUnsafeBufferPointer { objects in
        let isNull = random.once(in: 8)
        switch value.type {
        case QUARTZ_BOOL: value.boolean = true
        case QUARTZ_INTEGER: value.integer = Int64(size())
        case QUARTZ_STRING: value.string = quartz_string(text: nil, length: length)
        case QUARTZ_OBJECT: value.object = objects[0]
        case QUARTZ_OBJECTS:
          value.objects = quartz_objects(items: isNull ? nil : objects.baseAddress, count: length)
        case QUARTZ_STRINGS: value.strings = quartz_strings(items: nil, count: length)
        case QUARTZ_NUMBERS, QUARTZ_COLORS, QUARTZ_POINTS, QUARTZ_TRANSFORMS, QUARTZ_BRIGHT_COLORS:
          let items = numbers.baseAddress?.assumingMemoryBound(to: Double.self)
          let isShort = value.type == QUARTZ_TRANSFORMS && length > 0 && length <= 2
          value.numbers = quartz_numbers(items: isNull ? nil : items, count: isShort ? 0 : length)
        default:
          withUnsafeMutableBytes(of: &value) { all in
            UnsafeMutableRawBufferPointer(rebasing: all[8...]).copyMemory(
              from: UnsafeRawBufferPointer(rebasing: numbers[..<min(64, all.count - 8)])
            )
          }
        }
        note(body(&value))
      }
    }
  }

  /// Makes one call.
  // Long because: a table of the functions of quartz.h, one line or two for each.
  mutating func call() {
    switch random.index(below: 44) {
    case 0:
      let name = pick(["CALayer", "CAShapeLayer", "CATextLayer", "CAEmitterLayer", "CAScrollLayer"])
      note { quartz_layer_create(name, $0) }
    case 1:
      let name = pick(["CATransformLayer", "CAGradientLayer", "CAReplicatorLayer", "CATiledLayer"])
      note { quartz_layer_create(name, $0) }
    case 2:
      let (width, height) = (pick([4.0, 9, 16, number()]), pick([4.0, 9, 16, number()]))
      let scale = pick([1, 2, number()])
      guard !(width * height * scale * scale > 1e4) else { return }
      note { quartz_context_create(width, height, scale, nil, $0) }
    case 3:
      let (name, key) = (
        pick([
          "CABasicAnimation", "CAKeyframeAnimation", "CASpringAnimation", "CAAnimationGroup",
          "CATransition", "CAAnimation",
        ]), key()
      )
      note { quartz_animation_create(name, key, $0) }
    case 4: note { quartz_cell_create($0) }
    case 5:
      let name = pick(["gaussianBlur", "colorInvert", "CISepiaTone", "CIGaussianBlur", "CIxx", ""])
      note { quartz_filter_create(name, $0) }
    case 6:
      let rect = rect()
      note { quartz_path_create_ellipse(rect, $0) }
    case 7:
      let (rect, size) = (rect(), quartz_size(width: number(), height: number()))
      note { quartz_path_create_rounded_rect(rect, size, $0) }
    case 8:
      let (commands, points) = (pick(["MLZ", "", "Z", "MQCZ", "LLL", "MM"]), [point(), point()])
      let count = pick([0, 1, 2])
      note { quartz_path_create(commands, points, count, $0) }
    case 9:
      let bytes = [UInt8](repeating: 7, count: 64)
      var pixels = quartz_pixels()
      pixels.format = quartz_pixel_format(UInt32(random.index(below: 6)))
      (pixels.width, pixels.height, pixels.row_bytes) = (size(), size(), size())
      pixels.byte_count = 64
      if random.once(in: 2) { (pixels.width, pixels.height, pixels.row_bytes) = (4, 4, 16) }
      bytes.withUnsafeBytes { bytes in
        pixels.data = bytes.baseAddress
        note { quartz_image_create(&pixels, $0) }
      }
    case 10...17:
      let (object, key) = (object(), key())
      withValue { quartz_set(object, key, $0) }
    case 18...21: note(quartz_set_number(object(), key(), number()))
    case 22: note(quartz_set_string(object(), key(), pick(["easeIn", "left", "x", ""])))
    case 23: note(quartz_set_object(object(), key(), self.object()))
    case 24...26:
      var value = quartz_value()
      note(quartz_get(object(), key(), &value))
      release(value)
    case 27, 28: note(quartz_layer_add(object(), object()))
    case 29: note(quartz_layer_insert(object(), object(), size()))
    case 30: note(quartz_layer_replace(object(), object(), object()))
    case 31: note(quartz_layer_remove(object()))
    case 32: note(quartz_context_set_layer(object(), object()))
    case 33:
      let (object, time) = (object(), pick([0, 0.5, 1, number()]))
      note { quartz_context_image(object, time, $0) }
    case 34: note(quartz_layer_add_animation(object(), object(), pick(["a", "b"])))
    case 35: note(quartz_layer_remove_animation(object(), pick([nil, "a", "b"])))
    case 36:
      let (object, key) = (object(), pick(["a", "b"]))
      note { quartz_layer_animation(object, key, $0) }
    case 37:
      let object = object()
      note { quartz_layer_presentation(object, $0) }
    case 38:
      let (object, point) = (object(), point())
      note { quartz_layer_hit_test(object, point, $0) }
    case 39:
      var point = point()
      note(quartz_layer_convert(object(), point, object(), &point))
    case 40:
      note(pick([quartz_transaction_begin, quartz_transaction_commit, quartz_transaction_flush])())
    case 41: note(quartz_transaction_set_duration(number()))
    case 42: withValue { quartz_transaction_set_timing($0) }
    default: more()
    }
  }

  private mutating func more() {
    var (count, number) = (0, 0.0)
    var size = quartz_size()
    switch random.index(below: 18) {
    case 12...17: files()
    case 0: note(quartz_retain(object()))
    case 1: note(quartz_release(object()))
    case 2: note(quartz_context_advance(object(), pick([0, 1, 2, self.number()])))
    case 3: note(quartz_context_time(object(), &number))
    case 4:
      let object = object()
      note { quartz_package_create(object, $0) }
    case 5: note(quartz_package_set_state(object(), pick([nil, "on"]), true))
    case 6:
      let object = object()
      note { quartz_package_canvas(object, $0) }
    case 7: note(quartz_layer_preferred_size(object(), &size))
    case 8: note(quartz_layer_layout(object()))
    case 9: note(quartz_layer_set_needs_display(object()))
    case 10: note(quartz_layer_sublayer_count(object(), &count))
    default:
      let object = object()
      note { quartz_animation_copy(object, $0) }
    }
  }

  /// Calls for pictures of layers, files, functions of layers, and layers of other programs.
  private mutating func files() {
    var (number, other, id) = (0.0, 0.0, UInt32(0))
    var strings = quartz_strings()
    let object = object()
    switch random.index(below: 11) {
    case 0:
      let scale = pick([1, 0.5, number])
      note { quartz_layer_image(object, scale, $0) }
    case 1:
      var options = quartz_package_options()
      options.struct_size = pick([MemoryLayout<quartz_package_options>.size, 0, .max])
      options.item = size()
      options.values = quartz_strings(items: nil, count: size())
      let path = pick([nil, "", "/no/such.json", "/dev/null"])
      note { quartz_package_open(path, &options, $0) }
    case 2: note(quartz_package_place(object, quartz_size(width: self.number(), height: 1)))
    case 3:
      note(quartz_package_loop(object, &number, &other))
      note(quartz_package_loop(object, nil, &other))
    case 4: note(quartz_package_rate(object, &number))
    case 5:
      note(quartz_package_markers(object, &strings))
      note(quartz_package_markers(object, nil))
    case 6:
      var callbacks = quartz_layer_callbacks()
      callbacks.struct_size = pick([MemoryLayout<quartz_layer_callbacks>.size, 0])
      callbacks.draw = { layer, drawing, _ in
        // Calls within calls: the layer may go meanwhile.
        _ = quartz_layer_remove(layer)
        memset(drawing.pointee.pixels, 255, drawing.pointee.row_bytes)
        return true
      }
      callbacks.layout = { layer, _ in _ = quartz_set_number(layer, "opacity", 0.5) }
      note(quartz_layer_set_callbacks(object, &callbacks))
      if random.once(in: 3) { note(quartz_layer_set_callbacks(object, nil)) }
    case 7:
      let port = UInt32(truncatingIfNeeded: size())
      // Small descriptors are those of the test.
      note { quartz_client_create(port < 100 ? .max : port, $0) }
    case 8: note(quartz_client_id(object, &id))
    case 9: note(quartz_client_set_layer(object, self.object()))
    default: note(quartz_host_revoke(UInt32(random.index(below: 9))))
    }
  }

  private mutating func release(_ value: quartz_value) {
    if value.type == QUARTZ_OBJECT { note(quartz_release(value.object)) }
    guard value.type == QUARTZ_OBJECTS else { return }
    for object in UnsafeBufferPointer(start: value.objects.items, count: value.objects.count) {
      note(quartz_release(object))
    }
  }

  /// Releases all that was made.
  mutating func end() {
    while quartz_transaction_commit() == QUARTZ_OK {}
    for handle in handles where handle > 4 { while quartz_release(handle) == QUARTZ_OK {} }
  }
}

/// A thread with objects that others must not use.
private final class OtherThread: Sendable {
  let handles: [quartz_object]
  private let isOver = DispatchSemaphore(value: 0)

  init() {
    let (isReady, isOver) = (DispatchSemaphore(value: 0), isOver)
    let made = Mutex<[quartz_object]>([])
    Thread {
      let makers: [(UnsafeMutablePointer<quartz_object>) -> quartz_status] = [
        { quartz_layer_create(nil, $0) }, { quartz_cell_create($0) },
        { quartz_animation_create("CABasicAnimation", "opacity", $0) },
        { quartz_context_create(4, 4, 1, nil, $0) },
      ]
      for make in makers {
        var object: quartz_object = 0
        _ = make(&object)
        made.withLock { $0.append(object) }
      }
      isReady.signal()
      isOver.wait()
    }.start()
    isReady.wait()
    handles = made.withLock(\.self)
  }

  func end() { isOver.signal() }
}

@Suite struct HostileCallTests {
  /// QUARTZ_HOSTILE_CALLS has a million of them: scripts/library --hostile.
  @Test func randomCallsReturnStatuses() async throws {
    let environment = ProcessInfo.processInfo.environment
    let total = environment["QUARTZ_HOSTILE_CALLS"].flatMap { Int($0) } ?? 20_000
    let first = environment["QUARTZ_HOSTILE_SEED"].flatMap { UInt64($0) } ?? 1
    let runs = max(total / 5000, 1)
    // A thread of its own: a handle belongs to one, and a test may move to another.
    let statuses = await withCheckedContinuation { continuation in
      Thread {
        let other = OtherThread()
        defer { other.end() }
        // The lines of layers that draw nothing are no failures of calls.
        _ = quartz_set_log({ _, _ in }, nil)
        var all: [UInt32: Int] = [:]
        for run in 0..<runs {
          var caller = HostileCaller(seed: first + UInt64(run), foreign: other.handles)
          for _ in 0..<total / runs { caller.call() }
          caller.end()
          all.merge(caller.statuses, uniquingKeysWith: +)
        }
        _ = quartz_set_log(nil, nil)
        continuation.resume(returning: all)
      }.start()
    }
    // Calls of all fates were among them.
    for status in [
      QUARTZ_OK, QUARTZ_INVALID_HANDLE, QUARTZ_WRONG_KIND, QUARTZ_WRONG_THREAD,
      QUARTZ_INVALID_VALUE,
    ] {
      #expect(statuses[status.rawValue, default: 0] > total / 200, "\(status.rawValue)")
    }
    #expect(statuses[QUARTZ_CYCLE.rawValue, default: 0] > 0)
  }
}
