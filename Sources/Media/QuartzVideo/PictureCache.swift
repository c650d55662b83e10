// Pictures that were decoded not long ago.
// Licensed under the MIT license; see LICENSE.

/// The last pictures of a film, and memory of earlier ones for reuse.
struct PictureCache {
  /// The most pictures whose files stay open.
  ///
  /// Programs may have 1,024 open files in all. More pictures than that are small ones, whose
  /// memory is soon made anew.
  private static let mostOpenFiles = 24

  /// The most pictures.
  let limit: Int
  // The pictures with the number that they were asked by, the latest last.
  private var entries: [(number: Int, picture: VideoPicture)] = []
  private var retired: [VideoMemory] = []

  init(limit: Int) {
    self.limit = limit
  }

  subscript(number: Int) -> VideoPicture? {
    entries.last { $0.number == number }?.picture
  }

  mutating func insert(_ picture: VideoPicture, for number: Int) {
    entries.append((number, picture))
    let early = entries.count - 1 - Self.mostOpenFiles
    if early >= 0 { entries[early].picture.memory.closeDescriptor() }
    // One more is being looked at while the next is decoded.
    while entries.count > limit + 1 {
      let memory = entries.removeFirst().picture.memory
      // No decoder can be told to write to a closed file.
      if memory.descriptor != nil { retired.append(memory) }
    }
  }

  /// Memory for a picture: that of an earlier one which nobody has any more, or fresh.
  mutating func memory(_ count: Int) throws(VideoError) -> VideoMemory {
    var found: VideoMemory?
    for place in retired.indices where isKnownUniquelyReferenced(&retired[place]) {
      found = retired[place]
      retired.remove(at: place)
      break
    }
    // Memory that somebody keeps is theirs.
    if retired.count > 4 { retired.removeFirst(retired.count - 4) }
    if let found, found.count >= count { return found }
    return try VideoMemory(count: count)
  }
}
