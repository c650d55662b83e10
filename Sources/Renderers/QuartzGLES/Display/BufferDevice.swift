// A DRM node and the buffer device made of it.
// Licensed under the MIT license; see LICENSE.

import CQuartzGBM
import Glibc

/// The open file of a DRM node.
struct NodeFile: ~Copyable {
  let descriptor: Int32

  init(_ node: String) throws(DisplayRefusal) {
    // Nonblocking, so that reading a screen's events never waits.
    descriptor = open(node, O_RDWR | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw DisplayRefusal(reason: String(cString: strerror(errno))) }
  }

  deinit {
    close(descriptor)
  }
}

/// A device that buffers are allocated from.
///
/// Buffers and displays made of it keep it alive.
final class BufferDevice {
  let device: OpaquePointer
  private let node: NodeFile

  init(_ node: consuming NodeFile) throws(DisplayRefusal) {
    guard let device = gbm_create_device(node.descriptor) else {
      throw DisplayRefusal(reason: "gbm_create_device made no device of it")
    }
    self.device = device
    self.node = node
  }

  convenience init(node: String) throws(DisplayRefusal) {
    try self.init(NodeFile(node))
  }

  deinit {
    gbm_device_destroy(device)
  }

  /// The descriptor of the node's file.
  var file: Int32 { node.descriptor }

  /// The purpose of a DRM node.
  enum NodeKind: String {
    /// Draws, and needs no rights over a screen.
    case render = "renderD"
    /// Shows as well.
    case primary = "card"
  }

  /// Returns the paths of the nodes of a kind, in order of number.
  static func nodes(_ kind: NodeKind) -> [String] {
    guard let directory = opendir("/dev/dri") else { return [] }
    defer { closedir(directory) }
    var numbers: [Int] = []
    while let entry = readdir(directory) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      guard name.hasPrefix(kind.rawValue) else { continue }
      if let number = Int(name.dropFirst(kind.rawValue.count)) { numbers.append(number) }
    }
    return numbers.sorted().map { "/dev/dri/\(kind.rawValue)\($0)" }
  }
}
