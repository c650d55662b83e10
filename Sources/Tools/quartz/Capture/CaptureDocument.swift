// A capture in memory, to be changed.
// Licensed under the MIT license; see LICENSE.

import QuartzModel
import QuartzWire

/// The records of a capture, with the parts of their commits.
struct CaptureDocument {
  /// A record.
  struct Record {
    let time: Double
    let connection: UInt32
    let serial: UInt64
    /// The index in the capture.
    let index: Int
    /// Nil for the end of a connection, and for a message that cannot be decoded, which stays as it
    /// is.
    var message: ClientMessage?
    /// Whether its tree refuses it; it stays as it is.
    var isRefused = false
  }

  /// A layer of a context of a connection.
  struct Layer: Hashable {
    let connection: UInt32
    let context: UInt32
    let layer: LayerID
  }

  let capture: Capture
  var records: [Record] = []

  init(_ capture: Capture) throws(CaptureError) {
    self.capture = capture
    for (index, event) in capture.events.enumerated() {
      var record = Record(
        time: event.time,
        connection: event.connection,
        serial: UInt64(index + 1),
        index: index
      )
      do throws(CaptureError) {
        record.message = try capture.decode(index)?.message
      } catch {
        guard case .message = error else { throw error }
      }
      records.append(record)
    }
    var check = CaptureCheck()
    for index in records.indices {
      records[index].isRefused = !check.accepts(records[index])
    }
  }

  /// Writes the records to a file.
  func write(to path: String) throws(CaptureError) {
    let writer = try CaptureWriter(path: path, capture.header)
    for record in records {
      if let message = record.message {
        try writer.add(
          message.message,
          serial: record.serial,
          at: record.time,
          of: record.connection
        )
      } else {
        try writer.copy(record.index, of: capture)
      }
    }
    try writer.finish()
  }

  // MARK: Parts

  /// All layers that are made.
  var layers: [Layer] {
    records.flatMap { record -> [Layer] in
      guard case .commit(let message)? = record.message, !record.isRefused else { return [] }
      return message.commit.created.map {
        Layer(connection: record.connection, context: message.context, layer: $0.layer)
      }
    }
  }

  /// The number of values, lists, images and animations in all commits.
  var partCount: Int {
    records.reduce(0) { $0 + $1.parts }
  }

  /// Returns the document with some of its records only.
  func keeping(records kept: [Int]) -> CaptureDocument {
    var result = self
    result.records = kept.map { records[$0] }
    return result.repaired()
  }

  /// Returns the document without some layers.
  func removing(_ layers: Set<Layer>) -> CaptureDocument {
    var result = self
    for index in result.records.indices {
      let connection = records[index].connection
      result.records[index].changeCommit { commit, context in
        commit.created.removeAll {
          layers.contains(Layer(connection: connection, context: context, layer: $0.layer))
        }
      }
    }
    return result.repaired()
  }

  /// Returns the document with some parts of its commits only, by their numbers in ascending order.
  func keeping(parts kept: [Int]) -> CaptureDocument {
    var result = self
    var next = 0
    var rest = kept[...]
    /// Whether the next part is kept.
    func takes() -> Bool {
      defer { next += 1 }
      guard rest.first == next else { return false }
      rest.removeFirst()
      return true
    }
    for index in result.records.indices {
      result.records[index].changeCommit { commit, _ in commit.keep { takes() } }
    }
    return result.repaired()
  }

  /// Returns the document without what no longer fits: references to layers and images that are
  /// not made, commits that the tree would refuse, commits that became empty.
  private func repaired() -> CaptureDocument {
    var result = self
    var check = CaptureCheck()
    result.records = []
    for record in records {
      var record = record
      if !record.isRefused {
        check.mend(&record)
        if record.isEmpty { continue }
        guard check.accepts(record) else { continue }
      }
      result.records.append(record)
    }
    return result
  }
}

extension CaptureDocument.Record {
  /// The number of parts of its commit.
  fileprivate var parts: Int {
    guard !isRefused, case .commit(var message)? = message else { return 0 }
    var count = 0
    message.commit.keep {
      count += 1
      return true
    }
    return count
  }

  /// Whether it is a commit that changes nothing.
  fileprivate var isEmpty: Bool {
    if case .commit(let message)? = message { message.commit.isEmpty } else { false }
  }

  fileprivate mutating func changeCommit(_ body: (inout Commit, _ context: UInt32) -> Void) {
    guard !isRefused, case .commit(var message)? = message else { return }
    body(&message.commit, message.context)
    self.message = .commit(message)
  }
}

extension Commit {
  /// Removes the parts for which `takes` says no; it is asked in an order that is always the same.
  fileprivate mutating func keep(_ takes: () -> Bool) {
    for index in changes.indices {
      var values = PropertyBag()
      changes[index].values.forEach { id, value in if takes() { values[id] = value } }
      changes[index].values = values
    }
    changes.removeAll { $0.values.isEmpty }
    animations.removeAll { _ in !takes() }
    createdImages.removeAll { _ in !takes() }
    updatedImages.removeAll { _ in !takes() }
    sublayers.removeAll { _ in !takes() }
    if root != nil, !takes() { root = nil }
  }
}

/// The trees that records make, as the server checks them.
struct CaptureCheck {
  private struct Key: Hashable {
    let connection: UInt32
    let context: UInt32
  }

  private var trees: [Key: LayerTree] = [:]

  /// Applies a record; false if the server would refuse it.
  mutating func accepts(_ record: CaptureDocument.Record) -> Bool {
    func key(_ context: UInt32) -> Key { Key(connection: record.connection, context: context) }
    switch record.message {
    case .createContext(let message)?:
      if trees[key(message.context)] != nil { return false }
      trees[key(message.context)] = LayerTree()
    case .destroyContext(let message)?:
      return trees.removeValue(forKey: key(message.context)) != nil
    case .requestFrame(let message)?: return trees[key(message.context)] != nil
    case .offerContext(let message)?: return trees[key(message.context)] != nil
    case .commit(let message)?:
      return (try? trees[key(message.context)]?.apply(message.commit)) != nil
    case .presentSlot(let message)?:
      return (try? trees[key(message.context)]?.present(message.present)) != nil
    case .flushSlot(let message)?:
      return (try? trees[key(message.context)]?.flushPresents(of: message.image)) != nil
    default: break
    }
    return true
  }

  /// Removes references to what is not there from a commit.
  func mend(_ record: inout CaptureDocument.Record) {
    guard case .commit(let message)? = record.message else { return }
    let tree = trees[Key(connection: record.connection, context: message.context)] ?? LayerTree()
    var layers = Set(tree.ids.filter { $0 != .none })
    layers.formUnion(message.commit.created.map(\.layer))
    var images = Set(tree.images.keys)
    images.formUnion(message.commit.createdImages.map(\.image))
    record.changeCommit { commit, _ in commit.keepKnown(layers, images) }
  }
}

extension Commit {
  /// Removes references to other layers and images than these.
  fileprivate mutating func keepKnown(_ layers: Set<LayerID>, _ images: Set<ImageID>) {
    updatedImages.removeAll { !images.contains($0.image) }
    destroyedImages.removeAll { !images.contains($0) }
    destroyed.removeAll { !layers.contains($0) }
    changes.removeAll { !layers.contains($0.layer) }
    for index in changes.indices {
      var values = PropertyBag()
      changes[index].values.forEach { id, value in
        if value.shows(only: images) { values[id] = value }
      }
      changes[index].values = values
    }
    changes.removeAll { $0.values.isEmpty }
    animations.removeAll { !layers.contains($0.layer) }
    sublayers.removeAll { !layers.contains($0.layer) }
    for index in sublayers.indices {
      sublayers[index].sublayers.removeAll { !layers.contains($0) }
      if !layers.contains(sublayers[index].mask) { sublayers[index].mask = .none }
    }
    if let root, root != .none, !layers.contains(root) { self.root = nil }
  }
}

extension PropertyValue {
  /// Whether it names no other images than these.
  fileprivate func shows(only images: Set<ImageID>) -> Bool {
    switch self {
    case .image(let image): image == .none || images.contains(image)
    case .pattern(let pattern): images.contains(pattern.image)
    case .cells(let box):
      box.cells.allSatisfy { $0.contents == .none || images.contains($0.contents) }
    case .filters(let list): list.images.allSatisfy(images.contains)
    default: true
    }
  }
}
