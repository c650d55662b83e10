// Handles: what releases, kinds and threads make of them.
// Licensed under the MIT license; see LICENSE.

import CQuartzInterface
import Foundation
import Testing

/// The text of the last failure.
func lastError() -> String { String(cString: quartz_last_error()) }

/// Returns the handle that a function creates.
func created(
  _ make: (UnsafeMutablePointer<quartz_object>) -> quartz_status,
  _ location: SourceLocation = #_sourceLocation
) -> quartz_object {
  var object: quartz_object = 0
  let status = make(&object)
  #expect(status == QUARTZ_OK, "\(lastError())", sourceLocation: location)
  return object
}

/// Creates a layer of a class.
func madeLayer(_ name: String = "CALayer") -> quartz_object {
  created { quartz_layer_create(name, $0) }
}

@Suite struct ObjectTableTests {
  @Test func aReleasedHandleIsRefusedForEver() {
    let layer = madeLayer()
    #expect(quartz_set_number(layer, "opacity", 0.5) == QUARTZ_OK)
    #expect(quartz_retain(layer) == QUARTZ_OK)
    #expect(quartz_release(layer) == QUARTZ_OK)
    #expect(quartz_set_number(layer, "opacity", 0.25) == QUARTZ_OK)
    #expect(quartz_release(layer) == QUARTZ_OK)
    #expect(quartz_release(layer) == QUARTZ_INVALID_HANDLE)
    // The place is used again, with another handle.
    let next = madeLayer()
    #expect(next != layer && next & 0xFF_FFFF == layer & 0xFF_FFFF)
    #expect(quartz_set_number(layer, "opacity", 1) == QUARTZ_INVALID_HANDLE)
    #expect(lastError() == "the handle \(layer) was released, or never given out")
    #expect(quartz_release(next) == QUARTZ_OK)
  }

  @Test func theSameObjectHasTheSameHandle() {
    let (root, child) = (madeLayer(), madeLayer())
    #expect(quartz_layer_add(root, child) == QUARTZ_OK)
    let found = created { quartz_layer_sublayer(root, 0, $0) }
    #expect(found == child)
    for object in [found, child, root] { #expect(quartz_release(object) == QUARTZ_OK) }
    #expect(quartz_release(child) == QUARTZ_INVALID_HANDLE)
  }

  @Test func kindsAreChecked() {
    let layer = madeLayer()
    let path = created {
      quartz_path_create_ellipse(quartz_rect(x: 0, y: 0, width: 1, height: 1), $0)
    }
    var image: quartz_object = 7
    #expect(quartz_context_image(layer, 0, &image) == QUARTZ_WRONG_KIND)
    #expect(image == 7)
    #expect(lastError() == "the handle \(layer) is a layer, not a context")
    #expect(quartz_layer_add(layer, path) == QUARTZ_WRONG_KIND)
    #expect(quartz_set_number(path, "x", 1) == QUARTZ_WRONG_KIND)
    // A handle whose kind was changed is none.
    #expect(quartz_layer_remove(layer ^ 1 << 60) == QUARTZ_INVALID_HANDLE)
    #expect(quartz_layer_remove(0) == QUARTZ_INVALID_HANDLE)
    var kind = QUARTZ_KIND_NONE
    #expect(quartz_kind_of(path, &kind) == QUARTZ_OK && kind == QUARTZ_KIND_PATH)
    #expect(quartz_kind_of(path, nil) == QUARTZ_NULL_ARGUMENT)
    for object in [layer, path] { #expect(quartz_release(object) == QUARTZ_OK) }
  }

  /// Runs a function on a thread of its own and waits for it.
  private func onThread(_ body: @escaping @Sendable () -> Void) {
    let done = DispatchSemaphore(value: 0)
    Thread {
      body()
      done.signal()
    }.start()
    done.wait()
  }

  @Test func otherThreadsMayReleaseOnly() async {
    // One thread is the owner in the whole test; a test may move from one to another.
    onThread {
      let layer = madeLayer()
      self.onThread {
        #expect(quartz_set_number(layer, "opacity", 0.5) == QUARTZ_WRONG_THREAD)
        #expect(lastError() == "the handle \(layer) belongs to another thread")
        #expect(quartz_release(layer) == QUARTZ_OK)
      }
      #expect(quartz_set_number(layer, "opacity", 0.5) == QUARTZ_OK)
      let other = madeLayer()
      #expect(quartz_set_number(layer, "opacity", 0.5) == QUARTZ_INVALID_HANDLE)
      #expect(quartz_release(other) == QUARTZ_OK)
      #expect(quartz_object_count() == 0)
    }
  }

  @Test func statusesHaveNames() {
    #expect(String(cString: quartz_status_name(QUARTZ_OK)) == "QUARTZ_OK")
    #expect(String(cString: quartz_status_name(QUARTZ_CYCLE)) == "QUARTZ_CYCLE")
    #expect(String(cString: quartz_status_name(quartz_status(99))) == "QUARTZ_UNKNOWN_STATUS")
  }
}
