// Placeholders for what a capture should not show.
// Licensed under the MIT license; see LICENSE.

import QuartzFilters
import QuartzModel
import Synchronization

/// Replaces pixels and texts of messages by placeholders of the same size.
///
/// Pixels are opaque grey. Equal texts get equal placeholders, so that names still find what they
/// name; texts of a few bytes may get the same one. Types of filters and keys of their inputs
/// stay, as do numbers, colours and paths.
final class CaptureRedaction: Sendable {
  private static let grey: UInt8 = 128

  private let known = Mutex<[String: String]>([:])

  /// Returns a message with placeholders.
  func redacted(_ message: ClientMessage) -> ClientMessage {
    switch message {
    case .hello(var hello):
      hello.clientName = text(hello.clientName)
      return .hello(hello)
    case .commit(var message):
      message.commit = redacted(message.commit)
      return .commit(message)
    case .presentSlot(var message):
      let present = message.present
      message.present = ImagePresent(present.image, pixels(present.pixels), at: present.time)
      return .presentSlot(message)
    default: return message
    }
  }

  /// A text of as many bytes.
  private func text(_ text: String) -> String {
    known.withLock { known in
      if let placeholder = known[text] { return placeholder }
      let count = text.utf8.count
      let number = String(known.count, radix: 36).suffix(count)
      let placeholder = String(repeating: "x", count: count - number.utf8.count) + number
      known[text] = placeholder
      return placeholder
    }
  }

  private func pixels(_ pixels: PixelBuffer) -> PixelBuffer {
    let (width, height) = (pixels.width, pixels.height)
    let rowBytes = width * pixels.texelBytes
    guard let block = try? MemoryBlock(count: rowBytes * height) else { return pixels }
    let bytes = UnsafeMutableRawBufferPointer(start: block.base, count: block.count)
    if pixels.form.isHalf {
      // Halves: 0.5, and 1 for alpha.
      let halves = bytes.bindMemory(to: UInt16.self)
      for index in halves.indices { halves[index] = index % 4 == 3 ? 0x3C00 : 0x3800 }
    } else {
      for index in bytes.indices { bytes[index] = index % 4 == 3 ? 255 : CaptureRedaction.grey }
    }
    let grey = try? PixelBuffer(
      width: width,
      height: height,
      rowBytes: rowBytes,
      isOpaque: pixels.isOpaque,
      base: UnsafeRawPointer(block.base),
      byteCount: block.count,
      owner: block,
      form: pixels.form
    )
    return grey ?? pixels
  }

  private func redacted(_ commit: Commit) -> Commit {
    var commit = commit
    for index in commit.createdImages.indices {
      commit.createdImages[index].pixels = pixels(commit.createdImages[index].pixels)
    }
    for index in commit.updatedImages.indices {
      commit.updatedImages[index].pixels = pixels(commit.updatedImages[index].pixels)
    }
    for index in commit.changes.indices {
      let values = commit.changes[index].values
      commit.changes[index].values = PropertyBag(
        keys: values.keys,
        values: ContiguousArray(values.valuesInOrder.map(value))
      )
    }
    commit.animations = commit.animations.map { change in
      switch change {
      case .add(let layer, let key, let state): .add(layer, key: text(key), animation(state))
      case .remove(let layer, let key): .remove(layer, key: text(key))
      case .removeAll: change
      }
    }
    return commit
  }

  private func value(_ value: PropertyValue) -> PropertyValue {
    switch value {
    case .string(let string): .string(text(string))
    case .cells(let box):
      .cells(
        CellBox(
          box.cells.map { cell in
            var cell = cell
            cell.name = cell.name.map(text)
            return cell
          }
        )
      )
    case .filters(let list): .filters(FilterList(list.filters.map(filter)))
    default: value
    }
  }

  private func filter(_ filter: FilterDescription) -> FilterDescription {
    var result = filter
    result.name = filter.name.map(text)
    for input in filter.inputs {
      switch input.value {
      case .text(let string): result[input.key] = .text(text(string))
      case .data(let bytes):
        result[input.key] = .data(bytes.map { _ in CaptureRedaction.grey })
      case .number, .vector, .color, .image: break
      }
    }
    return result
  }

  private func animation(_ state: AnimationState) -> AnimationState {
    var state = state
    switch state.kind {
    case .group(let children): state.kind = .group(children.map(animation))
    case .transition(var transition):
      transition.filter = transition.filter.map(filter)
      state.kind = .transition(transition)
    case .property(var animation):
      switch animation.property {
      case .cell(var target):
        target.names = target.names.map(text)
        animation.property = .cell(target)
      // An index names a filter without a name.
      case .filter(var target)
      where Int(target.filter).map({ $0 < FilterList.maximumCount }) != true:
        target.filter = text(target.filter)
        animation.property = .filter(target)
      case .row, .declared, .filter: break
      }
      animation.kind = values(animation.kind)
      state.kind = .property(animation)
    }
    return state
  }

  private func values(_ kind: PropertyAnimation.Kind) -> PropertyAnimation.Kind {
    switch kind {
    case .basic(let ends): return .basic(values(ends))
    case .spring(var spring):
      spring.ends = values(spring.ends)
      return .spring(spring)
    case .keyframe(var frames):
      frames.values = frames.values.map(value)
      return .keyframe(frames)
    }
  }

  private func values(_ ends: BasicAnimation) -> BasicAnimation {
    BasicAnimation(
      from: ends.fromValue.map(value),
      to: ends.toValue.map(value),
      by: ends.byValue.map(value)
    )
  }
}
