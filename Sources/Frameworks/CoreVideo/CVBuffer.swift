// Pictures in memory, with notes attached to them.
// Licensed under the MIT license; see LICENSE.

public import CoreGraphics
import Synchronization

/// A picture in memory: planes of pixels, and notes about them.
///
/// The picture lies in a memory file that other processes can map, so a decoder in a process of its
/// own writes there and nothing is copied. `CVPixelBufferCreate(_:_:_:_:_:_:)` makes one.
public final class CVBuffer: Sendable {
  struct Note: Sendable {
    // Safe because: notes are values that their writers do not change any more.
    nonisolated(unsafe) var value: CFTypeRef
    var mode: CVAttachmentMode
  }

  struct State {
    var notes: [CFString: Note] = [:]
    var locks = 0
  }

  let format: OSType
  let width: Int
  let height: Int
  let layout: PixelPlanes
  let memory: BufferMemory
  private let store: PixelMemoryStore?
  let state = Mutex(State())

  init(
    format: OSType,
    width: Int,
    height: Int,
    layout: PixelPlanes,
    memory: BufferMemory,
    store: PixelMemoryStore? = nil
  ) {
    (self.format, self.width, self.height) = (format, width, height)
    (self.layout, self.memory, self.store) = (layout, memory, store)
  }

  deinit {
    store?.takeBack(memory)
  }

  /// The memory file that other processes map; -1 for memory of the caller's.
  package var descriptor: Int32 { memory.descriptor }
}

/// A picture in memory.
public typealias CVImageBuffer = CVBuffer
/// A picture in memory.
public typealias CVPixelBuffer = CVImageBuffer

/// Whether notes go along to pictures that are made of a picture.
public enum CVAttachmentMode: UInt32, Sendable {
  /// They stay.
  case shouldNotPropagate = 0
  /// They go along.
  case shouldPropagate = 1
}

/// Attaches a note to a picture; one of the same key is replaced.
public func CVBufferSetAttachment(
  _ buffer: CVBuffer,
  _ key: CFString,
  _ value: CFTypeRef,
  _ attachmentMode: CVAttachmentMode
) {
  let note = CVBuffer.Note(value: Boxing.boxed(value), mode: attachmentMode)
  buffer.state.withLock { $0.notes[key] = note }
}

/// Attaches notes to a picture.
public func CVBufferSetAttachments(
  _ buffer: CVBuffer,
  _ theAttachments: CFDictionary,
  _ attachmentMode: CVAttachmentMode
) {
  for (key, value) in theAttachments {
    CVBufferSetAttachment(buffer, key, value, attachmentMode)
  }
}

/// Returns a note of a picture, and whether it goes along; nil if there is none.
public func CVBufferCopyAttachment(
  _ buffer: CVBuffer,
  _ key: CFString,
  _ attachmentMode: UnsafeMutablePointer<CVAttachmentMode>?
) -> CFTypeRef? {
  let note = buffer.state.withLock { $0.notes[key] }
  guard let note else { return nil }
  attachmentMode?.pointee = note.mode
  return note.value
}

/// Returns all notes of a picture that go along, or those that stay; nil if there are none.
public func CVBufferCopyAttachments(
  _ buffer: CVBuffer,
  _ attachmentMode: CVAttachmentMode
) -> CFDictionary? {
  let notes = buffer.state.withLock { $0.notes }.filter { $0.value.mode == attachmentMode }
  return notes.isEmpty ? nil : notes.mapValues(\.value)
}

/// Whether a picture has a note.
public func CVBufferHasAttachment(_ buffer: CVBuffer, _ key: CFString) -> Bool {
  buffer.state.withLock { $0.notes[key] != nil }
}

/// Removes a note of a picture.
public func CVBufferRemoveAttachment(_ buffer: CVBuffer, _ key: CFString) {
  buffer.state.withLock { $0.notes[key] = nil }
}

/// Removes all notes of a picture.
public func CVBufferRemoveAllAttachments(_ buffer: CVBuffer) {
  buffer.state.withLock { $0.notes.removeAll() }
}

/// Attaches the notes of a picture that go along to another one.
public func CVBufferPropagateAttachments(
  _ sourceBuffer: CVBuffer,
  _ destinationBuffer: CVBuffer
) {
  let notes = sourceBuffer.state.withLock { $0.notes }.filter { $0.value.mode == .shouldPropagate }
  destinationBuffer.state.withLock { $0.notes.merge(notes) { $1 } }
}

/// The size of the picture that is shown, in pixels.
public func CVImageBufferGetDisplaySize(_ imageBuffer: CVImageBuffer) -> CGSize {
  CGSize(width: imageBuffer.width, height: imageBuffer.height)
}

/// The size of the picture in pixels.
public func CVImageBufferGetEncodedSize(_ imageBuffer: CVImageBuffer) -> CGSize {
  CGSize(width: imageBuffer.width, height: imageBuffer.height)
}
