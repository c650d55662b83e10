// A whole tree as commits that each fit a message.
// Licensed under the MIT license; see LICENSE.

import QuartzModel
import QuartzWire

extension Commit {
  /// The most layers, lists or animations of a part, and the most bytes of its images unless it has
  /// only one.
  private static let partCount = 4096
  private static let partImageBytes = 16 << 20

  /// Returns commits that add up to this one, which makes a tree: images, then layers, then lists
  /// of sublayers, then animations and the root.
  ///
  /// - Parameter fits: Whether a part fits a message; one that does not is cut further.
  func parts(fits: (Commit) -> Bool) -> [Commit] {
    var parts: [Commit] = []
    var images = Commit(time: time)
    var bytes = 0
    for creation in createdImages {
      let size = creation.pixels.countedBytes
      if bytes > 0, bytes + size > Self.partImageBytes {
        parts.append(images)
        images = Commit(time: time)
        bytes = 0
      }
      images.createdImages.append(creation)
      bytes += size
    }
    if !images.isEmpty { parts.append(images) }
    for range in Self.ranges(created.count) {
      var part = Commit(time: time)
      part.created = Array(created[range])
      parts += part.fitting(fits)
    }
    for range in Self.ranges(changes.count) {
      var part = Commit(time: time)
      part.changes = Array(changes[range])
      parts += part.fitting(fits)
    }
    for range in Self.ranges(sublayers.count) {
      var part = Commit(time: time)
      part.sublayers = Array(sublayers[range])
      parts += part.fitting(fits)
    }
    for range in Self.ranges(animations.count) {
      var part = Commit(time: time)
      part.animations = Array(animations[range])
      parts += part.fitting(fits)
    }
    var last = Commit(time: time)
    last.root = root
    parts.append(last)
    return parts
  }

  private static func ranges(_ count: Int) -> [Range<Int>] {
    stride(from: 0, to: count, by: partCount).map { $0..<min($0 + partCount, count) }
  }

  private func fitting(_ fits: (Commit) -> Bool) -> [Commit] {
    if fits(self) { return [self] }
    // A value by itself came in one message, so it fits one.
    guard let (first, second) = halves else { return [] }
    return first.fitting(fits) + second.fitting(fits)
  }

  /// A commit with the first half of the list that it has, and one with the rest; nil if there is
  /// nothing to cut.
  private var halves: (Commit, Commit)? {
    var (first, second) = (Commit(time: time), Commit(time: time))
    func cut<Element>(_ list: [Element]) -> ([Element], [Element]) {
      (Array(list[..<(list.count / 2)]), Array(list[(list.count / 2)...]))
    }
    if created.count > 1 {
      (first.created, second.created) = cut(created)
    } else if changes.count > 1 {
      (first.changes, second.changes) = cut(changes)
    } else if sublayers.count > 1 {
      (first.sublayers, second.sublayers) = cut(sublayers)
    } else if animations.count > 1 {
      (first.animations, second.animations) = cut(animations)
    } else if let change = changes.first, change.values.count > 1 {
      var (one, two) = (PropertyBag(), PropertyBag())
      var index = 0
      change.values.forEach { property, value in
        if index < change.values.count / 2 { one[property] = value } else { two[property] = value }
        index += 1
      }
      first.changes = [Commit.Change(change.layer, one)]
      second.changes = [Commit.Change(change.layer, two)]
    } else {
      return nil
    }
    return (first, second)
  }
}
