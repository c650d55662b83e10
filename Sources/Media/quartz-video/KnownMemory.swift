// The app's memory for pictures, mapped once.
// Licensed under the MIT license; see LICENSE.

import Glibc
import QuartzVideo

/// Memory files of the app that pictures were written to; the same ones come again and again.
///
/// Mapping a file anew for each picture takes a fault for each of its pages.
struct KnownMemory {
  private struct Entry {
    var device: dev_t
    var inode: ino_t
    var memory: VideoMemory
  }

  /// The most that is kept, which is more than the app's decoders reuse.
  private static let mostFiles = 40
  private static let mostBytes = 256 << 20

  // The last one is the one that was used last. A file that is mapped keeps its number.
  private var entries: [Entry] = []

  /// Maps a file of at least `count` bytes.
  mutating func memory(_ descriptor: Int32, count: Int) throws(VideoError) -> VideoMemory {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .system(call: "fstat", code: errno) }
    let place = entries.firstIndex { $0.inode == status.st_ino && $0.device == status.st_dev }
    if let place, entries[place].memory.count >= count {
      let entry = entries.remove(at: place)
      entries.append(entry)
      return entry.memory
    }
    let memory = try VideoMemory(copying: descriptor, count: count)
    // A process of the decoder has few files, and its programs need some.
    memory.closeDescriptor()
    entries.append(Entry(device: status.st_dev, inode: status.st_ino, memory: memory))
    while entries.count > KnownMemory.mostFiles || bytes > KnownMemory.mostBytes,
      entries.count > 1
    {
      entries.removeFirst()
    }
    return memory
  }

  private var bytes: Int { entries.reduce(0) { $0 + $1.memory.count } }
}
