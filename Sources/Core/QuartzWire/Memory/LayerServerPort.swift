// The name of a host, in memory that other programs are given a descriptor of.
// Licensed under the MIT license; see LICENSE.

import CQuartzLinux
import Glibc
import QuartzFaults

/// The name by which a program offers its layers to another one.
package struct LayerServerPort: Equatable, Sendable {
  private static let magic: [UInt8] = Array("QRTZHOST".utf8)
  private static let longestPath = 4096
  private static let headerBytes = 32

  package var key: LayerServerKey
  /// The socket of the render server that draws the host; empty if it draws itself.
  package var path: String

  package init(key: LayerServerKey, path: String) {
    (self.key, self.path) = (key, path)
  }

  /// Makes memory that says it.
  package func makeMemory() throws(WireError) -> Descriptor {
    let bytes = encoded
    let number = Fault.descriptor { quartz_make_sealed_memory("quartz layer server", bytes.count) }
    guard number >= 0 else { throw .system("memfd_create") }
    let descriptor = Descriptor(owning: number)
    guard bytes.withUnsafeBytes({ pwrite(number, $0.baseAddress, $0.count, 0) }) == bytes.count
    else { throw .system("pwrite of a layer server's name") }
    return descriptor
  }

  /// Reads what a descriptor says, which stays open; nil if it is no name of a layer server.
  package init?(descriptor: Int32) {
    var bytes = [UInt8](
      repeating: 0,
      count: LayerServerPort.headerBytes + LayerServerPort.longestPath
    )
    let count = bytes.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, $0.count, 0) }
    guard count >= LayerServerPort.headerBytes, bytes.starts(with: LayerServerPort.magic) else {
      return nil
    }
    func number<Number: FixedWidthInteger & BitwiseCopyable>(_ offset: Int) -> Number {
      let value = bytes.withUnsafeBytes {
        $0.loadUnaligned(fromByteOffset: offset, as: Number.self)
      }
      return Number(littleEndian: value)
    }
    let length = Int(number(28) as UInt32)
    guard length <= count - LayerServerPort.headerBytes else { return nil }
    let text = bytes[LayerServerPort.headerBytes..<LayerServerPort.headerBytes + length]
    guard let path = String(validating: text, as: UTF8.self) else { return nil }
    key = LayerServerKey(high: number(8), low: number(16), process: number(24))
    self.path = path
  }

  private var encoded: [UInt8] {
    var bytes = LayerServerPort.magic
    func append<Number: FixedWidthInteger>(_ number: Number) {
      withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
    }
    let text = Array(path.utf8.prefix(LayerServerPort.longestPath))
    append(key.high)
    append(key.low)
    append(key.process)
    append(UInt32(text.count))
    return bytes + text
  }
}
