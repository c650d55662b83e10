// The targets of the fuzzer.
// Licensed under the MIT license; see LICENSE.

import ArgumentParser
import TestRandom

/// Something that reads bytes of strangers.
protocol FuzzTarget: AnyObject {
  /// The input of a round: all of its chance comes from the generator.
  func makeInput(_ generator: inout SeededGenerator) throws -> FuzzInput
  /// Reads the input; an error that the reader throws is as good as a success.
  ///
  /// - Throws: `WrongResult` if something is not as it must be.
  func run(_ input: FuzzInput) throws
  /// Says that no further round comes.
  func finish() throws
}

extension FuzzTarget {
  func finish() throws {}
}

/// Something that must not be, whatever was read.
struct WrongResult: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}

/// The targets by name.
enum TargetName: String, CaseIterable, ExpressibleByArgument {
  case socket, caml, archive, zip, image, texture, capture
  /// Fails for certain inputs, so that tests see the fuzzer find them.
  case planted

  /// All that are of the package.
  static let real = allCases.filter { $0 != .planted }

  func make(_ progress: Progress) throws -> any FuzzTarget {
    switch self {
    case .socket: try SocketTarget(progress)
    case .caml: try DocumentTarget()
    case .archive: try ArchiveTarget()
    case .zip: try ZipTarget()
    case .image: try ImageTarget()
    case .texture: TextureTarget()
    case .capture: try CaptureTarget()
    case .planted: PlantedTarget()
    }
  }

  /// How inputs are called.
  var fileExtension: String {
    switch self {
    case .socket: "messages"
    case .caml: "caml"
    case .archive: "archive"
    case .zip: "zip"
    case .image: "image"
    case .texture: "texture"
    case .capture: "capture"
    case .planted: "planted"
    }
  }

  /// The target that a file in the corpus is for.
  init?(fileExtension: String) {
    guard let name = Self.allCases.first(where: { $0.fileExtension == fileExtension }) else {
      return nil
    }
    self = name
  }
}

/// The generator of a round, the same in every run.
func generator(seed: UInt64, round: Int) -> SeededGenerator {
  var mixer = SeededGenerator(seed: seed)
  return SeededGenerator(seed: mixer.next() ^ UInt64(round) &* 0x9E37_79B9_7F4A_7C15)
}
